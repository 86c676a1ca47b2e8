/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_OLD_ROW_H
#define QUERN_REPORTER_VIEW_OLD_ROW_H

/* What a group of a difference was in the old profile, for the row that shows it. */

#include <stdbool.h>

#include "aggregator/row_diff.h"
#include "base/error.h"
#include "reporter/table.h"
#include "reporter/view/figures.h"

/* {0} is of no difference. */
struct old_group {
    const struct group_diff *group_diff;
    const struct figures *figures;
    struct old_table_row row; /* of the group told last */
    struct cell *self, *inclusive;
};

/* With group_diff NULL rows get nothing. old_group_end() in any case. */
void old_group_begin(struct old_group *old, const struct figures *figures,
                     const struct group_diff *group_diff);

/* Sets row->old, good until the next call. False when a cost does not fit into 64 bits. */
bool old_group_tell(struct old_group *old, group_id id, struct table_row *row, struct error *error);

void old_group_end(struct old_group *old);

#endif
