/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "aggregator/row_figures.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "support/figured.h"
#include "support/temporary.h"

TestSuite(row_diff, .init = temporary_enter, .fini = temporary_leave);

/* main calls f and g; in the old version g is in another file, f costs less, and h is there too. */
static const char fresh_text[] =
    "events: Ir\nfl=n/a.c\nfn=main\n1 10\ncfn=f\ncalls=3 1\n1 60\ncfi=n/c.c\ncfn=g\ncalls=1 1\n"
    "1 5\nfn=f\n2 60\nfl=n/c.c\nfn=g\n3 5\nsummary: 80\n";
static const char old_text[] =
    "events: Ir Dr\nfl=o/a.c\nfn=main\n1 12 1\ncfn=f\ncalls=2 1\n1 40\ncfi=o/b.c\ncfn=g\ncalls=1 "
    "1\n1 5\ncfn=h\ncalls=7 1\n1 21 3\nfn=f\n2 40\nfn=h\n4 21 3\nfl=o/b.c\nfn=g\n3 5\n";

/* "NAME self CHANGE (was OLD) incl ... xCALLS (was OLD) STATUS WAS" for each row. */
static char *show(const struct row_diff *row_diff)
{
    static const char *const changes[] = {"", " new", " gone", " moved", " renamed"};
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    cr_assert(out);
    for (row_id id = 0; id < row_diff->rows.count; id++) {
        struct row_names names = rows_names(&row_diff->rows, id), was = {0};
        enum change change = row_diff_change(row_diff, id, &was);

        fprintf(out, "%s:%s self", names.file.at, names.function.at);
        parsed_print_costs(out, &row_diff->rows.self, id);
        fputs(" was", out);
        parsed_print_costs(out, &row_diff->old.self, id);
        fputs(row_diff->inclusive.is_exact[id] ? " incl" : " incl ~", out);
        parsed_print_costs(out, &row_diff->inclusive.costs, id);
        fputs(" was", out);
        parsed_print_costs(out, &row_diff->old.inclusive, id);
        fprintf(out, " x%" PRIi64 " was %" PRIi64 "%s", row_diff->rows.calls[id],
                row_diff->old.calls[id], changes[change]);
        if (change == CHANGE_MOVED || change == CHANGE_RENAMED)
            fprintf(out, " %s:%s", was.file.at, was.function.at);
        fputc('\n', out);
    }
    fclose(out);
    return figured_sort(text);
}

static void expect_rows_by(const struct row_choice *choice, const char *fresh, const char *old,
                           const char *expected)
{
    struct compared compared;
    struct row_diff row_diff;
    struct error error = {0};

    compared_read(&compared, fresh, old);
    cr_assert(row_diff_create(&row_diff, &compared.diff, choice, true, &error), "%s", error.text);
    char *text = show(&row_diff);
    cr_expect_str_eq(text, expected, "got\n%s", text);
    free(text);
    row_diff_free(&row_diff);
    compared_free(&compared);
}

static void expect_rows(const char *fresh, const char *old, const char *expected)
{
    expect_rows_by(&FOLDED(BY_FUNCTION), fresh, old, expected);
}

Test(row_diff, subtracts_after_every_sum)
{
    expect_rows(fresh_text, old_text,
                "n/a.c:f self 20 . was 40 . incl 20 . was 40 . x1 was 2\n"
                "n/a.c:h self -21 -3 was 21 3 incl -21 -3 was 21 3 x-7 was 7 gone\n"
                "n/a.c:main self -2 -1 was 12 1 incl -3 -4 was 78 4 x0 was 0\n"
                "n/c.c:g self 0 . was 5 . incl 0 . was 5 . x0 was 1 moved o/b.c:g\n");
}

Test(row_diff, knows_what_is_new)
{
    expect_rows("events: Ir\nfl=a.c\nfn=f.cold\n1 3\nfn=g\n1 4\n",
                "events: Ir\nfl=a.c\nfn=f\n1 1\n",
                "a.c:f.cold self 2 was 1 incl 2 was 1 x0 was 0 renamed a.c:f\n"
                "a.c:g self 4 was . incl 4 was . x0 was 0 new\n");
}

/*
 * e and o call each other: without levels their inclusive cost is a bound, and the difference is
 * not known, though the other side is exact.
 */
