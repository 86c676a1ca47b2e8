/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/buffer.h"
#include "base/error.h"
#include "base/number.h"
#include "profile/events.h"
#include "profile/line_map.h"
#include "reporter/source/source.h"
#include "reporter/view/input/view_input.h"
#include "reporter/view/input/view_options.h"
#include "reporter/view/listing/line_matching.h"
#include "reporter/view/listing/listing_rows.h"

/* Describes a line with a cost, and its place in its source. */
struct placed_line {
    uint64_t place; /* see struct listed_lines */
    const struct listed_line *line;
};

/* Holds the lines of one file, from `first` on in the listing. */
struct file_lines {
    const struct listed_line *first;
    struct text name;
    size_t count;
    bool is_own;  /* the function is defined here */
    uint32_t sum; /* row of the sums */

    struct listed_lines source;
    struct placed_line *placed; /* those that the source has, in its order */
    size_t n_placed;
};

/* Says how far the code of a function goes in its source. */
struct extent {
    const struct file_lines *lines;
    struct map others;  /* places of other functions' lines in the file */
    size_t indentation; /* the least of the function's lines */
};

/* Puts the lines that are gone between those of the source. */
static void merge_gone(struct listed_lines *lines)
{
    size_t n_gone, n_lines = lines->text->count, next = 0;
    const struct gone_line *gone = line_matching_gone(lines->matching, lines->file, &n_gone);

    lines->numbers = memory_alloc(n_lines + n_gone, sizeof *lines->numbers);
    lines->places = memory_alloc(n_lines, sizeof *lines->places);
    lines->gone_places = memory_alloc(n_gone, sizeof *lines->gone_places);
    lines->count = 0;
    for (uint64_t number = 0; number <= n_lines; number++) {
        if (number != 0) {
            lines->numbers[lines->count++] = number;
            lines->places[number - 1] = lines->count;
        }
        for (; next < n_gone && gone[next].after == number; next++) {
            uint64_t gone_number =
                line_map_find(&lines->matching->map, gone[next].old, lines->file).number;
            lines->numbers[lines->count++] = gone_number;
            lines->gone_places[map_add(&lines->gone, 0, gone_number)] = lines->count;
        }
    }
}

void listed_lines_read(struct listed_lines *lines, uint32_t file, struct text name,
                       const struct source_paths *paths, const struct line_matching *matching)
{
    struct source source = {0};

    *lines = (struct listed_lines){.file = file};
    if (matching != NULL && line_map_has(&matching->map.fresh, file)) {
        lines->matching = matching;
        lines->text = &matching->fresh[file];
        merge_gone(lines);
    } else if (source_find(&source, name, paths)) {
        lines->is_withheld = source.is_withheld;
        if (!source.is_withheld) {
            source_text_read(&lines->own, &source, NULL);
            lines->text = &lines->own;
            lines->count = lines->own.count;
        }
        source_close(&source);
    }
}

void listed_lines_free(struct listed_lines *lines)
{
    source_text_free(&lines->own);
    free(lines->numbers);
    free(lines->places);
    map_free(&lines->gone);
    free(lines->gone_places);
    *lines = (struct listed_lines){0};
}

uint64_t listed_lines_place(const struct listed_lines *lines, uint64_t number)
{
    if (lines->text == NULL || number == 0)
        return 0;
    if (number <= lines->text->count)
        return lines->places != NULL ? lines->places[number - 1] : number;
    uint32_t gone = map_find(&lines->gone, 0, number);
    return gone != NO_ID ? lines->gone_places[gone] : 0;
}

uint64_t listed_lines_number(const struct listed_lines *lines, uint64_t place)
{
    return lines->numbers != NULL ? lines->numbers[place - 1] : place;
}

struct text listed_lines_text(const struct listed_lines *lines, uint64_t place)
{
    uint64_t number = listed_lines_number(lines, place);

    return lines->matching != NULL
             ? line_matching_text(lines->matching, (struct file_line){lines->file, number})
             : source_text_line(lines->text, number);
}

