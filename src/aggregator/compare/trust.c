/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/compare/trust.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/buffer.h"
#include "base/error.h"
#include "base/map.h"
#include "base/number.h"
#include "profile/events.h"
#include "profile/profile.h"

struct trust {
    const struct trust_side *current, *old; /* old: NULL where nothing is compared */
    struct warnings *notes;                 /* of one name */
    struct arena arena;                     /* scratch memory for the texts of notes */
};

static bool find_file(const char *path, uint64_t *device, uint64_t *inode)
{
    struct stat status;

    if (strcmp(path, "-") == 0 || stat(path, &status) != 0 || !S_ISREG(status.st_mode))
        return false;
    *device = (uint64_t)status.st_dev;
    *inode = (uint64_t)status.st_ino;
    return true;
}

static void note_same(struct trust *trust)
{
    const struct profile *current = trust->current->profile, *old = trust->old->profile;
    struct map files = {0};
    uint64_t device, inode;
    const char *shared = NULL;

    for (size_t i = 0; i < old->n_inputs; i++)
        if (find_file(old->inputs[i].path, &device, &inode))
            map_add(&files, device, inode);
    for (size_t i = 0; i < current->n_inputs && shared == NULL; i++)
        if (find_file(current->inputs[i].path, &device, &inode) &&
            map_find(&files, device, inode) != NO_ID)
            shared = current->inputs[i].path;
    map_free(&files);
    if (shared != NULL)
        warnings_add(trust->notes, shared, 0, "is compared with itself");
}

/* The sum of more runs is larger for that alone. */
static void note_runs(struct trust *trust)
{
    size_t current = trust->current->profile->n_runs, old = trust->old->profile->n_runs;

    if (current != old)
        warnings_add(trust->notes, NULL, 0, "profiles compared: %zu new, %zu old", current, old);
}

/*
 * Appends a word of a command without directories, also after a '=', ':' or ',' in it:
 * "--in=/home/a/x.txt" is "--in=x.txt".
 */
static void append_word(struct buffer *command, struct text word)
{
    while (word.length > 1 && word.at[word.length - 1] == '/')
        word.length--;
    if (command->length != 0)
        buffer_append(command, TEXT(" "));
    size_t start = command->length;
    for (size_t i = 0; i < word.length; i++) {
        if (word.at[i] == '/')
            command->length = start;
        else
            buffer_append(command, (struct text){word.at + i, 1});
        if (strchr("=:,", word.at[i]) != NULL)
            start = command->length;
    }
}

/*
 * A command without directories, and what is compared of it: all but the end of the program's name,
 * from a '-', '_' or '.' on, since two builds are often called index-old and index-new.
 */
struct command {
    struct text whole, compared;
};

static struct command read_command(struct text text, struct arena *arena)
{
    struct buffer whole = {0}, compared = {0};
    struct text word;

    for (bool is_program = true; text_cut_word(&text, &word); is_program = false) {
        append_word(&whole, word);
        if (is_program) {
            struct text name = buffer_text(&whole);
            size_t length = 1;
            while (length < name.length && strchr("-_.", name.at[length]) == NULL)
                length++;
            name.length = length < name.length ? length : name.length;
            buffer_append(&compared, name);
        } else {
            append_word(&compared, word);
        }
    }
    return (struct command){buffer_keep(&whole, arena), buffer_keep(&compared, arena)};
}

/* Finds the command of all parts of a profile that say theirs. False where it is not one. */
static bool find_command(const struct profile *profile, struct command *command,
                         struct arena *arena)
{
    *command = (struct command){0};
    for (size_t i = 0; i < profile->n_parts; i++) {
        struct command read = read_command(profile->parts[i].command, arena);
        if (command->whole.length == 0)
            *command = read;
        if (read.whole.length != 0 && !text_equal(read.compared, command->compared))
            return false;
    }
    return command->whole.length != 0;
}

