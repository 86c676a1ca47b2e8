/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/options.h"

#include <stdlib.h>
#include <strings.h>

#include "aggregator/compare/trust.h"
#include "base/array.h"
#include "base/buffer.h"
#include "base/number.h"
#include "cli/output.h"
#include "reporter/view/input/view_input.h"

/*
 * The default size limit of a page in bytes, which browsers open at once, and mailers and issue
 * trackers still accept.
 */
enum { PAGE_LIMIT = 10 * 1000 * 1000 };

static bool is_word(const char *value, const char *word)
{
    return strcmp(value, word) == 0;
}

static bool read_count(const char *value, size_t *count)
{
    const char *end;
    uint64_t number;

    if (!is_digit(value[0]) || read_number(value, &end, &number) != NUMBER_OK || *end != '\0' ||
        number > SIZE_MAX)
        return false;
    *count = (size_t)number;
    return true;
}

/* Keeps the threshold as typed, since the report repeats it. */
static bool check_threshold(struct options *options, const char *value, struct error *error)
{
    double threshold;
    struct text written;

    return read_threshold(options->view.threshold, &threshold, &written) ||
           error_usage(error, "--threshold=%.60s: must be a number from 0 to 100", value);
}

static bool set_rows(struct options *options, const char *value, struct error *error)
{
    options->view.has_limit = true;
    return read_count(value, &options->view.n_rows) ||
           error_usage(error, "-n %.60s: must be a number of rows", value);
}

/* Handles --top=N. Without a number, --top is --by=function. */
static bool limit_rows(struct options *options, const char *value, struct error *error)
{
    (void)error;
    options->view.has_limit |= value != NULL;
    return true;
}

static bool choose_costs(struct options *options, const char *value, struct error *error)
{
    (void)error;
    options->view.shows_both = is_word(value, "both");
    options->view.is_inclusive = is_word(value, "yes");
    return true;
}

/* Adds callers or callees: "caller" and "calling" together are "both"; "none" resets them. */
static bool add_calls(struct options *options, const char *value, struct error *error)
{
    bool is_both = is_word(value, "both");

    (void)error;
    options->view.shows_callers |= is_both || is_word(value, "caller");
    options->view.shows_callees |= is_both || is_word(value, "calling");
    return true;
}

/* Causes take many lines, so fewer are shown than of other rows. */
static bool choose_causes(struct options *options, const char *value, struct error *error)
{
    enum { FEW_CAUSES = 8 };

    (void)error;
    if (value == NULL && !options->has_rows)
        options->view.n_rows = FEW_CAUSES;
    return true;
}

/* Accepts "-I=DIR" too, as callgrind_annotate does. */
static bool add_directory(struct options *options, const char *value, struct error *error)
{
    const char *directory = *value == '=' ? value + 1 : value;

    arena_append_text(&options->arena, &options->view.sources_at.include_dirs, text_of(directory));
    return *directory != '\0' || error_usage(error, "--%s: expected %s", "include", "a directory");
}

/* Undoes --width, as --width undoes this. */
static bool unset_width(struct options *options, const char *value, struct error *error)
{
    (void)value;
    (void)error;
    options->format.width = 0;
    return true;
}

static bool add_limit(struct options *options, const char *value, struct error *error)
{
    return limits_add(&options->limits, value, error);
}

/* Sets the view, of which there can be only one; --by refines --top. */
static bool set_view(struct options *options, enum view view, struct error *error)
{
    if (options->has_view && options->view.view != view)
        return error_usage(
            error, "only one of --top (or --by), --peek, --annotate, --call-tree, --explain, "
                   "--list-events, --overview and --report");
    options->has_view = true;
    options->view.view = view;
    return true;
}

/* --help=events is a view of the profile's events; other topics need no profile. */
static bool choose_help(struct options *options, const char *value, struct error *error)
{
    if (value != NULL && strcasecmp(value, "events") == 0) {
        options->view.explains_events = true;
        return set_view(options, VIEW_EVENTS, error);
    }
    options->help = value == NULL ? "" : value;
    return true;
}

static bool choose_report(struct options *options, const char *value, struct error *error)
{
    (void)value;
    return set_view(options, VIEW_CLASSIC, error);
}

