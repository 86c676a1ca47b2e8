/* A loop, a switch, recursion, a call through a pointer, strings: a program or a library of them. */
#include "pieces.h"

#include <string.h>

long sum_squares(const long *numbers, size_t count)
{
    long sum = 0;

    for (size_t i = 0; i < count; i++)
        sum += numbers[i] * numbers[i];
    return sum;
}

long choose(int which, long number)
{
    switch (which) {
    case 0:
        return number + 7;
    case 1:
        return number * 3;
    case 2:
        return number / 5;
    case 3:
        return number ^ 99;
    case 4:
        return -number;
    case 5:
        return number % 13;
    default:
        return 0;
    }
}

long fibonacci(long number)
{
    return number < 2 ? number : fibonacci(number - 1) + fibonacci(number - 2);
}

int compare(const void *a, const void *b)
{
    const long *left = a, *right = b;

    return (*left > *right) - (*left < *right);
}

long twice(long number)
{
    return 2 * number;
}

long apply(long (*function)(long), long number)
{
    return 1 + function(number);
}

size_t letters(char *text, size_t size)
{
    char copy[64] = "";

    memset(text, 'a', size - 1);
    text[size - 1] = '\0';
    strncpy(copy, text, sizeof copy - 1);
    for (char *at = copy; *at != '\0'; at++)
        *at = (char)(*at + (at - copy) % 26);
    return strlen(copy) + (strchr(copy, 'q') != NULL) + (size_t)(strcmp(copy, text) > 0);
}
