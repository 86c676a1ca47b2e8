/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Shows where the cost is, by function or by another key: the first rows by one metric. */

#include "reporter/view/hotspots.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "aggregator/lines/line_costs.h"
#include "aggregator/rank.h"
#include "base/arena.h"
#include "base/error.h"
#include "base/number.h"
#include "base/text.h"
#include "profile/events.h"
#include "reporter/report.h"
#include "reporter/view/input/view_input.h"
#include "reporter/view/input/view_options.h"
#include "reporter/view/listing/line_matching.h"
#include "reporter/view/objects/objects.h"
#include "reporter/view/view_kind.h"
#include "sources/source_paths.h"

/* Sets the old texts of lines that are gone. */
static void set_gone(struct text *texts, const struct view_input *input,
                     const struct row_figures *by_row, const struct ranked *ranked, size_t count)
{
    line_matching_warn(input->lines, input->warnings);
    for (size_t i = 0; i < count; i++) {
        const struct row *row = &by_row->rows->list[ranked[i].id];
        struct file_line line = {row->file, row->line};
        if (line_map_is_gone(&input->lines->map, line.number))
            texts[i] = text_trim(line_matching_text(input->lines, line));
    }
}

static void read_lines(struct text *texts, const struct view_input *input,
                       const struct row_figures *by_row, const struct ranked *ranked, size_t count,
                       struct arena *arena)
{
    struct source_line *lines = memory_alloc(count, sizeof *lines);

    for (size_t i = 0; i < count; i++) {
        struct row_names names = rows_names(by_row->rows, ranked[i].id);
        lines[i] = (struct source_line){.file = names.file, .number = names.line};
    }
    const struct source_reading reading = {&input->paths, input->profile, input->warnings};
    source_lines_read(lines, count, &reading, arena);
    for (size_t i = 0; i < count; i++)
        texts[i] = lines[i].text;
    free(lines);
    if (by_row->diff != NULL)
        set_gone(texts, input, by_row, ranked, count);
}

/*
 * Returns the texts of the first ranked rows, without pointer where one is not available, or NULL
 * where rows are neither lines nor instructions. The arena owns the texts, the caller frees the
 * list.
 */
static struct text *hotspot_texts_read(const struct view_input *input,
                                       const struct row_figures *by_row,
                                       const struct ranked *ranked, size_t count,
                                       struct arena *arena)
{
    enum row_key key = by_row->rows->key;

    if (key != BY_LINE && key != BY_INSTRUCTION)
        return NULL;
    struct text *texts = memory_alloc(count, sizeof *texts);
    if (key == BY_LINE)
        read_lines(texts, input, by_row, ranked, count, arena);
    else
        instruction_rows_read(texts, input, by_row->rows, ranked, count, arena);
    return texts;
}

/* Returns the costs that rows are measured by, unless that is calls. */
static struct row_costs measured_costs(const struct hotspots_table *hotspots)
{
    return hotspots->input->metric.kind == METRIC_INCLUSIVE ? figures_inclusive(hotspots->by_row)
                                                            : figures_self(hotspots->by_row);
}

/* Returns what a row is ranked by. */
static int64_t key_of(const struct hotspots_table *hotspots, row_id id)
{
    const struct row_figures *by_row = hotspots->by_row;

    if (hotspots->has_trend)
        return -(int64_t)id;
    if (hotspots->is_by_name)
        return -(int64_t)hotspots->input->runs[id].place;
    if (hotspots->input->metric.kind != METRIC_CALLS)
        return figures_key(&hotspots->input->figures, measured_costs(hotspots), id);
    return by_row->diff != NULL ? magnitude(by_row->rows->calls[id]) : by_row->rows->calls[id];
}

/* Returns the size of what counts of a row's change, beside further runs of the old build. */
static int64_t counted_of(const struct hotspots_table *hotspots, row_id id)
{
    const struct figures *figures = &hotspots->input->figures;

    if (hotspots->input->metric.kind != METRIC_CALLS)
        return magnitude(rank_counted(&figures->sorting, measured_costs(hotspots), id));
    const struct figure calls = figures_calls(figures, hotspots->by_row, id);
    return magnitude(figure_counted(&calls).value);
}

