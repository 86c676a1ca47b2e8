/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The figures of a row are the same in every view that shows it, for all profiles in testdata/.
 * Each view is turned into lines of one form, cells and then names, of which those of one view must
 * be among those of another.
 */

#include <criterion/criterion.h>
#include <ctype.h>
#include <glob.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "support/figure_table.h"
#include "support/line_set.h"
#include "support/run.h"

TestSuite(same_figures, .timeout = 300);

/* What quern says of a profile that can be read. */
static struct run run_well(const char *const options[], const char *path)
{
    struct run run = run_quern(options, path);

    cr_assert_eq(run.status, 0, "%s %s: status %d: %s", options[0], path, run.status, run.err);
    return run;
}

/* Adds a line of the report, with the name of the function that it is of, or "". */
static void add_report_line(struct line_set *set, const char *line, size_t n_cells,
                            const char *function)
{
    FILE *out = line_set_begin(set);

    line = report_print_cells(out, line, n_cells);
    if (*function != '\0')
        fprintf(out, "%.*s ", (int)strcspn(function, "\n"), function);
    fprintf(out, "%.*s", (int)strcspn(line, "\n"), line);
    line_set_end(set);
}

/* --- By file:function --- */

/* What stands in a report below "file:function" and a rule. */
static char *functions_of(const char *path, char *report)
{
    static const char heading[] = " file:function\n----";
    char *found = strstr(report, heading);

    cr_assert(found, "%s: a report without functions", path);
    for (char *mark; (mark = strstr(found, "(not exact)")) != NULL;) { /* above the total */
        memcpy(mark, "(at least)", strlen("(at least)"));
        memmove(mark + strlen("(at least)"), mark + strlen("(not exact)"),
                strlen(mark + strlen("(not exact)")) + 1);
    }
    return strchr(found + sizeof heading, '\n') + 1;
}

/* Self and inclusive costs beside each other, of functions with code. */
static void check_both(const char *path, const struct figure_table *table)
{
    struct run run = run_well(
        OPTIONS("--auto=no", "--inclusive=both", "--threshold=100", "--show-percs=no"), path);
    struct line_set shown = {0}, rows = {0};
    size_t n_with_cost = 0;

    for (char *line = strtok(functions_of(path, run.out), "\n"); line; line = strtok(NULL, "\n"))
        add_report_line(&shown, line, 2 * table->n_events, "");
    for (size_t row = 0; row < table->n_rows; row++) {
        FILE *out = line_set_begin(&rows);

        figure_table_print_cells(out, table, row, table->self);
        figure_table_print_cells(out, table, row, table->inclusive);
        figure_table_print_name(out, table, row, false);
        line_set_end(&rows);
        n_with_cost += *figure_table_field(table, row, table->self) != '\0';
    }
    line_set_sort(&rows);
    line_set_expect_among(&shown, &rows, path, "--by=file:function");
    cr_expect(shown.count >= n_with_cost && shown.count <= rows.count, "%s: %zu rows", path,
              shown.count);
    line_set_free(&shown);
    line_set_free(&rows);
    run_free(&run);
}

/*
 * Scripts that read callgrind_annotate's report take lines that begin with a number, with commas,
 * and stop at others: each row of functions is one, whatever is known of it.
 */
static void check_numbers(const char *path, const struct figure_table *table)
{
    struct run run = run_well(
        OPTIONS("--auto=no", "--inclusive=yes", "--threshold=100", "--show-percs=no"), path);
    size_t n_read = 0;

    for (char *line = strtok(functions_of(path, run.out), "\n"); line; line = strtok(NULL, "\n")) {
        const char *number = line + strspn(line, " ");
        bool is_read = true;
        for (size_t i = 0; is_read && i < table->n_events; i++) {
            size_t length = strcspn(number, " ");
            is_read = length != 0 && length == strspn(number, "-.,0123456789");
            number += length + strspn(number + length, " ");
        }
        n_read += is_read;
    }
    cr_expect_eq(n_read, table->n_rows, "%s: %zu of %zu functions are read", path, n_read,
                 table->n_rows);
    run_free(&run);
}

/* Who calls whom, of a report with inclusive costs: functions between their callers and callees. */
struct tree {
    struct line_set functions, calls; /* "COSTS *  NAME" and "COSTS NAME < OTHER (CALLSx)" */
};

