/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "options.h"

#include <getopt.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "base/number.h"
#include "reporter/events_chosen.h"

enum { MOST_JOBS = 256 };

/* What an option with two values may be. */
static bool read_yes_no(const char *name, const char *value, bool *is_yes, struct error *error)
{
    *is_yes = strcmp(value, "yes") == 0;
    if (*is_yes || strcmp(value, "no") == 0)
        return true;
    return error_usage(error, "--%s=%.60s: must be yes or no", name, value);
}

/* Lists double when they are full: what they leave behind is no more than they hold. */
static void append(struct arena *arena, struct text_list *list, const char *item)
{
    bool is_full = (list->count & (list->count - 1)) == 0;
    struct text *items = (struct text *)list->items;

    if (is_full) {
        items = arena_alloc_array(arena, list->count == 0 ? 1 : 2 * list->count, sizeof *items);
        if (list->count != 0)
            memcpy(items, list->items, list->count * sizeof *items);
    }
    items[list->count++] = text_of(item);
    list->items = items;
}

static bool apply_help(struct options *options, const char *value, struct error *error)
{
    (void)value;
    (void)error;
    options->wants_help = true;
    return true;
}

static bool apply_version(struct options *options, const char *value, struct error *error)
{
    (void)value;
    (void)error;
    options->wants_version = true;
    return true;
}

static bool apply_show(struct options *options, const char *value, struct error *error)
{
    (void)error;
    options->view.report.show = text_of(value);
    return true;
}

static bool apply_sort(struct options *options, const char *value, struct error *error)
{
    (void)error;
    options->view.report.sort = text_of(value);
    return true;
}

static bool apply_threshold(struct options *options, const char *value, struct error *error)
{
    double threshold;
    struct text written;

    options->view.has_threshold = true;
    options->view.report.threshold = text_of(value);
    if (read_threshold(options->view.report.threshold, &threshold, &written))
        return true;
    return error_usage(error, "--threshold=%.60s: must be a number from 0 to 100", value);
}

static bool apply_show_percs(struct options *options, const char *value, struct error *error)
{
    return read_yes_no("show-percs", value, &options->format.show_percentages, error);
}

static bool apply_auto(struct options *options, const char *value, struct error *error)
{
    return read_yes_no("auto", value, &options->view.report.is_auto_annotated, error);
}

static bool apply_context(struct options *options, const char *value, struct error *error)
{
    const char *end;

    if (is_digit(value[0]) &&
        read_number(value, &end, &options->view.report.context) == NUMBER_OK && *end == '\0')
        return true;
    return error_usage(error, "--context=%.60s: must be a number of lines", value);
}

static bool apply_inclusive(struct options *options, const char *value, struct error *error)
{
    options->view.report.shows_both = strcmp(value, "both") == 0;
    if (options->view.report.shows_both) {
        options->view.report.is_inclusive = false;
        return true;
    }
    if (strcmp(value, "yes") != 0 && strcmp(value, "no") != 0)
        return error_usage(error, "--inclusive=%.60s: must be yes, no or both", value);
    return read_yes_no("inclusive", value, &options->view.report.is_inclusive, error);
}

/* "caller" and "calling" together are "both"; "none" takes nothing back, as ever. */
static bool apply_tree(struct options *options, const char *value, struct error *error)
{
    bool callers = strcmp(value, "caller") == 0, callees = strcmp(value, "calling") == 0;

    if (strcmp(value, "both") == 0) {
        callers = true;
        callees = true;
    } else if (!callers && !callees && strcmp(value, "none") != 0) {
        return error_usage(error, "--tree=%.60s: must be none, caller, calling or both", value);
    }
    options->view.report.shows_callers |= callers;
    options->view.report.shows_callees |= callees;
    return true;
}

static bool apply_include(struct options *options, const char *value, struct error *error)
{
    if (*value == '=') /* "-I=DIR", as callgrind_annotate takes it */
        value++;
    if (*value == '\0')
        return error_usage(error, "--include: expected a directory");
    append(&options->arena, &options->view.report.sources_at.include_dirs, value);
    return true;
}

static bool apply_diff(struct options *options, const char *value, struct error *error)
{
    append(&options->arena, &options->old, value);
    return *value != '\0' || error_usage(error, "--diff: expected the name of a profile");
}

