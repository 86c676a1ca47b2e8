/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/listing/line_matching.h"

#include <stdlib.h>

#include "aggregator/compare/compare.h"
#include "aggregator/rows.h"
#include "base/array.h"
#include "base/map.h"
#include "base/number.h"

/* A line with code of a function, in the file where that is defined. */
struct code_line {
    row_id row;
    file_id file;
    uint64_t number;
};

static int by_row(const void *left, const void *right)
{
    const struct code_line *a = left, *b = right;
    int order = number_compare(a->row, b->row);

    order = order != 0 ? order : number_compare(a->file, b->file);
    return order != 0 ? order : number_compare(a->number, b->number);
}

static bool is_empty(struct text line)
{
    return text_trim(line).length == 0;
}

/*
 * Tells whether lines were put in or deleted between two that have code of a function. What is
 * between them is not the function's where others have code there, which `coded` tells.
 */
static bool has_changed_between(const struct line_matching *matching, const struct map *coded,
                                const struct code_line *line, uint64_t end)
{
    struct file_line between = {line->file, line->number + 1};
    size_t n_gone;

    for (uint64_t number = between.number; number < end; number++)
        if (map_find(coded, line->file, number) != NO_ID)
            return false;
    for (; between.number < end; between.number++)
        if (line_matching_change(matching, between) == LINE_NEW &&
            !is_empty(line_matching_text(matching, between)))
            return true;
    const struct gone_line *gone = line_matching_gone(matching, line->file, line->number, &n_gone);
    for (size_t i = 0; i < n_gone && gone[i].after < end; i++)
        if (!is_empty(source_text_line(&matching->old[gone[i].old.file], gone[i].old.number)))
            return true;
    return false;
}

/* Compares the new source of functions from their first line with code to the last. */
static void compare_bodies(enum code_change *changes, const struct side *side,
                           const struct rows *rows, const bool *is_wanted,
                           const struct line_matching *matching)
{
    const struct profile *profile = &side->profile;
    struct map coded = {0}; /* (file, line) */
    struct code_line *lines = memory_alloc(profile->spots.count, sizeof *lines);
    size_t count = 0;

    for (size_t id = 0; id < profile->spots.count; id++) {
        struct spot spot = profile->spots.list[id];
        struct place place = profile_place(profile, spot.place);
        row_id row = rows->of_place[side->places[spot.place]];
        uint64_t number = spot.position.line;
        if (!line_map_has(&matching->map.current, place.file) || number == 0 ||
            number > matching->current[place.file].count)
            continue;
        map_add(&coded, place.file, number);
        if (is_wanted[row] && profile_function(profile, place.function).file == place.file)
            lines[count++] = (struct code_line){row, place.file, number};
    }
    ARRAY_SORT(lines, count, by_row);
    for (size_t i = 0; i < count; i++) {
        enum code_change *change = &changes[lines[i].row];
        bool goes_on =
            i + 1 < count && lines[i].row == lines[i + 1].row && lines[i].file == lines[i + 1].file;
        *change = *change == CODE_CHANGED ? CODE_CHANGED : CODE_SAME;
        if (goes_on && has_changed_between(matching, &coded, &lines[i], lines[i + 1].number))
            *change = CODE_CHANGED;
    }
    map_free(&coded);
    free(lines);
}

/* Looks for lines with a cost that are new or gone, in all files. */
static void compare_spots(enum code_change *changes, const struct side *side,
                          const struct rows *rows, const bool *is_wanted,
                          const struct line_matching *matching)
{
    const struct profile *profile = &side->profile;

    for (size_t id = 0; id < profile->spots.count; id++) {
        struct spot spot = profile->spots.list[id];
        row_id row = rows->of_place[side->places[spot.place]];
        struct file_line line = {profile_place(profile, spot.place).file, spot.position.line};
        if (!is_wanted[row] || changes[row] == CODE_CHANGED)
            continue;
        enum line_change change = line_matching_change(matching, line);
        if (change == LINE_NEW || change == LINE_GONE)
            changes[row] = CODE_CHANGED;
    }
}

enum code_change *code_changes_find(const struct diff *diff, const struct rows *rows,
                                    const bool *is_wanted, const struct line_matching *matching)
{
    enum code_change *changes = memory_alloc(rows->count, sizeof *changes);

    compare_bodies(changes, &diff->current, rows, is_wanted, matching);
    compare_spots(changes, &diff->current, rows, is_wanted, matching);
    compare_spots(changes, &diff->old, rows, is_wanted, matching);
    return changes;
}
