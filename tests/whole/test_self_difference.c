/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A profile compared with itself: no path of it changed, whatever its functions are called. */

#include <criterion/criterion.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "support/run.h"

TestSuite(self_difference, .timeout = 600);

enum { PATH_SIZE = 200, MOST_WORDS = 8 };

static const char *const trees[][4] = {{"--call-tree", NULL},
                                       {"--call-tree", "--bottom-up", NULL},
                                       {"--call-tree", "--no-fold", NULL}};

static struct run compare(size_t tree, const char *format, const char *path)
{
    char old[PATH_SIZE];
    const char *options[MOST_WORDS] = {old, format, "--percent-limit=0.1"};

    snprintf(old, sizeof old, "--diff=%s", path);
    for (size_t i = 0; trees[tree][i] != NULL; i++)
        options[3 + i] = trees[tree][i];
    return run_quern(options, path);
}

/* CSV has the heading alone. */
static void check_tree(size_t tree, const char *path)
{
    struct run run = compare(tree, "--format=csv", path);

    cr_assert_eq(run.status, 0, "%s: %s", path, run.err);
    const char *end = strstr(run.out, "\r\n");
    cr_assert(end != NULL, "%s: %s", path, run.out);
    cr_expect(end[2] == '\0', "%s, tree %zu: %.300s", path, tree, end + 2);
    run_free(&run);
}

/* Each line ends in the old cost and the new one. */
static void check_stacks(size_t tree, const char *path)
{
    struct run run = compare(tree, "--format=folded", path);
    char *rest;

    cr_assert_eq(run.status, 0, "%s: %s", path, run.err);
    for (char *line = strtok_r(run.out, "\n", &rest); line != NULL;
         line = strtok_r(NULL, "\n", &rest)) {
        char *current = strrchr(line, ' ');
        cr_assert(current != NULL, "%s: %s", path, line);
        *current = '\0';
        char *old = strrchr(line, ' ');
        cr_expect(old != NULL && strcmp(old + 1, current + 1) == 0, "%s, tree %zu: %.300s %s", path,
                  tree, line, current + 1);
    }
    run_free(&run);
}

Test(self_difference, has_no_changed_path)
{
    glob_t found;
    size_t n_checked = 0;

    run_leave_to_plain_builds();
    cr_assert(chdir(TESTDATA_DIR) == 0 && glob("*", GLOB_MARK, NULL, &found) == 0 &&
              glob("spec/*", GLOB_APPEND | GLOB_MARK, NULL, &found) == 0);
    for (size_t i = 0; i < found.gl_pathc; i += run_stride()) {
        if (strchr(found.gl_pathv[i], '\0')[-1] == '/')
            continue;
        struct run events = run_quern(OPTIONS("--list-events"), found.gl_pathv[i]);
        bool is_profile = events.status == 0;
        run_free(&events);
        for (size_t tree = 0; is_profile && tree < ARRAY_LENGTH(trees); tree++) {
            check_tree(tree, found.gl_pathv[i]);
            check_stacks(tree, found.gl_pathv[i]);
        }
        n_checked += is_profile;
    }
    globfree(&found);
    cr_expect_gt(n_checked, 150 / run_stride());
}
