/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * How often jumps were taken, of how many times. Those of testdata/src/branches.c follow from its
 * argument; those of pieces.c are compared with themselves, after a profile was written again,
 * merged, renamed or filtered.
 */

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "support/code_table.h"
#include "support/line_set.h"
#include "support/recorded.h"
#include "support/report.h"
#include "support/run.h"
#include "support/temporary.h"

/* A test that is skipped here is not ended by `fini`. */
static void enter_with_valgrind(void)
{
    run_leave_to_plain_builds();
    run_need("jump_counts", "gcc");
    run_need("jump_counts", "valgrind");
    temporary_enter();
}

TestSuite(jump_counts, .init = enter_with_valgrind, .fini = temporary_leave, .timeout = 120);

static void enter_with_clang(void)
{
    run_need("jump_counts", "clang");
    enter_with_valgrind();
}

TestSuite(jump_counts_of_clang, .init = enter_with_clang, .fini = temporary_leave, .timeout = 120);

/* --- Known branches --- */

enum branch_form {
    LOOP,   /* jumps back where its condition holds, or ahead where it does not */
    CHOICE, /* the same, but ahead to the next line is to what is done where it holds */
};

/* A branch of branches.c, which has its name on its line. */
struct branch {
    const char *function, *name;
    enum branch_form form;
    int64_t executed, holds; /* how often its condition is come to, and holds */
};

enum { N_BRANCHES = 10 };

/* What follows from the argument of the program. */
static void set_branches(struct branch branches[N_BRANCHES], int64_t count)
{
    int64_t stop = count / 2;
    const struct branch list[N_BRANCHES] = {
        {"nested", "outer", LOOP, count + 1, count},
        {"nested", "inner", LOOP, 21 * count, 20 * count},
        {"loops", "while", LOOP, count + 1, count},
        {"loops", "do", LOOP, count, count - 1},
        {"choices", "each", LOOP, stop + 1, stop + 1},
        {"choices", "third", CHOICE, stop + 1, stop / 3 + 1},
        {"choices", "early", CHOICE, stop + 1, 1},
        {"backwards", "again", CHOICE, count, count - 1},
        {"descend", "deep", LOOP, 4 * (count + 1), 3 * (count + 1)},
        {"far", "far", LOOP, count + 1, count},
    };

    memcpy(branches, list, sizeof list);
}

/* One run of the program, recorded with addresses and without. */
struct recording {
    const char *compiler;
    int64_t count;      /* its argument */
    const char *source; /* text of branches.c */
    const char *text;   /* of the profile with addresses */
};

static bool is_of_gcc(const struct recording *recording)
{
    return strcmp(recording->compiler, "gcc") == 0;
}

/* The line with the name in a comment. */
static int64_t line_of(const struct recording *recording, const char *name)
{
    char comment[64];
    int64_t line = 1;

    snprintf(comment, sizeof(comment), "/* %s */", name);
    const char *found = strstr(recording->source, comment);
    cr_assert(found, "no line is '%s'", name);
    for (const char *at = recording->source; at < found; at++)
        line += *at == '\n';
    return line;
}

static bool is_conditional(const struct code_table *table, size_t row)
{
    return *code_table_field(table, row, table->executed) != '\0';
}

/* The row of the one jump in a line that has a condition, or has none. */
static size_t find_jump(const struct code_table *table, int64_t line, bool with_condition)
{
    size_t found = SIZE_MAX, count = 0;

    for (size_t row = 0; row < table->rows.n_rows; row++) {
        if (code_table_is(table, row, "jump") &&
            code_table_number(table, row, table->rows.line) == line &&
            is_conditional(table, row) == with_condition) {
            found = row;
            count++;
        }
    }
    cr_assert_eq(count, 1, "%zu such jumps in line %" PRId64, count, line);
    return found;
}

/* The direction and the count that a branch must have, by the addresses of its jump. */
struct truth {
    const char *course;
    int64_t taken;
};

static struct truth truth_of(const struct code_table *table, size_t row,
                             const struct branch *branch)
{
    bool is_back = code_table_address(table, row, table->to_address) <=
                   code_table_address(table, row, table->address);
    bool is_to_next =
        branch->form == CHOICE && code_table_number(table, row, table->to_line) ==
                                      code_table_number(table, row, table->rows.line) + 1;

    return (struct truth){is_back ? "back" : "ahead",
                          is_back || is_to_next ? branch->holds : branch->executed - branch->holds};
}

/*
 * Callgrind counts apart by how a block of code was come to, and leaves out those ways on which the
 * jump was never taken: of a line the number of times is a lower bound.
 */
