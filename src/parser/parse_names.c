/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/buffer.h"
#include "base/digits.h"
#include "base/number.h"
#include "parser/grammar.h"

/*
 * The array may have this many entries, or else sixteen times as many as there are definitions:
 * Callgrind numbers names as it meets them, and writes them in another order.
 */
enum { NEAR_AT_FIRST = 4096, NEAR_AT_LEAST = 256 * 1024 };

static void grow_near(struct name_ids *ids, size_t wanted)
{
    size_t count = wanted <= NEAR_AT_FIRST  ? NEAR_AT_FIRST
                 : wanted <= NEAR_AT_LEAST  ? NEAR_AT_LEAST
                 : wanted > ids->n_near * 2 ? wanted
                                            : ids->n_near * 2;
    size_t room = 0, known = ids->n_near;

    /*
     * Write all of it before reading: pages of calloc() that are read first are mapped a second
     * time when written, which stalls all threads.
     */
    ids->near = memory_grow(ids->near, &room, count, sizeof *ids->near);
    memset(ids->near + known, 0xff, (room - known) * sizeof *ids->near); /* NO_ID */
    ids->n_near = room;
}

void name_ids_define(struct name_ids *ids, uint64_t number, uint32_t name)
{
    ids->n_defined++;
    if (number >= ids->n_near && (number < NEAR_AT_LEAST || number / 16 < ids->n_defined))
        grow_near(ids, (size_t)number + 1);
    if (number < ids->n_near) {
        ids->near[number] = name;
        return;
    }
    uint32_t id = map_add(&ids->far, 0, number);
    if (id >= ids->far_capacity)
        ids->far_names =
            memory_grow(ids->far_names, &ids->far_capacity, (size_t)id + 1, sizeof *ids->far_names);
    ids->far_names[id] = name;
}

uint32_t name_ids_find_far(const struct name_ids *ids, uint64_t number)
{
    uint32_t id = map_find(&ids->far, 0, number);

    return id == NO_ID ? NO_ID : ids->far_names[id];
}

void name_ids_free(struct name_ids *ids)
{
    free(ids->near);
    map_free(&ids->far);
    free(ids->far_names);
    *ids = (struct name_ids){0};
}

/* Names built from names built from names could grow without limit. */
enum { LONGEST_EXPANDED = 64 * 1024 };

/* Reads "(number)" at the text's start; *length is how long it is. */
static bool read_bracketed(struct text text, uint64_t *number, size_t *length)
{
    const char *end;

    if (text.length < 3 || text.at[0] != '(' || !is_digit(text.at[1]))
        return false;
    /* The line's newline stops the number, wherever the text ends. */
    if (read_number(text.at + 1, &end, number) != NUMBER_OK)
        return false;
    if (end >= text.at + text.length || *end != ')')
        return false;
    *length = (size_t)(end + 1 - text.at);
    return true;
}

/* An undefined number stands for itself: "(3)" may be a real symbol. */
static uint32_t undefined_number(struct parser *parser, struct name_space *space, uint64_t number,
                                 struct text written)
{
    uint32_t name = names_add(space->names, written);
    parser_warn(parser, "the number %.*s was never defined", text_shown_length(written),
                written.at);
    name_ids_define(&space->ids, number, name); /* warns only once */
    return name;
}

static uint32_t add_name(struct name_space *space, struct text name)
{
    if (space->prefix.length != 0 && text_starts_with(name, space->prefix))
        name = text_skip(name, space->prefix.length);
    return names_add(space->names, name);
}

/* Appends a piece between apostrophes, after expanding "(number)". */
static void append_piece(struct parser *parser, struct name_space *space, struct buffer *buffer,
                         struct text piece)
{
    uint64_t number;
    size_t length;

    if (!read_bracketed(piece, &number, &length) || length != piece.length) {
        buffer_append(buffer, piece);
        return;
    }
    uint32_t name = name_ids_find(&space->ids, number);
    if (name == NO_ID)
        name = undefined_number(parser, space, number, piece);
    buffer_append(buffer, names_text(space->names, name));
}

/*
 * Returns whether a piece between apostrophes begins with "(" and a digit. Searches for brackets,
 * since they are rarer: a context of eight callers has seven apostrophes.
 */
static bool may_hold_numbers(struct text text)
{
    const char *end = text_end(text), *at = text.at;

    for (; text.length != 0 && (at = memchr(at, '(', (size_t)(end - at))) != NULL; at++)
        if (end - at > 2 && is_digit(at[1]) && (at == text.at || at[-1] == '\''))
            return memchr(text.at, '\'', text.length) != NULL;
    return false;
}

