/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "aggregator/limits/limits.h"

#include <criterion/criterion.h>
#include <string.h>

#include "base/array.h"
#include "support/temporary.h"

/* A limit that must be well formed. */
static struct limit add(struct limits *limits, const char *written)
{
    struct error error = {0};

    cr_assert(limits_add(limits, written, &error), "%s", error.text);
    return limits->list[limits->count - 1];
}

Test(limits, are_cut_at_the_first_of_and_the_last_sign)
{
    static const struct {
        const char *written, *metric;
        bool has_functions, is_each, may_be_missing;
    } cases[] = {
        {"Ir > 5", "Ir", false, false, false},
        {"  incl(Ir)  >  5 ", "incl(Ir)", false, false, false},
        {"Ir of f > 5", "Ir", true, false, false},
        {"Ir of each f > 5", "Ir", true, true, false},
        {"Ir of? f > 5", "Ir", true, false, true},
        {"Ir of? each f > 5", "Ir", true, true, true},
        {"Ir of each > 5", "Ir", true, false, false},
        {"calls of a of b > 5", "calls", true, false, false},
        {"calls of a > b > 5", "calls", true, false, false},
        {"Ir of a->b > 5", "Ir", true, false, false},
        {"Ir of !f > 5", "Ir", true, false, false},
    };
    struct limits limits = {0};

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct limit limit = add(&limits, cases[i].written);
        cr_expect(text_equal(limit.metric, text_of(cases[i].metric)), "%s: %.*s", cases[i].written,
                  (int)limit.metric.length, limit.metric.at);
        cr_expect(text_equal(limit.written, text_of(cases[i].written)));
        cr_expect_eq(limit.pattern.is_given, cases[i].has_functions, "%s", cases[i].written);
        cr_expect_eq(limit.is_each, cases[i].is_each, "%s", cases[i].written);
        cr_expect_eq(limit.may_be_missing, cases[i].may_be_missing, "%s", cases[i].written);
        cr_expect_eq(limit.bound.kind, BOUND_COUNT);
        cr_expect_eq(limit.bound.figure, 5, "%s", cases[i].written);
    }
    cr_expect_eq(limits.count, ARRAY_LENGTH(cases));
    limits_free(&limits);
}

Test(limits, are_understood_without_blanks)
{
    static const char *const cases[] = {"Ir>5", "Ir >5", "Ir> 5", "Ir of f >5"};
    struct limits limits = {0};

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct limit limit = add(&limits, cases[i]);
        cr_expect(text_equal(limit.metric, TEXT("Ir")), "%s", cases[i]);
        cr_expect_eq(limit.bound.figure, 5, "%s", cases[i]);
    }
    limits_free(&limits);
}

Test(limits, are_refused_where_they_make_no_sense)
{
    static const char *const cases[] = {
        "",
        "Ir",
        "Ir 5",
        "Ir of f>5",
        "Ir of f> 5",
        "Ir of vector<int> 5",
        " > 5",
        "Ir > ",
        "Ir > x",
        "Ir > -5",
        "Ir > ++5",
        "Ir > +",
        "Ir > +-5",
        "Ir > 1e3",
        "Ir > .",
        "Ir > %",
        "Ir > K",
        "Ir > 5k",
        "Ir > 5KB",
        "Ir > 5 K",
        "Ir > 5KK",
        "Ir > 5%K",
        "Ir > 5K%",
        "Ir > 5%%",
        "Ir > 1,000",
        "Ir > 1.2.3",
        "Ir > 9223373T",
        "Ir > 9223372036854775808",
        "Ir > 90001%",
        "Ir > 0x10",
        "Ir of ( > 5",
        "Ir of !( > 5",
        "of f > 5 of",
    };
    struct limits limits = {0};

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct error error = {0};
        cr_expect_not(limits_add(&limits, cases[i], &error), "'%s'", cases[i]);
        cr_expect_eq(error.kind, ERROR_USAGE, "'%s'", cases[i]);
        cr_expect(strstr(error.text, "--fail-if="), "'%s'", error.text);
    }
    limits_free(&limits);
}

