/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/rows.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/buffer.h"
#include "base/map.h"
#include "base/names.h"
#include "base/number.h"
#include "profile/filter.h"
#include "profile/name_pieces.h"
#include "profile/naming/naming.h"

static struct text directory_of(struct text file)
{
    while (file.length != 0 && file.at[file.length - 1] != '/')
        file.length--;
    if (file.length > 1)
        file.length--;
    return file.length == 0 ? TEXT(".") : file;
}

/* Returns the extension of a file name, from the last '.' on; a leading '.' starts none. */
static struct text extension_of(struct text file)
{
    size_t begin = file.length;

    while (begin != 0 && file.at[begin - 1] != '.' && file.at[begin - 1] != '/')
        begin--;
    if (begin < 2 || file.at[begin - 1] != '.' || file.at[begin - 2] == '/')
        return TEXT("(none)");
    return text_skip(file, begin - 1);
}

const struct row_key_kind row_keys[N_ROW_KEYS] = {
    [BY_FUNCTION] = {"function", "functions", .has_calls = true, .has_function = true},
    [BY_FILE_FUNCTION] = {"file:function", "functions", .has_calls = true, .splits_functions = true,
                          .has_function = true},
    [BY_FILE] = {"file", "files", .has_calls = true, .splits_functions = true,
                 .matching = MATCH_PATHS},
    [BY_DIRECTORY] = {"directory", "directories", .group_of_file = directory_of, .has_calls = true,
                      .splits_functions = true, .matching = MATCH_PATHS},
    [BY_EXTENSION] = {"extension", "extensions", .group_of_file = extension_of, .has_calls = true,
                      .splits_functions = true, .matching = MATCH_PATHS},
    [BY_NAMESPACE] = {"namespace", "namespaces", .has_calls = true, .matching = MATCH_PATHS},
    [BY_OBJECT] = {"object", "objects", .has_calls = true, .matching = MATCH_PATHS},
    [BY_LINE] = {"line", "lines", .splits_functions = true, .matching = MATCH_LINES},
    [BY_INSTRUCTION] = {"instruction", "instructions", .splits_functions = true,
                        .matching = MATCH_PATHS},
    [BY_PART] = {"part", "parts", .splits_functions = true, .matching = MATCH_PATHS},
    [BY_THREAD] = {"thread", "threads", .splits_functions = true, .matching = MATCH_PATHS},
    [BY_LABEL] = {"label", "labels", .splits_functions = true, .matching = MATCH_PATHS},
    [BY_INPUT] = {"input", "inputs", .splits_functions = true, .matching = MATCH_PATHS},
};

struct keep rows_keep(enum row_key key, bool is_difference)
{
    bool is_of_lines = key == BY_LINE;

    if (key == BY_INSTRUCTION)
        return (struct keep){.places = KEEP_SELF, .spots = KEEP_SELF, .addresses = true};
    /* Functions and their places tell which lines of two versions are the same. */
    return (struct keep){
        .places = row_keys[key].has_calls ? KEEP_SELF_AND_CALLS : KEEP_SELF,
        .lines = is_of_lines ? KEEP_SELF : KEEP_NOTHING,
        .spots = is_of_lines && is_difference ? KEEP_SELF : KEEP_NOTHING,
    };
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
    struct map units;              /* (1 + its file or its group, or 0; object) */
    struct map names;              /* (function, unit and whether it is hidden), by row */
};

static bool passes(const struct finding *finding, struct row row)
{
    const struct symbols *symbols = &finding->rows->profile->symbols;

    return finding->filter == NULL || filter_is_empty(finding->filter) ||
           filter_passes(finding->filter, names_text_if_any(symbols->objects, row.object),
                         names_text_if_any(symbols->files, row.file),
                         names_text_if_any(symbols->functions, row.function));
}

/*
 * Finds the row for code of a function in a file. Hidden functions stay separate: otherwise
 * unrelated functions would seem to call each other.
 */
