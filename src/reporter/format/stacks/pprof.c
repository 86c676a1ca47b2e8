/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The paths of a call tree as stacks in pprof's format: the message Profile of its profile.proto,
 * compressed. Each path has a sample for each line of its function that has a cost, with all events
 * and a label that says whether the cost is exact. In a difference those of the old side are
 * samples too, with negative values and the label that `pprof -diff_base` gives them.
 */

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/characters.h"
#include "base/names.h"
#include "reporter/format/contents.h"
#include "reporter/format/format.h"
#include "reporter/format/gzip.h"
#include "reporter/format/stacks/stacks.h"
#include "reporter/report.h"

/* Types of fields in the encoding. */
enum { WIRE_NUMBER = 0, WIRE_BYTES = 2, MOST_BYTES = 10 };

/* Numbers of fields in profile.proto. */
enum {
    PROFILE_SAMPLE_TYPE = 1,
    PROFILE_SAMPLE = 2,
    PROFILE_MAPPING = 3,
    PROFILE_LOCATION = 4,
    PROFILE_FUNCTION = 5,
    PROFILE_TEXT = 6,
    PROFILE_COMMENT = 13,
    PROFILE_DEFAULT_SAMPLE_TYPE = 14,

    TYPE_NAME = 1,
    TYPE_UNIT = 2,

    SAMPLE_LOCATIONS = 1,
    SAMPLE_VALUES = 2,
    SAMPLE_LABEL = 3,

    LABEL_KEY = 1,
    LABEL_TEXT = 2,

    MAPPING_ID = 1,
    MAPPING_FILE = 5,
    MAPPING_HAS_FUNCTIONS = 7,
    MAPPING_HAS_FILES = 8,
    MAPPING_HAS_LINES = 9,

    LOCATION_ID = 1,
    LOCATION_MAPPING = 2,
    LOCATION_LINE = 4,

    LINE_FUNCTION = 1,
    LINE_NUMBER = 2,

    FUNCTION_ID = 1,
    FUNCTION_NAME = 2,
    FUNCTION_SYSTEM_NAME = 3,
    FUNCTION_FILE = 4,
};

static void append_number(struct buffer *message, uint64_t number)
{
    char bytes[MOST_BYTES];
    size_t length = 0;

    for (; number >= 0x80; number >>= 7)
        bytes[length++] = (char)(number | 0x80);
    bytes[length++] = (char)number;
    buffer_append(message, (struct text){bytes, length});
}

static void append_key(struct buffer *message, unsigned field, unsigned wire)
{
    append_number(message, (uint64_t)field << 3 | wire);
}

void protobuf_number(struct buffer *message, unsigned field, uint64_t number)
{
    if (number == 0)
        return;
    append_key(message, field, WIRE_NUMBER);
    append_number(message, number);
}

void protobuf_bytes(struct buffer *message, unsigned field, struct text bytes)
{
    append_key(message, field, WIRE_BYTES);
    append_number(message, bytes.length);
    buffer_append(message, bytes);
}

void protobuf_numbers(struct buffer *message, unsigned field, const uint64_t *numbers, size_t count)
{
    struct buffer packed = {0};

    for (size_t i = 0; i < count; i++)
        append_number(&packed, numbers[i]);
    protobuf_bytes(message, field, buffer_text(&packed));
    free(packed.at);
}

void pprof_tables_begin(struct pprof_tables *tables)
{
    *tables = (struct pprof_tables){.texts = names_create()};
    names_add(tables->texts, TEXT(""));
}

void pprof_tables_free(struct pprof_tables *tables)
{
    names_free(tables->texts);
    map_free(&tables->objects);
    map_free(&tables->functions);
    map_free(&tables->codes);
    map_free(&tables->locations);
}

static bool is_utf8(struct text text)
{
    uint32_t character;

    for (const char *at = text.at, *end = text_end(text); at < end;) {
        size_t length = utf8_decode(at, end, &character);
        if (length == 0)
            return false;
        at += length;
    }
    return true;
}

static struct buffer make_utf8(struct text text)
{
    struct buffer made = {0};
    uint32_t character;

    for (const char *at = text.at, *end = text_end(text); at < end;) {
        size_t length = utf8_decode(at, end, &character);
        buffer_append(&made, length == 0 ? TEXT("\xef\xbf\xbd") : (struct text){at, length});
        at += length == 0 ? 1 : length;
    }
    return made;
}

