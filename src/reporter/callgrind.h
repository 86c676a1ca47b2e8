/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_CALLGRIND_H
#define QUERN_REPORTER_CALLGRIND_H

/*
 * Writes a profile in the Callgrind format: one part, with the functions as they were recorded, f'2
 * apart from f. The order is that of names and positions and never that of the input, so the same
 * costs always give the same bytes, and merging in steps gives what merging at once does.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/map.h"
#include "base/text.h"
#include "profile/name_pieces.h"
#include "profile/profile.h"

struct error;
struct filter;

/*
 * Writes a profile that has spots, their calls and jumps. `program` is one row, the program's
 * total. The filter selects functions; their calls are written whatever they call. Leaves out basic
 * blocks and the ends of ranges. A cost that was not given is left out too if all after it are, and
 * is 0 otherwise. Returns false, with nothing written, if readers could not add up what would be
 * written. The caller checks whether the stream failed.
 */
bool write_callgrind(const struct profile *profile, const struct costs *program,
                     const struct filter *filter, FILE *out, struct error *error);

/* The rest is used by the files named callgrind*.c alone, and by their tests. */

/* Describes where a function has code, and something to write for it. */
struct ordered_place {
    place_id id;
    file_id file;
    bool is_inlined; /* in another file than its function's */
    struct text path;
};

struct ordered_spot {
    uint32_t id;
    struct position position;
};

struct ordered_call {
    uint32_t id; /* of a spot call */
    struct ordered_spot from;
    function_id callee;
    uint32_t rank; /* of the callee among functions */
    struct position target;
};

struct ordered_jump {
    uint32_t id; /* of profile->jumps */
    struct ordered_spot from;
    struct jump_target to;
    struct position position;   /* in the target */
    struct text path, function; /* of the target; the function is empty if it is the jump's own */
};

/* Lists what each owner has: owner i has ids[begin[i]] up to ids[begin[i + 1]], not included. */
struct owned_ids {
    uint32_t *ids;
    size_t *begin; /* by owner; one more at the end */
};

/*
 * Holds what is written of a profile, in the order of names and positions, and never in that of
 * ids, which depend on the input. Functions are sorted once; the places of a function, and the
 * spots, calls and jumps of a place are sorted when they are written.
 */
struct written_order {
    const struct profile *profile; /* not owned */
    function_id *functions;        /* all of the profile, by object, file and name */
    uint32_t *ranks;               /* by function: its index among them */
    bool *is_kept;                 /* by function: it passes the filter */

    struct owned_ids places; /* by function */
    struct owned_ids calls;  /* by place */
    struct owned_ids jumps;  /* by place */

    /* These say by id what is named: written functions, what they call, and their names. */
    struct {
        bool *functions, *objects, *files, *symbols;
    } named;

    /* The functions below return these arrays. */
    struct ordered_place *of_function;
    struct ordered_spot *of_place;
    struct ordered_call *calls_of_place;
    struct ordered_jump *jumps_of_place;
    size_t of_function_capacity, of_place_capacity, call_capacity, jump_capacity;
};

/* Sorts the functions of a profile with spots. Free with written_order_free(). */
void written_order_create(struct written_order *order, const struct profile *profile,
                          const struct filter *filter);
void written_order_free(struct written_order *order);

/* Tells whether the function of this spot is written. */
bool spot_is_written(const struct written_order *order, uint32_t spot);

/*
 * Returns the places of a function that have spots: first its own, then code inlined from other
 * files by their path. Like those below, they are valid until the next call, and NULL if there
 * never were any.
 */
const struct ordered_place *written_places(struct written_order *order, function_id function,
                                           size_t *count);

/* Returns the spots of a place, by address and line. */
const struct ordered_spot *written_spots(struct written_order *order, place_id place,
                                         size_t *count);

/*
 * Returns the calls that a place makes, in the order of its spots, and those of one spot by the
 * rank of the callee and the position in it.
 */
const struct ordered_call *written_calls(struct written_order *order, place_id place,
                                         size_t *count);

/*
 * Returns the jumps from a place, in the order of its spots, and those of one spot by their target,
 * without those whose counts are all 0.
 */
const struct ordered_jump *written_jumps(struct written_order *order, place_id place,
                                         size_t *count);

