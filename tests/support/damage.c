/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Damages profiles and runs quern on what is left of them. No damage may crash it or take longer
 * than a few seconds; and since Callgrind states the total of what it writes, whatever changes the
 * sum of the costs in its profiles must bring a warning or an error.
 *
 * usage: damage each PROFILE...          cut at each byte, each byte changed; of large profiles
 *                                        2,000 bytes
 *        damage COUNT SEED PROFILE...    that many random mutants of all of them
 *
 * The mutant under way is the file "mutant" in the current directory, where it stays after a crash.
 * Where a warning is missing the mutant is kept as "missing-N", and the exit status is 1.
 */

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buffer.h"
#include "base/error.h"
#include "parser/read.h"
#include "profile/profile.h"

int quern_main(int argc, char **argv);

#define MUTANT "mutant"

enum {
    SMALL = 16 * 1024,   /* bytes of a profile of which each one is damaged */
    MOST_PLACES = 2000,  /* of others */
    MOST_SECONDS = 20,   /* for one mutant */
    MOST_EVENTS = 64,    /* whose sums are compared */
    LONGEST_PIECE = 200, /* that a mutation removes or repeats */
};

/* A generator whose numbers are the same everywhere: Marsaglia's xorshift64. */
static uint64_t next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

/* What quern reads from a file. */
struct reading {
    bool is_read, has_warnings;
    bool states_totals; /* Callgrind wrote it, which it ends with "totals:" */
    size_t n_parts;     /* a file that ends after one of them is a whole file */
    size_t n_events;
    char events[MOST_EVENTS][40];
    uint64_t sums[MOST_EVENTS]; /* modulo 2^64 */
};

/* A profile that is not damaged. */
struct whole {
    const char *path;
    struct text text;
    struct reading reading;
};

static void sum_up(const struct profile *profile, struct reading *reading)
{
    reading->n_events =
        profile->events.n_recorded < MOST_EVENTS ? profile->events.n_recorded : MOST_EVENTS;
    reading->states_totals =
        profile->n_inputs != 0 && text_starts_with(profile->inputs[0].creator, TEXT("callgrind"));
    reading->n_parts = profile->n_parts;
    for (size_t i = 0; i < reading->n_events; i++) {
        struct text name = profile->events.list[i].name;
        snprintf(reading->events[i], sizeof reading->events[i], "%.*s", (int)name.length, name.at);
        for (place_id id = 0; id < profile_n_places(profile); id++)
            reading->sums[i] += (uint64_t)costs_sum(
                &profile->ledgers[PLACES].costs, costs_row(&profile->ledgers[PLACES].costs, id), i);
    }
}

static struct reading read_mutant(void)
{
    struct text path = TEXT(MUTANT);
    const struct read_options options = {.n_jobs = 1};
    struct symbols symbols = symbols_create();
    struct arena arena = {0};
    struct warnings warnings = {0};
    struct error error = {0};
    struct profile profile;
    struct reading reading = {0};

    profile_init(&profile, &symbols,
                 (struct keep){.places = KEEP_SELF_AND_CALLS, .lines = KEEP_SELF_AND_CALLS});
    reading.is_read =
        read_profiles((struct text_list){&path, 1}, &options, &profile, &arena, &warnings, &error);
    reading.has_warnings = warnings.count != 0;
    if (reading.is_read)
        sum_up(&profile, &reading);
    profile_free(&profile);
    symbols_free(&symbols);
    arena_free(&arena);
    return reading;
}

/* Whether the mutant's sums differ, for the same events and parts, and nothing says so. */
static bool is_silent(const struct reading *whole, const struct reading *mutant)
{
    bool differs = false;

    if (!whole->states_totals || whole->has_warnings || !mutant->is_read || mutant->has_warnings ||
        mutant->n_events != whole->n_events || mutant->n_parts != whole->n_parts)
        return false;
    for (size_t i = 0; i < whole->n_events; i++) {
        if (strcmp(whole->events[i], mutant->events[i]) != 0)
            return false;
        differs |= whole->sums[i] != mutant->sums[i];
    }
    return differs;
}

