/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "base/number.h"
#include "parser/parser.h"

/* A line of cost as read; its costs are in parser->costs. */
struct cost_line {
    const char *at;   /* the line itself */
    uint64_t address; /* of its instruction, where that is kept; else 0 */
    uint64_t number;  /* of the line in its source file; 0 where it has none */
    size_t n_costs;
};

/* Why a line cannot be read, or not all of it. */
struct damage {
    const char *reason;
    const char *at; /* the byte that is wrong, or NULL where the reason says all */
};

static const char *damaged(struct damage *damage, const char *reason, const char *at)
{
    *damage = (struct damage){reason, at};
    return NULL;
}

static bool is_line_end(char c)
{
    return c == '\n' || c == '\r';
}

static inline const char *skip_blanks(const char *at)
{
    while (is_blank(*at))
        at++;
    return at;
}

/* "3:5", "3-5" and "3+2" are ranges: the first number counts. */
static const char *skip_range(const char *at, struct damage *damage)
{
    const char *end = at;
    uint64_t ignored;

    if (*at == ':' || *at == '-' || *at == '+') {
        if (read_number(at + 1, &end, &ignored) != NUMBER_OK)
            return damaged(damage, "expected the end of a range", at + 1);
    }
    if (!is_blank(*end) && !is_line_end(*end))
        return damaged(damage, "expected a position", end);
    return end;
}

/* All that is neither a plain decimal number nor a wrong one: "*", "+0x1f", "3:5". */
static const char *read_rare_position(const char *at, uint64_t base, uint64_t *position,
                                      struct damage *damage)
{
    uint64_t number;
    const char *end;
    char sign = *at;

    if (sign == '*') {
        *position = base;
        return skip_range(at + 1, damage);
    }
    switch (read_number(at + (sign == '+' || sign == '-'), &end, &number)) {
    case NUMBER_MISSING:
        return damaged(damage, "expected a position", at);
    case NUMBER_TOO_LARGE:
        return damaged(damage, "a position of more than 64 bits", NULL);
    case NUMBER_OK:
        break;
    }
    *position = sign == '+' ? base + number : sign == '-' ? base - number : number;
    return skip_range(end, damage);
}

static inline bool ends_number(char c)
{
    return c == ' ' || c == '\n';
}

/*
 * "+3", "-2" and "*" are relative to the same position of the last line of self cost.
 * What is common is read here, and all else by read_rare_position().
 */
static inline const char *read_position(const char *at, uint64_t base, uint64_t *position,
                                        struct damage *damage)
{
    char sign = *at;
    uint64_t number;

    if (sign == '*' && ends_number(at[1])) {
        *position = base;
        return at + 1;
    }
    const char *digits = at + (sign == '+' || sign == '-');
    const char *end = read_decimal(digits, &number);
    if (end == digits || end - digits > SAFE_DIGITS || !ends_number(*end))
        return read_rare_position(at, base, position, damage);
    *position = sign == '+' ? base + number : sign == '-' ? base - number : number;
    return end;
}

/*
 * Addresses and basic blocks are not kept. Of eight bytes at once it is told how many
 * are digits; what is not "+3", "-2" or "*" and a blank is read_position()'s business.
 */
static inline const char *skip_position(const char *at, struct damage *damage)
{
    const char *digits = at + (*at == '+' || *at == '-');
    uint64_t ignored;
    size_t length = count_digits(digits);

    if (length != 0 && length < sizeof(uint64_t) && digits[length] == ' ')
        return digits + length;
    return read_position(at, 0, &ignored, damage);
}

/* An address or basic block, of which only that of an instruction may be kept. */
static inline const char *read_address(const struct parser *parser, const char *at, size_t place,
                                       uint64_t *address, struct damage *damage)
{
    uint64_t base = parser->address_base;
    char sign = *at;

    if (place != 0 || !parser->profile->keep.addresses || !parser->has_instructions)
        return skip_position(at, damage);
    at = read_position(at, base, address, damage);
    if (at != NULL && ((sign == '-' && *address > base) || (sign == '+' && *address < base))) {
        /* The cost counts all the same: what is kept of addresses must not decide about figures. */
        damage->reason = "an address below 0 or above 64 bits: taken for 0";
        *address = 0;
    }
    return at;
}

/* The positions before the costs. A line that begins with a blank has none: line 0. */
static inline const char *read_positions(const struct parser *parser, const char *at,
                                         struct cost_line *line, struct damage *damage)
{
    uint64_t base = parser->line_base, *number = &line->number;

