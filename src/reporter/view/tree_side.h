/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_TREE_SIDE_H
#define QUERN_REPORTER_VIEW_TREE_SIDE_H

/*
 * The paths of one profile, of the new or the old one or the only one, and what a row of a table
 * says of them: costs, shares and lines.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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
                       is made of; the other events; and where one is a ratio all recorded ones */
    size_t *place_of;        /* by event shown: which of these it is; not of a ratio */
    size_t n_recorded_from;  /* where the recorded events begin */
    int64_t *totals;         /* by event of the tree: of the program */
    bool is_inconsistent;    /* some call costs more than that */
    struct path_lines lines; /* where they are asked for */
};

/* What a side is made of. */
struct tree_source {
    const struct profile *profile;
    const symbol_id *symbols; /* by function id: what rows are called; NULL: as in the profile */
    bool has_stacks;          /* the profile knows its stacks, and they are to be used */
};

/*
 * Finds the graph of a profile, or of its stacks, and prepares its tree, for the events of the
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
 * What the tree says of one of its costs, in the event that is shown in that place. With `is_exact`
 * an estimate is not given, but marked as such. A ratio is given where all that it is made of is
 * known.
 */
struct cell tree_side_cell(const struct tree_side *side, const struct figures *figures,
                           size_t place, size_t costs, bool is_exact);

/* Names a table's row after a cycle, which has a name in the graph after those of functions. */
void tree_name_cycle(const struct path_graph *graph, uint32_t name, struct table_row *row,
                     struct table_rows *rows);

/* Adds what a path has, by event of the tree, by event shown; of a ratio nothing. */
void tree_side_add_shares(const struct tree_side *side, const struct figures *figures,
                          const struct path_share *shares, bool is_old, struct tree_share *into);

/*
 * What would make more of a profile's paths exact; empty where nothing is known. Callgrind can tell
 * functions apart by their callers, if the names do not have them yet.
 */
struct text tree_remedy(const struct profile *profile);

/* How many lines there are of a function, a name of the side's graph; none unless asked for. */
size_t tree_side_count_lines(const struct tree_side *side, uint32_t name);

/*
 * Sets these lines, with what each has of these shares, by event: of the old costs, or of the
 * others. The lines' own shares are in the arena.
 */
void tree_side_set_lines(const struct tree_side *side, const struct figures *figures, uint32_t name,
                         bool is_old, const struct tree_share *shares, struct tree_line *lines,
                         struct arena *arena);

#endif
