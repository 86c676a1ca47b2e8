/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/invocations.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

const char *const php_functions[PHP_FUNCTIONS] = {
    "{main}", "App\\Kernel->handle", "fib",       "php::usort", "php::array_map",
    "cmp",    "include::b.php",      "App\\A->f", "App\\B::f"};
const char *const php_files[PHP_FUNCTIONS] = {
    "a.php", "a.php", "b.php", "php:internal", "php:internal", "b.php", "b.php", "c.php", "c.php"};

/* A time unit of a profile is that many true ones. */
enum { UNIT = 10 };

/* An invocation as it ran. */
struct ran {
    unsigned function, depth; /* 1: nobody called it */
    int parent;               /* -1: none */
    int64_t time, all_time;   /* true units: itself, and with what it called */
    bool has_returned;
};

struct run {
    struct ran list[PHP_INVOCATIONS];
    unsigned count;
    bool has_function[PHP_FUNCTIONS], has_file[PHP_FUNCTIONS]; /* their numbers are defined */
    uint64_t state;
    FILE *out;
};

/* xorshift64* */
static unsigned draw(struct run *run, unsigned below)
{
    run->state ^= run->state >> 12;
    run->state ^= run->state << 25;
    run->state ^= run->state >> 27;
    return (unsigned)((run->state * UINT64_C(2685821657736338717)) >> 33) % below;
}

/* Makes an invocation of a function with a higher number than its caller's, or of a root's. */
static void call_higher(struct run *run, struct ran *ran)
{
    const struct ran *list = run->list;

    while (ran->parent >= 0 && list[ran->parent].function + 1 == PHP_FUNCTIONS) {
        ran->parent = list[ran->parent].parent;
        ran->depth--;
    }
    unsigned first = ran->parent < 0 ? 0 : list[ran->parent].function + 1;
    ran->function = first + draw(run, PHP_FUNCTIONS - first < 3 ? PHP_FUNCTIONS - first : 3);
}

/* Invocations in the order in which they began: each may call the next, or return before it. */
static void make_calls(struct run *run, unsigned step)
{
    unsigned most = 1 + draw(run, PHP_LEVELS), n_functions = 1 + draw(run, PHP_FUNCTIONS);
    bool is_recursive = draw(run, 3) == 0;

    run->count = 1 + draw(run, PHP_INVOCATIONS);
    for (unsigned i = 0; i < run->count; i++) {
        struct ran *ran = &run->list[i];
        unsigned above = i == 0 ? 0 : run->list[i - 1].depth;
        unsigned deepest = above < most ? above + 1 : most;
        *ran = (struct ran){
            .function = draw(run, n_functions),
            .parent = -1,
            .time = step == 1 && draw(run, 4) == 0 ? 0 : step * (1 + draw(run, 9 * UNIT / step))};
        ran->depth = draw(run, 3) != 0 ? deepest : 1 + draw(run, deepest);
        if (i != 0 && ran->depth == 1 && draw(run, 4) != 0 && most > 1)
            ran->depth = 2; /* roots besides the first are rare */
        for (int k = (int)i - 1; k >= 0 && ran->parent < 0 && ran->depth > 1; k--)
            if (run->list[k].depth == ran->depth - 1)
                ran->parent = k;
        if (!is_recursive)
            call_higher(run, ran);
    }
    for (unsigned i = run->count; i > 0; i--) {
        struct ran *ran = &run->list[i - 1];
        ran->all_time += ran->time;
        if (ran->parent >= 0)
            run->list[ran->parent].all_time += ran->all_time;
    }
}

static int64_t rounded(int64_t time)
{
    return (time + UNIT / 2) / UNIT;
}

