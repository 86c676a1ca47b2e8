/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/number.h"
#include "parser/cost_line.h"
#include "parser/grammar.h"

/* "ob=" without a name cancels the previous one: the object is unknown. */
static object_id named_object(const struct parser *parser, object_id object)
{
    return object == parser->spaces[NAME_OBJECT].empty ? NO_ID : object;
}

/* Records the number by which a function is named, nearly always the same as before. */
static void note_number(uint64_t *noted, uint64_t number)
{
    if (*noted != number)
        *noted = *noted == NO_NUMBER ? number : SEVERAL_NUMBERS;
}

/* Finds the place of the scope's object, file and function. */
static void settle(struct parser *parser)
{
    struct scope *scope = &parser->scope;

    if (scope->function == NO_ID)
        scope->function = names_add(parser->spaces[NAME_FUNCTION].names, TEXT("???"));
    if (scope->file == NO_ID)
        scope->file = names_add(parser->spaces[NAME_FILE].names, TEXT("???"));
    if (scope->function_file == NO_ID)
        scope->function_file = scope->file;
    function_id function =
        profile_add_function(parser->profile, named_object(parser, scope->object),
                             scope->function_file, scope->function);
    note_number(&profile_edit_note(parser->profile, function)->named, scope->function_number);
    parser->place = (struct current_place){
        .is_settled = true, .id = profile_add_place(parser->profile, function, scope->file)};
}

/*
 * Sets the error for a sum that is too large, without a line, since the line at which it overflows
 * depends on the order of addition.
 */
static bool too_large(struct parser *parser)
{
    profile_note_overflow(parser->profile, true);
    return profile_fits(parser->profile, parser->error);
}

/* Adds costs in the order of this part's events to a row of the profile's. */
static inline bool add_overflowing(const struct event_order *events, struct costs *costs,
                                   size_t row_id, const int64_t *added, size_t count)
{
    int64_t *row = costs_row(costs, row_id);
    bool overflows = false;

    if (events->is_direct)
        return costs_add_first_overflows(costs, row, added, count);
    for (size_t i = 0; i < count; i++)
        overflows |= costs_add_overflows(costs, row, events->columns[i], added[i]);
    return overflows;
}

/* Adds costs to those in the current part, if parts are kept. */
static inline bool add_to_part(struct parser *parser, struct ledger *parts, uint32_t id,
                               const int64_t *added, size_t count)
{
    const struct profile *profile = parser->profile;

    return profile->keep.each_part &&
           add_overflowing(&parser->layout.events, &parts->costs,
                           ledger_add(parts, id, profile->n_parts - 1), added, count);
}

bool parser_flush_block(struct parser *parser)
{
    struct profile *profile = parser->profile;
    struct block *block = &parser->block;

    parser->place.is_settled = false;
    packed_costs_settle(&profile->ledgers[SPOTS].packed);
    if (!block->is_used)
        return true;

    const struct event_order *events = &parser->layout.events;
    bool overflows = add_overflowing(events, &profile->ledgers[PLACES].costs, parser->place.id,
                                     block->costs, block->n_given);
    overflows |= add_overflowing(events, &profile->ledgers[PARTS].costs, profile->n_parts - 1,
                                 block->costs, block->n_given);
    overflows |= add_to_part(parser, &profile->ledgers[PLACE_PARTS], parser->place.id, block->costs,
                             block->n_given);
    memset(block->costs, 0, block->n_given * sizeof *block->costs);
    block->n_given = 0;
    block->is_used = false;
    return overflows ? too_large(parser) : true;
}

/* Finds the row id of a line of the current file, which may be one of the last that were found. */
static inline uint32_t find_line(struct parser *parser, uint64_t number)
{
    uint32_t *id = &parser->recent_lines[number % N_RECENT_LINES];

    if (!map_has_at(&parser->profile->ledgers[LINES].map, *id, parser->scope.file, number))
        *id = profile_add_line(parser->profile, parser->scope.file, number);
    return *id;
}

