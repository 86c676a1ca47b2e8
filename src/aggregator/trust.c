/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/trust.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "aggregator/program.h"
#include "base/arena.h"
#include "base/array.h"
#include "base/error.h"
#include "base/index.h"
#include "base/names.h"
#include "base/number.h"
#include "profile/events.h"
#include "profile/name_pieces.h"
#include "profile/profile.h"

/* What notes are about. */
struct trust {
    const struct trust_side *fresh, *old; /* of a profile that is compared with none, old: NULL */
    struct warnings *notes;               /* of one name */
    struct arena arena;                   /* owns texts of notes until these are made */
};

/* Returns a text of the set that the other lacks, and sets `*differ`; else the first, or none. */
static struct text text_that_tells(const struct names *set, const struct names *other, bool *differ)
{
    for (uint32_t i = 0; i < names_count(set); i++)
        if (names_find(other, names_text(set, i)) == NO_ID) {
            *differ = true;
            return names_text(set, i);
        }
    return names_count(set) != 0 ? names_text(set, 0) : (struct text){NULL, 0};
}

/*
 * Whether two sets of texts, with ids in two tables, differ; sets one of each that tells. Where one
 * is empty it is not known, and they do not.
 */
static bool sets_differ(const struct names *fresh, const struct names *old, struct text *of_fresh,
                        struct text *of_old)
{
    bool differ = false;

    *of_fresh = text_that_tells(fresh, old, &differ);
    *of_old = text_that_tells(old, fresh, &differ);
    return differ && names_count(fresh) != 0 && names_count(old) != 0;
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

/* Returns whether a profile records an event, and sets its column. */
static bool records(const struct profile *profile, struct text name, size_t *column)
{
    *column = events_find(&profile->events, name);
    return *column < profile->events.n_recorded;
}

/* Returns the names of recorded events that the other profile has not: "Dr, Dw and 3 more". */
static const char *events_without(const struct profile *profile, const struct profile *other,
                                  struct arena *arena)
{
    enum { MOST_NAMED = 3, NAME_SHOWN = 16, ROOM = 100 };
    char *list = arena_alloc(arena, ROOM);
    size_t count = 0, length = 0, column;

