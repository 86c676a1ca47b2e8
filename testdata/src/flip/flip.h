/* Mixes the bits of a number. */
static INLINED_OR_NOT unsigned mix(unsigned x)
{
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    return x;
}
