/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/input/view_input.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "aggregator/compare/compare.h"
#include "aggregator/metric.h"
#include "aggregator/rows.h"
#include "base/array.h"
#include "base/closest.h"
#include "base/error.h"
#include "base/map.h"
#include "base/names.h"
#include "base/number.h"
#include "profile/events.h"
#include "profile/filter.h"
#include "profile/profile.h"
#include "reporter/view/input/view_options.h"

/* Holds the options as typed. */
struct event_words {
    struct text show, sort, threshold;
};

bool read_threshold(struct text text, double *threshold, struct text *written)
{
    char digits[32];
    bool has_digit = false;
    size_t n_dots = 0;

    if (text.length != 0 && text.at[text.length - 1] == '%')
        text.length--;
    if (text.length >= sizeof digits)
        return false;
    for (size_t i = 0; i < text.length; i++) {
        has_digit = has_digit || is_digit(text.at[i]);
        n_dots += text.at[i] == '.';
        if (!is_digit(text.at[i]) && text.at[i] != '.')
            return false;
        digits[i] = text.at[i];
    }
    digits[text.length] = '\0';
    *threshold = strtod(digits, NULL);
    *written = text;
    return has_digit && n_dots <= 1 && *threshold <= 100;
}

/*
 * Fails: "unknown event 'X' in --show: the events are Ir, Dr"; if Callgrind could have recorded it,
 * the message says how.
 */
static bool unknown_event(const struct events *events, const char *option, struct text name,
                          struct error *error)
{
    char list[380], reason[200];

    if (metric_explain_absence(name, events, reason, sizeof reason))
        return error_usage(error, "%s: %s", option, reason);
    metric_list_events(name, events, list, sizeof list);
    return error_usage(error, "unknown event '%.*s' in %s: %s", text_shown_length(name), name.at,
                       option, list);
}

static size_t count_words(struct text text)
{
    size_t count = 1;

    for (size_t i = 0; i < text.length; i++)
        count += text.at[i] == ',';
    return count;
}

static bool choose_shown(struct event_choice *chosen, const struct events *events, struct text show,
                         struct arena *arena, struct error *error)
{
    size_t capacity = events->count > count_words(show) ? events->count : count_words(show);
    struct text word;

    chosen->shown = arena_alloc_array(arena, capacity, sizeof *chosen->shown);
    while (text_cut(&show, ',', &word)) {
        if (word.length == 0)
            continue;
        uint32_t event = events_find(events, word);
        if (event == NO_ID)
            return unknown_event(events, "--show", word, error);
        chosen->shown[chosen->n_shown++] = event;
    }
    if (chosen->n_shown == 0)
        for (size_t i = 0; i < events->count; i++)
            if (!events->list[i].is_built_in)
                chosen->shown[chosen->n_shown++] = i;
    return true;
}

/*
 * Fails for a word of --sort that is not an event, with a guess, or the metrics that rows of views
 * have.
 */
static bool unknown_sort_word(const struct events *events, struct text word, struct error *error)
{
    struct metric metric;

    if (metric_read(&metric, word, events))
        return error_usage(error,
                           "--sort=%.*s goes with --top or another view: the report is sorted by "
                           "events, --inclusive=yes by their inclusive cost",
                           text_shown_length(word), word.at);
    return unknown_event(events, "--sort", word, error);
}

/* Tells whether Callgrind could have recorded an event that the profile lacks. */
static bool is_absent(const struct events *events, struct text name)
{
    return events_find(events, name) == NO_ID && known_event_find(name)->option.length != 0;
}

/* Reads "Ir" or "Ir:90". Event names may hold a colon, so the whole word is looked up first. */
static bool choose_sort_key(struct event_choice *chosen, const struct events *events,
                            struct text word, bool *has_threshold, struct error *error)
{
    struct sort_key *key = &chosen->sort_keys[chosen->n_sort_keys];
    struct text *written = &chosen->thresholds[chosen->n_sort_keys++];
    uint32_t event = events_find(events, word);
    size_t colon = word.length;

    *key = (struct sort_key){.event = event};
    *written = TEXT("0");
    if (event != NO_ID)
        return true;
    while (colon > 0 && word.at[colon - 1] != ':')
        colon--;
    if (colon == 0)
        return unknown_sort_word(events, word, error);
    const struct text name = {word.at, colon - 1};
    event = events_find(events, name);
    if (event == NO_ID)
        return unknown_event(events, "--sort", is_absent(events, name) ? name : word, error);
    if (event_is_ratio(&events->list[event]))
        return error_usage(error,
                           "--sort=%.*s: a ratio adds up to no total, and so has no threshold",
                           text_shown_length(word), word.at);
    if (!read_threshold(text_skip(word, colon), &key->threshold, written))
        return error_usage(error, "--sort=%.*s: the threshold must be from 0 to 100",
                           text_shown_length(word), word.at);
    key->event = event;
    *has_threshold = true;
    return true;
}

