/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/html/page.h"

#include <float.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/number.h"
#include "reporter/format/contents.h"
#include "reporter/format/html/number_list.h"
#include "reporter/format/html/page_graph.h"
#include "reporter/format/json/json_rows.h"
#include "reporter/format/json/json_writer.h"

/*
 * Writes only what does not follow from the calls between functions. What enters a function adds up
 * to its inclusive cost, which is its self cost and what leaves it. So remainders are written in
 * place of figures: they are nearly always 0, except where threads start, where a figure is a
 * bound, or where a caller is not among the functions.
 */

/* The functions and calls that are written. */
struct written_graph {
    const struct page_graph *graph;
    size_t n_functions; /* the first ones */
    const size_t *arcs; /* ids of calls between them */
    size_t n_arcs;
    bool *are_exact; /* by event: remainders are */
};

static double size_at(const struct cell_store *store, size_t row, size_t event)
{
    return (double)magnitude(cell_store_at(store, row, event).value);
}

static bool is_exact(double sum)
{
    const double most = 1.0 / DBL_EPSILON; /* 2^52: the sum itself may be rounded */

    return sum < most;
}

static bool remainders_are_exact(const struct written_graph *written, size_t event)
{
    const struct page_graph *graph = written->graph;
    double sum = 0;

    if (graph->table.events[event].is_ratio || written->n_arcs == 0)
        return false;
    for (size_t i = 0; i < written->n_functions; i++)
        sum += size_at(&graph->self.shown, i, event) + size_at(&graph->inclusive.shown, i, event);
    for (size_t i = 0; i < written->n_arcs; i++)
        sum += size_at(&graph->entering, written->arcs[i], event) +
               size_at(&graph->leaving, written->arcs[i], event);
    return is_exact(sum);
}

static bool remainders_of_calls_are_exact(const struct written_graph *written)
{
    const struct page_graph *graph = written->graph;
    double sum = 0;

    for (size_t i = 0; i < written->n_functions; i++)
        sum += (double)magnitude(graph->functions[i].calls);
    for (size_t i = 0; i < written->n_arcs; i++)
        sum += (double)magnitude(graph->arcs[written->arcs[i]].calls);
    return written->n_arcs != 0 && is_exact(sum);
}

/* Returns the inclusive cost of each function that its calls add up to. The caller frees it. */
static int64_t *expected_inclusive(const struct written_graph *written, size_t event)
{
    const struct page_graph *graph = written->graph;
    int64_t *sums = memory_alloc(written->n_functions, sizeof *sums);

    for (size_t i = 0; i < written->n_arcs; i++)
        sums[graph->arcs[written->arcs[i]].callee] +=
            cell_store_at(&graph->entering, written->arcs[i], event).value;
    return sums;
}

/*
 * Returns the self cost of each function that follows from its inclusive cost and its calls. The
 * caller frees it.
 */
static int64_t *expected_self(const struct written_graph *written, size_t event)
{
    const struct page_graph *graph = written->graph;
    int64_t *sums = memory_alloc(written->n_functions, sizeof *sums);

    for (size_t i = 0; i < written->n_functions; i++)
        sums[i] = cell_store_at(&graph->inclusive.shown, i, event).value;
    for (size_t i = 0; i < written->n_arcs; i++)
        sums[graph->arcs[written->arcs[i]].caller] -=
            cell_store_at(&graph->leaving, written->arcs[i], event).value;
    return sums;
}

/* Returns the number of calls of each function that its callers add up to. The caller frees it. */
static int64_t *expected_calls(const struct written_graph *written)
{
    const struct page_graph *graph = written->graph;
    int64_t *sums = memory_alloc(written->n_functions, sizeof *sums);

    for (size_t i = 0; i < written->n_arcs; i++)
        sums[graph->arcs[written->arcs[i]].callee] += graph->arcs[written->arcs[i]].calls;
    return sums;
}

/* Writes a list for each event: the figures less the expected ones, where that is exact. */
static void write_costs(struct json *json, struct text key, const struct written_graph *written,
                        const struct cell_store *store,
                        int64_t *expected(const struct written_graph *, size_t))
{
    json_key(json, key);
    json_begin(json, '[');
    for (size_t event = 0; event < written->graph->table.n_events; event++) {
        int64_t *sums = written->are_exact[event] ? expected(written, event) : NULL;
        struct number_list list;
        number_list_begin(&list, json);
        for (size_t i = 0; i < written->n_functions; i++) {
            struct cell cell = cell_store_at(store, i, event);
            if (sums != NULL && cell.is_given)
                cell.value -= sums[i];
            number_list_add_cell(&list, cell);
        }
        number_list_end(&list);
        free(sums);
    }
    json_end(json, ']');
}

