/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_LISTING_FILE_CHANGES_H
#define QUERN_REPORTER_VIEW_LISTING_FILE_CHANGES_H

/* Which lines of source files changed, one file after the other, in a difference. */

#include <stdbool.h>

#include "aggregator/lines/line_costs.h"
#include "aggregator/row_figures.h"
#include "base/error.h"
#include "reporter/view/listing/code_table.h"

struct view_input;

/* {0} is empty. Not to be moved: its pointers lead into it. */
struct file_changes {
    bool is_added_up;
    struct row_figures rows; /* by function */
    struct line_sides sides;
    struct code_table table; /* of the file listed last */
};

/*
 * Sets up the table of a file. *has_changed is false where none of its lines changed. False when a
 * cost does not fit; file_changes_end() in any case.
 */
bool file_changes_list(struct file_changes *changes, const struct view_input *input, file_id file,
                       struct table *table, bool *has_changed, struct error *error);
void file_changes_end(struct file_changes *changes);

#endif
