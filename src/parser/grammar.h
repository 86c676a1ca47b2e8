/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_PARSER_GRAMMAR_H
#define QUERN_PARSER_GRAMMAR_H

/*
 * Shared by the files of the grammar alone: the state between two lines of a profile. They call
 * each other in one direction, from lines to the parser's state:
 *
 *     parse
 *     parse_header
 *     parse_costs
 *     parse_names
 *     cost_line (which knows nothing of a parser)
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/map.h"
#include "base/text.h"
#include "parser/cost_line.h"
#include "profile/profile.h"

struct error;
struct input;
struct parse_options;

/* Each kind of name has its own numbers. */
enum name_kind { NAME_OBJECT, NAME_FILE, NAME_FUNCTION, N_NAME_KINDS };

/*
 * Names for numbers in brackets, as in "fn=(7) main" and then "fn=(7)". Writers count from 0 or 1,
 * and such numbers index an array. Others, up to 2^64, go through a hash, so that memory depends on
 * their count. {0} has no numbers defined.
 */
struct name_ids {
    uint32_t *near; /* by number: the name; NO_ID where not defined */
    size_t n_near;
    size_t n_defined;
    struct map far; /* (0, number) of those beyond the array */
    uint32_t *far_names;
    size_t far_capacity;
};

/* Half of a function's key. NO_ID if not given. */
struct unit {
    object_id object;
    file_id file;
};

struct callee {
    symbol_id name;   /* of the last "cfn=" */
    uint64_t number;  /* of that name */
    struct unit unit; /* what "cob=" and "cfi=" said of it */
    struct unit next; /* said since its "cfn=": of it where "calls=" comes next, else of the
                         callee of the next "cfn=" */
    uint64_t line;    /* of its "cfn="; 0 before the first */
};

/* The owner of the next line of cost. */
enum awaited_kind {
    AWAITS_NOTHING,   /* self cost */
    AWAITS_CALL,      /* the call of the "calls=" line before */
    AWAITS_JUMP,      /* the jump of the "jump=" or "jcnd=" line before, if it has no cost */
    AWAITS_LOST_CALL, /* an unreadable line of a call or jump: its cost is lost too */
    AWAITS_LOST_JUMP,
};

/* The target of a jump from "jfi=" and "jfn=". NO_ID: the same as the jump's. */
struct jump_scope {
    file_id file;
    symbol_id function;
};

/* The valid members depend on the kind: calls have no jump, and jumps no calls. */
struct awaited {
    enum awaited_kind kind;
    uint64_t line;          /* of "calls=" or "jump=" */
    struct position target; /* where it leads to; 0 where that is not kept */
    int64_t n_calls;
    struct jump_counts jump_counts;
    struct jump_scope jump;
};

/*
 * The context from previous lines: where costs belong, the callee, and the base of relative
 * positions. It owns nothing. Ids are NO_ID until a position specification sets them.
 */
struct scope {
    object_id object;
    file_id file;          /* of the next costs */
    file_id unit_file;     /* of the last "fl=": where the next "fn=" is defined */
    bool has_fl;           /* there was an "fl=": "fi=" does not replace it */
    file_id function_file; /* where the current function is defined */
    symbol_id function;
    uint64_t function_number;
    struct callee callee;
    struct jump_scope next_jump; /* said since the last jump */
    struct awaited awaited;
    struct position base; /* of the last self cost; its address is 0 where none are kept */
};

/* The names of one kind: their table in the profile and their numbers in this file. */
struct name_space {
    struct names *names; /* not owned */
    struct text prefix;  /* taken off the front of each name */
    struct name_ids ids;
    uint64_t number; /* of the last name */
    uint32_t empty;  /* the empty name; NO_ID until the file has it */
};

/*
 * A line of a header, kept until the header is complete. Its text, without the key, is NULL if
 * there was no such line.
 */
struct header_line {
    struct text text;
    uint64_t number;
};

/* The header of the current part, and the progress within the part. */
struct part_header {
    bool is_complete;           /* costs or names came already: header lines now begin a new part */
    bool is_left_out;           /* the part is not selected: its costs are not added */
    bool has_positions;         /* it has a "positions:" line of its own */
    struct header_line events;  /* the last "events:" of its own */
    struct header_line summary; /* the last "summary:" */
    uint64_t totals_line;       /* the line of its "totals:", 0 before it */
    struct text doubted_object, doubted_file; /* for a doubt whose function is still to be named */
};

