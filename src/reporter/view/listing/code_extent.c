/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/listing/code_extent.h"

#include "base/index.h"
#include "reporter/source/line_ranges.h"
#include "reporter/view/listing/listed_lines.h"

/* A function in its source, of which one line after the other is looked at. */
struct extent {
    struct function_source source;
    size_t next;         /* its first line that is not above what was asked for last */
    struct index others; /* places of other functions' lines in the file */
    size_t indentation;  /* the least of the function's lines */
};

/* The lines of the file with a cost of any other row. */
static void find_others(struct extent *extent, const struct rows *rows, row_id row)
{
    const struct profile *profile = rows->profile;

    for (uint32_t id = 0; id < profile->by_spot.self.n_rows; id++) {
        struct spot spot = profile_spot(profile, id);
        if (profile->by_spot.has_self[id] && rows->of_place[spot.place] != row &&
            profile_place(profile, spot.place).file == extent->source.file->file)
            index_add(&extent->others, 0,
                      listed_lines_place(extent->source.file, spot.position.line));
    }
}

static size_t indentation_of(struct text line)
{
    size_t count = 0;

    while (count < line.length && is_blank(line.at[count]))
        count++;
    return count;
}

static void find_indentation(struct extent *extent)
{
    extent->indentation = SIZE_MAX;
    for (size_t i = 0; i < extent->source.n_own; i++) {
        struct text line = listed_lines_text(extent->source.file, extent->source.own[i]);
        size_t indentation = indentation_of(line);
        if (indentation < line.length && indentation < extent->indentation)
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

    for (; extent->next < extent->source.n_own; extent->next++) {
        uint64_t place = extent->source.own[extent->next];
        if (place > range->last)
            break;
        if (place < range->first)
            continue;
        if (clipping.first_own == 0)
            clipping.first_own = place;
        clipping.last_own = place;
    }
    return clipping;
}

/* Above the lines of the function all up to what is not its is left out, below them all from it. */
static void clip_at(struct clipping *clipping, const struct extent *extent, uint64_t place)
{
    bool is_other = index_find(&extent->others, 0, place) != NO_ID;
    bool is_end = closes(extent, listed_lines_text(extent->source.file, place));

    if (place < clipping->first_own && (is_other || is_end))
        clipping->range->first = place + 1;
    if (place < clipping->last_own || clipping->has_ended)
        return;
    bool is_below = place > clipping->last_own;
    if (is_below && is_other)
        clipping->range->last = place - 1;
    else if (is_end)
        clipping->range->last = place;
    clipping->has_ended = is_end || (is_below && is_other);
}

static void clip_ranges(struct extent *extent, struct line_range *ranges, size_t n_ranges)
{
    extent->next = 0;
    for (size_t i = 0; i < n_ranges; i++) {
        uint64_t begin = ranges[i].first, end = ranges[i].last;
        struct clipping clipping = clipping_of(extent, &ranges[i]);
        for (uint64_t place = begin; place <= end && place <= extent->source.file->count; place++)
            clip_at(&clipping, extent, place);
    }
}

void code_extent_clip(const struct rows *rows, row_id row, const struct function_source *source,
                      struct line_range *ranges, size_t n_ranges)
{
    struct extent extent = {.source = *source};

    if (n_ranges == 0)
        return;
    find_indentation(&extent);
    find_others(&extent, rows, row);
    clip_ranges(&extent, ranges, n_ranges);
    index_free(&extent.others);
}
