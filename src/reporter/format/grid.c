/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/grid.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/buffer.h"
#include "base/error.h"
#include "base/number.h"
#include "reporter/format/contents.h"
#include "reporter/format/format.h"
#include "reporter/format/markdown_pieces.h"
#include "reporter/format/signs.h"
#include "reporter/format/text_sections.h"

/* What rows have. */

/* A cell that is written. */
struct grid_cell {
    const struct grid *grid;
    const struct grid_column *column;
    const struct table_row *row;
    const struct figure *figure; /* of the row in a column with a list; else NULL */
};

/* Returns a row's figure in a column; NULL where it has no figures of that list. */
static const struct figure *figure_at(const struct grid_column *column, const struct table_row *row)
{
    const struct figure *figures = column->list == LIST_SELF           ? row->self
                                 : column->list == LIST_INCLUSIVE      ? row->inclusive
                                 : column->list == LIST_SELF_OR_CALLED ? row_figures(row)
                                 : column->list == LIST_CONTRIBUTION   ? row->contribution
                                                                       : NULL;

    return figures != NULL ? &figures[column->event] : NULL;
}

enum change row_change(const struct table_row *row)
{
    bool is_call = row->kind == ROW_CALLEE && row->has_old &&
                   (row->calls.old.is_given || row->calls.now.is_given);

    if (is_call && (row->calls.old.value == 0) != (row->calls.now.value == 0))
        return row->calls.old.value == 0 ? CHANGE_NEW : CHANGE_GONE;
    return row->old.line_change == LINE_NEW  ? CHANGE_NEW
         : row->old.line_change == LINE_GONE ? CHANGE_GONE
                                             : CHANGE_NONE;
}

struct figure row_sides(const struct table_row *row, const struct figure *figure)
{
    struct figure sides = *figure;

    if (!figure->now.is_ratio && !figure->old.is_ratio) {
        sides.now.is_given &= row_change(row) != CHANGE_GONE;
        sides.old.is_given &= row_change(row) != CHANGE_NEW;
    }
    return sides;
}

/* Returns the sum that the shares of a row are percentages of. */
static struct cell base_at(const struct grid_cell *at)
{
    const struct table_event *event = &at->grid->table->events[at->column->event];
    enum table_row_kind kind = at->row->kind;
    bool is_of_program = at->grid->section != SECTION_PEEK || at->grid->is_markdown ||
                         at->grid->table->is_difference || kind == ROW_FUNCTION || kind == ROW_PATH;

    return is_of_program ? event->base : kind == ROW_FILE ? event->self : event->inclusive;
}

static struct cell shown_at(const struct grid_cell *at)
{
    return table_shown(at->grid->table, at->figure);
}

/* Finds how a figure changed, or the last slice beside the first, and whether one side lacks it. */
static struct cell change_at(const struct grid_cell *at, struct cell *old, enum change *kind)
{
    const struct table *table = at->grid->table;
    bool is_listing = at->grid->section == SECTION_CODE_LISTING;
    struct figure sides = {0};
    struct cell change;

    if (at->figure == NULL) {
        sides = table_slices_change(table, at->row, kind);
    } else {
        sides = *at->figure;
        *kind = row_change(at->row) != CHANGE_NONE ? row_change(at->row) : at->row->old.change;
    }
    *old = sides.old;
    change = table->is_difference || at->figure == NULL ? figure_change(&sides)
                                                        : figure_change_of_both(&sides);
    /* Of most lines nothing changed, which is not said of each. */
    if (is_listing && !change.is_ratio && change.value == 0)
        change.is_given = false;
    if (is_listing && !change.is_given)
        *kind = CHANGE_NONE;
    return change;
}

/* Kinds of cells. */

static enum tint write_marked(const struct grid *grid, struct cell cell, bool is_change, char *text)
{
    bool is_ascii = grid->writer->options->is_ascii && !grid->is_markdown;
    bool is_exact = !cell.is_given || (!cell.is_estimate && !cell.is_bound);
    struct text mark = cell.is_noise                 ? sign_text(SIGN_NOISE, is_ascii)
                     : is_exact                      ? TEXT("")
                     : cell.is_estimate || is_change ? TEXT("~")
                                                     : sign_text(SIGN_AT_LEAST, is_ascii);

    memcpy(text, mark.at, mark.length);
    format_figure(cell, is_change, text + mark.length);
    return TINT_NONE;
}

/* Writes a cost, or in a difference its change. */
static enum tint write_cost(const struct grid_cell *at, char *text)
{
    return write_marked(at->grid, shown_at(at), at->grid->table->is_difference, text);
}

