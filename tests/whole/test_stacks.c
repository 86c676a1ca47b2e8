/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Stacks of random programs, read from profiles as Xdebug writes them, against those that there
 * were. See test_random_programs.c for QUERN_TREES and QUERN_SEED.
 */

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/names.h"
#include "parser/input/input.h"
#include "parser/parse.h"
#include "profile/stacks.h"
#include "support/call_tree.h"
#include "support/invocations.h"
#include "support/parsed.h"
#include "support/run.h"
#include "support/temporary.h"

enum { DEFAULT_PROGRAMS = 1500 };

TestSuite(stacks_of_programs, .init = temporary_enter, .fini = temporary_leave, .timeout = 3600);

/* How often each case was met: a property of nothing would always hold. */
struct met {
    size_t n_stacks, n_deep, n_killed, n_appended, n_recursive;
};

/* By stack of a program: how often, and what it cost. */
struct truth {
    int64_t counts[PHP_RUNS * PHP_INVOCATIONS], times[PHP_RUNS * PHP_INVOCATIONS],
        memory[PHP_RUNS * PHP_INVOCATIONS];
    struct names *stacks; /* the bytes of a stack's functions */
};

static void find_truth(const struct php_program *program, struct truth *truth)
{
    *truth = (struct truth){.stacks = names_create()};
    for (size_t i = 0; i < program->count; i++) {
        const struct invocation *invocation = &program->invocations[i];
        struct text stack = {(const char *)invocation->stack,
                             invocation->depth * sizeof *invocation->stack};
        uint32_t id = names_add(truth->stacks, stack);
        truth->counts[id]++;
        truth->times[id] += invocation->time;
        truth->memory[id] += invocation->memory;
    }
}

static unsigned function_of(const struct profile *profile, function_id id)
{
    struct function function = profile_function(profile, id);
    struct text name = names_text(profile->symbols.functions, function.symbol),
                file = names_text(profile->symbols.files, function.file);

    for (unsigned i = 0; i < PHP_FUNCTIONS; i++)
        if (text_equal(name, text_of(php_functions[i])) && text_equal(file, text_of(php_files[i])))
            return i;
    cr_assert(false, "unknown function %s", name.at);
    return 0;
}

/* The functions of a stack, from the outermost. */
static unsigned unfold(const struct profile *profile, uint32_t id, unsigned functions[PHP_LEVELS])
{
    const struct stack stack = profile_stack(profile, id);
    unsigned depth = stack.above == NO_ID ? 0 : unfold(profile, stack.above, functions);

    cr_assert_lt(depth, PHP_LEVELS);
    cr_assert(stack.above == NO_ID || stack.above < id);
    functions[depth] = function_of(profile, stack.function);
    return depth + 1;
}

static void compare(const struct profile *profile, const struct truth *truth, uint64_t seed,
                    struct met *met)
{
    cr_assert(profile_knows_stacks(profile), "seed %" PRIu64, seed);
    cr_expect_eq(profile->ledgers[STACKS].map.count, names_count(truth->stacks), "seed %" PRIu64,
                 seed);
    for (uint32_t id = 0; id < profile->ledgers[STACKS].map.count; id++) {
        unsigned functions[PHP_LEVELS], depth = unfold(profile, id, functions);
        uint32_t known = names_find(
            truth->stacks, (struct text){(const char *)functions, depth * sizeof *functions});
        const int64_t *row = costs_row(&profile->ledgers[STACKS].costs, id);
        cr_assert_neq(known, NO_ID, "seed %" PRIu64 ": a stack that never was", seed);
        cr_expect_eq(profile->ledgers[STACKS].counts[id], truth->counts[known], "seed %" PRIu64,
                     seed);
        cr_expect_eq(costs_sum(&profile->ledgers[STACKS].costs, row, 0), truth->times[known],
                     "seed %" PRIu64, seed);
        cr_expect_eq(costs_sum(&profile->ledgers[STACKS].costs, row, 1), truth->memory[known],
                     "seed %" PRIu64, seed);
        met->n_stacks++;
        met->n_deep += depth > 5;
        met->n_recursive += depth > 1 && functions[depth - 1] == functions[depth - 2];
    }
}

static void read_stacks(const char *text, struct parsed *parsed)
{
    const struct parse_options options = {0};
    struct input input;

    temporary_write(PARSED_PATH, text);
    parsed_begin(parsed);
    cr_assert(input_open(&input, PARSED_PATH, &parsed->error), "%s", parsed->error.text);
    parsed->is_read =
        parse_profile(&input, &options, &parsed->profile, &parsed->warnings, &parsed->error);
    input_close(&input);
}

