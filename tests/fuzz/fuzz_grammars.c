/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * What is typed, or written in a file, in a small grammar of its own: formulas, limits,
 * renamings.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "aggregator/limits/limits.h"
#include "base/error.h"
#include "base/number.h"
#include "fuzz.h"
#include "profile/events.h"
#include "profile/merge.h"

/* What an event is in a row of cost. */
static void figure(const struct events *events, size_t event, const struct costs *costs)
{
    const int64_t *row = costs_row(costs, 0);
    struct ratio ratio = {0};
    double value;

    if (!event_is_ratio(&events->list[event])) {
        (void)event_sum(events, event, costs, row);
        return;
    }
    ratio_add(&ratio, &events->list[event], costs, row);
    (void)ratio_value(&ratio, &value);
}

/* All lines define events, of which a few are recorded; what they cost is asked for. */
static void define_events(struct text lines)
{
    static const char *const recorded[] = {"Ir", "Dr", "Dw", "I1mr"};
    struct events events = {0};
    struct warnings warnings = {0};
    struct error error = {0};
    struct costs costs = {0};
    struct text line;
    bool is_of_file = false;

    for (size_t i = 0; i < sizeof recorded / sizeof *recorded; i++)
        events_add_recorded(&events, text_of(recorded[i]));
    for (; text_cut(&lines, '\n', &line); is_of_file = !is_of_file)
        (void)events_define(&events, line, is_of_file ? "file" : NULL, 1, &error);
    if (events_resolve(&events, &warnings, &error)) {
        costs_init(&costs, events.n_recorded);
        costs_ensure(&costs, 1);
        for (size_t i = 0; i < events.n_recorded; i++)
            costs_set(&costs, costs_row(&costs, 0), i, INT64_MAX - (int64_t)i);
        for (size_t i = 0; i < events.count; i++)
            figure(&events, i, &costs);
    }
    costs_free(&costs);
    events_free(&events);
}

static void read_typed(const char *line)
{
    struct limits limits = {0};
    struct renaming renaming = {0};
    struct bound bound;
    struct error error = {0};

    (void)limits_add(&limits, line, &error);
    (void)renaming_add(&renaming, RENAME_FUNCTIONS, line, &error);
    (void)bound_read(text_of(line), &bound);
    limits_free(&limits);
    renaming_free(&renaming);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);

    if (text == NULL)
        abort();
    memcpy(text, data, size);
    text[size] = '\0';
    define_events((struct text){text, size});
    for (char *line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n"))
        if (fuzz_is_modest(line))
            read_typed(line);
    free(text);
    return 0;
}
