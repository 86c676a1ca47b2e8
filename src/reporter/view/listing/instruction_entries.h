/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_LISTING_INSTRUCTION_ENTRIES_H
#define QUERN_REPORTER_VIEW_LISTING_INSTRUCTION_ENTRIES_H

/*
 * The rows of a listing by instruction, by address: each line of source, where it is known, is
 * above the instructions that follow it there.
 */

#include <stdbool.h>

#include "base/error.h"
#include "reporter/view/listing/jump_lanes.h"

struct code_entries;

/*
 * Lists the instructions whose costs the entries have; which of these are shown, and what `entries`
 * has to have, is as in code_entries_make(). `lanes` are by row. False when a cost does not fit;
 * code_entries_free() and jump_lanes_free() in any case.
 */
bool instruction_entries_make(struct code_entries *entries, struct jump_lanes *lanes,
                              struct error *error);

#endif
