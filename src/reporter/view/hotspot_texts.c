/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/hotspot_texts.h"

#include <stdlib.h>

#include "aggregator/rank.h"
#include "base/error.h"
#include "reporter/source/source_paths.h"
#include "reporter/view/input/view_input.h"
#include "reporter/view/listing/line_matching.h"
#include "reporter/view/objects/objects.h"

/* That of some files nobody knows which lines are the same. */
static void tell_of_numbers(const struct view_input *input)
{
    size_t count = input->lines->n_by_number;

    if (count != 0)
        warnings_add(input->warnings, NULL, 0,
                     "the old source of %zu file%s is not known: lines are compared by number "
                     "(see --old-rev, --old-include)",
                     count, count == 1 ? "" : "s");
}

/* Lines that are gone have their old text. */
static void set_gone(struct text *texts, const struct view_input *input,
                     const struct row_figures *of, const struct ranked *ranked, size_t count)
{
    tell_of_numbers(input);
    for (size_t i = 0; i < count; i++) {
        const struct row *row = &of->rows->list[ranked[i].id];
        struct file_line line = {row->file, row->line};
        if (line_map_is_gone(&input->lines->map, line.number))
            texts[i] = text_trim(line_matching_text(input->lines, line));
    }
}

static void read_lines(struct text *texts, const struct view_input *input,
                       const struct row_figures *of, const struct ranked *ranked, size_t count,
                       struct arena *arena)
{
    struct source_line *lines = memory_alloc(count, sizeof *lines);

    for (size_t i = 0; i < count; i++) {
        struct row_names names = rows_names(of->rows, ranked[i].id);
        lines[i] = (struct source_line){.file = names.file, .number = names.line};
    }
    const struct source_reading reading = {&input->paths, input->profile, input->warnings};
    source_lines_read(lines, count, &reading, arena);
    for (size_t i = 0; i < count; i++)
        texts[i] = lines[i].text;
    free(lines);
    if (of->diff != NULL)
        set_gone(texts, input, of, ranked, count);
}

struct text *hotspot_texts_read(const struct view_input *input, const struct row_figures *of,
                                const struct ranked *ranked, size_t count, struct arena *arena)
{
    enum row_key key = of->rows->key;

    if (key != BY_LINE && key != BY_INSTRUCTION)
        return NULL;
    struct text *texts = memory_alloc(count, sizeof *texts);
    if (key == BY_LINE)
        read_lines(texts, input, of, ranked, count, arena);
    else
        instruction_rows_read(texts, input, of->rows, ranked, count, arena);
    return texts;
}
