/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_PARSER_COST_LINE_H
#define QUERN_PARSER_COST_LINE_H

/*
 * A line of cost, read in place: positions and then costs. Nearly all lines are plain: positions
 * and costs in decimal, of up to eight digits, with one blank between them. plain_line_read() reads
 * those with as few branches as there can be, since which of "+3", "*" and "12" comes next cannot
 * be predicted. cost_line_read() reads lines of any form, and says what is wrong.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/digits.h"
#include "base/number.h"
#include "base/text.h"
#include "profile/profile.h"

/* The numbers that a line begins with, as "positions:" says; from 0, SIZE_MAX for what is not. */
struct positions {
    size_t count;
    size_t line;        /* which of them is the line number */
    size_t address;     /* which is the address of an instruction, if that is wanted */
    bool has_line_last; /* nearly always, or the line is not plain */
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

/* A line as read. */
struct cost_line {
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

/*
 * Reads where a call or a jump leads to, relative to `base`; 0 for what is missing or cannot be
 * read.
 */
struct position cost_line_target(const char *at, const struct positions *positions,
                                 struct position base);

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

/* What stands before a number. */
struct sign {
    char c;
    bool is_there; /* it is '*', '+' or '-' */
};

static inline struct sign take_sign(struct other_bytes *others, const char **at)
{
    char c = **at;
    struct sign sign = {c, (c == '*') | (c == '+') | (c == '-')};

    if (sign.is_there)
        other_bytes_take(others, *at);
    *at += sign.is_there;
    return sign;
}

/* Reads "12", "+3", "-3" or "*". Gives what follows it, or NULL if it is something else. */
static inline const char *plain_position(struct other_bytes *others, const char *at, uint64_t base,
                                         uint64_t *position)
{
    struct sign sign = take_sign(others, &at);
    const char *end = other_bytes_take(others, at);
    size_t length = (size_t)(end - at);
    bool is_long = length > MOST_DIGITS, is_star = sign.c == '*', is_empty = length == 0;
    bool goes_on = !ends_number(*end);

    if (is_long | (is_empty ^ is_star) | goes_on)
        return NULL;
    uint64_t number = read_digits(at, length), start = sign.is_there ? base : 0;
    bool is_before = sign.c == '-';
    *position = is_before ? start - number : start + number;
    bool wraps = is_before ? *position > start : *position < start;
    return wraps ? NULL : end;
}

/* This many digits fit into 64 bits, also hexadecimal ones. */
enum { MOST_SKIPPED = 16 };

/* A position that is not kept; what is not relative may be hexadecimal. */
static inline const char *plain_skip_position(struct other_bytes *others, const char *at)
{
    struct sign sign = take_sign(others, &at);
    const char *end = other_bytes_take(others, at);

    if (*end == 'x' && end == at + 1 && *at == '0') {
        at += 2;
        do
            end = other_bytes_take(others, end + 1);
        while (*end >= 'a' && *end <= 'f');
    }
    if (end - at > MOST_SKIPPED)
        return NULL;
    return (end == at) != (sign.c == '*') ? NULL : end;
}

static inline const char *plain_positions(struct other_bytes *others, const char *at,
                                          const struct positions *positions, struct position base,
                                          struct position *position)
{
    if (!positions->has_line_last)
        return NULL;
    for (size_t i = 0; i < positions->line; i++) {
        at = i == positions->address ? plain_position(others, at, base.address, &position->address)
                                     : plain_skip_position(others, at);
        if (at == NULL || *at++ != ' ')
            return NULL;
    }
    return plain_position(others, at, base.line, &position->line);
}

/* Takes the costs of a line that turned out not to be plain off the sums again. */
static inline const char *plain_line_undo(const struct cost_line *line, size_t n_costs,
                                          int64_t *sums)
{
    for (size_t i = 0; sums != NULL && i < n_costs; i++)
        sums[i] -= line->costs[i];
    return NULL;
}

/*
 * Reads the line at `at`, after whose end there are READ_AHEAD readable bytes, into *line, whose
 * costs point somewhere and are then from 0 to 99,999,999. `others` is other_bytes_from(at), or
 * what the line before it left there. Gives the line's '\n'; NULL where it is not plain, and
 * `others` is of no use then. The costs are added to `sums` too, unless that is NULL: to do so as
 * they are read saves a second loop, whose end cannot be predicted either.
 */
static inline const char *plain_line_read(struct other_bytes *others, const char *at,
                                          const struct line_layout *layout, struct position base,
                                          struct cost_line *line, int64_t *sums)
{
    const size_t n_events = layout->events.count;
    size_t n_costs = 0;

    line->position = (struct position){0, 0};
    const char *end = plain_positions(others, at, &layout->positions, base, &line->position);
    if (end == NULL)
        return NULL;
    while (*end != '\n') {
        at = end + 1;
        end = other_bytes_take(others, at);
        size_t length = (size_t)(end - at);
        bool is_empty_or_long = length - 1 >= MOST_DIGITS, goes_on = !ends_number(*end);
        bool has_no_event = n_costs == n_events;
        if (is_empty_or_long | goes_on | has_no_event) {
            if (length == 0 && *end == '\n')
                break; /* a blank at the end, as Callgrind writes in the line of a jump */
            return plain_line_undo(line, n_costs, sums);
        }
        int64_t cost = (int64_t)read_digits(at, length);
        if (sums != NULL)
            sums[n_costs] += cost;
        line->costs[n_costs++] = cost;
    }
    line->n_costs = n_costs;
    return end;
}

#endif
