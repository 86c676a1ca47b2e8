#include "work.h"

/* Inlined nowhere: a clone for one value of its second argument has a name of its own. */
static long __attribute__((noinline)) scale(long value, long factor)
{
    long sum = 0;
    for (long i = 0; i < factor; i++)
        sum += value ^ i;
    return sum;
}

/* Gone in the second version. */
long legacy(long n)
{
    return n < 2 ? n : legacy(n - 1) + 2;
}

/* Recursion over two functions, to see inclusive costs under it. */
static long odd(long n);
static long even(long n)
{
    return n == 0 ? 1 : odd(n - 1);
}
static long odd(long n)
{
    return n == 0 ? 0 : even(n - 1);
}

int main(int argc, char **argv)
{
    long sum = argc > 5 ? argv[1][0] : 0;
    for (int i = 0; i < 20; i++)
        sum += parse("the quick brown fox jumps over the lazy dog") + scale(sum, i % 3 + 4);
    sum += shuffle(500) + legacy(30) + even(20);
    return (int)(sum & 1);
}
