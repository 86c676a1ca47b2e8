/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_AGGREGATOR_PATHS_PATHS_H
#define QUERN_AGGREGATOR_PATHS_PATHS_H

/*
 * The cost of paths through a path graph, from its starts on. A profile has calls, not
 * paths, so this is an estimate between bounds. Down a path P that ends at v, which cost I(v),
 * calls of w that cost c have
 *
 *     estimate(P w) = estimate(P) * c / I(v)
 *     least(P w)    = max(0, least(P) + c - I(v))
 *     most(P w)     = min(most(P), c)
 *
 * since the paths to v share what its calls cost: none has more than all of that, or than it has
 * itself, and if all others were spent elsewhere, that much is left for it. The self cost of a path
 * is the same with that of v. I(v) is the larger of what enters v, and its self cost with its calls
 * of others. Where both bounds are the same the cost is known.
 *
 * A row of the tree is all paths whose vertices have the same names: the calls of one vertex that
 * lead to one name are added up before the bounds are taken, and then those of all vertices.
 *
 * Parts and threads of a profile are added up first: paths of the sum are bounded.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "aggregator/inclusive.h"
#include "aggregator/rows.h"
#include "base/number.h"
#include "profile/events.h"

struct diff;
struct filter;

/* The cost of paths in one event: an estimate between bounds. */
struct path_cost {
    double estimate;
    int64_t least, most; /* 0 where they are not known */
    bool is_given;
    bool is_unsure; /* nothing is known but the estimate */
};

static inline bool path_cost_is_exact(const struct path_cost *cost)
{
    return cost->least == cost->most && !cost->is_unsure;
}

/* Returns what is printed: a double has not all digits of a cost that is known. */
static inline int64_t path_cost_value(const struct path_cost *cost)
{
    return path_cost_is_exact(cost) ? cost->least : number_nearest(cost->estimate);
}

/*
 * Returns how much more it is than an old one: two that are known may differ by less than doubles
 * tell.
 */
static inline double path_cost_change(const struct path_cost *current, const struct path_cost *old)
{
    int64_t change = current->least;

    if (path_cost_is_exact(current) && path_cost_is_exact(old) &&
        !subtract_overflows(&change, old->least))
        return (double)change;
    return current->estimate - old->estimate;
}

/*
 * An acyclic graph of who can be above whom on the stack. Vertices are functions as recorded, with
 * f, f'2 and f'main separate; the functions of a cycle are one vertex. No vertex calls itself.
 */

/*
 * A call of the profile between two vertices, seen from the one that paths come from. Where paths
 * go down, the nodes of a cycle are arcs of it, too, that lead to itself: its members.
 */
struct path_arc {
    uint32_t vertex; /* where it leads */
    uint32_t id;     /* of the call: its row in arc_costs; or of the node */
    uint32_t name;   /* of where it leads: a row of `names`, or of a cycle */
    bool is_member;
};

struct path_graph {
    const struct profile *profile; /* not owned */
    const struct events *events;   /* whose ids are asked for, of these columns: the profile's until
                                      another is set, as a difference has its own. Not owned */
    bool goes_up;                  /* arcs lead to callers */
    struct rows nodes;             /* functions as recorded */
    struct rows names;             /* what rows of a tree are called: see path_naming */

    uint32_t *vertex_of; /* by node */
    size_t n_vertices;
    uint32_t *name_of_node; /* a row of `names` */
    uint32_t *name_of;      /* by vertex: a row of `names`, or of a cycle names.count and more */
    uint32_t *n_of_name;    /* by row of `names`: how many nodes have it */
    size_t *cycle_sizes;    /* by name, from names.count on: how many names its nodes have */
    size_t n_cycles, cycle_capacity;
    uint32_t *members;     /* nodes by vertex, */
    size_t *members_begin; /* from (*begin)[i] to (*begin)[i + 1] */

