/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/number_set.h"

#include "base/array.h"
#include "base/number.h"

static bool read_whole(struct text word, int64_t *number)
{
    uint64_t sum = 0;

    if (word.length == 0 || word.length > SAFE_DIGITS)
        return false;
    for (size_t i = 0; i < word.length; i++) {
        if (!is_digit(word.at[i]))
            return false;
        sum = sum * 10 + (uint64_t)(word.at[i] - '0');
    }
    *number = (int64_t)sum;
    return true;
}

bool number_set_add(struct number_set *set, struct text text)
{
    struct text word;

    while (text_cut(&text, ',', &word)) {
        struct number_range range;
        struct text first;
        text_cut(&word, '-', &first);
        if (!read_whole(text_trim(first), &range.first))
            return false;
        range.last = range.first;
        if (word.at != NULL && !read_whole(text_trim(word), &range.last))
            return false;
        if (range.last < range.first)
            return false;
        ARRAY_GROW(set->ranges, set->count, set->capacity);
        set->ranges[set->count++] = range;
    }
    return true;
}

bool number_set_has(const struct number_set *set, int64_t number)
{
    for (size_t i = 0; i < set->count; i++)
        if (number >= set->ranges[i].first && number <= set->ranges[i].last)
            return true;
    return false;
}