Test(row_diff, is_exact_where_both_sides_are)
{
    expect_rows("events: Ir\nfl=a.c\nfn=e\n1 1\ncfn=o\ncalls=1 1\n1 5\nfn=o\n2 5\n",
                "events: Ir\nfl=a.c\nfn=main\n1 1\ncfn=e\ncalls=1 1\n1 30\nfn=e\n2 10\ncfn=o\n"
                "calls=1 1\n2 25\nfn=o\n3 20\ncfn=e\ncalls=1 1\n3 15\n",
                "a.c:e self -9 was 10 incl ~ -24 was 30 x-2 was 2\n"
                "a.c:main self -1 was 1 incl -31 was 31 x0 was 0 gone\n"
                "a.c:o self -15 was 20 incl ~ -15 was 20 x0 was 1\n");
}

Test(row_diff, of_a_profile_and_itself_is_nothing)
{
    expect_rows(fresh_text, fresh_text,
                "n/a.c:f self 0 was 60 incl 0 was 60 x0 was 3\n"
                "n/a.c:main self 0 was 10 incl 0 was 75 x0 was 0\n"
                "n/c.c:g self 0 was 5 incl 0 was 5 x0 was 1\n");
}

/* 0x1 calls main, which calls 0x2: as one they would be a cycle. As one row they are a bound. */
Test(row_diff, computes_inclusive_costs_before_addresses_become_one)
{
#define CALLED_FROM(above, below)                                                                  \
    "events: Ir\nfl=???\nfn=" above "\n0 5\ncfn=main\ncalls=1 0\n0 1000\n"                         \
    "fn=main\n0 100\ncfn=" below "\ncalls=1 0\n0 900\nfn=" below "\n0 900\n"

    expect_rows(CALLED_FROM("0x1", "0x2"), CALLED_FROM("0x3", "0x4"),
                "???:(no name) self 0 was 905 incl ~ 0 was 1005 x0 was 1\n"
                "???:main self 0 was 100 incl 0 was 1000 x0 was 1\n");
}

Test(row_diff, tells_how_calls_changed)
{
    struct compared compared;
    struct row_diff row_diff;
    struct error error = {0};
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    cr_assert(out);
    compared_read(&compared, fresh_text, old_text);
    cr_assert(row_diff_create(&row_diff, &compared.diff, &FOLDED(BY_FUNCTION), true, &error));
    for (uint32_t id = 0; id < row_diff.calls.arcs.map.count; id++) {
        struct row_call call = row_call(&row_diff.calls, id);

        fprintf(out, "%s > %s x%" PRIi64, rows_names(&row_diff.rows, call.caller).function.at,
                rows_names(&row_diff.rows, call.callee).function.at,
                row_diff.calls.arcs.counts[id]);
        parsed_print_costs(out, &row_diff.calls.entering, id);
        parsed_print_costs(out, &row_diff.calls.leaving, id);
        fputc('\n', out);
    }
    fclose(out);
    text = figured_sort(text);
    cr_expect_str_eq(text,
                     "main > f x1 20 . 20 .\n"
                     "main > g x0 0 . 0 .\n"
                     "main > h x-7 -21 -3 -21 -3\n",
                     "got\n%s", text);
    free(text);
    row_diff_free(&row_diff);
    compared_free(&compared);
}

/*
 * The new f costs 1 + 2 and the 9 of g, which code inlined from b calls; the old one 1 + 4. Where
 * a function was says its own row alone.
 */
Test(row_diff, divides_functions_by_file)
{
    expect_rows_by(&ROWS(BY_FILE_FUNCTION),
                   "events: Ir\nfl=a\nfn=f\n1 1\nfi=b\n2 2\ncfi=a\ncfn=g\ncalls=1 1\n2 9\nfl=a\n"
                   "fn=g\n3 9\n",
                   "events: Ir\nfl=c\nfn=f\n1 1\nfi=b\n2 4\n",
                   "a:f self 0 was 1 incl 7 was 5 x0 was 0 moved c:f\n"
                   "a:g self 9 was . incl 9 was . x1 was 0 new\n"
                   "b:f self -2 was 4 incl 7 was 4 x0 was 0\n");
}

/* The names of all rows that have changed, or may have; the caller frees it. */
static char *show_changed(const struct row_diff *row_diff)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    cr_assert(out);
    for (row_id id = 0; id < row_diff->rows.count; id++)
        if (row_diff_has_changed(row_diff, id))
            fprintf(out, "%s\n", figured_name(&row_diff->rows, id));
    fclose(out);
    return figured_sort(text);
}

