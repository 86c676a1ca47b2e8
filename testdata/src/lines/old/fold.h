/* Both versions of lines.c use it: FOLD in two functions, fold() inlined into none. */
#define FOLD(sum, value) ((sum) = (sum) * 31 + (value))

static inline unsigned fold(unsigned sum, unsigned value)
{
    sum ^= value;
    return sum * 16777619u;
}
