/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/trust.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/error.h"
#include "base/index.h"
#include "base/names.h"
#include "profile/profile.h"

/* What notes are about. */
struct trust {
    const struct trust_side *fresh, *old; /* of a profile that is compared with none, old: NULL */
    struct warnings *notes;               /* of one name */
    struct arena arena;                   /* owns texts of notes until these are made */
};

/* Whether two sets of texts, with ids in two tables, differ; then sets one of each that tells. */
static bool sets_differ(const struct names *fresh, const struct names *old, struct text *of_fresh,
                        struct text *of_old)
{
    const struct names *const sets[] = {fresh, old};
    struct text *const told[] = {of_fresh, of_old};
    bool differ = false;

    if (names_count(fresh) == 0 || names_count(old) == 0)
        return false;
    for (size_t side = 0; side < 2; side++) {
        *told[side] = names_text(sets[side], 0);
        for (uint32_t i = (uint32_t)names_count(sets[side]); i-- > 0;)
            if (names_find(sets[1 - side], names_text(sets[side], i)) == NO_ID) {
                *told[side] = names_text(sets[side], i);
                differ = true;
            }
    }
    return differ;
}

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
    struct index files = {0};
    uint64_t device, inode;
    const char *shared = NULL;

    for (size_t i = 0; i < old->n_inputs; i++)
        if (find_file(old->inputs[i].path, &device, &inode))
            index_add(&files, device, inode);
    for (size_t i = 0; i < fresh->n_inputs && shared == NULL; i++)
        if (find_file(fresh->inputs[i].path, &device, &inode) &&
            index_find(&files, device, inode) != NO_ID)
            shared = fresh->inputs[i].path;
    index_free(&files);
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

/* What quern itself has written may be of any version of any profiler. */
static struct names *creators_of(const struct profile *profile)
{
    struct names *creators = names_create();

    for (size_t i = 0; i < profile->n_inputs; i++) {
        struct text creator = text_trim(profile->inputs[i].creator);
        if (creator.length != 0 && !text_starts_with(creator, TEXT("quern-")))
            names_add(creators, creator);
    }
    return creators;
}

static void note_versions(struct trust *trust)
{
    struct names *fresh = creators_of(trust->fresh->profile);
    struct names *old = creators_of(trust->old->profile);
    struct text now, before;

    if (sets_differ(fresh, old, &now, &before))
        warnings_add(trust->notes, NULL, 0,
                     "the old profile is of %.*s, not of %.*s as the new one",
                     text_shown_length(before), before.at, text_shown_length(now), now.at);
    names_free(fresh);
    names_free(old);
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
        bool is_shared = false;
        for (size_t j = 0; j < other->events.n_recorded && !is_shared; j++)
            is_shared = text_equal(name, other->events.list[j].name);
        if (is_shared || count++ >= MOST_NAMED)
            continue;
        int shown = name.length > NAME_SHOWN ? NAME_SHOWN : (int)name.length;
        length += (size_t)snprintf(list + length, ROOM - length, "%s%.*s", count == 1 ? "" : ", ",
                                   shown, name.at);
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

/* The notes, in the order of TRUST_NOTE_NAMES. */
static const struct {
    const char *name;
    void (*note)(struct trust *trust);
} kinds[] = {
    {"same", note_same},       {"runs", note_runs},     {"versions", note_versions},
    {"command", note_command}, {"events", note_events},
};

void trust_note(struct warnings *notes, const struct trust_side *fresh,
                const struct trust_side *old, unsigned silenced)
{
    struct trust trust = {.fresh = fresh, .old = old};

    for (size_t i = 0; i < ARRAY_LENGTH(kinds); i++) {
        struct warnings found = {0};
        trust.notes = &found;
        if (old == NULL || (silenced >> i & 1) != 0)
            continue;
        kinds[i].note(&trust);
        found.first[0].name = kinds[i].name;
        warnings_append(notes, &found, 0);
    }
    arena_free(&trust.arena);
}