static void check_jump(const struct recording *recording, const struct branch *branch,
                       const struct truth *truth, const struct code_table *table, size_t row)
{
    const char *course = code_table_field(table, row, table->course);
    int64_t taken = code_table_number(table, row, table->taken);
    int64_t executed = code_table_number(table, row, table->executed);
    bool is_exact = strcmp(code_table_field(table, row, table->exact), "true") == 0;

    cr_expect_eq(taken, truth->taken, "%s, %" PRId64 ": '%s' taken %" PRId64 " times, not %" PRId64,
                 recording->compiler, recording->count, branch->name, taken, truth->taken);
    cr_expect(is_exact ? executed == branch->executed
                       : taken <= executed && executed <= branch->executed,
              "%s, %" PRId64 ": '%s' of %" PRId64 " times, not %" PRId64, recording->compiler,
              recording->count, branch->name, executed, branch->executed);
    cr_expect_eq(is_exact, table->address != SIZE_MAX, "of instructions it is known");
    cr_expect_str_eq(course, truth->course, "%s, %" PRId64 ": '%s' goes '%s'", recording->compiler,
                     recording->count, branch->name, course);
}

/* The instruction of a jump, which is the row before it, costs as often as the branch is come to.
 */
static void check_instruction(const struct recording *recording, const struct branch *branch,
                              const struct code_table *table, size_t row)
{
    cr_expect(code_table_is(table, row - 1, "instruction") &&
              code_table_address(table, row - 1, table->address) ==
                  code_table_address(table, row, table->address));
    cr_expect_eq(code_table_number(table, row - 1, table->rows.self), branch->executed,
                 "%s, %" PRId64 ": cost of '%s'", recording->compiler, recording->count,
                 branch->name);
}

static void check_branch(const struct recording *recording, const struct branch *branch)
{
    struct code_table table;
    int64_t line = line_of(recording, branch->name);

    /* What clang makes of a loop leaves it at its head; where it never does, there is no record. */
    if (branch->form == LOOP && branch->executed == branch->holds && !is_of_gcc(recording))
        return;
    code_table_read_function(&table, branch->function, "profile");
    size_t row = find_jump(&table, line, true);
    const struct truth truth = truth_of(&table, row, branch);
    check_jump(recording, branch, &truth, &table, row);
    check_instruction(recording, branch, &table, row);
    code_table_free(&table);
    code_table_read_lines(&table, branch->function, "profile");
    check_jump(recording, branch, &truth, &table, find_jump(&table, line, true));
    code_table_free(&table);
}

/* "goto" below the branch that it depends on. */
static void check_goto(const struct recording *recording)
{
    struct code_table table;

    code_table_read_function(&table, "backwards", "profile");
    size_t row = find_jump(&table, line_of(recording, "again") + 1, false);
    cr_expect_eq(code_table_number(&table, row, table.times), recording->count - 1);
    cr_expect_str_eq(code_table_field(&table, row, table.course), "back");
    code_table_free(&table);
}

/* The jumps between lines, one a line of the set; within one they are recorded with addresses. */
static void add_between_lines(struct line_set *set, const char *function, const char *profile)
{
    struct code_table table;

    code_table_read_lines(&table, function, profile);
    for (size_t row = 0; row < table.rows.n_rows; row++) {
        const char *line = code_table_field(&table, row, table.rows.line);
        const char *to = code_table_field(&table, row, table.to_line);
        if (!code_table_is(&table, row, "jump") || strcmp(line, to) == 0)
            continue;
        fprintf(line_set_begin(set), "%s > %s: %s %s of %s", line, to,
                code_table_field(&table, row, table.times),
                code_table_field(&table, row, table.taken),
                code_table_field(&table, row, table.executed));
        line_set_end(set);
    }
    line_set_sort(set);
    code_table_free(&table);
}

static void expect_same(const struct line_set *set, const struct line_set *other, const char *name,
                        const char *view)
{
    cr_expect_eq(set->count, other->count, "%s, %s: %zu jumps, not %zu", name, view, set->count,
                 other->count);
    line_set_expect_among(set, other, name, view);
    line_set_expect_among(other, set, view, name);
}

static void check_without_addresses(const char *function)
{
    struct line_set with = {0}, without = {0};

    add_between_lines(&with, function, "profile");
    add_between_lines(&without, function, "lines");
    cr_expect_gt(with.count, 0);
    expect_same(&without, &with, function, "with addresses");
    line_set_free(&with);
    line_set_free(&without);
}

/* A branch may come in several records, which are one row. */
static void check_records(const struct recording *recording, const char *function)
{
    static const char keyword[] = "\njcnd=";
    const char *at = recorded_code(recording->text, function), *end = strstr(at, "\n\n");
    struct code_table table;
    size_t n_records = 0, n_rows = 0;
    int64_t taken = 0;

    for (at = strstr(at, keyword); at && at < end; at = strstr(at + 1, keyword)) {
        taken += strtoll(at + strlen(keyword), NULL, 10);
        n_records++;
    }
    code_table_read_function(&table, function, "profile");
    for (size_t row = 0; row < table.rows.n_rows; row++) {
        taken -= code_table_number(&table, row, table.taken);
        n_rows += code_table_is(&table, row, "jump") && is_conditional(&table, row);
    }
    cr_expect_eq(taken, 0, "%s: %" PRId64 " are missing", function, taken);
    cr_expect(n_records > n_rows || !is_of_gcc(recording), "%s: %zu records", function, n_records);
    code_table_free(&table);
}

