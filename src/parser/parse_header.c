/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/buffer.h"
#include "base/error.h"
#include "base/number.h"
#include "parser/grammar.h"
#include "parser/parse.h"
#include "profile/profile.h"

/* Callgrind 1.1 is read as 1; of version 2 nothing is known. */
enum { HIGHEST_VERSION = 1 };

/* What a part without "positions:" has. */
static const struct positions line_alone = {
    .count = 1, .line = 0, .address = SIZE_MAX, .has_line_last = true};

void parser_start_file(struct parser *parser)
{
    parser->scope = scope_empty();
    parser->layout.positions = line_alone;
}

/* Returns the current line without its key, kept for when the header is complete. */
static struct header_line keep_line(struct parser *parser, struct text text)
{
    char *copy = arena_alloc(&parser->profile->arena, text.length + 1);

    memcpy(copy, text.at, text.length);
    copy[text.length] = '\n'; /* stops the reading of numbers */
    return (struct header_line){{copy, text.length}, parser->line};
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

/*
 * Reads one sum of a "summary:" or "totals:" line. A summary of 2^63 or more is a negative
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

/*
 * Sets the sums of a line in the part's row; a damaged line is left out whole. A comment may follow
 * them, as it may follow costs.
 */
static void set_sums(struct parser *parser, struct header_line line, struct costs *costs)
{
    const struct event_order *events = &parser->layout.events;
    int64_t *row = costs_row(costs, parser->profile->n_parts - 1), sum;
    struct text text = line.text, sums, rest, word;
    bool is_wrapped;
    size_t count = 0;

    if (!text_cut(&text, '#', &sums))
        return;
    for (rest = sums; text_cut_word(&rest, &word); count++) {
        if (count == events->count) {
            warnings_add(parser->warnings, parser->path, line.number,
                         "more sums than events: line left out");
            return;
        }
        if (!read_sum(word, &sum, &is_wrapped)) {
            warnings_add(parser->warnings, parser->path, line.number,
                         "expected a sum, found '%.*s': line left out", text_shown_length(word),
                         word.at);
            return;
        }
    }
    rest = sums;
    for (size_t i = 0; i < count && text_cut_word(&rest, &word); i++)
        if (read_sum(word, &sum, &is_wrapped) && !is_wrapped)
            costs_set(costs, row, events->columns[i], sum);
}

static void set_summary(struct parser *parser, struct header_line line)
{
    set_sums(parser, line, &parser->profile->ledgers[PART_SUMMARIES].costs);
}

/*
 * Parses "summary:". A header may have it before "events:", which gives its order. After all that a
 * part says of its sum, one more is the first line of the next part's header, if one follows.
 */
static bool parse_summary(struct parser *parser, struct text value)
{
    struct part_header *header = &parser->header;
    struct header_line line = keep_line(parser, value);
    bool has_sums = header->totals_line != 0 || header->summary.text.at != NULL;

    if (header->is_complete && has_sums) {
        header->next_summary = line;
        return true;
    }
    header->summary = line;
    if (header->is_complete)
        set_summary(parser, line);
    return true;
}

static bool parse_totals(struct parser *parser, struct text value)
{
    if (!parser_enter_body(parser))
        return false;
    parser->header.totals_line = parser->line;
    set_sums(parser, (struct header_line){value, parser->line},
             &parser->profile->ledgers[PART_TOTALS].costs);
    return true;
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

/* Reads a small number that says which process, part or thread this is. */
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
    parse_identity(parser, value, &profile_last_part(parser->profile)->given);
    return true;
}

static bool parse_thread(struct parser *parser, struct text value)
{
    parse_identity(parser, value, &profile_last_part(parser->profile)->thread);
    return true;
}

/* Returns the last of the keys that is of this type; 0, which says nothing, where none is. */
static unsigned find_remark(const struct text *keys, unsigned count, struct text type)
{
    unsigned key = count - 1;

    while (key != 0 && (keys[key].length == 0 || !text_equal(keys[key], type)))
        key--;
    return key;
}

/* Without its file it is not known which function is meant. */
static void add_doubt(struct parser *parser, struct text type, struct text symbol, unsigned doubt,
                      unsigned code)
{
    struct part_header *header = &parser->header;
    struct text object = header->doubted_object, file = header->doubted_file;

    header->doubted_object = header->doubted_file = (struct text){0};
    if (file.at == NULL) {
        parser_warn(parser, "'%.*s' without a file: left out", text_shown_length(type), type.at);
        return;
    }
    object_id object_name =
        object.at == NULL ? NO_ID : parse_whole_name(parser, NAME_OBJECT, object);
    file_id file_name = parse_whole_name(parser, NAME_FILE, file);
    symbol_id name = parse_whole_name(parser, NAME_FUNCTION, symbol);
    function_id function = profile_add_function(parser->profile, object_name, file_name, name);
    profile_add_doubt(parser->profile, function, (enum doubt)doubt);
    profile_add_code(parser->profile, function, code);
}

/*
 * Reads the text of a "desc:" line that may say that a function's figures are not exact. True if it
 * does, or is a part of that: it does not describe the run.
 */
static bool parse_doubt(struct parser *parser, struct text type, struct text value)
{
    struct arena *arena = &parser->profile->arena;
    unsigned doubt = find_remark(doubt_keys.functions, N_DOUBTS, type);
    unsigned code = find_remark(doubt_keys.code, N_CODES, type);
    bool is_object = text_equal(type, doubt_keys.object);
    bool is_file = text_equal(type, doubt_keys.file);

    while (value.length != 0 && is_blank(value.at[0]))
        value = text_skip(value, 1);
    if (is_object)
        parser->header.doubted_object = arena_copy_text(arena, value);
    else if (is_file)
        parser->header.doubted_file = arena_copy_text(arena, value);
    else if (doubt != 0 || code != 0)
        add_doubt(parser, type, value, doubt, code);
    return is_object || is_file || doubt != 0 || code != 0;
}

/* Adds "type : value" as "type: value", so that its type can be compared. */
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
    static const struct text kinds[] = {{"line", 4}, {"instr", 5}, {"bb", 2}};
    const struct keep *keep = &parser->profile->keep;
    size_t columns[] = {SIZE_MAX, SIZE_MAX, SIZE_MAX}, count = 0;
    struct text word;

