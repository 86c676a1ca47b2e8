/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/text_names.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "reporter/format/contents.h"
#include "reporter/format/pieces.h"

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

/* When a part was recorded, or why it was written. */
static void append_span(struct buffer *label, struct text text)
{
    if (text.length != 0)
        append_bracketed(label, ", ", text, "");
}

/* What the row is, from its most telling name on. */
static void append_name(struct buffer *label, const struct table_row *row, bool is_short)
{
    struct text name = row_name(row);
    bool is_place = row->function.at == NULL && row->file.at != NULL;

    if (row->function.at != NULL && is_short)
        append_without_arguments(label, name);
    else
        buffer_append(label, name.at != NULL ? name : TEXT("(no object)"));
    if (is_place && (row->line != 0 || row->text.at != NULL)) {
        char line[24];
        snprintf(line, sizeof line, ":%" PRIu64, row->line);
        buffer_append(label, text_of(line));
    }
    if (row->text.at != NULL) {
        buffer_append(label, TEXT("  "));
        buffer_append(label, row->text);
    }
    if (row->old != NULL && row->old->change == CHANGE_RENAMED) {
        buffer_append(label, TEXT(", was "));
        buffer_append(label, row->old->function);
    }
    if (row->old != NULL && row->old->change == CHANGE_MOVED) {
        buffer_append(label, TEXT(", was in "));
        buffer_append(label, path_base(row->old->file));
    }
}

void append_fitted(struct buffer *to, struct text name, size_t room)
{
    struct buffer short_name = {0};

    if (room == 0 || text_columns(name) <= room) {
        buffer_append(to, name);
        return;
    }
    append_without_arguments(&short_name, name);
    struct text text = buffer_text(&short_name);
    if (text_columns(text) > room) {
        buffer_append(to, text_head(text, room - room / 2 - 1));
        buffer_append(to, TEXT("\xe2\x80\xa6")); /* U+2026 */
        buffer_append(to, text_tail(text, room / 2));
    } else {
        buffer_append(to, text);
    }
    free(short_name.at);
}

/* The first and the last columns of a text that is too long, with "…" between them. */
static void write_shortened(FILE *out, struct text text, size_t room)
{
    size_t tail = room / 3, head = room - tail - 1;

    write_text(out, text_head(text, head));
    fputs("\xe2\x80\xa6", out); /* U+2026, horizontal ellipsis */
    write_text(out, text_tail(text, tail));
}

/* "operator<" and its kin, and "->", open and close nothing. */
static bool is_operator(struct text name, size_t at)
{
    static const struct text word = {"operator", 8};
    size_t begin = at;

    if (name.at[at] == '>' && at > 0 && (name.at[at - 1] == '-' || name.at[at - 1] == '='))
        return true;
    /* The longest is operator<=>. */
    while (name.at[at] != '(' && begin > 0 && at - begin < 2 &&
           strchr("<>=-", name.at[begin - 1]) != NULL)
        begin--;
    return begin >= word.length &&
           text_equal((struct text){name.at + begin - word.length, word.length}, word);
}

static bool opens(struct text name, size_t at)
{
    return (name.at[at] == '<' || name.at[at] == '(') && !is_operator(name, at);
}

static bool closes(struct text name, size_t at)
{
    return (name.at[at] == '>' || name.at[at] == ')') && !is_operator(name, at);
}

void append_without_arguments(struct buffer *to, struct text name)
{
    static const struct text ellipsis = {"\xe2\x80\xa6", 3}; /* U+2026 */
    size_t depth = 0, kept = 0, length_before = to->length;

    /* Rust's "<Type as Trait>::method" would say nothing without the first of them. */
    for (size_t at = name.length != 0 && name.at[0] == '<'; at < name.length; at++) {
        if (opens(name, at) && depth++ == 0) {
            buffer_append(to, (struct text){name.at + kept, at + 1 - kept});
            kept = at + 1;
        } else if (closes(name, at) && depth != 0 && --depth == 0) {
            bool is_short = at - kept <= 1; /* no longer than what would replace it */
            buffer_append(to, is_short ? (struct text){name.at + kept, at - kept} : ellipsis);
            kept = at;
        }
    }
    if (depth != 0) { /* these are not brackets */
        to->length = length_before;
        kept = 0;
    }
    buffer_append(to, text_skip(name, kept));
}