uint64_t pprof_tables_text(struct pprof_tables *tables, struct text text)
{
    if (is_utf8(text))
        return names_add(tables->texts, text);
    struct buffer made = make_utf8(text);
    uint64_t id = names_add(tables->texts, buffer_text(&made));
    free(made.at);
    return id;
}

uint64_t pprof_tables_location(struct pprof_tables *tables, const struct pprof_location *location)
{
    uint64_t object = 0;
    uint32_t function = map_add(&tables->functions, location->name, location->file);

    if (location->object != 0)
        object = 1 + (uint64_t)map_add(&tables->objects, 0, location->object);
    return 1 + (uint64_t)map_add(&tables->locations, map_add(&tables->codes, function, object),
                                 location->line);
}

/* Adds the message to the profile as a field, and empties it. */
static void add_message(struct buffer *profile, unsigned field, struct buffer *message)
{
    protobuf_bytes(profile, field, buffer_text(message));
    message->length = 0;
}

static void write_mapping(const struct pprof_tables *tables, uint32_t id, struct buffer *profile,
                          struct buffer *message)
{
    protobuf_number(message, MAPPING_ID, (uint64_t)id + 1);
    protobuf_number(message, MAPPING_FILE, tables->objects.keys[id].to);
    protobuf_number(message, MAPPING_HAS_FUNCTIONS, 1);
    protobuf_number(message, MAPPING_HAS_FILES, 1);
    protobuf_number(message, MAPPING_HAS_LINES, 1);
    add_message(profile, PROFILE_MAPPING, message);
}

static uint32_t find_program(const struct pprof_tables *tables, struct text program)
{
    for (uint32_t id = 0; program.length != 0 && id < tables->objects.count; id++) {
        struct text object = names_text(tables->texts, (uint32_t)tables->objects.keys[id].to);
        if (text_equal(path_base(object), path_base(program)))
            return id;
    }
    return 0;
}

static void write_mappings(const struct pprof_tables *tables, struct text program,
                           struct buffer *profile, struct buffer *message)
{
    uint32_t first = find_program(tables, program);

    if (tables->objects.count != 0)
        write_mapping(tables, first, profile, message);
    for (uint32_t id = 0; id < tables->objects.count; id++)
        if (id != first)
            write_mapping(tables, id, profile, message);
}

static void write_locations(const struct pprof_tables *tables, struct buffer *profile,
                            struct buffer *message)
{
    struct buffer line = {0};

    for (uint32_t id = 0; id < tables->locations.count; id++) {
        const struct map_key *code = &tables->codes.keys[tables->locations.keys[id].from];
        protobuf_number(&line, LINE_FUNCTION, code->from + 1);
        protobuf_number(&line, LINE_NUMBER, tables->locations.keys[id].to);
        protobuf_number(message, LOCATION_ID, (uint64_t)id + 1);
        protobuf_number(message, LOCATION_MAPPING, code->to);
        add_message(message, LOCATION_LINE, &line);
        add_message(profile, PROFILE_LOCATION, message);
    }
    free(line.at);
}

static void write_functions(const struct pprof_tables *tables, struct buffer *profile,
                            struct buffer *message)
{
    for (uint32_t id = 0; id < tables->functions.count; id++) {
        protobuf_number(message, FUNCTION_ID, (uint64_t)id + 1);
        protobuf_number(message, FUNCTION_NAME, tables->functions.keys[id].from);
        protobuf_number(message, FUNCTION_SYSTEM_NAME, tables->functions.keys[id].from);
        protobuf_number(message, FUNCTION_FILE, tables->functions.keys[id].to);
        add_message(profile, PROFILE_FUNCTION, message);
    }
}

void pprof_tables_write(const struct pprof_tables *tables, struct text program,
                        struct buffer *profile)
{
    struct buffer message = {0};

    write_mappings(tables, program, profile, &message);
    write_locations(tables, profile, &message);
    write_functions(tables, profile, &message);
    for (uint32_t id = 0; id < names_count(tables->texts); id++)
        protobuf_bytes(profile, PROFILE_TEXT, names_text(tables->texts, id));
    free(message.at);
}

struct pprof {
    struct gzip *gzip;
    const struct table *table;
    struct pprof_tables tables;
    struct pprof_location *levels; /* of the current row and those above it */
    size_t n_levels, level_capacity;
    uint64_t *stack; /* locations of the current sample, by level */
    size_t stack_capacity;
    struct tree_share *remainder; /* by event: the cost of the row without that of its lines */
    uint64_t *values;             /* of the current sample */
    struct buffer sample, label, message;
    struct printed_shares printed;
};

