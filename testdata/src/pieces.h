/* Functions of pieces.c, each with another kind of code; pieces_main.c calls all of them. */
#include <stddef.h>

long sum_squares(const long *numbers, size_t count);
long choose(int which, long number);
long fibonacci(long number);
int compare(const void *a, const void *b);
long twice(long number);
long apply(long (*function)(long), long number);
size_t letters(char *text, size_t size);
