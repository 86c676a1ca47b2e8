/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_TABLE_H
#define QUERN_REPORTER_TABLE_H

/*
 * What views make and formats write: rows of typed cells, pulled one by one. Nothing
 * here is laid out; formats know tables and nothing of the model.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/kinds.h"
#include "base/text.h"

struct verdict;

/* A cost, or a ratio of costs; one that the profile never gave is not 0. */
struct cell {
    int64_t value; /* 0 where not given, and of a ratio */
    double ratio;  /* 0 of a cost */
    bool is_given; /* never of a ratio of bounds */
    bool is_ratio;
    bool is_bound;    /* the cost is this or more */
    bool is_estimate; /* the cost is about this: see struct cell_range; or it is not given because
                         none but exact ones are asked for */
};

/* What is known of a cost that is an estimate: it is from least to most. */
struct cell_range {
    int64_t least, most;
    bool is_known;
};

struct column {
    struct text name;               /* of the event */
    struct cell total;              /* of the program: what percentages are of; in a difference
                                       the old one's */
    struct cell change;             /* of the program's total, in a difference */
    struct cell now;                /* of a ratio in a difference: the new total */
    struct cell largest, smallest;  /* of the main rows; of hotspots also of inclusive cost */
    struct cell largest_side;       /* in a difference of what they were and are, by size */
    bool has_bounds;                /* some of them are lower bounds */
    bool is_ratio;                  /* all its cells are: there are no shares of the total */
    struct cell self, inclusive;    /* of the one function that the table is about, if it is */
    struct text long_name, formula; /* of the event; empty where there is none */
    struct text meaning;            /* of the event in plain words; may be empty */
};

enum table_row_kind {
    ROW_TOTAL,         /* the whole program */
    ROW_FUNCTION,      /* a main row: object, file, function */
    ROW_CALLER,        /* of the next main row: its calls of that function and their cost */
    ROW_CALLEE,        /* of the last main row: the calls that function makes */
    ROW_GAP,           /* between functions with their callers and callees */
    ROW_RANGE,         /* where shown lines begin or end: line */
    ROW_SOURCE,        /* a main row: line, and its text */
    ROW_CALL,          /* the calls that the last source line makes: file, function, calls */
    ROW_BOGUS,         /* a main row: a line past the end of the file */
    ROW_UNIDENTIFIED,  /* a main row: cost of a file on no line in particular: file */
    ROW_ANNOTATED_SUM, /* the sum of all source lines shown */
    ROW_EVENT,         /* event, and cells[0]: its total */
    ROW_HOTSPOT,       /* a group of code: whichever names it has, self and inclusive cost, calls */
    ROW_CYCLE,         /* functions that call each other: function, a name for it; cycle,
                          n_members, inclusive cost */
    ROW_RECURSION,     /* the calls of a function from itself */
    ROW_FILE,          /* part of a function's self cost: the file where that code is */
    ROW_PATH,          /* a step of the hottest path to a function: cells: what was spent by it;
                          inclusive: of the function */
    ROW_LISTING,       /* what the next lines are of: object, function, file; text: the path of the
                          source, where it was found */
    ROW_LINE,          /* a main row: a line with a cost: file, function, line, its text */
    ROW_TREE,          /* a path of the call tree, under the name of its last function; tree;
                          cycle and n_members where that is a cycle: function, a name for it */
    ROW_LEFT_OUT,      /* what is not shown below the same row of the tree; tree */
    ROW_NODE,        /* a function of the call graph: self and inclusive cost, calls; graph; cycle:
                        the one that it is in, 0: none, or not asked for */
    ROW_ARC,         /* its calls of another, after all functions and cycles: their number; cells:
                        what they add to the callee's inclusive cost; inclusive: what they add to
                        that of the caller, NULL unless asked for; graph */
    ROW_INSTRUCTION, /* a main row: address, its text where it is known; function, file, line */
    ROW_JUMP,        /* a jump that the last line or instruction makes: jump */
    ROW_LIMIT, /* one that was exceeded: verdict; function, file and line where it is of one */
};

/* What became of a line of source in a difference. */
enum line_change {
    LINE_BY_NUMBER,   /* its texts were not compared: it is the line of the same number */
    LINE_SAME,        /* or of a listing: its texts were compared */
    LINE_REFORMATTED, /* the same but for blanks */
    LINE_NEW,
    LINE_GONE,
};

/*
 * The two sides of a row of a difference; the figures of the row itself are the change between
 * them, new minus old.
 */
struct old_table_row {
    enum change change;
    struct text object, file, function;     /* its old names, where it moved or was renamed */
    const struct cell *cells, *inclusive;   /* by column: what it was; NULL where there is none */
    const struct cell *now, *inclusive_now; /* by column: what it is; likewise */
    int64_t calls;
    bool lacks_calls; /* their number is not known */
    uint64_t line;    /* of a line of source: its old number; 0: it is new, or on no line */
    enum line_change line_change; /* likewise, and of a listing */
};

/*
 * What a path cost that no row below it stands for, and how much of it was left out: the shares of
 * all rows add up to the total.
 */
struct tree_share {
    int64_t cost, old_cost; /* that of the old side in a difference */
    bool is_estimate;       /* on either side */
};

/* What a line of the function has of a path's shares. */
struct tree_line {
    struct text file;
    uint64_t number;                 /* 0: on no line in particular */
    const struct tree_share *shares; /* by column; they add up to those of the path */
};

