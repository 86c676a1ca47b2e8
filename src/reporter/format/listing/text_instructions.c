/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "reporter/format/contents.h"
#include "reporter/format/format.h"
#include "reporter/format/listing/listing_pieces.h"
#include "reporter/format/text_names.h"
#include "reporter/format/text_sections.h"

/* The signs that arrows are drawn with. */
struct signs {
    const char *vertical, *horizontal, *cross;
    const char *top, *middle, *bottom; /* corners: to the right and down, both ways, up */
    const char *head;
};

static const struct signs line_drawing = {
    .vertical = "\xe2\x94\x82",   /* U+2502 */
    .horizontal = "\xe2\x94\x80", /* U+2500 */
    .cross = "\xe2\x94\xbc",      /* U+253C */
    .top = "\xe2\x94\x8c",        /* U+250C */
    .middle = "\xe2\x94\x9c",     /* U+251C */
    .bottom = "\xe2\x94\x94",     /* U+2514 */
    .head = ">",
};

static const struct signs ascii = {"|", "-", "+", ",", "|", "`", ">"};

size_t arrows_width(size_t n_lanes)
{
    return n_lanes == 0 ? 0 : n_lanes + 2;
}

/* Returns the sign for a lane; sets *turns if a line goes from it to the right. */
static const char *sign_of(const struct signs *signs, unsigned mark, bool is_crossed, bool *turns)
{
    bool has_above = (mark & LANE_ABOVE) != 0, has_below = (mark & LANE_BELOW) != 0;

    *turns = (mark & (LANE_BEGIN | LANE_HEAD)) != 0;
    if (is_crossed && mark != 0)
        return signs->cross;
    if (is_crossed)
        return signs->horizontal;
    if (*turns)
        return has_above && has_below ? signs->middle : has_above ? signs->bottom : signs->top;
    return signs->vertical;
}

/* Returns the tint of an arrow. Jumps back stand out: they close loops, which readers look for. */
static enum tint tint_of(unsigned mark)
{
    return (mark & LANE_BACK) != 0 ? TINT_WARM : TINT_DIM;
}

static void write_sign(FILE *out, const char *sign, const struct palette *palette, unsigned mark)
{
    tint_begin(out, palette, tint_of(mark));
    fputs(sign, out);
    tint_end(out, palette, tint_of(mark));
}

size_t arrows_write(FILE *out, const struct arrow_style *style, const unsigned char *lanes,
                    size_t n_blanks)
{
    const struct signs *signs = style->is_ascii ? &ascii : &line_drawing;
    unsigned crossing = 0; /* the mark of the lane whose line goes to the right */
    bool has_head = false;

    if (style->n_lanes == 0)
        return n_blanks;
    for (size_t lane = style->n_lanes; lane-- > 0;) {
        unsigned mark = lanes != NULL ? lanes[lane] : 0;
        if (mark == 0 && crossing == 0) {
            n_blanks++;
            continue;
        }
        bool turns;
        const char *sign = sign_of(signs, mark, crossing != 0, &turns);
        write_blanks(out, n_blanks);
        n_blanks = 0;
        write_sign(out, sign, style->palette, crossing != 0 ? crossing : mark);
        crossing = turns ? mark : crossing;
        has_head = has_head || (mark & LANE_HEAD) != 0;
    }
    if (crossing == 0)
        return n_blanks + 2;
    write_sign(out, has_head ? signs->head : signs->horizontal, style->palette, crossing);
    return 1;
}

/* Widths, in columns of the terminal. */
enum {
    LINE_WIDTH = 6,  /* of a line's number */
    LEAST_ROOM = 36, /* lanes and figures are dropped for an instruction and its notes */
    NARROWEST = 14,  /* of that room, however narrow the terminal is */
    NOTES_AT = 32,   /* where notes begin, after the begin of the instruction */
    LEAST_NOTE = 13,
    TWO_NOTES = 26
};

/* The columns of the listing, and how far it was written. */
struct instructions {
    const struct text_writer *writer;
    struct grid grid;
    size_t address; /* width */
    struct arrow_style arrows;
    size_t room;      /* columns for an instruction and its notes; 0 for no limit */
    size_t notes_at;  /* where notes begin, from the instruction's begin */
    struct text file; /* the line named last: its file */
    uint64_t line;    /* and its number */
    bool is_open;     /* the line of an instruction was not ended yet: notes may follow */
    size_t n_blanks;  /* blanks owed before what follows on that line */
    size_t taken;     /* columns of its room that are used */
    bool has_note;    /* one was written on that line */
    struct parts_line parts;
};

