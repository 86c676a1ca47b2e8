/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_FORMAT_STACKS_TOLD_SHARES_H
#define QUERN_REPORTER_FORMAT_STACKS_TOLD_SHARES_H

/* What a picture of stacks cannot say, to be told beside it: how much of it is estimated. */

#include <stdbool.h>

#include "reporter/table.h"

struct warnings;

struct told_shares {
    double sum, estimated; /* of all shares that are drawn, and of those that are estimates */
    bool is_below_zero;    /* some share is */
};

void told_shares_add(struct told_shares *told, const struct tree_share *share);

/* In percent. */
double told_shares_estimated(const struct told_shares *told);

/* Adds what there is to say; the warnings may be NULL. */
void told_shares_tell(const struct told_shares *told, struct warnings *notes);

#endif
