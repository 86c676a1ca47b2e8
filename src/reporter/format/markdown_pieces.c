/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/markdown_pieces.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/characters.h"
#include "reporter/format/contents.h"
#include "reporter/format/pieces.h"
#include "reporter/table.h"

/* Writes a character so that it means nothing to Markdown or HTML. */
static void write_ascii(FILE *out, char c)
{
    if (c == '<')
        fputs("&lt;", out);
    else if (c == '&')
        fputs("&amp;", out);
    else if (c == '@' || c == '#')
        /* GitHub would notify who has that name, or link that issue; a backslash is no help */
        fprintf(out, "%c<!-- -->", c);
    else if (c == '\0' || c == '\t' || c == '\n' || c == '\r')
        fputc(' ', out);
    else if (strchr("|\\`*_[]~>$", c) != NULL)
        fprintf(out, "\\%c", c);
    else
        write_text(out, (struct text){&c, 1});
}

void write_markdown_name(FILE *out, struct text text)
{
    while (text.at != NULL && text.length != 0) {
        uint32_t character;
        size_t length = utf8_decode(text.at, text.at + text.length, &character);
        if (length == 0)
            fputs("\xef\xbf\xbd", out);
        else if (length == 1)
            write_ascii(out, text.at[0]);
        else
            write_text(out, (struct text){text.at, length});
        text = text_skip(text, length == 0 ? 1 : length);
    }
}

void write_markdown_function(const struct markdown *markdown, struct text name)
{
    struct buffer fitted = {0};

    append_short_name(&fitted, name, NAME_ROOM, false);
    write_markdown_name(markdown->out, buffer_text(&fitted));
    free(fitted.at);
}

/* Writes when a part was recorded, or why it was written. */
static void write_span(FILE *out, struct text text)
{
    if (text.length == 0)
        return;
    fputs(", ", out);
    write_markdown_name(out, text);
}

void write_markdown_label(const struct markdown *markdown, const struct table_row *row)
{
    bool has_function = row->function.at != NULL;
    bool is_instruction = table_has(markdown->table, COLUMN_ADDRESS) && row->kind == ROW_HOTSPOT;
    FILE *out = markdown->out;

    if (row->n_left_out != 0) {
        char name[MAX_COUNT];
        format_left_out(row->n_left_out, name);
        fprintf(out, "%s |\n", name);
        return;
    }
    fputs(row->is_rest_of_object ? "\\[" : "", out);
    if (!has_function && row->file.at != NULL && row->line == 0 && row_line(row) != 0)
        fputs("was ", out);
    if (is_instruction && row->address != 0)
        fprintf(out, "%" PRIx64 " ", row->address);
    if (row->function.length != 0)
        write_markdown_function(markdown, row->function);
    else
        write_markdown_name(out, row_shown_name(row));
    fputs(row->is_rest_of_object ? "\\]" : "", out);
    if (!has_function && row->file.at != NULL && row_line(row) != 0)
        fprintf(out, ":%" PRIu64, row_line(row));
    if (row->old.change == CHANGE_RENAMED) {
        fputs(", was ", out);
        write_markdown_function(markdown, row->old.function);
    }
    if (row->old.change == CHANGE_MOVED) {
        fputs(", was in ", out);
        write_markdown_name(out, row->old.file);
    }
    write_span(out, row->time_range);
    write_span(out, row->trigger);
    if (row_has_known_file(row)) {
        fputs(" (", out);
        write_markdown_name(out, row->file);
        if (is_instruction && row->line != 0)
            fprintf(out, ":%" PRIu64, row->line);
        fputc(')', out);
    }
    if ((has_function || row->file.at != NULL) && row->object.at != NULL) {
        fputs(" \\[", out);
        write_markdown_name(out, row->object);
        fputs("\\]", out);
    }
    if (row->inlined != INLINED_NOT)
        fputs(row->inlined == INLINED_WHOLLY ? " \\[inlined\\]" : " \\[partly inlined\\]", out);
    if ((is_instruction || markdown->has_texts) && row->text.at != NULL) {
        fputs(": ", out);
        write_markdown_name(out, row->text);
    }
    fputs(" |\n", out);
}