/* A line of source, "file:line  text", or a file, as much of it as fits: the end of a path says
 * most. */
static void write_place(FILE *out, const struct table_row *row, size_t room)
{
    struct table_row place = *row;
    struct buffer label = {0};

    append_name(&label, &place, false);
    if (text_columns(buffer_text(&label)) > room) {
        place.file = short_path(row->file);
        label.length = 0;
        append_name(&label, &place, false);
    }
    struct text text = buffer_text(&label);
    if (text_columns(text) > room) {
        write_text(out, text_head(text, room - 1));
        fputs("\xe2\x80\xa6", out); /* U+2026 */
    } else {
        write_text(out, text);
    }
    fputc('\n', out);
    free(label.at);
}

/* What is left out of a label, from nothing to all that can be. */
enum omitted {
    OMIT_NOTHING,
    OMIT_OBJECT,
    OMIT_TRIGGER = OMIT_OBJECT, /* of a part, which has no object */
    OMIT_FILE,
    OMIT_FILE_NOT_ARGUMENTS,
    N_OMITTED
};

/* A label in two: the name, and what comes after it and may be dim. */
struct label {
    struct buffer name, rest;
};

static void make_label(struct label *label, const struct table_row *row, enum omitted omitted,
                       bool is_whole)
{
    bool has_function = row->function.at != NULL;
    /* Without its arguments a name may have room for its file again. */
    bool has_file =
        omitted == OMIT_NOTHING || omitted == OMIT_OBJECT || omitted == OMIT_FILE_NOT_ARGUMENTS;

    label->name.length = label->rest.length = 0;
    append_name(&label->name, row, omitted >= OMIT_FILE_NOT_ARGUMENTS);
    if (omitted <= OMIT_TRIGGER)
        append_span(&label->rest, row->time_range);
    if (omitted == OMIT_NOTHING)
        append_span(&label->rest, row->trigger);
    if (!has_function)
        return;
    if (has_file && row_has_known_file(row))
        append_bracketed(&label->rest, " (", is_whole ? row->file : short_path(row->file), ")");
    if (omitted == OMIT_NOTHING)
        append_bracketed(&label->rest, " [", is_whole ? row->object : short_path(row->object), "]");
}

static size_t label_columns(const struct label *label)
{
    return text_columns(buffer_text(&label->name)) + text_columns(buffer_text(&label->rest));
}

void write_label(FILE *out, const struct table_row *row, size_t room, bool has_color)
{
    struct label label = {0};
    enum omitted omitted = OMIT_NOTHING;

    if (room != 0 && row->function.at == NULL && row->file.at != NULL) {
        write_place(out, row, room);
        return;
    }
    make_label(&label, row, omitted, room == 0);
    while (room != 0 && label_columns(&label) > room && ++omitted < N_OMITTED)
        make_label(&label, row, omitted, false);
    if (omitted == N_OMITTED) {
        label.rest.length = 0;
        if (text_columns(buffer_text(&label.name)) > room)
            write_shortened(out, buffer_text(&label.name), room);
        else
            write_text(out, buffer_text(&label.name));
    } else {
        write_text(out, buffer_text(&label.name));
    }
    tint_begin(out, has_color && label.rest.length != 0, TINT_DIM);
    write_text(out, buffer_text(&label.rest));
    tint_end(out, has_color && label.rest.length != 0, TINT_DIM);
    fputc('\n', out);
    free(label.name.at);
    free(label.rest.at);
}
