/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_TREE_SIDE_H
#define QUERN_REPORTER_VIEW_TREE_SIDE_H

/*
 * The paths of one profile, of the new or the old one or the only one, and what a row of a table
 * says of them: cells, shares and lines.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "aggregator/paths/path_list.h"
#include "aggregator/paths/paths.h"
#include "base/error.h"
#include "reporter/table.h"

struct figures;
struct view_options;

/* {0} is no side. */
struct tree_side {
    const struct profile *profile; /* not owned */
    struct path_graph graph;
    struct path_tree tree;
    size_t *events; /* of the tree: that which is measured first, or if that is a ratio one that it
                       is made of; the other columns; and where one is a ratio all recorded ones */
    size_t *place_of;        /* by column: which of these it is; not of a ratio */
    size_t n_recorded_from;  /* where the recorded events begin */
    int64_t *totals;         /* by event of the tree: of the program */
    bool is_inconsistent;    /* some call costs more than that */
    struct path_lines lines; /* where they are asked for */
};

/* The cells of one row, by column, with their ranges. */
struct tree_cells {
    struct cell *cells;
    struct cell_range *ranges;
};

struct tree_cells tree_cells_create(size_t count);
void tree_cells_free(struct tree_cells *cells);

/* The cells of a row that is not there: nothing is given, and 0 is sure. */
void tree_cells_clear(struct tree_cells *cells, const struct column *columns, size_t count);

/*
 * What changed: between the least and the most that the two sides leave room for. With `is_exact`
 * not given where it is not known, but marked as an estimate.
 */
void tree_cells_subtract(const struct tree_cells *fresh, const struct tree_cells *old, size_t count,
                         bool is_exact, struct tree_cells *into);

/* What a side is made of. */
struct tree_source {
    const struct profile *profile;
    const symbol_id *symbols; /* by function id: what rows are called; NULL: as in the profile */
    bool has_stacks;          /* the profile knows its stacks, and they are to be used */
};

/*
 * Finds the graph of a profile, or of its stacks, and prepares its tree, for the columns of the
 * figures. Free with tree_side_close().
 */
void tree_side_open(struct tree_side *side, const struct tree_source *source,
                    const struct figures *figures, const struct view_options *options);
void tree_side_close(struct tree_side *side);

/*
 * The cost that a row has to reach by the options, of the first event. What rounds to 0 never does:
 * that would be so of every function.
 */
double tree_side_least(const struct tree_side *side, const struct view_options *options);

/* Adds the rows at the top: of the functions that the options name, or of threads. */
struct path_rows tree_side_add_first(struct tree_side *side, const struct view_options *options,
                                     double least);

/*
 * What the tree says of one of its costs: the cells by column. With `is_exact` estimates are not
 * given, but marked as such. A ratio is given where all that it is made of is known.
 */
void tree_side_cells(const struct tree_side *side, const struct figures *figures, size_t costs,
                     bool is_exact, struct tree_cells *into);

/* Room for the label of a cycle. */
enum { CYCLE_LABEL_SIZE = 40 };

/* Sets in a table's row what a cycle is called, by its name in a graph; it points to the label. */
void tree_name_cycle(const struct path_graph *graph, uint32_t name, char label[CYCLE_LABEL_SIZE],
                     struct table_row *row);

/* Adds what a path has, by event of the tree, by column; of a ratio nothing. */
void tree_side_add_shares(const struct tree_side *side, const struct figures *figures,
                          const struct path_share *shares, bool is_old, struct tree_share *into);

/*
 * What would make more of a profile's paths exact; empty where nothing is known. Callgrind can tell
 * functions apart by their callers, if the names do not have them yet.
 */
struct text tree_remedy(const struct profile *profile);

/* The lines of one path after another. {0} has none; tree_lines_free() gives it back. */
struct tree_lines {
    const struct figures *figures; /* not owned: the columns */
    struct tree_line *items;
    size_t count, capacity;
    struct tree_share *shares; /* by line and column */
    size_t n_shares, share_capacity;
    int64_t *parts;
    size_t part_capacity;
};

/*
 * Adds lines of a function, a name of the side's graph, with what they have of these shares, by
 * column: of the old costs, or of the others.
 */
void tree_side_add_lines(const struct tree_side *side, uint32_t name, bool is_old,
                         const struct tree_share *shares, struct tree_lines *lines);

/* Begins anew, for the columns of figures; and ends, so that all lines know their shares. */
void tree_lines_begin(struct tree_lines *lines, const struct figures *figures);
void tree_lines_end(struct tree_lines *lines);
void tree_lines_free(struct tree_lines *lines);

#endif
