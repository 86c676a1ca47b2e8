/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The overview: a summary of a run. It has the total by object, the functions and the lines that
 * cost most, the hottest path, and which views show more; in a difference the first causes, and the
 * functions and lines that changed most. Each table is the top of another view.
 */

#include <stdlib.h>
#include <string.h>

#include "aggregator/compare/compare.h"
#include "base/arena.h"
#include "base/array.h"
#include "base/buffer.h"
#include "base/error.h"
#include "base/number.h"
#include "base/regex.h"
#include "base/shell_words.h"
#include "profile/events.h"
#include "reporter/report.h"
#include "reporter/view/hotspots.h"
#include "reporter/view/hottest_path.h"
#include "reporter/view/input/view_input.h"
#include "reporter/view/input/view_options.h"
#include "reporter/view/view_kind.h"

/* One line for every two functions, one cause for every three. */
enum { FUNCTIONS_PER_LINE = 2, FUNCTIONS_PER_CAUSE = 3, MOST_OBJECTS = 20, MOST_SECTIONS = 5 };
static const double LEAST_OF_PATH = 10; /* paths below this percentage are not shown */

/* The least self cost, in percent of the program, of a function worth examining. */
static const double LEAST_OF_FUNCTION = 1;

/* Holds one of the tables of hotspots. {0} is none. */
struct overview_table {
    struct view_options options; /* in place of those given */
    struct view_input input;     /* which has them */
    struct row_figures rows;
    struct hotspots_table hotspots;
    struct table table;
};

/* A command with a longer name would not fit into a line. */
enum { LONGEST_NAME = 60 };

/* Returns "--annotate=NAME", which takes a whole name as it is, and what comes after it. */
static struct text make_annotate(struct text name, struct text end, struct arena *arena)
{
    struct buffer option = {0};

    buffer_append(&option, TEXT("--annotate="));
    append_shell_word(&option, name);
    buffer_append(&option, end);
    return buffer_keep(&option, arena);
}

/* Returns "--peek=REGEX" with one that matches the name, which is shown first. */
static struct text make_peek(struct text name, struct arena *arena)
{
    struct buffer option = {0}, regex = {0};

    regex_append_literal(&regex, name);
    buffer_append(&option, TEXT("--peek="));
    append_shell_word(&option, buffer_text(&regex));
    free(regex.at);
    return buffer_keep(&option, arena);
}

struct overview {
    struct view_input *input;
    struct overview_table objects, functions, lines; /* objects: not in a difference */
    struct hottest_paths paths;                      /* {0} of a difference, and of a ratio */
    struct table_event *events;                      /* of the total, and of the path */
    bool was_path_given;

    struct view_options cause_options;
    struct view_input cause_input;
    struct warnings of_causes; /* not printed: the tables warn of the same */
    void *causes;              /* the view of them in a difference that has some; else NULL */
    struct table cause_table;

    struct overview_facts facts;
    struct section sections[MOST_SECTIONS];
    size_t n_sections, next;
};

static struct keep overview_keep(const struct view_options *options, bool is_difference)
{
    (void)options;
    if (is_difference)
        return (struct keep){
            .places = KEEP_SELF_AND_CALLS, .lines = KEEP_SELF, .spots = KEEP_SELF_AND_CALLS};
    return (struct keep){.places = KEEP_SELF_AND_CALLS, .lines = KEEP_SELF};
}

/* Makes the input of a table from what all of them share. */
static struct view_input input_for(const struct overview *overview,
                                   const struct view_options *options)
{
    struct view_input input = *overview->input;

    input.arena = (struct arena){0};
    input.options = options;
    return input;
}

/* Sets the options of a table, with the row count for all formats. */
static void set_options(struct overview_table *table, const struct overview *overview,
                        enum row_key by, size_t n_rows)
{
    table->options = *overview->input->options;
    table->options.view = VIEW_HOTSPOTS;
    table->options.by = by;
    table->options.has_limit = true;
    table->options.n_rows = n_rows;
    table->options.prefers_own = by == BY_LINE;
    /*
     * In a difference, functions that merely call something that changed are not of interest here.
     */
    if (overview->input->diff != NULL && !table->options.has_least &&
        !view_is_of_ratio(overview->input)) {
        table->options.has_least = true;
        table->options.least = (struct bound){.kind = BOUND_COUNT, .figure = 1};
    }
    table->input = input_for(overview, &table->options);
    if (by != BY_FUNCTION) /* only functions have more than self cost here */
        table->input.metric.kind = METRIC_SELF;
}

/* Tells whether the file of any function of an object is known, and so its debug information. */
static bool has_files(const struct rows *functions, object_id object)
{
    for (row_id id = 0; id < functions->count; id++)
        if (functions->list[id].object == object && is_known_name(rows_names(functions, id).file))
            return true;
    return false;
}

