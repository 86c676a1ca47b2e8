/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * bare: what has to be done to a profile at the least, and nothing with the result.
 *
 * The file is read in blocks. Of lines of cost the numbers are added up by column, and the line
 * number is kept, since the next may be relative to it; of all other lines each byte goes into a
 * hash. No names, no tables, no checks: what quern takes beyond this is its own doing.
 */
#include <fcntl.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BLOCK = 256 * 1024, MAX_COLUMNS = 1024, WORD = sizeof(uint64_t) };

struct sums {
    size_t n_positions; /* numbers before the costs of a line */
    uint64_t line;
    uint64_t columns[MAX_COLUMNS];
    uint64_t hash;
};

static bool starts_cost_line(char c)
{
    return (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '*';
}

static const char *read_number(const char *at, uint64_t *number)
{
    for (*number = 0; *at >= '0' && *at <= '9'; at++)
        *number = *number * 10 + (uint64_t)(*at - '0');
    return at;
}

static const char *skip_word(const char *at)
{
    while (*at != ' ' && *at != '\n')
        at++;
    return at + (*at == ' ');
}

/* Each gives the newline that ends the line. */
static const char *add_cost_line(struct sums *sums, const char *at)
{
    uint64_t number;

    for (size_t i = 1; i < sums->n_positions; i++)
        at = skip_word(at);
    char sign = *at;
    at = read_number(at + (sign < '0'), &number);
    sums->line = sign >= '0' ? number : sign == '-' ? sums->line - number : sums->line + number;
    for (size_t column = 0; *at != '\n' && column < MAX_COLUMNS; column++) {
        at = read_number(at + (*at == ' '), &number);
        sums->columns[column] += number;
        if (*at != ' ')
            break;
    }
    return *at == '\n' ? at : strchr(at, '\n');
}

static const char *add_other_line(struct sums *sums, const char *at, const char *end)
{
    const char *newline = memchr(at, '\n', (size_t)(end - at));
    uint64_t word = 0;

    if (strncmp(at, "positions: instr line", 21) == 0)
        sums->n_positions = 2;
    for (; newline - at >= WORD; at += WORD) {
        memcpy(&word, at, WORD);
        sums->hash = (sums->hash ^ word) * 0x9e3779b97f4a7c15u;
    }
    word = 0;
    memcpy(&word, at, (size_t)(newline - at));
    sums->hash = (sums->hash ^ word) * 0x9e3779b97f4a7c15u;
    return newline;
}

static void add_lines(struct sums *sums, const char *at, const char *end)
{
    for (; at < end; at++)
        at = starts_cost_line(*at) ? add_cost_line(sums, at) : add_other_line(sums, at, end);
}

static size_t whole_lines(const char *block, size_t length)
{
    while (length != 0 && block[length - 1] != '\n')
        length--;
    return length;
}

int main(int argc, char **argv)
{
    static char block[BLOCK + 1];
    static struct sums sums = {.n_positions = 1};
    int file = argc == 2 ? open(argv[1], O_RDONLY) : -1;
    size_t kept = 0;
    ssize_t got;

    if (file < 0) {
        fputs("usage: bare PROFILE\n", stderr);
        return EXIT_FAILURE;
    }
    while ((got = read(file, block + kept, BLOCK - kept)) > 0) {
        size_t length = kept + (size_t)got, whole = whole_lines(block, length);
        if (whole == 0)
            break; /* a line that is longer than a block */
        block[length] = '\0';
        add_lines(&sums, block, block + whole);
        kept = length - whole;
        memmove(block, block + whole, kept);
    }
    uint64_t total = sums.hash + sums.line;
    for (size_t i = 0; i < MAX_COLUMNS; i++)
        total += sums.columns[i];
    printf("%" PRIx64 "\n", total);
    return got < 0 || kept != 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