static enum tint write_share_of(const struct grid_cell *at, struct cell cell, char *text)
{
    bool is_difference = at->grid->table->is_difference;
    struct cell base = base_at(at);

    if (!cell.is_given || base.value == 0)
        snprintf(text, CELL_ROOM, ".");
    else
        snprintf(text, MAX_COUNT, is_difference && cell.value != 0 ? "%+.2f" : "%.2f",
                 percent_of(cell.value, base.value));
    return tint_of_cell(cell, base, is_difference);
}

static enum tint write_share(const struct grid_cell *at, char *text)
{
    return write_share_of(at, shown_at(at), text);
}

/* Writes a share whose cost has no column, so that it is the share that says it is an estimate. */
static enum tint write_self_share(const struct grid_cell *at, char *text)
{
    if (cell_shows_estimate(shown_at(at)))
        *text++ = '~';
    return write_share(at, text);
}

static enum tint write_running(const struct grid_cell *at, char *text)
{
    write_share_of(at, at->grid->running, text);
    return TINT_NONE;
}

static enum tint write_new(const struct grid_cell *at, char *text)
{
    return write_marked(at->grid, row_sides(at->row, at->figure).now, false, text);
}

static enum tint write_old(const struct grid_cell *at, char *text)
{
    return write_marked(at->grid, row_sides(at->row, at->figure).old, false, text);
}

static enum tint write_change(const struct grid_cell *at, char *text)
{
    struct cell old;
    enum change kind;

    return write_marked(at->grid, change_at(at, &old, &kind), true, text);
}

static enum tint write_growth(const struct grid_cell *at, char *text)
{
    struct cell old;
    enum change kind;
    struct cell change = change_at(at, &old, &kind);

    format_growth(change, old, kind, text);
    return TINT_NONE;
}

/* Writes how far a cost lies apart over several runs, and that in percent. */
static enum tint write_spread(const struct grid_cell *at, char *text)
{
    format_figure(figure_spread(at->figure), false, text);
    return TINT_NONE;
}

static enum tint write_spread_share(const struct grid_cell *at, char *text)
{
    format_spread_share(at->figure, text);
    return TINT_NONE;
}

/* Writes in percent of the program from where to where the cost of a path may be. */
static enum tint write_range(const struct grid_cell *at, char *text)
{
    const struct table *table = at->grid->table;
    const struct figure *figures = row_tree_figures(at->row);
    char least[MAX_COUNT], most[MAX_COUNT];

    if (figures == NULL)
        return TINT_NONE;
    const struct cell cell = table_shown(table, &figures[at->column->event]);
    int64_t base = table->events[at->column->event].base.value;
    if (cell_shows_estimate(cell) && !cell.has_range)
        snprintf(text, CELL_ROOM, "?");
    else if (cell_shows_estimate(cell) &&
             format_range_ends(cell, base, table->is_difference, least, most))
        snprintf(text, CELL_ROOM, table->is_difference ? "%s to %s" : "%s-%s", least, most);
    return TINT_NONE;
}

/* Returns whether a row is of something that is called: the self cost of a function is not. */
static bool is_called(const struct table_row *row)
{
    return row_is_call(row) ||
           (row_is_main(row) && (row->kind != ROW_FUNCTION || row->inclusive != NULL));
}

/* Writes calls, which only functions and calls have. */
static enum tint write_calls(const struct grid_cell *at, char *text)
{
    const struct table *table = at->grid->table;

    return !is_called(at->row)
             ? TINT_NONE
             : write_marked(at->grid, row_calls(table, at->row), table->is_difference, text);
}

static enum tint write_per_call(const struct grid_cell *at, char *text)
{
    const struct table_row *row = at->row;
    struct cell spent = {0};

    if (row->inclusive == NULL || !is_called(row))
        return TINT_NONE;
    if (!row->lacks_calls)
        spent = row->inclusive[at->column->event].now;
    return write_marked(at->grid, cost_per_call(spent, row->calls.now), false, text);
}

/* Writes what a slice has of a row, "." where it lacks the row. */
static enum tint write_slice(const struct grid_cell *at, char *text)
{
    const struct table *table = at->grid->table;
    struct figure *figures = memory_alloc(table->n_events, sizeof *figures);
    bool is_there = table->find_in_slice(table->view, at->row->id, at->column->slice, figures);

    format_figure(is_there ? figures[at->column->event].now : (struct cell){0}, false, text);
    free(figures);
    return TINT_NONE;
}

