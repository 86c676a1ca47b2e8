/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <inttypes.h>
#include <stdlib.h>

#include "base/buffer.h"
#include "reporter/format/contents.h"
#include "reporter/format/format.h"
#include "reporter/format/listing/listing_pieces.h"
#include "reporter/format/pieces.h"
#include "reporter/format/signs.h"
#include "reporter/format/text_names.h"
#include "reporter/format/text_sections.h"
#include "reporter/report.h"

/* Columns before the text of a line: a gap, and in a difference the line's sign with a blank. */
static size_t gap_of(const struct listing_text *listing)
{
    return !listing->grid.table->is_difference || listing->is_sign_first ? GAP : GAP + 2;
}

bool listing_text_begin(struct listing_text *listing, const struct text_writer *writer,
                        const struct section *section, bool is_sign_first, struct error *error)
{
    enum { LEAST_ROOM = 20, ROOM_OF_CHANGES = 28, LEAST_ROOM_OF_CHANGES = 12 };
    bool is_difference = section->table.is_difference;
    size_t least = is_difference ? LEAST_ROOM_OF_CHANGES : LEAST_ROOM;
    struct grid *grid = &listing->grid;

    *listing = (struct listing_text){.is_sign_first = is_sign_first};
    if (!grid_read(grid, writer, section, false, false, SIZE_MAX, error))
        return false;
    size_t before = gap_of(listing) + (is_sign_first ? 2 : 0);
    grid_fit(grid, before + (is_difference ? ROOM_OF_CHANGES : LEAST_ROOM));
    if (grid->room != 0)
        listing->room = at_least(grid->room + GAP, before + least) - before;
    return true;
}

void listing_text_end(struct listing_text *listing)
{
    grid_free(&listing->grid);
}

static char sign_of(const struct table_row *row)
{
    static const char signs[] = {[LINE_REFORMATTED] = '~', [LINE_NEW] = '+', [LINE_GONE] = '-'};
    bool is_line = row->kind == ROW_LINE || row->kind == ROW_SOURCE;
    enum line_change change = row->old.line_change;

    if (is_line && signs[change] != '\0')
        return signs[change];
    return ' ';
}

/* Writes the figures of a row, its numbers and its sign. */
static void write_cells(struct listing_text *listing, const struct table_row *row)
{
    FILE *out = listing->grid.writer->out;

    grid_write_cells(&listing->grid, row);
    if (row->kind == ROW_GAP)
        fputc('\n', out);
    else if (gap_of(listing) == GAP)
        write_blanks(out, GAP);
    else
        fprintf(out, "  %c ", sign_of(row));
}

/* Appends "20x"; in a difference "20x, now 21x", "new: 20x" or "gone: 20x". */
static void append_counts(struct buffer *call, const struct table *table,
                          const struct table_row *row)
{
    enum change change = table->is_difference ? row_change(row) : CHANGE_NONE;
    int64_t now = row->calls.now.value, was = table->is_difference ? row->calls.old.value : now;
    char text[MAX_COUNT];

    if (!row->calls.old.is_given && !row->calls.now.is_given)
        return;
    format_count(change == CHANGE_NEW ? now : was, text);
    buffer_print(call, " %s%s%sx", change_is_one_sided(change) ? change_name(change) : "",
                 change_is_one_sided(change) ? ": " : "", text);
    if (change_is_one_sided(change) || was == now)
        return;
    format_count(now, text);
    buffer_print(call, ", now %sx", text);
}

/*
 * Writes whom a line calls, and how often. The cost stands in the columns where there is one for
 * it, else here; a call that nests in another has none. In a difference with little room this
 * begins in the columns of the lines' numbers.
 */
static void write_call(struct listing_text *listing, const struct table_row *row)
{
    enum { LEAST_ROOM = 8, ROOM_OF_CALL = 44, NUMBERS = 2 };
    struct grid grid = listing->grid;
    const struct table *table = grid.table;
    bool has_column = table->is_difference || grid_has_list(&grid, LIST_INCLUSIVE);
    const struct cell cost = table_shown(table, &row->inclusive[table->measured]);
    size_t indent = table->is_difference ? 2 : 4, room = listing->room;
    struct buffer call = {0};

    buffer_append(&call, sign_text(SIGN_CALLS, grid.writer->options->is_ascii));
    append_counts(&call, table, row);
    if (!has_column && cost.is_given) {
        char figure[MAX_COUNT];
        format_figure(cost, false, figure);
        buffer_print(&call, "%s %s in", row->calls.now.is_given ? "," : "", figure);
    }
    buffer_append(&call, TEXT(" "));
    if (table->is_difference && room != 0 && room < ROOM_OF_CALL) {
        room += grid_width(&grid) + gap_of(listing);
        grid.count -= NUMBERS;
        room -= grid_width(&grid);
        grid_write_cells(&grid, row);
    } else {
        write_cells(listing, row);
    }
    write_blanks(grid.writer->out, indent);
    write_text(grid.writer->out, buffer_text(&call));
    size_t taken = text_columns(buffer_text(&call)) + indent;
    free(call.at);
    if (room != 0)
        room = at_least(room, taken + LEAST_ROOM) - taken;
    write_label(grid.writer, row, room, grid.writer->options->palette);
}

