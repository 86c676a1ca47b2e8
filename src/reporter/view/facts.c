/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "aggregator/compare/compare.h"
#include "base/arena.h"
#include "base/buffer.h"
#include "base/error.h"
#include "base/names.h"
#include "profile/profile.h"
#include "reporter/report.h"
#include "reporter/view/input/view_input.h"
#include "reporter/view/input/view_options.h"
#include "sources/inlined_functions.h"

/* Returns whether each part of a profile that says anything of its run says this. */
static bool all_say(const struct profile *profile, struct text said)
{
    for (size_t i = 0; i < profile->n_parts; i++) {
        const struct part *part = &profile->parts[i];
        bool says_this = false, says_other = false;
        for (uint32_t k = 0; k < part->n_descriptions; k++) {
            struct text text = profile->descriptions.items[part->first_description + k];
            says_this = says_this || text_equal(text, said);
            says_other = says_other || description_kind(text) == DESCRIBES_RUN;
        }
        if (!part->is_left_out && says_other && !says_this)
            return false;
    }
    return true;
}

/* Returns what all parts say of the run, as the first part has it. */
static struct text_list share_descriptions(const struct profile *profile, struct arena *arena)
{
    struct text_list list = {0};
    size_t n_parts;
    const struct part *first = profile_first_part(profile, &n_parts);

    for (uint32_t i = 0; first != NULL && i < first->n_descriptions; i++) {
        struct text text = profile->descriptions.items[first->first_description + i];
        if (description_is_of_run(text, n_parts) && all_say(profile, text))
            arena_append_text(arena, &list, text);
    }
    return list;
}

static bool list_has(const struct text_list *list, struct text text)
{
    for (size_t i = 0; i < list->count; i++)
        if (text_equal(list->items[i], text))
            return true;
    return false;
}

/* Returns the descriptions of a part that have no member of their own and are not in a list. */
static struct text_list descriptions_of(const struct profile *profile, const struct part *part,
                                        const struct text_list *shared, struct arena *arena)
{
    struct text_list list = {0};

    for (uint32_t i = 0; i < part->n_descriptions; i++) {
        struct text text = profile->descriptions.items[part->first_description + i];
        if (description_kind(text) == DESCRIBES_RUN && !list_has(shared, text))
            arena_append_text(arena, &list, text);
    }
    return list;
}

static void gather_parts(struct facts *facts, struct view_input *input)
{
    const struct profile *profile = input->profile;
    struct arena *arena = &input->arena;
    const struct text_list none = {0};
    struct part_facts *parts = arena_alloc_array(arena, profile->n_parts, sizeof *parts);

    facts->descriptions = share_descriptions(profile, arena);
    for (size_t i = 0; i < profile->n_parts; i++) {
        const struct part *part = &profile->parts[i];
        const struct profile_input *file = &profile->inputs[part->input];
        struct event_cost total = program_of_part(profile, i, 0);
        if (part->is_left_out)
            continue;
        parts[facts->n_parts++] = (struct part_facts){
            .pid = part->pid,
            .number = part->number,
            .thread = part->thread,
            .time_range = part->time_range,
            .trigger = part->trigger,
            .thread_name = part->thread_name,
            .file = text_of(file->path),
            .creator = file->creator,
            .command = part->has_command ? part->command : (struct text){0},
            .descriptions = descriptions_of(profile, part, &none, arena),
            .peculiarities = descriptions_of(profile, part, &facts->descriptions, arena),
            .total = {.value = total.sum, .is_given = total.is_given},
        };
    }
    facts->parts = parts;
}

/* Counts what a run is made of. */
struct contents {
    size_t n_files, n_parts, n_threads, n_numbers; /* different threads and numbers of parts */
    bool lacks_threads;        /* some part has no thread: each part counts, whatever its number */
    struct text_list commands; /* different ones */
};

/* Tells whether a run did not have the number yet, and adds it. */
static bool is_other(struct map *known, uint32_t run, int64_t number)
{
    size_t n_known = known->count;

    return map_add(known, run, (uint64_t)number) == n_known;
}

