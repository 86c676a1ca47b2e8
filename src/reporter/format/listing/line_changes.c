/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/listing/line_changes.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "reporter/format/contents.h"
#include "reporter/format/format.h"
#include "reporter/format/pieces.h"
#include "reporter/format/signs.h"
#include "reporter/format/text_columns.h"
#include "reporter/format/text_names.h"
#include "reporter/format/text_sections.h"

/* Of a line's number on either side; what its text is to have, and has in any case. */
enum { LINE_WIDTH = 5, WANTED_ROOM = 28, LEAST_ROOM = 12 };

/* "-> 136,000x, now 116,000x" and a name, which calls are to have. */
enum { ROOM_OF_CALL = 44 };

/* The numbers, and the sign between blanks. */
enum { WIDTH_OF_OTHERS = 2 * (GAP + LINE_WIDTH) + 3 + 1 };

struct line_changes line_changes_begin(const struct text_writer *writer, const struct table *table,
                                       bool is_sign_first)
{
    struct line_changes changes = {
        .writer = writer,
        .figures = changed_figures_begin(writer, table, WIDTH_OF_OTHERS + WANTED_ROOM),
        .is_sign_first = is_sign_first,
    };
    size_t width = writer->options->width;
    size_t before = changed_figures_width(&changes.figures) + WIDTH_OF_OTHERS;

    if (width != 0)
        changes.room = width > before + LEAST_ROOM ? width - before : LEAST_ROOM;
    return changes;
}

void line_changes_end(struct line_changes *changes)
{
    changed_figures_end(&changes->figures);
    *changes = (struct line_changes){0};
}

void line_changes_write_heading(const struct line_changes *changes)
{
    const char *begin = changes->is_sign_first ? " " : "";
    FILE *out = changes->writer->out;

    if (changed_figures_have_names(&changes->figures)) {
        fputs(begin, out);
        changed_figures_write_names(&changes->figures);
    }
    fputs(begin, out);
    changed_figures_write_heading(&changes->figures);
    write_right(out, "old", 3, GAP + LINE_WIDTH);
    write_right(out, "new", 3, GAP + LINE_WIDTH);
    fputc('\n', out);
}

static char sign_of(enum line_change change)
{
    switch (change) {
    case LINE_REFORMATTED:
        return '~';
    case LINE_NEW:
        return '+';
    case LINE_GONE:
        return '-';
    default:
        return ' ';
    }
}

/* However long it is, a blank is before it. */
static void write_number(FILE *out, uint64_t number, const char *none)
{
    char text[24];

    snprintf(text, sizeof text, "%" PRIu64, number);
    fputc(' ', out);
    write_right(out, number != 0 ? text : none, strlen(number != 0 ? text : none),
                GAP + LINE_WIDTH - 1);
}

static void write_numbers(const struct line_changes *changes, const struct table_row *row)
{
    FILE *out = changes->writer->out;
    bool is_line = row->kind == ROW_LINE || row->kind == ROW_SOURCE;
    char sign = ' ';

    if (is_line)
        sign = sign_of(row->old->line_change);
    const char *none = row->kind == ROW_CALLEE               ? ""
                     : row->kind == ROW_GAP                  ? "..."
                     : row->line == 0 && row->old->line == 0 ? "."
                                                             : "-";

    write_number(out, row->kind == ROW_CALLEE ? 0 : row->old->line,
                 row->kind == ROW_GAP ? "" : none);
    write_number(out, row->kind == ROW_CALLEE ? 0 : row->line, none);
    if (row->kind == ROW_GAP)
        fputc('\n', out);
    else if (changes->is_sign_first)
        write_blanks(out, GAP);
    else
        fprintf(out, "  %c ", sign);
}

