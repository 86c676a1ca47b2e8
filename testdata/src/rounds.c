/* Four threads that work in two rounds, with a dump after each round. */
#include <pthread.h>
#include <valgrind/callgrind.h>

enum { THREADS = 4, ROUNDS = 2 };

static pthread_barrier_t barrier;
static volatile long sink;

static long work(long n)
{
    long sum = 0;

    for (long i = 0; i < n; i++)
        sum += i * i ^ n;
    return sum;
}

static void *body(void *opaque)
{
    long number = (long)opaque;

    for (int round = 1; round <= ROUNDS; round++) {
        sink += work(number * round * 100);
        pthread_barrier_wait(&barrier);
        if (number == 1)
            CALLGRIND_DUMP_STATS_AT("round");
        pthread_barrier_wait(&barrier);
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];

    pthread_barrier_init(&barrier, NULL, THREADS);
    for (long i = 1; i < THREADS; i++)
        pthread_create(&threads[i], NULL, body, (void *)(i + 1));
    body((void *)1);
    for (int i = 1; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
