/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_TABLE_H
#define QUERN_REPORTER_TABLE_H

/*
 * Defines what views make and formats write: a table has events, columns, and rows of figures. A
 * figure has two sides where two profiles are compared. Nothing here is laid out; formats know
 * tables and nothing of the model, views know tables and nothing of formats.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/kinds.h"
#include "base/spread.h"
#include "base/text.h"

struct columns;
struct verdict;

/*
 * Holds one side of a figure: a cost, a count, or a ratio of costs. One that the profile never gave
 * is not 0.
 */
struct cell {
    int64_t value;       /* 0 where not given, and of a ratio */
    int64_t unit;        /* above 1: this many are shown as 1, also of the ends below */
    double ratio;        /* 0 of a cost */
    int64_t least, most; /* of a path: the cost is from least to most, if has_range; with has_spread
                            it was that in several runs of the old build */
    bool is_given;       /* never of a ratio of bounds */
    bool is_ratio;
    bool is_bound;    /* the cost is this or more */
    bool is_estimate; /* the cost is about this; or it is not given because only exact ones are
                         asked for */
    bool has_range;
    bool has_spread; /* of an old cost; never of a ratio or a bound */
    bool is_noise;   /* a change within the spread of the old cost */
};

/* Holds what a row has of an event: its value now, and in a difference the old one. */
struct figure {
    struct cell now;
    struct cell old; /* {0} without a difference, or where the old one is unknown */
};

/*
 * Returns how a figure changed: new minus old, for a ratio in points. It is given where either side
 * is, for a ratio where both are; a bound or an estimate where either side is one; and its range is
 * all that the ranges of both sides permit.
 */
struct cell figure_change(const struct figure *figure);

/*
 * Returns what counts of that change: what is outside of the spread, if there is one. Not given
 * where the change is not.
 */
struct cell figure_counted(const struct figure *figure);

/* Returns the change of a count, or from the row before: it is given only where both sides are. */
struct cell figure_change_of_both(const struct figure *figure);

/* Returns what is shown of a figure: its value, or in a difference its change. */
struct cell figure_shown(const struct figure *figure, bool is_difference);

/* Describes an event that a table shows: each row has a figure of it. */
struct table_event {
    struct text name, long_name, formula; /* long_name and formula may be empty */
    struct text meaning;                  /* in plain words; may be empty */
    bool is_ratio;                        /* it has no shares of the total */
    int64_t unit;                         /* that of its cells */
    struct figure total;                  /* of the program */
    struct cell base;                     /* 100 percent: the total, in a difference the old one */
    struct cell largest, smallest;        /* in the report of functions: of the main rows, in a
                                             difference of their changes */
    bool has_bounds;                      /* some of these figures are not exact */
    struct cell self, inclusive; /* of the one function that the table is about, if it is */
};

/*
 * Describes a part, a thread or a run that has a column of its own, in which rows have what of them
 * was spent there.
 */
struct table_slice {
    struct text name;
    struct cell total; /* of the first event there */
};

