/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Checks which options can be combined, once all of them are read. */

#include "cli/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "base/buffer.h"
#include "base/error.h"
#include "base/shell_words.h"
#include "parser/read.h"
#include "reporter/view/views.h"

/* Shows the graph in place of a view that says what it is about. Other views are refused later. */
static void settle_graph(struct options *options)
{
    struct view_options *view = &options->view;
    bool has_top = view->has_limit && !options->has_rows; /* "--top=5": a table is wanted */
    bool has_objects = view->view == VIEW_HOTSPOTS && view->by == BY_OBJECT && !has_top;

    if (options->has_view && view->view != VIEW_PEEK && !has_objects)
        return;
    options->format.has_clusters = has_objects;
    view->view = VIEW_CALL_GRAPH;
    view->by = BY_FUNCTION;
}

/* What every view of functions has a use for. */
enum { SELECT = USE_FUNCTIONS | USE_FILES | USE_IGNORED };

/* What a view has a use for, whatever its rows are and however it is written. */
static const unsigned uses[] = {
    [VIEW_CLASSIC] = SELECT | USE_LEAST | USE_NOISE | USE_THRESHOLD | USE_SOURCES,
    [VIEW_OVERVIEW] = SELECT | USE_FOLDS | USE_LEAST | USE_ROWS | USE_SOURCES,
    [VIEW_HOTSPOTS] = SELECT | USE_FOLDS | USE_LEAST | USE_NOISE | USE_SLICES | USE_ROWS |
                      USE_SHARE | USE_THRESHOLD,
    [VIEW_PEEK] = SELECT | USE_FOLDS | USE_ROWS | USE_SHARE | USE_THRESHOLD,
    [VIEW_CODE_LISTING] = SELECT | USE_FOLDS | USE_LEAST | USE_SOURCES,
    [VIEW_CALL_TREE] = SELECT | USE_FOLDS | USE_SHARE | USE_DEPTH | USE_DIRECTION,
    [VIEW_CALL_GRAPH] = SELECT | USE_FOLDS | USE_SHARE,
    [VIEW_GROWTH] = SELECT | USE_FOLDS | USE_LEAST | USE_NOISE | USE_ROWS | USE_SOURCES,
    [VIEW_EXPLANATION] = SELECT | USE_FOLDS | USE_LEAST | USE_ROWS | USE_SHARE | USE_SOURCES,
    [VIEW_ALL] = SELECT | USE_FOLDS | USE_LEAST | USE_NOISE | USE_SHARE | USE_SOURCES | USE_OBJECTS,
    [VIEW_PROFILE] = SELECT,
    [VIEW_EVENTS] = 0,
};

/* Returns what rows of this kind have no use for, and what they alone have a use for. */
static unsigned uses_of_table(enum row_key by)
{
    const unsigned any = uses[VIEW_HOTSPOTS], of_functions = SELECT | USE_FOLDS;

    switch (by) {
    case BY_NAMESPACE:
        return any | USE_DEPTH;
    case BY_LINE:
        return (any & ~of_functions) | USE_FILES | USE_SOURCES;
    case BY_INSTRUCTION:
        return any | USE_OBJECTS;
    case BY_PART:
    case BY_THREAD:
    case BY_INPUT:
        return any & ~of_functions;
    default:
        return any;
    }
}

static bool has_limits(const struct options *options)
{
    return options->limits.count + options->limits.files.count != 0;
}

/* Returns what the run has a use for, by its view, its format, limits and inlined functions. */
static unsigned uses_of_run(const struct options *options)
{
    const struct view_options *view = &options->view;
    const struct format_kind *format = &formats[options->format.format];
    const bool is_difference = options->old.count != 0;
    enum view actual = views_actual(view);
    unsigned used = actual == VIEW_HOTSPOTS ? uses_of_table(view->by) : uses[actual];

    if (actual == VIEW_CLASSIC && is_difference)
        used |= USE_FOLDS;
    if (actual == VIEW_CODE_LISTING && format->is_for_people)
        used |= USE_SHARE;
    if (actual == VIEW_CODE_LISTING && view->has_instructions)
        used |= USE_OBJECTS;
    if (actual == VIEW_CALL_TREE && !format->has_shares)
        used |= USE_LEAST;
    if (actual == VIEW_CALL_TREE && format->has_lines && is_difference)
        used |= USE_SOURCES;
    if (actual == VIEW_CALL_GRAPH && view->peek.is_given)
        used |= USE_DEPTH;
    if (view->has_causes)
        used |= uses[VIEW_EXPLANATION];
    if (has_limits(options))
        used |= USE_IGNORED | USE_LEAST | USE_NOISE;
    if (view->shows_inlined)
        used |= USE_OBJECTS;
    return used;
}

