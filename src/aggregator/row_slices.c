/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/program.h"
#include "aggregator/row_figures.h"

/* Adds a cost to that of a row in the slice that the part is of. */
static void add(struct row_slices *slices, row_id row, uint64_t part, const int64_t *cost)
{
    struct ledger *cells = &slices->cells;
    uint32_t id = ledger_add(cells, row, slices->columns.of_part[part]);

    profile_combine(slices->columns.profile, &cells->costs, id, cost, false);
}

/* Adds what things that rows are made of cost in each part. */
static void add_things(struct row_slices *slices, const row_id *row_of, const struct ledger *parts)
{
    for (size_t i = 0; row_of != NULL && i < parts->map.count; i++) {
        const struct map_key *pair = &parts->map.keys[i];
        if (row_of[pair->from] != NO_ID)
            add(slices, row_of[pair->from], pair->to, costs_row(&parts->costs, i));
    }
}

/* Adds up the program's totals in each slice, which may be more than the costs of its rows. */
static void add_programs(struct row_slices *slices)
{
    const struct profile *profile = slices->columns.profile;
    struct costs *programs = &slices->programs;
    bool overflows = false;

    costs_init(programs, profile->events.n_recorded);
    costs_ensure(programs, slices->columns.count);
    for (size_t part = 0; part < profile->n_parts; part++) {
        row_id slice = slices->columns.of_part[part];
        for (size_t event = 0; slice != NO_ID && event < programs->n_events; event++) {
            const struct event_cost cost = program_of_part(profile, part, event);
            if (cost.is_given)
                overflows |=
                    costs_add_overflows(programs, costs_row(programs, slice), event, cost.sum);
        }
    }
    profile_note_overflow(profile, overflows);
}

void row_slices_create(struct row_slices *slices, const struct rows *rows, enum row_key key)
{
    const struct profile *profile = rows->profile;

    rows_create(&slices->columns, profile, &(struct row_choice){.key = key});
    add_programs(slices);
    costs_init(&slices->cells.costs, profile->events.n_recorded);
    add_things(slices, rows->of_place, &profile->ledgers[PLACE_PARTS]);
    add_things(slices, rows->of_line, &profile->ledgers[LINE_PARTS]);
    add_things(slices, rows->of_spot, &profile->ledgers[SPOT_PARTS]);
    for (size_t part = 0; rows->of_part != NULL && part < profile->n_parts; part++)
        if (rows->of_part[part] != NO_ID)
            add(slices, rows->of_part[part], part, costs_row(&profile->ledgers[PARTS].costs, part));
}

void row_slices_free(struct row_slices *slices)
{
    rows_free(&slices->columns);
    costs_free(&slices->programs);
    ledger_free(&slices->cells);
}