/* Writes what became of a run. */
static enum tint write_verdict(const struct grid_cell *at, char *text)
{
    bool is_markdown = at->grid->is_markdown;
    const char *word = at->row->run_verdict != NULL ? at->row->run_verdict : is_markdown ? "" : ".";
    bool is_exceeded = strcmp(word, "exceeded") == 0;

    snprintf(text, CELL_ROOM, is_markdown && is_exceeded ? "**%s**" : "%s", word);
    return is_exceeded ? TINT_MORE : TINT_NONE;
}

/* Writes the number of a line in one of the programs, or what says that it has none there. */
static enum tint write_side_number(const struct table_row *row, uint64_t number, const char *gap,
                                   char *text)
{
    if (row->kind == ROW_GAP || row->kind == ROW_FOLD)
        snprintf(text, CELL_ROOM, "%s", gap);
    else if (row->kind != ROW_CALLEE && number != 0)
        snprintf(text, CELL_ROOM, "%" PRIu64, number);
    else if (row->kind != ROW_CALLEE)
        snprintf(text, CELL_ROOM, row_line(row) == 0 ? "." : "-");
    return TINT_NONE;
}

static enum tint write_old_line(const struct grid_cell *at, char *text)
{
    return write_side_number(at->row, at->row->old.line, "", text);
}

static enum tint write_new_line(const struct grid_cell *at, char *text)
{
    return write_side_number(at->row, at->row->line, "...", text);
}

static enum tint write_line_number(const struct grid_cell *at, char *text)
{
    const struct table_row *row = at->row;

    if (row->kind == ROW_GAP || row->kind == ROW_FOLD)
        snprintf(text, CELL_ROOM, "...");
    else if (row->line != 0 && row->kind != ROW_CALLEE && row->kind != ROW_JUMP)
        snprintf(text, CELL_ROOM, "%" PRIu64, row->line);
    else if (row->kind == ROW_LINE)
        snprintf(text, CELL_ROOM, ".");
    return TINT_NONE;
}

static enum tint write_address(const struct grid_cell *at, char *text)
{
    const struct table_row *row = at->row;

    if (row->kind == ROW_INSTRUCTION)
        snprintf(text, CELL_ROOM, row->address == 0 ? "-" : "%" PRIx64, row->address);
    return TINT_NONE;
}

/* Writes how a row is related to the function that is looked at. */
static enum tint write_relation(const struct grid_cell *at, char *text)
{
    static const char *const relations[] = {
        [ROW_FUNCTION] = "**function**", [ROW_CALLER] = "called from",
        [ROW_CALLEE] = "calls",          [ROW_RECURSION] = "calls itself",
        [ROW_FILE] = "self cost in",     [ROW_PATH] = "on the hottest path",
    };

    snprintf(text, CELL_ROOM, "%s", relations[at->row->kind]);
    return TINT_NONE;
}

/*
 * Writes the cell of a row, which is empty where it has no figure there: of a part of a cause there
 * is only what it is ranked by.
 */
static enum tint write_cell(const struct grid *grid, const struct grid_column *column,
                            const struct table_row *row, char text[CELL_ROOM])
{
    const struct grid_cell at = {grid, column, row, figure_at(column, row)};

    text[0] = '\0';
    if ((column->list != NO_LIST && at.figure == NULL) ||
        (row->kind == ROW_TERM && column->event != grid->table->measured))
        return TINT_NONE;
    return column->kind->write(&at, text);
}

/* Some take a column more: for a mark before their figures, or for a sign. */
static const struct cell_kind cost = {NULL, GAP, 9, false, write_cost};
static const struct cell_kind marked_cost = {NULL, GAP, 10, false, write_cost};
static const struct cell_kind ratio = {NULL, GAP, 6, false, write_cost};
static const struct cell_kind share = {"%", 1, 6, false, write_share};
static const struct cell_kind share_of_change = {"%", 1, 8, false, write_share};
static const struct cell_kind self_share = {"self %", 1, 8, false, write_self_share};
static const struct cell_kind running = {"sum %", 1, 6, false, write_running};
static const struct cell_kind new_side = {NULL, GAP, 6, false, write_new};
static const struct cell_kind old_side = {"old", GAP, 6, false, write_old};
static const struct cell_kind changes = {"change", GAP, 6, false, write_change};
static const struct cell_kind points = {"points", GAP, 6, false, write_change};
static const struct cell_kind growth = {"% of own", GAP, 8, false, write_growth};
static const struct cell_kind trend = {"change", GAP, 10, false, write_change};
static const struct cell_kind trend_growth = {"change %", GAP, 8, false, write_growth};
static const struct cell_kind spread = {"spread", GAP, 10, false, write_spread};
static const struct cell_kind spread_share = {"% of own", GAP, 8, false, write_spread_share};
static const struct cell_kind range = {"within %", GAP, 8, false, write_range};
static const struct cell_kind calls = {"calls", GAP, 5, false, write_calls};
static const struct cell_kind per_call = {"per call", GAP, 8, false, write_per_call};
static const struct cell_kind slice = {NULL, GAP, 5, false, write_slice};
static const struct cell_kind verdict = {"verdict", GAP, 9, true, write_verdict};
static const struct cell_kind address = {"address", GAP, 7, false, write_address};
static const struct cell_kind line_number = {"line", GAP, 6, false, write_line_number};
static const struct cell_kind old_line = {"old", GAP, 5, false, write_old_line};
static const struct cell_kind new_line = {"new", GAP, 5, false, write_new_line};
static const struct cell_kind relation = {"", GAP, 0, true, write_relation};