/*
 * Leaves code without line information out of a table of lines, and says which objects have none
 * and what to do.
 */
static void hide_missing_lines(struct overview *overview, struct overview_table *table)
{
    const struct figures *figures = &table->input.figures;
    struct figure *row = memory_alloc(figures->n_shown, sizeof *row), whole;
    struct arena *arena = &overview->input->arena;
    struct buffer message = {0};

    figures_fill(figures, figures_total(figures), 0, row);
    whole = row[figures->measured];
    for (row_id id = 0; id < table->rows.rows->count; id++) {
        const struct row_names names = rows_names(table->rows.rows, id);
        if (is_known_name(names.file))
            continue;
        table->rows.rows->list[id].is_hidden = true;
        figures_fill(figures, figures_self(&table->rows), id, row);
        double share = percent_of(row[figures->measured].now.value, whole.now.value);
        if (!is_known_name(names.object) || share < LEAST_OF_FUNCTION ||
            has_files(overview->functions.rows.rows, table->rows.rows->list[id].object))
            continue;
        buffer_append(&message, message.length == 0 ? TEXT("no line information in ") : TEXT(", "));
        buffer_append(&message, path_base(names.object));
        buffer_print(&message, " (%.1f %%)", share);
    }
    if (message.length != 0) {
        buffer_append(&message, TEXT(": compile with -g, or install -dbgsym packages"));
        arena_append_text(arena, &overview->facts.messages, buffer_keep(&message, arena));
    }
    free(row);
}

/* Adds up the rows of a table and ranks them. */
static bool open_table(struct overview *overview, struct overview_table *table, struct error *error)
{
    const struct view_input *input = &table->input;
    const struct row_figures_wanted wanted = {
        .choice = {.key = table->options.by,
                   .is_folded = !table->options.is_unfolded,
                   .has_inclusive = table->options.by == BY_FUNCTION,
                   .filter = &table->options.filter},
    };

    if (!view_add_up(input, &wanted, &table->rows, error))
        return false;
    if (table->options.by == BY_FUNCTION)
        figures_warn(&input->figures, &table->rows, input->warnings);
    if (!view_fits(input, error) || !figures_fit(&input->figures, &table->rows, error))
        return false;
    if (table->options.by == BY_LINE)
        hide_missing_lines(overview, table);
    hotspots_begin(&table->hotspots, input, &table->rows, &table->table);
    hotspots_add_columns(&table->hotspots, &table->table, true);
    return true;
}

static void close_table(struct overview_table *table)
{
    hotspots_end(&table->hotspots);
    row_figures_free(&table->rows);
    arena_free(&table->input.arena);
}

static bool open_tables(struct overview *overview, struct error *error)
{
    const struct view_input *input = overview->input;
    size_t n_functions = input->options->n_rows;

    set_options(&overview->functions, overview, BY_FUNCTION, n_functions);
    if (!open_table(overview, &overview->functions, error))
        return false;
    if (input->diff == NULL) {
        set_options(&overview->objects, overview, BY_OBJECT, MOST_OBJECTS);
        if (!open_table(overview, &overview->objects, error))
            return false;
    }
    if (!view_has_lines(input))
        return true;
    set_options(&overview->lines, overview, BY_LINE,
                (n_functions + FUNCTIONS_PER_LINE - 1) / FUNCTIONS_PER_LINE);
    return open_table(overview, &overview->lines, error);
}

/* Opens the view of causes, if there may be some: a ratio has none. */
static bool open_causes(struct overview *overview, struct error *error)
{
    struct view_options *options = &overview->cause_options;
    const struct view_input *input = overview->input;
    struct section section = {0};

    if (input->diff == NULL || view_is_of_ratio(input))
        return true;
    *options = *input->options;
    options->view = VIEW_EXPLANATION;
    options->n_rows = (options->n_rows + FUNCTIONS_PER_CAUSE - 1) / FUNCTIONS_PER_CAUSE;
    options->is_inclusive = options->shows_both = false;
    options->sort = input->profile->events.list[input->metric.event].name;
    options->has_least_percent = false;
    options->least_percent = LEAST_CAUSE;
    overview->cause_input = input_for(overview, options);
    overview->cause_input.warnings = &overview->of_causes;
    overview->causes = explanation_view.open(&overview->cause_input, error);
    if (overview->causes == NULL)
        return false;
    explanation_view.show(overview->causes, &section, error);
    overview->cause_table = section.table;
    overview->facts.n_causes = options->n_rows;
    return true;
}

static bool has_calls(const struct overview *overview)
{
    const struct rows *rows = overview->functions.rows.rows;

    for (row_id id = 0; id < rows->count; id++)
        if (rows_calls(rows, id) != 0)
            return true;
    return false;
}

