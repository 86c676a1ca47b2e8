/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "reporter/view/listing/line_matching.h"

#include <criterion/criterion.h>

#include "base/array.h"
#include "base/names.h"

/* The line of an old file 1 that is gone from the new file 2. */
static const struct file_line gone = {1, 1};

/* Old files 0 and 1, of which lines are in the new file 2. */
static void match(struct line_matching *matching)
{
    static struct text old_lines[] = {{"first", 5}, {"same", 4}, {"in b", 4}};
    static struct text fresh_lines[] = {{"new", 3}, {" same", 5}, {"in b", 4}};
    static struct source_text old[3] = {
        [0] = {.path = {"o/a", 3}, .lines = old_lines, .count = 2},
        [1] = {.path = {"b", 1}, .lines = old_lines, .count = 3},
    };
    static struct source_text fresh[3] = {
        [2] = {.path = {"n/a", 3}, .lines = fresh_lines, .count = 3},
    };

    *matching = (struct line_matching){.fresh = fresh, .old = old, .n_files = 3};
    line_map_add_old(&matching->map, 0, 2);
    line_map_add_old(&matching->map, 1, 3);
    line_map_add_fresh(&matching->map, 2, 3);
    line_map_set(&matching->map, (struct file_line){0, 2}, (struct file_line){2, 2});
    line_map_set(&matching->map, (struct file_line){1, 3}, (struct file_line){2, 3});
    line_map_set_gone(&matching->map, gone, 2);
}

/* Folders alone are no other name. */
Test(line_matching, tells_what_lines_were)
{
    static const struct {
        struct file_line line;
        uint64_t old_line;
        enum line_change line_change;
        enum change change;
        const char *old_file; /* empty: the same but for its folders */
    } cases[] = {
        {{2, 1}, 0, LINE_NEW, CHANGE_NEW, ""},
        {{2, 2}, 2, LINE_REFORMATTED, CHANGE_NONE, ""},
        {{2, 3}, 3, LINE_SAME, CHANGE_NONE, "old/b"},
        {{2, 0}, 0, LINE_BY_NUMBER, CHANGE_NONE, ""},
        {{0, 7}, 7, LINE_BY_NUMBER, CHANGE_NONE, ""}, /* no new source */
        {{2, UINT64_MAX}, UINT64_MAX, LINE_BY_NUMBER, CHANGE_NONE, ""},
    };
    struct names *files = names_create();
    struct line_matching matching;
    struct old_table_row old;

    names_add(files, TEXT("old/a"));
    names_add(files, TEXT("old/b"));
    names_add(files, TEXT("new/a"));
    match(&matching);
    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        old = (struct old_table_row){0};
        line_matching_tell(&matching, files, cases[i].line, &old);
        cr_expect_eq(old.line, cases[i].old_line, "case %zu", i);
        cr_expect_eq(old.line_change, cases[i].line_change, "case %zu", i);
        cr_expect_eq(old.change, cases[i].change, "case %zu", i);
        cr_expect(text_equal(old.file, text_of(cases[i].old_file)), "case %zu", i);
    }
    old = (struct old_table_row){0};
    struct file_line other = line_map_find(&matching.map, gone, 0);
    cr_expect_eq(other.file, 2);
    line_matching_tell(&matching, files, other, &old);
    cr_expect(text_equal(old.file, TEXT("old/b")));
    cr_expect_eq(old.line, 1);
    cr_expect_eq(old.change, CHANGE_GONE);
    cr_expect(text_equal(line_matching_text(&matching, other), TEXT("first")));
    cr_expect(text_equal(line_matching_text(&matching, (struct file_line){2, 1}), TEXT("new")));
    line_map_free(&matching.map);
    names_free(files);
}

Test(line_matching, finds_what_is_gone_from_a_file)
{
    static const struct gone_line list[] = {
        {1, 0, {0, 1}}, {1, 4, {0, 2}}, {3, 2, {0, 3}}, {6, 0, {0, 4}}};
    static const size_t counts[] = {0, 2, 0, 1, 0, 0, 1, 0};
    const struct line_matching matching = {.gone = (struct gone_line *)list,
                                           .n_gone = ARRAY_LENGTH(list)};
    const struct line_matching nothing = {0};
    size_t count;

    for (uint32_t file = 0; file < ARRAY_LENGTH(counts); file++) {
        const struct gone_line *found = line_matching_gone(&matching, file, &count);
        cr_expect_eq(count, counts[file], "file %u", file);
        for (size_t i = 0; i < count; i++)
            cr_expect_eq(found[i].file, file);
    }
    line_matching_gone(&nothing, 1, &count);
    cr_expect_eq(count, 0);
}
