/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_FORMAT_FORMAT_H
#define QUERN_REPORTER_FORMAT_FORMAT_H

/* Each format writes any report to a stream. */

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/error.h"

struct report;

enum format {
    FORMAT_TEXT,
    FORMAT_JSON,
    FORMAT_CSV,
    FORMAT_TSV,
    FORMAT_MARKDOWN,
    FORMAT_CALLGRIND /* no format of reports: see write_callgrind.h */
};

struct format_options {
    enum format format;
    bool show_percentages;
    size_t width; /* of the terminal, to which views are fitted; 0 for no limit */
    bool has_color;
};

/* Finds the format of that name. False where there is none. */
bool format_find(const char *name, enum format *format);

/* Whether programs read it: then every event is a column. */
bool format_is_for_machines(enum format format);

/* Writes the report as the options say, but not as a profile. False when a row or a section fails.
 */
bool format_report(const struct report *report, const struct format_options *options, FILE *out,
                   struct error *error);

/* Text for people, in the layout of callgrind_annotate. */
bool format_text(const struct report *report, const struct format_options *options, FILE *out,
                 struct error *error);

/* One object, whose schema stands in the manual. */
bool format_json(const struct report *report, const struct format_options *options, FILE *out,
                 struct error *error);

/* A heading and a line a row, quoted as RFC 4180 has it; of CSV and TSV alike. */
bool format_csv(const struct report *report, const struct format_options *options, FILE *out,
                struct error *error);

/* A table for a CI job's summary. */
bool format_markdown(const struct report *report, const struct format_options *options, FILE *out,
                     struct error *error);

#endif