/* Shows the mutant in one way or another; what is printed is of no interest. */
static void show_mutant(uint64_t number)
{
    enum { MOST_OPTIONS = 4 };
    static const char *const options[][MOST_OPTIONS] = {
        {"--auto=no", "--tree=both", "--threshold=100"},
        {"--inclusive=yes", "--auto=yes", "--context=1"},
        {"--top", "--format=json"},
        {"--by=line", "--format=csv"},
        {"--peek=.", "--format=markdown"},
        {"--format=callgrind"},
        {"--by=file", "--no-fold"},
        {"--list-events"},
    };
    const char *const *chosen = options[number % (sizeof options / sizeof *options)];
    char *argv[MOST_OPTIONS + 5] = {"quern", "-o", "/dev/null"};
    int argc = 3;

    for (int i = 0; i < MOST_OPTIONS && chosen[i] != NULL; i++)
        argv[argc++] = (char *)chosen[i];
    argv[argc++] = MUTANT;
    quern_main(argc, argv);
}

static struct text read_file(const char *path)
{
    struct buffer text = {0};
    char block[4096];
    size_t got;
    FILE *file = fopen(path, "r");

    if (file == NULL) {
        printf("damage: there is no %s\n", path);
        exit(2);
    }
    while ((got = fread(block, 1, sizeof block, file)) != 0)
        buffer_append(&text, (struct text){block, got});
    fclose(file);
    return buffer_text(&text);
}

static void write_file(const char *path, struct text text)
{
    FILE *file = fopen(path, "w");

    if (file == NULL ||
        (text.length != 0 && fwrite(text.at, 1, text.length, file) != text.length) ||
        fclose(file) != 0)
        abort();
}

/* One mutant of a profile; where a warning is missing it is kept. */
static void try(const struct whole *whole, struct text text, uint64_t *n_missing)
{
    alarm(MOST_SECONDS);
    write_file(MUTANT, text);
    struct reading reading = read_mutant();
    if (is_silent(&whole->reading, &reading)) {
        char kept[40];
        snprintf(kept, sizeof kept, "missing-%" PRIu64, ++*n_missing);
        write_file(kept, text);
        printf("%s: the sum of costs changes without a warning: see %s\n", whole->path, kept);
    }
    show_mutant(reading.sums[0] + text.length);
}

static struct whole read_whole(const char *path)
{
    struct whole whole = {.path = path, .text = read_file(path)};

    write_file(MUTANT, whole.text);
    whole.reading = read_mutant();
    return whole;
}

/* Cuts it everywhere, and changes each byte. */
static uint64_t damage_each(const char *path, uint64_t *random, uint64_t *n_missing)
{
    struct whole whole = read_whole(path);
    struct text text = whole.text;
    size_t step = text.length <= SMALL ? 1 : text.length / MOST_PLACES;
    uint64_t count = 0;

    for (size_t at = 0; at < text.length; at += step, count += 2) {
        char *byte = (char *)text.at + at, kept = *byte;
        try(&whole, (struct text){text.at, at}, n_missing);
        *byte = (char)(kept ^ 1 << next_random(random) % 8);
        try(&whole, text, n_missing);
        *byte = kept;
    }
    free((char *)text.at);
    return count;
}

/* The line at a place, with its newline. */
static struct text line_at(struct text text, size_t at)
{
    size_t begin = at, end = at;

    while (begin > 0 && text.at[begin - 1] != '\n')
        begin--;
    while (end < text.length && text.at[end] != '\n')
        end++;
    end += end < text.length;
    return (struct text){text.at + begin, end - begin};
}

static struct text before(struct text text, struct text part)
{
    return text_between(text.at, part.at);
}

static struct text after(struct text text, struct text part)
{
    return text_between(part.at + part.length, text.at + text.length);
}

static void append_all(struct buffer *out, const struct text *texts, size_t count)
{
    for (size_t i = 0; i < count; i++)
        buffer_append(out, texts[i]);
}
#define APPEND(out, ...)                                                                           \
    append_all(out, (const struct text[]){__VA_ARGS__},                                            \
               sizeof((const struct text[]){__VA_ARGS__}) / sizeof(struct text))