Test(stacks_of_programs, are_those_that_were)
{
    uint64_t first = call_tree_setting("QUERN_SEED", 1),
             count = call_tree_setting("QUERN_TREES", DEFAULT_PROGRAMS / run_stride());
    struct met met = {0};

    for (uint64_t seed = first; seed < first + count; seed++) {
        struct php_program program;
        struct truth truth;
        struct parsed parsed;
        php_program_run(&program, seed, seed % 3 == 0);
        find_truth(&program, &truth);
        read_stacks(program.profile, &parsed);
        compare(&parsed.profile, &truth, seed, &met);
        met.n_killed += program.is_killed;
        met.n_appended += program.n_runs > 1;
        parsed_free(&parsed);
        names_free(truth.stacks);
        free(program.profile);
    }
    if (count < DEFAULT_PROGRAMS / run_stride())
        return;
    cr_expect_gt(met.n_stacks, 20000 / run_stride());
    cr_expect_gt(met.n_deep, 5000 / run_stride());
    cr_expect_gt(met.n_recursive, 5000 / run_stride());
    cr_expect_gt(met.n_killed, 200 / run_stride());
    cr_expect_gt(met.n_appended, 200 / run_stride());
}

/* Whether a stack that there was ends with these functions. */
static bool is_end_of_one(const struct truth *truth, const unsigned *functions, unsigned depth)
{
    size_t length = depth * sizeof *functions;

    for (uint32_t id = 0; id < names_count(truth->stacks); id++) {
        struct text stack = names_text(truth->stacks, id);
        if (stack.length >= length && memcmp(text_end(stack) - length, functions, length) == 0)
            return true;
    }
    return false;
}

/*
 * A profile that was cut anywhere: either nothing is known of stacks, or they cost what the
 * profile does, and each was one or the end of one.
 */
Test(stacks_of_programs, are_true_or_not_known_where_a_file_was_cut)
{
    struct php_program program;
    struct truth truth;
    size_t n_known = 0, n_unknown = 0;

    php_program_run(&program, 3, false);
    find_truth(&program, &truth);
    for (size_t length = strlen(program.profile); length > 200; length -= 7 * run_stride()) {
        struct parsed parsed;
        program.profile[length] = '\0';
        read_stacks(program.profile, &parsed);
        bool is_known = parsed.is_read && profile_knows_stacks(&parsed.profile);
        for (uint32_t id = 0; is_known && id < parsed.profile.ledgers[STACKS].map.count; id++) {
            unsigned functions[PHP_LEVELS], depth = unfold(&parsed.profile, id, functions);
            cr_expect(is_end_of_one(&truth, functions, depth), "cut after %zu bytes", length);
        }
        n_known += is_known;
        n_unknown += !is_known;
        parsed_free(&parsed);
    }
    cr_expect_gt(n_known, 50 / run_stride());
    cr_expect_gt(n_unknown, 50 / run_stride());
    names_free(truth.stacks);
    free(program.profile);
}

/* " FUNCTION xCOUNT" of each root, in the order of their ids. The caller frees it. */
static char *show_roots(const struct profile *profile)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    cr_assert(out, "out of memory");
    for (uint32_t id = 0; id < profile->ledgers[STACKS].map.count; id++) {
        const struct stack stack = profile_stack(profile, id);
        if (stack.above == NO_ID)
            fprintf(out, " %s x%" PRIi64, parsed_function_name(profile, stack.function),
                    profile->ledgers[STACKS].counts[id]);
    }
    fclose(out);
    return text;
}

/* INDEX.md says what each shows; their roots were found by a reader that shares no code with us. */
Test(stacks_of_programs, are_known_of_real_profiles)
{
    static const struct {
        const char *path, *roots; /* the last one first */
    } cases[] = {
        {"xdebug", " src/dprog.php:{main} x1"},
        {"xdebug_r", " Command line code:{main} x1"},
        {"xdebug_callbacks", " src/callbacks.php:Guard->__destruct x1 src/callbacks.php:run x1"
                             " src/callbacks.php:{main} x1"},
        {"xdebug_killed", " php:internal:php::strrev x1 src/killed.php:leaf x153"},
        {"xdebug_fiber", NULL},
        {"spec/xdebug-append", " p.php:{main} x2"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct parsed parsed;
        struct input input;
        char path[200];
        snprintf(path, sizeof path, TESTDATA_DIR "/%s", cases[i].path);
        parsed_begin(&parsed);
        cr_assert(input_open(&input, path, &parsed.error), "%s", parsed.error.text);
        cr_assert(parse_profile(&input, &(struct parse_options){0}, &parsed.profile,
                                &parsed.warnings, &parsed.error));
        input_close(&input);
        cr_expect_eq(profile_knows_stacks(&parsed.profile), cases[i].roots != NULL, "%s", path);
        char *roots = show_roots(&parsed.profile);
        cr_expect_str_eq(roots, cases[i].roots != NULL ? cases[i].roots : "", "%s", path);
        free(roots);
        parsed_free(&parsed);
    }
}
