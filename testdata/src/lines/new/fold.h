/* Both versions of lines.c use it: FOLD in two functions, fold() inlined into none. */
#define FOLD(sum, value) ((sum) = (sum) * 31 + (value))

/* Twice as much as before, so that it costs more. */
static inline unsigned fold(unsigned sum, unsigned value)
{
    sum ^= value;
    sum *= 16777619u;
    return sum * 16777619u;
}