static bool apply_old_include(struct options *options, const char *value, struct error *error)
{
    append(&options->arena, &options->view.report.old_dirs, value);
    return *value != '\0' || error_usage(error, "--old-include: expected a directory");
}

static bool apply_part(struct options *options, const char *value, struct error *error)
{
    options->read.parts = text_of(value);
    return *value != '\0' || error_usage(error, "--part: expected numbers, as in 1,3-5");
}

static bool apply_thread(struct options *options, const char *value, struct error *error)
{
    options->read.threads = text_of(value);
    return *value != '\0' || error_usage(error, "--thread: expected numbers, as in 1,3-5");
}

static bool apply_event(struct options *options, const char *value, struct error *error)
{
    (void)error;
    append(&options->arena, &options->events, value);
    return true;
}

static bool apply_mod_filename(struct options *options, const char *value, struct error *error)
{
    return renaming_add(&options->renaming, RENAME_FILES, value, error);
}

static bool apply_mod_funcname(struct options *options, const char *value, struct error *error)
{
    return renaming_add(&options->renaming, RENAME_FUNCTIONS, value, error);
}

static bool apply_mod_object(struct options *options, const char *value, struct error *error)
{
    return renaming_add(&options->renaming, RENAME_OBJECTS, value, error);
}

static bool apply_strict(struct options *options, const char *value, struct error *error)
{
    (void)value;
    (void)error;
    options->read.is_strict = true;
    return true;
}

static bool apply_jobs(struct options *options, const char *value, struct error *error)
{
    const char *end;
    uint64_t jobs;

    if (!is_digit(value[0]) || read_number(value, &end, &jobs) != NUMBER_OK || *end != '\0' ||
        jobs == 0 || jobs > MOST_JOBS)
        return error_usage(error, "--jobs=%.60s: must be from 1 to %d", value, MOST_JOBS);
    options->read.n_jobs = (size_t)jobs;
    return true;
}

static bool apply_function(struct options *options, const char *value, struct error *error)
{
    return pattern_set(&options->view.filter.function, "function", value, error);
}

static bool apply_file(struct options *options, const char *value, struct error *error)
{
    return pattern_set(&options->view.filter.file, "file", value, error);
}

static bool apply_object(struct options *options, const char *value, struct error *error)
{
    return pattern_set(&options->view.filter.object, "object", value, error);
}

static bool apply_ignore(struct options *options, const char *value, struct error *error)
{
    return pattern_set(&options->view.filter.ignored, "ignore", value, error);
}

static bool apply_min_delta(struct options *options, const char *value, struct error *error)
{
    options->view.has_least = true;
    return bound_read(text_of(value), &options->view.least) ||
           error_usage(error, "--min-delta=%.60s: must be a count, as 1.2M, or a share, as 0.1%%",
                       value);
}

static bool apply_fail_if(struct options *options, const char *value, struct error *error)
{
    return limits_add(&options->limits, value, error);
}

/* One view a run; --by is --top by something else. */
static bool set_view(struct options *options, enum view view, struct error *error)
{
    if (options->has_view && options->view.view != view)
        return error_usage(error,
                           "only one of --top (or --by), --peek, --annotate and --list-events");
    options->has_view = true;
    options->view.view = view;
    return true;
}

static bool read_rows(struct options *options, const char *option, const char *value,
                      struct error *error)
{
    const char *end;
    uint64_t count;

    if (!is_digit(value[0]) || read_number(value, &end, &count) != NUMBER_OK || *end != '\0')
        return error_usage(error, "%s%.60s: must be a number of rows", option, value);
    options->view.n_rows = count;
    options->view.has_limit = true;
    return true;
}

static bool apply_top(struct options *options, const char *value, struct error *error)
{
    options->view.has_limit = true;
    return set_view(options, VIEW_HOTSPOTS, error) &&
           (value == NULL || read_rows(options, "--top=", value, error));
}

static bool apply_rows(struct options *options, const char *value, struct error *error)
{
    return set_view(options, VIEW_HOTSPOTS, error) && read_rows(options, "-n ", value, error);
}

