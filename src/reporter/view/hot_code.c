/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/hot_code.h"

#include <stdlib.h>

#include "base/buffer.h"
#include "base/error.h"
#include "base/names.h"
#include "base/number.h"
#include "reporter/report.h"
#include "reporter/view/input/view_input.h"
#include "reporter/view/input/view_options.h"
#include "reporter/view/listing/missing_sources.h"
#include "reporter/view/objects/objects.h"
#include "reporter/view/whole_graph.h"

/*
 * Listed are functions of this self cost or more, or of this inclusive cost, in percent of the
 * program, up to a number: the tail of a profile is long, and each takes room in the page.
 */
static const double LEAST_SELF = 0.1, LEAST_INCLUSIVE = 1;
enum { MOST_LISTED = 300, MOST_BY_INSTRUCTION = 100 };

/* A function by what it is listed for. */
struct candidate {
    double cost; /* its self cost, or in a difference the size of its change */
    uint32_t number;
};

static int by_cost(const void *left, const void *right)
{
    const struct candidate *a = left, *b = right;

    if (a->cost != b->cost)
        return a->cost > b->cost ? -1 : 1;
    return (a->number > b->number) - (a->number < b->number);
}

static bool find_size(const struct view_input *input, struct row_costs costs, size_t row,
                      double *size, struct error *error)
{
    int64_t key;

    if (!figures_key(&input->figures, costs, row, &key, error))
        return false;
    *size = (double)magnitude(key);
    return true;
}

/* Whether a function is listed, and by what it is ranked then. */
static bool consider(const struct hot_code *code, uint32_t number, double total,
                     struct candidate *candidate, bool *is_hot, struct error *error)
{
    const struct whole_graph *graph = code->graph;
    row_id row = graph->rows.nodes.items[number].id;
    double self, inclusive;

    if (!find_size(code->input, figures_self(&graph->rows.of), row, &self, error) ||
        !find_size(code->input, figures_inclusive(&graph->rows.of), row, &inclusive, error))
        return false;
    *candidate = (struct candidate){self, number};
    *is_hot = (self != 0 && self >= LEAST_SELF / 100 * total) ||
              (inclusive != 0 && inclusive >= LEAST_INCLUSIVE / 100 * total);
    return true;
}

/* The hottest ones first. */
static bool choose(struct hot_code *code, struct error *error)
{
    size_t n_nodes = code->graph->rows.nodes.count, count = 0;
    struct candidate *all = memory_alloc(n_nodes, sizeof *all);
    double total = 0;
    bool is_done = find_size(code->input, costs_alone(code->input->figures.base), 0, &total, error);

    for (uint32_t i = 0; is_done && i < n_nodes; i++) {
        bool is_hot = false;
        is_done = consider(code, i, total, &all[count], &is_hot, error);
        count += is_hot;
    }
    if (count > 1)
        qsort(all, count, sizeof *all, by_cost);
    code->count = count < MOST_LISTED ? count : MOST_LISTED;
    code->hot = memory_alloc(code->count, sizeof *code->hot);
    for (size_t i = 0; i < code->count; i++)
        code->hot[i] = all[i].number;
    free(all);
    return is_done;
}

static row_id row_of(const struct hot_code *code, uint32_t number)
{
    return code->graph->rows.nodes.items[number].id;
}

/* Of two profiles instructions compare where the object is the same; that is nobody's fault. */
static bool has_instructions(struct hot_code *code, uint32_t number)
{
    object_id object = code->graph->rows.of.rows->list[row_of(code, number)].object;
    struct error reason = {0};

    return code->has_instructions && code->next < MOST_BY_INSTRUCTION &&
           (code->input->diff == NULL || same_code_has(&code->same, object, &reason));
}

static void prepare_instructions(struct hot_code *code)
{
    struct error reason = {0};

    code->has_instructions = profile_require_addresses(code->input->profile, &reason);
    if (code->has_instructions)
        object_codes_create(&code->codes, code->input, code->graph->rows.of.rows->base_of);
    if (code->has_instructions && code->input->diff != NULL)
        same_code_create(&code->same, code->input);
}