const struct option_row option_rows[] = {
    {"Input", "part", 0, "LIST", NULL, .type = OPTION_TEXT,
     .at = offsetof(struct options, read.parts), .expected = "numbers, as in 1,3-5"},
    {NULL, "thread", 0, "LIST", NULL, .type = OPTION_TEXT,
     .at = offsetof(struct options, read.threads), .expected = "numbers, as in 1,3-5"},
    {NULL, "label", 0, "REGEX", NULL, .type = OPTION_PATTERN,
     .at = offsetof(struct options, read.label)},
    {NULL, "diff", 0, "OLD", NULL, .type = OPTION_TEXTS, .at = offsetof(struct options, old),
     .expected = "the name of a profile or a directory"},
    {NULL, "noise", 0, "FILE", NULL, .type = OPTION_TEXTS, .at = offsetof(struct options, noise),
     .expected = "the name of a profile or a directory", .use = USE_NOISE, .needs_old = true},
    {NULL, "event", 0, "DEFINITION", NULL, .type = OPTION_TEXTS,
     .at = offsetof(struct options, events)},
    {NULL, "mod-filename", 0, "s/A/B/", NULL, .type = OPTION_RENAMING, .least = RENAME_FILES},
    {NULL, "mod-funcname", 0, "s/A/B/", NULL, .type = OPTION_RENAMING, .least = RENAME_FUNCTIONS},
    {NULL, "mod-object", 0, "s/A/B/", NULL, .type = OPTION_RENAMING, .least = RENAME_OBJECTS},
    {NULL, "inline", 0, NULL, NULL, .type = OPTION_FLAG,
     .at = offsetof(struct options, view.shows_inlined)},
    {NULL, "strict", 0, NULL, NULL, .type = OPTION_FLAG,
     .at = offsetof(struct options, read.is_strict)},
    {NULL, "jobs", 0, "N", NULL, .type = OPTION_COUNT, .at = offsetof(struct options, read.n_jobs),
     .least = 1, .most = 256, .expected = "from 1 to 256"},
    {"Select", "function", 0, "REGEX", NULL, .type = OPTION_PATTERN,
     .at = offsetof(struct options, view.filter.function), .use = USE_FUNCTIONS},
    {NULL, "file", 0, "REGEX", NULL, .type = OPTION_PATTERN,
     .at = offsetof(struct options, view.filter.file), .use = USE_FILES},
    {NULL, "object", 0, "REGEX", NULL, .type = OPTION_PATTERN,
     .at = offsetof(struct options, view.filter.object), .use = USE_FUNCTIONS},
    {NULL, "ignore", 0, "REGEX", NULL, .type = OPTION_PATTERN,
     .at = offsetof(struct options, view.filter.ignored), .use = USE_IGNORED},
    {NULL, "show", 0, "A,B,C", NULL, .type = OPTION_TEXT,
     .at = offsetof(struct options, view.show)},
    {NULL, "sort", 0, "A,B,C", NULL, .type = OPTION_TEXT,
     .at = offsetof(struct options, view.sort)},
    {"View", "overview", 0, NULL, NULL, .view = VIEW_OVERVIEW},
    {NULL, "report", 0, NULL, NULL, .apply = choose_report, .is_for_one_run = true},
    {NULL, "top", 0, "[=N]", NULL, .type = OPTION_COUNT,
     .at = offsetof(struct options, view.n_rows), .expected = "a number of rows",
     .view = VIEW_HOTSPOTS, .apply = limit_rows},
    {NULL, "rows", 'n', "N", NULL, .given = offsetof(struct options, has_rows), .apply = set_rows,
     .use = USE_ROWS, .is_of_report = true},
    {NULL, "by", 0, "KEY", ROW_KEY_NAMES, .type = OPTION_WORD,
     .at = offsetof(struct options, view.by), .view = VIEW_HOTSPOTS},
    {NULL, "per", 0, "KEY", "part thread label input", .type = OPTION_WORD,
     .at = offsetof(struct options, view.per), .given = offsetof(struct options, has_columns),
     .use = USE_SLICES},
    {NULL, "call-tree", 0, "[=REGEX]", NULL, .type = OPTION_PATTERN,
     .at = offsetof(struct options, view.roots), .view = VIEW_CALL_TREE},
    {NULL, "bottom-up", 0, NULL, NULL, .type = OPTION_FLAG,
     .at = offsetof(struct options, view.is_bottom_up), .use = USE_DIRECTION},
    {NULL, "percent-limit", 0, "P", NULL, .type = OPTION_PERCENT,
     .at = offsetof(struct options, view.least_percent), .expected = "a number from 0 to 100",
     .given = offsetof(struct options, view.has_least_percent), .use = USE_SHARE},
    {NULL, "depth", 0, "N", NULL, .type = OPTION_COUNT, .at = offsetof(struct options, view.depth),
     .least = 1, .expected = "a number from 1 up", .use = USE_DEPTH},
    {NULL, "peek", 0, "REGEX", NULL, .type = OPTION_PATTERN,
     .at = offsetof(struct options, view.peek), .view = VIEW_PEEK},
    {NULL, "annotate", 0, "WHAT", NULL, .type = OPTION_TEXT,
     .at = offsetof(struct options, view.annotate), .expected = "a function, FILE or FILE:LINE",
     .view = VIEW_CODE_LISTING},
    {NULL, "instructions", 0, NULL, NULL, .type = OPTION_FLAG,
     .at = offsetof(struct options, view.has_instructions)},
    {NULL, "explain", 0, "[=N]", NULL, .type = OPTION_COUNT,
     .at = offsetof(struct options, view.n_rows), .expected = "a number of rows",
     .given = offsetof(struct options, view.has_limit), .view = VIEW_EXPLANATION,
     .apply = choose_causes, .needs_old = true},
    {NULL, "inclusive", 0, "WHAT", "yes no both", .type = OPTION_WORD, .apply = choose_costs,
     .is_of_report = true},
    {NULL, "no-fold", 0, NULL, NULL, .type = OPTION_FLAG,
     .at = offsetof(struct options, view.is_unfolded), .use = USE_FOLDS},
    {NULL, "list-events", 0, NULL, NULL, .view = VIEW_EVENTS},
    {"Source", "context", 0, "N", NULL, .type = OPTION_COUNT,
     .at = offsetof(struct options, view.context), .expected = "a number of lines",
     .given = offsetof(struct options, view.has_context), .is_of_report = true},
    {NULL, "include", 'I', "DIR", NULL, .apply = add_directory},
    {NULL, "path-map", 0, "FROM=TO", NULL, .type = OPTION_PATH_MAP, .expected = "FROM=TO",
     .at = offsetof(struct options, view.sources_at), .use = USE_SOURCES},
    {NULL, "object-path", 0, "FROM=TO", NULL, .type = OPTION_PATH_MAP, .expected = "FROM=TO",
     .at = offsetof(struct options, view.objects_at), .use = USE_OBJECTS},
    {NULL, "old-path-map", 0, "FROM=TO", NULL, .type = OPTION_PATH_MAP,
     .expected = "FROM=TO or a directory", .at = offsetof(struct options, view.old_sources_at.at),
     .takes_directory = true, .use = USE_SOURCES, .needs_old = true},
    {NULL, "old-rev", 0, "REV", NULL, .type = OPTION_TEXT,
     .at = offsetof(struct options, view.old_sources_at.revision), .expected = "a revision of git",
     .use = USE_SOURCES, .needs_old = true},
    {NULL, "old-object-path", 0, "FROM=TO", NULL, .type = OPTION_PATH_MAP, .expected = "FROM=TO",
     .at = offsetof(struct options, view.old_objects_at), .use = USE_OBJECTS, .needs_old = true},
    {"Output", "format", 0, "FORMAT", FORMAT_NAMES, .type = OPTION_WORD,
     .at = offsetof(struct options, format.format), .is_of_report = true},
    {NULL, "output", 'o', "FILE", NULL, .type = OPTION_STRING,
     .at = offsetof(struct options, output), .expected = "the name of a file",
     .is_of_report = true},
    {NULL, "pager", 0, "WHEN", "auto never", .type = OPTION_WORD,
     .at = offsetof(struct options, pager_choice)},
    {NULL, "color", 0, "WHEN", "auto always never", .type = OPTION_WORD,
     .at = offsetof(struct options, color)},
    {NULL, "wide", 0, NULL, NULL, .type = OPTION_FLAG, .at = offsetof(struct options, has_width),
     .apply = unset_width},
    {NULL, "width", 0, "N", NULL, .type = OPTION_COUNT,
     .at = offsetof(struct options, format.width), .least = LEAST_WIDTH, .most = LARGEST_WIDTH,
     .expected = "a number of columns from 20 to 100000",
     .given = offsetof(struct options, has_width)},
    {"Checks", "fail-if", 0, "LIMIT", NULL, .apply = add_limit},
    {NULL, "limits", 0, "FILE", NULL, .type = OPTION_TEXTS,
     .at = offsetof(struct options, limits.files), .expected = "the name of a file"},
    {NULL, "min-delta", 0, "N|N%", NULL, .type = OPTION_BOUND,
     .at = offsetof(struct options, view.least), .expected = "a count (1.2M) or a share (0.1%)",
     .given = offsetof(struct options, view.has_least), .use = USE_LEAST, .needs_old = true},
    {NULL, "bisect", 0, NULL, NULL, .type = OPTION_FLAG, .at = offsetof(struct options, is_bisect),
     .is_for_one_run = true},
    {"Other", "help", 'h', "[=TOPIC]",
     "all input select view source output checks other report events", .apply = choose_help,
     .is_for_one_run = true},
    {NULL, "version", 0, NULL, NULL, .type = OPTION_FLAG,
     .at = offsetof(struct options, wants_version), .is_for_one_run = true},
    {"Report", "threshold", 0, "N", NULL, .type = OPTION_TEXT,
     .at = offsetof(struct options, view.threshold), .apply = check_threshold,
     .use = USE_THRESHOLD},
    {NULL, "tree", 0, "WHAT", "none caller calling both", .type = OPTION_WORD, .apply = add_calls,
     .is_of_report = true},
    {NULL, "auto", 0, "yes|no", "yes no", .type = OPTION_YES_NO,
     .at = offsetof(struct options, view.is_auto_annotated), .is_of_report = true},
    {NULL, "show-percs", 0, "yes|no", "yes no", .type = OPTION_YES_NO,
     .at = offsetof(struct options, format.show_percentages)},
};

