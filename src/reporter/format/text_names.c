/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/text_names.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "profile/naming/naming.h"
#include "reporter/format/contents.h"
#include "reporter/format/format.h"
#include "reporter/format/grid.h"
#include "reporter/format/pieces.h"
#include "reporter/format/text_sections.h"
#include "reporter/report.h"

/*
 * The text that can be omitted after a name: the object and why it was written, then the file and
 * the time range, at last that it was inlined, which says why there are no calls.
 */
enum { MOST_OMITTED = 3 };

static struct text shown_path(struct text path, bool is_whole)
{
    struct text base = path_base(path);

    return is_whole || base.length == 0 ? path : base;
}

static void append_bracketed(struct buffer *label, const char *open, struct text text,
                             const char *close)
{
    if (text.at == NULL)
        return;
    buffer_append(label, text_of(open));
    buffer_append(label, text);
    buffer_append(label, text_of(close));
}

void append_function(struct buffer *to, const struct text_writer *writer, struct text name,
                     size_t room)
{
    append_short_name(to, name, room, writer->options->is_ascii);
}

/*
 * Appends what the row is, by its most telling name, of which paths may be given by base names; an
 * object where other rows are something else as "[lib.so]".
 */
static void append_name(struct buffer *label, const struct table_row *row, enum name_form form,
                        bool is_whole)
{
    bool is_place = row->function.at == NULL && row->file.at != NULL;
    bool is_object = row->function.at == NULL && row->file.at == NULL && row->label.at == NULL &&
                     row->object.at != NULL;

    if (is_place && row->line == 0 && row_line(row) != 0)
        buffer_append(label, TEXT("was "));
    if (is_object)
        append_bracketed(label, row->is_rest_of_object ? "[" : "",
                         shown_path(row->object, is_whole), row->is_rest_of_object ? "]" : "");
    else if (row->function.length != 0)
        name_append_form(label, row->function, form);
    else
        buffer_append(label, shown_path(row_shown_name(row), is_whole || !is_place));
    if (is_place && (row_line(row) != 0 || row->text.at != NULL))
        buffer_print(label, ":%" PRIu64, row_line(row));
    if (is_place && row->object.at != NULL)
        append_bracketed(label, " [", shown_path(row->object, form == NAME_FULL), "]");
    if (row->old.change == CHANGE_RENAMED) {
        buffer_append(label, TEXT(", was "));
        name_append_form(label, row->old.function, form);
    }
    if (row->old.change == CHANGE_MOVED)
        append_bracketed(label, ", was in ", path_base(row->old.file), "");
}

/*
 * Appends what comes after the name, without the last n_omitted parts; paths in full or by base
 * name.
 */
static void append_rest(struct buffer *rest, const struct table_row *row, int n_omitted,
                        bool is_whole)
{
    bool has_function = row->function.at != NULL;

    if (n_omitted < 2 && row->time_range.length != 0)
        append_bracketed(rest, ", ", row->time_range, "");
    if (n_omitted < 1 && row->trigger.length != 0)
        append_bracketed(rest, ", ", row->trigger, "");
    if (has_function && n_omitted < 2 && is_known_name(row->file)) {
        append_bracketed(rest, " (", shown_path(row->file, is_whole), "");
        if (row->line != 0)
            buffer_print(rest, ":%" PRIu64, row->line);
        buffer_append(rest, TEXT(")"));
    }
    if (has_function && n_omitted < 1)
        append_bracketed(rest, " [", shown_path(row->object, is_whole), "]");
    if (n_omitted < 3 && row->inlined != INLINED_NOT)
        buffer_append(rest, row->inlined == INLINED_WHOLLY ? TEXT(" [inlined]")
                                                           : TEXT(" [partly inlined]"));
}

/* Appends a line of source, with blanks for tabs, whose width depends on their place. */
static void append_source(struct buffer *label, struct text source)
{
    size_t begin = label->length;

    append_bracketed(label, "  ", source, "");
    for (size_t i = begin; i < label->length; i++)
        if (label->at[i] == '\t')
            label->at[i] = ' ';
}

static size_t columns_of(const struct buffer *buffer)
{
    return text_columns(buffer_text(buffer));
}

void make_label(const struct table_row *row, size_t room, bool is_ascii, struct buffer *name,
                struct buffer *rest)
{
    const size_t most = room == 0 ? SIZE_MAX : room;
    enum name_form form = room == 0 ? NAME_FULL : NAME_USUAL;
    struct buffer whole = {0}, text = {0};

    append_source(&text, row->text);
    append_rest(rest, row, MOST_OMITTED, false);
    size_t least = columns_of(&text) + columns_of(rest);
    append_name(&whole, row, form, true);
    for (; columns_of(&whole) + least > most && form < N_NAME_FORMS; form++) {
        whole.length = 0;
        append_name(&whole, row, form, false);
    }
    for (int n_omitted = 0; n_omitted <= MOST_OMITTED; n_omitted++) {
        rest->length = 0;
        append_rest(rest, row, n_omitted, room == 0);
        if (columns_of(&whole) + columns_of(rest) <= most)
            break;
    }
    size_t left = room == 0 ? 0 : at_least(room, columns_of(rest) + 1) - columns_of(rest);
    append_fitted(name, buffer_text(&whole), left, is_ascii);
    buffer_append(rest, buffer_text(&text));
    free(whole.at);
    free(text.at);
}

