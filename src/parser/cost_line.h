/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_PARSER_COST_LINE_H
#define QUERN_PARSER_COST_LINE_H

/*
 * A line of cost, read in place: positions and then costs. What is common is inline, since
 * most of a profile's bytes are read here; what is rare or wrong is in cost_line.c.
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
    bool keeps_address; /* the first is of an instruction, and profile->keep.addresses is set */
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

/* For cost_line_read() alone: what it does not read itself. NULL where the line is damaged. */
const char *cost_line_rare_position(const char *at, uint64_t base, uint64_t *position,
                                    struct damage *damage);
const char *cost_line_rare_cost(const char *at, const struct line_layout *layout,
                                struct cost_line *line, struct damage *damage);
const char *cost_line_damaged(struct damage *damage, const char *reason, const char *at);

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

/* "+3", "-2" and "*" are relative to the same position of the last line of self cost. */
static inline const char *cost_line_position(const char *at, uint64_t base, uint64_t *position,
                                             struct damage *damage)
{
    char sign = *at;
    uint64_t number;

    if (sign == '*' && ends_number(at[1])) {
        *position = base;
        return at + 1;
    }
    const char *digits = at + (sign == '+' || sign == '-');
    const char *end = read_decimal(digits, &number);
    if (end == digits || end - digits > SAFE_DIGITS || !ends_number(*end))
        return cost_line_rare_position(at, base, position, damage);
    *position = sign == '+' ? base + number : sign == '-' ? base - number : number;
    return end;
}

/*
 * An address or basic block that is not kept. The digits among the next eight bytes are
 * counted at once; "*" and longer numbers are read as any position.
 */
static inline const char *cost_line_skip_position(const char *at, struct damage *damage)
{
    const char *digits = at + (*at == '+' || *at == '-');
    uint64_t ignored;
    size_t length = count_digits(digits);

    if (length != 0 && length < sizeof(uint64_t) && digits[length] == ' ')
        return digits + length;
    return cost_line_position(at, 0, &ignored, damage);
}

/* Whether a relative position is below 0 or above 64 bits. */
static inline bool has_wrapped(char sign, uint64_t base, uint64_t position)
{
    return (sign == '-' && position > base) || (sign == '+' && position < base);
}

static inline const char *cost_line_address(const char *at, uint64_t base, uint64_t *address,
                                            struct damage *damage)
{
    char sign = *at;

    at = cost_line_position(at, base, address, damage);
    if (at != NULL && has_wrapped(sign, base, *address)) {
        /* The cost counts all the same: what is kept of addresses must not affect figures. */
        damage->reason = "an address below 0 or above 64 bits: taken as 0";
        *address = 0;
    }
    return at;
}

/* The positions before the costs. A line that begins with a blank has none: line 0. */
static inline const char *cost_line_positions(const char *at, const struct positions *positions,
                                              struct position base, struct cost_line *line,
                                              struct damage *damage)
{
    if (is_blank(*at))
        return at;
    for (size_t i = 0; i < positions->n_addresses; i++) {
        at = i == 0 && positions->keeps_address
               ? cost_line_address(at, base.address, &line->position.address, damage)
               : cost_line_skip_position(at, damage);
        if (at == NULL)
            return NULL;
        at = skip_blanks(at);
    }
    if (!positions->has_line)
        return at;
    const char *end = cost_line_position(at, base.line, &line->position.line, damage);
    if (end != NULL && has_wrapped(*at, base.line, line->position.line)) {
        damage->reason = "a line number below 0 or above 64 bits: taken as none";
        damage->is_of_number = true;
        line->position.line = 0;
    }
    return end;
}

static inline const char *cost_line_costs(const char *at, const struct line_layout *layout,
                                          struct cost_line *line, struct damage *damage)
{
    const size_t n_events = layout->events.count;
    size_t n_costs = 0;

    at += *at == ' ';
    while (!is_line_end(*at)) {
        uint64_t number;
        const char *end = read_decimal(at, &number);
        if ((size_t)(end - at) - 1 < SAFE_DIGITS && ends_number(*end) && n_costs < n_events) {
            line->costs[n_costs++] = (int64_t)number;
            at = end + (*end == ' ');
            continue;
        }
        line->n_costs = n_costs;
        if ((at = cost_line_rare_cost(at, layout, line, damage)) == NULL)
            return NULL;
        n_costs = line->n_costs;
    }
    line->n_costs = n_costs;
    return at;
}

/*
 * Reads the line at `at`, which ends in '\n' like all of them and has eight readable bytes
 * after it, into *line, whose costs point somewhere. Gives that '\n'. NULL, with the reason,
 * when it is damaged; where it is not, there may be a reason too, to be warned of.
 */
static inline const char *cost_line_read(const char *at, const struct line_layout *layout,
                                         struct position base, struct cost_line *line,
                                         struct damage *damage)
{
    line->at = at;
    at = cost_line_positions(at, &layout->positions, base, line, damage);
    if (at != NULL)
        at = cost_line_costs(at, layout, line, damage);
    if (at != NULL && at[0] == '\r')
        return at[1] == '\n' ? at + 1 : cost_line_damaged(damage, "expected a cost", at);
    return at;
}

#endif