uint32_t parse_whole_name(struct parser *parser, enum name_kind kind, struct text name)
{
    struct name_space *space = &parser->spaces[kind];
    uint32_t id = add_name(space, name);

    if (name.length == 0)
        space->empty = id;
    return id;
}

/*
 * Adds a name that is spelled out. Callgrind's --compress-mangled=yes writes numbers inside names,
 * next to apostrophes: "(3)'2", "(3)'(4)".
 */
static uint32_t written_name(struct parser *parser, enum name_kind kind, struct text text)
{
    struct name_space *space = &parser->spaces[kind];
    struct buffer buffer = {0};
    struct text rest = text, piece;

    if (!may_hold_numbers(text))
        return parse_whole_name(parser, kind, text);

    for (bool is_first = true; text_cut(&rest, '\'', &piece); is_first = false) {
        if (!is_first)
            buffer_append(&buffer, TEXT("'"));
        append_piece(parser, space, &buffer, piece);
        if (buffer.length > LONGEST_EXPANDED) {
            parser_warn(parser, "the numbers in this name expand to too much: taken as written");
            free(buffer.at);
            return add_name(space, text);
        }
    }
    uint32_t name = add_name(space, buffer_text(&buffer));
    free(buffer.at);
    return name;
}

/* "(3" without an end is more likely a damaged line than a name. */
static bool lacks_bracket(struct text text)
{
    return text.length > 1 && text.at[0] == '(' && is_digit(text.at[1]) &&
           memchr(text.at, ')', text.length) == NULL;
}

/* Finds the name of a plain "(number)", as nearly all are written. NO_ID for anything else. */
static inline uint32_t find_reference(struct name_space *space, struct text specification)
{
    if (specification.length < 3 || specification.at[0] != '(')
        return NO_ID;
    const char *end = read_short_number(specification.at + 1, &space->number);
    size_t digits = (size_t)(end - specification.at - 1);
    if (digits == 0 || digits > SAFE_DIGITS || *end != ')' || digits + 2 != specification.length)
        return NO_ID;
    return name_ids_find(&space->ids, space->number);
}

static struct text after_blanks(struct text text)
{
    while (text.length != 0 && is_blank(text.at[0]))
        text = text_skip(text, 1);
    return text;
}

/*
 * The value of "fn=" and similar keys: a name, "main", a number, "(7)", or a number with its
 * definition, "(7) main" or "(7)main".
 */
struct specification {
    struct text written; /* without blanks before it */
    struct text name;    /* empty for a number alone */
    bool has_number;
    bool is_definition; /* something follows the number, even if only a blank */
    uint64_t number;
};

/* Reads a specification, which must be followed by the newline of its line. */
static struct specification read_specification(struct text written)
{
    const struct text all = after_blanks(written);
    struct specification read = {.written = all, .name = all};
    uint64_t number;
    size_t length;

    if (!read_bracketed(all, &number, &length))
        return read;
    const struct text rest = text_skip(all, length);
    if (rest.length != 0 && rest.at[0] == '\'') /* the number is a piece of the name */
        return read;
    read.has_number = true;
    read.number = number;
    read.is_definition = rest.length != 0;
    read.name = after_blanks(rest);
    return read;
}

/* Parses any specification except a number that was seen before. */
static uint32_t parse_other_name(struct parser *parser, enum name_kind kind, struct text written)
{
    struct name_space *space = &parser->spaces[kind];
    const struct specification read = read_specification(written);

    space->number = read.has_number ? read.number : NO_NUMBER;
    if (!read.has_number) {
        if (lacks_bracket(read.name))
            parser_warn(parser, "no ')' after the number of a name: taken as written");
        return written_name(parser, kind, read.name);
    }
    uint32_t name = name_ids_find(&space->ids, read.number);
    if (read.name.length == 0 && name != NO_ID)
        return name;
    if (!read.is_definition)
        return undefined_number(parser, space, read.number, read.written);
    name = written_name(parser, kind, read.name);
    name_ids_define(&space->ids, read.number, name);
    return name;
}

uint32_t parse_name(struct parser *parser, enum name_kind kind, struct text specification)
{
    uint32_t reference = find_reference(&parser->spaces[kind], specification);

    return reference != NO_ID ? reference : parse_other_name(parser, kind, specification);
}
