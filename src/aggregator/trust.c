/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/trust.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/error.h"
#include "base/map.h"
#include "base/names.h"
#include "base/number.h"
#include "profile/events.h"
#include "profile/profile.h"

struct trust {
    const struct trust_side *fresh, *old; /* old: NULL where nothing is compared */
    struct warnings *notes;               /* of one name */
    struct arena arena;                   /* scratch memory for the texts of notes */
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
    const struct profile *fresh = trust->fresh->profile, *old = trust->old->profile;
    struct map files = {0};
    uint64_t device, inode;
    const char *shared = NULL;

    for (size_t i = 0; i < old->n_inputs; i++)
        if (find_file(old->inputs[i].path, &device, &inode))
            map_add(&files, device, inode);
    for (size_t i = 0; i < fresh->n_inputs && shared == NULL; i++)
        if (find_file(fresh->inputs[i].path, &device, &inode) &&
            map_find(&files, device, inode) != NO_ID)
            shared = fresh->inputs[i].path;
    map_free(&files);
    if (shared != NULL)
        warnings_add(trust->notes, shared, 0, "is compared with itself");
}

/* The sum of more runs is larger for that alone. */
static void note_runs(struct trust *trust)
{
    size_t fresh = trust->fresh->profile->n_runs, old = trust->old->profile->n_runs;

    if (fresh != old)
        warnings_add(trust->notes, NULL, 0, "profiles compared: %zu new, %zu old", fresh, old);
}

/*
 * Returns a word of a command without directories, also after a '=', ':' or ',' in it:
 * "--in=/home/a/x.txt" is "--in=x.txt".
 */
static struct text without_directories(struct text word, struct arena *arena)
{
    char *bare = arena_alloc(arena, word.length + 1);
    size_t length = 0, start = 0;

    while (word.length > 1 && word.at[word.length - 1] == '/')
        word.length--;
    for (size_t i = 0; i < word.length; i++) {
        char c = word.at[i];
        if (c == '/')
            length = start;
        else
            bare[length++] = c;
        if (c == '=' || c == ':' || c == ',')
            start = length;
    }
    return (struct text){bare, length};
}

/* A command without the directories of the program and of its arguments. */
struct command {
    struct text program, arguments, whole; /* words with a blank between them */
};

static struct command read_command(struct text text, struct arena *arena)
{
    char *whole = arena_alloc(arena, text.length + 1);
    size_t length = 0, program = 0;
    struct text word;

    while (text_cut_word(&text, &word)) {
        word = without_directories(word, arena);
        if (length != 0)
            whole[length++] = ' ';
        if (word.length != 0)
            memcpy(whole + length, word.at, word.length);
        length += word.length;
        if (program == 0)
            program = length;
    }
    return (struct command){{whole, program}, {whole + program, length - program}, {whole, length}};
}

static bool joins_words(char c)
{
    return c == '-' || c == '_' || c == '.';
}

/* Cuts the next word off a program's name, where index-old is of "index" and "old". */
static struct text cut_name_word(struct text *rest)
{
    size_t length = 0;

    while (rest->length != 0 && joins_words(rest->at[0]))
        *rest = text_skip(*rest, 1);
    while (length < rest->length && !joins_words(rest->at[length]))
        length++;
    struct text word = {rest->at, length};
    *rest = text_skip(*rest, length);
    return word;
}

/* Two builds that are compared are often called index-old and index-new, or index and index.2. */
static bool may_be_builds_of_one(struct text a, struct text b)
{
    struct text word, other;

    if (text_equal(a, b))
        return true;
    for (struct text left = a; (word = cut_name_word(&left)).length != 0;)
        for (struct text right = b; (other = cut_name_word(&right)).length != 0;)
            if (text_equal(word, other))
                return true;
    return false;
}

/* The different commands of a profile. */
struct commands {
    struct command *list; /* in the arena */
    size_t count;
};

/* As many commands or more are not compared, each with each: it takes too long. */
enum { MOST_COMMANDS = 100 };

static struct commands commands_of(const struct profile *profile, struct arena *arena)
{
    struct names *known = names_create();
    struct commands commands = {arena_alloc_array(arena, MOST_COMMANDS, sizeof *commands.list), 0};

    for (size_t i = 0; i < profile->n_parts && commands.count < MOST_COMMANDS; i++) {
        size_t n_known = names_count(known);
        struct text command = profile->parts[i].command;
        if (text_trim(command).length != 0 && names_add(known, command) == n_known)
            commands.list[commands.count++] = read_command(command, arena);
    }
    names_free(known);
    return commands;
}

