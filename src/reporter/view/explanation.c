/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Shows what made the program cost more or less than before: the functions that contributed most to
 * the change of the total, and what of each changed.
 */

#include <math.h>
#include <stdlib.h>

#include "aggregator/causes/causes.h"
#include "aggregator/compare/compare.h"
#include "aggregator/program.h"
#include "base/array.h"
#include "base/error.h"
#include "base/number.h"
#include "profile/events.h"
#include "reporter/report.h"
#include "reporter/view/input/view_input.h"
#include "reporter/view/input/view_options.h"
#include "reporter/view/listing/line_matching.h"
#include "reporter/view/view_kind.h"
#include "sources/source_paths.h"

enum {
    LEAST_TERM = 10, /* people see the terms that are more than a tenth of their cause */
};

struct explanation {
    struct view_input *input;
    struct row_figures functions;
    struct causes causes;
    size_t *costs; /* by event of the causes, which are no ratios: its place among the shown */
    size_t n_costs;
    int64_t *rounded;       /* by event of the causes, then by owner: what it contributes */
    struct ranking ranking; /* owners */
    size_t n_shown;
    struct cause_lines lines;    /* those that show what changed of the shown causes */
    enum code_change *codes;     /* by row, of the shown causes: whether their code changed */
    struct term_line *described; /* by matter of `lines`: what is shown of its line */
    struct arena texts;          /* owns the texts of the new program's lines */
    struct columns columns;
    struct table_event *events;
    size_t next;        /* which part of the table comes next: see make_rows() */
    int64_t ups, downs; /* of the measured event: the sums of what is above and below 0 */
    bool has_any;       /* something contributes to some event */
};

static int64_t *rounded_of(const struct explanation *explanation, size_t event)
{
    return explanation->rounded + event * causes_n_owners(&explanation->causes);
}

static bool is_hidden(const struct explanation *explanation, size_t owner)
{
    row_id row = causes_row(&explanation->causes, owner);

    return row != NO_ID && explanation->functions.rows->list[row].is_hidden;
}

/* Rounds what each contributes, so that all together are the change of the total. */
static void round_contributions(struct explanation *explanation, const int64_t *changes)
{
    const struct causes *causes = &explanation->causes;
    size_t n_owners = causes_n_owners(causes);

    explanation->rounded =
        memory_alloc(n_owners * explanation->n_costs, sizeof *explanation->rounded);
    for (size_t event = 0; event < explanation->n_costs; event++)
        number_round_to_sum(causes->contributions + event * n_owners, n_owners, changes[event],
                            rounded_of(explanation, event));
}

/* Returns by how much the program's cost changed; not given where neither side counted it. */
static struct event_cost change_of(const struct view_input *input, size_t event)
{
    return event_sum(&input->profile->events, event, &input->program.total,
                     program_row(&input->program));
}

static bool add_up(struct explanation *explanation, struct error *error)
{
    const struct view_input *input = explanation->input;
    const struct events *events = &input->profile->events;
    const struct row_figures_wanted wanted = {.choice = {.key = BY_FUNCTION,
                                                         .is_folded = !input->options->is_unfolded,
                                                         .filter = &input->options->filter}};
    const struct figures *figures = &input->figures;
    size_t *ids = memory_alloc(figures->n_shown, sizeof *ids);
    int64_t *changes = memory_alloc(figures->n_shown, sizeof *changes);
    size_t measured = 0;

    explanation->costs = memory_alloc(figures->n_shown, sizeof *explanation->costs);
    for (size_t i = 0; i < figures->n_shown; i++) {
        size_t id = figures->shown[i];
        if (event_is_ratio(&events->list[id]))
            continue;
        if (i == figures->measured)
            measured = explanation->n_costs;
        ids[explanation->n_costs] = id;
        changes[explanation->n_costs] = change_of(input, id).sum;
        explanation->costs[explanation->n_costs++] = i;
    }
    bool is_done = view_add_up(input, &wanted, &explanation->functions, error);
    if (is_done) {
        const struct causes_wanted asked = {.rows = explanation->functions.rows,
                                            .events = ids,
                                            .n_events = explanation->n_costs,
                                            .measured = measured,
                                            .changes = changes};
        causes_find(&explanation->causes, input->diff, &asked);
        round_contributions(explanation, changes);
        is_done = view_fits(input, error);
    }
    free(ids);
    free(changes);
    return is_done;
}

