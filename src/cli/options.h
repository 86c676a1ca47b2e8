/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_CLI_OPTIONS_H
#define QUERN_CLI_OPTIONS_H

/*
 * The options and the table that describes them, from which the command line parser, --help and the
 * check for conflicts are derived.
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
#include "reporter/view/input/view_options.h"
#include "reporter/view/view_kind.h"

struct buffer;

enum color { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };
enum pager_choice { PAGER_AUTO, PAGER_NEVER };

enum { MOST_OPTIONS = 72 }; /* the table has no more rows */

/* An option or operand on the command line. */
struct typed_word {
    const struct option_row *row; /* NULL for an operand */
    const char *value;            /* NULL if it has none */
};

struct options {
    struct arena arena; /* owns the contents of the lists */
    const char *help;   /* the topic, or empty; NULL if no help was requested */
    bool wants_version;
    bool is_bisect;              /* the exit status is for 'git bisect run' */
    bool is_given[MOST_OPTIONS]; /* whether each option was given, by its row in the table */
    struct typed_word *typed;    /* the command line, option by option; owned */
    size_t n_typed, typed_capacity;
    struct read_options read;
    struct renaming renaming;
    struct text_list events; /* definitions of derived events */
    struct text_list old;    /* old profiles to compare with */
    struct text_list noise;  /* further runs of that build, or directories of them */
    struct limits limits;    /* options_read_limits() reads the files of --limits */
    struct view_options view;
    bool has_runs;           /* runs of operands and OLD, or their labels, are judged one by one */
    struct warnings notes;   /* about other files in a directory with one run */
    bool explains_runs;      /* for directories: --explain covers each pair that changed */
    bool has_cause_limit;    /* --explain has a number */
    size_t n_causes;         /* number of causes */
    bool has_view;           /* a view was requested: a second one is an error */
    bool is_overview_chosen; /* the overview replaces the report, since a person reads it */
    bool has_rows;    /* --rows was given, which implies --top unless the format has its own view */
    bool has_columns; /* --per was given, which also implies a table */
    bool has_width;   /* a width was requested, not taken from the terminal */
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
    OPTION_APPLIED,  /* only `apply` handles the value, as typed */
    OPTION_FLAG,     /* bool, set to true; the option has no value */
    OPTION_YES_NO,   /* bool */
    OPTION_WORD,     /* an enum whose values are the row's words, in order */
    OPTION_COUNT,    /* size_t, from `least` to `most` */
    OPTION_PERCENT,  /* double, from 0 to 100 */
    OPTION_BOUND,    /* struct bound */
    OPTION_STRING,   /* const char *, one of the row's words if it has any */
    OPTION_TEXT,     /* struct text */
    OPTION_TEXTS,    /* struct text_list, to which each value is appended */
    OPTION_PATTERN,  /* struct pattern */
    OPTION_RENAMING, /* struct renaming, to which a rule for the names in `least` is added */
    OPTION_PATH_MAP, /* struct source_options, to whose maps FROM=TO is added */
};

/* Does what is needed besides storing the value. Returns false with a usage error. */
typedef bool option_apply(struct options *options, const char *value, struct error *error);

/* Everything about an option except its description: see option_sentence(). */
struct option_row {
    const char *group; /* its heading in --help, set in the group's first row; else NULL */
    const char *name;
    char letter;          /* 0 for none */
    const char *argument; /* its name in --help, in brackets if optional; or NULL */
    const char *values;   /* possible values, separated by blanks; NULL for anything */
    enum option_type type;
    size_t at;            /* offset of the member that holds the value; 0 if only `apply` uses it */
    size_t least, most;   /* range of a count; most: 0 for no limit */
    bool takes_directory; /* for a path map: DIR alone is a directory to search */
    const char *expected; /* what messages say a value must be; NULL if it may be empty */
    size_t given;         /* offset of a bool to set if the option is given; 0 for none */
    enum view view;       /* the view that it selects; VIEW_CLASSIC for none */
    option_apply *apply;  /* called last; NULL if storing the value is enough */
    enum use use;         /* the views that use it; 0 for all, or if it is harmless */
    bool needs_old;       /* it needs a difference */
    bool is_of_report;    /* it implies the report rather than the overview */
    bool is_for_one_run;  /* not allowed in QUERN_OPTS */
};

