/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/input/no_match.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "aggregator/rows.h"
#include "base/closest.h"
#include "base/error.h"
#include "base/names.h"
#include "profile/filter.h"

bool no_function_matches(const char *option, const struct rows *rows, const struct pattern *pattern,
                         struct error *error)
{
    error_set(error, ERROR_FAILED, NULL, 0, "%s: no function matches", option);
    return explain_no_match(rows, pattern->written, pattern, false, error);
}

bool explain_no_match(const struct rows *rows, struct text typed, const struct pattern *pattern,
                      bool takes_files, struct error *error)
{
    const struct names *files = rows->profile->symbols.files;
    bool *has_code = profile_files_with_code(rows->profile);
    struct closest closest = {.typed = typed};
    size_t length = strlen(error->text);

    if (pattern->is_of_short_name)
        snprintf(error->text + length, sizeof error->text - length,
                 " (names are shown shortened, but not with --wide)");
    for (row_id id = 0; id < rows->count; id++)
        if (!rows->list[id].is_hidden)
            closest_consider(&closest, rows_names(rows, id).function);
    for (file_id id = 0; takes_files && id < names_count(files); id++)
        if (has_code[id])
            closest_consider(&closest, path_base(names_text(files, id)));
    closest_suggest(&closest, "", error->text, sizeof error->text);
    free(has_code);
    return false;
}