/* Returns the least that a cause contributes to be shown. */
static int64_t smallest_shown(const struct explanation *explanation)
{
    const struct view_input *input = explanation->input;
    const struct view_options *options = input->options;
    const struct costs *old = &input->old_program.total;
    int64_t total =
        event_sum(&input->profile->events, input->metric.event, old, costs_row(old, 0)).sum;
    double least = (double)magnitude(total) * options->least_percent / 100;
    int64_t of_delta = view_smallest_change(input, input->metric.event);

    if (least < (double)of_delta)
        return of_delta;
    return least < 1 ? 1 : least < 4e18 ? (int64_t)least : INT64_MAX;
}

static void rank_causes(struct explanation *explanation)
{
    const struct view_options *options = explanation->input->options;
    const int64_t *contributions = rounded_of(explanation, explanation->causes.measured);
    const struct rows *functions = explanation->functions.rows;
    struct ranking *ranking = &explanation->ranking;
    int64_t least = smallest_shown(explanation);
    size_t most = options->n_rows;

    ranking_begin(ranking, 1);
    for (uint32_t owner = 0; owner < causes_n_owners(&explanation->causes); owner++) {
        int64_t size = (int64_t)magnitude(contributions[owner]);
        row_id row = causes_row(&explanation->causes, owner);
        if (!is_hidden(explanation, owner) && size != 0 && size >= least)
            *ranking_add(ranking, row == NO_ID ? (struct ranked){.id = owner, .number = owner}
                                               : rank_row(functions, row, owner)) = size;
    }
    ranking_sort(ranking);
    explanation->n_shown = ranking->count < most ? ranking->count : most;
}

/*
 * Returns the file of a line that the old program had. Where that was not mapped, the file of a
 * function that moved has its new name.
 */
static struct text old_file_of(const struct explanation *explanation, row_id row, file_id file)
{
    const struct rows *rows = explanation->functions.rows;
    struct row_names was = {0};

    if (!line_map_has(&explanation->input->lines->map.old, file) && file == rows->list[row].file)
        row_diff_change(explanation->functions.diff, row, &was);
    return was.file.at != NULL ? was.file : names_text(rows->profile->symbols.files, file);
}

/* Describes a line of a row as its own program has it, without its text if that is the new one. */
static struct term_line describe_line(const struct explanation *explanation, row_id row,
                                      const struct shown_line *shown)
{
    const struct cause_line *line = &shown->line;
    const struct line_matching *matching = explanation->input->lines;
    const struct names *files = explanation->input->profile->symbols.files;
    struct file_line listed = {line->file, line->number};
    enum line_change change = line_matching_change(matching, listed);

    if (!shown->is_old && change != LINE_GONE)
        return (struct term_line){names_text(files, line->file), line->number, {0}, change};
    struct file_line old = line_map_origin(&matching->map, listed);
    struct term_line gone = {old_file_of(explanation, row, old.file), old.number, {0}, LINE_GONE};
    if (line_map_has(&matching->map.old, old.file))
        gone.text = text_trim(source_text_line(&matching->old[old.file], old.number));
    return gone;
}

/* Describes all lines. The texts are read at once, so that each source is read once. */
static void describe_lines(struct explanation *explanation)
{
    const struct view_input *input = explanation->input;
    const struct source_reading reading = {&input->paths, input->profile, input->warnings};
    size_t n_matters = explanation->lines.matters.count, count = 0;
    struct source_line *sources = memory_alloc(n_matters, sizeof *sources);
    size_t *places = memory_alloc(n_matters, sizeof *places);

    explanation->described = memory_alloc(n_matters, sizeof *explanation->described);
    for (size_t place = 0; place < n_matters; place++) {
        const struct shown_line *shown = &explanation->lines.shown[place];
        struct term_line *line = &explanation->described[place];
        if (!shown->is_known)
            continue;
        *line =
            describe_line(explanation, (row_id)explanation->lines.matters.keys[place].from, shown);
        if (line->change == LINE_GONE)
            continue;
        places[count] = place;
        sources[count++] = (struct source_line){.file = line->file, .number = line->number};
    }
    source_lines_read(sources, count, &reading, &explanation->texts);
    for (size_t i = 0; i < count; i++)
        explanation->described[places[i]].text = sources[i].text;
    free(sources);
    free(places);
}

