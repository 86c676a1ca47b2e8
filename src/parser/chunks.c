/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/pool.h"
#include "parser/grammar.h"
#include "parser/input/input.h"
#include "parser/parse.h"
#include "profile/merge.h"

/* The first chunk is parsed before all others and so is small. */
enum { MIB = 1024 * 1024, FIRST_CHUNK = MIB, SMALLEST_CHUNK = 2 * MIB, LARGEST_CHUNK = 32 * MIB };
enum { CHUNKS_PER_THREAD = 16 };     /* about that many, in between */
enum { BLOCK = 64 * 1024 };          /* read at once in search of a cut */
enum { SMALLEST_PART = 256 * 1024 }; /* of a part that is worth a chunk of its own */

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
    int64_t rest;       /* where a header begins, which the whole's parser has to see; or the end */
    struct chunk *next; /* of the same share: from the first function after that header */
    struct symbols symbols;
    struct profile profile;
    struct warnings warnings;
    struct error error;
    struct parser parser;
    struct chunk_state state;
    bool is_empty;
};

/* Returns the first place in [from, to) where a line begins with "fn="; -1 where no line does. */
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

/* Returns where a chunk's share of the file begins. */
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
    parser->signs.lacks_newline = input.lacks_newline;
    if (rest != NULL && parser->chunk != NULL && parser->chunk->header != NULL)
        *rest = begin + (parser->chunk->header - window.at);
    input_close(&input);
    return is_done;
}

static struct chunk *parse_chunk(const struct whole *whole, int64_t begin, int64_t end)
{
    struct chunk *chunk = memory_alloc(1, sizeof *chunk);

    chunk->begin = begin;
    chunk->end = end;
    chunk->rest = end;
    chunk->is_empty = chunk->begin == chunk->end;
    if (chunk->is_empty)
        return chunk;
    chunk->symbols = symbols_create();
    profile_init(&chunk->profile, &chunk->symbols, whole->keep);
    parser_begin(&chunk->parser, &(struct input){.path = whole->path}, whole->options,
                 &chunk->profile, &chunk->warnings, &chunk->error);
    parser_begin_chunk(&chunk->parser, &chunk->state, &whole->guess);
    bool is_done =
        parse_range(whole, &chunk->parser, chunk->begin, chunk->end, &chunk->rest, &chunk->error);
    if ((!is_done && chunk->state.header == NULL) || !parser_flush_block(&chunk->parser))
        chunk->state.is_wrong = true;
    return chunk;
}

/*
 * Returns where the next chunk begins after the header that this one met; -1 where there is none,
 * or where parts are so small that it takes less to parse them than to put them together.
 */
static int64_t find_next(const struct whole *whole, const struct chunk *chunk, bool is_first)
{
    int64_t least = whole->options->least_chunk;

    if (least == 0)
        least = SMALLEST_PART;
    if (chunk->end - chunk->rest < least || (!is_first && chunk->rest - chunk->begin < least))
        return -1;
    return find_cut(whole, chunk->rest, chunk->end);
}

/* Parses a share of the file: one chunk, and others where parts of the profile begin in it. */
static void *produce(void *context, size_t item)
{
    const struct whole *whole = context;
    int64_t end = whole->begins[item + 2]; /* the first chunk was parsed before */
    struct chunk *first = parse_chunk(whole, whole->begins[item + 1], end), *last = first;
    int64_t next;

    while (last->rest != last->end && (next = find_next(whole, last, last == first)) >= 0) {
        last->end = next;
        last->next = parse_chunk(whole, next, end);
        last = last->next;
    }
    return first;
}

static void discard(void *result)
{
    struct chunk *next;

    for (struct chunk *chunk = result; chunk != NULL; chunk = next) {
        next = chunk->next;
        if (!chunk->is_empty) {
            parser_free(&chunk->parser);
            chunk_state_free(&chunk->state);
            profile_free(&chunk->profile);
            symbols_free(&chunk->symbols);
        }
        free(chunk);
    }
}

/* Maps objects for functions: a function whose object has no name is in no known object. */
static uint32_t *map_objects(const struct whole *whole, const struct chunk *chunk,
                             const uint32_t *map)
{
    size_t count = names_count(chunk->symbols.objects);
    uint32_t *named = memory_alloc(count, sizeof *named);
    uint32_t empty = whole->parser.spaces[NAME_OBJECT].empty;

    for (uint32_t id = 0; id < count; id++)
        named[id] = map[id] == empty ? NO_ID : map[id];
    return named;
}

