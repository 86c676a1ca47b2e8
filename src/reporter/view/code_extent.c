/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/code_extent.h"

#include "reporter/source/source.h"

/* A function in its source, of which one line after the other is read. */
struct extent_search {
    struct index others;  /* lines of other functions in the file, by number */
    uint64_t first, last; /* lines of the function with a cost */
    size_t indentation;   /* the least of those so far */
    bool is_closed;       /* its last line is its closing brace */
    struct code_extent extent;
};

/* The lines of the file with a cost of any other row. */
static void find_others(struct extent_search *search, const struct rows *rows, file_id file,
                        row_id row)
{
    const struct profile *profile = rows->profile;

    for (uint32_t id = 0; id < profile->by_spot.self.n_rows; id++) {
        struct spot spot = profile_spot(profile, id);
        if (profile->by_spot.has_self[id] && rows->of_place[spot.place] != row &&
            profile_place(profile, spot.place).file == file)
            index_add(&search->others, 0, spot.position.line);
    }
}

static size_t indentation_of(struct text line)
{
    size_t count = 0;

    while (count < line.length && is_blank(line.at[count]))
        count++;
    return count;
}

static bool closes(struct text line)
{
    size_t indentation = indentation_of(line);

    return indentation < line.length && line.at[indentation] == '}';
}

/* Above the function: what belongs to another one, and ends that, is not shown. */
static void read_above(struct extent_search *search, uint64_t number, struct text line)
{
    if (closes(line) || index_find(&search->others, 0, number) != NO_ID)
        search->extent.first = number + 1;
}

static void read_own(struct extent_search *search, uint64_t number, struct text line)
{
    size_t indentation = indentation_of(line);

    if (indentation == line.length)
        return;
    if (indentation < search->indentation)
        search->indentation = indentation;
    search->is_closed =
        number == search->last && closes(line) && indentation == search->indentation;
}

/* Below: false where the function ends with this line, or before it. */
static bool read_below(struct extent_search *search, uint64_t number, struct text line)
{
    bool is_of_other = index_find(&search->others, 0, number) != NO_ID;
    bool is_end = closes(line) && indentation_of(line) <= search->indentation;

    if (search->is_closed || is_of_other)
        search->extent.last = number - 1;
    else if (is_end)
        search->extent.last = number;
    return !search->is_closed && !is_of_other && !is_end;
}

static void read_source(struct extent_search *search, struct source *source)
{
    bool goes_on = true;
    struct text line;

    while (goes_on && source_next_line(source, &line)) {
        uint64_t number = source->number;
        if (number < search->first)
            read_above(search, number, line);
        else if (number <= search->last)
            read_own(search, number, line);
        else
            goes_on = number <= search->extent.last && read_below(search, number, line);
    }
}

struct code_extent code_extent_find(const struct rows *rows, const struct listed_line *lines,
                                    size_t n_lines, row_id row, uint64_t context,
                                    struct source *source)
{
    struct extent_search search = {.indentation = SIZE_MAX};
    size_t first = 0;

    while (first + 1 < n_lines && lines[first].number == 0)
        first++;
    search.first = lines[first].number;
    search.last = lines[n_lines - 1].number;
    search.extent.first = search.first > context ? search.first - context : 1;
    search.extent.last = search.last > UINT64_MAX - context ? UINT64_MAX : search.last + context;
    find_others(&search, rows, lines[first].file, row);
    read_source(&search, source);
    index_free(&search.others);
    return search.extent;
}
