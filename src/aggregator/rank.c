/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/rank.h"

#include <stdlib.h>
#include <string.h>

#include "aggregator/row_figures.h"
#include "base/arena.h"
#include "base/array.h"
#include "base/map.h"
#include "base/number.h"
#include "profile/events.h"

static int compare_bytes(const char *a, const char *b, size_t length)
{
    return length == 0 ? 0 : memcmp(a, b, length);
}

/* Returns the byte at a place of "file:function". */
static unsigned char byte_of(const struct ranked *item, size_t place)
{
    if (place < item->file.length)
        return (unsigned char)item->file.at[place];
    if (place == item->file.length)
        return ':';
    return (unsigned char)item->function.at[place - item->file.length - 1];
}

/* Compares bytewise, as if "file:function" were one text. */
static int compare_names(const struct ranked *a, const struct ranked *b)
{
    size_t length_a = a->file.length + 1 + a->function.length;
    size_t length_b = b->file.length + 1 + b->function.length;
    size_t shorter = length_a < length_b ? length_a : length_b;

    if (a->file.length == b->file.length) {
        int order = compare_bytes(a->file.at, b->file.at, a->file.length);
        return order != 0 ? order : text_compare(a->function, b->function);
    }
    for (size_t i = 0; i < shorter; i++)
        if (byte_of(a, i) != byte_of(b, i))
            return byte_of(a, i) < byte_of(b, i) ? -1 : 1;
    if (length_a != length_b)
        return length_a < length_b ? -1 : 1;
    return text_compare(a->file, b->file); /* "a:b" and "c", or "a" and "b:c" */
}

static int compare_ranked(const void *left, const void *right)
{
    const struct ranked *a = left;
    const struct ranked *b = right;

    for (size_t i = 0; i < a->n_keys; i++)
        if (a->keys[i] != b->keys[i])
            return a->keys[i] > b->keys[i] ? -1 : 1;
    int order = compare_names(a, b);
    if (order == 0)
        order = text_compare(a->object, b->object);
    return order != 0 ? order : (a->number > b->number) - (a->number < b->number);
}

void ranking_begin(struct ranking *ranking, size_t n_keys)
{
    ranking->count = 0;
    ranking->n_keys = n_keys;
}

static int64_t *add_keys(struct ranking *ranking)
{
    size_t used = ranking->count * ranking->n_keys;

    if (ranking->keys == NULL || used + ranking->n_keys > ranking->key_capacity)
        ranking->keys = memory_grow(ranking->keys, &ranking->key_capacity, used + ranking->n_keys,
                                    sizeof *ranking->keys);
    return ranking->keys + used;
}

int64_t *ranking_add(struct ranking *ranking, struct ranked item)
{
    int64_t *keys = add_keys(ranking);

    ARRAY_ADD(ranking->items, ranking->count, ranking->capacity, item);
    return keys;
}

static void set_keys(const struct ranking *ranking, struct ranked *item, size_t place)
{
    item->keys = ranking->keys + place * ranking->n_keys;
    item->n_keys = (uint32_t)ranking->n_keys;
}

void ranking_sort(struct ranking *ranking)
{
    for (size_t i = 0; i < ranking->count; i++)
        set_keys(ranking, &ranking->items[i], i);
    ARRAY_SORT(ranking->items, ranking->count, compare_ranked);
    ranking->n_sorted = ranking->count;
}

void ranking_begin_rows(struct ranking *ranking, const struct rows *rows, size_t n_keys)
{
    ranking_begin(ranking, n_keys);
    ranking->rows = rows;
}

int64_t *ranking_add_row(struct ranking *ranking, row_id id)
{
    int64_t *keys = add_keys(ranking);

    ARRAY_ADD(ranking->ids, ranking->count, ranking->id_capacity, id);
    return keys;
}

void ranking_drop_row(struct ranking *ranking)
{
    ranking->count--;
}

/*
 * Rows are grouped into classes by the size of their first key; a class is sorted when needed.
 * Costs vary so much that each class has only a small part of the rows.
 */
enum { CLASSES_PER_BIT = 8, N_CLASSES = 64 * CLASSES_PER_BIT };