enum table_row_kind {
    ROW_TOTAL,         /* the whole program */
    ROW_FUNCTION,      /* a main row: object, file, function */
    ROW_CALLER,        /* of the next main row: its calls of that function and their cost */
    ROW_CALLEE,        /* of the last main row: the calls that function makes */
    ROW_GAP,           /* between functions with their callers and callees, or lines that are left
                          out; line: where shown lines of the report begin or end */
    ROW_SOURCE,        /* a line without a cost: line, and its text */
    ROW_ANNOTATED_SUM, /* the sum of all source lines shown */
    ROW_EVENT,         /* event, and self[0]: its total */
    ROW_HOTSPOT,       /* a group of code: whichever names it has, self and inclusive cost, calls */
    ROW_CYCLE,         /* functions that call each other: function, a name for it; cycle,
                          n_members, inclusive cost */
    ROW_RECURSION,     /* the calls of a function from itself */
    ROW_FILE,          /* part of a function's self cost: the file where that code is */
    ROW_PATH,          /* a step of the hottest path to a function: inclusive: what was spent by
                          it; tree */
    ROW_LISTING,       /* what the next lines are of: object, function, file; text: the path of the
                          source, where it was found */
    ROW_LISTED_SUM,    /* what of several files or functions is listed below: their sum and number,
                          n_parts; object, function, file */
    ROW_FOLD,          /* lines that are not shown, in one row: their sum and number, n_left_out;
                          n_parts: those of that many other files or functions, which text names */
    ROW_LINE,          /* a main row: a line with a cost: file, function, line, its text */
    ROW_TREE,          /* a path of the call tree, under the name of its last function; tree;
                          cycle and n_members where that is a cycle: function, a name for it */
    ROW_LEFT_OUT,      /* what is not shown below the same row of the tree; tree */
    ROW_NODE,        /* a function of the call graph: self and inclusive cost, calls; graph; cycle:
                        the one that it is in, 0: none, or not asked for */
    ROW_ARC,         /* its calls of another, after it or after all functions: their number;
                        inclusive: what they add to the callee's inclusive cost; graph */
    ROW_INSTRUCTION, /* a main row: address, its text where it is known; function, file, line */
    ROW_JUMP,        /* a jump that the last line or instruction makes: jump */
    ROW_LIMIT, /* a limit that was exceeded: verdict; function, file and line where it has them */
    ROW_CAUSE, /* a main row: who made the program cost more or less: contribution; function, and
                  of a cycle n_members; n_left_out: that many others; of the rest: label; of a
                  finding also file and line */
    ROW_TERM,  /* of the last cause, what of it changed: contribution, term; function: what it
                  calls, or the member of a cycle; n_left_out: the sum of others */
};

/* Says what became of a line of source in a difference. */
enum line_change {
    LINE_BY_NUMBER,   /* its texts were not compared: it is the line of the same number */
    LINE_SAME,        /* or of a listing: its texts were compared */
    LINE_REFORMATTED, /* the same but for blanks */
    LINE_NEW,
    LINE_GONE,
};

/* Says whether a function has the source that it had. */
enum code_change {
    CODE_UNKNOWN, /* the sources of both programs were not compared */
    CODE_SAME,
    CODE_CHANGED,
};

/* Holds what a row of a difference was, and what became of it. {0} says nothing. */
struct old_row {
    enum change change;
    struct text object, file, function; /* its old names, where it moved or was renamed */
    uint64_t line; /* of a line of source: its old number; 0: it is new, or on no line */
    enum line_change line_change; /* likewise, and of a listing */
};

/*
 * Holds what a path cost beyond the rows below it, and how much of that was left out: the shares of
 * all rows add up to the total.
 */
struct tree_share {
    int64_t cost, old_cost; /* that of the old side in a difference */
    bool is_estimate;       /* on either side */
};

/* Says where in a tree a row stands. */
struct tree_place {
    size_t depth;             /* 0 at the top */
    bool has_next;            /* another row of its level follows, below the same one */
    bool is_recursive;        /* its function is above it, too */
    bool is_member;           /* of the cycle above it: it has self cost alone */
    bool goes_up;             /* to callers */
    const struct text *chain; /* functions above the row's, the highest first, that are one row with
                                 it */
    size_t n_chained;
    const struct figure *of_function; /* a step of the hottest path: the function's own cost */
    struct cell most_left_out; /* of what is left out: none can be more, in the event measured */
    const struct tree_share *shares; /* by event, nothing of a ratio; NULL unless asked for */
};

/* Says where in a graph a row stands. */
struct graph_place {
    size_t number; /* of a function: which it is, from 0; of calls that of the caller, */
    size_t callee; /* and that of the callee */
    bool is_match; /* the graph is what is around this function */
    const struct figure *leaving; /* of calls: what they add to the caller's inclusive cost; NULL
                                     unless asked for */
};

/* Describes jumps from one line or instruction to another. */
struct jump_facts {
    int64_t times;              /* of unconditional jumps */
    int64_t followed, executed; /* of conditional ones: how often they were taken, and executed */
    bool is_bound;              /* these are lower bounds */
    uint64_t address, line;     /* where it leads to; 0 where that is not known */
    struct text file, function; /* others than where the jump is; else without pointer */
    enum jump_course course;
};

/* A line of source that shows what changed. */
struct term_line {
    struct text file;
    uint64_t number;
    struct text text;        /* without the blanks around it; may be empty */
    enum line_change change; /* LINE_GONE: it is a line of the old program */
};

/*
 * Marks what is in a lane beside an instruction, where arrows are drawn for jumps: a line from the
 * row above, one to the row below, the tail or the head of an arrow, which go to the right.
 */
