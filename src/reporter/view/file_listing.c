/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/file_listing.h"

#include <stdlib.h>

#include "base/arena.h"

bool line_calls_create(struct line_calls *calls, const struct profile *profile, struct error *error)
{
    const struct call_table *from = &profile->by_line.calls;
    bool overflows = false;

    costs_init(&calls->table.costs, profile->events.n_recorded);
    for (size_t id = 0; id < from->index.count; id++) {
        struct line_call call = profile_line_call(profile, id);
        uint32_t row = call_table_add(&calls->table, call.line, call.arc.callee);
        overflows |= add_overflows(&calls->table.counts[row], from->counts[id]);
        overflows |= costs_add_row_overflows(
            &calls->table.costs, costs_row(&calls->table.costs, row), costs_row(&from->costs, id));
    }
    calls->ids =
        call_table_sort(&calls->table, profile->lines.count, CALLS_BY_CALLER, &calls->begin);
    return !overflows ||
           error_set(error, ERROR_FAILED, NULL, 0, "the costs add up to more than 64 bits");
}

void line_calls_free(struct line_calls *calls)
{
    call_table_free(&calls->table);
    free(calls->ids);
    free(calls->begin);
    *calls = (struct line_calls){0};
}

static const struct costs *line_costs(const struct view_lines *view)
{
    return &view->figures->totals->profile->by_line.self;
}

static bool set_cells(struct view_lines *view, uint32_t line, struct table_row *row,
                      struct error *error)
{
    row->cells = view->cells;
    return figures_cells(view->figures, line_costs(view), costs_row(line_costs(view), line),
                         view->cells, error);
}

/* Opens a range with a row that says where, but at the start of the file. */
static bool begin_range(struct view_lines *view, struct table_row *row)
{
    if (view->range == view->n_ranges) {
        view->state = LINES_LAST_GAP;
        return false;
    }
    uint64_t first = view->ranges[view->range].first;
    view->state = LINES_SOURCE;
    *row = (struct table_row){.kind = ROW_RANGE, .line = first};
    return first != 1;
}

/* Reads up to the next line to show. False at the end of the source. */
static bool read_line(struct view_lines *view, struct text *text)
{
    const struct line_range *range = &view->ranges[view->range];

    do
        if (!source_next_line(view->source, text))
            return false;
    while (view->source->number < range->first);
    return true;
}

static bool add_to_annotated(struct view_lines *view, struct error *error)
{
    for (size_t i = 0; i < view->figures->n_shown; i++) {
        struct cell *sum = &view->annotated->cells[i];
        sum->is_given |= view->cells[i].is_given;
        if (add_overflows(&sum->value, view->cells[i].value))
            return error_set(error, ERROR_FAILED, NULL, 0, "the costs add up to more than 64 bits");
    }
    return true;
}

static bool rank_calls(struct view_lines *view, uint32_t line, struct error *error)
{
    const struct totals *totals = view->figures->totals;
    const uint32_t *calls = view->calls->ids + view->calls->begin[line];
    size_t count = view->calls->begin[line + 1] - view->calls->begin[line];

    if (count > view->name_capacity)
        view->names = memory_grow(view->names, &view->name_capacity, count, sizeof *view->names);
    for (size_t i = 0; i < count; i++)
        view->names[i] = totals->of_function[view->calls->table.index.keys[calls[i]].low];
    view->n_names = count;
    view->call = 0;
    return figures_rank_calls(view->figures, &view->calls->table, calls, view->names, count,
                              &view->ranked, error);
}

/* The source line read last, with its cost if it has any. */
static bool source_row(struct view_lines *view, struct text text, struct table_row *row,
                       struct error *error)
{
    *row = (struct table_row){.kind = ROW_SOURCE, .line = view->source->number, .text = text};
    if (view->source->number == view->ranges[view->range].last)
        view->state = LINES_RANGE_END;
    /* Lines that only make calls may lie between the ranges. */
    while (view->line < view->n_lines && view->lines[view->line].number < view->source->number)
        view->line++;
    if (view->line < view->n_lines && view->lines[view->line].number == view->source->number) {
        uint32_t line = view->lines[view->line++].id;
        if (view->calls->begin[line] < view->calls->begin[line + 1])
            view->state = LINES_CALLS;
        return set_cells(view, line, row, error) && add_to_annotated(view, error) &&
               rank_calls(view, line, error);
    }
    for (size_t i = 0; i < view->figures->n_shown; i++)
        view->cells[i] = (struct cell){0};
    row->cells = view->cells;
    return true;
}

static bool next_source_row(struct view_lines *view, struct table_row *row, struct error *error)
{
    struct text text;

    if (read_line(view, &text))
        return source_row(view, text, row, error);
    view->state = LINES_BOGUS;
    return false;
}

/*
 * What is recorded for recursive calls counts their costs again and again. In an
 * inclusive report a sum above the callee's inclusive cost is left out.
 */
static bool drop_nested(struct view_lines *view, row_id callee, struct error *error)
{
    const struct totals *totals = view->figures->totals;
    const struct costs *inclusive = &totals->inclusive;

    for (size_t i = 0; totals->is_exact != NULL && i < view->figures->n_shown; i++) {
        struct event_cost most;
        if (!event_cost(&totals->profile->events, view->figures->shown[i], inclusive,
                        costs_row(inclusive, callee), &most, error))
            return false;
        if (most.is_given && view->cells[i].value > most.sum)
            view->cells[i] = (struct cell){0};
    }
    return true;
}

