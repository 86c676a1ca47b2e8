/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_CLI_OPTIONS_H
#define QUERN_CLI_OPTIONS_H

/*
 * The options: what the command line asks for, and the table with all there is to know about each
 * of them. The reader of the command line, --help and the check of which options can be combined
 * are derived from the table.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "aggregator/compare/compare.h"
#include "aggregator/limits/limits.h"
#include "base/arena.h"
#include "base/error.h"
#include "base/text.h"
#include "parser/read.h"
#include "reporter/format/format.h"
#include "reporter/format/pieces.h"
#include "reporter/view/input/event_choice.h"
#include "reporter/view/input/view_options.h"
#include "reporter/view/view_kind.h"

struct buffer;

enum color { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };
enum pager_choice { PAGER_AUTO, PAGER_NEVER };

enum { MOST_OPTIONS = 72 }; /* the table has no more rows */

/* An option or an operand of the command line. */
struct typed_word {
    const struct option_row *row; /* NULL: an operand */
    const char *value;            /* NULL: it has none */
};

struct options {
    struct arena arena; /* owns what the lists point to */
    const char *help;   /* the topic, or empty; NULL if no help is wanted */
    bool wants_version;
    bool is_bisect;              /* the exit status is for 'git bisect run' */
    bool is_given[MOST_OPTIONS]; /* whether each option was given, by its row in the table */
    struct typed_word *typed;    /* the command line, option by option; owned */
    size_t n_typed, typed_capacity;
    struct read_options read;
    struct renaming renaming;
    struct text_list events; /* definitions of derived events */
    struct text_list old;    /* profiles that the others are compared with */
    struct text_list noise;  /* further runs of that build, or directories of them */
    struct limits limits;    /* options_read_limits() reads the files of --limits */
    struct view_options view;
    bool has_runs;           /* those of operands and OLD, or their labels, are judged one by one */
    struct warnings notes;   /* on the files beside the one run of a directory */
    struct text run_label;   /* that of the run that commands are suggested for, or empty */
    bool explains_runs;      /* of directories: --explain is of each pair that changed, */
    bool has_cause_limit;    /* and it has that number, */
    size_t n_causes;         /* of causes */
    bool has_view;           /* a view was asked for: a second one is an error */
    bool is_overview_chosen; /* in place of the report, since a person reads it */
    bool has_rows; /* --rows was given, which asks for --top, unless the format has its own view */
    bool has_columns;    /* --per was given, which asks for a table, too */
    bool has_width;      /* a width was asked for: the terminal's own does not count */
    bool is_on_terminal; /* the report is printed on a terminal */
    bool is_compatible;  /* called as callgrind_annotate: no colour, nothing fitted to a terminal */
    enum color color;
    struct format_options format;
    const char *output; /* NULL for standard output */
    enum pager_choice pager_choice;
    const char *pager;      /* the command line of the pager to use; NULL for none */
    struct text_list files; /* operands, in the order of the command line */
};

/* The kind of an option's value, and so the type of the member of struct options that holds it. */
enum option_type {
    OPTION_APPLIED,  /* `apply` alone takes the value, as it was typed */
    OPTION_FLAG,     /* bool, set to true: the option has no value */
    OPTION_YES_NO,   /* bool */
    OPTION_WORD,     /* an enum whose values are the row's words, in their order */
    OPTION_COUNT,    /* size_t, from `least` to `most` */
    OPTION_PERCENT,  /* double, from 0 to 100 */
    OPTION_BOUND,    /* struct bound */
    OPTION_STRING,   /* const char *, one of the row's words if it has some */
    OPTION_TEXT,     /* struct text */
    OPTION_TEXTS,    /* struct text_list, to which each value is appended */
    OPTION_PATTERN,  /* struct pattern */
    OPTION_RENAMING, /* struct renaming, to which it is added for the names that `least` says */
    OPTION_PATH_MAP, /* struct source_options, to whose maps FROM=TO is added */
};

/* Does what is needed beyond storing the value. Returns false with a usage error. */
typedef bool option_apply(struct options *options, const char *value, struct error *error);

