/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/listed_functions.h"

#include <stdlib.h>

#include "base/buffer.h"
#include "base/names.h"
#include "base/number.h"
#include "base/warnings.h"
#include "reporter/report.h"
#include "reporter/view/input/view_input.h"
#include "reporter/view/input/view_options.h"
#include "reporter/view/objects/objects.h"
#include "reporter/view/whole_graph.h"

/*
 * Functions are listed from this self cost or inclusive cost on, in percent of the program, but not
 * more than a number of them: the tail of a profile is long, and each takes room in the page.
 */
static const double LEAST_SELF = 0.1, LEAST_INCLUSIVE = 1;
enum { MOST_LISTED = 300, MOST_BY_INSTRUCTION = 100 };

/* A function that may be listed. */
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

/* Finds out whether a function is listed, and by which cost it is ranked. */
static bool consider(const struct listed_functions *listed, uint32_t number, double total,
                     struct candidate *candidate, bool *is_listed, struct error *error)
{
    const struct whole_graph *graph = listed->graph;
    row_id row = graph->rows.nodes.items[number].id;
    double self, inclusive;

    if (!find_size(listed->input, figures_self(&graph->rows.of), row, &self, error) ||
        !find_size(listed->input, figures_inclusive(&graph->rows.of), row, &inclusive, error))
        return false;
    *candidate = (struct candidate){self, number};
    *is_listed = (self != 0 && self >= LEAST_SELF / 100 * total) ||
                 (inclusive != 0 && inclusive >= LEAST_INCLUSIVE / 100 * total);
    return true;
}

/* Chooses the functions, those first that cost most. */
static bool choose(struct listed_functions *listed, struct error *error)
{
    size_t n_nodes = listed->graph->rows.nodes.count, count = 0;
    struct candidate *all = memory_alloc(n_nodes, sizeof *all);
    double total = 0;
    bool is_done =
        find_size(listed->input, costs_alone(listed->input->figures.base), 0, &total, error);

    for (uint32_t i = 0; is_done && i < n_nodes; i++) {
        bool is_listed = false;
        is_done = consider(listed, i, total, &all[count], &is_listed, error);
        count += is_listed;
    }
    if (count > 1)
        qsort(all, count, sizeof *all, by_cost);
    listed->count = count < MOST_LISTED ? count : MOST_LISTED;
    listed->numbers = memory_alloc(listed->count, sizeof *listed->numbers);
    for (size_t i = 0; i < listed->count; i++)
        listed->numbers[i] = all[i].number;
    free(all);
    return is_done;
}

static row_id row_of(const struct listed_functions *listed, uint32_t number)
{
    return listed->graph->rows.nodes.items[number].id;
}

/* In a difference, instructions compare only where the object is the same: no warning needs to say
 * so. */
static bool has_instructions(struct listed_functions *listed, uint32_t number)
{
    object_id object = listed->graph->rows.of.rows->list[row_of(listed, number)].object;
    struct error reason = {0};

    return listed->has_instructions && listed->next < MOST_BY_INSTRUCTION &&
           (listed->input->diff == NULL || same_code_has(&listed->same, object, &reason));
}

static void prepare_instructions(struct listed_functions *listed)
{
    struct error reason = {0};

    listed->has_instructions = profile_require_addresses(listed->input->profile, &reason);
    if (listed->has_instructions)
        object_codes_create(&listed->codes, listed->input, listed->graph->rows.of.rows->base_of);
    if (listed->has_instructions && listed->input->diff != NULL)
        same_code_create(&listed->same, listed->input);
}

bool listed_functions_create(struct listed_functions *listed, struct view_input *input,
                             const struct whole_graph *graph, struct error *error)
{
    const struct row_choice choice = listing_row_choice(input);
    const struct rows *rows = graph->rows.of.rows;

    *listed = (struct listed_functions){.input = input, .graph = graph, .warned = names_create()};
    listed->is_missing = memory_alloc(names_count(input->profile->symbols.files), 1);
    prepare_instructions(listed);
    if (!choose(listed, error))
        return false;
    if (input->diff == NULL) {
        spots_by_row_create(&listed->spots, graph->rows.of.inclusive, rows->of_place, rows->count);
        return true;
    }
    line_sides_create(&listed->sides, input->diff, rows, &choice);
    line_sides_sort(&listed->sides);
    return view_fits(input, error);
}

/* Passes on warnings, each once. */
static void pass_on(struct listed_functions *listed, const struct warnings *from,
                    struct warnings *to)
{
    for (size_t i = 0; i < from->count && i < WARNINGS_KEPT; i++) {
        const struct warning *warning = &from->first[i];
        struct buffer text = {0};
        size_t n_warned = names_count(listed->warned);
        if (warning->path != NULL)
            buffer_append(&text, text_of(warning->path));
        buffer_append(&text, text_of(warning->text));
        names_add(listed->warned, (struct text){text.at, text.length});
        if (names_count(listed->warned) != n_warned)
            warnings_add(to, warning->path, warning->line, "%s", warning->text);
        free(text.at);
    }
}

static void warn_of_missing(struct listed_functions *listed, struct warnings *warnings)
{
    struct missing_sources missing = {0};
    struct view_input input = *listed->input;

    input.warnings = warnings;
    for (file_id file = 0; file < names_count(input.profile->symbols.files); file++)
        if (listed->is_missing[file])
            missing_sources_add(&missing, &input, names_text(input.profile->symbols.files, file));
    missing_sources_warn(&missing, &input);
}

/* Lists the next function, or its instructions, which come after its source. */
static bool list_next(struct listed_functions *listed, struct section *section, struct error *error)
{
    uint32_t number = listed->numbers[listed->next];
    bool is_by_instruction = listed->was_listed, is_difference = listed->input->diff != NULL;
    const struct code_shown shown = {
        .code = {.row = row_of(listed, number),
                 .file = NO_ID,
                 .is_by_instruction = is_by_instruction},
        .has_inclusive = listed->input->profile->by_spot.calls.pairs.count != 0,
        .sides = is_difference ? &listed->sides : NULL,
        .codes = is_by_instruction ? &listed->codes : NULL,
        .spots = is_difference ? NULL : &listed->spots,
        .is_missing = listed->is_missing,
    };

    listed->was_listed = !is_by_instruction && has_instructions(listed, number);
    listed->next += !listed->was_listed;
    section->kind = SECTION_CODE_LISTING;
    section->number = number;
    listing_free(&listed->listing);
    return listing_create(&listed->listing, listed->input, &listed->graph->rows.of, &shown,
                          &section->table, error);
}

bool listed_functions_next(struct listed_functions *listed, struct warnings *warnings,
                           struct section *section, struct error *error)
{
    while (listed->next < listed->count) {
        struct warnings own = {0};
        listed->input->warnings = &own;
        bool is_done = list_next(listed, section, error);
        pass_on(listed, &own, warnings);
        listed->input->warnings = warnings;
        if (!is_done)
            return false;
        if (listing_has_code(&listed->listing))
            return true;
    }
    if (!listed->has_warned_of_missing)
        warn_of_missing(listed, warnings);
    listed->has_warned_of_missing = true;
    return false;
}

void listed_functions_free(struct listed_functions *listed)
{
    listing_free(&listed->listing);
    object_codes_free(&listed->codes);
    same_code_free(&listed->same);
    line_sides_free(&listed->sides);
    spots_by_row_free(&listed->spots);
    free(listed->numbers);
    free(listed->is_missing);
    names_free(listed->warned);
    *listed = (struct listed_functions){0};
}