/* Returns the first command that the others have none like; NULL where there is none. */
static const struct command *find_other(const struct commands *commands,
                                        const struct commands *others)
{
    for (size_t i = 0; i < commands->count; i++) {
        const struct command *command = &commands->list[i];
        bool is_there = false;
        for (size_t j = 0; j < others->count && !is_there; j++)
            is_there = text_equal(command->arguments, others->list[j].arguments) &&
                       may_be_builds_of_one(command->program, others->list[j].program);
        if (!is_there)
            return command;
    }
    return NULL;
}

/* Returns where a command is shown from, so that one sees in what it differs from another. */
static size_t shown_from(struct text command, struct text other)
{
    enum { LEAST_BEFORE = 20, MOST_BEFORE = 40 }; /* bytes that are the same */
    size_t same = 0, start = 0;

    while (same < command.length && same < other.length && command.at[same] == other.at[same])
        same++;
    for (size_t i = 0; i + LEAST_BEFORE < same; i++)
        if (command.at[i] == ' ')
            start = i + 1;
    return same - start > MOST_BEFORE ? same - MOST_BEFORE : start;
}

static void note_command(struct trust *trust)
{
    const struct commands fresh = commands_of(trust->fresh->profile, &trust->arena);
    const struct commands old = commands_of(trust->old->profile, &trust->arena);

    if (fresh.count == 0 || old.count == 0 || fresh.count == MOST_COMMANDS ||
        old.count == MOST_COMMANDS)
        return;
    const struct command *now = find_other(&fresh, &old), *before = find_other(&old, &fresh);
    if (now == NULL && before == NULL)
        return;
    struct text is = now != NULL ? now->whole : fresh.list[0].whole;
    struct text was = before != NULL ? before->whole : old.list[0].whole;
    size_t start = shown_from(is, was);
    const char *left_out = start == 0 ? "" : "... ";
    is = text_skip(is, start);
    was = text_skip(was, start);
    warnings_add(trust->notes, NULL, 0, "the command is '%s%.*s', was '%s%.*s'", left_out,
                 text_shown_length(is), is.at, left_out, text_shown_length(was), was.at);
}

static bool records(const struct profile *profile, struct text name)
{
    return events_find(&profile->events, name) < profile->events.n_recorded;
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
        if (records(other, name) || count++ >= MOST_NAMED)
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
    const struct profile *fresh = trust->fresh->profile, *old = trust->old->profile;
    const char *added = events_without(fresh, old, &trust->arena);
    const char *gone = events_without(old, fresh, &trust->arena);

    if (*added != '\0' && *gone != '\0')
        warnings_add(trust->notes, NULL, 0,
                     "the profile has no %s, the old one no %s: these count as 0 there", gone,
                     added);
    else if (*added != '\0')
        warnings_add(trust->notes, NULL, 0, "the old profile has no %s: counted as 0 there", added);
    else if (*gone != '\0')
        warnings_add(trust->notes, NULL, 0, "the profile has no %s: counted as 0 there", gone);
}

/* A part by its run and number, so that those of a run can be looked at together. */
struct numbered_part {
    uint32_t run;
    int64_t number, thread;
    size_t id;
};

static int compare_parts(const void *a, const void *b)
{
    const struct numbered_part *left = a, *right = b;

    if (left->run != right->run)
        return left->run < right->run ? -1 : 1;
    if (left->number != right->number)
        return left->number < right->number ? -1 : 1;
    if (left->thread != right->thread)
        return left->thread < right->thread ? -1 : 1;
    return (left->id > right->id) - (left->id < right->id);
}

/* The parts of one run, in the order of their numbers and threads. */
struct run_parts {
    const struct trust_side *side;
    const struct numbered_part *list;
    size_t count;
};

static const struct part *part_of(const struct run_parts *run, size_t i)
{
    return &run->side->profile->parts[run->list[i].id];
}

static const struct profile_input *input_of(const struct run_parts *run, size_t i)
{
    return &run->side->profile->inputs[part_of(run, i)->input];
}

/* Whether Callgrind wrote it, whose rules for numbers are known, and all parts have one. */
static bool is_numbered(const struct run_parts *run)
{
    return run->list[0].number >= 1 &&
           text_starts_with(input_of(run, 0)->creator, TEXT("callgrind-"));
}