/* Finds the line that shows what changed of each thing that is shown. */
static void find_lines(struct explanation *explanation)
{
    const struct view_input *input = explanation->input;
    const struct rows *rows = explanation->functions.rows;
    bool *is_wanted = memory_alloc(rows->count, sizeof *is_wanted);
    const struct cause_lines_wanted wanted = {.graph = &explanation->causes.graph,
                                              .rows = rows,
                                              .is_wanted = is_wanted,
                                              .map = &input->lines->map,
                                              .event = input->metric.event};

    for (size_t i = 0; i < explanation->n_shown; i++) {
        row_id row = causes_row(&explanation->causes, explanation->ranking.items[i].id);
        if (row != NO_ID)
            is_wanted[row] = true;
    }
    cause_lines_find(&explanation->lines, input->diff, &wanted);
    explanation->codes = code_changes_find(input->diff, rows, is_wanted, input->lines);
    free(is_wanted);
    describe_lines(explanation);
}

/* Sets the line that shows what changed. */
static void set_line(const struct explanation *explanation, const struct cause_term *term,
                     struct term_facts *facts)
{
    const struct shown_line *shown =
        cause_lines_get(&explanation->lines, term->caller, term->callee);
    bool is_more = term->facts.new_value > term->facts.old_value;

    if (shown == NULL || (term->facts.kind == CAUSE_WORK && shown->is_more != is_more))
        return;
    facts->line = &explanation->described[shown - explanation->lines.shown];
}

/* Returns figures for an event's contributions, of which none is known yet. */
static struct figure *add_figures(const struct explanation *explanation, struct table_rows *rows)
{
    return table_rows_figures(rows, explanation->input->figures.n_shown);
}

/* Sets what something contributes to an event. To what nobody counted nothing is known to. */
static void set_contribution(const struct explanation *explanation, struct figure *figures,
                             size_t event, int64_t amount)
{
    const struct view_input *input = explanation->input;
    size_t shown = explanation->costs[event];
    bool is_given = change_of(input, input->figures.shown[shown]).is_given;

    figures[shown].now = (struct cell){
        .value = amount, .unit = explanation->events[shown].unit, .is_given = is_given};
}

/* Adds what a term contributes, to the measured event alone. */
static void add_term_amount(const struct explanation *explanation, int64_t amount,
                            struct table_row *row, struct table_rows *rows)
{
    struct figure *figures = add_figures(explanation, rows);

    set_contribution(explanation, figures, explanation->causes.measured, amount);
    row->contribution = figures;
}

static void add_term(const struct explanation *explanation, const struct cause_term *term,
                     int64_t amount, struct table_rows *rows)
{
    const struct rows *functions = explanation->functions.rows;
    row_id named = cause_term_names(term);
    struct table_row *row = table_rows_add(rows, ROW_TERM);
    struct term_facts *facts = arena_alloc(&rows->arena, sizeof *facts);

    *facts = term->facts;
    if (term->facts.kind != CAUSE_CYCLE)
        set_line(explanation, term, facts);
    row->term = facts;
    add_term_amount(explanation, amount, row, rows);
    if (named != NO_ID)
        figures_name_row(functions, named, row);
}

/* The terms of an owner, with what they contribute in whole numbers. */
struct rounded_terms {
    struct cause_term *list;
    size_t count;
    int64_t *amounts;
    struct ranking order; /* by size */
};

static void round_terms(const struct explanation *explanation, size_t owner,
                        struct rounded_terms *terms)
{
    terms->list = causes_terms(&explanation->causes, owner, &terms->count);
    terms->amounts = memory_alloc(terms->count, sizeof *terms->amounts);
    double *exact = memory_alloc(terms->count, sizeof *exact);
    for (size_t i = 0; i < terms->count; i++)
        exact[i] = terms->list[i].amount;
    number_round_to_sum(exact, terms->count,
                        rounded_of(explanation, explanation->causes.measured)[owner],
                        terms->amounts);
    ranking_begin(&terms->order, 1);
    for (uint32_t i = 0; i < terms->count; i++)
        *ranking_add(&terms->order, (struct ranked){.id = i, .number = i}) =
            (int64_t)magnitude(terms->amounts[i]);
    ranking_sort(&terms->order);
    free(exact);
}