static bool next_call_row(struct view_lines *view, struct table_row *row, struct error *error)
{
    const struct call_table *calls = &view->calls->table;
    uint32_t line = view->lines[view->line - 1].id;

    if (view->call == view->n_names) {
        bool is_last = view->source->number == view->ranges[view->range].last;
        view->state = is_last ? LINES_RANGE_END : LINES_SOURCE;
        return false;
    }
    uint32_t place = view->ranked.items[view->call++].id;
    uint32_t id = view->calls->ids[view->calls->begin[line] + place];
    *row = (struct table_row){.kind = ROW_CALL, .calls = calls->counts[id], .cells = view->cells};
    figures_name(view->figures, view->names[place], row);
    return figures_cells(view->figures, &calls->costs, costs_row(&calls->costs, id), view->cells,
                         error) &&
           drop_nested(view, view->names[place], error);
}

static bool end_range(struct view_lines *view, struct table_row *row)
{
    *row = (struct table_row){.kind = ROW_RANGE, .line = view->ranges[view->range++].last};
    view->state = LINES_RANGE_BEGIN;
    return true;
}

/* A line past the end of the source that has self cost. */
static bool next_bogus_row(struct view_lines *view, struct table_row *row, struct error *error)
{
    while (view->line < view->n_lines) {
        const struct numbered_line *line = &view->lines[view->line++];
        if (!view->figures->totals->profile->by_line.has_self[line->id])
            continue;
        view->has_bogus = true;
        *row = (struct table_row){.kind = ROW_BOGUS, .line = line->number};
        return set_cells(view, line->id, row, error);
    }
    view->state = LINES_LAST_GAP;
    *row = (struct table_row){.kind = ROW_GAP};
    return view->has_bogus;
}

static bool has_unidentified(const struct view_lines *view)
{
    return view->n_lines != 0 && view->lines[0].number == 0 &&
           view->figures->totals->profile->by_line.has_self[view->lines[0].id];
}

/* Cost on line 0 is cost of the file on no line in particular. */
static bool unidentified_row(struct view_lines *view, struct table_row *row, struct error *error)
{
    view->state = LINES_END;
    if (!has_unidentified(view))
        return false;
    *row = (struct table_row){.kind = ROW_UNIDENTIFIED, .file = view->file};
    return set_cells(view, view->lines[0].id, row, error);
}

/* Each state gives a row or none, and says which state is next. */
static bool next_row(void *opaque, struct table_row *row, struct error *error)
{
    struct view_lines *view = opaque;
    bool has_row = false;

    while (!has_row && view->state != LINES_END && error->kind == ERROR_NONE) {
        switch (view->state) {
        case LINES_RANGE_BEGIN:
            has_row = begin_range(view, row);
            break;
        case LINES_SOURCE:
            has_row = next_source_row(view, row, error);
            break;
        case LINES_CALLS:
            has_row = next_call_row(view, row, error);
            break;
        case LINES_RANGE_END:
            has_row = end_range(view, row);
            break;
        case LINES_BOGUS:
            has_row = next_bogus_row(view, row, error);
            break;
        case LINES_LAST_GAP:
            *row = (struct table_row){.kind = ROW_GAP};
            view->state = LINES_UNIDENTIFIED;
            has_row = true;
            break;
        case LINES_UNIDENTIFIED:
            has_row = unidentified_row(view, row, error);
            break;
        case LINES_END:
            break;
        }
    }
    return has_row && error->kind == ERROR_NONE;
}

bool view_lines_begin(struct view_lines *view, const struct figures *figures,
                      const struct line_calls *calls, struct annotated *annotated,
                      struct source *source, file_id file, uint64_t context, struct table *table,
                      struct error *error)
{
    const struct profile *profile = figures->totals->profile;

    *view = (struct view_lines){.figures = figures,
                                .calls = calls,
                                .annotated = annotated,
                                .source = source,
                                .file = names_text(profile->symbols.files, file)};
    view->lines = lines_of_file(&profile->lines, file, &view->n_lines);
    view->line = view->n_lines != 0 && view->lines[0].number == 0;
    view->ranges = annotate_ranges(view->lines + view->line, view->n_lines - view->line,
                                   profile->by_line.has_self, context, &view->n_ranges);
    view->cells = memory_alloc(figures->n_shown, sizeof *view->cells);
    view->columns = figures_columns(figures, figures->n_shown, error);
    if (view->columns == NULL)
        return false;
    for (size_t i = 0; i < view->n_lines; i++)
        if (!figures_include(figures, view->columns, line_costs(view),
                             costs_row(line_costs(view), view->lines[i].id), error))
            return false;
    *table = (struct table){
        .columns = view->columns, .n_columns = figures->n_shown, .next = next_row, .view = view};
    return true;
}

void view_lines_end(struct view_lines *view)
{
    free(view->lines);
    free(view->ranges);
    free(view->columns);
    free(view->cells);
    ranked_calls_free(&view->ranked);
    free(view->names);
    *view = (struct view_lines){0};
}
