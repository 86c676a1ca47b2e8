/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "reporter/format/contents.h"
#include "reporter/format/format.h"
#include "reporter/format/grid.h"
#include "reporter/format/pieces.h"
#include "reporter/format/text_names.h"
#include "reporter/format/text_sections.h"
#include "reporter/report.h"

/* Holds a listing while it is written. */
struct text_listing {
    const struct text_writer *writer;
    struct grid grid;
    bool is_markdown; /* titles are, with a block of text below each */
    bool is_of_instructions;
    bool is_open;     /* a title was written */
    bool is_in_block; /* of Markdown */
    bool has_source;  /* the source of the file being listed is there */
    size_t room;      /* columns for the text of lines; 0 for no limit */
    size_t n_lanes;   /* how many are drawn: the innermost of those that the table has */
    struct text file; /* by instruction: that of the line before */
};

/* Columns that arrows take, and a blank. */
static size_t arrows_width(size_t n_lanes)
{
    return n_lanes == 0 ? 0 : n_lanes + 2;
}

void append_arrows(struct buffer *to, const unsigned char *lanes, size_t n_lanes, bool is_ascii)
{
    /* Vertical, horizontal, crossing, to the right and down, both ways, and up: U+2502 and on. */
    static const char *const signs[][2] = {{"\xe2\x94\x82", "|"}, {"\xe2\x94\x80", "-"},
                                           {"\xe2\x94\xbc", "+"}, {"\xe2\x94\x8c", ","},
                                           {"\xe2\x94\x9c", "|"}, {"\xe2\x94\x94", "`"}};
    enum { VERTICAL, HORIZONTAL, CROSS, TOP, MIDDLE, BOTTOM };
    bool is_crossed = false, has_head = false;

    for (size_t lane = n_lanes; lane-- > 0;) {
        unsigned mark = lanes != NULL ? lanes[lane] : 0;
        unsigned passes = mark & (LANE_ABOVE | LANE_BELOW);
        bool turns = (mark & (LANE_BEGIN | LANE_HEAD)) != 0;
        if (mark == 0 && !is_crossed)
            buffer_append(to, TEXT(" "));
        else
            buffer_append(to, text_of(signs[is_crossed ? (mark != 0 ? CROSS : HORIZONTAL)
                                            : !turns   ? VERTICAL
                                            : passes == LANE_ABOVE ? BOTTOM
                                            : passes == LANE_BELOW ? TOP
                                                                   : MIDDLE][is_ascii]));
        is_crossed |= turns;
        has_head |= (mark & LANE_HEAD) != 0;
    }
    if (n_lanes != 0)
        buffer_append(to, !is_crossed ? TEXT("  ")
                          : has_head  ? TEXT("> ")
                          : is_ascii  ? TEXT("- ")
                                      : TEXT("\xe2\x94\x80 "));
}

static void append_count(struct buffer *to, int64_t count, const char *after)
{
    char text[MAX_COUNT];

    format_count(count, text);
    buffer_print(to, "%s%s", text, after);
}

/* Appends "63 of 64" of a condition, "63 of ≥64" where the second is a bound, or else "12x". */
static void append_jump_counts(struct buffer *to, const struct jump_facts *jump, bool is_ascii)
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

void append_jump(struct buffer *to, const struct table_row *row, bool is_of_instruction,
                 size_t room, bool is_ascii)
{
    static const struct text arrows[][2] = {
        [JUMP_ANY_WAY] = {{"\xe2\x86\x95 ", 4}, {"", 0}}, /* U+2195 */
        [JUMP_BACK] = {{"\xe2\x86\x91 ", 4}, {"^ ", 2}},  /* U+2191 */
        [JUMP_AHEAD] = {{"\xe2\x86\x93 ", 4}, {"v ", 2}}, /* U+2193 */
    };
    const struct jump_facts *jump = row->jump;
    struct buffer names = {0}, place = {0};

    buffer_append(to, arrows[jump->course][is_ascii]);
    append_jump_counts(to, jump, is_ascii);
    if (is_of_instruction && row->has_target && jump->function.at == NULL)
        return;
    buffer_append(&names, TEXT(" to "));
    buffer_append(&names, jump->function);
    if (jump->function.at != NULL)
        buffer_append(&names, is_of_instruction ? TEXT(" at ") : TEXT(" "));
    if (jump->file.at != NULL && !is_of_instruction) {
        buffer_append(&names, room != 0 ? path_base(jump->file) : jump->file);
        buffer_append(&names, TEXT(":"));
    }
    if (is_of_instruction)
        buffer_print(&place, "%" PRIx64, jump->address);
    else
        buffer_print(&place, "%" PRIu64, jump->line);
    size_t taken = text_columns(buffer_text(to)) + place.length;
    append_fitted(to, buffer_text(&names), room == 0 ? 0 : at_least(room, taken + 1) - taken,
                  is_ascii);
    buffer_append(to, buffer_text(&place));
    free(names.at);
    free(place.at);
}

