/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/stacks/protobuf.h"

#include <criterion/criterion.h>
#include <stdlib.h>

static void expect(struct buffer *message, const char *bytes, size_t length)
{
    cr_expect(text_equal(buffer_text(message), (struct text){bytes, length}));
    free(message->at);
}

/* The first and the last are examples of the documentation of the encoding. */
Test(protobuf, writes_numbers)
{
    struct buffer message = {0};

    protobuf_number(&message, 1, 150);
    protobuf_number(&message, 2, 0);
    protobuf_number(&message, 16, 127);
    expect(&message, "\x08\x96\x01\x80\x01\x7f", 6);

    message = (struct buffer){0};
    protobuf_number(&message, 1, UINT64_MAX); /* which is -1 as well */
    expect(&message, "\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", 11);
}

Test(protobuf, writes_texts)
{
    struct buffer message = {0};

    protobuf_bytes(&message, 2, TEXT("testing"));
    protobuf_bytes(&message, 3, TEXT(""));
    expect(&message, "\x12\x07testing\x1a\x00", 11);
}

Test(protobuf, packs_repeated_numbers)
{
    static const uint64_t numbers[] = {3, 270, 86942};
    struct buffer message = {0};

    protobuf_numbers(&message, 6, numbers, 3);
    expect(&message, "\x32\x06\x03\x8e\x02\x9e\xa7\x05", 8);

    message = (struct buffer){0};
    protobuf_numbers(&message, 6, numbers, 0);
    expect(&message, "\x32\x00", 2);
}
