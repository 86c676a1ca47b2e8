/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/number.h"
#include "parser/grammar.h"
#include "parser/parse.h"
#include "profile/stacks.h"

void parser_begin_invocations(struct parser *parser)
{
    struct profile *profile = parser->profile;
    struct invocations *invocations = &parser->invocations;

    if (!profile->keep.stacks || parser->header.is_left_out)
        return;
    if (!parser->has_invocations) {
        profile_lose_stacks(profile);
        return;
    }
    invocations->is_on = true;
    invocations->n_warnings = parser->warnings->count;
}

void parser_log_self(struct parser *parser)
{
    struct invocations *invocations = &parser->invocations;
    const struct block *block = &parser->block;

    invocations->has_self = true;
    invocations->function = profile_place(parser->profile, parser->place.id).function;
    for (size_t i = 0; i < block->n_given; i++)
        invocations->is_wrong |= add_overflows(&invocations->costs[i], block->costs[i]);
    if (block->n_given > invocations->n_costs)
        invocations->n_costs = block->n_given;
}

void parser_log_call(struct parser *parser, function_id callee, const struct cost_line *line)
{
    struct invocations *invocations = &parser->invocations;
    int64_t cost = line->n_costs == 0 ? 0 : line->costs[0];

    invocations->is_wrong |= parser->scope.awaited.n_calls != 1;
    ARRAY_ADD(invocations->calls, invocations->n_calls, invocations->call_capacity,
              (struct logged_call){callee, cost});
}

/* Old versions do not say where callees are: then the name alone tells. */
static bool is_callee(const void *context, uint32_t called, uint32_t found)
{
    const struct parser *parser = context;
    struct function a = profile_function(parser->profile, called);
    struct function b = profile_function(parser->profile, found);

    return !parser->names_callee_files && a.symbol == b.symbol && a.object == b.object;
}

void parser_end_invocation(struct parser *parser)
{
    struct invocations *invocations = &parser->invocations;
    const struct logged_block block = {.function = invocations->function,
                                       .costs = invocations->costs,
                                       .calls = invocations->calls,
                                       .n_costs = invocations->n_costs,
                                       .n_calls = invocations->n_calls};

    if (!invocations->has_self && invocations->n_calls == 0)
        return;
    invocations->is_wrong |= !invocations->has_self;
    invocations->is_cut = !invocations->is_ended;
    if (!invocations->is_wrong)
        stack_log_add(&invocations->log, &block);
    memset(invocations->costs, 0, invocations->n_costs * sizeof *invocations->costs);
    invocations->n_costs = invocations->n_calls = 0;
    invocations->has_self = invocations->is_ended = false;
}

/*
 * Whether a line was left out, or not read as it was meant. The last one of a run that was killed
 * may be: what it says belongs to a block that is not there.
 */
static bool has_damage(const struct parser *parser)
{
    const struct warnings *warnings = parser->warnings;
    uint64_t count = warnings->count;

    if (count == parser->invocations.n_warnings)
        return false;
    return !parser->signs.lacks_newline || count != parser->invocations.n_warnings + 1 ||
           count > WARNINGS_KEPT || warnings->first[count - 1].line != parser->line;
}

/* Fibers have stacks of their own, and their blocks come between those of others. */
static bool has_fibers(const struct profile *profile)
{
    for (function_id id = 0; id < profile_n_functions(profile); id++) {
        struct text name =
            names_text(profile->symbols.functions, profile_function(profile, id).symbol);
        if (text_starts_with(name, TEXT("php::Fiber->")) ||
            text_starts_with(name, TEXT("php::Fiber::")))
            return true;
    }
    return false;
}

void parser_settle_invocations(struct parser *parser)
{
    struct invocations *invocations = &parser->invocations;
    const struct log_reading reading = {
        .columns = parser->layout.events.columns, .is_callee = is_callee, .context = parser};

    if (!invocations->is_on)
        return;
    parser_end_invocation(parser);
    if (invocations->is_wrong || invocations->is_cut || has_damage(parser) ||
        has_fibers(parser->profile) ||
        !stack_log_settle(&invocations->log, &reading, &parser->profile->ledgers[STACKS]))
        profile_lose_stacks(parser->profile);
    stack_log_free(&invocations->log);
    invocations->is_on = invocations->is_wrong = invocations->is_cut = false;
}
