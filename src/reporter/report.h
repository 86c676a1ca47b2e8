/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_REPORT_H
#define QUERN_REPORTER_REPORT_H

/* The report to print: facts about the run, and sections with tables, read one by one. */

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
    VIEW(OVERVIEW, overview_view) /* a summary: the first rows of other views */                   \
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

/* A dump in a profile; -1 and empty texts if missing. */
struct part_facts {
    int64_t pid, number, thread;
    struct text time_range, trigger, thread_name;
    struct text file, creator;
    struct text command;            /* without pointer if unknown */
    struct text_list descriptions;  /* all but those above */
    struct text_list peculiarities; /* those of them that not all files have */
    struct cell total;              /* of the first event */
};

/* The files of one run of a program. */
struct run_facts {
    struct text name;     /* common start of the names of its files */
    struct text note;     /* shown in brackets after it: what ran, and `contents`; may be empty */
    struct text contents; /* numbers of files, threads and parts; empty if all are 1 */
};

struct run_list {
    const struct run_facts *items;
    size_t count;
};

/* How much is known about inlined functions of an object. */
struct inlining_facts {
    struct text object;
    bool is_old;             /* of the old profile of a difference */
    struct text by;          /* "address" or "line"; without pointer if nothing was inlined */
    struct text reason;      /* the reason if nothing was inlined */
    double named, ambiguous; /* percent of the object's cost */
};

/* The origin of the figures, and how they were chosen. */
struct facts {
    bool are_files_chosen; /* found in the current directory, not named */
    struct text_list files;
    struct text_list old_files;   /* files compared with; empty without a difference */
    struct text_list noise_files; /* files of --noise; may be empty */
    struct text_list noise_runs;  /* common starts of the names of their files */
    struct text_list creators;    /* by file; empty if not given */
    struct run_list runs, old_runs;
    struct text_list descriptions; /* those of the first part that all files have */
    struct text command;           /* of the first part that has one; without pointer for none */
    bool commands_differ;          /* between parts */
    bool runs_have_commands;       /* the notes of runs have them */
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
    SECTION_OVERVIEW,      /* start of an overview: overview; table: objects by cost, in a
                            * difference no rows */
    SECTION_PATH,          /* table: the steps of the hottest path */
    SECTION_WARNINGS,      /* messages about the input and sources: names */
    N_SECTION_KINDS
};

/* A command that shows more than an overview. */
struct next_command {
    struct text command; /* for a shell, as in "quern callgrind.out.7 --peek=f" */
    struct text shows;   /* "who calls it" */
};

/* Contents of an overview besides its tables, and the numbers of their rows. */
struct overview_facts {
    struct text_list messages; /* messages about the input and the figures */
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
    struct text title;    /* listing: the file, as recorded; in an overview: the kind of rows */
    struct text found_in; /* listing: the include directory, empty for none */
    struct text_list names;
    size_t number; /* code listing in a page: the function's index in the call graph */
    const struct overview_facts *overview; /* of SECTION_OVERVIEW; else NULL */
};

struct buffer;

/* Finds the sources that rows name. */
struct locator {
    /* Appends the absolute path of a source; false if it does not exist. */
    bool (*find)(void *maker, struct text file, struct buffer *path);
    void *maker;
};

struct report {
    struct facts facts;
    struct verdict_list verdicts;  /* of --fail-if */
    const struct warnings *doubts; /* notes on doubtful figures; or NULL */
    struct warnings *notes;        /* for notes of a format on omissions; or NULL */
    struct locator locator;
    bool is_classic; /* the facts are printed in full, above the first section */
    bool is_overview;
    /* Returns the next section, valid until the next call. False at the end, or with *error set. */
    bool (*next)(void *maker, struct section *section, struct error *error);
    void *maker;

    struct text run; /* of a detail: the run that it is about */
    /*
     * For several runs: after all sections, returns the overview of the next run that exceeded a
     * limit, valid until the next call. False at the end, or with *error set. NULL if there are
     * none.
     */
    bool (*next_detail)(void *detail_maker, struct report *detail, struct error *error);
    void *detail_maker;
};

#endif
