/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/listings.h"

bool listings_choose(struct listings *listings, struct error *error)
{
    bool is_done =
        annotate_choose(&listings->choice, listings->inclusive->groups, listings->what, error);

    listings->shown.line = listings->choice.line;
    return is_done;
}

bool listings_next(struct listings *listings, struct section *section, struct error *error)
{
    const struct annotate_choice *choice = &listings->choice;
    bool has_rows = false;

    section->kind = SECTION_CODE_LISTING;
    while (!has_rows && listings->code < choice->count) {
        listings->shown.code = choice->codes[listings->code++];
        view_annotate_end(&listings->view);
        if (!view_annotate_begin(&listings->view, listings->figures, listings->inclusive,
                                 &listings->shown, listings->warnings, &section->table, error))
            return false;
        has_rows = listings->view.n_entries != 0;
        listings->n_listed += has_rows;
    }
    if (listings->n_listed == 0)
        return error_set(error, ERROR_FAILED, NULL, 0,
                         "--annotate=%.100s: no line of it has a cost", listings->what.at);
    return has_rows;
}

void listings_free(struct listings *listings)
{
    view_annotate_end(&listings->view);
    annotate_choice_free(&listings->choice);
    *listings = (struct listings){0};
}
