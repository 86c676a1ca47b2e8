/*
 * One source of three builds, in which the compiler inlines all small functions, or none. -DROUNDS
 * makes one of them do more. Made in testdata/:
 *
 *     gcc -g -O2 -static -D'INLINED_OR_NOT=inline __attribute__((always_inline))' src/flip/flip.c
 *     gcc -g -O2 -static -D'INLINED_OR_NOT=__attribute__((noinline))' [-DROUNDS=30] src/flip/flip.c
 *     valgrind --tool=callgrind --toggle-collect=main -- old/flip
 */
#include "flip.h"

#ifndef ROUNDS
#define ROUNDS 20
#endif

static INLINED_OR_NOT unsigned count_bits(unsigned x)
{
    unsigned sum = 0;

    for (unsigned i = 0; i < ROUNDS; i++)
        sum += x >> i & 1;
    return sum;
}

static INLINED_OR_NOT unsigned weigh(unsigned x)
{
    unsigned sum = count_bits(x);

    if (sum & 1)
        sum += mix(sum);
    return sum * 3;
}

__attribute__((noinline)) static unsigned add_weights(unsigned n)
{
    unsigned sum = 0;

    for (unsigned i = 0; i < n; i++)
        sum += weigh(i) ^ i;
    return sum;
}

__attribute__((noinline)) static unsigned mix_all(unsigned n)
{
    unsigned sum = 7;

    for (unsigned i = 0; i < n; i++)
        sum ^= mix(sum + i);
    return sum;
}

int main(int argc, char **argv)
{
    (void)argv;
    return (add_weights(100 * (unsigned)argc) + mix_all(50 * (unsigned)argc)) == 1;
}