/* Class 0 has the largest keys, the last class those that are not above 0. */
static uint32_t class_of(int64_t key)
{
    if (key <= 0)
        return N_CLASSES - 1;
    uint32_t top_bit = 63 - (uint32_t)__builtin_clzll((uint64_t)key);
    uint64_t next_bits =
        top_bit >= 3 ? (uint64_t)key >> (top_bit - 3) : (uint64_t)key << (3 - top_bit);

    return N_CLASSES - 2 - (top_bit * CLASSES_PER_BIT + (uint32_t)(next_bits % CLASSES_PER_BIT));
}

void ranking_sort_begin(struct ranking *ranking)
{
    uint32_t *classes = memory_alloc(ranking->count, sizeof *classes);

    for (size_t i = 0; i < ranking->count; i++)
        classes[i] = class_of(ranking->keys[i * ranking->n_keys]);
    free(ranking->grouped);
    free(ranking->size_begin);
    ranking->grouped = ids_sort(classes, ranking->count, N_CLASSES, &ranking->size_begin);
    free(classes);
    ranking->next_size = 0;
    ranking->n_sorted = 0;
}

/* Names and sorts the rows of the next class. */
static void sort_class(struct ranking *ranking)
{
    size_t begin = ranking->n_sorted, end = ranking->size_begin[++ranking->next_size];

    if (begin == end)
        return;
    if (end > ranking->capacity)
        ranking->items =
            memory_grow(ranking->items, &ranking->capacity, end, sizeof *ranking->items);
    for (size_t i = begin; i < end; i++) {
        const struct rows *rows = ranking->rows;
        uint32_t place = ranking->grouped[i];
        row_id id = ranking->ids[place];
        struct ranked *item = &ranking->items[i];
        *item = rows != NULL && id < rows->count ? rank_row(rows, id, id)
                                                 : (struct ranked){.id = id, .number = id};
        set_keys(ranking, item, place);
        if (ranking->selecting != NULL) { /* the row was added with its first key alone */
            const struct sorting *sorting = &ranking->selecting->sorting;
            int64_t *keys = arena_alloc_array(&ranking->all_keys, sorting->n_keys, sizeof *keys);
            rank_keys(sorting, ranking->selecting->costs, id, keys);
            item->keys = keys;
            item->n_keys = (uint32_t)sorting->n_keys;
        }
    }
    ARRAY_SORT(ranking->items + begin, end - begin, compare_ranked);
    ranking->n_sorted = end;
}

void ranking_sort_first(struct ranking *ranking, size_t count)
{
    while (ranking->n_sorted < count && ranking->n_sorted < ranking->count)
        sort_class(ranking);
}

void ranking_free(struct ranking *ranking)
{
    free(ranking->items);
    free(ranking->keys);
    free(ranking->ids);
    free(ranking->grouped);
    free(ranking->size_begin);
    arena_free(&ranking->all_keys);
    *ranking = (struct ranking){0};
}

struct row_costs figures_self(const struct row_figures *by_row)
{
    return (struct row_costs){.costs = &by_row->rows->self,
                              .old = by_row->diff != NULL ? &by_row->diff->old.self : NULL,
                              .noise = by_row->noise.self,
                              .n_noise = by_row->noise.n_runs};
}

struct row_costs figures_inclusive(const struct row_figures *by_row)
{
    return (struct row_costs){.costs = &by_row->inclusive->costs,
                              .old = by_row->diff != NULL ? &by_row->diff->old.inclusive : NULL,
                              .is_exact = by_row->inclusive->is_exact,
                              .is_inclusive = true,
                              .noise = by_row->noise.inclusive,
                              .n_noise = by_row->noise.n_runs,
                              .noise_is_exact = by_row->noise.is_exact};
}

struct row_ratio row_ratio_of(const struct event *event, struct row_costs costs, size_t row,
                              bool is_difference)
{
    struct row_ratio of_row = {0};
    struct ratio ratio = {0};

    if ((costs.is_exact != NULL && !costs.is_exact[row]) || (is_difference && costs.old == NULL))
        return of_row;
    if (is_difference) {
        ratio_add(&ratio, event, costs.old, costs_row(costs.old, row));
        of_row.has_was = ratio_value(&ratio, &of_row.was);
    }
    ratio_add(&ratio, event, costs.costs, costs_row(costs.costs, row));
    of_row.has_now = ratio_value(&ratio, &of_row.now);
    return of_row;
}