/* Tells whether a row of a difference has changed enough. */
static bool is_shown(const struct hotspots_table *hotspots, row_id id, int64_t least)
{
    const struct row_diff *diff = hotspots->by_row->diff;
    bool skips_unchanged = !hotspots->input->options->is_complete;

    return diff == NULL || hotspots->input->runs != NULL ||
           ((least == 0 || counted_of(hotspots, id) >= least) &&
            (!skips_unchanged || row_diff_has_changed(diff, id)));
}

/* Ranks cycles where inclusive cost counts, since they have no other. */
static void rank_cycles(struct hotspots_table *hotspots)
{
    const struct inclusive *inclusive = hotspots->by_row->inclusive;

    if (hotspots->input->metric.kind != METRIC_INCLUSIVE)
        return;
    for (size_t i = 0; i < inclusive->n_cycles; i++) {
        uint32_t id = (uint32_t)(hotspots->by_row->rows->count + i);
        *ranking_add_row(&hotspots->ranking, id) =
            figures_key(&hotspots->input->figures, costs_alone(&inclusive->cycles), i);
    }
}

/*
 * Puts lines of the user's own files before others that cost up to twice as much. Files are looked
 * for where a line costs a thousandth of the program or more.
 */
static void prefer_own(struct hotspots_table *hotspots)
{
    enum { UNKNOWN, IS_OWN, IS_OTHER };
    const struct view_input *input = hotspots->input;
    const struct figures *figures = &input->figures;
    const struct ranking *ranking = &hotspots->ranking;
    const struct names *files = input->profile->symbols.files;
    int64_t least = magnitude(figures_key(figures, figures_total(figures), 0)) / 1000;
    char *kinds = memory_alloc(names_count(files), sizeof *kinds);

    for (size_t i = 0; i < ranking->count && !view_is_of_ratio(input); i++) {
        file_id file = hotspots->by_row->rows->list[ranking->ids[i]].file;
        if (ranking->keys[i] <= least || file == NO_ID)
            continue;
        if (kinds[file] == UNKNOWN)
            kinds[file] = source_is_own(names_text(files, file), &input->paths) ? IS_OWN : IS_OTHER;
        if (kinds[file] == IS_OWN)
            (void)add_saturated(&ranking->keys[i], ranking->keys[i]);
    }
    free(kinds);
}

static void rank_all(struct hotspots_table *hotspots)
{
    const struct rows *rows = hotspots->by_row->rows;
    int64_t least = view_smallest_change(hotspots->input, hotspots->input->metric.event);

    ranking_begin_rows(&hotspots->ranking, rows, 1);
    for (row_id id = 0; id < rows->count; id++)
        if (!rows->list[id].is_hidden && is_shown(hotspots, id, least)) {
            int64_t key = key_of(hotspots, id);
            *ranking_add_row(&hotspots->ranking, id) = key;
        }
    rank_cycles(hotspots);
    if (hotspots->input->options->prefers_own)
        prefer_own(hotspots);
    ranking_sort_begin(&hotspots->ranking);
}

/* Compares an input with the one before, whose figures become the old side. */
static void compare_with_last(const struct hotspots_table *hotspots, row_id id,
                              struct table_rows *rows, struct table_row *row)
{
    const struct figures *figures = &hotspots->input->figures;
    const struct figure *last = figures_make(figures, figures_self(hotspots->by_row), id - 1, rows);
    struct figure *self = table_rows_figures(rows, figures->n_shown);

    for (size_t i = 0; i < figures->n_shown; i++)
        self[i] = (struct figure){.now = row->self[i].now, .old = last[i].now};
    row->self = self;
    row->has_old = true;
}