    list[0] = '\0';
    for (size_t i = 0; i < profile->events.n_recorded; i++) {
        struct text name = profile->events.list[i].name;
        if (records(other, name, &column) || count++ >= MOST_NAMED)
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

/* Returns what the profile's parts say of a cache, as "32768 B, 64 B, 8-way associative". */
static struct names *geometries_of(const struct profile *profile, struct text cache)
{
    struct names *geometries = names_create();

    for (size_t i = 0; i < profile->n_descriptions; i++) {
        struct text value = profile->descriptions[i], key;
        if (!text_cut(&value, ':', &key) || !text_equal(key, cache))
            continue;
        value = text_trim(value);
        if (value.length != 0) /* it was simulated */
            names_add(geometries, value);
    }
    return geometries;
}

static void note_cache(struct trust *trust)
{
    static const struct text caches[] = {{"I1 cache", 8}, {"D1 cache", 8}, {"LL cache", 8}};
    bool is_noted = false;

    for (size_t i = 0; i < ARRAY_LENGTH(caches) && !is_noted; i++) {
        struct names *fresh = geometries_of(trust->fresh->profile, caches[i]);
        struct names *old = geometries_of(trust->old->profile, caches[i]);
        struct text now, before;
        is_noted = sets_differ(fresh, old, &now, &before);
        if (is_noted)
            warnings_add(trust->notes, NULL, 0, "the %s was %.*s, and is %.*s now", caches[i].at,
                         text_shown_length(before), before.at, text_shown_length(now), now.at);
        names_free(fresh);
        names_free(old);
    }
}

/* Returns a place's own Ir. */
static int64_t instructions_at(const struct profile *profile, place_id place)
{
    const struct costs *costs = &profile->by_place.self;
    size_t column;

    return records(profile, TEXT("Ir"), &column) ? costs_sum(costs, costs_row(costs, place), column)
                                                 : 0;
}

/* What glibc's dynamic linker did before the program started. */
struct loading {
    object_id linker;    /* NO_ID where it is not known */
    int64_t start;       /* Ir of its own start, which depends on the linker alone, */
    int64_t environment; /* and of reading the names of the variables that are set */
};

/*
 * The linker compares the name of each variable with those of its own settings, and does not look
 * at the values of others: numbers of processes and paths in them change nothing.
 */
static struct loading loading_of(const struct profile *profile)
{
    const struct names *names = profile->symbols.functions;
    symbol_id start = names_find(names, TEXT("_dl_start"));
    const symbol_id readers[] = {names_find(names, TEXT("__tunables_init")),
                                 names_find(names, TEXT("__GI___tunables_init"))};
    struct loading loading = {.linker = NO_ID};

    for (place_id id = 0; start != NO_ID && id < profile_n_places(profile); id++) {
        struct function function = profile_function(profile, profile_place(profile, id).function);
        if (function.symbol != start)
            continue;
        loading.linker = function.object;
        (void)add_saturated(&loading.start, instructions_at(profile, id));
    }
    for (place_id id = 0; loading.linker != NO_ID && id < profile_n_places(profile); id++) {
        struct function function = profile_function(profile, profile_place(profile, id).function);
        bool reads = function.symbol == readers[0] || function.symbol == readers[1];
        if (reads && function.object == loading.linker)
            (void)add_saturated(&loading.environment, instructions_at(profile, id));
    }
    return loading;
}

/* Of another linker all costs are others: its start tells. */
static void note_environment(struct trust *trust)
{
    struct loading now = loading_of(trust->fresh->profile), old = loading_of(trust->old->profile);

    if (trust->fresh->profile->n_runs != trust->old->profile->n_runs || now.start == 0 ||
        now.start != old.start || now.environment == 0 || old.environment == 0 ||
        now.environment == old.environment)
        return;
    warnings_add(trust->notes, NULL, 0,
                 "reading the environment cost %" PRIi64 " Ir, was %" PRIi64 ": it is another",
                 now.environment, old.environment);
}

_Static_assert(N_PROCESSORS <= 64, "a set of them has a bit for each");

/* A function of the C library, with the variants that each side ran. */
struct variants {
    uint64_t fresh, old;     /* sets of processors, a bit for each */
    struct text now, before; /* the name of one of each */
};

struct variant_list {
    struct names *functions;
    struct variants *list; /* by id of a function's name; from the heap */
    size_t count, capacity;
};

static void add_variants(const struct profile *profile, bool is_old, struct variant_list *all)
{
    for (function_id id = 0; id < profile_n_functions(profile); id++) {
        struct text name =
            names_text(profile->symbols.functions, profile_function(profile, id).symbol);
        struct text function;
        size_t processor;
        if (!name_is_variant(name, &function, &processor) || processor == N_PROCESSORS)
            continue;
        ARRAY_GROW(all->list, all->count, all->capacity);
        uint32_t variant = names_add(all->functions, function);
        if (variant == all->count)
            all->list[all->count++] = (struct variants){0};
        struct variants *variants = &all->list[variant];
        *(is_old ? &variants->old : &variants->fresh) |= UINT64_C(1) << processor;
        *(is_old ? &variants->before : &variants->now) = name;
    }
}

/* Runs of one program on one processor have variants in common. */
static void note_libc(struct trust *trust)
{
    struct variant_list all = {.functions = names_create()};
    const struct variants *first = NULL;
    size_t n_others = 0;

    add_variants(trust->fresh->profile, false, &all);
    add_variants(trust->old->profile, true, &all);
    for (size_t i = 0; i < all.count; i++) {
        const struct variants *variants = &all.list[i];
        bool differ =
            variants->fresh != 0 && variants->old != 0 && (variants->fresh & variants->old) == 0;
        n_others += differ && first != NULL;
        if (differ && first == NULL)
            first = variants;
    }
    if (first != NULL && n_others == 0)
        warnings_add(trust->notes, NULL, 0,
                     "the C library chose %.*s, before %.*s, as for another processor",
                     text_shown_length(first->now), first->now.at, text_shown_length(first->before),
                     first->before.at);
    else if (first != NULL)
        warnings_add(trust->notes, NULL, 0,
                     "the C library chose %.*s, before %.*s, and %zu more so, as for another "
                     "processor",
                     text_shown_length(first->now), first->now.at, text_shown_length(first->before),
                     first->before.at, n_others);
    names_free(all.functions);
    free(all.list);
}

/* Whether code that runs before main() and after it was collected. */
static bool is_collected_around_main(const struct profile *profile)
{
    symbol_id symbol = names_find(profile->symbols.functions, TEXT("(below main)"));

    for (place_id id = 0; symbol != NO_ID && id < profile_n_places(profile); id++)
        if (profile_function(profile, profile_place(profile, id).function).symbol == symbol &&
            instructions_at(profile, id) > 0)
            return true;
    return false;
}

/* Returns how often pthread_create() was called; -1 where that may not have been collected. */
static int64_t threads_started(const struct profile *profile)
{
    static const struct text start = {"pthread_create", 14};
    const struct call_table *calls = &profile->by_place.calls;
    int64_t count = 0;

    for (size_t i = 0; i < calls->pairs.count; i++) {
        function_id callee = call_table_arc(calls, i).callee;
        struct text name =
            names_text(profile->symbols.functions, profile_function(profile, callee).symbol);
        bool has_start = text_starts_with(name, start);
        if (has_start && (name.length == start.length || name.at[start.length] == '@'))
            (void)add_saturated(&count, calls->counts[i]);
    }
    return count > 0 || is_collected_around_main(profile) ? count : -1;
}

/*
 * The threads that have files say less: Valgrind gives the number of a thread that has ended to the
 * next one, so that equal runs have files of more threads or of fewer.
 */
static void note_threads(struct trust *trust)
{
    const struct trust_side *fresh = trust->fresh, *old = trust->old;
    int64_t now = threads_started(fresh->profile), before = threads_started(old->profile);

    if (now < 0 || before < 0 || now == before || fresh->is_partial || old->is_partial ||
        fresh->profile->n_runs != old->profile->n_runs)
        return;
    warnings_add(trust->notes, NULL, 0, "threads started: %" PRIi64 ", before %" PRIi64, now,
                 before);
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

/* Reads "Basic block 0 - 31375". */
static bool read_time_range(struct text range, uint64_t *begin, uint64_t *end)
{
    static const struct text start = {"Basic block ", 12}, separator = {" - ", 3};
    const char *at;

    if (!text_starts_with(range, start))
        return false;
    range = text_skip(range, start.length);
    if (read_number(range.at, &at, begin) != NUMBER_OK)
        return false;
    range = text_between(at, text_end(range));
    if (!text_starts_with(range, separator))
        return false;
    range = text_skip(range, separator.length);
    return read_number(range.at, &at, end) == NUMBER_OK && at == text_end(range) && *begin <= *end;
}

/*
 * Adds up the blocks of code that ran during a run, whatever its threads, and the instructions that
 * were collected in them. False where that is not known.
 */
static bool add_up_run(const struct run_parts *run, uint64_t *n_blocks, int64_t *n_instructions)
{
    const struct profile *profile = run->side->profile;
    uint64_t begin, end, counted = 0;
    size_t column;

    *n_blocks = 0;
    *n_instructions = 0;
    if (!records(profile, TEXT("Ir"), &column))
        return false;
    for (size_t i = 0; i < run->count; i++) {
        size_t id = run->list[i].id;
        const int64_t *totals = costs_row(&profile->part_totals, id);
        if (!costs_is_given(totals, column) ||
            !read_time_range(part_of(run, i)->time_range, &begin, &end))
            return false;
        begin = begin < counted ? counted : begin;
        if (end > begin) {
            *n_blocks += end - begin;
            counted = end;
        }
        (void)add_saturated(n_instructions, program_of_part(profile, id, column).sum);
    }
    return true;
}

/*
 * Fewer instructions than this are not worth a measurement, though a small function may be all that
 * is to be measured: one that is empty has 5 without optimization, and switching collection on and
 * off in the program takes 11.
 */
enum { LEAST_INSTRUCTIONS = 20 };

/* Of a run that is here from beginning to end: otherwise the rest may have been collected. */
static void note_collected(struct trust *trust, const struct run_parts *run)
{
    const char *path = input_of(run, 0)->path;
    uint64_t n_blocks;
    int64_t n_instructions;

    if (run->side->is_partial || missing_dumps(run).first != 0 || !is_last(run, run->count - 1) ||
        missing_threads(run).first != 0 || !add_up_run(run, &n_blocks, &n_instructions) ||
        n_instructions < 0 || n_instructions >= LEAST_INSTRUCTIONS)
        return;
    if (n_instructions == 0 && n_blocks == 0)
        warnings_add(trust->notes, path, 0,
                     "nothing was collected, since instrumentation was never on: see "
                     "--instr-atstart=no of Callgrind");
    else if (n_instructions == 0)
        warnings_add(trust->notes, path, 0,
                     "nothing was collected of %" PRIu64 " block%s of code that ran: see "
                     "--toggle-collect and --collect-atstart=no of Callgrind",
                     n_blocks, n_blocks == 1 ? "" : "s");
    else if ((uint64_t)n_instructions < n_blocks)
        warnings_add(trust->notes, path, 0,
                     "only %" PRIi64 " Ir were collected of %" PRIu64 " blocks of code that ran: "
                     "see --toggle-collect and --collect-atstart=no of Callgrind",
                     n_instructions, n_blocks);
}

/* Looks at each run of a side, unless there is a note already. */
static void note_runs_of(struct trust *trust, const struct trust_side *side,
                         void (*note)(struct trust *trust, const struct run_parts *run))
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
            note(trust, &run);
    }
    free(parts);
}

/* The notes, in the order of TRUST_NOTE_NAMES: those of two sides, then those of each side. */
static const struct {
    const char *name;
    void (*of_sides)(struct trust *trust);
    void (*of_run)(struct trust *trust, const struct run_parts *run);
} kinds[] = {
    {"same", note_same, NULL},
    {"runs", note_runs, NULL},
    {"versions", note_versions, NULL},
    {"command", note_command, NULL},
    {"events", note_events, NULL},
    {"cache", note_cache, NULL},
    {"environment", note_environment, NULL},
    {"libc", note_libc, NULL},
    {"threads", note_threads, NULL},
    {"collected", NULL, note_collected},
    {"files", NULL, note_missing},
};

void trust_note(struct warnings *notes, const struct trust_side *fresh,
                const struct trust_side *old, unsigned silenced)
{
    struct trust trust = {.fresh = fresh, .old = old};

    for (size_t i = 0; i < ARRAY_LENGTH(kinds); i++) {
        struct warnings found = {0};
        trust.notes = &found;
        if ((silenced >> i & 1) != 0)
            continue;
        if (kinds[i].of_sides != NULL && old != NULL)
            kinds[i].of_sides(&trust);
        if (kinds[i].of_run != NULL)
            note_runs_of(&trust, fresh, kinds[i].of_run);
        if (kinds[i].of_run != NULL && old != NULL)
            note_runs_of(&trust, old, kinds[i].of_run);
        found.first[0].name = kinds[i].name;
        warnings_append(notes, &found);
    }
    arena_free(&trust.arena);
}
