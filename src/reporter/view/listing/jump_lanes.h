/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_LISTING_JUMP_LANES_H
#define QUERN_REPORTER_VIEW_LISTING_JUMP_LANES_H

/*
 * Arrows beside rows, from where a jump is to where it leads to, each in a lane of its own: the
 * shortest innermost, in the first lane that is free from one end of it to the other. Jumps to one
 * row share an arrow. Where there are more than MOST_LANES over each other, those that come last
 * are not drawn.
 */

#include <stdbool.h>
#include <stddef.h>

enum { MOST_LANES = 8 };

struct drawn_jump {
    size_t from, to; /* rows */
    bool is_back;
};

/* What is beside rows: see LANE_ABOVE in table.h. */
struct jump_lanes {
    size_t n_lanes;
    unsigned char *marks; /* by row, and then by lane, the innermost first; owned */
};

/* jump_lanes_free() gives the lanes back. */
void jump_lanes_find(struct jump_lanes *lanes, const struct drawn_jump *jumps, size_t n_jumps,
                     size_t n_rows);
void jump_lanes_free(struct jump_lanes *lanes);

#endif