/* Where in a tree a row stands, and what is known of its costs. */
struct tree_place {
    size_t depth;      /* 0 at the top */
    bool has_next;     /* another row of its level follows, below the same one */
    bool has_calls;    /* their number is known */
    bool is_recursive; /* its function is above it, too */
    bool is_member;    /* of the cycle above it: it has self cost alone */
    size_t n_frames;   /* above 1: it is that many functions in a row, the first of which it is
                          called by; the next is main */
    const struct cell_range *self, *inclusive; /* by column: the range of each estimate, and of
                                                  what is exact as well */
    size_t n_left_out;                         /* rows that are not shown, */
    struct cell most_left_out; /* none of which can be more than this, in the column measured */
    const struct tree_share *shares; /* by column, nothing of a ratio; NULL unless asked for */
    const struct tree_line *lines;   /* of the function whose self cost these are; none where they
                                        are of several, or were not asked for */
    size_t n_lines;
};

/* Where in a graph a row stands. */
struct graph_place {
    size_t number; /* of a function: which it is, from 0; of calls that of the caller, */
    size_t callee; /* and that of the callee */
    bool is_match; /* the graph is what is around this function */
};

/* Jumps from one line or instruction to another. */
struct jump_facts {
    int64_t times;              /* of those without condition */
    int64_t followed, executed; /* of those with one: how often it held, of how often */
    bool is_bound;              /* of that often or more */
    uint64_t address, line;     /* where it leads to; 0 where that is not known */
    struct text file, function; /* others than where the jump is; else without pointer */
    enum jump_course course;
};

/*
 * What there is in a lane beside an instruction, where arrows are drawn for jumps: a line from the
 * row above, one to the row below, the begin or the head of an arrow, which go to the right.
 */
enum {
    LANE_ABOVE = 1,
    LANE_BELOW = 2,
    LANE_BEGIN = 4,
    LANE_HEAD = 8,
    LANE_BACK = 16, /* the arrow is of a jump back */
};

/* What there is to say of an event; its name is never empty, the others may be. */
struct event_facts {
    struct text name, long_name, formula;
    struct text meaning; /* in plain words, if wanted */
};

struct table_row {
    enum table_row_kind kind;
    const struct cell *cells;     /* by column; NULL where the kind has none */
    const struct cell *inclusive; /* by column, of hotspots; NULL where the kind has none */
    struct text object;           /* empty and without pointer where not known */
    struct text file, function;
    struct text text;
    struct text label; /* of a hotspot that is not one of these: a directory, a part */
    struct text time_range, trigger; /* of a part or a thread; may be empty */
    bool is_rest_of_object; /* a hotspot: the part of the object that has no name of this kind */
    uint64_t line;
    uint64_t address; /* of an instruction, and of the jumps and calls that it makes */
    uint64_t target;  /* where calls lead to; 0: not known */
    bool has_target;  /* the text of the instruction tells where it leads to */
    int64_t calls;
    const struct jump_facts *jump;   /* of a jump; else NULL */
    const unsigned char *lanes;      /* beside an instruction: table.n_lanes, the innermost first */
    const struct event_facts *event; /* NULL where the row is not an event */
    size_t n_left_out; /* a row of --peek that stands for this many others, which are not shown, and
                          has no name; 0: it is one itself */
    size_t cycle, n_members;         /* of a cycle: its number, from 1, and of how many functions */
    const struct old_table_row *old; /* NULL where it is not a main row of a difference */
    const struct tree_place *tree;   /* NULL where it is not in a tree */
    const struct graph_place *graph; /* NULL where it is not in a graph */
    const struct verdict *verdict;   /* of a limit; else NULL */
    const struct cell *earlier;      /* by column: of the row before, where there is a trend, */
    const struct cell *change;       /* and by how much this one is more; else NULL */
};

struct table {
    const struct column *columns;
    size_t n_columns;
    size_t measured;                   /* the column that the rows are ranked by, if they are */
    bool has_functions;                /* rows are functions: the heading says so */
    bool has_calls;                    /* main rows are between callers and callees */
    bool has_inclusive;                /* rows have inclusive cost and calls */
    bool keeps_inclusive, keeps_calls; /* rows are in the order of these, or they were asked for:
                                          not to be left out for want of room */
    bool has_trend;                    /* rows are in the order of time, with their change */
    bool has_spans;                    /* rows have a time range and a trigger */
    bool has_instructions;             /* main rows are instructions */
    bool has_jumps;                    /* some of them, or some lines, make jumps */
    size_t n_lanes;                    /* for arrows beside instructions */
    uint64_t highest_address;          /* of instructions */
    bool is_limited;                   /* rows may be left out: n_left_out */
    bool is_difference; /* costs and calls are new minus old, and bounds mean unknown */
    int64_t most_calls; /* the largest number of calls in a row */
    struct text by;     /* what a hotspot is, for the heading, */
    struct text plural; /* and what several are called */
    bool is_bottom_up;  /* a tree: its paths go from functions to their callers */
    struct text remedy; /* of a tree: what makes its figures exact; may be empty */
    /* Gives the next row, valid until the next call. False at the end. */
    bool (*next)(void *view, struct table_row *row);
    void *view;
    /* Whether all figures of the rows given so far fit into 64 bits. NULL: they do. */
    bool (*fits)(const void *maker, struct error *error);
    const void *maker;
};

/* Takes a cell of a main row into account for the column's extent. */
static inline void column_include(struct column *column, struct cell cell)
{
    if (!cell.is_given)
        return;
    column->has_bounds = column->has_bounds || cell.is_bound;
    if (!column->largest.is_given || cell.value > column->largest.value ||
        cell.ratio > column->largest.ratio)
        column->largest = cell;
    if (!column->smallest.is_given || cell.value < column->smallest.value ||
        cell.ratio < column->smallest.ratio)
        column->smallest = cell;
}

#endif
