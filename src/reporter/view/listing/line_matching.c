/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/listing/line_matching.h"

#include <stdlib.h>

#include "base/names.h"

void line_matching_free(struct line_matching *matching)
{
    for (size_t i = 0; i < matching->n_files; i++) {
        source_text_free(&matching->fresh[i]);
        source_text_free(&matching->old[i]);
    }
    free(matching->fresh);
    free(matching->old);
    free(matching->gone);
    free(matching->has_old);
    line_map_free(&matching->map);
    *matching = (struct line_matching){0};
}

struct text line_matching_text(const struct line_matching *matching, struct file_line line)
{
    struct file_line old = line_map_origin(&matching->map, line);

    if (!line_map_is_gone(&matching->map, line.number))
        return source_text_line(&matching->fresh[line.file], line.number);
    return old.number != 0 ? source_text_line(&matching->old[old.file], old.number)
                           : (struct text){0};
}

enum line_change line_matching_change(const struct line_matching *matching, struct file_line line)
{
    struct file_line old = line_map_origin(&matching->map, line);

    if (line_map_is_gone(&matching->map, line.number))
        return LINE_GONE;
    if (!line_map_has_fresh(&matching->map, line.file) || line.number == 0 ||
        line.number > matching->fresh[line.file].count)
        return LINE_BY_NUMBER;
    if (old.number == 0)
        return LINE_NEW;
    bool is_same = text_equal(source_text_line(&matching->fresh[line.file], line.number),
                              source_text_line(&matching->old[old.file], old.number));
    return is_same ? LINE_SAME : LINE_REFORMATTED;
}

void line_matching_tell(const struct line_matching *matching, const struct names *files,
                        struct file_line line, struct old_table_row *old)
{
    struct file_line was = line_map_origin(&matching->map, line);

    old->line = was.number;
    old->line_change = line_matching_change(matching, line);
    old->change = old->line_change == LINE_NEW  ? CHANGE_NEW
                : old->line_change == LINE_GONE ? CHANGE_GONE
                                                : CHANGE_NONE;
    if (was.number == 0 ||
        text_equal(path_base(names_text(files, was.file)), path_base(names_text(files, line.file))))
        return;
    old->file = names_text(files, was.file);
}

const struct gone_line *line_matching_gone(const struct line_matching *matching, uint32_t file,
                                           size_t *count)
{
    size_t low = 0, high = matching->n_gone;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (matching->gone[middle].file < file)
            low = middle + 1;
        else
            high = middle;
    }
    for (*count = 0; low + *count < matching->n_gone && matching->gone[low + *count].file == file;)
        ++*count;
    return matching->gone + low;
}