void missing_sources_warn(struct missing_sources *missing, const struct view_input *input)
{
    const struct source_paths *paths = &input->paths;
    const struct text_list lists[] = {paths->include_dirs, paths->own_dirs};
    struct buffer places = {0};
    char others[80] = "";

    if (missing->count == 0)
        return;
    if (missing->count == 2)
        snprintf(others, sizeof others, ", nor that of another file (--wide names it)");
    else if (missing->count > 2)
        snprintf(others, sizeof others, ", nor those of %zu other files (--wide names them)",
                 missing->count - 1);
    for (size_t i = 0; i < ARRAY_LENGTH(lists); i++)
        for (size_t j = 0; j < lists[i].count; j++) {
            buffer_append(&places, TEXT(", in "));
            buffer_append(&places, lists[i].items[j]);
        }
    warnings_add(input->warnings, missing->first.at, 0, "source not found%s: tried as recorded%s%s",
                 others, paths->maps_from.count != 0 ? ", by --path-map" : "",
                 buffer_string(&places));
    free(places.at);
    missing->count = 0;
}

void missing_sources_add(struct missing_sources *missing, const struct view_input *input,
                         struct text name)
{
    if (!is_known_name(name))
        return;
    if (missing->count++ == 0)
        missing->first = name;
    if (input->options->lists_missing)
        missing_sources_warn(missing, input);
}

static bool is_wanted(const struct listing *listing, uint64_t number)
{
    return listing->shown.line == 0 || number == listing->shown.line;
}

static int by_place(const void *left, const void *right)
{
    const struct placed_line *a = left, *b = right;

    return (a->place > b->place) - (a->place < b->place);
}

/* Finds the lines of the file in its source. Those on no line of it are not placed. */
static void place_lines(struct file_lines *lines)
{
    lines->placed = memory_alloc(lines->count, sizeof *lines->placed);
    for (size_t i = 0; i < lines->count; i++) {
        uint64_t place = listed_lines_place(&lines->source, lines->first[i].number);
        if (place != 0)
            lines->placed[lines->n_placed++] = (struct placed_line){place, &lines->first[i]};
    }
    ARRAY_SORT(lines->placed, lines->n_placed, by_place);
}

/* Finds the ranges of places around lines that are shown. The caller frees them. */
static struct line_range *find_ranges(const struct listing *listing, const struct file_lines *lines,
                                      size_t *count)
{
    uint64_t *numbers = memory_alloc(lines->n_placed + 1, sizeof *numbers);
    uint64_t line = listing->shown.line;
    size_t n_numbers = 0;

    for (size_t i = 0; i < lines->n_placed; i++) {
        const struct placed_line *placed = &lines->placed[i];
        if (is_wanted(listing, placed->line->number) &&
            listing_is_line_shown(listing, placed->line))
            numbers[n_numbers++] = placed->place;
    }
    if (n_numbers == 0 && line != 0 && listed_lines_place(&lines->source, line) != 0)
        numbers[n_numbers++] = /* a line without cost, among others */
            listed_lines_place(&lines->source, line);
    struct line_range *ranges =
        line_ranges_find(numbers, n_numbers, listing->input->options->context, count);
    free(numbers);
    return ranges;
}

/* Finds the lines of the file with a self cost of another function. */
static void find_others(const struct listing *listing, struct extent *extent)
{
    const struct rows *rows = listing->of->rows;
    const struct profile *profile = rows->profile;
    const struct listed_lines *source = &extent->lines->source;

    for (uint32_t id = 0; id < profile->ledgers[SPOTS].packed.n_rows; id++) {
        struct spot spot = profile->spots.list[id];
        if (packed_costs_has(&profile->ledgers[SPOTS].packed, id) &&
            rows->of_place[spot.place] != listing->shown.code.row &&
            profile_place(profile, spot.place).file == source->file)
            map_add(&extent->others, 0, listed_lines_place(source, spot.position.line));
    }
}

