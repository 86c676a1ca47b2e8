/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/callgrind_costs.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "profile/costs.h"
#include "reporter/callgrind_order.h"

static bool has_addresses(const struct written_order *order)
{
    const struct profile *profile = order->profile;

    for (uint32_t id = 0; id < profile->spots.count; id++)
        if (profile_spot(profile, id).position.address != 0 && spot_is_written(order, id))
            return true;
    return false;
}

/* Enough for a sign or a blank and a number of 64 bits, or for what a line begins with. */
enum { NUMBER_ROOM = 24 };

/* "jcnd=" or "calls=", up to two numbers and a position, or a position and all costs. */
static size_t line_room(size_t n_events)
{
    return (n_events + 6) * NUMBER_ROOM;
}

void cost_writer_init(struct cost_writer *writer, const struct written_order *order, FILE *out)
{
    *writer = (struct cost_writer){
        .out = out,
        .has_addresses = has_addresses(order),
        .line = memory_alloc(line_room(order->profile->events.n_recorded), 1),
    };
}

void cost_writer_free(struct cost_writer *writer)
{
    free(writer->line);
}

void cost_writer_restart(struct cost_writer *writer)
{
    writer->is_after_self = false;
}

static void append(struct cost_writer *writer, char c)
{
    writer->line[writer->length++] = c;
}

static void append_key(struct cost_writer *writer, struct text key)
{
    memcpy(writer->line + writer->length, key.at, key.length);
    writer->length += key.length;
}

static void end_line(struct cost_writer *writer)
{
    append(writer, '\n');
    fwrite(writer->line, 1, writer->length, writer->out);
    writer->length = 0;
}

/* With a base of 10 or 16. */
static inline void append_digits(struct cost_writer *writer, uint64_t number, unsigned base)
{
    char digits[NUMBER_ROOM];
    size_t at = sizeof digits;

    do
        digits[--at] = "0123456789abcdef"[number % base];
    while ((number /= base) != 0);
    append_key(writer, (struct text){digits + at, sizeof digits - at});
}

static void append_number(struct cost_writer *writer, uint64_t number)
{
    append_digits(writer, number, 10);
}

static void append_address(struct cost_writer *writer, uint64_t address)
{
    append_key(writer, TEXT("0x"));
    append_digits(writer, address, 16);
}

static void append_signed(struct cost_writer *writer, int64_t number)
{
    if (number < 0)
        append(writer, '-');
    append_number(writer, number < 0 ? -(uint64_t)number : (uint64_t)number);
}

/* Positions that are farther apart are written in full. */
enum { NEAR = 1000 };

/* "*", "+3" or "-2"; false, and nothing is added, where `last` is too far away. */
static bool append_relative(struct cost_writer *writer, uint64_t number, uint64_t last)
{
    bool is_after = number > last;
    uint64_t distance = is_after ? number - last : last - number;

    if (distance >= NEAR)
        return false;
    append_key(writer, distance == 0 ? TEXT("*") : is_after ? TEXT("+") : TEXT("-"));
    if (distance != 0)
        append_number(writer, distance);
    return true;
}

/*
 * Readers agree that self cost moves the base of relative positions, but not on what else
 * does: after anything else positions are written in full.
 */
static void append_position(struct cost_writer *writer, struct position position, bool is_self)
{
    bool is_relative = is_self && writer->is_after_self;

    if (writer->has_addresses) {
        if (!is_relative || !append_relative(writer, position.address, writer->last.address))
            append_address(writer, position.address);
        append(writer, ' ');
    }
    if (!is_relative || !append_relative(writer, position.line, writer->last.line))
        append_number(writer, position.line);
    writer->is_after_self = is_self;
    writer->last = position;
}

void write_costs(struct cost_writer *writer, const struct costs *costs, size_t row)
{
    const int64_t *cells = costs_row(costs, row);
    size_t count = costs->n_events;

    while (count != 0 && !costs_is_given(cells, count - 1))
        count--;
    for (size_t i = 0; i < count; i++) {
        append(writer, ' ');
        append_signed(writer, costs_sum(costs, cells, i));
    }
    end_line(writer);
}

void write_self_cost(struct cost_writer *writer, struct position position,
                     const struct costs *costs, size_t row)
{
    append_position(writer, position, true);
    write_costs(writer, costs, row);
}

/* A position in full, after what is relative to nothing. */
static void end_with_target(struct cost_writer *writer, struct position target)
{
    append(writer, ' ');
    if (writer->has_addresses) {
        append_address(writer, target.address);
        append(writer, ' ');
    }
    append_number(writer, target.line);
    end_line(writer);
}

void write_call_cost(struct cost_writer *writer, struct position position, struct position target,
                     const struct call_table *table, size_t row)
{
    append_key(writer, TEXT("calls="));
    append_signed(writer, table->counts[row]);
    end_with_target(writer, target);
    append_position(writer, position, false);
    write_costs(writer, &table->costs, row);
}

/* Ends a line of counts, and writes the one of the position. */
static void end_jump(struct cost_writer *writer, struct position position, struct position target)
{
    end_with_target(writer, target);
    append_position(writer, position, false);
    end_line(writer);
}

void write_jump(struct cost_writer *writer, struct position position, struct position target,
                const struct jump_counts *counts)
{
    append_key(writer, TEXT("jump="));
    append_signed(writer, counts->unconditional);
    end_jump(writer, position, target);
}

void write_conditional_jump(struct cost_writer *writer, struct position position,
                            struct position target, const struct jump_counts *counts)
{
    append_key(writer, TEXT("jcnd="));
    append_signed(writer, counts->followed);
    append(writer, '/');
    append_signed(writer, counts->executed);
    end_jump(writer, position, target);
}