/*
 * Adds all self cost that will be written to *total, one empty row. Returns false if a sum of that,
 * or of the calls from a place to a function, may not fit into 64 bits on the way: readers add up
 * in an order of their own, and costs may have both signs.
 */
bool add_up_written(const struct written_order *order, struct costs *total, struct error *error);

/* Assigns numbers to the names of one kind of things. */
struct numbers {
    uint32_t *given; /* by id of an object, a file or a function; 0 if it was not written yet */
    uint32_t last;
    struct map reserved; /* (0, number): never assigned, since names seem to mention them */
};

/* Writes lines, and knows what readers know from the lines before. */
struct line_writer {
    FILE *out;
    const struct written_order *order; /* not owned, nor is the next */
    const struct profile *profile;
    struct numbers objects, files, functions;
    const struct name_pieces *pieces; /* of the names of functions */

    object_id object;  /* where readers are now; NO_ID if no object is known */
    file_id unit_file; /* of the last "fl="; NO_ID before the first */
    file_id file;      /* of the last "fl=" or "fi=" */
    bool has_callees;  /* a call was written */

    /* Some readers take it for that of the next callee too, until a line of self cost. */
    object_id called_object; /* of the last "cob=" */
    bool keeps_called;       /* there was no self cost since */

    bool has_addresses; /* a position is an address and a line, or else a line alone */
    bool is_after_self; /* the line before was self cost, at `last` */
    struct position last;
    char *lines; /* not yet written to `out`, with room for one more line of numbers */
    size_t length;
};

/* Writes what is in the order, with addresses if any of it has one. Free with line_writer_free().
 */
void line_writer_create(struct line_writer *writer, const struct written_order *order, FILE *out);
void line_writer_free(struct line_writer *writer);

/* Writes the lines that are kept back, as must be done before anything else is written to `out`. */
void flush_lines(struct line_writer *writer);

void write_empty_line(struct line_writer *writer);

/*
 * Lines of names say which function, object and file the next lines belong to. An object, a file
 * and a function are named once, with a number, and by the number alone from then on. What a reader
 * knows from the lines before is not repeated.
 *
 * As in Callgrind's files, the number of a function stands for an object, a file and a name:
 * KCachegrind takes it for that wherever it appears again. So a name that several functions have is
 * written with a number for each of them.
 */

/*
 * Names a function, with its object and file if they change: the next lines are its own. The next
 * position is written in full.
 */
void write_function_name(struct line_writer *writer, function_id id);

/* Names another file, from which the code that follows was inlined. */
void write_inlined_file(struct line_writer *writer, file_id file);

/* Names the function that the next call goes to, with its object and file where needed. */
void write_callee_name(struct line_writer *writer, function_id id);

/*
 * Names the file and the function that the next jump leads to, if they are not those that it is in.
 * The function is named by its name alone.
 */
void write_jump_names(struct line_writer *writer, struct jump_target to);

/*
 * Readers take f'2 for an activation of f only if another name begins with f, and f'main for f
 * called from main only if one begins with main. Names such pieces, without costs, if nothing else
 * that will be written begins with them. Call before any function is named.
 */
void declare_pieces(struct line_writer *writer);

/* Tells whether a name that will be written has a level of recursion above 1. */
bool has_written_levels(const struct line_writer *writer);

/*
 * Ends a line with its last text. Readers take a carriage return before the newline for a part of
 * it, so one more is written after a text that ends in one.
 */
void end_line(FILE *out, struct text text);

/* Writes a line of self cost, its position relative to that of the line before if possible. */
void write_self_cost(struct line_writer *writer, struct position position,
                     const struct costs *costs, size_t row);

/*
 * Writes calls from a position to one in the callee just named, and what they cost by a row of the
 * table: a line with the number of calls, and one with the position and their inclusive cost.
 */
void write_call_cost(struct line_writer *writer, struct position position, struct position target,
                     const struct ledger *table, size_t row);

/*
 * Writes jumps from a position to one of the file just named: a line with their number, and one
 * with the position alone.
 */
void write_jump(struct line_writer *writer, struct position position, struct position target,
                const struct jump_counts *counts);
void write_conditional_jump(struct line_writer *writer, struct position position,
                            struct position target, const struct jump_counts *counts);

/*
 * Writes the end of a line: a blank and a cost for each of the row, up to the last that was given.
 */
void write_costs(struct line_writer *writer, const struct costs *costs, size_t row);

#endif