static size_t address_width(const struct table *table)
{
    char address[24];

    return at_least((size_t)snprintf(address, sizeof address, "%" PRIx64, table->highest_address),
                    7);
}

static size_t width_before(const struct instructions *instructions)
{
    return grid_width(&instructions->grid) + GAP + instructions->address + GAP + LINE_WIDTH + GAP +
           arrows_width(instructions->arrows.n_lanes);
}

/*
 * Chooses the columns. Where the terminal is narrow, outer lanes are dropped first, then columns of
 * figures.
 */
static bool instructions_begin(struct instructions *instructions, const struct text_writer *writer,
                               const struct section *section, struct error *error)
{
    struct grid *grid = &instructions->grid;
    size_t width = writer->options->width, n_lanes = section->table.n_lanes;

    *instructions = (struct instructions){
        .writer = writer,
        .address = address_width(&section->table),
        .arrows = {.n_lanes = n_lanes != 0,
                   .is_ascii = writer->options->is_ascii,
                   .palette = writer->options->palette},
        .notes_at = NOTES_AT,
    };
    if (!grid_read(grid, writer, section, false, false, SIZE_MAX, error))
        return false;
    grid_fit(grid, width_before(instructions) - grid_width(grid) + LEAST_ROOM);
    instructions->arrows.n_lanes = n_lanes;
    if (width == 0)
        return true;
    while (instructions->arrows.n_lanes > 1 && width_before(instructions) + LEAST_ROOM > width)
        instructions->arrows.n_lanes--;
    size_t before = width_before(instructions);
    instructions->room = width > before + NARROWEST ? width - before : NARROWEST;
    if (instructions->room < NOTES_AT + LEAST_NOTE)
        instructions->notes_at =
            instructions->room > TWO_NOTES ? instructions->room - LEAST_NOTE : LEAST_NOTE;
    return true;
}

static void end_line(struct instructions *instructions)
{
    if (instructions->is_open)
        fputc('\n', instructions->writer->out);
    instructions->is_open = false;
}

static void write_heading(const struct instructions *instructions)
{
    FILE *out = instructions->writer->out;

    grid_write_heading(&instructions->grid, TEXT(""));
    write_right(out, "address", 7, GAP + instructions->address);
    write_right(out, "line", 4, GAP + LINE_WIDTH);
    write_blanks(out, GAP);
    fputs("instruction\n", out);
}

static void begin_listing(struct instructions *instructions, const struct table_row *row,
                          bool is_first)
{
    end_line(instructions);
    parts_line_write(&instructions->parts, instructions->writer->out);
    fputs(is_first ? "" : "\n", instructions->writer->out);
    write_listing_title(instructions->writer, instructions->grid.table, row);
    write_heading(instructions);
    instructions->line = 0;
    instructions->file = row->file;
}

/*
 * Writes a text at the right end of a field. Writes nothing for an empty one: returns the blanks
 * that stand for it, to be written before what comes next.
 */
static size_t write_field(FILE *out, const char *string, size_t width, size_t n_blanks)
{
    size_t length = strlen(string);

    if (length == 0)
        return n_blanks + width;
    write_blanks(out, n_blanks + (width > length ? width - length : 1));
    fputs(string, out);
    return 0;
}

/*
 * Writes what stands before an instruction, up to the arrows; a line of 0 is left out. Returns how
 * many blanks are to be written before what comes next.
 */
static size_t write_place(struct instructions *instructions, const struct table_row *row,
                          const char *address, uint64_t line)
{
    FILE *out = instructions->writer->out;
    char number[24] = "";

    grid_write_cells(&instructions->grid, row);
    if (line != 0)
        snprintf(number, sizeof number, "%" PRIu64, line);
    size_t n_blanks = write_field(out, address, GAP + instructions->address, 0);
    n_blanks = write_field(out, number, GAP + LINE_WIDTH, n_blanks);
    return arrows_write(out, &instructions->arrows, row->lanes, n_blanks + GAP);
}