/* Adds the costs of the line just read to a row of the profile's. */
static bool add_costs(struct parser *parser, struct costs *costs, size_t row_id,
                      const struct cost_line *line)
{
    return !add_overflowing(&parser->layout.events, costs, row_id, line->costs, line->n_costs) ||
           too_large(parser);
}

static uint32_t find_spot(struct parser *parser, struct position position)
{
    return profile_add_spot(parser->profile, parser->place.id, position);
}

static bool add_self_to_spot(struct parser *parser, const struct cost_line *line)
{
    struct packed_costs *self = &parser->profile->ledgers[SPOTS].packed;
    uint32_t id = find_spot(parser, line->position);

    (void)packed_costs_edit(self, id);
    if (add_to_part(parser, &parser->profile->ledgers[SPOT_PARTS], id, line->costs, line->n_costs))
        return too_large(parser);
    return add_costs(parser, &self->unpacked, 0, line);
}

/* Adds costs of any size to the block, and flushes it when a sum has become large. */
static inline bool add_to_block(struct parser *parser, const struct cost_line *line)
{
    struct block *block = &parser->block;
    bool overflows = false, is_large = false;

    for (size_t i = 0; i < line->n_costs; i++) {
        overflows |= add_overflows(&block->costs[i], line->costs[i]);
        is_large |= magnitude(block->costs[i]) > LARGEST_IN_BLOCK;
    }
    if (overflows)
        return too_large(parser);
    if (line->n_costs > block->n_given)
        block->n_given = line->n_costs;
    block->is_used = true;
    return !is_large || parser_flush_block(parser);
}

static inline bool add_self_cost(struct parser *parser, const struct cost_line *line)
{
    struct profile *profile = parser->profile;

    if (!add_to_block(parser, line))
        return false;
    if (profile->keep.spots != KEEP_NOTHING && !add_self_to_spot(parser, line))
        return false;
    if (profile->keep.lines == KEEP_NOTHING)
        return true;
    uint32_t id = find_line(parser, line->position.line);
    profile_note_self(profile, id);
    if (add_to_part(parser, &profile->ledgers[LINE_PARTS], id, line->costs, line->n_costs))
        return too_large(parser);
    return add_costs(parser, &profile->ledgers[LINES].costs, id, line);
}

/* Finds the callee, in the file and object given for it or else those of the caller's lines. */
static function_id find_callee(struct parser *parser)
{
    struct scope *scope = &parser->scope;
    struct callee *said = &scope->callee;

    if (said->next.object != NO_ID)
        said->unit.object = said->next.object;
    if (said->next.file != NO_ID)
        said->unit.file = said->next.file;
    said->next = (struct unit){NO_ID, NO_ID};
    const struct unit unit = {
        .object = said->unit.object != NO_ID ? said->unit.object : scope->object,
        .file = said->unit.file != NO_ID ? said->unit.file : scope->file,
    };
    function_id callee = profile_add_function(parser->profile, named_object(parser, unit.object),
                                              unit.file, said->name);

    note_number(&profile_edit_note(parser->profile, callee)->called, said->number);
    return callee;
}

/* Adds the call to a row of the table. */
static bool add_call_to(struct parser *parser, struct ledger *table, uint32_t id,
                        const struct cost_line *line)
{
    if (add_overflows(&table->counts[id], parser->scope.awaited.n_calls))
        return too_large(parser);
    return add_costs(parser, &table->costs, id, line);
}

static bool add_call_to_spot(struct parser *parser, function_id callee,
                             const struct cost_line *line)
{
    struct profile *profile = parser->profile;
    const struct spot_call call = {find_spot(parser, line->position), callee,
                                   parser->scope.awaited.target};

    return add_call_to(parser, &profile->ledgers[SPOT_CALLS], profile_add_spot_call(profile, call),
                       line);
}

