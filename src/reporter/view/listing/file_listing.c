/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/listing/file_listing.h"

#include <stdlib.h>

#include "aggregator/lines/line_calls.h"
#include "base/arena.h"
#include "reporter/source/line_ranges.h"
#include "reporter/source/source.h"
#include "reporter/view/input/figures.h"

static const struct costs *line_costs(const struct file_listing *listing)
{
    return &listing->figures->profile->by_line.self;
}

static bool set_cells(struct file_listing *listing, uint32_t line, struct table_row *row,
                      struct error *error)
{
    row->cells = listing->cells;
    return figures_cells(listing->figures, costs_alone(line_costs(listing)), line, listing->cells,
                         error);
}

/* Opens a range with a row that says where, except at the start of the file. */
static bool begin_range(struct file_listing *listing, struct table_row *row)
{
    if (listing->range == listing->n_ranges) {
        listing->state = LISTING_LAST_GAP;
        return false;
    }
    uint64_t first = listing->ranges[listing->range].first;
    listing->state = LISTING_SOURCE;
    *row = (struct table_row){.kind = ROW_RANGE, .line = first};
    return first != 1;
}

/* Reads up to the next line to show. False at the end of the source. */
static bool read_line(struct file_listing *listing, struct text *text)
{
    const struct line_range *range = &listing->ranges[listing->range];

    do
        if (!source_next_line(listing->source, text))
            return false;
    while (listing->source->number < range->first);
    return true;
}

static bool add_to_annotated(struct file_listing *listing, uint32_t line, struct error *error)
{
    bool overflows =
        costs_combine_overflows(listing->annotated, 0, costs_row(line_costs(listing), line), false);

    profile_note_overflow(listing->figures->profile, overflows);
    return profile_fits(listing->figures->profile, error);
}

/* The row that a call of the line enters. */
static row_id called_row(const struct file_listing *listing, size_t call)
{
    return listing->rows->of_function[line_calls_callee(listing->calls, call)];
}

static bool rank_calls(struct file_listing *listing, uint32_t line, struct error *error)
{
    const struct call_table *table = &listing->calls->table;
    const struct sorting *sorting = &listing->figures->sorting;
    size_t first = line_calls_add_up(listing->calls, line);

    listing->call = 0;
    ranking_begin(&listing->ranked, sorting->n_keys);
    for (size_t id = first; id < table->pairs.count; id++) {
        struct ranked call = rank_row(listing->rows, called_row(listing, id), (uint32_t)id);
        int64_t *keys = ranking_add(&listing->ranked, call);
        rank_keys(sorting, costs_alone(&table->costs), id, keys);
    }
    ranking_sort(&listing->ranked);
    return profile_fits(listing->figures->profile, error);
}

/* The source line read last, with its cost if it has any. */
static bool source_row(struct file_listing *listing, struct text text, struct table_row *row,
                       struct error *error)
{
    *row = (struct table_row){.kind = ROW_SOURCE, .line = listing->source->number, .text = text};
    if (listing->source->number == listing->ranges[listing->range].last)
        listing->state = LISTING_RANGE_END;
    /* Lines that only make calls may lie between the ranges. */
    while (listing->line < listing->n_lines &&
           listing->lines[listing->line].number < listing->source->number)
        listing->line++;
    if (listing->line < listing->n_lines &&
        listing->lines[listing->line].number == listing->source->number) {
        uint32_t line = listing->lines[listing->line++].id;
        bool has_calls = line_calls_has(listing->calls, line);
        if (has_calls)
            listing->state = LISTING_CALLS;
        return set_cells(listing, line, row, error) && add_to_annotated(listing, line, error) &&
               (!has_calls || rank_calls(listing, line, error));
    }
    for (size_t i = 0; i < listing->figures->n_shown; i++)
        listing->cells[i] = (struct cell){0};
    row->cells = listing->cells;
    return true;
}

static bool next_source_row(struct file_listing *listing, struct table_row *row,
                            struct error *error)
{
    struct text text;

    if (read_line(listing, &text))
        return source_row(listing, text, row, error);
    listing->state = LISTING_BOGUS;
    return false;
}

