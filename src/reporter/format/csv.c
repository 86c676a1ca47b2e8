/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Writes CSV and TSV: a heading, and a line for each row with its cells in the columns with a key.
 */

#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/characters.h"
#include "reporter/columns.h"
#include "reporter/format/contents.h"
#include "reporter/format/format.h"
#include "reporter/format/pieces.h"
#include "reporter/report.h"

struct csv {
    FILE *out;
    char separator;
    struct buffer line; /* which goes out as a whole */
    struct cell_place at;
    struct path_names path; /* the names in a tree down to the last row */
};

static bool needs_quotes(const struct csv *csv, struct text text)
{
    const char special[] = {csv->separator, '"', '\r', '\n'};

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

/*
 * Adds a text. What is not UTF-8, and what a terminal must not get, becomes U+FFFD. The text is
 * quoted where needed, and a quote within quotes is doubled.
 */
static void add_text(struct csv *csv, struct text text)
{
    const char *at = text.at, *end = text_end(text);

    while (at < end && is_plain(*at) && *at != csv->separator)
        at++;
    if (at == end) { /* as most texts are */
        buffer_append(&csv->line, text);
        return;
    }
    at = text.at;
    bool has_quotes = needs_quotes(csv, text);
    buffer_append(&csv->line, has_quotes ? TEXT("\"") : TEXT(""));
    while (at < end) {
        const char *plain = at;
        while (at < end && is_plain(*at))
            at++;
        buffer_append(&csv->line, (struct text){plain, (size_t)(at - plain)});
        if (at < end)
            at += add_character(&csv->line, at, end);
    }
    buffer_append(&csv->line, has_quotes ? TEXT("\"") : TEXT(""));
}

/* Adds a value: a number in base 10, or of an address in base 16; nothing where it is not given. */
static void add_value(struct csv *csv, const struct value *value)
{
    char digits[MAX_COUNT];

    switch (value->kind) {
    case VALUE_NONE:
    case VALUE_TEXT:
        add_text(csv, value->text);
        break;
    case VALUE_LINE:
        buffer_append(&csv->line, format_unsigned(value->number, 10, digits));
        break;
    case VALUE_ADDRESS:
        buffer_append(&csv->line, TEXT("0x"));
        buffer_append(&csv->line, format_unsigned(value->number, 16, digits));
        break;
    default:
        if (!value->figure.is_given)
            break;
        if (!cell_has_decimals(value->figure)) {
            buffer_append(&csv->line, format_digits(value->figure.value, digits));
            break;
        }
        format_whole_ratio(cell_number(value->figure), digits);
        buffer_append(&csv->line, text_of(digits));
        break;
    }
}

/* Adds "calls", or for an event "self:Ir", "self:Ir@2" for the second slice. */
static void add_heading(struct csv *csv, const struct column *column)
{
    struct buffer heading = {0};

    buffer_append(&heading, text_of(column->key));
    if (column->list != NO_LIST) {
        buffer_append(&heading, TEXT(":"));
        buffer_append(&heading, csv->at.table->events[column->event].name);
    }
    if (column->slice != 0)
        buffer_print(&heading, "@%zu", column->slice);
    add_text(csv, buffer_text(&heading));
    free(heading.at);
}

/* Writes what the row has in the columns that have a key, or their headings. */
static void write_line(struct csv *csv, bool are_headings)
{
    const struct columns *columns = csv->at.table->columns;
    bool is_first = true;

    csv->line.length = 0;
    for (size_t i = 0; columns != NULL && i < columns->count; i++) {
        csv->at.column = &columns->items[i];
        if (csv->at.column->key == NULL)
            continue;
        buffer_append(&csv->line, (struct text){&csv->separator, is_first ? 0 : 1});
        is_first = false;
        if (are_headings) {
            add_heading(csv, csv->at.column);
        } else {
            const struct value value = csv->at.column->cell(&csv->at);
            add_value(csv, &value);
        }
    }
    buffer_append(&csv->line, TEXT("\r\n"));
    fwrite(csv->line.at, 1, csv->line.length, csv->out);
}

/* Writes a row, but no row that heads a listing: each line names its file. */
static void write_row(struct csv *csv, const struct table_row *row)
{
    csv->at.row = row;
    if (row->kind == ROW_LISTING)
        return;
    if (row->kind == ROW_TREE)
        path_names_extend(&csv->path, row->tree->depth, row_name(row));
    if (row->kind == ROW_TREE || row->kind == ROW_LEFT_OUT) {
        csv->at.parent = path_names_parent(&csv->path, row->tree->depth);
        csv->at.path = buffer_text(&csv->path.text);
    } else if (row_is_main(row)) {
        csv->at.parent = row->function;
    }
    write_line(csv, false);
}

/* Writes the rows of all sections below one heading. */
static bool write_separated(const struct report *report, char separator, FILE *out,
                            struct error *error)
{
    struct section section = {0};
    struct csv csv = {.out = out, .separator = separator, .at = {.table = &section.table}};
    bool is_first = true;

    while (report_next(report, out, &section, error)) {
        if (is_first)
            write_line(&csv, true);
        is_first = false;
        const struct table_row *row;
        while ((row = table_next_row(&section.table, out, error)) != NULL)
            write_row(&csv, row);
    }
    path_names_free(&csv.path);
    free(csv.line.at);
    return error->kind == ERROR_NONE;
}

bool format_csv(const struct report *report, const struct format_options *options, FILE *out,
                struct error *error)
{
    return write_separated(report, options->format == FORMAT_TSV ? '\t' : ',', out, error);
}
