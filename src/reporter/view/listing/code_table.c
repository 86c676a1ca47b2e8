/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/listing/code_table.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/buffer.h"
#include "base/number.h"
#include "base/warnings.h"
#include "profile/ratios.h"
#include "reporter/source/line_ranges.h"
#include "reporter/source/source.h"
#include "reporter/view/input/view_input.h"
#include "reporter/view/input/view_options.h"
#include "reporter/view/listing/code_extent.h"

/* A row of the table, before its figures are looked up. */
struct code_entry {
    enum table_row_kind kind;
    file_id file;
    uint64_t number;
    uint32_t id;   /* of a line, or a call: its row of cost */
    row_id callee; /* of a call */
    int64_t count; /* of a call */
    struct text text;
};

/* The lines of one file, from `first` on in the listing. */
struct file_lines {
    const struct listed_line *first;
    struct text name;
    size_t count;
    size_t next;  /* the first that has not been listed yet */
    bool is_own;  /* the function is defined here */
    int64_t cost; /* self cost, of the measured event; 0 of a ratio */
};

static struct text file_name(const struct code_table *code, file_id file)
{
    return names_text(code->input->profile->symbols.files, file);
}

static struct code_entry *add_entry(struct code_table *code, enum table_row_kind kind, file_id file)
{
    ARRAY_GROW(code->entries, code->n_entries, code->capacity);
    struct code_entry *entry = &code->entries[code->n_entries++];
    *entry = (struct code_entry){.kind = kind, .file = file};
    return entry;
}

/* The calls of a line, those first that cost most. */
static bool add_calls(struct code_table *code, const struct listed_line *line, struct error *error)
{
    const struct listed_call *calls = code->lines.calls + line->call;
    const struct costs *called = line_costs_called(&code->lines);

    ranking_begin(&code->ranked, 1);
    for (uint32_t i = 0; i < line->n_calls; i++) {
        int64_t *key = ranking_add(&code->ranked, rank_row(code->of->rows, calls[i].callee, i));
        if (!figures_key(&code->input->figures, costs_alone(called), calls[i].id, key, error))
            return false;
    }
    ranking_sort(&code->ranked);
    for (size_t i = 0; i < line->n_calls; i++) {
        const struct listed_call *call = &calls[code->ranked.items[i].id];
        struct code_entry *entry = add_entry(code, ROW_CALLEE, line->file);
        entry->id = call->id;
        entry->callee = call->callee;
        entry->count = call->count;
    }
    return true;
}

static bool add_line(struct code_table *code, const struct listed_line *line, struct text text,
                     struct error *error)
{
    struct code_entry *entry = add_entry(code, ROW_LINE, line->file);

    entry->number = line->number;
    entry->id = line->id;
    entry->text = text;
    return add_calls(code, line, error);
}

/* A line of source, with its cost where it has one. */
static bool add_source_line(struct code_table *code, struct file_lines *lines, uint64_t number,
                            struct text text, struct error *error)
{
    while (lines->next < lines->count && lines->first[lines->next].number < number)
        lines->next++;
    text = arena_copy_text(&code->texts, text);
    if (lines->next < lines->count && lines->first[lines->next].number == number)
        return add_line(code, &lines->first[lines->next++], text, error);
    if (code->shown.is_bare)
        return true;
    struct code_entry *entry = add_entry(code, ROW_SOURCE, lines->first->file);
    entry->number = number;
    entry->text = text;
    return true;
}

static bool is_wanted(const struct code_table *code, uint64_t number)
{
    return code->shown.line == 0 || number == code->shown.line;
}

