/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/code_listing.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/buffer.h"
#include "base/number.h"
#include "reporter/source/line_ranges.h"
#include "reporter/source/source.h"

/* A row of the table, before its figures are looked up. */
struct annotate_entry {
    enum table_row_kind kind;
    file_id file;
    uint64_t number;
    uint32_t id;     /* of a line, or a call: its row of cost */
    bool is_bound;   /* of a line's inclusive cost */
    group_id callee; /* of a call */
    int64_t count;   /* of a call */
    struct text text;
};

/* The lines of one file, from `first` on in the listing. */
struct file_lines {
    const struct listed_line *first;
    size_t count;
    bool is_own;  /* the function stands here */
    int64_t cost; /* self cost, of the measured event */
};

static const struct profile *profile_of(const struct view_annotate *view)
{
    return view->figures->totals->profile;
}

static struct annotate_entry *add_entry(struct view_annotate *view, enum table_row_kind kind,
                                        file_id file)
{
    ARRAY_GROW(view->entries, view->n_entries, view->capacity);
    struct annotate_entry *entry = &view->entries[view->n_entries++];
    *entry = (struct annotate_entry){.kind = kind, .file = file};
    return entry;
}

static struct ranked rank_call(const struct view_annotate *view, const struct listed_call *call,
                               uint32_t item, int64_t *key)
{
    const struct costs *called = listing_called(&view->listing);
    struct event_cost cost = {0};
    struct error ignored = {0};

    /* A derived cost that does not fit is found out where it is to be shown. */
    (void)event_cost(&profile_of(view)->events, view->figures->shown[view->figures->measured],
                     called, costs_row(called, call->id), &cost, &ignored);
    *key = cost.is_given ? cost.sum : -1;
    return rank_group(view->inclusive->groups, call->callee, item, key);
}

/* The calls of a line, those first that cost most. */
static void add_calls(struct view_annotate *view, const struct listed_line *line)
{
    const struct listed_call *calls = view->listing.calls + line->call;
    struct ranked *ranked = memory_alloc(line->n_calls, sizeof *ranked);
    int64_t *keys = memory_alloc(line->n_calls, sizeof *keys);

    for (uint32_t i = 0; i < line->n_calls; i++)
        ranked[i] = rank_call(view, &calls[i], i, &keys[i]);
    rank(ranked, line->n_calls);
    for (size_t i = 0; i < line->n_calls; i++) {
        const struct listed_call *call = &calls[ranked[i].id];
        struct annotate_entry *entry = add_entry(view, ROW_CALLEE, line->file);
        entry->id = call->id;
        entry->callee = call->callee;
        entry->count = call->count;
    }
    free(ranked);
    free(keys);
}

static void add_line(struct view_annotate *view, const struct listed_line *line, struct text text)
{
    struct annotate_entry *entry = add_entry(view, ROW_LINE, line->file);

    entry->number = line->number;
    entry->id = line->id;
    entry->is_bound = line->is_bound;
    entry->text = text;
    add_calls(view, line);
}

/* A line of source, with its cost where it has one. *next is the next line with a cost. */
static void add_source_line(struct view_annotate *view, const struct file_lines *lines,
                            size_t *next, const struct source *source, struct text text)
{
    while (*next < lines->count && lines->first[*next].number < source->number)
        (*next)++;
    text = arena_copy_text(&view->texts, text);
    if (*next < lines->count && lines->first[*next].number == source->number) {
        add_line(view, &lines->first[(*next)++], text);
        return;
    }
    if (view->shown.is_bare)
        return;
    struct annotate_entry *entry = add_entry(view, ROW_SOURCE, lines->first->file);
    entry->number = source->number;
    entry->text = text;
}

/* The ranges of a source, with a gap between two. Gives how many lines with a cost it passed. */
static size_t add_ranges(struct view_annotate *view, const struct file_lines *lines,
                         struct source *source, const struct line_range *ranges, size_t n_ranges)
{
    size_t next = 0, range = 0;
    uint64_t last = 0;
    struct text text;

    while (range < n_ranges && source_next_line(source, &text)) {
        if (source->number < ranges[range].first)
            continue;
        if (last != 0 && source->number != last + 1 && !view->shown.is_bare)
            add_entry(view, ROW_GAP, lines->first->file);
        add_source_line(view, lines, &next, source, text);
        last = source->number;
        range += source->number == ranges[range].last;
    }
    return next;
}

