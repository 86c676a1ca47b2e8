/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_LISTING_LISTING_H
#define QUERN_REPORTER_VIEW_LISTING_LISTING_H

/*
 * Makes tables of lines with their costs, with lines around them and the calls that they make: the
 * source of a function or of a file, by instruction if that is asked for, or how its costs changed.
 * The source files of callgrind_annotate's report are such listings, too, of lines as they were
 * recorded. Which rows a table has is decided when it is made.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "aggregator/lines/line_costs.h"
#include "aggregator/rank.h"
#include "base/arena.h"
#include "base/error.h"
#include "reporter/columns.h"
#include "reporter/table.h"

struct line_calls;
struct object_codes;
struct row_figures;
struct source;
struct view_input;

/* Says what is listed of some code, and how. */
struct code_shown {
    struct listed_code code;
    uint64_t line; /* of the file: only that line and those around it; 0 for all */
    bool has_inclusive;
    bool is_bare;                   /* only lines with a cost, for programs */
    const struct line_sides *sides; /* of a difference; else NULL */
    struct object_codes *codes;     /* by instruction: has their texts; else NULL */
    bool is_for_people;             /* what costs most comes first, and sums are said */
    double least_percent;           /* lines that cost less of what is listed are folded; 0: none */
    size_t n_short;                 /* where it is of no more lines with a cost, none is */
    const struct spots_by_row *spots; /* where many rows are listed, not in a difference; or NULL */
    bool *is_missing; /* by file: set where the source was not found, in place of a warning; or NULL
                       */

    /* For the report, whose rows are by file and function: */
    struct line_calls *calls; /* NULL: it is another listing */
    struct source *source;    /* opened; is read up to the last line shown */
    struct costs *annotated;  /* one row, to which the costs of lines shown are added */
};

/* Counts sources that were not found: one warning tells of all. {0} has none. */
struct missing_sources {
    struct text first;
    size_t count;      /* how many no warning told of yet */
    bool has_withheld; /* there is one whose lines are not to be shown */
};

/*
 * Describes a row before its names and figures are looked up, since there may be very many. A line
 * of source or an instruction is one before it is known whether it is listed; then it is an item.
 */
struct listed_row {
    const struct listed_line *line; /* of an item: its cost; NULL: it has none */
    struct text text;
    uint64_t number, address; /* of a line of source, and of an instruction */
    enum table_row_kind kind;
    file_id file;
    row_id named; /* whose code it is */
    uint32_t id;  /* of a call, a jump or a sum; NO_ID: it has none */
    uint32_t n_left_out, n_parts;
    bool has_target; /* of an instruction: its text tells where it jumps to, or whom it calls */
    bool is_apart;   /* of an item: the context of what is before it ends there, */
    bool is_listed;  /* it has something to say, */
    bool is_chosen;  /* and costs enough to be listed for itself */
};

/* Holds the rows of a listing. {0} is empty. It must not move: its pointers lead into it. */
struct listing {
    const struct view_input *input;
    const struct row_figures *by_row;
    struct code_shown shown;

    struct line_costs own_lines;              /* of one profile; in the report without costs */
    struct line_diff diff;                    /* or of a difference */
    const struct line_costs *lines;           /* one of these two, in a difference the change */
    const struct ledger *calls;               /* by id of a call */
    struct row_costs self, inclusive, called; /* by id of a line and of a call */
    bool *is_exact;                           /* by id of a line: its inclusive cost is no bound */
    struct line_jumps jumps;                  /* of one profile that has them */

    bool folds;               /* cold lines are folded: */
    double bases[2];          /* what shares of self and of inclusive cost are of */
    struct listed_row **rows; /* all of them */
    size_t n_rows, row_capacity;
    size_t next_row;             /* the next one that the table gets */
    struct arena arena;          /* has the rows and their texts */
    row_id named;                /* whose code the rows added next are */
    struct ranking ranked;       /* the calls of a line */
    int64_t least;               /* in a difference: smaller changes are not shown */
    struct costs sums, old_sums; /* by heading or fold: the sum over all lines that it stands for */
    struct missing_sources missing;
    bool has_bogus;       /* in the report: lines past the end of the file have a cost */
    unsigned char *lanes; /* by row by instruction: n_lanes of each */
    size_t n_lanes;
    struct columns columns;
    struct table_event *events;
};

/* Returns which rows by function a listing needs. */
struct row_choice listing_row_choice(const struct view_input *input);

/*
 * Reads the sources, or by instruction the objects, of code that is listed, and makes the rows of
 * its lines: in a difference of those that changed, unless the listing is bare. There are none
 * where no line of the code has a cost, and only a heading where none changed. Warnings tell of
 * sources that were not found, are newer than a profile, or shorter than their lines; in the report
 * the caller warns. `of` has the rows by function, in a difference those of the change. Returns
 * false when a cost does not fit into 64 bits. Free with listing_free() in any case.
 */
bool listing_create(struct listing *listing, const struct view_input *input,
                    const struct row_figures *by_row, const struct code_shown *shown,
                    struct table *table, struct error *error);

/* Tells whether some row has a cost on a line or instruction that is known. */
bool listing_has_code(const struct listing *listing);
void listing_free(struct listing *listing);

/* Notes that a source was not found; warns at once where the options ask for all of them. */
void missing_sources_add(struct missing_sources *missing, const struct view_input *input,
                         struct text name);

/* Warns of sources that were not found. */
void missing_sources_warn(struct missing_sources *missing, const struct view_input *input);

#endif
