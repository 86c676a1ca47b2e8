/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Folded stacks, for those who draw flame graphs: a line for each path, its names joined by ';' and
 * what it cost itself. In a difference that is what it cost on the old side and on the new one.
 */
#include <inttypes.h>

#include "reporter/format/contents.h"
#include "reporter/format/format.h"
#include "reporter/format/path_names.h"
#include "reporter/format/pieces.h"
#include "reporter/format/stacks/told_shares.h"
#include "reporter/report.h"

struct folded {
    FILE *out;
    const struct table *table;
    const struct shortener *shortener; /* NULL: names are written in full */
    struct path_names path;
    struct told_shares told;
};

static void write_path(struct folded *folded, const struct table_row *row)
{
    const struct tree_share *share = &row->tree->shares[folded->table->measured];

    path_names_extend(&folded->path, row->tree->depth, row_drawn_name(row, folded->shortener));
    if (share->cost == 0 && share->old_cost == 0)
        return;
    told_shares_add(&folded->told, share);
    write_utf8(folded->out, buffer_text(&folded->path.text));
    if (folded->table->is_difference)
        fprintf(folded->out, " %" PRIi64, share->old_cost);
    fprintf(folded->out, " %" PRIi64 "\n", share->cost);
}

bool format_folded(const struct report *report, const struct format_options *options, FILE *out,
                   struct error *error)
{
    struct folded folded = {.out = out,
                            .shortener = options->names == NAMES_SHORT ? &report->shortener : NULL};
    struct section section = {0};

    while (report_next_of_kind(report, SECTION_CALL_TREE, out, &section, error)) {
        struct table_row row = {0};
        folded.table = &section.table;
        while (table_next_row(&section.table, out, &row, error))
            write_path(&folded, &row);
    }
    told_shares_tell(&folded.told, report->notes);
    path_names_free(&folded.path);
    return error->kind == ERROR_NONE;
}
