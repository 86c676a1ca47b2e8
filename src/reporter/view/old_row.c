/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/old_row.h"

#include <stdlib.h>

#include "base/arena.h"

void old_group_begin(struct old_group *old, const struct figures *figures,
                     const struct group_diff *group_diff)
{
    *old = (struct old_group){.group_diff = group_diff, .figures = figures};
    if (group_diff == NULL)
        return;
    old->self = memory_alloc(figures->n_shown, sizeof *old->self);
    old->inclusive = memory_alloc(figures->n_shown, sizeof *old->inclusive);
}

bool old_group_tell(struct old_group *old, group_id id, struct table_row *row, struct error *error)
{
    const struct group_diff *group_diff = old->group_diff;
    struct group_names was = {0};

    if (group_diff == NULL)
        return true;
    enum change change = group_diff_change(group_diff, id, &was);
    old->row = (struct old_table_row){
        .change = change,
        .cells = old->self,
        .inclusive = old->inclusive,
        .calls = group_diff->old_calls[id],
    };
    if (change == CHANGE_MOVED || change == CHANGE_RENAMED) {
        old->row.object = was.object;
        old->row.file = was.file;
        old->row.function = was.function;
    }
    row->old = &old->row;
    const struct costs *self = &group_diff->old_self, *inclusive = &group_diff->old_inclusive;
    return figures_cells(old->figures, self, costs_row(self, id), old->self, error) &&
           figures_cells(old->figures, inclusive, costs_row(inclusive, id), old->inclusive, error);
}

void old_group_end(struct old_group *old)
{
    free(old->self);
    free(old->inclusive);
    *old = (struct old_group){0};
}
