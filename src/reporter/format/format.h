/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_FORMAT_FORMAT_H
#define QUERN_REPORTER_FORMAT_FORMAT_H

/* The formats: each writes any report to a stream. To add one, write its file and its row. */

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "reporter/report.h"

struct error;

enum format {
    FORMAT_TEXT,
    FORMAT_JSON,
    FORMAT_CSV,
    FORMAT_TSV,
    FORMAT_MARKDOWN,
    FORMAT_GREP,
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

/* Their names, in the order of the enum: what --format takes. */
#define FORMAT_NAMES                                                                               \
    "text json csv tsv markdown grep folded pprof dot github gitlab sarif html callgrind"

struct format_options {
    enum format format;
    bool show_percentages;
    bool lists_missing; /* all missing sources are listed, not summed up in a line */
    size_t width;       /* of the terminal, to which views are fitted; 0 for no limit */
    size_t height;      /* the most lines of an overview as text; 0 for no limit */
    bool has_color;
    bool is_ascii;         /* text for people uses no signs beyond ASCII */
    const char *link_host; /* text has links to sources, which are on this host; NULL: none */
    size_t page_limit;     /* the most bytes of a page: 10 MB but in tests */
};

/* The properties of a format. */
struct format_kind {
    const char *name; /* as on the command line, in lower case */
    /*
     * Writes a report. Returns false when a row or a section fails; the caller checks whether the
     * stream failed. NULL for the format that writes the profile: see write_callgrind().
     */
    bool (*write)(const struct report *report, const struct format_options *options, FILE *out,
                  struct error *error);
    enum view view;      /* the only one that it writes; VIEW_CLASSIC for tables of any view */
    bool has_report;     /* it has the layout of callgrind_annotate's report; others show the
                            functions of that as a table */
    bool has_overview;   /* it writes several views at once */
    bool has_columns;    /* tables may have a column for each part, thread or run */
    bool is_complete;    /* programs read it: every event is a column, and without a limit
                            every row is there */
    bool is_for_people;  /* listings begin with what costs most, and fold what is cold */
    bool has_shares;     /* paths have their shares of the total */
    bool needs_findings; /* there is nothing to write without --diff or --fail-if */
    bool is_of_lines;    /* it writes lines alone, those of --by=line unless a view with lines is
                            asked for */
    bool is_not_for_terminal; /* it is binary, too long, or has names as they are, with what a
                                 terminal takes for commands */
};

extern const struct format_kind formats[N_FORMATS];

/* Writes text for people, in the layout of callgrind_annotate. */
bool format_text(const struct report *report, const struct format_options *options, FILE *out,
                 struct error *error);

/* Writes one object, whose schema is in the manual. */
bool format_json(const struct report *report, const struct format_options *options, FILE *out,
                 struct error *error);

/*
 * Writes a heading and a line for each row, quoted according to RFC 4180 and separated by commas,
 * or by options->format by tabs.
 */
bool format_csv(const struct report *report, const struct format_options *options, FILE *out,
                struct error *error);

/* Writes a line for each line of source with a cost, as grep prints its matches. */
bool format_grep(const struct report *report, const struct format_options *options, FILE *out,
                 struct error *error);

/* Writes a line for each path of a call tree, whose rows have shares of the total. */
bool format_folded(const struct report *report, const struct format_options *options, FILE *out,
                   struct error *error);

/*
 * Writes the paths for pprof, compressed where zlib is built in; with lines, if the rows have them.
 */
bool format_pprof(const struct report *report, const struct format_options *options, FILE *out,
                  struct error *error);

/* Writes a call graph in the language of Graphviz. */
bool format_dot(const struct report *report, const struct format_options *options, FILE *out,
                struct error *error);

/*
 * Writes annotations for a service that hosts code, by options->format: causes, and limits that
 * were exceeded.
 */
bool format_annotations(const struct report *report, const struct format_options *options,
                        FILE *out, struct error *error);

/*
 * Writes a page for a browser, with one call graph and all hotspots, trees and listings of the
 * report: as many functions and listings as the limit has room for. The page and the report's notes
 * say what is left out.
 */
bool format_html(const struct report *report, const struct format_options *options, FILE *out,
                 struct error *error);

/* Writes a table for the summary of a CI job. */
bool format_markdown(const struct report *report, const struct format_options *options, FILE *out,
                     struct error *error);

#endif