static bool apply_by(struct options *options, const char *value, struct error *error)
{
    static const char *const keys[] = {
        [BY_FUNCTION] = "function", [BY_FILE_FUNCTION] = "file:function",
        [BY_FILE] = "file",         [BY_DIRECTORY] = "directory",
        [BY_OBJECT] = "object",     [BY_LINE] = "line",
        [BY_PART] = "part",         [BY_THREAD] = "thread",
        [BY_INPUT] = "input",
    };

    for (size_t i = 0; i < ARRAY_LENGTH(keys); i++) {
        if (strcmp(value, keys[i]) == 0) {
            options->view.by = (enum group_key)i;
            return set_view(options, VIEW_HOTSPOTS, error);
        }
    }
    return error_usage(error,
                       "--by=%.60s: must be function, file:function, file, directory, object, "
                       "line, part, thread or input",
                       value);
}

static bool apply_peek(struct options *options, const char *value, struct error *error)
{
    return set_view(options, VIEW_PEEK, error) &&
           pattern_set(&options->view.peek, "peek", value, error);
}

static bool apply_annotate(struct options *options, const char *value, struct error *error)
{
    options->view.annotate = text_of(value);
    if (*value == '\0')
        return error_usage(error, "--annotate: expected a function, FILE or FILE:LINE");
    return set_view(options, VIEW_ANNOTATE, error);
}

static bool apply_path_map(struct options *options, const char *value, struct error *error)
{
    struct source_options *sources = &options->view.report.sources_at;
    const char *sign = strchr(value, '=');
    bool is_full = (sources->n_maps & (sources->n_maps - 1)) == 0;

    if (sign == NULL)
        return error_usage(error, "--path-map=%.100s: must be FROM=TO", value);
    if (is_full) { /* as append() does it */
        struct path_map *maps = arena_alloc_array(
            &options->arena, sources->n_maps == 0 ? 1 : 2 * sources->n_maps, sizeof *maps);
        if (sources->n_maps != 0)
            memcpy(maps, sources->maps, sources->n_maps * sizeof *maps);
        sources->maps = maps;
    }
    ((struct path_map *)sources->maps)[sources->n_maps++] =
        (struct path_map){text_between(value, sign), text_of(sign + 1)};
    return true;
}

static bool apply_no_fold(struct options *options, const char *value, struct error *error)
{
    (void)value;
    (void)error;
    options->view.is_unfolded = true;
    return true;
}

static bool apply_list_events(struct options *options, const char *value, struct error *error)
{
    (void)value;
    return set_view(options, VIEW_EVENTS, error);
}

static bool apply_format(struct options *options, const char *value, struct error *error)
{
    if (!format_find(value, &options->format.format))
        return error_usage(
            error, "--format=%.60s: must be text, json, csv, tsv, markdown or callgrind", value);
    options->view.is_for_machines = format_is_for_machines(options->format.format);
    options->view.is_tabular = options->format.format != FORMAT_TEXT;
    return true;
}

static bool apply_output(struct options *options, const char *value, struct error *error)
{
    options->output = value;
    return *value != '\0' || error_usage(error, "--output: expected the name of a file");
}

static bool apply_color(struct options *options, const char *value, struct error *error)
{
    static const char *const words[] = {
        [COLOR_AUTO] = "auto", [COLOR_ALWAYS] = "always", [COLOR_NEVER] = "never"};

    for (int i = 0; i < (int)ARRAY_LENGTH(words); i++) {
        if (strcmp(value, words[i]) == 0) {
            options->color = i;
            return true;
        }
    }
    return error_usage(error, "--color=%.60s: must be auto, always or never", value);
}

static bool apply_wide(struct options *options, const char *value, struct error *error)
{
    (void)value;
    (void)error;
    options->is_wide = true;
    return true;
}

/* One option: name or argument NULL for none. */
struct option_row {
    const char *group; /* begins a group of --help */
    const char *name;
    char letter;
    const char *argument; /* in brackets where it may be left out */
    const char *help;     /* '\n' begins a line */
    bool (*apply)(struct options *options, const char *value, struct error *error);
};

