/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <inttypes.h>
#include <stddef.h>

#include "base/array.h"
#include "base/error.h"
#include "base/number.h"
#include "parser/grammar.h"
#include "parser/parse.h"
#include "profile/filter.h"
#include "profile/profile.h"

/* Callgrind 1.1 is read as 1; nothing is known about version 2. */
enum { HIGHEST_VERSION = 1 };

/* The positions of a part without "positions:". */
static const struct positions line_alone = {
    .count = 1, .line = 0, .address = SIZE_MAX, .has_line_last = true};

void parser_start_file(struct parser *parser)
{
    static const struct unit nowhere = {NO_ID, NO_ID};

    parser->scope = (struct scope){
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
    parser->layout.positions = line_alone;
}

/* Copies the current line without its key until the header is complete. */
static struct header_line keep_line(struct parser *parser, struct text text)
{
    char *copy = arena_alloc(&parser->profile->arena, text.length + 1);

    memcpy(copy, text.at, text.length);
    copy[text.length] = '\n'; /* ends numbers */
    return (struct header_line){{copy, text.length}, parser->line};
}

/* A new part inherits values that later parts of a file omit. */
static void begin_part(struct parser *parser)
{
    struct part *part = profile_add_part(parser->whole);

    parser->profile = parser->whole;
    if (parser->has_part) {
        const struct part *before = part - 1;
        part->command = before->command;
        part->has_command = before->has_command;
        part->pid = before->pid;
    }
    parser->has_part = true;
    parser->header = (struct part_header){0};
}

/*
 * Sets the sums of a line in the part's row; a damaged line is skipped entirely. A comment may
 * follow, as after costs. A summary of 2^63 or more is a negative number that wrapped, and is
 * ignored.
 */
static void set_sums(struct parser *parser, struct header_line line, struct costs *costs)
{
    const struct event_order *events = &parser->layout.events;
    int64_t *row = costs_row(costs, parser->profile->n_parts - 1), *sums = parser->costs;
    struct text text = line.text, rest, word;
    bool is_wrapped[MAX_EVENTS];
    size_t count = 0;

    if (!text_cut(&text, '#', &rest))
        return;
    for (; text_cut_word(&rest, &word); count++) {
        const char *end;
        uint64_t wrapped;
        if (count == events->count) {
            warnings_add(parser->warnings, parser->path, line.number,
                         "more sums than events: line skipped");
            return;
        }
        is_wrapped[count] =
            read_signed(word.at, &end, &sums[count]) != NUMBER_OK || end != text_end(word);
        if (is_wrapped[count] &&
            (read_number(word.at, &end, &wrapped) != NUMBER_OK || end != text_end(word))) {
            warnings_add(parser->warnings, parser->path, line.number,
                         "expected a sum, found '%.*s': line skipped", text_shown_length(word),
                         word.at);
            return;
        }
    }
    for (size_t i = 0; i < count; i++)
        if (!is_wrapped[i])
            costs_set(costs, row, events->columns[i], sums[i]);
}

static void set_summary(struct parser *parser)
{
    set_sums(parser, parser->header.summary, &parser->profile->ledgers[PART_SUMMARIES].costs);
}

/* Parses "summary:". A header may have it before "events:", which gives its order. */
static bool parse_summary(struct parser *parser, struct text value)
{
    parser->header.summary = keep_line(parser, value);
    if (parser->header.is_complete)
        set_summary(parser);
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
    return true;
}

static bool parse_command(struct parser *parser, struct text value)
{
    struct part *part = profile_last_part(parser->profile);

    part->command = arena_copy_text(&parser->profile->arena, value);
    part->has_command = true;
    return true;
}

/* Reads a small number that identifies the process, part or thread. */
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

/* Returns the last key of this type, or 0 for none. */
static unsigned find_remark(const struct text *keys, unsigned count, struct text type)
{
    unsigned key = count - 1;

    while (key != 0 && (keys[key].length == 0 || !text_equal(keys[key], type)))
        key--;
    return key;
}

/* Without its file, the function is ambiguous. */
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
 * Reads a "desc:" line that may mark a function's figures as inexact. True if it does, or is part
 * of such a mark, so that it does not describe the run.
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
    /* Addresses give the direction of jumps, whether these are kept or not. */
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
        /*
         * A trailing carriage return would be lost if the name were written at the end of a line.
         */
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
    /* A complete header without "positions:" means lines; a stray header line means nothing. */
    if (!parser->header.has_positions)
        parser->layout.positions = line_alone;
    profile_widen(parser->profile);
    return true;
}