const size_t n_option_rows = ARRAY_LENGTH(option_rows);
_Static_assert(ARRAY_LENGTH(option_rows) <= MOST_OPTIONS, "struct options has a flag for each");

/* store() writes the index of a word to members of these types. */
_Static_assert(sizeof(enum row_key) == sizeof(unsigned) &&
                   sizeof(enum format) == sizeof(unsigned) &&
                   sizeof(enum color) == sizeof(unsigned) &&
                   sizeof(enum pager_choice) == sizeof(unsigned),
               "an enum is as large as an unsigned");

const char *option_group(const struct option_row *row)
{
    while (row->group == NULL)
        row--;
    return row->group;
}

const char *option_sentence(const struct option_row *row)
{
    const struct option_help *help = option_help;

    while (help->name != NULL && strcmp(help->name, row->name) != 0)
        help++;
    return help->name != NULL ? help->sentence : "";
}

/* Fails with a suggestion, or else with a list of all words. */
static bool refuse_word(const struct option_row *row, const char *value, struct error *error)
{
    struct text rest = text_of(row->values), word;
    struct buffer words = {0};
    char prefix[40];

    snprintf(prefix, sizeof prefix, "--%s=", row->name);
    const char *hint = hint_find(prefix, text_of(value));
    if (hint != NULL)
        return error_usage(error, "--%s=%.60s: %s", row->name, value, hint);
    while (text_cut(&rest, ' ', &word)) {
        bool is_last = rest.at == NULL;
        if (words.length != 0)
            buffer_append(&words, is_last ? TEXT(" or ") : TEXT(", "));
        buffer_append(&words, word);
    }
    error_usage(error, "--%s=%.60s: must be %s", row->name, value, buffer_string(&words));
    free(words.at);
    return false;
}

