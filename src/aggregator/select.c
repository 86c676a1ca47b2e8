/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/select.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/number.h"

static int compare_bytes(const char *a, const char *b, size_t length)
{
    return length == 0 ? 0 : memcmp(a, b, length);
}

/* The byte at a place of "file:function". */
static unsigned char byte_of(const struct ranked *item, size_t place)
{
    if (place < item->file.length)
        return (unsigned char)item->file.at[place];
    if (place == item->file.length)
        return ':';
    return (unsigned char)item->function.at[place - item->file.length - 1];
}

/* Bytewise, as if "file:function" were one text. */
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
    return (length_a > length_b) - (length_a < length_b);
}

static int compare_ranked(const void *left, const void *right)
{
    const struct ranked *a = left;
    const struct ranked *b = right;

    for (size_t i = 0; i < a->n_keys; i++)
        if (a->keys[i] != b->keys[i])
            return a->keys[i] > b->keys[i] ? -1 : 1;
    int order = compare_names(a, b);
    return order != 0 ? order : text_compare(a->object, b->object);
}

bool ranks_before(const struct ranked *a, const struct ranked *b)
{
    return compare_ranked(a, b) < 0;
}

void rank(struct ranked *items, size_t count)
{
    if (count > 1)
        qsort(items, count, sizeof *items, compare_ranked);
}

bool rank_keys(const struct events *events, const struct sort_key *sort_keys, size_t n_keys,
               const struct costs *costs, const int64_t *row, int64_t *keys, struct error *error)
{
    for (size_t i = 0; i < n_keys; i++) {
        struct event_cost cost;
        if (!event_cost(events, sort_keys[i].event, costs, row, &cost, error))
            return false;
        if (sort_keys[i].by_size)
            keys[i] = magnitude(cost.sum);
        else
            keys[i] = cost.is_given ? cost.sum : -1;
    }
    return true;
}

struct ranked rank_group(const struct groups *groups, group_id group, uint32_t item,
                         const int64_t *key)
{
    struct group_names names = groups_names(groups, group);

    return (struct ranked){.id = item,
                           .keys = key,
                           .n_keys = 1,
                           .file = names.file.at != NULL ? names.file : names.label,
                           .function = names.function,
                           .object = names.object};
}

struct ranked rank_row(const struct totals *totals, row_id row, const int64_t *keys, size_t n_keys)
{
    const struct symbols *symbols = &totals->profile->symbols;
    struct row_key key = totals_row(totals, row);
    struct ranked ranked = {.id = row,
                            .keys = keys,
                            .n_keys = n_keys,
                            .file = names_text(symbols->files, key.file),
                            .function = names_text(symbols->functions, key.function)};

    if (key.object != NO_ID)
        ranked.object = names_text(symbols->objects, key.object);
    return ranked;
}

/*
 * How far the thresholds are reached, looked at before each row. The sum serves for a
 * share alone, and may pass 64 bits on the way, with negative costs still to come.
 */
struct reach {
    long double sum;   /* of the event in the rows so far */
    long double total; /* of the program */
};

static bool is_reached(const struct reach *reach, const struct sort_key *sort_keys, size_t n_keys)
{
    for (size_t i = 0; i < n_keys; i++) {
        double share = sort_keys[i].by_size ? 100 : 0; /* of a total of 0 */
        if (reach[i].total != 0)
            share = (double)(reach[i].sum * 100 / reach[i].total);
        if (share < sort_keys[i].threshold)
            return false;
    }
    return true;
}

/* Takes a row's costs into account: the keys with -1 for what is not given. */
static void advance(struct reach *reach, const struct sort_key *sort_keys, const int64_t *keys,
                    size_t n_keys, bool is_inclusive)
{
    for (size_t i = 0; i < n_keys; i++) {
        long double cost = keys[i] == -1 ? 0 : (long double)keys[i];
        bool is_rest = is_inclusive && !sort_keys[i].by_size;
        reach[i].sum = is_rest ? reach[i].total - cost : reach[i].sum + cost;
    }
}

/* The sum of the sizes of all changes. */
static long double sum_sizes(const struct ranked *ranked, size_t count, size_t key)
{
    long double sum = 0;

    for (size_t i = 0; i < count; i++)
        sum += (long double)ranked[i].keys[key];
    return sum;
}

static bool begin_reach(struct reach *reach, const struct totals *totals,
                        const struct sort_key *sort_keys, size_t n_keys, struct error *error)
{
    const struct events *events = &totals->profile->events;
    const int64_t *program = costs_row(&totals->program, 0);

    for (size_t i = 0; i < n_keys; i++) {
        struct event_cost cost;
        if (!event_cost(events, sort_keys[i].event, &totals->program, program, &cost, error))
            return false;
        reach[i] = (struct reach){.total = (long double)cost.sum};
    }
    return true;
}

/* Counts the rows until every threshold is reached. */
static bool count_selected(struct selection *selection, const struct totals *totals,
                           bool is_inclusive, const struct ranked *ranked,
                           const struct sort_key *sort_keys, size_t n_keys, struct error *error)
{
    struct reach *reach = memory_alloc(n_keys, sizeof *reach);
    bool is_done = begin_reach(reach, totals, sort_keys, n_keys, error);
    size_t count = 0;

    for (size_t i = 0; i < n_keys; i++)
        if (sort_keys[i].by_size)
            reach[i].total = sum_sizes(ranked, selection->n_rows, i);
    while (is_done && count < selection->n_rows && !is_reached(reach, sort_keys, n_keys)) {
        advance(reach, sort_keys, ranked[count].keys, n_keys, is_inclusive);
        count++;
    }
    selection->n_selected = count;
    free(reach);
    return is_done;
}

bool select_rows(struct selection *selection, const struct totals *totals, bool is_inclusive,
                 const struct filter *filter, const struct sort_key *sort_keys, size_t n_keys,
                 struct error *error)
{
    const struct events *events = &totals->profile->events;
    const struct costs *costs = is_inclusive ? &totals->inclusive : &totals->self;
    size_t n_rows = is_inclusive ? totals_n_rows(totals) : totals->n_self_rows, count = 0;
    struct ranked *ranked = memory_alloc(n_rows, sizeof *ranked);
    int64_t *keys = memory_alloc(n_rows, n_keys * sizeof *keys);
    bool is_done = true;

    *selection = (struct selection){0};
    for (row_id row = 0; is_done && row < n_rows; row++) {
        int64_t *row_keys = keys + count * n_keys;
        struct ranked item = rank_row(totals, row, row_keys, n_keys);
        if (!filter_passes(filter, item.object, item.file, item.function))
            continue;
        is_done =
            rank_keys(events, sort_keys, n_keys, costs, costs_row(costs, row), row_keys, error);
        if (!sort_keys[0].by_size || row_keys[0] >= sort_keys[0].least)
            ranked[count++] = item;
    }
    if (is_done) {
        rank(ranked, count);
        selection->rows = memory_alloc(count, sizeof *selection->rows);
        selection->n_rows = count;
        for (size_t i = 0; i < count; i++)
            selection->rows[i] = ranked[i].id;
        is_done = count_selected(selection, totals, is_inclusive, ranked, sort_keys, n_keys, error);
    }
    free(ranked);
    free(keys);
    return is_done;
}

void selection_free(struct selection *selection)
{
    free(selection->rows);
    *selection = (struct selection){0};
}
