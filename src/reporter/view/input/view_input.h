/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_INPUT_VIEW_INPUT_H
#define QUERN_REPORTER_VIEW_INPUT_VIEW_INPUT_H

/* Holds what every view is opened with. */

#include <stdbool.h>
#include <stddef.h>

#include "aggregator/metric.h"
#include "aggregator/program.h"
#include "aggregator/rank.h"
#include "aggregator/row_figures.h"
#include "base/arena.h"
#include "base/error.h"
#include "base/text.h"
#include "base/verdict.h"
#include "profile/events.h"
#include "reporter/view/input/figures.h"
#include "sources/source_paths.h"

struct diff;
struct facts;
struct inlined_objects;
struct line_matching;
struct pattern;
struct section;
struct view_options;
struct warnings;

/* Holds the events that were chosen. The arrays live in the input's arena. */
struct event_choice {
    size_t *shown; /* event ids, in the order in which tables show them */
    size_t n_shown;
    struct sort_key *sort_keys;
    struct text *thresholds; /* by sort key: as typed, without '%' */
    size_t n_sort_keys;
};

/*
 * Reads a percentage from 0 to 100, with or without '%' after it; *written is the text without it.
 */
bool read_threshold(struct text text, double *threshold, struct text *written);

struct view_input {
    struct arena arena; /* owns what the choice of events and the facts point to */
    const struct profile *profile;
    const struct diff *diff; /* NULL without a difference; else the profile is the change */
    const struct diff *diff_of_paths;  /* comparing paths alone, where both are wanted; or NULL */
    const struct noise *noise;         /* further runs of the old build; NULL: none */
    const struct line_matching *lines; /* of a difference that compares lines; or NULL */
    const struct view_options *options;
    const struct inlined_objects *inlined, *old_inlined; /* with --inline; else NULL */
    struct verdict_list verdicts;                        /* of limits */
    const struct warnings *read_warnings; /* added when the input was read; or NULL */
    const struct warnings *doubts;        /* what makes its figures doubtful; or NULL */
    const struct run_verdict *runs; /* by row of inputs that are runs of directories; else NULL */
    struct warnings *warnings;
    struct program program;     /* the total; in a difference how it changed */
    struct program old_program; /* of a difference */
    struct source_paths paths;  /* where source files are looked for */

    /* Set by the view when it opens, with what it is asked to show: */
    struct event_choice chosen;
    struct metric metric; /* what rows are ranked by, in views of one metric */
    struct figures figures;
};

/*
 * Chooses the events to show and to sort by as --show, --sort and --threshold say, for a view that
 * shows each of them. Returns false with a usage error.
 */
bool view_choose_events(struct view_input *input, struct error *error);

/*
 * Chooses the one metric that rows are ranked by, and the events to show: the measured one, with
 * those of --show and for machines all. `most` is the last kind of metric that the rows have.
 * Returns false with a usage error.
 */
bool view_choose_metric(struct view_input *input, enum metric_kind most, struct error *error);

/* Chooses the metric likewise, but refuses ratios. */
bool view_choose_cost(struct view_input *input, enum metric_kind most, struct error *error);

/*
 * Checks that all sums so far fit into 64 bits, in the profile or on both sides of a difference.
 * Call it before a section is returned, and wherever figures are made along with rows.
 */
bool view_fits(const struct view_input *input, struct error *error);

/* Tells whether the event that rows are ranked by is a ratio. */
bool view_is_of_ratio(const struct view_input *input);

/* Adds up the rows of the subject. Call row_figures_free() in any case. */
bool view_add_up(const struct view_input *input, const struct row_figures_wanted *wanted,
                 struct row_figures *figures, struct error *error);

/*
 * Adds up functions and who calls whom, as the options fold and filter them; warns where calls
 * contradict costs. Returns false also when a shown figure does not fit.
 */
bool view_add_up_functions(const struct view_input *input, struct row_figures *figures,
                           struct error *error);

/*
 * Tells whether inclusive cost is shown even where there are no calls and it repeats self cost, as
 * in Cachegrind's profiles: people only see that if they asked for it.
 */
bool view_wants_inclusive(const struct view_input *input);

/*
 * Tells whether there are several parts, threads or inputs, as the key says: in a difference on
 * either side.
 */
bool view_has_several(const struct view_input *input, enum row_key key);

/*
 * Tells whether the filter lets lines through. A filter of functions does not, since lines do not
 * say whose code they have.
 */
bool view_has_lines(const struct view_input *input);

/* Returns how large a change of the event must be to be shown: 0 where all are. */
int64_t view_smallest_change(const struct view_input *input, size_t event);

/* Fails: "--peek: no function matches", with what explain_no_match() adds. */
bool no_function_matches(const char *option, const struct rows *rows, const struct pattern *pattern,
                         struct error *error);

/*
 * Adds to an error ": did you mean 'main'?", a function of the rows, or a file where the option
 * takes files. Returns false.
 */
bool explain_no_match(const struct rows *rows, struct text typed, bool takes_files,
                      struct error *error);

/* facts.c */

/* Gathers the facts for a view that has been opened. The input owns the texts. */
void facts_gather(struct facts *facts, struct view_input *input);

/*
 * Appends warnings as texts, and after those that were kept how many more `what` there were. The
 * arena owns them.
 */
void append_warnings(struct arena *arena, struct text_list *texts, const struct warnings *warnings,
                     const char *what);

/*
 * Returns all runs of a profile, in the order in which they were read. The notes say how many
 * files, threads and parts each has, where it has several, and which if these are not all from 1
 * on; with commands they begin with what was run. The arena owns the list.
 */
struct run_list run_list_make(const struct profile *profile, bool has_commands,
                              struct arena *arena);

#endif