/* Features of the file by which its writer and its completeness are recognized. */
struct writer_signs {
    bool has_version, has_positions, has_calls;
    bool lacks_newline; /* at the end of its last line; false until that is read */
};

/* The place of the scope's file and function, which costs and calls now belong to. */
struct current_place {
    bool is_settled; /* false: it must be found when the next cost needs it */
    place_id id;
};

/*
 * A block with a sum above this is added to the profile at once. Below it, plain lines of costs
 * below 10^8 can be added without a look at each sum: it would take 46 billion of them to overflow.
 */
#define LARGEST_IN_BLOCK (INT64_MAX / 2)

/* Self cost of the current place since it was settled, not yet in the profile. */
struct block {
    bool is_used;
    size_t n_given;            /* how many events have been given */
    int64_t costs[MAX_EVENTS]; /* by event of the layout; 0 from n_given on */
};

/* The numbers of the parts so far. */
struct part_numbers {
    struct map used; /* (process and thread, number) */
    int64_t n_parts, highest;
};

/* Lines whose numbers have their last bits in common may share a place among the last ones. */
enum { N_RECENT_LINES = 256 };

struct parser {
    struct profile *whole;   /* the profile of the whole input */
    struct profile *profile; /* the profile for the costs of the part: `whole`, or that of a
                              * label */
    const struct parse_options *options;
    struct warnings *warnings;
    struct error *error;
    const char *path;
    uint64_t line; /* number of the line being parsed, from 1 */

    struct name_space spaces[N_NAME_KINDS];
    bool has_part;           /* the file has a part, whose header this is */
    bool names_callee_files; /* it has a "cfi=" or "cfl=" */
    bool file_ends_function; /* the part is Cachegrind's: no function goes on after "fl=" */
    struct writer_signs signs;
    struct part_header header;
    struct part_numbers part_numbers;
    struct line_layout layout;
    struct header_line events; /* the last "events:", which parts without one have too */
    struct scope scope;
    struct current_place place;
    uint32_t recent_lines[N_RECENT_LINES]; /* ids, by the last bits of the number */
    struct block block;

    int64_t costs[MAX_EVENTS]; /* of the line being parsed, by event of the layout */
};

/* Warns of the current line. */
#define parser_warn(parser, ...)                                                                   \
    warnings_add((parser)->warnings, (parser)->path, (parser)->line, __VA_ARGS__)

/* parse_names.c */

/* Makes the number stand for the name from now on. */
void name_ids_define(struct name_ids *ids, uint64_t number, uint32_t name);

/* Finds the name of a number that the array does not have, for name_ids_find() alone. */
uint32_t name_ids_find_far(const struct name_ids *ids, uint64_t number);

/* Returns the name that the number stands for, or NO_ID. */
static inline uint32_t name_ids_find(const struct name_ids *ids, uint64_t number)
{
    if (number < ids->n_near && ids->near[number] != NO_ID)
        return ids->near[number];
    return ids->far.count == 0 ? NO_ID : name_ids_find_far(ids, number);
}

void name_ids_free(struct name_ids *ids);

/* Returns the name that a specification stands for, as an id of that kind's table. */
uint32_t parse_name(struct parser *parser, enum name_kind kind, struct text specification);

/* Does the same for a text that is the name itself and never a number for one. */
uint32_t parse_whole_name(struct parser *parser, enum name_kind kind, struct text name);

/* parse_costs.c. If these return false or NULL, parsing ends, with the reason in parser->error. */

/*
 * Parses the line of cost at `at`, and plain ones after it. Returns the '\n' of the last one; `end`
 * is the end of the window.
 */
const char *parse_cost_lines(struct parser *parser, const char *at, const char *end);

/* Adds the self cost gathered so far to its place. Call it before the place changes. */
bool parser_flush_block(struct parser *parser);

/*
 * Adds the jump that was read, if jumps are kept, at `from` or, if that is NULL, at the last self
 * cost.
 */
bool parser_add_jump(struct parser *parser, const struct position *from);

/* parse_header.c: "key: value" lines. False ends parsing, as above. */

/*
 * Resets positions and the owner of costs at the start of a file, which may have been appended to
 * another.
 */
void parser_start_file(struct parser *parser);

bool parse_header_line(struct parser *parser, struct text line);

/* Enters the body of a part, which is created if there is none. */
bool parser_begin_body(struct parser *parser);

static inline bool parser_enter_body(struct parser *parser)
{
    return parser->header.is_complete || parser_begin_body(parser);
}

/* Checks the part that ends here against its stated sums, and that it is complete. */
void parser_end_part(struct parser *parser);

#endif
