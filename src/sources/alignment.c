/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sources/source.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

/* Limits the old lines times the new ones: more would take too long. */
enum { MOST_CELLS = 8000000 };

/* Pairs as many lines as possible, of which neither the first nor the last two are equal. */
static void pair_most(struct line_ids old, struct line_ids current, uint32_t shift,
                      uint32_t *partners)
{
    size_t width = current.count + 1;

    if (old.count > MOST_CELLS / width)
        return;
    /* It has how many lines can be paired from old line i and new line j on. */
    uint32_t *longest = memory_alloc((old.count + 1) * width, sizeof *longest);
    for (size_t i = old.count; i-- > 0;)
        for (size_t j = current.count; j-- > 0;) {
            uint32_t without_old = longest[(i + 1) * width + j];
            uint32_t without_new = longest[i * width + j + 1];
            longest[i * width + j] = old.ids[i] == current.ids[j]
                                       ? longest[(i + 1) * width + j + 1] + 1
                                   : without_old > without_new ? without_old
                                                               : without_new;
        }
    for (size_t i = 0, j = 0; i < old.count && j < current.count;) {
        if (old.ids[i] == current.ids[j])
            partners[i++] = shift + (uint32_t)j++;
        else if (longest[(i + 1) * width + j] > longest[i * width + j + 1])
            i++;
        else
            j++;
    }
    free(longest);
}

uint32_t *align_lines(struct line_ids old, struct line_ids current)
{
    uint32_t *partners = memory_alloc(old.count, sizeof *partners);
    uint32_t begin = 0;

    memset(partners, 0xff, old.count * sizeof *partners); /* NO_PARTNER */
    for (; begin < old.count && begin < current.count && old.ids[begin] == current.ids[begin];
         begin++)
        partners[begin] = begin;
    while (old.count > begin && current.count > begin &&
           old.ids[old.count - 1] == current.ids[current.count - 1])
        partners[--old.count] = (uint32_t)--current.count;
    pair_most((struct line_ids){old.ids + begin, old.count - begin},
              (struct line_ids){current.ids + begin, current.count - begin}, begin,
              partners + begin);
    return partners;
}
