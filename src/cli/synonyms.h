/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_CLI_SYNONYMS_H
#define QUERN_CLI_SYNONYMS_H

/*
 * What people type who know other profilers, or guess, and which option does it here. The table is
 * for the messages that refuse what was typed: nothing in it is accepted.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"
#include "reporter/view/input/event_choice.h"

struct error;

enum synonym_kind {
    SYNONYM_OPTION,    /* "--callers", or "-callers" */
    SYNONYM_LETTER,    /* "-f" */
    SYNONYM_BY,        /* a value of --by */
    SYNONYM_FORMAT,    /* of --format */
    SYNONYM_INCLUSIVE, /* of --inclusive */
    SYNONYM_SORT,      /* a word of --sort, where the profile has no event of that name */
    SYNONYM_WORD,      /* an operand that is no file: a command of another program */
};

struct synonym {
    enum synonym_kind kind;
    const char *typed; /* words separated by blanks, without '-' */
    const char *value; /* what a '%' in the hint stands for where none was given; or NULL */
    const char *hint;  /* which option does it, and how */
};

extern const struct synonym synonyms[];
extern const size_t n_synonyms;

/* Room for a hint with a value. */
enum { HINT_ROOM = SORT_HINT_ROOM };

/*
 * Writes the hint for a word, with the value that was given to it, which may be NULL: it is quoted
 * for a shell where that is needed. Where the value itself is a word of the table, as in
 * --sort-by=dso or -f flamegraph, the hint is for that. False where the table does not have the
 * word.
 */
bool synonym_hint(enum synonym_kind kind, struct text typed, const char *value,
                  char hint[HINT_ROOM]);

/*
 * Writes the hint for a letter. What comes after it on the command line, which may be NULL, is
 * taken for its value unless it is an option, or a file where the letter takes none.
 */
bool synonym_of_letter(struct text letter, const char *next, char hint[HINT_ROOM]);

/* Writes what was meant by a word of --sort, with the name of an event of the profile. */
explain_sort synonym_of_sort;

/*
 * False with a usage error where an operand is no file but a word of the table, as in "quern top".
 */
bool operands_are_no_commands(struct text_list operands, struct error *error);

/* Adds to an error about an operand that is no file how to ask for a function of that name. */
void operands_explain(struct text_list operands, struct error *error);

#endif
