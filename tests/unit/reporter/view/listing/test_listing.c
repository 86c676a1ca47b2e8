/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "reporter/view/listing/listing.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "support/figured.h"
#include "support/pulled_view.h"
#include "support/temporary.h"

/* Sources of six lines and of two; they are older than the profiles. */
static void write_sources(void)
{
    temporary_enter();
    temporary_write("a", "one\ntwo\nthree\nfour\nfive\nsix\n");
    temporary_write("b", "eins\nzwei\n");
}

TestSuite(listing, .init = write_sources, .fini = temporary_leave);

struct code_case {
    const char *behaviour;
    const char *profile;
    const char *what; /* "FILE:FUNCTION", or "FILE" */
    uint64_t line, context;
    bool has_inclusive, is_bare;
    const char *expected; /* the events, the rows and the warnings */
    const char *event;    /* NULL: the first */
};

static void print(FILE *out, struct pulled_view *pulled, const struct row_figures *of,
                  const struct code_case *one)
{
    const bool is_function = strchr(one->what, ':') != NULL;
    const struct names *files = pulled->input.profile->symbols.files;
    const struct code_shown shown = {
        .code.row = is_function ? figured_find(of->rows, one->what) : NO_ID,
        .code.file = is_function ? NO_ID : names_find(files, text_of(one->what)),
        .line = one->line,
        .has_inclusive = one->has_inclusive,
        .is_bare = one->is_bare,
    };
    struct listing listing;
    struct table table;

    if (listing_create(&listing, &pulled->input, of, &shown, &table, &pulled->error)) {
        pulled_print_events(out, &table);
        table.fits = pulled_fits;
        table.maker = pulled;
        pulled_print_table(out, &table, &pulled->error);
        cr_expect_eq(table_has(&table, COLUMN_INCLUSIVE), one->has_inclusive);
    }
    pulled_print_messages(out, &pulled->warnings, &pulled->error);
    listing_free(&listing);
}

static char *show(const struct code_case *one)
{
    const struct view_options options = {ALL_ROWS, .context = one->context,
                                         .show = text_of(one->event != NULL ? one->event : "")};
    const struct row_figures_wanted wanted = {
        .choice = {.key = BY_FUNCTION, .is_folded = true, .has_inclusive = true}};
    struct pulled_view pulled;
    struct row_figures of = {0};
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    cr_assert(out, "out of memory");
    pulled_view_begin(&pulled, &options, one->profile, NULL);
    cr_assert(view_choose_metric(&pulled.input, true, &pulled.error), "%s", pulled.error.text);
    cr_assert(view_add_up(&pulled.input, &wanted, &of, &pulled.error), "%s", pulled.error.text);
    print(out, &pulled, &of, one);
    fclose(out);
    row_figures_free(&of);
    pulled_view_end(&pulled);
    return text;
}

static void check(const struct code_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char *text = show(&cases[i]);

        cr_expect_str_eq(text, cases[i].expected, "%s: expected\n%sgot\n%s", cases[i].behaviour,
                         cases[i].expected, text);
        free(text);
    }
}

/* f has lines 2 and 5, and code of b; g, of the same file, line 6. */
#define PROFILE                                                                                    \
    "events: A\nfl=a\nfn=f\n2 3\n5 4\ncfn=g\ncalls=2 1\n5 6\ncfi=b\ncfn=h\ncalls=1 1\n5 9\n"       \
    "fi=b\n1 30\nfl=a\nfn=g\n6 6\nfl=b\nfn=h\n2 9\n"