extern const struct option_row option_rows[];

/* The first sentences of the items in OPTIONS of quern(1), which options.awk takes from there. */
struct option_help {
    const char *name, *sentence; /* NULL: the end */
};

extern const struct option_help option_help[];

/* Returns the heading of the option's group, which the group's first row has. */
const char *option_group(const struct option_row *row);

/* Returns the description of an option in --help. */
const char *option_sentence(const struct option_row *row);

extern const size_t n_option_rows;

/* Sets the defaults. Free with options_free(). */
void options_init(struct options *options);

/*
 * Applies the option with this value, which is NULL if the argument was omitted or it takes none,
 * and records that it was given. The value must outlive the options. Returns false with a usage
 * error.
 */
bool option_give(struct options *options, const struct option_row *row, const char *value,
                 struct error *error);

/* Sets the defaults of the format: its view and its limit. */
void options_settle(struct options *options);

/*
 * Sets the start of the commands that an overview suggests: what was typed, without options that
 * only some views use or that only affect display.
 */
void options_set_command(struct options *options);

/*
 * Returns false with a usage error if options cannot be combined, the view does not use one that
 * changes figures, or an operand was probably meant as the value of an option.
 */
bool options_check(const struct options *options, struct error *error);

/*
 * Lists options on the command line that only affect display, and not in this view, as in "--depth
 * is not used by --top". Returns false if there are none.
 */
bool options_list_unused(const struct options *options, struct buffer *message);

/* Returns whether only help or the version is printed, so that no profile is read. */
bool options_ask_for_help(const struct options *options);

/*
 * Reads the files of --limits, unless only help is requested. Call it once, after the command line
 * is checked, since a file may be a pipe. Returns false if a file cannot be read or is invalid, or
 * its limits cannot be combined with the options.
 */
bool options_read_limits(struct options *options, struct error *error);

void options_free(struct options *options);

/* Returns whether the option's argument is optional. */
static inline bool option_is_optional(const struct option_row *row)
{
    return row->argument != NULL && row->argument[0] == '[';
}

/*
 * command_line.c reads options in any order among the operands, by the table. Options for every run
 * come first, from the variable QUERN_OPTS, unless the program is called as callgrind_annotate. The
 * command line overrides them. An option in the variable that cannot be combined with the command
 * line is an error.
 */

/*
 * Reads both into options that point into argv. Returns false with a usage error; call
 * options_free() either way.
 */
bool command_line_read(struct options *options, int argc, char **argv, struct error *error);

/* help.c implements --help and --version. */

/*
 * Prints an overview of all options, or explains the options of a topic, which is a group or "all".
 * Returns false with a usage error if there is no such topic.
 */
bool help_print(FILE *out, const char *topic, struct error *error);

/*
 * Prints "quern 2.0.0", then a line with the optional libraries that are built in, and one with
 * those that are not, each if it has any. libdw is loaded only when needed, so it is named even if
 * it is not installed.
 */
void version_print(FILE *out);

/*
 * hints.c lists words from other profilers and removed options, each with its replacement. It only
 * improves error messages: none of the words is accepted.
 */

struct hint {
    const char *words; /* options, values as in "--by=dso", and commands, separated by blanks */
    const char *hint;
};

extern const struct hint hints[];
extern const size_t n_hints;

/* Returns the hint for a word after its prefix, such as "dso" after "--by=", or NULL. */
const char *hint_find(const char *prefix, struct text typed);

/*
 * Extends an error about an operand that is not a file with a hint: for a word of the table, as in
 * "quern top", for a number of rows, or for the name of a function.
 */
void operands_explain(struct text_list operands, struct error *error);

#endif
