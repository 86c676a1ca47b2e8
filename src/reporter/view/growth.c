/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Shows what a reviewer should look at: limits that were exceeded, and in a difference the
 * functions and lines that cost more than before, the worst first, each with its place in the
 * source. With --explain these are the causes that made the program cost more, which another view
 * finds.
 */

#include <stdlib.h>
#include <string.h>

#include "aggregator/compare/compare.h"
#include "aggregator/lines/line_costs.h"
#include "base/error.h"
#include "base/map.h"
#include "base/verdict.h"
#include "profile/events.h"
#include "profile/line_map.h"
#include "reporter/report.h"
#include "reporter/view/input/view_input.h"
#include "reporter/view/input/view_options.h"
#include "reporter/view/listing/line_matching.h"
#include "reporter/view/view_kind.h"
#include "sources/source.h"

/* Limits the functions and lines, unless a number is asked for. */
enum { FEW = 10 };

/* Describes a function or a line that grew. */
struct grown {
    bool is_line;
    row_id id;
    struct text path; /* relative to the current directory */
    uint64_t line;
};

struct growth {
    struct view_input *input;
    struct row_figures functions, lines; /* lines only in a difference */
    uint64_t *first_lines;               /* by place: the line where it begins; 0 if unknown */
    place_id *places;                    /* sorted by the function that has them: */
    size_t *places_begin; /* those of function i are from places_begin[i] to places_begin[i + 1] */
    struct map names;     /* finds a function by (name, file): its place in found */
    row_id *found;
    struct grown *grown;
    size_t n_grown, row;
    size_t n_elsewhere;  /* how many grew more, but in sources that cannot be shown */
    size_t verdict;      /* the next one to look at */
    void *explanation;   /* with causes: the view of them, */
    struct table causes; /* and its table */
    struct table_event *events;
    struct arena texts;
};

static struct keep growth_keep(const struct view_options *options, bool is_difference)
{
    if (options->has_causes)
        return explanation_view.keep(options, is_difference);
    return (struct keep){
        .places = KEEP_SELF,
        .lines = is_difference ? KEEP_SELF : KEEP_NOTHING,
        .spots = KEEP_SELF,
    };
}

/* Returns the profile whose lines are those of the sources: the new one of a difference. */
static const struct profile *profile_of_sources(const struct growth *growth)
{
    const struct diff *diff = growth->input->diff;

    return diff != NULL ? &diff->fresh.profile : growth->functions.rows->profile;
}

/*
 * Finds the line where the code of each place begins: the one that the profile names first, since
 * others may be inlined from further up.
 */
static void find_first_lines(struct growth *growth)
{
    const struct profile *profile = profile_of_sources(growth);

    growth->first_lines = memory_alloc(profile_n_places(profile), sizeof *growth->first_lines);
    for (size_t id = profile->spots.count; id-- > 0;) {
        struct spot spot = profile->spots.list[id];
        if (spot.position.line != 0)
            growth->first_lines[spot.place] = spot.position.line;
    }
}

/* Sorts the places of that profile by row of the functions. */
static void sort_places(struct growth *growth)
{
    const struct rows *rows = growth->functions.rows;
    const struct diff *diff = growth->input->diff;
    const struct profile *profile = profile_of_sources(growth);
    size_t n_places = profile_n_places(profile);
    row_id *row_of = memory_alloc(n_places, sizeof *row_of);

    for (place_id id = 0; id < n_places; id++) {
        function_id function = profile_place(profile, id).function;
        row_of[id] = rows->of_function[diff != NULL ? diff->fresh.functions[function] : function];
    }
    growth->places = ids_sort(row_of, n_places, rows->count, &growth->places_begin);
    free(row_of);
}

static void name_functions(struct growth *growth)
{
    const struct rows *rows = growth->functions.rows;

    growth->found = memory_alloc(rows->count, sizeof *growth->found);
    for (row_id id = 0; id < rows->count; id++) {
        uint32_t place = map_add(&growth->names, rows->list[id].function, rows->list[id].file);
        growth->found[place] = id;
    }
}

static bool add_up(struct growth *growth, struct error *error)
{
    const struct view_input *input = growth->input;
    const struct row_figures_wanted functions = {
        .choice = {.key = BY_FUNCTION,
                   .is_folded = !input->options->is_unfolded,
                   .filter = &input->options->filter}};
    const struct filter files = {.file = input->options->filter.file};
    const struct row_figures_wanted lines = {.choice = {.key = BY_LINE, .filter = &files}};
    bool has_lines = input->diff != NULL && !input->options->has_causes;

    if (!view_add_up(input, &functions, &growth->functions, error) ||
        (has_lines && !view_add_up(input, &lines, &growth->lines, error)))
        return false;
    find_first_lines(growth);
    sort_places(growth);
    name_functions(growth);
    return figures_fit(&input->figures, &growth->functions, error) &&
           (!has_lines || figures_fit(&input->figures, &growth->lines, error));
}