static uint64_t number_of(struct pprof *pprof, struct text text)
{
    return pprof_tables_text(&pprof->tables, text);
}

/* Returns whether the first level of a path has the cost, as in paths that go up, not the last. */
static bool goes_up(const struct pprof *pprof)
{
    return !table_has(pprof->table, COLUMN_INCLUSIVE);
}

/* Names a cycle in round brackets: pprof drops angle brackets, and what is in them. */
static struct text cycle_name(const struct table_row *row, char name[static 40])
{
    return (struct text){name, (size_t)snprintf(name, 40, "(cycle %zu)", row->cycle)};
}

static struct pprof_location location_of(struct pprof *pprof, const struct table_row *row)
{
    char label[40];
    struct text name = row->cycle != 0 ? cycle_name(row, label) : row_drawn_name(row);

    return (struct pprof_location){.name = number_of(pprof, name),
                                   .file = number_of(pprof, row->file),
                                   .object = number_of(pprof, row->object)};
}

/* Writes the locations from the leaf on. Those of callers have no line. */
static void write_stack(struct pprof *pprof, const struct pprof_location *leaf)
{
    size_t count = pprof->n_levels;

    if (count > pprof->stack_capacity)
        pprof->stack =
            memory_grow(pprof->stack, &pprof->stack_capacity, count, sizeof *pprof->stack);
    for (size_t i = 0; i < count; i++) {
        size_t level = goes_up(pprof) ? i : count - 1 - i;
        pprof->stack[i] =
            pprof_tables_location(&pprof->tables, i == 0 ? leaf : &pprof->levels[level]);
    }
    protobuf_numbers(&pprof->sample, SAMPLE_LOCATIONS, pprof->stack, count);
}

static void write_label(struct pprof *pprof, struct text key, struct text text)
{
    pprof->label.length = 0;
    protobuf_number(&pprof->label, LABEL_KEY, number_of(pprof, key));
    protobuf_number(&pprof->label, LABEL_TEXT, number_of(pprof, text));
    protobuf_bytes(&pprof->sample, SAMPLE_LABEL, buffer_text(&pprof->label));
}

static void flush(struct pprof *pprof)
{
    gzip_write(pprof->gzip, buffer_text(&pprof->message));
    pprof->message.length = 0;
}

/*
 * Finds the values of the events, without ratios, which cannot be added up. Returns 0 if all are 0.
 */
static size_t find_values(struct pprof *pprof, const struct tree_share *shares, bool is_old,
                          bool *is_exact)
{
    size_t count = 0, n_given = 0;

    *is_exact = true;
    for (size_t i = 0; i < pprof->table->n_events; i++) {
        if (pprof->table->events[i].is_ratio)
            continue;
        int64_t cost = is_old ? shares[i].old_cost : shares[i].cost;
        n_given += cost != 0;
        *is_exact = *is_exact && !(cost != 0 && shares[i].is_estimate);
        pprof->values[count++] = is_old ? 0 - (uint64_t)cost : (uint64_t)cost;
    }
    return n_given == 0 ? 0 : count;
}

/* Writes the sample of one side, unless it costs nothing. */
static void write_sample(struct pprof *pprof, const struct pprof_location *leaf,
                         const struct tree_share *shares, bool is_old)
{
    bool is_exact;
    size_t count = find_values(pprof, shares, is_old, &is_exact);

    if (count == 0)
        return;
    pprof->sample.length = 0;
    write_stack(pprof, leaf);
    protobuf_numbers(&pprof->sample, SAMPLE_VALUES, pprof->values, count);
    write_label(pprof, TEXT("cost"), is_exact ? TEXT("exact") : TEXT("estimated"));
    if (is_old)
        write_label(pprof, TEXT("pprof::base"), TEXT("true"));
    protobuf_bytes(&pprof->message, PROFILE_SAMPLE, buffer_text(&pprof->sample));
    flush(pprof);
}

static void write_samples(struct pprof *pprof, const struct pprof_location *leaf,
                          const struct tree_share *shares)
{
    write_sample(pprof, leaf, shares, false);
    write_sample(pprof, leaf, shares, true);
}

