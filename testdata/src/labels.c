/*
 * Several benchmarks in one run, each ended by a dump that has its name. With -DNEW, the second
 * build: parse/large does more, "render: 2 columns" is gone, "sort" is new, and each other label
 * has another number of a dump.
 */
#include <string.h>
#include <valgrind/callgrind.h>

static char text[4000];
static volatile unsigned long result;

__attribute__((noinline)) static void parse(size_t length)
{
    unsigned long sum = 0;

    for (size_t i = 0; i < length; i++)
        sum = sum * 31 + (unsigned char)text[i];
    result = sum;
}

__attribute__((noinline)) static void render(int columns)
{
    for (size_t i = 0; i < 300; i++)
        text[i] = (char)('a' + i % (size_t)columns);
}

#ifdef NEW
__attribute__((noinline)) static void sort(void)
{
    for (size_t i = 1; i < 40; i++)
        for (size_t j = i; j > 0 && text[j - 1] < text[j]; j--) {
            char swapped = text[j];
            text[j] = text[j - 1];
            text[j - 1] = swapped;
        }
}
#endif

int main(void)
{
    memset(text, 'x', sizeof text);
    CALLGRIND_DUMP_STATS; /* what comes before the first benchmark has no label */
#ifdef NEW
    sort();
    CALLGRIND_DUMP_STATS_AT("sort");
#endif
    parse(100);
    CALLGRIND_DUMP_STATS_AT("parse/small");
#ifdef NEW
    parse(1000);
#endif
    parse(3000);
    CALLGRIND_DUMP_STATS_AT("parse/large");
#ifndef NEW
    render(2);
    CALLGRIND_DUMP_STATS_AT("render: 2 columns");
#endif
    render(7);
    CALLGRIND_DUMP_STATS_AT("render/größer");
    parse(100);
    CALLGRIND_DUMP_STATS_AT("parse/small"); /* a second time: both are added */
    return 0;
}
