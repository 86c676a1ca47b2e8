/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <inttypes.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/number.h"
#include "base/number_set.h"
#include "parser/parse.h"
#include "parser/parse_chunk.h"
#include "parser/parser.h"

/* Callgrind 1.1 is read as 1; of version 2 nothing is known. */
enum { HIGHEST_VERSION = 1 };

/* What a part without "positions:" has. */
static const struct positions line_alone = {.has_line = true};

void parser_start_file(struct parser *parser)
{
    parser->scope = scope_empty();
    parser->layout.positions = line_alone;
}

/* A new part inherits what later parts of a file leave out. */
static void begin_part(struct parser *parser)
{
    struct part *part = profile_add_part(parser->profile);

    if (parser->has_part) {
        const struct part *before = part - 1;
        part->command = before->command;
        part->has_command = before->has_command;
        part->pid = before->pid;
    }
    parser->has_part = true;
    parser->had_totals = parser->had_totals || parser->header.totals_line != 0;
    parser->header = (struct part_header){0};
}

/* The header is complete, and with it what decides whether the part was asked for. */
void parser_begin_body(struct parser *parser)
{
    const struct parse_options *options = parser->options;

    if (!parser->has_part)
        begin_part(parser);
    struct part *part = profile_last_part(parser->profile);
    part->is_left_out =
        (options->parts != NULL && !number_set_has(options->parts, part->number)) ||
        (options->threads != NULL && !number_set_has(options->threads, part->thread));
    parser->header.is_left_out = part->is_left_out;
    parser->header.is_complete = true;
}

/* Callgrind and xtree end each part with "totals:". */
bool parser_awaits_totals(const struct parser *parser)
{
    struct text creator = profile_last_input(parser->profile)->creator;

    return parser->header.totals_line == 0 && (text_starts_with(creator, TEXT("callgrind")) ||
                                               text_starts_with(creator, TEXT("xtree")));
}

void parser_end_part(struct parser *parser)
{
    const struct profile *profile = parser->profile;
    const struct costs *self = &profile->part_self, *totals = &profile->part_totals;
    const struct part_header *header = &parser->header;
    const struct event_order *events = &parser->layout.events;

    if (!parser->has_part || header->is_left_out || header->totals_line == 0)
        return;
    for (size_t i = 0; i < events->count; i++) {
        uint32_t column = events->columns[i];
        const int64_t *row = costs_row(totals, profile->n_parts - 1);
        int64_t sum = costs_sum(self, costs_row(self, profile->n_parts - 1), column);
        if (!costs_is_given(row, column) || costs_sum(totals, row, column) == sum)
            continue;
        warnings_add(parser->warnings, parser->path, header->totals_line,
                     "the total of %.40s is given as %" PRIi64 ", but the costs add up to %" PRIi64
                     ": the figures may be incomplete",
                     profile->events.list[column].name.at, costs_sum(totals, row, column), sum);
        return;
    }
}

static bool parse_version(struct parser *parser, struct text value)
{
    uint64_t version;
    const char *end;

    if (read_number(value.at, &end, &version) == NUMBER_MISSING)
        parser_warn(parser, "expected the version of the format");
    else if (version > HIGHEST_VERSION || end - value.at > SAFE_DIGITS)
        return error_set(parser->error, ERROR_FAILED, parser->path, parser->line,
                         "version %.*s of the format: only versions 0 and 1 are known",
                         value.length > 40 ? 40 : (int)value.length, value.at);
    return true;
}

static bool parse_creator(struct parser *parser, struct text value)
{
    struct profile_input *input = profile_last_input(parser->profile);

    if (input->creator.length == 0)
        input->creator = arena_copy_text(&parser->profile->arena, value);
    return true;
}

static bool parse_command(struct parser *parser, struct text value)
{
    struct part *part = profile_last_part(parser->profile);

    part->command = arena_copy_text(&parser->profile->arena, value);
    part->has_command = true;
    return true;
}

/* A small number that says which process, part or thread this is. */
static void parse_identity(struct parser *parser, struct text value, int64_t *identity)
{
    const char *end;

    value = text_trim(value);
    if (read_signed(value.at, &end, identity) != NUMBER_OK || *identity < 0 ||
        end != value.at + value.length) {
        *identity = -1;
        parser_warn(parser, "expected a number, found '%.*s'",
                    value.length > 60 ? 60 : (int)value.length, value.at);
    }
}

static bool parse_pid(struct parser *parser, struct text value)
{
    parse_identity(parser, value, &profile_last_part(parser->profile)->pid);
    return true;
}

static bool parse_part(struct parser *parser, struct text value)
{
    parse_identity(parser, value, &profile_last_part(parser->profile)->number);
    return true;
}

