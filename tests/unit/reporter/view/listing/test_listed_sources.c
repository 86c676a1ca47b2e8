/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "reporter/view/listing/listing_rows.h"

#include <criterion/criterion.h>

#include "base/array.h"
#include "reporter/source/source_paths.h"
#include "reporter/view/listing/line_matching.h"
#include "support/temporary.h"

TestSuite(listed_lines, .init = temporary_enter, .fini = temporary_leave);

static void expect_text(const struct listed_lines *lines, uint64_t place, const char *expected)
{
    struct text text = listed_lines_text(lines, place);

    cr_expect(text_equal(text, text_of(expected)), "%.*s", (int)text.length, text.at);
}

Test(listed_lines, are_those_of_the_source)
{
    const struct source_paths paths = {0};
    struct listed_lines lines;

    temporary_write("a", "one\ntwo\n");
    listed_lines_read(&lines, 0, TEXT("a"), &paths, NULL);
    cr_expect_eq(lines.count, 2);
    for (uint64_t number = 1; number <= 2; number++) {
        cr_expect_eq(listed_lines_place(&lines, number), number);
        cr_expect_eq(listed_lines_number(&lines, number), number);
    }
    expect_text(&lines, 2, "two");
    cr_expect_eq(listed_lines_place(&lines, 0), 0);
    cr_expect_eq(listed_lines_place(&lines, 3), 0);
    cr_expect_eq(listed_lines_place(&lines, UINT64_MAX), 0);
    listed_lines_free(&lines);
}

Test(listed_lines, are_none_without_source)
{
    const struct source_paths paths = {0};
    struct listed_lines lines;

    listed_lines_read(&lines, 0, TEXT("none"), &paths, NULL);
    cr_expect_null(lines.text);
    cr_expect_eq(lines.count, 0);
    cr_expect_eq(listed_lines_place(&lines, 1), 0);
    listed_lines_free(&lines);
}

/* Old files 0 and 1, of which lines are in the new file 2, "new/a". */
static void match(struct line_matching *matching, const struct gone_line *gone, size_t n_gone)
{
    static struct text old_lines[] = {{"first", 5}, {"same", 4}, {"last", 4}};
    static struct text others[] = {{"other", 5}};
    static struct text fresh_lines[] = {{"new", 3}, {" same", 5}, {"end", 3}};
    static struct source_text old[3] = {
        [0] = {.path = {"o/a", 3}, .lines = old_lines, .count = 3},
        [1] = {.path = {"b", 1}, .lines = others, .count = 1},
    };
    static struct source_text fresh[3] = {
        [2] = {.path = {"n/a", 3}, .lines = fresh_lines, .count = 3},
    };

    *matching = (struct line_matching){
        .fresh = fresh, .old = old, .n_files = 3, .gone = (struct gone_line *)gone};
    matching->n_gone = n_gone;
    line_map_add(&matching->map.old, 0, 3);
    line_map_add(&matching->map.old, 1, 1);
    line_map_add(&matching->map.fresh, 2, 3);
    line_map_set(&matching->map, (struct file_line){0, 2}, (struct file_line){2, 2});
    for (size_t i = 0; i < n_gone; i++)
        line_map_set_gone(&matching->map, gone[i].old, gone[i].file);
}

static const struct gone_line gone[] = {
    {2, 0, {0, 1}}, /* before the first line */
    {2, 2, {0, 3}},
    {2, 3, {1, 1}}, /* after the last one, from another file */
};

/* What is gone is after the line that it came after; each has a place, a number and a text. */
Test(listed_lines, have_those_that_are_gone_between_them)
{
    static const struct {
        const char *text;
        uint64_t number; /* 0: it is gone */
        uint64_t old;
        enum line_change change;
    } expected[] = {
        {"first", 0, 1, LINE_GONE}, {"new", 1, 0, LINE_NEW}, {" same", 2, 2, LINE_REFORMATTED},
        {"last", 0, 3, LINE_GONE},  {"end", 3, 0, LINE_NEW}, {"other", 0, 1, LINE_GONE},
    };
    const struct source_paths paths = {0};
    struct line_matching matching;
    struct listed_lines lines;

    match(&matching, gone, ARRAY_LENGTH(gone));
    listed_lines_read(&lines, 2, TEXT("new/a"), &paths, &matching);
    cr_assert_eq(lines.count, ARRAY_LENGTH(expected));
    for (size_t i = 0; i < lines.count; i++) {
        uint64_t number = listed_lines_number(&lines, i + 1);
        struct file_line line = {2, number};
        cr_expect_eq(line_map_is_gone(&matching.map, number), expected[i].number == 0);
        cr_expect(expected[i].number == 0 || number == expected[i].number);
        cr_expect_eq(listed_lines_place(&lines, number), i + 1);
        cr_expect_eq(line_map_origin(&matching.map, line).number, expected[i].old);
        cr_expect_eq(line_matching_change(&matching, line), expected[i].change);
        expect_text(&lines, i + 1, expected[i].text);
    }
    cr_expect_eq(listed_lines_place(&lines, 4), 0, "past the end");
    listed_lines_free(&lines);
    line_map_free(&matching.map);
}