/* Finds the value among the row's words. Returns false with a usage error. */
static bool find_word(const struct option_row *row, const char *value, unsigned *place,
                      struct error *error)
{
    struct text rest = text_of(row->values), word;

    for (*place = 0; text_cut(&rest, ' ', &word); (*place)++)
        if (text_equal(word, text_of(value)))
            return true;
    return refuse_word(row, value, error);
}

/* Adds FROM=TO to the maps, or a directory where the option takes one. */
static bool add_path_map(struct arena *arena, struct source_options *sources,
                         const struct option_row *row, const char *value)
{
    const char *sign = strchr(value, '=');

    if (sign == NULL) {
        if (row->takes_directory && *value != '\0')
            arena_append_text(arena, &sources->include_dirs, text_of(value));
        return row->takes_directory && *value != '\0';
    }
    struct text from = text_between(value, sign), to = text_of(sign + 1);
    if (from.length > 1 && from.at[from.length - 1] == '/')
        from.length--;
    if (to.length != 0)
        to = directories_with_slash(arena, (struct text_list){&to, 1}).items[0];
    arena_append_text(arena, &sources->maps_from, from);
    arena_append_text(arena, &sources->maps_to, to);
    return true;
}

/* Reads the value and stores it in the row's member, whose type follows from enum option_type. */
static bool store(struct options *options, const struct option_row *row, const char *value,
                  struct error *error)
{
    void *at = (char *)options + row->at;
    bool is_right = true;
    struct text written;
    unsigned place;
    size_t count;