/* The columns of each kind of section. */

static struct grid_column *add(struct grid *grid, const struct cell_kind *kind,
                               enum figure_list list, size_t event, unsigned rank)
{
    const struct table *table = grid->table;
    struct grid_column *column;

    ARRAY_GROW(grid->columns, grid->count, grid->capacity);
    column = &grid->columns[grid->count++];
    *column = (struct grid_column){.kind = kind, .list = list, .event = event, .rank = rank};
    if (rank == RANK_KEPT && list != NO_LIST && event != table->measured)
        column->rank = RANK_EVENTS + (unsigned)(table->n_events - event);
    return column;
}

static bool is_ratio(const struct grid *grid, size_t event)
{
    return grid->table->events[event].is_ratio;
}

/* Adds a cost and its share; in a difference how it changed, of a ratio also what it was. */
static void add_cost(struct grid *grid, enum figure_list list, size_t event, unsigned rank,
                     unsigned share_rank, unsigned growth_rank)
{
    const struct table *table = grid->table;
    const struct cell_kind *kind = list == LIST_INCLUSIVE ? &marked_cost : &cost;
    bool is_other = event != table->measured;

    if (is_ratio(grid, event) && table->is_difference) {
        add(grid, &new_side, list, event, rank);
        if (growth_rank == RANK_ABSENT)
            return;
        add(grid, &old_side, list, event, is_other ? RANK_OLD_RATIOS : growth_rank);
        add(grid, &points, list, event, is_other ? RANK_OLD_RATIOS : growth_rank);
        return;
    }
    add(grid, is_ratio(grid, event) ? &ratio : kind, list, event, rank);
    if (!is_ratio(grid, event) && !table->has_no_sum)
        add(grid, table->is_difference ? &share_of_change : &share, list, event,
            rank != RANK_KEPT ? rank
            : is_other        ? RANK_SHARES
                              : share_rank);
    if (table->is_difference && !is_ratio(grid, event) && growth_rank != RANK_ABSENT)
        add(grid, &growth, list, event, growth_rank);
}

/* Adds the columns of calls, where there are any. */
static void add_calls(struct grid *grid, bool has_per_call)
{
    const struct table *table = grid->table;
    bool is_kept = (table->kept & COLUMN(COLUMN_CALLS)) != 0 || grid->section == SECTION_PEEK;

    if (!table_has(table, COLUMN_CALLS))
        return;
    add(grid, &calls, NO_LIST, 0, is_kept ? RANK_KEPT : RANK_CALLS);
    if (has_per_call && !table->is_difference && !is_ratio(grid, table->measured))
        add(grid, &per_call, NO_LIST, table->measured, RANK_PER_CALL);
}

/* Adds both sides of a cost and how it changed. */
static void add_sides(struct grid *grid, enum figure_list list, size_t event, unsigned old_rank,
                      unsigned growth_rank)
{
    bool is_named = grid->table->n_events > 1 || table_has(grid->table, COLUMN_INCLUSIVE);

    add(grid, &old_side, list, event, old_rank);
    add(grid, &new_side, list, event, RANK_KEPT)->heading = is_named ? TEXT("") : TEXT("new");
    add(grid, is_ratio(grid, event) ? &points : &changes, list, event, RANK_KEPT);
    if (!is_ratio(grid, event) || grid->table->has_no_sum)
        add(grid, &growth, list, event, growth_rank);
}

