/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/classic.h"

#include <stdlib.h>
#include <string.h>

#include "aggregator/select.h"
#include "base/arena.h"
#include "base/number.h"
#include "reporter/source/source.h"
#include "reporter/view/event_choice.h"
#include "reporter/view/facts.h"
#include "reporter/view/figures.h"
#include "reporter/view/file_choice.h"
#include "reporter/view/file_listing.h"
#include "reporter/view/functions.h"

/* A table of one row: the program's total, or the sum of what was annotated. */
struct single_row {
    struct column *columns;
    struct cell *cells;
    enum table_row_kind kind;
    bool was_given;
};

struct classic {
    struct arena arena;
    struct classic_subject subject;
    const struct totals *totals; /* the subject's */
    struct row_change *changes;  /* of a difference, by row of the totals */
    const struct classic_options *options;
    const struct filter *filter;
    struct warnings *warnings;
    struct text_list old_dirs; /* with one '/' at their ends */
    struct events_chosen chosen;
    struct figures figures;
    struct selection selection;

    enum { AT_TOTALS, AT_FUNCTIONS, AT_LISTINGS, AT_MISSING, AT_ANNOTATED, AT_END } stage;
    struct single_row single;
    struct view_functions functions;
    struct line_calls line_calls;
    struct view_lines lines;
    struct annotated annotated;
    bool has_annotated;

    struct files_chosen files;
    size_t file; /* the next one to list */
    struct source source;
    struct text *missing;
    size_t n_missing;
};

struct keep classic_keep(const struct classic_options *options)
{
    bool has_listings = options->is_auto_annotated || options->sources.count != 0;
    bool has_calls = options->is_inclusive || options->shows_both || options->shows_callers ||
                     options->shows_callees;

    return (struct keep){
        .places = has_calls ? KEEP_SELF_AND_CALLS : KEEP_SELF,
        .lines = has_listings ? KEEP_SELF_AND_CALLS : KEEP_NOTHING,
    };
}

static bool next_single_row(void *opaque, struct table_row *row, struct error *error)
{
    struct single_row *single = opaque;

    (void)error;
    *row = (struct table_row){.kind = single->kind, .cells = single->cells};
    bool has_row = !single->was_given;
    single->was_given = true;
    return has_row;
}

static void single_row_free(struct single_row *single)
{
    free(single->columns);
    free(single->cells);
    *single = (struct single_row){0};
}

/* A table of the cells, which become the row's. */
static bool single_row_begin(struct classic *classic, enum table_row_kind kind, struct cell *cells,
                             struct table *table, struct error *error)
{
    struct single_row *single = &classic->single;

    single_row_free(single);
    *single = (struct single_row){.cells = cells, .kind = kind};
    single->columns = figures_columns(&classic->figures, classic->figures.n_shown, error);
    if (single->columns == NULL)
        return false;
    for (size_t i = 0; i < classic->figures.n_shown; i++)
        column_include(&single->columns[i], cells[i]);
    *table = (struct table){.columns = single->columns,
                            .n_columns = classic->figures.n_shown,
                            .next = next_single_row,
                            .view = single};
    return true;
}

static bool totals_section(struct classic *classic, struct section *section, struct error *error)
{
    const struct costs *program = &classic->totals->program;
    struct cell *cells = memory_alloc(classic->figures.n_shown, sizeof *cells);

    section->kind = SECTION_TOTALS;
    section->is_calculated = classic->totals->is_calculated;
    if (!figures_cells(&classic->figures, program, costs_row(program, 0), cells, error)) {
        free(cells);
        return false;
    }
    return single_row_begin(classic, ROW_TOTAL, cells, &section->table, error);
}

static bool functions_section(struct classic *classic, struct section *section, struct error *error)
{
    const struct classic_options *options = classic->options;

    section->kind = SECTION_FUNCTIONS;
    struct functions_shown shown = {
        .is_inclusive = options->is_inclusive,
        .shows_both = options->shows_both,
        .shows_callers = options->shows_callers,
        .shows_callees = options->shows_callees,
        .changes = classic->changes,
    };
    return view_functions_begin(&classic->functions, &classic->figures, &classic->selection, &shown,
                                &section->table, error);
}

/* Ends the listing that was pulled last, if any. */
static void end_listing(struct classic *classic)
{
    if (classic->lines.source != NULL)
        source_warn(&classic->source, classic->files.files[classic->file - 1].name.at,
                    classic->lines.has_bogus, classic->totals->profile, classic->warnings);
    view_lines_end(&classic->lines);
    source_close(&classic->source);
}

