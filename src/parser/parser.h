/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_PARSER_PARSER_H
#define QUERN_PARSER_PARSER_H

/*
 * The state between two lines of a profile, shared by the files that parse headers,
 * names and costs. Nobody else includes this.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "base/text.h"
#include "base/warnings.h"
#include "parser/cost_line.h"
#include "parser/name_ids.h"
#include "parser/parse.h"
#include "profile/profile.h"

/* Places found lately. */
struct cached_place {
    function_id function;
    file_id file;
    place_id place; /* NO_ID: none yet */
};

enum { PLACE_CACHE = 1024 };

enum name_kind { NAME_OBJECT, NAME_FILE, NAME_FUNCTION, N_NAME_KINDS };

/* The names of one kind: their table in the profile and their numbers in this file. */
struct name_space {
    enum name_kind kind;
    struct names *names;
    struct text prefix; /* taken off the front of each name */
    struct name_ids ids;
};

/* What the next line of cost belongs to. */
enum awaited {
    AWAITS_NOTHING, /* self cost */
    AWAITS_CALL,    /* the call of the "calls=" line before */
    AWAITS_JUMP,    /* a jump, which is not kept */
    AWAITS_LOST,    /* a "calls=" line that could not be read: it is lost with it */
};

/* What the parser of a chunk takes from the chunks before: see chunks.h. */
struct guess {
    struct line_layout layout;
    struct text *recorded; /* the names of all columns */
    size_t n_recorded;
    bool has_fl;
};

/* A name that a chunk uses and an earlier one gave. */
struct borrowed_name {
    enum name_kind kind;
    enum { BORROWED_NUMBER, BORROWED_CURRENT } what; /* by its number, or what was current */
    uint64_t number;
    uint32_t name; /* what stands for it in the chunk's own table */
};

/* A number that a chunk defines for itself and those behind. */
struct defined_number {
    enum name_kind kind;
    uint64_t number;
    uint32_t name;
};

/* What there is to be known of a chunk besides its model. */
struct chunk_state {
    bool is_wrong;      /* the guess does not hold: it has to be parsed again */
    bool knows_base;    /* some line gave the base for relative line numbers */
    bool meets_header;  /* the line being parsed is of a header: the chunk ends before it */
    const char *header; /* that line in the window; NULL: there is none */
    struct borrowed_name *borrowed;
    size_t n_borrowed, borrowed_capacity;
    struct defined_number *defined;
    size_t n_defined, defined_capacity;
};

struct parser {
    struct profile *profile;
    struct chunk_state *chunk; /* NULL: not a chunk, but a file from its start */
    const struct parse_options *options;
    struct warnings *warnings;
    struct error *error;
    const char *path;
    uint64_t line; /* number of the line being parsed, from 1 */

    struct name_space objects, files, functions;

    /* From the part's header. */
    bool has_part;
    bool in_body;              /* costs or names came already: header lines now begin a new part */
    bool is_left_out;          /* the part is not among those asked for: its costs are not added */
    uint64_t totals_line;      /* the line of the part's "totals:", 0 before it */
    bool had_totals;           /* an earlier part ended with "totals:" */
    bool has_positions;        /* the part has a "positions:" line of its own */
    bool has_events;           /* the part has an "events:" line of its own */
    struct text early_summary; /* a "summary:" before that, which it gives the order of */
    struct line_layout layout;

    /* From the position specifications: NO_ID where there was none. */
    object_id object;
    file_id file;      /* of the next costs */
    file_id unit_file; /* of the last "fl=": where the next "fn=" is defined */
    bool has_fl;
    file_id function_file; /* where the current function is defined */
    symbol_id function_name;
    object_id callee_object, next_callee_object; /* before and behind the last "cfn=" */
    file_id callee_file, next_callee_file;
    symbol_id callee_name;
    uint64_t callee_line; /* the line with the last "cfn=" */
    struct position base; /* of the last self cost: what others are relative to */
    object_id nameless;   /* an object without a name, which is none; NO_ID until there is one */

    /* The place of these, found when the first cost needs it. */
    bool is_settled;
    struct cached_place *places; /* PLACE_CACHE of them */
    place_id place;
    struct line_page *page; /* the page of the last line number; NULL: look it up */

    /* Self cost of the place since it was settled, by event of this part. */
    int64_t block[MAX_EVENTS];
    size_t block_given; /* how many events have been given */
    bool block_is_used;

    enum awaited awaited;
    int64_t call_count;
    uint64_t call_line;        /* the line with "calls=" */
    int64_t costs[MAX_EVENTS]; /* of the line being parsed, by event of this part */
};

/* Warns of the current line. */
#define parser_warn(parser, ...)                                                                   \
    warnings_add((parser)->warnings, (parser)->path, (parser)->line, __VA_ARGS__)

/* parse.c: a parser for a file, as a new input of the profile. parser_free() in any case. */
struct input;
void parser_begin(struct parser *parser, const struct input *input,
                  const struct parse_options *options, struct profile *profile,
                  struct warnings *warnings, struct error *error);

/* Parses whole lines. False ends parsing, with the reason in parser->error. */
bool parser_lines(struct parser *parser, struct text lines);

/* What can only be said at the end of the file. */
bool parser_end(struct parser *parser);

void parser_free(struct parser *parser);

/* parse_chunk.c: a parser for a chunk of a file, in a profile of its own. */
void parser_begin_chunk(struct parser *parser, struct chunk_state *chunk, const struct guess *guess,
                        const char *path, const struct parse_options *options,
                        struct profile *profile, struct warnings *warnings, struct error *error);

/* What stands for the name of a number that an earlier chunk defines. */
uint32_t parser_borrow(struct parser *parser, struct name_space *space, uint64_t number);

/* The name that a chunk behind borrows; NO_ID where there is none. */
uint32_t parser_resolve(struct parser *parser, const struct borrowed_name *borrowed);

/* Lets a number stand for a name, and notes it for the chunks behind. */
void parser_define(struct parser *parser, enum name_kind kind, uint64_t number, uint32_t name);

struct names *parser_names(struct parser *parser, enum name_kind kind);

void chunk_state_free(struct chunk_state *chunk);

/* parse_header.c: "key: value" lines. False ends parsing, with the reason in parser->error. */
bool parse_header_line(struct parser *parser, struct text line);

/* What comes now belongs to the body of a part, which there is from now on. */
void parser_begin_body(struct parser *parser);

static inline void parser_enter_body(struct parser *parser)
{
    if (!parser->in_body)
        parser_begin_body(parser);
}

/* Forgets what the lines before said of where costs belong: another file was appended. */
void parser_forget_place(struct parser *parser);

/* Checks the part that ends here against what it says of itself. */
void parser_end_part(struct parser *parser);

/* Whether the part has still to come to the "totals:" that its writer ends it with. */
bool parser_awaits_totals(const struct parser *parser);

/* parse_names.c: the name behind "fn=" and its like, as an id of the space's table. */
uint32_t parse_name(struct parser *parser, struct name_space *space, struct text specification);

/*
 * parse_costs.c: the line of cost at `at`; gives its '\n'. `end` is the window's end.
 * NULL ends parsing, with the reason in parser->error.
 */
const char *parse_cost_line(struct parser *parser, const char *at, const char *end);

/* Adds the self cost gathered so far to its place. To be called before the place changes. */
bool parser_flush_block(struct parser *parser);

#endif