/*
 * Reads the rows and chooses what fits: where the terminal is narrow, columns of figures go first,
 * then outer lanes.
 */
static bool begin(struct text_listing *listing, const struct text_writer *writer,
                  const struct section *section, struct error *error)
{
    enum { LEAST_ROOM = 20, ROOM_OF_CHANGES = 28, WIDTH_OF_SIGN = 2 };
    struct grid *grid = &listing->grid;
    bool is_difference = section->table.is_difference;
    size_t before = is_difference ? WIDTH_OF_SIGN : 0;

    listing->writer = writer;
    listing->is_of_instructions = table_is_of_instructions(&section->table);
    listing->n_lanes = section->table.n_lanes;
    if (!grid_read(grid, writer, &section->table, SIZE_MAX, error))
        return false;
    grid_fit(grid, before + GAP + arrows_width(listing->n_lanes != 0) +
                       (is_difference ? ROOM_OF_CHANGES : LEAST_ROOM));
    if (grid->room == 0)
        return true;
    while (listing->n_lanes > 1 &&
           grid->room < before + arrows_width(listing->n_lanes) + LEAST_ROOM)
        listing->n_lanes--;
    before += arrows_width(listing->n_lanes);
    listing->room = at_least(grid->room, before + LEAST_ROOM / 2) - before;
    return true;
}

/*
 * Appends ": 64,137, 92.23 %", the figure of the measured event and its share where it has one; in
 * a difference ": 133, now 283: +150, +112.78 %".
 */
static void append_sum(struct buffer *to, const struct table *table, const struct table_row *row)
{
    const struct table_event *event = &table->events[table->measured];
    const struct figure *figure = &row->self[table->measured];
    const struct cell change = figure_change(figure);
    struct figure sides;
    char now[MAX_COUNT], text[MAX_COUNT];

    row_sides(row, figure, &sides);
    format_figure(table->is_difference ? sides.now : table_shown(table, figure), false, now);
    format_figure(sides.old, false, text);
    if (!table->is_difference) {
        buffer_print(to, ": %s", now);
        if (figure->now.is_given && !event->is_ratio && event->base.value != 0)
            buffer_print(to, ", %.2f %%", percent_of(figure->now.value, event->base.value));
    } else if (!sides.old.is_given && !change.is_ratio) {
        buffer_print(to, ": new, %s", now);
    } else if (!change.is_given || (change.value == 0 && !change.is_ratio)) {
        buffer_print(to, ": %s, unchanged", text);
    } else {
        buffer_print(to, ": %s, now %s", text, now);
        format_figure(change, true, text);
        buffer_print(to, ": %s", text);
        format_growth(change, sides.old, CHANGE_NONE, text);
        if (!change.is_ratio && sides.old.is_given && sides.old.value != 0)
            buffer_print(to, ", %s %%", text);
    }
}

/* Appends where the source or the object was found, and whether its lines were compared. */
static void append_found(struct buffer *to, const struct text_listing *listing,
                         const struct table_row *row)
{
    bool is_of_instructions = listing->is_of_instructions;
    struct text recorded = is_of_instructions ? row->object : row->file;

    if (row->text.at == NULL) {
        buffer_append(to,
                      is_of_instructions ? TEXT(", text not known") : TEXT(", source not found"));
    } else if (!row->has_old && (recorded.at == NULL || !text_equal(row->text, recorded))) {
        buffer_append(to, TEXT(", found as "));
        buffer_append(to, row->text);
    }
    if (row->has_old && row->old.line_change == LINE_BY_NUMBER)
        buffer_append(to, TEXT("; lines by number"));
}

