/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "reporter/source/source_lines.h"

#include <criterion/criterion.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "base/warnings.h"
#include "profile/profile.h"
#include "reporter/source/source_paths.h"
#include "support/temporary.h"

TestSuite(source_lines, .init = temporary_enter, .fini = temporary_leave);

static const struct source_paths nowhere;

static void expect_text(const struct source_line *line, const char *expected)
{
    cr_expect(text_equal(line->text, text_of(expected)), "%.*s:%d is '%.*s', not '%s'",
              (int)line->file.length, line->file.at, (int)line->number, (int)line->text.length,
              line->text.at, expected);
}

Test(source_lines, are_read_in_any_order)
{
    static const struct {
        struct text file;
        uint64_t number;
        const char *expected;
    } cases[] = {
        {{"b.c", 3}, 1, "of b"},   {{"a.c", 3}, 4, "last"},
        {{"a.c", 3}, 1, "first"},  {{"none.c", 6}, 1, ""},
        {{"a.c", 3}, 2, ""},       {{"a.c", 3}, 3, "with  blanks"}, /* not those within */
        {{"a.c", 3}, 4, "last"},   {{"a.c", 3}, 5, ""},             /* past the end */
        {{"a.c", 3}, 0, ""},       {{"b.c", 3}, UINT64_MAX, ""},
        {{"d/a.c", 5}, 1, "in d"},
    };
    struct source_line lines[ARRAY_LENGTH(cases)];
    struct arena arena = {0};

    temporary_write("a.c", "first\n\n\t with  blanks \r\nlast");
    temporary_write("b.c", "of b\n");
    cr_assert_eq(mkdir("d", 0777), 0);
    temporary_write("d/a.c", "in d\n");
    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++)
        lines[i] = (struct source_line){.file = cases[i].file, .number = cases[i].number};
    source_lines_read(lines, ARRAY_LENGTH(cases), &(struct source_reading){.paths = &nowhere},
                      &arena);
    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        cr_expect(text_equal(lines[i].file, cases[i].file), "the lines keep their order");
        expect_text(&lines[i], cases[i].expected);
    }
    arena_free(&arena);
}

/* The texts are the arena's: they outlive the file. */
Test(source_lines, are_found_by_the_paths)
{
    static const struct text from = {"/old", 4}, to = {"new/", 4};
    const struct source_paths paths = {.maps_from = {&from, 1}, .maps_to = {&to, 1}};
    struct source_line line = {.file = {"/old/a.c", 8}, .number = 2};
    struct arena arena = {0};

    cr_assert_eq(mkdir("new", 0777), 0);
    temporary_write("new/a.c", "one\ntwo\n");
    source_lines_read(&line, 1, &(struct source_reading){.paths = &paths}, &arena);
    cr_assert_eq(unlink("new/a.c"), 0);
    expect_text(&line, "two");
    arena_free(&arena);
}

Test(source_lines, may_be_empty)
{
    struct arena arena = {0};

    source_lines_read(NULL, 0, &(struct source_reading){.paths = &nowhere}, &arena);
    arena_free(&arena);
}

/* What was written after the profile may have other lines there. */
Test(source_lines, are_doubted_where_the_source_is_newer)
{
    struct profile_input input = {.path = "profile", .changed = 1};
    const struct profile profile = {.inputs = &input, .n_inputs = 1};
    struct source_line line = {.file = {"a.c", 3}, .number = 1};
    struct warnings warnings = {0};
    struct arena arena = {0};
    const struct source_reading reading = {&nowhere, &profile, &warnings};

    temporary_write("a.c", "first\n");
    source_lines_read(&line, 1, &reading, &arena);
    expect_text(&line, "first");
    cr_assert_eq(warnings.count, 1);
    cr_expect_str_eq(warnings.first[0].text,
                     "is newer than the profile 'profile': the listing may not fit");
    input.changed = INT64_MAX;
    source_lines_read(&line, 1, &reading, &arena);
    cr_expect_eq(warnings.count, 1);
    arena_free(&arena);
}
