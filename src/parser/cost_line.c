/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parser/cost_line.h"

#include <string.h>

bool line_layout_equal(const struct line_layout *a, const struct line_layout *b)
{
    return a->positions.n_addresses == b->positions.n_addresses &&
           a->positions.has_line == b->positions.has_line &&
           a->positions.keeps_address == b->positions.keeps_address &&
           a->events.count == b->events.count &&
           memcmp(a->events.columns, b->events.columns,
                  a->events.count * sizeof *a->events.columns) == 0;
}

const char *cost_line_damaged(struct damage *damage, const char *reason, const char *at)
{
    *damage = (struct damage){.reason = reason, .at = at};
    return NULL;
}

/* "3:5", "3-5" and "3+2" are ranges: the first number counts. */
static const char *skip_range(const char *at, struct damage *damage)
{
    const char *end = at;
    uint64_t ignored;

    if (*at == ':' || *at == '-' || *at == '+') {
        if (read_number(at + 1, &end, &ignored) != NUMBER_OK)
            return cost_line_damaged(damage, "expected the end of a range", at + 1);
    }
    if (!is_blank(*end) && !is_line_end(*end))
        return cost_line_damaged(damage, "expected a position", end);
    return end;
}

/* All that is neither a plain decimal number nor a wrong one: "*", "+0x1f", "3:5". */
const char *cost_line_rare_position(const char *at, uint64_t base, uint64_t *position,
                                    struct damage *damage)
{
    uint64_t number;
    const char *end;
    char sign = *at;

    if (sign == '*') {
        *position = base;
        return skip_range(at + 1, damage);
    }
    switch (read_number(at + (sign == '+' || sign == '-'), &end, &number)) {
    case NUMBER_MISSING:
        return cost_line_damaged(damage, "expected a position", at);
    case NUMBER_TOO_LARGE:
        return cost_line_damaged(damage, "a position of more than 64 bits", NULL);
    case NUMBER_OK:
        break;
    }
    *position = sign == '+' ? base + number : sign == '-' ? base - number : number;
    return skip_range(end, damage);
}

/* Negative and hexadecimal costs, and those that are wrong. */
static const char *read_rare_number(const char *at, int64_t *cost, struct damage *damage)
{
    const char *end;

    switch (read_signed(at, &end, cost)) {
    case NUMBER_MISSING:
        return cost_line_damaged(damage, "expected a cost", at);
    case NUMBER_TOO_LARGE: /* what follows it is read all the same */
        damage->reason = "a cost above 2^63 - 1: that cost left out";
        *cost = 0;
        break;
    case NUMBER_OK:
        break;
    }
    if (!is_blank(*end) && !is_line_end(*end))
        return cost_line_damaged(damage, "expected a cost", end);
    return end;
}

/* A cost that is not a plain decimal number with one blank or the line's end after it. */
const char *cost_line_rare_cost(const char *at, const struct line_layout *layout,
                                struct cost_line *line, struct damage *damage)
{
    at = skip_blanks(at);
    if (is_line_end(*at))
        return at;
    if (line->n_costs == layout->events.count)
        return cost_line_damaged(damage, "more costs than events", NULL);
    return read_rare_number(at, &line->costs[line->n_costs++], damage);
}

struct position cost_line_target(const char *at, const struct positions *positions,
                                 struct position base)
{
    struct cost_line line = {0};
    struct damage damage = {0};

    at = skip_blanks(at);
    if (!is_line_end(*at))
        cost_line_positions(at, positions, base, &line, &damage);
    return line.position;
}

bool cost_line_is_relative(const char *at, const struct line_layout *layout)
{
    const struct positions *positions = &layout->positions;

    if (positions->keeps_address && !is_digit(*at))
        return true;
    for (size_t i = 0; i < positions->n_addresses && !is_line_end(*at); i++) {
        while (!is_blank(*at) && !is_line_end(*at))
            at++;
        at = skip_blanks(at);
    }
    return positions->has_line && !is_digit(*at);
}
