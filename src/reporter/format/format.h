/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_FORMAT_FORMAT_H
#define QUERN_REPORTER_FORMAT_FORMAT_H

/* The formats: each writes any report to a stream. To add one, write its file and its row. */

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct error;
struct report;

enum format {
    FORMAT_TEXT,
    FORMAT_JSON,
    FORMAT_CSV,
    FORMAT_TSV,
    FORMAT_MARKDOWN,
    FORMAT_FOLDED,
    FORMAT_PPROF,
    FORMAT_DOT,
    FORMAT_GITHUB,
    FORMAT_GITLAB,
    FORMAT_SARIF,
    FORMAT_HTML,
    FORMAT_CALLGRIND,
    N_FORMATS
};

/* What names of functions are like in text for people, and in Markdown. */
enum name_length {
    NAMES_FITTED, /* as short as the width wants them; in Markdown short */
    NAMES_SHORT,
    NAMES_FULL,
};

struct format_options {
    enum format format;
    enum name_length names;
    bool show_percentages;
    bool show_long_names; /* of events, in headings */
    bool lists_missing;   /* all sources that were not found, not a line about them */
    size_t width;         /* of the terminal, to which views are fitted; 0 for no limit */
    bool has_color;
    bool has_clusters; /* a call graph has boxes around the functions of an object */
    bool is_ascii;     /* text for people has signs of ASCII alone */
    size_t html_limit; /* bytes: a page is not larger */
};

/* As on the command line, in lower case. */
const char *format_name(enum format format);

/* Finds the format of that name. False where there is none. */
bool format_find(const char *name, enum format *format);

/* Whether programs read it: then every event is a column. */
bool format_is_for_machines(enum format format);

/* Whether it has no layout for callgrind_annotate's report, and shows its functions as a table. */
bool format_is_tabular(enum format format);

/* Whether it is of paths, with their shares of the total: it writes the call tree alone. */
bool format_is_of_paths(enum format format);

/* Whether paths have their lines, too. */
bool format_has_lines(enum format format);

/* Whether it is of what reviewers are to look at: limits, and what grew. */
bool format_is_of_findings(enum format format);

/* Whether it is a page of all views at once. */
bool format_is_page(enum format format);

/* Whether it is the profile that is written, by write_callgrind(), and not a report. */
bool format_writes_profile(enum format format);

/*
 * Writes the report in the format of the options, which is not one that writes the profile. False
 * when a row or a section fails; whether the stream failed is for the caller to see.
 */
bool format_report(const struct report *report, const struct format_options *options, FILE *out,
                   struct error *error);

/* Text for people, in the layout of callgrind_annotate. */
bool format_text(const struct report *report, const struct format_options *options, FILE *out,
                 struct error *error);

/* One object, whose schema is in the manual. */
bool format_json(const struct report *report, const struct format_options *options, FILE *out,
                 struct error *error);

/* A heading and a line a row, quoted as RFC 4180 has it; separated by commas or tabs. */
bool format_csv(const struct report *report, const struct format_options *options, FILE *out,
                struct error *error);
bool format_tsv(const struct report *report, const struct format_options *options, FILE *out,
                struct error *error);

/* A line for each path of a call tree, whose rows have shares of the total. */
bool format_folded(const struct report *report, const struct format_options *options, FILE *out,
                   struct error *error);

/* The same for pprof, compressed where zlib is built in; with lines, if the rows have them. */
bool format_pprof(const struct report *report, const struct format_options *options, FILE *out,
                  struct error *error);

/* A call graph in the language of Graphviz. */
bool format_dot(const struct report *report, const struct format_options *options, FILE *out,
                struct error *error);

/* What grew, and limits that were exceeded: for who hosts the code. */
bool format_github(const struct report *report, const struct format_options *options, FILE *out,
                   struct error *error);
bool format_gitlab(const struct report *report, const struct format_options *options, FILE *out,
                   struct error *error);
bool format_sarif(const struct report *report, const struct format_options *options, FILE *out,
                  struct error *error);

/*
 * A page for a browser, of one call graph and whatever hotspots, trees and listings there are: as
 * many functions and listings as the limit has room for. What is left out is said in the page and
 * in the report's notes.
 */
bool format_html(const struct report *report, const struct format_options *options, FILE *out,
                 struct error *error);

/* A table for a CI job's summary. */
bool format_markdown(const struct report *report, const struct format_options *options, FILE *out,
                     struct error *error);

#endif
