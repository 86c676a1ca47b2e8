/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/format.h"

#include <string.h>

#include "base/array.h"

static const struct format_row {
    const char *name;
    bool is_for_machines;
    bool (*write)(const struct report *report, const struct format_options *options, FILE *out,
                  struct error *error);
} rows[] = {
    [FORMAT_TEXT] = {"text", false, format_text},
    [FORMAT_JSON] = {"json", true, format_json},
    [FORMAT_CSV] = {"csv", true, format_csv},
    [FORMAT_TSV] = {"tsv", true, format_csv},
    [FORMAT_MARKDOWN] = {"markdown", false, format_markdown},
    [FORMAT_CALLGRIND] = {"callgrind", false, NULL},
};

bool format_find(const char *name, enum format *format)
{
    for (size_t i = 0; i < ARRAY_LENGTH(rows); i++) {
        if (strcmp(rows[i].name, name) == 0) {
            *format = (enum format)i;
            return true;
        }
    }
    return false;
}

bool format_is_for_machines(enum format format)
{
    return rows[format].is_for_machines;
}

bool format_report(const struct report *report, const struct format_options *options, FILE *out,
                   struct error *error)
{
    return rows[options->format].write(report, options, out, error);
}