/* Lines are compared where both versions of the source are the same; else that is said. */
static bool is_unchanged(struct classic *classic, const struct chosen_file *file)
{
    switch (source_compare(&classic->source, file->name, classic->old_dirs)) {
    case OLD_SOURCE_SAME:
        return true;
    case OLD_SOURCE_DIFFERS:
        warnings_add(classic->warnings, file->name.at, 0,
                     "differs from the old source: its lines are not compared");
        break;
    case OLD_SOURCE_NONE:
        warnings_add(classic->warnings, file->name.at, 0,
                     "is not in --old-include: its lines are not compared");
        break;
    }
    return false;
}

/* The next file: its listing, the note that it has no cost, or a place among the missing. */
static bool next_listing(struct classic *classic, struct section *section, struct error *error)
{
    const struct chosen_file *file = &classic->files.files[classic->file++];
    const struct classic_options *options = classic->options;

    if (!source_find(&classic->source, file->name, classic->subject.paths)) {
        classic->missing[classic->n_missing++] = file->name;
        return false;
    }
    if (classic->subject.diff != NULL && file->id != NO_ID && !is_unchanged(classic, file)) {
        source_close(&classic->source);
        return false;
    }
    section->title = classic->source.found_as;
    section->found_in = classic->source.found_in;
    section->is_user_chosen = file->is_user_chosen;
    section->kind = file->id == NO_ID ? SECTION_NO_COST : SECTION_FILE_LISTING;
    if (file->id == NO_ID)
        return true;
    classic->has_annotated = true;
    return view_lines_begin(&classic->lines, &classic->figures, &classic->line_calls,
                            &classic->annotated, &classic->source, file->id, options->context,
                            &section->table, error);
}

static int by_text(const void *a, const void *b)
{
    return text_compare(*(const struct text *)a, *(const struct text *)b);
}

static bool missing_section(struct classic *classic, struct section *section)
{
    section->kind = SECTION_MISSING;
    if (classic->n_missing != 0)
        qsort(classic->missing, classic->n_missing, sizeof *classic->missing, by_text);
    section->names = (struct text_list){classic->missing, classic->n_missing};
    return classic->n_missing != 0;
}

/* Of a sum above the total, or of a total of 0, it is 100 %. */
static bool annotated_section(struct classic *classic, struct section *section, struct error *error)
{
    struct cell *cells = memory_alloc(classic->figures.n_shown, sizeof *cells);

    section->kind = SECTION_ANNOTATED_SUM;
    memcpy(cells, classic->annotated.cells, classic->figures.n_shown * sizeof *cells);
    if (!single_row_begin(classic, ROW_ANNOTATED_SUM, cells, &section->table, error))
        return false;
    for (size_t i = 0; i < classic->figures.n_shown; i++) {
        struct cell *total = &classic->single.columns[i].total;
        if (classic->subject.diff != NULL)
            continue;
        if (total->value == 0 || cells[i].value > total->value)
            *total = cells[i];
    }
    return true;
}

static bool next_section(void *opaque, struct section *section, struct error *error)
{
    struct classic *classic = opaque;
    bool has_section = false;

    while (!has_section && classic->stage != AT_END && error->kind == ERROR_NONE) {
        *section = (struct section){0};
        switch (classic->stage) {
        case AT_TOTALS:
            has_section = totals_section(classic, section, error);
            classic->stage = AT_FUNCTIONS;
            break;
        case AT_FUNCTIONS:
            has_section = functions_section(classic, section, error);
            classic->stage = AT_LISTINGS;
            break;
        case AT_LISTINGS:
            end_listing(classic);
            if (classic->file < classic->files.count)
                has_section = next_listing(classic, section, error);
            else
                classic->stage = AT_MISSING;
            break;
        case AT_MISSING:
            has_section = missing_section(classic, section);
            classic->stage = AT_ANNOTATED;
            break;
        case AT_ANNOTATED:
            has_section = classic->has_annotated && annotated_section(classic, section, error);
            classic->stage = AT_END;
            break;
        case AT_END:
            break;
        }
    }
    return has_section && error->kind == ERROR_NONE;
}

/* A source named on the command line has to be there. */
static bool sources_exist(const struct classic *classic, struct error *error)
{
    for (size_t i = 0; i < classic->options->sources.count; i++) {
        struct source source;
        if (!source_find(&source, classic->options->sources.items[i], classic->subject.paths))
            return error_set(error, ERROR_FAILED, classic->options->sources.items[i].at, 0,
                             "source file not found, nor in any --include directory");
        source_close(&source);
    }
    return true;
}

