/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_LISTING_LISTING_ROWS_H
#define QUERN_REPORTER_VIEW_LISTING_LISTING_ROWS_H

/* Makes the rows of a listing, in their order. It is private to this folder. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/map.h"
#include "base/text.h"
#include "profile/line_map.h"
#include "reporter/source/source.h"
#include "reporter/table.h"
#include "reporter/view/listing/listing.h"

struct line_matching;
struct source_paths;

/* Describes a row before its figures are looked up. */
struct listing_row {
    enum table_row_kind kind;
    struct file_line line; /* its file is NO_ID where the row names none */
    uint32_t id;   /* its row of cost, of a line or a call; of a heading: its row of the sums; of a
                      jump: its index; NO_ID: the row has no cost */
    row_id callee; /* of a call; or by instruction the function of a heading */
    uint64_t address; /* of an instruction, and of its jumps and calls */
    bool has_target;  /* of these: the text of the instruction names the target */
    bool has_cost;    /* a line or an instruction with a cost, in a difference one that changed */
    size_t n_lines;   /* of a fold: how many such rows it stands for, */
    size_t n_parts;   /* and of how many other files or functions; 0: of the one listed */
    struct text text;
};

/* Adds a row without a cost, good until the next one is added. */
struct listing_row *listing_add_row(struct listing *listing, enum table_row_kind kind,
                                    struct file_line line);

/*
 * Adds the rows of a line or an instruction: its own, its jumps, those first that were taken most,
 * and its calls, those first that cost most.
 */
void listing_add_line(struct listing *listing, const struct listed_line *line, struct text text);

/*
 * Tells whether a line is shown: in a difference only where its cost or one of its calls changed,
 * unless the listing is bare.
 */
bool listing_is_line_shown(const struct listing *listing, const struct listed_line *line);

/* Adds the cost of a line to the sums of a heading. */
void listing_add_to_sums(struct listing *listing, uint32_t sum, uint32_t line);

/* Finds what shares of what is listed are percentages of, if cold lines are folded. */
void listing_find_bases(struct listing *listing);

/*
 * Returns the share in percent that a line has of what is listed: the largest of its shares of self
 * and inclusive cost, or in a difference of all changes of these, of any event that is shown.
 */
double listing_share(const struct listing *listing, uint32_t line);

/*
 * Folds runs of cold lines among the rows from `begin` to the last, which are those of one heading.
 * At least the line that costs most is left. Call it before arrows are drawn.
 */
void listing_fold(struct listing *listing, size_t begin);

/* Holds the lines of a file, or the instructions of a function, which have one heading. */
struct listed_part {
    const struct listed_line *first; /* the others follow it */
    size_t count;
    struct text name; /* of the file */
    bool is_own;      /* the function is defined in the file */
    bool is_cold;     /* it is not listed, since it costs too little */
    size_t n_shown;   /* of the lines: in a difference those that changed */
    uint32_t sum;     /* row of the sums */
    int64_t cost;     /* what it is ranked by; 0 of a ratio */
};

/* Holds all that is listed, in order. */
struct listed_parts {
    struct listed_part *list;
    size_t count;
};

/*
 * Finds the parts and adds up the sum of each: by cost where people read them, the inclusive one if
 * that is shown, or in a difference by how much it changed; else instructions by address, and first
 * the file where the function is defined. Sums that do not fit are noted. Free with
 * listed_parts_free().
 */
void listed_parts_create(struct listed_parts *parts, struct listing *listing);
void listed_parts_free(struct listed_parts *parts);

/* Adds rows, before the first heading, with the sum of all parts and that of each, if there are
 * several.
 */
void listed_parts_add_sums(const struct listed_parts *parts, struct listing *listing);

/* Adds the row of all cold parts, if there are any. */
void listed_parts_add_cold(const struct listed_parts *parts, struct listing *listing);

/*
 * Add all rows: of code by file and line, of code by address, or of a file of the report.
 * list_sources() reads no source, and returns false, where the sums of the headings do not fit.
 */
bool list_sources(struct listing *listing, struct error *error);
void list_instructions(struct listing *listing);
void list_file_of_report(struct listing *listing);

/*
 * Holds the lines of a source in the order in which they are listed: its own, and in a difference
 * those that are gone from it, each after the line that it followed. Places in this order are from
 * 1; without lines that are gone a place is the number of a line.
 */
struct listed_lines {
    uint32_t file; /* as recorded, by name */
    size_t count;  /* of places */

    bool is_withheld;               /* the source was found, but its lines are not to be shown */
    const struct source_text *text; /* NULL: there is none to show */
    struct source_text own;         /* the text, where it was not compared */
    const struct line_matching *matching; /* NULL: it was not compared */
    uint64_t *numbers;                    /* by place less 1; NULL: each is its place */
    uint64_t *places;                     /* by number less 1; NULL: each is its number */
    struct map gone;                      /* the numbers that stand for lines that are gone */
    uint64_t *gone_places;                /* by their index */
};

/*
 * Finds and reads the source with that name, unless it was read to be compared with an old one.
 * Free with listed_lines_free() in any case.
 */
void listed_lines_read(struct listed_lines *lines, uint32_t file, struct text name,
                       const struct source_paths *paths, const struct line_matching *matching);
void listed_lines_free(struct listed_lines *lines);

/*
 * Returns the place of a line by its number, or by one that stands for a line that is gone; 0 if
 * none.
 */
uint64_t listed_lines_place(const struct listed_lines *lines, uint64_t number);

/* Return the number and the text of a place from 1 to the count. */
uint64_t listed_lines_number(const struct listed_lines *lines, uint64_t place);
struct text listed_lines_text(const struct listed_lines *lines, uint64_t place);

/* Limits the lanes that are drawn. */
enum { MOST_LANES = 8 };

struct drawn_jump {
    size_t from, to; /* rows */
    bool is_back;
};

/*
 * Puts arrows beside rows, from the row of a jump to the row that it leads to. Jumps to one row
 * share an arrow. Each arrow has a lane of its own, the shortest the innermost: the first lane that
 * is free from one end of it to the other. Those that find none are left out. Free with
 * jump_lanes_free().
 */
void jump_lanes_find(struct jump_lanes *lanes, const struct drawn_jump *jumps, size_t n_jumps,
                     size_t n_rows);
void jump_lanes_free(struct jump_lanes *lanes);

#endif