/* Adds what of an owner changed, the largest first, and the sum of what is too small by itself. */
static void add_terms(const struct explanation *explanation, size_t owner, struct table_rows *rows)
{
    int64_t whole = rounded_of(explanation, explanation->causes.measured)[owner], rest = 0;
    int64_t least =
        explanation->input->options->is_complete ? 0 : (int64_t)(magnitude(whole) / LEAST_TERM);
    size_t n_left_out = 0, last = 0;
    struct rounded_terms terms = {0};

    round_terms(explanation, owner, &terms);
    for (size_t i = 0; i < terms.count; i++) {
        size_t place = terms.order.items[i].id;
        int64_t amount = terms.amounts[place];
        if ((int64_t)magnitude(amount) > least) {
            add_term(explanation, &terms.list[place], amount, rows);
        } else if (amount != 0) {
            n_left_out++;
            last = place;
            (void)add_saturated(&rest, amount);
        }
    }
    bool is_large = (int64_t)magnitude(rest) >= smallest_shown(explanation);
    if (n_left_out == 1 && is_large) { /* it takes no more room than to say that it is left out */
        add_term(explanation, &terms.list[last], rest, rows);
    } else if (n_left_out != 0 && is_large) {
        struct table_row *row = table_rows_add(rows, ROW_TERM);
        row->n_left_out = n_left_out;
        add_term_amount(explanation, rest, row, rows);
    }
    free(terms.list);
    free(terms.amounts);
    ranking_free(&terms.order);
}

/* Names an owner: a function, a cycle, or what starts. */
static void name_owner(const struct explanation *explanation, size_t owner, struct table_row *row,
                       struct table_rows *rows)
{
    const struct causes *causes = &explanation->causes;
    row_id id = causes_row(causes, owner);

    if (id != NO_ID) {
        figures_name_row(explanation->functions.rows, id, row);
        figures_set_old(&explanation->input->figures, &explanation->functions, id, row);
        row->calls = (struct figure){0}; /* how often it was called is told where it matters */
        if (row_diff_is_on_both(explanation->functions.diff, id))
            row->code = explanation->codes[id];
    } else if (owner == causes_start(causes)) {
        row->label = TEXT("(startup and dynamic linker)");
    } else {
        row->function = cycle_name(owner - causes->graph.n_nodes + 1, rows);
        row->n_members = cycle_size(&causes->graph, owner - causes->graph.n_nodes);
    }
}

static void add_cause(const struct explanation *explanation, size_t owner, struct table_rows *rows)
{
    struct table_row *row = table_rows_add(rows, ROW_CAUSE);
    struct figure *figures = add_figures(explanation, rows);

    name_owner(explanation, owner, row, rows);
    for (size_t event = 0; event < explanation->n_costs; event++)
        set_contribution(explanation, figures, event, rounded_of(explanation, event)[owner]);
    row->contribution = figures;
    if (owner != causes_start(&explanation->causes))
        add_terms(explanation, owner, rows);
}

/* Adds what all others contribute: those that are too small or too many, or those left out. */
static void add_rest(const struct explanation *explanation, bool is_of_filters,
                     struct table_rows *rows)
{
    size_t n_owners = causes_n_owners(&explanation->causes), count = 0;
    bool *is_counted = memory_alloc(n_owners, sizeof *is_counted);
    bool *is_any = memory_alloc(n_owners, sizeof *is_any);

    for (size_t owner = 0; owner < n_owners; owner++)
        is_counted[owner] = is_hidden(explanation, owner) == is_of_filters;
    for (size_t i = 0; i < explanation->n_shown; i++)
        is_counted[explanation->ranking.items[i].id] = false;
    struct figure *figures = add_figures(explanation, rows);
    for (size_t event = 0; event < explanation->n_costs; event++) {
        int64_t sum = 0;
        for (size_t owner = 0; owner < n_owners; owner++) {
            int64_t amount = is_counted[owner] ? rounded_of(explanation, event)[owner] : 0;
            (void)add_saturated(&sum, amount);
            is_any[owner] |= amount != 0;
        }
        set_contribution(explanation, figures, event, sum);
    }
    for (size_t owner = 0; owner < n_owners; owner++)
        count += is_any[owner];
    if (count != 0) {
        struct table_row *row = table_rows_add(rows, ROW_CAUSE);
        row->n_left_out = count;
        if (is_of_filters)
            row->label = TEXT("(excluded by filters)");
        row->contribution = figures;
    }
    free(is_counted);
    free(is_any);
}