/* Terminals ignore a URL of more than about 2,000 bytes. */
enum { LONGEST_PATH = 1900 };

bool link_begin(const struct text_writer *writer, struct text file)
{
    const struct locator *locator = writer->locator;
    const char *host = writer->options->link_host;
    struct buffer path = {0}, encoded = {0};

    bool is_link = host != NULL && locator != NULL && file.length != 0 &&
                   locator->find(locator->maker, file, &path);
    if (is_link) {
        append_url_path(&encoded, buffer_text(&path));
        is_link = encoded.length <= LONGEST_PATH;
    }
    if (is_link)
        fprintf(writer->out, "\x1b]8;;file://%s%s\x1b\\", host, buffer_string(&encoded));
    free(path.at);
    free(encoded.at);
    return is_link;
}

void link_end(const struct text_writer *writer, bool is_link)
{
    fputs(is_link ? "\x1b]8;;\x1b\\" : "", writer->out);
}

void write_label(const struct text_writer *writer, const struct table_row *row, size_t room,
                 struct text note)
{
    bool has_color = writer->options->has_color;
    struct buffer name = {0}, rest = {0};
    FILE *out = writer->out;
    size_t noted = text_columns(note);

    if (room != 0)
        room = room > noted + 1 ? room - noted : 1;
    make_label(row, room, writer->options->is_ascii, &name, &rest);
    bool is_link = link_begin(writer, row->file);
    write_words(writer, buffer_text(&name));
    link_end(writer, is_link);
    if (row->text.at != NULL || rest.length == 0)
        has_color = false; /* a line of source is no aside, nor is a note that stands alone */
    tint_begin(out, has_color, TINT_DIM);
    if (room == 0)
        write_words(writer, buffer_text(&rest));
    else
        write_cut(out, buffer_text(&rest), room - columns_of(&name), writer->options->is_ascii);
    write_words(writer, note);
    tint_end(out, has_color, TINT_DIM);
    fputs(writer->is_markdown ? " |\n" : "\n", out);
    free(name.at);
    free(rest.at);
}

/* Joins the names of a chain but for n_cut of them after the first. */
static void join_chain(struct buffer *names, const struct chain *chain, enum name_form form,
                       size_t n_cut, bool is_ascii)
{
    names->length = 0;
    name_append_form(names, chain->names[0], form);
    buffer_append(names, n_cut != 0 ? chain->sign : TEXT(""));
    buffer_append(names, n_cut != 0 ? sign_text(SIGN_CUT, is_ascii) : TEXT(""));
    for (size_t i = 1 + n_cut; i < chain->count; i++) {
        buffer_append(names, chain->sign);
        name_append_form(names, chain->names[i], form);
    }
}

void append_chain(struct buffer *to, const struct chain *chain, size_t room, bool is_ascii)
{
    enum name_form form = room == 0 ? NAME_FULL : NAME_USUAL;
    struct buffer names = {0};

    join_chain(&names, chain, form, 0, is_ascii);
    while (room != 0 && columns_of(&names) > room && form + 1 < N_NAME_FORMS)
        join_chain(&names, chain, ++form, 0, is_ascii);
    /* Each name takes a column at least, so no more than `room` of them can fit. */
    size_t n_cut = chain->count > room + 1 ? chain->count - room : 1;
    for (; room != 0 && columns_of(&names) > room && n_cut + 1 < chain->count; n_cut++)
        join_chain(&names, chain, form, n_cut, is_ascii);
    append_fitted(to, buffer_text(&names), room, is_ascii);
    free(names.at);
}

void append_tree_note(struct buffer *note, const struct table *table, const struct table_row *row)
{
    const struct cell cell = table_shown(table, &row_figures(row)[table->measured]);
    char range[MAX_COUNT];

    if (row->kind == ROW_TREE && row->inlined == INLINED_WHOLLY)
        buffer_append(note, TEXT(" [inlined]"));
    if (row->n_members != 0)
        buffer_print(note, " of %zu functions", row->n_members);
    if (row->tree->is_recursive)
        buffer_append(note, TEXT(" (recursive)"));
    buffer_append(note, format_range(cell, table->events[table->measured].base.value,
                                     table->is_difference, range));
}

void append_code(struct buffer *to, const struct text_writer *writer, struct text function,
                 struct text file, size_t room)
{
    bool has_file = is_known_name(file);

    if (function.at != NULL) {
        append_function(to, writer, function, room);
        buffer_append(to, has_file ? TEXT(" in ") : TEXT(""));
    }
    if (function.at == NULL || has_file)
        append_fitted(to, file, room, writer->options->is_ascii);
}