Test(limits, are_on_rows_of_a_key_before_one_colon)
{
    static const struct {
        const char *written;
        enum row_key by;
        const char *matches, *other;
    } cases[] = {
        {"Ir of function call > 5", BY_FUNCTION, "function call", "call"},
        {"Ir of file::open > 5", BY_FUNCTION, "file::open", "open"},
        {"Ir of ^file::open > 5", BY_FUNCTION, "file::open", "a file::open"},
        {"Ir of function:object:x > 5", BY_FUNCTION, "object:x", "x"},
        {"Ir of function:file::open > 5", BY_FUNCTION, "file::open", ":open"},
        {"Ir of files:x > 5", BY_FUNCTION, "files:x", "x"},
        {"Ir of file :x > 5", BY_FUNCTION, "file :x", "x"},
        {"Ir of !file:x > 5", BY_FUNCTION, "x", "file:x"},
        {"Ir of file:function:x > 5", BY_FILE, "function:x", "x"},
        {"Ir of file:x > 5", BY_FILE, "x", "y"},
        {"Ir of file: x > 5", BY_FILE, "x", "y"},
        {"Ir of directory:^src/ > 5", BY_DIRECTORY, "src/a", "a/src/"},
        {"Ir of extension:^[.]c$ > 5", BY_EXTENSION, ".c", ".cc"},
        {"Ir of namespace:^app > 5", BY_NAMESPACE, "app::net", "net"},
        {"Ir of object:!libc > 5", BY_OBJECT, "prog", "libc.so.6"},
        {"Ir of line:a.c:5$ > 5", BY_LINE, "a.c:5", "a.c:55"},
        {"Ir of instruction:^f 0x > 5", BY_INSTRUCTION, "f 0x5", "f"},
        {"Ir of part:^part 1 > 5", BY_PART, "part 1", "part 2"},
        {"Ir of thread:1 > 5", BY_THREAD, "thread 1", "thread 2"},
        {"Ir of input:. > 5", BY_INPUT, "a", ""},
        {"Ir of each object:x > 5", BY_OBJECT, "x", "y"},
        {"Ir of? each object:x > 5", BY_OBJECT, "x", "y"},
        {"Ir of object:each x > 5", BY_OBJECT, "each x", "x"},
    };
    struct limits limits = {0};

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct limit limit = add(&limits, cases[i].written);
        cr_expect_eq(limit.by, cases[i].by, "%s", cases[i].written);
        cr_expect(pattern_passes(&limit.pattern, text_of(cases[i].matches)), "%s",
                  cases[i].written);
        cr_expect_not(pattern_passes(&limit.pattern, text_of(cases[i].other)), "%s",
                      cases[i].written);
    }
    limits_free(&limits);
}

/* A limit asks for no more than it needs: what is kept takes memory. */
Test(limits, keep_what_their_rows_need)
{
    static const struct {
        const char *written;
        bool is_difference;
        struct keep keep;
    } cases[] = {
        {"Ir > 5", false, {0}},
        {"incl(Ir) > 5", false, {0}},
        {"Ir > 5", true, {0}},
        {"calls > 5", false, {.places = KEEP_SELF_AND_CALLS}},
        {"Ir of f > 5", false, {.places = KEEP_SELF_AND_CALLS}},
        {"Ir > +5", true, {0}},
        {"cause(Ir) > +5", true, {.places = KEEP_SELF_AND_CALLS}},
        {"Ir of f > 5", true, {.places = KEEP_SELF_AND_CALLS}},
        {"Ir of f > +5", true, {.places = KEEP_SELF_AND_CALLS}},
        {"Ir of object:f > +5", true, {.places = KEEP_SELF_AND_CALLS}},
        {"Ir of line:f > 5", false, {.places = KEEP_SELF_AND_CALLS, .lines = KEEP_SELF}},
        {"Ir of line:f > +5",
         true,
         {.places = KEEP_SELF_AND_CALLS, .lines = KEEP_SELF, .spots = KEEP_SELF}},
        {"Ir of instruction:f > 5",
         false,
         {.places = KEEP_SELF_AND_CALLS, .spots = KEEP_SELF, .addresses = true}},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct limits limits = {0};
        add(&limits, cases[i].written);
        struct keep keep = limits_keep(&limits, cases[i].is_difference);
        const struct keep *expected = &cases[i].keep;
        cr_expect_eq(keep.places, expected->places, "%s", cases[i].written);
        cr_expect_eq(keep.lines, expected->lines, "%s", cases[i].written);
        cr_expect_eq(keep.spots, expected->spots, "%s", cases[i].written);
        cr_expect_eq(keep.addresses, expected->addresses, "%s", cases[i].written);
        cr_expect_eq(keep.only_sides, expected->only_sides, "%s", cases[i].written);
        cr_expect_eq(keep.jumps, expected->jumps, "%s", cases[i].written);
        limits_free(&limits);
    }
}