static bool has_use(unsigned used, const struct option_row *row)
{
    return row->use == 0 || (row->use & used) != 0;
}

/*
 * Tells whether a person is to see the report on a terminal and asked for nothing that it has and
 * the overview has not: that is better there. A script gets what it always got.
 */
static bool is_for_overview(const struct options *options)
{
    for (size_t i = 0; i < n_option_rows; i++)
        if (options->is_given[i] &&
            (option_rows[i].is_of_report || !has_use(uses[VIEW_OVERVIEW], &option_rows[i])))
            return false;
    return !options->has_view && !options->is_compatible && isatty(STDOUT_FILENO);
}

static bool has_directory(struct text_list files)
{
    for (size_t i = 0; i < files.count; i++)
        if (operand_is_directory(files.items[i]))
            return true;
    return false;
}

void options_settle(struct options *options)
{
    const struct format_kind *format = &formats[options->format.format];
    struct view_options *view = &options->view;

    options->has_directories = has_directory(options->files) || has_directory(options->old);
    if (options->has_directories && !options->has_view) {
        view->view = VIEW_HOTSPOTS;
        view->by = BY_INPUT;
        options->has_view = true;
    }
    if (format->is_of_lines && !options->has_view) {
        view->view = VIEW_HOTSPOTS;
        view->by = BY_LINE;
        options->has_view = true;
    }
    if (is_for_overview(options)) {
        view->view = VIEW_OVERVIEW;
        options->is_overview_chosen = true;
    }
    if ((options->has_rows || options->has_columns) && !options->has_view &&
        format->view == VIEW_CLASSIC) {
        view->view = VIEW_HOTSPOTS;
        options->has_view = true;
    }
    if (options->format.format == FORMAT_DOT)
        settle_graph(options);
    else if (format->view != VIEW_CLASSIC && !options->has_view)
        view->view = format->view;
    if (view->view == VIEW_EXPLANATION && !view->has_least_percent)
        view->least_percent = LEAST_CAUSE;
    if (options->has_columns)
        view->per += BY_PART; /* the words of --per are the last of --by */
    if (options->output != NULL && strcmp(options->output, "-") == 0)
        options->output = NULL;
    view->lists_missing = options->has_width && options->format.width == 0; /* --wide */
    view->is_complete = format->is_complete;
    view->is_tabular = !format->has_report;
    view->is_for_people = format->is_for_people;
    view->sources_at.quoting = !view->is_auto_annotated              ? QUOTE_NONE
                             : options->format.format != FORMAT_TEXT ? QUOTE_OWN
                                                                     : QUOTE_ALL;
    view->old_sources_at.at.quoting = view->sources_at.quoting;
    if (view->view == VIEW_CODE_LISTING && !view->has_least_percent)
        view->least_percent = LEAST_LISTED;
    if (view->view == VIEW_CODE_LISTING && format->is_for_people && !view->has_context)
        view->context = CONTEXT_OF_LISTING;
    if (view->view == VIEW_EXPLANATION && format->needs_findings) {
        view->view = VIEW_GROWTH;
        view->has_causes = true;
    }
    view->is_brief = !format->is_complete && !format->has_shares;
    view->has_shares = format->has_shares;
    view->has_lines = format->has_lines;
    if (format->has_shares && !view->has_least_percent)
        view->least_percent = 0.01;
}

/* Writes how a view is asked for, as "--top". */
static void name_asked(enum view view, enum row_key by, char *name, size_t size)
{
    static const char *const names[] = {
        [VIEW_CLASSIC] = "the report",      [VIEW_OVERVIEW] = "the overview",
        [VIEW_HOTSPOTS] = "--top",          [VIEW_PEEK] = "--peek",
        [VIEW_CODE_LISTING] = "--annotate", [VIEW_CALL_TREE] = "--call-tree",
        [VIEW_EXPLANATION] = "--explain",   [VIEW_EVENTS] = "--list-events",
    };
    bool is_by = view == VIEW_HOTSPOTS && by != BY_FUNCTION;

    snprintf(name, size, "%s%s", is_by ? "--by=" : names[view], is_by ? row_keys[by].name : "");
}

