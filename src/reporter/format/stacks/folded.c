/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Writes folded stacks, from which flame graphs are drawn: a line for each path with its names
 * joined by ';' and its self cost, in a difference the old and the new one. The notes of both
 * formats of stacks are here too: they say what a picture cannot.
 */

#include "reporter/format/stacks/stacks.h"

#include <inttypes.h>
#include <math.h>

#include "base/error.h"
#include "reporter/format/contents.h"
#include "reporter/format/format.h"
#include "reporter/format/path_names.h"
#include "reporter/format/pieces.h"
#include "reporter/report.h"

void printed_shares_add(struct printed_shares *printed, const struct tree_share *share)
{
    double size = fabs((double)share->cost) + fabs((double)share->old_cost);

    printed->sum += size;
    printed->estimated += share->is_estimate ? size : 0;
    printed->is_below_zero |= share->cost < 0 || share->old_cost < 0;
}

double printed_shares_estimated(const struct printed_shares *printed)
{
    return printed->sum == 0 ? 0 : printed->estimated / printed->sum * 100;
}

void printed_shares_note(const struct printed_shares *printed, FILE *out, struct warnings *notes)
{
    if (notes == NULL || ferror(out))
        return;
    if (printed->estimated != 0)
        warnings_add(notes, NULL, 0, "%.1f %% of the cost is of paths that are estimated",
                     printed_shares_estimated(printed));
    if (printed->is_below_zero)
        warnings_add(notes, NULL, 0, "some paths cost less than 0, which cannot be drawn");
}

bool format_folded(const struct report *report, const struct format_options *options, FILE *out,
                   struct error *error)
{
    struct printed_shares printed = {0};
    struct path_names path = {0};
    struct section section = {0};

    (void)options;
    while (report_next_of_kind(report, SECTION_CALL_TREE, out, &section, error)) {
        const struct table *table = &section.table;
        const struct table_row *row;
        while ((row = table_next_row(table, out, error)) != NULL) {
            const struct tree_share *share = &row->tree->shares[table->measured];
            path_names_extend(&path, row->tree->depth, row_drawn_name(row));
            if (share->cost == 0 && share->old_cost == 0)
                continue;
            printed_shares_add(&printed, share);
            write_utf8(out, buffer_text(&path.text));
            if (table->is_difference)
                fprintf(out, " %" PRIi64, share->old_cost);
            fprintf(out, " %" PRIi64 "\n", share->cost);
        }
    }
    printed_shares_note(&printed, out, report->notes);
    path_names_free(&path);
    return error->kind == ERROR_NONE;
}
