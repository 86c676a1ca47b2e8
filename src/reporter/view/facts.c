/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/facts.h"

#include "base/arena.h"
#include "profile/profile.h"
#include "reporter/report.h"
#include "reporter/view/classic.h"
#include "reporter/view/run_facts.h"
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

/* What the options say, or the view has chosen. */
static void gather_choice(struct facts *facts, const struct view_input *input)
{
    const struct view_options *options = input->options;

    facts->are_files_chosen = options->are_profiles_chosen;
    facts->include_dirs = input->paths.include_dirs;
    facts->sources = options->sources;
    facts->is_auto_annotated = classic_is_auto_annotated(input->options, input->diff != NULL);
}

void facts_gather(struct facts *facts, struct view_input *input)
{
    const struct profile *profile = input->profile;
    const struct events *events = &profile->events;
    const struct event_choice *chosen = &input->chosen;
    struct arena *arena = &input->arena;

    *facts = (struct facts){
        .first_event = events->list[0].name,
        .recorded = event_names(arena, events, NULL, events->n_recorded),
        .shown = event_names(arena, events, chosen->shown, chosen->n_shown),
        .sorted = sort_names(arena, events, chosen),
        .thresholds = {chosen->thresholds, chosen->n_sort_keys},
    };
    gather_choice(facts, input);
    run_facts_gather(facts, input);
}