    struct costs self;        /* by vertex */
    struct costs entering;    /* by vertex: calls from others */
    struct costs leaving;     /* by vertex: its self cost and calls of others */
    struct costs inclusive;   /* by vertex: the larger of both, I(v) */
    int64_t *recursive_calls; /* by vertex: of itself; in a cycle, of each other */
    uint32_t *n_entering;     /* by vertex: how many calls of the profile these are */
    bool *is_doubtful;   /* by vertex: calls of it may be among those of another, or none of its */
    bool *is_below_zero; /* by recorded event: some of it is negative */

    size_t n_arcs;                 /* calls of the profile */
    const struct costs *arc_costs; /* by call; not owned */
    const int64_t *arc_counts;
    struct path_arc *arcs; /* calls between different vertices, and members, along the way: */
    size_t *arcs_begin;    /* by vertex */
    bool *is_sorted;       /* by vertex: see path_graph_arcs() */
};

/* The ids of vertices, and of the names of rows in a tree. */
struct path_naming {
    bool is_folded;           /* without levels and contexts */
    const symbol_id *symbols; /* by function id; NULL: as in the profile */
};

/*
 * Makes the graph of a profile whose calls were kept, which must stay where it is. A sum that does
 * not fit into 64 bits marks the profile; free the graph with path_graph_free().
 */
void path_graph_create(struct path_graph *graph, const struct profile *profile,
                       const struct path_naming *naming, bool goes_up);
void path_graph_free(struct path_graph *graph);

/* Returns whether a vertex is several functions. */
static inline bool path_graph_is_cycle(const struct path_graph *graph, uint32_t vertex)
{
    return graph->name_of[vertex] >= graph->names.count;
}

/* A vertex at the end of a row's paths. */
struct path_end {
    uint32_t vertex;
    uint32_t n_arcs; /* calls of the profile that lead to it by these paths */
    bool is_sole;    /* they are all that do, so that all its own calls are made by these paths */
    size_t costs;    /* of these paths: see path_tree_cost() */
};

struct path_row {
    uint32_t parent; /* a row; NO_ID of starts */
    uint32_t name;   /* as of the graph's vertices */
    uint32_t depth;  /* 0 of starts */
    size_t ends, n_ends;
    size_t inclusive, self; /* costs: see path_tree_cost() */
    double estimate;        /* of the inclusive cost, in the first event */
    int64_t calls;          /* with those of a function by itself, but not within a cycle */
    bool knows_calls;       /* there is no other way to them than by this path */
    bool is_member;         /* of the cycle that its parent is: it has self cost alone, which is its
                               inclusive cost here, and no ends */
    bool is_recursive;      /* its function is above it, too */
};

/*
 * Arcs from one end of a row to one vertex, or a vertex where paths begin. Those that lead to one
 * name make a row.
 */
struct path_step {
    bool is_member; /* it leads to a function of the cycle that the end is */
    uint32_t name;
    uint32_t vertex;             /* where it leads */
    uint32_t node;               /* whose self cost it is, where paths begin and go up */
    size_t end;                  /* SIZE_MAX: paths begin with it, without an arc */
    const struct path_arc *arcs; /* of the graph */
    size_t n_arcs;               /* 0: all paths go to the cycle that the end's function is in */
};

struct path_tree {
    struct path_graph *graph; /* not owned */
    const size_t *events;     /* ids of sums; the first decides the order. Not owned */
    size_t n_events;
    struct path_row *rows;
    size_t n_rows, row_capacity;
    struct path_end *ends;
    size_t n_ends, end_capacity;
    uint32_t *starts; /* vertices where threads start, after path_tree_find_starts() */
    size_t n_starts;
    bool begins_at_starts;   /* the first rows are these, else functions */
    struct inclusive known;  /* of the names, where it was asked for */
    struct path_cost *costs; /* n_events of each row and end */
    size_t n_costs, cost_capacity;
    struct path_step *steps; /* those of a row that is being made */
    size_t n_steps, step_capacity;
};

/* Rows below another one, or the starts. */
struct path_rows {
    uint32_t first, count; /* the costliest first; members of a cycle before what they call */
    size_t n_left_out;     /* rows whose estimate is below the limit, */
    int64_t most_left_out; /* and the most that any of them may be */
};