/* Writes a jump below its line, or further left where it is long: it has no figures. */
static void write_jump(struct listing_text *listing, const struct table_row *row)
{
    enum { INDENTED = 4, WANTED_ROOM = 44 };
    const struct text_writer *writer = listing->grid.writer;
    size_t before = grid_width(&listing->grid) + GAP, end = before + listing->room;
    size_t at = before + INDENTED;
    size_t room = listing->room == 0 ? 0 : at_least(end - at, WANTED_ROOM);
    struct buffer jump = {0};

    append_line_jump(&jump, row->jump, room, writer->options->is_ascii);
    size_t taken = text_columns(buffer_text(&jump));
    if (listing->room != 0 && at + taken > end)
        at = end > taken ? end - taken : 0;
    write_blanks(writer->out, at);
    write_dim_line(writer->out, writer->options->palette, &jump);
}

/* Writes how many lines are not shown, with their sum; of other files after a blank line. */
static void write_fold(struct listing_text *listing, const struct table_row *row)
{
    struct buffer fold = {0};

    append_fold(&fold, listing->grid.table, row);
    write_cells(listing, row);
    write_dim_line(listing->grid.writer->out, listing->grid.writer->options->palette, &fold);
}

void listing_text_write_row(struct listing_text *listing, const struct table_row *row)
{
    const struct grid *grid = &listing->grid;
    FILE *out = grid->writer->out;

    fputs(row->kind == ROW_FOLD && row->n_parts != 0 ? "\n" : "", out);
    if (listing->is_sign_first)
        fprintf(out, "%c ", sign_of(row));
    switch (row->kind) {
    case ROW_FOLD:
        write_fold(listing, row);
        break;
    case ROW_GAP:
        write_cells(listing, row);
        break;
    case ROW_CALLEE:
        write_call(listing, row);
        break;
    case ROW_JUMP:
        write_jump(listing, row);
        break;
    default:
        write_cells(listing, row);
        write_listed_text(grid->writer, grid->table, row, listing->room, listing->has_source);
        break;
    }
}

void listing_text_write_heading(const struct listing_text *listing)
{
    fputs(listing->is_sign_first ? "  " : "", listing->grid.writer->out);
    grid_write_heading(&listing->grid, TEXT(""));
    fputc('\n', listing->grid.writer->out);
}

bool format_text_code_listing(const struct text_writer *writer, const struct section *section,
                              struct error *error)
{
    const struct table *table = &section->table;
    struct listing_text listing;
    struct parts_line parts = {0};
    bool is_first = true;

    if (table_has(table, COLUMN_ADDRESS)) {
        bool is_done = text_instructions_write(writer, section, error);
        fputc('\n', writer->out);
        return is_done;
    }
    bool is_read = listing_text_begin(&listing, writer, section, false, error);
    for (size_t i = 0; is_read && i < listing.grid.n_rows; i++) {
        const struct table_row *row = listing.grid.rows[i];
        switch (row->kind) {
        case ROW_LISTED_SUM:
            write_listing_title(writer, table, row);
            parts_line_begin(&parts, table, row);
            break;
        case ROW_LISTED_PART:
            parts_line_add(&parts, writer, table, row);
            break;
        case ROW_LISTING:
            listing.has_source = row->text.at != NULL;
            parts_line_write(&parts, writer->out);
            fputs(is_first ? "" : "\n", writer->out);
            is_first = false;
            write_listing_title(writer, table, row);
            listing_text_write_heading(&listing);
            break;
        default:
            listing_text_write_row(&listing, row);
            break;
        }
    }
    fputs(is_read ? "\n" : "", writer->out);
    listing_text_end(&listing);
    return is_read;
}
