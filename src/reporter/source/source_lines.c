/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/source/source_lines.h"

#include <stdlib.h>

#include "reporter/source/source.h"
#include "reporter/source/source_paths.h"

static int by_place(const void *left, const void *right)
{
    const struct source_line *a = *(struct source_line *const *)left;
    const struct source_line *b = *(struct source_line *const *)right;
    int order = text_compare(a->file, b->file);

    return order != 0 ? order : (a->number > b->number) - (a->number < b->number);
}

/* The lines of one file, in their order. */
static void read_file(struct source_line **lines, size_t count,
                      const struct source_reading *reading, struct arena *arena)
{
    struct source source;
    struct text text;
    size_t i = 0;

    if (!source_find(&source, lines[0]->file, reading->paths))
        return;
    if (reading->warnings != NULL)
        source_warn(source_state(&source), lines[0]->file.at, false, reading->profile,
                    reading->warnings);
    while (i < count && source_next_line(&source, &text)) {
        for (; i < count && lines[i]->number <= source.number; i++)
            if (lines[i]->number == source.number)
                lines[i]->text = arena_copy_text(arena, text_trim(text));
    }
    source_close(&source);
}

void source_lines_read(struct source_line *lines, size_t count,
                       const struct source_reading *reading, struct arena *arena)
{
    struct source_line **sorted = memory_alloc(count, sizeof *sorted);

    for (size_t i = 0; i < count; i++)
        sorted[i] = &lines[i];
    if (count > 1)
        qsort(sorted, count, sizeof(struct source_line *), by_place);
    for (size_t begin = 0, end; begin < count; begin = end) {
        for (end = begin + 1; end < count && text_equal(sorted[end]->file, sorted[begin]->file);)
            end++;
        read_file(sorted + begin, end - begin, reading, arena);
    }
    free(sorted);
}
