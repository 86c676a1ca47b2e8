/* The second version: see lines.c of the first one. */
#include "fold.h"

static unsigned heading(const char *text)
{
    unsigned length = 0;

    while (text[length] != '\0' && text[length] != ' ')
        length++;
    FOLD(length, 7);
    return length;
}

static unsigned count(const char *text, char c)
{
    unsigned n = 0;
    unsigned seen = 0;

    for (; *text != '\0'; text++) {
        seen++;
        if (*text == c)
            n++;
    }
    return n < seen ? n : seen;
}

static unsigned checksum(const char *text)
{
	unsigned sum = 0;

	for (; *text != '\0'; text++)
		FOLD(sum, (unsigned)*text);
	return sum;
}

int main(void)
{
    static const char text[] = "a line of text, as long as it is";
    unsigned sum = 0;

    for (int i = 0; i < 60; i++) {
        sum += checksum(text);
        sum += count(text, 'l');
        sum += heading(text);
    }
    sum = fold(sum, 5);
    return (int)(sum & 1);
}
