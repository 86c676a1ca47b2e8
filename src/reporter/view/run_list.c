/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/facts.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/buffer.h"
#include "base/names.h"
#include "profile/profile.h"

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