static struct line_range *find_ranges(const struct code_table *code, const struct file_lines *lines,
                                      size_t *count)
{
    struct numbered_line *numbered = memory_alloc(lines->count, sizeof *numbered);
    bool *all = memory_alloc(code->lines.n_lines, sizeof *all);
    size_t n_numbered = 0;

    memset(all, true, code->lines.n_lines);
    for (size_t i = 0; i < lines->count; i++) {
        uint64_t number = lines->first[i].number;
        if (number != 0 && is_wanted(code, number))
            numbered[n_numbered++] = (struct numbered_line){number, lines->first[i].id};
    }
    if (n_numbered == 0 && code->shown.line != 0) /* a line without cost, among others */
        numbered[n_numbered++] = (struct numbered_line){code->shown.line, lines->first->id};
    struct line_range *ranges =
        line_ranges_find(numbered, n_numbered, all, code->input->options->context, count);
    free(numbered);
    free(all);
    return ranges;
}

/* Ranges of the function's own file do not run on into other functions. */
static void clip_ranges(const struct code_table *code, const struct file_lines *lines,
                        struct line_range *ranges, size_t count)
{
    if (lines->is_own && code->shown.line == 0)
        code_extent_clip(code->of->rows, code->shown.code.row, lines->first, lines->count,
                         lines->name, &code->input->paths, ranges, count);
}

/* The ranges of a source, with a gap between two. */
static bool add_ranges(struct code_table *code, struct file_lines *lines, struct source *source,
                       struct error *error)
{
    size_t n_ranges, range = 0;
    struct line_range *ranges = find_ranges(code, lines, &n_ranges);
    clip_ranges(code, lines, ranges, n_ranges);
    uint64_t last = 0;
    struct text text;
    bool is_done = true;

    while (is_done && range < n_ranges && source_next_line(source, &text)) {
        if (source->number < ranges[range].first)
            continue;
        if (last != 0 && source->number != last + 1 && !code->shown.is_bare)
            add_entry(code, ROW_GAP, lines->first->file);
        is_done = add_source_line(code, lines, source->number, text, error);
        last = source->number;
        range += source->number == ranges[range].last;
    }
    free(ranges);
    return is_done;
}

/*
 * Says which sources were not found, and where they were looked for: "tried as recorded, by
 * --path-map, in a/, in b/".
 */
static void warn_of_missing(struct code_table *code)
{
    const struct source_paths *paths = &code->input->paths;
    const struct text_list lists[] = {paths->include_dirs, paths->own_dirs};
    struct buffer places = {0};
    char others[80] = "";

    if (code->n_missing == 0)
        return;
    if (code->n_missing == 2)
        snprintf(others, sizeof others, ", nor that of another file (--wide names it)");
    else if (code->n_missing > 2)
        snprintf(others, sizeof others, ", nor those of %zu other files (--wide names them)",
                 code->n_missing - 1);
    for (size_t i = 0; i < ARRAY_LENGTH(lists); i++)
        for (size_t j = 0; j < lists[i].count; j++) {
            buffer_append(&places, TEXT(", in "));
            buffer_append(&places, lists[i].items[j]);
        }
    warnings_add(code->input->warnings, code->missing.at, 0,
                 "source not found%s: tried as recorded%s%s", others,
                 paths->maps_from.count != 0 ? ", by --path-map" : "", buffer_string(&places));
    free(places.at);
    code->n_missing = 0;
}

static void add_missing(struct code_table *code, struct text name)
{
    if (code->n_missing++ == 0)
        code->missing = name;
    if (code->input->options->lists_missing)
        warn_of_missing(code);
}

/*
 * Costs on no line, past the end of the source, or of a source that is not there: all lines that
 * were not listed. *has_number: some of them are on a line.
 */
static bool add_rest(struct code_table *code, const struct file_lines *lines, bool *has_number,
                     struct error *error)
{
    *has_number = false;
    for (size_t i = 0; i < lines->count; i++) {
        uint64_t number = lines->first[i].number;
        if (!is_wanted(code, number) || (i < lines->next && number != 0))
            continue;
        if (!add_line(code, &lines->first[i], (struct text){0}, error))
            return false;
        *has_number = *has_number || number != 0;
    }
    return true;
}

