/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <inttypes.h>
#include <stdlib.h>

#include "base/buffer.h"
#include "reporter/format/contents.h"
#include "reporter/format/listing/listing_pieces.h"
#include "reporter/format/markdown_pieces.h"
#include "reporter/format/pieces.h"

/* Writes the self and inclusive cost of each event, as far as the row has them. */
static void write_listed_costs(const struct markdown *markdown, const struct table_row *row)
{
    const struct table *table = markdown->table;
    const struct figure none = {0};

    for (size_t i = 0; i < table->n_events; i++) {
        const struct figure *self = row->self != NULL ? &row->self[i] : &none;
        const struct figure *inclusive = row->inclusive != NULL ? &row->inclusive[i] : &none;
        write_markdown_cost_and_share(markdown, i, table_shown(table, self));
        if (table_has(table, COLUMN_INCLUSIVE))
            write_markdown_cost_and_share(markdown, i, table_shown(table, inclusive));
    }
}

static void write_jump(const struct markdown *markdown, const struct jump_facts *jump)
{
    struct buffer text = {0};

    append_line_jump(&text, jump, 0, false);
    fputs(" | ", markdown->out);
    write_markdown_name(markdown->out, buffer_text(&text));
    fputs(" |\n", markdown->out);
    free(text.at);
}

/* Writes a line, one of its calls or jumps, or the heading of the next lines. */
static void write_listed(const struct markdown *markdown, const struct table_row *row)
{
    FILE *out = markdown->out;

    fputc('|', out);
    write_listed_costs(markdown, row);
    if (row->kind == ROW_CALLEE) {
        char count[MAX_COUNT];
        format_count(row->calls.now.value, count);
        if (row->calls.now.is_given)
            fprintf(out, " | calls %sx", count);
        else
            fputs(" | calls", out);
        write_markdown_label(markdown, row);
    } else if (row->kind == ROW_JUMP) {
        write_jump(markdown, row->jump);
    } else if (row->kind == ROW_LISTED_SUM) {
        fprintf(out, " | **%zu files** |\n", row->n_parts);
    } else if (row->kind == ROW_LISTING) {
        fputs(" | **", out);
        write_markdown_name(out, row->file);
        fputs("** |\n", out);
    } else if (row->kind == ROW_FOLD) {
        struct buffer fold = {0};
        append_fold(&fold, markdown->table, row);
        fputs(" ... | ", out);
        write_text(out, buffer_text(&fold));
        fputs(" |\n", out);
        free(fold.at);
    } else {
        fprintf(out, " %" PRIu64 " | ", row->line);
        write_markdown_name(out, text_trim(row->text));
        fputs(" |\n", out);
    }
}

/* Writes the lines that changed in a block that is coloured as a diff. */
static bool write_line_changes(const struct markdown *markdown, struct error *error)
{
    const struct text_writer *writer = &markdown->text;
    struct line_changes changes = line_changes_create(writer, markdown->table, true);
    const struct table_row *row;
    bool is_open = false;

    while ((row = table_next_row(markdown->table, markdown->out, error)) != NULL) {
        if (row->kind == ROW_LISTED_PART)
            continue;
        if (row->kind == ROW_LISTED_SUM) {
            struct buffer title = {0};
            line_changes_append_title(&changes, &title, row, 0);
            write_markdown_name(markdown->out, buffer_text(&title));
            fputs("\n\n", markdown->out);
            free(title.at);
            continue;
        }
        if (row->kind != ROW_LISTING) {
            line_changes_write_row(&changes, row);
            continue;
        }
        struct buffer title = {0};
        changes.has_source = row->text.at != NULL;
        line_changes_append_title(&changes, &title, row, 0);
        fputs(is_open ? "```\n\n" : "", markdown->out);
        write_markdown_name(markdown->out, buffer_text(&title));
        fputs("\n\n```diff\n", markdown->out);
        line_changes_write_heading(&changes);
        is_open = true;
        free(title.at);
    }
    fputs(is_open ? "```\n\n" : "", markdown->out);
    line_changes_free(&changes);
    return error->kind == ERROR_NONE;
}

/* Writes instructions in a block of text: arrows from line to line need lines of one height. */
static bool write_instructions(const struct markdown *markdown, struct error *error)
{
    fputs("```\n", markdown->out);
    bool is_done = text_instructions_write(&markdown->text, markdown->table, error);
    fputs("```\n\n", markdown->out);
    return is_done;
}

bool write_markdown_listing(const struct markdown *markdown, struct error *error)
{
    const struct table *table = markdown->table;
    bool has_inclusive = table_has(table, COLUMN_INCLUSIVE);
    const struct table_row *row;
    FILE *out = markdown->out;

    if (table_has(table, COLUMN_ADDRESS))
        return write_instructions(markdown, error);
    if (table->is_difference)
        return write_line_changes(markdown, error);

    fputc('|', out);
    for (size_t i = 0; i < table->n_events; i++) {
        write_markdown_cost_heading(markdown, i, "self");
        if (has_inclusive)
            write_markdown_cost_heading(markdown, i, "inclusive");
    }
    fputs(" line | |\n|", out);
    write_markdown_rule(markdown, has_inclusive ? 2 : 1, false, 1);
    while ((row = table_next_row(table, out, error)) != NULL)
        if (row->kind != ROW_LISTED_PART)
            write_listed(markdown, row);
    fputc('\n', out);
    return error->kind == ERROR_NONE;
}