enum {
    LANE_ABOVE = 1,
    LANE_BELOW = 2,
    LANE_BEGIN = 4,
    LANE_HEAD = 8,
    LANE_BACK = 16, /* the arrow is of a backward jump */
};

/* Describes an event; its name is never empty, the others may be. */
struct event_facts {
    struct text name, long_name, formula;
    struct text meaning; /* in plain words, if wanted */
};

/*
 * Holds a row. Figures are by event of the table, and NULL where the kind has none. Those of a row
 * without has_old have only a new side: in a difference that is the change, of which nothing more
 * is known.
 */
struct table_row {
    enum table_row_kind kind;
    uint32_t id;  /* of a row that has figures in slices: what find_in_slice() knows it by */
    bool has_old; /* figures have both sides: of a difference, or that of the row before */
    const struct figure *self, *inclusive; /* what calls and steps of a path cost is inclusive */
    const struct figure *contribution;     /* of causes: to the change of the total */
    struct cell running; /* of a hotspot: the measured self cost of all rows down to it */
    struct figure calls; /* not given where the row has none */
    struct text object;  /* empty and without pointer where not known */
    struct text file, function;
    struct text text;
    struct text label; /* names a hotspot that is none of these, such as a directory or a part */
    struct text time_range, trigger; /* of a part or a thread; may be empty */
    enum inline_state inlined;       /* of a function */
    bool lacks_calls; /* those of inlined code, which nobody counted: the price of one is not known
                       */
    bool is_rest_of_object; /* a hotspot: the part of the object that has no name of this kind */
    uint64_t line;
    uint64_t address;        /* of an instruction, and of the jumps and calls that it makes */
    uint64_t target;         /* where calls lead to; 0: not known */
    bool has_target;         /* the text of the instruction names the target */
    size_t n_left_out;       /* above 0: the row stands for this many others, which are not shown */
    size_t n_parts;          /* of several listings: how many files or functions they are of */
    size_t cycle, n_members; /* of a cycle: its number, from 1, and of how many functions */
    struct old_row old;      /* what it was, in a difference */
    const struct jump_facts *jump;   /* of a jump; else NULL */
    const unsigned char *lanes;      /* beside an instruction: table.n_lanes, the innermost first */
    const struct event_facts *event; /* NULL where the row is not an event */
    const struct tree_place *tree;   /* NULL where it is not in a tree */
    const struct graph_place *graph; /* NULL where it is not in a graph */
    const struct verdict *verdict;   /* of a limit; else NULL */
    const char *run_verdict;         /* of a run that limits were held against, or that one side
                                        lacks; else NULL */
    const struct term_facts *term;   /* of a cause; else NULL */
    enum code_change code;           /* of a cause */
};

/*
 * Holds the rows of a table that were added last: all of them, or a block of many. What the rows
 * point to is in the arena, too.
 */
struct table_rows {
    struct arena arena;
    struct table_row **list;
    size_t count, capacity;
    size_t next; /* the one to be read next */
};

/* Sets how many rows a table adds at a time, at least, unless it has no more. */
enum { ROWS_OF_BLOCK = 256 };

/* Adds an empty row of the kind, good until the rows are cleared. */
struct table_row *table_rows_add(struct table_rows *rows, enum table_row_kind kind);

/* Makes room for figures, which are not given, in the rows' arena. */
struct figure *table_rows_figures(struct table_rows *rows, size_t n_events);

/* Tells whether a block is full, so that a table with many rows should stop adding. */
static inline bool table_rows_are_full(const struct table_rows *rows)
{
    return rows->count >= ROWS_OF_BLOCK;
}

/* Removes the rows, to add others. */
void table_rows_clear(struct table_rows *rows);

void table_rows_free(struct table_rows *rows);

struct table {
    struct columns *columns; /* reporter/columns.h; NULL where the kind of section has its layout */
    const struct table_event *events;
    size_t n_events;
    size_t measured;      /* the event that the rows are ranked by, if they are */
    bool is_difference;   /* of two profiles: what is shown is the change */
    bool has_inclusive;   /* rows have inclusive cost beside their self cost */
    bool has_calls;       /* functions stand between their callers and callees */
    bool has_noise;       /* old figures have their spread over several runs */
    size_t n_lanes;       /* for arrows beside instructions */
    struct text by;       /* what a row is, for the heading, */
    struct text plural;   /* and what several are called */
    bool is_bottom_up;    /* a tree: its paths go from functions to their callers */
    double least_percent; /* of a tree: what costs less of the total is left out */
    int64_t ups, downs;   /* of causes: the sums of those above and below 0 */
    const char *none;     /* what is said in its place, since it has no rows; or NULL */
    bool has_no_sum;      /* it is of several runs, which are not added up for people */

