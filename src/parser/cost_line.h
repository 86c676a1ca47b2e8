/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_PARSER_COST_LINE_H
#define QUERN_PARSER_COST_LINE_H

/*
 * A line of cost of any form, read in place: positions and then costs. Nearly all lines are plain,
 * and are read by plain_line.h; this reads all of them, and says what is wrong.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/number.h"
#include "base/text.h"
#include "profile/profile.h"

/* What a line begins with, as "positions:" says. */
struct positions {
    size_t n_addresses; /* of instructions and basic blocks; they come before the line number */
    bool has_line;      /* there is a line number */
    bool keeps_address; /* the first is of an instruction, and wanted */
};

/* What its costs are, as "events:" says. */
struct event_order {
    size_t count;                 /* how many costs a line may have; 0 before "events:" */
    bool is_direct;               /* columns[i] is i */
    uint32_t columns[MAX_EVENTS]; /* by cost of a line: its column in the profile */
};

struct line_layout {
    struct positions positions;
    struct event_order events;
};

bool line_layout_equal(const struct line_layout *a, const struct line_layout *b);

/* A line as read. */
struct cost_line {
    const char *at;           /* its first byte */
    struct position position; /* 0 for what it does not have, or what is not kept */
    size_t n_costs;           /* those left out at the end are not given */
    int64_t *costs;           /* by event of the layout; room for MAX_EVENTS, not owned */
};

/* Why a line cannot be read, or not all of it. */
struct damage {
    const char *reason; /* NULL: it was read */
    const char *at;     /* the byte that is wrong, or NULL where the reason says all */
    bool is_of_number; /* the line's number alone could not be: later ones are not relative to it */
};

/* Where a call or a jump leads to, relative to `base`; 0 for what is missing or cannot be read. */
struct position cost_line_target(const char *at, const struct positions *positions,
                                 struct position base);

/*
 * Whether the line's number, or its address where that is kept, is relative to the line before, or
 * the number missing where one belongs.
 */
bool cost_line_is_relative(const char *at, const struct line_layout *layout);

static inline bool is_line_end(char c)
{
    return c == '\n' || c == '\r';
}

static inline const char *skip_blanks(const char *at)
{
    while (is_blank(*at))
        at++;
    return at;
}

static inline bool ends_number(char c)
{
    return c == ' ' || c == '\n';
}

/*
 * Reads the line at `at`, which ends in '\n' like all of them, into *line, whose costs point
 * somewhere. Gives that '\n'. NULL, with the reason, when it is damaged; where it is not, there may
 * be a reason too, to be warned of.
 */
const char *cost_line_read(const char *at, const struct line_layout *layout, struct position base,
                           struct cost_line *line, struct damage *damage);

#endif