/* Gathers the contents of all parts that were read, by run. */
static struct contents *gather_contents(const struct profile *profile, struct arena *arena)
{
    struct contents *all = memory_alloc(profile->n_runs, sizeof *all);
    struct names *commands = names_create();
    struct map known_commands = {0}, threads = {0}, numbers = {0};

    for (size_t i = 0; i < profile->n_inputs; i++)
        all[profile->inputs[i].run].n_files++;
    for (size_t i = 0; i < profile->n_parts; i++) {
        const struct part *part = &profile->parts[i];
        uint32_t run = profile->inputs[part->input].run;
        struct contents *contents = &all[run];
        if (part->is_left_out)
            continue;
        contents->n_parts++;
        contents->lacks_threads = contents->lacks_threads || part->thread < 0;
        contents->n_threads += part->thread >= 0 && is_other(&threads, run, part->thread);
        contents->n_numbers += part->number >= 0 && is_other(&numbers, run, part->number);
        if (part->has_command && is_other(&known_commands, run, names_add(commands, part->command)))
            arena_append_text(arena, &contents->commands, part->command);
    }
    names_free(commands);
    map_free(&known_commands);
    map_free(&threads);
    map_free(&numbers);
    return all;
}

static void append_count(struct buffer *note, size_t count, const char *things)
{
    if (count > 1)
        buffer_print(note, "%s%zu %s", note->length != 0 ? ", " : "", count, things);
}

/* Returns "6 files, 4 threads, 2 parts", without those of which there is one. */
static struct text contents_text(const struct contents *contents, struct arena *arena)
{
    struct buffer counts = {0};

    append_count(&counts, contents->n_files, "files");
    append_count(&counts, contents->n_threads, "threads");
    append_count(&counts, contents->lacks_threads ? contents->n_parts : contents->n_numbers,
                 "parts");
    return buffer_keep(&counts, arena);
}

static void append_item(struct buffer *note, struct text item)
{
    if (note->length != 0 && item.length != 0)
        buffer_append(note, TEXT("; "));
    buffer_append(note, item);
}

struct run_list run_list_make(const struct profile *profile, bool has_commands, struct arena *arena)
{
    struct contents *contents = gather_contents(profile, arena);
    struct run_facts *runs = arena_alloc_array(arena, profile->n_runs, sizeof *runs);

    for (size_t i = 0; i < profile->n_inputs; i++) {
        const struct profile_input *input = &profile->inputs[i];
        struct run_facts *run = &runs[input->run];
        const struct text_list commands = contents[input->run].commands;
        struct buffer note = {0};
        if (run->name.at != NULL)
            continue;
        run->name = input->run_name;
        run->contents = contents_text(&contents[input->run], arena);
        for (size_t k = 0; has_commands && k < commands.count; k++)
            append_item(&note, commands.items[k]);
        append_item(&note, run->contents);
        run->note = buffer_keep(&note, arena);
    }
    free(contents);
    return (struct run_list){runs, profile->n_runs};
}

/* Appends the files; the labels of a run that is compared with others are inputs of one. */
static void append_file_names(struct text_list *names, const struct profile *profile,
                              struct arena *arena)
{
    for (size_t i = 0; i < profile->n_inputs; i++)
        if (i == 0 || profile->inputs[i].path != profile->inputs[i - 1].path)
            arena_append_text(arena, names, text_of(profile->inputs[i].path));
}

/* Gathers the runs, in a difference also those of old profiles. */
static void gather_runs(struct facts *facts, struct view_input *input)
{
    const struct profile *profile = input->profile;
    const struct profile *old = input->diff != NULL ? &input->diff->old.profile : NULL;
    struct arena *arena = &input->arena;

    append_file_names(&facts->files, profile, arena);
    for (size_t i = 0; i < profile->n_inputs; i++)
        arena_append_text(arena, &facts->creators, profile->inputs[i].creator);
    gather_parts(facts, input);
    facts->commands_differ = profile_commands_differ(profile, &facts->command);
    bool differ_from_old = old != NULL && profile_commands_differ(old, &facts->command);
    facts->runs_have_commands = facts->commands_differ || differ_from_old || profile->n_runs == 1;
    facts->runs = run_list_make(profile, facts->runs_have_commands, arena);
    for (size_t i = 0; input->noise != NULL && i < input->noise->count; i++) {
        const struct profile *run = &input->noise->runs[i].profile;
        append_file_names(&facts->noise_files, run, arena);
        arena_append_text(arena, &facts->noise_runs, run->inputs[0].run_name);
    }
    if (old == NULL)
        return;
    append_file_names(&facts->old_files, old, arena);
    facts->old_runs = run_list_make(old, facts->commands_differ || differ_from_old, arena);
}

