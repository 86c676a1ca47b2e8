/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_PARSER_COST_LINE_H
#define QUERN_PARSER_COST_LINE_H

/*
 * A line of cost, read in place: positions and then costs. Nearly all lines are plain: decimal
 * positions and costs of up to eight digits, with single blanks. plain_line_read() reads those with
 * as few branches as possible, since whether "+3", "*" or "12" comes next cannot be predicted.
 * cost_line_read() reads lines of any form, and reports errors.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/digits.h"
#include "base/number.h"
#include "base/text.h"
#include "profile/profile.h"

/*
 * The numbers at the start of a line, as given by "positions:". Indices from 0, SIZE_MAX if absent.
 */
struct positions {
    size_t count;
    size_t line;        /* index of the line number */
    size_t address;     /* index of the instruction address, if needed */
    bool has_line_last; /* nearly always; otherwise no line is plain */
};

/* The events of its costs, as given by "events:". */
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
    struct position position; /* 0 if absent or not kept */
    size_t n_costs;           /* missing costs at the end are not given */
    int64_t *costs;           /* by event of the layout; room for MAX_EVENTS, not owned */
};

/* Why a line cannot be read completely. */
struct damage {
    const char *reason; /* NULL: it was read */
    const char *at;     /* the offending byte, or NULL if the reason is enough */
    bool is_of_number;  /* only the line number is damaged: later ones are not relative to it */
};

/* Reads the target of a call or a jump, relative to `base`; 0 for missing or unreadable numbers. */
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
 * Reads the line at `at`, which ends in '\n', into *line, whose costs the caller provides. Returns
 * the '\n', or NULL with the reason if it is damaged. An undamaged line may also set a reason, for
 * a warning.
 */
const char *cost_line_read(const char *at, const struct line_layout *layout, struct position base,
                           struct cost_line *line, struct damage *damage);

/* The sign before a number. */
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

/* Reads "12", "+3", "-3" or "*". Returns its end, or NULL if it is something else. */
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

/* Skips a position that is not kept; an absolute one may be hexadecimal. */
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

/* Subtracts the costs of a line that turned out not to be plain. */
static inline const char *plain_line_undo(const struct cost_line *line, size_t n_costs,
                                          int64_t *sums)
{
    for (size_t i = 0; sums != NULL && i < n_costs; i++)
        sums[i] -= line->costs[i];
    return NULL;
}

/*
 * Reads the line at `at`, followed by READ_AHEAD readable bytes, into *line, whose costs the caller
 * provides and which are then from 0 to 99,999,999. `others` is other_bytes_from(at), or its state
 * after the previous line. Returns the '\n', or NULL, with `others` invalid, if the line is not
 * plain. Also adds the costs to `sums`, unless NULL: doing so while reading saves a second loop
 * with an unpredictable end.
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
