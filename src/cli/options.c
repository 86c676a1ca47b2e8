/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/options.h"

#include <getopt.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "base/closest.h"
#include "base/number.h"
#include "cli/option_table.h"

enum { FIRST_CODE = 256, OPERAND = 1, MISSING = ':' };

static int argument_of(const struct option_row *row)
{
    if (row->argument == NULL)
        return no_argument;
    return option_is_optional(row) ? optional_argument : required_argument;
}

/* Long options get codes beyond all letters. */
static void fill_getopt(struct option *longs, char *letters)
{
    /* '-': operands come in order; ':': a missing argument is told from an unknown option. */
    size_t n_letters = 0;
    letters[n_letters++] = '-';
    letters[n_letters++] = ':';
    for (size_t i = 0; i < n_option_rows; i++) {
        const struct option_row *row = &option_rows[i];
        longs[i] = (struct option){
            .name = row->name, .has_arg = argument_of(row), .val = FIRST_CODE + (int)i};
        if (row->letter != 0)
            letters[n_letters++] = row->letter;
        if (row->letter != 0 && argument_of(row) == required_argument)
            letters[n_letters++] = ':';
    }
    letters[n_letters] = '\0';
    longs[n_option_rows] = (struct option){0};
}

static const struct option_row *find_row(int code)
{
    for (size_t i = 0; i < n_option_rows; i++)
        if (code == FIRST_CODE + (int)i || (code != 0 && code == option_rows[i].letter))
            return &option_rows[i];
    return NULL;
}

/* getopt_long takes any unambiguous beginning for the whole: a script should not depend on it. */
static bool is_whole(const char *typed, const char *name)
{
    size_t length = strlen(name);

    return typed[0] != '-' || typed[1] != '-' ||
           (strncmp(typed + 2, name, length) == 0 &&
            (typed[2 + length] == '\0' || typed[2 + length] == '='));
}

static bool unknown_option(const char *typed, struct error *error)
{
    const char *name = typed + strspn(typed, "-");
    struct closest closest = {.typed = {name, strcspn(name, "=")}};
    char suggestion[200] = "";

    for (size_t i = 0; i < n_option_rows; i++)
        closest_consider(&closest, text_of(option_rows[i].name));
    closest_suggest(&closest, "--", suggestion, sizeof suggestion);
    return error_usage(error, "unknown option '%.100s'%s", typed,
                       suggestion[0] != '\0' ? suggestion : " (see 'quern --help')");
}

static bool apply_code(struct options *options, int code, const char *typed, struct error *error)
{
    if (code == OPERAND) {
        arena_append_text(&options->arena, &options->files, text_of(optarg));
        return true;
    }
    const struct option_row *row = code == MISSING ? find_row(optopt) : find_row(code);
    if (row == NULL && typed[0] == '-' && typed[1] == '-' && find_row(optopt) != NULL)
        return error_usage(error, "option '%.100s' takes no value", typed);
    if (row == NULL || !is_whole(typed, row->name))
        return unknown_option(typed, error);
    if (code == MISSING)
        return error_usage(error, "option '%.100s' needs a value: %s", typed, row->argument);
    return row->apply(options, optarg, error);
}

static size_t count_stdin(struct text_list files)
{
    size_t count = 0;

    for (size_t i = 0; i < files.count; i++)
        count += text_equal(files.items[i], TEXT("-"));
    return count;
}

/* What compares with an old profile needs one, and not every view can. */
static bool check_difference(const struct options *options, struct error *error)
{
    bool has_old = options->old.count != 0;

    if (!limits_fit(&options->limits, has_old, error))
        return false;
    if (options->view.has_least && !has_old)
        return error_usage(error, "--min-delta needs --diff=OLD");
    if (options->view.report.old_dirs.count != 0 && !has_old)
        return error_usage(error, "--old-include needs --diff=OLD");
    if (has_old && count_stdin(options->old) + count_stdin(options->files) > 1)
        return error_usage(error, "standard input ('-') can be read only once");
    return !has_old || views_fit_difference(&options->view, error);
}

/* What a line or a part is not told by cannot choose among them. */
static bool check_filters(const struct options *options, struct error *error)
{
    const struct filter *filter = &options->view.filter;
    enum group_key by = options->view.by;

    if (options->view.view != VIEW_HOTSPOTS || groups_have_calls(by))
        return true;
    if (filter->function.is_given || filter->object.is_given || filter->ignored.is_given ||
        (filter->file.is_given && by != BY_LINE))
        return error_usage(error, by == BY_LINE ? "--by=line knows --file alone of the filters"
                                                : "--by=part, thread and input know no filters");
    return true;
}

/* A profile is no view. */
static bool check_format(const struct options *options, struct error *error)
{
    if (options->format.format != FORMAT_CALLGRIND || !options->has_view)
        return true;
    return error_usage(error, "--format=callgrind writes the profile: no view goes with it");
}

/* "--top 10" names a file: the option's value is optional, and so has to follow a '='. */
static bool explain_number(const struct options *options, struct error *error)
{
    for (size_t i = 0; i < options->files.count; i++) {
        struct text file = options->files.items[i];
        size_t digits = 0;
        while (digits < file.length && is_digit(file.at[digits]))
            digits++;
        if (digits != 0 && digits == file.length && access(file.at, F_OK) != 0)
            return error_usage(error, "'%.20s' is no file: did you mean --top=%.20s?", file.at,
                               file.at);
    }
    return true;
}

bool options_read(struct options *options, int argc, char **argv, struct error *error)
{
    int code;

    *options = (struct options){
        .view = {.report = {.threshold = TEXT("99"), .context = 8, .is_auto_annotated = true},
                 .n_rows = 30},
        .format = {.show_percentages = true},
    };
    struct option *longs = arena_alloc_array(&options->arena, n_option_rows + 1, sizeof *longs);
    char *letters = arena_alloc(&options->arena, 2 * n_option_rows + 3);
    fill_getopt(longs, letters);
    options->is_compatible =
        argc > 0 && text_equal(path_base(text_of(argv[0])), TEXT("callgrind_annotate"));
    opterr = 0;
    optind = 0; /* begins anew, also in the middle of an argument */
    for (int at = 1; (code = getopt_long(argc, argv, letters, longs, NULL)) != -1; at = optind)
        if (!apply_code(options, code, argv[at], error))
            return false;
    for (; optind < argc; optind++) /* behind "--" */
        arena_append_text(&options->arena, &options->files, text_of(argv[optind]));
    return check_filters(options, error) && check_difference(options, error) &&
           check_format(options, error) &&
           (options->view.view != VIEW_HOTSPOTS || explain_number(options, error));
}

void options_free(struct options *options)
{
    renaming_free(&options->renaming);
    limits_free(&options->limits);
    filter_free(&options->view.filter);
    pattern_free(&options->view.peek);
    arena_free(&options->arena);
}
