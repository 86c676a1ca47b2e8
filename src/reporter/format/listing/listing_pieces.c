/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/listing/listing_pieces.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "reporter/format/contents.h"
#include "reporter/format/format.h"
#include "reporter/format/signs.h"
#include "reporter/format/text_names.h"
#include "reporter/format/text_sections.h"

/* Appends what the title ends in: ", found as x/fib.c". */
static void append_source(struct buffer *title, const struct table_row *row,
                          bool is_of_instructions)
{
    struct text recorded = is_of_instructions ? row->object : row->file;

    if (row->text.at == NULL) {
        buffer_append(title,
                      is_of_instructions ? TEXT(", text not known") : TEXT(", source not found"));
    } else if (recorded.at == NULL || !text_equal(row->text, recorded)) {
        buffer_append(title, TEXT(", found as "));
        buffer_append(title, row->text);
    }
}

/* Writes a title, a link to the file where that is wanted, on a line of its own, and frees it. */
static void write_title_line(const struct text_writer *writer, struct buffer *title,
                             struct text file)
{
    bool is_link = link_begin(writer, file);

    write_tinted(writer->out, writer->options->palette, TINT_TITLE, buffer_text(title));
    link_end(writer, is_link);
    fputc('\n', writer->out);
    free(title->at);
}

void write_dim_line(FILE *out, const struct palette *palette, struct buffer *text)
{
    write_tinted(out, palette, TINT_DIM, buffer_text(text));
    fputc('\n', out);
    free(text->at);
}

/* Appends ": 64,137, 92.23 %", the figure of the measured event, and its share where it has one. */
static void append_sum(struct buffer *to, const struct table *table, const struct figure *figures)
{
    const struct table_event *event = &table->events[table->measured];
    const struct cell sum = table_shown(table, &figures[table->measured]);
    char text[MAX_COUNT];

    format_figure(sum, table->is_difference, text);
    buffer_print(to, ": %s", text);
    if (sum.is_given && !event->is_ratio && event->base.value != 0)
        buffer_print(to, ", %.2f %%", percent_of(sum.value, event->base.value));
}

/*
 * Returns the room that the names of a title may take each, "f in f.c", if together they have
 * `left` columns: what a short one does not need is the other's.
 */
static size_t room_of_names(const struct text_writer *writer, const struct table_row *row,
                            size_t left)
{
    enum { LEAST_ROOM = 16, WIDTH_OF_IN = 4 };
    struct buffer function = {0};

    if (!row_has_known_file(row))
        return at_least(left, LEAST_ROOM);
    left = at_least(left, WIDTH_OF_IN) - WIDTH_OF_IN;
    append_function(&function, writer, row->function, writer->options->width / 2);
    size_t of_function = text_columns(buffer_text(&function)), of_file = text_columns(row->file);
    size_t shorter = of_function < of_file ? of_function : of_file;
    free(function.at);
    return at_least(shorter < left / 2 ? left - shorter : left / 2, LEAST_ROOM);
}

/* Appends ": 133, now 283: +150, +112.78 %", the figures of the measured event. */
static void append_changed_sum(struct buffer *title, const struct table *table,
                               const struct table_row *row)
{
    const struct figure sum = row_sides(row, &row->self[table->measured]);
    const struct cell change = figure_change(&row->self[table->measured]);
    char now[MAX_COUNT], text[MAX_COUNT];

    format_figure(sum.now, false, now);
    if (!sum.old.is_given && !change.is_ratio) {
        buffer_print(title, ": new, %s", now);
        return;
    }
    format_figure(sum.old, false, text);
    buffer_print(title, ": %s", text);
    if (!change.is_given || (change.value == 0 && !change.is_ratio)) {
        buffer_append(title, TEXT(", unchanged"));
        return;
    }
    format_figure(change, true, text);
    buffer_print(title, ", now %s: %s", now, text);
    if (change.is_ratio || !sum.old.is_given || sum.old.value == 0)
        return;
    format_growth(change, sum.old, CHANGE_NONE, text);
    buffer_print(title, ", %s %%", text);
}

void append_changed_title(struct buffer *title, const struct text_writer *writer,
                          const struct table *table, const struct table_row *row, size_t room)
{
    const struct old_row *old = &row->old;
    bool is_of_lines = !table_has(table, COLUMN_ADDRESS);

    append_code(title, writer, row->function, row->file, room / 2);
    if (is_of_lines && (old->file.at != NULL || old->function.at != NULL)) {
        buffer_append(title, TEXT(", was "));
        append_code(title, writer, old->function, old->file, room / 2);
    }
    append_changed_sum(title, table, row);
    if (is_of_lines && old->line_change == LINE_BY_NUMBER)
        buffer_append(title,
                      row->text.at == NULL
                          ? TEXT("; source not found, lines by number")
                          : TEXT("; old source not known (see --old-path-map), lines by number"));
}

