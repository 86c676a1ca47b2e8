/* Instructions with jumps: a loop, a condition that is true for every third value, a call. */

enum { COUNT = 64 };

__attribute__((noinline)) int scale(int value)
{
    return value * 5 / 7;
}

__attribute__((noinline)) int sum(const int *values, int count)
{
    int result = 0;

    for (int i = 0; i < count; i++)
        if (values[i] % 3 == 0)
            result += scale(values[i]);
    return result;
}

int main(void)
{
    int values[COUNT];

    for (int i = 0; i < COUNT; i++)
        values[i] = i;
    return sum(values, COUNT) & 1;
}