static struct text any_word(uint64_t *random)
{
    const struct text words[] = {
        TEXT("18446744073709551615"),
        TEXT("9223372036854775807"),
        TEXT("-1"),
        TEXT("4294967295"),
        TEXT("(1)"),
        TEXT("\n"),
        TEXT(" "),
        TEXT("calls=1 0\n"),
        TEXT("fn=(2)\n"),
        TEXT("* "),
        TEXT("0x"),
        TEXT("totals: 1\n"),
        TEXT("events: Ir\n"),
        TEXT("\0"),
        TEXT("'2"),
        TEXT("+"),
    };

    return words[next_random(random) % (sizeof words / sizeof *words)];
}

/* Puts a damaged copy of the text, which is not empty, into `out`. */
static void mutate(struct buffer *out, struct text text, uint64_t *random)
{
    size_t at = next_random(random) % text.length;
    struct text line = line_at(text, at), other = line_at(text, next_random(random) % text.length);
    struct text piece = {text.at + at, next_random(random) % LONGEST_PIECE};
    struct text word = any_word(random);
    char byte = (char)next_random(random);

    if (piece.length > text.length - at)
        piece.length = text.length - at;
    switch (next_random(random) % 8) {
    case 0: /* cut off */
        APPEND(out, before(text, piece));
        break;
    case 1: /* one byte is another one */
        piece.length = 1;
        APPEND(out, before(text, piece), (struct text){&byte, 1}, after(text, piece));
        break;
    case 2: /* a line is there twice */
        APPEND(out, before(text, line), line, line, after(text, line));
        break;
    case 3: /* a line is gone */
        APPEND(out, before(text, line), after(text, line));
        break;
    case 4: /* two lines change places */
        if (other.at < line.at) {
            struct text swapped = line;
            line = other;
            other = swapped;
        }
        if (other.at == line.at)
            APPEND(out, text);
        else
            APPEND(out, before(text, line), other, text_between(line.at + line.length, other.at),
                   line, after(text, other));
        break;
    case 5: /* a piece is gone */
        APPEND(out, before(text, piece), after(text, piece));
        break;
    case 6: /* a piece is there twice */
        APPEND(out, before(text, piece), piece, piece, after(text, piece));
        break;
    default: /* a word is put in */
        APPEND(out, before(text, (struct text){text.at + at, 0}), word,
               after(text, (struct text){text.at + at, 0}));
        break;
    }
}

static uint64_t damage_randomly(const char *path, uint64_t count, uint64_t *random,
                                uint64_t *n_missing)
{
    struct whole whole = read_whole(path);
    struct text text = whole.text;

    if (text.length == 0)
        return 0;
    for (uint64_t i = 0; i < count; i++) {
        struct buffer mutant = {0};
        mutate(&mutant, text, random);
        try(&whole, buffer_text(&mutant), n_missing);
        free(mutant.at);
    }
    free((char *)text.at);
    return count;
}

int main(int argc, char **argv)
{
    bool is_each = argc > 1 && strcmp(argv[1], "each") == 0;
    int first = is_each ? 2 : 3;
    uint64_t random = 88172645463325252U, count = 0, n_missing = 0;

    if (argc <= first) {
        puts("usage: damage each PROFILE... | damage COUNT SEED PROFILE...");
        return 2;
    }
    if (!is_each)
        random += strtoull(argv[2], NULL, 10);
    if (freopen("/dev/null", "w", stderr) == NULL)
        return 2;
    uint64_t share = strtoull(argv[1], NULL, 10) / (uint64_t)(argc - first) + 1;
    for (int i = first; i < argc; i++)
        count += is_each ? damage_each(argv[i], &random, &n_missing)
                         : damage_randomly(argv[i], share, &random, &n_missing);
    unlink(MUTANT);
    printf("%" PRIu64 " mutants of %d profiles, %" PRIu64 " times a warning was missing\n", count,
           argc - first, n_missing);
    return n_missing != 0;
}