/* Leaves open what a run costs now that is not there any more: that it costs 0 would be wrong. */
static void forget_gone(const struct hotspots_table *hotspots, struct table_rows *rows,
                        struct table_row *row)
{
    size_t n_shown = hotspots->input->figures.n_shown;
    struct figure *self = table_rows_figures(rows, n_shown);

    for (size_t i = 0; i < n_shown; i++) {
        self[i] = row->self[i];
        self[i].now.is_given = false;
    }
    row->self = self;
}

/* Sets what became of a line, which depends on its text. One that is gone keeps its old place. */
static void set_old_line(const struct hotspots_table *hotspots, row_id id, struct table_row *row)
{
    const struct row *names = &hotspots->by_row->rows->list[id];

    line_matching_set_old(hotspots->input->lines, hotspots->input->profile->symbols.files,
                          (struct file_line){names->file, names->line}, &row->old);
    if (row->old.line_change != LINE_GONE)
        return;
    row->line = 0;
    row->file = row->old.file.at != NULL ? row->old.file : row->file;
}

/* Sums up the rows so far; with negative costs that may pass 64 bits on the way. */
static void add_to_running(struct hotspots_table *hotspots, struct table_row *row)
{
    struct cell *running = &hotspots->running;
    const struct cell *cost = &row->self[hotspots->input->figures.measured].now;

    running->unit = cost->unit;
    running->is_given = running->is_given && !add_overflows(&running->value, cost->value);
    row->running = *running;
}

static void add_row(struct hotspots_table *hotspots, size_t place, struct table_rows *rows)
{
    row_id id = hotspots->ranking.items[place].id;
    enum row_key key = hotspots->by_row->rows->key;
    struct row_names names = rows_names(hotspots->by_row->rows, id);
    struct table_row *row =
        figures_add_row(&hotspots->input->figures, hotspots->by_row, id, ROW_HOTSPOT, rows);

    add_to_running(hotspots, row);
    row->label = names.label;
    if (hotspots->input->runs != NULL)
        row->run_verdict = hotspots->input->runs[id].word;
    if (hotspots->input->runs != NULL && row->old.change == CHANGE_GONE)
        forget_gone(hotspots, rows, row);
    row->is_rest_of_object = key == BY_NAMESPACE && names.label.at == NULL;
    row->time_range = names.span.time_range;
    row->trigger = names.span.trigger;
    row->line = names.line;
    row->address = names.address;
    if (hotspots->row_texts != NULL)
        row->text = hotspots->row_texts[place];
    if (hotspots->has_trend && id != 0)
        compare_with_last(hotspots, id, rows, row);
    if (key == BY_LINE && row->has_old)
        set_old_line(hotspots, id, row);
}

static size_t count_members(const struct hotspots_table *hotspots, size_t cycle)
{
    size_t count = 0;

    for (row_id id = 0; id < hotspots->by_row->rows->count; id++)
        count += hotspots->by_row->inclusive->cycle[id] == cycle + 1;
    return count;
}

static void make_rows(void *opaque, struct table_rows *rows)
{
    struct hotspots_table *hotspots = opaque;
    size_t n_rows = hotspots->by_row->rows->count;

    for (; hotspots->row < hotspots->n_rows && !table_rows_are_full(rows); hotspots->row++) {
        uint32_t id = hotspots->ranking.items[hotspots->row].id;
        if (id < n_rows)
            add_row(hotspots, hotspots->row, rows);
        else
            figures_add_cycle(&hotspots->input->figures, hotspots->by_row->inclusive, id - n_rows,
                              count_members(hotspots, id - n_rows), rows);
        rows->list[rows->count - 1]->id = id;
    }
}

static bool find_in_slice(const void *opaque, uint32_t row, size_t slice, size_t event,
                          struct figure *figure)
{
    const struct hotspots_table *hotspots = opaque;

    return figures_find_in_slice(&hotspots->input->figures, hotspots->by_row, row, slice, event,
                                 figure);
}

