/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_TESTS_SUPPORT_PATH_ROWS_H
#define QUERN_TESTS_SUPPORT_PATH_ROWS_H

/* Trees of the paths of small profiles that are written in a test as text, shown as text. */

#include "aggregator/paths/paths.h"
#include "support/parsed.h"

/* Which tree: all zero is that of the first event, folded, from its starts down, without a limit.
 */
struct path_question {
    bool is_unfolded; /* levels and contexts are rows of their own */
    bool goes_up;
    bool folds_frames;
    bool has_stacks;       /* the graph is of the profile's stacks, which it has to know */
    bool seeks_callees;    /* as where no call says in which file its callee is */
    const char *functions; /* with blanks between them: where paths begin; NULL: at the starts */
    size_t events[2], n_events;
    double least;
};

struct path_case {
    const char *behaviour, *profile;
    struct path_question question;
    const char *expected;
};

/* A profile with its tree, which is empty yet. */
struct path_rows_made {
    struct parsed parsed;
    struct path_graph graph;
    struct path_tree tree;
};

/* Reads the profile and begins the tree; all must succeed. path_rows_free() gives it back. */
void path_rows_begin(struct path_rows_made *made, const char *profile,
                     const struct path_question *question);
void path_rows_free(struct path_rows_made *made);

/* The row of a function, which has to be there. */
row_id path_rows_find(const struct rows *rows, const char *function);

/* Adds the first rows that the question asks for. */
bool path_rows_add_first(struct path_rows_made *made, const struct path_question *question,
                         double least, struct path_rows *added, struct error *error);

/*
 * A line for each row, two blanks deeper than that above:
 *
 *     NAME INCLUSIVE self SELF xCALLS
 *
 * without self cost where paths go up, and without calls at the top unless they are of stacks. A
 * cost is 7, or ~7[5-9] where it lies between bounds, ~7? without them, and '.' where it was not
 * given; of several events they are parted by commas. The calls are x7? where more than these paths
 * may have made them. The first cycle is <1>; a function in it "in NAME self SELF". After what a
 * row leaves out
 * "(N more, up to COST)"; after a start its frames, if any. The caller frees the text.
 */
char *path_rows_show(const char *profile, const struct path_question *question);

/* Shows each profile and compares. */
void path_rows_check(const struct path_case *cases, size_t count);

#endif