static size_t indentation_of(struct text line)
{
    size_t count = 0;

    while (count < line.length && is_blank(line.at[count]))
        count++;
    return count;
}

static size_t least_indentation(const struct file_lines *lines)
{
    size_t least = SIZE_MAX;

    for (size_t i = 0; i < lines->n_placed; i++) {
        struct text line = listed_lines_text(&lines->source, lines->placed[i].place);
        size_t indentation = indentation_of(line);
        if (indentation < line.length && indentation < least)
            least = indentation;
    }
    return least;
}

/* Tells whether the line ends a function, the one that is listed or another one. */
static bool closes(const struct extent *extent, struct text line)
{
    size_t indentation = indentation_of(line);

    return indentation < line.length && line.at[indentation] == '}' &&
           indentation <= extent->indentation;
}

/*
 * Clips a range around lines of the function. What is above them goes, up to the last line that is
 * not the function's; and so does what is below them, from the first such line on. Call it for each
 * range, in order: *next is the first line of the function that was not passed yet.
 */
static void clip_range(const struct extent *extent, struct line_range *range, size_t *next)
{
    const struct file_lines *lines = extent->lines;
    const struct listed_lines *source = &lines->source;
    uint64_t first = range->first, last = range->last, first_own = 0, last_own = 0;
    bool has_ended = false; /* what follows is not shown */

    for (; *next < lines->n_placed && lines->placed[*next].place <= last; ++*next) {
        if (lines->placed[*next].place < first)
            continue; /* it is between ranges: it did not change */
        last_own = lines->placed[*next].place;
        first_own = first_own == 0 ? last_own : first_own;
    }
    for (uint64_t place = first; place <= last && place <= source->count; place++) {
        bool is_other = map_find(&extent->others, 0, place) != NO_ID;
        bool is_end = closes(extent, listed_lines_text(source, place));
        if (place < first_own && (is_other || is_end))
            range->first = place + 1;
        if (place < last_own || has_ended)
            continue;
        if (place > last_own && is_other)
            range->last = place - 1;
        else if (is_end)
            range->last = place;
        has_ended = is_end || (place > last_own && is_other);
    }
}

/*
 * Clips ranges so that they show neither lines of other functions nor what is beyond a closing
 * brace that is no deeper than the function.
 */
static void clip_ranges(const struct listing *listing, const struct file_lines *lines,
                        struct line_range *ranges, size_t n_ranges)
{
    struct extent extent = {.lines = lines};
    size_t next = 0;

    if (n_ranges == 0)
        return;
    extent.indentation = least_indentation(lines);
    find_others(listing, &extent);
    for (size_t i = 0; i < n_ranges; i++)
        clip_range(&extent, &ranges[i], &next);
    map_free(&extent.others);
}

/* Adds the line of a place, with its cost where it has one. */
static void add_place(struct listing *listing, const struct file_lines *lines, uint64_t place,
                      size_t *next)
{
    struct text text = arena_copy_text(&listing->texts, listed_lines_text(&lines->source, place));
    uint64_t number = listed_lines_number(&lines->source, place);

    while (*next < lines->n_placed && lines->placed[*next].place < place)
        ++*next;
    if (*next < lines->n_placed && lines->placed[*next].place == place)
        listing_add_line(listing, lines->placed[(*next)++].line, text);
    else if (!listing->shown.is_bare)
        listing_add_row(listing, ROW_SOURCE, (struct file_line){lines->source.file, number})->text =
            text;
}

/* Adds the ranges of the source that are shown, with a gap between two. */
static void add_ranges(struct listing *listing, const struct file_lines *lines)
{
    size_t n_ranges, next = 0;
    uint64_t last = 0;
    struct line_range *ranges = find_ranges(listing, lines, &n_ranges);

    if (lines->is_own && listing->shown.line == 0)
        clip_ranges(listing, lines, ranges, n_ranges);
    for (size_t i = 0; i < n_ranges; i++) {
        uint64_t place = ranges[i].first;
        if (last != 0 && place != last + 1 && place <= lines->source.count &&
            !listing->shown.is_bare)
            listing_add_row(listing, ROW_GAP, (struct file_line){lines->source.file, 0});
        for (; place <= ranges[i].last && place <= lines->source.count; place++) {
            add_place(listing, lines, place, &next);
            last = place;
        }
    }
    free(ranges);
}