/* Sets the slices. */
static void set_slices(struct hotspots_table *hotspots, struct table *table)
{
    hotspots->slices = figures_slices(&hotspots->input->figures, hotspots->by_row);
    table->slices = hotspots->slices;
    table->n_slices = hotspots->by_row->slices.columns.count;
    table->find_in_slice = find_in_slice;
}

/*
 * Returns how many rows to show: the first ones for people and all for machines, unless a number
 * was asked for.
 */
static size_t count_rows(const struct view_input *input)
{
    const struct view_options *options = input->options;
    bool is_whole = options->is_complete || input->runs != NULL ||
                    (options->is_tabular && options->view == VIEW_CLASSIC);

    return (is_whole || options->has_least_percent) && !options->has_limit ? SIZE_MAX
                                                                           : options->n_rows;
}

/*
 * Returns what a row has to reach by --percent-limit: a share of the program, in a difference of
 * the old one, or of all calls.
 */
static long double least_key(const struct hotspots_table *hotspots)
{
    const struct view_input *input = hotspots->input;
    const struct costs *base = input->figures.base;
    long double whole = 0;

    if (input->metric.kind == METRIC_CALLS)
        for (size_t i = 0; i < hotspots->ranking.count; i++)
            whole += (long double)hotspots->ranking.keys[i];
    else
        whole = (long double)magnitude(
            event_sum(&input->profile->events, input->metric.event, base, costs_row(base, 0)).sum);
    return whole * (long double)input->options->least_percent / 100;
}

/* Counts the first rows, of those given, that reach --percent-limit. Of 0 everything is 0 %. */
static size_t count_by_percent(const struct hotspots_table *hotspots, size_t most)
{
    const struct view_options *options = hotspots->input->options;
    size_t count = 0;

    if (!options->has_least_percent || options->least_percent == 0)
        return most;
    const long double least = least_key(hotspots);
    while (count < most && least > 0 &&
           (long double)hotspots->ranking.items[count].keys[0] >= least)
        count++;
    return count;
}

/* The last inputs show where a trend is going. */
static void choose_rows(struct hotspots_table *hotspots)
{
    size_t most = count_rows(hotspots->input);

    rank_all(hotspots);
    size_t count = hotspots->ranking.count, n_first = most < count ? most : count;
    ranking_sort_first(&hotspots->ranking, hotspots->has_trend ? count : n_first);
    hotspots->n_rows = hotspots->has_trend ? count : count_by_percent(hotspots, n_first);
    hotspots->row = hotspots->has_trend ? count - n_first : 0;
}

/* Tells whether a row has calls, or had some, or an inclusive cost other than its self cost. */
static bool has_own_inclusive(const struct row_figures *by_row, row_id id)
{
    const struct rows *rows = by_row->rows;
    const size_t size = rows->self.stride * sizeof *rows->self.cells;

    return rows_calls(rows, id) != 0 ||
           (by_row->diff != NULL && by_row->diff->old.calls[id] != 0) ||
           memcmp(costs_row(&rows->self, id), costs_row(&by_row->inclusive->costs, id), size) != 0;
}

static bool shows_inclusive(const struct view_input *input, const struct row_figures *by_row)
{
    bool shows = by_row->inclusive != NULL && view_wants_inclusive(input);

    for (row_id id = 0; !shows && by_row->inclusive != NULL && id < by_row->rows->count; id++)
        shows = has_own_inclusive(by_row, id);
    return shows;
}

/*
 * Tells whether inputs stay in their order, each compared with the one before, unless they are to
 * be ranked.
 */
static bool is_trend(const struct view_input *input, const struct row_figures *by_row)
{
    const struct view_options *options = input->options;

    return by_row->rows->key == BY_INPUT && by_row->diff == NULL && options->per == 0 &&
           options->sort.length == 0 && !options->has_least_percent && by_row->rows->count > 1;
}