static struct line_range *find_ranges(const struct view_annotate *view,
                                      const struct file_lines *lines, size_t *count)
{
    struct numbered_line *numbered = memory_alloc(lines->count, sizeof *numbered);
    bool *all = memory_alloc(view->listing.n_lines, sizeof *all);
    size_t n_numbered = 0;

    memset(all, true, view->listing.n_lines);
    for (size_t i = 0; i < lines->count; i++) {
        uint64_t number = lines->first[i].number;
        if (number != 0 && (view->shown.line == 0 || number == view->shown.line))
            numbered[n_numbered++] = (struct numbered_line){number, lines->first[i].id};
    }
    if (n_numbered == 0 && view->shown.line != 0) /* a line without cost, among others */
        numbered[n_numbered++] = (struct numbered_line){view->shown.line, lines->first->id};
    struct line_range *ranges =
        annotate_ranges(numbered, n_numbered, all, view->shown.context, count);
    free(numbered);
    free(all);
    return ranges;
}

/* Says where a source was looked for: "tried as recorded, by --path-map, in a/, in b/". */
static void warn_of_missing(struct view_annotate *view, struct text name)
{
    const struct source_paths *paths = view->shown.paths;
    const struct text_list lists[] = {paths->include_dirs, paths->own_dirs};
    struct buffer places = {0};

    for (size_t i = 0; i < ARRAY_LENGTH(lists); i++)
        for (size_t j = 0; j < lists[i].count; j++) {
            buffer_append(&places, TEXT(", in "));
            buffer_append(&places, lists[i].items[j]);
        }
    warnings_add(view->warnings, name.at, 0, "source not found: tried as recorded%s%s",
                 paths->maps_from.count != 0 ? ", by --path-map" : "", buffer_string(&places));
    free(places.at);
}

/*
 * Costs on no line, behind the end of the source, or of a source that is not there: those of the
 * listing from `passed` on. Gives how many have a number.
 */
static size_t add_rest(struct view_annotate *view, const struct file_lines *lines, size_t passed)
{
    size_t rest = 0;

    for (size_t i = 0; i < lines->count; i++) {
        uint64_t number = lines->first[i].number;
        bool is_wanted = view->shown.line == 0 || number == view->shown.line;
        if (!is_wanted || (i < passed && number != 0))
            continue;
        add_line(view, &lines->first[i], (struct text){0});
        rest += number != 0;
    }
    return rest;
}

static void add_file(struct view_annotate *view, const struct file_lines *lines)
{
    struct text name = names_text(profile_of(view)->symbols.files, lines->first->file);
    size_t heading = view->n_entries, passed = 0, n_ranges;
    struct source source = {0};

    add_entry(view, ROW_LISTING, lines->first->file);
    struct line_range *ranges = find_ranges(view, lines, &n_ranges);
    bool is_found = source_find(&source, name, view->shown.paths);
    if (is_found) {
        view->entries[heading].text = arena_copy_text(&view->texts, text_of(source.path));
        passed = add_ranges(view, lines, &source, ranges, n_ranges);
    } else if (!text_equal(name, TEXT("???"))) {
        warn_of_missing(view, name);
    }
    size_t rest = add_rest(view, lines, passed);
    if (is_found)
        source_warn(&source, name.at, rest != 0, profile_of(view), view->warnings);
    if (view->shown.line != 0 && view->n_entries == heading + 1)
        warnings_add(view->warnings, name.at, view->shown.line, "there is no such line");
    source_close(&source);
    free(ranges);
}

static int compare_files(const void *left, const void *right)
{
    const struct file_lines *a = left, *b = right;

    if (a->is_own != b->is_own)
        return a->is_own ? -1 : 1;
    if (a->cost != b->cost)
        return a->cost > b->cost ? -1 : 1;
    return a->first->file < b->first->file ? -1 : a->first->file > b->first->file;
}

/* The files of the listing: where the function stands, then those that cost most. */
static struct file_lines *sort_files(const struct view_annotate *view, size_t *count)
{
    const struct listing *listing = &view->listing;
    struct file_lines *files = memory_alloc(listing->n_lines, sizeof *files);
    group_id group = view->shown.code.group;
    struct error ignored = {0};

    *count = 0;
    for (size_t i = 0; i < listing->n_lines; i++) {
        const struct listed_line *line = &listing->lines[i];
        struct event_cost cost = {0};
        if (i == 0 || line->file != line[-1].file)
            files[(*count)++] = (struct file_lines){
                .first = line,
                .is_own = group != NO_ID && view->inclusive->groups->list[group].file == line->file,
            };
        (void)event_cost(&profile_of(view)->events, view->figures->shown[view->figures->measured],
                         &listing->self, costs_row(&listing->self, line->id), &cost, &ignored);
        files[*count - 1].count++;
        (void)add_overflows(&files[*count - 1].cost, cost.sum);
    }
    if (*count > 1)
        qsort(files, *count, sizeof *files, compare_files);
    return files;
}

