/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/listing/listing_target.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/closest.h"
#include "base/number.h"
#include "profile/filter.h"
#include "reporter/view/input/no_match.h"

/* Each listing looks at the whole profile. */
enum { MOST_LISTED = 30 };

static void add_code(struct listing_target *choice, row_id group, file_id file)
{
    choice->codes[choice->count++] = (struct listed_code){.row = group, .file = file};
}

static void choose_named(struct listing_target *choice, const struct rows *rows, struct text what)
{
    for (row_id id = 0; id < rows->count; id++)
        if (!rows->list[id].is_hidden && text_equal(rows_names(rows, id).function, what))
            add_code(choice, id, NO_ID);
}

/* "FILE:LINE" taken apart; line 0 where there is none. False where it cannot be the number of a
 * line. */
static bool cut_line(struct text what, struct text *file, uint64_t *line)
{
    size_t digits = 0;
    const char *end;

    *line = 0;
    *file = what;
    while (digits < what.length && is_digit(what.at[what.length - 1 - digits]))
        digits++;
    if (digits == 0 || digits + 1 >= what.length || what.at[what.length - 1 - digits] != ':')
        return true;
    *file = (struct text){what.at, what.length - digits - 1};
    return read_number(what.at + what.length - digits, &end, line) == NUMBER_OK && *line != 0;
}

static bool is_end_of(struct text path, struct text end)
{
    if (end.length == 0 || end.length > path.length)
        return false;
    size_t begin = path.length - end.length;
    return text_equal(text_skip(path, begin), end) &&
           (begin == 0 || end.at[0] == '/' || path.at[begin - 1] == '/');
}

/* One file, or an error where several have that end. */
static bool choose_file(struct listing_target *choice, const struct profile *profile,
                        struct text what, struct error *error)
{
    const struct names *files = profile->symbols.files;
    struct text name;
    bool is_line = cut_line(what, &name, &choice->line);
    bool *has_code = profile_files_with_code(profile);
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
    if ((exact != NO_ID || first != NO_ID) && !is_line)
        return error_usage(
            error, "--annotate=%.100s: line numbers start at 1 and have at most 64 bits", what.at);
    if (exact != NO_ID || first != NO_ID)
        add_code(choice, NO_ID, exact != NO_ID ? exact : first);
    return true;
}

/* ": did you mean 'f' or 'f.c'?", of what can be listed. */
static void suggest(const struct rows *rows, struct text what, char *suggestion, size_t room)
{
    const struct names *files = rows->profile->symbols.files;
    bool *has_code = profile_files_with_code(rows->profile);
    struct closest closest = {.typed = what};

    for (row_id id = 0; id < rows->count; id++)
        if (!rows->list[id].is_hidden)
            closest_consider(&closest, rows_names(rows, id).function);
    for (file_id id = 0; id < names_count(files); id++)
        if (has_code[id])
            closest_consider(&closest, path_base(names_text(files, id)));
    closest_suggest(&closest, "", suggestion, room);
    free(has_code);
}

/* Adds to an error about what was to be listed what may be the reason, and what was meant. */
static bool explain(const struct rows *rows, struct text what, const struct pattern *pattern,
                    struct error *error)
{
    explain_no_match(pattern, error);
    size_t length = strlen(error->text);
    suggest(rows, what, error->text + length, sizeof error->text - length);
    return false;
}

static bool choose_matches(struct listing_target *choice, const struct rows *rows, struct text what,
                           struct error *error)
{
    struct pattern pattern = {0};
    size_t count = 0;
    row_id last = NO_ID;

    if (!pattern_set(&pattern, "annotate", what.at, error))
        return explain(rows, what, &pattern, error);
    choice->is_match = memory_alloc(rows->count, sizeof *choice->is_match);
    for (row_id id = 0; id < rows->count; id++) {
        if (rows->list[id].is_hidden || !pattern_passes(&pattern, rows_names(rows, id).function))
            continue;
        choice->is_match[id] = true;
        last = id;
        count++;
    }
    pattern_free(&pattern);
    if (count == 0) {
        error_set(error, ERROR_FAILED, NULL, 0, "--annotate=%.100s: no such function or file",
                  what.at);
        return explain(rows, what, &pattern, error);
    }
    if (count > 1)
        return true;
    add_code(choice, last, NO_ID);
    free(choice->is_match);
    choice->is_match = NULL;
    return true;
}

/* Too many functions of one name are a table to choose a file from. */
static bool list_named(struct listing_target *choice, const struct rows *rows)
{
    choice->is_match = memory_alloc(rows->count, sizeof *choice->is_match);
    for (size_t i = 0; i < choice->count; i++)
        choice->is_match[choice->codes[i].row] = true;
    choice->count = 0;
    return true;
}

bool listing_target_find(struct listing_target *choice, const struct rows *rows, struct text what,
                         struct error *error)
{
    *choice = (struct listing_target){0};
    choice->codes = memory_alloc(rows->count + 1, sizeof *choice->codes);
    choose_named(choice, rows, what);
    if (choice->count > MOST_LISTED)
        return list_named(choice, rows);
    if (choice->count == 0 && !choose_file(choice, rows->profile, what, error))
        return false;
    if (choice->count != 0)
        return true;
    choice->line = 0;
    return choose_matches(choice, rows, what, error);
}

bool listing_target_has(const struct listing_target *choice, row_id row, file_id file)
{
    for (size_t i = 0; i < choice->count; i++) {
        const struct listed_code *code = &choice->codes[i];
        if ((code->row == NO_ID || code->row == row) && (code->file == NO_ID || code->file == file))
            return true;
    }
    return false;
}

void listing_target_free(struct listing_target *choice)
{
    free(choice->codes);
    free(choice->is_match);
    *choice = (struct listing_target){0};
}