/* Tells whether it is of several runs, which make no whole unless rows are shares of one. */
static bool has_no_sum(const struct hotspots_table *hotspots)
{
    const struct row_figures *by_row = hotspots->by_row;
    const struct view_options *options = hotspots->input->options;
    const struct rows *slices = &by_row->slices.columns;
    bool is_of_inputs = by_row->rows->key == BY_INPUT && by_row->rows->count > 1;

    if (by_row->diff != NULL)
        return hotspots->input->runs != NULL;
    return !options->has_least_percent &&
           (is_of_inputs || (slices->key == BY_INPUT && slices->count > 1));
}

/* Adds the columns for programs. */
static void add_keys(const struct hotspots_table *hotspots, const struct table *table)
{
    const struct rows *rows = hotspots->by_row->rows;

    columns_add_keys(table, name_keys);
    columns_add_old_keys(table, rows->key == BY_LINE);
    if (hotspots->has_trend)
        columns_add_keys(table, trend_keys);
    if (rows->labels != NULL && rows->key != BY_INPUT)
        columns_add_keys(table, span_keys);
    if (rows->key == BY_INSTRUCTION)
        columns_add_keys(table, instruction_keys);
    if (table->has_noise)
        columns_add_keys(table, noise_keys);
    if (rows->key == BY_FUNCTION && hotspots->input->options->shows_inlined)
        columns_add_keys(table, inlined_keys);
    columns_add_slice_keys(table);
}

/* Adds the columns for people of an event, without slices. */
static void add_event(const struct hotspots_table *hotspots, const struct table *table,
                      size_t event, bool is_brief)
{
    const struct view_input *input = hotspots->input;
    bool has_trend = hotspots->has_trend, is_measured = event == table->measured;
    bool is_kept = input->metric.kind == METRIC_INCLUSIVE || input->options->shows_both;

    columns_add_cost(table, LIST_SELF, event, RANK_KEPT, has_trend ? RANK_SHARES : RANK_KEPT,
                     RANK_KEPT);
    if (is_measured && !is_brief && !has_trend && !table->is_difference && !table->has_no_sum &&
        !table->events[event].is_ratio)
        columns_add(table, &running_column, LIST_SELF, event, RANK_RUNNING);
    if (has_trend) {
        columns_add(table, &trend_column, LIST_SELF, event, RANK_KEPT);
        if (!table->events[event].is_ratio)
            columns_add(table, &trend_growth_column, LIST_SELF, event, RANK_TREND_GROWTH);
    }
    if (hotspots->has_inclusive)
        columns_add_cost(table, LIST_INCLUSIVE, event,
                         !is_measured ? RANK_OTHER_INCLUSIVE
                         : is_kept    ? RANK_KEPT
                                      : RANK_INCLUSIVE,
                         RANK_KEPT, is_brief ? RANK_ABSENT : RANK_INCLUSIVE_GROWTH);
}

/* Adds the columns of calls, where one of the shown rows has some, or they are asked for. */
static void add_calls(const struct hotspots_table *hotspots, const struct table *table,
                      bool is_brief)
{
    const struct rows *rows = hotspots->by_row->rows;
    bool is_by_calls = hotspots->input->metric.kind == METRIC_CALLS;
    bool has_calls = is_by_calls || (table->is_difference && !is_brief);

    if (!hotspots->has_inclusive)
        return;
    for (size_t i = 0; !is_brief && i < hotspots->n_rows && !has_calls; i++) {
        uint32_t id = hotspots->ranking.items[i].id;
        has_calls = id < rows->count && rows_calls(rows, id) != 0;
    }
    if (!has_calls)
        return;
    columns_add(table, &calls_column, NO_LIST, 0, is_by_calls ? RANK_KEPT : RANK_CALLS);
    if (!is_brief && !table->is_difference && !table->events[table->measured].is_ratio)
        columns_add(table, &per_call_column, LIST_INCLUSIVE, table->measured, RANK_PER_CALL);
}