    parser->header.has_positions = parser->signs.has_positions = true;
    for (; text_cut_word(&value, &word); count++) {
        size_t kind = 0;
        while (kind < ARRAY_LENGTH(kinds) && !text_equal(word, kinds[kind]))
            kind++;
        if (kind == ARRAY_LENGTH(kinds))
            parser_warn(parser, "unknown position '%.*s': its numbers are skipped",
                        text_shown_length(word), word.at);
        else if (columns[kind] != SIZE_MAX)
            return error_set(parser->error, ERROR_FAILED, parser->path, parser->line,
                             "'positions:' names '%.*s' twice", text_shown_length(word), word.at);
        else
            columns[kind] = count;
    }
    if (count == 0)
        return error_set(parser->error, ERROR_FAILED, parser->path, parser->line,
                         "'positions:' names no position");
    if (columns[1] != SIZE_MAX)
        profile_last_input(parser->profile)->has_addresses = true;
    /* Addresses say which way jumps go, whether these are kept or not. */
    bool keeps_addresses = keep->addresses || keep->jumps;
    parser->layout.positions =
        (struct positions){.count = count,
                           .line = columns[0],
                           .address = keeps_addresses ? columns[1] : SIZE_MAX,
                           .has_line_last = columns[0] == count - 1};
    return true;
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

/* Finds the columns of the events that a line names. */
static bool read_event_order(struct parser *parser, struct header_line line,
                             struct event_order *events)
{
    struct text value = line.text;
    struct profile *profile = parser->profile;
    struct text word;