static const struct option_row rows[] = {
    {"Input", "part", 0, "LIST", "read only the parts of these numbers, as in 1,3-5", apply_part},
    {NULL, "thread", 0, "LIST", "read only the parts of these threads", apply_thread},
    {NULL, "diff", 0, "OLD", "show what changed since OLD; repeatable: all are merged", apply_diff},
    {NULL, "event", 0, "DEFINITION", "a derived event: 'NAME = A + 10 B : long name'", apply_event},
    {NULL, "mod-filename", 0, "s/A/B/", "rename files: POSIX extended, flags g and i",
     apply_mod_filename},
    {NULL, "mod-funcname", 0, "s/A/B/", "rename functions", apply_mod_funcname},
    {NULL, "mod-object", 0, "s/A/B/", "rename objects", apply_mod_object},
    {NULL, "strict", 0, NULL, "a warning about the input is an error", apply_strict},
    {NULL, "jobs", 0, "N", "read with N threads [as many as processors]", apply_jobs},
    {"Select", "function", 0, "REGEX", "only functions that match; '!REGEX': that do not",
     apply_function},
    {NULL, "file", 0, "REGEX", "only code of files that match", apply_file},
    {NULL, "object", 0, "REGEX", "only code of objects that match", apply_object},
    {NULL, "ignore", 0, "REGEX", "leave these functions out, also of --fail-if", apply_ignore},
    {NULL, "show", 0, "A,B,C", "show these events, in this order [all]", apply_show},
    {NULL, "sort", 0, "A,B,C",
     "sort by these events; A:N shows rows until they make\nup N % of event A [all, in file order]",
     apply_sort},
    {NULL, "threshold", 0, "N", "show rows until they make up N % of the first sort event [99]",
     apply_threshold},
    {"View", "top", 0, "[=N]",
     "the N functions that cost most [30]; here --sort also takes\n"
     "incl(A) and calls",
     apply_top},
    {NULL, "rows", 'n', "N", "the same N", apply_rows},
    {NULL, "by", 0, "KEY",
     "the same by function, file:function, file, directory, object,\n"
     "line, part, thread or input",
     apply_by},
    {NULL, "peek", 0, "REGEX", "callers, callees, files and hottest path of each match",
     apply_peek},
    {NULL, "annotate", 0, "WHAT",
     "the source of a function, of FILE or around FILE:LINE, with what\nits lines cost and call",
     apply_annotate},
    {NULL, "inclusive", 0, "WHAT", "show cost with that of calls: 'yes', 'no' or 'both' [no]",
     apply_inclusive},
    {NULL, "tree", 0, "WHAT",
     "show with each function its 'caller's, the functions it is\n"
     "'calling', 'both' or 'none' [none]",
     apply_tree},
    {NULL, "no-fold", 0, NULL, "keep f'2 and f'main apart from f in --top, --by and --peek",
     apply_no_fold},
    {NULL, "list-events", 0, NULL, "the events of the profile, with their totals",
     apply_list_events},
    {"Source", "auto", 0, "yes|no", "list every source file with a function that is shown [yes]",
     apply_auto},
    {NULL, "context", 0, "N", "show N lines around each line with a cost [8]", apply_context},
    {NULL, "include", 'I', "DIR", "look for source files in DIR too; repeatable", apply_include},
    {NULL, "path-map", 0, "FROM=TO",
     "source files whose path begins with FROM are in TO; the longest\nFROM counts; repeatable",
     apply_path_map},
    {NULL, "old-include", 0, "DIR",
     "with --diff, list sources that are the same in DIR, where the\nold ones are; repeatable",
     apply_old_include},
    {"Output", "show-percs", 0, "yes|no", "a percentage beside each count [yes]", apply_show_percs},
    {NULL, "format", 0, "FORMAT",
     "text, json, csv, tsv, markdown, or callgrind: the profile\nitself, merged, renamed, filtered "
     "or as difference [text]",
     apply_format},
    {NULL, "output", 'o', "FILE", "write to FILE, which stays as it was on failure", apply_output},
    {NULL, "color", 0, "WHEN",
     "auto: on a terminal, but not with NO_COLOR or TERM=dumb;\nalways or never [auto]",
     apply_color},
    {NULL, "wide", 0, NULL, "names in full, however wide the terminal", apply_wide},
    {"Checks", "fail-if", 0, "LIMIT",
     "exit with 3 where the limit is exceeded; repeatable:\n"
     "'METRIC [of [each] REGEX] > LIMIT', METRIC as Ir, incl(Ir)\n"
     "or calls, LIMIT as 1.2G, 5% of the total, or +2% over OLD",
     apply_fail_if},
    {NULL, "min-delta", 0, "N|N%", "with --diff, leave out smaller changes; N% of OLD's total",
     apply_min_delta},
    {"Other", "help", 'h', NULL, "print this and exit", apply_help},
    {NULL, "version", 0, NULL, "print the version and exit", apply_version},
};