void write_listing_title(const struct text_writer *writer, const struct table *table,
                         const struct table_row *row)
{
    size_t width = writer->options->width, room = width / 2;
    struct buffer title = {0}, rest = {0};

    if (table->is_difference) {
        append_changed_title(&title, writer, table, row, width);
        write_title_line(writer, &title, row->file);
        return;
    }
    if (row->object.at != NULL) {
        buffer_append(&rest, TEXT(" ["));
        buffer_append(&rest, width == 0 ? row->object : path_base(row->object));
        buffer_append(&rest, TEXT("]"));
    }
    if (row->self != NULL)
        append_sum(&rest, table, row->self);
    if (row->kind == ROW_LISTING)
        append_source(&rest, row, table_has(table, COLUMN_ADDRESS));
    size_t taken = text_columns(buffer_text(&rest));
    append_code(&title, writer, row->function, row->file, room);
    if (width != 0 && text_columns(buffer_text(&title)) + taken > width) {
        title.length = 0;
        room = room_of_names(writer, row, at_least(width, taken) - taken);
        append_code(&title, writer, row->function, row->file, room);
    }
    buffer_append(&title, buffer_text(&rest));
    write_title_line(writer, &title, row->file);
    free(rest.at);
}

void append_fold(struct buffer *to, const struct table *table, const struct table_row *row)
{
    bool is_of_instructions = table_has(table, COLUMN_ADDRESS);
    const char *lines = is_of_instructions ? " instruction" : " line";
    const char *parts = is_of_instructions ? " other function" : " other file";
    char count[MAX_COUNT];

    format_count((int64_t)row->n_left_out, count);
    buffer_print(to, "%s%s%s", count, lines, row->n_left_out == 1 ? "" : "s");
    if (row->n_parts == 0)
        return;
    format_count((int64_t)row->n_parts, count);
    buffer_print(to, " in %s%s%s", count, parts, row->n_parts == 1 ? "" : "s");
}

void parts_line_begin(struct parts_line *line, const struct table *table,
                      const struct table_row *row)
{
    char count[MAX_COUNT];

    format_count((int64_t)row->n_parts, count);
    buffer_print(&line->text, "%s %s: ", count,
                 table_has(table, COLUMN_ADDRESS) ? "functions" : "files");
}

void parts_line_add(struct parts_line *line, const struct text_writer *writer,
                    const struct table *table, const struct table_row *row)
{
    enum { MOST_PARTS = 5, WIDTH_OF_DOTS = 5 };
    const struct table_event *event = &table->events[table->measured];
    const struct cell sum = table_shown(table, &row->self[table->measured]);
    size_t width = writer->options->width;
    struct buffer part = {0};
    char figure[MAX_COUNT];

    format_figure(sum, table->is_difference, figure);
    buffer_append(&part, line->n_parts == 0 ? TEXT("") : TEXT(", "));
    if (event->is_ratio || event->base.value == 0)
        buffer_print(&part, "%s ", figure);
    else
        buffer_print(&part, table->is_difference ? "%+.2f %% " : "%.2f %% ",
                     percent_of(sum.value, event->base.value));
    if (table_has(table, COLUMN_ADDRESS))
        append_function(&part, writer, row->function, width / 2);
    else
        buffer_append(&part, path_base(row->file));
    size_t taken = text_columns(buffer_text(&line->text)) + text_columns(buffer_text(&part));
    bool fits = line->n_parts == 0 ||
                (width == 0 ? line->n_parts < MOST_PARTS : taken + WIDTH_OF_DOTS <= width);
    if (!line->is_full)
        buffer_append(&line->text, fits ? buffer_text(&part) : TEXT(", ..."));
    line->is_full = line->is_full || !fits;
    line->n_parts++;
    free(part.at);
}

void parts_line_write(struct parts_line *line, FILE *out)
{
    if (line->text.length == 0)
        return;
    write_text(out, buffer_text(&line->text));
    fputs("\n\n", out);
    free(line->text.at);
    *line = (struct parts_line){0};
}

enum tint tint_of_listed(const struct table *table, const struct table_row *row)
{
    enum { LEAST_CHANGE = 3 };
    int64_t base = table->events[table->measured].base.value;