/* The name after the mark of a line. */
static const char *name_after(const char *line, size_t n_cells, char *mark)
{
    for (size_t i = 0; i < n_cells; i++) {
        line += strspn(line, " ");
        line += strcspn(line, " ");
    }
    line += strspn(line, " ");
    *mark = *line++;
    return line + strspn(line, " ");
}

static void tree_add_block(struct tree *tree, size_t n_cells, const char *block)
{
    const char *function = "";
    char mark = ' ';

    for (const char *line = block; mark != '*'; line = strchr(line, '\n') + 1)
        function = name_after(line, n_cells, &mark);
    for (const char *line = block; *line != '\n' && *line != '\0'; line = strchr(line, '\n') + 1) {
        name_after(line, n_cells, &mark);
        if (mark == '*')
            add_report_line(&tree->functions, line, n_cells, "");
        else
            add_report_line(&tree->calls, line, n_cells, function);
    }
}

static void tree_read(struct tree *tree, const char *path, size_t n_cells)
{
    struct run run = run_well(OPTIONS("--auto=no", "--inclusive=yes", "--tree=both",
                                      "--threshold=100", "--show-percs=no"),
                              path);

    *tree = (struct tree){0};
    for (const char *at = functions_of(path, run.out); at != NULL && at[1] != '\0';) {
        tree_add_block(tree, n_cells, at + 1);
        at = strstr(at + 1, "\n\n");
        at += at != NULL;
    }
    line_set_sort(&tree->functions);
    line_set_sort(&tree->calls);
    run_free(&run);
}

static void tree_free(struct tree *tree)
{
    line_set_free(&tree->functions);
    line_set_free(&tree->calls);
}

/* Inclusive costs of all functions, also of those that only are called. */
static void check_functions(const char *path, const struct figure_table *table,
                            const struct tree *tree)
{
    struct line_set rows = {0};

    for (size_t row = 0; row < table->n_rows; row++) {
        FILE *out = line_set_begin(&rows);

        figure_table_print_cells(out, table, row, table->inclusive);
        fputs("*  ", out);
        figure_table_print_name(out, table, row, false);
        line_set_end(&rows);
    }
    line_set_expect_among(&rows, &tree->functions, path, "--inclusive=yes");
    cr_expect_eq(rows.count, tree->functions.count, "%s: %zu rows, not %zu", path,
                 tree->functions.count, rows.count);
    line_set_free(&rows);
}

/* Whether no other file has code of the function, or of one of the same name. */
static bool is_in_one_file(const struct figure_table *table, const struct figure_table *of,
                           size_t row)
{
    size_t count = 0;

    for (size_t i = 0; i < table->n_rows; i++)
        count += strcmp(figure_table_field(table, i, table->function),
                        figure_table_field(of, row, of->function)) == 0 &&
                 strcmp(figure_table_field(table, i, table->object),
                        figure_table_field(of, row, of->object)) == 0;
    return count == 1;
}

/* What calls cost, of callers that are one row in both views. */
static size_t check_calls(const char *path, const struct figure_table *table,
                          const struct tree *tree)
{
    struct figure_table peek;
    struct line_set calls = {0};
    size_t function = 0;

    figure_table_read(&peek, run_well(OPTIONS("--peek=^", "--no-fold", "--format=csv"), path));
    for (size_t row = 0; row < peek.n_rows; row++) {
        bool is_caller = figure_table_is(&peek, row, "caller");
        if (figure_table_is(&peek, row, "function"))
            function = row;
        if ((!is_caller && !figure_table_is(&peek, row, "callee")) ||
            !is_in_one_file(table, &peek, is_caller ? row : function))
            continue;
        FILE *out = line_set_begin(&calls);
        figure_table_print_cells(out, &peek, row, peek.inclusive);
        figure_table_print_name(out, &peek, function, false);
        fputs(is_caller ? " < " : " >   ", out);
        figure_table_print_name(out, &peek, row, true);
        line_set_end(&calls);
    }
    size_t n_compared = line_set_expect_among(&calls, &tree->calls, path, "--tree=both");
    line_set_free(&calls);
    figure_table_free(&peek);
    return n_compared;
}