static void write_calls(struct json *json, const struct written_graph *written)
{
    int64_t *sums = remainders_of_calls_are_exact(written) ? expected_calls(written) : NULL;
    struct number_list list;

    json_key(json, TEXT("calls"));
    number_list_begin(&list, json);
    for (size_t i = 0; i < written->n_functions; i++) {
        const struct page_function *function = &written->graph->functions[i];
        number_list_add_cell(&list,
                             (struct cell){.value = function->calls - (sums != NULL ? sums[i] : 0),
                                           .is_given = function->has_calls});
    }
    number_list_end(&list);
    free(sums);
}

/*
 * Writes the members "self" and "inclusive", a list of lists by event, and "calls"; and "rests", by
 * event, and "rests_of_calls", whether they are remainders. A reader whose numbers are doubles adds
 * them up without rounding: where all figures of an event together are not below 2^53, and of
 * ratios, they are written whole. A cost that is not given counts as 0, and stays what it is.
 */
static void write_remainders(struct json *json, const struct written_graph *written)
{
    json_key(json, TEXT("rests"));
    json_begin(json, '[');
    for (size_t event = 0; event < written->graph->table.n_events; event++)
        json_boolean(json, written->are_exact[event]);
    json_end(json, ']');
    json_key(json, TEXT("rests_of_calls"));
    json_boolean(json, remainders_of_calls_are_exact(written));
    write_costs(json, TEXT("self"), written, &written->graph->self.shown, expected_self);
    write_costs(json, TEXT("inclusive"), written, &written->graph->inclusive.shown,
                expected_inclusive);
    write_calls(json, written);
}

struct functions_block {
    struct json *json;
    const struct page_graph *graph;
    size_t n_functions;
    size_t *arcs; /* by caller: those between the functions */
    size_t n_arcs;
    uint32_t *place_of; /* by id of a name: its place in the block; NO_ID: not there */
    uint32_t *names;    /* by place */
    uint32_t n_names;
};

static void choose_arcs(struct functions_block *block)
{
    const struct page_graph *graph = block->graph;

    block->arcs = memory_alloc(graph->n_arcs, sizeof *block->arcs);
    for (size_t i = 0; i < graph->n_arcs; i++) {
        const struct page_arc *arc = &graph->arcs[graph->arcs_by_caller[i]];
        if (arc->caller < block->n_functions && arc->callee < block->n_functions)
            block->arcs[block->n_arcs++] = graph->arcs_by_caller[i];
    }
}

static void choose_name(struct functions_block *block, uint32_t name)
{
    if (name == NO_ID || block->place_of[name] != NO_ID)
        return;
    block->place_of[name] = block->n_names;
    block->names[block->n_names++] = name;
}

/*
 * Chooses the names. The short form of a name follows it, since repetitions take less room that
 * way.
 */
static void choose_names(struct functions_block *block)
{
    const struct page_graph *graph = block->graph;
    size_t count = names_count(graph->names);

    block->place_of = memory_alloc(count, sizeof *block->place_of);
    block->names = memory_alloc(count, sizeof *block->names);
    for (size_t i = 0; i < count; i++)
        block->place_of[i] = NO_ID;
    for (size_t i = 0; i < block->n_functions; i++) {
        const struct page_function *function = &graph->functions[i];
        choose_name(block, function->names.function);
        choose_name(block, function->short_name);
    }
    for (size_t i = 0; i < block->n_functions; i++) {
        choose_name(block, graph->functions[i].names.file);
        choose_name(block, graph->functions[i].names.object);
    }
}

static void write_names(const struct functions_block *block)
{
    struct json *json = block->json;

    json_key(json, TEXT("names"));
    json_begin(json, '[');
    for (uint32_t i = 0; i < block->n_names; i++)
        json_text(json, names_text(block->graph->names, block->names[i]));
    json_end(json, ']');
}

static int64_t name_of_function(const struct functions_block *block, size_t function)
{
    return block->place_of[block->graph->functions[function].names.function];
}

static int64_t short_name_of_function(const struct functions_block *block, size_t function)
{
    return block->place_of[block->graph->functions[function].short_name];
}

static int64_t place_if_any(const struct functions_block *block, uint32_t name)
{
    return name == NO_ID ? -1 : (int64_t)block->place_of[name];
}

static int64_t file_of_function(const struct functions_block *block, size_t function)
{
    return place_if_any(block, block->graph->functions[function].names.file);
}

