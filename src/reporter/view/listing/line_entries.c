/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/listing/line_entries.h"

#include "aggregator/lines/line_costs.h"
#include "base/array.h"
#include "base/number.h"
#include "reporter/view/input/view_input.h"
#include "reporter/view/input/view_options.h"

struct code_entry *line_entries_add(struct code_entries *entries, enum table_row_kind kind,
                                    struct file_line line)
{
    ARRAY_GROW(entries->list, entries->count, entries->capacity);
    struct code_entry *entry = &entries->list[entries->count++];
    *entry = (struct code_entry){.kind = kind, .line = line};
    return entry;
}

static bool has_any(const struct costs *costs, size_t row)
{
    bool has = false;

    for (size_t event = 0; !has && event < costs->n_events; event++)
        has = costs_sum(costs, costs_row(costs, row), event) != 0;
    return has;
}

/* Whether a row of cost changed by as much as is to be shown. */
static bool is_large(const struct code_entries *entries, const struct costs *costs, size_t row,
                     bool *is_shown, struct error *error)
{
    int64_t change;

    if (entries->least == 0) {
        *is_shown = *is_shown || has_any(costs, row);
        return true;
    }
    if (!figures_key(&entries->input->figures, costs_alone(costs), row, &change, error))
        return false;
    *is_shown = *is_shown || magnitude(change) >= entries->least;
    return true;
}

/* In a difference calls have to have changed, but for programs. */
static bool is_call_shown(const struct code_entries *entries, const struct listed_call *call,
                          bool *is_shown, struct error *error)
{
    *is_shown = entries->diff == NULL || entries->shown.is_bare ||
                (entries->least == 0 && call->count != 0);
    return *is_shown ||
           is_large(entries, line_costs_called(entries->lines), call->id, is_shown, error);
}

/* The calls of a line, those first that cost most. */
static bool add_calls(struct code_entries *entries, const struct listed_line *line,
                      struct error *error)
{
    const struct listed_call *calls = entries->lines->calls + line->call;
    const struct costs *called = line_costs_called(entries->lines);

    ranking_begin(&entries->ranked, 1);
    for (uint32_t i = 0; i < line->n_calls; i++) {
        bool is_shown;
        if (!is_call_shown(entries, &calls[i], &is_shown, error))
            return false;
        if (!is_shown)
            continue;
        int64_t *key =
            ranking_add(&entries->ranked, rank_row(entries->of->rows, calls[i].callee, i));
        if (!figures_key(&entries->input->figures, costs_alone(called), calls[i].id, key, error))
            return false;
        *key = entries->diff != NULL ? magnitude(*key) : *key;
    }
    ranking_sort(&entries->ranked);
    for (size_t i = 0; i < entries->ranked.count; i++) {
        const struct listed_call *call = &calls[entries->ranked.items[i].id];
        struct file_line at = {line->file, line->number};
        struct code_entry *entry = line_entries_add(entries, ROW_CALLEE, at);
        entry->id = call->id;
        entry->callee = call->callee;
    }
    return true;
}

/*
 * The jumps of a line. People are not told of those within a line, unless they go back: there is
 * the end of a loop.
 */
static void add_jumps(struct code_entries *entries, const struct listed_line *line)
{
    const struct line_jumps *jumps = entries->jumps;

    if (jumps == NULL)
        return;
    for (size_t i = jumps->begin[line->id]; i < jumps->begin[line->id + 1]; i++) {
        const struct listed_jump *jump = &jumps->list[i];
        bool is_within = jump->file == line->file && jump->to.line == line->number;
        if (is_within && jump->course != JUMP_BACK && !entries->input->options->is_complete &&
            !entries->shown.code.is_by_instruction)
            continue;
        struct file_line at = {line->file, line->number};
        line_entries_add(entries, ROW_JUMP, at)->id = (uint32_t)i;
    }
}

bool line_entries_add_line(struct code_entries *entries, const struct listed_line *line,
                           struct text text, struct error *error)
{
    bool is_instruction = entries->shown.code.is_by_instruction;
    struct code_entry *entry =
        line_entries_add(entries, is_instruction ? ROW_INSTRUCTION : ROW_LINE,
                         (struct file_line){line->file, line->number});

    entry->id = line->id;
    entry->text = text;
    entry->address = line->address;
    add_jumps(entries, line);
    return add_calls(entries, line, error);
}

bool line_entries_find_shown(const struct code_entries *entries, const struct listed_line *line,
                             bool *is_shown, struct error *error)
{
    const struct line_costs *lines = entries->lines;

    *is_shown = entries->diff == NULL || entries->shown.is_bare;
    for (size_t i = 0; !*is_shown && i < line->n_calls; i++)
        if (!is_call_shown(entries, &lines->calls[line->call + i], is_shown, error))
            return false;
    return *is_shown || is_large(entries, &lines->self, line->id, is_shown, error);
}