/*
 * Finds the hottest path, which is of the whole program: filters leave none. One of a single step
 * says nothing.
 */
static void open_path(struct overview *overview)
{
    const struct view_input *input = &overview->functions.input;

    if (input->diff != NULL || view_is_of_ratio(input) || !has_calls(overview) ||
        !filter_is_empty(&input->options->filter))
        return;
    hottest_paths_open(&overview->paths, input, &overview->functions.rows);
    hottest_paths_find_first(&overview->paths, LEAST_OF_PATH);
    overview->facts.has_path = overview->paths.path.count > 1;
}

/*
 * Returns the size of a function's self cost, or of its change; 0 if it is not shown, or has no
 * name that a command has room for.
 */
static int64_t size_of(const struct overview *overview, row_id id)
{
    const struct overview_table *functions = &overview->functions;
    const struct text name = rows_names(functions->rows.rows, id).function;

    if (functions->rows.rows->list[id].is_hidden || !is_known_name(name) ||
        name.length > LONGEST_NAME)
        return 0;
    return (int64_t)magnitude(
        figures_key(&functions->input.figures, figures_self(&functions->rows), id));
}

/* Returns the costliest function of all, or of an object; NO_ID if none costs anything. */
static row_id costliest(const struct overview *overview, object_id object, bool is_of_object)
{
    const struct rows *rows = overview->functions.rows.rows;
    row_id best = NO_ID;
    int64_t most = 0;

    for (row_id id = 0; id < rows->count; id++) {
        int64_t size = is_of_object && rows->list[id].object != object ? 0 : size_of(overview, id);
        if (size <= most)
            continue;
        best = id;
        most = size;
    }
    return best;
}

/* Returns the first function called main; NO_ID if there is none. */
static row_id find_main(const struct rows *rows)
{
    for (row_id id = 0; id < rows->count; id++)
        if (text_equal(rows_names(rows, id).function, TEXT("main")))
            return id;
    return NO_ID;
}

/*
 * Returns the function to look at: of the program's own object, where main is, the one that costs
 * or changed most, unless nearly all of that is elsewhere. NO_ID if there is none.
 */
static row_id find_function(const struct overview *overview)
{
    const struct rows *rows = overview->functions.rows.rows;
    row_id main = find_main(rows), of_all = costliest(overview, NO_ID, false), best = of_all;

    if (main != NO_ID)
        best = costliest(overview, rows->list[main].object, true);
    if (best == NO_ID || (double)size_of(overview, best) <
                             LEAST_OF_FUNCTION / 100 * (double)size_of(overview, of_all))
        best = of_all;
    return best;
}

static bool has_addresses(const struct profile *profile)
{
    for (size_t i = 0; i < profile->n_inputs; i++)
        if (profile->inputs[i].has_addresses)
            return true;
    return false;
}

static bool is_from_stdin(const struct profile *profile)
{
    for (size_t i = 0; i < profile->n_inputs; i++)
        if (strcmp(profile->inputs[i].path, "-") == 0)
            return true;
    return false;
}

/* Chooses the commands, the most useful first and --help last. */
static void choose_commands(struct overview *overview)
{
    struct view_input *input = overview->input;
    struct arena *arena = &input->arena;
    const struct row_figures *by_row = &overview->functions.rows;
    const struct figures *figures = &overview->functions.input.figures;
    row_id row = find_function(overview);
    const struct row_names names =
        row != NO_ID ? rows_names(by_row->rows, row) : (struct row_names){0};
    bool is_difference = input->diff != NULL, has_name = row != NO_ID, calls = has_calls(overview);
    bool is_of_ratio = input->metric.kind != METRIC_CALLS && view_is_of_ratio(input);
    bool has_inputs = view_has_several(input, BY_INPUT);
    bool is_alone = !is_difference && filter_is_empty(&input->options->filter);
    bool cannot_repeat = is_from_stdin(input->profile) ||
                         (is_difference && is_from_stdin(&input->diff->old.profile));
    bool calls_most = calls && has_name && !is_difference &&
                      figures_key(figures, figures_self(by_row), row) <
                          figures_key(figures, figures_inclusive(by_row), row) / 10;
    const struct {
        bool is_wanted;
        struct text options;
        const char *shows;
    } views[] = {
        {is_difference, TEXT("--explain"), "all causes"},
        {has_name && is_known_name(names.file),
         make_annotate(names.function, calls_most ? TEXT(" --inclusive=both") : TEXT(""), arena),
         "source with costs"},
        {has_name && calls, make_peek(names.function, arena), "callers and callees"},
        {calls && !is_difference && !is_of_ratio, TEXT("--call-tree"), "call paths"},
        {is_alone && !has_inputs && view_has_several(input, BY_THREAD), TEXT("--per=thread"),
         "each thread"},
        {is_alone && has_inputs, TEXT("--by=input"), "each run"},
        {has_name && !is_difference && has_addresses(input->profile),
         make_annotate(names.function, TEXT(" --instructions"), arena), "its instructions"},
    };
    struct next_command *commands =
        arena_alloc_array(arena, ARRAY_LENGTH(views) + 1, sizeof *commands);
    size_t count = 0;

    if (input->options->command.length == 0)
        return;
    for (size_t i = 0; i < ARRAY_LENGTH(views); i++) {
        struct buffer command = {0};
        if (!views[i].is_wanted || cannot_repeat)
            continue;
        buffer_append(&command, input->options->command);
        buffer_append(&command, TEXT(" "));
        buffer_append(&command, views[i].options);
        commands[count++] =
            (struct next_command){buffer_keep(&command, arena), text_of(views[i].shows)};
    }
    commands[count++] = (struct next_command){TEXT("quern --help"), TEXT("all options")};
    overview->facts.commands = commands;
    overview->facts.n_commands = count;
}

