/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/rows.h"

#include <stdlib.h>

#include "aggregator/part_rows.h"
#include "base/array.h"
#include "base/index.h"
#include "profile/filter.h"
#include "profile/name_pieces.h"
#include "profile/naming/namespaces.h"

struct text row_key_name(enum row_key key)
{
    struct text rest = TEXT(ROW_KEY_NAMES), name = {0};

    for (int i = 0; i <= (int)key; i++)
        text_cut(&rest, ' ', &name);
    return name;
}

row_id rows_add(struct rows *rows, struct row row)
{
    ARRAY_GROW(rows->list, rows->count, rows->capacity);
    rows->list[rows->count] = row;
    return (row_id)rows->count++;
}

/* Finding rows: from the names of a place to its row. */
struct finding {
    struct rows *rows;
    const struct filter *filter;
    struct namespaces *namespaces; /* NULL where rows are by something else */
    struct pairs units;            /* (1 + its file or its group, or 0; object) */
    struct pairs names;            /* (function, unit and whether it is hidden), likewise: by row */
};

static struct text directory_of(struct text file)
{
    while (file.length != 0 && file.at[file.length - 1] != '/')
        file.length--;
    if (file.length > 1)
        file.length--;
    return file.length == 0 ? TEXT(".") : file;
}

static bool passes(const struct finding *finding, struct row row)
{
    const struct symbols *symbols = &finding->rows->profile->symbols;

    return finding->filter == NULL || filter_is_empty(finding->filter) ||
           filter_passes(finding->filter, names_text_if_any(symbols->objects, row.object),
                         names_text_if_any(symbols->files, row.file),
                         names_text_if_any(symbols->functions, row.function));
}

/*
 * The row of code of a function in a file. What the filters hide stays apart by function: else
 * unrelated functions would seem to call each other.
 */
static row_id find_row(struct finding *finding, struct row names)
{
    struct rows *rows = finding->rows;
    struct row row = {.object = NO_ID, .file = NO_ID, .function = NO_ID};

    names.is_hidden = !passes(finding, names);
    row.is_hidden = names.is_hidden;
    if (names.is_hidden || rows->key == BY_FUNCTION || rows->key == BY_FILE_FUNCTION) {
        row = names;
    } else if (rows->key == BY_OBJECT) {
        row.object = names.object;
    } else if (rows->key == BY_FILE) {
        row.file = names.file;
    } else if (rows->key == BY_NAMESPACE) {
        uint32_t known = namespaces_of(finding->namespaces, names.function);
        if (known == NO_ID)
            row.object = names.object;
        else
            row.group = known + 1;
    } else {
        struct text file = names_text(rows->profile->symbols.files, names.file);
        row.group = names_add(rows->groups, directory_of(file)) + 1;
    }
    uint32_t unit =
        pairs_add(&finding->units, row.group != 0 ? row.group : row.file + 1, row.object);
    row_id id = pairs_add(&finding->names, row.function + 1, unit << 1 | row.is_hidden);
    return id < rows->count ? id : rows_add(rows, row);
}

/* Takes what find_levels() has found for other rows, folded alike. */
static void take_levels(struct rows *rows, const struct rows *like)
{
    size_t n_functions = profile_n_functions(rows->profile);

    for (function_id id = 0; id < n_functions; id++) {
        rows->base_of[id] = like->base_of[id];
        rows->levels[id] = like->levels[id];
    }
}

/* Names without levels and contexts, where rows are folded, and levels. */
static void find_levels(struct rows *rows)
{
    const struct profile *profile = rows->profile;
    const struct name_pieces *pieces = symbols_pieces(&profile->symbols);

    for (function_id id = 0; id < profile_n_functions(profile); id++) {
        symbol_id symbol = rows->base_of[id];
        if (rows->is_folded)
            rows->base_of[id] = pieces->bases[symbol];
        rows->levels[id] = pieces->levels[symbol];
    }
}

void rows_name_functions(struct rows *rows, const struct row_choice *choice)
{
    const struct profile *profile = rows->profile;

    free(rows->base_of);
    free(rows->levels);
    rows->levels = NULL;
    rows->base_of = memory_alloc(profile_n_functions(profile), sizeof *rows->base_of);
    for (function_id id = 0; id < profile_n_functions(profile); id++)
        rows->base_of[id] =
            choice->symbols != NULL ? choice->symbols[id] : profile_function(profile, id).symbol;
    if (!choice->is_folded && !choice->has_inclusive)
        return;
    rows->levels = memory_alloc(profile_n_functions(profile), sizeof *rows->levels);
    if (choice->like != NULL && choice->like->is_folded == choice->is_folded)
        take_levels(rows, choice->like);
    else
        find_levels(rows);
}

