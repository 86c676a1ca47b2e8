/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/listing/code_entries.h"

#include <stdlib.h>
#include <string.h>

#include "aggregator/lines/line_costs.h"
#include "base/error.h"
#include "base/number.h"
#include "profile/events.h"
#include "reporter/source/line_ranges.h"
#include "reporter/view/input/view_input.h"
#include "reporter/view/input/view_options.h"
#include "reporter/view/listing/code_extent.h"
#include "reporter/view/listing/line_entries.h"
#include "reporter/view/listing/line_matching.h"
#include "reporter/view/listing/listed_lines.h"

/* A line with a cost, where it is in its source. */
struct placed_line {
    uint64_t place; /* see listed_lines.h */
    const struct listed_line *line;
};

/* The lines of one file, from `first` on in the listing. */
struct file_lines {
    const struct listed_line *first;
    struct text name;
    size_t count;
    bool is_own;  /* the function is defined here */
    int64_t cost; /* self cost, of the measured event; 0 of a ratio */
    uint32_t sum; /* row of the sums */

    struct listed_lines source;
    struct placed_line *placed; /* those that the source has, in its order */
    uint64_t *places;           /* of these */
    size_t n_placed;
};

static struct text file_name(const struct code_entries *entries, file_id file)
{
    return names_text(entries->input->profile->symbols.files, file);
}

static bool is_wanted(const struct code_entries *entries, uint64_t number)
{
    return entries->shown.line == 0 || number == entries->shown.line;
}

static int by_place(const void *left, const void *right)
{
    const struct placed_line *a = left, *b = right;

    return (a->place > b->place) - (a->place < b->place);
}

/* Finds the lines of the file in its source; those on no line of it are not among them. */
static void place_lines(struct file_lines *lines)
{
    lines->placed = memory_alloc(lines->count, sizeof *lines->placed);
    lines->places = memory_alloc(lines->count, sizeof *lines->places);
    for (size_t i = 0; i < lines->count; i++) {
        uint64_t place = listed_lines_place(&lines->source, lines->first[i].number);
        if (place != 0)
            lines->placed[lines->n_placed++] = (struct placed_line){place, &lines->first[i]};
    }
    if (lines->n_placed > 1)
        qsort(lines->placed, lines->n_placed, sizeof *lines->placed, by_place);
    for (size_t i = 0; i < lines->n_placed; i++)
        lines->places[i] = lines->placed[i].place;
}

/* The places around lines that are to be shown. */
static bool find_ranges(const struct code_entries *entries, const struct file_lines *lines,
                        struct line_range **ranges, size_t *count, struct error *error)
{
    static const bool all = true;
    struct numbered_line *numbered = memory_alloc(lines->n_placed + 1, sizeof *numbered);
    uint64_t line = entries->shown.line;
    size_t n_numbered = 0;
    bool is_done = true, is_shown;

    for (size_t i = 0; is_done && i < lines->n_placed; i++) {
        const struct placed_line *placed = &lines->placed[i];
        is_done = line_entries_find_shown(entries, placed->line, &is_shown, error);
        if (is_shown && is_wanted(entries, placed->line->number))
            numbered[n_numbered++] = (struct numbered_line){placed->place, 0};
    }
    if (n_numbered == 0 && line != 0 && listed_lines_place(&lines->source, line) != 0)
        numbered[n_numbered++] = /* a line without cost, among others */
            (struct numbered_line){listed_lines_place(&lines->source, line), 0};
    *ranges = line_ranges_find(numbered, n_numbered, &all, entries->input->options->context, count);
    free(numbered);
    return is_done;
}

/* The line of a place, with its cost where it has one. */
static bool add_place(struct code_entries *entries, const struct file_lines *lines, uint64_t place,
                      size_t *next, struct error *error)
{
    struct text text = arena_copy_text(&entries->texts, listed_lines_text(&lines->source, place));
    uint64_t number = listed_lines_number(&lines->source, place);

    while (*next < lines->n_placed && lines->placed[*next].place < place)
        ++*next;
    if (*next < lines->n_placed && lines->placed[*next].place == place)
        return line_entries_add_line(entries, lines->placed[(*next)++].line, text, error);
    if (!entries->shown.is_bare)
        line_entries_add(entries, ROW_SOURCE, (struct file_line){lines->source.file, number})
            ->text = text;
    return true;
}