static void note_command(struct trust *trust)
{
    enum { MOST_BEFORE = 40 }; /* bytes that are the same, before the first that differs */
    struct command current, old;
    size_t same = 0;

    if (!find_command(trust->current->profile, &current, &trust->arena) ||
        !find_command(trust->old->profile, &old, &trust->arena) ||
        text_equal(current.compared, old.compared))
        return;
    struct text is = current.whole, was = old.whole;
    while (same < is.length && same < was.length && is.at[same] == was.at[same])
        same++;
    const char *left_out = same > MOST_BEFORE ? "... " : "";
    is = text_skip(is, same > MOST_BEFORE ? same - MOST_BEFORE : 0);
    was = text_skip(was, same > MOST_BEFORE ? same - MOST_BEFORE : 0);
    warnings_add(trust->notes, NULL, 0, "the command is '%s%.*s', was '%s%.*s'", left_out,
                 text_shown_length(is), is.at, left_out, text_shown_length(was), was.at);
}

/* Returns the names of recorded events that the other profile has not: "Dr, Dw and 3 more". */
static const char *events_without(const struct profile *profile, const struct profile *other,
                                  struct arena *arena)
{
    enum { MOST_NAMED = 3, NAME_SHOWN = 16, ROOM = 100 };
    char *list = arena_alloc(arena, ROOM);
    size_t count = 0, length = 0;

    list[0] = '\0';
    for (size_t i = 0; i < profile->events.n_recorded; i++) {
        struct text name = profile->events.list[i].name;
        if (events_find(&other->events, name) < other->events.n_recorded || count++ >= MOST_NAMED)
            continue;
        length += (size_t)snprintf(list + length, ROOM - length, "%s%.*s", count == 1 ? "" : ", ",
                                   text_cut_length(name, NAME_SHOWN), name.at);
    }
    if (count > MOST_NAMED)
        snprintf(list + length, ROOM - length, " and %zu more", count - MOST_NAMED);
    return list;
}

static void note_events(struct trust *trust)
{
    const struct profile *current = trust->current->profile, *old = trust->old->profile;
    const char *added = events_without(current, old, &trust->arena);
    const char *gone = events_without(old, current, &trust->arena);

    if (*added != '\0' && *gone != '\0')
        warnings_add(trust->notes, NULL, 0,
                     "the profile has no %s, the old one no %s: these count as 0 there", gone,
                     added);
    else if (*added != '\0')
        warnings_add(trust->notes, NULL, 0, "the old profile has no %s: counted as 0 there", added);
    else if (*gone != '\0')
        warnings_add(trust->notes, NULL, 0, "the profile has no %s: counted as 0 there", gone);
}

/* Work that only one side had to do is only in its total. */
static void note_labels(struct trust *trust)
{
    const struct profile *const sides[] = {trust->current->profile, trust->old->profile};
    struct names *labels[] = {names_create(), names_create()};
    struct text first = {0};
    size_t count = 0;

    for (size_t side = 0; side < ARRAY_LENGTH(sides); side++)
        for (size_t i = 0; i < sides[side]->n_parts; i++)
            if (!sides[side]->parts[i].is_left_out)
                names_add(labels[side], part_label(&sides[side]->parts[i]));
    for (size_t side = 0; side < ARRAY_LENGTH(sides); side++)
        for (uint32_t id = 0; id < names_count(labels[side]); id++)
            if (names_find(labels[!side], names_text(labels[side], id)) == NO_ID && count++ == 0)
                first = names_text(labels[side], id);
    if (count != 0)
        warnings_add(trust->notes, NULL, 0, "%zu label%s on one side only (first: '%.*s')", count,
                     count == 1 ? " is" : "s are", text_shown_length(first), first.at);
    names_free(labels[0]);
    names_free(labels[1]);
}

/* The parts of a run: dumps are numbered from 1 on, and so are threads. */
struct run_parts {
    const char *path;               /* of the dump with the smallest number */
    int64_t first_dump;             /* that number */
    size_t input;                   /* of one part */
    bool has_several;               /* its parts are of several inputs */
    bool is_numbered;               /* Callgrind wrote it, and all parts have a number */
    bool has_threads;               /* and one of their thread */
    int64_t last_dump, last_thread; /* the largest numbers */
    int64_t n_dumps, n_threads;     /* how many are there; of threads in what was written last */
};

/* Adds a number. Returns whether it was not there yet. */
static bool add_number(struct map *numbers, size_t run, int64_t number)
{
    size_t known = numbers->count;

    return map_add(numbers, run, (uint64_t)number) == known;
}