static row_id find_row(struct finding *finding, struct row names)
{
    struct rows *rows = finding->rows;
    const struct row_key_kind *kind = &row_keys[rows->key];
    struct row row = {.object = NO_ID, .file = NO_ID, .function = NO_ID};

    names.is_hidden = !passes(finding, names);
    row.is_hidden = names.is_hidden;
    if (names.is_hidden || kind->has_function) {
        row = names;
    } else if (kind->group_of_file != NULL) {
        struct text file = names_text(rows->profile->symbols.files, names.file);
        row.group = names_add(rows->groups, kind->group_of_file(file)) + 1;
    } else if (rows->key == BY_FILE) {
        row.file = names.file;
    } else {
        uint32_t known = finding->namespaces == NULL
                           ? NO_ID
                           : namespaces_of(finding->namespaces, names.function);
        if (known == NO_ID)
            row.object = names.object;
        else
            row.group = known + 1;
    }
    uint32_t unit = map_add(&finding->units, row.group != 0 ? row.group : row.file + 1, row.object);
    row_id id = map_add(&finding->names, unit << 1 | row.is_hidden, row.function + 1);
    return id < rows->count ? id : rows_add(rows, row);
}

static void name_functions(struct rows *rows, const struct row_choice *choice)
{
    const struct profile *profile = rows->profile;

    rows->base_of = memory_alloc(profile_n_functions(profile), sizeof *rows->base_of);
    for (function_id id = 0; id < profile_n_functions(profile); id++)
        rows->base_of[id] =
            choice->symbols != NULL ? choice->symbols[id] : profile_function(profile, id).symbol;
    if (!choice->is_folded && !choice->has_inclusive)
        return;
    rows->levels = memory_alloc(profile_n_functions(profile), sizeof *rows->levels);
    const struct rows *like = choice->like;
    if (like != NULL && like->is_folded != choice->is_folded)
        like = NULL;
    const struct name_pieces *pieces = like == NULL ? symbols_pieces(&profile->symbols) : NULL;
    for (function_id id = 0; id < profile_n_functions(profile); id++) {
        symbol_id symbol = rows->base_of[id];
        rows->levels[id] = like != NULL ? like->levels[id] : pieces->levels[symbol];
        if (like != NULL || rows->is_folded) /* names lose levels and contexts */
            rows->base_of[id] = like != NULL ? like->base_of[id] : pieces->bases[symbol];
    }
}

static struct row row_of(const struct rows *rows, function_id id, file_id file)
{
    return (struct row){.object = profile_function(rows->profile, id).object,
                        .file = file,
                        .function = rows->base_of[id]};
}

/* Finds the row of each place and function, which is made from its names. */
static void find_rows(struct rows *rows, const struct row_choice *choice)
{
    const struct profile *profile = rows->profile;
    size_t n_functions = profile_n_functions(profile), n_places = profile_n_places(profile);
    const struct row_key_kind *kind = &row_keys[rows->key];
    struct finding finding = {.rows = rows, .filter = choice->filter};

    if (kind->group_of_file != NULL || rows->key == BY_NAMESPACE)
        rows->groups = names_create();
    if (rows->key == BY_NAMESPACE)
        finding.namespaces = namespaces_create(&profile->symbols, choice->depth, rows->groups);
    rows->of_function = memory_alloc(n_functions, sizeof *rows->of_function);
    rows->of_place = memory_alloc(n_places, sizeof *rows->of_place);
    rows->list = memory_grow(rows->list, &rows->capacity, n_functions, sizeof *rows->list);
    for (function_id id = 0; id < n_functions; id++) {
        rows->of_function[id] =
            find_row(&finding, row_of(rows, id, profile_function(profile, id).file));
        rows->list[rows->of_function[id]].code |= profile_code(profile, id);
    }
    for (place_id id = 0; id < n_places; id++) {
        struct place place = profile_place(profile, id);
        rows->of_place[id] = kind->splits_functions
                               ? find_row(&finding, row_of(rows, place.function, place.file))
                               : rows->of_function[place.function];
        rows->list[rows->of_place[id]].has_code = true;
    }
    namespaces_free(finding.namespaces);
    map_free(&finding.units);
    map_free(&finding.names);
}

/*
 * Finds the profile's arcs, of which only those by line may have been kept, and caches their rows,
 * which are needed several times.
 */
static void find_arcs(struct rows *rows, const struct row_choice *choice)
{
    const struct profile *profile = rows->profile;
    bool has_arcs =
        profile->keep.places == KEEP_SELF_AND_CALLS || profile->keep.lines != KEEP_SELF_AND_CALLS;

    rows->arcs = &profile->ledgers[ARCS];
    if (!choice->has_inclusive)
        return;
    if (!has_arcs) {
        rows->arcs = &rows->own_arcs;
        profile_note_overflow(profile, profile_add_up_arcs_overflows(profile, &rows->own_arcs));
    }
    rows->arc_ends = memory_alloc(rows->arcs->map.count, sizeof *rows->arc_ends);
    for (size_t id = 0; id < rows->arcs->map.count; id++)
        rows->arc_ends[id] = rows_arc_between(rows, ledger_arc(rows->arcs, id));
}