/* Writes what decides which options have a use: a format with a view of its own, or the view. */
static void name_view(const struct options *options, char *name, size_t size)
{
    const struct format_kind *format = &formats[options->format.format];

    if (format->view != VIEW_CLASSIC)
        snprintf(name, size, "--format=%s", format->name);
    else
        name_asked(views_actual(&options->view), options->view.by, name, size);
}

/*
 * Returns false where inclusive cost is asked for but rows have none. The table cannot say so,
 * because --inclusive is an option of callgrind_annotate, which every view accepts.
 */
static bool check_inclusive(const struct options *options, struct error *error)
{
    const struct view_options *view = &options->view;
    const enum view actual = views_actual(view);
    bool is_table = actual == VIEW_HOTSPOTS, is_difference = options->old.count != 0;
    bool is_of_self = is_table
                        ? view->by == BY_LINE || (view->by == BY_INSTRUCTION && is_difference) ||
                              (view->by >= BY_PART && view->by <= BY_INPUT)
                        : actual == VIEW_GROWTH || actual == VIEW_EXPLANATION;
    char name[40];

    if ((!view->shows_both && !view->is_inclusive) || !is_of_self)
        return true;
    name_view(options, name, sizeof name);
    return error_usage(error, "--inclusive does not go with %s%s: it has only self cost", name,
                       is_table && view->by == BY_INSTRUCTION ? " and --diff" : "");
}

/* Returns false where an option was given that changes figures, but none of the view. */
static bool check_figures(const struct options *options, struct error *error)
{
    const unsigned used = uses_of_run(options);
    char view[40];

    if (options_ask_for_help(options))
        return true;
    name_view(options, view, sizeof view);
    for (size_t i = 0; i < n_option_rows; i++) {
        const struct option_row *row = &option_rows[i];
        if (options->is_given[i] && (row->use & USE_FIGURES) != 0 && !has_use(used, row))
            return error_usage(error, "--%s does not go with %s", row->name, view);
    }
    if (options->noise.count != 0 && options->old.count == 0 &&
        views_actual(&options->view) != VIEW_HOTSPOTS)
        return error_usage(error, "--noise without --diff does not go with %s", view);
    return check_inclusive(options, error);
}

bool options_list_unused(const struct options *options, struct buffer *message)
{
    const unsigned used = uses_of_run(options);
    size_t count = 0;
    char view[40];

    for (size_t i = 0; i < n_option_rows; i++) {
        bool is_typed = false;
        for (size_t j = 0; j < options->n_typed; j++)
            is_typed = is_typed || options->typed[j].row == &option_rows[i];
        if (!is_typed || has_use(used, &option_rows[i]))
            continue;
        buffer_append(message, count++ == 0 ? TEXT("--") : TEXT(", --"));
        buffer_append(message, text_of(option_rows[i].name));
    }
    if (count == 0)
        return false;
    name_view(options, view, sizeof view);
    buffer_append(message, count == 1 ? TEXT(" is not used by ") : TEXT(" are not used by "));
    buffer_append(message, text_of(view));
    return true;
}

/* Returns false where what is asked of directories is more than a row for each run in them. */
static bool check_directories(const struct options *options, struct error *error)
{
    const struct view_options *view = &options->view;
    const struct format_kind *format = &formats[options->format.format];
    bool has_old = options->old.count != 0;

    if (!options->has_directories)
        return true;
    if (!format->has_columns)
        return error_usage(error, "directories do not go with --format=%s", format->name);
    if (view->view != VIEW_HOTSPOTS || view->by != BY_INPUT) {
        char name[40];
        name_view(options, name, sizeof name);
        return error_usage(error, "directories go with --by=input, not with %s", name);
    }
    if (has_old && (options->old.count != 1 || options->files.count != 1))
        return error_usage(error, "one directory is compared with one other: --diff=DIR DIR");
    for (size_t i = 0; has_old && i < 2; i++) {
        const struct text typed = i == 0 ? options->old.items[0] : options->files.items[0];
        if (!operand_is_directory(typed))
            return error_set(error, ERROR_USAGE, typed.at, 0,
                             "is not a directory, as the other side is: --diff=DIR DIR");
    }
    for (size_t i = 0; i < options->noise.count; i++)
        if (!operand_is_directory(options->noise.items[i]))
            return error_usage(error,
                               "--noise=%.100s: beside directories it takes directories of runs of "
                               "the same names",
                               options->noise.items[i].at);
    return true;
}