/* Writes samples for the lines of a row, and one for the rest of its cost. */
static void write_lines(struct pprof *pprof, const struct table_row *row)
{
    const struct tree_place *place = row->tree;
    size_t n_events = pprof->table->n_events;
    struct pprof_location leaf = pprof->levels[goes_up(pprof) ? 0 : place->depth];

    memcpy(pprof->remainder, place->shares, n_events * sizeof *pprof->remainder);
    for (size_t i = 0; i < place->n_lines; i++) {
        const struct tree_line *line = &place->lines[i];
        struct pprof_location location = leaf;
        location.line = line->number;
        if (line->file.length != 0)
            location.file = number_of(pprof, line->file);
        write_samples(pprof, &location, line->shares);
        for (size_t k = 0; k < n_events; k++) {
            pprof->remainder[k].cost -= line->shares[k].cost;
            pprof->remainder[k].old_cost -= line->shares[k].old_cost;
        }
    }
    write_samples(pprof, &leaf, pprof->remainder);
}

static void write_path(struct pprof *pprof, const struct table_row *row)
{
    size_t depth = row->tree->depth;

    pprof->n_levels = depth;
    ARRAY_GROW(pprof->levels, pprof->n_levels, pprof->level_capacity);
    pprof->n_levels = depth + 1;
    pprof->levels[depth] = location_of(pprof, row);
    printed_shares_add(&pprof->printed, &row->tree->shares[pprof->table->measured]);
    write_lines(pprof, row);
}

static void write_types(struct pprof *pprof)
{
    struct buffer type = {0};

    for (size_t i = 0; i < pprof->table->n_events; i++) {
        const struct table_event *event = &pprof->table->events[i];
        if (event->is_ratio)
            continue;
        protobuf_number(&type, TYPE_NAME, number_of(pprof, event->name));
        protobuf_number(&type, TYPE_UNIT, number_of(pprof, TEXT("count")));
        protobuf_bytes(&pprof->message, PROFILE_SAMPLE_TYPE, buffer_text(&type));
        type.length = 0;
    }
    free(type.at);
    protobuf_number(&pprof->message, PROFILE_DEFAULT_SAMPLE_TYPE,
                    number_of(pprof, pprof->table->events[pprof->table->measured].name));
    flush(pprof);
}

static void write_table(struct pprof *pprof, FILE *out, struct error *error)
{
    size_t n_events = pprof->table->n_events;
    const struct table_row *row;

    pprof->remainder = memory_alloc(n_events, sizeof *pprof->remainder);
    pprof->values = memory_alloc(n_events, sizeof *pprof->values);
    write_types(pprof);
    while ((row = table_next_row(pprof->table, out, error)) != NULL)
        write_path(pprof, row);
    free(pprof->remainder);
    free(pprof->values);
}

/* Writes what `pprof -comments` shows. */
static void write_comments(struct pprof *pprof, const struct facts *facts)
{
    uint64_t numbers[2];
    size_t count = 0;

    if (facts->command.at != NULL)
        numbers[count++] = number_of(pprof, facts->command);
    if (pprof->printed.estimated != 0) {
        char text[80];
        snprintf(text, sizeof text, "%.1f %% of the cost is of paths that are estimated",
                 printed_shares_estimated(&pprof->printed));
        numbers[count++] = number_of(pprof, text_of(text));
    }
    protobuf_numbers(&pprof->message, PROFILE_COMMENT, numbers, count);
}

static struct text program_of(struct text command)
{
    size_t length = 0;

    while (length < command.length && command.at[length] != ' ')
        length++;
    return (struct text){command.at, length};
}

static void free_all(struct pprof *pprof)
{
    pprof_tables_free(&pprof->tables);
    free(pprof->levels);
    free(pprof->stack);
    free(pprof->sample.at);
    free(pprof->label.at);
    free(pprof->message.at);
}

bool format_pprof(const struct report *report, const struct format_options *options, FILE *out,
                  struct error *error)
{
    struct pprof pprof = {.gzip = gzip_open(out)};
    struct section section = {0};

    (void)options;
    pprof_tables_begin(&pprof.tables);
    while (report_next_of_kind(report, SECTION_CALL_TREE, out, &section, error)) {
        pprof.table = &section.table;
        write_table(&pprof, out, error);
    }
    write_comments(&pprof, &report->facts);
    pprof_tables_write(&pprof.tables, program_of(report->facts.command), &pprof.message);
    flush(&pprof);
    gzip_close(pprof.gzip);
    printed_shares_note(&pprof.printed, out, report->notes);
    free_all(&pprof);
    return error->kind == ERROR_NONE;
}
