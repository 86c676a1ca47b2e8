/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_AGGREGATOR_ROW_FIGURES_H
#define QUERN_AGGREGATOR_ROW_FIGURES_H

/* The rows of a profile, or of the difference between two, with all of their figures. */

#include <stdbool.h>

#include "aggregator/inclusive.h"
#include "aggregator/row_calls.h"
#include "aggregator/row_diff.h"
#include "aggregator/rows.h"
#include "base/error.h"

struct diff;
struct program;

/* {0} is empty. Not to be moved: its pointers lead into it. */
struct row_figures {
    struct rows *rows;
    const struct inclusive *inclusive; /* NULL where they were not asked for */
    const struct row_calls *calls;     /* likewise */
    const struct row_diff *diff;       /* NULL: no difference; else all others are the change */

    struct rows own_rows;
    struct inclusive own_inclusive;
    struct row_calls own_calls;
    struct row_diff own_diff; /* of a difference, in place of the three */
};

/* What is to be added up. */
struct row_figures_wanted {
    struct row_choice choice;
    bool has_calls; /* who calls whom */
};

/* Adds them up for a profile, of which `program` is the total. */
void row_figures_create(struct row_figures *figures, const struct profile *profile,
                        const struct program *program, const struct row_figures_wanted *wanted);

/*
 * The same of a difference. False with a usage error where rows cannot be matched; see
 * row_diff_create(). row_figures_free() in any case.
 */
bool row_figures_create_change(struct row_figures *figures, const struct diff *diff,
                               const struct row_figures_wanted *wanted, struct error *error);

void row_figures_free(struct row_figures *figures);

#endif
