/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "parser/runs.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/array.h"
#include "profile/profile.h"

enum { MOST_INPUTS = 5 };

/* An input and its first part. */
struct file {
    const char *path;
    int64_t pid, part, thread;
};

/* Numbers the runs of inputs and shows them as "RUN NAME", a line each. */
static void check_runs(const struct file *files, const char *expected)
{
    struct symbols symbols = symbols_create();
    struct profile profile;
    char found[300] = "";
    size_t length = 0;

    profile_init(&profile, &symbols, (struct keep){0});
    for (const struct file *file = files; file->path != NULL; file++) {
        profile_add_input(&profile)->path = file->path;
        struct part *part = profile_add_part(&profile);
        part->pid = file->pid;
        part->number = file->part;
        part->thread = file->thread;
        profile_add_part(&profile)->pid = 999; /* a later one says nothing */
    }
    profile_find_runs(&profile);
    for (size_t i = 0; i < profile.n_inputs; i++)
        length += (size_t)snprintf(found + length, sizeof found - length, "%u %.*s\n",
                                   profile.inputs[i].run, (int)profile.inputs[i].run_name.length,
                                   profile.inputs[i].run_name.at);
    cr_expect_str_eq(found, expected);
    profile_free(&profile);
    symbols_free(&symbols);
}

Test(runs, are_of_one_name_and_process)
{
    static const struct {
        struct file files[MOST_INPUTS + 1];
        const char *expected;
    } cases[] = {
        {{{"c.7.1-01", 7, 1, 1}, {"c.7-01", 7, 2, 1}, {"c.7-02", 7, 2, 2}},
         "0 c.7\n0 c.7\n0 c.7\n"},
        {{{"c.7", 7, 3, -1}, {"d/c.7.1", 7, 1, -1}, {"c.7.2", 7, 2, -1}, {"c.8.1", 8, 1, -1}},
         "0 c.7\n1 d/c.7.1\n0 c.7\n2 c.8.1\n"},
        {{{"c.7.1-01", 7, 1, 1}, {"c.7.1-02", 7, 1, 2}}, "0 c.7.1\n0 c.7.1\n"},
        {{{"c.1", 8, 1, -1}, {"c.2", 9, 2, -1}, {"c.3", 8, 3, -1}}, "0 c\n1 c.2\n0 c\n"},
        {{{"c-01", -1, 1, 1}, {"c-02", -1, 1, 2}, {"-", -1, -1, -1}}, "0 c-01\n1 c-02\n2 -\n"},
        {{{"c.7", 7, 1, -1}, {"c.7", 7, 1, -1}}, "0 c.7\n0 c.7\n"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++)
        check_runs(cases[i].files, cases[i].expected);
}

/* One run of many dumps, and as many runs of one. */
Test(runs, may_be_many)
{
    enum { N_INPUTS = 2000, PATH_ROOM = 24 };
    struct symbols symbols = symbols_create();
    struct profile profile;
    char(*paths)[PATH_ROOM] = calloc(2 * (size_t)N_INPUTS, sizeof *paths);

    cr_assert(paths);
    profile_init(&profile, &symbols, (struct keep){0});
    for (int i = 0; i < 2 * N_INPUTS; i++) {
        bool is_dump = i < N_INPUTS;
        snprintf(paths[i], sizeof *paths, is_dump ? "c.7.%d" : "d.%d", i);
        profile_add_input(&profile)->path = paths[i];
        struct part *part = profile_add_part(&profile);
        part->pid = is_dump ? 7 : i;
        part->number = is_dump ? i : 1;
    }
    profile_find_runs(&profile);
    cr_expect_eq(profile.n_runs, 1 + N_INPUTS);
    cr_expect(text_equal(profile.inputs[N_INPUTS - 1].run_name, TEXT("c.7")));
    cr_expect(text_equal(profile.inputs[2 * N_INPUTS - 1].run_name, TEXT("d.3999")));
    profile_free(&profile);
    symbols_free(&symbols);
    free(paths);
}
