/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parser/cost_line.h"

#include <string.h>

static const char *damaged(struct damage *damage, const char *reason, const char *at)
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
            return damaged(damage, "expected the end of a range", at + 1);
    }
    if (!is_blank(*end) && !is_line_end(*end))
        return damaged(damage, "expected a position", end);
    return end;
}

/* Reads a position that is not a plain decimal number: "*", "+0x1f", "3:5". */
static const char *rare_position(const char *at, uint64_t base, uint64_t *position,
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
        return damaged(damage, "expected a position", at);
    case NUMBER_TOO_LARGE:
        return damaged(damage, "a position of more than 64 bits", NULL);
    case NUMBER_OK:
        break;
    }
    *position = sign == '+' ? base + number : sign == '-' ? base - number : number;
    return skip_range(end, damage);
}

/* Reads negative and hexadecimal costs, and says what is wrong with others. */
static const char *read_rare_number(const char *at, int64_t *cost, struct damage *damage)
{
    const char *end;

    switch (read_signed(at, &end, cost)) {
    case NUMBER_MISSING:
        return damaged(damage, "expected a cost", at);
    case NUMBER_TOO_LARGE: /* the rest of the line is still read */
        damage->reason = "a cost above 2^63 - 1: that cost ignored";
        *cost = 0;
        break;
    case NUMBER_OK:
        break;
    }
    if (!is_blank(*end) && !is_line_end(*end))
        return damaged(damage, "expected a cost", end);
    return end;
}

/* Reads a cost that is not a plain decimal number with one blank or the line's end after it. */
static const char *rare_cost(const char *at, const struct line_layout *layout,
                             struct cost_line *line, struct damage *damage)
{
    at = skip_blanks(at);
    if (*at == '#') /* a comment */
        return at + strcspn(at, "\n");
    if (is_line_end(*at))
        return at;
    if (line->n_costs == layout->events.count)
        return damaged(damage, "more costs than events", NULL);
    return read_rare_number(at, &line->costs[line->n_costs++], damage);
}

/* "+3", "-2" and "*" are relative to the same position of the last line of self cost. */
static const char *read_position(const char *at, uint64_t base, uint64_t *position,
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
        return rare_position(at, base, position, damage);
    *position = sign == '+' ? base + number : sign == '-' ? base - number : number;
    return end;
}

/*
 * Reads an address or a line number. A relative one that ends up below 0 or above 64 bits becomes
 * 0.
 */
static const char *read_kept(const char *at, uint64_t base, uint64_t *position, bool is_line,
                             struct damage *damage)
{
    const char sign = *at;

    at = read_position(at, base, position, damage);
    if (at == NULL || !((sign == '-' && *position > base) || (sign == '+' && *position < base)))
        return at;
    /* The cost still counts: figures must not depend on whether addresses are kept. */
    damage->reason = is_line ? "a line number below 0 or above 64 bits: taken as none"
                             : "an address below 0 or above 64 bits: taken as 0";
    damage->is_of_number = is_line;
    *position = 0;
    return at;
}

/* Reads the positions before the costs. A line that begins with a blank has none: line 0. */
static const char *read_positions(const char *at, const struct positions *positions,
                                  struct position base, struct cost_line *line,
                                  struct damage *damage)
{
    if (is_blank(*at))
        return at;
    for (size_t i = 0; at != NULL && i < positions->count; i++) {
        struct position *kept = &line->position;
        uint64_t ignored;
        if (i != 0)
            at = skip_blanks(at);
        at = i == positions->line    ? read_kept(at, base.line, &kept->line, true, damage)
           : i == positions->address ? read_kept(at, base.address, &kept->address, false, damage)
                                     : read_position(at, 0, &ignored, damage);
    }
    return at;
}

static const char *read_costs(const char *at, const struct line_layout *layout,
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
        if ((at = rare_cost(at, layout, line, damage)) == NULL)
            return NULL;
        n_costs = line->n_costs;
    }
    line->n_costs = n_costs;
    return at;
}

const char *cost_line_read(const char *at, const struct line_layout *layout, struct position base,
                           struct cost_line *line, struct damage *damage)
{
    at = read_positions(at, &layout->positions, base, line, damage);
    if (at != NULL)
        at = read_costs(at, layout, line, damage);
    if (at != NULL && at[0] == '\r')
        return at[1] == '\n' ? at + 1 : damaged(damage, "expected a cost", at);
    return at;
}

struct position cost_line_target(const char *at, const struct positions *positions,
                                 struct position base)
{
    struct cost_line line = {0};
    struct damage damage = {0};

    at = skip_blanks(at);
    if (!is_line_end(*at))
        read_positions(at, positions, base, &line, &damage);
    return line.position;
}
