/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_TESTS_SUPPORT_INVOCATIONS_H
#define QUERN_TESTS_SUPPORT_INVOCATIONS_H

/*
 * Random runs of PHP programs with their true stacks, and their profiles as Xdebug writes them: a
 * block for each invocation once it has returned, all figures rounded. A run that is killed has no
 * blocks of what had not returned.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PHP_FUNCTIONS = 9, PHP_INVOCATIONS = 240, PHP_LEVELS = 24, PHP_RUNS = 3 };

extern const char *const php_functions[PHP_FUNCTIONS];
extern const char *const php_files[PHP_FUNCTIONS]; /* where each is defined */

/* What was written of an invocation that has a block. */
struct invocation {
    unsigned stack[PHP_LEVELS]; /* functions, from the outermost that has a block to this one */
    unsigned depth;             /* how many these are */
    int64_t time;               /* of itself, as its block has it */
};

struct php_program {
    struct invocation invocations[PHP_RUNS * PHP_INVOCATIONS];
    size_t count;
    char *profile;   /* the caller frees it */
    bool is_killed;  /* the last run */
    unsigned n_runs; /* appended to one file */
};

/* The same for the same seed. Without rounding all times are whole units, and none is 0. */
void php_program_run(struct php_program *program, uint64_t seed, bool is_rounded);

#endif
