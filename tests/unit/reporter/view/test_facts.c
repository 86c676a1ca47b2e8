/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "reporter/report.h"
#include "reporter/view/input/view_input.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/array.h"
#include "profile/profile.h"

enum { MOST_PARTS = 20 };

/* A part of an input, which is of a run of the same number. */
struct test_part {
    int64_t number, thread;
    const char *command; /* NULL: none */
    bool is_left_out;
};

/* The notes of runs of one or two files each, in which these parts are, with commands. */
static void check_note(const struct test_part *list, size_t count, size_t n_files,
                       const char *expected)
{
    struct symbols symbols = symbols_create();
    struct profile profile;
    struct arena arena = {0};

    profile_init(&profile, &symbols, (struct keep){0});
    profile.n_runs = 1;
    for (size_t i = 0; i < n_files; i++)
        profile_add_input(&profile)->run_name = TEXT("run");
    for (size_t i = 0; i < count; i++) {
        struct part *part = profile_add_part(&profile);
        part->number = list[i].number;
        part->thread = list[i].thread;
        part->is_left_out = list[i].is_left_out;
        part->has_command = list[i].command != NULL;
        if (part->has_command)
            part->command = text_of(list[i].command);
    }
    struct run_list runs = run_list_make(&profile, true, &arena);
    cr_assert_eq(runs.count, 1);
    cr_expect(text_equal(runs.items[0].name, TEXT("run")));
    cr_expect(text_equal(runs.items[0].note, text_of(expected)), "expected '%s', got '%.*s'",
              expected, (int)runs.items[0].note.length, runs.items[0].note.at);
    const char *counts = strstr(expected, "; ") != NULL ? strrchr(expected, ';') + 2 : expected;
    bool has_counts = strspn(counts, "0123456789") != 0;
    cr_expect(text_equal(runs.items[0].contents, text_of(has_counts ? counts : "")));
    arena_free(&arena);
    profile_free(&profile);
    symbols_free(&symbols);
}

#define CHECK(n_files, expected, ...)                                                              \
    do {                                                                                           \
        const struct test_part list[] = {__VA_ARGS__};                                             \
        check_note(list, ARRAY_LENGTH(list), n_files, expected);                                   \
    } while (0)

Test(facts, says_what_a_run_is_made_of)
{
    CHECK(1, "", {-1, -1, NULL, false});
    CHECK(1, "./a", {3, 2, "./a", false});
    CHECK(2, "./a; 2 files, 2 threads", {1, 1, "./a", false}, {1, 2, "./a", false});
    CHECK(1, "3 parts", {1, -1, NULL, false}, {2, -1, NULL, false}, {3, -1, NULL, false});
    CHECK(2, "2 files, 2 threads, 2 parts", {2, 1, NULL, false}, {1, 1, NULL, false},
          {2, 2, NULL, false}, {1, 2, NULL, false});
    CHECK(1, "./a; ./b; 3 parts", {-1, -1, "./a", false}, {-1, -1, "./b", false},
          {-1, -1, "./a", false});
    CHECK(1, "2 parts", {1, -1, NULL, false}, {1, -1, NULL, false});
}
