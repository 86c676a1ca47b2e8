/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "base/buffer.h"
#include "reporter/format/contents.h"
#include "reporter/format/listing/listing_pieces.h"
#include "reporter/format/markdown_pieces.h"
#include "reporter/format/pieces.h"

void write_markdown_listed(const struct markdown *markdown, const struct table_row *row)
{
    struct buffer text = {0};
    FILE *out = markdown->out;

    switch (row->kind) {
    case ROW_CALLEE: {
        char count[MAX_COUNT];
        format_count(row->calls.now.value, count);
        if (row->calls.now.is_given)
            fprintf(out, "calls %sx ", count);
        else
            fputs("calls ", out);
        write_markdown_label(markdown, row);
        return;
    }
    case ROW_LISTED_SUM:
        fprintf(out, "**%zu files**", row->n_parts);
        break;
    case ROW_LISTING:
        fputs("**", out);
        write_markdown_name(out, row->file);
        fputs("**", out);
        break;
    case ROW_JUMP:
        append_line_jump(&text, row->jump, 0, false);
        break;
    case ROW_FOLD:
        append_fold(&text, markdown->table, row);
        break;
    default:
        buffer_append(&text, text_trim(row->text));
        break;
    }
    write_markdown_name(out, buffer_text(&text));
    fputs(" |\n", out);
    free(text.at);
}

bool write_markdown_changed_lines(const struct markdown *markdown, const struct section *section,
                                  struct error *error)
{
    FILE *out = markdown->out;
    struct listing_text listing;
    bool is_read = listing_text_begin(&listing, &markdown->text, section, true, error);
    bool is_open = false;

    for (size_t i = 0; is_read && i < listing.grid.n_rows; i++) {
        const struct table_row *row = listing.grid.rows[i];
        bool is_title = row->kind == ROW_LISTING || row->kind == ROW_LISTED_SUM;
        struct buffer title = {0};
        if (!is_title && row->kind != ROW_LISTED_PART)
            listing_text_write_row(&listing, row);
        if (!is_title)
            continue;
        append_changed_title(&title, &markdown->text, markdown->table, row, 0);
        fputs(is_open ? "```\n\n" : "", out);
        write_markdown_name(out, buffer_text(&title));
        fputs("\n\n", out);
        free(title.at);
        is_open = row->kind == ROW_LISTING;
        if (!is_open)
            continue;
        fputs("```diff\n", out);
        listing.has_source = row->text.at != NULL;
        listing_text_write_heading(&listing);
    }
    fputs(is_open ? "```\n\n" : "", out);
    listing_text_end(&listing);
    return is_read;
}

bool write_markdown_instructions(const struct markdown *markdown, const struct section *section,
                                 struct error *error)
{
    fputs("```\n", markdown->out);
    bool is_done = text_instructions_write(&markdown->text, section, error);
    fputs("```\n\n", markdown->out);
    return is_done;
}