static bool add_source(struct code_table *code, struct file_lines *lines, struct source *source,
                       struct error *error)
{
    struct text path = arena_copy_text(&code->texts, text_of(source->path));
    bool is_too_short;

    add_entry(code, ROW_LISTING, lines->first->file)->text = path;
    if (!add_ranges(code, lines, source, error) || !add_rest(code, lines, &is_too_short, error))
        return false;
    source_warn(source, file_name(code, lines->first->file).at, is_too_short, code->input->profile,
                code->input->warnings);
    return true;
}

static bool add_file(struct code_table *code, struct file_lines *lines, struct error *error)
{
    struct text name = file_name(code, lines->first->file);
    size_t heading = code->n_entries;
    struct source source = {0};
    bool is_done, has_number;

    if (source_find(&source, name, &code->input->paths)) {
        is_done = add_source(code, lines, &source, error);
        source_close(&source);
    } else {
        if (!text_equal(name, TEXT("???")))
            add_missing(code, name);
        add_entry(code, ROW_LISTING, lines->first->file);
        is_done = add_rest(code, lines, &has_number, error);
    }
    if (code->shown.line != 0 && code->n_entries == heading + 1)
        warnings_add(code->input->warnings, name.at, code->shown.line, "there is no such line");
    return is_done;
}

static int compare_files(const void *left, const void *right)
{
    const struct file_lines *a = left, *b = right;

    if (a->is_own != b->is_own)
        return a->is_own ? -1 : 1;
    if (a->cost != b->cost)
        return a->cost > b->cost ? -1 : 1;
    return text_compare(a->name, b->name);
}

/* Adds a line to the files, of which the last one is that of the line before. */
static bool add_to_file(const struct code_table *code, struct file_lines *files, size_t *count,
                        const struct listed_line *line, struct error *error)
{
    const struct costs *self = &code->lines.self;
    size_t event = code->input->metric.event;
    row_id row = code->shown.code.row;
    struct event_cost cost;

    if (*count == 0 || files[*count - 1].first->file != line->file)
        files[(*count)++] = (struct file_lines){
            .first = line,
            .name = file_name(code, line->file),
            .is_own = row != NO_ID && code->of->rows->list[row].file == line->file,
        };
    struct file_lines *file = &files[*count - 1];
    file->count++;
    if (event_is_ratio(&code->input->profile->events.list[event]))
        return true;
    if (!event_cost(&code->input->profile->events, event, self, costs_row(self, line->id), &cost,
                    error))
        return false;
    return profile_fits(code->input->profile, add_overflows(&file->cost, cost.sum), error);
}

/* The files of the listing: where the function is defined, then those that cost most, by name. */
static bool add_files(struct code_table *code, struct error *error)
{
    struct file_lines *files = memory_alloc(code->lines.n_lines, sizeof *files);
    size_t count = 0;
    bool is_done = true;

    for (size_t i = 0; is_done && i < code->lines.n_lines; i++)
        is_done = add_to_file(code, files, &count, &code->lines.lines[i], error);
    if (is_done && count > 1)
        qsort(files, count, sizeof *files, compare_files);
    for (size_t i = 0; is_done && i < count; i++)
        is_done = add_file(code, &files[i], error);
    warn_of_missing(code);
    free(files);
    return is_done;
}

static void name_code(const struct code_table *code, const struct code_entry *entry,
                      struct table_row *row)
{
    if (code->shown.code.row != NO_ID)
        figures_name_row(code->of->rows, code->shown.code.row, row);
    row->file = file_name(code, entry->file);
}

static struct row_costs inclusive_of_lines(const struct code_table *code)
{
    return (struct row_costs){.costs = &code->lines.inclusive, .is_exact = code->is_exact};
}

static bool line_row(struct code_table *code, const struct code_entry *entry, struct table_row *row,
                     struct error *error)
{
    const struct figures *figures = &code->input->figures;

