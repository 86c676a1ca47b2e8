/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "aggregator/rows.h"
#include "base/array.h"
#include "base/error.h"
#include "profile/filter.h"
#include "support/figured.h"
#include "support/parsed.h"
#include "support/temporary.h"

TestSuite(rows, .init = temporary_enter, .fini = temporary_leave);

/* Two parts of two threads; f calls itself and g, and has code from src/b.h inlined. */
static const char profile[] =
    "pid: 7\nevents: Ir\npart: 1\nthread: 1\ndesc: Trigger: Client Request: parse "
    "1\nob=prog\nfl=src/a.c\nfn=f\n1 1\nfi=src/b.h\n2 2\n"
    "cob=lib.so\ncfi=g.c\ncfn=g\ncalls=4 1\n2 80\nfe=src/a.c\ncfn=f'2\ncalls=2 1\n1 16\nfn=f'2\n1 "
    "4\n"
    "totals: 7\npart: 2\nthread: 2\nob=lib.so\nfl=g.c\nfn=g\n5 8\n5 80\nfn=f\n9 32\n";

/* "NAMES SELF xCALLS" of each row, a line each, in their order; the caller frees it. */
static char *show(const struct rows *rows)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    cr_assert(out, "out of memory");
    for (row_id id = 0; id < rows->count; id++) {
        struct row_names names = rows_names(rows, id);
        struct text parts[] = {names.object, names.file, names.function, names.label};

        for (size_t i = 0; i < ARRAY_LENGTH(parts); i++) {
            if (parts[i].at)
                fprintf(out, "%.*s ", (int)parts[i].length, parts[i].at);
        }
        if (names.line != 0)
            fprintf(out, "%" PRIu64 " ", names.line);
        fprintf(out, "%" PRIi64, costs_sum(&rows->self, costs_row(&rows->self, id), 0));
        if (row_keys[rows->key].has_calls)
            fprintf(out, " x%" PRIi64, rows->calls[id]);
        fputs(rows->list[id].is_hidden ? " hidden\n" : "\n", out);
    }
    fclose(out);
    return text;
}

/* "NAME COSTS" of each row with code; the caller frees it. */
static char *show_self(const struct rows *rows)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    cr_assert(out, "out of memory");
    for (row_id id = 0; id < rows->count; id++) {
        if (!rows->list[id].has_code)
            continue;
        fputs(figured_name(rows, id), out);
        parsed_print_costs(out, &rows->self, id);
        fputc('\n', out);
    }
    fclose(out);
    return text;
}

static void expect_rows(const struct row_choice *choice, const char *expected)
{
    struct parsed parsed;
    struct rows rows;
    struct error error = {0};

    parsed_read(&parsed, profile);
    cr_assert(parsed.is_read, "%s", parsed.error.text);
    rows_create(&rows, &parsed.profile, choice);
    cr_assert(profile_fits(&parsed.profile, &error), "%s", error.text);
    char *text = figured_sort(show(&rows));
    cr_expect_str_eq(text, expected, "by %s: expected\n%sgot\n%s", figured_key_name(choice->key),
                     expected, text);
    free(text);
    rows_free(&rows);
    parsed_free(&parsed);
}