static bool parse_thread(struct parser *parser, struct text value)
{
    parse_identity(parser, value, &profile_last_part(parser->profile)->thread);
    return true;
}

static bool parse_description(struct parser *parser, struct text value)
{
    struct profile *profile = parser->profile;
    struct text rest = value, type = {0};

    text_cut(&rest, ':', &type);
    if (parse_doubt(parser, type, rest))
        return true;
    profile_add_description(profile, value);
    struct text copy = arena_copy_text(&profile->arena, text_trim(rest));
    if (text_equal(type, TEXT("Timerange")))
        profile_last_part(parser->profile)->time_range = copy;
    else if (text_equal(type, TEXT("Trigger")))
        profile_last_part(parser->profile)->trigger = copy;
    else if (text_equal(type, TEXT("Thread name")))
        profile_last_part(parser->profile)->thread_name = copy;
    else if (text_equal(type, TEXT("Option")) && text_equal(copy, TEXT("--mangle-names=no")))
        profile_last_input(parser->profile)->has_lost_levels = true;
    return true;
}

static bool parse_positions(struct parser *parser, struct text value)
{
    static const struct text kinds[] = {{"instr", 5}, {"bb", 2}, {"line", 4}};
    const size_t n_kinds = ARRAY_LENGTH(kinds);
    struct text word;
    struct positions *positions = &parser->layout.positions;
    size_t n_positions = 0, next = 0;

    parser->header.has_positions = true;
    positions->has_line = false;
    positions->keeps_address =
        parser->profile->keep.addresses && text_starts_with(text_trim(value), kinds[0]);
    /* Each kind at most once, in their order: that also bounds how many there are. */
    for (; next <= n_kinds && text_cut_word(&value, &word); next++) {
        while (next < n_kinds && !text_equal(word, kinds[next]))
            next++;
        n_positions++;
        positions->has_line = positions->has_line || next == n_kinds - 1;
    }
    positions->n_addresses = n_positions - positions->has_line;
    if (n_positions != 0 && next <= n_kinds)
        return true;
    return error_set(parser->error, ERROR_FAILED, parser->path, parser->line,
                     "positions are 'instr', 'bb' and 'line', in this order");
}

static bool parse_event(struct parser *parser, struct text value)
{
    struct error problem;

    if (!events_define(&parser->profile->events, value, parser->path, parser->line, &problem))
        parser_warn(parser, "%s", problem.text);
    return true;
}

/*
 * One sum of a "summary:" or "totals:" line. A summary of 2^63 or more is a negative
 * number that wrapped, and says nothing.
 */
static bool read_sum(struct text word, int64_t *sum, bool *is_wrapped)
{
    const char *end;
    uint64_t wrapped;

    *is_wrapped = false;
    if (read_signed(word.at, &end, sum) == NUMBER_OK && end == word.at + word.length)
        return true;
    *is_wrapped = true;
    return read_number(word.at, &end, &wrapped) == NUMBER_OK && end == word.at + word.length;
}

/* Sets the sums of a line in the part's row; a damaged line is left out whole. */
static bool parse_sum_line(struct parser *parser, struct text value, struct costs *costs)
{
    const struct event_order *events = &parser->layout.events;
    int64_t *row = costs_row(costs, parser->profile->n_parts - 1), sum;
    struct text rest = value, word;
    bool is_wrapped;
    size_t count = 0;

    for (; text_cut_word(&rest, &word); count++) {
        if (count == events->count) {
            parser_warn(parser, "more sums than events: line left out");
            return true;
        }
        if (!read_sum(word, &sum, &is_wrapped)) {
            parser_warn(parser, "expected a sum, found '%.*s': line left out",
                        word.length > 60 ? 60 : (int)word.length, word.at);
            return true;
        }
    }
    for (size_t i = 0; i < count && text_cut_word(&value, &word); i++)
        if (read_sum(word, &sum, &is_wrapped) && !is_wrapped)
            costs_set(costs, row, events->columns[i], sum);
    return true;
}

/* A part may give its summary before its events, of which it has the order. */
static bool parse_summary(struct parser *parser, struct text value)
{
    if (!parser->header.has_events && !parser->header.is_complete) {
        parser->header.early_summary = arena_copy_line(&parser->profile->arena, value);
        return true;
    }
    return parse_sum_line(parser, value, &parser->profile->part_summary);
}

static bool is_repeated(const struct event_order *events, size_t column)
{
    for (size_t i = 0; i < events->count; i++)
        if (events->columns[i] == column)
            return true;
    return false;
}