/* "20x, now 21x", "new: 20x" or "gone: 20x". */
static void append_counts(struct buffer *call, const struct table_row *row)
{
    enum change change = changed_row_change(row);
    int64_t was = row->old->calls, now = was + row->calls;
    char text[MAX_COUNT];

    buffer_append(call, text_of(change_name(change)));
    buffer_append(call, change_is_one_sided(change) ? TEXT(": ") : TEXT(""));
    format_count(change == CHANGE_NEW ? now : was, text);
    buffer_append(call, text_of(text));
    buffer_append(call, TEXT("x"));
    if (change_is_one_sided(change) || was == now)
        return;
    format_count(now, text);
    buffer_append(call, TEXT(", now "));
    buffer_append(call, text_of(text));
    buffer_append(call, TEXT("x"));
}

/*
 * Whom the line calls, and how often; what that costs is in the columns. Where there is little room
 * it begins where lines have their numbers.
 */
static void write_call(const struct line_changes *changes, const struct table_row *row)
{
    enum { INDENTED = 2, LEAST_NAME = 8 };
    struct buffer call = {0};

    buffer_append(&call, sign_text(SIGN_CALLS, changes->writer->options->is_ascii));
    buffer_append(&call, TEXT(" "));
    append_counts(&call, row);
    buffer_append(&call, TEXT(" "));
    size_t taken = text_columns(buffer_text(&call)) + INDENTED, room = changes->room;
    if (room == 0 || room >= ROOM_OF_CALL)
        write_numbers(changes, row);
    else
        room += WIDTH_OF_OTHERS;
    write_blanks(changes->writer->out, INDENTED);
    write_text(changes->writer->out, buffer_text(&call));
    free(call.at);
    if (room != 0)
        room = at_least(room, taken + LEAST_NAME) - taken;
    write_label(changes->writer, row, room, changes->writer->options->has_color);
}

/* Hot changes stand out as a whole. */
static enum tint tint_of_line(const struct line_changes *changes, const struct table_row *row)
{
    const struct column *column =
        &changes->figures.table->columns[changes->figures.table->measured];

    if (row->cells == NULL || !row->cells[changes->figures.table->measured].is_given ||
        column->total.value == 0)
        return TINT_NONE;
    int64_t change = row->cells[changes->figures.table->measured].value;
    enum tint tint = tint_of_share(percent_of(change, column->total.value));
    return tint >= TINT_HOT ? tint : TINT_NONE;
}

static void write_line(const struct line_changes *changes, const struct table_row *row)
{
    bool has_color = changes->writer->options->has_color, has_text = row->text.at != NULL;
    enum tint tint = has_text ? tint_of_line(changes, row) : TINT_DIM;
    uint64_t number = row->line != 0 ? row->line : row->old->line;
    FILE *out = changes->writer->out;

    tint_begin(out, has_color, tint);
    if (has_text)
        write_source_text(out, row->text, changes->room, changes->writer->options->is_ascii);
    else
        fprintf(out, "%s\n", source_excuse(number, changes->has_source));
    tint_end(out, has_color, tint);
}

void line_changes_write_row(const struct line_changes *changes, const struct table_row *row)
{
    bool is_line = row->kind == ROW_LINE || row->kind == ROW_SOURCE;

    if (changes->is_sign_first)
        fputc(is_line ? sign_of(row->old->line_change) : ' ', changes->writer->out);
    changed_figures_write(&changes->figures, row);
    if (row->kind == ROW_CALLEE) {
        write_call(changes, row);
        return;
    }
    write_numbers(changes, row);
    if (is_line)
        write_line(changes, row);
}

void line_changes_append_title(const struct line_changes *changes, struct buffer *title,
                               const struct table_row *row, size_t room)
{
    const struct old_table_row *old = row->old;

    append_code(title, changes->writer, row->function, row->file, room / 2);
    if (old->file.at != NULL || old->function.at != NULL) {
        buffer_append(title, TEXT(", was "));
        append_code(title, changes->writer, old->function, old->file, room / 2);
    }
    changed_figures_append(title, &changes->figures, row);
    if (old->line_change == LINE_BY_NUMBER)
        buffer_append(title,
                      row->text.at == NULL
                          ? TEXT("; source not found, lines by number")
                          : TEXT("; old source not known (see --old-include), lines by number"));
}
