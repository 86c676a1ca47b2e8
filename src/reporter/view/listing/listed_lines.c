/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/listing/listed_lines.h"

#include <stdlib.h>

#include "base/arena.h"
#include "reporter/source/source.h"
#include "reporter/source/source_paths.h"
#include "reporter/view/listing/line_matching.h"

/* Puts what is gone between the lines of the source. */
static void merge_gone(struct listed_lines *lines)
{
    size_t n_gone, n_lines = lines->text->count, next = 0;
    const struct gone_line *gone = line_matching_gone(lines->matching, lines->file, &n_gone);

    lines->numbers = memory_alloc(n_lines + n_gone, sizeof *lines->numbers);
    lines->places = memory_alloc(n_lines, sizeof *lines->places);
    lines->gone_places = memory_alloc(n_gone, sizeof *lines->gone_places);
    lines->count = 0;
    for (uint64_t number = 0; number <= n_lines; number++) {
        if (number != 0) {
            lines->numbers[lines->count++] = number;
            lines->places[number - 1] = lines->count;
        }
        for (; next < n_gone && gone[next].after == number; next++) {
            uint64_t gone_number =
                line_map_find(&lines->matching->map, gone[next].old, lines->file).number;
            lines->numbers[lines->count++] = gone_number;
            lines->gone_places[index_add(&lines->gone, 0, gone_number)] = lines->count;
        }
    }
}

void listed_lines_read(struct listed_lines *lines, uint32_t file, struct text name,
                       const struct source_paths *paths, const struct line_matching *matching)
{
    struct source source = {0};

    *lines = (struct listed_lines){.file = file};
    if (matching != NULL && line_map_has_fresh(&matching->map, file)) {
        lines->matching = matching;
        lines->text = &matching->fresh[file];
        merge_gone(lines);
    } else if (source_find(&source, name, paths)) {
        source_text_read(&lines->own, &source, NULL);
        source_close(&source);
        lines->text = &lines->own;
        lines->count = lines->own.count;
    }
}

void listed_lines_free(struct listed_lines *lines)
{
    source_text_free(&lines->own);
    free(lines->numbers);
    free(lines->places);
    index_free(&lines->gone);
    free(lines->gone_places);
    *lines = (struct listed_lines){0};
}

uint64_t listed_lines_place(const struct listed_lines *lines, uint64_t number)
{
    if (lines->text == NULL || number == 0)
        return 0;
    if (number <= lines->text->count)
        return lines->places != NULL ? lines->places[number - 1] : number;
    uint32_t gone = index_find(&lines->gone, 0, number);
    return gone != NO_ID ? lines->gone_places[gone] : 0;
}

uint64_t listed_lines_number(const struct listed_lines *lines, uint64_t place)
{
    return lines->numbers != NULL ? lines->numbers[place - 1] : place;
}

struct text listed_lines_text(const struct listed_lines *lines, uint64_t place)
{
    uint64_t number = listed_lines_number(lines, place);

    return lines->matching != NULL
             ? line_matching_text(lines->matching, (struct file_line){lines->file, number})
             : source_text_line(lines->text, number);
}