/*
 * Adds all lines without a place: costs on no line, past the end of the source, or of a source that
 * was not found. Returns whether some of them have a line number.
 */
static bool add_rest(struct listing *listing, const struct file_lines *lines)
{
    const struct line_matching *matching = listing->input->lines;
    bool has_number = false;

    for (size_t i = 0; i < lines->count; i++) {
        const struct listed_line *line = &lines->first[i];
        if (!is_wanted(listing, line->number) ||
            listed_lines_place(&lines->source, line->number) != 0)
            continue;
        has_number = has_number || (line->number != 0 && !line_is_gone(line->number));
        if (!listing_is_line_shown(listing, line))
            continue;
        struct text text = {0};
        if (matching != NULL && line_map_is_gone(&matching->map, line->number))
            text = line_matching_text(matching, (struct file_line){line->file, line->number});
        listing_add_line(listing, line, text);
    }
    return has_number;
}

/* Warns of a source that was not found, or that does not fit the profile. */
static void warn_of_source(struct listing *listing, const struct file_lines *lines,
                           bool is_too_short)
{
    const struct source_text *text = lines->source.text;
    const struct view_input *input = listing->input;

    if (text != NULL)
        source_warn(text->state, lines->name.at, is_too_short, input->profile, input->warnings);
    else if (lines->source.is_withheld)
        listing->missing.has_withheld = input->paths.quoting == QUOTE_OWN;
    else if (listing->shown.is_missing != NULL)
        listing->shown.is_missing[lines->source.file] = true;
    else
        missing_sources_add(&listing->missing, input, lines->name);
}

/* Adds a heading with the path of the source, and the lines of the file. */
static void add_file(struct listing *listing, struct file_lines *lines, size_t first_heading)
{
    const struct source_text *text = lines->source.text;
    size_t heading = listing->n_rows;

    place_lines(lines);
    struct listing_row *row =
        listing_add_row(listing, ROW_LISTING, (struct file_line){lines->source.file, 0});
    row->id = lines->sum;
    if (text != NULL) {
        row->text = arena_copy_text(&listing->texts, text->path);
        add_ranges(listing, lines);
    } else if (lines->source.is_withheld) {
        row->text = lines->name; /* it was found */
    }
    bool is_too_short = add_rest(listing, lines);
    bool is_empty = listing->n_rows == heading + 1;
    if (is_empty && listing->shown.line != 0) {
        warnings_add(listing->input->warnings, lines->name.at, listing->shown.line,
                     "there is no such line");
    } else if (is_empty && listing->shown.sides != NULL) {
        if (heading != first_heading) /* nothing changed here */
            listing->n_rows = heading;
        return;
    }
    warn_of_source(listing, lines, is_too_short);
}

/* Lists the lines of a file; the first heading of the listing is at `first_heading`. */
static void list_file(struct listing *listing, const struct listed_part *part, size_t first_heading)
{
    struct file_lines file = {.first = part->first,
                              .name = part->name,
                              .count = part->count,
                              .is_own = part->is_own,
                              .sum = part->sum};
    size_t heading = listing->n_rows;

    listed_lines_read(&file.source, file.first->file, file.name, &listing->input->paths,
                      listing->input->lines);
    add_file(listing, &file, first_heading);
    listed_lines_free(&file.source);
    free(file.placed);
    if (listing->n_rows > heading)
        listing_fold(listing, heading + 1);
}

