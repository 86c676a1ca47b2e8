/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/format.h"

#include <string.h>

const struct format_kind formats[N_FORMATS] = {
    [FORMAT_TEXT] = {.name = "text",
                     .write = format_text,
                     .has_report = true,
                     .has_overview = true,
                     .has_columns = true,
                     .is_for_people = true},
    [FORMAT_JSON] = {.name = "json",
                     .write = format_json,
                     .has_overview = true,
                     .has_columns = true,
                     .is_complete = true},
    [FORMAT_CSV] = {.name = "csv", .write = format_csv, .has_columns = true, .is_complete = true},
    [FORMAT_TSV] = {.name = "tsv", .write = format_tsv, .has_columns = true, .is_complete = true},
    [FORMAT_MARKDOWN] = {.name = "markdown",
                         .write = format_markdown,
                         .has_overview = true,
                         .has_columns = true,
                         .is_for_people = true},
    [FORMAT_GREP] = {.name = "grep", .write = format_grep, .is_of_lines = true},
    [FORMAT_FOLDED] = {.name = "folded",
                       .write = format_folded,
                       .view = VIEW_CALL_TREE,
                       .has_shares = true},
    [FORMAT_PPROF] = {.name = "pprof",
                      .write = format_pprof,
                      .view = VIEW_CALL_TREE,
                      .is_complete = true,
                      .has_shares = true,
                      .has_lines = true,
                      .is_not_for_terminal = true},
    [FORMAT_DOT] = {.name = "dot", .write = format_dot, .view = VIEW_CALL_GRAPH},
    [FORMAT_GITHUB] = {.name = "github",
                       .write = format_annotations,
                       .view = VIEW_GROWTH,
                       .needs_findings = true},
    [FORMAT_GITLAB] = {.name = "gitlab",
                       .write = format_annotations,
                       .view = VIEW_GROWTH,
                       .needs_findings = true},
    [FORMAT_SARIF] = {.name = "sarif",
                      .write = format_annotations,
                      .view = VIEW_GROWTH,
                      .needs_findings = true},
    [FORMAT_HTML] = {.name = "html",
                     .write = format_html,
                     .view = VIEW_ALL,
                     .is_complete = true,
                     .is_not_for_terminal = true},
    [FORMAT_CALLGRIND] = {.name = "callgrind", .view = VIEW_PROFILE, .is_not_for_terminal = true},
};

bool format_find(const char *name, enum format *format)
{
    for (size_t i = 0; i < N_FORMATS; i++) {
        if (strcmp(formats[i].name, name) == 0) {
            *format = (enum format)i;
            return true;
        }
    }
    return false;
}
