/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Writes the paths of a call tree as stacks, in two formats. Folded stacks, from which flame graphs
 * are drawn, have a line for each path with its names joined by ';' and its self cost, in a
 * difference the old and the new one.
 *
 * For pprof it is the message Profile of its profile.proto, compressed. Each path has a sample,
 * with all events and a label that says whether the cost is exact. In a difference those of the old
 * side are samples too, with negative values and the label that `pprof -diff_base` gives them.
 */

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/map.h"
#include "base/names.h"
#include "reporter/format/contents.h"
#include "reporter/format/format.h"
#include "reporter/format/gzip.h"
#include "reporter/format/pieces.h"
#include "reporter/report.h"

/* The share of estimates in the output, which a picture of stacks cannot show. */
struct printed_shares {
    double sum, estimated; /* of all printed costs, and of those that are estimates */
    bool is_below_zero;    /* some cost is */
};

static void add_printed(struct printed_shares *printed, const struct tree_share *share)
{
    double size = fabs((double)share->cost) + fabs((double)share->old_cost);

    printed->sum += size;
    printed->estimated += share->is_estimate ? size : 0;
    printed->is_below_zero |= share->cost < 0 || share->old_cost < 0;
}

/* Adds a note about estimates and negative costs, unless the stream has failed. */
static void note_printed(const struct printed_shares *printed, FILE *out, struct warnings *notes)
{
    if (notes == NULL || ferror(out))
        return;
    if (printed->estimated != 0)
        warnings_add(notes, NULL, 0, "%.1f %% of the cost is on paths that are estimated",
                     printed->estimated / printed->sum * 100);
    if (printed->is_below_zero)
        warnings_add(notes, NULL, 0, "some paths have negative cost, which cannot be drawn");
}

bool format_folded(const struct report *report, const struct format_options *options, FILE *out,
                   struct error *error)
{
    struct printed_shares printed = {0};
    struct path_names path = {0};
    struct buffer line = {0};
    struct section section = {0};

    (void)options;
    while (report_next(report, out, &section, error)) {
        const struct table *table = &section.table;
        const struct table_row *row;
        while ((row = table_next_row(table, out, error)) != NULL) {
            const struct tree_share *share = &row->tree->shares[table->measured];
            path_names_extend(&path, row->tree->depth, row_drawn_name(row));
            if (share->cost == 0 && share->old_cost == 0)
                continue;
            add_printed(&printed, share);
            line.length = 0;
            append_utf8(&line, buffer_text(&path.text));
            fwrite(line.at, 1, line.length, out);
            if (table->is_difference)
                fprintf(out, " %" PRIi64, share->old_cost);
            fprintf(out, " %" PRIi64 "\n", share->cost);
        }
    }
    note_printed(&printed, out, report->notes);
    path_names_free(&path);
    free(line.at);
    return error->kind == ERROR_NONE;
}

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

    FUNCTION_ID = 1,
    FUNCTION_NAME = 2,
    FUNCTION_SYSTEM_NAME = 3,
    FUNCTION_FILE = 4,
};

/*
 * Samples refer by number to texts, from 0, which is the empty one, and to objects, functions and
 * locations, from 1. Each is written once.
 */
