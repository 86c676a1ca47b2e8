/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "base/number.h"
#include "parser/parser.h"

/* The place of the current file's code in a function: inlined code goes to and fro. */
static place_id find_place(struct parser *parser, function_id function)
{
    size_t slot = (function * 31u ^ parser->file) % PLACE_CACHE;
    struct cached_place *cached = &parser->places[slot];

    if (cached->place == NO_ID || cached->function != function || cached->file != parser->file)
        *cached = (struct cached_place){function, parser->file,
                                        profile_add_place(parser->profile, function, parser->file)};
    return cached->place;
}

/* "ob=" without a name takes back the one before: no object is known. */
static object_id named_object(const struct parser *parser, object_id object)
{
    return object == parser->nameless ? NO_ID : object;
}

/* The object, file and function that costs and calls now belong to. */
static void settle(struct parser *parser)
{
    struct profile *profile = parser->profile;

    if (parser->function_name == NO_ID)
        parser->function_name = names_add(parser->functions.names, TEXT("???"));
    if (parser->file == NO_ID)
        parser->file = names_add(parser->files.names, TEXT("???"));
    if (parser->function_file == NO_ID)
        parser->function_file = parser->file;
    function_id function = profile_add_function(profile, named_object(parser, parser->object),
                                                parser->function_file, parser->function_name);
    parser->place = find_place(parser, function);
    parser->page = NULL;
    parser->is_settled = true;
}

static bool too_large(struct parser *parser)
{
    return error_set(parser->error, ERROR_FAILED, parser->path, parser->line,
                     "the costs up to here add up to more than 64 bits");
}

/* Adds costs in the order of this part's events to a row of the profile's. */
static inline bool add_overflowing(const struct parser *parser, struct costs *costs, int64_t *row,
                                   const int64_t *added, size_t count)
{
    bool overflows = false;

    if (parser->layout.events.is_direct)
        return costs_add_first_overflows(costs, row, added, count);
    for (size_t i = 0; i < count; i++)
        overflows |= costs_add_overflows(costs, row, parser->layout.events.columns[i], added[i]);
    return overflows;
}

bool parser_flush_block(struct parser *parser)
{
    struct profile *profile = parser->profile;

    parser->is_settled = false;
    if (!parser->block_is_used)
        return true;

    int64_t *place = costs_row(&profile->by_place.self, parser->place);
    int64_t *part = costs_row(&profile->part_self, profile->n_parts - 1);
    size_t count = parser->block_given;
    bool overflows = add_overflowing(parser, &profile->by_place.self, place, parser->block, count);
    overflows |= add_overflowing(parser, &profile->part_self, part, parser->block, count);
    memset(parser->block, 0, count * sizeof *parser->block);
    parser->block_given = 0;
    parser->block_is_used = false;
    return overflows ? too_large(parser) : true;
}

/* The row id of a line of the current file. */
static uint32_t find_line(struct parser *parser, uint64_t number)
{
    struct profile *profile = parser->profile;

    if (parser->page == NULL || number - parser->page->first >= LINES_PER_PAGE)
        parser->page = lines_page(&profile->lines, parser->file, number);
    return profile_add_line(profile, parser->page, number);
}

/* Adds the costs of the line just read to a row of the profile's. */
static bool add_costs(struct parser *parser, struct costs *costs, size_t row_id, size_t n_costs)
{
    int64_t *row = costs_row(costs, row_id);

    return !add_overflowing(parser, costs, row, parser->costs, n_costs) || too_large(parser);
}

static uint32_t find_spot(struct parser *parser, const struct cost_line *line)
{
    return profile_add_spot(parser->profile, parser->place, line->position);
}

static bool add_self_to_spot(struct parser *parser, const struct cost_line *line)
{
    struct profile *profile = parser->profile;
    uint32_t id = find_spot(parser, line);

    profile->by_spot.has_self[id] = true;
    return add_costs(parser, &profile->by_spot.self, id, line->n_costs);
}

static inline bool add_self_cost(struct parser *parser, const struct cost_line *line)
{
    bool overflows = false;

    for (size_t i = 0; i < line->n_costs; i++)
        overflows |= add_overflows(&parser->block[i], parser->costs[i]);
    if (overflows)
        return too_large(parser);
    if (line->n_costs > parser->block_given)
        parser->block_given = line->n_costs;
    parser->block_is_used = true;
    if (parser->profile->keep.spots != KEEP_NOTHING && !add_self_to_spot(parser, line))
        return false;
    if (parser->profile->keep.lines == KEEP_NOTHING)
        return true;
    uint32_t id = find_line(parser, line->position.line);
    parser->profile->by_line.has_self[id] = true;
    return add_costs(parser, &parser->profile->by_line.self, id, line->n_costs);
}