bool list_sources(struct listing *listing, struct error *error)
{
    struct listed_parts parts;

    listed_parts_create(&parts, listing);
    bool fits = view_fits(listing->input, error);
    if (fits)
        listed_parts_add_sums(&parts, listing);
    size_t first_heading = listing->n_rows;
    for (size_t i = 0; fits && i < parts.count; i++)
        if (!parts.list[i].is_cold)
            list_file(listing, &parts.list[i], first_heading);
    if (fits)
        listed_parts_add_cold(&parts, listing);
    missing_sources_warn(&listing->missing, listing->input);
    if (listing->missing.has_withheld)
        warnings_add(listing->input->warnings, NULL, 0,
                     "sources outside the current directory are not quoted (see --include, "
                     "--path-map)");
    listed_parts_free(&parts);
    return fits;
}

/* Adds the latest line of the report's source, with its cost if it has one. */
static void add_line_of_report(struct listing *listing, struct text line, size_t *next)
{
    const struct line_costs *lines = listing->lines;
    uint64_t number = listing->file.source->number;
    struct text text = arena_copy_text(&listing->texts, line);

    /* Lines that only make calls may lie between the ranges. */
    while (*next < lines->n_lines && lines->lines[*next].number < number)
        ++*next;
    if (*next == lines->n_lines || lines->lines[*next].number != number) {
        listing_add_row(listing, ROW_SOURCE, (struct file_line){NO_ID, number})->text = text;
        return;
    }
    const struct listed_line *costly = &lines->lines[(*next)++];
    bool overflows = costs_combine_overflows(listing->file.annotated, 0,
                                             costs_row(listing->self.costs, costly->id), false);
    profile_note_overflow(listing->input->profile, overflows);
    listing_add_line(listing, costly, text);
}

/*
 * Adds ranges of lines, with rows that say where they begin and end. If the source ends within a
 * range, that has no end row.
 */
static void add_ranges_of_report(struct listing *listing, const struct line_range *ranges,
                                 size_t n_ranges, size_t *next)
{
    struct source *source = listing->file.source;
    struct text text;

    for (size_t i = 0; i < n_ranges; i++) {
        if (ranges[i].first != 1)
            listing_add_row(listing, ROW_RANGE, (struct file_line){NO_ID, ranges[i].first});
        while (source->number < ranges[i].last) {
            if (!source_next_line(source, &text))
                return;
            if (source->number >= ranges[i].first)
                add_line_of_report(listing, text, next);
        }
        listing_add_row(listing, ROW_RANGE, (struct file_line){NO_ID, ranges[i].last});
    }
}

void list_file_of_report(struct listing *listing)
{
    const struct profile *profile = listing->input->profile;
    const struct file_line nowhere = {NO_ID, 0};
    const struct line_costs *lines = listing->lines;
    uint64_t *numbers = memory_alloc(lines->n_lines, sizeof *numbers);
    size_t next = lines->n_lines != 0 && lines->lines[0].number == 0, n_numbers = 0, n_ranges;
    bool has_line_0 = next != 0 && profile_has_self(profile, lines->lines[0].id);

    for (size_t i = next; i < lines->n_lines; i++)
        if (profile_has_self(profile, lines->lines[i].id))
            numbers[n_numbers++] = lines->lines[i].number;
    struct line_range *ranges =
        line_ranges_find(numbers, n_numbers, listing->input->options->context, &n_ranges);
    add_ranges_of_report(listing, ranges, n_ranges, &next);
    for (; next < lines->n_lines; next++) { /* those past the end of the source */
        const struct listed_line *line = &lines->lines[next];
        if (!profile_has_self(profile, line->id))
            continue;
        listing->has_bogus = true;
        listing_add_row(listing, ROW_BOGUS, (struct file_line){NO_ID, line->number})->id = line->id;
    }
    if (listing->has_bogus)
        listing_add_row(listing, ROW_GAP, nowhere);
    listing_add_row(listing, ROW_GAP, nowhere);
    if (has_line_0)
        listing_add_row(listing, ROW_UNIDENTIFIED, (struct file_line){listing->file.id, 0})->id =
            lines->lines[0].id;
    free(numbers);
    free(ranges);
}
