/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * What quern writes of several dumps and reads again has the same figures, and the same of them are
 * exact. QUERN_TREES is how many sets of dumps, QUERN_SEED where they begin.
 */

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "support/call_tree.h"
#include "support/run.h"
#include "support/temporary.h"

enum { DEFAULT_SETS = 320, MOST_DUMPS = 4 };

TestSuite(rewritten, .init = temporary_enter, .fini = temporary_leave, .timeout = 600);

static const char *const dumps[MOST_DUMPS] = {"dump.0", "dump.1", "dump.2", "dump.3"};

/* What one number says of all dumps of a set. */
static unsigned choose(uint64_t seed, unsigned what, unsigned below)
{
    return (unsigned)((seed * UINT64_C(0x9e3779b97f4a7c15) >> (what * 5 + 8)) % below);
}

/* Writes a dump of a process, which may be cut off, or lack levels although its names have some. */
static void write_dump(uint64_t seed, unsigned number)
{
    struct call_tree tree;

    call_tree_run(&tree, seed * MOST_DUMPS + number, 4 + choose(seed, number, 60));
    char *text = call_tree_profile(&tree);
    char *rest = strstr(text, "pid: 7\n");
    cr_assert(rest);
    if (choose(seed, number + 4, 5) == 0) {
        size_t length = strlen(rest);
        rest[length - length / 5] = '\0';
    }
    FILE *out = fopen(dumps[number], "w");
    cr_assert(out);
    fprintf(out, "# callgrind format\nversion: 1\ncreator: callgrind-3.19.0\npid: %u\n",
            choose(seed, 8, 3) == 0 ? number / 2 : 7);
    if (choose(seed, 9, 6) == 0 && number % 2 == 0)
        fputs("desc: Option: --mangle-names=no\n", out);
    fputs(rest + strlen("pid: 7\n"), out);
    cr_assert_eq(fclose(out), 0);
    free(text);
    call_tree_free(&tree);
}

static char *run(char *const arguments[])
{
    char *quern = run_quern_path();
    char *text = run_output(quern, arguments, NULL);

    free(quern);
    return text;
}

Test(rewritten, dumps_have_the_same_figures_and_marks)
{
    char *const views[] = {"--top", "--by=file", "--by=line", "--by=object"};
    uint64_t first = call_tree_setting("QUERN_SEED", 1);
    uint64_t count = call_tree_setting("QUERN_TREES", DEFAULT_SETS / run_stride());

    for (uint64_t seed = first; seed < first + count; seed++) {
        char *sets[MOST_DUMPS + 1] = {0};
        unsigned n_dumps = 2 + choose(seed, 10, MOST_DUMPS - 1);
        for (unsigned i = 0; i < n_dumps; i++) {
            write_dump(seed, i);
            sets[i] = (char *)dumps[i];
        }
        char *write[] = {
            "quern", "--format=callgrind", "-o", "written", sets[0], sets[1], sets[2], sets[3],
            NULL};
        free(run(write));
        for (size_t i = 0; i < ARRAY_LENGTH(views); i++) {
            char *of_dumps[] = {"quern", "--format=csv", views[i], sets[0],
                                sets[1], sets[2],        sets[3],  NULL};
            char *of_written[] = {"quern", "--format=csv", views[i], "written", NULL};
            char *expected = run(of_dumps), *found = run(of_written);
            cr_expect_str_eq(found, expected, "QUERN_SEED=%" PRIu64 " %s", seed, views[i]);
            free(expected);
            free(found);
        }
    }
}
