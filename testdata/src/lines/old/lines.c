#include "fold.h"

static unsigned checksum(const char *text)
{
    unsigned sum = 0;

    for (; *text != '\0'; text++)
        FOLD(sum, (unsigned)*text);
    return sum;
}

static unsigned count(const char *text, char c)
{
    unsigned n = 0;

    for (; *text != '\0'; text++)
        if (*text == c)
            n++;
    return n;
}

static unsigned drop(unsigned n)
{
    unsigned dropped = 0;

    while (n > 9) {
        n /= 10;
        dropped++;
    }
    return dropped;
}

static unsigned title(const char *text)
{
    unsigned length = 0;

    while (text[length] != '\0' && text[length] != ' ')
        length++;
    FOLD(length, 7);
    return length;
}

int main(void)
{
    static const char text[] = "a line of text, as long as it is";
    unsigned sum = 0;

    for (int i = 0; i < 50; i++) {
        sum += checksum(text);
        sum += count(text, 'l');
        sum += title(text);
    }
    sum += drop(1234567);
    sum = fold(sum, 5);
    return (int)(sum & 1);
}
