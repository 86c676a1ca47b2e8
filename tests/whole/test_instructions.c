/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Instructions against the truth: objdump's list of all instructions of an object says where they
 * begin and what they are, Callgrind's own totals what their costs add up to. Programs are compiled
 * by two compilers, in all the ways that make a difference to where code is.
 */

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "support/code_table.h"
#include "support/disassembled.h"
#include "support/recorded.h"
#include "support/run.h"
#include "support/temporary.h"

/* A test that is skipped here is not ended by `fini`. */
static void enter_with_valgrind(void)
{
    run_need("instructions", "gcc");
    run_need("instructions", "valgrind");
    run_need("instructions", "objdump");
    temporary_enter();
}

TestSuite(instructions, .init = enter_with_valgrind, .fini = temporary_leave, .timeout = 120);

static void enter_with_clang(void)
{
    run_need("instructions", "clang");
    enter_with_valgrind();
}

TestSuite(instructions_of_clang, .init = enter_with_clang, .fini = temporary_leave, .timeout = 120);

/* A way to make a program of pieces.c; Valgrind 3.19 does not read clang's DWARF 5. */
struct kind {
    const char *name;
    const char *first, *last; /* arguments of the compiler; the first may be NULL */
    bool has_libc;            /* in the program's own object */
};

static const struct kind kinds[] = {
    {"PIE", NULL, "-gdwarf-4 -O2 -fPIE -pie -o program pieces_main.c pieces.c", false},
    {"no PIE", NULL, "-gdwarf-4 -O2 -fno-pie -no-pie -o program pieces_main.c pieces.c", false},
    {"library", "-gdwarf-4 -O2 -shared -fPIC -o library.so pieces.c",
     "-gdwarf-4 -O2 -o program pieces_main.c ./library.so", false},
    {"static", NULL, "-gdwarf-4 -O2 -static -o program pieces_main.c pieces.c", true},
    {"stripped", NULL, "-s -O2 -o program pieces_main.c pieces.c", false},
};

/* What quern says of one profile. */
struct subject {
    const char *compiler;
    const struct kind *kind;
    struct code_table instructions, functions, lines, objects;
    int64_t totals[RECORDED_EVENTS_MAX];
    size_t n_events;
};

static void subject_make(struct subject *subject)
{
    if (subject->kind->first)
        recorded_compile(subject->compiler, subject->kind->first);
    recorded_compile(subject->compiler, subject->kind->last);
    recorded_run("profile", RECORD_INSTRUCTIONS, "./program");
    subject->n_events = recorded_totals("profile", subject->totals);
    code_table_read(&subject->instructions, OPTIONS("--by=instruction", "--format=csv"), "profile");
    code_table_read(&subject->functions, OPTIONS("--by=function", "--format=csv"), "profile");
    code_table_read(&subject->lines, OPTIONS("--by=line", "--format=csv"), "profile");
    code_table_read(&subject->objects, OPTIONS("--by=object", "--format=csv"), "profile");
}

static void subject_free(struct subject *subject)
{
    code_table_free(&subject->instructions);
    code_table_free(&subject->functions);
    code_table_free(&subject->lines);
    code_table_free(&subject->objects);
}

/* --- Sums --- */

/* The rows to be added up: of an object and a function, of any where that is NULL. */
struct selection {
    const char *object, *function;
};

static bool is_selected(const struct code_table *table, size_t row,
                        const struct selection *selection)
{
    const struct figure_table *rows = &table->rows;

    return (!selection->function ||
            strcmp(figure_table_field(rows, row, rows->function), selection->function) == 0) &&
           (!selection->object ||
            strcmp(figure_table_field(rows, row, rows->object), selection->object) == 0);
}

static int64_t sum_of(const struct code_table *table, size_t event,
                      const struct selection *selection)
{
    int64_t sum = 0;

    for (size_t row = 0; row < table->rows.n_rows; row++)
        if (is_selected(table, row, selection))
            sum += code_table_number(table, row, table->rows.self + event);
    return sum;
}

static void check_total(const struct subject *subject, const struct code_table *table,
                        const char *view)
{
    const struct selection all = {NULL, NULL};

    cr_assert_eq(table->rows.n_events, subject->n_events);
    for (size_t event = 0; event < subject->n_events; event++)
        cr_expect_eq(sum_of(table, event, &all), subject->totals[event],
                     "%s, %s: event %zu of all %s", subject->compiler, subject->kind->name, event,
                     view);
}

/* The instructions of what a row stands for cost as much as it does. */
static void check_sum(const struct subject *subject, const struct code_table *table, size_t row,
                      const struct selection *selection)
{
    for (size_t event = 0; event < subject->n_events; event++) {
        int64_t truth = code_table_number(table, row, table->rows.self + event);
        int64_t sum = sum_of(&subject->instructions, event, selection);
        cr_expect_eq(sum, truth, "%s, %s: event %zu of %s %s: %" PRId64 ", not %" PRId64,
                     subject->compiler, subject->kind->name, event, selection->object,
                     selection->function ? selection->function : "", sum, truth);
    }
}

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), end_length = strlen(end);

    return length >= end_length && strcmp(text + length - end_length, end) == 0;
}

