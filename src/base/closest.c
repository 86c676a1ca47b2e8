/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/closest.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Only the first bytes of longer names are compared. */
enum { LONGEST = 60 };

static unsigned char lower(char c)
{
    return (unsigned char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/*
 * Returns the edit distance of two texts. Since no piece is edited twice, three rows of the usual
 * table are enough.
 */
static size_t distance(struct text a, struct text b)
{
    size_t rows[3][LONGEST + 1];

    for (size_t j = 0; j <= b.length; j++)
        rows[0][j] = j;
    for (size_t i = 1; i <= a.length; i++) {
        size_t *row = rows[i % 3], *above = rows[(i + 2) % 3], *two_above = rows[(i + 1) % 3];
        row[0] = i;
        for (size_t j = 1; j <= b.length; j++) {
            bool is_same = lower(a.at[i - 1]) == lower(b.at[j - 1]);
            row[j] = least(least(above[j], row[j - 1]) + 1, above[j - 1] + !is_same);
            if (i > 1 && j > 1 && lower(a.at[i - 1]) == lower(b.at[j - 2]) &&
                lower(a.at[i - 2]) == lower(b.at[j - 1]))
                row[j] = least(row[j], two_above[j - 2] + 1);
        }
    }
    return rows[a.length % 3][b.length];
}

static bool holds(struct text text, struct text part)
{
    for (size_t i = 0; i + part.length <= text.length; i++) {
        size_t j = 0;
        while (j < part.length && lower(text.at[i + j]) == lower(part.at[j]))
            j++;
        if (j == part.length)
            return true;
    }
    return false;
}

static struct text head(struct text text)
{
    return (struct text){text.at, least(text.length, LONGEST)};
}

void closest_consider(struct closest *closest, struct text name)
{
    struct text typed = head(closest->typed);

    if (name.length == 0 || typed.length == 0)
        return;
    size_t apart = distance(typed, head(name));
    bool is_close = apart <= 1 + typed.length / 4 || (typed.length >= 3 && holds(name, typed));
    if (!is_close || (closest->name.length != 0 && closest->distance <= apart))
        return;
    closest->name = name;
    closest->distance = apart;
}

void closest_suggest(const struct closest *closest, const char *prefix, char *text, size_t room)
{
    const size_t length = strlen(text);

    if (closest->name.length != 0)
        snprintf(text + length, room - length, ": did you mean '%s%.*s'?", prefix,
                 text_cut_length(closest->name, 80), closest->name.at);
}
