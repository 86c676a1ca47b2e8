/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "profile/line_map.h"

#include <criterion/criterion.h>
#include <stdlib.h>

#include "base/array.h"

static void expect(struct file_line line, uint32_t file, uint64_t number, const char *what)
{
    cr_expect_eq(line.file, file, "%s: file %u", what, line.file);
    cr_expect_eq(line.number, number, "%s: line %ju", what, (uintmax_t)line.number);
}

Test(line_map, leaves_lines_of_other_files_what_they_are)
{
    struct line_map map = {0};

    expect(line_map_find(&map, (struct file_line){3, 7}, 5), 5, 7, "not mapped");
    expect(line_map_origin(&map, (struct file_line){5, 7}), 5, 7, "not mapped");
    line_map_add(&map.old, 1, 10);
    line_map_add(&map.current, 1, 10);
    expect(line_map_find(&map, (struct file_line){0, 7}, 0), 0, 7, "below the mapped");
    expect(line_map_find(&map, (struct file_line){1, 0}, 1), 1, 0, "on no line");
    cr_expect(line_map_has(&map.old, 1) && line_map_has(&map.current, 1));
    cr_expect_not(line_map_has(&map.old, 0) || line_map_has(&map.current, 9));
    line_map_free(&map);
}

Test(line_map, finds_lines_both_ways)
{
    struct line_map map = {0};

    line_map_add(&map.old, 1, 10);
    line_map_add(&map.current, 2, 20);
    line_map_set(&map, (struct file_line){1, 10}, (struct file_line){2, 1});
    line_map_add(&map.old, 1, 5);
    expect(line_map_find(&map, (struct file_line){1, 10}, 3), 2, 1, "set");
    expect(line_map_origin(&map, (struct file_line){2, 1}), 1, 10, "set");
    expect(line_map_origin(&map, (struct file_line){2, 2}), 0, 0, "new");
    expect(line_map_origin(&map, (struct file_line){2, 21}), 2, 21, "past the end");
    expect(line_map_find(&map, (struct file_line){1, 21}, 2), 2, 21, "past both ends");
    cr_expect(line_is_gone(line_map_find(&map, (struct file_line){1, 20}, 2).number));
    line_map_free(&map);
}

/* Each has a number of its own, which tells where it was. */
Test(line_map, has_a_number_for_each_line_that_is_gone)
{
    static const struct file_line lines[] = {{1, 3}, {1, 4}, {4, 3}, {1, 4000000000}};
    struct line_map map = {0};

    line_map_add(&map.old, 1, 10);
    line_map_add(&map.old, 4, 10);
    line_map_set_gone(&map, (struct file_line){1, 4}, 6);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct file_line gone = line_map_find(&map, lines[i], 5);
        cr_expect(line_is_gone(gone.number));
        cr_expect_eq(gone.file, i == 1 ? 6 : 5);
        expect(line_map_origin(&map, gone), lines[i].file, lines[i].number, "gone");
    }
    expect(line_map_find(&map, (struct file_line){1, UINT64_C(1) << 32}, 5), 5, UINT64_C(1) << 32,
           "too large");
    cr_expect_not(line_is_gone(4000000000));
    line_map_free(&map);
}

/* Numbers of damaged profiles: no source has such a line, and they are the same on both sides. */
Test(line_map, takes_no_number_of_a_profile_for_a_line_that_is_gone)
{
    static const uint64_t numbers[] = {UINT64_MAX, UINT64_MAX - 2, UINT64_C(1) << 63,
                                       UINT64_C(1) << 62, UINT64_C(1) << 32};
    struct line_map map = {0};

    line_map_add(&map.old, 1, 10);
    line_map_add(&map.current, 2, 10);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct file_line current = line_map_find(&map, (struct file_line){1, numbers[i]}, 2);
        expect(current, 2, numbers[i], "old");
        cr_expect_not(line_map_is_gone(&map, current.number));
        expect(line_map_origin(&map, current), 2, numbers[i], "new");
    }
    cr_expect_not(line_map_is_gone(&map, 3));
    cr_expect(line_map_is_gone(&map, line_map_find(&map, (struct file_line){1, 3}, 2).number));
    line_map_free(&map);
}
