/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/html/block.h"

#include <criterion/criterion.h>
#include <stdlib.h>

#include "base/array.h"

/* Those of RFC 4648, and bytes of all bits. */
Test(base64, writes_bytes_as_text)
{
    static const struct {
        struct text bytes;
        const char *text;
    } cases[] = {
        {{"", 0}, ""},
        {{"f", 1}, "Zg=="},
        {{"fo", 2}, "Zm8="},
        {{"foo", 3}, "Zm9v"},
        {{"foob", 4}, "Zm9vYg=="},
        {{"fooba", 5}, "Zm9vYmE="},
        {{"foobar", 6}, "Zm9vYmFy"},
        {{"\0", 1}, "AA=="},
        {{"\xff\xff\xff", 3}, "////"},
        {{"\xfb\xef\xbe", 3}, "++++"},
        {{"\x14\xfb\x9c\x03\xd9\x7e", 6}, "FPucA9l+"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct buffer buffer = {0};
        base64_append(&buffer, cases[i].bytes);
        cr_expect_eq(buffer.length, (cases[i].bytes.length + 2) / 3 * 4, "case %zu", i);
        cr_expect_str_eq(buffer_string(&buffer), cases[i].text, "case %zu", i);
        free(buffer.at);
    }
}

/* More than is made at once, after what is there. */
Test(base64, adds_long_texts)
{
    enum { LENGTH = 100000 };
    char *bytes = memory_alloc(LENGTH, 1);
    struct buffer buffer = {0};

    buffer_append(&buffer, TEXT("text:"));
    base64_append(&buffer, (struct text){bytes, LENGTH});
    size_t length = (LENGTH + 2) / 3 * 4;
    cr_assert_eq(buffer.length, length + 5);
    for (size_t i = 0; i < length - 2; i++)
        cr_assert_eq(buffer.at[5 + i], 'A', "at %zu", i);
    cr_expect_eq(memcmp(buffer.at + length + 3, "==", 2), 0);
    free(bytes);
    free(buffer.at);
}
