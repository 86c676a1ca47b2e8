/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * What is written for pprof, read back by a reader of its own: each number in it refers to
 * something, and its values add up to the total of each event.
 */

#include <criterion/criterion.h>
#include <glob.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "support/run.h"
#include "support/temporary.h"

TestSuite(pprof, .timeout = 600);

enum { MOST_EVENTS = 2000 };

/* The bytes of a message that are not read yet. */
struct bytes {
    const unsigned char *at, *end;
};

/* A field: a number, or bytes. */
struct field {
    unsigned number;
    uint64_t value;
    struct bytes bytes;
};

/* What of a profile the tests are about. */
struct read_profile {
    size_t n_types, n_samples, n_texts, n_exact, n_base;
    int64_t sums[MOST_EVENTS];
    uint64_t largest_location, largest_function, largest_text, largest_mapping; /* referred to */
    size_t n_locations, n_functions, n_mappings;
    size_t exact_text, base_text; /* 0: there is none */
};

static uint64_t read_number(struct bytes *bytes)
{
    uint64_t number = 0;

    for (unsigned shift = 0;; shift += 7) {
        cr_assert(bytes->at < bytes->end && shift < 64);
        number |= (uint64_t)(*bytes->at & 0x7f) << shift;
        if ((*bytes->at++ & 0x80) == 0)
            return number;
    }
}

static bool next_field(struct bytes *message, struct field *field)
{
    if (message->at == message->end)
        return false;
    uint64_t key = read_number(message);
    *field = (struct field){.number = (unsigned)(key >> 3), .value = read_number(message)};
    if ((key & 7) == 0)
        return true;
    cr_assert_eq(key & 7, 2, "a kind of field that is not written");
    cr_assert(field->value <= (uint64_t)(message->end - message->at));
    field->bytes = (struct bytes){message->at, message->at + field->value};
    message->at += field->value;
    return true;
}

static void note_largest(uint64_t *largest, uint64_t number)
{
    if (number > *largest)
        *largest = number;
}

static void read_values(struct read_profile *profile, struct bytes values)
{
    size_t count = 0;

    while (values.at < values.end) {
        cr_assert(count < profile->n_types && count < MOST_EVENTS, "more values than types");
        profile->sums[count++] += (int64_t)read_number(&values);
    }
    cr_assert_eq(count, profile->n_types);
}

static void read_label(struct read_profile *profile, struct bytes label)
{
    struct field field;

    while (next_field(&label, &field)) {
        note_largest(&profile->largest_text, field.value);
        if (field.number == 2)
            profile->n_exact += field.value == profile->exact_text;
        if (field.number == 1)
            profile->n_base += profile->base_text != 0 && field.value == profile->base_text;
    }
}

static void read_sample(struct read_profile *profile, struct bytes sample)
{
    struct field field;
    bool has_stack = false, has_values = false, has_label = false;

    while (next_field(&sample, &field)) {
        if (field.number == 1)
            for (struct bytes stack = field.bytes; stack.at < stack.end; has_stack = true)
                note_largest(&profile->largest_location, read_number(&stack));
        else if (field.number == 2)
            read_values(profile, field.bytes);
        else
            read_label(profile, field.bytes);
        has_values |= field.number == 2;
        has_label |= field.number == 3;
    }
    cr_assert(has_stack && has_values && has_label);
    profile->n_samples++;
}

/* Ids run from 1. */
static void read_location(struct read_profile *profile, struct bytes location)
{
    struct field field, part;
    uint64_t id = 0;

    profile->n_locations++;
    while (next_field(&location, &field)) {
        if (field.number == 1)
            id = field.value;
        else if (field.number == 2)
            note_largest(&profile->largest_mapping, field.value);
        else
            while (next_field(&field.bytes, &part))
                if (part.number == 1)
                    note_largest(&profile->largest_function, part.value);
    }
    cr_assert_eq(id, profile->n_locations);
}

static void read_function(struct read_profile *profile, struct bytes function)
{
    struct field field;
    uint64_t id = 0;

    profile->n_functions++;
    while (next_field(&function, &field)) {
        if (field.number == 1)
            id = field.value;
        else
            note_largest(&profile->largest_text, field.value);
    }
    cr_assert_eq(id, profile->n_functions);
}

/* Labels are known by their texts, which come last. */
static void find_texts(struct read_profile *profile, struct bytes message)
{
    struct field field;
    size_t id = 0;

    while (next_field(&message, &field)) {
        size_t length = (size_t)(field.bytes.end - field.bytes.at);
        if (field.number != 6)
            continue;
        cr_assert(id != 0 || length == 0, "the first text is not empty");
        if (length == 5 && memcmp(field.bytes.at, "exact", 5) == 0)
            profile->exact_text = id;
        if (length == 11 && memcmp(field.bytes.at, "pprof::base", 11) == 0)
            profile->base_text = id;
        id++;
    }
    profile->n_texts = id;
}

