/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_PARSER_PARSER_H
#define QUERN_PARSER_PARSER_H

/*
 * The state between two lines of a profile, shared by the files that parse headers,
 * names and costs. Nothing outside of them and chunks.c includes this.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"
#include "base/warnings.h"
#include "parser/cost_line.h"
#include "parser/name_ids.h"
#include "parser/parse_chunk.h"
#include "parser/scope.h"
#include "profile/profile.h"
#include "profile/stack_log.h"

struct error;
struct input;
struct parse_options;

/* The names of one kind: their table in the profile and their numbers in this file. */
struct name_space {
    struct names *names; /* not owned */
    struct text prefix;  /* taken off the front of each name */
    struct name_ids ids;
    uint32_t empty; /* the name of no characters; NO_ID until the file has it */
};

/* A line of a header, kept until the header is complete. Without one, its text points nowhere. */
struct header_line {
    struct text text; /* what follows the key */
    uint64_t number;
};

/* What the header of the current part said, and how far the part has come. */
struct part_header {
    bool is_complete;           /* costs or names came already: header lines now begin a new part */
    bool is_left_out;           /* the part is not among those asked for: its costs are not added */
    bool has_positions;         /* it has a "positions:" line of its own */
    struct header_line events;  /* the last "events:" of its own */
    struct header_line summary; /* the last "summary:" */
    struct header_line next_summary; /* one more after the part's sums: of a part that may follow */
    uint64_t totals_line;            /* the line of its "totals:", 0 before it */
    struct text doubted_object, doubted_file; /* of a doubt that has still to name its function */
};

/* What the file has, by which its writer is known and whether it came to its end. */
struct writer_signs {
    bool has_version, has_positions, has_calls;
    bool lacks_newline;    /* at the end of its last line */
    bool has_inner_return; /* within its first line: its lines may end in that */
};

/* The place of the scope's file and function, which costs and calls now belong to. */
struct current_place {
    bool is_settled; /* false: to be found when the next cost needs it */
    place_id id;
    struct line_page *page; /* the page of the last line number; NULL: look it up */
};

/*
 * A block with a sum above this is added to the profile at once. Below it, plain lines of costs
 * below 10^8 can be added without a look at each sum: there would have to be 46 billion of them.
 */
#define LARGEST_IN_BLOCK (INT64_MAX / 2)

/* Self cost of the current place since it was settled, not yet in the profile. */
struct block {
    bool is_used;
    size_t n_given;            /* how many events have been given */
    int64_t costs[MAX_EVENTS]; /* by event of the layout; 0 from n_given on */
};

/* The invocations of a part, where each has a block of its own and stacks are kept. */
struct invocations {
    bool is_on;          /* they are read */
    bool is_wrong;       /* something is not as it should be: nothing is known of stacks */
    bool is_ended;       /* a blank line came after the current block's costs */
    bool is_cut;         /* none came after those of the last block */
    bool has_self;       /* the current block has a line of self cost */
    uint64_t n_warnings; /* that there were before the part */

    function_id function;      /* of the current block, once it has a cost */
    size_t n_costs;            /* how many events of its self cost were given */
    int64_t costs[MAX_EVENTS]; /* by event of the layout; 0 from n_costs on */
    struct logged_call *calls;
    size_t n_calls, call_capacity;
    struct stack_log log; /* of the blocks before it */
};

struct parser {
    struct profile *profile;
    struct chunk_state *chunk; /* NULL: not a chunk, but a file from its start */
    const struct parse_options *options;
    struct warnings *warnings;
    struct error *error;
    const char *path;
    uint64_t line; /* number of the line being parsed, from 1 */

    struct name_space spaces[N_NAME_KINDS];
    bool has_part;           /* the file has a part, whose header this is */
    bool names_callee_files; /* it has a "cfi=" or "cfl=" */
    bool has_invocations;    /* the part is of a writer that writes a block for each */
    struct writer_signs signs;
    struct part_header header;
    struct line_layout layout;
    struct scope scope;
    struct current_place place;
    struct block block;
    struct invocations invocations;

    int64_t costs[MAX_EVENTS]; /* of the line being parsed, by event of the layout */
};

/* Warns of the current line. */
#define parser_warn(parser, ...)                                                                   \
    warnings_add((parser)->warnings, (parser)->path, (parser)->line, __VA_ARGS__)

/* parse.c: a parser for a file, as a new input of the profile. parser_free() in any case. */
void parser_begin(struct parser *parser, const struct input *input,
                  const struct parse_options *options, struct profile *profile,
                  struct warnings *warnings, struct error *error);