    const struct table_slice *slices; /* in their order; NULL where none has a column */
    size_t n_slices;
    /* Sets what a slice has of a row in an event. Returns false where the row is not in it. */
    bool (*find_in_slice)(const void *view, uint32_t row, size_t slice, size_t event,
                          struct figure *figure);

    /* Adds the next rows, at least one unless there are no more. */
    void (*make_rows)(void *view, struct table_rows *rows);
    void *view;
    struct table_rows *rows; /* not owned: those added last */
    /* Checks that all figures of the rows added so far fit into 64 bits; NULL if they always do. */
    bool (*fits)(const void *maker, struct error *error);
    const void *maker;
};

/*
 * Returns whether what is shown of the cell is no whole number; then it is this one, of a cost to
 * within one unit of the last place.
 */
static inline bool cell_has_decimals(struct cell cell)
{
    return cell.is_ratio || cell.unit > 1;
}

static inline double cell_number(struct cell cell)
{
    return cell.is_ratio ? cell.ratio : (double)cell.value / (double)cell.unit;
}

static inline struct cell table_shown(const struct table *table, const struct figure *figure)
{
    return figure_shown(figure, table->is_difference);
}

/*
 * Returns whether it is a row of its own, to which those after it may belong: code, a cycle, a
 * line.
 */
bool row_is_main(const struct table_row *row);

/*
 * Returns whether the row is about calls alone: from a caller, to a callee, of a function by
 * itself.
 */
bool row_is_call(const struct table_row *row);

/* Returns the number of the row's calls as it is shown: in a difference, how it changed. */
struct cell row_calls(const struct table *table, const struct table_row *row);

/* Returns the figures that a row is about where that is one cost: its inclusive cost, or else its
 * self cost. */
const struct figure *row_figures(const struct table_row *row);

/* Returns whether no side of a figure is a bound or an estimate. */
bool figures_are_exact(const struct figure *figures, size_t n_events);

/* The part of a figure that is written. */
enum figure_part {
    PART_SHOWN,
    PART_OLD,
    PART_NEW_RATIO, /* only for ratios: other new figures follow from the old ones and the change */
    PART_CHANGE,    /* since the row before */
    PART_NOISE_LEAST, /* the ends of the spread over these, */
    PART_NOISE_MOST,
    PART_LEAST, /* these are the ends of the range of what is shown */
    PART_MOST,
};

/* Returns that part of the figure, which is not given where the figure has no such part. */
struct cell figure_part(const struct table *table, const struct figure *figure,
                        enum figure_part part);

/* Returns the number of a line, or its old one where it is gone; 0 if the row is not on a line. */
uint64_t row_line(const struct table_row *row);

/* Returns a change in one word, as "renamed"; "" for CHANGE_NONE. */
const char *change_name(enum change change);

/* Returns what became of a line of source, as "reformatted". */
const char *line_change_name(enum line_change change);

/* Returns which way a jump goes, as "back"; "" where it is not known. */
const char *jump_course_name(enum jump_course course);

/* Returns what of a function changed in one word, as "calls". */
const char *cause_kind_name(enum cause_kind kind);

/* Returns what became of a row, or of the calls that a line makes. */
enum change row_change(const struct table_row *row);

/* Sets *sides to the figure with the sides that the row has: a new line has no old cost. */
void row_sides(const struct table_row *row, const struct figure *figure, struct figure *sides);

/*
 * Returns how the first event of a row changed from the first slice to the last, which may lack the
 * row: then it cost nothing there. *kind says which of them lacks it alone. Not given where one of
 * them does not have the event at all.
 */
struct figure table_slices_change(const struct table *table, const struct table_row *row,
                                  enum change *kind);

/* Takes a main row's cell, as it is shown, into account for the extent of the event's figures. */
void table_event_include(struct table_event *event, struct cell cell);

#endif
