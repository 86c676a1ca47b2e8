/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/buffer.h"
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

struct header_line parser_keep_line(struct parser *parser, struct text text)
{
    return (struct header_line){arena_copy_line(&parser->profile->arena, text), parser->line};
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
    parser->header = (struct part_header){.summary = parser->header.next_summary};
}

static bool parse_version(struct parser *parser, struct text value)
{
    uint64_t version;
    const char *end;

    parser->signs.has_version = true;
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
    parser->has_invocations = text_starts_with(value, TEXT("xdebug "));
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
        parser_warn(parser, "expected a number, found '%.*s'", text_shown_length(value), value.at);
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

/* "type : value" is the description "type: value", for all who look at its type. */
static void add_description(struct parser *parser, struct text type, struct text value)
{
    struct buffer buffer = {0};

    buffer_append(&buffer, type);
    buffer_append(&buffer, TEXT(":"));
    buffer_append(&buffer, value);
    profile_add_description(parser->profile, buffer_text(&buffer));
    free(buffer.at);
}

static bool parse_description(struct parser *parser, struct text value)
{
    struct profile *profile = parser->profile;
    struct text rest = value, type = {0};

    text_cut(&rest, ':', &type);
    type = text_trim(type);
    if (parse_doubt(parser, type, rest))
        return true;
    if (rest.at == NULL)
        profile_add_description(profile, value);
    else
        add_description(parser, type, rest);
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

    parser->header.has_positions = parser->signs.has_positions = true;
    positions->has_line = false;
    /* Addresses say which way jumps go, whether these are kept or not. */
    positions->keeps_address = (parser->profile->keep.addresses || parser->profile->keep.jumps) &&
                               text_starts_with(text_trim(value), kinds[0]);
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

static bool is_repeated(const struct event_order *events, size_t column)
{
    for (size_t i = 0; i < events->count; i++)
        if (events->columns[i] == column)
            return true;
    return false;
}

/* The columns of the events that a line names. */
static bool read_event_order(struct parser *parser, struct header_line line,
                             struct event_order *events)
{
    struct text value = line.text;
    struct profile *profile = parser->profile;
    struct text word;

    *events = (struct event_order){.is_direct = true};
    while (text_cut_word(&value, &word)) {
        size_t column = events_add_recorded(&profile->events, word);
        if (is_repeated(events, column))
            return error_set(parser->error, ERROR_FAILED, parser->path, line.number,
                             "'events:' names '%.*s' twice", text_shown_length(word), word.at);
        if (events->count == MAX_EVENTS || profile->events.n_recorded > MAX_EVENTS)
            return error_set(parser->error, ERROR_FAILED, parser->path, line.number,
                             "more than %d events", MAX_EVENTS);
        events->is_direct = events->is_direct && column == events->count;
        events->columns[events->count++] = (uint32_t)column;
    }
    return events->count != 0 || error_set(parser->error, ERROR_FAILED, parser->path, line.number,
                                           "'events:' names no event");
}

/* The costs of a line are in the order of this "events:" line from now on. */
static bool begin_events(struct parser *parser, struct header_line line)
{
    if (!read_event_order(parser, line, &parser->layout.events))
        return false;
    /* A complete header without positions means lines; a stray line of one means nothing. */
    if (!parser->header.has_positions)
        parser->layout.positions = line_alone;
    profile_widen(parser->profile);
    return true;
}

/* The header is complete, and with it what decides whether the part was asked for. */
bool parser_begin_body(struct parser *parser)
{
    const struct parse_options *options = parser->options;
    struct part_header *header = &parser->header;

    if (!parser->has_part)
        begin_part(parser);
    struct part *part = profile_last_part(parser->profile);
    part->is_left_out =
        (options->parts != NULL && !number_set_has(options->parts, part->number)) ||
        (options->threads != NULL && !number_set_has(options->threads, part->thread));
    header->is_left_out = part->is_left_out;
    header->is_complete = true;
    if (header->events.text.at != NULL && !begin_events(parser, header->events))
        return false;
    if (!header->is_left_out && parser->layout.events.count != 0)
        events_note_list(&parser->profile->events, parser->layout.events.columns,
                         parser->layout.events.count);
    if (header->summary.text.at != NULL)
        parser_set_summary(parser, header->summary);
    parser_begin_invocations(parser);
    return true;
}

/* Two of them cannot both say what the costs of the body are. */
static bool parse_events(struct parser *parser, struct text value)
{
    struct part_header *header = &parser->header;

    if (header->events.text.at != NULL)
        parser_warn(parser, "a second 'events:' in one header: the last one counts");
    header->events = parser_keep_line(parser, value);
    return true;
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
        parser_warn(parser, "unknown line '%.*s': left out", text_shown_length(line), line.at);
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
        if (parser->header.is_complete)
            parser_end_part(parser, BEFORE_ANOTHER_PART);
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