static void write_names(struct run *run, const char *prefix, unsigned function)
{
    unsigned file = 0;

    while (strcmp(php_files[file], php_files[function]) != 0)
        file++;
    fprintf(run->out, "%sfl=(%u)%s%s\n", prefix, file + 1, run->has_file[file] ? "" : " ",
            run->has_file[file] ? "" : php_files[file]);
    fprintf(run->out, "%sfn=(%u)%s%s\n", prefix, function + 1,
            run->has_function[function] ? "" : " ",
            run->has_function[function] ? "" : php_functions[function]);
    run->has_file[file] = run->has_function[function] = true;
}

static void write_block(struct run *run, unsigned which)
{
    struct ran *ran = &run->list[which];

    ran->has_returned = true;
    write_names(run, "", ran->function);
    fprintf(run->out, "%u %" PRIi64 "\n", ran->function + 3, rounded(ran->time));
    for (unsigned i = which + 1; i < run->count && run->list[i].depth > ran->depth; i++) {
        if (run->list[i].parent != (int)which)
            continue;
        write_names(run, "c", run->list[i].function);
        fprintf(run->out, "calls=1 0 0\n%u %" PRIi64 "\n", i % 7, rounded(run->list[i].all_time));
    }
    fputc('\n', run->out);
}

/* Blocks, until so many are written. */
static void write_blocks(struct run *run, unsigned most)
{
    unsigned active[PHP_LEVELS + 1], depth = 0, n_written = 0;

    for (unsigned i = 0; i <= run->count; i++) {
        unsigned next = i == run->count ? 1 : run->list[i].depth;
        for (; depth >= next; depth--)
            if (n_written++ < most)
                write_block(run, active[depth]);
        active[++depth] = i;
    }
}

static void note_truth(struct php_program *program, const struct run *run)
{
    for (unsigned i = 0; i < run->count; i++) {
        struct invocation invocation = {.time = rounded(run->list[i].time)};
        unsigned stack[PHP_LEVELS];
        if (!run->list[i].has_returned)
            continue;
        for (int k = (int)i; k >= 0 && run->list[k].has_returned; k = run->list[k].parent)
            stack[invocation.depth++] = run->list[k].function;
        for (unsigned k = 0; k < invocation.depth; k++)
            invocation.stack[k] = stack[invocation.depth - 1 - k];
        program->invocations[program->count++] = invocation;
    }
}

void php_program_run(struct php_program *program, uint64_t seed, bool is_rounded)
{
    /* What the line may be in which a file was cut off, before the costs of a block. */
    static const char *const cuts[] = {"", "f", "fl=", "fl=(8) a.php\nfn=(",
                                       "fl=(8) a.php\nfn=(77) x\n"};
    struct run *run = memory_alloc(1, sizeof *run);
    size_t size;

    *program = (struct php_program){0};
    run->state = seed * UINT64_C(0x9e3779b97f4a7c15) + 1;
    run->out = open_memstream(&program->profile, &size);
    cr_assert(run->out, "out of memory");
    program->n_runs = 1 + draw(run, 8) / 6;
    program->is_killed = draw(run, 4) == 0;
    for (unsigned i = 0; i < program->n_runs; i++) {
        bool is_killed = program->is_killed && i + 1 == program->n_runs;
        if (program->n_runs > 1)
            fputs("\n==== NEW PROFILING FILE ==============================\n", run->out);
        fputs("version: 1\ncreator: xdebug 3.2.0 (PHP 8.2.35)\ncmd: a.php\npart: 1\n"
              "positions: line\n\nevents: Time_(10ns)\n\n",
              run->out);
        memset(run->has_file, 0, sizeof run->has_file);
        memset(run->has_function, 0, sizeof run->has_function);
        make_calls(run, is_rounded ? 1 : UNIT);
        write_blocks(run, is_killed ? 1 + draw(run, run->count) : run->count);
        note_truth(program, run);
        if (is_killed)
            fputs(cuts[draw(run, sizeof cuts / sizeof *cuts)], run->out);
        else
            fprintf(run->out, "summary: %u\n\n", draw(run, 99999));
    }
    fclose(run->out);
    free(run);
}