/* All there is to know about an option, but for what it means: see option_sentence(). */
struct option_row {
    const char *group; /* its heading in --help, set in the group's first row; else NULL */
    const char *name;
    char letter;          /* 0 for none */
    const char *argument; /* its name in --help, in brackets where it may be left out; or NULL */
    const char *values;   /* the possible values, separated by blanks; NULL for anything */
    enum option_type type;
    size_t at; /* the offset of the member that holds the value; 0 if only `apply` looks at it */
    size_t least, most;      /* of a count; most: 0 for no limit */
    bool takes_directory;    /* of a path map: DIR alone is a directory to look in */
    const char *expected;    /* what messages say a value must be; NULL if it may be empty */
    const char *short_words; /* "md=markdown": what else may be typed for these; or NULL */
    size_t given;            /* the offset of a bool that is set when it is given; 0 for none */
    enum view view;          /* the view that it asks for; VIEW_CLASSIC for none */
    option_apply *apply;     /* called last; NULL if storing the value is all */
    enum use use;            /* which views use it; 0: all, or it harms none */
    bool needs_old;          /* it is about a difference */
    bool is_of_report;       /* whoever gives it wants the report, not the overview */
    bool is_for_one_run;     /* it is an error in QUERN_OPTS */
};

extern const struct option_row option_rows[];

/* The first sentences of the items in OPTIONS of quern(1), which options.awk takes from there. */
struct option_help {
    const char *name, *sentence; /* NULL: the end */
};

extern const struct option_help option_help[];

/* Returns the heading of the option's group, which the group's first row has. */
const char *option_group(const struct option_row *row);

/* Returns what --help says of an option. */
const char *option_sentence(const struct option_row *row);

extern const size_t n_option_rows;

/* Sets the defaults. Free with options_free(). */
void options_init(struct options *options);

/*
 * Applies the option with this value, which is NULL where its argument was left out or it takes
 * none, and records that it was given. The value has to outlive the options. Returns false with a
 * usage error.
 */
bool option_give(struct options *options, const struct option_row *row, const char *value,
                 struct error *error);

/* Sets what the format asks for where the command line does not say: its view, and its limit. */
void options_settle(struct options *options);

/*
 * Sets what commands begin with that an overview advises: what was typed, without the options that
 * the view does not use, or that say how it is shown, and with the files that are read.
 */
void options_set_commands(struct options *options);

/*
 * Returns false with a usage error where options cannot be combined, where the view has no use for
 * one that changes figures, or where an operand was meant as the value of one.
 */
bool options_check(const struct options *options, struct error *error);

/*
 * Writes which options of the command line only change how figures are presented, and not in this
 * view, as "--depth is not used by --top". Returns false where there are none.
 */
bool options_list_unused(const struct options *options, struct buffer *message);

/* Returns whether only help or the version are printed, so that no profile is read. */
bool options_ask_for_help(const struct options *options);

/*
 * Reads the files of --limits, unless only help is asked for. Call it once, after the command line
 * is read and checked: a file may be a pipe. Returns false where one cannot be read or is wrong, or
 * its limits cannot be combined with the options.
 */
bool options_read_limits(struct options *options, struct error *error);

void options_free(struct options *options);

/* Returns whether the option's argument may be left out. */
static inline bool option_is_optional(const struct option_row *row)
{
    return row->argument != NULL && row->argument[0] == '[';
}

/*
 * command_line.c reads options in any order among the operands, by the table. Options for every run
 * are read first, from the variable QUERN_OPTS, unless the program is called as callgrind_annotate.
 * Where both give a value, the command line's counts. An option of the variable that cannot be
 * combined with the command line is left out if it only says what is shown, and how; if it decides
 * what the figures describe, or what they are judged against, that is an error.
 */

/*
 * Reads both into options that point into argv. Returns false with a usage error; call
 * options_free() in any case.
 */
bool command_line_read(struct options *options, int argc, char **argv, struct error *error);

/* help.c prints what --help and --version ask for. */

/*
 * Prints a screen with all options, or explains the options of a topic, which is a group or "all".
 * Returns false with a usage error where there is no such topic.
 */
bool help_print(FILE *out, const char *topic, struct error *error);

/*
 * Prints "quern 2.0.0", then a line with the optional libraries that this program was built with,
 * and one with those that it was built without; an empty line is left out. libdw is loaded only
 * when it is needed, so it is named even where it is not installed.
 */
void version_print(FILE *out);

/*
 * hints.c lists what people type who know other profilers, and options that are gone, each with
 * what does it. It only serves the messages that refuse what was typed: nothing in it is accepted.
 */

struct hint {
    const char *words; /* separated by blanks: options, values as in "--by=dso", and commands */
    const char *hint;
};

extern const struct hint hints[];
extern const size_t n_hints;

/* Returns the hint for a word after its prefix, as "dso" after "--by=", or NULL. */
const char *hint_find(const char *prefix, struct text typed);

/* Returns the hint for a word of --sort that names no event of the profile, or NULL. */
explain_sort hint_for_sort;

/*
 * Extends an error about an operand that is no file: what does what a word of the table says, as
 * in "quern top", or how to ask for as many rows, or for a function of that name.
 */
void operands_explain(struct text_list operands, struct error *error);

#endif