    switch (row->type) {
    case OPTION_APPLIED:
        break;
    case OPTION_FLAG:
        *(bool *)at = true;
        break;
    case OPTION_YES_NO:
        if (!find_word(row, value, &place, error))
            return false;
        *(bool *)at = is_word(value, "yes");
        break;
    case OPTION_WORD:
        if (!find_word(row, value, &place, error))
            return false;
        if (row->at != 0)
            *(unsigned *)at = place;
        break;
    case OPTION_COUNT:
        is_right = read_count(value, &count) && count >= row->least &&
                   (row->most == 0 || count <= row->most);
        if (is_right)
            *(size_t *)at = count;
        break;
    case OPTION_PERCENT:
        is_right = read_threshold(text_of(value), at, &written);
        break;
    case OPTION_BOUND:
        is_right = bound_read(text_of(value), at);
        break;
    case OPTION_STRING:
        if (row->values != NULL && !find_word(row, value, &place, error))
            return false;
        *(const char **)at = value;
        break;
    case OPTION_TEXT:
        *(struct text *)at = text_of(value);
        break;
    case OPTION_TEXTS:
        arena_append_text(&options->arena, at, text_of(value));
        break;
    case OPTION_PATTERN:
        return pattern_set(at, row->name, value, error);
    case OPTION_RENAMING:
        return renaming_add(&options->renaming, (enum renamed)row->least, value, error);
    case OPTION_PATH_MAP:
        is_right = add_path_map(&options->arena, at, row, value);
    }
    return is_right ||
           error_usage(error, "--%s=%.60s: must be %s", row->name, value, row->expected);
}

bool option_give(struct options *options, const struct option_row *row, const char *value,
                 struct error *error)
{
    bool is_text = row->type == OPTION_APPLIED || row->type == OPTION_STRING ||
                   row->type == OPTION_TEXT || row->type == OPTION_TEXTS;

    options->is_given[row - option_rows] = true;
    if (is_text && row->expected != NULL && *value == '\0')
        return error_usage(error, "--%s: expected %s", row->name, row->expected);
    if ((value != NULL || row->type == OPTION_FLAG) && !store(options, row, value, error))
        return false;
    if (row->view != VIEW_CLASSIC && !set_view(options, row->view, error))
        return false;
    if (row->given != 0)
        *(bool *)((char *)options + row->given) = true;
    return row->apply == NULL || row->apply(options, value, error);
}

void options_init(struct options *options)
{
    *options = (struct options){
        .view = {.threshold = TEXT("99"),
                 .context = 8,
                 .is_auto_annotated = true,
                 .n_rows = 30,
                 .least_percent = 1},
        .format = {.show_percentages = true, .page_limit = PAGE_LIMIT},
    };
}

bool options_ask_for_help(const struct options *options)
{
    return options->help != NULL || options->wants_version;
}

bool options_read_limits(struct options *options, struct error *error)
{
    struct limits *limits = &options->limits;

    if (options_ask_for_help(options))
        return true;
    for (size_t i = 0; i < limits->files.count; i++)
        if (!limits_read(limits, limits->files.items[i].at, &options->arena, error))
            return false;
    return limits_fit(limits, options->old.count != 0, &options->view.filter, error);
}

void options_free(struct options *options)
{
    renaming_free(&options->renaming);
    limits_free(&options->limits);
    filter_free(&options->view.filter);
    pattern_free(&options->view.peek);
    pattern_free(&options->view.roots);
    pattern_free(&options->read.label);
    free(options->typed);
    arena_free(&options->arena);
}
