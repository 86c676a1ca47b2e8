/* Calls each function of pieces.c; with -DLONGER it is another build, with more code in main(). */
#include "pieces.h"

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    long numbers[40], sum = 0;
    char text[50];

#ifdef LONGER
    printf("%s has %d arguments\n", argv[0], argc);
#endif
    (void)argv;
    for (int i = 0; i < 40; i++)
        numbers[i] = choose(i % 7, (long)i * argc);
    qsort(numbers, 40, sizeof *numbers, compare);
    sum += sum_squares(numbers, 40);
    sum += fibonacci(12);
    sum += apply(twice, sum);
    sum += (long)letters(text, sizeof text);
    printf("%ld\n", sum);
    return 0;
}