static int64_t object_of_function(const struct functions_block *block, size_t function)
{
    return place_if_any(block, block->graph->functions[function].names.object);
}

static int64_t cycle_of_function(const struct functions_block *block, size_t function)
{
    return (int64_t)block->graph->functions[function].cycle;
}

static int64_t caller_of_arc(const struct functions_block *block, size_t arc)
{
    return (int64_t)block->graph->arcs[block->arcs[arc]].caller;
}

static int64_t callee_of_arc(const struct functions_block *block, size_t arc)
{
    return (int64_t)block->graph->arcs[block->arcs[arc]].callee;
}

/* Writes a member with a number for each function, or for each arc. */
static void write_numbers(const struct functions_block *block, struct text key, size_t count,
                          int64_t number_of(const struct functions_block *block, size_t row))
{
    struct number_list list;

    json_key(block->json, key);
    number_list_begin(&list, block->json);
    for (size_t i = 0; i < count; i++)
        number_list_add(&list, number_of(block, i));
    number_list_end(&list);
}

/*
 * Writes a member with steps: each number less the one before. Most steps are small and alike, and
 * so take little room.
 */
static void write_steps(const struct functions_block *block, struct text key, size_t count,
                        int64_t number_of(const struct functions_block *block, size_t row))
{
    struct number_list list;
    int64_t last = 0;

    json_key(block->json, key);
    number_list_begin(&list, block->json);
    for (size_t i = 0; i < count; i++) {
        int64_t number = number_of(block, i);
        number_list_add(&list, number - last);
        last = number;
    }
    number_list_end(&list);
}

/* Writes a member with a list of the functions' figures for each event, or only for ratios. */
static void write_figures(const struct functions_block *block, struct text key,
                          const struct cell_store *store, bool are_ratios_alone)
{
    const struct page_graph *graph = block->graph;

    json_key(block->json, key);
    json_begin(block->json, '[');
    for (size_t event = 0; event < graph->table.n_events; event++) {
        bool is_wanted = !are_ratios_alone || graph->table.events[event].is_ratio;
        struct number_list list;
        number_list_begin(&list, block->json);
        for (size_t i = 0; is_wanted && i < block->n_functions; i++)
            number_list_add_cell(&list, cell_store_at(store, i, event));
        number_list_end(&list);
    }
    json_end(block->json, ']');
}

static bool is_bound(struct cell cell)
{
    return cell.is_given && cell.is_bound;
}

static bool is_estimate(struct cell cell)
{
    return cell.is_given && cell.is_estimate;
}

static bool is_noise(struct cell cell)
{
    return cell.is_noise;
}

/* Writes for each event the functions whose cost is so. */
static void write_which(const struct functions_block *block, struct text key,
                        const struct cell_store *store, bool (*is_so)(struct cell cell))
{
    json_key(block->json, key);
    json_begin(block->json, '[');
    for (size_t event = 0; event < block->graph->table.n_events; event++) {
        struct number_list list;
        number_list_begin(&list, block->json);
        for (size_t i = 0; i < block->n_functions; i++)
            if (is_so(cell_store_at(store, i, event)))
                number_list_add(&list, (int64_t)i);
        number_list_end(&list);
    }
    json_end(block->json, ']');
}

/* Writes the functions whose own cost is all, or in part, of code that was inlined. */
static void write_inlined(const struct functions_block *block, struct text key,
                          enum inline_state state)
{
    struct number_list list;

    json_key(block->json, key);
    number_list_begin(&list, block->json);
    for (size_t i = 0; i < block->n_functions; i++)
        if (block->graph->functions[i].inlined == state)
            number_list_add(&list, (int64_t)i);
    number_list_end(&list);
}

static void write_cycles(const struct functions_block *block)
{
    const struct page_graph *graph = block->graph;
    struct json *json = block->json;

    json_key(json, TEXT("cycles"));
    json_begin(json, '[');
    for (size_t i = 0; i < graph->n_cycles; i++) {
        const struct page_cycle *cycle = &graph->cycles[i];
        json_begin(json, '{');
        json_number_member(json, TEXT("cycle"), (int64_t)cycle->number);
        json_member(json, TEXT("name"), names_text(graph->names, cycle->name));
        json_number_member(json, TEXT("members"), (int64_t)cycle->n_members);
        json_key(json, TEXT("inclusive"));
        json_begin(json, '[');
        for (size_t event = 0; event < graph->table.n_events; event++)
            json_cell(json, cell_store_at(&graph->cycle_inclusive, i, event));
        json_end(json, ']');
        json_end(json, '}');
    }
    json_end(json, ']');
}

