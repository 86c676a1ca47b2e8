/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parser/chunks.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/pool.h"
#include "parser/input.h"
#include "parser/parser.h"
#include "profile/merge.h"

/* The first chunk is parsed before all others and so is small. */
enum { MIB = 1024 * 1024, FIRST_CHUNK = MIB, SMALLEST_CHUNK = 2 * MIB, LARGEST_CHUNK = 32 * MIB };
enum { BLOCK = 64 * 1024 }; /* read at once in search of a cut */

/* The whole file. */
struct whole {
    const char *path;
    int64_t size;
    int64_t first_size, chunk_size;
    size_t n_chunks;
    int64_t *begins; /* by chunk: its offset; one more at the end */
    int descriptor;  /* for pread() alone */
    const struct parse_options *options;
    struct keep keep;
    struct parser parser; /* what has been put together so far */
    struct guess guess;
};

/* A chunk that was parsed by itself. */
struct chunk {
    int64_t begin, end;
    int64_t rest; /* where a header begins, which the whole's parser has to see; or the end */
    struct symbols symbols;
    struct profile profile;
    struct warnings warnings;
    struct error error;
    struct parser parser;
    struct chunk_state state;
    bool is_empty;
};

/* The first place at or behind `from` and before `to` where a line begins with "fn="; -1: none. */
static int64_t find_cut(const struct whole *whole, int64_t from, int64_t to)
{
    static const char sought[] = "\nfn=";
    const int64_t length = (int64_t)sizeof sought - 1;
    char *block = memory_alloc(BLOCK, 1);
    int64_t found = -1;

    for (int64_t at = from - 1; found < 0 && at + length <= to; at += BLOCK - length + 1) {
        ssize_t got = pread(whole->descriptor, block, BLOCK, at);
        if (got < length)
            break;
        for (const char *place = block;
             found < 0 &&
             (place = memchr(place, '\n', (size_t)(block + got - length + 1 - place))) != NULL;
             place++)
            if (memcmp(place, sought, sizeof sought - 1) == 0 && at + (place - block) + 1 < to)
                found = at + (place - block) + 1;
    }
    free(block);
    return found;
}

/* Where a chunk's share of the file begins. */
static int64_t share_begin(const struct whole *whole, size_t chunk)
{
    int64_t begin = chunk == 0 ? 0 : whole->first_size + (int64_t)(chunk - 1) * whole->chunk_size;

    return begin < whole->size ? begin : whole->size;
}

/*
 * Finds where each chunk begins, and the end of the last one. A chunk in whose share no
 * function begins is empty: it begins where the next one does.
 */
static void find_cuts(struct whole *whole)
{
    whole->begins = memory_alloc(whole->n_chunks + 1, sizeof *whole->begins);
    whole->begins[whole->n_chunks] = whole->size;
    for (size_t chunk = whole->n_chunks - 1; chunk > 0; chunk--) {
        int64_t cut = find_cut(whole, share_begin(whole, chunk), share_begin(whole, chunk + 1));
        whole->begins[chunk] = cut >= 0 ? cut : whole->begins[chunk + 1];
    }
}

/*
 * Parses a range of the file. False when it cannot be read or parsing ends; where a
 * chunk's parser met a header, *rest is the offset of that.
 */
static bool parse_range(const struct whole *whole, struct parser *parser, int64_t begin,
                        int64_t end, int64_t *rest, struct error *error)
{
    struct input input;
    struct text window = {0};
    bool is_done;

    input_open_range(&input, whole->path, whole->descriptor, begin, end);
    input.progress = whole->options->progress;
    do {
        begin += (int64_t)window.length;
        is_done = input_next_lines(&input, &window, error) && parser_lines(parser, window);
    } while (is_done && window.length != 0);
    if (rest != NULL && parser->chunk != NULL && parser->chunk->header != NULL)
        *rest = begin + (parser->chunk->header - window.at);
    input_close(&input);
    return is_done;
}

static void *produce(void *context, size_t item)
{
    const struct whole *whole = context;
    struct chunk *chunk = memory_alloc(1, sizeof *chunk);

    item++; /* the first chunk was parsed before */
    chunk->begin = whole->begins[item];
    chunk->end = whole->begins[item + 1];
    chunk->is_empty = chunk->begin == chunk->end;
    if (chunk->is_empty)
        return chunk;
    chunk->symbols = symbols_create();
    profile_init(&chunk->profile, &chunk->symbols, whole->keep);
    parser_begin_chunk(&chunk->parser, &chunk->state, &whole->guess, whole->path, whole->options,
                       &chunk->profile, &chunk->warnings, &chunk->error);
    chunk->rest = chunk->end;
    bool is_done =
        parse_range(whole, &chunk->parser, chunk->begin, chunk->end, &chunk->rest, &chunk->error);
    if ((!is_done && chunk->state.header == NULL) || !parser_flush_block(&chunk->parser))
        chunk->state.is_wrong = true;
    return chunk;
}

