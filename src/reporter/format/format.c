/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/format.h"

#include <string.h>

static const char no_other_view[] = "has no view: it writes what grew";
static const char no_other_than_paths[] = "writes a call tree: no view but --call-tree has one";

const struct format_kind formats[N_FORMATS] = {
    [FORMAT_TEXT] = {"text", format_text, .has_report = true},
    [FORMAT_JSON] = {"json", format_json, .is_complete = true},
    [FORMAT_CSV] = {"csv", format_csv, .is_complete = true},
    [FORMAT_TSV] = {"tsv", format_tsv, .is_complete = true},
    [FORMAT_MARKDOWN] = {"markdown", format_markdown},
    [FORMAT_FOLDED] = {"folded", format_folded, VIEW_CALL_TREE, no_other_than_paths,
                       .has_shares = true},
    [FORMAT_PPROF] = {"pprof", format_pprof, VIEW_CALL_TREE, no_other_than_paths,
                      .is_complete = true, .has_shares = true, .has_lines = true,
                      .is_not_for_terminal = true},
    [FORMAT_DOT] = {"dot", format_dot, VIEW_CALL_GRAPH,
                    "draws the call graph: of views only --peek and --by=object go with it"},
    [FORMAT_GITHUB] = {"github", format_annotations, VIEW_GROWTH, no_other_view,
                       .needs_findings = true},
    [FORMAT_GITLAB] = {"gitlab", format_annotations, VIEW_GROWTH, no_other_view,
                       .needs_findings = true},
    [FORMAT_SARIF] = {"sarif", format_annotations, VIEW_GROWTH, no_other_view,
                      .needs_findings = true},
    [FORMAT_HTML] = {"html", format_html, VIEW_ALL, "has all views: none of them can be named",
                     .is_complete = true, .is_not_for_terminal = true},
    [FORMAT_CALLGRIND] = {"callgrind", NULL, VIEW_PROFILE,
                          "writes the profile: it cannot be combined with a view"},
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

bool format_report(const struct report *report, const struct format_options *options, FILE *out,
                   struct error *error)
{
    return formats[options->format].write(report, options, out, error);
}
