/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/html/block.h"

#include <stdint.h>
#include <stdlib.h>

#include "reporter/format/gzip.h"

/* This many bytes become that many characters. */
enum { GROUP = 3, CHARACTERS = 4 };

/* Encodes a group; in a short last one the missing bytes are 0. */
static void encode(const unsigned char group[GROUP], char characters[CHARACTERS])
{
    static const char alphabet[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    uint32_t bits = (uint32_t)group[0] << 16 | (uint32_t)group[1] << 8 | group[2];

    for (int i = 0; i < CHARACTERS; i++)
        characters[i] = alphabet[bits >> (18 - 6 * i) & 63];
}

void base64_append(struct buffer *buffer, struct text bytes)
{
    enum { PIECE = 1024 };
    char text[PIECE * CHARACTERS];

    while (bytes.length >= GROUP) {
        size_t length = 0;
        for (; bytes.length >= GROUP && length < sizeof text; length += CHARACTERS) {
            encode((const unsigned char *)bytes.at, text + length);
            bytes = text_skip(bytes, GROUP);
        }
        buffer_append(buffer, (struct text){text, length});
    }
    if (bytes.length == 0)
        return;
    unsigned char last[GROUP] = {0};
    memcpy(last, bytes.at, bytes.length);
    encode(last, text);
    memset(text + bytes.length + 1, '=', GROUP - bytes.length);
    buffer_append(buffer, (struct text){text, CHARACTERS});
}

void block_begin(struct block *block)
{
    *block = (struct block){0};
    block->json = (struct json){.memory = &block->content, .is_for_page = true};
}

void packed_append(struct buffer *buffer, struct text text)
{
    struct buffer bytes = {0};

    gzip_append(&bytes, text);
    base64_append(buffer, buffer_text(&bytes));
    free(bytes.at);
}

struct buffer block_end(struct block *block, const char *name)
{
    struct buffer element = {0};
    const struct text text = buffer_text(&block->content);

    buffer_append(&element, TEXT("<script type=\"application/json\" id=\"data-"));
    buffer_append(&element, text_of(name));
    if (gzip_append_compresses()) {
        buffer_append(&element, TEXT("\" data-encoding=\"gzip\">"));
        packed_append(&element, text);
    } else {
        buffer_append(&element, TEXT("\">"));
        buffer_append(&element, text);
    }
    buffer_append(&element, TEXT("</script>\n"));
    free(block->content.at);
    return element;
}
