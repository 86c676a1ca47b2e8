/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Lists the source of what --annotate names, one function or file after the other, in a section
 * each.
 */

#include <stdlib.h>

#include "aggregator/rank.h"
#include "base/error.h"
#include "base/number.h"
#include "reporter/report.h"
#include "reporter/view/input/view_input.h"
#include "reporter/view/input/view_options.h"
#include "reporter/view/listing/listing.h"
#include "reporter/view/listing/listing_choice.h"
#include "reporter/view/objects/objects.h"
#include "reporter/view/view_kind.h"

struct code_listing {
    struct view_input *input;
    struct row_figures rows;
    struct line_sides sides; /* of a difference */
    struct listing_target target;
    struct object_codes codes; /* of a listing by instruction */
    size_t code;               /* the next code of the target to be listed */
    size_t n_listed;           /* how many of those before had lines */
    struct listing lines;      /* of the code that was listed last */
};

static struct keep code_listing_keep(const struct view_options *options, bool is_difference)
{
    return (struct keep){.places = KEEP_SELF_AND_CALLS,
                         .spots = KEEP_SELF_AND_CALLS,
                         .addresses = options->has_instructions,
                         .jumps = options->has_instructions || !is_difference};
}

static bool add_up(struct code_listing *listing, struct error *error)
{
    const struct view_input *input = listing->input;
    const struct row_figures_wanted wanted = {.choice = listing_row_choice(input)};

    if (!view_add_up(input, &wanted, &listing->rows, error))
        return false;
    if (input->diff != NULL)
        line_sides_create(&listing->sides, input->diff, listing->rows.rows, &wanted.choice);
    figures_warn(&input->figures, &listing->rows, input->warnings);
    return view_fits(input, error) && figures_fit(&input->figures, &listing->rows, error);
}

static bool prepare_instructions(struct code_listing *listing, struct error *error)
{
    const struct view_input *input = listing->input;

    object_codes_create(&listing->codes, input, listing->rows.rows->base_of);
    return profile_require_addresses(input->profile, error);
}

static void code_listing_close(void *view)
{
    struct code_listing *listing = view;

    listing_free(&listing->lines);
    object_codes_free(&listing->codes);
    listing_target_free(&listing->target);
    line_sides_free(&listing->sides);
    row_figures_free(&listing->rows);
    free(listing);
}

/* Puts the functions first that cost most, own ones as if twice as much, and leaves out what is too
 * much. */
static void rank_codes(struct code_listing *listing)
{
    enum { MOST_LISTED = 30 }; /* each listing passes over the whole profile */
    const struct view_input *input = listing->input;
    bool is_inclusive = input->options->is_inclusive;
    const struct row_costs costs =
        is_inclusive ? figures_inclusive(&listing->rows) : figures_self(&listing->rows);
    struct listing_target *target = &listing->target;
    struct ranking ranking = {0};

    ranking_begin(&ranking, 1);
    for (size_t i = 0; target->count > 1 && i < target->count; i++) {
        row_id row = target->codes[i].row;
        int64_t size = magnitude(figures_key(&input->figures, costs, row));
        if (input->options->is_for_people &&
            source_is_own(rows_names(listing->rows.rows, row).file, &input->paths))
            add_saturated(&size, size);
        *ranking_add(&ranking, rank_row(listing->rows.rows, row, row)) = size;
    }
    ranking_sort(&ranking);
    for (size_t i = 0; i < ranking.count; i++)
        target->codes[i].row = ranking.items[i].id;
    ranking_free(&ranking);
    if (target->count <= MOST_LISTED)
        return;
    warnings_add(input->warnings, NULL, 0,
                 "--annotate='%.80s': %zu functions match: the %d that cost most are listed",
                 input->options->annotate.at, target->count, MOST_LISTED);
    target->count = MOST_LISTED;
}

static void *code_listing_open(struct view_input *input, struct error *error)
{
    struct code_listing *listing = memory_alloc(1, sizeof *listing);

    listing->input = input;
    if (view_choose_metric(input, METRIC_CALLS, error) && add_up(listing, error) &&
        listing_target_find(&listing->target, listing->rows.rows, input->options->annotate,
                            error) &&
        (!input->options->has_instructions || prepare_instructions(listing, error))) {
        rank_codes(listing);
        return listing;
    }
    code_listing_close(listing);
    return NULL;
}

static bool begin_table(struct code_listing *listing, struct listed_code code, struct table *table,
                        struct error *error)
{
    const struct view_options *options = listing->input->options;
    bool has_calls = listing->input->profile->ledgers[SPOT_CALLS].map.count != 0;
    bool is_difference = listing->input->diff != NULL;
    bool is_table_of_both = options->is_tabular && (!is_difference || options->is_complete) &&
                            (has_calls || view_wants_inclusive(listing->input));
    enum { SHORT_LISTING = 40 }; /* it is seen at a glance, or two */
    const struct code_shown shown = {
        .code = code,
        .line = listing->target.line,
        .has_inclusive = options->shows_both || options->is_inclusive || is_table_of_both,
        .is_for_people = options->is_for_people,
        .least_percent =
            options->is_for_people && listing->target.line == 0 ? options->least_percent : 0,
        .n_short = options->has_least_percent ? 0 : SHORT_LISTING,
        .is_bare = options->is_complete ||
                   (options->is_tabular && !is_difference && !options->has_instructions),
        .sides = is_difference ? &listing->sides : NULL,
        .codes = options->has_instructions ? &listing->codes : NULL,
    };

    listing_free(&listing->lines);
    return listing_create(&listing->lines, listing->input, &listing->rows, &shown, table, error);
}

/*
 * Shows the next code that has lines: code without them is skipped, and it is an error if nothing
 * is left.
 */
static bool code_listing_show(void *view, struct section *section, struct error *error)
{
    struct code_listing *listing = view;
    const struct listing_target *target = &listing->target;
    bool has_rows = false;

    section->kind = SECTION_CODE_LISTING;
    while (!has_rows && listing->code < target->count) {
        struct listed_code code = target->codes[listing->code++];
        code.is_by_instruction = listing->input->options->has_instructions;
        if (!begin_table(listing, code, &section->table, error))
            return false;
        has_rows = listing->lines.n_rows != 0;
        listing->n_listed += has_rows;
    }
    if (listing->n_listed == 0)
        return error_set(error, ERROR_FAILED, NULL, 0,
                         "--annotate=%.100s: no line of it has a cost",
                         listing->input->options->annotate.at);
    return has_rows;
}

const struct view_kind code_listing_view = {
    .asked = "--annotate",
    .uses = USE_SELECT | USE_FOLDS | USE_LEAST | USE_SOURCES,
    .keep_for = code_listing_keep,
    .open = code_listing_open,
    .show = code_listing_show,
    .close = code_listing_close,
};
