/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "reporter/format/listing/listing_pieces.h"

#include <criterion/criterion.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/buffer.h"
#include "reporter/table.h"

static void expect_buffer(struct buffer *buffer, const char *expected)
{
    cr_expect_str_eq(buffer_string(buffer), expected);
    free(buffer->at);
}

Test(jump_text, counts_jumps)
{
    static const struct {
        struct jump_facts jump;
        bool is_ascii;
        const char *expected;
    } cases[] = {
        {{.followed = 63, .executed = 64}, false, "63 of 64"},
        {{.followed = 0, .executed = 64}, false, "0 of 64"},
        {{.followed = 63, .executed = 64, .is_bound = true}, false, "63 of \xe2\x89\xa5\x36\x34"},
        {{.followed = 63, .executed = 64, .is_bound = true}, true, "63 of >=64"},
        {{.times = 1234}, false, "1,234x"},
        {{.times = 0}, false, "0x"},
        {{.times = 2, .followed = 1, .executed = 3}, false, "1 of 3 and 2x"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct buffer text = {0};
        append_jump_counts(&text, &cases[i].jump, cases[i].is_ascii);
        expect_buffer(&text, cases[i].expected);
    }
}

Test(jump_text, tells_addresses)
{
    const struct jump_facts far = {.address = 0x117e, .function = TEXT("a_function_with_a_name")};
    struct buffer here = {0}, there = {0}, cut = {0};

    append_jump_address(&here, &(struct jump_facts){.address = 0x117e}, 0, false);
    append_jump_address(&there, &(struct jump_facts){.address = 0x117e, .function = {"g", 1}}, 0,
                        false);
    append_jump_address(&cut, &far, 26, true);
    expect_buffer(&here, " to 117e");
    expect_buffer(&there, " to g at 117e");
    expect_buffer(&cut, " to a_fun...a_name at 117e");
}

Test(jump_text, tells_lines_and_which_way_they_are)
{
    static const struct {
        struct jump_facts jump;
        bool is_ascii;
        const char *expected;
    } cases[] = {
        {{.times = 1, .line = 9, .course = JUMP_BACK}, false, "\xe2\x86\x91 1x to 9"},
        {{.times = 1, .line = 9, .course = JUMP_AHEAD}, false, "\xe2\x86\x93 1x to 9"},
        {{.times = 1, .line = 9}, false, "\xe2\x86\x95 1x to 9"},
        {{.times = 1, .line = 9, .course = JUMP_BACK}, true, "^ 1x to 9"},
        {{.times = 1, .line = 9, .course = JUMP_AHEAD}, true, "v 1x to 9"},
        {{.times = 1, .line = 9}, true, "1x to 9"},
        {{.times = 1, .line = 9, .file = {"b.h", 3}}, true, "1x to b.h:9"},
        {{.times = 1, .line = 9, .file = {"b.h", 3}, .function = {"g", 1}}, true, "1x to g b.h:9"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct buffer text = {0};
        append_line_jump(&text, &cases[i].jump, 0, cases[i].is_ascii);
        expect_buffer(&text, cases[i].expected);
    }
}

/* Directories go first, then the middle of names; the number of the line stays. */
Test(jump_text, fits_lines_to_the_room)
{
    const struct jump_facts jump = {
        .times = 1, .line = 1951, .course = JUMP_AHEAD, .file = TEXT("/usr/include/bits/tree.h")};
    static const struct {
        size_t room;
        const char *expected;
    } cases[] = {
        {38, "v 1x to /usr/include/bits/tree.h:1951"},
        {37, "v 1x to /usr/include/bits/tree.h:1951"},
        {36, "v 1x to tree.h:1951"},
        {19, "v 1x to tree.h:1951"},
        {18, "v 1x to...e.h:1951"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct buffer text = {0};
        append_line_jump(&text, &jump, cases[i].room, true);
        expect_buffer(&text, cases[i].expected);
    }
}
