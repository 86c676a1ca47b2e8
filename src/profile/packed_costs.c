/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "profile/costs.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

/*
 * Each figure, up to the last one given, starts with a byte: the figure itself if it is small, or
 * else the number of bytes that follow with it, lowest first.
 */
enum { LARGEST_SMALL = 0xf5, END_OF_ROW, NOT_GIVEN };

void packed_costs_widen(struct packed_costs *packed, size_t n_events)
{
    packed_costs_settle(packed);
    costs_free(&packed->unpacked);
    costs_init(&packed->unpacked, n_events);
    costs_ensure(&packed->unpacked, 1);
}

void packed_costs_free(struct packed_costs *packed)
{
    free(packed->bytes);
    free(packed->begins);
    costs_free(&packed->unpacked);
    *packed = (struct packed_costs){0};
}

void packed_costs_ensure(struct packed_costs *packed, size_t n_rows)
{
    if (n_rows > packed->begin_capacity)
        packed->begins =
            memory_grow(packed->begins, &packed->begin_capacity, n_rows, sizeof *packed->begins);
    for (; packed->n_rows < n_rows; packed->n_rows++)
        packed->begins[packed->n_rows] = 0;
}

/* Reads a figure of that many bytes, whose highest bit is its sign. */
static int64_t read_figure(const unsigned char *at, unsigned length)
{
    uint64_t figure = at[length - 1] >> 7 != 0 ? UINT64_MAX : 0;

    while (length-- != 0)
        figure = figure << 8 | at[length];
    return (int64_t)figure;
}

int64_t *packed_costs_unpack(const struct packed_costs *packed, size_t row)
{
    const struct costs *shape = &packed->unpacked;
    int64_t *cells = costs_row(shape, 0);

    memset(cells, 0, shape->stride * sizeof *cells);
    if (!packed_costs_has(packed, row))
        return cells;
    const unsigned char *at = packed->bytes + packed->begins[row] - 1;
    for (size_t event = 0; *at != END_OF_ROW; event++) {
        unsigned first = *at++;
        if (first <= LARGEST_SMALL) {
            costs_set(shape, cells, event, first);
        } else if (first != NOT_GIVEN) {
            unsigned length = first - NOT_GIVEN;
            costs_set(shape, cells, event, read_figure(at, length));
            at += length;
        }
    }
    return cells;
}

/* Writes a figure that is not small. Returns its end. */
static unsigned char *write_figure(unsigned char *at, int64_t figure)
{
    unsigned char *first = at++;
    int64_t rest = figure;

    do {
        *at++ = (unsigned char)rest;
        rest = rest < 0 ? ~(~rest >> 8) : rest >> 8;
    } while (rest != (at[-1] >> 7 != 0 ? -1 : 0));
    *first = (unsigned char)(NOT_GIVEN + (at - first - 1));
    return at;
}

/* Packs the row at `at`. Returns its end. */
static unsigned char *write_row(unsigned char *at, const struct costs *shape)
{
    const int64_t *cells = costs_row(shape, 0);
    size_t count = shape->n_events;

    while (count != 0 && !costs_is_given(cells, count - 1))
        count--;
    for (size_t event = 0; event < count; event++) {
        int64_t figure = costs_sum(shape, cells, event);
        if (!costs_is_given(cells, event))
            *at++ = NOT_GIVEN;
        else if (figure >= 0 && figure <= LARGEST_SMALL)
            *at++ = (unsigned char)figure;
        else
            at = write_figure(at, figure);
    }
    *at++ = END_OF_ROW;
    return at;
}

/* Returns the length of a packed row. */
static size_t length_of(const unsigned char *row)
{
    const unsigned char *at = row;

    while (*at != END_OF_ROW)
        at += *at > NOT_GIVEN ? 1 + *at - NOT_GIVEN : 1;
    return (size_t)(at - row) + 1;
}

/* Packs the contents of `unpacked` as that row. */
static void pack(struct packed_costs *packed, size_t row)
{
    size_t room = packed->unpacked.n_events * (1 + sizeof(int64_t)) + 1;

    if (packed->n_bytes + room > packed->capacity)
        packed->bytes = memory_grow(packed->bytes, &packed->capacity, packed->n_bytes + room, 1);
    unsigned char *end = packed->bytes + packed->n_bytes;
    size_t length = (size_t)(write_row(end, &packed->unpacked) - end);
    if (packed_costs_has(packed, row)) {
        unsigned char *before = packed->bytes + packed->begins[row] - 1;
        if (length <= length_of(before)) {
            memcpy(before, end, length);
            return;
        }
    }
    packed->begins[row] = packed->n_bytes + 1;
    packed->n_bytes += length;
}

int64_t *packed_costs_edit(struct packed_costs *packed, size_t row)
{
    if (packed->is_edited && packed->edited == row)
        return costs_row(&packed->unpacked, 0);
    packed_costs_settle(packed);
    packed->is_edited = true;
    packed->edited = row;
    return packed_costs_unpack(packed, row);
}

void packed_costs_settle(struct packed_costs *packed)
{
    if (packed->is_edited)
        pack(packed, packed->edited);
    packed->is_edited = false;
}