Test(row_diff, tells_what_has_changed)
{
#define CALL(count, cost)                                                                          \
    "events: Ir\nfl=a\nfn=main\n1 1\ncfn=f\ncalls=" count " 1\n1 " cost "\nfn=f\n1 " cost "\n"
#define CYCLE(entering)                                                                            \
    "events: Ir\nfl=a\nfn=main\n1 1\ncfn=e\ncalls=1 1\n1 " entering                                \
    "\nfn=e\n1 3\ncfn=o\ncalls=1 1\n1 6\nfn=o\n1 4\ncfn=e\ncalls=1 1\n1 2\n"
#define NAMELESS "events: Ir\nfl=a\nfn=0x1\n0 5\nfn=0x2\n0 6\n"
    static const struct {
        const char *behaviour, *fresh, *old, *expected;
    } cases[] = {
        {"nothing", CALL("2", "9"), CALL("2", "9"), ""},
        {"a function and what calls it", CALL("2", "9"), CALL("2", "8"), "a:f\na:main\n"},
        {"calls alone", CALL("2", "9"), CALL("3", "9"), "a:f\n"},
        {"bounds that are the same", CYCLE("7"), CYCLE("7"), ""},
        {"bounds alone: e's, by what enters the cycle", CYCLE("8"), CYCLE("7"), "a:e\na:main\n"},
        {"what has no names is a bound always", NAMELESS, NAMELESS, ""},
    };
#undef CALL
#undef CYCLE
#undef NAMELESS

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct compared compared;
        struct row_diff row_diff;
        struct error error = {0};

        compared_read(&compared, cases[i].fresh, cases[i].old);
        cr_assert(row_diff_create(&row_diff, &compared.diff, &FOLDED(BY_FUNCTION), false, &error));
        char *text = show_changed(&row_diff);
        cr_expect(strcmp(text, cases[i].expected) == 0, "%s: expected\n%sgot\n%s",
                  cases[i].behaviour, cases[i].expected, text);
        free(text);
        row_diff_free(&row_diff);
        compared_free(&compared);
    }
}

/* "NAME CHANGE (was OLD) STATUS" for each row of a key without calls, or the error. */
static char *show_without_calls(const struct row_diff *row_diff)
{
    static const char *const changes[] = {"", " new", " gone", " moved", " renamed"};
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    cr_assert(out);
    for (row_id id = 0; id < row_diff->rows.count; id++) {
        struct row_names names = rows_names(&row_diff->rows, id), was = {0};
        if (names.label.at != NULL)
            fprintf(out, "%.*s", (int)names.label.length, names.label.at);
        else
            fprintf(out, "%s:%" PRIu64, names.file.at, names.line);
        parsed_print_costs(out, &row_diff->rows.self, id);
        fputs(" was", out);
        parsed_print_costs(out, &row_diff->old.self, id);
        fprintf(out, "%s\n", changes[row_diff_change(row_diff, id, &was)]);
    }
    fclose(out);
    return figured_sort(text);
}

static char *compare_without_calls(enum row_key key, const char *fresh, const char *old)
{
    const struct row_choice choice = {.key = key};
    struct compared compared;
    struct row_diff row_diff;
    struct error error = {0};
    char *text;

    compared_read(&compared, fresh, old);
    if (row_diff_create(&row_diff, &compared.diff, &choice, true, &error)) {
        text = show_without_calls(&row_diff);
    } else {
        text = malloc(sizeof error.text + 20);
        cr_assert_not_null(text);
        sprintf(text, "%s %s\n", error.kind == ERROR_USAGE ? "usage" : "error", error.text);
    }
    row_diff_free(&row_diff);
    compared_free(&compared);
    return text;
}

#define PART(numbers, cost) numbers "events: A\nfl=a\nfn=f\n1 " cost "\n"