/* What the specifications since the last "cfn=" say, or else the caller's own. */
static function_id find_callee(struct parser *parser)
{
    if (parser->next_callee_object != NO_ID)
        parser->callee_object = parser->next_callee_object;
    if (parser->next_callee_file != NO_ID)
        parser->callee_file = parser->next_callee_file;
    parser->next_callee_object = NO_ID;
    parser->next_callee_file = NO_ID;
    object_id object = parser->callee_object != NO_ID ? parser->callee_object : parser->object;
    return profile_add_function(parser->profile, named_object(parser, object),
                                parser->callee_file != NO_ID ? parser->callee_file : parser->file,
                                parser->callee_name);
}

/* Adds the call to a row of the table. */
static bool add_call_to(struct parser *parser, struct call_table *table, uint32_t id,
                        size_t n_costs)
{
    if (add_overflows(&table->counts[id], parser->call_count))
        return error_set(parser->error, ERROR_FAILED, parser->path, parser->line,
                         "the calls up to here add up to more than 64 bits");
    return add_costs(parser, &table->costs, id, n_costs);
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
    const struct arc arc = {parser->place, find_callee(parser)};
    if (keep->places == KEEP_SELF_AND_CALLS)
        is_done = add_call_to(parser, &profile->by_place.calls,
                              call_table_add(&profile->by_place.calls, arc.caller, arc.callee),
                              line->n_costs);
    if (is_done && keep->lines == KEEP_SELF_AND_CALLS)
        is_done =
            add_call_to(parser, &profile->by_line.calls,
                        profile_add_line_call(profile, find_line(parser, line->position.line), arc),
                        line->n_costs);
    if (is_done && keep->spots == KEEP_SELF_AND_CALLS)
        is_done = add_call_to(
            parser, &profile->by_spot.calls,
            call_table_add(&profile->by_spot.calls, find_spot(parser, line), arc.callee),
            line->n_costs);
    return is_done;
}

/* A chunk does not know what its first lines are relative to. */
static void watch_base(struct parser *parser, const struct cost_line *line, bool is_self)
{
    parser->chunk->is_wrong |= cost_line_is_relative(line->at, &parser->layout);
    parser->chunk->knows_base = is_self;
}

/* What is not simply more self cost of the same place. */
static bool add_other_line(struct parser *parser, const struct cost_line *line)
{
    enum awaited awaited = parser->awaited;
    bool is_self = awaited == AWAITS_NOTHING, watches = false;

    parser->awaited = AWAITS_NOTHING;
    if (parser->chunk != NULL && !parser->chunk->knows_base) {
        watch_base(parser, line, is_self);
        watches = !is_self;
    }
    if (is_self)
        parser->base = line->position;
    if (parser->is_left_out || awaited == AWAITS_JUMP || awaited == AWAITS_LOST)
        return true;
    if (!parser->is_settled)
        settle(parser);
    bool is_done = is_self ? add_self_cost(parser, line) : add_call(parser, line);
    if (watches)
        parser->is_settled = false; /* so that the next line comes by here too */
    return is_done;
}

static inline bool add_line(struct parser *parser, const struct cost_line *line)
{
    if (!parser->is_settled || parser->awaited != AWAITS_NOTHING)
        return add_other_line(parser, line);
    parser->base = line->position;
    return add_self_cost(parser, line);
}

/* Warns of a line that cannot be read, and leaves it out. */
static const char *leave_out(struct parser *parser, const char *at, const char *end,
                             const struct damage *damage)
{
    parser->awaited = AWAITS_NOTHING;
    /* A number may be below 0 only because the chunk does not know its base. */
    if (parser->chunk != NULL && !parser->chunk->knows_base)
        parser->chunk->is_wrong = true;
    if (damage->at == NULL)
        parser_warn(parser, "%s: line left out", damage->reason);
    else if (is_line_end(*damage->at))
        parser_warn(parser, "%s, found the end of the line: line left out", damage->reason);
    else
        parser_warn(parser, "%s, found '%c': line left out", damage->reason,
                    *damage->at > ' ' && *damage->at < 0x7f ? *damage->at : '?');
    return memchr(at, '\n', (size_t)(end - at));
}

const char *parse_cost_line(struct parser *parser, const char *at, const char *end)
{
    struct cost_line line = {.costs = parser->costs};
    struct damage damage = {0};

    if (parser->layout.events.count == 0) {
        error_set(parser->error, ERROR_FAILED, parser->path, parser->line,
                  "a cost before any 'events:' line");
        return NULL;
    }
    const char *line_end = cost_line_read(at, &parser->layout, parser->base, &line, &damage);
    if (line_end == NULL)
        return leave_out(parser, at, end, &damage);
    if (damage.reason != NULL)
        parser_warn(parser, "%s", damage.reason);
    return add_line(parser, &line) ? line_end : NULL;
}