static struct text_list event_names(struct arena *arena, const struct events *events,
                                    const size_t *ids, size_t count)
{
    struct text *names = arena_alloc_array(arena, count, sizeof *names);

    for (size_t i = 0; i < count; i++)
        names[i] = events->list[ids == NULL ? i : ids[i]].name;
    return (struct text_list){names, count};
}

static void add_inlining(struct inlining_facts *list, size_t *count,
                         const struct inlined_objects *objects, bool is_old)
{
    for (size_t i = 0; objects != NULL && i < objects->count; i++) {
        const struct inlined_object *object = &objects->list[i];
        struct text reason = inline_reason(object->status);
        struct text by = object->is_by_line ? TEXT("line") : TEXT("address");
        list[(*count)++] = (struct inlining_facts){.object = object->name,
                                                   .is_old = is_old,
                                                   .by = reason.at == NULL ? by : (struct text){0},
                                                   .reason = reason,
                                                   .named = object->named,
                                                   .ambiguous = object->ambiguous};
    }
}

void append_warnings(struct arena *arena, struct text_list *texts, const struct warnings *warnings,
                     const char *what)
{
    enum { ROOM = 1000 }; /* for a warning with its file and line */
    char text[ROOM];

    for (size_t i = 0; i < warnings->count && i < WARNINGS_KEPT; i++) {
        warning_format(&warnings->first[i], text, sizeof text);
        arena_append_text(arena, texts, arena_copy_text(arena, text_of(text)));
    }
    if (warnings->count <= WARNINGS_KEPT)
        return;
    snprintf(text, sizeof text, "%" PRIu64 " more %s", warnings->count - WARNINGS_KEPT, what);
    arena_append_text(arena, texts, arena_copy_text(arena, text_of(text)));
}

/* Gathers how far the inlined functions of objects are known. */
static void gather_inlining(struct facts *facts, struct view_input *input)
{
    size_t most = (input->inlined != NULL ? input->inlined->count : 0) +
                  (input->old_inlined != NULL ? input->old_inlined->count : 0);
    struct inlining_facts *list = arena_alloc_array(&input->arena, most, sizeof *list);
    struct warnings notes = {0};

    add_inlining(list, &facts->n_inlining, input->inlined, false);
    add_inlining(list, &facts->n_inlining, input->old_inlined, true);
    facts->inlining = list;
    if (input->inlined != NULL)
        inlined_objects_note(input->inlined, false, &notes);
    if (input->old_inlined != NULL)
        inlined_objects_note(input->old_inlined, true, &notes);
    append_warnings(&input->arena, &facts->inlining_notes, &notes, "objects");
}

void facts_gather(struct facts *facts, struct view_input *input)
{
    const struct profile *profile = input->profile;
    const struct events *events = &profile->events;
    const struct event_choice *chosen = &input->chosen;
    const struct view_options *options = input->options;
    struct arena *arena = &input->arena;
    size_t *sorted = arena_alloc_array(arena, chosen->n_sort_keys, sizeof *sorted);

    for (size_t i = 0; i < chosen->n_sort_keys; i++)
        sorted[i] = chosen->sort_keys[i].event;
    *facts = (struct facts){
        .first_event = events->list[0].name,
        .recorded = event_names(arena, events, NULL, events->n_recorded),
        .shown = event_names(arena, events, chosen->shown, chosen->n_shown),
        .sorted = event_names(arena, events, sorted, chosen->n_sort_keys),
        .thresholds = {chosen->thresholds, chosen->n_sort_keys},
        .are_files_chosen = options->are_profiles_chosen,
        .include_dirs = input->paths.include_dirs,
        .sources = options->sources,
        .is_auto_annotated = options->is_auto_annotated,
    };
    gather_inlining(facts, input);
    gather_runs(facts, input);
}