/* Ranges of the function's own file do not run on into other functions; a gap is between two. */
static bool add_ranges(struct code_entries *entries, const struct file_lines *lines,
                       struct error *error)
{
    const struct file_line no_line = {lines->source.file, 0};
    struct line_range *ranges;
    size_t n_ranges, next = 0;
    uint64_t last = 0;
    bool is_done = find_ranges(entries, lines, &ranges, &n_ranges, error);

    if (lines->is_own && entries->shown.line == 0)
        code_extent_clip(entries->of->rows, entries->shown.code.row,
                         &(struct function_source){&lines->source, lines->places, lines->n_placed},
                         ranges, n_ranges);
    for (size_t i = 0; is_done && i < n_ranges; i++) {
        uint64_t place = ranges[i].first;
        if (last != 0 && place != last + 1 && place <= lines->source.count &&
            !entries->shown.is_bare)
            line_entries_add(entries, ROW_GAP, no_line);
        for (; is_done && place <= ranges[i].last && place <= lines->source.count; place++) {
            is_done = add_place(entries, lines, place, &next, error);
            last = place;
        }
    }
    free(ranges);
    return is_done;
}

/*
 * Costs on no line, past the end of the source, or of a source that is not there: all lines that
 * have no place. *has_number: some of them are on a line.
 */
static bool add_rest(struct code_entries *entries, const struct file_lines *lines, bool *has_number,
                     struct error *error)
{
    bool is_shown;

    *has_number = false;
    for (size_t i = 0; i < lines->count; i++) {
        const struct listed_line *line = &lines->first[i];
        if (!is_wanted(entries, line->number) ||
            listed_lines_place(&lines->source, line->number) != 0)
            continue;
        *has_number = *has_number || (line->number != 0 && !line_is_gone(line->number));
        if (!line_entries_find_shown(entries, line, &is_shown, error))
            return false;
        if (!is_shown)
            continue;
        const struct line_matching *matching = entries->input->lines;
        struct text text = {0};
        if (matching != NULL && line_map_is_gone(&matching->map, line->number))
            text = line_matching_text(matching, (struct file_line){line->file, line->number});
        if (!line_entries_add_line(entries, line, text, error))
            return false;
    }
    return true;
}

/* The heading of a file, whose text is the path of the source. */
static void add_heading(struct code_entries *entries, const struct file_lines *lines)
{
    const struct source_text *text = lines->source.text;
    struct file_line no_line = {lines->source.file, 0};
    struct code_entry *entry = line_entries_add(entries, ROW_LISTING, no_line);

    entry->id = lines->sum;
    if (text != NULL)
        entry->text = arena_copy_text(&entries->texts, text->path);
}

static bool add_file(struct code_entries *entries, struct file_lines *lines, struct error *error)
{
    const struct source_text *text = lines->source.text;
    size_t heading = entries->count;
    bool is_too_short;

    place_lines(lines);
    add_heading(entries, lines);
    if ((text != NULL && !add_ranges(entries, lines, error)) ||
        !add_rest(entries, lines, &is_too_short, error))
        return false;
    bool is_empty = entries->count == heading + 1;
    if (is_empty && entries->shown.line != 0) {
        warnings_add(entries->input->warnings, lines->name.at, entries->shown.line,
                     "there is no such line");
    } else if (is_empty && entries->diff != NULL) {
        entries->count = heading == 0 ? 1 : heading; /* nothing changed here */
        return true;
    }
    if (text == NULL && entries->shown.is_missing != NULL)
        entries->shown.is_missing[lines->source.file] = true;
    else if (text == NULL)
        missing_sources_add(&entries->missing, entries->input, lines->name);
    else
        source_warn(text->state, lines->name.at, is_too_short, entries->input->profile,
                    entries->input->warnings);
    return true;
}