/*
 * Appends what is listed, what it cost and how that is known: "fib in src/fib.c [bin/fib]: 64,137,
 * 92.23 %". Names have the room that the rest leaves: what a short one does not need is the file's.
 */
static void append_title(struct buffer *title, const struct text_listing *listing,
                         const struct table_row *row)
{
    enum { LEAST_ROOM = 16, WIDTH_OF_IN = 4 };
    const struct table *table = listing->grid.table;
    const struct text_writer *writer = listing->writer;
    size_t width = writer->options->width;
    struct buffer rest = {0};

    if (row->object.at != NULL) {
        buffer_append(&rest, TEXT(" ["));
        buffer_append(&rest, width == 0 ? row->object : path_base(row->object));
        buffer_append(&rest, TEXT("]"));
    }
    if (row->n_parts != 0) {
        buffer_append(&rest, TEXT(", "));
        append_count(&rest, (int64_t)row->n_parts,
                     listing->is_of_instructions ? " functions" : " files");
    }
    if (row->self != NULL)
        append_sum(&rest, table, row);
    if (row->kind == ROW_LISTING)
        append_found(&rest, listing, row);
    size_t taken = text_columns(buffer_text(&rest)) + WIDTH_OF_IN, room = 0;
    if (width != 0) {
        struct buffer function = {0};
        room = at_least(width, taken + (size_t)2 * LEAST_ROOM) - taken;
        append_function(&function, writer, row->function, room / 2);
        room -= text_columns(buffer_text(&function));
        free(function.at);
    }
    append_code(title, writer, row->function, row->file, room);
    if (row->old.file.at != NULL || row->old.function.at != NULL) {
        buffer_append(title, TEXT(", was "));
        append_code(title, writer, row->old.function, row->old.file, room);
    }
    buffer_append(title, buffer_text(&rest));
    free(rest.at);
}

static void end_block(struct text_listing *listing)
{
    if (listing->is_in_block)
        fputs("```\n\n", listing->writer->out);
    listing->is_in_block = false;
}

/* Writes the title of a part, and the heading of its columns, or the title of all parts. */
static void write_title(struct text_listing *listing, const struct table_row *row)
{
    const struct text_writer *writer = listing->writer;
    FILE *out = writer->out;
    struct buffer title = {0};

    append_title(&title, listing, row);
    end_block(listing);
    if (listing->is_markdown) {
        write_markdown_name(out, buffer_text(&title));
        fputs("\n\n", out);
    } else {
        fputs(listing->is_open ? "\n" : "", out);
        bool is_link = link_begin(writer, row->file);
        write_tinted(out, writer->options->has_color, TINT_TITLE, buffer_text(&title));
        link_end(writer, is_link);
        fputc('\n', out);
    }
    free(title.at);
    listing->is_open = true;
    listing->has_source = row->text.at != NULL;
    listing->file = row->file;
    if (row->kind != ROW_LISTING)
        return;
    listing->is_in_block = listing->is_markdown;
    if (listing->is_markdown)
        fputs(row->has_old ? "```diff\n" : "```\n", out);
    fputs(row->has_old ? "  " : "", out);
    grid_write_heading(&listing->grid,
                       listing->is_of_instructions ? TEXT("instruction") : TEXT(""));
    fputc('\n', out);
}

/* Returns the tint of a whole line: hot ones stand out, in a difference those that changed much. */
static enum tint tint_of_line(const struct text_listing *listing, const struct table_row *row)
{
    const struct table *table = listing->grid.table;
    const struct table_event *event = &table->events[table->measured];

    if (row->self == NULL || row->text.at == NULL)
        return listing->is_of_instructions || row->text.at == NULL ? TINT_DIM : TINT_NONE;
    const struct cell cell = table_shown(table, &row->self[table->measured]);
    enum tint tint = tint_of_cell(cell, event->base, table->is_difference);
    return tint == TINT_DIM || tint == TINT_WARM ? TINT_NONE : tint;
}