Test(listing, lists_a_function_or_a_file)
{
    static const struct code_case cases[] = {
        /* Its own file is first, though the code of b costs more. */
        {"a function with inlined code", PROFILE, "a:f",
         .expected = "A 52 3 to 30\n"
                     "listing a:f | a\nline 2 a:f = 3 | two\ngap a:f\nline 5 a:f = 4 | five\n"
                     "callee b:h = 9 x1\ncallee a:g = 6 x2\n"
                     "listing b:f | b\nline 1 b:f = 30 | eins\n"},
        {"with context, up to the function before", PROFILE, "a:g", .context = 2,
         .expected = "A 52 6 to 6\n"
                     "listing a:g | a\nline 6 a:g = 6 | six\n"},
        {"lines of ranges that meet", PROFILE, "a:f", .context = 1,
         .expected =
             "A 52 3 to 30\n"
             "listing a:f | a\nsource 1 a:f | one\nline 2 a:f = 3 | two\nsource 3 a:f | three\n"
             "source 4 a:f | four\nline 5 a:f = 4 | five\ncallee b:h = 9 x1\ncallee a:g = 6 x2\n"
             "listing b:f | b\nline 1 b:f = 30 | eins\nsource 2 b:f | zwei\n"},
        {"a file, whoever's code it is", PROFILE, "b",
         .expected = "A 52 9 to 30\nlisting b | b\nline 1 b = 30 | eins\nline 2 b = 9 | zwei\n"},
        {"inclusive cost", PROFILE, "a", .has_inclusive = true,
         .expected = "A 52 3 to 19\n"
                     "listing a | a\nline 2 a = 3 / 3 | two\ngap a\nline 5 a = 4 / 19 | five\n"
                     "callee b:h = 9 x1\ncallee a:g = 6 x2\nline 6 a = 6 / 6 | six\n"},
        {"lines with a cost alone", PROFILE, "a:f", .context = 1, .has_inclusive = true,
         .is_bare = true,
         .expected = "A 52 3 to 30\n"
                     "listing a:f | a\nline 2 a:f = 3 / 3 | two\nline 5 a:f = 4 / 19 | five\n"
                     "callee b:h = 9 x1\ncallee a:g = 6 x2\n"
                     "listing b:f | b\nline 1 b:f = 30 / 30 | eins\n"},
        {"what is only called", "events: A\nfl=a\nfn=f\ncfi=b\ncfn=g\ncalls=1 1\n1 5\n", "b:g",
         .expected = "A . . to .\n"},
    };

    check(cases, ARRAY_LENGTH(cases));
}

Test(listing, lists_one_line_and_those_around_it)
{
    static const struct code_case cases[] = {
        {"with a cost", PROFILE, "a", .line = 2, .context = 1,
         .expected = "A 52 3 to 19\n"
                     "listing a | a\nsource 1 a | one\nline 2 a = 3 | two\nsource 3 a | three\n"},
        {"without one, among others", PROFILE, "a", .line = 4, .context = 1,
         .expected = "A 52 3 to 19\n"
                     "listing a | a\nsource 3 a | three\nsource 4 a | four\nline 5 a = 4 | five\n"
                     "callee b:h = 9 x1\ncallee a:g = 6 x2\n"},
        {"past the end", PROFILE, "a", .line = 9, .context = 1,
         .expected = "A 52 3 to 19\nlisting a | a\nwarning a:9: there is no such line\n"},
        {"of a source that is not there", "events: A\nfl=c\nfn=f\n1 1\n2 2\n", "c", .line = 2,
         .expected = "A 3 1 to 2\nlisting c\nline 2 c = 2\n"
                     "warning c: source not found: tried as recorded, in ./\n"},
        {"that it does not have either", "events: A\nfl=c\nfn=f\n1 1\n", "c", .line = 7,
         .expected = "A 1 1 to 1\nlisting c\n"
                     "warning c:7: there is no such line\n"
                     "warning c: source not found: tried as recorded, in ./\n"},
    };

    check(cases, ARRAY_LENGTH(cases));
}