static void add_trend(struct grid *grid, size_t event)
{
    const struct table *table = grid->table;
    bool is_spread = table_has(table, COLUMN_SPREAD);
    enum figure_list list = is_spread && table->is_by_inclusive ? LIST_INCLUSIVE : LIST_SELF;

    add(grid, is_spread ? &spread : &trend, list, event, RANK_KEPT);
    if (!is_ratio(grid, event))
        add(grid, is_spread ? &spread_share : &trend_growth, list, event, RANK_TREND_GROWTH);
}

/* Returns how many slices cost more than one, or as much and come before it. */
static unsigned place_of_slice(const struct table *table, size_t number)
{
    const struct cell *total = &table->slices[number].total;
    unsigned place = 0;

    for (size_t i = 0; i < table->n_slices; i++) {
        const struct cell *other = &table->slices[i].total;
        bool is_equal = other->value == total->value && other->ratio == total->ratio;
        place +=
            other->value > total->value || other->ratio > total->ratio || (is_equal && i < number);
    }
    return place;
}

/* Adds a column for each slice, in which rows have the first event; the dearest goes last. */
static void add_slices(struct grid *grid)
{
    const struct table *table = grid->table;

    if (!table->has_no_sum)
        add_cost(grid, LIST_SELF, 0, RANK_KEPT, RANK_KEPT, RANK_ABSENT);
    for (size_t i = 0; i < table->n_slices; i++) {
        unsigned place = place_of_slice(table, i);
        add(grid, &slice, NO_LIST, 0,
            place == 0 ? RANK_KEPT : RANK_EVENTS + (unsigned)table->n_slices - place)
            ->slice = i;
    }
    if (!table->compares_slices)
        return;
    add(grid, &changes, NO_LIST, 0, RANK_KEPT);
    if (!is_ratio(grid, 0))
        add(grid, &trend_growth, NO_LIST, 0, RANK_KEPT);
}

static void add_hotspots(struct grid *grid)
{
    const struct table *table = grid->table;
    bool has_trend = (table->columns & (COLUMN(COLUMN_CHANGE) | COLUMN(COLUMN_SPREAD))) != 0;
    bool is_kept = (table->kept & COLUMN(COLUMN_INCLUSIVE)) != 0;
    bool has_more = !grid->is_brief && !grid->is_markdown; /* what people can do without */
    bool has_sides = table->is_difference && table->has_no_sum;
    unsigned brief_growth =
        grid->is_brief && !grid->is_markdown ? RANK_ABSENT : RANK_INCLUSIVE_GROWTH;

    if (table->n_slices != 0)
        add_slices(grid);
    for (size_t i = 0; has_sides && i < table->n_events; i++)
        add_sides(grid, LIST_SELF, i, RANK_KEPT, RANK_KEPT);
    for (size_t i = 0; table->n_slices == 0 && !has_sides && i < table->n_events; i++) {
        bool is_measured = i == table->measured;
        add_cost(grid, LIST_SELF, i, RANK_KEPT, has_trend ? RANK_SHARES : RANK_KEPT, RANK_KEPT);
        if (has_more && is_measured && !table->is_difference && !has_trend && !table->has_no_sum &&
            !is_ratio(grid, i))
            add(grid, &running, LIST_SELF, i, RANK_RUNNING);
        if (has_trend)
            add_trend(grid, i);
        if (table_has(table, COLUMN_INCLUSIVE))
            add_cost(grid, LIST_INCLUSIVE, i,
                     !is_measured ? RANK_OTHER_INCLUSIVE
                     : is_kept    ? RANK_KEPT
                                  : RANK_INCLUSIVE,
                     RANK_KEPT, brief_growth);
    }
    if (table->n_slices == 0 && !has_sides)
        add_calls(grid, has_more);
    if (table_has(table, COLUMN_VERDICT))
        add(grid, &verdict, NO_LIST, 0, RANK_KEPT);
}

static void add_peek(struct grid *grid)
{
    const struct table *table = grid->table;

    if (grid->is_markdown)
        add(grid, &relation, NO_LIST, 0, RANK_KEPT);
    for (size_t i = 0; i < table->n_events; i++) {
        size_t first = grid->count;
        add_cost(grid, LIST_SELF_OR_CALLED, i, RANK_KEPT, RANK_KEPT, RANK_TREE_GROWTH);
        if (table->n_events == 1 && !is_ratio(grid, i))
            grid->columns[first].heading = TEXT("cost");
    }
    add_calls(grid, false);
    for (size_t i = 0; i < table->n_events && table_has(table, COLUMN_CALLS); i++)
        if (table_has(table, COLUMN_PER_CALL) && !is_ratio(grid, i))
            add(grid, &per_call, NO_LIST, i, RANK_PER_CALL);
}

