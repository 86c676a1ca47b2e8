/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_CALLGRIND_COSTS_H
#define QUERN_REPORTER_CALLGRIND_COSTS_H

/* Writes the lines of numbers: positions, counts of calls, and costs. */

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "profile/profile.h"

struct written_order;

struct cost_writer {
    FILE *out;
    bool has_addresses; /* a position is an address and a line; else a line alone */
    bool is_after_self; /* the line before was self cost, at `last` */
    struct position last;
    char *line; /* room for one; it is written as a whole */
    size_t length;
};

/* With addresses where anything that is written has one. cost_writer_free() gives it back. */
void cost_writer_init(struct cost_writer *writer, const struct written_order *order, FILE *out);
void cost_writer_free(struct cost_writer *writer);

/* To be called where the function changes: the next position is written in full. */
void cost_writer_restart(struct cost_writer *writer);

/* A line of self cost, its position relative to that of the line before where it can be. */
void write_self_cost(struct cost_writer *writer, struct position position,
                     const struct costs *costs, size_t row);

/*
 * What a call from there to that position in the callee just named costs, a row of the table: a
 * line with the number of calls, and one with the position and their inclusive cost.
 */
void write_call_cost(struct cost_writer *writer, struct position position, struct position target,
                     const struct call_table *table, size_t row);

/*
 * The jumps from there to that position of the file just named: a line with their number, and one
 * with the position alone.
 */
void write_jump(struct cost_writer *writer, struct position position, struct position target,
                const struct jump_counts *counts);
void write_conditional_jump(struct cost_writer *writer, struct position position,
                            struct position target, const struct jump_counts *counts);

/* The rest of a line: the costs of a row up to the last that was given, a blank before each. */
void write_costs(struct cost_writer *writer, const struct costs *costs, size_t row);

#endif