/* The reason why a limit does not fit; empty where it does. */
static struct error find_misfit(const char *written, bool has_old, const char *ignored)
{
    struct filter filter = {0};
    struct limits limits = {0};
    struct error error = {0};

    add(&limits, written);
    cr_assert(!ignored || pattern_set(&filter.ignored, "ignore", ignored, &error));
    cr_expect_eq(limits_fit(&limits, has_old, &filter, &error), error.kind == ERROR_NONE);
    limits_free(&limits);
    filter_free(&filter);
    return error;
}

Test(limits, fit_what_they_are_on)
{
    static const struct {
        const char *written;
        bool has_old;
        const char *ignored, *why; /* NULL: it fits */
    } cases[] = {
        {"Ir of f > 5", false, "f", NULL},
        {"Ir of f > +5", false, NULL, "growth needs --diff=OLD"},
        {"Ir of f > +5", true, "f", NULL},
        {"Ir of object:f > 5", false, "f", NULL},
        {"Ir of instruction:f > 5", false, "f", NULL},
        {"Ir of instruction:f > 5", true, NULL, NULL},
        {"Ir of instruction:f > +5", true, NULL, "two builds"},
        {"Ir of line:f > 5", false, NULL, NULL},
        {"Ir of line:f > 5", false, "f", "--ignore leaves out functions"},
        {"Ir of part:f > 5", false, "f", "--ignore leaves out functions"},
        {"Ir of thread:f > 5", false, "f", "--ignore leaves out functions"},
        {"Ir of input:f > 5", false, "f", "--ignore leaves out functions"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct error error = find_misfit(cases[i].written, cases[i].has_old, cases[i].ignored);
        bool is_expected =
            cases[i].why ? strstr(error.text, cases[i].why) != NULL : error.kind == ERROR_NONE;
        cr_expect(is_expected, "%s: '%s'", cases[i].written, error.text);
    }
}

TestSuite(limits_read, .init = temporary_enter, .fini = temporary_leave);

/* Reads this as a file; the error's text is empty where it has none. */
static struct error read_file(struct limits *limits, struct arena *arena, const char *content)
{
    struct error error = {0};

    temporary_write("budget", content);
    bool is_done = limits_read(limits, "budget", arena, &error);
    cr_expect_eq(is_done, error.kind == ERROR_NONE, "%s", content);
    return error;
}

Test(limits_read, takes_a_limit_from_each_line)
{
    static const char content[] = "# the budget\n"
                                  "Ir > 5\r\n"
                                  "\n"
                                  "  \t# > 7\n"
                                  "  Ir of a#b > 6 \t # of > 7\n"
                                  "calls of f > 7\n"
                                  "Ir > 8";
    static const struct {
        const char *written;
        uint64_t line;
    } expected[] = {{"Ir > 5", 2}, {"Ir of a#b > 6", 5}, {"calls of f > 7", 6}, {"Ir > 8", 7}};
    struct limits limits = {0};
    struct arena arena = {0};

    cr_expect_str_eq(read_file(&limits, &arena, content).text, "");
    cr_assert_eq(limits.count, ARRAY_LENGTH(expected));
    for (size_t i = 0; i < limits.count; i++) {
        cr_expect(text_equal(limits.list[i].written, text_of(expected[i].written)), "%s",
                  limits.list[i].written.at);
        cr_expect_eq(limits.list[i].line, expected[i].line);
        cr_expect_str_eq(limits.list[i].path, "budget");
    }
    limits_free(&limits);
    arena_free(&arena);
}

/* A limit is of the section above it, or of every run; a section ends where the next begins. */
Test(limits_read, has_sections_of_runs)
{
    static const char content[] =
        "Ir > 1\n[^a]\nIr > 2\nIr > 3 # [b]\n[empty]\n [b.*c] # of b\nIr > 4\n";
    static const size_t sections[] = {0, 1, 1, 3};
    struct limits limits = {0};
    struct arena arena = {0};

    cr_expect_str_eq(read_file(&limits, &arena, content).text, "");
    cr_assert_eq(limits.count, ARRAY_LENGTH(sections));
    cr_assert_eq(limits.n_sections, 3);
    for (size_t i = 0; i < limits.count; i++)
        cr_expect_eq(limits.list[i].section, sections[i]);
    cr_expect(pattern_passes(&limits.sections[2], TEXT("a bc")));
    cr_expect_not(pattern_passes(&limits.sections[0], TEXT("ba")));
    limits_free(&limits);
    arena_free(&arena);
}

Test(limits_read, refuses_sections_that_are_none)
{
    static const char *const contents[] = {"[\nIr > 1", "[]\nIr > 1", "[a\nIr > 1", "[a(]\nIr > 1",
                                           "]\nIr > 1"};

    for (size_t i = 0; i < ARRAY_LENGTH(contents); i++) {
        struct limits limits = {0};
        struct arena arena = {0};
        const struct error error = read_file(&limits, &arena, contents[i]);
        cr_expect_eq(error.kind, ERROR_USAGE, "%s", contents[i]);
        cr_expect_eq(error.line, 1);
        limits_free(&limits);
        arena_free(&arena);
    }
}

Test(limits_read, names_the_line_of_what_is_wrong)
{
    static const struct {
        const char *content, *expected;
        uint64_t line;
    } cases[] = {
        {"Ir > 5\nIr 5\n", "'Ir 5': must be of the form 'METRIC [of REGEX] > LIMIT'", 2},
        {"\nIr of ( > 5", "'Ir of ( > 5': missing closing parenthesis", 2},
        {"Ir > 5 > # 6\n",
         "'Ir > 5 >': the limit must be a count of up to 64 bits (1.2G), a share (5%), growth "
         "(+2%), or of a ratio a number (5.5)",
         1},
        {"", "has no limit: nothing would be checked", 0},
        {"# Ir > 5\n", "has no limit: nothing would be checked", 0},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct limits limits = {0};
        struct arena arena = {0};
        struct error error = read_file(&limits, &arena, cases[i].content);
        cr_expect_eq(error.kind, ERROR_USAGE);
        cr_expect_str_eq(error.path, "budget");
        cr_expect_eq(error.line, cases[i].line, "%s", cases[i].content);
        cr_expect_eq(strncmp(error.text, cases[i].expected, strlen(cases[i].expected)), 0, "%s",
                     error.text);
        limits_free(&limits);
        arena_free(&arena);
    }
}

/* What follows it would be lost, and the limit be about something else. */
Test(limits_read, refuses_a_byte_that_no_name_has)
{
    static const char content[] = "Ir > 5\nIr of ^main\0zzz$ > 5\n";
    struct limits limits = {0};
    struct arena arena = {0};
    struct error error = {0};

    temporary_write_bytes("budget", content, sizeof content - 1);
    cr_expect(!limits_read(&limits, "budget", &arena, &error));
    cr_expect_str_eq(error.text, "has a NUL byte");
    cr_expect_eq(error.line, 2);
    limits_free(&limits);
    arena_free(&arena);
}

Test(limits_read, fails_where_there_is_no_file)
{
    struct limits limits = {0};
    struct arena arena = {0};
    struct error error = {0};

    cr_expect(!limits_read(&limits, "nosuch", &arena, &error));
    cr_expect_eq(error.kind, ERROR_FAILED);
    cr_expect_str_eq(error.path, "nosuch");
    cr_expect(!limits_read(&limits, ".", &arena, &error));
    cr_expect_eq(error.kind, ERROR_FAILED);
    cr_expect_eq(limits.count, 0);
}
