/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "unit/reporter/format/html/page_blocks.h"

#include <criterion/criterion.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

#ifdef HAVE_ZLIB
#include <zlib.h>
#elif defined HAVE_LIBDEFLATE
#include <libdeflate.h>
#endif

static const char *find_block(const char *page, const char *name)
{
    char begin[200];

    snprintf(begin, sizeof begin, "<script type=\"application/json\" id=\"data-%s\"", name);
    return strstr(page, begin);
}

bool page_has_block(const char *page, const char *name)
{
    return find_block(page, name) != NULL;
}

#if defined HAVE_ZLIB || defined HAVE_LIBDEFLATE
enum { MOST = 64 << 20 };

static uint32_t bits_of(char c)
{
    static const char alphabet[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *place = c == '=' ? alphabet : strchr(alphabet, c);

    cr_assert(c != '\0' && place, "'%c' is not base64", c);
    return (uint32_t)(place - alphabet);
}

/* Up to two bytes more than there are, which are 0. */
static unsigned char *decode(const char *text, size_t length)
{
    unsigned char *bytes = memory_alloc(length, 1);

    cr_assert_eq(length % 4, 0);
    for (size_t i = 0; i < length; i += 4) {
        uint32_t bits = bits_of(text[i]) << 18 | bits_of(text[i + 1]) << 12 |
                        bits_of(text[i + 2]) << 6 | bits_of(text[i + 3]);
        bytes[i / 4 * 3] = (unsigned char)(bits >> 16);
        bytes[i / 4 * 3 + 1] = (unsigned char)(bits >> 8);
        bytes[i / 4 * 3 + 2] = (unsigned char)bits;
    }
    return bytes;
}
#endif

#ifdef HAVE_ZLIB
static char *decompress(const char *text, size_t length)
{
    enum { WINDOW_BITS = 15, GZIP_HEADER = 16 };
    unsigned char *bytes = decode(text, length);
    char *json = memory_alloc(MOST, 1);
    z_stream stream = {.next_in = bytes,
                       .avail_in = (unsigned)length,
                       .next_out = (unsigned char *)json,
                       .avail_out = MOST - 1};

    cr_assert_eq(inflateInit2(&stream, WINDOW_BITS + GZIP_HEADER), Z_OK);
    cr_assert_eq(inflate(&stream, Z_FINISH), Z_STREAM_END);
    inflateEnd(&stream);
    free(bytes);
    return json;
}
#elif defined HAVE_LIBDEFLATE
static char *decompress(const char *text, size_t length)
{
    struct libdeflate_decompressor *decompressor = libdeflate_alloc_decompressor();
    unsigned char *bytes = decode(text, length);
    char *json = memory_alloc(MOST, 1);
    size_t ignored;

    /* Which is to be told where the data ends, and may have bytes after it. */
    cr_assert_eq(libdeflate_gzip_decompress_ex(decompressor, bytes, length, json, MOST - 1,
                                               &ignored, &ignored),
                 LIBDEFLATE_SUCCESS);
    libdeflate_free_decompressor(decompressor);
    free(bytes);
    return json;
}
#else
static char *decompress(const char *text, size_t length)
{
    (void)text;
    (void)length;
    cr_assert(false, "compressed without a library");
    return NULL;
}
#endif

static char *content_of(const char *element)
{
    const char *begin = strchr(element, '>'), *end = strstr(element, "</script>");
    cr_assert(begin && end && begin < end);
    size_t length = (size_t)(end - ++begin);
    const char *encoding = strstr(element, " data-encoding=\"gzip\"");
    return encoding != NULL && encoding < begin ? decompress(begin, length)
                                                : strndup(begin, length);
}

char *page_block(const char *page, const char *name)
{
    const char *element = find_block(page, name);

    cr_assert(element, "no block %s", name);
    return content_of(element);
}

char *page_packed_file(const char *page, const char *id)
{
    char begin[80];

    snprintf(begin, sizeof begin, "<script type=\"text/plain\" id=\"packed-%s\"", id);
    const char *element = strstr(page, begin);
    cr_assert(element, "no packed %s", id);
    return content_of(element);
}

char *page_of(const struct hand_made *report)
{
    return hand_made_write(report, format_html, &(struct format_options){.page_limit = SIZE_MAX});
}

char *block_of_sections(const struct hand_made_section *sections, size_t n_sections,
                        const char *name)
{
    const struct hand_made report = {
        .facts = hand_made_facts, .sections = sections, .n_sections = n_sections};
    char *page = page_of(&report), *json = page_block(page, name);

    free(page);
    return json;
}

const char *member(const char *json, const char *key)
{
    size_t depth = 0, length = strlen(key);
    bool is_in_text = false;

    for (const char *at = json; *at != '\0'; at++) {
        if (!is_in_text && depth == 1 && *at == '"' && strncmp(at + 1, key, length) == 0 &&
            strncmp(at + 1 + length, "\": ", 3) == 0)
            return at + 1 + length + 3;
        if (*at == '\\')
            at++;
        else if (*at == '"')
            is_in_text = !is_in_text;
        else if (!is_in_text)
            depth += (size_t)(*at == '{' || *at == '[') - (size_t)(*at == '}' || *at == ']');
    }
    return NULL;
}

void expect_member(const char *json, const char *key, const char *value)
{
    const char *found = member(json, key);

    cr_assert(found, "no %s in %s", key, json);
    cr_expect_eq(strncmp(found, value, strlen(value)), 0, "%s is\n%.1000s\nexpected\n%s", key,
                 found, value);
}
