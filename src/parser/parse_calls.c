/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/digits.h"
#include "base/number.h"
#include "parser/parse_chunk.h"
#include "parser/parser.h"

static const char *number_problem(enum number_status status, const char *end, const char *missing,
                                  const char *too_large)
{
    if (status == NUMBER_TOO_LARGE)
        return too_large;
    return status == NUMBER_OK && (is_blank(*end) || is_line_end(*end)) ? NULL : missing;
}

/* Reads the count of "calls=". Why it cannot be read; NULL where it can. */
static const char *read_call_count(const char **at, int64_t *count)
{
    const char *begin = skip_blanks(*at);
    uint64_t number;

    *at = read_short_number(begin, &number);
    if (*at != begin && *at - begin <= SAFE_DIGITS && ends_number(**at)) { /* nearly always */
        *count = (int64_t)number;
        return NULL;
    }
    enum number_status status = read_signed(begin, at, count);
    return number_problem(status, *at, "expected a number of calls",
                          "a number of calls of more than 64 bits");
}

/* Where a call or jump leads to, after its counts. */
static struct position read_target(struct parser *parser, const char *at)
{
    const struct positions *positions = &parser->layout.positions;
    struct position none = {0, 0};

    if (!parser->profile->keep.jumps)
        return none;
    if (parser_lacks_base(parser) && cost_line_is_relative(skip_blanks(at), &parser->layout))
        parser_reject_guess(parser);
    return cost_line_target(at, positions, parser->scope.base);
}

void parse_calls(struct parser *parser, struct text value)
{
    struct awaited *awaited = &parser->scope.awaited;
    const char *at = value.at;

    parser->signs.has_calls = true;
    awaited->kind = AWAITS_LOST_CALL;
    awaited->line = parser->line;
    const char *problem = read_call_count(&at, &awaited->n_calls);
    if (problem == NULL && parser->scope.callee.name == NO_ID) {
        parser_reject_guess(parser); /* the chunk before may have named it */
        problem = "a call without 'cfn=' before it";
    }
    if (problem != NULL) {
        parser_warn(parser, "%s: call left out", problem);
        return;
    }
    awaited->kind = AWAITS_CALL;
    awaited->target = read_target(parser, at);
}

/*
 * Callgrind writes how often a conditional jump was followed, a '/', and how often it was executed;
 * the specification has the two the other way round, and a blank between them.
 */
static enum number_status read_conditional(const char **at, struct jump_counts *counts)
{
    enum number_status status = read_signed(*at, at, &counts->followed);

    if (status != NUMBER_OK)
        return status;
    if (**at == '/')
        return read_signed(*at + 1, at, &counts->executed);
    counts->executed = counts->followed;
    return read_signed(skip_blanks(*at), at, &counts->followed);
}

void parse_jump(struct parser *parser, struct text value, bool is_conditional)
{
    struct awaited *awaited = &parser->scope.awaited;
    struct jump_counts counts = {0};
    const char *at = skip_blanks(value.at);

    enum number_status status = is_conditional ? read_conditional(&at, &counts)
                                               : read_signed(at, &at, &counts.unconditional);
    const char *problem = number_problem(status, at, "expected a number of jumps",
                                         "a number of jumps of more than 64 bits");
    awaited->kind = problem == NULL ? AWAITS_JUMP : AWAITS_LOST_JUMP;
    awaited->line = parser->line;
    awaited->jump = parser->scope.next_jump;
    parser->scope.next_jump = (struct jump_scope){NO_ID, NO_ID};
    if (problem != NULL) {
        parser_warn(parser, "%s: jump left out", problem);
        return;
    }
    awaited->jump_counts = counts;
    awaited->target = read_target(parser, at);
}