static void check_recording(const struct recording *recording)
{
    static const char *const functions[] = {"nested",    "loops",   "choices",
                                            "backwards", "descend", "far"};
    struct branch branches[N_BRANCHES];

    set_branches(branches, recording->count);
    for (size_t i = 0; i < N_BRANCHES; i++)
        check_branch(recording, &branches[i]);
    check_goto(recording);
    for (size_t i = 0; i < ARRAY_LENGTH(functions); i++)
        check_without_addresses(functions[i]);
    check_records(recording, "nested");
}

static void check_compiler(const char *compiler)
{
    static const int64_t counts[] = {2, 10, 31};
    size_t size;
    char *source = recorded_text(TESTDATA_DIR "/src/branches.c", &size);

    recorded_compile(compiler, "-gdwarf-4 -O0 -o program branches.c");
    for (size_t i = 0; i < ARRAY_LENGTH(counts); i += run_stride()) {
        char command[64];

        snprintf(command, sizeof(command), "./program %" PRId64, counts[i]);
        recorded_run("profile", "--dump-instr=yes --collect-jumps=yes", command);
        recorded_run("lines", "--collect-jumps=yes", command);
        char *text = recorded_text("profile", &size);
        check_recording(&(struct recording){compiler, counts[i], source, text});
        free(text);
    }
    free(source);
}

Test(jump_counts, are_known)
{
    check_compiler("gcc");
}

Test(jump_counts_of_clang, are_known)
{
    check_compiler("clang");
}

/* --- Profiles that were changed --- */

/* Functions of pieces.c with jumps: loops, one by a table, and one to another part of a function.
 */
static const char *const functions[] = {"main", "sum_squares", "choose", "fibonacci", "letters"};

static void record_pieces(void)
{
    recorded_compile("gcc", "-gdwarf-4 -O2 -o program pieces_main.c pieces.c");
    recorded_run("profile", "--dump-instr=yes --collect-jumps=yes", "./program");
}

static void print_times(FILE *out, const struct code_table *table, size_t row, size_t column,
                        int64_t factor)
{
    if (*code_table_field(table, row, column) == '\0')
        fputs(" .", out);
    else
        fprintf(out, " %" PRId64, factor * code_table_number(table, row, column));
}

/* The jumps of a function, one a line of the set, with multiples of how often they were taken. */
static void add_jumps(struct line_set *set, const char *function, const char *profile,
                      int64_t factor)
{
    struct code_table table;

    code_table_read_function(&table, function, profile);
    for (size_t row = 0; row < table.rows.n_rows; row++) {
        if (!code_table_is(&table, row, "jump"))
            continue;
        FILE *out = line_set_begin(set);
        fprintf(out, "%s %s > %s %s %s:", code_table_field(&table, row, table.rows.line),
                code_table_field(&table, row, table.address),
                code_table_field(&table, row, table.to_line),
                code_table_field(&table, row, table.to_address),
                code_table_field(&table, row, table.course));
        print_times(out, &table, row, table.times, factor);
        print_times(out, &table, row, table.taken, factor);
        print_times(out, &table, row, table.executed, factor);
        line_set_end(set);
    }
    line_set_sort(set);
    code_table_free(&table);
}

/* The jumps of a function in a changed profile are so many times those before. */
static void check_jumps(const char *function, const char *changed, const char *new_name,
                        int64_t factor)
{
    struct line_set before = {0}, after = {0};

    add_jumps(&before, function, "profile", factor);
    add_jumps(&after, new_name, changed, 1);
    cr_expect_gt(before.count, 0, "%s has no jumps", function);
    expect_same(&after, &before, function, changed);
    line_set_free(&before);
    line_set_free(&after);
}

Test(jump_counts, survive_being_written_again)
{
    record_pieces();
    free(report_of("--format=callgrind -owritten", "profile", NULL));
    for (size_t i = 0; i < ARRAY_LENGTH(functions); i++) {
        char options[128];

        snprintf(options, sizeof(options), "--annotate=%s --instructions --format=csv",
                 functions[i]);
        char *before = report_of(options, "profile", NULL);
        char *after = report_of(options, "written", NULL);
        cr_expect(strstr(before, "\njump,"), "%s has no jumps", functions[i]);
        cr_expect_str_eq(after, before, "%s has changed", functions[i]);
        free(before);
        free(after);
    }
}

Test(jump_counts, survive_merging_renaming_and_filters)
{
    record_pieces();
    free(report_of("--format=callgrind -otwice", "profile profile", NULL));
    free(report_of("--format=callgrind -orenamed --mod-funcname=s/^/x/", "profile", NULL));
    for (size_t i = 0; i < ARRAY_LENGTH(functions); i++) {
        char renamed[64], options[128];

        snprintf(renamed, sizeof(renamed), "x%s", functions[i]);
        snprintf(options, sizeof(options), "--format=callgrind -ofiltered --function=^%s",
                 functions[i]);
        free(report_of(options, "profile", NULL));
        check_jumps(functions[i], "twice", functions[i], 2);
        check_jumps(functions[i], "renamed", renamed, 1);
        check_jumps(functions[i], "filtered", functions[i], 1);
    }
}
