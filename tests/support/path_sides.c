/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/path_sides.h"

#include <criterion/criterion.h>
#include <stdlib.h>

static void begin_side(struct path_sides_made *made, int which, const struct profile *profile,
                       double least)
{
    static const size_t first_event = 0;
    struct path_side *side = &made->sides[which];
    struct error error = {0};

    path_graph_create(&made->graphs[which], profile, &(struct path_naming){.is_folded = true},
                      false);
    cr_assert(profile_fits(profile, &error), "%s", error.text);
    path_tree_begin(&made->trees[which], &made->graphs[which], &first_event, 1);
    *side = (struct path_side){.tree = &made->trees[which], .least = least};
    side->first = path_tree_add_starts(side->tree, made->is_difference ? -1 : least);
    cr_assert(profile_fits(side->tree->graph->profile, &error), "%s", error.text);
}

void path_sides_begin(struct path_sides_made *made, const char *fresh, const char *old,
                      double least)
{
    struct diff *diff = &made->compared.diff;
    struct error error = {0};

    *made = (struct path_sides_made){.is_difference = old != NULL};
    if (!made->is_difference) {
        parsed_read(&made->compared.fresh, fresh);
        cr_assert(made->compared.fresh.is_read, "%s", made->compared.fresh.error.text);
        begin_side(made, PATHS_FRESH, &made->compared.fresh.profile, least);
        return;
    }
    compared_read(&made->compared, fresh, old);
    begin_side(made, PATHS_FRESH, &diff->fresh.profile, least);
    begin_side(made, PATHS_OLD, &diff->old.profile, least);
    path_keys_create(made->sides, diff, true);
    cr_assert(diff_fits(diff, &error), "%s", error.text);
}

void path_sides_free(struct path_sides_made *made)
{
    for (int i = 0; i < N_PATH_SIDES; i++) {
        if (made->sides[i].tree == NULL)
            continue;
        free(made->sides[i].keys);
        path_tree_free(&made->trees[i]);
        path_graph_free(&made->graphs[i]);
    }
    if (made->is_difference)
        compared_free(&made->compared);
    else
        parsed_free(&made->compared.fresh);
}

void path_sides_print_name(FILE *out, const struct path_graph *graph, uint32_t name)
{
    if (name >= graph->names.count) {
        fprintf(out, "<%zu>", name - graph->names.count + 1);
        return;
    }
    struct text text = rows_names(&graph->names, name).function;
    fprintf(out, "%.*s", (int)text.length, text.at);
}
