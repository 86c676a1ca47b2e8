/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/markdown_pieces.h"

#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/characters.h"
#include "reporter/format/contents.h"
#include "reporter/format/pieces.h"
#include "reporter/format/text_names.h"
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

void write_markdown_label(const struct markdown *markdown, const struct table_row *row)
{
    bool is_instruction = table_is_of_instructions(markdown->table) && row->kind == ROW_HOTSPOT;
    char left_out[MAX_COUNT];
    struct table_row shown = *row;
    struct buffer function = {0}, old = {0}, name = {0}, rest = {0};

    format_left_out(row->n_left_out, left_out);
    append_short_name(&function, row->function, NAME_ROOM, false);
    append_short_name(&old, row->old.function, NAME_ROOM, false);
    if (function.length != 0)
        shown.function = buffer_text(&function);
    shown.old.function = buffer_text(&old);
    if (!is_instruction && !markdown->has_texts)
        shown.text = (struct text){0};
    if (row->n_left_out != 0)
        buffer_append(&name, text_of(left_out));
    else
        make_label(&shown, 0, false, &name, &rest);
    write_markdown_name(markdown->out, buffer_text(&name));
    write_markdown_name(markdown->out, buffer_text(&rest));
    fputs(" |\n", markdown->out);
    free(function.at);
    free(old.at);
    free(name.at);
    free(rest.at);
}