/*
 * Functions of libc may go on in the code of others, as mempcpy does in that of memcpy: such an
 * instruction is one row, of one of them.
 */
static bool has_own_code(const struct subject *subject, size_t row)
{
    const struct figure_table *rows = &subject->functions.rows;
    const char *object = figure_table_field(rows, row, rows->object);
    const char *file = figure_table_field(rows, row, rows->file);

    return (ends_with(object, "/program") || ends_with(object, "/library.so")) &&
           (!subject->kind->has_libc || strstr(file, "pieces"));
}

static void check_sums(const struct subject *subject)
{
    const struct figure_table *functions = &subject->functions.rows;
    const struct figure_table *objects = &subject->objects.rows;
    size_t n_functions = 0;

    check_total(subject, &subject->instructions, "instructions");
    check_total(subject, &subject->functions, "functions");
    check_total(subject, &subject->lines, "lines");
    for (size_t row = 0; row < objects->n_rows; row++)
        check_sum(subject, &subject->objects, row,
                  &(struct selection){figure_table_field(objects, row, objects->object), NULL});
    for (size_t row = 0; row < functions->n_rows; row++) {
        if (!has_own_code(subject, row))
            continue;
        check_sum(subject, &subject->functions, row,
                  &(struct selection){figure_table_field(functions, row, functions->object),
                                      figure_table_field(functions, row, functions->function)});
        n_functions++;
    }
    cr_expect_geq(n_functions, 8, "%s, %s: only %zu functions", subject->compiler,
                  subject->kind->name, n_functions);
}

/* --- Addresses and texts --- */

/* What was found of the instructions of an object. */
struct found {
    size_t n_instructions;
    size_t n_same, n_same_as_next; /* texts that are objdump's of it, and of the one after it */
};

/* glibc jumps over "lock" where there is one thread. */
static bool is_behind_lock(const struct disassembled *truth, uint64_t address)
{
    const char *before = disassembled_at(truth, address - 1);

    return before && strncmp(before, "lock", 4) == 0;
}

static void check_instruction(struct found *found, const struct code_table *table, size_t row,
                              const struct disassembled *truth)
{
    uint64_t address = code_table_address(table, row, table->address);
    const char *text = code_table_field(table, row, table->instruction);
    const char *object = code_table_field(table, row, table->rows.object);
    const char *line = disassembled_at(truth, address);

    found->n_instructions++;
    if (!line) {
        cr_expect(is_behind_lock(truth, address), "%s: no instruction begins at %" PRIx64, object,
                  address);
        return;
    }
    bool is_same = disassembled_is_same(text, line);
    cr_expect(is_same, "%s: '%s' at %" PRIx64 ", and not '%s'", object, text, address, line);
    const char *next = strchr(line, '\0') + 1;
    found->n_same += is_same;
    next += strcspn(next, "\t");
    found->n_same_as_next += *next == '\t' && disassembled_is_same(text, next + 1);
}

/* All instructions of an object that have cost. */
static void check_object(const struct subject *subject, const char *object)
{
    const struct code_table *table = &subject->instructions;
    struct disassembled truth;
    struct found found = {0};

    disassembled_read(&truth, object);
    for (size_t row = 0; row < table->rows.n_rows; row++)
        if (strcmp(code_table_field(table, row, table->rows.object), object) == 0)
            check_instruction(&found, table, row, &truth);
    cr_expect_gt(found.n_instructions, 20, "%s: only %zu", object, found.n_instructions);
    /* Else the comparison would tell nothing. */
    cr_expect(found.n_same_as_next < found.n_same / 4, "%s: %zu of %zu are as the next", object,
              found.n_same_as_next, found.n_same);
    disassembled_free(&truth);
}

static void check_kind(const char *compiler, const struct kind *kind)
{
    struct subject subject = {.compiler = compiler, .kind = kind};
    const struct figure_table *objects = &subject.objects.rows;
    size_t n_own = 0;

    subject_make(&subject);
    check_sums(&subject);
    for (size_t row = 0; row < objects->n_rows; row++) {
        const char *object = figure_table_field(objects, row, objects->object);
        if (*object != '/')
            continue;
        check_object(&subject, object);
        n_own += ends_with(object, "/program") || ends_with(object, "/library.so");
    }
    cr_expect_eq(n_own, kind->first ? 2 : 1, "%s, %s: %zu objects of its own", compiler, kind->name,
                 n_own);
    subject_free(&subject);
}

Test(instructions, are_as_gcc_made_them)
{
    for (size_t i = 0; i < ARRAY_LENGTH(kinds); i += run_is_thorough() ? 1 : run_stride() / 4)
        check_kind("gcc", &kinds[i]);
}

