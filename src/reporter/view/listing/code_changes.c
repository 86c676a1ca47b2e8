/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/listing/line_matching.h"

#include <stdlib.h>

#include "aggregator/compare/compare.h"
#include "aggregator/lines/line_costs.h"
#include "aggregator/rows.h"
#include "base/arena.h"

/* What is compared, and what was found. */
struct code_comparison {
    const struct rows *rows;
    const bool *is_wanted;
    const struct line_matching *matching;
    enum code_change *changes; /* by row */
};

static bool is_empty(struct text line)
{
    return text_trim(line).length == 0;
}

static bool is_new(const struct line_matching *matching, struct file_line line)
{
    return line_matching_change(matching, line) == LINE_NEW &&
           !is_empty(line_matching_text(matching, line));
}

/* Tells whether one of a function's lines is new, or one is gone from between them. */
static bool have_changed(const struct line_matching *matching, file_id file, const uint32_t *lines,
                         size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (is_new(matching, (struct file_line){file, lines[i]}))
            return true;
    size_t n_gone, line = 0;
    const struct gone_line *gone = line_matching_gone(matching, file, lines[0], &n_gone);
    for (size_t i = 0; i < n_gone && gone[i].after < lines[count - 1]; i++) {
        const struct source_text *text = &matching->old[gone[i].old.file];
        while (lines[line] < gone[i].after)
            line++;
        if (lines[line] == gone[i].after && !is_empty(source_text_line(text, gone[i].old.number)))
            return true;
    }
    return false;
}

/* Compares all lines of the functions in the files where they are defined. */
static void compare_bodies(struct code_comparison *comparison, const struct side *fresh)
{
    const struct line_matching *matching = comparison->matching;
    const struct rows *rows = comparison->rows;
    const struct profile *profile = &fresh->profile;
    uint32_t *numbers = memory_alloc(profile_n_places(profile), sizeof *numbers);
    size_t most = 0;
    struct own_lines own;

    for (place_id id = 0; id < profile_n_places(profile); id++) {
        struct place place = profile_place(profile, id);
        row_id row = rows->of_place[fresh->places[id]];
        bool is_home = profile_function(profile, place.function).file == place.file;
        numbers[id] = comparison->is_wanted[row] && is_home ? row : NO_ID;
    }
    for (size_t file = 0; file < matching->n_files; file++)
        most = most < matching->fresh[file].count ? matching->fresh[file].count : most;
    uint32_t *lines = memory_alloc(most, sizeof *lines);
    own_lines_find(&own, profile, numbers, rows->count);
    for (row_id row = 0; row < rows->count; row++) {
        file_id file = own.begin[row] != own.begin[row + 1] ? own.list[own.begin[row]].file : NO_ID;
        if (file == NO_ID || !line_map_has(&matching->map.fresh, file))
            continue;
        size_t count = own_lines_of(&own, row, (uint32_t)matching->fresh[file].count, lines);
        if (count != 0)
            comparison->changes[row] =
                have_changed(matching, file, lines, count) ? CODE_CHANGED : CODE_SAME;
    }
    own_lines_free(&own);
    free(lines);
    free(numbers);
}

/* Looks for lines with a cost that are new or gone, in all files. */
static void compare_spots(struct code_comparison *comparison, const struct side *side)
{
    const struct profile *profile = &side->profile;

    for (size_t id = 0; id < profile->spots.count; id++) {
        struct spot spot = profile->spots.list[id];
        row_id row = comparison->rows->of_place[side->places[spot.place]];
        struct file_line line = {profile_place(profile, spot.place).file, spot.position.line};
        if (!comparison->is_wanted[row] || comparison->changes[row] == CODE_CHANGED)
            continue;
        enum line_change change = line_matching_change(comparison->matching, line);
        if (change == LINE_NEW || change == LINE_GONE)
            comparison->changes[row] = CODE_CHANGED;
    }
}

enum code_change *code_changes_find(const struct diff *diff, const struct rows *rows,
                                    const bool *is_wanted, const struct line_matching *matching)
{
    struct code_comparison comparison = {.rows = rows,
                                         .is_wanted = is_wanted,
                                         .matching = matching,
                                         .changes =
                                             memory_alloc(rows->count, sizeof *comparison.changes)};

    compare_bodies(&comparison, &diff->fresh);
    compare_spots(&comparison, &diff->fresh);
    compare_spots(&comparison, &diff->old);
    return comparison.changes;
}