struct pprof {
    const struct table *table;
    struct names *texts;
    struct map objects;   /* (0, text of its name) */
    struct map functions; /* (text of its name, text of its file) */
    struct map locations; /* (function, 0 or 1 + object) */
    uint64_t *levels;     /* locations of the current row and those above it */
    size_t n_levels, level_capacity;
    uint64_t *stack; /* locations of the current sample, by level */
    size_t stack_capacity;
    uint64_t *values; /* of the current sample */
    struct buffer sample, part, message;
    struct printed_shares printed;
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

/* Appends a number. 0 is left out, since readers take a missing number for 0. */
static void add_number(struct buffer *message, unsigned field, uint64_t number)
{
    if (number == 0)
        return;
    append_key(message, field, WIRE_NUMBER);
    append_number(message, number);
}

/* Appends a text, or the bytes of another message, even if it is empty. */
static void add_bytes(struct buffer *message, unsigned field, struct text bytes)
{
    append_key(message, field, WIRE_BYTES);
    append_number(message, bytes.length);
    buffer_append(message, bytes);
}

/* Appends the numbers of a repeated field, packed. Negative ones are their two's complement. */
static void add_numbers(struct buffer *message, unsigned field, const uint64_t *numbers,
                        size_t count)
{
    struct buffer packed = {0};

    for (size_t i = 0; i < count; i++)
        append_number(&packed, numbers[i]);
    add_bytes(message, field, buffer_text(&packed));
    free(packed.at);
}

/* Appends the message that was made in the room for parts, and empties that. */
static void add_part(struct pprof *pprof, struct buffer *message, unsigned field)
{
    add_bytes(message, field, buffer_text(&pprof->part));
    pprof->part.length = 0;
}

static uint64_t number_of(struct pprof *pprof, struct text text)
{
    return names_add(pprof->texts, text);
}

static bool is_program(const struct pprof *pprof, uint32_t object, struct text program)
{
    struct text name = names_text(pprof->texts, (uint32_t)pprof->objects.keys[object].to);

    return program.length != 0 && text_equal(path_base(name), path_base(program));
}

/* Writes the objects, first the program's own, since pprof takes the first for the main one. */
static void write_mappings(struct pprof *pprof, struct text program)
{
    for (uint32_t i = 0; i < 2 * pprof->objects.count; i++) {
        uint32_t id = i % (uint32_t)pprof->objects.count;
        if (is_program(pprof, id, program) != (i == id))
            continue;
        add_number(&pprof->part, MAPPING_ID, (uint64_t)id + 1);
        add_number(&pprof->part, MAPPING_FILE, pprof->objects.keys[id].to);
        add_number(&pprof->part, MAPPING_HAS_FUNCTIONS, 1);
        add_number(&pprof->part, MAPPING_HAS_FILES, 1);
        add_number(&pprof->part, MAPPING_HAS_LINES, 1);
        add_part(pprof, &pprof->message, PROFILE_MAPPING);
    }
}

static void write_locations(struct pprof *pprof)
{
    struct buffer location = {0};

    for (uint32_t id = 0; id < pprof->locations.count; id++) {
        const struct map_key *code = &pprof->locations.keys[id];
        add_number(&pprof->part, LINE_FUNCTION, code->from + 1);
        add_number(&location, LOCATION_ID, (uint64_t)id + 1);
        add_number(&location, LOCATION_MAPPING, code->to);
        add_part(pprof, &location, LOCATION_LINE);
        add_bytes(&pprof->message, PROFILE_LOCATION, buffer_text(&location));
        location.length = 0;
    }
    free(location.at);
}

static void write_functions(struct pprof *pprof)
{
    for (uint32_t id = 0; id < pprof->functions.count; id++) {
        add_number(&pprof->part, FUNCTION_ID, (uint64_t)id + 1);
        add_number(&pprof->part, FUNCTION_NAME, pprof->functions.keys[id].from);
        add_number(&pprof->part, FUNCTION_SYSTEM_NAME, pprof->functions.keys[id].from);
        add_number(&pprof->part, FUNCTION_FILE, pprof->functions.keys[id].to);
        add_part(pprof, &pprof->message, PROFILE_FUNCTION);
    }
}

/* Writes the texts. What is not UTF-8, or harms a terminal, becomes U+FFFD. */
static void write_texts(struct pprof *pprof)
{
    for (uint32_t id = 0; id < names_count(pprof->texts); id++) {
        append_utf8(&pprof->part, names_text(pprof->texts, id));
        add_part(pprof, &pprof->message, PROFILE_TEXT);
    }
}

/* Names a cycle in round brackets: pprof drops angle brackets, and what is in them. */
static struct text cycle_name(const struct table_row *row, char name[static 40])
{
    return (struct text){name, (size_t)snprintf(name, 40, "(cycle %zu)", row->cycle)};
}

static uint64_t location_of(struct pprof *pprof, const struct table_row *row)
{
    char label[40];
    struct text name = row->cycle != 0 ? cycle_name(row, label) : row_drawn_name(row);
    uint64_t object_name = number_of(pprof, row->object), object = 0;
    uint32_t function =
        map_add(&pprof->functions, number_of(pprof, name), number_of(pprof, row->file));

    if (object_name != 0)
        object = 1 + (uint64_t)map_add(&pprof->objects, 0, object_name);
    return 1 + (uint64_t)map_add(&pprof->locations, function, object);
}

/* Writes the locations from the leaf on. */
static void write_stack(struct pprof *pprof)
{
    size_t count = pprof->n_levels;

    if (count > pprof->stack_capacity)
        pprof->stack =
            memory_grow(pprof->stack, &pprof->stack_capacity, count, sizeof *pprof->stack);
    for (size_t i = 0; i < count; i++)
        pprof->stack[i] = pprof->levels[pprof->table->is_bottom_up ? i : count - 1 - i];
    add_numbers(&pprof->sample, SAMPLE_LOCATIONS, pprof->stack, count);
}

static void write_label(struct pprof *pprof, struct text key, struct text text)
{
    add_number(&pprof->part, LABEL_KEY, number_of(pprof, key));
    add_number(&pprof->part, LABEL_TEXT, number_of(pprof, text));
    add_part(pprof, &pprof->sample, SAMPLE_LABEL);
}

/*
 * Returns whether samples have the event: no ratio, which cannot be added up, and no decimal
 * number.
 */
static bool is_sampled(const struct table_event *event)
{
    return !event->is_ratio && event->unit == 1;
}

/* Finds the values of the events. Returns 0 if all are 0. */
static size_t find_values(struct pprof *pprof, const struct tree_share *shares, bool is_old,
                          bool *is_exact)
{
    size_t count = 0, n_given = 0;

    *is_exact = true;
    for (size_t i = 0; i < pprof->table->n_events; i++) {
        if (!is_sampled(&pprof->table->events[i]))
            continue;
        int64_t cost = is_old ? shares[i].old_cost : shares[i].cost;
        n_given += cost != 0;
        *is_exact = *is_exact && !(cost != 0 && shares[i].is_estimate);
        pprof->values[count++] = is_old ? 0 - (uint64_t)cost : (uint64_t)cost;
    }
    return n_given == 0 ? 0 : count;
}

/* Writes the sample of one side, unless it costs nothing. */
static void write_sample(struct pprof *pprof, const struct tree_share *shares, bool is_old)
{
    bool is_exact;
    size_t count = find_values(pprof, shares, is_old, &is_exact);

    if (count == 0)
        return;
    pprof->sample.length = 0;
    write_stack(pprof);
    add_numbers(&pprof->sample, SAMPLE_VALUES, pprof->values, count);
    write_label(pprof, TEXT("cost"), is_exact ? TEXT("exact") : TEXT("estimated"));
    if (is_old)
        write_label(pprof, TEXT("pprof::base"), TEXT("true"));
    add_bytes(&pprof->message, PROFILE_SAMPLE, buffer_text(&pprof->sample));
}

static void write_path(struct pprof *pprof, const struct table_row *row)
{
    size_t depth = row->tree->depth;

    pprof->n_levels = depth;
    ARRAY_ADD(pprof->levels, pprof->n_levels, pprof->level_capacity, location_of(pprof, row));
    add_printed(&pprof->printed, &row->tree->shares[pprof->table->measured]);
    write_sample(pprof, row->tree->shares, false);
    write_sample(pprof, row->tree->shares, true);
}

static void write_types(struct pprof *pprof)
{
    for (size_t i = 0; i < pprof->table->n_events; i++) {
        const struct table_event *event = &pprof->table->events[i];
        if (!is_sampled(event))
            continue;
        add_number(&pprof->part, TYPE_NAME, number_of(pprof, event->name));
        add_number(&pprof->part, TYPE_UNIT, number_of(pprof, TEXT("count")));
        add_part(pprof, &pprof->message, PROFILE_SAMPLE_TYPE);
    }
    add_number(&pprof->message, PROFILE_DEFAULT_SAMPLE_TYPE,
               number_of(pprof, pprof->table->events[pprof->table->measured].name));
}

static void write_table(struct pprof *pprof, FILE *out, struct error *error)
{
    size_t n_events = pprof->table->n_events;
    const struct table_row *row;

    pprof->values = memory_alloc(n_events, sizeof *pprof->values);
    write_types(pprof);
    while ((row = table_next_row(pprof->table, out, error)) != NULL)
        write_path(pprof, row);
    free(pprof->values);
}

static void close_pprof(struct pprof *pprof)
{
    names_free(pprof->texts);
    map_free(&pprof->objects);
    map_free(&pprof->functions);
    map_free(&pprof->locations);
    free(pprof->levels);
    free(pprof->stack);
    free(pprof->sample.at);
    free(pprof->part.at);
    free(pprof->message.at);
}

bool format_pprof(const struct report *report, const struct format_options *options, FILE *out,
                  struct error *error)
{
    struct pprof pprof = {.texts = names_create()};
    struct section section = {0};
    struct text command = report->facts.command, program;
    struct buffer packed = {0};

    (void)options;
    number_of(&pprof, TEXT(""));
    while (report_next(report, out, &section, error)) {
        pprof.table = &section.table;
        write_table(&pprof, out, error);
    }
    if (command.at != NULL) /* which `pprof -comments` shows */
        add_number(&pprof.message, PROFILE_COMMENT, number_of(&pprof, command));
    write_mappings(&pprof, text_cut(&command, ' ', &program) ? program : TEXT(""));
    write_locations(&pprof);
    write_functions(&pprof);
    write_texts(&pprof);
    gzip_append(&packed, buffer_text(&pprof.message));
    fwrite(packed.at, 1, packed.length, out);
    free(packed.at);
    note_printed(&pprof.printed, out, report->notes);
    close_pprof(&pprof);
    return error->kind == ERROR_NONE;
}
