/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Checks combinations of options after all of them are read. */

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

/* Returns the uses that rows of this kind do not have, and those that only they have. */
static unsigned uses_of_table(enum row_key by)
{
    const unsigned any = views_kind(VIEW_HOTSPOTS)->uses, of_functions = USE_SELECT | USE_FOLDS;

    switch (by) {
    case BY_NAMESPACE:
        return any | USE_DEPTH;
    case BY_LINE:
        return (any & ~of_functions) | USE_FILES | USE_SOURCES;
    case BY_INSTRUCTION:
        return any | USE_OBJECTS;
    case BY_PART:
    case BY_THREAD:
    case BY_LABEL:
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

/* Returns the uses of the run, by its view, format, limits and inlined functions. */
static unsigned uses_of_run(const struct options *options)
{
    const struct view_options *view = &options->view;
    const struct format_kind *format = &formats[options->format.format];
    const bool is_difference = options->old.count != 0;
    enum view actual = views_actual(view);
    unsigned used = actual == VIEW_HOTSPOTS ? uses_of_table(view->by) : views_kind(actual)->uses;

    if (actual == VIEW_CLASSIC && is_difference)
        used |= USE_FOLDS;
    if (actual == VIEW_CODE_LISTING && format->is_for_people)
        used |= USE_SHARE;
    if (actual == VIEW_CODE_LISTING && view->has_instructions)
        used |= USE_OBJECTS;
    if (actual == VIEW_CALL_TREE && !format->has_shares)
        used |= USE_LEAST;
    if (actual == VIEW_CALL_GRAPH && view->peek.is_given)
        used |= USE_DEPTH;
    if (options->explains_runs)
        used |= views_kind(VIEW_EXPLANATION)->uses;
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
 * Returns whether to show the overview rather than the report if neither was requested, nor
 * anything only the report has: on a terminal, and for a difference, which people read in logs.
 * Programs that read the report of one profile, as callgrind_annotate prints it, still get it.
 */
static bool is_for_overview(const struct options *options)
{
    for (size_t i = 0; i < n_option_rows; i++)
        if (options->is_given[i] && (option_rows[i].is_of_report ||
                                     !has_use(views_kind(VIEW_OVERVIEW)->uses, &option_rows[i])))
            return false;
    bool has_reader = isatty(STDOUT_FILENO) || options->old.count != 0;
    return !options->has_view && !options->is_compatible && has_reader;
}

static bool has_directory(struct text_list files)
{
    for (size_t i = 0; i < files.count; i++)
        if (operand_is_directory(files.items[i]))
            return true;
    return false;
}

/* Chooses a table if no view was requested. */
static void choose_table(struct options *options, enum row_key by)
{
    if (options->has_view)
        return;
    options->view.view = VIEW_HOTSPOTS;
    options->view.by = by;
    options->has_view = true;
}

void options_settle(struct options *options)
{
    const struct format_kind *format = &formats[options->format.format];
    struct view_options *view = &options->view;

    bool has_directories = has_directory(options->files) || has_directory(options->old);
    if (has_directories)
        choose_table(options, BY_INPUT);
    options->has_runs = has_directories || (view->view == VIEW_HOTSPOTS && view->by == BY_INPUT &&
                                            options->old.count == 1 && options->files.count == 1);
    if (has_directories && view->view == VIEW_EXPLANATION && options->old.count != 0) {
        options->explains_runs = true;
        options->has_cause_limit = view->has_limit;
        options->n_causes = view->n_rows;
        view->has_limit = false;
        view->view = VIEW_HOTSPOTS;
        view->by = BY_INPUT;
    }
    if (format->is_of_lines)
        choose_table(options, BY_LINE);
    if (is_for_overview(options)) {
        view->view = VIEW_OVERVIEW;
        options->is_overview_chosen = true;
    }
    if ((options->has_rows || options->has_columns) && format->view == VIEW_CLASSIC)
        choose_table(options, BY_FUNCTION);
    /* The graph shows the surroundings of --peek, and a page of a difference has its causes. */
    bool is_within = (format->view == VIEW_CALL_GRAPH && view->view == VIEW_PEEK) ||
                     (format->view == VIEW_ALL && view->view == VIEW_EXPLANATION);
    if (format->view != VIEW_CLASSIC && (!options->has_view || is_within))
        view->view = format->view;
    if ((view->view == VIEW_EXPLANATION || view->view == VIEW_GROWTH) && !view->has_least_percent)
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
    if (view->view == VIEW_EXPLANATION && format->needs_findings)
        view->view = VIEW_GROWTH;
    view->is_brief = !format->is_complete && !format->has_shares;
    view->has_shares = format->has_shares;
    if (format->has_shares && !view->has_least_percent)
        view->least_percent = 0.01;
}

/* True if the format cannot write the requested view. */
static bool is_other_view(const struct options *options)
{
    const struct format_kind *format = &formats[options->format.format];
    const struct view_options *view = &options->view;
    bool is_report = options->has_view && view->view == VIEW_CLASSIC;
    bool shows_lines =
        view->view == VIEW_CODE_LISTING ||
        (view->view == VIEW_HOTSPOTS && (view->by == BY_LINE || view->by == BY_INSTRUCTION));

    return (format->view != VIEW_CLASSIC && view->view != format->view) ||
           (view->view == VIEW_OVERVIEW && !format->has_overview) ||
           (is_report && !format->has_report) || (format->is_of_lines && !shows_lines);
}

/* Writes the option for a view, such as "--top". */
static void name_asked(enum view view, enum row_key by, char *name, size_t size)
{
    if (view == VIEW_HOTSPOTS && by != BY_FUNCTION)
        snprintf(name, size, "--by=%s", row_keys[by].name);
    else
        snprintf(name, size, "%s", views_kind(view)->asked);
}

/* Writes what decides which options are useful: a format with its own view, or the view. */
static void name_view(const struct options *options, char *name, size_t size)
{
    const struct format_kind *format = &formats[options->format.format];

    if (format->view != VIEW_CLASSIC && !is_other_view(options))
        snprintf(name, size, "--format=%s", format->name);
    else
        name_asked(options->has_view ? options->view.view : views_actual(&options->view),
                   options->view.by, name, size);
}

/* True if the rows of the view only have self cost. */
static bool has_self_cost_alone(const struct view_options *view)
{
    const enum view actual = views_actual(view);

    return actual == VIEW_HOTSPOTS ? !row_keys[view->by].has_calls
                                   : actual == VIEW_GROWTH || actual == VIEW_EXPLANATION;
}

/* Returns false if two options cannot be combined, or one needs another that is missing. */
static bool check_combinations(const struct options *options, struct error *error)
{
    const struct format_kind *kind = &formats[options->format.format];
    const struct view_options *view = &options->view;
    const enum view actual = views_actual(view);
    bool has_old = options->old.count != 0;
    bool has_runs = options->has_runs, is_table = actual == VIEW_HOTSPOTS;
    bool is_inclusive = view->shows_both || view->is_inclusive;
    bool is_on_terminal = options->output == NULL && isatty(STDOUT_FILENO);
    char asked[40], format[40];

    name_view(options, asked, sizeof asked);
    snprintf(format, sizeof format, "--format=%s", kind->name);
    const struct {
        bool is_broken;
        const char *name, *other; /* the first cannot be combined with the other */
        const char *needed;       /* or needs this one */
    } rules[] = {
        {options->is_bisect && !has_limits(options), "--bisect", NULL, "--fail-if or --limits"},
        {view->has_instructions && actual != VIEW_CODE_LISTING && actual != VIEW_ALL,
         "--instructions", NULL, "--annotate=WHAT or --format=html"},
        {has_old && actual == VIEW_EVENTS, "--diff", asked, NULL},
        {has_runs && !kind->has_columns, "a directory or --by=input", format, NULL},
        {has_runs && is_table && view->by == BY_LABEL, "--by=label", NULL,
         "a file: of --diff=DIR DIR each label has a row"},
        {has_runs && !(is_table && view->by == BY_INPUT), "a directory", asked, NULL},
        {is_other_view(options), format, asked, NULL},
        {kind->needs_findings && !has_old && !has_limits(options), format, NULL,
         "--diff=OLD or --fail-if"},
        {kind->is_not_for_terminal && is_on_terminal, format, NULL,
         "-o FILE: it is not for a terminal"},
        {options->has_columns && has_old, "--per", "--diff", NULL},
        {options->has_columns && !kind->has_columns && actual != VIEW_ALL, "--per", format, NULL},
        {is_inclusive && has_self_cost_alone(view), "--inclusive", asked, NULL},
        {has_old && is_table && view->by == BY_INSTRUCTION, "--diff", asked, NULL},
        {has_old && view->has_instructions, "--diff", "--instructions", NULL},
    };
    for (size_t i = 0; i < ARRAY_LENGTH(rules); i++) {
        if (rules[i].is_broken && rules[i].needed != NULL)
            return error_usage(error, "%s needs %s", rules[i].name, rules[i].needed);
        if (rules[i].is_broken)
            return error_usage(error, "%s cannot be combined with %s", rules[i].name,
                               rules[i].other);
    }
    return true;
}

/*
 * Returns false for an option that needs a difference without one, or that changes figures but none
 * in this view.
 */
static bool check_options(const struct options *options, struct error *error)
{
    const unsigned used = uses_of_run(options);
    char view[40];

    name_view(options, view, sizeof view);
    for (size_t i = 0; i < n_option_rows; i++) {
        const struct option_row *row = &option_rows[i];
        if (!options->is_given[i])
            continue;
        if (row->needs_old && options->old.count == 0)
            return error_usage(error, "--%s needs --diff=OLD", row->name);
        if ((row->use & USE_FIGURES) != 0 && !has_use(used, row))
            return error_usage(error, "--%s cannot be combined with %s", row->name, view);
    }
    return true;
}

/* Returns false if some operands are directories and others are files. */
static bool are_directories(struct text_list files, struct error *error)
{
    for (size_t i = 0; i < files.count; i++)
        if (!operand_is_directory(files.items[i]))
            return error_set(error, ERROR_USAGE, files.items[i].at, 0,
                             "is not a directory, as what it is compared with");
    return true;
}

/* Returns false if runs of directories are compared with something else. */
static bool check_directories(const struct options *options, struct error *error)
{
    bool has_old = options->old.count != 0;

    if (!has_directory(options->files) && !has_directory(options->old))
        return true;
    if (has_old && (options->old.count != 1 || options->files.count != 1))
        return error_usage(error, "one directory is compared with one other: --diff=DIR DIR");
    return (!has_old ||
            (are_directories(options->old, error) && are_directories(options->files, error))) &&
           are_directories(options->noise, error);
}

/* Returns false if more than one file is standard input. */
static bool check_stdin(const struct options *options, struct error *error)
{
    const struct text_list lists[] = {options->old, options->noise, options->files};
    size_t count = 0;

    for (size_t i = 0; i < ARRAY_LENGTH(lists); i++)
        for (size_t j = 0; j < lists[i].count; j++)
            count += text_equal(lists[i].items[j], TEXT("-"));
    return count <= 1 || error_usage(error, "standard input ('-') can be read only once");
}

bool options_check(const struct options *options, struct error *error)
{
    return options_ask_for_help(options) ||
           (limits_fit(&options->limits, options->old.count != 0, &options->view.filter, error) &&
            check_options(options, error) && check_combinations(options, error) &&
            check_directories(options, error) && check_stdin(options, error));
}

bool options_list_unused(const struct options *options, struct buffer *message)
{
    const unsigned used = uses_of_run(options);
    size_t count = 0;
    char view[40];

    for (size_t i = 0; i < options->n_typed; i++) {
        const struct option_row *row = options->typed[i].row;
        if (row != NULL && !has_use(used, row))
            buffer_print(message, count++ == 0 ? "--%s" : ", --%s", row->name);
    }
    if (count == 0)
        return false;
    name_view(options, view, sizeof view);
    buffer_print(message, count == 1 ? " is not used by %s" : " are not used by %s", view);
    return true;
}

/*
 * Returns whether an overview repeats a word in the commands that it suggests: it chooses the
 * input, what counts of it, or where sources are, and each suggested view uses it. Only some views
 * can sort by calls and inclusive costs, as in "incl(Ir)".
 */
static bool is_repeated(const struct typed_word *typed)
{
    const unsigned shared = views_kind(VIEW_EXPLANATION)->uses & views_kind(VIEW_PEEK)->uses &
                            views_kind(VIEW_CODE_LISTING)->uses & views_kind(VIEW_CALL_TREE)->uses;
    const struct option_row *row = typed->row;
    const char *group = row != NULL ? option_group(row) : "Input";

    if (row != NULL && row->at == offsetof(struct options, view.sort) &&
        (strchr(typed->value, '(') != NULL || strcmp(typed->value, "calls") == 0))
        return false;
    return (row == NULL || (row->use & USE_FIGURES & ~shared) == 0) &&
           (strcmp(group, "Input") == 0 || strcmp(group, "Select") == 0 ||
            strcmp(group, "Source") == 0);
}

/* Appends an option with its value, or an operand. */
static void append_typed(struct buffer *command, const struct typed_word *typed)
{
    const char *value = typed->value;
    struct buffer word = {0};

    if (typed->row != NULL)
        buffer_print(&word, "--%s%s%s", typed->row->name, value != NULL ? "=" : "",
                     value != NULL ? value : "");
    else /* options follow it, so that "--" cannot go before it */
        buffer_print(&word, "%s%s", value[0] == '-' && value[1] != '\0' ? "./" : "", value);
    buffer_append(command, TEXT(" "));
    append_shell_word(command, buffer_text(&word));
    free(word.at);
}

void options_set_command(struct options *options)
{
    struct buffer command = {0};

    buffer_append(&command, TEXT("quern"));
    for (size_t i = 0; i < options->n_typed; i++)
        if (is_repeated(&options->typed[i]))
            append_typed(&command, &options->typed[i]);
    options->view.command = buffer_keep(&command, &options->arena);
}