static void add_tree(struct grid *grid)
{
    const struct table *table = grid->table;
    bool is_down = table_has(table, COLUMN_INCLUSIVE);

    for (size_t i = 0; i < table->n_events; i++) {
        add_cost(grid, is_down ? LIST_INCLUSIVE : LIST_SELF, i, RANK_KEPT, RANK_KEPT,
                 RANK_TREE_GROWTH);
        if (is_down && i == table->measured)
            add(grid, &self_share, LIST_SELF, i, RANK_KEPT);
    }
    add_calls(grid, false);
    if (grid->is_markdown)
        add(grid, &range, NO_LIST, table->measured, RANK_KEPT);
}

static void add_causes(struct grid *grid)
{
    for (size_t i = 0; i < grid->table->n_events; i++)
        if (!is_ratio(grid, i)) {
            add(grid, &cost, LIST_CONTRIBUTION, i, RANK_KEPT);
            if (grid->is_markdown || grid->writer->options->show_percentages)
                add(grid, &share_of_change, LIST_CONTRIBUTION, i, RANK_KEPT);
        }
}

static void add_listing(struct grid *grid)
{
    const struct table *table = grid->table;
    bool has_inclusive = table_has(table, COLUMN_INCLUSIVE), is_difference = table->is_difference;
    enum figure_list self = has_inclusive ? LIST_SELF : LIST_SELF_OR_CALLED;

    for (size_t i = 0; i < table->n_events; i++) {
        if (is_difference)
            add_sides(grid, self, i, has_inclusive ? RANK_OLD : RANK_KEPT, RANK_LISTED_GROWTH);
        else
            add_cost(grid, LIST_SELF, i, RANK_KEPT, RANK_KEPT, RANK_ABSENT);
        if (has_inclusive && is_difference)
            add_sides(grid, LIST_INCLUSIVE, i, RANK_OLD, RANK_LISTED_GROWTH);
        else if (has_inclusive)
            add_cost(grid, LIST_INCLUSIVE, i, RANK_KEPT, RANK_KEPT, RANK_ABSENT);
    }
    bool is_of_instructions = table_has(table, COLUMN_ADDRESS);
    if (is_of_instructions)
        add(grid, &address, NO_LIST, 0, RANK_KEPT);
    else if (is_difference)
        add(grid, &old_line, NO_LIST, 0, RANK_KEPT);
    add(grid, is_difference && !is_of_instructions ? &new_line : &line_number, NO_LIST, 0,
        RANK_KEPT);
}

static void (*const add_columns[N_SECTION_KINDS])(struct grid *grid) = {
    [SECTION_OVERVIEW] = add_hotspots,  [SECTION_HOTSPOTS] = add_hotspots,
    [SECTION_PEEK] = add_peek,          [SECTION_CALL_TREE] = add_tree,
    [SECTION_EXPLANATION] = add_causes, [SECTION_CODE_LISTING] = add_listing,
};

/* Reading and measuring. */

/* Returns whether the row heads others, with figures of its own in words. */
static bool is_title(const struct table_row *row)
{
    return row->kind == ROW_LISTING || row->kind == ROW_LISTED_SUM;
}

static void add_to_running(struct grid *grid, const struct table_row *row)
{
    /* With negative costs it may pass 64 bits on the way. */
    if (row->self != NULL && grid->running.is_given)
        grid->running.is_given =
            !add_overflows(&grid->running.value, row->self[grid->table->measured].now.value);
}

/* Writes the heading of a column, which is a name from the profile where it is of an event. */
static void append_heading(const struct grid *grid, const struct grid_column *column,
                           struct buffer *to)
{
    const struct table *table = grid->table;
    bool is_inclusive = column->list == LIST_INCLUSIVE;

    if (column->heading.length != 0)
        buffer_append(to, column->heading);
    else if (column->kind == &slice && grid->is_markdown)
        buffer_append(to, table->slices[column->slice].name);
    else if (column->kind == &slice) /* as in CSV, for their names may be long */
        buffer_print(to, "@%zu", column->slice + 1);
    else if (column->kind->heading != NULL)
        buffer_append(to, text_of(column->kind->heading));
    else if (table->n_events == 1 && !table->events[0].is_ratio)
        buffer_append(to, column->list == LIST_CONTRIBUTION ? TEXT("contribution")
                          : is_inclusive                    ? TEXT("inclusive")
                                                            : TEXT("self"));
    else {
        buffer_append(to, is_inclusive ? TEXT("incl(") : TEXT(""));
        buffer_append(to, table->events[column->event].name);
        buffer_append(to, is_inclusive ? TEXT(")") : TEXT(""));
    }
}

