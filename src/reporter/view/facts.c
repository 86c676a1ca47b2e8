/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/facts.h"

#include "aggregator/program.h"
#include "base/arena.h"
#include "reporter/report.h"
#include "reporter/view/event_choice.h"

static struct text_list event_names(struct arena *arena, const struct events *events,
                                    const size_t *ids, size_t count)
{
    struct text *names = arena_alloc_array(arena, count, sizeof *names);

    for (size_t i = 0; i < count; i++)
        names[i] = events->list[ids == NULL ? i : ids[i]].name;
    return (struct text_list){names, count};
}

static struct text_list sort_names(struct arena *arena, const struct events *events,
                                   const struct events_chosen *chosen)
{
    size_t *ids = arena_alloc_array(arena, chosen->n_sort_keys, sizeof *ids);

    for (size_t i = 0; i < chosen->n_sort_keys; i++)
        ids[i] = chosen->sort_keys[i].event;
    return event_names(arena, events, ids, chosen->n_sort_keys);
}

static struct text_list file_names(struct arena *arena, const struct profile *profile)
{
    struct text *names = arena_alloc_array(arena, profile->n_inputs, sizeof *names);

    for (size_t i = 0; i < profile->n_inputs; i++)
        names[i] = text_of(profile->inputs[i].path);
    return (struct text_list){names, profile->n_inputs};
}

static struct text_list creators(struct arena *arena, const struct profile *profile)
{
    struct text *texts = arena_alloc_array(arena, profile->n_inputs, sizeof *texts);

    for (size_t i = 0; i < profile->n_inputs; i++)
        texts[i] = profile->inputs[i].creator;
    return (struct text_list){texts, profile->n_inputs};
}

/* What the part says of the run; where there are several, each says its own times. */
static struct text_list descriptions(struct arena *arena, const struct profile *profile,
                                     const struct part *part, bool is_alone)
{
    static const struct text of_part[] = {{"Timerange:", 10}, {"Trigger:", 8}};
    struct text *texts = arena_alloc_array(arena, part->n_descriptions, sizeof *texts);
    size_t count = 0;

    for (uint32_t i = 0; i < part->n_descriptions; i++) {
        struct text text = profile->descriptions[part->first_description + i];
        bool is_of_part = text_starts_with(text, of_part[0]) || text_starts_with(text, of_part[1]);
        if (!text_starts_with(text, TEXT("Option:")) && (is_alone || !is_of_part))
            texts[count++] = text;
    }
    return (struct text_list){texts, count};
}

static void gather_parts(struct facts *facts, const struct totals *totals, struct arena *arena)
{
    const struct profile *profile = totals->profile;
    struct part_facts *parts = arena_alloc_array(arena, profile->n_parts, sizeof *parts);
    const struct part *first = NULL;

    for (size_t i = 0; i < profile->n_parts; i++) {
        const struct part *part = &profile->parts[i];
        struct event_cost total = totals_of_part(profile, i, 0);
        if (part->is_left_out)
            continue;
        if (first == NULL)
            first = part;
        if (!facts->has_command)
            facts->command = part->command;
        facts->has_command = facts->has_command || part->has_command;
        parts[facts->n_parts++] = (struct part_facts){
            .pid = part->pid,
            .number = part->number,
            .thread = part->thread,
            .time_range = part->time_range,
            .trigger = part->trigger,
            .total = {.value = total.sum, .is_given = total.is_given},
        };
    }
    facts->parts = parts;
    if (first != NULL)
        facts->descriptions = descriptions(arena, profile, first, facts->n_parts == 1);
}

void facts_gather(struct facts *facts, const struct totals *totals,
                  const struct events_chosen *chosen, struct arena *arena)
{
    const struct profile *profile = totals->profile;
    const struct events *events = &profile->events;

    *facts = (struct facts){
        .files = file_names(arena, profile),
        .creators = creators(arena, profile),
        .first_event = events->list[0].name,
        .recorded = event_names(arena, events, NULL, events->n_recorded),
        .shown = event_names(arena, events, chosen->shown, chosen->n_shown),
        .sorted = sort_names(arena, events, chosen),
        .thresholds = {chosen->thresholds, chosen->n_sort_keys},
    };
    gather_parts(facts, totals, arena);
}
