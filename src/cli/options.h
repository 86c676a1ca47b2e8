/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_CLI_OPTIONS_H
#define QUERN_CLI_OPTIONS_H

/* What the command line asks for. */

#include <stdbool.h>

#include "aggregator/limits/limits.h"
#include "base/arena.h"
#include "base/error.h"
#include "base/text.h"
#include "parser/read.h"
#include "profile/rename.h"
#include "reporter/format/format.h"
#include "reporter/view/input/view_options.h"

enum color { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };

struct options {
    struct arena arena;     /* owns what the lists point at */
    const char *help;       /* the topic, or empty; NULL: none is wanted */
    const char *completion; /* the shell, or "functions"; NULL: no completions are wanted */
    bool wants_version;
    bool *is_given; /* which options were, by row of the table */
    struct read_options read;
    struct renaming renaming;
    struct text_list events; /* definitions of derived events */
    struct text_list old;    /* profiles that the others are compared with */
    struct limits limits;    /* files of them are named first, and read by options_read_limits() */
    struct view_options view;
    bool has_view;  /* one was asked for: two are too many */
    bool has_rows;  /* how many rows: that asks for --top, unless a format has a view of its own */
    bool has_width; /* format.width was asked for: not that of the terminal */
    bool is_on_terminal; /* the report is printed on one */
    bool is_compatible;  /* called as callgrind_annotate: no colour, nothing fitted to a terminal */
    enum color color;
    struct format_options format;
    const char *output;     /* NULL: standard output */
    bool has_no_pager;      /* none is wanted */
    const char *pager;      /* the command line of the one to be used; NULL: none */
    struct text_list files; /* operands, in the order of the command line */
};

/* Why two views are refused. */
#define ONLY_ONE_VIEW                                                                              \
    "only one of --top (or --by), --peek, --annotate, --call-tree and --list-events"

/* What holds where the command line says nothing; options_free() is to be called. */
void options_init(struct options *options);

/* What a format asks for where the command line says nothing: its view, and its limit. */
void options_settle(struct options *options);

/*
 * False with a usage error where options cannot be combined, or an operand was meant as the value
 * of one.
 */
bool options_check(const struct options *options, struct error *error);

/* Whether help, completions or the version is all that is printed: no profile is read. */
bool options_ask_for_help(const struct options *options);

/*
 * Reads the files of --limits, which are not opened before: one may be a pipe. Only help needs
 * none. False where one cannot be read or is wrong, or its limits do not go with the options.
 */
bool options_read_limits(struct options *options, struct error *error);

void options_free(struct options *options);

#endif
