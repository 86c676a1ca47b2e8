/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/input/event_choice.h"

#include <math.h>
#include <stdlib.h>

#include "aggregator/metric.h"
#include "base/map.h"
#include "profile/events.h"

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

bool events_choose(struct event_choice *chosen, const struct events *events,
                   struct event_words words, struct arena *arena, struct error *error)
{
    *chosen = (struct event_choice){0};
    return choose_shown(chosen, events, words.show, arena, error) &&
           choose_sort_keys(chosen, events, words, arena, error);
}
