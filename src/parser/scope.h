/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_PARSER_SCOPE_H
#define QUERN_PARSER_SCOPE_H

/*
 * What the lines so far say of those to come: where their costs belong, what is called,
 * and what relative positions are relative to. It is one value: nothing in it is owned.
 */

#include <stdbool.h>
#include <stdint.h>

#include "parser/name_ids.h"
#include "profile/profile.h"

/* Half of a function's key. NO_ID where nothing was said. */
struct unit {
    object_id object;
    file_id file;
};

struct callee {
    symbol_id name;   /* of the last "cfn=" */
    struct unit unit; /* what "cob=" and "cfi=" said of it */
    struct unit next; /* said since its "cfn=": of it where "calls=" comes next, else of the
                         callee of the next "cfn=" */
    uint64_t line;    /* of its "cfn="; 0 before the first */
};

/* What the next line of cost belongs to. */
enum awaited_kind {
    AWAITS_NOTHING, /* self cost */
    AWAITS_CALL,    /* the call of the "calls=" line before */
    AWAITS_JUMP,    /* a jump, which is not kept */
    AWAITS_LOST,    /* a "calls=" or "jump=" line that could not be read: it is lost with it */
};

struct awaited {
    enum awaited_kind kind;
    int64_t n_calls;
    uint64_t line; /* of "calls=" or "jump=" */
};

/* Ids are NO_ID where no position specification said anything. */
struct scope {
    object_id object;
    file_id file;          /* of the next costs */
    file_id unit_file;     /* of the last "fl=": where the next "fn=" is defined */
    bool has_fl;           /* there was an "fl=": "fi=" does not replace it */
    file_id function_file; /* where the current function is defined */
    symbol_id function;
    struct callee callee;
    struct awaited awaited;
    struct position base; /* of the last self cost; its address is 0 where none are kept */
};

/* Nothing was said yet. */
struct scope scope_empty(void);

/* "fl=", or where that is false "fi=" or "fe=". */
void scope_set_file(struct scope *scope, file_id file, bool is_fl);

/* "fn=". */
void scope_set_function(struct scope *scope, symbol_id name);

/* "cfn=" in that line. */
void scope_set_callee(struct scope *scope, symbol_id name, uint64_t line);

/* "cob=" or "cfi=" was said of a callee whose "cfn=" or "calls=" did not come yet. */
bool scope_awaits_callee(const struct scope *scope);

/* Where the callee of a call is: what is said of it, or else as the caller's lines. */
struct unit scope_callee_unit(struct scope *scope);

/*
 * The same scope with other ids: maps[kind][id] is what a name's id becomes. Its lines,
 * which were counted from 1, come after that many others.
 */
struct scope scope_map(const struct scope *scope, uint32_t *const maps[N_NAME_KINDS],
                       uint64_t n_lines_before);

#endif