static void make_rows(void *opaque, struct table_rows *rows)
{
    struct explanation *explanation = opaque;

    while (explanation->next < explanation->n_shown && !table_rows_are_full(rows))
        add_cause(explanation, explanation->ranking.items[explanation->next++].id, rows);
    if (explanation->next != explanation->n_shown)
        return;
    explanation->next++; /* past the end: the rest comes once */
    add_rest(explanation, false, rows);
    add_rest(explanation, true, rows);
}

static void explanation_close(void *view)
{
    struct explanation *explanation = view;

    row_figures_free(&explanation->functions);
    causes_free(&explanation->causes);
    ranking_free(&explanation->ranking);
    cause_lines_free(&explanation->lines);
    free(explanation->codes);
    free(explanation->described);
    arena_free(&explanation->texts);
    free(explanation->costs);
    free(explanation->rounded);
    free(explanation->events);
    columns_free(&explanation->columns);
    free(explanation);
}

/*
 * Adds up what is above and below 0, and finds how wide the figures are. No term and no sum of
 * several is larger than the terms of one sign together, or than what all owners of one sign
 * contribute: where that fits into 64 bits, they do.
 */
static void find_extents(struct explanation *explanation)
{
    const struct causes *causes = &explanation->causes;
    const struct profile *profile = explanation->input->profile;
    size_t n_owners = causes_n_owners(causes), count;

    for (size_t event = 0; event < explanation->n_costs; event++) {
        const int64_t *contributions = rounded_of(explanation, event);
        int64_t ups = 0, downs = 0;
        for (size_t owner = 0; owner < n_owners; owner++) {
            profile_note_overflow(profile,
                                  fabs(causes->contributions[event * n_owners + owner]) > 0x1p63);
            profile_note_overflow(profile, add_saturated(contributions[owner] > 0 ? &ups : &downs,
                                                         contributions[owner]));
        }
        explanation->has_any = explanation->has_any || ups != 0 || downs != 0;
        if (event == causes->measured) {
            explanation->ups = ups;
            explanation->downs = downs;
        }
    }
    for (size_t i = 0; i < explanation->n_shown; i++) {
        struct cause_term *terms = causes_terms(causes, explanation->ranking.items[i].id, &count);
        for (size_t k = 0; k < count; k++)
            profile_note_overflow(profile, fabs(terms[k].amount) > 0x1p63);
        free(terms);
    }
}

static void *explanation_open(struct view_input *input, struct error *error)
{
    struct explanation *explanation = memory_alloc(1, sizeof *explanation);

    explanation->input = input;
    if (view_choose_cost(input, METRIC_SELF, error) && add_up(explanation, error)) {
        rank_causes(explanation);
        find_lines(explanation);
        if (explanation->n_shown != 0) /* work may have no lines for that */
            line_matching_warn(input->lines, input->warnings);
        explanation->events = figures_events(&input->figures, input->figures.n_shown);
        find_extents(explanation);
        if (view_fits(input, error))
            return explanation;
    }
    explanation_close(explanation);
    return NULL;
}

static bool explanation_show(void *view, struct section *section, struct error *error)
{
    struct explanation *explanation = view;

    (void)error;
    section->kind = SECTION_EXPLANATION;
    section->table =
        figures_table(&explanation->input->figures, explanation->events, &explanation->columns);
    columns_add_keys(&section->table, name_keys);
    columns_add_keys(&section->table, cause_keys);
    for (size_t i = 0; i < section->table.n_events; i++)
        if (!section->table.events[i].is_ratio)
            columns_add_cost(&section->table, LIST_CONTRIBUTION, i, RANK_KEPT, RANK_KEPT,
                             RANK_ABSENT);
    section->table.by = TEXT("cause");
    section->table.plural = TEXT("causes");
    section->table.ups = explanation->ups;
    section->table.downs = explanation->downs;
    section->table.none = explanation->has_any ? NULL : "no cause: no function changed";
    section->table.make_rows = make_rows;
    section->table.view = explanation;
    return true;
}

const struct view_kind explanation_view = {
    .asked = "--explain",
    .uses = USE_SELECT | USE_FOLDS | USE_LEAST | USE_ROWS | USE_SHARE | USE_SOURCES,
    .keep = {.places = KEEP_SELF_AND_CALLS, .spots = KEEP_SELF_AND_CALLS, .only_sides = true},
    .open = explanation_open,
    .has_one_section = true,
    .show = explanation_show,
    .close = explanation_close,
};