/* Adds the call to each ledger of calls that is kept. */
static bool add_call(struct parser *parser, const struct cost_line *line)
{
    struct profile *profile = parser->profile;
    const struct keep *keep = &profile->keep;
    bool is_done = true;

    if (keep->places < KEEP_SELF_AND_CALLS && keep->lines < KEEP_SELF_AND_CALLS &&
        keep->spots < KEEP_SELF_AND_CALLS)
        return true;
    const struct arc arc = {parser->place.id, find_callee(parser)};
    if (keep->places == KEEP_SELF_AND_CALLS) {
        struct ledger *calls = &profile->ledgers[ARCS];
        is_done = add_call_to(parser, calls, ledger_add(calls, arc.caller, arc.callee), line);
    }
    if (is_done && keep->lines == KEEP_SELF_AND_CALLS) {
        uint32_t from = find_line(parser, line->position.line);
        is_done = add_call_to(parser, &profile->ledgers[LINE_CALLS],
                              profile_add_line_call(profile, from, arc), line);
    }
    if (is_done && keep->spots == KEEP_SELF_AND_CALLS)
        is_done = add_call_to_spot(parser, arc.callee, line);
    return is_done;
}

/* Returns the direction of a jump, by address, or by line if addresses are unknown. */
static enum jump_course find_course(const struct parser *parser, const struct position *from,
                                    file_id file)
{
    const struct awaited *awaited = &parser->scope.awaited;
    const struct position *to = &awaited->target;

    if (from->address != 0 && to->address != 0)
        return to->address <= from->address ? JUMP_BACK : JUMP_AHEAD;
    if (file != parser->scope.file || to->line == from->line)
        return JUMP_ANY_WAY;
    return to->line < from->line ? JUMP_BACK : JUMP_AHEAD;
}

bool parser_add_jump(struct parser *parser, const struct position *from)
{
    struct profile *profile = parser->profile;
    const struct scope *scope = &parser->scope;
    const struct awaited *awaited = &scope->awaited;
    bool was_executed = !jump_counts_are_zero(&awaited->jump_counts);

    if (parser->header.is_left_out || !was_executed)
        return true;
    /* A function with a jump has code, whether jumps are kept or not. */
    if (!parser->place.is_settled)
        settle(parser);
    if (!profile->keep.jumps)
        return true;
    if (from == NULL)
        from = &scope->base;
    bool is_elsewhere = awaited->jump.function != scope->function;
    file_id file = awaited->jump.file != NO_ID ? awaited->jump.file : scope->file;
    const struct jump jump = {.from = find_spot(parser, *from),
                              .to = {.file = file,
                                     .function = is_elsewhere ? awaited->jump.function : NO_ID,
                                     .position = profile_add_position(profile, awaited->target),
                                     .course = find_course(parser, from, file)}};
    return !profile_add_jump_overflows(profile, jump, &awaited->jump_counts) || too_large(parser);
}

/* Adds a line that is not simply more self cost of the same place. */
static bool add_other_line(struct parser *parser, const struct cost_line *line)
{
    enum awaited_kind awaited = parser->scope.awaited.kind;
    bool is_jump = awaited == AWAITS_JUMP || awaited == AWAITS_LOST_JUMP;
    bool is_self = awaited == AWAITS_NOTHING || (is_jump && line->n_costs != 0);

    parser->scope.awaited.kind = AWAITS_NOTHING;
    if (awaited == AWAITS_JUMP && !parser_add_jump(parser, is_self ? NULL : &line->position))
        return false;
    if (is_self)
        parser->scope.base = line->position;
    if (parser->header.is_left_out || (!is_self && awaited != AWAITS_CALL))
        return true;
    if (!parser->place.is_settled)
        settle(parser);
    return is_self ? add_self_cost(parser, line) : add_call(parser, line);
}

static inline bool add_line(struct parser *parser, const struct cost_line *line)
{
    if (!parser->place.is_settled || parser->scope.awaited.kind != AWAITS_NOTHING)
        return add_other_line(parser, line);
    parser->scope.base = line->position;
    return add_self_cost(parser, line);
}

