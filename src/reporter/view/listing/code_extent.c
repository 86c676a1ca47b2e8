/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/listing/code_extent.h"

#include "reporter/source/line_ranges.h"
#include "reporter/source/source.h"
#include "reporter/source/source_paths.h"

/* A function in its source, of which one line after the other is read. */
struct extent {
    const struct listed_line *lines;
    size_t n_lines, next; /* the first that is not above what was asked for last */
    struct index others;  /* lines of other functions in the file, by number */
    size_t indentation;   /* the least of the function's lines */
};

/* The lines of the file with a cost of any other row. */
static void find_others(struct extent *extent, const struct rows *rows, row_id row)
{
    const struct profile *profile = rows->profile;
    file_id file = extent->lines[0].file;

    for (uint32_t id = 0; id < profile->by_spot.self.n_rows; id++) {
        struct spot spot = profile_spot(profile, id);
        if (profile->by_spot.has_self[id] && rows->of_place[spot.place] != row &&
            profile_place(profile, spot.place).file == file)
            index_add(&extent->others, 0, spot.position.line);
    }
}

static size_t indentation_of(struct text line)
{
    size_t count = 0;

    while (count < line.length && is_blank(line.at[count]))
        count++;
    return count;
}

/* Whether the line is the function's: to be asked of each line, from the first on. */
static bool is_own(struct extent *extent, uint64_t number)
{
    while (extent->next < extent->n_lines && extent->lines[extent->next].number < number)
        extent->next++;
    return extent->next < extent->n_lines && extent->lines[extent->next].number == number;
}

static void find_indentation(struct extent *extent, struct source *source)
{
    struct text line;

    extent->indentation = SIZE_MAX;
    while (extent->next < extent->n_lines && source_next_line(source, &line)) {
        size_t indentation = indentation_of(line);
        if (is_own(extent, source->number) && indentation < line.length &&
            indentation < extent->indentation)
            extent->indentation = indentation;
    }
}

/* Whether the line ends a function, that one or another. */
static bool closes(const struct extent *extent, struct text line)
{
    size_t indentation = indentation_of(line);

    return indentation < line.length && line.at[indentation] == '}' &&
           indentation <= extent->indentation;
}

/* A range that is being clipped: which lines of the function it is around. */
struct clipping {
    struct line_range *range;
    uint64_t first_own, last_own;
    bool has_ended; /* what follows is not shown */
};

/* To be asked of each range, from the first on. */
static struct clipping clipping_of(struct extent *extent, struct line_range *range)
{
    struct clipping clipping = {.range = range};

    for (; extent->next < extent->n_lines; extent->next++) {
        uint64_t number = extent->lines[extent->next].number;
        if (number > range->last)
            break;
        if (number < range->first || number == 0)
            continue;
        if (clipping.first_own == 0)
            clipping.first_own = number;
        clipping.last_own = number;
    }
    return clipping;
}

/* Above the lines of the function all up to what is not its is left out, below them all from it. */
static void clip_at(struct clipping *clipping, const struct extent *extent, uint64_t number,
                    struct text line)
{
    bool is_other = index_find(&extent->others, 0, number) != NO_ID;
    bool is_end = closes(extent, line);

    if (number < clipping->first_own && (is_other || is_end))
        clipping->range->first = number + 1;
    if (number < clipping->last_own || clipping->has_ended)
        return;
    bool is_below = number > clipping->last_own;
    if (is_below && is_other)
        clipping->range->last = number - 1;
    else if (is_end)
        clipping->range->last = number;
    clipping->has_ended = is_end || (is_below && is_other);
}

static void clip_ranges(struct extent *extent, struct source *source, struct line_range *ranges,
                        size_t n_ranges)
{
    size_t next = 0;
    struct text line;

    extent->next = 0;
    while (next < n_ranges) {
        uint64_t begin = ranges[next].first, end = ranges[next].last;
        struct clipping clipping = clipping_of(extent, &ranges[next]);
        bool has_line = true;
        while (source->number < end && (has_line = source_next_line(source, &line)))
            if (source->number >= begin)
                clip_at(&clipping, extent, source->number, line);
        next = has_line ? next + 1 : n_ranges;
    }
}

void code_extent_clip(const struct rows *rows, row_id row, const struct listed_line *lines,
                      size_t n_lines, struct text name, const struct source_paths *paths,
                      struct line_range *ranges, size_t n_ranges)
{
    struct extent extent = {.lines = lines, .n_lines = n_lines};
    struct source source = {0};

    if (n_ranges == 0 || !source_find(&source, name, paths))
        return;
    find_indentation(&extent, &source);
    source_close(&source);
    if (source_find(&source, name, paths)) {
        find_others(&extent, rows, row);
        clip_ranges(&extent, &source, ranges, n_ranges);
        source_close(&source);
    }
    index_free(&extent.others);
}
