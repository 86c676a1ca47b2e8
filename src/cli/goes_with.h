/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_CLI_GOES_WITH_H
#define QUERN_CLI_GOES_WITH_H

/*
 * Which options go with which views. One that the view ignores is an error, and not a figure that
 * somebody believes; but for the options of callgrind_annotate, which are accepted everywhere.
 */

#include <stdbool.h>

struct error;
struct options;

/*
 * What the run is: bits of its view, and of other options that make use of some. An option goes
 * with a run that has one of its own bits.
 */
enum goes_with {
    WITH_REPORT = 1 << 0,      /* that of callgrind_annotate; */
    WITH_REPORT_DIFF = 1 << 1, /* of a difference this too */
    WITH_TOP = 1 << 2,         /* by function, file, directory, object */
    WITH_NAMESPACES = 1 << 3,  /* --by=namespace, and so on */
    WITH_LINES = 1 << 4,
    WITH_INSTRUCTIONS = 1 << 5,
    WITH_PARTS = 1 << 6, /* also threads and inputs */
    WITH_PEEK = 1 << 7,
    WITH_ANNOTATE = 1 << 8,
    WITH_CODE = 1 << 9, /* --annotate with --instructions this too */
    WITH_TREE = 1 << 10,
    WITH_FOLDED = 1 << 11,
    WITH_PPROF = 1 << 12,
    WITH_PPROF_DIFF = 1 << 13, /* of a difference this too */
    WITH_GRAPH = 1 << 14,
    WITH_GROWTH = 1 << 15,  /* the formats of findings */
    WITH_PROFILE = 1 << 16, /* --format=callgrind */
    WITH_PAGE = 1 << 17,    /* --format=html */
    WITH_EVENTS = 1 << 18,
    WITH_LIMITS = 1 << 19,  /* of --fail-if, in any view */
    WITH_SERVERS = 1 << 20, /* of --debuginfod, likewise */
    WITH_END,               /* the last bit, and 1 */

    /* What no view ignores, and options of callgrind_annotate: all bits. */
    WITH_ALL = 2 * (WITH_END - 1) - 1,

    /* Views that have something in common: */
    WITH_TABLES = WITH_TOP | WITH_NAMESPACES | WITH_LINES | WITH_INSTRUCTIONS | WITH_PARTS,
    WITH_PATHS = WITH_TREE | WITH_FOLDED | WITH_PPROF,
    WITH_FOLDS = WITH_TOP | WITH_NAMESPACES | WITH_INSTRUCTIONS | WITH_PEEK | WITH_ANNOTATE |
                 WITH_PATHS | WITH_GRAPH | WITH_GROWTH | WITH_PAGE | WITH_REPORT_DIFF,
    WITH_FUNCTIONS = WITH_FOLDS | WITH_REPORT | WITH_PROFILE,
    WITH_SOURCES =
        WITH_REPORT | WITH_LINES | WITH_ANNOTATE | WITH_GROWTH | WITH_PAGE | WITH_PPROF_DIFF,
    WITH_OBJECTS = WITH_INSTRUCTIONS | WITH_CODE | WITH_PAGE,
    WITH_LEAST = WITH_REPORT | WITH_TABLES | WITH_ANNOTATE | WITH_TREE | WITH_GROWTH | WITH_PAGE |
                 WITH_LIMITS,
};

/*
 * False with a usage error that names an option of the command line, the view that ignores it, and
 * what it goes with. Where only help is asked for, nothing is ignored.
 */
bool options_go_with_view(const struct options *options, struct error *error);

#endif
