/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/csv_fields.h"

#include <string.h>

#include "base/characters.h"
#include "reporter/format/pieces.h"

static void separate(struct csv_line *line)
{
    if (line->is_begun)
        buffer_append(&line->text, (struct text){&line->separator, 1});
    line->is_begun = true;
}

static bool needs_quotes(const struct csv_line *line, struct text text)
{
    const char special[] = {line->separator, '"', '\r', '\n'};

    for (size_t i = 0; i < sizeof special; i++)
        if (text.length != 0 && memchr(text.at, special[i], text.length) != NULL)
            return true;
    return false;
}

/* Adds a character that may be any, and returns how many bytes it has. */
static size_t add_character(struct buffer *to, const char *at, const char *end)
{
    uint32_t character;
    size_t length = utf8_decode(at, end, &character);
    bool is_line_end = length == 1 && (character == '\r' || character == '\n');

    if (length == 0 || (harmless_length(at, end) == 0 && !is_line_end))
        buffer_append(to, TEXT("\xef\xbf\xbd"));
    else
        buffer_append(to, (struct text){at, length});
    if (length != 0 && character == '"')
        buffer_append(to, TEXT("\""));
    return length == 0 ? 1 : length;
}

static bool is_plain(char c)
{
    return c >= ' ' && c <= '~' && c != '"';
}

void csv_text(struct csv_line *line, struct text text)
{
    const char *at = text.at, *end = text_end(text);

    separate(line);
    while (at < end && is_plain(*at) && *at != line->separator)
        at++;
    if (at == end) { /* as most texts are */
        buffer_append(&line->text, text);
        return;
    }
    at = text.at;
    bool has_quotes = needs_quotes(line, text);
    if (has_quotes)
        buffer_append(&line->text, TEXT("\""));
    while (at < end) {
        const char *plain = at;
        while (at < end && is_plain(*at))
            at++;
        buffer_append(&line->text, (struct text){plain, (size_t)(at - plain)});
        if (at < end)
            at += add_character(&line->text, at, end);
    }
    if (has_quotes)
        buffer_append(&line->text, TEXT("\""));
}

void csv_cell(struct csv_line *line, struct cell cell)
{
    char text[MAX_COUNT];

    separate(line);
    if (!cell.is_given)
        return;
    if (!cell_has_decimals(cell)) {
        buffer_append(&line->text, format_digits(cell.value, text));
        return;
    }
    format_whole_ratio(cell_number(cell), text);
    buffer_append(&line->text, text_of(text));
}

void csv_unsigned(struct csv_line *line, uint64_t number, unsigned base)
{
    char digits[MAX_COUNT];

    separate(line);
    buffer_append(&line->text, base == 16 ? TEXT("0x") : TEXT(""));
    buffer_append(&line->text, format_unsigned(number, base, digits));
}

void csv_end_line(struct csv_line *line)
{
    buffer_append(&line->text, TEXT("\r\n"));
    fwrite(line->text.at, 1, line->text.length, line->out);
    line->text.length = 0;
    line->is_begun = false;
}