static struct row row_of(const struct rows *rows, function_id id, file_id file)
{
    return (struct row){.object = profile_function(rows->profile, id).object,
                        .file = file,
                        .function = rows->base_of[id]};
}

/* By place and function: its row, made from its names. */
static void find_rows(struct rows *rows, const struct row_choice *choice)
{
    const struct profile *profile = rows->profile;
    size_t n_functions = profile_n_functions(profile), n_places = profile_n_places(profile);
    bool is_split = row_key_splits_functions(rows->key);
    struct finding finding = {.rows = rows, .filter = choice->filter};

    if (rows->key == BY_DIRECTORY || rows->key == BY_NAMESPACE)
        rows->groups = names_create();
    if (rows->key == BY_NAMESPACE)
        finding.namespaces = namespaces_create(&profile->symbols, choice->depth, rows->groups);
    rows->of_function = memory_alloc(n_functions, sizeof *rows->of_function);
    rows->of_place = memory_alloc(n_places, sizeof *rows->of_place);
    for (function_id id = 0; id < n_functions; id++)
        rows->of_function[id] =
            find_row(&finding, row_of(rows, id, profile_function(profile, id).file));
    for (place_id id = 0; id < n_places; id++) {
        struct place place = profile_place(profile, id);
        rows->of_place[id] = is_split ? find_row(&finding, row_of(rows, place.function, place.file))
                                      : rows->of_function[place.function];
        rows->list[rows->of_place[id]].has_code = true;
    }
    namespaces_free(finding.namespaces);
    pairs_free(&finding.units);
    pairs_free(&finding.names);
}

/* The profile's arcs, of which only those by line may have been kept. */
static bool find_arcs(struct rows *rows, const struct row_choice *choice, struct error *error)
{
    const struct profile *profile = rows->profile;
    bool has_arcs =
        profile->keep.places == KEEP_SELF_AND_CALLS || profile->keep.lines != KEEP_SELF_AND_CALLS;

    rows->arcs = &profile->by_place.calls;
    if (!choice->has_inclusive || has_arcs)
        return true;
    rows->arcs = &rows->own_arcs;
    return profile_fits(profile, profile_add_up_arcs_overflows(profile, &rows->own_arcs), error);
}

static bool add_up(struct rows *rows, struct error *error)
{
    const struct profile *profile = rows->profile;
    bool overflows = false;

    costs_ensure(&rows->self, rows->count);
    for (place_id id = 0; id < profile_n_places(profile); id++)
        overflows |=
            costs_add_row_overflows(&rows->self, costs_row(&rows->self, rows->of_place[id]),
                                    costs_row(&profile->by_place.self, id));
    rows->calls = memory_alloc(rows->count, sizeof *rows->calls);
    for (size_t id = 0; id < rows->arcs->pairs.count; id++) {
        function_id callee = call_table_arc(rows->arcs, id).callee;
        overflows |= add_overflows(&rows->calls[rows->of_function[callee]], rows->arcs->counts[id]);
    }
    return profile_fits(profile, overflows, error);
}

static bool make_code_rows(struct rows *rows, const struct row_choice *choice, struct error *error)
{
    rows_name_functions(rows, choice);
    find_rows(rows, choice);
    return find_arcs(rows, choice, error) && add_up(rows, error);
}

static bool make_line_rows(struct rows *rows, const struct filter *filter, struct error *error)
{
    const struct profile *profile = rows->profile;
    bool overflows = false;

    for (file_id file = 0; file < names_count(profile->symbols.files); file++) {
        size_t count;
        struct numbered_line *lines = lines_of_file(&profile->lines, file, &count);
        bool is_hidden = filter != NULL &&
                         !pattern_passes(&filter->file, names_text(profile->symbols.files, file));
        for (size_t i = 0; i < count; i++) {
            if (!profile->by_line.has_self[lines[i].id])
                continue;
            row_id id = rows_add(rows, (struct row){.object = NO_ID,
                                                    .file = file,
                                                    .function = NO_ID,
                                                    .line = lines[i].number,
                                                    .is_hidden = is_hidden,
                                                    .has_code = true});
            costs_ensure(&rows->self, rows->count);
            overflows |= costs_add_row_overflows(&rows->self, costs_row(&rows->self, id),
                                                 costs_row(&profile->by_line.self, lines[i].id));
        }
        free(lines);
    }
    return profile_fits(profile, overflows, error);
}

