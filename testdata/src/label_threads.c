/* Two threads, one after the other, end a dump of one label each; then main() ends one of its own. */
#include <pthread.h>
#include <valgrind/callgrind.h>

static volatile unsigned long result;

__attribute__((noinline)) static void work(unsigned long steps)
{
    for (unsigned long i = 0; i < steps; i++)
        result += i;
}

static void *run(void *argument)
{
    work(5000);
    CALLGRIND_DUMP_STATS_AT("of thread");
    work(100);
    return argument;
}

int main(void)
{
    pthread_t thread;

    for (int i = 0; i < 2; i++) {
        pthread_create(&thread, NULL, run, NULL);
        pthread_join(thread, NULL);
    }
    work(300);
    CALLGRIND_DUMP_STATS_AT("two words \ttab");
    return 0;
}
