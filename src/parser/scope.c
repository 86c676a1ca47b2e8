/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parser/grammar.h"

static const struct unit nowhere = {NO_ID, NO_ID};

struct scope scope_empty(void)
{
    return (struct scope){
        .object = NO_ID,
        .file = NO_ID,
        .unit_file = NO_ID,
        .function_file = NO_ID,
        .function = NO_ID,
        .function_number = NO_NUMBER,
        .callee = {.name = NO_ID, .number = NO_NUMBER, .unit = nowhere, .next = nowhere},
        .next_jump = {NO_ID, NO_ID},
        .awaited = {.jump = {NO_ID, NO_ID}},
    };
}

/* Without any "fl=" so far, "fi=" counts as one. */
void scope_set_file(struct scope *scope, file_id file, bool is_fl)
{
    scope->file = file;
    if (is_fl || !scope->has_fl)
        scope->unit_file = file;
    scope->has_fl = scope->has_fl || is_fl;
}

void scope_end_function(struct scope *scope)
{
    scope->function = NO_ID;
    scope->function_number = NO_NUMBER;
    scope->function_file = NO_ID;
}

void scope_set_function(struct scope *scope, symbol_id name)
{
    scope->function = name;
    scope->function_file = scope->unit_file;
    scope->file = scope->unit_file;
}

/*
 * What was said between the last "cfn=" and this one belongs to this one. Two in a row are
 * one callee: --compress-mangled=yes defines "(3) f" first and then calls "(3)'2".
 */
void scope_set_callee(struct scope *scope, symbol_id name, uint64_t line)
{
    struct callee *callee = &scope->callee;

    if (callee->line + 1 != line) {
        callee->unit = callee->next;
        callee->next = nowhere;
    }
    callee->name = name;
    callee->line = line;
}

struct unit scope_callee_unit(struct scope *scope)
{
    struct callee *callee = &scope->callee;

    if (callee->next.object != NO_ID)
        callee->unit.object = callee->next.object;
    if (callee->next.file != NO_ID)
        callee->unit.file = callee->next.file;
    callee->next = nowhere;
    return (struct unit){
        .object = callee->unit.object != NO_ID ? callee->unit.object : scope->object,
        .file = callee->unit.file != NO_ID ? callee->unit.file : scope->file,
    };
}