/* Returns whether the line differs from the one that was named last, and remembers it. */
static bool take_line(struct instructions *instructions, const struct table_row *row)
{
    bool is_same = row->line == instructions->line && text_equal(row->file, instructions->file);

    if (row->line != 0) {
        instructions->line = row->line;
        instructions->file = row->file;
    }
    return !is_same;
}

static void write_owed_blanks(struct instructions *instructions)
{
    write_blanks(instructions->writer->out, instructions->n_blanks);
    instructions->n_blanks = 0;
}

static void write_instruction(struct instructions *instructions, const struct table_row *row)
{
    const struct text_writer *writer = instructions->writer;
    size_t room = instructions->room;
    enum tint tint = row->text.at == NULL ? TINT_NONE
                   : row->self == NULL    ? TINT_DIM
                                          : tint_of_listed(instructions->grid.table, row);
    struct buffer fitted = {0};
    char address[24];

    end_line(instructions);
    snprintf(address, sizeof address, "%" PRIx64, row->address);
    instructions->n_blanks = write_place(instructions, row, row->address != 0 ? address : "-",
                                         take_line(instructions, row) ? row->line : 0);
    append_fitted(&fitted, row->text, room, instructions->arrows.is_ascii);
    if (fitted.length != 0)
        write_owed_blanks(instructions);
    write_tinted(writer->out, writer->options->palette, tint, buffer_text(&fitted));
    instructions->is_open = true;
    instructions->taken = text_columns(buffer_text(&fitted));
    instructions->has_note = false;
    free(fitted.at);
}

/* Writes a line of source above its instructions, with its file where that is another one. */
static void write_source(struct instructions *instructions, const struct table_row *row)
{
    const struct text_writer *writer = instructions->writer;
    bool is_elsewhere = !text_equal(row->file, instructions->file);
    struct buffer source = {0};

    end_line(instructions);
    take_line(instructions, row);
    instructions->n_blanks = write_place(instructions, row, "", row->line);
    write_owed_blanks(instructions);
    if (is_elsewhere) {
        buffer_append(&source, path_base(row->file));
        buffer_append(&source, row->text.length != 0 ? TEXT(": ") : TEXT(""));
    }
    if (row->text.length != 0)
        buffer_append(&source, row->text);
    tint_begin(writer->out, writer->options->palette, TINT_DIM);
    write_source_text(writer->out, buffer_text(&source), instructions->room,
                      instructions->arrows.is_ascii);
    tint_end(writer->out, writer->options->palette, TINT_DIM);
    free(source.at);
}

/* Returns the column where a note begins: `at`, or one further left for a long note. */
static size_t begin_of_note(const struct instructions *instructions, size_t at, size_t columns)
{
    size_t room = instructions->room;

    if (room == 0 || at + columns <= room)
        return at;
    return columns < room ? room - columns : 0;
}

/* Writes a note after its instruction, or on a line of its own where another note is there. */
static void write_note(struct instructions *instructions, const struct table_row *row,
                       const struct buffer *note)
{
    const struct text_writer *writer = instructions->writer;
    size_t columns = text_columns(buffer_text(note));
    size_t least = instructions->taken + GAP;
    size_t at = begin_of_note(instructions, at_least(instructions->notes_at, least), columns);

    if (instructions->has_note || at < least) {
        const struct table_row beside = {.lanes = row->lanes};
        end_line(instructions);
        instructions->n_blanks = write_place(instructions, &beside, "", 0);
        instructions->is_open = true;
        instructions->taken = 0;
        at = begin_of_note(instructions, instructions->notes_at, columns);
    }
    write_owed_blanks(instructions);
    write_blanks(writer->out, at - instructions->taken);
    write_tinted(writer->out, writer->options->palette, TINT_DIM, buffer_text(note));
    instructions->has_note = true;
}

/* Writes "63 of 64", with the address that the jump leads to where the instruction has none. */
static void write_jump(struct instructions *instructions, const struct table_row *row)
{
    struct buffer note = {0};

    append_jump_counts(&note, row->jump, instructions->arrows.is_ascii);
    if (!row->has_target || row->jump->function.at != NULL)
        append_jump_address(&note, row->jump, instructions->room, instructions->arrows.is_ascii);
    write_note(instructions, row, &note);
    free(note.at);
}