static void measure(struct grid *grid)
{
    char cell[CELL_ROOM];

    for (size_t k = 0; k < grid->count; k++) {
        struct grid_column *column = &grid->columns[k];
        struct buffer heading = {0};
        append_heading(grid, column, &heading);
        column->width = at_least(text_columns(buffer_text(&heading)), column->kind->least);
        free(heading.at);
    }
    for (size_t i = 0; i < grid->n_rows; i++) {
        add_to_running(grid, grid->rows[i]);
        for (size_t k = 0; k < grid->count && !is_title(grid->rows[i]); k++) {
            struct grid_column *column = &grid->columns[k];
            write_cell(grid, column, grid->rows[i], cell);
            column->width = at_least(column->width, text_columns(text_of(cell)));
        }
    }
    grid->running = (struct cell){.is_given = true};
}

bool grid_read(struct grid *grid, const struct text_writer *writer, const struct section *section,
               bool is_markdown, bool is_brief, size_t most, struct error *error)
{
    *grid = (struct grid){.writer = writer,
                          .table = &section->table,
                          .section = section->kind,
                          .is_markdown = is_markdown,
                          .is_brief = is_brief,
                          .running = {.is_given = true}};
    if (add_columns[section->kind] == NULL)
        return refuse_section(section->kind, error);
    add_columns[section->kind](grid);
    grid->rows = table_read_rows(&section->table, most, writer->out, &grid->n_rows, error);
    if (!is_markdown)
        measure(grid);
    return error->kind == ERROR_NONE;
}

void grid_free(struct grid *grid)
{
    free(grid->columns);
    free(grid->rows);
    *grid = (struct grid){0};
}

/* Room. */

/* Returns whether a column stays where all up to a rank go. */
static bool is_above(const struct grid_column *column, unsigned rank)
{
    return column->rank == RANK_KEPT || column->rank > rank;
}

/* Returns the width of the columns that stay then. */
static size_t width_above(const struct grid *grid, unsigned rank)
{
    size_t width = 0;

    for (size_t i = 0; i < grid->count; i++)
        if (is_above(&grid->columns[i], rank))
            width += grid->columns[i].width + (width == 0 ? 0 : grid->columns[i].kind->gap);
    return width;
}

size_t grid_width(const struct grid *grid)
{
    return width_above(grid, RANK_KEPT);
}

bool grid_has_list(const struct grid *grid, enum figure_list list)
{
    for (size_t i = 0; i < grid->count; i++)
        if (grid->columns[i].list == list && grid->columns[i].event == grid->table->measured)
            return true;
    return false;
}

static bool show_estimate(const struct table *table, const struct figure *figures)
{
    for (size_t i = 0; figures != NULL && i < table->n_events; i++)
        if (cell_shows_estimate(table_shown(table, &figures[i])))
            return true;
    return false;
}

bool grid_has_estimates(const struct grid *grid)
{
    for (size_t i = 0; i < grid->n_rows; i++)
        if (show_estimate(grid->table, grid->rows[i]->self) ||
            show_estimate(grid->table, grid->rows[i]->inclusive))
            return true;
    return false;
}

/* Returns the lowest rank of a column above `rank` that may go; RANK_KEPT where there is none. */
static unsigned next_rank(const struct grid *grid, unsigned rank)
{
    unsigned next = RANK_KEPT;

    for (size_t i = 0; i < grid->count; i++) {
        unsigned of_column = grid->columns[i].rank;
        if (of_column > rank && (next == RANK_KEPT || of_column < next))
            next = of_column;
    }
    return next;
}

/* Notes that events or slices have no room; once where several tables leave out the same. */
static void note_left_out(const struct text_writer *writer, const char *names)
{
    struct warnings *notes = writer->notes;
    char text[sizeof notes->first[0].text];

    snprintf(text, sizeof text, "no room for %.120s in %zu columns: see --wide", names,
             writer->options->width);
    for (size_t i = 0; notes != NULL && i < notes->count && i < WARNINGS_KEPT; i++)
        if (strcmp(notes->first[i].text, text) == 0)
            return;
    if (notes != NULL)
        warnings_add(notes, NULL, 0, "%s", text);
}