bool row_ratio_is_above(const struct event *event, struct row_costs costs, size_t row,
                        const int64_t *ceilings, const int64_t *old_ceilings)
{
    const struct costs *from = costs.current != NULL ? costs.current : costs.costs;

    for (size_t i = 0; costs.is_inclusive && i < event->n_columns; i++) {
        int64_t now = costs_sum(from, costs_row(from, row), i);
        if (event->factors[i].times == 0 && event->divisor[i].times == 0)
            continue;
        if (old_ceilings != NULL && costs.old != NULL) {
            int64_t old = costs_sum(costs.old, costs_row(costs.old, row), i);
            if (from == costs.costs)
                (void)add_overflows(&now, old);
            if (old > old_ceilings[i])
                return true;
        }
        if (now > ceilings[i])
            return true;
    }
    return false;
}

/* In a difference, ratios are sorted by their change in points. */
static int64_t ratio_key(const struct sort_key *key, const struct event *event,
                         struct row_costs costs, size_t row)
{
    const struct row_ratio ratio = row_ratio_of(event, costs, row, key->by_size);

    if (!key->by_size)
        return ratio.has_now ? in_order_of_doubles(ratio.now) : INT64_MIN;
    return ratio.has_now && ratio.has_was ? magnitude(in_order_of_doubles(ratio.now - ratio.was))
                                          : -1;
}

void rank_keys(const struct sorting *sorting, struct row_costs costs, size_t row, int64_t *keys)
{
    for (size_t i = 0; i < sorting->n_keys; i++) {
        const struct sort_key *key = &sorting->keys[i];
        const struct event *event = &sorting->events->list[key->event];
        if (event_is_ratio(event)) {
            keys[i] = ratio_key(key, event, costs, row);
            continue;
        }
        const struct event_cost cost =
            event_sum(sorting->events, key->event, costs.costs, costs_row(costs.costs, row));
        if (key->by_size)
            keys[i] = magnitude(cost.sum);
        else
            keys[i] = cost.is_given ? cost.sum : -1;
    }
}

bool row_spread(const struct events *events, size_t event, struct row_costs costs, size_t row,
                struct spread *spread)
{
    bool is_exact = (costs.is_exact == NULL || costs.is_exact[row]) &&
                    (costs.noise_is_exact == NULL || costs.noise_is_exact[row]);

    if (costs.noise == NULL || !is_exact || event_is_ratio(&events->list[event]))
        return false;
    int64_t cost = event_sum(events, event, costs.old, costs_row(costs.old, row)).sum;
    *spread = (struct spread){cost, cost};
    for (size_t run = 0; run < costs.n_noise; run++) {
        const struct costs *noise = &costs.noise[run];
        spread_include(spread, event_sum(events, event, noise, costs_row(noise, row)).sum);
    }
    return true;
}

int64_t rank_counted(const struct sorting *sorting, struct row_costs costs, size_t row)
{
    const struct events *events = sorting->events;
    size_t event = sorting->keys[0].event;
    struct spread spread;

    if (event_is_ratio(&events->list[event]))
        return 0;
    int64_t change = event_sum(events, event, costs.costs, costs_row(costs.costs, row)).sum;
    if (!row_spread(events, event, costs, row, &spread))
        return change;
    int64_t current = event_sum(events, event, costs.old, costs_row(costs.old, row)).sum;
    if (add_overflows(&current, change) || spread_count_overflows(&spread, current, &change))
        events->list[event].overflows = true;
    return change;
}

struct ranked rank_row(const struct rows *rows, row_id row, uint32_t item)
{
    struct row_names names = rows_names(rows, row);

    /* Parts and threads of one name come in the order in which they were read. */
    return (struct ranked){.id = item,
                           .file = names.file.at != NULL ? names.file : names.label,
                           .function = names.function,
                           .object = names.object,
                           .number = rows->key == BY_LINE        ? names.line
                                   : rows->key == BY_INSTRUCTION ? names.address
                                                                 : row};
}

