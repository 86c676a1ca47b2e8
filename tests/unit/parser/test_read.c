/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What several profiles say together. */

#include "parser/read.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "profile/profile.h"
#include "support/temporary.h"

TestSuite(read, .init = temporary_enter, .fini = temporary_leave);

enum { MOST_FILES = 3 };

/* Reads files of these headers, and gives how many runs they are and how many warnings there were.
 */
static void read_headers(const char *const headers[MOST_FILES], size_t *n_runs, size_t *n_warnings)
{
    static const struct text names[] = {{"c.7-01", 6}, {"c.7-02", 6}, {"c.7", 3}};
    const struct read_options options = {.n_jobs = 2};
    struct symbols symbols = symbols_create();
    struct profile profile;
    struct arena arena = {0};
    struct warnings warnings = {0};
    struct error error = {0};
    size_t count = 0;

    for (; count < MOST_FILES && headers[count] != NULL; count++) {
        char text[200];
        snprintf(text, sizeof text, "%sevents: Ir\nfl=a\nfn=f\n1 1\n", headers[count]);
        temporary_write(names[count].at, text);
    }
    profile_init(&profile, &symbols, (struct keep){.places = KEEP_SELF});
    cr_assert(read_profiles((struct text_list){names, count}, &options, &profile, &arena, &warnings,
                            &error),
              "%s", error.text);
    cr_expect_eq(profile.n_inputs, count);
    *n_runs = profile.n_runs;
    *n_warnings = warnings.count;
    profile_free(&profile);
    symbols_free(&symbols);
    arena_free(&arena);
}

#define PART(pid, part, thread) "pid: " pid "\npart: " part "\nthread: " thread "\n"

Test(read, numbers_runs_and_warns_of_what_is_there_twice)
{
    static const struct {
        const char *behaviour, *headers[MOST_FILES];
        size_t n_runs, n_warnings;
    } cases[] = {
        {"two threads of a run", {PART("7", "1", "1"), PART("7", "1", "2")}, 1, 0},
        {"another process", {PART("7", "1", "1"), PART("8", "1", "1")}, 2, 0},
        {"another part", {PART("7", "1", "1"), PART("7", "2", "2")}, 1, 0},
        {"a thread twice", {PART("7", "1", "1"), PART("7", "1", "1")}, 2, 1},
        {"nobody knows", {"", ""}, 2, 0},
        {"a whole run", {PART("7", "2", "1"), PART("7", "2", "2"), PART("7", "1", "1")}, 1, 0},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        size_t n_runs, n_warnings;
        read_headers(cases[i].headers, &n_runs, &n_warnings);
        cr_expect_eq(n_runs, cases[i].n_runs, "%s: %zu runs", cases[i].behaviour, n_runs);
        cr_expect_eq(n_warnings, cases[i].n_warnings, "%s: %zu warnings", cases[i].behaviour,
                     n_warnings);
    }
}