/* Does something for all profiles of testdata that can be read. */
static void for_each_profile(void (*check)(const char *path, struct run run, size_t *count),
                             const char *const options[], size_t *count)
{
    glob_t found;
    size_t n_profiles = 0;

    cr_assert(chdir(TESTDATA_DIR) == 0);
    cr_assert(glob("*", 0, NULL, &found) == 0 && glob("spec/*", GLOB_APPEND, NULL, &found) == 0 &&
              glob("damaged/*", GLOB_APPEND, NULL, &found) == 0);
    for (size_t i = 0; i < found.gl_pathc; i += run_stride()) {
        struct run run = run_quern(options, found.gl_pathv[i]);

        if (run.status == 0) {
            check(found.gl_pathv[i], run, count);
            n_profiles++;
        } else {
            run_free(&run);
        }
    }
    cr_expect_gt(n_profiles, 150 / run_stride(), "only %zu profiles", n_profiles);
    globfree(&found);
}

static void check_by_file(const char *path, struct run run, size_t *n_calls)
{
    struct figure_table table;
    struct tree tree;

    figure_table_read(&table, run);
    tree_read(&tree, path, table.n_events);
    check_both(path, &table);
    check_numbers(path, &table);
    check_functions(path, &table, &tree);
    if (table.n_rows != 0)
        *n_calls += check_calls(path, &table, &tree);
    tree_free(&tree);
    figure_table_free(&table);
}

Test(same_figures, by_file_and_function_and_in_the_report)
{
    size_t n_calls = 0;

    for_each_profile(check_by_file, OPTIONS("--by=file:function", "--no-fold", "--format=csv"),
                     &n_calls);
    cr_expect_gt(n_calls,
                 run_stride() != 1   ? 0U
                 : run_is_thorough() ? 10000U
                                     : 100U,
                 "only %zu calls", n_calls);
}

/* --- By function --- */

/* All that is said of functions but for the cost of a call, which --peek alone has; in bars. */
static void add_functions(struct line_set *set, const struct figure_table *table)
{
    size_t n_columns = figure_table_find(table, "per_call");

    for (size_t row = 0; row < table->n_rows; row++) {
        if (!figure_table_is(table, row, "function"))
            continue;
        FILE *out = line_set_begin(set);
        for (size_t column = 0; column < n_columns; column++)
            fprintf(out, "%s|", figure_table_field(table, row, column));
        line_set_end(set);
    }
    line_set_sort(set);
}

static size_t check_peek(const char *path, const struct figure_table *table)
{
    struct figure_table peek;
    struct line_set rows = {0}, peeked = {0};

    figure_table_read(&peek, run_well(OPTIONS("--peek=^", "--format=csv"), path));
    add_functions(&rows, table);
    add_functions(&peeked, &peek);
    size_t n_compared = line_set_expect_among(&rows, &peeked, path, "--peek");
    cr_expect_eq(rows.count, peeked.count, "%s: %zu rows, not %zu", path, peeked.count, rows.count);
    line_set_free(&rows);
    line_set_free(&peeked);
    figure_table_free(&peek);
    return n_compared;
}

static void check_by_function(const char *path, struct run run, size_t *n_rows)
{
    struct run by_default = run_well(OPTIONS("--format=json"), path);
    struct run by_function = run_well(OPTIONS("--by=function", "--format=json"), path);
    struct figure_table table;

    cr_expect_str_eq(by_default.out, by_function.out, "%s: JSON without a view differs", path);
    figure_table_read(&table, run);
    if (table.n_rows != 0)
        *n_rows += check_peek(path, &table);
    figure_table_free(&table);
    run_free(&by_default);
    run_free(&by_function);
}

Test(same_figures, by_function_and_in_peek)
{
    size_t n_rows = 0;

    for_each_profile(check_by_function, OPTIONS("--by=function", "--format=csv"), &n_rows);
    cr_expect_gt(n_rows,
                 run_stride() != 1   ? 0U
                 : run_is_thorough() ? 10000U
                                     : 100U,
                 "only %zu rows", n_rows);
}

/* --- Calls under source lines --- */

/* The calls that a line of source makes of a function, whatever function its code is in. */
struct source_call {
    uint64_t line;
    char callee[1000]; /* "FILE:FUNCTION" */
    int64_t count, cost;
    bool has_cost;
};

struct source_calls {
    struct source_call list[200];
    size_t count;
};

/* Adds it to calls of the same line and function, if there are any. */
static void add_call(struct source_calls *calls, const struct source_call *call)
{
    for (size_t i = 0; i < calls->count; i++) {
        struct source_call *same = &calls->list[i];
        if (same->line != call->line || strcmp(same->callee, call->callee) != 0)
            continue;
        same->count += call->count;
        same->cost += call->cost;
        same->has_cost |= call->has_cost;
        return;
    }
    cr_assert_lt(calls->count, ARRAY_LENGTH(calls->list));
    calls->list[calls->count++] = *call;
}