Test(rows, are_made_by_every_key)
{
    static const struct {
        enum row_key key;
        const char *expected;
    } cases[] = {
        {BY_FUNCTION, "lib.so g.c f 32 x0\nlib.so g.c g 88 x4\nprog src/a.c f 7 x2\n"},
        {BY_FILE_FUNCTION,
         "lib.so g.c f 32 x0\nlib.so g.c g 88 x4\nprog src/a.c f 5 x2\nprog src/b.h f 2 x0\n"},
        {BY_FILE, "g.c 120 x4\nsrc/a.c 5 x2\nsrc/b.h 2 x0\n"},
        {BY_DIRECTORY, ". 120 x4\nsrc 7 x2\n"},
        {BY_EXTENSION, ".c 125 x6\n.h 2 x0\n"},
        {BY_NAMESPACE, "lib.so 120 x4\nprog 7 x2\n"},
        {BY_OBJECT, "lib.so 120 x4\nprog 7 x2\n"},
        {BY_LINE, "g.c 5 88\ng.c 9 32\nsrc/a.c 1 5\nsrc/b.h 2 2\n"},
        {BY_INSTRUCTION, "lib.so g.c f 32\n"
                         "lib.so g.c g 88\nprog src/a.c f 7\n"}, /* without addresses */
        {BY_PART, "part 1, thread 1, PID 7 7\npart 2, thread 2, PID 7 120\n"},
        {BY_THREAD, "thread 1, PID 7 7\nthread 2, PID 7 120\n"},
        {BY_LABEL, "(other) 120\nparse 1 7\n"},
        {BY_INPUT, PARSED_PATH " 127\n"},
    };

    cr_assert_eq(ARRAY_LENGTH(cases), N_ROW_KEYS);
    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++)
        expect_rows(&FOLDED(cases[i].key), cases[i].expected);
}

/*
 * Two objects have an instruction at 10 each; that of p is in f, on its second level, and in what g
 * inlined from b.h, too: 1 + 2 + 4. The one at 14 is called from, and never costs anything.
 */
Test(rows, are_made_by_instruction)
{
    static const char text[] =
        "positions: instr line\nevents: A\nob=p\nfl=a\nfn=f\n0x10 1 1\ncfn=f'2\ncalls=1 0x10 "
        "1\n0x14 "
        "1 2\nfn=f'2\n0x10 1 2\n+8 +1 16\nfn=g\nfi=b.h\n0x10 9 4\nob=q\nfl=a\nfn=f\n0x10 1 8\n";
    struct filter filter = {0};
    struct row_choice choice = FOLDED(BY_INSTRUCTION);
    struct parsed parsed;
    struct rows rows;
    struct error error = {0};

    parsed_begin(&parsed);
    parsed.profile.keep.addresses = true;
    parsed_add(&parsed, text);
    cr_assert(parsed.is_read, "%s", parsed.error.text);
    rows_create(&rows, &parsed.profile, &choice);
    cr_assert(profile_fits(&parsed.profile, &error), "%s", error.text);
    char *shown = show(&rows);
    cr_expect_str_eq(shown, "p a f 1 7\np a f 2 16\nq a f 1 8\n");
    cr_expect_eq(rows.list[0].address, 0x10);
    cr_expect_eq(rows.list[1].address, 0x18);
    free(shown);
    rows_free(&rows);

    cr_assert(pattern_set(&filter.object, "object", "^p$", &error), "%s", error.text);
    choice.filter = &filter;
    rows_create(&rows, &parsed.profile, &choice);
    cr_assert(profile_fits(&parsed.profile, &error), "%s", error.text);
    shown = show(&rows);
    cr_expect_str_eq(shown, "p a f 1 7\np a f 2 16\n");
    free(shown);
    rows_free(&rows);
    filter_free(&filter);
    parsed_free(&parsed);
}

/*
 * n::A costs 10 + 1, with its second level, and is called three times; n 5; m 30, called twice;
 * main and the function that is not understood are the rest of o, 3 + 7, and of p there is 2.
 */