/* Parses whole lines. False ends parsing, with the reason in parser->error. */
bool parser_lines(struct parser *parser, struct text lines);

/* What can only be said at the end of the file. */
bool parser_end(struct parser *parser);

void parser_free(struct parser *parser);

/* parse_header.c: "key: value" lines. False ends parsing, with the reason in parser->error. */
bool parse_header_line(struct parser *parser, struct text line);

/* What comes now belongs to the body of a part, which there is from now on. False as above. */
bool parser_begin_body(struct parser *parser);

static inline bool parser_enter_body(struct parser *parser)
{
    return parser->header.is_complete || parser_begin_body(parser);
}

/*
 * Forgets what the lines before said of positions and of where costs belong: a file begins
 * here, maybe one that was appended to another.
 */
void parser_start_file(struct parser *parser);

/* The current line without its key, for when the header is complete. */
struct header_line parser_keep_line(struct parser *parser, struct text text);

/*
 * parse_sums.c: "summary:" and "totals:" lines, and the check of what they say. A damaged line is
 * left out whole. False ends parsing, as above.
 */
bool parse_summary(struct parser *parser, struct text value);
bool parse_totals(struct parser *parser, struct text value);

/* Sets what the part's header says of its sum. */
void parser_set_summary(struct parser *parser, struct header_line line);

/* Checks the part that ends here against what it says of itself, and that it has its end. */
enum part_end { BEFORE_ANOTHER_PART, AT_END_OF_FILE };
void parser_end_part(struct parser *parser, enum part_end end);

/*
 * parse_names.c: what follows "fn=" and its like: a name, "main", a number, "(7)", or a number and
 * the name that it gets, "(7) main" or "(7)main".
 */
struct specification {
    struct text written; /* without blanks before it */
    struct text name;    /* empty where it is a number alone */
    bool has_number;
    bool is_definition; /* something follows the number, if only a blank */
    uint64_t number;
};

/* Reads one, after which there is the newline of its line. */
struct specification specification_read(struct text written);

/* The name that it says, as an id of that kind's table. */
uint32_t parse_name(struct parser *parser, enum name_kind kind, struct text specification);

/* The same of a text that is the name itself, not maybe a number for one. */
uint32_t parse_whole_name(struct parser *parser, enum name_kind kind, struct text name);

/*
 * parse_doubts.c: the text of a "desc:" line that may say that a function's figures are not exact.
 * True when it does, or is a part of that: it does not describe the run.
 */
bool parse_doubt(struct parser *parser, struct text type, struct text value);

/*
 * parse_calls.c: what follows "calls=", "jump=" or "jcnd=": the next line of cost is of that, or of
 * a jump if it has no cost.
 */
void parse_calls(struct parser *parser, struct text value);
void parse_jump(struct parser *parser, struct text value, bool is_conditional);

/*
 * parse_costs.c: the line of cost at `at`, and those after it that are as plain. Gives the '\n' of
 * the last one; `end` is the window's end. NULL ends parsing, with the reason in parser->error.
 */
const char *parse_cost_lines(struct parser *parser, const char *at, const char *end);

/*
 * Adds the jump whose lines were read, if jumps are kept. It is made there, or where that is NULL
 * at the last self cost. False as above.
 */
bool parser_add_jump(struct parser *parser, const struct position *from);

/*
 * parse_stacks.c: the blocks of invocations. A part begins or ends here: the stacks of one that
 * ends go to the profile.
 */
void parser_begin_invocations(struct parser *parser);
void parser_settle_invocations(struct parser *parser, enum part_end end);

/* Takes note of the block's self cost before that goes to its place, or of a call that it made. */
void parser_log_self(struct parser *parser);
void parser_log_call(struct parser *parser, function_id callee, const struct cost_line *line);

/* The current block ends, and another may begin. */
void parser_end_invocation(struct parser *parser);

/*
 * Goes on with the invocations of a chunk, which has none then. `functions` is by function of the
 * chunk which one it is, and belongs to the whole's parser from now on.
 */
void parser_append_invocations(struct parser *whole, struct parser *chunk, uint32_t *functions);

void parser_free_invocations(struct parser *parser);

/* Whether this is a chunk that does not know what its next line is relative to. */
static inline bool parser_lacks_base(const struct parser *parser)
{
    return parser->chunk != NULL && !parser->chunk->knows_base;
}

/* Adds the self cost gathered so far to its place. To be called before the place changes. */
bool parser_flush_block(struct parser *parser);

#endif
