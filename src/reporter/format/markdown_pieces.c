/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/markdown_pieces.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
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

void write_markdown_in_brackets(FILE *out, struct text text)
{
    if (text.length == 0)
        return;
    fputs(" (", out);
    write_markdown_name(out, text);
    fputc(')', out);
}

void write_markdown_function(const struct markdown *markdown, struct text name)
{
    struct buffer fitted = {0};

    append_short_name(&fitted, name, NAME_ROOM, false);
    write_markdown_name(markdown->out, buffer_text(&fitted));
    free(fitted.at);
}

void write_markdown_cost_heading(const struct markdown *markdown, size_t event, const char *heading)
{
    const struct table *table = markdown->table;
    bool is_ratio = table->events[event].is_ratio;
    bool is_inclusive = strcmp(heading, "inclusive") == 0;
    bool is_alone = table->n_events == 1 && !is_ratio;
    FILE *out = markdown->out;

    fprintf(out, " %s", is_alone ? heading : is_inclusive ? "incl(" : "");
    write_markdown_name(out, is_alone ? TEXT("") : table->events[event].name);
    fputs(is_inclusive && !is_alone ? ")" : "", out);
    fputs(is_ratio || table->has_no_sum ? " |" : " | % |", out);
}

void write_markdown_cost(const struct markdown *markdown, struct cell cell)
{
    bool is_difference = markdown->table->is_difference;
    const char *bound = is_difference ? "~" : "\xe2\x89\xa5"; /* U+2265 */
    const char *mark = cell.is_noise    ? NOISE_MARK
                     : cell.is_bound    ? bound
                     : cell.is_estimate ? "~"
                                        : "";
    char figure[MAX_COUNT];

    format_figure(cell, is_difference, figure);
    fprintf(markdown->out, " %s%s |", cell.is_given ? mark : "", figure);
}

void write_markdown_cost_and_share(const struct markdown *markdown, size_t event, struct cell cell)
{
    const struct table *table = markdown->table;
    int64_t base = table->events[event].base.value;

    write_markdown_cost(markdown, cell);
    if (table->events[event].is_ratio || table->has_no_sum)
        return;
    if (!cell.is_given || base == 0)
        fputs(" . |", markdown->out);
    else
        fprintf(markdown->out, table->is_difference && cell.value != 0 ? " %+.2f |" : " %.2f |",
                percent_of(cell.value, base));
}

void write_markdown_growth(const struct markdown *markdown, struct cell change, struct cell old,
                           enum change kind)
{
    char growth[MAX_COUNT];

    format_growth(change, old, kind, growth);
    fprintf(markdown->out, " %s |", growth);
}

void write_markdown_ratio_change(const struct markdown *markdown, const struct figure *ratio)
{
    char figures[3][MAX_COUNT];

    format_figure(ratio->now, false, figures[0]);
    format_figure(ratio->old, false, figures[1]);
    format_figure(figure_change(ratio), true, figures[2]);
    fprintf(markdown->out, " %s | %s | %s |", figures[0], figures[1], figures[2]);
}

/* Writes when a part was recorded, or why it was written. */
static void write_span(FILE *out, struct text text)
{
    if (text.length == 0)
        return;
    fputs(", ", out);
    write_markdown_name(out, text);
}

/* Skips "x86_64-linux-gnu/", the directory of a target, or "12/", that of a version. */
static struct text skip_variant(struct text path)
{
    struct text rest = path, directory;
    size_t n_dashes = 0, n_digits = 0;

    if (!text_cut(&rest, '/', &directory) || rest.at == NULL)
        return path;
    for (size_t i = 0; i < directory.length; i++) {
        n_dashes += directory.at[i] == '-';
        n_digits += is_digit(directory.at[i]) || directory.at[i] == '.';
    }
    return n_dashes >= 2 || n_digits == directory.length ? rest : path;
}

/*
 * Returns what tells of a path: without the directory that the system or a compiler has it in,
 * "bits/stl_vector.h", "libc.so.6". Others stay as they are.
 */
static struct text telling_path(struct text path)
{
    static const struct text directories[] = {
        {"/usr/include/c++/", 17},
        {"/usr/include/", 13},
        {"/usr/lib/gcc/", 13},
        {"/usr/lib/llvm-", 14},
        {"/usr/lib64/", 11},
        {"/usr/lib/", 9},
        {"/lib64/", 7},
        {"/lib/", 5},
        {"/usr/bin/", 9},
        {"/usr/libexec/", 13},
    };

    for (size_t i = 0; path.at != NULL && i < ARRAY_LENGTH(directories); i++) {
        if (!text_starts_with(path, directories[i]))
            continue;
        struct text rest = text_skip(path, directories[i].length), before;
        do {
            before = rest;
            rest = skip_variant(rest);
        } while (rest.at != before.at);
        return rest.length == 0 ? path : rest;
    }
    return path;
}

void write_markdown_label(const struct markdown *markdown, const struct table_row *row)
{
    bool has_function = row->function.at != NULL;
    bool is_instruction = table_has(markdown->table, COLUMN_ADDRESS) && row->kind == ROW_HOTSPOT;
    FILE *out = markdown->out;

    if (row->n_left_out != 0) {
        char name[MAX_COUNT];
        format_left_out(row->n_left_out, name);
        fprintf(out, " %s |\n", name);
        return;
    }
    fputc(' ', out);
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
        write_markdown_name(out, telling_path(row->file));
        if (is_instruction && row->line != 0)
            fprintf(out, ":%" PRIu64, row->line);
        fputc(')', out);
    }
    if ((has_function || row->file.at != NULL) && row->object.at != NULL) {
        fputs(" \\[", out);
        write_markdown_name(out, telling_path(row->object));
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

void write_markdown_rule(const struct markdown *markdown, size_t n_costs, bool has_growth,
                         size_t others)
{
    const struct table *table = markdown->table;
    bool has_trend = table_has(table, COLUMN_CHANGE), has_spread = table_has(table, COLUMN_SPREAD);
    size_t count = others;

    for (size_t i = 0; i < table->n_events; i++) {
        size_t of_ratio = table->is_difference ? 3 : 1 + has_trend;
        size_t of_sum = has_trend ? 3 : table->has_no_sum ? 1 : has_growth ? 3 : 2;
        count += n_costs * (table->events[i].is_ratio ? of_ratio : of_sum);
        count += has_spread ? (table->events[i].is_ratio ? 1 : 2) : 0;
    }
    while (count-- > 0)
        fputs("---:|", markdown->out);
    fputs("---|\n", markdown->out);
}