/* The row of a spot's instruction; NO_ID where the filters hide it. */
static row_id find_instruction(const struct finding *finding, struct index *instructions,
                               struct spot spot)
{
    struct rows *rows = finding->rows;
    struct place place = profile_place(rows->profile, spot.place);
    struct row row = row_of(rows, place.function, place.file);

    if (!passes(finding, row))
        return NO_ID;
    row.line = spot.position.line;
    row.address = spot.position.address;
    row.has_code = true;
    row_id id = index_add(instructions, row.object, row.address);
    return id < rows->count ? id : rows_add(rows, row);
}

static bool make_instruction_rows(struct rows *rows, const struct row_choice *choice,
                                  struct error *error)
{
    const struct profile *profile = rows->profile;
    const struct finding finding = {.rows = rows, .filter = choice->filter};
    struct index instructions = {0};
    bool overflows = false;

    rows_name_functions(rows, choice);
    for (uint32_t spot = 0; spot < profile->by_spot.self.n_rows; spot++) {
        if (!profile->by_spot.has_self[spot])
            continue;
        row_id id = find_instruction(&finding, &instructions, profile_spot(profile, spot));
        if (id == NO_ID)
            continue;
        costs_ensure(&rows->self, rows->count);
        overflows |= costs_add_row_overflows(&rows->self, costs_row(&rows->self, id),
                                             costs_row(&profile->by_spot.self, spot));
    }
    index_free(&instructions);
    return profile_fits(profile, overflows, error);
}

bool rows_create(struct rows *rows, const struct profile *profile, const struct row_choice *choice,
                 struct error *error)
{
    *rows = (struct rows){.profile = profile, .key = choice->key, .is_folded = choice->is_folded};
    costs_init(&rows->self, profile->events.n_recorded);
    if (row_key_has_calls(choice->key))
        return make_code_rows(rows, choice, error);
    if (choice->key == BY_LINE)
        return make_line_rows(rows, choice->filter, error);
    if (choice->key == BY_INSTRUCTION)
        return make_instruction_rows(rows, choice, error);
    return make_part_rows(rows, error);
}

struct row_names rows_names(const struct rows *rows, row_id id)
{
    const struct symbols *symbols = &rows->profile->symbols;
    const struct row *row = &rows->list[id];
    struct row_names found = {
        .object = names_text_if_any(symbols->objects, row->object),
        .file = names_text_if_any(symbols->files, row->file),
        .function = names_text_if_any(symbols->functions, row->function),
        .line = row->line,
        .address = row->address,
    };

    if (row->group != 0)
        found.label = names_text(rows->groups, row->group - 1);
    if (rows->labels != NULL)
        found.label = rows->labels[id];
    if (rows->spans != NULL)
        found.span = rows->spans[id];
    return found;
}

void rows_free(struct rows *rows)
{
    arena_free(&rows->arena);
    names_free(rows->groups);
    free(rows->list);
    free(rows->of_place);
    free(rows->of_function);
    free(rows->base_of);
    free(rows->levels);
    costs_free(&rows->self);
    free(rows->calls);
    free(rows->labels);
    free(rows->partners);
    free(rows->spans);
    call_table_free(&rows->own_arcs);
    *rows = (struct rows){0};
}

struct row_arc rows_arc(const struct rows *rows, size_t id)
{
    return rows_arc_between(rows, call_table_arc(rows->arcs, id));
}

struct row_arc rows_arc_between(const struct rows *rows, struct arc arc)
{
    function_id caller = profile_place(rows->profile, arc.caller).function;

    return (struct row_arc){
        .from = rows->of_place[arc.caller],
        .to = rows->of_function[arc.callee],
        .from_first = rows->levels[caller] == 1,
        .to_first = rows->levels[arc.callee] == 1,
    };
}

place_id *rows_sort_places(const struct rows *rows, size_t **begin)
{
    return ids_sort(rows->of_place, profile_n_places(rows->profile), rows->count, begin);
}