static bool next_call_row(struct file_listing *listing, struct table_row *row, struct error *error)
{
    const struct call_table *calls = &listing->calls->table;

    if (listing->call == listing->ranked.count) {
        bool is_last = listing->source->number == listing->ranges[listing->range].last;
        listing->state = is_last ? LISTING_RANGE_END : LISTING_SOURCE;
        return false;
    }
    uint32_t id = listing->ranked.items[listing->call++].id;
    *row =
        (struct table_row){.kind = ROW_CALL, .calls = calls->counts[id], .cells = listing->cells};
    figures_name_row(listing->rows, called_row(listing, id), row);
    return figures_cells(listing->figures, costs_alone(&calls->costs), id, listing->cells, error);
}

static bool end_range(struct file_listing *listing, struct table_row *row)
{
    *row = (struct table_row){.kind = ROW_RANGE, .line = listing->ranges[listing->range++].last};
    listing->state = LISTING_RANGE_BEGIN;
    return true;
}

/* A line past the end of the source that has self cost. */
static bool next_bogus_row(struct file_listing *listing, struct table_row *row, struct error *error)
{
    while (listing->line < listing->n_lines) {
        const struct numbered_line *line = &listing->lines[listing->line++];
        if (!listing->figures->profile->by_line.has_self[line->id])
            continue;
        listing->has_bogus = true;
        *row = (struct table_row){.kind = ROW_BOGUS, .line = line->number};
        return set_cells(listing, line->id, row, error);
    }
    listing->state = LISTING_LAST_GAP;
    *row = (struct table_row){.kind = ROW_GAP};
    return listing->has_bogus;
}

static bool has_unidentified(const struct file_listing *listing)
{
    return listing->n_lines != 0 && listing->lines[0].number == 0 &&
           listing->figures->profile->by_line.has_self[listing->lines[0].id];
}

/* Cost on line 0 is cost of the file on no line in particular. */
static bool unidentified_row(struct file_listing *listing, struct table_row *row,
                             struct error *error)
{
    listing->state = LISTING_END;
    if (!has_unidentified(listing))
        return false;
    *row = (struct table_row){
        .kind = ROW_UNIDENTIFIED,
        .file = names_text(listing->figures->profile->symbols.files, listing->file)};
    return set_cells(listing, listing->lines[0].id, row, error);
}

/* Each state gives a row or none, and says which state is next. */
static bool next_row(void *opaque, struct table_row *row, struct error *error)
{
    struct file_listing *listing = opaque;
    bool has_row = false;

    while (!has_row && listing->state != LISTING_END && error->kind == ERROR_NONE) {
        switch (listing->state) {
        case LISTING_RANGE_BEGIN:
            has_row = begin_range(listing, row);
            break;
        case LISTING_SOURCE:
            has_row = next_source_row(listing, row, error);
            break;
        case LISTING_CALLS:
            has_row = next_call_row(listing, row, error);
            break;
        case LISTING_RANGE_END:
            has_row = end_range(listing, row);
            break;
        case LISTING_BOGUS:
            has_row = next_bogus_row(listing, row, error);
            break;
        case LISTING_LAST_GAP:
            *row = (struct table_row){.kind = ROW_GAP};
            listing->state = LISTING_UNIDENTIFIED;
            has_row = true;
            break;
        case LISTING_UNIDENTIFIED:
            has_row = unidentified_row(listing, row, error);
            break;
        case LISTING_END:
            break;
        }
    }
    return has_row && error->kind == ERROR_NONE;
}

bool file_listing_begin(struct file_listing *listing, struct table *table, struct error *error)
{
    const struct figures *figures = listing->figures;
    const struct profile *profile = figures->profile;

    listing->lines = lines_of_file(&profile->lines, listing->file, &listing->n_lines);
    listing->line = listing->n_lines != 0 && listing->lines[0].number == 0;
    listing->ranges =
        line_ranges_find(listing->lines + listing->line, listing->n_lines - listing->line,
                         profile->by_line.has_self, listing->context, &listing->n_ranges);
    listing->cells = memory_alloc(figures->n_shown, sizeof *listing->cells);
    listing->columns = figures_columns(figures, figures->n_shown, error);
    if (listing->columns == NULL)
        return false;
    for (size_t i = 0; i < listing->n_lines; i++)
        if (!figures_include(figures, listing->columns, costs_alone(line_costs(listing)),
                             listing->lines[i].id, error))
            return false;
    *table = (struct table){.columns = listing->columns,
                            .n_columns = figures->n_shown,
                            .next = next_row,
                            .view = listing};
    return true;
}

void file_listing_end(struct file_listing *listing)
{
    free(listing->lines);
    free(listing->ranges);
    free(listing->columns);
    free(listing->cells);
    ranking_free(&listing->ranked);
    *listing = (struct file_listing){0};
}
