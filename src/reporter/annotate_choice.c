/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/annotate_choice.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "aggregator/filter.h"
#include "base/arena.h"
#include "base/closest.h"
#include "base/number.h"

static void add_code(struct annotate_choice *choice, group_id group, file_id file)
{
    choice->codes[choice->count++] = (struct listed_code){group, file};
}

static void choose_named(struct annotate_choice *choice, const struct groups *groups,
                         struct text what)
{
    for (group_id id = 0; id < groups->count; id++)
        if (!groups->list[id].is_hidden && text_equal(groups_names(groups, id).function, what))
            add_code(choice, id, NO_ID);
}

/* "FILE:LINE" parted; a line of 0 where there is none. */
static struct text cut_line(struct text what, uint64_t *line)
{
    size_t digits = 0;
    const char *end;

    *line = 0;
    while (digits < what.length && is_digit(what.at[what.length - 1 - digits]))
        digits++;
    if (digits == 0 || digits + 1 >= what.length || what.at[what.length - 1 - digits] != ':')
        return what;
    if (read_number(what.at + what.length - digits, &end, line) != NUMBER_OK)
        *line = 0;
    return (struct text){what.at, what.length - digits - 1};
}

static bool is_end_of(struct text path, struct text end)
{
    if (end.length == 0 || end.length > path.length)
        return false;
    size_t begin = path.length - end.length;
    return text_equal(text_skip(path, begin), end) &&
           (begin == 0 || end.at[0] == '/' || path.at[begin - 1] == '/');
}

/* Which files have code: the tables of names may hold those of other profiles. */
static bool *find_files(const struct profile *profile)
{
    bool *has_code = memory_alloc(names_count(profile->symbols.files), sizeof *has_code);

    for (place_id id = 0; id < profile_n_places(profile); id++)
        has_code[profile_place(profile, id).file] = true;
    return has_code;
}

/* One file, or an error where several have that end. */
static bool choose_file(struct annotate_choice *choice, const struct profile *profile,
                        struct text what, struct error *error)
{
    const struct names *files = profile->symbols.files;
    struct text name = cut_line(what, &choice->line);
    bool *has_code = find_files(profile);
    file_id exact = NO_ID, first = NO_ID, second = NO_ID;

    for (file_id id = 0; id < names_count(files); id++) {
        struct text path = names_text(files, id);
        if (!has_code[id] || !is_end_of(path, name))
            continue;
        if (path.length == name.length)
            exact = id;
        else if (first == NO_ID)
            first = id;
        else if (second == NO_ID)
            second = id;
    }
    free(has_code);
    if (exact == NO_ID && second != NO_ID)
        return error_usage(error, "--annotate=%.100s: is it %.140s or %.140s?", what.at,
                           names_text(files, first).at, names_text(files, second).at);
    if (exact != NO_ID || first != NO_ID)
        add_code(choice, NO_ID, exact != NO_ID ? exact : first);
    return true;
}

static bool nothing_matches(const struct groups *groups, struct text what, struct error *error)
{
    const struct names *files = groups->profile->symbols.files;
    struct closest closest = {.typed = what};
    char suggestion[300] = "";

    for (group_id id = 0; id < groups->count; id++)
        closest_consider(&closest, groups_names(groups, id).function);
    for (file_id id = 0; id < names_count(files); id++)
        closest_consider(&closest, path_base(names_text(files, id)));
    closest_suggest(&closest, "", suggestion, sizeof suggestion);
    return error_set(error, ERROR_FAILED, NULL, 0, "--annotate=%.100s: no such function or file%s",
                     what.at, suggestion);
}

static bool choose_matches(struct annotate_choice *choice, const struct groups *groups,
                           struct text what, struct error *error)
{
    struct pattern pattern = {0};
    size_t count = 0;
    group_id last = NO_ID;

    if (!pattern_set(&pattern, "annotate", what.at, error))
        return false;
    choice->is_match = memory_alloc(groups->count, sizeof *choice->is_match);
    for (group_id id = 0; id < groups->count; id++) {
        if (groups->list[id].is_hidden ||
            !pattern_passes(&pattern, groups_names(groups, id).function))
            continue;
        choice->is_match[id] = true;
        last = id;
        count++;
    }
    pattern_free(&pattern);
    if (count == 0)
        return nothing_matches(groups, what, error);
    if (count > 1)
        return true;
    add_code(choice, last, NO_ID);
    free(choice->is_match);
    choice->is_match = NULL;
    return true;
}

bool annotate_choose(struct annotate_choice *choice, const struct groups *groups, struct text what,
                     struct error *error)
{
    *choice = (struct annotate_choice){0};
    choice->codes = memory_alloc(groups->count + 1, sizeof *choice->codes);
    choose_named(choice, groups, what);
    if (choice->count == 0 && !choose_file(choice, groups->profile, what, error))
        return false;
    if (choice->count != 0)
        return true;
    choice->line = 0;
    return choose_matches(choice, groups, what, error);
}

void annotate_choice_free(struct annotate_choice *choice)
{
    free(choice->codes);
    free(choice->is_match);
    *choice = (struct annotate_choice){0};
}
