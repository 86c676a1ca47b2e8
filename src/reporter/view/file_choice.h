/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_FILE_CHOICE_H
#define QUERN_REPORTER_VIEW_FILE_CHOICE_H

/* Which source files to list, and in which order. */

#include <stdbool.h>
#include <stddef.h>

#include "aggregator/program.h"
#include "aggregator/select.h"
#include "base/error.h"
#include "base/text.h"

struct chosen_file {
    struct text name;    /* as recorded, or as typed */
    file_id id;          /* NO_ID: the profile knows nothing of it */
    bool is_user_chosen; /* named on the command line */
};

struct files_chosen {
    struct chosen_file *files; /* owned; the texts are not */
    size_t count;
};

/*
 * The files of the selected functions (NULL: none; and none that are called "???") and
 * the sources named, by self cost for the sort key, descending; then by name; last
 * those of which the profile knows nothing. files_chosen_free() is to be called in any
 * case.
 */
bool files_choose(struct files_chosen *chosen, const struct totals *totals,
                  const struct selection *selection, struct text_list sources,
                  const struct sort_key *sort_key, struct error *error);

void files_chosen_free(struct files_chosen *chosen);

#endif