Test(listing, lists_lines_without_a_source)
{
    static const struct code_case cases[] = {
        {"past its end", "events: A\nfl=b\nfn=f\n2 2\n3 3\n7 7\n", "b",
         .expected = "A 12 2 to 7\nlisting b | b\nline 2 b = 2 | zwei\nline 3 b = 3\nline 7 b = 7\n"
                     "warning b: the profile has costs for lines past the end of this file\n"},
        {"on no line", "events: A\nfl=b\nfn=f\n0 5\n2 2\n", "b",
         .expected = "A 7 2 to 5\nlisting b | b\nline 2 b = 2 | zwei\nline b = 5\n"},
        {"not found", "events: A\nfl=c\nfn=f\n0 5\n2 2\n9 1\n", "c:f", .context = 3,
         .expected = "A 8 1 to 5\nlisting c:f\nline c:f = 5\nline 2 c:f = 2\nline 9 c:f = 1\n"
                     "warning c: source not found: tried as recorded, in ./\n"},
        {"that nobody knows the name of", "events: A\nfl=???\nfn=f\n2 2\n", "???:f",
         .expected = "A 2 2 to 2\nlisting ???:f\nline 2 ???:f = 2\n"},
    };

    check(cases, ARRAY_LENGTH(cases));
}

/* Its own file, then the others by cost; those of one cost by name, not as they were met. */
Test(listing, lists_files_in_order)
{
    static const struct code_case cases[] = {
        {"by their cost in the function",
         "events: A\nfl=???\nfn=f\n1 1\nfi=z\n1 5\nfi=y\n1 4\n2 4\nfi=x\n1 5\nfl=x\nfn=g\n1 90\n",
         "???:f", .is_bare = true,
         .expected = "A 109 1 to 5\nlisting ???:f\nline 1 ???:f = 1\nlisting y:f\nline 1 y:f = 4\n"
                     "line 2 y:f = 4\nlisting x:f\nline 1 x:f = 5\nlisting z:f\nline 1 z:f = 5\n"
                     "warning y: source not found, nor those of 2 other files (--wide names "
                     "them): tried as recorded, in ./\n"},
    };

    check(cases, ARRAY_LENGTH(cases));
}

/* m > f > g > f, without levels: nobody knows what line 2 costs with its calls. */
#define CYCLE                                                                                      \
    "events: A\nfl=a\nfn=m\n1 1\ncfn=f\ncalls=1 1\n1 30\nfn=f\n2 10\ncfn=g\ncalls=2 1\n2 44\n"     \
    "fn=g\n3 20\ncfn=f\ncalls=1 1\n3 24\n"

Test(listing, marks_bounds_and_calls_that_nest)
{
    static const struct code_case cases[] = {
        {"a cycle", CYCLE, "a", .has_inclusive = true,
         .expected = "A 31 1 to 31\nlisting a | a\nline 1 a = 1 / 31 | one\ncallee a:f = 30 x1\n"
                     "line 2 a = 10 / ~10 | two\ncallee a:g = . x2\n"
                     "line 3 a = 20 / ~20 | three\ncallee a:f = . x1\n"},
    };

    check(cases, ARRAY_LENGTH(cases));
}

#define DERIVED "event: X = 4 A\nevents: A\nfl=a\nfn=f\n"

#define DOES_NOT_FIT "error: event 'X' does not fit into 64 bits\n"

/* Of lines that cancel out in the total. */
Test(listing, fails_where_a_figure_does_not_fit)
{
    static const struct code_case cases[] = {
        {"the total", DERIVED "2 1\nsummary: 3000000000000000000\n", "a", .expected = DOES_NOT_FIT,
         .event = "X"},
        {"a line's", DERIVED "2 3000000000000000000\n3 -3000000000000000000\n", "a",
         .expected = DOES_NOT_FIT, .event = "X"},
        {"a file's",
         DERIVED "2 2000000000000000000\n3 2000000000000000000\nfi=b\n1 -4000000000000000000\n",
         "a", .expected = DOES_NOT_FIT, .event = "X"},
        {"a line's, with its calls",
         DERIVED "2 2000000000000000000\ncfi=b\ncfn=g\ncalls=1 1\n2 2000000000000000000\n", "a",
         .expected = DOES_NOT_FIT, .event = "X"},
        {"a call's",
         DERIVED "2 -2000000000000000000\ncfi=b\ncfn=g\ncalls=1 1\n2 3000000000000000000\n", "a",
         .expected = DOES_NOT_FIT, .event = "X"},
    };

    check(cases, ARRAY_LENGTH(cases));
}