static void add_up_places(struct rows *rows)
{
    const struct profile *profile = rows->profile;

    costs_ensure(&rows->self, rows->count);
    for (place_id id = 0; id < profile_n_places(profile); id++)
        profile_note_overflow(profile, costs_add_row_overflows(
                                           &rows->self, costs_row(&rows->self, rows->of_place[id]),
                                           costs_row(&profile->ledgers[PLACES].costs, id)));
    rows->calls = memory_alloc(rows->count, sizeof *rows->calls);
    for (size_t id = 0; id < rows->arcs->map.count; id++) {
        function_id callee = ledger_arc(rows->arcs, id).callee;
        profile_add_to(profile, &rows->calls[rows->of_function[callee]], rows->arcs->counts[id]);
    }
}

/* Adds a cost to that of a row, which may be the next. */
static void add_to_row(struct rows *rows, row_id id, struct row row, const int64_t *cost)
{
    if (id == rows->count)
        rows_add(rows, row);
    profile_combine(rows->profile, &rows->self, id, cost, false);
}

/* Returns whether a place has self cost, rather than only calls. */
static bool has_self_cost(const struct costs *costs, const int64_t *row)
{
    for (size_t event = 0; event < costs->n_events; event++)
        if (costs_is_given(row, event))
            return true;
    return false;
}

/* Makes a list of rows, by whatever they are of, that has none yet. */
static row_id *no_rows(size_t count)
{
    row_id *list = memory_alloc(count, sizeof *list);

    for (size_t i = 0; i < count; i++)
        list[i] = NO_ID;
    return list;
}

/* Makes a row for each object that has code of the file. */
static void make_rows_of_objects(struct rows *rows, struct row row)
{
    const struct profile *profile = rows->profile;
    size_t n_before = rows->count;
    struct map objects = {0};

    for (place_id id = 0; id < profile->ledgers[PLACES].costs.n_rows; id++) {
        struct place place = profile_place(profile, id);
        const int64_t *cost = costs_row(&profile->ledgers[PLACES].costs, id);
        if (place.file != row.file || !has_self_cost(&profile->ledgers[PLACES].costs, cost))
            continue;
        row.object = profile_function(profile, place.function).object;
        rows->of_place[id] = (row_id)n_before + map_add(&objects, 0, row.object);
        add_to_row(rows, rows->of_place[id], row, cost);
    }
    map_free(&objects);
}

static void make_line_rows(struct rows *rows, const struct filter *filter)
{
    const struct profile *profile = rows->profile;
    size_t *begin;
    struct numbered_line *all = profile_sort_lines(profile, &begin);

    rows->of_line = no_rows(profile_n_lines(profile));
    rows->of_place = no_rows(profile_n_places(profile));
    for (file_id file = 0; file < names_count(profile->symbols.files); file++) {
        const struct numbered_line *lines = all + begin[file];
        size_t count = begin[file + 1] - begin[file];
        struct text name = names_text(profile->symbols.files, file);
        struct row row = {
            .object = NO_ID,
            .file = file,
            .function = NO_ID,
            .is_hidden = filter != NULL && !pattern_passes(&filter->file, name),
            .has_code = true,
        };
        /* Code without debug information is all on line 0 of one file: its objects tell more. */
        if (text_equal(name, TEXT("???")) && count == 1 && lines->number == 0) {
            make_rows_of_objects(rows, row);
            count = 0;
        }
        for (size_t i = 0; i < count; i++) {
            row.line = lines[i].number;
            if (!profile_has_self(profile, lines[i].id))
                continue;
            rows->of_line[lines[i].id] = (row_id)rows->count;
            add_to_row(rows, (row_id)rows->count, row,
                       costs_row(&profile->ledgers[LINES].costs, lines[i].id));
        }
    }
    free(all);
    free(begin);
}

/* Gives the row of a spot's instruction, and its key. Returns false where the filters hide it. */
static bool find_instruction(const struct finding *finding, struct spot spot, struct row *row,
                             struct map_key *key)
{
    const struct rows *rows = finding->rows;
    struct place place = profile_place(rows->profile, spot.place);

    *row = row_of(rows, place.function, place.file);
    if (!passes(finding, *row))
        return false;
    row->address = spot.position.address;
    if (row->address != 0)
        row->line = spot.position.line;
    else
        row->file = profile_function(rows->profile, place.function).file;
    row->has_code = true;
    *key = instruction_key(row->object, row->function, row->address);
    return true;
}

