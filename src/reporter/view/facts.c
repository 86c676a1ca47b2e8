/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/facts.h"

#include "base/arena.h"
#include "profile/profile.h"
#include "reporter/report.h"
#include "reporter/view/classic.h"
#include "reporter/view/view.h"
#include "reporter/view/views.h"

static struct text_list event_names(struct arena *arena, const struct events *events,
                                    const size_t *ids, size_t count)
{
    struct text *names = arena_alloc_array(arena, count, sizeof *names);

    for (size_t i = 0; i < count; i++)
        names[i] = events->list[ids == NULL ? i : ids[i]].name;
    return (struct text_list){names, count};
}

static struct text_list sort_names(struct arena *arena, const struct events *events,
                                   const struct event_choice *chosen)
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

/* What the first part says of the run. */
static void gather_run(struct facts *facts, const struct profile *profile, struct arena *arena)
{
    size_t n_parts, count = 0;
    const struct part *first = profile_first_part(profile, &n_parts);

    if (first == NULL)
        return;
    struct text *texts = arena_alloc_array(arena, first->n_descriptions, sizeof *texts);
    for (uint32_t i = 0; i < first->n_descriptions; i++) {
        struct text text = profile->descriptions[first->first_description + i];
        if (description_is_of_run(text, n_parts))
            texts[count++] = text;
    }
    facts->descriptions = (struct text_list){texts, count};
}

static void gather_parts(struct facts *facts, const struct profile *profile, struct arena *arena)
{
    struct part_facts *parts = arena_alloc_array(arena, profile->n_parts, sizeof *parts);

    for (size_t i = 0; i < profile->n_parts; i++) {
        const struct part *part = &profile->parts[i];
        struct event_cost total = program_of_part(profile, i, 0);
        if (part->is_left_out)
            continue;
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
}

/* What the options say, or the view has chosen. */
static void gather_choice(struct facts *facts, const struct view_input *input)
{
    const struct view_options *options = input->options;
    const struct event *measured = &input->profile->events.list[input->metric.event];

    facts->chosen_file = options->chosen_profile;
    facts->include_dirs = input->paths.include_dirs;
    facts->sources = options->sources;
    facts->is_auto_annotated = classic_is_auto_annotated(input->options, input->diff != NULL);
    facts->measured = measured->name;
    facts->measured_long = measured->long_name;
}

void facts_gather(struct facts *facts, struct view_input *input)
{
    const struct profile *profile = input->profile;
    const struct events *events = &profile->events;
    const struct event_choice *chosen = &input->chosen;
    struct arena *arena = &input->arena;

    *facts = (struct facts){
        .files = file_names(arena, profile),
        .creators = creators(arena, profile),
        .first_event = events->list[0].name,
        .recorded = event_names(arena, events, NULL, events->n_recorded),
        .shown = event_names(arena, events, chosen->shown, chosen->n_shown),
        .sorted = sort_names(arena, events, chosen),
        .thresholds = {chosen->thresholds, chosen->n_sort_keys},
    };
    gather_choice(facts, input);
    gather_run(facts, profile, arena);
    gather_parts(facts, profile, arena);
}
