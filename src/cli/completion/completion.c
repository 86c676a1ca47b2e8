/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/completion/completion.h"

#include <string.h>

#include "base/array.h"
#include "cli/completion/event_names.h"
#include "cli/completion/function_names.h"
#include "cli/completion/scripts.h"
#include "cli/option_row.h"

void script_print_description(FILE *out, const struct option_row *row, const char *escaped)
{
    for (const char *at = row->help; *at != '\0'; at++) {
        if (*at == '\'')
            fputs("'\\''", out);
        else if (strchr(escaped, *at) != NULL)
            fprintf(out, "\\%c", *at);
        else
            fputc(*at, out);
    }
}

static const struct {
    const char *name;
    void (*print)(FILE *out);
} shells[] = {{"bash", bash_script_print}, {"zsh", zsh_script_print}, {"fish", fish_script_print}};

bool completion_print(FILE *out, const char *wanted, struct text_list files, struct arena *arena,
                      struct error *error)
{
    for (size_t i = 0; i < ARRAY_LENGTH(shells); i++) {
        if (strcmp(shells[i].name, wanted) == 0) {
            shells[i].print(out);
            return true;
        }
    }
    return strcmp(wanted, "events") == 0 ? event_names_print(out, files, arena, error)
                                         : function_names_print(out, files, arena, error);
}
