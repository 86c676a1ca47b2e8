#include <stdio.h>
#include <stdlib.h>

static inline int
square(int x)
{
    return x * x;
}

static int
weigh(const int *values, int count)
{
    int sum = 0;

    for (int i = 0; i < count; i++)
        sum += square(values[i]) ^ i;
    return sum;
}

static int
normalize(int *values, int count)
{
    int largest = 1;

    for (int i = 0; i < count; i++)
        if (values[i] > largest)
            largest = values[i];
    for (int i = 0; i < count; i++)
        values[i] = values[i] * 100 / largest;
    return abs(largest) + weigh(values, count);
}

int
main(void)
{
    int values[500], sum = 0;

    for (int i = 0; i < 500; i++)
        values[i] = rand() % 1000;
    sum += normalize(values, 500);
    sum += weigh(values, 500);
    printf("%d\n", sum);
    return 0;
}
