/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_RUN_H
#define QUERN_RUN_H

/*
 * A run reads profiles into one, decides limits on it, and prints a view of it. Runs of directories
 * do this one by one, and then print a table of them all.
 */

#include <stdbool.h>
#include <stddef.h>

#include "aggregator/compare/compare.h"
#include "aggregator/limits/limits.h"
#include "base/error.h"
#include "parser/read.h"
#include "profile/profile.h"
#include "reporter/view/listing/line_matching.h"
#include "reporter/view/views.h"
#include "sources/inlined_functions.h"

struct options;
struct report;

/* The outcome of all limits together: the last of these that one of them has. */
enum run_outcome { RUN_DONE, RUN_UNDECIDED, RUN_EXCEEDED };

/* A comparison of two profiles. {0} is not done yet. */
struct comparison {
    bool is_made;
    struct matches matches;
    struct line_matching lines;
    struct diff diff;
    struct noise noise; /* of further runs of the old build */
};

/* A run from its first file to its last message. {0} with options and symbols is its beginning. */
struct run {
    struct options *options;            /* what was asked for */
    struct operands operands;           /* the files that it was asked of, */
    struct run_operands noise_operands; /* and those of further runs */

    /* Input: */
    struct symbols symbols;      /* the names of both profiles */
    struct profile profile, old; /* old: {0} without --diff */
    struct profile *noise;       /* further runs of the old build */
    size_t n_noise;
    bool is_partial, old_is_partial;             /* notes say that files of a run are not read */
    struct inlined_objects inlined, old_inlined; /* empty without --inline */

    /* Comparisons: */
    struct comparison comparisons[N_MATCHINGS]; /* those that the view or a limit needs */
    struct subject subject;

    /* Messages: */
    struct verdicts verdicts;
    struct warnings read_warnings; /* from reading: printed at once, and stored for the report */
    struct warnings doubts;        /* from trust_note(), likewise */
    bool is_in_report;             /* the report shows these messages and the verdicts */
    bool is_one_of_several;        /* the messages of all runs are printed together */
    struct text name; /* by which sections of limits know it; without pointer: that of its file */
    bool has_labels_apart; /* split by label, only for run_take_label() */
    bool is_label;         /* it is a label of a run whose other limits are decided elsewhere */
};

/*
 * Does what the options say, and prints warnings and verdicts on standard error. *outcome is set
 * also with an error; the error is left for main() to print.
 */
bool run_profiles(struct options *options, enum run_outcome *outcome, struct error *error);

/* The same where operands are directories, whose runs are compared one by one. */
bool run_directories(struct options *options, enum run_outcome *outcome, struct error *error);

/*
 * The steps of a run, in their order. Each returns false with an error, after which the run can
 * only be freed.
 */
bool run_read(struct run *run, struct error *error);

/*
 * Instead of run_read(): moves a label out of a run that was read with has_labels_apart. It uses
 * the symbols of that run, which must outlive this one. If the new side lacks the label, the
 * profile is that of the old side.
 */
bool run_take_label(struct run *run, struct run *whole, struct text label, struct error *error);

/* Decides the limits. */
bool run_decide(struct run *run, struct error *error);

/*
 * Sets what is reported on: the profile, or its change, with what the view matches. What limits say
 * does not depend on that.
 */
bool run_compare_for_view(struct run *run, struct error *error);

/*
 * Returns the labels of both sides in order, each once; none where no part has one. The arena owns
 * the texts.
 */
struct text_list run_labels(const struct run *run, struct arena *arena);

/* Returns "RUN LABEL", the name of a label that counts as a run. The arena owns it. */
struct text run_label_name(struct text run, struct text label, struct arena *arena);

/* Changes a report before it is written. */
typedef void run_report_change(void *context, struct report *report);

/* Writes the view, then prints warnings about sources. `change` may be NULL. */
bool run_write_view(struct run *run, run_report_change *change, void *context, struct error *error);

/* Sets *outcome to that of the limits, and frees the run. */
void run_finish(struct run *run, enum run_outcome *outcome);

/* Frees what was read and compared. */
void run_free(struct run *run);

#endif
