/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "base/array.h"
#include "parser/input.h"
#include "parser/parser.h"

static struct name_space *find_space(struct parser *parser, enum name_kind kind)
{
    switch (kind) {
    case NAME_OBJECT:
        return &parser->objects;
    case NAME_FILE:
        return &parser->files;
    default:
        return &parser->functions;
    }
}

struct names *parser_names(struct parser *parser, enum name_kind kind)
{
    return find_space(parser, kind)->names;
}

/* A name of the chunk's own table, without a text, that stands for another. */
static uint32_t borrow(struct parser *parser, struct borrowed_name borrowed)
{
    struct chunk_state *chunk = parser->chunk;

    borrowed.name = names_add_placeholder(parser_names(parser, borrowed.kind));
    ARRAY_GROW(chunk->borrowed, chunk->n_borrowed, chunk->borrowed_capacity);
    chunk->borrowed[chunk->n_borrowed++] = borrowed;
    return borrowed.name;
}

uint32_t parser_borrow(struct parser *parser, struct name_space *space, uint64_t number)
{
    uint32_t name = borrow(parser, (struct borrowed_name){
                                       .kind = space->kind,
                                       .what = BORROWED_NUMBER,
                                       .number = number,
                                   });

    name_ids_define(&space->ids, number, name);
    return name;
}

void parser_define(struct parser *parser, enum name_kind kind, uint64_t number, uint32_t name)
{
    struct name_space *space = find_space(parser, kind);
    struct chunk_state *chunk = parser->chunk;

    name_ids_define(&space->ids, number, name);
    if (chunk == NULL)
        return;
    ARRAY_GROW(chunk->defined, chunk->n_defined, chunk->defined_capacity);
    chunk->defined[chunk->n_defined++] = (struct defined_number){kind, number, name};
}

uint32_t parser_resolve(struct parser *parser, const struct borrowed_name *borrowed)
{
    if (borrowed->what == BORROWED_NUMBER)
        return name_ids_find(&find_space(parser, borrowed->kind)->ids, borrowed->number);
    return borrowed->kind == NAME_OBJECT ? parser->object : parser->unit_file;
}

void parser_begin_chunk(struct parser *parser, struct chunk_state *chunk, const struct guess *guess,
                        const char *path, const struct parse_options *options,
                        struct profile *profile, struct warnings *warnings, struct error *error)
{
    struct input input = {.path = path};

    parser_begin(parser, &input, options, profile, warnings, error);
    parser->chunk = chunk;
    for (size_t i = 0; i < guess->n_recorded; i++)
        events_add_recorded(&profile->events, guess->recorded[i]);
    profile_widen(profile);
    parser->layout = guess->layout;
    parser->has_fl = guess->has_fl;
    parser_begin_body(parser);
    /* A chunk is only merged into a part that was asked for: see guess_holds(). */
    profile_last_part(profile)->is_left_out = false;
    parser->is_left_out = false;
    parser->object =
        borrow(parser, (struct borrowed_name){.kind = NAME_OBJECT, .what = BORROWED_CURRENT});
    parser->unit_file =
        borrow(parser, (struct borrowed_name){.kind = NAME_FILE, .what = BORROWED_CURRENT});
}

void chunk_state_free(struct chunk_state *chunk)
{
    free(chunk->borrowed);
    free(chunk->defined);
    *chunk = (struct chunk_state){0};
}