static bool add_chunk(struct whole *whole, struct chunk *chunk, uint32_t *const maps[N_NAME_KINDS])
{
    struct parser *parser = &whole->parser;
    struct profile *profile = parser->profile;
    uint32_t *objects = map_objects(whole, chunk, maps[NAME_OBJECT]);
    const struct symbol_maps symbols = {
        .objects = objects, .files = maps[NAME_FILE], .functions = maps[NAME_FUNCTION]};

    uint32_t *functions = NULL;
    bool is_done =
        parser_flush_block(parser) &&
        profile_merge_costs(profile, &chunk->profile, &symbols, &functions, parser->error);
    free(objects);
    parser_append_invocations(parser, &chunk->parser, functions);
    if (!is_done && parser->error->path == NULL)
        parser->error->path = whole->path;
    if (chunk->profile.inputs[0].has_addresses)
        profile_last_input(profile)->has_addresses = true;
    if (chunk->profile.inputs[0].has_lost_levels)
        profile_last_input(profile)->has_lost_levels = true;
    warnings_append(parser->warnings, &chunk->warnings, parser->line);
    parser_go_on_after(parser, &chunk->parser, maps);
    return is_done;
}

/* Merges a chunk. *is_merged is false where a number that it uses was never defined. */
static bool merge_chunk(struct whole *whole, struct chunk *chunk, bool *is_merged)
{
    uint32_t *maps[N_NAME_KINDS];

    *is_merged = parser_map_names(&whole->parser, &chunk->parser, maps);
    bool is_done = !*is_merged || add_chunk(whole, chunk, maps);
    for (enum name_kind kind = 0; kind < N_NAME_KINDS; kind++)
        free(maps[kind]);
    return is_done;
}

/* Adds what the chunk says or, where the guess was wrong, parses it again. */
static bool take_chunk(struct whole *whole, struct chunk *chunk)
{
    struct parser *parser = &whole->parser;
    bool is_merged = false;

    if (!chunk->state.is_wrong && guess_holds(&whole->guess, parser) &&
        !merge_chunk(whole, chunk, &is_merged))
        return false;
    int64_t rest = is_merged ? chunk->rest : chunk->begin;
    return rest == chunk->end || parse_range(whole, parser, rest, chunk->end, NULL, parser->error);
}

static bool consume(void *context, size_t item, void *result)
{
    bool is_done = true;

    (void)item;
    for (struct chunk *chunk = result; is_done && chunk != NULL; chunk = chunk->next)
        is_done = chunk->is_empty || take_chunk(context, chunk);
    discard(result);
    return is_done;
}

static int64_t between(int64_t least, int64_t size, int64_t most)
{
    return size < least ? least : size > most ? most : size;
}

/* Divides the file into chunks of about one size. */
static void divide(struct whole *whole)
{
    int64_t least = whole->options->least_chunk, size = whole->size;
    int64_t share = size / (int64_t)(CHUNKS_PER_THREAD * whole->options->n_jobs);

    whole->chunk_size = between(least != 0 ? least : SMALLEST_CHUNK, share, LARGEST_CHUNK);
    whole->first_size = between(0, least != 0 ? least : FIRST_CHUNK, size);
    whole->n_chunks =
        1 + (size_t)((size - whole->first_size + whole->chunk_size - 1) / whole->chunk_size);
    find_cuts(whole);
}

bool parse_in_chunks(const struct input *input, const struct parse_options *options,
                     struct profile *profile, struct warnings *warnings, struct error *error)
{
    struct whole whole = {.path = input->path,
                          .size = input->size,
                          .descriptor = input->descriptor,
                          .options = options,
                          .keep = profile->keep};

    divide(&whole);
    parser_begin(&whole.parser, input, options, profile, warnings, error);
    bool is_done = parse_range(&whole, &whole.parser, 0, whole.begins[1], NULL, error);
    if (is_done) /* what the first chunk says of the form of lines, the others assume */
        guess_make(&whole.guess, &whole.parser);
    struct pool_work work = {.count = whole.n_chunks - 1,
                             .produce = produce,
                             .consume = consume,
                             .discard = discard,
                             .context = &whole};
    is_done = is_done && pool_run(&work, options->n_jobs) && parser_end(&whole.parser);
    free(whole.begins);
    guess_free(&whole.guess);
    parser_free(&whole.parser);
    return is_done;
}
