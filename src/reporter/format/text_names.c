/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/text_names.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "profile/naming/naming.h"
#include "reporter/format/contents.h"
#include "reporter/format/format.h"
#include "reporter/format/pieces.h"
#include "reporter/format/signs.h"
#include "reporter/format/text_sections.h"
#include "reporter/report.h"

static struct text short_path(struct text path)
{
    struct text base = path_base(path);

    return base.length != 0 ? base : path;
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

/* Appends when a part was recorded, or why it was written. */
static void append_span(struct buffer *label, struct text text)
{
    if (text.length != 0)
        append_bracketed(label, ", ", text, "");
}

void append_function(struct buffer *to, const struct text_writer *writer, struct text name,
                     size_t room)
{
    append_short_name(to, name, room, writer->options->is_ascii);
}

/*
 * Appends an object, whose base name says most: as "[lib.so]" where other rows are something else.
 */
static void append_object(struct buffer *label, const struct table_row *row, bool is_whole)
{
    struct text object = is_whole ? row->object : short_path(row->object);

    if (row->is_rest_of_object)
        append_bracketed(label, "[", object, "]");
    else
        buffer_append(label, object);
}

/* Appends a line of source, with blanks for tabs, whose width depends on their place. */
static void append_source(struct buffer *label, struct text source)
{
    size_t begin = label->length + 2;

    buffer_append(label, TEXT("  "));
    buffer_append(label, source);
    for (size_t i = begin; i < label->length; i++)
        if (label->at[i] == '\t')
            label->at[i] = ' ';
}

/* Appends what the row is, from its most telling name on. */
static void append_name(struct buffer *label, const struct table_row *row, enum name_form form,
                        bool is_whole)
{
    bool is_place = row->function.at == NULL && row->file.at != NULL;
    bool is_object = row->function.at == NULL && row->file.at == NULL && row->label.at == NULL;

    if (is_place && row->line == 0 && row_line(row) != 0)
        buffer_append(label, TEXT("was "));
    if (is_object && row->object.at != NULL)
        append_object(label, row, is_whole);
    else
        name_append_form(label, row_shown_name(row), row->function.length != 0 ? form : NAME_FULL);
    if (is_place && (row_line(row) != 0 || row->text.at != NULL))
        buffer_print(label, ":%" PRIu64, row_line(row));
    if (is_place && row->object.at != NULL)
        append_bracketed(label, " [", is_whole ? row->object : short_path(row->object), "]");
    if (row->text.at != NULL)
        append_source(label, row->text);
    if (row->old.change == CHANGE_RENAMED) {
        buffer_append(label, TEXT(", was "));
        name_append_form(label, row->old.function, form);
    }
    if (row->old.change == CHANGE_MOVED) {
        buffer_append(label, TEXT(", was in "));
        buffer_append(label, path_base(row->old.file));
    }
}

/*
 * Writes as much as fits of a line of source, "file:line  text", or of a file: the end of a path
 * says most.
 */
static void write_place(const struct text_writer *writer, const struct table_row *row, size_t room)
{
    FILE *out = writer->out;
    struct table_row place = *row;
    struct buffer label = {0};

    append_name(&label, &place, NAME_FULL, false);
    if (text_columns(buffer_text(&label)) > room) {
        place.file = short_path(row->file);
        label.length = 0;
        append_name(&label, &place, NAME_FULL, false);
    }
    place.text = (struct text){0};
    struct buffer name = {0};
    append_name(&name, &place, NAME_FULL, false);
    size_t columns = text_columns(buffer_text(&name));
    struct text rest = columns < room ? text_skip(buffer_text(&label), name.length) : TEXT("");
    bool is_link = link_begin(writer, row->file);
    write_cut(out, columns < room ? buffer_text(&name) : buffer_text(&label), room,
              writer->options->is_ascii);
    link_end(writer, is_link);
    write_cut(out, rest, columns < room ? room - columns : 0, writer->options->is_ascii);
    fputc('\n', out);
    free(name.at);
    free(label.at);
}

/* A label in two parts: the name, and what comes after it and may be dim. */
struct label {
    struct buffer name, rest;
};

/* How much can be left out after a name: of a function the object and then the file. */
enum { MOST_OMITTED = 2 };

/* Appends " (fib.c)"; for an instruction with its line. */
static void append_file(struct buffer *to, const struct table_row *row, bool is_whole)
{
    char after[24] = ")";

    if (row->line != 0)
        snprintf(after, sizeof after, ":%" PRIu64 ")", row->line);
    append_bracketed(to, " (", is_whole ? row->file : short_path(row->file), after);
}

/*
 * Makes what comes after the name, without the last n_omitted parts; paths in full or by base name.
 * That a function was inlined goes last: it says why there are no calls.
 */
static void make_rest(struct label *label, const struct table_row *row, int n_omitted,
                      bool is_whole)
{
    bool has_function = row->function.at != NULL;

    label->rest.length = 0;
    if (n_omitted < 2)
        append_span(&label->rest, row->time_range);
    if (n_omitted < 1)
        append_span(&label->rest, row->trigger);
    if (has_function && n_omitted < 2 && row_has_known_file(row))
        append_file(&label->rest, row, is_whole);
    if (has_function && n_omitted < 1)
        append_bracketed(&label->rest, " [", is_whole ? row->object : short_path(row->object), "]");
    if (row->inlined != INLINED_NOT && n_omitted <= MOST_OMITTED)
        buffer_append(&label->rest, row->inlined == INLINED_WHOLLY ? TEXT(" [inlined]")
                                                                   : TEXT(" [partly inlined]"));
}

static bool label_fits(const struct label *label, size_t room)
{
    return text_columns(buffer_text(&label->name)) + text_columns(buffer_text(&label->rest)) <=
           room;
}

/* Makes the label with that form of its names, and as much of the rest as fits. */
static bool fit_rest(struct label *label, const struct table_row *row, size_t room,
                     enum name_form form, int n_omitted, int most)
{
    for (; n_omitted <= most; n_omitted++) {
        label->name.length = 0;
        append_name(&label->name, row, form, n_omitted == 0);
        make_rest(label, row, n_omitted, room == 0);
        if (room == 0 || label_fits(label, room))
            return true;
    }
    return false;
}

/* Makes as much of the label as fits. False where not even the shortest form of the name does. */
static bool fit_label(struct label *label, const struct table_row *row, size_t room)
{
    const enum name_form usual = room == 0 ? NAME_FULL : NAME_USUAL;

    if (fit_rest(label, row, room, usual, 0, MOST_OMITTED))
        return true;
    /* A shorter name has room for its file again, but no need of the object. */
    for (enum name_form form = usual + 1; form < N_NAME_FORMS; form++)
        if (fit_rest(label, row, room, form, 1, MOST_OMITTED))
            return true;
    for (enum name_form form = usual; row->inlined != INLINED_NOT && form < N_NAME_FORMS; form++)
        if (fit_rest(label, row, room, form, MOST_OMITTED + 1, MOST_OMITTED + 1))
            return true;
    return false;
}

void write_label(const struct text_writer *writer, const struct table_row *row, size_t room,
                 const struct palette *palette)
{
    write_label_and_note(writer, row, room, palette, TEXT(""));
}

void write_label_and_note(const struct text_writer *writer, const struct table_row *row,
                          size_t room, const struct palette *palette, struct text note)
{
    struct label label = {0};
    struct buffer fitted = {0};
    FILE *out = writer->out;

    if (room != 0 && note.length != 0)
        room = room > text_columns(note) + 1 ? room - text_columns(note) : 1;
    if (room != 0 && row->function.at == NULL && row->file.at != NULL) {
        write_place(writer, row, room);
        return;
    }
    bool fits = fit_label(&label, row, room);
    if (!fits)
        label.rest.length = 0;
    if (fits)
        buffer_append(&fitted, buffer_text(&label.name));
    else if (row->function.at != NULL && !change_is_of_name(row->old.change))
        append_function(&fitted, writer, row_name(row), room);
    else
        append_fitted(&fitted, buffer_text(&label.name), room, writer->options->is_ascii);
    bool is_link = link_begin(writer, row->file);
    write_text(out, buffer_text(&fitted));
    link_end(writer, is_link);
    tint_begin(out, label.rest.length != 0 ? palette : NULL, TINT_DIM);
    write_text(out, buffer_text(&label.rest));
    write_text(out, note);
    tint_end(out, label.rest.length != 0 ? palette : NULL, TINT_DIM);
    fputc('\n', out);
    free(label.name.at);
    free(label.rest.at);
    free(fitted.at);
}

static struct text chained_name(const struct table_row *row, size_t i)
{
    return i < row->tree->n_chained ? row->tree->chain[i] : row_drawn_name(row);
}

/* Appends that form of the names of a chain from that place on. */
static void append_chained(struct buffer *to, const struct table_row *row, size_t from,
                           enum name_form form)
{
    for (size_t i = from; i <= row->tree->n_chained; i++) {
        buffer_append(to, i == from ? TEXT("") : chain_sign(row->tree));
        name_append_form(to, chained_name(row, i), form);
    }
}

/* Appends as much of a chain as fits with all names as short as they get. */
static void append_cut_chain(struct buffer *to, const struct text_writer *writer,
                             const struct table_row *row, size_t room)
{
    bool is_ascii = writer->options->is_ascii;

    for (size_t from = 2; from <= row->tree->n_chained + 1; from++) {
        bool has_first = from <= row->tree->n_chained;
        to->length = 0;
        if (has_first)
            name_append_form(to, chained_name(row, 0), NAME_NO_ARGUMENTS);
        buffer_append(to, has_first ? chain_sign(row->tree) : TEXT(""));
        buffer_append(to, sign_text(SIGN_CUT, is_ascii));
        buffer_append(to, chain_sign(row->tree));
        append_chained(to, row, has_first ? from : row->tree->n_chained, NAME_NO_ARGUMENTS);
        if (text_columns(buffer_text(to)) <= room)
            return;
    }
    to->length = 0;
    append_function(to, writer, chained_name(row, row->tree->n_chained), room);
}

void append_chain(struct buffer *to, const struct text_writer *writer, const struct table_row *row,
                  size_t room)
{
    enum name_form form = room == 0 ? NAME_FULL : NAME_USUAL;

    append_chained(to, row, 0, form);
    while (room != 0 && text_columns(buffer_text(to)) > room) {
        if (++form == N_NAME_FORMS) {
            append_cut_chain(to, writer, row, room);
            return;
        }
        to->length = 0;
        append_chained(to, row, 0, form);
    }
}

void append_tree_note(struct buffer *note, const struct table_row *row)
{
    if (row->n_members != 0)
        buffer_print(note, " of %zu functions", row->n_members);
    if (row->tree->n_frames > 1)
        buffer_print(note, " (%zu frames to main)", row->tree->n_frames);
    if (row->tree->is_recursive)
        buffer_append(note, TEXT(" (recursive)"));
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
