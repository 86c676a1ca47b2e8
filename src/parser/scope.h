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
    AWAITS_NOTHING,   /* self cost */
    AWAITS_CALL,      /* the call of the "calls=" line before */
    AWAITS_JUMP,      /* the jump of the "jump=" or "jcnd=" line before, if it has no cost */
    AWAITS_LOST_CALL, /* such a line that could not be read: it is lost with it */
    AWAITS_LOST_JUMP,
};

/* What "jfi=" and "jfn=" say of the target of a jump. NO_ID: it is where the jump is. */
struct jump_scope {
    file_id file;
    symbol_id function;
};

/* All but the kind is good for some kinds alone. */
struct awaited {
    enum awaited_kind kind;
    uint64_t line;          /* of "calls=" or "jump=" */
    struct position target; /* where it leads to; 0 where that is not kept */
    int64_t n_calls;
    struct jump_counts jump_counts;
    struct jump_scope jump;
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
    struct jump_scope next_jump; /* said since the last jump */
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

/* Something was said of a callee or of a jump's target whose call or jump did not come yet. */
bool scope_awaits_target(const struct scope *scope);

/* Where the callee of a call is: what is said of it, or else as the caller's lines. */
struct unit scope_callee_unit(struct scope *scope);

/*
 * The same scope with other ids: maps[kind][id] is what a name's id becomes. Its lines,
 * which were counted from 1, come after that many others.
 */
struct scope scope_map(const struct scope *scope, uint32_t *const maps[N_NAME_KINDS],
                       uint64_t n_lines_before);

#endif