Test(instructions_of_clang, are_as_clang_made_them)
{
    for (size_t i = 0; i < ARRAY_LENGTH(kinds); i += run_stride())
        check_kind("clang", &kinds[i]);
}

/* --- Another build --- */

/* The costs of both, the second of which has no text. */
static void check_same_costs(const struct code_table *before, const struct code_table *after,
                             const char *build)
{
    size_t old = code_table_next_costly(before, 0), new = code_table_next_costly(after, 0),
           count = 0;

    while (old < before->rows.n_rows && new < after->rows.n_rows) {
        for (size_t column = 1; column <= before->address; column++)
            cr_expect_str_eq(code_table_field(after, new, column),
                             code_table_field(before, old, column), "%s: row %zu", build, new);
        cr_expect_str_not_empty(code_table_field(before, old, before->instruction));
        cr_expect_str_empty(code_table_field(after, new, after->instruction), "%s: row %zu", build,
                            new);
        old = code_table_next_costly(before, old + 1);
        new = code_table_next_costly(after, new + 1);
        count++;
    }
    cr_expect(old == before->rows.n_rows && new == after->rows.n_rows &&count > 20,
              "%s: %zu instructions", build, count);
}

static void check_build(const struct code_table *before, const char *arguments)
{
    struct code_table after;

    recorded_compile("gcc", arguments);
    struct run run =
        run_quern(OPTIONS("--annotate=main", "--instructions", "--format=csv"), "profile");
    cr_expect_eq(run.status, 0, "%s: status %d", arguments, run.status);
    cr_expect(strstr(run.err, "program: is not the build that was profiled"), "%s: '%s'", arguments,
              run.err);
    run_free(&run);
    run = run_quern(OPTIONS("--by=instruction", "--object=program"), "profile");
    cr_expect(strstr(run.err, "program: is not the build that was profiled"), "%s: '%s'", arguments,
              run.err);
    run_free(&run);
    code_table_read_function(&after, "main", "profile");
    check_same_costs(before, &after, arguments);
    code_table_free(&after);
}

Test(instructions, of_another_build_have_no_text)
{
    static const char build[] = "-gdwarf-4 -O2 -o program pieces_main.c pieces.c";
    struct code_table before;

    recorded_compile("gcc", build);
    recorded_run("profile", RECORD_INSTRUCTIONS, "./program");
    recorded_compile("gcc", build);
    struct run run =
        run_quern(OPTIONS("--annotate=main", "--instructions", "--format=csv"), "profile");
    cr_expect(!strstr(run.err, "is not the build"), "the same build: %s", run.err);
    run_free(&run);
    code_table_read_function(&before, "main", "profile");
    check_build(&before, "-gdwarf-4 -O2 -DLONGER -o program pieces_main.c pieces.c");
    check_build(&before, "-gdwarf-4 -O1 -o program pieces_main.c pieces.c");
    code_table_free(&before);
}

/* What was recorded without addresses says nothing of the build, and stays apart. */
Test(instructions, beside_costs_without_addresses)
{
    recorded_compile("gcc", "-gdwarf-4 -O2 -o program pieces_main.c pieces.c");
    recorded_run("profile", "--dump-instr=yes", "./program");
    recorded_run("lines", "--dump-instr=no", "./program");
    struct run run = run_quern(
        OPTIONS("--by=instruction", "--object=program", "--top=1000000", "profile"), "lines");
    cr_expect_eq(run.status, 0);
    cr_expect_str_eq(run.err, "");
    const char *first = strstr(run.out, "\n      -  ");
    cr_expect(first && strstr(first, "  main (") && strstr(first, "/program]  (no address)\n"),
              "%s", run.out);
    run_free(&run);
}

/* OBJDUMP names the program, which may be missing or print nothing; where it is empty none is run.
 */
Test(instructions, are_those_of_the_program_that_is_named)
{
    static const struct {
        const char *program, *warned;
    } cases[] = {
        {"", NULL},
        {"./none", "quern: './none' cannot be run: instructions have no text (see OBJDUMP)"},
        {"false", "/program: 'false' cannot read it: its instructions have no text (see "
                  "OBJDUMP)"},
        {"true", "/program: is not the build that was profiled, by what is at "},
    };

    recorded_compile("gcc", "-gdwarf-4 -O2 -o program pieces_main.c pieces.c");
    recorded_run("profile", "--dump-instr=yes", "./program");
    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        setenv("OBJDUMP", cases[i].program, 1);
        struct run run =
            run_quern(OPTIONS("--annotate=main", "--instructions", "--format=csv"), "profile");
        cr_expect_eq(run.status, 0);
        if (cases[i].warned == NULL)
            cr_expect_str_eq(run.err, "");
        else
            cr_expect(strstr(run.err, cases[i].warned), "%s: %s", cases[i].program, run.err);
        cr_expect(strstr(run.out, "\n") && !strstr(run.out, "%rsp"), "%s", run.out);
        run_free(&run);
    }
}