/* Notes the names of events and slices up to a rank, "Dr, @3", in the order of the columns. */
static void note_dropped(const struct grid *grid, unsigned most)
{
    struct buffer names = {0};

    for (size_t i = 0; i < grid->count; i++) {
        const struct grid_column *column = &grid->columns[i];
        bool is_first = i == 0 || grid->columns[i - 1].rank != column->rank;
        if (column->rank < RANK_EVENTS || column->rank == RANK_OLD || column->rank > most ||
            !is_first)
            continue;
        buffer_append(&names, names.length != 0 ? TEXT(", ") : TEXT(""));
        if (column->kind == &slice)
            buffer_print(&names, "@%zu", column->slice + 1);
        else
            buffer_append(&names, grid->table->events[column->event].name);
    }
    if (names.length != 0)
        note_left_out(grid->writer, buffer_string(&names));
    free(names.at);
}

void grid_fit(struct grid *grid, size_t wanted)
{
    enum { LEAST_ROOM = 8 };
    size_t width = grid->writer->options->width, kept = 0;
    unsigned rank = RANK_KEPT, next;

    if (width == 0)
        return;
    while (width_above(grid, rank) + wanted > width && (next = next_rank(grid, rank)) != RANK_KEPT)
        rank = next;
    note_dropped(grid, rank);
    for (size_t i = 0; i < grid->count; i++)
        if (is_above(&grid->columns[i], rank))
            grid->columns[kept++] = grid->columns[i];
    grid->count = kept;
    size_t taken = grid_width(grid) + GAP;
    grid->room = width > taken + LEAST_ROOM ? width - taken : LEAST_ROOM;
}

/* Writing. */

void write_right(FILE *out, const char *string, size_t columns, size_t width)
{
    write_blanks(out, columns < width ? width - columns : 0);
    fputs(string, out);
}

/* Writes a text in a column of text, with the gap before it. */
static void write_padded(const struct grid *grid, size_t place, struct text text, enum tint tint)
{
    const struct grid_column *column = &grid->columns[place];
    FILE *out = grid->writer->out;
    size_t blanks = column->width - text_columns(text);

    write_blanks(out, (place == 0 ? 0 : column->kind->gap) + (column->kind->is_left ? 0 : blanks));
    write_tinted(out, grid->writer->options->palette, tint, text);
    write_blanks(out, column->kind->is_left ? blanks : 0);
}

void grid_write_heading(const struct grid *grid, struct text last)
{
    FILE *out = grid->writer->out;

    fputs(grid->is_markdown ? "|" : "", out);
    for (size_t i = 0; i < grid->count; i++) {
        struct buffer heading = {0};
        append_heading(grid, &grid->columns[i], &heading);
        if (grid->is_markdown) {
            fputs(heading.length != 0 ? " " : "", out);
            write_markdown_name(out, buffer_text(&heading));
            fputs(" |", out);
        } else {
            write_padded(grid, i, buffer_text(&heading), TINT_NONE);
        }
        free(heading.at);
    }
    if (!grid->is_markdown) {
        write_blanks(out, last.length != 0 ? GAP : 0);
        write_text(out, last);
        fputs(last.length != 0 ? "\n" : "", out);
        return;
    }
    fprintf(out, " %.*s%s|\n|", (int)last.length, last.at, last.length != 0 ? " " : "");
    for (size_t i = 0; i < grid->count; i++)
        fputs(grid->columns[i].kind->is_left ? "---|" : "---:|", out);
    fputs("---|\n", out);
}

void grid_write_cells(struct grid *grid, const struct table_row *row)
{
    char cell[CELL_ROOM];

    add_to_running(grid, row);
    fputs(grid->is_markdown ? "|" : "", grid->writer->out);
    for (size_t i = 0; i < grid->count; i++) {
        enum tint tint = write_cell(grid, &grid->columns[i], row, cell);
        if (grid->is_markdown)
            fprintf(grid->writer->out, cell[0] == '\0' ? "%s |" : " %s |", cell);
        else
            write_padded(grid, i, text_of(cell), tint);
    }
}

void grid_write_row(struct grid *grid, const struct table_row *row)
{
    grid_write_cells(grid, row);
    write_blanks(grid->writer->out, grid->is_markdown ? 1 : GAP);
}

void grid_write_blanks(const struct grid *grid)
{
    FILE *out = grid->writer->out;

    fputs(grid->is_markdown ? "|" : "", out);
    for (size_t i = 0; grid->is_markdown && i < grid->count; i++)
        fputs(" |", out);
    write_blanks(out, grid->is_markdown ? 1 : grid_width(grid) + GAP);
}