static bool choose_sort_keys(struct event_choice *chosen, const struct events *events,
                             struct event_words words, struct arena *arena, struct error *error)
{
    struct text sort = words.sort, threshold = words.threshold;
    size_t capacity =
        events->n_recorded > count_words(sort) ? events->n_recorded : count_words(sort);
    bool has_threshold = false;
    struct text word;

    chosen->sort_keys = arena_alloc_array(arena, capacity, sizeof *chosen->sort_keys);
    chosen->thresholds = arena_alloc_array(arena, capacity, sizeof *chosen->thresholds);
    while (text_cut(&sort, ',', &word))
        if (word.length != 0 && !choose_sort_key(chosen, events, word, &has_threshold, error))
            return false;
    if (chosen->n_sort_keys == 0) {
        chosen->n_sort_keys = events->n_recorded;
        for (size_t i = 0; i < events->n_recorded; i++) {
            chosen->sort_keys[i] = (struct sort_key){.event = i};
            chosen->thresholds[i] = TEXT("0");
        }
    }
    if (has_threshold)
        return true;
    struct sort_key *first = &chosen->sort_keys[0];
    if (event_is_ratio(&events->list[first->event]) || threshold.length == 0) {
        first->threshold = INFINITY; /* a ratio has no total to take a share of */
        chosen->thresholds[0] = TEXT("100");
        return true;
    }
    if (!read_threshold(threshold, &first->threshold, &chosen->thresholds[0]))
        return error_usage(error, "--threshold=%.*s: must be from 0 to 100",
                           text_shown_length(threshold), threshold.at);
    /* At 100 every row is shown, also those that add nothing. */
    if (first->threshold == 100)
        first->threshold = INFINITY;
    return true;
}

/*
 * Resolves the options. An empty text is the default: all events but the built-in ones, sorted by
 * all recorded ones. Once an event of `sort` has a threshold of its own ("Ir:90"), those without
 * one have 0 and `threshold` is ignored; else it is the first event's, unless that is a ratio or
 * there is none: then all rows are shown. A usage error lists the events.
 */
static bool events_choose(struct event_choice *chosen, const struct events *events,
                          struct event_words words, struct arena *arena, struct error *error)
{
    *chosen = (struct event_choice){0};
    return choose_shown(chosen, events, words.show, arena, error) &&
           choose_sort_keys(chosen, events, words, arena, error);
}

static void set_figures(struct view_input *input)
{
    bool is_difference = input->diff != NULL;
    const struct diff *diff = input->diff;

    input->figures.profile = input->profile;
    input->figures.total = &input->program.total;
    input->figures.base = is_difference ? &input->old_program.total : &input->program.total;
    input->figures.ceilings =
        program_ceilings(is_difference ? &diff->current.profile : input->profile,
                         &input->profile->events, &input->arena);
    if (is_difference)
        input->figures.old_ceilings =
            program_ceilings(&diff->old.profile, &input->profile->events, &input->arena);
    input->figures.is_difference = is_difference;
    if (input->noise != NULL) {
        input->figures.total_noise = input->noise->totals;
        input->figures.n_noise = input->noise->count;
    }
    input->figures.sorting.events = &input->profile->events;
}

/*
 * Refuses a ratio where there is a limit or a least change: it has no total that they
 * could be a share of.
 */
static bool is_fit_for_ratio(const struct view_input *input, size_t event, struct error *error)
{
    const struct view_options *options = input->options;
    struct text name = input->profile->events.list[event].name;
    bool has_least = input->diff != NULL && options->has_least;
    const char *option = has_least                  ? "--min-delta"
                       : options->has_least_percent ? "--percent-limit"
                                                    : NULL;

    if (!event_is_ratio(&input->profile->events.list[event]) || option == NULL)
        return true;
    return error_usage(error, "%s: rows are sorted by %.*s, a ratio, which adds up to no total",
                       option, text_shown_length(name), name.at);
}

bool view_choose_events(struct view_input *input, struct error *error)
{
    const struct view_options *options = input->options;
    struct event_choice *chosen = &input->chosen;

    const struct event_words words = {options->show, options->sort, options->threshold};

    if (!events_choose(chosen, &input->profile->events, words, &input->arena, error))
        return false;
    set_figures(input);
    input->figures.shown = chosen->shown;
    input->figures.n_shown = chosen->n_shown;
    input->figures.sorting.keys = chosen->sort_keys;
    input->figures.sorting.n_keys = chosen->n_sort_keys;
    return is_fit_for_ratio(input, chosen->sort_keys[0].event, error);
}