/* Says which numbers from 1 to the last one are not there. False where all are. */
static bool note_gap(struct trust *trust, const struct run_parts *run, const struct map *numbers,
                     size_t id, const char *what, int64_t last, int64_t count)
{
    int64_t first = 1;

    if (count == 0 || count == last)
        return false;
    while (map_find(numbers, id, (uint64_t)first) != NO_ID)
        first++;
    if (last == count + 1)
        warnings_add(trust->notes, run->path, 0, "its run lacks %s %" PRIi64, what, first);
    else
        warnings_add(trust->notes, run->path, 0,
                     "its run lacks %s %" PRIi64 ", and %" PRIi64 " more", what, first,
                     last - count - 1);
    return true;
}

static void add_dumps(struct run_parts *runs, const struct profile *profile, struct map *dumps)
{
    for (size_t i = 0; i < profile->n_parts; i++) {
        const struct part *part = &profile->parts[i];
        const struct profile_input *input = &profile->inputs[part->input];
        struct run_parts *run = &runs[input->run];
        if (run->path == NULL)
            *run = (struct run_parts){.first_dump = INT64_MAX,
                                      .input = part->input,
                                      .is_numbered =
                                          text_starts_with(input->creator, TEXT("callgrind-")),
                                      .has_threads = true};
        if (part->number < run->first_dump) {
            run->path = input->path;
            run->first_dump = part->number;
        }
        run->has_several |= part->input != run->input;
        run->is_numbered &= part->number >= 1;
        run->has_threads &= part->thread >= 1;
        run->last_dump = part->number > run->last_dump ? part->number : run->last_dump;
        run->last_thread = part->thread > run->last_thread ? part->thread : run->last_thread;
        run->n_dumps += add_number(dumps, input->run, part->number);
    }
}

/*
 * Adds the threads of what Callgrind writes when the program ends, which alone has them all: the
 * program can ask for dumps of one thread.
 */
static void add_threads(struct run_parts *runs, const struct profile *profile, struct map *threads)
{
    for (size_t i = 0; i < profile->n_parts; i++) {
        const struct part *part = &profile->parts[i];
        size_t id = profile->inputs[part->input].run;
        if (part->number == runs[id].last_dump &&
            text_starts_with(part->trigger, TEXT("Program termination")))
            runs[id].n_threads += add_number(threads, id, part->thread);
    }
}

/*
 * Looks at each run of a side until one lacks files. Who names a single file of a run may want that
 * alone.
 */
static void note_files_of(struct trust *trust, const struct trust_side *side)
{
    const struct profile *profile = side->profile;
    struct run_parts *runs = memory_alloc(profile->n_inputs, sizeof *runs);
    struct map dumps = {0}, threads = {0}; /* (run, number) */
    bool is_noted = side->is_partial;

    add_dumps(runs, profile, &dumps);
    add_threads(runs, profile, &threads);
    for (size_t i = 0; i < profile->n_inputs && !is_noted; i++) {
        const struct run_parts *run = &runs[i];
        if (!run->is_numbered || !(run->has_several || side->is_found))
            continue;
        is_noted = note_gap(trust, run, &dumps, i, "dump", run->last_dump, run->n_dumps) ||
                   (run->has_threads &&
                    note_gap(trust, run, &threads, i, "thread", run->last_thread, run->n_threads));
    }
    free(runs);
    map_free(&dumps);
    map_free(&threads);
}

static void note_files(struct trust *trust)
{
    note_files_of(trust, trust->current);
    if (trust->old != NULL && trust->notes->count == 0)
        note_files_of(trust, trust->old);
}

void trust_note(struct warnings *notes, const struct trust_side *current,
                const struct trust_side *old, bool is_compatible)
{
    static const struct {
        const char *name;
        void (*note)(struct trust *trust);
        bool is_compatible, is_of_one; /* also said as callgrind_annotate, or where nothing is
                                          compared */
    } kinds[] = {{"same", note_same, false, false},       {"runs", note_runs, true, false},
                 {"command", note_command, false, false}, {"events", note_events, false, false},
                 {"labels", note_labels, false, false},   {"files", note_files, false, true}};
    struct trust trust = {.current = current, .old = old};

    for (size_t i = 0; i < ARRAY_LENGTH(kinds); i++) {
        struct warnings found = {0};
        trust.notes = &found;
        if ((is_compatible && !kinds[i].is_compatible) || (old == NULL && !kinds[i].is_of_one))
            continue;
        kinds[i].note(&trust);
        found.first[0].name = kinds[i].name;
        warnings_append(notes, &found);
    }
    arena_free(&trust.arena);
}