/* Lines of two versions of a source are the same lines only where those are known to be the same.
 */
static bool is_auto_annotated(const struct classic *classic)
{
    return classic->options->is_auto_annotated &&
           (classic->subject.diff == NULL || classic->old_dirs.count != 0);
}

static void set_facts(struct classic *classic, struct facts *facts)
{
    facts_gather(facts, classic->totals, &classic->chosen, &classic->arena);
    facts->chosen_file = classic->options->chosen_profile;
    facts->include_dirs = classic->subject.paths->include_dirs;
    facts->sources = classic->options->sources;
    facts->is_auto_annotated = is_auto_annotated(classic);
}

/* Changes are ranked by their size. */
static bool rank_by_size(struct classic *classic, struct error *error)
{
    const struct events *events = &classic->totals->profile->events;
    const struct costs *old = classic->subject.old_program;
    struct sort_key *keys = classic->chosen.sort_keys;
    struct event_cost total;

    for (size_t i = 0; i < classic->chosen.n_sort_keys; i++)
        keys[i].by_size = true;
    classic->changes = diff_changes(classic->subject.diff, classic->totals);
    if (classic->subject.least == NULL || classic->chosen.n_sort_keys == 0)
        return true;
    if (!event_cost(events, keys[0].event, old, costs_row(old, 0), &total, error))
        return false;
    keys[0].least = bound_least(classic->subject.least, magnitude(total.sum));
    return true;
}

static bool prepare(struct classic *classic, struct error *error)
{
    const struct classic_options *options = classic->options;
    const struct totals *totals = classic->totals;
    const struct profile *profile = totals->profile;

    if (!events_choose(&classic->chosen, &profile->events, options->show, options->sort,
                       options->threshold, &classic->arena, error))
        return false;
    if (classic->subject.diff != NULL && !rank_by_size(classic, error))
        return false;
    classic->figures = (struct figures){
        .totals = totals,
        .base = classic->subject.old_program,
        .shown = classic->chosen.shown,
        .n_shown = classic->chosen.n_shown,
        .sort_keys = classic->chosen.sort_keys,
        .n_sort_keys = classic->chosen.n_sort_keys,
    };
    if (!figures_fit(&classic->figures, error))
        return false;
    if (totals->is_inconsistent)
        warnings_add(classic->warnings,
                     classic->subject.diff != NULL ? NULL : profile->inputs[0].path, 0,
                     "some calls cost more than the whole program: the profile is not consistent");
    if (!select_rows(&classic->selection, totals, options->is_inclusive, classic->filter,
                     classic->chosen.sort_keys, classic->chosen.n_sort_keys, error))
        return false;
    classic->annotated.cells =
        memory_alloc(classic->figures.n_shown, sizeof *classic->annotated.cells);
    if (!line_calls_create(&classic->line_calls, profile, error) ||
        !sources_exist(classic, error) ||
        !files_choose(&classic->files, totals,
                      is_auto_annotated(classic) ? &classic->selection : NULL, options->sources,
                      classic->chosen.sort_keys, error))
        return false;
    classic->missing = memory_alloc(classic->files.count, sizeof *classic->missing);
    return true;
}

struct classic *classic_create(const struct classic_subject *subject,
                               const struct classic_options *options, const struct filter *filter,
                               struct warnings *warnings, struct report *report,
                               struct error *error)
{
    struct classic *classic = memory_alloc(1, sizeof *classic);

    classic->subject = *subject;
    classic->totals = subject->totals;
    classic->options = options;
    classic->filter = filter;
    classic->warnings = warnings;
    classic->old_dirs = directories_with_slash(&classic->arena, options->old_dirs);
    if (!prepare(classic, error)) {
        classic_free(classic);
        return NULL;
    }
    set_facts(classic, &report->facts);
    report->is_classic = true;
    report->next = next_section;
    report->maker = classic;
    return classic;
}

void classic_free(struct classic *classic)
{
    if (classic == NULL)
        return;
    view_functions_end(&classic->functions);
    view_lines_end(&classic->lines);
    source_close(&classic->source);
    line_calls_free(&classic->line_calls);
    single_row_free(&classic->single);
    selection_free(&classic->selection);
    free(classic->annotated.cells);
    files_chosen_free(&classic->files);
    free(classic->missing);
    free(classic->changes);
    arena_free(&classic->arena);
    free(classic);
}