bool hot_code_begin(struct hot_code *code, struct view_input *input,
                    const struct whole_graph *graph, struct error *error)
{
    const struct row_choice choice = {.key = BY_FUNCTION,
                                      .is_folded = !input->options->is_unfolded,
                                      .has_inclusive = true,
                                      .filter = &input->options->filter};
    const struct rows *rows = graph->rows.of.rows;

    *code = (struct hot_code){.input = input, .graph = graph, .told = names_create()};
    code->is_missing = memory_alloc(names_count(input->profile->symbols.files), 1);
    prepare_instructions(code);
    if (!choose(code, error))
        return false;
    if (input->diff == NULL) {
        spots_by_row_create(&code->spots, graph->rows.of.inclusive, rows->of_place, rows->count);
        return true;
    }
    line_sides_create(&code->sides, input->diff, rows, &choice);
    line_sides_sort(&code->sides);
    return view_fits(input, error);
}

/* Passes on what was not said yet. */
static void tell(struct hot_code *code, const struct warnings *from, struct warnings *to)
{
    for (size_t i = 0; i < from->count && i < WARNINGS_KEPT; i++) {
        const struct warning *warning = &from->first[i];
        struct buffer text = {0};
        size_t n_told = names_count(code->told);
        if (warning->path != NULL)
            buffer_append(&text, text_of(warning->path));
        buffer_append(&text, text_of(warning->text));
        names_add(code->told, (struct text){text.at, text.length});
        if (names_count(code->told) != n_told)
            warnings_add(to, warning->path, warning->line, "%s", warning->text);
        free(text.at);
    }
}

static void tell_of_missing(struct hot_code *code, struct warnings *warnings)
{
    struct missing_sources missing = {0};
    struct view_input input = *code->input;

    input.warnings = warnings;
    for (file_id file = 0; file < names_count(input.profile->symbols.files); file++)
        if (code->is_missing[file])
            missing_sources_add(&missing, &input, names_text(input.profile->symbols.files, file));
    missing_sources_warn(&missing, &input);
}

/* Whether there is anything but cost on no line. */
static bool has_code(const struct code_table *table)
{
    for (size_t i = 0; i < table->entries.count; i++) {
        const struct code_entry *entry = &table->entries.list[i];
        if (entry->kind == ROW_INSTRUCTION || (entry->kind == ROW_LINE && entry->line.number != 0))
            return true;
    }
    return false;
}

static bool list(struct hot_code *code, uint32_t number, bool is_by_instruction,
                 struct section *section, struct error *error)
{
    const struct code_shown shown = {
        .code = {.row = row_of(code, number),
                 .file = NO_ID,
                 .is_by_instruction = is_by_instruction},
        .has_inclusive = code->input->profile->by_spot.calls.pairs.count != 0,
        .sides = code->input->diff != NULL ? &code->sides : NULL,
        .codes = is_by_instruction ? &code->codes : NULL,
        .spots = code->input->diff == NULL ? &code->spots : NULL,
        .is_missing = code->is_missing,
    };

    section->kind = SECTION_CODE_LISTING;
    section->number = number;
    code_table_end(&code->table);
    return code_table_begin(&code->table, code->input, &code->graph->rows.of, &shown,
                            &section->table, error);
}

/* Lists the next function, or its instructions, which come after its source. */
static bool list_next(struct hot_code *code, struct section *section, struct error *error)
{
    uint32_t number = code->hot[code->next];
    bool is_by_instruction = code->was_listed;

    code->was_listed = !is_by_instruction && has_instructions(code, number);
    code->next += !code->was_listed;
    return list(code, number, is_by_instruction, section, error);
}

bool hot_code_next(struct hot_code *code, struct warnings *warnings, struct section *section,
                   struct error *error)
{
    while (code->next < code->count) {
        struct warnings own = {0};
        code->input->warnings = &own;
        bool is_done = list_next(code, section, error);
        tell(code, &own, warnings);
        code->input->warnings = warnings;
        if (!is_done)
            return false;
        if (has_code(&code->table))
            return true;
    }
    if (!code->were_missing_told)
        tell_of_missing(code, warnings);
    code->were_missing_told = true;
    return false;
}

void hot_code_end(struct hot_code *code)
{
    code_table_end(&code->table);
    object_codes_free(&code->codes);
    same_code_free(&code->same);
    line_sides_free(&code->sides);
    spots_by_row_free(&code->spots);
    free(code->hot);
    free(code->is_missing);
    names_free(code->told);
    *code = (struct hot_code){0};
}
