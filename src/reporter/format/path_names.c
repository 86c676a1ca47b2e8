/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/path_names.h"

#include <stdlib.h>

#include "base/array.h"

void path_names_extend(struct path_names *names, size_t depth, struct text name)
{
    names->text.length = depth == 0 ? 0 : names->ends[depth - 1];
    if (depth != 0)
        buffer_append(&names->text, TEXT(";"));
    size_t begin = names->text.length;
    buffer_append(&names->text, name);
    for (size_t i = begin; i < names->text.length; i++)
        if (names->text.at[i] == ';')
            names->text.at[i] = ':';
    names->n_levels = depth;
    ARRAY_GROW(names->ends, names->n_levels, names->capacity);
    names->ends[depth] = names->text.length;
}

struct text path_names_parent(const struct path_names *names, size_t depth)
{
    if (depth == 0)
        return TEXT("");
    size_t begin = depth == 1 ? 0 : names->ends[depth - 2] + 1;
    return (struct text){names->text.at + begin, names->ends[depth - 1] - begin};
}

void path_names_free(struct path_names *names)
{
    free(names->text.at);
    free(names->ends);
    *names = (struct path_names){0};
}