    *events = (struct event_order){.is_direct = true};
    while (text_cut_word(&value, &word)) {
        /* A carriage return at its end would be lost where the name is written last in a line. */
        word = text_trim(word);
        if (word.length == 0)
            continue;
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

/* Cachegrind's file has nothing that only Callgrind has, and these events. */
static bool is_cachegrind(struct parser *parser)
{
    static const struct text recorded[] = {{"Ir", 2}, {"I1mr", 4}, {"ILmr", 4}, {"I2mr", 4},
                                           {"Dr", 2}, {"D1mr", 4}, {"DLmr", 4}, {"D2mr", 4},
                                           {"Dw", 2}, {"D1mw", 4}, {"DLmw", 4}, {"D2mw", 4},
                                           {"Bc", 2}, {"Bcm", 3},  {"Bi", 2},   {"Bim", 3}};
    const struct writer_signs *signs = &parser->signs;
    const struct event_order *events = &parser->layout.events;
    const struct part *part = profile_last_part(parser->profile);

    if (profile_last_input(parser->profile)->creator.length != 0 || signs->has_version ||
        signs->has_positions || signs->has_calls || part->pid >= 0 || part->given >= 0 ||
        part->thread >= 0 || !part->has_command)
        return false;
    for (size_t i = 0; i < events->count; i++) {
        struct text name = parser->profile->events.list[events->columns[i]].name;
        size_t known = 0;
        while (known < ARRAY_LENGTH(recorded) && !text_equal(recorded[known], name))
            known++;
        if (known == ARRAY_LENGTH(recorded))
            return false;
    }
    return true;
}

/*
 * Numbers a part that has no number of its own by its place in the file, or else after all others.
 * The parts of each thread have numbers of their own.
 */
static void number_part(struct parser *parser)
{
    struct part *part = profile_last_part(parser->profile);
    struct part_numbers *numbers = &parser->part_numbers;
    uint32_t thread = map_add(&numbers->threads, (uint64_t)part->pid, (uint64_t)part->thread);
    const int64_t choice[] = {part->given, ++numbers->n_parts, numbers->highest + 1};
    size_t known = numbers->used.count, i = part->given < 0;

    while (i < 2 && map_add(&numbers->used, thread, (uint64_t)choice[i]) < known)
        i++;
    part->number = choice[i];
    if (part->number > numbers->highest && part->number != INT64_MAX)
        numbers->highest = part->number;
}

/* The header is complete, and with it what decides whether the part was asked for. */
bool parser_begin_body(struct parser *parser)
{
    const struct parse_options *options = parser->options;
    struct part_header *header = &parser->header;

    if (!parser->has_part)
        begin_part(parser);
    header->is_complete = true;
    if (options->is_header_alone)
        return false;
    number_part(parser);
    struct part *part = profile_last_part(parser->profile);
    part->is_left_out =
        (options->parts != NULL && number_set_count(options->parts, part->number) == 0) ||
        (options->threads != NULL && number_set_count(options->threads, part->thread) == 0);
    header->is_left_out = part->is_left_out;
    if (header->events.text.at != NULL && !begin_events(parser, header->events))
        return false;
    if (!header->is_left_out && parser->layout.events.count != 0)
        events_note_list(&parser->profile->events, parser->layout.events.columns,
                         parser->layout.events.count);
    if (header->summary.text.at != NULL)
        set_summary(parser, header->summary);
    parser->file_ends_function = is_cachegrind(parser);
    parser_begin_invocations(parser);
    return true;
}

/* Two of them cannot both say what the costs of the body are. */
static bool parse_events(struct parser *parser, struct text value)
{
    struct part_header *header = &parser->header;

    if (header->events.text.at != NULL)
        parser_warn(parser, "a second 'events:' in one header: the last one counts");
    header->events = keep_line(parser, value);
    return true;
}

/* What a writer ends each part with, if it was not stopped before that. */
enum ending {
    ENDS_ANYHOW,
    ENDS_WITH_TOTALS,
    ENDS_WITH_SUMMARY,    /* which is the sum of the costs */
    ENDS_WITH_BLANK_LINE, /* after a summary that may be larger */
};

/* Xdebug 2 wrote its summary elsewhere, or none. */
static bool is_xdebug_with_summary(struct text creator)
{
    static const struct text name = {"xdebug ", 7};

    return text_starts_with(creator, name) && creator.length > name.length &&
           is_digit(creator.at[name.length]) &&
           !(creator.at[name.length] < '3' && creator.at[name.length + 1] == '.');
}

static enum ending ending_of(struct parser *parser)
{
    static const struct text with_totals[] = {{"callgrind-", 10}, {"quern-", 6}, {"xtree-", 6}};
    struct text creator = profile_last_input(parser->profile)->creator;

    for (size_t i = 0; i < ARRAY_LENGTH(with_totals); i++)
        if (text_starts_with(creator, with_totals[i]))
            return ENDS_WITH_TOTALS;
    if (is_xdebug_with_summary(creator))
        return ENDS_WITH_BLANK_LINE;
    return is_cachegrind(parser) ? ENDS_WITH_SUMMARY : ENDS_ANYHOW;
}

/* Whether a "summary:" says no sum at all, and its line is whole. */
static bool has_empty_summary(const struct parser *parser)
{
    const struct text sums = parser->header.summary.text;

    return sums.at != NULL && text_trim(sums).length == 0 && !parser->signs.lacks_newline;
}

/* A line that was cut off has fewer sums than its writer gives. */
static bool has_summary(struct parser *parser)
{
    const struct costs *summary = &parser->profile->ledgers[PART_SUMMARIES].costs;
    const struct event_order *events = &parser->layout.events;

    return events->count != 0 && costs_is_given(costs_row(summary, parser->profile->n_parts - 1),
                                                events->columns[events->count - 1]);
}

static bool has_end(struct parser *parser, enum ending ending)
{
    switch (ending) {
    case ENDS_WITH_TOTALS:
        return parser->header.totals_line != 0;
    case ENDS_WITH_SUMMARY:
        return has_summary(parser) || has_empty_summary(parser);
    case ENDS_WITH_BLANK_LINE:
        return (has_summary(parser) && !parser->signs.lacks_newline) || has_empty_summary(parser);
    case ENDS_ANYHOW:
        break;
    }
    return true;
}

/* Warns where the part does not come to the end that its writer gives it. */
static void check_end(struct parser *parser, enum ending ending, enum part_end end)
{
    const char *missing = ending == ENDS_WITH_TOTALS ? "totals:" : "summary:";

    if (has_end(parser, ending))
        return;
    if (end == AT_END_OF_FILE)
        parser_warn(parser, "ends without '%s': cut off, the figures are incomplete", missing);
    else
        parser_warn(parser, "the previous part has no '%s': its figures may be incomplete",
                    missing);
}

/* Compares the sums that a line states with those of the part's costs. */
static void check_sums(struct parser *parser, const struct costs *stated, uint64_t line,
                       const char *what, bool are_all_stated)
{
    const struct profile *profile = parser->profile;
    const struct costs *self = &profile->ledgers[PARTS].costs;
    const struct event_order *events = &parser->layout.events;
    const int64_t *row = costs_row(stated, profile->n_parts - 1);

    for (size_t i = 0; i < events->count; i++) {
        uint32_t column = events->columns[i];
        int64_t sum = costs_sum(self, costs_row(self, profile->n_parts - 1), column);
        if (costs_sum(stated, row, column) == sum ||
            (!are_all_stated && !costs_is_given(row, column)))
            continue;
        warnings_add(parser->warnings, parser->path, line,
                     "the %s of %.40s is given as %" PRIi64 ", but the costs add up to %" PRIi64
                     ": the figures may be incomplete",
                     what, profile->events.list[column].name.at, costs_sum(stated, row, column),
                     sum);
        return;
    }
}

void parser_end_part(struct parser *parser, enum part_end end)
{
    const struct profile *profile = parser->profile;
    const struct part_header *header = &parser->header;
    enum ending ending = ending_of(parser);

    parser_settle_invocations(parser, end);
    if (end == AT_END_OF_FILE && header->next_summary.text.at != NULL)
        set_summary(parser, header->next_summary);
    check_end(parser, ending, end);
    if (header->is_left_out)
        return;
    if (header->totals_line != 0)
        check_sums(parser, &profile->ledgers[PART_TOTALS].costs, header->totals_line, "total",
                   ending == ENDS_WITH_TOTALS);
    if (ending == ENDS_WITH_SUMMARY && has_summary(parser))
        check_sums(parser, &profile->ledgers[PART_SUMMARIES].costs, header->summary.number,
                   "summary", true);
}

/* Ignores a key that is known and of no use here. */
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
 * Skips a line whose key is not known. Another "key: value" in a header is all right; what has
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
