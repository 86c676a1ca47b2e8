/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/apply.h"

#include <string.h>
#include <strings.h>

#include "base/bound.h"
#include "base/number.h"
#include "cli/options.h"
#include "cli/synonyms.h"
#include "cli/terminal.h"
#include "reporter/view/input/event_choice.h"

enum { MOST_JOBS = 256 };

static bool is_word(const struct given_option *given, const char *word)
{
    return strcmp(given->value, word) == 0;
}

static bool read_yes_no(const struct given_option *given, bool *is_yes, struct error *error)
{
    *is_yes = is_word(given, "yes");
    return option_check_word(given, error);
}

static bool read_count(const char *value, uint64_t *count)
{
    const char *end;

    return is_digit(value[0]) && read_number(value, &end, count) == NUMBER_OK && *end == '\0';
}

/* One view a run; --by is --top by something else. */
static bool set_view(struct options *options, enum view view, struct error *error)
{
    if (options->has_view && options->view.view != view)
        return error_usage(error, ONLY_ONE_VIEW);
    options->has_view = true;
    options->view.view = view;
    return true;
}

bool apply_part(struct options *options, const struct given_option *given, struct error *error)
{
    options->read.parts = text_of(given->value);
    return option_require_value(given, "numbers, as in 1,3-5", error);
}

bool apply_thread(struct options *options, const struct given_option *given, struct error *error)
{
    options->read.threads = text_of(given->value);
    return option_require_value(given, "numbers, as in 1,3-5", error);
}

bool apply_diff(struct options *options, const struct given_option *given, struct error *error)
{
    arena_append_text(&options->arena, &options->old, text_of(given->value));
    return option_require_value(given, "the name of a profile", error);
}

bool apply_event(struct options *options, const struct given_option *given, struct error *error)
{
    (void)error;
    arena_append_text(&options->arena, &options->events, text_of(given->value));
    return true;
}

bool apply_mod_filename(struct options *options, const struct given_option *given,
                        struct error *error)
{
    return renaming_add(&options->renaming, RENAME_FILES, given->value, error);
}

bool apply_mod_funcname(struct options *options, const struct given_option *given,
                        struct error *error)
{
    return renaming_add(&options->renaming, RENAME_FUNCTIONS, given->value, error);
}

bool apply_mod_object(struct options *options, const struct given_option *given,
                      struct error *error)
{
    return renaming_add(&options->renaming, RENAME_OBJECTS, given->value, error);
}

bool apply_strict(struct options *options, const struct given_option *given, struct error *error)
{
    (void)given;
    (void)error;
    options->read.is_strict = true;
    return true;
}

bool apply_jobs(struct options *options, const struct given_option *given, struct error *error)
{
    uint64_t jobs;

    if (!read_count(given->value, &jobs) || jobs == 0 || jobs > MOST_JOBS)
        return error_usage(error, "--jobs=%.60s: must be from 1 to %d", given->value, MOST_JOBS);
    options->read.n_jobs = (size_t)jobs;
    return true;
}

bool apply_function(struct options *options, const struct given_option *given, struct error *error)
{
    return pattern_set(&options->view.filter.function, given->row->name, given->value, error);
}

bool apply_file(struct options *options, const struct given_option *given, struct error *error)
{
    return pattern_set(&options->view.filter.file, given->row->name, given->value, error);
}

bool apply_object(struct options *options, const struct given_option *given, struct error *error)
{
    return pattern_set(&options->view.filter.object, given->row->name, given->value, error);
}

bool apply_ignore(struct options *options, const struct given_option *given, struct error *error)
{
    return pattern_set(&options->view.filter.ignored, given->row->name, given->value, error);
}

bool apply_show(struct options *options, const struct given_option *given, struct error *error)
{
    (void)error;
    options->view.show = text_of(given->value);
    return true;
}

bool apply_sort(struct options *options, const struct given_option *given, struct error *error)
{
    (void)error;
    options->view.sort = text_of(given->value);
    return true;
}

bool apply_threshold(struct options *options, const struct given_option *given, struct error *error)
{
    double threshold;
    struct text written;

    options->view.has_threshold = true;
    options->view.threshold = text_of(given->value);
    if (read_threshold(options->view.threshold, &threshold, &written))
        return true;
    return error_usage(error, "--threshold=%.60s: must be a number from 0 to 100", given->value);
}

static bool read_rows(struct options *options, const char *option, const char *value,
                      struct error *error)
{
    uint64_t count;

