/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "base/pool.h"

#include <criterion/criterion.h>
#include <pthread.h>
#include <stdlib.h>

/* What goes wrong with threads is that they wait forever. */
TestSuite(pool, .timeout = 60);

enum { COUNT = 200, NEVER = COUNT };

/* What becomes of the items. */
struct items {
    pthread_mutex_t lock;
    size_t n_made, n_consumed, n_discarded;
    size_t most_waiting; /* made or being made, and not consumed */
    size_t last;         /* consume() returns false for this one */
    bool is_in_order;
};

/* discard() gets no context. */
struct result {
    struct items *items;
    size_t item;
};

static void *produce(void *context, size_t item)
{
    struct items *items = context;
    struct result *result = malloc(sizeof *result);

    cr_assert(result);
    *result = (struct result){items, item};
    pthread_mutex_lock(&items->lock);
    items->n_made++;
    size_t n_waiting = items->n_made - items->n_consumed;
    if (n_waiting > items->most_waiting)
        items->most_waiting = n_waiting;
    pthread_mutex_unlock(&items->lock);
    return result;
}

static bool consume(void *context, size_t item, void *result)
{
    struct items *items = context;
    const struct result *made = result;

    pthread_mutex_lock(&items->lock);
    items->is_in_order &= item == items->n_consumed && made->item == item;
    items->n_consumed++;
    pthread_mutex_unlock(&items->lock);
    free(result);
    return item != items->last;
}

static void discard(void *result)
{
    struct result *made = result;

    made->items->n_discarded++;
    free(made);
}

static bool run(struct items *items, size_t count, size_t last, size_t n_threads)
{
    const struct pool_work work = {count, produce, consume, discard, items};

    *items = (struct items){.lock = PTHREAD_MUTEX_INITIALIZER, .last = last, .is_in_order = true};
    return pool_run(&work, n_threads);
}

/* Without threads the caller's does it all. */
static const size_t thread_counts[] = {0, 1, 2, 7};

Test(pool, consumes_all_in_order)
{
    for (size_t i = 0; i < sizeof thread_counts / sizeof *thread_counts; i++) {
        struct items items;
        cr_expect(run(&items, COUNT, NEVER, thread_counts[i]));
        cr_expect(items.is_in_order, "%zu threads", thread_counts[i]);
        cr_expect_eq(items.n_made, COUNT);
        cr_expect_eq(items.n_consumed, COUNT);
        cr_expect_eq(items.n_discarded, 0);
    }
}

/* What is made in vain is discarded, and most is never made. */
Test(pool, stops_where_the_consumer_does)
{
    for (size_t i = 0; i < sizeof thread_counts / sizeof *thread_counts; i++) {
        struct items items;
        cr_expect_not(run(&items, COUNT, 5, thread_counts[i]));
        cr_expect_eq(items.n_consumed, 6);
        cr_expect_eq(items.n_made, 6 + items.n_discarded, "%zu threads", thread_counts[i]);
        cr_expect_leq(items.n_discarded, thread_counts[i] + 1);
    }
}

/* One more than threads, and that is with the one being consumed. */
Test(pool, bounds_what_is_waiting)
{
    struct items items;

    cr_expect(run(&items, COUNT, NEVER, 3));
    cr_expect_leq(items.most_waiting, 3 + 1);
}

Test(pool, may_have_nothing_to_do)
{
    struct items items;

    cr_expect(run(&items, 0, NEVER, 2));
    cr_expect_eq(items.n_made, 0);
}
