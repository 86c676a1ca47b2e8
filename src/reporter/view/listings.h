/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_LISTINGS_H
#define QUERN_REPORTER_VIEW_LISTINGS_H

/* All that --annotate names, listed one after the other. */

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "base/text.h"
#include "base/warnings.h"
#include "reporter/report.h"
#include "reporter/view/code_listing.h"
#include "reporter/view/listing_target.h"

struct listings {
    const struct figures *figures;
    const struct inclusive *inclusive;
    struct annotate_shown shown; /* what all of them have in common */
    struct warnings *warnings;
    struct text what; /* as typed */
    struct annotate_choice choice;
    size_t code;     /* the next of the choice to be listed */
    size_t n_listed; /* of those before, how many had lines */
    struct view_annotate view;
};

/*
 * Finds out what `listings->what` names, with the rest of the first five members set. Where
 * `choice.is_match` is set then it is too much to be listed. False when nothing is named;
 * listings_free() in any case.
 */
bool listings_choose(struct listings *listings, struct error *error);

/* The next of them as a section. False at the end, or with *error set where none had a line. */
bool listings_next(struct listings *listings, struct section *section, struct error *error);

void listings_free(struct listings *listings);

#endif