static void discard(void *result)
{
    struct chunk *chunk = result;

    if (!chunk->is_empty) {
        parser_free(&chunk->parser);
        chunk_state_free(&chunk->state);
        profile_free(&chunk->profile);
        symbols_free(&chunk->symbols);
    }
    free(chunk);
}

/* By name of the chunk: its id in the whole. NULL where a number was never defined. */
static uint32_t *map_names(struct whole *whole, struct chunk *chunk, enum name_kind kind)
{
    struct names *into = parser_names(&whole->parser, kind);
    const struct names *from = parser_names(&chunk->parser, kind);
    size_t count = names_count(from);
    uint32_t *map = memory_alloc(count, sizeof *map);
    const struct chunk_state *state = &chunk->state;

    memset(map, 0xff, count * sizeof *map);
    for (size_t i = 0; i < state->n_borrowed; i++) {
        const struct borrowed_name *borrowed = &state->borrowed[i];
        if (borrowed->kind != kind)
            continue;
        map[borrowed->name] = parser_resolve(&whole->parser, borrowed);
        /* A file may name no objects, and then none is current. */
        bool may_be_none = kind == NAME_OBJECT && borrowed->what == BORROWED_CURRENT;
        if (map[borrowed->name] == NO_ID && !may_be_none) {
            free(map);
            return NULL;
        }
    }
    for (uint32_t id = 0; id < count; id++) {
        if (names_is_placeholder(from, id))
            continue;
        map[id] = names_add(into, names_text(from, id));
        if (kind == NAME_OBJECT && names_text(from, id).length == 0)
            whole->parser.nameless = map[id];
    }
    return map;
}

/* The same with an object that has no name as none: that is how functions are in it. */
static uint32_t *map_named_objects(const struct whole *whole, const struct chunk *chunk,
                                   const uint32_t *map)
{
    size_t count = names_count(chunk->symbols.objects);
    uint32_t *named = memory_alloc(count, sizeof *named);

    for (uint32_t id = 0; id < count; id++)
        named[id] = map[id] == whole->parser.nameless ? NO_ID : map[id];
    return named;
}

static uint32_t mapped(const uint32_t *map, uint32_t id)
{
    return id == NO_ID ? NO_ID : map[id];
}

/* The whole's parser goes on as if it had parsed the chunk itself. */
static void take_end_state(struct parser *parser, const struct chunk *chunk,
                           uint32_t *const maps[N_NAME_KINDS])
{
    const struct parser *end = &chunk->parser;
    const struct chunk_state *state = &chunk->state;

    for (size_t i = 0; i < state->n_defined; i++) {
        const struct defined_number *defined = &state->defined[i];
        parser_define(parser, defined->kind, defined->number, maps[defined->kind][defined->name]);
    }
    parser->object = mapped(maps[NAME_OBJECT], end->object);
    parser->file = mapped(maps[NAME_FILE], end->file);
    parser->unit_file = mapped(maps[NAME_FILE], end->unit_file);
    parser->has_fl = end->has_fl;
    parser->function_file = mapped(maps[NAME_FILE], end->function_file);
    parser->function_name = mapped(maps[NAME_FUNCTION], end->function_name);
    if (end->callee_name != NO_ID) {
        parser->callee_name = mapped(maps[NAME_FUNCTION], end->callee_name);
        parser->callee_object = mapped(maps[NAME_OBJECT], end->callee_object);
        parser->callee_file = mapped(maps[NAME_FILE], end->callee_file);
    }
    parser->next_callee_object = mapped(maps[NAME_OBJECT], end->next_callee_object);
    parser->next_callee_file = mapped(maps[NAME_FILE], end->next_callee_file);
    parser->callee_line = parser->line + end->callee_line;
    parser->awaited = end->awaited;
    parser->call_count = end->call_count;
    parser->call_line = parser->line + end->call_line;
    if (state->knows_base)
        parser->base = end->base;
    parser->line += end->line;
    parser->is_settled = false;
}