/*
 * Writes the text of a line, or why it has none. Above instructions a line of another file than the
 * one before has the name of that.
 */
static void write_line(struct text_listing *listing, const struct table_row *row)
{
    const struct text_writer *writer = listing->writer;
    bool has_color = writer->options->has_color;
    enum tint tint = tint_of_line(listing, row);
    struct buffer text = {0};

    if (listing->is_of_instructions && row->line != 0 && !text_equal(row->file, listing->file)) {
        listing->file = row->file;
        buffer_append(&text, row->kind == ROW_SOURCE ? path_base(row->file) : TEXT(""));
        buffer_append(&text, text.length != 0 && row->text.length != 0 ? TEXT(": ") : TEXT(""));
    }
    if (row->text.at != NULL)
        buffer_append(&text, row->text);
    else if (row->kind == ROW_LINE && (row_line(row) == 0 || listing->has_source))
        buffer_append(&text, row_line(row) == 0 ? TEXT("(no line information)")
                                                : TEXT("(past the end of the file)"));
    tint_begin(writer->out, has_color, tint);
    write_source_text(writer->out, buffer_text(&text), listing->room, writer->options->is_ascii);
    tint_end(writer->out, has_color, tint);
    free(text.at);
}

/* Appends "20x"; in a difference "20x, now 21x", "new: 20x" or "gone: 20x". */
static void append_calls(struct buffer *to, const struct table *table, const struct table_row *row)
{
    enum change change = table->is_difference ? row_change(row) : CHANGE_NONE;
    int64_t now = row->calls.now.value, was = table->is_difference ? row->calls.old.value : now;

    if (!row->calls.old.is_given && !row->calls.now.is_given)
        return;
    buffer_print(to, " %s%s", change_is_one_sided(change) ? change_name(change) : "",
                 change_is_one_sided(change) ? ": " : "");
    append_count(to, change == CHANGE_NEW ? now : was, "x");
    if (change_is_one_sided(change) || was == now)
        return;
    buffer_append(to, TEXT(", now "));
    append_count(to, now, "x");
}

/* Indents what stands below a line of source, but not what stands below an instruction. */
static size_t write_indent(const struct text_listing *listing, const struct table_row *row)
{
    bool is_below = row->kind == ROW_CALLEE || row->kind == ROW_JUMP;
    size_t indent = is_below && !listing->is_of_instructions ? 4 : 0;

    write_blanks(listing->writer->out, indent);
    return indent;
}

/*
 * Writes whom a line or an instruction calls, and how often. The cost stands in the columns where
 * there is one for it, else here; a call that nests in another has none.
 */
static void write_call(struct text_listing *listing, const struct table_row *row)
{
    enum { LEAST_ROOM = 8 };
    const struct text_writer *writer = listing->writer;
    const struct table *table = listing->grid.table;
    bool has_column = grid_shows(&listing->grid, row);
    const struct cell cost = table_shown(table, &row->inclusive[table->measured]);
    char figure[MAX_COUNT], address[32] = "";
    struct buffer call = {0};

    buffer_append(&call, sign_text(SIGN_CALLS, writer->options->is_ascii));
    append_calls(&call, table, row);
    format_figure(cost, table->is_difference, figure);
    if (!has_column && cost.is_given)
        buffer_print(&call, "%s %s in", row->calls.now.is_given ? "," : "", figure);
    buffer_append(&call, TEXT(" "));
    if (listing->is_of_instructions && !row->has_target && row->target != 0)
        snprintf(address, sizeof address, " at %" PRIx64, row->target);
    size_t taken = write_indent(listing, row) + text_columns(buffer_text(&call));
    write_text(writer->out, buffer_text(&call));
    size_t least = taken + LEAST_ROOM + strlen(address);
    size_t room = listing->room == 0 ? 0 : at_least(listing->room, least) - taken;
    free(call.at);
    write_label(writer, row, room, text_of(address));
}