/* Adds the calls that functions of a name make in lines of the source. */
static void add_annotated(struct source_calls *calls, const char *path, const char *source,
                          const char *function)
{
    struct figure_table table;
    size_t line = 0;
    char option[4096];

    snprintf(option, sizeof option, "--annotate=%s", function);
    figure_table_read(&table, run_well(OPTIONS(option, "--no-fold", "--format=csv"), path));
    for (size_t row = 0; row < table.n_rows; row++) {
        if (figure_table_is(&table, row, "line"))
            line = row;
        if (!figure_table_is(&table, row, "callee") ||
            strcmp(figure_table_field(&table, line, table.file), source) != 0)
            continue;
        struct source_call call = {
            .line = (uint64_t)figure_table_number(&table, line, table.line),
            .count = figure_table_number(&table, row, table.calls),
            .cost = figure_table_number(&table, row, table.inclusive),
            .has_cost = *figure_table_field(&table, row, table.inclusive) != '\0',
        };
        snprintf(call.callee, sizeof call.callee, "%s:%s",
                 figure_table_field(&table, row, table.file),
                 figure_table_field(&table, row, table.function));
        add_call(calls, &call);
    }
    figure_table_free(&table);
}

/* "LINE: COST => FILE:FUNCTION (CALLSx)" of what --annotate says of all functions. */
static void add_all_annotated(struct line_set *set, const char *path, const char *source)
{
    struct source_calls calls = {0};
    struct figure_table table;

    figure_table_read(&table,
                      run_well(OPTIONS("--by=file:function", "--no-fold", "--format=csv"), path));
    for (size_t row = 0; row < table.n_rows; row++)
        if (strcmp(figure_table_field(&table, row, table.file), source) == 0)
            add_annotated(&calls, path, source, figure_table_field(&table, row, table.function));
    for (size_t i = 0; i < calls.count; i++) {
        const struct source_call *call = &calls.list[i];
        FILE *out = line_set_begin(set);

        fprintf(out, "%" PRIu64 ": ", call->line);
        if (call->has_cost)
            fprintf(out, "%" PRIi64, call->cost);
        else
            fputc('.', out);
        fprintf(out, " => %s (%" PRIi64 "x)", call->callee, call->count);
        line_set_end(set);
    }
    figure_table_free(&table);
}

/* The same of a report that lists the whole source. */
static void add_listed(struct line_set *set, const char *path, const char *source)
{
    struct run run =
        run_well(OPTIONS("--auto=no", "--show-percs=no", "--context=99999", source), path);
    const char *at = strstr(run.out, "annotated source: ");
    uint64_t line = 0;

    cr_assert(at, "%s: %s is not listed", path, source);
    for (at = strstr(at, "\n\n") + 2; *at == ' ' || isdigit((unsigned char)*at);
         at = strchr(at, '\n') + 1) {
        const char *after = at + strspn(at, " ");
        after += strcspn(after, " ");
        if (strncmp(after, "  => ", 5) != 0) {
            line++;
            continue;
        }
        FILE *out = line_set_begin(set);
        fprintf(out, "%" PRIu64 ": ", line);
        after = report_print_cells(out, at, 1);
        fprintf(out, "%.*s", (int)strcspn(after, "\n"), after);
        line_set_end(set);
    }
    run_free(&run);
}

Test(same_figures, of_calls_under_source_lines)
{
    static const char *const profiles[][2] = {{"fib", "src/fib.c"},
                                              {"cycles", "src/cycles.c"},
                                              {"rust_O0", "src/gen.rs"},
                                              {"mix_O2", "src/mix.cpp"}};

    cr_assert(chdir(TESTDATA_DIR) == 0);
    for (size_t i = 0; i < ARRAY_LENGTH(profiles); i++) {
        const char *path = profiles[i][0], *source = profiles[i][1];
        struct line_set annotated = {0}, listed = {0};

        add_all_annotated(&annotated, path, source);
        add_listed(&listed, path, source);
        line_set_sort(&listed);
        cr_expect_gt(listed.count, 5, "%s: only %zu calls", path, listed.count);
        cr_expect_eq(listed.count, annotated.count, "%s: %zu calls are listed, %zu annotated", path,
                     listed.count, annotated.count);
        line_set_expect_among(&annotated, &listed, path, source);
        line_set_free(&annotated);
        line_set_free(&listed);
    }
}