/* Reads a word of --sort, with what rows of these views may be measured by. */
static bool read_sort_word(struct view_input *input, struct text word, struct metric *metric,
                           struct error *error)
{
    const struct events *events = &input->profile->events;

    if (metric_read(metric, word, events))
        return true;
    /* The error lists the choices; a threshold after a colon is cut off. */
    const struct event_words words = {.sort = word};
    if (!events_choose(&input->chosen, events, words, &input->arena, error))
        return false;
    *metric = (struct metric){METRIC_SELF, input->chosen.sort_keys[0].event};
    return true;
}

/*
 * Returns the event that is measured where none was asked for: the first one that the program has
 * cost of, since one may have been recorded and be 0 throughout.
 */
static size_t first_event(const struct view_input *input)
{
    const struct event_choice *chosen = &input->chosen;
    const struct events *events = &input->profile->events;

    for (size_t i = 0;
         i < chosen->n_shown && input->options->show.length == 0 && !input->figures.is_difference;
         i++)
        if (!event_is_ratio(&events->list[chosen->shown[i]]) &&
            event_sum(events, chosen->shown[i], &input->program.total, program_row(&input->program))
                    .sum != 0)
            return chosen->shown[i];
    return chosen->shown[0];
}

/* Reads the first word of --sort, or else of --show. */
static bool read_metric(struct view_input *input, struct error *error)
{
    const struct view_options *options = input->options;
    struct text sort = options->sort, word;
    bool is_first = true;

    while (text_cut(&sort, ',', &word)) {
        struct metric metric;
        if (word.length == 0)
            continue;
        if (!read_sort_word(input, word, &metric, error))
            return false;
        if (is_first)
            input->metric = metric;
        is_first = false;
    }
    const struct event_words words = {.show = options->show};
    if (!events_choose(&input->chosen, &input->profile->events, words, &input->arena, error))
        return false;
    if (is_first)
        input->metric = (struct metric){METRIC_SELF, first_event(input)};
    if (options->is_inclusive && input->metric.kind == METRIC_SELF)
        input->metric.kind = METRIC_INCLUSIVE;
    return true;
}

/*
 * Chooses the events of --show, or else for machines all, and the measured one; each once. People
 * who did not choose see only that one.
 */
static void choose_columns(struct view_input *input)
{
    const struct event_choice *chosen = &input->chosen;
    size_t n_events = input->profile->events.count, n_shown = 0, measured = 0;
    bool has_others = input->options->is_complete || input->options->show.length != 0;
    bool adds_ratios = input->options->shows_ratios && input->options->show.length == 0;
    const struct event *events = input->profile->events.list;
    size_t *shown = arena_alloc_array(&input->arena, n_events, sizeof *shown);
    bool *is_shown = arena_alloc_array(&input->arena, n_events, sizeof *is_shown);

    memset(is_shown, 0, n_events * sizeof *is_shown);
    for (size_t i = 0; has_others && i < chosen->n_shown; i++) {
        if (!is_shown[chosen->shown[i]])
            shown[n_shown++] = chosen->shown[i];
        is_shown[chosen->shown[i]] = true;
    }
    if (!is_shown[input->metric.event])
        shown[n_shown++] = input->metric.event;
    is_shown[input->metric.event] = true;
    for (size_t i = 0; adds_ratios && i < n_events; i++)
        if (!is_shown[i] && events[i].is_built_in && event_is_ratio(&events[i]))
            shown[n_shown++] = i;
    while (shown[measured] != input->metric.event)
        measured++;
    input->figures.shown = shown;
    input->figures.n_shown = n_shown;
    input->figures.measured = measured;
}

static bool refuse_metric(const char *what, struct error *error)
{
    return error_usage(error, "this view is not sorted by %s: see --sort", what);
}

bool view_choose_metric(struct view_input *input, enum metric_kind most, struct error *error)
{
    if (!read_metric(input, error))
        return false;
    if (input->metric.kind > most)
        return refuse_metric(input->metric.kind == METRIC_CALLS ? "calls" : "inclusive cost",
                             error);
    set_figures(input);
    choose_columns(input);
    struct sort_key *key = arena_alloc(&input->arena, sizeof *key);
    *key = (struct sort_key){.event = input->metric.event, .by_size = input->diff != NULL};
    input->figures.sorting.keys = key;
    input->figures.sorting.n_keys = 1;
    return is_fit_for_ratio(input, key->event, error);
}

