/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/lines/line_costs.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/number.h"

static int by_place(const void *left, const void *right)
{
    const struct own_line *a = left, *b = right;
    int order = number_compare(a->file, b->file);

    return order != 0 ? order : number_compare(a->number, b->number);
}

static int by_function(const void *left, const void *right)
{
    const struct own_line *a = left, *b = right;
    int order = number_compare(a->function, b->function);

    return order != 0 ? order : number_compare(a->rank, b->rank);
}

/* The lines of all spots in places that count. */
static size_t take_lines(struct own_lines *own, const struct profile *profile,
                         const uint32_t *numbers)
{
    size_t count = 0;

    own->list = memory_alloc(profile->spots.count, sizeof *own->list);
    for (uint32_t id = 0; id < profile->spots.count; id++) {
        struct spot spot = profile->spots.list[id];
        if (numbers[spot.place] == NO_ID || spot.position.line == 0)
            continue;
        own->list[count++] = (struct own_line){.function = numbers[spot.place],
                                               .file = profile_place(profile, spot.place).file,
                                               .number = spot.position.line};
    }
    return count;
}

static void rank(struct own_line *lines, size_t count)
{
    size_t last = 0;

    ARRAY_SORT(lines, count, by_place);
    for (size_t i = 0; i < count; i++) {
        if (i > 0 && by_place(&lines[i - 1], &lines[i]) != 0)
            last++;
        lines[i].rank = last;
    }
}

/* Drops repeated lines of a function and those in other files than its first. */
static size_t drop_others(struct own_line *lines, size_t count)
{
    size_t kept = 0;

    for (size_t i = 0; i < count; i++) {
        const struct own_line *last = kept != 0 ? &lines[kept - 1] : NULL;
        if (last != NULL && last->function == lines[i].function &&
            (last->rank == lines[i].rank || last->file != lines[i].file))
            continue;
        lines[kept++] = lines[i];
    }
    return kept;
}

void own_lines_find(struct own_lines *own, const struct profile *profile, const uint32_t *numbers,
                    size_t n_functions)
{
    *own = (struct own_lines){.n_functions = n_functions};
    size_t count = take_lines(own, profile, numbers);
    rank(own->list, count);
    ARRAY_SORT(own->list, count, by_function);
    count = drop_others(own->list, count);
    own->begin = memory_alloc(n_functions + 1, sizeof *own->begin);
    for (size_t i = 0; i < count; i++)
        own->begin[own->list[i].function + 1]++;
    for (size_t i = 0; i < n_functions; i++)
        own->begin[i + 1] += own->begin[i];
}

size_t own_lines_of(const struct own_lines *own, uint32_t function, uint32_t last_line,
                    uint32_t *lines)
{
    const struct own_line *end = own->list + own->begin[function + 1];
    size_t count = 0;

    for (const struct own_line *line = own->list + own->begin[function]; line < end; line++) {
        bool goes_on = count != 0 && line->rank == line[-1].rank + 1;
        uint64_t number = goes_on ? line[-1].number + 1 : line->number;
        for (; number <= line->number && number <= last_line; number++)
            lines[count++] = (uint32_t)number;
    }
    return count;
}

void own_lines_free(struct own_lines *own)
{
    free(own->list);
    free(own->begin);
    *own = (struct own_lines){0};
}