enum { N_ROWS = ARRAY_LENGTH(rows), FIRST_CODE = 256, OPERAND = 1, MISSING = ':' };

static int argument_of(const struct option_row *row)
{
    if (row->argument == NULL)
        return no_argument;
    return row->argument[0] == '[' ? optional_argument : required_argument;
}

/* Long options get codes beyond all letters. */
static void fill_getopt(struct option longs[N_ROWS + 1], char letters[2 * N_ROWS + 3])
{
    /* '-': operands come in order; ':': a missing argument is told from an unknown option. */
    size_t n_letters = 0;
    letters[n_letters++] = '-';
    letters[n_letters++] = ':';
    for (int i = 0; i < N_ROWS; i++) {
        longs[i] = (struct option){.name = rows[i].name,

                                   .has_arg = argument_of(&rows[i]),
                                   .val = FIRST_CODE + i};
        if (rows[i].letter != 0)
            letters[n_letters++] = rows[i].letter;
        if (rows[i].letter != 0 && rows[i].argument != NULL)
            letters[n_letters++] = ':';
    }
    letters[n_letters] = '\0';
    longs[N_ROWS] = (struct option){0};
}

static const struct option_row *find_row(int code)
{
    for (int i = 0; i < N_ROWS; i++)
        if (code == FIRST_CODE + i || (code != 0 && code == rows[i].letter))
            return &rows[i];
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
    return error_usage(error, "unknown option '%.100s' (see 'quern --help')", typed);
}

static bool apply_code(struct options *options, int code, const char *typed, struct error *error)
{
    if (code == OPERAND) {
        append(&options->arena, &options->files, optarg);
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
    struct option longs[N_ROWS + 1];
    char letters[2 * N_ROWS + 3];
    int code;

    *options = (struct options){
        .view = {.report = {.threshold = TEXT("99"), .context = 8, .is_auto_annotated = true},
                 .n_rows = 30},
        .format = {.show_percentages = true},
    };
    fill_getopt(longs, letters);
    opterr = 0;
    optind = 0; /* begins anew, also in the middle of an argument */
    for (int at = 1; (code = getopt_long(argc, argv, letters, longs, NULL)) != -1; at = optind)
        if (!apply_code(options, code, argv[at], error))
            return false;
    for (; optind < argc; optind++) /* behind "--" */
        append(&options->arena, &options->files, argv[optind]);
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

enum { HELP_COLUMN = 24 };

static void print_row(FILE *out, const struct option_row *row)
{
    char usage[64];
    int length = snprintf(usage, sizeof usage, "  %c%c --%s%s%s", row->letter != 0 ? '-' : ' ',
                          row->letter != 0 ? row->letter : ' ', row->name,
                          argument_of(row) == required_argument ? "=" : "",
                          row->argument != NULL ? row->argument : "");

    fprintf(out, "%-*s", HELP_COLUMN, usage);
    if (length >= HELP_COLUMN)
        fprintf(out, "\n%*s", HELP_COLUMN, "");
    for (const char *at = row->help; *at != '\0'; at++)
        if (*at == '\n')
            fprintf(out, "\n%*s", HELP_COLUMN, "");
        else
            fputc(*at, out);
    fputc('\n', out);
}

void options_print_help(FILE *out)
{
    fputs("usage: quern [OPTION...] [PROFILE...] [SOURCE...]\n"
          "\n"
          "Print where the cost is in a profile in the Callgrind format: the functions that\n"
          "cost most, and their source text with the cost of each line. PROFILE '-' is\n"
          "standard input; without one the newest callgrind.out* or cachegrind.out* here is\n"
          "read. Values in [ ] are the defaults.\n",
          out);
    for (size_t i = 0; i < N_ROWS; i++) {
        if (rows[i].group != NULL)
            fprintf(out, "\n%s:\n", rows[i].group);
        print_row(out, &rows[i]);
    }
}

void options_print_names(FILE *out)
{
    for (size_t i = 0; i < N_ROWS; i++) {
        fprintf(out, "--%s\n", rows[i].name);
        if (rows[i].letter != 0)
            fprintf(out, "-%c\n", rows[i].letter);
    }
}