static int compare_files(const void *left, const void *right)
{
    const struct file_lines *a = left, *b = right;

    if (a->is_own != b->is_own)
        return a->is_own ? -1 : 1;
    if (a->cost != b->cost)
        return a->cost > b->cost ? -1 : 1;
    return text_compare(a->name, b->name);
}

/* Adds the cost of a line to the sums of its file. */
static bool add_to_sums(struct code_entries *entries, const struct file_lines *file, uint32_t line,
                        struct error *error)
{
    const struct costs *self = &entries->lines->self;
    bool overflows =
        costs_combine_overflows(&entries->sums, file->sum, costs_row(self, line), false);

    if (entries->diff != NULL)
        overflows |= costs_combine_overflows(&entries->old_sums, file->sum,
                                             costs_row(&entries->diff->old_self, line), false);
    profile_note_overflow(entries->input->profile, overflows);
    return profile_fits(entries->input->profile, error);
}

/* Adds a line to the files, of which the last one is that of the line before. */
static bool add_to_file(struct code_entries *entries, struct file_lines *files, size_t *count,
                        const struct listed_line *line, struct error *error)
{
    row_id row = entries->shown.code.row;

    if (*count == 0 || files[*count - 1].first->file != line->file) {
        files[*count] = (struct file_lines){
            .first = line,
            .name = file_name(entries, line->file),
            .is_own = row != NO_ID && entries->of->rows->list[row].file == line->file,
            .sum = (uint32_t)*count,
        };
        ++*count;
    }
    files[*count - 1].count++;
    return add_to_sums(entries, &files[*count - 1], line->id, error);
}

/* What files are ranked by: in a difference by how much they changed. */
static bool find_cost(const struct code_entries *entries, struct file_lines *file,
                      struct error *error)
{
    size_t event = entries->input->metric.event;
    struct event_cost cost = {0};

    if (!event_is_ratio(&entries->input->profile->events.list[event]) &&
        !event_cost(&entries->input->profile->events, event, &entries->sums,
                    costs_row(&entries->sums, file->sum), &cost, error))
        return false;
    file->cost = entries->diff != NULL ? magnitude(cost.sum) : cost.sum;
    return true;
}

static bool list_file(struct code_entries *entries, struct file_lines *file, struct error *error)
{
    listed_lines_read(&file->source, file->first->file, file->name, &entries->input->paths,
                      entries->input->lines);
    bool is_done = add_file(entries, file, error);
    listed_lines_free(&file->source);
    free(file->placed);
    free(file->places);
    return is_done;
}

/* The files of the listing: where the function is defined, then those that cost most, by name. */
bool code_entries_make(struct code_entries *entries, struct error *error)
{
    const struct line_costs *lines = entries->lines;
    struct file_lines *files = memory_alloc(lines->n_lines, sizeof *files);
    size_t count = 0;
    bool is_done =
        view_smallest_change(entries->input, entries->input->metric.event, &entries->least, error);

    costs_init(&entries->sums, lines->self.n_events);
    costs_init(&entries->old_sums, lines->self.n_events);
    for (size_t i = 0; is_done && i < lines->n_lines; i++)
        is_done = add_to_file(entries, files, &count, &lines->lines[i], error);
    for (size_t i = 0; is_done && i < count; i++)
        is_done = find_cost(entries, &files[i], error);
    if (is_done && count > 1)
        qsort(files, count, sizeof *files, compare_files);
    for (size_t i = 0; is_done && i < count; i++)
        is_done = list_file(entries, &files[i], error);
    missing_sources_warn(&entries->missing, entries->input);
    free(files);
    return is_done;
}

void code_entries_free(struct code_entries *entries)
{
    arena_free(&entries->texts);
    ranking_free(&entries->ranked);
    free(entries->list);
    costs_free(&entries->sums);
    costs_free(&entries->old_sums);
    *entries = (struct code_entries){0};
}