/* Appends "12x ", or in a difference "11x, now 12x ". */
static void append_call_counts(struct buffer *note, const struct table_row *row)
{
    int64_t now = row->calls.now.value, was = row->has_old ? row->calls.old.value : now;
    char count[MAX_COUNT];

    if (!row->calls.now.is_given && !row->calls.old.is_given)
        return;
    format_count(was, count);
    buffer_print(note, "%sx", count);
    if (now != was) {
        format_count(now, count);
        buffer_print(note, ", now %sx", count);
    }
    buffer_append(note, TEXT(" "));
}

/* Writes "1x lib_sum, 519", with as much of the name as fits, and the address if need be. */
static void write_call(struct instructions *instructions, const struct table_row *row)
{
    enum { LEAST_NAME = 12 };
    const struct table *table = instructions->grid.table;
    const struct cell cost = table_shown(table, &row->inclusive[table->measured]);
    char figure[MAX_COUNT], address[32] = "";
    struct buffer note = {0};
    size_t room = instructions->room, name_room = 0;

    append_call_counts(&note, row);
    format_figure(cost, table->is_difference, figure);
    if (!row->has_target && row->target != 0)
        snprintf(address, sizeof address, " at %" PRIx64, row->target);
    if (room != 0) {
        size_t others = text_columns(buffer_text(&note)) + strlen(address) +
                        (cost.is_given ? strlen(figure) + 2 : 0);
        name_room = room > others + LEAST_NAME ? room - others : LEAST_NAME;
    }
    append_function(&note, instructions->writer, row->function, name_room);
    buffer_append(&note, text_of(address));
    buffer_append(&note, cost.is_given ? TEXT(", ") : TEXT(""));
    buffer_append(&note, cost.is_given ? text_of(figure) : TEXT(""));
    write_note(instructions, row, &note);
    free(note.at);
}

static void write_gap(struct instructions *instructions, const struct table_row *row)
{
    end_line(instructions);
    write_place(instructions, row, "...", 0);
    fputc('\n', instructions->writer->out);
}

/* Writes the sum of instructions that are not shown, and how many they are. */
static void write_fold(struct instructions *instructions, const struct table_row *row)
{
    const struct text_writer *writer = instructions->writer;
    struct buffer fold = {0};

    end_line(instructions);
    fputs(row->n_parts != 0 ? "\n" : "", writer->out);
    instructions->n_blanks = write_place(instructions, row, "...", 0);
    write_owed_blanks(instructions);
    append_fold(&fold, instructions->grid.table, row);
    write_dim_line(writer->out, writer->options->palette, &fold);
}

static void write_sum(struct instructions *instructions, const struct table_row *row)
{
    write_listing_title(instructions->writer, instructions->grid.table, row);
    parts_line_begin(&instructions->parts, instructions->grid.table, row);
}

static void write_row(struct instructions *instructions, const struct table_row *row, bool is_first)
{
    switch (row->kind) {
    case ROW_LISTED_SUM:
        write_sum(instructions, row);
        break;
    case ROW_LISTED_PART:
        parts_line_add(&instructions->parts, instructions->writer, instructions->grid.table, row);
        break;
    case ROW_LISTING:
        begin_listing(instructions, row, is_first);
        break;
    case ROW_FOLD:
        write_fold(instructions, row);
        break;
    case ROW_SOURCE:
        write_source(instructions, row);
        break;
    case ROW_GAP:
        write_gap(instructions, row);
        break;
    case ROW_JUMP:
        write_jump(instructions, row);
        break;
    case ROW_CALLEE:
        write_call(instructions, row);
        break;
    default:
        write_instruction(instructions, row);
        break;
    }
}

bool text_instructions_write(const struct text_writer *writer, const struct section *section,
                             struct error *error)
{
    struct instructions instructions;
    bool is_read = instructions_begin(&instructions, writer, section, error), is_first = true;

    for (size_t i = 0; is_read && i < instructions.grid.n_rows; i++) {
        const struct table_row *row = instructions.grid.rows[i];
        write_row(&instructions, row, is_first);
        is_first = is_first && row->kind != ROW_LISTING;
    }
    end_line(&instructions);
    grid_free(&instructions.grid);
    return is_read;
}