/* Adds the self cost of a spot to the row of its instruction. */
static void add_to_instruction(const struct finding *finding, struct map *instructions,
                               uint32_t spot)
{
    struct rows *rows = finding->rows;
    const struct profile *profile = rows->profile;
    struct map_key key;
    struct row row;

    if (!find_instruction(finding, profile->spots.list[spot], &row, &key))
        return;
    rows->of_spot[spot] = map_add(instructions, key.from, key.to);
    add_to_row(rows, rows->of_spot[spot], row,
               packed_costs_unpack(&profile->ledgers[SPOTS].packed, spot));
}

static void make_instruction_rows(struct rows *rows, const struct row_choice *choice)
{
    const struct profile *profile = rows->profile;
    const struct finding finding = {.rows = rows, .filter = choice->filter};
    struct map instructions = {0};

    name_functions(rows, choice);
    rows->of_spot = no_rows(profile->spots.count);
    for (uint32_t spot = 0; spot < profile->ledgers[SPOTS].packed.n_rows; spot++)
        if (packed_costs_has(&profile->ledgers[SPOTS].packed, spot))
            add_to_instruction(&finding, &instructions, spot);
    map_free(&instructions);
}

/* The parts of a row. */
struct members {
    const struct part *first;
    size_t n_parts;
    struct text thread_name;
};

/* The rows so far, and by what they are found. */
struct part_rows {
    struct rows *rows;
    struct map keys;         /* (process, thread) or (0, run); its ids are row ids */
    struct names *labels;    /* likewise */
    struct members *members; /* by row, of which there are at most as many as parts */
};

static void append_number(struct buffer *label, const char *word, int64_t number)
{
    if (number >= 0)
        buffer_print(label, "%s%s %" PRIi64, label->length != 0 ? ", " : "", word, number);
}

/* "part 3, thread 1, PID 7, of ./a x, worker", as far as these are known. */
static struct text label_parts(struct rows *rows, const struct members *members, bool has_commands)
{
    const struct part *part = members->first;
    struct buffer label = {0};

    if (rows->key == BY_LABEL)
        return part_label(part);
    if (rows->key == BY_INPUT)
        return rows->profile->inputs[part->input].run_name;
    if (rows->key == BY_PART && part->number < 0)
        buffer_append(&label, TEXT("part"));
    if (rows->key == BY_PART && part->number < 0 && rows->profile->n_inputs > 1) {
        buffer_append(&label, TEXT(" of "));
        buffer_append(&label, text_of(rows->profile->inputs[part->input].path));
    }
    if (rows->key == BY_PART)
        append_number(&label, "part", part->number);
    if (rows->key == BY_THREAD && part->thread < 0)
        buffer_append(&label, TEXT("no thread"));
    append_number(&label, "thread", part->thread);
    append_number(&label, "PID", part->pid);
    if (has_commands && part->has_command) {
        buffer_append(&label, TEXT(", of "));
        buffer_append(&label, part->command);
    }
    if (members->thread_name.length != 0) {
        buffer_append(&label, TEXT(", "));
        buffer_append(&label, members->thread_name);
    }
    return buffer_keep(&label, &rows->arena);
}

/*
 * Returns the name of a row that is comparable between runs, whose process numbers differ: "part 3,
 * thread 1", or the name of a run without its directory.
 */
static struct text part_partner(struct rows *rows, const struct part *part)
{
    struct buffer partner = {0};

    if (rows->key == BY_LABEL)
        return part_label(part);
    if (rows->key == BY_INPUT)
        return rows->profile->inputs[part->input].pair_name;
    if (rows->key == BY_PART)
        append_number(&partner, "part", part->number);
    append_number(&partner, "thread", part->thread);
    return buffer_keep(&partner, &rows->arena);
}

/* Parts have rows of their own, whatever they are called. */
static row_id find_part_row(struct part_rows *found, size_t id)
{
    const struct profile *profile = found->rows->profile;
    const struct part *part = &profile->parts[id];

    switch (found->rows->key) {
    case BY_THREAD:
        return map_add(&found->keys, (uint64_t)part->pid, (uint64_t)part->thread);
    case BY_LABEL:
        return names_add(found->labels, part_label(part));
    case BY_INPUT:
        return map_add(&found->keys, 0, profile->inputs[part->input].run);
    default:
        return map_add(&found->keys, 0, id);
    }
}

