/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/text_names.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
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

/* Asks for all steps by which a name can be shortened. */
#define SHORTEST SIZE_MAX

static size_t count_steps(const struct text_writer *writer, struct text name)
{
    const struct shortener *shortener = writer->shortener;

    return name.at == NULL ? 0 : shortener->count_steps(shortener->maker, name);
}

static struct text form_of(const struct text_writer *writer, struct text name, size_t n_steps)
{
    const struct shortener *shortener = writer->shortener;

    return n_steps == 0 ? name : shortener->shorten(shortener->maker, name, n_steps);
}

/* Whether a name may have a type of std in it: asking for short names takes time. */
static bool may_have_std(struct text name)
{
    static const struct text standard = {"std::", 5};
    const char *at = name.at, *end = text_end(name);

    while (at < end && (at = memchr(at, ':', (size_t)(end - at))) != NULL) {
        if (at - name.at >= 3 && text_starts_with(text_between(at - 3, end), standard))
            return true;
        at++;
    }
    return false;
}

/* Returns the steps that a name takes in any case, where it is fitted to some room. */
static size_t first_step(const struct text_writer *writer, struct text name, size_t room)
{
    const struct shortener *shortener = writer->shortener;

    if (writer->options->names == NAMES_SHORT)
        return SHORTEST;
    if (writer->options->names == NAMES_FULL || room == 0 || name.at == NULL || !may_have_std(name))
        return 0;
    return shortener->count_usual(shortener->maker, name);
}

struct text function_name(const struct text_writer *writer, struct text name)
{
    return form_of(writer, name, writer->options->names == NAMES_SHORT ? SHORTEST : 0);
}

void append_fitted(struct buffer *to, struct text text, size_t room, bool is_ascii)
{
    struct text cut = text_head(sign_text(SIGN_CUT, is_ascii), room);

    if (room == 0 || text_columns(text) <= room) {
        buffer_append(to, text);
        return;
    }
    size_t kept = room - text_columns(cut), tail = (kept + 1) / 2;
    buffer_append(to, text_head(text, kept - tail));
    buffer_append(to, cut);
    buffer_append(to, text_tail(text, tail));
}

/*
 * Appends a function's name, which is too wide, so that the last component of its path stays: first
 * the end of its arguments goes, and then what is before it.
 */
static void append_fitted_name(struct buffer *to, const struct text_writer *writer,
                               struct text name, size_t room)
{
    bool is_ascii = writer->options->is_ascii;
    struct text cut = sign_text(SIGN_CUT, is_ascii);
    struct text own = writer->shortener->find_own(writer->shortener->maker, name);
    struct text before = text_between(name.at, own.at), head = text_between(name.at, text_end(own));
    size_t after = head.length < name.length ? text_columns(cut) : 0;

    if (own.length == 0) {
        append_fitted(to, name, room, is_ascii);
    } else if (text_columns(own) + text_columns(cut) + after > room) {
        append_fitted(to, own, room, is_ascii);
    } else if (text_columns(head) + after <= room) {
        buffer_append(to, text_head(name, room - after));
        buffer_append(to, cut);
    } else {
        append_fitted(to, before, room - text_columns(own) - after, is_ascii);
        buffer_append(to, own);
        buffer_append(to, after != 0 ? cut : TEXT(""));
    }
}