/* Whether a part is of what Callgrind writes when the program ends, for all threads. */
static bool is_last(const struct run_parts *run, size_t i)
{
    return run->list[i].number == run->list[run->count - 1].number &&
           text_starts_with(part_of(run, i)->trigger, TEXT("Program termination"));
}

/* Which of the numbers from 1 on are not there. */
struct gap {
    int64_t seen, count; /* the last number that is there, and how many are */
    int64_t first;       /* the first that is not; 0 for none */
};

/* Adds a number, none of which is below those before. */
static void gap_add(struct gap *gap, int64_t number)
{
    if (number == gap->seen)
        return;
    if (gap->first == 0 && number != gap->seen + 1)
        gap->first = gap->seen + 1;
    gap->seen = number;
    gap->count++;
}

/* Finds which dumps of a run are not there. */
static struct gap missing_dumps(const struct run_parts *run)
{
    struct gap gap = {0};

    for (size_t i = 0; i < run->count; i++)
        gap_add(&gap, run->list[i].number);
    return gap;
}

/*
 * Finds which threads are missing in the last dump, which alone has them all: the program can ask
 * for others of one thread.
 */
static struct gap missing_threads(const struct run_parts *run)
{
    struct gap gap = {0};
    int64_t most = 0;

    for (size_t i = 0; i < run->count; i++) {
        int64_t thread = run->list[i].thread;
        if (thread < 1)
            return (struct gap){0};
        most = thread > most ? thread : most;
        if (is_last(run, i))
            gap_add(&gap, thread);
    }
    if (gap.count == 0)
        return gap;
    if (gap.first == 0 && gap.seen < most)
        gap.first = gap.seen + 1;
    gap.seen = most;
    return gap;
}

/* Who names a single file of a run may want that alone. */
static bool are_all_meant(const struct run_parts *run)
{
    bool has_several = false;

    for (size_t i = 1; i < run->count; i++)
        has_several = has_several || part_of(run, i)->input != part_of(run, 0)->input;
    return !run->side->is_partial && (has_several || run->side->is_found);
}

static void note_missing(struct trust *trust, const struct run_parts *run)
{
    const char *path = input_of(run, 0)->path, *what = "dump";
    struct gap gap = missing_dumps(run);

    if (gap.first == 0) {
        gap = missing_threads(run);
        what = "thread";
    }
    if (gap.first == 0 || !are_all_meant(run))
        return;
    if (gap.seen == gap.count + 1)
        warnings_add(trust->notes, path, 0, "its run lacks %s %" PRIi64, what, gap.first);
    else
        warnings_add(trust->notes, path, 0, "its run lacks %s %" PRIi64 ", and %" PRIi64 " more",
                     what, gap.first, gap.seen - gap.count - 1);
}

/* Looks at each run of a side until one lacks files. */
static void note_files_of(struct trust *trust, const struct trust_side *side)
{
    const struct profile *profile = side->profile;
    struct numbered_part *parts = memory_alloc(profile->n_parts, sizeof *parts);
    struct run_parts run = {.side = side};

    for (size_t i = 0; i < profile->n_parts; i++) {
        const struct part *part = &profile->parts[i];
        parts[i] = (struct numbered_part){.run = profile->inputs[part->input].run,
                                          .number = part->number,
                                          .thread = part->thread,
                                          .id = i};
    }
    ARRAY_SORT(parts, profile->n_parts, compare_parts);
    for (size_t i = 0; i < profile->n_parts && trust->notes->count == 0; i += run.count) {
        run.list = &parts[i];
        for (run.count = 1; i + run.count < profile->n_parts; run.count++)
            if (run.list[run.count].run != run.list[0].run)
                break;
        if (is_numbered(&run))
            note_missing(trust, &run);
    }
    free(parts);
}

static void note_files(struct trust *trust)
{
    note_files_of(trust, trust->fresh);
    if (trust->old != NULL)
        note_files_of(trust, trust->old);
}

void trust_note(struct warnings *notes, const struct trust_side *fresh,
                const struct trust_side *old, bool is_compatible)
{
    static const struct {
        const char *name;
        void (*note)(struct trust *trust);
        bool is_compatible, is_of_one; /* also said as callgrind_annotate, or where nothing is
                                          compared */
    } kinds[] = {{"same", note_same, false, false},
                 {"runs", note_runs, true, false},
                 {"command", note_command, false, false},
                 {"events", note_events, false, false},
                 {"files", note_files, false, true}};
    struct trust trust = {.fresh = fresh, .old = old};

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
