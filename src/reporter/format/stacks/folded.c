/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Folded stacks, for those who draw flame graphs: a line for each path, its names joined by ';' and
 * what it cost itself. In a difference that is what it cost on the old side and on the new one.
 */
#include <inttypes.h>

#include "base/warnings.h"
#include "reporter/format/contents.h"
#include "reporter/format/format.h"
#include "reporter/format/path_names.h"
#include "reporter/format/pieces.h"
#include "reporter/report.h"

struct folded {
    FILE *out;
    const struct table *table;
    const struct shortener *shortener; /* NULL: names are written in full */
    struct path_names path;
    double sum, estimated; /* of all shares, and of those that are estimates */
    bool is_below_zero;    /* some share is */
};

static double size_of(int64_t cost)
{
    return cost < 0 ? -(double)cost : (double)cost;
}

static void note_share(struct folded *folded, const struct tree_share *share)
{
    double size = size_of(share->cost) + size_of(share->old_cost);

    folded->sum += size;
    folded->estimated += share->is_estimate ? size : 0;
    folded->is_below_zero |= share->cost < 0 || share->old_cost < 0;
}

static struct text name_of(const struct folded *folded, const struct table_row *row)
{
    const struct shortener *shortener = folded->shortener;
    struct text name = row_name(row);

    if (row->kind == ROW_LEFT_OUT)
        return TEXT("(more)");
    if (name.length == 0)
        return TEXT("(no name)");
    if (shortener != NULL && row->cycle == 0)
        name = shortener->shorten(shortener->maker, name, SIZE_MAX);
    return name;
}

static void write_path(struct folded *folded, const struct table_row *row)
{
    const struct tree_share *share = &row->tree->shares[folded->table->measured];

    path_names_extend(&folded->path, row->tree->depth, name_of(folded, row));
    if (share->cost == 0 && share->old_cost == 0)
        return;
    note_share(folded, share);
    write_text(folded->out, buffer_text(&folded->path.text));
    if (folded->table->is_difference)
        fprintf(folded->out, " %" PRIi64, share->old_cost);
    fprintf(folded->out, " %" PRIi64 "\n", share->cost);
}

/* What a picture cannot say. */
static void tell(const struct folded *folded, struct warnings *notes)
{
    if (notes == NULL)
        return;
    if (folded->estimated != 0)
        warnings_add(notes, NULL, 0, "%.1f %% of the cost is of paths that are estimated",
                     folded->estimated / folded->sum * 100);
    if (folded->is_below_zero)
        warnings_add(notes, NULL, 0, "some paths cost less than 0, which cannot be drawn");
}

bool format_folded(const struct report *report, const struct format_options *options, FILE *out,
                   struct error *error)
{
    struct folded folded = {.out = out,
                            .shortener = options->names == NAMES_SHORT ? &report->shortener : NULL};
    struct section section = {0};

    while (error->kind == ERROR_NONE && !ferror(out) &&
           report->next(report->maker, &section, error)) {
        struct table_row row = {0};
        if (section.kind != SECTION_CALL_TREE) {
            refuse_section(section.kind, error);
            break;
        }
        folded.table = &section.table;
        while (table_next_row(&section.table, out, &row, error))
            write_path(&folded, &row);
    }
    tell(&folded, report->notes);
    path_names_free(&folded.path);
    return error->kind == ERROR_NONE;
}
