/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/source/line_ranges.h"

#include "base/array.h"

struct line_range *line_ranges_find(const struct numbered_line *lines, size_t n_lines,
                                    const bool *has_self, uint64_t context, size_t *count)
{
    struct line_range *ranges = memory_alloc(0, sizeof *ranges);
    size_t capacity = 0;

    *count = 0;
    for (size_t i = 0; i < n_lines; i++) {
        if (!has_self[lines[i].id])
            continue;
        uint64_t number = lines[i].number;
        uint64_t first = number > context ? number - context : 1;
        uint64_t last = number > UINT64_MAX - context ? UINT64_MAX : number + context;
        if (*count != 0 && first <= ranges[*count - 1].last) {
            ranges[*count - 1].last = last;
            continue;
        }
        ARRAY_GROW(ranges, *count, capacity);
        ranges[(*count)++] = (struct line_range){first, last};
    }
    return ranges;
}
