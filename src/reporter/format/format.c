/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/format.h"

#include <string.h>

static const char no_other_view[] = "has no view but --explain: it writes what grew";
static const char no_other_than_paths[] = "writes a call tree: no view but --call-tree has one";

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
                       .refusal = no_other_than_paths,
                       .has_shares = true},
    [FORMAT_PPROF] = {.name = "pprof",
                      .write = format_pprof,
                      .view = VIEW_CALL_TREE,
                      .refusal = no_other_than_paths,
                      .is_complete = true,
                      .has_shares = true,
                      .has_lines = true,
                      .is_not_for_terminal = true},
    [FORMAT_DOT] = {.name = "dot",
                    .write = format_dot,
                    .view = VIEW_CALL_GRAPH,
                    .refusal =
                        "draws the call graph: of views only --peek and --by=object go with it"},
    [FORMAT_GITHUB] = {.name = "github",
                       .write = format_annotations,
                       .view = VIEW_GROWTH,
                       .refusal = no_other_view,
                       .needs_findings = true},
    [FORMAT_GITLAB] = {.name = "gitlab",
                       .write = format_annotations,
                       .view = VIEW_GROWTH,
                       .refusal = no_other_view,
                       .needs_findings = true},
    [FORMAT_SARIF] = {.name = "sarif",
                      .write = format_annotations,
                      .view = VIEW_GROWTH,
                      .refusal = no_other_view,
                      .needs_findings = true},
    [FORMAT_HTML] = {.name = "html",
                     .write = format_html,
                     .view = VIEW_ALL,
                     .refusal = "has all views: none of them can be named",
                     .is_complete = true,
                     .is_not_for_terminal = true},
    [FORMAT_CALLGRIND] = {.name = "callgrind",
                          .view = VIEW_PROFILE,
                          .is_not_for_terminal = true,
                          .refusal = "writes the profile: it cannot be combined with a view"},
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