/* A file of Cachegrind has no features of Callgrind, and counts instructions first. */
static bool is_cachegrind(struct parser *parser)
{
    const struct writer_signs *signs = &parser->signs;
    const struct event_order *events = &parser->layout.events;
    const struct part *part = profile_last_part(parser->profile);

    return profile_last_input(parser->profile)->creator.length == 0 && !signs->has_version &&
           !signs->has_positions && !signs->has_calls && part->pid < 0 && part->given < 0 &&
           part->thread < 0 && part->has_command && events->count != 0 &&
           text_equal(parser->profile->events.list[events->columns[0]].name, TEXT("Ir"));
}

/*
 * Gives a new number, after all others, to a part that has none or shares one with another part of
 * its thread. A hash collision of threads would only cost a part its number.
 */
static void number_part(struct parser *parser)
{
    struct part *part = profile_last_part(parser->profile);
    struct part_numbers *numbers = &parser->part_numbers;
    const uint64_t thread = ((uint64_t)part->pid << 32) ^ (uint64_t)part->thread;
    size_t known = numbers->used.count;

    part->number = part->given;
    if (part->given < 0 || map_add(&numbers->used, thread, (uint64_t)part->given) < known) {
        part->number = numbers->highest + 1;
        map_add(&numbers->used, thread, (uint64_t)part->number);
    }
    if (part->number > numbers->highest && part->number != INT64_MAX)
        numbers->highest = part->number;
    numbers->n_parts++;
}

/*
 * Costs go to the profile of the part's label if labels are kept separately; events may have other
 * columns there.
 */
static bool enter_label(struct parser *parser)
{
    struct profile *whole = parser->whole;
    const struct part *part = profile_last_part(whole);
    const struct profile_input *input = profile_last_input(whole);

    if (!part->is_left_out) {
        struct profile *label_profile = parser->profile = profile_of_label(whole, part_label(part));
        if (label_profile->n_inputs == 0 || profile_last_input(label_profile)->path != input->path)
            profile_copy_input(label_profile, input)->run = (uint32_t)label_profile->n_runs++;
        profile_last_input(label_profile)->has_addresses |= input->has_addresses;
        profile_last_input(label_profile)->has_lost_levels |= input->has_lost_levels;
        profile_copy_part(label_profile, whole, part)->input =
            (uint32_t)label_profile->n_inputs - 1;
    }
    if (parser->events.text.at != NULL &&
        !read_event_order(parser, parser->events, &parser->layout.events))
        return false;
    profile_widen(parser->profile);
    events_add_definitions(&parser->profile->events, &whole->events);
    return true;
}

/* The header is complete, so it is known whether the part is selected. */
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
        (options->parts != NULL && !number_set_has(options->parts, part->number)) ||
        (options->threads != NULL && !number_set_has(options->threads, part->thread)) ||
        (options->label != NULL && !pattern_passes(options->label, part_label(part)));
    header->is_left_out = part->is_left_out;
    if (header->events.text.at != NULL) {
        parser->events = header->events;
        if (!begin_events(parser, header->events))
            return false;
    }
    if (parser->whole->keep.labels && !enter_label(parser))
        return false;
    if (!header->is_left_out && parser->layout.events.count != 0)
        events_note_list(&parser->profile->events, parser->layout.events.columns,
                         parser->layout.events.count);
    set_summary(parser);
    parser->file_ends_function = is_cachegrind(parser);
    return true;
}

/* Two "events:" lines cannot both describe the costs of the body. */
static bool parse_events(struct parser *parser, struct text value)
{
    struct part_header *header = &parser->header;

    if (header->events.text.at != NULL)
        parser_warn(parser, "a second 'events:' in one header: the last one counts");
    header->events = keep_line(parser, value);
    return true;
}

static bool writes_totals(struct text creator)
{
    return text_starts_with(creator, TEXT("callgrind-")) ||
           text_starts_with(creator, TEXT("quern-")) || text_starts_with(creator, TEXT("xtree-"));
}

/* Xdebug 2 wrote its summary elsewhere, or none. */
static bool is_xdebug_with_summary(struct text creator)
{
    static const struct text name = {"xdebug ", 7};

    return text_starts_with(creator, name) && creator.length > name.length &&
           is_digit(creator.at[name.length]) &&
           !(creator.at[name.length] < '3' && creator.at[name.length + 1] == '.');
}

/* Returns whether a complete "summary:" line has no sums. */
static bool has_empty_summary(const struct parser *parser)
{
    const struct text sums = parser->header.summary.text;

    return sums.at != NULL && text_trim(sums).length == 0 && !parser->signs.lacks_newline;
}