static size_t count_stdin(struct text_list files)
{
    size_t count = 0;

    for (size_t i = 0; i < files.count; i++)
        count += text_equal(files.items[i], TEXT("-"));
    return count;
}

/* Returns false where a comparison lacks an old profile, or the view cannot compare. */
static bool check_difference(const struct options *options, struct error *error)
{
    bool has_old = options->old.count != 0;

    if (options->is_bisect && !has_limits(options))
        return error_usage(error, "--bisect needs --fail-if or --limits");
    if (!limits_fit(&options->limits, has_old, &options->view.filter, error))
        return false;
    for (size_t i = 0; i < n_option_rows && !has_old; i++)
        if (options->is_given[i] && option_rows[i].needs_old)
            return error_usage(error, "--%s needs --diff=OLD", option_rows[i].name);
    if (count_stdin(options->old) + count_stdin(options->noise) + count_stdin(options->files) > 1)
        return error_usage(error, "standard input ('-') can be read only once");
    return !has_old || options->view.view != VIEW_EVENTS ||
           error_usage(error, "--diff does not go with --list-events");
}

/* Returns false where rows cannot be told apart by part, thread or input. */
static bool check_columns(const struct options *options, struct error *error)
{
    const struct format_kind *format = &formats[options->format.format];
    bool has_old = options->old.count != 0, has_noise = options->noise.count != 0;

    if (!options->has_columns || (!has_old && !has_noise && format->has_columns))
        return true;
    return error_usage(error, "--per does not go with %s%s",
                       has_old     ? "--diff"
                       : has_noise ? "--noise"
                                   : "--format=",
                       has_old || has_noise ? "" : format->name);
}

/*
 * Returns false where the format does not write the view, lacks what it needs, or does not go to a
 * terminal.
 */
static bool check_format(const struct options *options, struct error *error)
{
    const struct format_kind *format = &formats[options->format.format];
    const struct view_options *view = &options->view;
    bool is_report = options->has_view && view->view == VIEW_CLASSIC;
    bool shows_lines =
        view->view == VIEW_CODE_LISTING ||
        (view->view == VIEW_HOTSPOTS && (view->by == BY_LINE || view->by == BY_INSTRUCTION));

    if ((format->view != VIEW_CLASSIC && view->view != format->view) ||
        (view->view == VIEW_OVERVIEW && !format->has_overview) ||
        (is_report && !format->has_report) || (format->is_of_lines && !shows_lines)) {
        char name[40];
        name_asked(view->view, view->by, name, sizeof name);
        return error_usage(error, "--format=%s does not go with %s", format->name, name);
    }
    if (format->needs_findings && options->old.count == 0 && !has_limits(options))
        return error_usage(error, "--format=%s needs --diff=OLD or --fail-if", format->name);
    if (format->is_not_for_terminal && options->output == NULL && isatty(STDOUT_FILENO))
        return error_usage(error, "--format=%s is not for a terminal: name a file with -o",
                           format->name);
    return true;
}

/*
 * Explains that "--top 10" names a file: the option's value is optional, so it has to follow a '='.
 */
static bool explain_number(const struct options *options, struct error *error)
{
    for (size_t i = 0; i < options->files.count; i++) {
        struct text file = options->files.items[i];
        size_t digits = 0;
        while (digits < file.length && is_digit(file.at[digits]))
            digits++;
        if (digits != 0 && digits == file.length && access(file.at, F_OK) != 0)
            return error_usage(error, "'%.20s' is not a file: did you mean --top=%.20s?", file.at,
                               file.at);
    }
    return true;
}