static void rank_rows(struct ranking *ranking, const struct rows *rows,
                      const struct selecting *selecting)
{
    struct sorting first = selecting->sorting;

    first.n_keys = 1;
    ranking_begin_rows(ranking, rows, first.n_keys);
    if (selecting->sorting.n_keys > 1)
        ranking->selecting = selecting;
    for (row_id id = 0; id < rows->count; id++) {
        if (rows->list[id].is_hidden || !(rows->list[id].has_code || selecting->is_inclusive))
            continue;
        int64_t *key = ranking_add_row(ranking, id);
        rank_keys(&first, selecting->costs, id, key);
        if (first.keys[0].least > 0 &&
            magnitude(rank_counted(&first, selecting->costs, id)) < first.keys[0].least)
            ranking_drop_row(ranking);
    }
    ranking_sort_begin(ranking);
}

/*
 * Progress towards one threshold: the sum of the rows so far or, if rows contain one another, as
 * with inclusive costs, the total minus the last one. This may exceed 64 bits before negative costs
 * follow, hence long double.
 */
struct reach {
    long double sum, total;
};

/* Sets what each threshold is a share of: sizes of changes have no total but their sum. */
static void set_totals(struct reach *reach, const struct ranking *ranking,
                       const struct selecting *selecting)
{
    const struct sorting *sorting = &selecting->sorting;
    const struct costs *total = selecting->total;
    int64_t *keys = memory_alloc(sorting->n_keys, sizeof *keys);

    for (size_t i = 0; i < sorting->n_keys; i++) {
        const struct sort_key *key = &sorting->keys[i];
        if (!key->by_size && !event_is_ratio(&sorting->events->list[key->event]))
            reach[i].total =
                (long double)event_sum(sorting->events, key->event, total, costs_row(total, 0)).sum;
    }
    for (size_t place = 0; sorting->keys[0].by_size && place < ranking->count; place++) {
        rank_keys(sorting, selecting->costs, ranking->ids[place], keys);
        for (size_t i = 0; i < sorting->n_keys; i++)
            reach[i].total += (long double)keys[i];
    }
    free(keys);
}

/*
 * If the total is 0, every cost is 0 % of it, and every change, whose sizes are then all 0, is 100
 * %.
 */
static bool is_reached(const struct reach *reach, const struct sort_key *key)
{
    double share = key->by_size ? 100 : 0;

    if (reach->total != 0)
        share = (double)(reach->sum * 100 / reach->total);
    return share >= key->threshold;
}

/* Counts and sorts the rows until every threshold is reached. */
static size_t count_selected(struct ranking *ranking, const struct selecting *selecting)
{
    const struct sorting *sorting = &selecting->sorting;
    struct reach *reach = memory_alloc(sorting->n_keys, sizeof *reach);
    size_t count = 0;

    set_totals(reach, ranking, selecting);
    for (; count < ranking->count; count++) {
        size_t n_reached = 0;
        for (size_t i = 0; i < sorting->n_keys; i++)
            n_reached += is_reached(&reach[i], &sorting->keys[i]);
        if (n_reached == sorting->n_keys)
            break;
        ranking_sort_first(ranking, count + 1);
        for (size_t i = 0; i < sorting->n_keys; i++) {
            bool is_alone = selecting->is_inclusive && !sorting->keys[i].by_size;
            int64_t key = ranking->items[count].keys[i];
            long double cost = key == -1 ? 0 : (long double)key; /* -1: it was not given */
            reach[i].sum = is_alone ? reach[i].total - cost : reach[i].sum + cost;
        }
    }
    free(reach);
    return count;
}

void select_rows(struct selection *selection, const struct rows *rows,
                 const struct selecting *selecting)
{
    *selection = (struct selection){0};
    rank_rows(&selection->ranking, rows, selecting);
    selection->n_selected = count_selected(&selection->ranking, selecting);
    selection->ranking.selecting = NULL; /* the caller's, who may not keep it */
}

void selection_free(struct selection *selection)
{
    ranking_free(&selection->ranking);
}