static void set_facts(struct overview *overview)
{
    struct overview_facts *facts = &overview->facts;
    const struct view_input *input = overview->input;

    if (input->read_warnings != NULL)
        append_warnings(&overview->input->arena, &facts->messages, input->read_warnings,
                        "messages");
    append_warnings(&overview->input->arena, &facts->messages, input->warnings, "messages");
    facts->n_functions = overview->functions.hotspots.n_rows;
    facts->n_lines = overview->lines.hotspots.n_rows;
    if (facts->n_functions == 0)
        overview->functions.table.none =
            input->diff != NULL ? "no function changed" : "no function has a cost";
    choose_commands(overview);
    overview->events = figures_events(&input->figures, input->figures.n_shown);
}

static void overview_close(void *view)
{
    struct overview *overview = view;

    if (overview->causes != NULL)
        explanation_view.close(overview->causes);
    arena_free(&overview->cause_input.arena);
    hottest_paths_close(&overview->paths);
    close_table(&overview->lines);
    close_table(&overview->objects);
    close_table(&overview->functions);
    free(overview->events);
    free(overview);
}

static void make_no_rows(void *view, struct table_rows *rows)
{
    (void)view;
    (void)rows;
}

static void make_path(void *view, struct table_rows *rows)
{
    struct overview *overview = view;

    if (!overview->was_path_given)
        hottest_paths_add(&overview->paths, rows);
    overview->was_path_given = true;
}

static void add_section(struct overview *overview, enum section_kind kind, struct text title,
                        struct table table)
{
    overview->sections[overview->n_sections++] =
        (struct section){.kind = kind, .title = title, .table = table};
}

/* Adds the sections, in their order: first what is above the tables, with objects as rows. */
static void add_sections(struct overview *overview)
{
    struct table path = figures_table(&overview->input->figures, overview->events, NULL),
                 first = path;

    first.make_rows = make_no_rows;
    path.make_rows = make_path;
    path.view = overview;
    if (overview->objects.table.make_rows != NULL) /* not in a difference */
        first = overview->objects.table;
    add_section(overview, SECTION_OVERVIEW, TEXT("objects"), first);
    overview->sections[0].overview = &overview->facts;
    if (overview->causes != NULL)
        add_section(overview, SECTION_EXPLANATION, TEXT("causes"), overview->cause_table);
    add_section(overview, SECTION_HOTSPOTS, TEXT("functions"), overview->functions.table);
    if (overview->lines.table.make_rows != NULL)
        add_section(overview, SECTION_HOTSPOTS, TEXT("lines"), overview->lines.table);
    if (overview->facts.has_path)
        add_section(overview, SECTION_PATH, TEXT("path"), path);
}

static void *overview_open(struct view_input *input, struct error *error)
{
    struct overview *overview = memory_alloc(1, sizeof *overview);

    overview->input = input;
    if (view_choose_metric(input, METRIC_CALLS, error) && open_tables(overview, error) &&
        open_causes(overview, error)) {
        open_path(overview);
        set_facts(overview);
        add_sections(overview);
        return overview;
    }
    overview_close(overview);
    return NULL;
}

static bool overview_show(void *view, struct section *section, struct error *error)
{
    struct overview *overview = view;

    (void)error;
    if (overview->next == overview->n_sections)
        return false;
    *section = overview->sections[overview->next++];
    return true;
}

const struct view_kind overview_view = {
    .asked = "the overview",
    .uses = USE_SELECT | USE_FOLDS | USE_LEAST | USE_ROWS | USE_SOURCES,
    .keep_for = overview_keep,
    .open = overview_open,
    .show = overview_show,
    .close = overview_close,
};
