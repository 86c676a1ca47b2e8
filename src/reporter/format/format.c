/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/format.h"

#include <string.h>

static const struct format_row {
    const char *name;
    bool is_for_machines, is_tabular, is_of_paths, has_lines, is_of_findings, is_page;
    /* Writes a report; NULL for the one that writes the profile. */
    bool (*write)(const struct report *report, const struct format_options *options, FILE *out,
                  struct error *error);
} rows[N_FORMATS] = {
    [FORMAT_TEXT] = {"text", .write = format_text},
    [FORMAT_JSON] = {"json", .is_for_machines = true, .is_tabular = true, .write = format_json},
    [FORMAT_CSV] = {"csv", .is_for_machines = true, .is_tabular = true, .write = format_csv},
    [FORMAT_TSV] = {"tsv", .is_for_machines = true, .is_tabular = true, .write = format_tsv},
    [FORMAT_MARKDOWN] = {"markdown", .is_tabular = true, .write = format_markdown},
    [FORMAT_FOLDED] = {"folded", .is_tabular = true, .is_of_paths = true, .write = format_folded},
    [FORMAT_PPROF] = {"pprof", .is_for_machines = true, .is_tabular = true, .is_of_paths = true,
                      .has_lines = true, .write = format_pprof},
    [FORMAT_DOT] = {"dot", .is_tabular = true, .write = format_dot},
    [FORMAT_GITHUB] = {"github", .is_tabular = true, .is_of_findings = true,
                       .write = format_github},
    [FORMAT_GITLAB] = {"gitlab", .is_tabular = true, .is_of_findings = true,
                       .write = format_gitlab},
    [FORMAT_SARIF] = {"sarif", .is_tabular = true, .is_of_findings = true, .write = format_sarif},
    [FORMAT_HTML] = {"html", .is_for_machines = true, .is_tabular = true, .is_page = true,
                     .write = format_html},
    [FORMAT_CALLGRIND] = {"callgrind", .is_tabular = true, .write = NULL},
};

const char *format_name(enum format format)
{
    return rows[format].name;
}

bool format_find(const char *name, enum format *format)
{
    for (size_t i = 0; i < N_FORMATS; i++) {
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

bool format_is_tabular(enum format format)
{
    return rows[format].is_tabular;
}

bool format_is_of_paths(enum format format)
{
    return rows[format].is_of_paths;
}

bool format_has_lines(enum format format)
{
    return rows[format].has_lines;
}

bool format_is_of_findings(enum format format)
{
    return rows[format].is_of_findings;
}

bool format_is_page(enum format format)
{
    return rows[format].is_page;
}

bool format_writes_profile(enum format format)
{
    return rows[format].write == NULL;
}

bool format_report(const struct report *report, const struct format_options *options, FILE *out,
                   struct error *error)
{
    return rows[options->format].write(report, options, out, error);
}
