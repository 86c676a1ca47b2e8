/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/listing/missing_sources.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/buffer.h"
#include "base/error.h"
#include "reporter/view/input/view_input.h"
#include "reporter/view/input/view_options.h"

void missing_sources_warn(struct missing_sources *missing, const struct view_input *input)
{
    const struct source_paths *paths = &input->paths;
    const struct text_list lists[] = {paths->include_dirs, paths->own_dirs};
    struct buffer places = {0};
    char others[80] = "";

    if (missing->count == 0)
        return;
    if (missing->count == 2)
        snprintf(others, sizeof others, ", nor that of another file (--wide names it)");
    else if (missing->count > 2)
        snprintf(others, sizeof others, ", nor those of %zu other files (--wide names them)",
                 missing->count - 1);
    for (size_t i = 0; i < ARRAY_LENGTH(lists); i++)
        for (size_t j = 0; j < lists[i].count; j++) {
            buffer_append(&places, TEXT(", in "));
            buffer_append(&places, lists[i].items[j]);
        }
    if (paths->last_resort.find != NULL)
        buffer_append(&places, TEXT(", by --debuginfod"));
    warnings_add(input->warnings, missing->first.at, 0, "source not found%s: tried as recorded%s%s",
                 others, paths->maps_from.count != 0 ? ", by --path-map" : "",
                 buffer_string(&places));
    free(places.at);
    missing->count = 0;
}

void missing_sources_add(struct missing_sources *missing, const struct view_input *input,
                         struct text name)
{
    if (text_equal(name, TEXT("???")))
        return;
    if (missing->count++ == 0)
        missing->first = name;
    if (input->options->lists_missing)
        missing_sources_warn(missing, input);
}
