/*
 * The same work with tables in other places: of a cache of two ways, the lines of three tables that
 * are 16 kB apart displace one another, and those of three that are 8 kB apart do not. Made in
 * testdata/ with -DPAD=0 and -DPAD=8128:
 *
 *     gcc -g -O2 -static -DPAD=0 src/layout.c
 *     valgrind --tool=callgrind --cache-sim=yes --D1=32768,2,64 --toggle-collect=main -- old/layout
 */

#ifndef PAD
#define PAD 0
#endif

enum { CELLS = 2048, STEP = 16 };

static struct table {
    volatile int cells[CELLS];
    char pad[PAD + 64];
} tables[3];

__attribute__((noinline)) static int walk(int rounds)
{
    int sum = 0;

    for (int i = 0; i < rounds; i++)
        for (int k = 0; k < CELLS; k += STEP)
            sum += tables[0].cells[k] + tables[1].cells[k] + tables[2].cells[k];
    return sum;
}

int main(void)
{
    return walk(20) == 1;
}