    if (!read_count(value, &count))
        return error_usage(error, "%s%.60s: must be a number of rows", option, value);
    options->view.n_rows = count;
    options->view.has_limit = true;
    return true;
}

bool apply_top(struct options *options, const struct given_option *given, struct error *error)
{
    options->view.has_limit = true;
    return set_view(options, VIEW_HOTSPOTS, error) &&
           (given->value == NULL || read_rows(options, "--top=", given->value, error));
}

bool apply_rows(struct options *options, const struct given_option *given, struct error *error)
{
    options->has_rows = true;
    return read_rows(options, "-n ", given->value, error);
}

/* Says what was meant, if that is known, or else what there is. */
static bool refuse_word(const struct given_option *given, enum synonym_kind kind,
                        struct error *error)
{
    char hint[HINT_ROOM];

    if (!synonym_hint(kind, text_of(given->value), NULL, hint))
        return option_refuse(given, error);
    return error_usage(error, "--%s=%.60s: %s", given->row->name, given->value, hint);
}

bool apply_by(struct options *options, const struct given_option *given, struct error *error)
{
    for (int key = BY_FUNCTION; key <= BY_INPUT; key++) {
        if (text_equal(text_of(given->value), row_key_name((enum row_key)key))) {
            options->view.by = (enum row_key)key;
            return set_view(options, VIEW_HOTSPOTS, error);
        }
    }
    return refuse_word(given, SYNONYM_BY, error);
}

bool apply_depth(struct options *options, const struct given_option *given, struct error *error)
{
    uint64_t depth;

    if (!read_count(given->value, &depth) || depth == 0)
        return error_usage(error, "--depth=%.60s: must be a number from 1 up", given->value);
    options->view.depth = depth;
    return true;
}

bool apply_peek(struct options *options, const struct given_option *given, struct error *error)
{
    return set_view(options, VIEW_PEEK, error) &&
           pattern_set(&options->view.peek, given->row->name, given->value, error);
}

bool apply_call_tree(struct options *options, const struct given_option *given, struct error *error)
{
    return set_view(options, VIEW_CALL_TREE, error) &&
           (given->value == NULL ||
            pattern_set(&options->view.roots, given->row->name, given->value, error));
}

bool apply_bottom_up(struct options *options, const struct given_option *given, struct error *error)
{
    (void)given;
    (void)error;
    options->view.is_bottom_up = true;
    return true;
}

bool apply_exact(struct options *options, const struct given_option *given, struct error *error)
{
    (void)given;
    (void)error;
    options->view.is_exact = true;
    return true;
}

bool apply_percent_limit(struct options *options, const struct given_option *given,
                         struct error *error)
{
    struct text written;

    options->view.has_least_percent = true;
    return read_threshold(text_of(given->value), &options->view.least_percent, &written) ||
           error_usage(error, "--percent-limit=%.60s: must be a number from 0 to 100",
                       given->value);
}

bool apply_annotate(struct options *options, const struct given_option *given, struct error *error)
{
    options->view.annotate = text_of(given->value);
    return option_require_value(given, "a function, FILE or FILE:LINE", error) &&
           set_view(options, VIEW_CODE_LISTING, error);
}

bool apply_instructions(struct options *options, const struct given_option *given,
                        struct error *error)
{
    (void)given;
    (void)error;
    options->view.has_instructions = true;
    return true;
}

bool apply_inclusive(struct options *options, const struct given_option *given, struct error *error)
{
    options->view.shows_both = is_word(given, "both");
    options->view.is_inclusive = is_word(given, "yes");
    return options->view.shows_both || options->view.is_inclusive || is_word(given, "no") ||
           refuse_word(given, SYNONYM_INCLUSIVE, error);
}

/* "caller" and "calling" together are "both"; "none" does not take either back. */
bool apply_tree(struct options *options, const struct given_option *given, struct error *error)
{
    bool is_both = is_word(given, "both");

    options->view.shows_callers |= is_both || is_word(given, "caller");
    options->view.shows_callees |= is_both || is_word(given, "calling");
    return option_check_word(given, error);
}

bool apply_no_fold(struct options *options, const struct given_option *given, struct error *error)
{
    (void)given;
    (void)error;
    options->view.is_unfolded = true;
    return true;
}

bool apply_list_events(struct options *options, const struct given_option *given,
                       struct error *error)
{
    (void)given;
    return set_view(options, VIEW_EVENTS, error);
}