/* Skips a line that cannot be read, with a warning. */
static const char *leave_out(struct parser *parser, const char *at, const char *end,
                             const struct damage *damage)
{
    parser->scope.awaited.kind = AWAITS_NOTHING;
    if (damage->at == NULL)
        parser_warn(parser, "%s: line skipped", damage->reason);
    else if (is_line_end(*damage->at))
        parser_warn(parser, "%s, found the end of the line: line skipped", damage->reason);
    else
        parser_warn(parser, "%s, found '%c': line skipped", damage->reason,
                    *damage->at > ' ' && *damage->at < 0x7f ? *damage->at : '?');
    return memchr(at, '\n', (size_t)(end - at));
}

/* Adds a line that lost one of its numbers. */
static bool add_damaged_line(struct parser *parser, const struct cost_line *line,
                             const struct damage *damage)
{
    uint64_t base = parser->scope.base.line;

    parser_warn(parser, "%s", damage->reason);
    bool is_done = add_line(parser, line);
    if (damage->is_of_number)
        parser->scope.base.line = base;
    return is_done;
}

/* Returns whether a cost line is self cost that is kept only by place. */
static inline bool is_of_block(const struct parser *parser)
{
    const struct keep *keep = &parser->profile->keep;

    return parser->place.is_settled && parser->scope.awaited.kind == AWAITS_NOTHING &&
           keep->lines == KEEP_NOTHING && keep->spots == KEEP_NOTHING;
}

/*
 * Adds the plain lines from `at` on to the block, which cannot fail. Returns the '\n' of the last
 * one, or NULL if the first is not plain.
 */
static const char *add_block_lines(struct parser *parser, const char *at, const char *end)
{
    struct cost_line line = {.costs = parser->costs};
    struct block *block = &parser->block;
    struct other_bytes others = other_bytes_from(at);
    const char *last = NULL, *newline;

    while (at < end && (newline = plain_line_read(&others, at, &parser->layout, parser->scope.base,
                                                  &line, block->costs)) != NULL) {
        parser->line += last != NULL; /* the first was counted before */
        parser->scope.base = line.position;
        block->is_used = true;
        if (line.n_costs > block->n_given)
            block->n_given = line.n_costs;
        last = newline;
        at = newline + 1;
    }
    return last;
}

/*
 * Adds plain lines from `at` on one by one, until a block can take them. Returns the '\n' of the
 * last one, or NULL if the first is not plain. Sets *is_done to false if one cannot be added.
 */
static const char *add_lines(struct parser *parser, const char *at, const char *end, bool *is_done)
{
    struct cost_line line = {.costs = parser->costs};
    struct other_bytes others = other_bytes_from(at);
    const char *last = NULL, *newline;

    do {
        newline = plain_line_read(&others, at, &parser->layout, parser->scope.base, &line, NULL);
        if (newline == NULL)
            break;
        parser->line += last != NULL; /* the first was counted before */
        *is_done = add_line(parser, &line);
        last = newline;
        at = newline + 1;
    } while (*is_done && at < end && !is_of_block(parser));
    return last;
}

/* Parses a line that is not plain. */
static const char *parse_rare_line(struct parser *parser, const char *at, const char *end)
{
    struct cost_line line = {.costs = parser->costs};
    struct damage damage = {0};
    const char *line_end = cost_line_read(at, &parser->layout, parser->scope.base, &line, &damage);

    if (line_end == NULL)
        return leave_out(parser, at, end, &damage);
    if (damage.reason == NULL)
        return add_line(parser, &line) ? line_end : NULL;
    return add_damaged_line(parser, &line, &damage) ? line_end : NULL;
}

const char *parse_cost_lines(struct parser *parser, const char *at, const char *end)
{
    const char *last;
    bool is_done = true;

    if (parser->layout.events.count == 0) {
        error_set(parser->error, ERROR_FAILED, parser->path, parser->line,
                  "a cost before any 'events:' line");
        return NULL;
    }
    last = is_of_block(parser) ? add_block_lines(parser, at, end)
                               : add_lines(parser, at, end, &is_done);
    if (!is_done)
        return NULL;
    return last != NULL ? last : parse_rare_line(parser, at, end);
}
