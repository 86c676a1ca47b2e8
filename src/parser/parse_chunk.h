/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_PARSER_PARSE_CHUNK_H
#define QUERN_PARSER_PARSE_CHUNK_H

/*
 * A parser for a chunk of a file, which does not know what the chunks before it say. It
 * assumes what is guessed, borrows the names that it cannot know, and notes what the
 * whole's parser needs to go on after the chunk as if it had parsed it itself.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "parser/cost_line.h"
#include "parser/name_ids.h"

struct parser;
struct text;

/* What is assumed of the state in which a chunk begins. */
struct guess {
    struct line_layout layout;
    bool has_fl;
    bool has_invocations;
    struct text *recorded; /* the names of all columns */
    size_t n_recorded;
};

/* A name that a chunk uses and an earlier one gave. */
struct borrowed_name {
    enum name_kind kind;
    enum { BORROWED_NUMBER, BORROWED_CURRENT } what; /* by its number, or what was current */
    uint64_t number;
    uint32_t name; /* the placeholder for it in the chunk's own table */
};

/* A number that a chunk defines, for itself and for those after it. */
struct defined_number {
    enum name_kind kind;
    uint64_t number;
    uint32_t name;
};

/* What there is to be known of a chunk besides its model. {0} is that of its start. */
struct chunk_state {
    bool is_wrong;      /* the guess does not hold: it has to be parsed again */
    bool knows_base;    /* some line gave the base for relative line numbers */
    bool meets_header;  /* the line being parsed is of a header: the chunk ends before it */
    const char *header; /* that line in the window; NULL: it met none */
    struct borrowed_name *borrowed;
    size_t n_borrowed, borrowed_capacity;
    struct defined_number *defined;
    size_t n_defined, defined_capacity;
};

/* The guess that the file goes on as the parser is now; guess_free() gives it back. */
void guess_make(struct guess *guess, const struct parser *parser);

void guess_free(struct guess *guess);

/* Whether the whole's parser is where the guess has a chunk begin. */
bool guess_holds(const struct guess *guess, const struct parser *whole);

/*
 * Makes a parser that has just begun one for a chunk, with a profile and name tables of its
 * own. chunk_state_free() is to be called besides parser_free().
 */
void parser_begin_chunk(struct parser *parser, struct chunk_state *chunk,
                        const struct guess *guess);

/*
 * What was met can only be read by whoever knows the chunks before; nothing for the whole's parser.
 */
void parser_reject_guess(struct parser *parser);

/* The placeholder for the name of a number that an earlier chunk defines. */
uint32_t parser_borrow(struct parser *parser, enum name_kind kind, uint64_t number);

/* Defines a number, also for the chunks after this one. */
void parser_define(struct parser *parser, enum name_kind kind, uint64_t number, uint32_t name);

/*
 * By kind and name of the chunk: its id in the whole, whose tables get what they do not have.
 * False where the chunk borrowed a number that was never defined. The caller frees each map
 * in any case.
 */
bool parser_map_names(struct parser *whole, const struct parser *chunk,
                      uint32_t *maps[N_NAME_KINDS]);

/* The whole's parser goes on as if it had parsed the chunk itself, which began where it is. */
void parser_go_on_after(struct parser *whole, const struct parser *chunk,
                        uint32_t *const maps[N_NAME_KINDS]);

void chunk_state_free(struct chunk_state *chunk);

#endif