static void write_entering(const struct functions_block *block)
{
    json_key(block->json, TEXT("entering"));
    json_begin(block->json, '[');
    for (size_t event = 0; event < block->graph->table.n_events; event++) {
        struct number_list list;
        number_list_begin(&list, block->json);
        for (size_t i = 0; i < block->n_arcs; i++)
            number_list_add_cell(&list,
                                 cell_store_at(&block->graph->entering, block->arcs[i], event));
        number_list_end(&list);
    }
    json_end(block->json, ']');
}

static bool cells_differ(struct cell a, struct cell b)
{
    return a.is_given != b.is_given || a.value != b.value || a.ratio < b.ratio || a.ratio > b.ratio;
}

/* Writes for each event the arcs whose cost is different for the caller, each with that cost. */
static void write_leaving(const struct functions_block *block)
{
    const struct page_graph *graph = block->graph;
    struct json *json = block->json;

    json_key(json, TEXT("leaving"));
    json_begin(json, '[');
    for (size_t event = 0; event < graph->table.n_events; event++) {
        json_begin(json, '[');
        for (size_t i = 0; i < block->n_arcs; i++) {
            struct cell leaving = cell_store_at(&graph->leaving, block->arcs[i], event);
            if (!cells_differ(leaving, cell_store_at(&graph->entering, block->arcs[i], event)))
                continue;
            json_begin(json, '[');
            json_number(json, (int64_t)i);
            json_cell(json, leaving);
            json_end(json, ']');
        }
        json_end(json, ']');
    }
    json_end(json, ']');
}

static void write_calls_of_arcs(const struct functions_block *block)
{
    struct number_list list;

    json_key(block->json, TEXT("calls"));
    number_list_begin(&list, block->json);
    for (size_t i = 0; i < block->n_arcs; i++) {
        const struct page_arc *arc = &block->graph->arcs[block->arcs[i]];
        number_list_add_cell(&list, (struct cell){.value = arc->calls, .is_given = arc->has_calls});
    }
    number_list_end(&list);
}

static void write_arcs(const struct functions_block *block)
{
    struct json *json = block->json;

    json_key(json, TEXT("arcs"));
    json_begin(json, '{');
    json_number_member(json, TEXT("count"), (int64_t)block->n_arcs);
    write_steps(block, TEXT("caller"), block->n_arcs, caller_of_arc);
    write_steps(block, TEXT("callee"), block->n_arcs, callee_of_arc);
    write_calls_of_arcs(block);
    write_entering(block);
    write_leaving(block);
    json_end(json, '}');
}

static void write_old_calls(const struct functions_block *block)
{
    struct number_list list;

    json_key(block->json, TEXT("calls"));
    number_list_begin(&list, block->json);
    for (size_t i = 0; i < block->n_functions; i++) {
        const struct page_function *function = &block->graph->functions[i];
        number_list_add_cell(&list, (struct cell){.value = function->old_calls,
                                                  .is_given = function->has_old_calls});
    }
    number_list_end(&list);
}

static void write_name(const struct functions_block *block, struct text key, uint32_t name)
{
    json_member_if_any(block->json, key, names_text_if_any(block->graph->names, name));
}

static void write_status(const struct functions_block *block, const struct page_change *change)
{
    json_text(block->json, text_of(change_name(change->what.change)));
}

static void write_old_names(const struct functions_block *block, const struct page_change *change)
{
    json_begin(block->json, '{');
    write_name(block, TEXT("function"), change->old_names.function);
    write_name(block, TEXT("file"), change->old_names.file);
    write_name(block, TEXT("object"), change->old_names.object);
    json_end(block->json, '}');
}

/*
 * Writes a member with an object that has an entry for each function that changed, by its number.
 */
static void write_changes(const struct functions_block *block, struct text key, bool is_of_names,
                          void write(const struct functions_block *in,
                                     const struct page_change *what))
{
    const struct page_graph *graph = block->graph;

    json_key(block->json, key);
    json_begin(block->json, '{');
    for (size_t i = 0; i < graph->n_changes; i++) {
        const struct page_change *change = &graph->changes[i];
        char number[24];
        if (change->function >= block->n_functions ||
            (is_of_names && !change_is_of_name(change->what.change)))
            continue;
        snprintf(number, sizeof number, "%zu", change->function);
        json_key(block->json, text_of(number));
        write(block, change);
    }
    json_end(block->json, '}');
}