static bool line_row(struct view_annotate *view, const struct annotate_entry *entry,
                     struct table_row *row, struct error *error)
{
    const struct listing *listing = &view->listing;

    if (view->shown.code.group != NO_ID)
        figures_name_group(view->inclusive->groups, view->shown.code.group, row);
    row->file = names_text(profile_of(view)->symbols.files, entry->file);
    row->cells = view->cells;
    if (!figures_cells(view->figures, &listing->self, costs_row(&listing->self, entry->id),
                       view->cells, error))
        return false;
    if (!view->shown.has_inclusive)
        return true;
    row->inclusive = view->inclusive_cells;
    if (!figures_cells(view->figures, &listing->inclusive,
                       costs_row(&listing->inclusive, entry->id), view->inclusive_cells, error))
        return false;
    for (size_t i = 0; i < view->figures->n_shown; i++)
        view->inclusive_cells[i].is_bound = entry->is_bound && view->inclusive_cells[i].is_given;
    return true;
}

static bool next_row(void *opaque, struct table_row *row, struct error *error)
{
    struct view_annotate *view = opaque;
    const struct costs *called = listing_called(&view->listing);

    if (view->row == view->n_entries)
        return false;
    const struct annotate_entry *entry = &view->entries[view->row++];
    *row = (struct table_row){.kind = entry->kind, .line = entry->number, .text = entry->text};
    switch (entry->kind) {
    case ROW_LINE:
        return line_row(view, entry, row, error);
    case ROW_CALLEE:
        figures_name_group(view->inclusive->groups, entry->callee, row);
        row->calls = entry->count;
        row->cells = view->cells;
        return figures_cells(view->figures, called, costs_row(called, entry->id), view->cells,
                             error);
    default:
        if (view->shown.code.group != NO_ID)
            figures_name_group(view->inclusive->groups, view->shown.code.group, row);
        row->file = names_text(profile_of(view)->symbols.files, entry->file);
        return true;
    }
}

/* How wide the columns have to be: of all lines, listed or not. */
static bool measure(struct view_annotate *view, struct table *table, struct error *error)
{
    const struct listing *listing = &view->listing;

    for (size_t i = 0; i < listing->n_lines; i++)
        if (!figures_include(view->figures, view->columns, &listing->self,
                             costs_row(&listing->self, i), error) ||
            !figures_include(view->figures, view->columns, &listing->inclusive,
                             costs_row(&listing->inclusive, i), error))
            return false;
    for (size_t i = 0; i < listing->table.index.count; i++) {
        if (!figures_include(view->figures, view->columns, listing_called(listing),
                             costs_row(listing_called(listing), i), error))
            return false;
        if (magnitude(listing->table.counts[i]) > magnitude(table->most_calls))
            table->most_calls = listing->table.counts[i];
    }
    return true;
}

static void add_files(struct view_annotate *view)
{
    size_t n_files;
    struct file_lines *files = sort_files(view, &n_files);

    for (size_t i = 0; i < n_files; i++)
        add_file(view, &files[i]);
    free(files);
}

bool view_annotate_begin(struct view_annotate *view, const struct figures *figures,
                         const struct inclusive *inclusive, const struct annotate_shown *shown,
                         struct warnings *warnings, struct table *table, struct error *error)
{
    *view = (struct view_annotate){
        .figures = figures, .inclusive = inclusive, .shown = *shown, .warnings = warnings};
    view->cells = memory_alloc(figures->n_shown, sizeof *view->cells);
    view->inclusive_cells = memory_alloc(figures->n_shown, sizeof *view->inclusive_cells);
    view->columns = figures_columns(figures, figures->n_shown, error);
    if (view->columns == NULL || !listing_create(&view->listing, inclusive, shown->code, error))
        return false;
    add_files(view);
    *table = (struct table){.columns = view->columns,
                            .n_columns = figures->n_shown,
                            .measured = figures->measured,
                            .has_inclusive = shown->has_inclusive,
                            .by = TEXT("line"),
                            .next = next_row,
                            .view = view};
    return measure(view, table, error);
}

void view_annotate_end(struct view_annotate *view)
{
    listing_free(&view->listing);
    arena_free(&view->texts);
    free(view->columns);
    free(view->cells);
    free(view->inclusive_cells);
    free(view->entries);
    *view = (struct view_annotate){0};
}