/* Finds the path of a source below the current directory, where a reviewer can be shown it. */
static bool find_path(struct growth *growth, struct text name, struct text *path)
{
    struct source source = {0};

    if (!source_find(&source, name, &growth->input->paths))
        return false;
    bool is_below = source.path[0] != '/' && strncmp(source.path, "../", 3) != 0 &&
                    source_is_below(&source, TEXT("."));
    *path = arena_copy_text(&growth->texts, text_of(source.path));
    source_close(&source);
    return is_below;
}

/*
 * Finds where most of a function's cost is, among what can be shown. Returns false if there is
 * nothing.
 */
static bool locate(struct growth *growth, row_id id, struct table_row *row)
{
    const struct profile *profile = profile_of_sources(growth);
    const struct costs *self = &profile->ledgers[PLACES].costs;
    const struct events *events = &growth->input->profile->events;
    bool is_found = false;
    int64_t most = 0;

    for (size_t i = growth->places_begin[id]; i < growth->places_begin[id + 1]; i++) {
        place_id place = growth->places[i];
        file_id file = profile_place(profile, place).file;
        int64_t cost =
            event_sum(events, growth->input->metric.event, self, costs_row(self, place)).sum;
        struct text path;
        if ((is_found && cost <= most) ||
            !find_path(growth, names_text(profile->symbols.files, file), &path))
            continue;
        row->file = path;
        row->line = growth->first_lines[place];
        most = cost;
        is_found = true;
    }
    return is_found;
}

/* Ranks the rows that grew by enough to be named. */
static void rank(const struct growth *growth, const struct row_figures *of, struct ranking *ranking)
{
    const struct view_input *input = growth->input;
    int64_t least = view_smallest_change(input, input->metric.event);

    ranking_begin_rows(ranking, of->rows, 1);
    for (row_id id = 0; id < of->rows->count; id++) {
        const struct row *row = &of->rows->list[id];
        const struct file_line at = {row->file, row->line};
        enum line_change change =
            of == &growth->lines ? line_matching_change(input->lines, at) : LINE_SAME;
        /* By number it may be another line than the old one. */
        if (row->is_hidden || change == LINE_BY_NUMBER || change == LINE_GONE)
            continue;
        int64_t counted = rank_counted(&input->figures.sorting, figures_self(of), id);
        if (counted > 0 && counted >= least)
            *ranking_add_row(ranking, id) = counted;
    }
    ranking_sort_begin(ranking);
    ranking_sort_first(ranking, of->rows->count);
}

/* Tells whether a row can be shown, and if so sets where it is. */
static bool is_shown(struct growth *growth, bool is_line, row_id id, struct table_row *row)
{
    const struct row *line;

    if (!is_line)
        return locate(growth, id, row);
    line = &growth->lines.rows->list[id];
    row->line = line->line;
    return find_path(growth, names_text(growth->input->profile->symbols.files, line->file),
                     &row->file);
}

/* Merges the worst of both that can be shown. */
static void merge(struct growth *growth, const struct ranking *functions,
                  const struct ranking *lines, size_t most)
{
    size_t function = 0, line = 0;

    while (growth->n_grown < most && (function < functions->count || line < lines->count)) {
        bool takes_line = function == functions->count ||
                          (line < lines->count &&
                           lines->items[line].keys[0] > functions->items[function].keys[0]);
        row_id id = takes_line ? lines->items[line++].id : functions->items[function++].id;
        struct table_row row = {0};
        if (is_shown(growth, takes_line, id, &row))
            growth->grown[growth->n_grown++] = (struct grown){takes_line, id, row.file, row.line};
        else
            growth->n_elsewhere++;
    }
}

static void find_grown(struct growth *growth)
{
    const struct view_options *options = growth->input->options;
    size_t most = options->has_limit ? options->n_rows : FEW;
    struct ranking functions = {0}, lines = {0};

    if (growth->input->diff == NULL || options->has_causes)
        return;
    /* It is not known which function a line grew in. */
    bool has_lines = !options->filter.function.is_given && !options->filter.object.is_given;
    rank(growth, &growth->functions, &functions);
    if (has_lines)
        rank(growth, &growth->lines, &lines);
    growth->grown = memory_alloc(functions.count + lines.count, sizeof *growth->grown);
    merge(growth, &functions, &lines, most);
    ranking_free(&functions);
    ranking_free(&lines);
}

static void growth_close(void *view)
{
    struct growth *growth = view;

    if (growth->explanation != NULL)
        explanation_view.close(growth->explanation);
    row_figures_free(&growth->functions);
    row_figures_free(&growth->lines);
    free(growth->first_lines);
    free(growth->places);
    free(growth->places_begin);
    map_free(&growth->names);
    free(growth->found);
    free(growth->grown);
    free(growth->events);
    arena_free(&growth->texts);
    free(growth);
}

