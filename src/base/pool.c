/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/pool.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/arena.h"

/* What the threads share, all of it under the lock. */
struct pool {
    const struct pool_work *work;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    size_t next;     /* the item to be taken next */
    size_t consumed; /* items before this are done with */
    size_t ahead;    /* how many items may be under way */
    void **results;  /* by item modulo `ahead` */
    bool *is_ready;
    bool is_over; /* nothing more is to be started */
};

static void *produce_items(void *opaque)
{
    struct pool *pool = opaque;

    pthread_mutex_lock(&pool->lock);
    for (;;) {
        while (!pool->is_over && pool->next < pool->work->count &&
               pool->next - pool->consumed >= pool->ahead)
            pthread_cond_wait(&pool->changed, &pool->lock);
        if (pool->is_over || pool->next == pool->work->count)
            break;
        size_t item = pool->next++;
        pthread_mutex_unlock(&pool->lock);
        void *result = pool->work->produce(pool->work->context, item);
        pthread_mutex_lock(&pool->lock);
        pool->results[item % pool->ahead] = result;
        pool->is_ready[item % pool->ahead] = true;
        pthread_cond_broadcast(&pool->changed);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

/* Consumes the results in their order. */
static bool consume_items(struct pool *pool)
{
    const struct pool_work *work = pool->work;
    bool is_done = true;

    for (size_t item = 0; is_done && item < work->count; item++) {
        size_t slot = item % pool->ahead;
        pthread_mutex_lock(&pool->lock);
        while (!pool->is_ready[slot])
            pthread_cond_wait(&pool->changed, &pool->lock);
        void *result = pool->results[slot];
        pool->is_ready[slot] = false;
        pthread_mutex_unlock(&pool->lock);
        is_done = work->consume(work->context, item, result);
        pthread_mutex_lock(&pool->lock);
        pool->consumed = item + 1;
        pool->is_over = !is_done;
        pthread_cond_broadcast(&pool->changed);
        pthread_mutex_unlock(&pool->lock);
    }
    return is_done;
}

static void discard_rest(struct pool *pool)
{
    for (size_t slot = 0; slot < pool->ahead; slot++)
        if (pool->is_ready[slot])
            pool->work->discard(pool->results[slot]);
}

/* Does all the work where no thread can be started. */
static bool work_alone(const struct pool_work *work)
{
    bool is_done = true;

    for (size_t item = 0; is_done && item < work->count; item++)
        is_done = work->consume(work->context, item, work->produce(work->context, item));
    return is_done;
}

bool pool_run(const struct pool_work *work, size_t n_threads)
{
    struct pool pool = {.work = work, .ahead = n_threads + 1};
    pthread_t *threads = memory_alloc(n_threads, sizeof *threads);
    size_t n_started = 0;

    pool.results = memory_alloc(pool.ahead, sizeof *pool.results);
    pool.is_ready = memory_alloc(pool.ahead, sizeof *pool.is_ready);
    pthread_mutex_init(&pool.lock, NULL);
    pthread_cond_init(&pool.changed, NULL);
    while (n_started < n_threads &&
           pthread_create(&threads[n_started], NULL, produce_items, &pool) == 0)
        n_started++;
    bool is_done = n_started != 0 ? consume_items(&pool) : work_alone(work);
    for (size_t i = 0; i < n_started; i++)
        pthread_join(threads[i], NULL);
    discard_rest(&pool);
    pthread_cond_destroy(&pool.changed);
    pthread_mutex_destroy(&pool.lock);
    free(pool.results);
    free(pool.is_ready);
    free(threads);
    return is_done;
}