bool view_is_of_ratio(const struct view_input *input)
{
    return event_is_ratio(&input->profile->events.list[input->metric.event]);
}

bool view_choose_cost(struct view_input *input, enum metric_kind most, struct error *error)
{
    return view_choose_metric(input, most, error) &&
           (!view_is_of_ratio(input) || refuse_metric("a ratio", error));
}

bool view_fits(const struct view_input *input, struct error *error)
{
    if (input->diff == NULL)
        return profile_fits(input->profile, error);
    return diff_fits(input->diff, error) &&
           (input->diff_of_paths == NULL || diff_fits(input->diff_of_paths, error));
}

bool view_add_up(const struct view_input *input, const struct row_figures_wanted *wanted,
                 struct row_figures *figures, struct error *error)
{
    if (input->diff == NULL)
        row_figures_create(figures, input->profile, wanted);
    else if (!row_figures_create_change(figures, input->diff, wanted, error))
        return false;
    for (row_id id = 0; figures->diff != NULL && id < figures->rows->count; id++)
        if (!row_diff_has(figures->diff, id)) /* of further runs alone */
            figures->rows->list[id].is_hidden = true;
    if (input->noise != NULL && input->diff != NULL && /* it is of differences alone */
        !row_noise_create(&figures->noise, input->diff->noise, figures->rows, &wanted->choice,
                          error))
        return false;
    if (input->options->per != 0)
        row_slices_create(&figures->slices, figures->rows, input->options->per);
    return view_fits(input, error);
}

bool view_add_up_functions(const struct view_input *input, struct row_figures *figures,
                           struct error *error)
{
    const struct row_figures_wanted wanted = {
        .choice = {.key = BY_FUNCTION,
                   .is_folded = !input->options->is_unfolded,
                   .has_inclusive = true,
                   .filter = &input->options->filter},
        .has_calls = true,
    };

    if (!view_add_up(input, &wanted, figures, error))
        return false;
    figures_warn(&input->figures, figures, input->warnings);
    return figures_fit(&input->figures, figures, error);
}

bool view_wants_inclusive(const struct view_input *input)
{
    const struct view_options *options = input->options;

    return options->is_complete || options->shows_both || options->is_inclusive ||
           input->metric.kind != METRIC_SELF;
}

static bool has_several(const struct profile *profile, enum row_key key)
{
    const struct part *all = profile->parts;

    if (key != BY_THREAD && key != BY_LABEL)
        return key == BY_PART ? profile->n_parts > 1 : profile->n_runs > 1;
    for (size_t i = 1; i < profile->n_parts; i++)
        if (key == BY_LABEL ? !text_equal(part_label(&all[i]), part_label(&all[0]))
                            : all[i].thread != all[0].thread || all[i].pid != all[0].pid)
            return true;
    return false;
}

bool view_has_several(const struct view_input *input, enum row_key key)
{
    if (input->diff == NULL)
        return has_several(input->profile, key);
    return has_several(&input->diff->current.profile, key) ||
           has_several(&input->diff->old.profile, key);
}

bool view_has_lines(const struct view_input *input)
{
    const struct filter *filter = &input->options->filter;

    return !filter->function.is_given && !filter->object.is_given && !filter->ignored.is_given;
}

int64_t view_smallest_change(const struct view_input *input, size_t event)
{
    const struct costs *old = &input->old_program.total;

    if (input->diff == NULL || !input->options->has_least)
        return 0;
    int64_t total = event_sum(&input->profile->events, event, old, costs_row(old, 0)).sum;
    const struct bound least =
        bound_in_units(input->options->least, input->profile->events.list[event].unit);
    return bound_least(&least, magnitude(total));
}

bool no_function_matches(const char *option, const struct rows *rows, const struct pattern *pattern,
                         struct error *error)
{
    error_set(error, ERROR_FAILED, NULL, 0, "%s: no function matches", option);
    return explain_no_match(rows, pattern->written, false, error);
}

bool explain_no_match(const struct rows *rows, struct text typed, bool takes_files,
                      struct error *error)
{
    const struct names *files = rows->profile->symbols.files;
    bool *has_code = profile_files_with_code(rows->profile);
    struct closest closest = {.typed = typed};

    for (row_id id = 0; id < rows->count; id++)
        if (!rows->list[id].is_hidden)
            closest_consider(&closest, rows_names(rows, id).function);
    for (file_id id = 0; takes_files && id < names_count(files); id++)
        if (has_code[id])
            closest_consider(&closest, path_base(names_text(files, id)));
    closest_suggest(&closest, "", error->text, sizeof error->text);
    free(has_code);
    return false;
}
