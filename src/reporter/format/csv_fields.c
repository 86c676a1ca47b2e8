/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/csv_fields.h"

#include <inttypes.h>
#include <string.h>

#include "base/characters.h"
#include "reporter/format/pieces.h"

static void separate(struct csv_line *line)
{
    if (line->is_begun)
        fputc(line->separator, line->out);
    line->is_begun = true;
}

static bool needs_quotes(const struct csv_line *line, struct text text)
{
    for (size_t i = 0; i < text.length; i++)
        if (text.at[i] == line->separator || strchr("\"\r\n", text.at[i]) != NULL)
            return true;
    return false;
}

void csv_text(struct csv_line *line, struct text text)
{
    bool has_quotes = needs_quotes(line, text);
    const char *at = text.at, *end = text_end(text);

    separate(line);
    if (has_quotes)
        fputc('"', line->out);
    while (at < end) {
        uint32_t character;
        size_t length = utf8_decode(at, end, &character);
        bool is_line_end = length == 1 && (character == '\r' || character == '\n');
        if (length == 0 || (harmless_length(at, end) == 0 && !is_line_end))
            fputs("\xef\xbf\xbd", line->out);
        else
            fwrite(at, 1, length, line->out);
        if (length != 0 && character == '"')
            fputc('"', line->out);
        at += length == 0 ? 1 : length;
    }
    if (has_quotes)
        fputc('"', line->out);
}

void csv_number(struct csv_line *line, int64_t number, bool is_given)
{
    separate(line);
    if (is_given)
        fprintf(line->out, "%" PRIi64, number);
}

void csv_line_number(struct csv_line *line, uint64_t number)
{
    separate(line);
    if (number != 0)
        fprintf(line->out, "%" PRIu64, number);
}

void csv_cell(struct csv_line *line, struct cell cell)
{
    char text[MAX_COUNT];

    if (!cell.is_ratio || !cell.is_given) {
        csv_number(line, cell.value, cell.is_given);
        return;
    }
    separate(line);
    format_whole_ratio(cell.ratio, text);
    fputs(text, line->out);
}

void csv_address(struct csv_line *line, uint64_t address, bool is_given)
{
    separate(line);
    if (is_given)
        fprintf(line->out, "0x%" PRIx64, address);
}

void csv_end_line(struct csv_line *line)
{
    fputs("\r\n", line->out);
    line->is_begun = false;
}