/* Writes words that matter less: a jump, or how many lines are not shown. */
static void write_details(const struct text_listing *listing, const struct table_row *row)
{
    bool is_of_instructions = listing->is_of_instructions;
    FILE *out = listing->writer->out;
    size_t indent = write_indent(listing, row);
    size_t room = listing->room == 0 ? 0 : at_least(listing->room, indent + 1) - indent;
    struct buffer words = {0};

    if (row->jump != NULL) {
        append_jump(&words, row, is_of_instructions, room, listing->writer->options->is_ascii);
    } else if (row->kind == ROW_FOLD) {
        append_count(&words, (int64_t)row->n_left_out,
                     is_of_instructions ? " instruction" : " line");
        buffer_append(&words, row->n_left_out == 1 ? TEXT("") : TEXT("s"));
        buffer_append(&words, row->n_parts != 0 ? TEXT(" in ") : TEXT(""));
        buffer_append(&words, row->text);
    }
    tint_begin(out, listing->writer->options->has_color, TINT_DIM);
    write_source_text(out, buffer_text(&words), room, listing->writer->options->is_ascii);
    tint_end(out, listing->writer->options->has_color, TINT_DIM);
    free(words.at);
}

/* Writes what is between the figures of a row and what it is; without blanks if that is nothing. */
static void write_arrows(const struct text_listing *listing, const struct table_row *row)
{
    const struct text_writer *writer = listing->writer;
    bool is_last = row->kind == ROW_GAP || (row->kind == ROW_INSTRUCTION && row->text.at == NULL);
    enum tint tint = TINT_DIM;
    struct buffer arrows = {0};

    /* Jumps back stand out: they close loops, which readers look for. */
    for (size_t i = 0; row->lanes != NULL && i < listing->n_lanes; i++)
        tint = (row->lanes[i] & LANE_BACK) != 0 ? TINT_WARM : tint;
    append_arrows(&arrows, row->lanes, listing->n_lanes, writer->options->is_ascii);
    while (is_last && arrows.length != 0 && arrows.at[arrows.length - 1] == ' ')
        arrows.length--;
    write_blanks(writer->out, is_last && arrows.length == 0 ? 0 : GAP);
    write_tinted(writer->out, writer->options->has_color, tint, buffer_text(&arrows));
    free(arrows.at);
}

/* Writes a row below a title: its sign as in a diff, its figures, arrows, and what it is. */
static void write_row(struct text_listing *listing, const struct table_row *row)
{
    static const char signs[] = {[LINE_REFORMATTED] = '~', [LINE_NEW] = '+', [LINE_GONE] = '-'};
    bool is_line = row->kind == ROW_LINE || row->kind == ROW_SOURCE;
    char sign = (char)(is_line ? signs[row->old.line_change] : '\0');
    FILE *out = listing->writer->out;

    fputs(row->kind == ROW_FOLD && row->n_parts != 0 ? "\n" : "", out);
    if (row->has_old || listing->grid.table->is_difference)
        fprintf(out, "%c ", sign != '\0' ? sign : ' ');
    grid_write_cells(&listing->grid, row);
    write_arrows(listing, row);
    if (row->kind == ROW_CALLEE)
        write_call(listing, row);
    else if (row->kind == ROW_JUMP || row->kind == ROW_FOLD || row->kind == ROW_GAP)
        write_details(listing, row);
    else
        write_line(listing, row);
}

bool format_code_listing(const struct text_writer *writer, const struct section *section,
                         struct error *error)
{
    struct text_writer block = *writer;
    struct text_listing listing = {.is_markdown = writer->is_markdown};

    block.is_markdown = false; /* below a title it is text */
    bool is_read = begin(&listing, &block, section, error);
    if (listing.is_markdown)
        grid_shorten_names(&listing.grid);
    for (size_t i = 0; is_read && i < listing.grid.n_rows; i++) {
        const struct table_row *row = listing.grid.rows[i];
        bool is_title = row->kind == ROW_LISTING || row->kind == ROW_LISTED_SUM;
        (is_title ? write_title : write_row)(&listing, row);
    }
    end_block(&listing);
    fputs(is_read && !listing.is_markdown ? "\n" : "", writer->out);
    grid_free(&listing.grid);
    return is_read;
}