void hotspots_add_columns(const struct hotspots_table *hotspots, const struct table *table,
                          bool is_brief)
{
    const struct rows *slices = &hotspots->by_row->slices.columns;
    bool has_sides = table->is_difference && table->has_no_sum, has_verdicts = false;

    add_keys(hotspots, table);
    if (hotspots->by_row->rows->key == BY_INSTRUCTION)
        columns_add(table, &address_column, NO_LIST, 0, RANK_KEPT);
    if (table->n_slices != 0) {
        if (!table->has_no_sum)
            columns_add_cost(table, LIST_SELF, 0, RANK_KEPT, RANK_KEPT, RANK_ABSENT);
        columns_add_slices(table, slices->key == BY_INPUT && slices->count > 1);
        return;
    }
    for (size_t i = 0; i < table->n_events; i++)
        if (has_sides)
            columns_add_sides(table, LIST_INCLUSIVE_OR_SELF, i, RANK_KEPT, RANK_KEPT, false);
        else
            add_event(hotspots, table, i, is_brief);
    if (!has_sides)
        add_calls(hotspots, table, is_brief);
    for (row_id id = 0; hotspots->input->runs != NULL && id < hotspots->by_row->rows->count; id++)
        has_verdicts |= hotspots->input->runs[id].word != NULL;
    if (has_verdicts)
        columns_add(table, &verdict_column, NO_LIST, 0, RANK_KEPT);
}

void hotspots_begin(struct hotspots_table *hotspots, const struct view_input *input,
                    const struct row_figures *by_row, struct table *table)
{
    const struct figures *figures = &input->figures;

    *hotspots = (struct hotspots_table){
        .input = input,
        .by_row = by_row,
        .has_trend = is_trend(input, by_row),
        .is_by_name = input->runs != NULL && by_row->diff != NULL &&
                      input->options->sort.length == 0 && !input->options->has_least_percent,
    };
    hotspots->running.is_given = true;
    hotspots->events = figures_events(figures, figures->n_shown);
    choose_rows(hotspots);
    hotspots->row_texts = hotspot_texts_read(input, by_row, hotspots->ranking.items,
                                             hotspots->n_rows, &hotspots->texts);
    hotspots->has_inclusive = shows_inclusive(input, by_row);
    *table = figures_table(figures, hotspots->events, &hotspots->columns);
    table->by = text_of(row_keys[by_row->rows->key].name);
    table->plural = text_of(row_keys[by_row->rows->key].plural);
    table->make_rows = make_rows;
    table->view = hotspots;
    if (hotspots->ranking.count == 0 && by_row->diff != NULL)
        table->none = input->options->has_least ? "no row changed by that much" : "no row changed";
    table->has_no_sum = has_no_sum(hotspots);
    set_slices(hotspots, table);
}

void hotspots_end(struct hotspots_table *hotspots)
{
    free(hotspots->events);
    columns_free(&hotspots->columns);
    free(hotspots->slices);
    ranking_free(&hotspots->ranking);
    free(hotspots->row_texts);
    arena_free(&hotspots->texts);
    *hotspots = (struct hotspots_table){0};
}

struct hotspots {
    struct view_input *input;
    struct row_figures rows;
    struct hotspots_table table;
};

static struct keep hotspots_keep(const struct view_options *options, bool is_difference)
{
    struct keep keep = rows_keep(options->by, is_difference);

    keep.each_part = options->per != 0;
    return keep;
}

static bool add_up(struct hotspots *hotspots, struct error *error)
{
    const struct view_input *input = hotspots->input;
    const struct row_figures_wanted wanted = {
        .choice = {.key = input->options->by,
                   .depth = input->options->depth,
                   .is_folded = !input->options->is_unfolded,
                   .has_inclusive = row_keys[input->options->by].has_calls,
                   .filter = &input->options->filter},
    };
    struct row_figures *rows = &hotspots->rows;

    if (!view_add_up(input, &wanted, rows, error))
        return false;
    figures_warn(&input->figures, rows, input->warnings);
    return view_fits(input, error) && figures_fit(&input->figures, rows, error);
}