/* The columns of the events that a line names. */
static bool read_event_order(struct parser *parser, struct text value, struct event_order *events)
{
    struct profile *profile = parser->profile;
    struct text word;

    *events = (struct event_order){.is_direct = true};
    while (text_cut_word(&value, &word)) {
        size_t column = events_add_recorded(&profile->events, word);
        if (is_repeated(events, column))
            return error_set(parser->error, ERROR_FAILED, parser->path, parser->line,
                             "'events:' names '%.*s' twice",
                             word.length > 60 ? 60 : (int)word.length, word.at);
        if (events->count == MAX_EVENTS || profile->events.n_recorded > MAX_EVENTS)
            return error_set(parser->error, ERROR_FAILED, parser->path, parser->line,
                             "more than %d events", MAX_EVENTS);
        events->is_direct = events->is_direct && column == events->count;
        events->columns[events->count++] = (uint32_t)column;
    }
    return events->count != 0 || error_set(parser->error, ERROR_FAILED, parser->path, parser->line,
                                           "'events:' names no event");
}

/* The costs of a line are in this order from now on. */
static bool parse_events(struct parser *parser, struct text value)
{
    struct part_header *header = &parser->header;

    if (!read_event_order(parser, value, &parser->layout.events))
        return false;
    header->has_events = true;
    /* A complete header without positions means lines; a stray line of one means nothing. */
    if (!header->has_positions)
        parser->layout.positions = line_alone;
    profile_widen(parser->profile);
    return header->early_summary.at == NULL || parse_summary(parser, header->early_summary);
}

static bool parse_totals(struct parser *parser, struct text value)
{
    parser_enter_body(parser);
    parser->header.totals_line = parser->line;
    return parse_sum_line(parser, value, &parser->profile->part_totals);
}

/* Known, and of no use here. */
static bool parse_nothing(struct parser *parser, struct text value)
{
    (void)parser;
    (void)value;
    return true;
}

static const struct key {
    struct text key;
    bool begins_part; /* after a body it is the start of another part's header, */
    bool begins_file; /* and maybe that of a whole file that was appended */
    bool (*parse)(struct parser *parser, struct text value);
} keys[] = {
    {{"version", 7}, true, true, parse_version},
    {{"creator", 7}, true, true, parse_creator},
    {{"pid", 3}, true, false, parse_pid},
    {{"cmd", 3}, true, false, parse_command},
    {{"part", 4}, true, false, parse_part},
    {{"thread", 6}, true, false, parse_thread},
    {{"desc", 4}, true, false, parse_description},
    {{"positions", 9}, true, false, parse_positions},
    {{"event", 5}, true, false, parse_event},
    {{"events", 6}, true, false, parse_events},
    {{"summary", 7}, false, false, parse_summary},
    {{"totals", 6}, false, false, parse_totals},
    {{"arch", 4}, true, false, parse_nothing},
    {{"timeframe (BB)", 14}, true, false, parse_nothing},
};

static const struct key *find_key(struct text key)
{
    for (size_t i = 0; i < ARRAY_LENGTH(keys); i++)
        if (text_equal(keys[i].key, key))
            return &keys[i];
    return NULL;
}

/*
 * A line whose key is not known. Another "key: value" in a header is all right; what has
 * no key may be the second line of a trigger's text, in which a client request may have
 * put a newline.
 */
static void skip_unknown(struct parser *parser, struct text line)
{
    if (parser->header.is_complete || memchr(line.at, ':', line.length) == NULL)
        parser_warn(parser, "unknown line '%.*s': left out",
                    line.length > 60 ? 60 : (int)line.length, line.at);
}

bool parse_header_line(struct parser *parser, struct text line)
{
    static const struct text appended = {"==== ", 5}; /* Xdebug, when it appends a profile */
    struct text value = line, name;

    if (parser->chunk != NULL) /* headers are for whoever knows what came before */
        return !(parser->chunk->meets_header = true);
    text_cut(&value, ':', &name);
    const struct key *key = value.at == NULL ? NULL : find_key(name);
    if (key == NULL && !text_starts_with(line, appended)) {
        skip_unknown(parser, line);
        return true;
    }
    if (!parser->has_part || (parser->header.is_complete && (key == NULL || key->begins_part))) {
        if (!parser_flush_block(parser))
            return false;
        if (parser->header.is_complete && parser_awaits_totals(parser))
            parser_warn(parser,
                        "the previous part has no 'totals:': its figures may be incomplete");
        parser_end_part(parser);
        begin_part(parser);
        if (key == NULL || key->begins_file)
            parser_start_file(parser);
    }
    if (key == NULL)
        return true;
    while (value.length != 0 && is_blank(value.at[0]))
        value = text_skip(value, 1);
    return key->parse(parser, value);
}