/* Of f in the middle one: context would reach all of the file. */
#define NEIGHBOURS                                                                                 \
    "int e(void)\n{\n    return 1;\n}\n\n/* Of f. */\nint f(int n)\n{\n    if (n) {\n        "     \
    "g();\n"                                                                                       \
    "    }\n    abort();\n}\n\nint h(void)\n{\n}\n"

Test(listing, ends_where_its_function_does)
{
    static const struct code_case cases[] = {
        {"at the closing braces of the one before and of its own",
         "events: A\nfl=c\nfn=f\n8 1\n10 2\n", "c:f", 0, 9, false, false,
         "A 3 1 to 2\nlisting c:f | c\nsource 5 c:f | \nsource 6 c:f | /* Of f. */\nsource 7 c:f | "
         "int f(int n)\nline 8 c:f = 1 | {\nsource 9 c:f |     if (n) {\nline 10 c:f = 2 |         "
         "g();\nsource 11 c:f |     }\nsource 12 c:f |     abort();\nsource 13 c:f | }\n",
         NULL},
        {"before lines of others", "events: A\nfl=c\nfn=f\n9 1\n10 2\nfn=o\n7 1\n12 1\n", "c:f", 0,
         9, false, false,
         "A 5 1 to 2\nlisting c:f | c\nsource 8 c:f | {\nline 9 c:f = 1 |     if (n) {\nline 10 "
         "c:f = 2 |         g();\nsource 11 c:f |     }\n",
         NULL},
        {"after its closing brace", "events: A\nfl=c\nfn=f\n8 1\n13 2\n", "c:f", 0, 9, false, false,
         "A 3 1 to 2\nlisting c:f | c\nsource 5 c:f | \nsource 6 c:f | /* Of f. */\nsource 7 c:f | "
         "int f(int n)\nline 8 c:f = 1 | {\nsource 9 c:f |     if (n) {\nsource 10 c:f |         "
         "g();\nsource 11 c:f |     }\nsource 12 c:f |     abort();\nline 13 c:f = 2 | }\n",
         NULL},
        {"not where there is no other", "events: A\nfl=d\nfn=f\n2 1\n", "d:f", 0, 9, false, false,
         "A 1 1 to 1\nlisting d:f | d\nsource 1 d:f | def f():\nline 2 d:f = 1 |     pass\nsource "
         "3 d:f | \nsource 4 d:f | print()\n",
         NULL},
        {"around each of its ranges", "events: A\nfl=c\nfn=f\n3 1\n8 1\n10 2\n", "c:f", 0, 2, false,
         false,
         "A 4 1 to 2\nlisting c:f | c\nsource 1 c:f | int e(void)\nsource 2 c:f | {\n"
         "line 3 c:f = 1 |     return 1;\nsource 4 c:f | }\ngap c:f\nsource 6 c:f | /* Of f. */\n"
         "source 7 c:f | int f(int n)\nline 8 c:f = 1 | {\nsource 9 c:f |     if (n) {\n"
         "line 10 c:f = 2 |         g();\nsource 11 c:f |     }\nsource 12 c:f |     abort();\n",
         NULL},
        {"not of a file", "events: A\nfl=c\nfn=f\n8 1\n", "c", 0, 2, false, false,
         "A 1 1 to 1\nlisting c | c\nsource 6 c | /* Of f. */\nsource 7 c | int f(int n)\nline 8 c "
         "= 1 | {\nsource 9 c |     if (n) {\nsource 10 c |         g();\n",
         NULL},
    };

    temporary_write("c", NEIGHBOURS);
    temporary_write("d", "def f():\n    pass\n\nprint()\n");
    check(cases, ARRAY_LENGTH(cases));
}