bool apply_auto(struct options *options, const struct given_option *given, struct error *error)
{
    return read_yes_no(given, &options->view.is_auto_annotated, error);
}

bool apply_context(struct options *options, const struct given_option *given, struct error *error)
{
    return read_count(given->value, &options->view.context) ||
           error_usage(error, "--context=%.60s: must be a number of lines", given->value);
}

bool apply_show_percs(struct options *options, const struct given_option *given,
                      struct error *error)
{
    return read_yes_no(given, &options->format.show_percentages, error);
}

bool apply_format(struct options *options, const struct given_option *given, struct error *error)
{
    if (!format_find(given->value, &options->format.format))
        return refuse_word(given, SYNONYM_FORMAT, error);
    options->view.is_for_machines = format_is_for_machines(options->format.format);
    options->view.is_tabular = options->format.format != FORMAT_TEXT;
    return true;
}

bool apply_output(struct options *options, const struct given_option *given, struct error *error)
{
    options->output = is_word(given, "-") ? NULL : given->value;
    return option_require_value(given, "the name of a file", error);
}

bool apply_pager(struct options *options, const struct given_option *given, struct error *error)
{
    options->has_no_pager = is_word(given, "never");
    return option_check_word(given, error);
}

bool apply_color(struct options *options, const struct given_option *given, struct error *error)
{
    options->color = is_word(given, "always") ? COLOR_ALWAYS
                   : is_word(given, "never")  ? COLOR_NEVER
                                              : COLOR_AUTO;
    return option_check_word(given, error);
}

bool apply_long_names(struct options *options, const struct given_option *given,
                      struct error *error)
{
    (void)given;
    (void)error;
    options->format.show_long_names = true;
    return true;
}

bool apply_names(struct options *options, const struct given_option *given, struct error *error)
{
    options->format.names = is_word(given, "short") ? NAMES_SHORT : NAMES_FULL;
    return option_check_word(given, error);
}

bool apply_wide(struct options *options, const struct given_option *given, struct error *error)
{
    (void)given;
    (void)error;
    options->format.width = 0;
    options->view.lists_missing = true;
    options->has_width = true;
    return true;
}

bool apply_width(struct options *options, const struct given_option *given, struct error *error)
{
    uint64_t width;

    if (!read_count(given->value, &width) || width < LEAST_WIDTH || width > LARGEST_WIDTH)
        return error_usage(error, "--width=%.60s: must be a number of columns from %d to %d",
                           given->value, LEAST_WIDTH, LARGEST_WIDTH);
    options->format.width = width;
    options->view.lists_missing = false;
    options->has_width = true;
    return true;
}

bool apply_html_limit(struct options *options, const struct given_option *given,
                      struct error *error)
{
    struct bound bound;

    if (!bound_read(text_of(given->value), &bound) || bound.kind != BOUND_COUNT ||
        bound.figure <= 0)
        return error_usage(error,
                           "--html-limit=%.60s: must be a number of bytes, as in 500K or 20M",
                           given->value);
    options->format.html_limit = (size_t)bound.figure;
    return true;
}

bool apply_fail_if(struct options *options, const struct given_option *given, struct error *error)
{
    return limits_add(&options->limits, given->value, error);
}

bool apply_limits(struct options *options, const struct given_option *given, struct error *error)
{
    limits_add_file(&options->limits, given->value);
    return option_require_value(given, "the name of a file", error);
}

bool apply_min_delta(struct options *options, const struct given_option *given, struct error *error)
{
    options->view.has_least = true;
    return bound_read(text_of(given->value), &options->view.least) ||
           error_usage(error, "--min-delta=%.60s: must be a count (1.2M) or a share (0.1%%)",
                       given->value);
}

bool apply_help(struct options *options, const struct given_option *given, struct error *error)
{
    if (given->value != NULL && strcasecmp(given->value, "events") == 0) {
        options->view.explains_events = true;
        return set_view(options, VIEW_EVENTS, error);
    }
    options->help = given->value == NULL ? "" : given->value;
    return true;
}

bool apply_version(struct options *options, const struct given_option *given, struct error *error)
{
    (void)given;
    (void)error;
    options->wants_version = true;
    return true;
}

bool apply_completion(struct options *options, const struct given_option *given,
                      struct error *error)
{
    options->completion = given->value;
    return option_check_word(given, error);
}