Test(rows, are_made_by_namespace)
{
    static const char text[] =
        "events: A\nob=o\nfl=a\nfn=main\n1 3\ncfn=n::A::f(int)\ncalls=2 2\n1 41\nfn=n::A::f(int)\n"
        "2 10\ncfn=n::A::f(int)'2\ncalls=1 2\n2 1\ncfn=m::h()\ncalls=2 4\n2 30\n"
        "fn=n::A::f(int)'2\n2 1\nfn=int n::g<int>(int)\n3 5\nfn=m::h()\n4 30\n"
        "fn=void (*n::pointer(int))(int)\n5 7\nob=p\nfn=memcpy\n6 2\n";
    static const struct {
        size_t depth;
        const char *expected;
    } cases[] = {
        {0, "m 30 x2\nn 5 x0\nn::A 11 x3\no 10 x0\np 2 x0\n"},
        {1, "m 30 x2\nn 16 x3\no 10 x0\np 2 x0\n"},
        {2, "m 30 x2\nn 5 x0\nn::A 11 x3\no 10 x0\np 2 x0\n"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct row_choice choice = FOLDED(BY_NAMESPACE);
        struct figured figured;
        choice.depth = cases[i].depth;
        figured_read(&figured, text, choice);
        char *shown = figured_sort(show(figured.figures.rows));
        cr_expect_str_eq(shown, cases[i].expected);
        free(shown);
        figured_free(&figured);
    }
}

Test(rows, keep_levels_apart_unless_folded)
{
    expect_rows(&ROWS(BY_FUNCTION), "lib.so g.c f 32 x0\nlib.so g.c g 88 x4\n"
                                    "prog src/a.c f 3 x0\nprog src/a.c f'2 4 x2\n");
    expect_rows(&ROWS(BY_FILE_FUNCTION),
                "lib.so g.c f 32 x0\nlib.so g.c g 88 x4\nprog src/a.c f 1 x0\n"
                "prog src/a.c f'2 4 x2\nprog src/b.h f 2 x0\n");
}

static void expect_second_level_of_one(const struct rows *rows)
{
    const struct profile *of = rows->profile;

    for (function_id id = 0; id < profile_n_functions(of); id++) {
        const char *name = names_text(of->symbols.functions, profile_function(of, id).symbol).at;
        cr_expect_eq(rows->levels[id], strcmp(name, "f'2") == 0 ? 2 : 1, "%s", name);
    }
}

/* Without folding they take time that only inclusive costs are worth. */
Test(rows, have_levels_where_they_are_needed)
{
    struct parsed parsed;
    struct error error = {0};

    parsed_read(&parsed, profile);
    for (int with_inclusive = 0; with_inclusive < 2; with_inclusive++) {
        const struct row_choice choice = {.key = BY_FUNCTION, .has_inclusive = with_inclusive};
        struct rows rows;

        rows_create(&rows, &parsed.profile, &choice);
        cr_assert(profile_fits(&parsed.profile, &error), "%s", error.text);
        cr_expect_eq(rows.levels != NULL, choice.has_inclusive);
        if (choice.has_inclusive)
            expect_second_level_of_one(&rows);
        rows_free(&rows);
    }
    parsed_free(&parsed);
}

/* What is hidden stays in rows of its own: it still calls and is called. */
Test(rows, are_hidden_by_filters)
{
    struct filter filter = {0};
    struct error error = {0};
    struct row_choice choice = {.key = BY_FUNCTION, .is_folded = true, .filter = &filter};

    expect_rows(&choice, "lib.so g.c f 32 x0\nlib.so g.c g 88 x4\nprog src/a.c f 7 x2\n");
    cr_assert(pattern_set(&filter.function, "function", "^f$", &error));
    expect_rows(&choice, "lib.so g.c f 32 x0\nlib.so g.c g 88 x4 hidden\nprog src/a.c f 7 x2\n");
    filter_free(&filter);
    choice.key = BY_OBJECT;
    cr_assert(pattern_set(&filter.object, "object", "prog", &error));
    expect_rows(&choice, "lib.so g.c f 32 x0 hidden\nlib.so g.c g 88 x4 hidden\nprog 7 x2\n");
    filter_free(&filter);
    choice.key = BY_LINE;
    cr_assert(pattern_set(&filter.file, "file", "^src/", &error));
    expect_rows(&choice, "g.c 5 88 hidden\ng.c 9 32 hidden\nsrc/a.c 1 5\nsrc/b.h 2 2\n");
    filter_free(&filter);
}

/* By file:function and as recorded: the rows of the report. */
Test(rows, are_by_object_file_and_function)
{
    static const struct {
        const char *behaviour, *profile;
        const char *expected; /* of rows with code */
    } cases[] = {
        {"functions of one name in two files", "events: A\nfl=a\nfn=f\n1 1\nfl=b\nfn=f\n1 2\n",
         "a:f 1\nb:f 2\n"},
        {"functions of one name in two objects",
         "events: A\nob=o\nfl=a\nfn=f\n1 1\nob=p\nfn=f\n1 2\nob=o\nfn=f\n1 4\n",
         "a:f[o] 5\na:f[p] 2\n"},
        {"code inlined from another file is a row",
         "events: A\nfl=a\nfn=f\n1 1\nfi=b\n1 2\nfe=a\n1 4\n", "a:f 5\nb:f 2\n"},
        /* "inlined from b into f of a" and "f of b" are the same (object, file, name). */
        {"which a function of that name in that file shares",
         "events: A\nfl=a\nfn=f\n1 1\nfi=b\n1 2\nfl=b\nfn=f\n1 4\n", "a:f 1\nb:f 6\n"},
        {"what is only called has no code",
         "events: A\nfl=a\nfn=f\n1 1\ncfi=c\ncfn=g\ncalls=1 1\n1 9\n", "a:f 1\n"},
        {"not given and not given stays so", "events: A B\nfl=a\nfn=f\n1 1\nfi=b\n1 2\n1 4\n",
         "a:f 1 .\nb:f 6 .\n"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct figured figured;

        figured_read(&figured, cases[i].profile, ROWS(BY_FILE_FUNCTION));
        char *text = figured_sort(show_self(figured.figures.rows));
        cr_expect(strcmp(text, cases[i].expected) == 0, "%s: expected\n%sgot\n%s",
                  cases[i].behaviour, cases[i].expected, text);
        free(text);
        figured_free(&figured);
    }
}

/* f of a.c has two places, its own file and b.h; f'2 is a function of its own. */
Test(rows, know_their_places)
{
    struct figured figured;
    size_t *begin;

    figured_read(&figured, profile, FOLDED(BY_FUNCTION));
    const struct rows *rows = figured.figures.rows;
    place_id *places = rows_sort_places(rows, &begin);
    row_id f = figured_find(rows, "src/a.c:f[prog]");
    cr_expect_eq(begin[0], 0);
    cr_expect_eq(begin[rows->count], profile_n_places(rows->profile));
    cr_expect_eq(begin[f + 1] - begin[f], 3, "%zu places", begin[f + 1] - begin[f]);
    for (size_t i = begin[f]; i < begin[f + 1]; i++)
        cr_expect_eq(rows->of_place[places[i]], f);
    free(begin);
    free(places);
    figured_free(&figured);
}

/* "CALLER CALLEE" of each arc, an apostrophe after what is not of the first level. */
static char *show_arcs(const struct rows *rows)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    cr_assert(out, "out of memory");
    for (size_t id = 0; id < rows->arcs->map.count; id++) {
        struct row_arc arc = rows_arc(rows, id);

        fprintf(out, "%s%s > ", figured_name(rows, arc.from), arc.from_first ? "" : "'");
        fprintf(out, "%s%s x%" PRIi64 " %" PRIi64 "\n", figured_name(rows, arc.to),
                arc.to_first ? "" : "'", rows->arcs->counts[id],
                figured_cost(&rows->arcs->costs, id, 0));
    }
    fclose(out);
    return text;
}

/* Those between places, be they kept so or by line alone. */
Test(rows, have_arcs_however_calls_were_kept)
{
    static const enum kept places[] = {KEEP_SELF_AND_CALLS, KEEP_SELF};

    for (size_t i = 0; i < ARRAY_LENGTH(places); i++) {
        struct parsed parsed;
        struct rows rows;
        struct error error = {0};

        parsed_begin(&parsed);
        parsed.profile.keep.places = places[i];
        parsed_add(&parsed, profile);
        rows_create(&rows, &parsed.profile, &FOLDED(BY_FUNCTION));
        cr_assert(profile_fits(&parsed.profile, &error), "%s", error.text);
        char *text = figured_sort(show_arcs(&rows));
        cr_expect_str_eq(text, "src/a.c:f[prog] > g.c:g[lib.so] x4 80\n"
                               "src/a.c:f[prog] > src/a.c:f[prog]' x2 16\n");
        free(text);
        rows_free(&rows);
        parsed_free(&parsed);
    }
}

Test(rows, fail_where_a_sum_does_not_fit)
{
    struct parsed parsed;
    struct rows rows;
    struct error error = {0};

    parsed_read(&parsed, "events: A\nfl=a\nfn=f\ncfn=g\ncalls=9223372036854775807 1\n1 1\n"
                         "fl=b\nfn=f\ncfi=a\ncfn=g\ncalls=1 1\n1 1\n");
    cr_assert(parsed.is_read, "%s", parsed.error.text);
    rows_create(&rows, &parsed.profile, &FOLDED(BY_FUNCTION));
    cr_expect_not(profile_fits(&parsed.profile, &error));
    cr_expect_eq(error.kind, ERROR_FAILED);
    rows_free(&rows);
    parsed_free(&parsed);
}

/* All that rows by them are called, and what each is of. */
Test(rows, by_extension_are_by_the_end_of_the_name)
{
    static const struct {
        const char *file, *expected;
    } cases[] = {
        {"a.c", ".c"},
        {"src/x.tar.gz", ".gz"},
        {"a.d/Makefile", "(none)"},
        {".bashrc", "(none)"},
        {"d/.x", "(none)"},
        {"d/.x.h", ".h"},
        {"a.", "."},
        {"???", "(none)"},
        {"", "(none)"},
        {"./elf/rtld.c", ".c"},
        {"/", "(none)"},
        {"..", "."},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct text found = row_keys[BY_EXTENSION].group_of_file(text_of(cases[i].file));
        cr_expect(text_equal(found, text_of(cases[i].expected)), "%s: %.*s", cases[i].file,
                  (int)found.length, found.at);
    }
}

Test(rows, have_keys_with_names)
{
    cr_expect_str_eq(row_keys[BY_FILE_FUNCTION].name, "file:function");
    cr_expect_str_eq(row_keys[BY_FILE_FUNCTION].plural, "functions");
    cr_expect_str_eq(row_keys[BY_DIRECTORY].plural, "directories");
    for (size_t key = 0; key < N_ROW_KEYS; key++) {
        const struct row_key_kind *kind = &row_keys[key];
        cr_expect(kind->name != NULL && kind->plural != NULL, "key %zu", key);
    }
}

/* The rows of a key, as "LABEL COST", a line each. */
static void check_rows(const struct parsed *parsed, enum row_key key, const char *expected)
{
    struct error error = {0};
    struct rows rows;
    char found[500] = "";
    size_t length = 0;

    rows_create(&rows, &parsed->profile, &(struct row_choice){.key = key});
    cr_assert(profile_fits(&parsed->profile, &error));
    for (row_id id = 0; id < rows.count; id++)
        length += (size_t)snprintf(found + length, sizeof found - length, "%.*s %" PRIi64 "\n",
                                   (int)rows.labels[id].name.length, rows.labels[id].name.at,
                                   costs_sum(&rows.self, costs_row(&rows.self, id), 0));
    cr_expect_str_eq(found, expected);
    rows_free(&rows);
}

Test(rows, are_parts_threads_and_runs)
{
    struct parsed parsed;

    parsed_begin(&parsed);
    parsed_add(&parsed, "pid: 7\npart: 1\nthread: 1\nevents: A\nfn=f\n1 1\n"
                        "part: 1\nthread: 2\ndesc: Thread name: worker\nevents: A\nfn=f\n1 2\n"
                        "part: 2\nthread: 2\ndesc: Thread name: worker\nevents: A\nfn=f\n1 4\n");
    parsed_add(&parsed, "pid: 7\npart: 2\nthread: 1\nevents: A\nfn=f\n1 8\n");
    parsed_add(&parsed, "events: A\nfn=f\n1 16\n");
    cr_assert(parsed.is_read);
    parsed.profile.inputs[1].run = 0; /* two files of one run */
    parsed.profile.inputs[1].run_name = parsed.profile.inputs[0].run_name = TEXT("c");
    check_rows(&parsed, BY_PART,
               "part 1, thread 1, PID 7 1\npart 1, thread 2, PID 7, worker 2\n"
               "part 2, thread 2, PID 7, worker 4\npart 2, thread 1, PID 7 8\n"
               "part of " PARSED_PATH " 16\n");
    check_rows(&parsed, BY_THREAD, "thread 1, PID 7 9\nthread 2, PID 7, worker 6\nno thread 16\n");
    check_rows(&parsed, BY_INPUT, "c 15\n" PARSED_PATH " 16\n");
    parsed_free(&parsed);
}

/* What the rows by part or thread say of time, "-" for nothing, and of why they were written. */
static void check_spans(const char *text, enum row_key key, const char *expected)
{
    struct parsed parsed;
    struct error error = {0};
    struct rows rows;
    char found[500] = "";
    size_t length = 0;

    parsed_read(&parsed, text);
    cr_assert(parsed.is_read);
    rows_create(&rows, &parsed.profile, &(struct row_choice){.key = key});
    cr_assert(profile_fits(&parsed.profile, &error));
    for (row_id id = 0; id < rows.count; id++) {
        struct row_span span = rows_names(&rows, id).span;
        length += (size_t)snprintf(found + length, sizeof found - length, "[%.*s] [%.*s]\n",
                                   (int)span.time_range.length, span.time_range.at,
                                   (int)span.trigger.length, span.trigger.at);
    }
    cr_expect_str_eq(found, expected);
    rows_free(&rows);
    parsed_free(&parsed);
}

#define PART(number, range, trigger)                                                               \
    "part: " number "\nthread: 1\ndesc: Timerange: " range "\ndesc: Trigger: " trigger             \
    "\nevents: A\nfn=f\n1 1\n"

Test(rows, say_when_and_why_they_were_written)
{
    check_spans(PART("1", "Basic block 0 - 5", "a") PART("2", "half a day", "b"), BY_PART,
                "[Basic block 0 - 5] [a]\n[half a day] [b]\n");
    check_spans(PART("1", "1 - 2", "a"), BY_THREAD, "[1 - 2] [a]\n");
    check_spans(PART("1", "1 - 2", "a") PART("2", "2 - 3", "b"), BY_THREAD, "[] []\n");
    check_spans(PART("1", "1 - 2", "a"), BY_INPUT, "[] []\n");
}

/* A program that dumps itself after each step of its work. */
Test(rows, may_be_many)
{
    enum { N_PARTS = 2000, PART_ROOM = 60 };
    char *text = calloc(N_PARTS, PART_ROOM);
    size_t length = 0;
    struct parsed parsed;
    struct error error = {0};
    struct rows rows;

    cr_assert(text);
    for (int i = 1; i <= N_PARTS; i++)
        length += (size_t)sprintf(text + length, "part: %d\nevents: A\nfn=f\n1 %d\n", i, i);
    parsed_read(&parsed, text);
    cr_assert(parsed.is_read);
    rows_create(&rows, &parsed.profile, &(struct row_choice){.key = BY_PART});
    cr_assert(profile_fits(&parsed.profile, &error));
    cr_assert_eq(rows.count, N_PARTS);
    cr_expect(text_equal(rows.labels[N_PARTS - 1].name, TEXT("part 2000")));
    rows_free(&rows);
    parsed_free(&parsed);
    free(text);
}
