/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Damaged copies of the profiles of testdata: tests/support/damage.c says what must hold of them.
 * There are twice as many of them where tests are thorough, and ten times where they are
 * exhaustive.
 */

#include <criterion/criterion.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/run.h"
#include "support/temporary.h"

TestSuite(damage, .init = temporary_enter, .fini = temporary_leave, .timeout = 1800);

static void check_folder(const char *folder, unsigned n_mutants, char *seed)
{
    char count_word[20];
    glob_t found;

    cr_assert(glob(folder, GLOB_MARK, NULL, &found) == 0, "nothing is in %s", folder);
    char **arguments = calloc(found.gl_pathc + 4, sizeof(*arguments));
    size_t count = 0;
    arguments[count++] = "damage";
    unsigned times = run_is_thorough() ? 10 : 1;
    snprintf(count_word, sizeof(count_word), "%u", times * n_mutants);
    arguments[count++] = count_word;
    arguments[count++] = seed;
    for (size_t i = 0; i < found.gl_pathc; i++) {
        char *path = found.gl_pathv[i];
        if (path[strlen(path) - 1] != '/' && !strstr(path, ".md") && !strstr(path, ".png"))
            arguments[count++] = path;
    }
    struct run run = run_program(DAMAGE_BINARY, arguments, NULL);
    cr_expect_eq(run.status, 0, "%s: status %d: %s", folder, run.status, run.out);
    run_free(&run);
    free(arguments);
    globfree(&found);
}

Test(damage, of_real_profiles)
{
    check_folder(TESTDATA_DIR "/*", 1000, "1");
}

Test(damage, of_small_profiles)
{
    check_folder(TESTDATA_DIR "/spec/*", 700, "2");
}

Test(damage, of_damaged_profiles)
{
    check_folder(TESTDATA_DIR "/damaged/*", 200, "3");
}

Test(damage, of_compressed_profiles)
{
    check_folder(TESTDATA_DIR "/compressed/*", 200, "4");
}