/* A truncated line has fewer sums than its writer gives. */
static bool has_summary(struct parser *parser)
{
    const struct costs *summary = &parser->profile->ledgers[PART_SUMMARIES].costs;
    const struct event_order *events = &parser->layout.events;

    return events->count != 0 && costs_is_given(costs_row(summary, parser->profile->n_parts - 1),
                                                events->columns[events->count - 1]);
}

/*
 * Returns the line with which the writer should have ended the part if it is missing: the writer
 * was stopped before. Xdebug ends with its summary, which may exceed the sum of the costs, so only
 * the newline shows that it is complete.
 */
static const char *missing_end(struct parser *parser)
{
    struct text creator = profile_last_input(parser->profile)->creator;
    bool is_xdebug = is_xdebug_with_summary(creator);

    if (writes_totals(creator))
        return parser->header.totals_line == 0 ? "totals:" : NULL;
    if ((!is_xdebug && !is_cachegrind(parser)) || has_empty_summary(parser) ||
        (has_summary(parser) && !(is_xdebug && parser->signs.lacks_newline)))
        return NULL;
    return "summary:";
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

void parser_end_part(struct parser *parser)
{
    const struct profile *profile = parser->profile;
    const struct part_header *header = &parser->header;
    const char *missing = missing_end(parser);

    if (missing != NULL)
        parser_warn(parser, "the part ends without '%s': cut off, the figures are incomplete",
                    missing);
    if (header->is_left_out)
        return;
    if (header->totals_line != 0)
        check_sums(parser, &profile->ledgers[PART_TOTALS].costs, header->totals_line, "total",
                   writes_totals(profile_last_input(parser->profile)->creator));
    if (is_cachegrind(parser) && has_summary(parser))
        check_sums(parser, &profile->ledgers[PART_SUMMARIES].costs, header->summary.number,
                   "summary", true);
}

static const struct key {
    struct text key;
    bool begins_part; /* after a body it starts the header of another part */
    bool begins_file; /* it may also start a whole appended file */
    bool (*parse)(struct parser *parser, struct text value); /* NULL: it is a small number */
    size_t identity;                                         /* offset of its member in the part */
} keys[] = {
    {{"version", 7}, true, true, parse_version, 0},
    {{"creator", 7}, true, true, parse_creator, 0},
    {{"pid", 3}, true, false, NULL, offsetof(struct part, pid)},
    {{"cmd", 3}, true, false, parse_command, 0},
    {{"part", 4}, true, false, NULL, offsetof(struct part, given)},
    {{"thread", 6}, true, false, NULL, offsetof(struct part, thread)},
    {{"desc", 4}, true, false, parse_description, 0},
    {{"positions", 9}, true, false, parse_positions, 0},
    {{"event", 5}, true, false, parse_event, 0},
    {{"events", 6}, true, false, parse_events, 0},
    {{"summary", 7}, false, false, parse_summary, 0},
    {{"totals", 6}, false, false, parse_totals, 0},
};

bool parse_header_line(struct parser *parser, struct text line)
{
    static const struct text appended = {"==== ", 5}; /* Xdebug, when it appends a profile */
    struct text value = line, name;

    text_cut(&value, ':', &name);
    const struct key *key = NULL;
    for (size_t i = 0; value.at != NULL && i < ARRAY_LENGTH(keys); i++)
        if (text_equal(keys[i].key, name))
            key = &keys[i];
    if (key == NULL && !text_starts_with(line, appended)) {
        /*
         * Other "key: value" lines in a header are fine; a line without a key may continue a
         * trigger's text, since client requests can contain newlines.
         */
        if (parser->header.is_complete || value.at == NULL)
            parser_warn(parser, "unknown line '%.*s': left out", text_shown_length(line), line.at);
        return true;
    }
    if (!parser->has_part || (parser->header.is_complete && (key == NULL || key->begins_part))) {
        if (!parser_flush_block(parser))
            return false;
        if (parser->header.is_complete)
            parser_end_part(parser);
        begin_part(parser);
        if (key == NULL || key->begins_file)
            parser_start_file(parser);
    }
    if (key == NULL)
        return true;
    while (value.length != 0 && is_blank(value.at[0]))
        value = text_skip(value, 1);
    if (key->parse != NULL)
        return key->parse(parser, value);
    char *part = (char *)profile_last_part(parser->profile);
    parse_identity(parser, value, (int64_t *)(void *)(part + key->identity));
    return true;
}