static void *growth_open(struct view_input *input, struct error *error)
{
    struct growth *growth = memory_alloc(1, sizeof *growth);

    growth->input = input;
    if (input->options->has_causes) /* their view chooses the metric, too */
        growth->explanation = explanation_view.open(input, error);
    bool is_chosen = input->options->has_causes ? growth->explanation != NULL
                                                : view_choose_cost(input, METRIC_SELF, error);
    if (is_chosen && add_up(growth, error)) {
        find_grown(growth);
        growth->events = figures_events(&input->figures, input->figures.n_shown);
        return growth;
    }
    growth_close(growth);
    return NULL;
}

/* Sets where the function of a name and a file is; of one that cannot be shown only the file. */
static void place_function(struct growth *growth, struct text function, struct text file,
                           struct table_row *row)
{
    const struct symbols *symbols = &growth->functions.rows->profile->symbols;
    uint32_t place = map_find(&growth->names, names_find(symbols->functions, function),
                              names_find(symbols->files, file));

    if (place == NO_ID || !locate(growth, growth->found[place], row))
        row->file = file;
}

/* Adds a limit that was exceeded, with the place of what it is about if that has one. */
static void add_verdict(struct growth *growth, const struct verdict *verdict,
                        struct table_rows *rows)
{
    struct table_row *row = table_rows_add(rows, ROW_LIMIT);

    row->verdict = verdict;
    if (verdict->name.length == 0 || verdict->file.length == 0)
        return;
    if (verdict->function.length != 0)
        row->function = verdict->function;
    if (text_equal(verdict->key, TEXT("function"))) {
        place_function(growth, verdict->function, verdict->file, row);
        return;
    }
    if (!find_path(growth, verdict->file, &row->file))
        row->file = verdict->file;
    row->line = verdict->file_line;
}

/* Keeps of the rows of causes those that made the program cost more. */
static void keep_findings(struct growth *growth, struct table_rows *rows)
{
    size_t n_kept = 0;

    for (size_t i = 0; i < rows->count; i++) {
        struct table_row *row = rows->list[i];
        if (row->kind == ROW_CAUSE && row->n_left_out == 0 &&
            row->contribution[growth->causes.measured].now.value > 0)
            rows->list[n_kept++] = row;
    }
    rows->count = n_kept;
    for (size_t i = 0; i < n_kept; i++)
        if (rows->list[i]->n_members == 0) /* a cycle is in several places */
            place_function(growth, rows->list[i]->function, rows->list[i]->file, rows->list[i]);
}

static void add_grown(const struct growth *growth, const struct grown *grown,
                      struct table_rows *rows)
{
    const struct row_figures *of = grown->is_line ? &growth->lines : &growth->functions;
    const struct row *names = &of->rows->list[grown->id];
    struct table_row *row = figures_add_row(&growth->input->figures, of, grown->id,
                                            grown->is_line ? ROW_LINE : ROW_FUNCTION, rows);

    row->file = grown->path;
    row->line = grown->line;
    if (grown->is_line)
        line_matching_set_old(growth->input->lines, of->rows->profile->symbols.files,
                              (struct file_line){names->file, names->line}, &row->old);
}

static void make_rows(void *opaque, struct table_rows *rows)
{
    struct growth *growth = opaque;
    struct verdict_list verdicts = growth->input->verdicts;

    for (; growth->verdict < verdicts.count; growth->verdict++)
        if (verdicts.items[growth->verdict].outcome == LIMIT_EXCEEDED)
            add_verdict(growth, &verdicts.items[growth->verdict], rows);
    for (; growth->row < growth->n_grown; growth->row++)
        add_grown(growth, &growth->grown[growth->row], rows);
    for (bool has_more = growth->explanation != NULL; has_more && rows->count == 0;) {
        growth->causes.make_rows(growth->causes.view, rows);
        has_more = rows->count != 0;
        keep_findings(growth, rows);
    }
}

static bool growth_show(void *view, size_t number, struct section *section, struct error *error)
{
    struct growth *growth = view;
    const struct view_input *input = growth->input;
    struct section causes = {0};

    if (number != 0)
        return false;
    if (growth->explanation != NULL &&
        !explanation_view.show(growth->explanation, 0, &causes, error))
        return false;
    growth->causes = causes.table;
    section->kind = SECTION_GROWTH;
    section->table = figures_table(&input->figures, growth->events);
    section->table.make_rows = make_rows;
    section->table.view = growth;
    if (growth->n_elsewhere != 0)
        warnings_add(input->warnings, NULL, 0,
                     "%zu functions or lines that grew as much are not in a source below the "
                     "current directory (see --include, --path-map)",
                     growth->n_elsewhere);
    if (input->lines != NULL && !input->options->has_causes) /* or the view of causes warns */
        line_matching_warn(input->lines, input->warnings);
    return true;
}

const struct view_kind growth_view = {
    .takes_noise = true,
    .keep = growth_keep,
    .open = growth_open,
    .show = growth_show,
    .close = growth_close,
};