    if (row->self == NULL || base == 0)
        return TINT_NONE;
    const struct cell cell = table_shown(table, &row->self[table->measured]);
    double percent = percent_of(cell.value, base);
    if (!cell.is_given || cell.value == 0 || cell.is_noise)
        return TINT_NONE;
    if (!table->is_difference)
        return tint_of_share(percent) >= TINT_HOT ? tint_of_share(percent) : TINT_NONE;
    if (row->old.line_change == LINE_NEW || row->old.line_change == LINE_GONE)
        return percent < 0 ? TINT_LESS : TINT_MORE;
    return percent >= LEAST_CHANGE || percent <= -LEAST_CHANGE ? tint_of_change(percent)
                                                               : TINT_NONE;
}

void write_listed_text(const struct text_writer *writer, const struct table *table,
                       const struct table_row *row, size_t room, bool has_source)
{
    const struct palette *palette = writer->options->palette;
    bool has_text = row->text.at != NULL;
    enum tint tint = has_text ? tint_of_listed(table, row) : TINT_DIM;

    tint_begin(writer->out, palette, tint);
    if (has_text)
        write_source_text(writer->out, row->text, room, writer->options->is_ascii);
    else
        fputs(row_line(row) == 0 ? "(on no line)\n"
              : has_source       ? "(past the end of the file)\n"
                                 : "\n",
              writer->out);
    tint_end(writer->out, palette, tint);
}

static void append_count(struct buffer *to, int64_t count, const char *after)
{
    char text[MAX_COUNT];

    format_count(count, text);
    buffer_print(to, "%s%s", text, after);
}

void append_jump_counts(struct buffer *to, const struct jump_facts *jump, bool is_ascii)
{
    if (jump->executed != 0 || jump->followed != 0) {
        append_count(to, jump->followed, " of ");
        if (jump->is_bound)
            buffer_append(to, sign_text(SIGN_AT_LEAST, is_ascii));
        append_count(to, jump->executed, jump->times != 0 ? " and " : "");
    }
    if (jump->times != 0 || (jump->executed == 0 && jump->followed == 0))
        append_count(to, jump->times, "x");
}

/* Appends the function and the file that the jump leads to, where they differ from those here. */
static void append_names(struct buffer *to, const struct jump_facts *jump, struct text file)
{
    buffer_append(to, TEXT(" to "));
    if (jump->function.at != NULL) {
        buffer_append(to, jump->function);
        buffer_append(to, TEXT(" "));
    }
    if (file.at != NULL) {
        buffer_append(to, file);
        buffer_append(to, TEXT(":"));
    }
}

void append_jump_address(struct buffer *to, const struct jump_facts *jump, size_t room,
                         bool is_ascii)
{
    enum { LEAST_NAME = 12 };
    char address[32];

    buffer_append(to, TEXT(" to "));
    snprintf(address, sizeof address, "%s%" PRIx64, jump->function.at != NULL ? " at " : "",
             jump->address);
    if (jump->function.at != NULL) {
        size_t others = text_columns(buffer_text(to)) + strlen(address);
        append_fitted(to, jump->function,
                      room == 0 ? 0 : at_least(room, others + LEAST_NAME) - others, is_ascii);
    }
    buffer_append(to, text_of(address));
}

void append_line_jump(struct buffer *to, const struct jump_facts *jump, size_t room, bool is_ascii)
{
    static const struct text arrows[][2] = {
        [JUMP_ANY_WAY] = {{"\xe2\x86\x95 ", 4}, {"", 0}}, /* U+2195 */
        [JUMP_BACK] = {{"\xe2\x86\x91 ", 4}, {"^ ", 2}},  /* U+2191 */
        [JUMP_AHEAD] = {{"\xe2\x86\x93 ", 4}, {"v ", 2}}, /* U+2193 */
    };
    struct buffer counts = {0}, names = {0};
    char line[24];

    buffer_append(&counts, arrows[jump->course][is_ascii]);
    append_jump_counts(&counts, jump, is_ascii);
    snprintf(line, sizeof line, "%" PRIu64, jump->line);
    size_t taken = text_columns(buffer_text(&counts)) + strlen(line);
    append_names(&names, jump, jump->file);
    if (room != 0 && taken + text_columns(buffer_text(&names)) > room && jump->file.at != NULL) {
        names.length = 0;
        append_names(&names, jump, path_base(jump->file));
    }
    buffer_append(to, buffer_text(&counts));
    append_fitted(to, buffer_text(&names), room == 0 ? 0 : at_least(room, taken + 1) - taken,
                  is_ascii);
    buffer_append(to, text_of(line));
    free(counts.at);
    free(names.at);
}
