/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_LISTING_LISTING_CHOICE_H
#define QUERN_REPORTER_VIEW_LISTING_LISTING_CHOICE_H

/* Chooses what is listed: the code that --annotate names, and the source files of the report. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "aggregator/lines/line_costs.h"
#include "aggregator/rows.h"
#include "base/error.h"
#include "base/text.h"

struct figures;
struct selection;

/* Holds what --annotate names. */
struct listing_target {
    struct listed_code *codes; /* listed one after the other */
    size_t count;
    uint64_t line; /* of the file; 0 for all of it */
};

/*
 * Resolves what was typed, in this order: the exact name of functions; a file, as recorded or by
 * the end of its path, with ":LINE" or without; a regular expression for functions. Where nothing
 * matches, returns false with an error that names the closest functions and files. Free with
 * listing_target_free() in any case.
 */
bool listing_target_find(struct listing_target *target, const struct rows *rows, struct text what,
                         struct error *error);

void listing_target_free(struct listing_target *target);

struct chosen_file {
    struct text name;    /* as recorded, or as typed */
    file_id id;          /* NO_ID if the profile does not name it */
    bool is_user_chosen; /* named on the command line */
};

/* Holds the source files of the report, in their order. */
struct file_choice {
    struct chosen_file *files;
    size_t count;
};

/*
 * Chooses the files of the selected rows, except those that are not known, and the sources that are
 * named; without a selection only these. They are ranked by self cost of the first event to sort
 * by, then by name; files that the profile does not name come last. Free with file_choice_free().
 */
void file_choice_find(struct file_choice *choice, const struct figures *figures,
                      const struct rows *rows, const struct selection *selection,
                      struct text_list sources);
void file_choice_free(struct file_choice *choice);

#endif