bool options_check(const struct options *options, struct error *error)
{
    const struct view_options *view = &options->view;

    if (view->has_instructions && view->view != VIEW_CODE_LISTING &&
        options->format.format != FORMAT_HTML)
        return error_usage(error, "--instructions goes with --annotate=WHAT and --format=html; "
                                  "--by=instruction ranks all of them");
    if (!check_difference(options, error) || !check_directories(options, error) ||
        !check_format(options, error))
        return false;
    return check_columns(options, error) && check_figures(options, error) &&
           (view->view != VIEW_HOTSPOTS || explain_number(options, error)) &&
           operands_are_no_commands(options->files, error);
}

/*
 * Tells whether a word says what is read, what of it counts, or where sources are, and the view has
 * a use for it. Calls and inclusive costs, as in "incl(Ir)", are there to sort by in some views
 * alone.
 */
static bool is_for_view(const struct typed_word *typed, unsigned used)
{
    static const char *const groups[] = {"Input", "Select", "Source"};
    const struct option_row *row = typed->row;

    if (row == NULL)
        return true;
    bool is_sort = row->at == offsetof(struct options, view.sort);
    bool is_of_some =
        is_sort && (strchr(typed->value, '(') != NULL || strcmp(typed->value, "calls") == 0);
    if (is_of_some || !has_use(used, row))
        return false;
    for (size_t i = 0; i < ARRAY_LENGTH(groups); i++)
        if (strcmp(option_group(row), groups[i]) == 0)
            return true;
    return false;
}

/* Appends an option with its value, or an operand. */
static void append_typed(struct buffer *command, const struct typed_word *typed)
{
    struct buffer word = {0};

    if (typed->row != NULL) {
        buffer_append(&word, TEXT("--"));
        buffer_append(&word, text_of(typed->row->name));
        buffer_append(&word, typed->value != NULL ? TEXT("=") : TEXT(""));
    } else if (typed->value[0] == '-' && typed->value[1] != '\0') {
        buffer_append(&word, TEXT("./")); /* options follow it, so that "--" cannot go before it */
    }
    buffer_append(&word, text_of(typed->value != NULL ? typed->value : ""));
    buffer_append(command, TEXT(" "));
    append_shell_word(command, buffer_text(&word));
    free(word.at);
}

/* Appends the files of an option, NULL for operands, in place of directories that were typed. */
static void append_files(struct buffer *command, const char *option, struct text_list files)
{
    const struct option_row *row = NULL;

    for (size_t i = 0; option != NULL && i < n_option_rows; i++)
        if (strcmp(option_rows[i].name, option) == 0)
            row = &option_rows[i];
    for (size_t i = 0; i < files.count; i++)
        append_typed(command, &(struct typed_word){row, files.items[i].at});
}

void options_set_commands(struct options *options)
{
    enum row_key by_thread = options->old.count != 0 ? BY_THREAD : BY_FUNCTION;
    const unsigned used[N_NEXT_VIEWS] = {
        [NEXT_CAUSES] = uses[VIEW_EXPLANATION],
        [NEXT_LINES] = uses[VIEW_CODE_LISTING],
        [NEXT_CALLERS] = uses[VIEW_PEEK],
        [NEXT_TREE] = uses[VIEW_CALL_TREE],
        [NEXT_INSTRUCTIONS] = uses[VIEW_CODE_LISTING],
        [NEXT_THREADS] = uses_of_table(by_thread),
        [NEXT_INPUTS] = uses_of_table(BY_INPUT),
    };

    for (size_t view = 0; view < N_NEXT_VIEWS; view++) {
        struct buffer command = {0};
        buffer_append(&command, TEXT("quern"));
        for (size_t i = 0; i < options->n_typed && view != NEXT_HELP; i++) {
            const struct typed_word *typed = &options->typed[i];
            bool names_files = typed->row == NULL ||
                               typed->row->at == offsetof(struct options, old) ||
                               typed->row->at == offsetof(struct options, noise);
            if (is_for_view(typed, used[view]) && !(options->has_directories && names_files))
                append_typed(&command, typed);
        }
        if (options->has_directories && view != NEXT_HELP) {
            append_files(&command, "diff", options->old);
            if ((used[view] & USE_NOISE) != 0)
                append_files(&command, "noise", options->noise);
            append_files(&command, NULL, options->files);
        }
        options->view.typed[view] = buffer_keep(&command, &options->arena);
    }
}
