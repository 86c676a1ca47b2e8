/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/facts.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/buffer.h"
#include "base/names.h"
#include "profile/profile.h"

/* Holds numbers of parts or threads: as they come, then sorted and each once. */
struct numbers {
    int64_t *list; /* from the heap */
    size_t count, capacity;
};

/* Counts what a run is made of. */
struct contents {
    size_t n_files, n_parts;
    bool lacks_threads; /* some part has no thread: each part counts, whatever its number */
    struct numbers threads, parts;
    struct text_list commands; /* different ones */
};

static void add_number(struct numbers *numbers, int64_t number)
{
    bool is_last = numbers->count != 0 && numbers->list[numbers->count - 1] == number;

    if (number < 0 || is_last)
        return;
    ARRAY_ADD(numbers->list, numbers->count, numbers->capacity, number);
}

static int compare_numbers(const void *a, const void *b)
{
    int64_t left = *(const int64_t *)a, right = *(const int64_t *)b;

    return (left > right) - (left < right);
}

/* Sorts the numbers and removes duplicates. */
static void sort_numbers(struct numbers *numbers)
{
    size_t count = 0;

    if (numbers->count == 0)
        return;
    ARRAY_SORT(numbers->list, numbers->count, compare_numbers);
    for (size_t i = 0; i < numbers->count; i++)
        if (i == 0 || numbers->list[i] != numbers->list[i - 1])
            numbers->list[count++] = numbers->list[i];
    numbers->count = count;
}

/* Gathers the contents of all parts that were read, by run. */
static struct contents *gather_contents(const struct profile *profile, struct arena *arena)
{
    struct contents *contents = memory_alloc(profile->n_runs, sizeof *contents);
    struct names *commands = names_create();
    struct map known = {0}; /* (run, command) */

    for (size_t i = 0; i < profile->n_inputs; i++)
        contents[profile->inputs[i].run].n_files++;
    for (size_t i = 0; i < profile->n_parts; i++) {
        const struct part *part = &profile->parts[i];
        uint32_t run = profile->inputs[part->input].run;
        size_t n_known = known.count;
        if (part->is_left_out)
            continue;
        contents[run].n_parts++;
        contents[run].lacks_threads = contents[run].lacks_threads || part->thread < 0;
        add_number(&contents[run].threads, part->thread);
        add_number(&contents[run].parts, part->number);
        if (part->has_command &&
            map_add(&known, run, names_add(commands, part->command)) == n_known)
            arena_append_text(arena, &contents[run].commands, part->command);
    }
    names_free(commands);
    map_free(&known);
    return contents;
}

static void append_count(struct buffer *note, size_t count, const char *things)
{
    buffer_print(note, "%s%zu %s", note->length != 0 ? ", " : "", count, things);
}

/* Limits the ranges that are listed. */
enum { MOST_RANGES = 8 };

/* Appends the numbers as --part takes them, ": 2,4-7", unless they are all from 1 on. */
static void append_ranges(struct buffer *note, const struct numbers *numbers)
{
    const int64_t *list = numbers->list;
    size_t count = numbers->count, n_ranges = 0, next;

    if (list[0] == 1 && list[count - 1] == (int64_t)count)
        return;
    for (size_t i = 0; i < count; i = next) {
        next = i + 1;
        while (next < count && list[next] == list[next - 1] + 1)
            next++;
        if (n_ranges++ == MOST_RANGES) {
            buffer_append(note, TEXT("..."));
            return;
        }
        buffer_print(note, "%s%" PRIi64, i == 0 ? ": " : ",", list[i]);
        if (next - i > 1)
            buffer_print(note, "-%" PRIi64, list[next - 1]);
    }
}

/* Returns "6 files, 4 threads, 2 parts: 3-4", without those of which there is one. */
static struct text contents_text(struct contents *contents, struct arena *arena)
{
    struct buffer counts = {0};

    sort_numbers(&contents->threads);
    sort_numbers(&contents->parts);
    size_t n_parts = contents->lacks_threads ? contents->n_parts : contents->parts.count;
    if (contents->n_files > 1)
        append_count(&counts, contents->n_files, "files");
    if (contents->threads.count > 1) {
        append_count(&counts, contents->threads.count, "threads");
        append_ranges(&counts, &contents->threads);
    }
    if (n_parts > 1)
        append_count(&counts, n_parts, "parts");
    if (n_parts > 1 && n_parts == contents->parts.count)
        append_ranges(&counts, &contents->parts);
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
    for (size_t i = 0; i < profile->n_runs; i++) {
        free(contents[i].threads.list);
        free(contents[i].parts.list);
    }
    free(contents);
    return (struct run_list){runs, profile->n_runs};
}
