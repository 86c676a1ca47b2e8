/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/listing/listing_choice.h"

#include <stdlib.h>
#include <string.h>

#include "aggregator/rank.h"
#include "base/arena.h"
#include "base/number.h"
#include "profile/filter.h"
#include "reporter/view/input/figures.h"
#include "reporter/view/input/view_input.h"

static void add_code(struct listing_target *target, row_id group, file_id file)
{
    target->codes[target->count++] = (struct listed_code){.row = group, .file = file};
}

/* Chooses the functions of a name or, if it is not NULL, those that a pattern matches. */
static void choose_functions(struct listing_target *target, const struct rows *rows,
                             struct text name, const struct pattern *pattern)
{
    for (row_id id = 0; id < rows->count; id++) {
        struct text function = rows_names(rows, id).function;
        if (!rows->list[id].is_hidden &&
            (pattern != NULL ? pattern_passes(pattern, function) : text_equal(function, name)))
            add_code(target, id, NO_ID);
    }
}

/*
 * Takes "FILE:LINE" apart; the line is 0 if there is none. Returns false where it is no number that
 * a line has.
 */
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

/* Chooses one file; fails where several have that end. */
static bool choose_file(struct listing_target *target, const struct profile *profile,
                        struct text what, struct error *error)
{
    const struct names *files = profile->symbols.files;
    struct text name;
    bool is_line = cut_line(what, &name, &target->line);
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
        add_code(target, NO_ID, exact != NO_ID ? exact : first);
    return true;
}

static bool choose_matches(struct listing_target *target, const struct rows *rows, struct text what,
                           struct error *error)
{
    struct pattern pattern = {0};

    if (!pattern_set(&pattern, "annotate", what.at, error))
        return explain_no_match(rows, what, true, error);
    choose_functions(target, rows, what, &pattern);
    bool is_sure = pattern_check(&pattern, error);
    pattern_free(&pattern);
    if (!is_sure || target->count != 0)
        return is_sure;
    error_set(error, ERROR_FAILED, NULL, 0, "--annotate=%.100s: no such function or file", what.at);
    return explain_no_match(rows, what, true, error);
}

bool listing_target_find(struct listing_target *target, const struct rows *rows, struct text what,
                         struct error *error)
{
    *target = (struct listing_target){0};
    target->codes = memory_alloc(rows->count + 1, sizeof *target->codes);
    choose_functions(target, rows, what, NULL);
    if (target->count == 0 && !choose_file(target, rows->profile, what, error))
        return false;
    if (target->count != 0)
        return true;
    target->line = 0;
    return choose_matches(target, rows, what, error);
}

void listing_target_free(struct listing_target *target)
{
    free(target->codes);
    *target = (struct listing_target){0};
}

/* Adds up self cost by file. */
static void sum_files(const struct profile *profile, struct costs *files)
{
    bool overflows = false;

    costs_init(files, profile->events.n_recorded);
    costs_ensure(files, names_count(profile->symbols.files));
    for (place_id id = 0; id < profile_n_places(profile); id++)
        overflows |= costs_combine_overflows(files, profile_place(profile, id).file,
                                             costs_row(&profile->ledgers[PLACES].costs, id), false);
    profile_note_overflow(profile, overflows);
}

/* Marks the files of the selected rows. */
static void mark_files(const struct rows *rows, const struct selection *selection, bool *is_chosen)
{
    for (size_t i = 0; i < selection->n_selected; i++) {
        row_id id = selected_row(selection, i);
        if (is_known_name(rows_names(rows, id).file))
            is_chosen[rows->list[id].file] = true;
    }
}

static bool has_text(struct text_list list, struct text text)
{
    for (size_t i = 0; i < list.count; i++)
        if (text_equal(list.items[i], text))
            return true;
    return false;
}

/* Ranks the files that are marked or named. */
static void rank_files(struct ranking *ranking, const struct figures *figures,
                       const bool *is_chosen, struct text_list sources)
{
    const struct profile *profile = figures->profile;
    struct costs costs;

    sum_files(profile, &costs);
    ranking_begin(ranking, 1);
    for (file_id file = 0; file < names_count(profile->symbols.files); file++) {
        struct text name = names_text(profile->symbols.files, file);
        if (!is_chosen[file] && !has_text(sources, name))
            continue;
        int64_t *key = ranking_add(ranking, (struct ranked){.id = file, .file = name});
        *key = figures_key(figures, costs_alone(&costs), file);
    }
    costs_free(&costs);
    ranking_sort(ranking);
}

static void add_known(struct file_choice *choice, const struct ranking *ranking,
                      struct text_list sources)
{
    for (size_t i = 0; i < ranking->count; i++)
        choice->files[choice->count++] = (struct chosen_file){
            .name = ranking->items[i].file,
            .id = ranking->items[i].id,
            .is_user_chosen = has_text(sources, ranking->items[i].file),
        };
}

/* Adds sources that the profile does not name. */
static void add_unknown(struct file_choice *choice, const struct profile *profile,
                        struct text_list sources)
{
    for (size_t i = 0; i < sources.count; i++) {
        struct text name = sources.items[i];
        if (names_find(profile->symbols.files, name) == NO_ID &&
            !has_text((struct text_list){sources.items, i}, name))
            choice->files[choice->count++] =
                (struct chosen_file){.name = name, .id = NO_ID, .is_user_chosen = true};
    }
}

void file_choice_find(struct file_choice *choice, const struct figures *figures,
                      const struct rows *rows, const struct selection *selection,
                      struct text_list sources)
{
    const struct profile *profile = figures->profile;
    bool *is_chosen = memory_alloc(names_count(profile->symbols.files), sizeof *is_chosen);
    struct ranking ranking = {0};

    *choice = (struct file_choice){0};
    if (selection != NULL)
        mark_files(rows, selection, is_chosen);
    rank_files(&ranking, figures, is_chosen, sources);
    choice->files = memory_alloc(ranking.count + sources.count, sizeof *choice->files);
    add_known(choice, &ranking, sources);
    add_unknown(choice, profile, sources);
    ranking_free(&ranking);
    free(is_chosen);
}

void file_choice_free(struct file_choice *choice)
{
    free(choice->files);
    *choice = (struct file_choice){0};
}