/* Refuses --per where there are so many columns that the table is mostly empty cells. */
static bool columns_fit(const struct hotspots *hotspots, struct error *error)
{
    enum { MOST_COLUMNS = 1000 };
    size_t count = hotspots->rows.slices.columns.count;
    enum row_key per = hotspots->input->options->per;

    return count <= MOST_COLUMNS ||
           error_set(error, ERROR_FAILED, NULL, 0,
                     "--per=%s: %zu columns are more than %d; --by=%s has a row for each",
                     row_keys[per].name, count, MOST_COLUMNS, row_keys[per].name);
}

/* Warns where parts of one number, which are compared, have different labels. */
static void warn_of_labels(const struct view_input *input)
{
    const struct diff *diff = input->options->by == BY_PART ? input->diff : NULL;

    for (size_t i = 0; diff != NULL && i < diff->current.profile.n_parts; i++)
        for (size_t j = 0; j < diff->old.profile.n_parts; j++) {
            const struct part *is = &diff->current.profile.parts[i],
                              *was = &diff->old.profile.parts[j];
            const struct text label = part_label(is), old_label = part_label(was);
            if (is->number != was->number || is->thread != was->thread ||
                text_equal(label, old_label))
                continue;
            warnings_add(input->warnings, NULL, 0,
                         "part %" PRIi64 " is '%.*s', was '%.*s': --by=label compares by label",
                         is->number, text_shown_length(label), label.at,
                         text_shown_length(old_label), old_label.at);
            return;
        }
}

/* Refuses rows or columns by label where there is none, or none that both sides have. */
static bool labels_fit(const struct hotspots *hotspots, struct error *error)
{
    const struct view_options *options = hotspots->input->options;
    const struct row_figures *by_row = &hotspots->rows;
    const struct rows *rows = options->by == BY_LABEL ? by_row->rows : &by_row->slices.columns;
    bool is_paired = by_row->diff == NULL;

    if (options->by != BY_LABEL && options->per != BY_LABEL)
        return true;
    if (rows->count == 0)
        return error_set(error, ERROR_FAILED, NULL, 0,
                         "no part has a label: programs give them by CALLGRIND_DUMP_STATS_AT()");
    for (row_id id = 0; id < rows->count && !is_paired; id++)
        is_paired = by_row->diff->current.is_there[id] && by_row->diff->old.is_there[id] &&
                    !text_equal(rows->labels[id].name, NO_LABEL);
    return is_paired ||
           error_set(
               error, ERROR_FAILED, NULL, 0,
               "the profiles have no label in common: without --by=label they are compared whole");
}

static void hotspots_close(void *view)
{
    struct hotspots *hotspots = view;

    hotspots_end(&hotspots->table);
    row_figures_free(&hotspots->rows);
    free(hotspots);
}

static void *hotspots_open(struct view_input *input, struct error *error)
{
    struct hotspots *hotspots = memory_alloc(1, sizeof *hotspots);

    hotspots->input = input;
    warn_of_labels(input);
    if (view_choose_metric(
            input, row_keys[input->options->by].has_calls ? METRIC_CALLS : METRIC_SELF, error) &&
        add_up(hotspots, error) && columns_fit(hotspots, error) && labels_fit(hotspots, error) &&
        (input->options->by != BY_INSTRUCTION || profile_require_addresses(input->profile, error)))
        return hotspots;
    hotspots_close(hotspots);
    return NULL;
}

static bool hotspots_show(void *view, struct section *section, struct error *error)
{
    struct hotspots *hotspots = view;

    (void)error;
    section->kind = SECTION_HOTSPOTS;
    hotspots_begin(&hotspots->table, hotspots->input, &hotspots->rows, &section->table);
    hotspots_add_columns(&hotspots->table, &section->table, false);
    return true;
}

const struct view_kind hotspots_view = {
    .asked = "--top",
    .uses = USE_SELECT | USE_FOLDS | USE_LEAST | USE_NOISE | USE_SLICES | USE_ROWS | USE_SHARE,
    .keep_for = hotspots_keep,
    .open = hotspots_open,
    .has_one_section = true,
    .show = hotspots_show,
    .close = hotspots_close,
};
