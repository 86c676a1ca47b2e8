/*
 * Branches whose counts are known: where nothing is optimized each condition is one jump, on the
 * line with its name. The argument is a number of at least 2.
 */
#include <stdlib.h>

static long sum;

static void nested(long count)
{
    for (long i = 0; i < count; i++)  /* outer */
        for (long j = 0; j < 20; j++) /* inner */
            sum += i * j;
}

static void loops(long count)
{
    long left = count;

    while (left > 0) /* while */
        left--;
    do {
        left++;
    } while (left < count); /* do */
}

static void choices(long count, long stop)
{
    for (long i = 0; i < count; i++) { /* each */
        if (i % 3 == 0)                /* third */
            sum++;
        if (i == stop) /* early */
            break;
    }
    sum++;
}

static void backwards(long count)
{
again:
    sum++;
    count--;
    if (count > 0) /* again */
        goto again;
}

/* Callgrind tells the first level of recursion from all deeper ones. */
static void descend(long depth)
{
    for (long i = 0; i < 3; i++) /* deep */
        sum += i;
    if (depth > 0)
        descend(depth - 1);
}

#define FOUR(statement) statement statement statement statement

/* Callgrind writes the address of what is 256 bytes away in another form. */
static void far(long count)
{
    for (long i = 0; i < count; i++) { /* far */
        FOUR(FOUR(sum += i ^ 5;))
    }
}

int main(int argc, char **argv)
{
    long count = argc > 1 ? strtol(argv[1], NULL, 10) : 10;

    nested(count);
    loops(count);
    choices(count, count / 2);
    backwards(count);
    descend(count);
    far(count);
    return 0;
}
