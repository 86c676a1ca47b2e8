/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/callgrind_costs.h"

#include <inttypes.h>

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

void cost_writer_init(struct cost_writer *writer, const struct written_order *order, FILE *out)
{
    *writer = (struct cost_writer){.out = out, .has_addresses = has_addresses(order)};
}

void cost_writer_restart(struct cost_writer *writer)
{
    writer->is_after_self = false;
}

/* Enough for a sign and a number. */
enum { NUMBER_ROOM = 24 };

static void write_number(FILE *out, char before, uint64_t number)
{
    char digits[NUMBER_ROOM];
    size_t at = sizeof digits;

    do
        digits[--at] = (char)('0' + number % 10);
    while ((number /= 10) != 0);
    if (before != '\0')
        digits[--at] = before;
    fwrite(digits + at, 1, sizeof digits - at, out);
}

static void write_signed(FILE *out, int64_t number)
{
    if (number < 0)
        write_number(out, '-', -(uint64_t)number);
    else
        write_number(out, '\0', (uint64_t)number);
}

/* Positions that are farther apart are written in full. */
enum { NEAR = 1000 };

/* "*", "+3" or "-2"; false, and nothing is written, where `last` is too far away. */
static bool write_relative(FILE *out, uint64_t number, uint64_t last)
{
    if (number == last)
        fputc('*', out);
    else if (number > last && number - last < NEAR)
        write_number(out, '+', number - last);
    else if (number < last && last - number < NEAR)
        write_number(out, '-', last - number);
    else
        return false;
    return true;
}

/*
 * Readers agree that self cost moves the base of relative positions, but not on what else
 * does: after anything else positions are written in full.
 */
static void write_position(struct cost_writer *writer, struct position position, bool is_self)
{
    bool is_relative = is_self && writer->is_after_self;

    if (writer->has_addresses) {
        if (!is_relative || !write_relative(writer->out, position.address, writer->last.address))
            fprintf(writer->out, "0x%" PRIx64, position.address);
        fputc(' ', writer->out);
    }
    if (!is_relative || !write_relative(writer->out, position.line, writer->last.line))
        write_number(writer->out, '\0', position.line);
    writer->is_after_self = is_self;
    writer->last = position;
}

void write_costs(FILE *out, const struct costs *costs, size_t row)
{
    const int64_t *cells = costs_row(costs, row);
    size_t count = costs->n_events;

    while (count != 0 && !costs_is_given(cells, count - 1))
        count--;
    for (size_t i = 0; i < count; i++) {
        fputc(' ', out);
        write_signed(out, costs_sum(costs, cells, i));
    }
    fputc('\n', out);
}

void write_self_cost(struct cost_writer *writer, struct position position,
                     const struct costs *costs, size_t row)
{
    write_position(writer, position, true);
    write_costs(writer->out, costs, row);
}

/* A position in full, after what is relative to nothing. */
static void write_target(const struct cost_writer *writer, struct position target)
{
    if (writer->has_addresses)
        fprintf(writer->out, " 0x%" PRIx64, target.address);
    write_number(writer->out, ' ', target.line);
    fputc('\n', writer->out);
}

void write_call_cost(struct cost_writer *writer, struct position position, struct position target,
                     const struct call_table *table, size_t row)
{
    fputs("calls=", writer->out);
    write_signed(writer->out, table->counts[row]);
    write_target(writer, target);
    write_position(writer, position, false);
    write_costs(writer->out, &table->costs, row);
}

/* Ends a line of counts, and writes the one of the position. */
static void end_jump(struct cost_writer *writer, struct position position, struct position target)
{
    write_target(writer, target);
    write_position(writer, position, false);
    fputc('\n', writer->out);
}

void write_jump(struct cost_writer *writer, struct position position, struct position target,
                const struct jump_counts *counts)
{
    fputs("jump=", writer->out);
    write_signed(writer->out, counts->unconditional);
    end_jump(writer, position, target);
}

void write_conditional_jump(struct cost_writer *writer, struct position position,
                            struct position target, const struct jump_counts *counts)
{
    fputs("jcnd=", writer->out);
    write_signed(writer->out, counts->followed);
    fputc('/', writer->out);
    write_signed(writer->out, counts->executed);
    end_jump(writer, position, target);
}