static void write_old(const struct functions_block *block)
{
    const struct page_graph *graph = block->graph;

    json_key(block->json, TEXT("old"));
    json_begin(block->json, '{');
    write_figures(block, TEXT("self"), &graph->self.old, false);
    write_figures(block, TEXT("inclusive"), &graph->inclusive.old, false);
    write_old_calls(block);
    write_figures(block, TEXT("ratios"), &graph->self.new_ratios, true);
    write_figures(block, TEXT("inclusive_ratios"), &graph->inclusive.new_ratios, true);
    write_changes(block, TEXT("status"), false, write_status);
    write_changes(block, TEXT("names"), true, write_old_names);
    json_end(block->json, '}');
}

static void write_boolean(struct json *json, struct text key, bool value)
{
    json_key(json, key);
    json_boolean(json, value);
}

static void write_figure(struct json *json, struct text key, struct cell cell)
{
    json_key(json, key);
    json_cell(json, cell);
}

static void write_event(struct json *json, const struct table *table, size_t number)
{
    const struct table_event *event = &table->events[number];

    json_begin(json, '{');
    json_member(json, TEXT("name"), event->name);
    json_key(json, TEXT("long_name"));
    json_text(json, event->long_name);
    json_key(json, TEXT("formula"));
    json_text(json, event->formula);
    json_key(json, TEXT("meaning"));
    json_text(json, event->meaning);
    write_boolean(json, TEXT("is_ratio"), event->is_ratio);
    write_figure(json, TEXT("total"), table_shown(table, &event->total));
    if (table->is_difference)
        write_figure(json, TEXT("old_total"), event->total.old);
    if (table->is_difference && event->is_ratio)
        write_figure(json, TEXT("new_total"), event->total.now);
    json_end(json, '}');
}

/* Writes the events, and what the functions' figures mean. */
static void write_head(const struct functions_block *block)
{
    const struct page_graph *graph = block->graph;
    struct json *json = block->json;

    json_key(json, TEXT("events"));
    json_begin(json, '[');
    for (size_t i = 0; i < graph->table.n_events; i++)
        write_event(json, &graph->table, i);
    json_end(json, ']');
    json_number_member(json, TEXT("measured"), (int64_t)graph->table.measured);
    write_boolean(json, TEXT("is_difference"), graph->table.is_difference);
    write_boolean(json, TEXT("has_inclusive"), table_has(&graph->table, COLUMN_INCLUSIVE));
    json_number_member(json, TEXT("count"), (int64_t)block->n_functions);
    json_number_member(json, TEXT("left_out"), (int64_t)(graph->n_functions - block->n_functions));
}

static void write_functions(const struct functions_block *block)
{
    const struct page_graph *graph = block->graph;
    size_t count = block->n_functions, n_events = graph->table.n_events;
    const struct written_graph written = {graph, count, block->arcs, block->n_arcs,
                                          memory_alloc(n_events, sizeof *written.are_exact)};

    for (size_t event = 0; event < n_events; event++)
        written.are_exact[event] = remainders_are_exact(&written, event);
    write_steps(block, TEXT("function"), count, name_of_function);
    write_steps(block, TEXT("short"), count, short_name_of_function);
    write_numbers(block, TEXT("file"), count, file_of_function);
    write_numbers(block, TEXT("object"), count, object_of_function);
    write_remainders(block->json, &written);
    if (graph->has_cycles)
        write_numbers(block, TEXT("cycle"), count, cycle_of_function);
    if (graph->has_inlined) {
        write_inlined(block, TEXT("inlined"), INLINED_WHOLLY);
        write_inlined(block, TEXT("partly_inlined"), INLINED_PARTLY);
    }
    write_which(block, TEXT("bounds"), &graph->inclusive.shown, is_bound);
    write_which(block, TEXT("estimates"), &graph->inclusive.shown, is_estimate);
    if (graph->table.is_difference && table_has(&graph->table, COLUMN_LEAST_SELF)) {
        write_which(block, TEXT("noise"), &graph->self.shown, is_noise);
        write_which(block, TEXT("inclusive_noise"), &graph->inclusive.shown, is_noise);
    }
    free(written.are_exact);
}

void functions_block_write(struct json *json, const struct page_graph *graph, size_t n_functions)
{
    struct functions_block block = {.json = json, .graph = graph, .n_functions = n_functions};

    choose_arcs(&block);
    choose_names(&block);
    json_begin(json, '{');
    write_head(&block);
    write_names(&block);
    write_functions(&block);
    write_cycles(&block);
    write_arcs(&block);
    if (graph->table.is_difference)
        write_old(&block);
    json_end(json, '}');
    free(block.arcs);
    free(block.place_of);
    free(block.names);
}