/* Whether the chunk's guess was right: it has to go on from where the whole now is. */
static bool guess_holds(const struct whole *whole, const struct chunk *chunk)
{
    const struct parser *parser = &whole->parser;
    const struct guess *guess = &whole->guess;

    return !chunk->state.is_wrong && !parser->is_left_out && parser->in_body &&
           parser->awaited == AWAITS_NOTHING && parser->next_callee_object == NO_ID &&
           parser->next_callee_file == NO_ID && parser->has_fl == guess->has_fl &&
           parser->totals_line == 0 && line_layout_equal(&parser->layout, &guess->layout);
}

static bool merge_chunk(struct whole *whole, struct chunk *chunk, bool *is_merged)
{
    struct parser *parser = &whole->parser;
    struct profile *profile = parser->profile;
    uint32_t *maps[N_NAME_KINDS] = {0};

    *is_merged = true;
    for (enum name_kind kind = 0; kind < N_NAME_KINDS; kind++) {
        maps[kind] = map_names(whole, chunk, kind);
        *is_merged = *is_merged && maps[kind] != NULL;
    }
    bool is_done = true;
    if (*is_merged) {
        uint32_t *objects = map_named_objects(whole, chunk, maps[NAME_OBJECT]);
        const struct symbol_maps symbols = {
            .objects = objects, .files = maps[NAME_FILE], .functions = maps[NAME_FUNCTION]};
        is_done = parser_flush_block(parser) &&
                  profile_merge_costs(profile, &chunk->profile, &symbols, parser->error);
        if (!is_done && parser->error->path == NULL)
            parser->error->path = whole->path;
        if (chunk->profile.inputs[0].has_lost_levels)
            profile_last_input(profile)->has_lost_levels = true;
        warnings_append(parser->warnings, &chunk->warnings, parser->line);
        take_end_state(parser, chunk, maps);
        free(objects);
    }
    for (enum name_kind kind = 0; kind < N_NAME_KINDS; kind++)
        free(maps[kind]);
    return is_done;
}

static bool consume(void *context, size_t item, void *result)
{
    struct whole *whole = context;
    struct chunk *chunk = result;
    bool is_merged = chunk->is_empty, is_done = true;

    (void)item;
    if (!chunk->is_empty && guess_holds(whole, chunk))
        is_done = merge_chunk(whole, chunk, &is_merged);
    if (!chunk->is_empty && !is_merged)
        chunk->rest = chunk->begin;
    if (is_done && !chunk->is_empty && chunk->rest < chunk->end)
        is_done =
            parse_range(whole, &whole->parser, chunk->rest, chunk->end, NULL, whole->parser.error);
    discard(chunk);
    return is_done;
}

/* The first chunk tells what the others may guess. */
static bool parse_first(struct whole *whole)
{
    struct parser *parser = &whole->parser;
    const struct events *events = &parser->profile->events;

    if (!parse_range(whole, parser, 0, whole->begins[1], NULL, parser->error))
        return false;
    whole->guess = (struct guess){
        .layout = parser->layout,
        .n_recorded = events->n_recorded,
        .recorded = memory_alloc(events->n_recorded, sizeof *whole->guess.recorded),
        .has_fl = parser->has_fl,
    };
    for (size_t i = 0; i < events->n_recorded; i++)
        whole->guess.recorded[i] = events->list[i].name;
    return true;
}

bool parse_in_chunks(const struct input *input, int64_t size, size_t n_threads,
                     const struct parse_options *options, struct profile *profile,
                     struct warnings *warnings, struct error *error)
{
    struct whole whole = {.path = input->path,
                          .size = size,
                          .descriptor = input->descriptor,
                          .options = options,
                          .keep = profile->keep};
    int64_t chunk_size = size / (int64_t)(16 * n_threads);
    int64_t least = options->least_chunk != 0 ? options->least_chunk : SMALLEST_CHUNK;

    whole.chunk_size = chunk_size < least         ? least
                     : chunk_size > LARGEST_CHUNK ? LARGEST_CHUNK
                                                  : chunk_size;
    whole.first_size = options->least_chunk != 0 ? options->least_chunk : FIRST_CHUNK;
    if (whole.first_size > size)
        whole.first_size = size;
    whole.n_chunks =
        1 + (size_t)((size - whole.first_size + whole.chunk_size - 1) / whole.chunk_size);
    find_cuts(&whole);
    parser_begin(&whole.parser, input, options, profile, warnings, error);
    bool is_done = parse_first(&whole);
    struct pool_work work = {.count = whole.n_chunks - 1,
                             .produce = produce,
                             .consume = consume,
                             .discard = discard,
                             .context = &whole};
    is_done = is_done && pool_run(&work, n_threads) && parser_end(&whole.parser);
    free(whole.begins);
    free(whole.guess.recorded);
    parser_free(&whole.parser);
    return is_done;
}