/* Makes an empty tree. Free with path_tree_free(). */
void path_tree_begin(struct path_tree *tree, struct path_graph *graph, const size_t *events,
                     size_t n_events);
void path_tree_free(struct path_tree *tree);

/* Takes all rows out again. */
void path_tree_clear(struct path_tree *tree);

/* Returns what is known of costs of the tree in its event of that index. */
static inline struct path_cost path_tree_cost(const struct path_tree *tree, size_t costs,
                                              size_t event)
{
    return tree->costs[costs + event];
}

/*
 * Adds the rows of all starts, or those below a row, whose estimate of the first
 * event is at least that much, or below 0 as much. Here and in all that follows a sum that does not
 * fit into 64 bits marks the graph's profile, or its events: see profile_fits().
 */
struct path_rows path_tree_add_starts(struct path_tree *tree, double least);
struct path_rows path_tree_add_below(struct path_tree *tree, uint32_t row, double least);

/*
 * Does the same as path_tree_add_starts() for functions by name, a row of the graph's names. Down,
 * each has all that was spent in it and by what it called, or a cycle that it is in has that; where
 * paths go up, each has its self cost.
 */
struct path_rows path_tree_add_functions(struct path_tree *tree, const bool *is_wanted,
                                         double least);

/*
 * The hottest path through a function: of all that lead there from a start of a thread the one with
 * the largest estimate, and below it, from call to call, the costliest, until a function costs more
 * itself than any that it calls. It never goes up in cost, since what a path costs is a part of
 * what its beginning does. {0} has no best way to any vertex.
 */
struct path_hottest {
    double *estimates; /* by vertex; below 0: no path of any cost leads there */
    uint32_t *before;  /* by vertex: the one before on that way; NO_ID: it is a start */
    uint32_t *last;    /* by name: the vertex of it with the hottest path; NO_ID: there is none */
};

/*
 * Finds them, by the tree's first event, where paths go down. Free them with path_hottest_free().
 */
void path_hottest_find(struct path_hottest *hottest, struct path_tree *tree);
void path_hottest_free(struct path_hottest *hottest);

/* Rows of a tree, each below the one before; none where no path leads to a function. */
struct path_steps_down {
    uint32_t *rows;
    size_t count, capacity;
    uint64_t n_looked_at; /* how many calls were looked at to find them */
};

/*
 * Adds the path through a function, a row of the graph's names, to the tree; with NO_ID that from
 * the start that cost most. The caller frees the rows.
 */
struct path_steps_down path_hottest_through(const struct path_hottest *hottest,
                                            struct path_tree *tree, uint32_t name);

/*
 * path_list.c lists a tree of paths as it is shown: each row before those below it, down to a
 * limit, and after them a row for what was left out. In a difference the trees of both sides
 * together, row by row.
 */

enum { PATHS_CURRENT, PATHS_OLD, N_PATH_SIDES };

/* More rows are refused, or cut */
enum { MOST_PATHS = 1000000, MOST_PATH_LEVELS = 250 };

/* One side; where there is no difference the other has no tree. */
struct path_side {
    struct path_tree *tree; /* gets rows; NULL: there is no such side */
    uint32_t *keys;         /* by name: what it is called on both sides; NULL: as on this one */
    const int64_t *totals;  /* by event of the tree: see path_shares_create(); NULL: none */
    double least;           /* of the first event: paths that cost less are left out */
    struct path_rows first; /* what is shown at the top */
};

struct listed_path {
    uint32_t rows[N_PATH_SIDES]; /* by side; NO_ID where it has no such path, */
    uint64_t key;                /* the same on both sides; odd of a member of a cycle */
    double change;               /* from the old side to the new one */
    uint32_t id;                 /* its place, until some are taken out */
    uint32_t depth;              /* 0 at the top */
    bool has_next;               /* another one of the same level follows, below the same row */
    bool is_kept;                /* when rows are taken out */
    size_t n_left_out;           /* not 0: it stands for these, and both rows are NO_ID; */
    int64_t most_left_out;       /* none of them can be more than that */
    uint32_t n_chained;          /* so many rows above its own are part of it: see
                                    path_list_shorten() */
};