    name_code(code, entry, row);
    row->cells = code->cells;
    if (!figures_cells(figures, costs_alone(&code->lines.self), entry->id, code->cells, error))
        return false;
    if (!code->shown.has_inclusive)
        return true;
    row->inclusive = code->inclusive_cells;
    return figures_cells(figures, inclusive_of_lines(code), entry->id, code->inclusive_cells,
                         error);
}

static bool next_row(void *opaque, struct table_row *row, struct error *error)
{
    struct code_table *code = opaque;

    if (code->row == code->n_entries)
        return false;
    const struct code_entry *entry = &code->entries[code->row++];
    *row = (struct table_row){.kind = entry->kind, .line = entry->number, .text = entry->text};
    switch (entry->kind) {
    case ROW_LINE:
        return line_row(code, entry, row, error);
    case ROW_CALLEE:
        figures_name_row(code->of->rows, entry->callee, row);
        row->calls = entry->count;
        row->cells = code->cells;
        return figures_cells(&code->input->figures, costs_alone(line_costs_called(&code->lines)),
                             entry->id, code->cells, error);
    default:
        name_code(code, entry, row);
        return true;
    }
}

/* Whose inclusive cost is no bound, by id of a line. */
static bool *find_exact(const struct line_costs *lines)
{
    bool *is_exact = memory_alloc(lines->inclusive.n_rows, sizeof *is_exact);

    for (size_t i = 0; i < lines->n_lines; i++)
        is_exact[lines->lines[i].id] = !lines->lines[i].is_bound;
    return is_exact;
}

/* How wide the columns have to be: of all lines, listed or not. */
static bool measure(struct code_table *code, struct table *table, struct error *error)
{
    const struct line_costs *lines = &code->lines;
    const struct figures *figures = &code->input->figures;

    for (size_t i = 0; i < lines->n_lines; i++)
        if (!figures_include(figures, code->columns, costs_alone(&lines->self), i, error) ||
            !figures_include(figures, code->columns, costs_alone(&lines->inclusive), i, error))
            return false;
    for (size_t i = 0; i < lines->table.pairs.count; i++) {
        if (!figures_include(figures, code->columns, costs_alone(line_costs_called(lines)), i,
                             error))
            return false;
        if (magnitude(lines->table.counts[i]) > magnitude(table->most_calls))
            table->most_calls = lines->table.counts[i];
    }
    return true;
}

bool code_table_begin(struct code_table *code, const struct view_input *input,
                      const struct row_figures *of, const struct code_shown *shown,
                      struct table *table, struct error *error)
{
    const struct figures *figures = &input->figures;

    *code = (struct code_table){.input = input, .of = of, .shown = *shown};
    code->cells = memory_alloc(figures->n_shown, sizeof *code->cells);
    code->inclusive_cells = memory_alloc(figures->n_shown, sizeof *code->inclusive_cells);
    code->columns = figures_columns(figures, figures->n_shown, error);
    if (code->columns == NULL ||
        !line_costs_create(&code->lines, of->inclusive, shown->code, error) ||
        !add_files(code, error))
        return false;
    code->is_exact = find_exact(&code->lines);
    *table = (struct table){.columns = code->columns,
                            .n_columns = figures->n_shown,
                            .measured = figures->measured,
                            .has_inclusive = shown->has_inclusive,
                            .keeps_inclusive = shown->has_inclusive,
                            .by = TEXT("line"),
                            .next = next_row,
                            .view = code};
    return measure(code, table, error);
}

void code_table_end(struct code_table *code)
{
    line_costs_free(&code->lines);
    arena_free(&code->texts);
    free(code->columns);
    free(code->cells);
    free(code->inclusive_cells);
    free(code->is_exact);
    ranking_free(&code->ranked);
    free(code->entries);
    *code = (struct code_table){0};
}