/* Processes have other numbers in another run. */
Test(row_diff, matches_parts_threads_and_inputs)
{
    static const struct {
        const char *behaviour;
        enum row_key key;
        const char *fresh, *old, *expected;
    } cases[] = {
        {"threads by their numbers", BY_THREAD,
         PART("pid: 7\nthread: 1\n", "10") PART("thread: 2\n", "20"),
         PART("pid: 8\nthread: 3\n", "5") PART("thread: 1\n", "4"),
         "thread 1, PID 7 6 was 4\nthread 2, PID 7 20 was . new\nthread 3, PID 8 -5 was 5 gone\n"},
        {"a thread that has no number", BY_THREAD, PART("", "10"), PART("thread: 1\n", "4"),
         "no thread 10 was . new\nthread 1 -4 was 4 gone\n"},
        {"all parts of a thread", BY_THREAD,
         PART("thread: 1\npart: 1\n", "10") PART("thread: 1\npart: 2\n", "20"),
         PART("thread: 1\npart: 1\n", "7"), "thread 1 23 was 7\n"},
        {"parts by numbers of part and thread", BY_PART,
         PART("part: 1\nthread: 1\n", "10") PART("part: 2\nthread: 1\n", "20"),
         PART("part: 2\nthread: 1\n", "7") PART("part: 2\nthread: 2\n", "8"),
         "part 1, thread 1 10 was . new\npart 2, thread 1 13 was 7\n"
         "part 2, thread 2 -8 was 8 gone\n"},
        {"the only inputs", BY_INPUT, PART("", "10"), PART("", "4"), PARSED_PATH " 6 was 4\n"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        char *text = compare_without_calls(cases[i].key, cases[i].fresh, cases[i].old);
        cr_expect_str_eq(text, cases[i].expected, "%s: expected\n%sgot\n%s", cases[i].behaviour,
                         cases[i].expected, text);
        free(text);
    }
}

/* Two threads 1 of two processes: which of them is the old one? */
Test(row_diff, cannot_match_what_is_there_twice)
{
    static const char two[] = PART("pid: 7\nthread: 1\n", "1") PART("pid: 8\nthread: 1\n", "2");
    static const char one[] = PART("pid: 7\nthread: 1\n", "1");
    char *fresh = compare_without_calls(BY_THREAD, two, one);
    char *old = compare_without_calls(BY_THREAD, one, two);

    cr_expect_str_eq(fresh,
                     "usage --by=thread: 'thread 1, PID 8' is not the only one of its number "
                     "or name: which of them another profile has cannot be told\n");
    cr_expect_str_eq(old, fresh);
    free(fresh);
    free(old);
}
#undef PART

/* Without a map of lines by their number, in files that are matched: o/a is n/a. */
Test(row_diff, matches_lines)
{
    char *text = compare_without_calls(
        BY_LINE, "events: A B\nfl=n/a\nfn=f\n1 10\n2 20 1\nfi=n/h\n2 3\n0 4\n",
        "events: A B\nfl=o/a\nfn=f\n2 5 1\n3 6 1\nfi=o/h\n2 3\n0 5\n");

    cr_expect_str_eq(text,
                     "n/a:1 10 . was . . new\n"
                     "n/a:2 15 0 was 5 1\n"
                     "n/a:3 -6 -1 was 6 1 gone\n"
                     "n/h:0 -1 . was 5 .\n"
                     "n/h:2 0 . was 3 .\n",
                     "got\n%s", text);
    free(text);
}

/* What is gone comes after the rows of the new side: none of these has calls to be told. */
Test(row_diff, gives_instructions_no_calls)
{
    static const char fresh[] = "positions: instr\nevents: A\nob=o\nfl=a\nfn=f\n0x10 1\n";
    static const char old[] =
        "positions: instr\nevents: A\nob=o\nfl=a\nfn=f\n0x10 1\n0x14 2\nfn=g\n0x20 3\n";
    const struct row_choice choice = {.key = BY_INSTRUCTION};
    struct compared compared;
    struct row_diff row_diff;
    struct error error = {0};

    compared_read(&compared, fresh, old);
    cr_assert(row_diff_create(&row_diff, &compared.diff, &choice, false, &error), "%s", error.text);
    cr_assert_eq(row_diff.rows.count, 3);
    cr_expect_null(row_diff.rows.calls);
    cr_expect_eq(rows_calls(&row_diff.rows, 1), 0);
    cr_expect(row_diff_has_changed(&row_diff, 1));
    for (function_id id = 0; id < profile_n_functions(row_diff.rows.profile); id++)
        cr_expect_eq(row_diff.rows.base_of[id], profile_function(row_diff.rows.profile, id).symbol);
    row_diff_free(&row_diff);
    compared_free(&compared);
}
