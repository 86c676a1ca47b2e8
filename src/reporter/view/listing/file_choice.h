/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_LISTING_FILE_CHOICE_H
#define QUERN_REPORTER_VIEW_LISTING_FILE_CHOICE_H

/* Which source files to list, and in which order. */

#include <stdbool.h>
#include <stddef.h>

#include "aggregator/rank.h"
#include "base/error.h"
#include "base/text.h"
#include "profile/profile.h"

struct figures;
struct rows;
struct selection;

struct chosen_file {
    struct text name;    /* as recorded, or as typed */
    file_id id;          /* NO_ID: the profile knows nothing of it */
    bool is_user_chosen; /* named on the command line */
};

struct file_choice {
    struct chosen_file *files; /* owned; the texts are not */
    size_t count;
};

/*
 * The files of the selected rows (NULL: none; and none that are called "???") and the sources
 * named, by self cost for the first sort event, descending; then by name; last those of which the
 * profile knows nothing. file_choice_free() is to be called in any case.
 */
bool files_choose(struct file_choice *chosen, const struct figures *figures,
                  const struct rows *rows, const struct selection *selection,
                  struct text_list sources, struct error *error);

void file_choice_free(struct file_choice *chosen);

#endif
