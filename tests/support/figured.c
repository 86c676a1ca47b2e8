/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/figured.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "parser/read.h"
#include "profile/profile.h"

bool figured_read_file(struct figured *figured, const char *path)
{
    const struct row_figures_wanted wanted = {.choice = FOLDED(BY_FUNCTION)};
    const struct read_options options = {.n_jobs = 1};
    struct text file = text_of(path);
    struct parsed *parsed = &figured->parsed;
    struct error *error = &parsed->error;

    *figured = (struct figured){.parsed = {.symbols = symbols_create()}};
    profile_init(&parsed->profile, &parsed->symbols,
                 (struct keep){.places = KEEP_SELF_AND_CALLS,
                               .spots = KEEP_SELF_AND_CALLS,
                               .addresses = true,
                               .jumps = true});
    if (!read_profiles((struct text_list){&file, 1}, &options, &parsed->profile, &figured->arena,
                       &parsed->warnings, error))
        return false;
    program_compute(&figured->program, &parsed->profile);
    row_figures_create(&figured->figures, &parsed->profile, &wanted);
    return profile_fits(&parsed->profile, error);
}

void figured_free(struct figured *figured)
{
    row_figures_free(&figured->figures);
    program_free(&figured->program);
    parsed_free(&figured->parsed);
    arena_free(&figured->arena);
}

static void find_levels(struct parsed *parsed)
{
    struct profile *profile = &parsed->profile;

    profile->inputs[0].levels = profile_find_levels(profile, &profile->ledgers[ARCS]);
}

void compared_read(struct compared *compared, const char *current, const char *old)
{
    const struct profile *current_profile = &compared->current.profile,
                         *old_profile = &compared->old.profile;
    struct matches matches;
    struct error error = {0};

    parsed_read(&compared->current, current);
    parsed_read_beside(&compared->old, &compared->current, old);
    cr_assert(compared->current.is_read, "%s", compared->current.error.text);
    cr_assert(compared->old.is_read, "%s", compared->old.error.text);
    find_levels(&compared->current);
    find_levels(&compared->old);
    matches_create(&matches, current_profile, &old_profile, 1, MATCH_FUNCTIONS);
    cr_assert(diff_create(&compared->diff, current_profile, old_profile, &matches,
                          (struct text_list){0}, &error),
              "%s", error.text);
    matches_free(&matches);
}

void compared_free(struct compared *compared)
{
    diff_free(&compared->diff);
    parsed_free(&compared->old);
    parsed_free(&compared->current);
}

/* "FILE:FUNCTION[OBJECT]" of a row, as far as it has them, or its label. Static memory. */
static const char *figured_name(const struct rows *rows, row_id id)
{
    static char name[200];
    struct row_names names = rows_names(rows, id);
    struct text where = names.file.at != NULL ? names.file : names.label;
    bool has_object = names.object.at != NULL;

    snprintf(name, sizeof name, "%.*s%s%.*s%s%.*s%s", (int)where.length, where.at,
             where.at != NULL && names.function.at != NULL ? ":" : "", (int)names.function.length,
             names.function.at, has_object ? "[" : "", (int)names.object.length, names.object.at,
             has_object ? "]" : "");
    return name;
}

row_id figured_find(const struct rows *rows, const char *name)
{
    for (row_id id = 0; id < rows->count; id++)
        if (strcmp(figured_name(rows, id), name) == 0)
            return id;
    cr_assert_fail("there is no %s", name);
    return NO_ID;
}

int64_t figured_cost(const struct costs *costs, size_t row, size_t event)
{
    return costs_sum(costs, costs_row(costs, row), event);
}

const char *figured_key_name(enum row_key key)
{
    static char name[40];
    struct text text = text_of(row_keys[key].name);

    snprintf(name, sizeof name, "%.*s", (int)text.length, text.at);
    return name;
}