void append_function(struct buffer *to, const struct text_writer *writer, struct text name,
                     size_t room)
{
    enum name_length names = writer->options->names;
    size_t n_steps = first_step(writer, name, room);
    struct text form = form_of(writer, name, n_steps);

    if (names == NAMES_FITTED && room != 0 && text_columns(form) > room) {
        size_t most = count_steps(writer, name);
        for (n_steps++; n_steps <= most && text_columns(form) > room; n_steps++)
            form = form_of(writer, name, n_steps);
    }
    if (names == NAMES_FULL || room == 0 || text_columns(form) <= room)
        buffer_append(to, form);
    else
        append_fitted_name(to, writer, form, room);
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
static void append_name(struct buffer *label, const struct text_writer *writer,
                        const struct table_row *row, size_t n_steps, bool is_whole)
{
    bool is_place = row->function.at == NULL && row->file.at != NULL;
    bool is_object = row->function.at == NULL && row->file.at == NULL && row->label.at == NULL;

    if (is_place && row->line == 0 && row_line(row) != 0)
        buffer_append(label, TEXT("was "));
    if (is_object && row->object.at != NULL)
        append_object(label, row, is_whole);
    else
        buffer_append(
            label, form_of(writer, row_shown_name(row), row->function.length != 0 ? n_steps : 0));
    if (is_place && (row_line(row) != 0 || row->text.at != NULL))
        buffer_print(label, ":%" PRIu64, row_line(row));
    if (is_place && row->object.at != NULL)
        append_bracketed(label, " [", is_whole ? row->object : short_path(row->object), "]");
    if (row->text.at != NULL)
        append_source(label, row->text);
    if (row->old.change == CHANGE_RENAMED) {
        buffer_append(label, TEXT(", was "));
        buffer_append(label, form_of(writer, row->old.function, n_steps));
    }
    if (row->old.change == CHANGE_MOVED) {
        buffer_append(label, TEXT(", was in "));
        buffer_append(label, path_base(row->old.file));
    }
    if (row->old.flip.kind != FLIP_NONE) {
        buffer_print(label, ", %s ", flip_phrase(row->old.flip.kind));
        buffer_append(label, form_of(writer, row->old.flip.function, n_steps));
        if (row->old.flip.n_others != 0)
            buffer_print(label, " and %zu more", row->old.flip.n_others);
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

    append_name(&label, writer, &place, 0, false);
    if (text_columns(buffer_text(&label)) > room) {
        place.file = short_path(row->file);
        label.length = 0;
        append_name(&label, writer, &place, 0, false);
    }
    place.text = (struct text){0};
    struct buffer name = {0};
    append_name(&name, writer, &place, 0, false);
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

/* Makes the label with its names n_steps shorter, and as much of the rest as fits. */
static bool fit_rest(struct label *label, const struct text_writer *writer,
                     const struct table_row *row, size_t room, size_t n_steps, int n_omitted,
                     int most)
{
    for (; n_omitted <= most; n_omitted++) {
        label->name.length = 0;
        append_name(&label->name, writer, row, n_steps, n_omitted == 0);
        make_rest(label, row, n_omitted, room == 0);
        if (room == 0 || label_fits(label, room))
            return true;
    }
    return false;
}

/* Makes as much of the label as fits. False where not even the shortest form of the name does. */
static bool fit_label(struct label *label, const struct text_writer *writer,
                      const struct table_row *row, size_t room)
{
    enum name_length names = writer->options->names;
    size_t most, usual = first_step(writer, row->function, room);

    if (fit_rest(label, writer, row, room, usual, 0, MOST_OMITTED))
        return true;
    if (names != NAMES_FITTED)
        return false;
    most = count_steps(writer, row->function);
    if (row->old.change == CHANGE_RENAMED)
        most = at_least(most, count_steps(writer, row->old.function));
    if (row->old.flip.kind != FLIP_NONE)
        most = at_least(most, count_steps(writer, row->old.flip.function));
    /* A shorter name has room for its file again, but no need of the object. */
    for (size_t n_steps = usual + 1; n_steps <= most; n_steps++)
        if (fit_rest(label, writer, row, room, n_steps, 1, MOST_OMITTED))
            return true;
    for (size_t n_steps = usual; row->inlined != INLINED_NOT && n_steps <= most; n_steps++)
        if (fit_rest(label, writer, row, room, n_steps, MOST_OMITTED + 1, MOST_OMITTED + 1))
            return true;
    return false;
}

/*
 * Appends a name with what was inlined into it or is no longer, where all of that is too long:
 * "add_weights, outlines count_bits...". The names are cut, and how many more there are; what
 * happened is not.
 */
static void append_fitted_flip(struct buffer *to, const struct text_writer *writer,
                               const struct table_row *row, size_t room)
{
    enum { LEAST_OF_NAMES = 12 };
    const struct flip_facts *flip = &row->old.flip;
    struct text cut =
        flip->n_others != 0 ? sign_text(SIGN_CUT, writer->options->is_ascii) : TEXT("");
    struct text other = form_of(writer, flip->function, SHORTEST);
    struct buffer phrase = {0};

    buffer_append(&phrase, TEXT(", "));
    buffer_append(&phrase, text_of(flip_phrase(flip->kind)));
    buffer_append(&phrase, TEXT(" "));
    size_t taken = text_columns(buffer_text(&phrase)) + text_columns(cut);
    size_t of_names = room > taken ? room - taken : 0, of_other = text_columns(other);
    if (of_names < LEAST_OF_NAMES) {
        append_function(to, writer, row_name(row), room);
    } else {
        size_t least = of_names / 2;
        append_function(to, writer, row_name(row),
                        of_other < least ? of_names - of_other : of_names - least);
        taken += text_columns(buffer_text(to));
        buffer_append(to, buffer_text(&phrase));
        append_function(to, writer, flip->function, room - taken);
        buffer_append(to, cut);
    }
    free(phrase.at);
}

void write_label(const struct text_writer *writer, const struct table_row *row, size_t room,
                 const struct palette *palette)
{
    write_label_and_note(writer, row, room, palette, TEXT(""));
}

void write_label_and_note(const struct text_writer *writer, const struct table_row *row,
                          size_t room, const struct palette *palette, struct text note)
{
    bool may_be_cut = writer->options->names != NAMES_FULL;
    struct label label = {0};
    struct buffer fitted = {0};
    FILE *out = writer->out;

    if (room != 0 && note.length != 0)
        room = room > text_columns(note) + 1 ? room - text_columns(note) : 1;
    if (room != 0 && row->function.at == NULL && row->file.at != NULL) {
        write_place(writer, row, room);
        return;
    }
    bool fits = fit_label(&label, writer, row, room);
    if (!fits && may_be_cut)
        label.rest.length = 0;
    if (fits || !may_be_cut)
        buffer_append(&fitted, buffer_text(&label.name));
    else if (row->function.at != NULL && row->old.flip.kind != FLIP_NONE)
        append_fitted_flip(&fitted, writer, row, room);
    else if (row->function.at != NULL)
        append_fitted_name(&fitted, writer, buffer_text(&label.name), room);
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
    return i < row->tree->n_chained ? row->tree->chain[i] : row_drawn_name(row, NULL);
}

/* Appends names of a chain from that place on, each n_steps shorter. */
static void append_chained(struct buffer *to, const struct text_writer *writer,
                           const struct table_row *row, size_t from, size_t n_steps)
{
    for (size_t i = from; i <= row->tree->n_chained; i++) {
        buffer_append(to, i == from ? TEXT("") : chain_sign(row->tree));
        buffer_append(to, form_of(writer, chained_name(row, i), n_steps));
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
            buffer_append(to, form_of(writer, chained_name(row, 0), SHORTEST));
        buffer_append(to, has_first ? chain_sign(row->tree) : TEXT(""));
        buffer_append(to, sign_text(SIGN_CUT, is_ascii));
        buffer_append(to, chain_sign(row->tree));
        append_chained(to, writer, row, has_first ? from : row->tree->n_chained, SHORTEST);
        if (text_columns(buffer_text(to)) <= room)
            return;
    }
    to->length = 0;
    append_function(to, writer, chained_name(row, row->tree->n_chained), room);
}

void append_chain(struct buffer *to, const struct text_writer *writer, const struct table_row *row,
                  size_t room)
{
    enum name_length names = writer->options->names;
    bool is_fitted = names == NAMES_FITTED && room != 0,
         is_whole = names == NAMES_FULL || room == 0;
    size_t n_steps = names == NAMES_SHORT ? SHORTEST : 0, most = n_steps;

    for (size_t i = 0; is_fitted && i <= row->tree->n_chained; i++) {
        n_steps = at_least(n_steps, first_step(writer, chained_name(row, i), room));
        most = at_least(most, count_steps(writer, chained_name(row, i)));
    }
    append_chained(to, writer, row, 0, n_steps);
    while (!is_whole && n_steps < most && text_columns(buffer_text(to)) > room) {
        to->length = 0;
        append_chained(to, writer, row, 0, ++n_steps);
    }
    if (!is_whole && text_columns(buffer_text(to)) > room)
        append_cut_chain(to, writer, row, room);
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
