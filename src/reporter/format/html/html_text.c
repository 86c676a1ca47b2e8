/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/html/html_text.h"

#include <stdint.h>

#include "base/characters.h"

#define REPLACEMENT "\xef\xbf\xbd" /* U+FFFD */
#define ELLIPSIS "\xe2\x80\xa6"    /* U+2026 */

/* Returns what stands for a character that is markup; NULL for any other. */
static const char *entity_of(char c)
{
    switch (c) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    default:
        return NULL;
    }
}

/* Writes the character at `at`, whichever it is, and returns how many bytes it has. */
static size_t write_character(struct buffer *out, const char *at, const char *end)
{
    const char *entity = entity_of(*at);
    uint32_t character;
    size_t length = utf8_decode(at, end, &character);

    if (entity != NULL)
        buffer_append(out, text_of(entity));
    else if (length == 0 || harmless_length(at, end) == 0)
        buffer_append(out, TEXT(REPLACEMENT));
    else
        buffer_append(out, (struct text){at, length});
    return length == 0 ? 1 : length;
}

void html_text(struct buffer *out, struct text text)
{
    html_cut_text(out, text, text.length);
}

void html_cut_text(struct buffer *out, struct text text, size_t n_characters)
{
    const char *at = text.at, *end = text_end(text);

    for (; at < end && n_characters != 0; n_characters--)
        at += write_character(out, at, end);
    if (at < end)
        buffer_append(out, TEXT(ELLIPSIS));
}