/* Returns the side that names a path: the new one, where that has it. */
static inline int listed_path_side(const struct listed_path *path)
{
    return path->rows[PATHS_CURRENT] != NO_ID ? PATHS_CURRENT : PATHS_OLD;
}

/* Returns its row of that side. */
static inline const struct path_row *path_list_row(const struct path_side sides[N_PATH_SIDES],
                                                   const struct listed_path *path)
{
    int side = listed_path_side(path);

    return &sides[side].tree->rows[path->rows[side]];
}

/* {0} is empty. */
struct path_list {
    struct listed_path *items;
    size_t count, capacity;
};

/*
 * Lists what is below the first rows of the sides, and these, down to so many levels, or to the
 * last one where that is 0. False with an error where there are more than MOST_PATHS. Free the list
 * with path_list_free() in any case.
 */
bool path_list_create(struct path_list *list, const struct path_side sides[N_PATH_SIDES],
                      size_t most_levels, struct error *error);

/*
 * Keeps the rows that the filter lets through, those above and those below them;
 * what is ignored goes, with all below it. Costs stay.
 */
void path_list_filter(struct path_list *list, const struct path_side sides[N_PATH_SIDES],
                      const struct filter *filter);

/* In a difference, drops rows whose cost changed by less than that, except those above others */
void path_list_drop_unchanged(struct path_list *list, double least);

/* Returns how much the path changed that changed most, without its sign. */
double path_list_largest_change(const struct path_list *list);

/*
 * Drops what stands for left out rows none of which can be `least_rest`, and folds chains: a path,
 * and the only one below it, that cost nearly the same become one, which is the last of them, in
 * the place of the first. From end to end, and in what is left out on the way, they differ by less
 * than `least_chain`. Cycles, their members and, but at the end,
 * recursive paths stay by themselves.
 */
void path_list_shorten(struct path_list *list, const struct path_side sides[N_PATH_SIDES],
                       double least_rest, double least_chain);

void path_list_free(struct path_list *list);

/*
 * Sets the keys of both sides of a difference, which has matched their functions. A cycle is the
 * one that has the same first function. The caller frees the keys.
 */
void path_keys_create(struct path_side sides[N_PATH_SIDES], const struct diff *diff,
                      bool is_folded);

/*
 * path_shares.c tells what each listed path cost that no path below it stands for, in whole numbers
 * whose sum is what all paths cost: for whoever draws stacks. A path has its self cost; a row for
 * what was left out has what was spent by all of that. In a list of paths that are known it has
 * their self cost, too, where that is not.
 *
 * Below a vertex v there is spent, of each unit that a path to it cost,
 *
 *     spent(v) = (self(v) + the sum of c * spent(w) over its calls of w, which cost c) / I(v)
 *
 * which is 1 but where callers were charged for more than there is, and what was left out is that
 * part of the path's estimate, less its self cost and the same of what is shown below it. Where
 * paths go up, what is left of a path at v is what started there, (I(v) - what enters v) / I(v).
 */
struct path_share {
    int64_t cost;
    bool is_estimate;
};

/* {0} is none. */
struct path_shares {
    struct path_share *by_path[N_PATH_SIDES]; /* by path id and event; NULL if missing */
};

/*
 * Shares of a list that nothing was taken out of, whose sides have all rows that there are at the
 * top. They add up to the totals of a side, or without these to what the rows at the top cost. What
 * the paths lack of it goes to the row of what was left out at the top, which the list gets if it
 * has none. Free them with path_shares_free().
 */
void path_shares_create(struct path_shares *shares, struct path_list *list,
                        const struct path_side sides[N_PATH_SIDES]);
void path_shares_free(struct path_shares *shares);

#endif
