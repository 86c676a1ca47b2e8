/* Recursion of several shapes: direct, mutual, and a cycle of three that is entered in two places. */
#include <stdio.h>

static unsigned long checksum;

__attribute__((noinline)) static void tally(unsigned long value)
{
    for (int i = 0; i < 3; i++)
        checksum = checksum * 31 + value + (unsigned long)i;
}

/* Direct: two calls of itself from two lines, and a leaf. */
__attribute__((noinline)) static unsigned long fib(unsigned n)
{
    if (n < 2) {
        tally(n);
        return n;
    }
    return fib(n - 1) +
           fib(n - 2);
}

/* Direct, and not only from main. */
__attribute__((noinline)) static unsigned long ackermann(unsigned m, unsigned n)
{
    if (m == 0)
        return n + 1;
    if (n == 0)
        return ackermann(m - 1, 1);
    return ackermann(m - 1, (unsigned)ackermann(m, n - 1));
}

/* Mutual: each is entered from main, and in the middle of the other. */
__attribute__((noinline)) static int is_odd(unsigned n);

__attribute__((noinline)) static int is_even(unsigned n)
{
    tally(n);
    return n == 0 ? 1 : is_odd(n - 1);
}

__attribute__((noinline)) static int is_odd(unsigned n)
{
    if (n % 7 == 0)
        tally(ackermann(1, n % 4));
    return n == 0 ? 0 : is_even(n - 1);
}

/* A cycle of three: main enters it at red and at blue. */
__attribute__((noinline)) static void green(unsigned n);
__attribute__((noinline)) static void blue(unsigned n);

__attribute__((noinline)) static void red(unsigned n)
{
    tally(n);
    if (n > 0) {
        green(n - 1);
        if (n % 3 == 0)
            green(n / 2);
    }
}

__attribute__((noinline)) static void green(unsigned n)
{
    if (n > 0)
        blue(n - 1);
    if (n == 5)
        tally(fib(6));
}

__attribute__((noinline)) static void blue(unsigned n)
{
    tally(n);
    tally(n + 1);
    if (n > 0)
        red(n - 1);
}

int main(void)
{
    unsigned odd = 0;

    tally(fib(10));
    tally(ackermann(2, 3));
    for (unsigned n = 0; n < 12; n++)
        odd += (unsigned)is_odd(n);
    odd += (unsigned)is_even(15);
    red(14);
    blue(11);
    printf("%u %lu\n", odd, checksum);
    return 0;
}
