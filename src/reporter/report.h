/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_REPORT_H
#define QUERN_REPORTER_REPORT_H

/* Holds what is printed: facts about the run, and sections with tables, read one by one. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/text.h"
#include "base/verdict.h"
#include "reporter/table.h"

struct warnings;

/* Lists what a report may show: a name, and the kind of view (reporter/view/view_kind.h). */
#define VIEWS(VIEW)                                                                                \
    VIEW(CLASSIC, classic_view)   /* the report of callgrind_annotate */                           \
    VIEW(OVERVIEW, overview_view) /* what to know first: the first rows of other views */          \
    VIEW(HOTSPOTS, hotspots_view)                                                                  \
    VIEW(PEEK, peek_view)                                                                          \
    VIEW(CODE_LISTING, code_listing_view)                                                          \
    VIEW(CALL_TREE, call_tree_view)                                                                \
    VIEW(CALL_GRAPH, call_graph_view)                                                              \
    VIEW(GROWTH, growth_view)                                                                      \
    VIEW(EXPLANATION, explanation_view)                                                            \
    VIEW(EVENTS, events_view)                                                                      \
    VIEW(ALL, all_views)        /* all of them: functions, groups, call trees and listings */      \
    VIEW(PROFILE, profile_view) /* the profile itself is written again */

#define VIEW_NAME(name, kind) VIEW_##name,
enum view { VIEWS(VIEW_NAME) };

/* Describes a dump in a profile; -1 and empty texts stand for what it does not say. */
struct part_facts {
    int64_t pid, number, thread;
    struct text time_range, trigger, thread_name;
    struct text file, creator;
    struct text command;            /* without pointer where none is known */
    struct text_list descriptions;  /* all but those that are above, */
    struct text_list peculiarities; /* and of them those that are not of all files */
    struct cell total;              /* of the first event */
};

/* Describes what one run of a program wrote. */
struct run_facts {
    struct text name;     /* what the names of its files begin with */
    struct text note;     /* for brackets after it; may be empty: what ran, and the next */
    struct text contents; /* how many files, threads and parts; empty where each is one */
};

struct run_list {
    const struct run_facts *items;
    size_t count;
};

/* Says how far the inlined functions of an object are known. */
struct inlining_facts {
    struct text object;
    bool is_old;             /* of the old profile of a difference */
    struct text by;          /* "address" or "line"; without pointer where nothing was inlined: */
    struct text reason;      /* then why */
    double named, ambiguous; /* percent of the object's cost */
};

/* Says where the figures come from and how they were chosen. */
struct facts {
    bool are_files_chosen; /* found in the current directory, not named */
    struct text_list files;
    struct text_list old_files;   /* that these are compared with; empty: no difference */
    struct text_list noise_files; /* of further runs; empty: there are none */
    struct text_list noise_runs;  /* what the names of their files begin with */
    struct text_list creators;    /* by file; an empty text where none is given */
    struct run_list runs, old_runs;
    struct text_list descriptions; /* of the first part, as far as all files have them */
    struct text command;           /* of the first part that says it; without pointer: none does */
    bool commands_differ;          /* between parts */
    bool runs_have_commands;       /* the notes of runs tell them */
    const struct part_facts *parts;
    size_t n_parts;
    const struct inlining_facts *inlining; /* with --inline, by object */
    size_t n_inlining;
    struct text_list inlining_notes; /* of those that matter, as they are printed */
    struct text first_event;
    struct text_list recorded, shown, sorted, thresholds;
    struct text_list include_dirs, sources;
    bool is_auto_annotated;
};

enum section_kind {
    SECTION_TOTALS,        /* table: the program's total */
    SECTION_FUNCTIONS,     /* table */
    SECTION_FILE_LISTING,  /* a source file with its costs: table */
    SECTION_NO_COST,       /* a source file without any: title */
    SECTION_MISSING,       /* source files that were not found: names */
    SECTION_ANNOTATED_SUM, /* table: the sum of what the listings show */
    SECTION_EVENTS,        /* table: the profile's events */
    SECTION_HOTSPOTS,      /* table: code, lines or parts by cost */
    SECTION_PEEK,          /* table: a function with all that calls it and it calls */
    SECTION_CODE_LISTING,  /* table: the lines of a function or of a file */
    SECTION_CALL_TREE,     /* table: paths from the starts of threads down, or from functions up */
    SECTION_CALL_GRAPH,    /* table: functions, and then the calls between them */
    SECTION_GROWTH,        /* table: limits that were exceeded, and causes */
    SECTION_EXPLANATION,   /* table: causes of a difference */
    SECTION_OVERVIEW,      /* what an overview begins with: overview; table: objects by cost, in a
                              difference no rows */
    SECTION_PATH,          /* table: the steps of the hottest path */
    SECTION_WARNINGS,      /* what was said of the input and of sources: names */
    N_SECTION_KINDS
};

/* A command that shows more than an overview. */
struct next_command {
    struct text command; /* for a shell, as in "quern callgrind.out.7 --peek=f" */
    struct text shows;   /* "who calls it" */
};

/* Says what an overview has beside its tables, and how many rows these have. */
struct overview_facts {
    struct text_list messages; /* what was said of the input and of the figures */
    const struct next_command *commands;
    size_t n_commands;
    size_t n_causes, n_functions, n_lines; /* n_causes: without the rest; 0 of one profile */
    bool has_path;
};

struct section {
    enum section_kind kind;
    struct table table;
    bool is_calculated;   /* totals: the sum of all costs, since no total is given */
    bool is_user_chosen;  /* listing: named on the command line */
    struct text title;    /* listing: the file, as recorded; in an overview: what its rows are */
    struct text found_in; /* listing: the include directory, empty for none */
    struct text_list names;
    size_t number; /* code listing in a page: which function of its call graph it is of */
    const struct overview_facts *overview; /* of SECTION_OVERVIEW; else NULL */
};

struct buffer;

/* Finds the sources that rows name. */
struct locator {
    /* Appends the absolute path of a source that is there; false where there is none. */
    bool (*find)(void *maker, struct text file, struct buffer *path);
    void *maker;
};

struct report {
    struct facts facts;
    struct verdict_list verdicts;  /* of --fail-if */
    const struct warnings *doubts; /* notes of what makes the figures doubtful; or NULL */
    struct warnings *notes;        /* where a format says what it leaves out; NULL: nowhere */
    struct locator locator;
    bool is_classic; /* the facts are printed in full, above the first section */
    bool is_overview;
    /*
     * Gives the next section, valid until the next call. Returns false at the end, or with *error
     * set.
     */
    bool (*next)(void *maker, struct section *section, struct error *error);
    void *maker;

    struct text run; /* of a detail: the run that it is about */
    /*
     * For several runs: gives the overview of the next one that exceeded a limit, once all sections
     * were given; it is valid until the next call. Returns false at the end, or with *error set.
     * NULL: there are none.
     */
    bool (*next_detail)(void *detail_maker, struct report *detail, struct error *error);
    void *detail_maker;
};

#endif
