/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The paths of a call tree as stacks in pprof's format: the message Profile of its profile.proto,
 * compressed. Each path is a sample for each line of the function that cost it, with all events,
 * and a label that says whether its cost is exact. In a difference those of the old side are
 * samples too, with negative values and the label that `pprof -diff_base` gives them.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "reporter/format/contents.h"
#include "reporter/format/format.h"
#include "reporter/format/stacks/gzip.h"
#include "reporter/format/stacks/pprof_tables.h"
#include "reporter/format/stacks/protobuf.h"
#include "reporter/format/stacks/told_shares.h"
#include "reporter/report.h"

/* Numbers of fields in profile.proto. */
enum {
    PROFILE_SAMPLE_TYPE = 1,
    PROFILE_SAMPLE = 2,
    PROFILE_COMMENT = 13,
    PROFILE_DEFAULT_SAMPLE_TYPE = 14,

    TYPE_NAME = 1,
    TYPE_UNIT = 2,

    SAMPLE_LOCATIONS = 1,
    SAMPLE_VALUES = 2,
    SAMPLE_LABEL = 3,

    LABEL_KEY = 1,
    LABEL_TEXT = 2,
};

struct pprof {
    struct gzip *gzip;
    const struct table *table;
    const struct shortener *shortener; /* NULL: names are written in full */
    struct pprof_tables tables;
    struct pprof_location *levels; /* of the last row and those above it */
    size_t n_levels, level_capacity;
    uint64_t *stack; /* of a sample, by level */
    size_t stack_capacity;
    struct tree_share *rest; /* by column: what no line of the row has */
    uint64_t *values;        /* by column */
    struct buffer sample, label, message;
    struct told_shares told;
};

static uint64_t number_of(struct pprof *pprof, struct text text)
{
    return pprof_tables_text(&pprof->tables, text);
}

/* Where paths go down, the last level is that which cost; where they go up, the first. */
static bool goes_up(const struct pprof *pprof)
{
    return !pprof->table->has_inclusive;
}

/* Of "<cycle 1>" pprof would show nothing: it drops what is in angle brackets. */
static struct text cycle_name(const struct table_row *row, char name[static 40])
{
    return (struct text){name, (size_t)snprintf(name, 40, "(cycle %zu)", row->cycle)};
}

static struct pprof_location location_of(struct pprof *pprof, const struct table_row *row)
{
    char label[40];
    struct text full = row->cycle != 0 ? cycle_name(row, label) : row_drawn_name(row, NULL);
    struct text name = row->cycle != 0 ? full : row_drawn_name(row, pprof->shortener);
    uint64_t shown = number_of(pprof, name);

    return (struct pprof_location){.name = shown,
                                   .full = number_of(pprof, full),
                                   .file = number_of(pprof, row->file),
                                   .object = number_of(pprof, row->object)};
}

/* The locations from the leaf on: the callers' have no line. */
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

/* By column; a ratio is no cost that could be added up. */
static size_t find_values(struct pprof *pprof, const struct tree_share *shares, bool is_old,
                          bool *is_exact)
{
    size_t count = 0, n_given = 0;

    *is_exact = true;
    for (size_t i = 0; i < pprof->table->n_columns; i++) {
        if (pprof->table->columns[i].is_ratio)
            continue;
        int64_t cost = is_old ? shares[i].old_cost : shares[i].cost;
        n_given += cost != 0;
        *is_exact = *is_exact && !(cost != 0 && shares[i].is_estimate);
        pprof->values[count++] = is_old ? 0 - (uint64_t)cost : (uint64_t)cost;
    }
    return n_given == 0 ? 0 : count;
}

/* A sample of one side; none where it cost nothing. */
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

/* The lines, and then what none of them has. */
static void write_lines(struct pprof *pprof, const struct table_row *row)
{
    const struct tree_place *place = row->tree;
    size_t n_columns = pprof->table->n_columns;
    struct pprof_location leaf = pprof->levels[goes_up(pprof) ? 0 : place->depth];

    memcpy(pprof->rest, place->shares, n_columns * sizeof *pprof->rest);
    for (size_t i = 0; i < place->n_lines; i++) {
        const struct tree_line *line = &place->lines[i];
        struct pprof_location location = leaf;
        location.line = line->number;
        if (line->file.length != 0)
            location.file = number_of(pprof, line->file);
        write_samples(pprof, &location, line->shares);
        for (size_t column = 0; column < n_columns; column++) {
            pprof->rest[column].cost -= line->shares[column].cost;
            pprof->rest[column].old_cost -= line->shares[column].old_cost;
        }
    }
    write_samples(pprof, &leaf, pprof->rest);
}

static void write_path(struct pprof *pprof, const struct table_row *row)
{
    size_t depth = row->tree->depth;

    pprof->n_levels = depth;
    ARRAY_GROW(pprof->levels, pprof->n_levels, pprof->level_capacity);
    pprof->n_levels = depth + 1;
    pprof->levels[depth] = location_of(pprof, row);
    told_shares_add(&pprof->told, &row->tree->shares[pprof->table->measured]);
    write_lines(pprof, row);
}

/* The events. */
static void write_types(struct pprof *pprof)
{
    struct buffer type = {0};

    for (size_t i = 0; i < pprof->table->n_columns; i++) {
        const struct column *column = &pprof->table->columns[i];
        if (column->is_ratio)
            continue;
        protobuf_number(&type, TYPE_NAME, number_of(pprof, column->name));
        protobuf_number(&type, TYPE_UNIT, number_of(pprof, TEXT("count")));
        protobuf_bytes(&pprof->message, PROFILE_SAMPLE_TYPE, buffer_text(&type));
        type.length = 0;
    }
    free(type.at);
    protobuf_number(&pprof->message, PROFILE_DEFAULT_SAMPLE_TYPE,
                    number_of(pprof, pprof->table->columns[pprof->table->measured].name));
    flush(pprof);
}

static void write_table(struct pprof *pprof, FILE *out, struct error *error)
{
    size_t n_columns = pprof->table->n_columns;
    struct table_row row = {0};

    pprof->rest = memory_alloc(n_columns, sizeof *pprof->rest);
    pprof->values = memory_alloc(n_columns, sizeof *pprof->values);
    write_types(pprof);
    while (table_next_row(pprof->table, out, &row, error))
        write_path(pprof, &row);
    free(pprof->rest);
    free(pprof->values);
}

/* What `pprof -comments` shows. */
static void write_comments(struct pprof *pprof, const struct facts *facts)
{
    uint64_t numbers[2];
    size_t count = 0;

    if (facts->command.at != NULL)
        numbers[count++] = number_of(pprof, facts->command);
    if (pprof->told.estimated != 0) {
        char text[80];
        snprintf(text, sizeof text, "%.1f %% of the cost is of paths that are estimated",
                 told_shares_estimated(&pprof->told));
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
    struct pprof pprof = {.gzip = gzip_open(out),
                          .shortener = options->names == NAMES_SHORT ? &report->shortener : NULL};
    struct section section = {0};

    pprof_tables_begin(&pprof.tables);
    while (report_next_of_kind(report, SECTION_CALL_TREE, out, &section, error)) {
        pprof.table = &section.table;
        write_table(&pprof, out, error);
    }
    write_comments(&pprof, &report->facts);
    pprof_tables_write(&pprof.tables, program_of(report->facts.command), &pprof.message);
    flush(&pprof);
    gzip_close(pprof.gzip);
    told_shares_tell(&pprof.told, report->notes);
    free_all(&pprof);
    return error->kind == ERROR_NONE;
}
