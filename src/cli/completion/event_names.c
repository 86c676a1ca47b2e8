/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/completion/event_names.h"

#include <string.h>

#include "base/warnings.h"
#include "parser/operands.h"
#include "parser/read.h"
#include "profile/profile.h"

enum { MOST_READ = 1 << 20 };

static bool is_plain(struct text name)
{
    static const char others[] = "_:%";

    for (size_t i = 0; i < name.length; i++) {
        char c = name.at[i];
        bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        if (!is_letter && !is_digit(c) && (c == '\0' || strchr(others, c) == NULL))
            return false;
    }
    return name.length != 0;
}

static void print_plain(FILE *out, const struct events *events)
{
    for (size_t i = 0; i < events->count; i++) {
        struct text name = events->list[i].name;
        if (is_plain(name))
            fprintf(out, "%.*s\n", (int)name.length, name.at);
    }
}

bool event_names_print(FILE *out, struct text_list files, struct arena *arena, struct error *error)
{
    const struct read_options options = {.n_jobs = 1, .most = MOST_READ};
    struct symbols symbols = symbols_create();
    struct warnings ignored = {0};
    struct operands operands;
    struct profile profile;

    profile_init(&profile, &symbols, (struct keep){0});
    bool is_done = operands_sort(&operands, files, arena, &ignored, error) &&
                   read_profiles(operands.profiles, &options, &profile, arena, &ignored, error);
    if (is_done)
        print_plain(out, &profile.events);
    profile_free(&profile);
    symbols_free(&symbols);
    return is_done;
}