    if (is_blank(*at))
        return at;
    for (size_t i = 0; i < parser->n_addresses; i++) {
        if ((at = read_address(parser, at, i, &line->address, damage)) == NULL)
            return NULL;
        at = skip_blanks(at);
    }
    if (!parser->has_lines)
        return at;
    const char *end = read_position(at, base, number, damage);
    if (end != NULL && ((*at == '-' && *number > base) || (*at == '+' && *number < base)))
        return damaged(damage, "a line number below 0 or above 64 bits", NULL);
    return end;
}

/* Negative and hexadecimal costs, and those that are wrong. */
static const char *read_rare_cost(const char *at, int64_t *cost, struct damage *damage)
{
    const char *end;

    switch (read_signed(at, &end, cost)) {
    case NUMBER_MISSING:
        return damaged(damage, "expected a cost", at);
    case NUMBER_TOO_LARGE:
        return damaged(damage, "a cost of more than 64 bits", NULL);
    case NUMBER_OK:
        break;
    }
    if (!is_blank(*end) && !is_line_end(*end))
        return damaged(damage, "expected a cost", end);
    return end;
}

/* A cost that is no plain decimal number with a blank or the line's end behind it. */
static const char *read_next_cost(struct parser *parser, const char *at, size_t *n_costs,
                                  struct damage *damage)
{
    at = skip_blanks(at);
    if (is_line_end(*at))
        return at;
    if (*n_costs == parser->n_events)
        return damaged(damage, "more costs than events", NULL);
    return read_rare_cost(at, &parser->costs[(*n_costs)++], damage);
}

/* The costs, of which those left out at the end are not given. */
static inline const char *read_costs(struct parser *parser, const char *at, size_t *n_read,
                                     struct damage *damage)
{
    const size_t n_events = parser->n_events;
    int64_t *costs = parser->costs;
    size_t n_costs = 0;

    at += *at == ' ';
    while (!is_line_end(*at)) {
        uint64_t number;
        const char *end = read_decimal(at, &number);
        if ((size_t)(end - at) - 1 < SAFE_DIGITS && ends_number(*end) && n_costs < n_events) {
            costs[n_costs++] = (int64_t)number;
            at = end + (*end == ' ');
        } else if ((at = read_next_cost(parser, at, &n_costs, damage)) == NULL) {
            return NULL;
        }
    }
    *n_read = n_costs;
    return at;
}

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

    if (parser->columns_are_direct)
        return costs_add_first_overflows(costs, row, added, count);
    for (size_t i = 0; i < count; i++)
        overflows |= costs_add_overflows(costs, row, parser->columns[i], added[i]);
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
    return profile_add_spot(parser->profile, parser->place,
                            (struct position){line->address, line->number});
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
    uint32_t id = find_line(parser, line->number);
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
        is_done = add_call_to(parser, &profile->by_line.calls,
                              profile_add_line_call(profile, find_line(parser, line->number), arc),
                              line->n_costs);
    if (is_done && keep->spots == KEEP_SELF_AND_CALLS)
        is_done = add_call_to(
            parser, &profile->by_spot.calls,
            call_table_add(&profile->by_spot.calls, find_spot(parser, line), arc.callee),
            line->n_costs);
    return is_done;
}

/* Whether the line's number is relative to the line before, or there is none. */
static bool is_relative(const struct parser *parser, const char *at)
{
    for (size_t i = 0; i < parser->n_addresses && !is_line_end(*at); i++) {
        while (!is_blank(*at) && !is_line_end(*at))
            at++;
        at = skip_blanks(at);
    }
    return parser->has_lines && !is_digit(*at);
}

/* A chunk does not know what its first lines are relative to. */
static void watch_base(struct parser *parser, const struct cost_line *line, bool is_self)
{
    parser->chunk->is_wrong |= is_relative(parser, line->at);
    parser->chunk->knows_base = is_self;
}

/* What relative positions are relative to from now on. */
static inline void move_base(struct parser *parser, const struct cost_line *line)
{
    parser->line_base = line->number;
    parser->address_base = line->address;
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
        move_base(parser, line);
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
    move_base(parser, line);
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
    struct cost_line line = {.at = at};
    struct damage damage = {0};

    if (parser->n_events == 0) {
        error_set(parser->error, ERROR_FAILED, parser->path, parser->line,
                  "a cost before any 'events:' line");
        return NULL;
    }
    const char *costs = read_positions(parser, at, &line, &damage);
    const char *line_end = costs == NULL ? NULL : read_costs(parser, costs, &line.n_costs, &damage);
    if (line_end != NULL && line_end[0] == '\r')
        line_end =
            line_end[1] == '\n' ? line_end + 1 : damaged(&damage, "expected a cost", line_end);
    if (line_end == NULL)
        return leave_out(parser, at, end, &damage);
    if (damage.reason != NULL)
        parser_warn(parser, "%s", damage.reason);
    return add_line(parser, &line) ? line_end : NULL;
}