static bool has_labels(const struct profile *profile)
{
    for (size_t i = 0; i < profile->n_parts; i++)
        if (!text_equal(part_label(&profile->parts[i]), NO_LABEL))
            return true;
    return false;
}

/* Adds each part to its row. There are no rows by label where no part has one. */
static void add_up_parts(struct part_rows *found)
{
    struct rows *rows = found->rows;
    const struct profile *profile = rows->profile;
    const struct row of_parts = {
        .object = NO_ID, .file = NO_ID, .function = NO_ID, .has_code = true};
    bool has_rows = rows->key != BY_LABEL || has_labels(profile);

    rows->of_part = no_rows(profile->n_parts);
    for (size_t i = 0; i < profile->n_parts; i++) {
        const struct part *part = &profile->parts[i];
        if (part->is_left_out || !has_rows)
            continue;
        row_id id = find_part_row(found, i);
        struct members *members = &found->members[id];
        rows->of_part[i] = id;
        if (members->n_parts++ == 0)
            members->first = part;
        if (members->thread_name.length == 0)
            members->thread_name = part->thread_name;
        add_to_row(rows, id, of_parts, costs_row(&profile->ledgers[PARTS].costs, i));
    }
}

/* Labels each row by what is known of its parts. */
static void describe(struct part_rows *found)
{
    struct rows *rows = found->rows;
    struct text first = {0};
    bool has_commands = rows->key == BY_PART && profile_commands_differ(rows->profile, &first);

    rows->labels = memory_alloc(rows->count, sizeof *rows->labels);
    for (row_id id = 0; id < rows->count; id++) {
        const struct members *members = &found->members[id];
        rows->labels[id] = (struct row_label){.name = label_parts(rows, members, has_commands),
                                              .partner = part_partner(rows, members->first)};
        if (rows->key < BY_LABEL && members->n_parts == 1)
            rows->labels[id].span =
                (struct row_span){members->first->time_range, members->first->trigger};
    }
}

/* Rows for parts, threads and runs: what was dumped when, and not code. */
static void make_part_rows(struct rows *rows)
{
    struct part_rows found = {
        .rows = rows,
        .labels = names_create(),
        .members = memory_alloc(rows->profile->n_parts, sizeof *found.members),
    };

    add_up_parts(&found);
    describe(&found);
    free(found.members);
    map_free(&found.keys);
    names_free(found.labels);
}

void rows_create(struct rows *rows, const struct profile *profile, const struct row_choice *choice)
{
    *rows = (struct rows){.profile = profile, .key = choice->key, .is_folded = choice->is_folded};
    costs_init(&rows->self, profile->events.n_recorded);
    if (row_keys[choice->key].has_calls) {
        name_functions(rows, choice);
        find_rows(rows, choice);
        find_arcs(rows, choice);
        add_up_places(rows);
    } else if (choice->key == BY_LINE) {
        make_line_rows(rows, choice->filter);
    } else if (choice->key == BY_INSTRUCTION) {
        make_instruction_rows(rows, choice);
    } else {
        make_part_rows(rows);
    }
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
    if (rows->labels != NULL) {
        found.label = rows->labels[id].name;
        found.span = rows->labels[id].span;
    }
    return found;
}

struct text rows_text(const struct rows *rows, row_id id, struct buffer *room)
{
    struct row_names names = rows_names(rows, id);

    room->length = 0;
    switch (rows->key) {
    case BY_LINE:
        buffer_append(room, names.file);
        if (names.line != 0)
            buffer_print(room, ":%" PRIu64, names.line);
        return buffer_text(room);
    case BY_INSTRUCTION:
        buffer_append(room, names.function);
        if (names.address != 0)
            buffer_print(room, " 0x%" PRIx64, names.address);
        return buffer_text(room);
    case BY_FUNCTION:
    case BY_FILE_FUNCTION:
        return names.function;
    case BY_FILE:
        return names.file;
    case BY_OBJECT:
        return names.object;
    default: /* functions of no namespace are those of their object */
        return names.label.at != NULL ? names.label : names.object;
    }
}

void rows_free(struct rows *rows)
{
    arena_free(&rows->arena);
    names_free(rows->groups);
    free(rows->list);
    free(rows->of_place);
    free(rows->of_line);
    free(rows->of_spot);
    free(rows->of_part);
    free(rows->of_function);
    free(rows->base_of);
    free(rows->levels);
    costs_free(&rows->self);
    free(rows->calls);
    free(rows->labels);
    ledger_free(&rows->own_arcs);
    free(rows->arc_ends);
    *rows = (struct rows){0};
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