static void read_message(struct read_profile *profile, struct bytes message)
{
    struct field field;

    *profile = (struct read_profile){0};
    find_texts(profile, message);
    while (next_field(&message, &field)) {
        if (field.number == 1)
            profile->n_types++;
        else if (field.number == 2)
            read_sample(profile, field.bytes);
        else if (field.number == 3)
            profile->n_mappings++;
        else if (field.number == 4)
            read_location(profile, field.bytes);
        else if (field.number == 5)
            read_function(profile, field.bytes);
    }
    cr_expect_leq(profile->largest_location, profile->n_locations);
    cr_expect_leq(profile->largest_function, profile->n_functions);
    cr_expect_leq(profile->largest_mapping, profile->n_mappings);
    cr_expect_lt(profile->largest_text, profile->n_texts);
}

/* What quern writes, decompressed. */
static void read_pprof(struct read_profile *profile, const char *options, const char *path)
{
    char command[1000], *quern = run_quern_path();

    snprintf(command, sizeof command,
             "'%s' --format=pprof %s '%s' 2>/dev/null | { gzip -dcf || exit 1; }", quern, options,
             path);
    struct run run = run_program("sh", (char *[]){"sh", "-c", command, NULL}, NULL);
    cr_assert_eq(run.status, 0, "%s: %s", command, run.err);
    const unsigned char *begin = (const unsigned char *)run.out;
    read_message(profile, (struct bytes){begin, begin + run.out_size});
    run_free(&run);
    free(quern);
}

/* The totals of all events but ratios, whose names have a '%': the rows of --list-events. */
static size_t find_totals(const char *path, int64_t totals[MOST_EVENTS])
{
    static const char *const options[] = {"--list-events", "--format=tsv", NULL};
    struct run run = run_quern(options, path);
    size_t count = 0;

    cr_assert_eq(run.status, 0, "%s: %s", path, run.err);
    char *line = strstr(run.out, "\r\n");
    while (line != NULL && line[2] != '\0' && count < MOST_EVENTS) {
        char *end = strstr(line + 2, "\r\n");
        *end = '\0';
        const char *total = strrchr(line + 2, '\t') + 1;
        if (memchr(line + 2, '%', strcspn(line + 2, "\t")) == NULL)
            totals[count++] = strtoll(total, NULL, 10);
        line = end;
        *end = '\r';
    }
    run_free(&run);
    return count;
}

static void check_sums(const char *options, const char *path)
{
    struct read_profile profile;
    int64_t totals[MOST_EVENTS] = {0};

    read_pprof(&profile, options, path);
    size_t count = find_totals(path, totals);
    cr_assert_leq(profile.n_types, count, "%s", path);
    for (size_t i = 0; i < profile.n_types; i++)
        cr_expect_eq(profile.sums[i], totals[i], "%s %s, event %zu: %" PRIi64, path, options, i,
                     profile.sums[i]);
}

Test(pprof, values_add_up_to_the_totals_of_any_profile)
{
    static const char *const list_events[] = {"--list-events", NULL};
    glob_t found;
    size_t n_checked = 0;

    run_need("pprof", "gzip");
    cr_assert(chdir(TESTDATA_DIR) == 0 && glob("*", 0, NULL, &found) == 0 &&
              glob("spec/*", GLOB_APPEND, NULL, &found) == 0 &&
              glob("damaged/*", GLOB_APPEND, NULL, &found) == 0);
    for (size_t i = 0; i < found.gl_pathc; i += run_stride()) {
        struct run run = run_quern(list_events, found.gl_pathv[i]);
        if (run.status == 0) {
            check_sums("", found.gl_pathv[i]);
            check_sums("--call-tree --bottom-up --percent-limit=5", found.gl_pathv[i]);
            n_checked++;
        }
        run_free(&run);
    }
    globfree(&found);
    cr_expect_gt(n_checked, 150 / run_stride());
}

/* All that main costs is known; 585 - 85 of what load does, and that itself, is not. */
Test(pprof, says_which_samples_are_exact)
{
    struct read_profile profile;

    run_need("pprof", "gzip");
    cr_assert(chdir(TESTDATA_DIR) == 0);
    read_pprof(&profile, "", "spec/paths");
    cr_expect_eq(profile.n_samples, 9);
    cr_expect_eq(profile.n_exact, 3, "main, batch and ui themselves");
    cr_expect_eq(profile.n_base, 0);
}

Test(pprof, takes_the_old_side_off)
{
    struct read_profile profile;

    run_need("pprof", "gzip");
    cr_assert(chdir(TESTDATA_DIR) == 0);
    read_pprof(&profile, "--diff=spec/paths-old", "spec/paths");
    cr_expect_eq(profile.sums[0], 610 - 515);
    cr_expect_eq(profile.n_samples, 18);
    cr_expect_eq(profile.n_base, 9);
}
