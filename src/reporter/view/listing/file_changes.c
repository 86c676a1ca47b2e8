/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/listing/file_changes.h"

#include "base/array.h"
#include "reporter/view/input/view_input.h"
#include "reporter/view/input/view_options.h"

/* Done for the first file. */
static bool add_up(struct file_changes *changes, const struct view_input *input,
                   struct error *error)
{
    struct row_figures *rows = &changes->rows;
    const struct row_figures_wanted wanted = {
        .choice = {.key = BY_FUNCTION,
                   .is_folded = !input->options->is_unfolded,
                   .has_inclusive = true,
                   .filter = &input->options->filter},
    };

    if (changes->is_added_up)
        return true;
    changes->is_added_up = true;
    if (!view_add_up(input, &wanted, rows, error))
        return false;
    line_sides_create(&changes->sides, input->diff, rows->rows, &wanted.choice);
    const struct costs *const all[] = {&rows->rows->self, &rows->inclusive->costs};
    return view_fits(input, error) && figures_fit(&input->figures, all, ARRAY_LENGTH(all), error);
}

bool file_changes_list(struct file_changes *changes, const struct view_input *input, file_id file,
                       struct table *table, bool *has_changed, struct error *error)
{
    if (!add_up(changes, input, error))
        return false;
    const struct code_shown shown = {
        .code = {.row = NO_ID, .file = file},
        .has_inclusive = input->options->is_inclusive || input->options->shows_both,
        .sides = &changes->sides,
    };
    code_table_end(&changes->table);
    bool is_done = code_table_begin(&changes->table, input, &changes->rows, &shown, table, error);
    *has_changed = changes->table.entries.count > 1;
    return is_done;
}

void file_changes_end(struct file_changes *changes)
{
    code_table_end(&changes->table);
    line_sides_free(&changes->sides);
    row_figures_free(&changes->rows);
    *changes = (struct file_changes){0};
}
