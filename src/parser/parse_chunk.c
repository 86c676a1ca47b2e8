/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "parser/grammar.h"

void guess_make(struct guess *guess, const struct parser *parser)
{
    const struct events *events = &parser->profile->events;

    *guess = (struct guess){
        .layout = parser->layout,
        .has_fl = parser->scope.has_fl,
        .has_invocations = parser->invocations.is_on,
        .file_ends_function = parser->file_ends_function,
        .recorded = memory_alloc(events->n_recorded, sizeof *guess->recorded),
        .n_recorded = events->n_recorded,
    };
    for (size_t i = 0; i < events->n_recorded; i++)
        guess->recorded[i] = events->list[i].name;
}

void guess_free(struct guess *guess)
{
    free(guess->recorded);
    *guess = (struct guess){0};
}

bool guess_holds(const struct guess *guess, const struct parser *whole)
{
    const struct part_header *header = &whole->header;
    const struct scope *scope = &whole->scope;

    return header->is_complete && !header->is_left_out && header->totals_line == 0 &&
           scope->awaited.kind == AWAITS_NOTHING && !scope_awaits_target(scope) &&
           scope->has_fl == guess->has_fl && whole->invocations.is_on == guess->has_invocations &&
           whole->file_ends_function == guess->file_ends_function &&
           line_layout_equal(&whole->layout, &guess->layout);
}

void parser_begin_chunk(struct parser *parser, struct chunk_state *chunk, const struct guess *guess)
{
    struct profile *profile = parser->profile;

    parser->chunk = chunk;
    for (size_t i = 0; i < guess->n_recorded; i++)
        events_add_recorded(&profile->events, guess->recorded[i]);
    profile_widen(profile);
    parser->layout = guess->layout;
    (void)parser_begin_body(parser); /* without a header there is nothing that could be wrong */
    /* A chunk is only merged into a part that was asked for: see guess_holds(). */
    profile_last_part(profile)->is_left_out = false;
    parser->header.is_left_out = false;
    parser->scope.has_fl = guess->has_fl;
    parser->invocations.is_on = guess->has_invocations;
    parser->file_ends_function = guess->file_ends_function;
    profile->lacks_stacks = false; /* the whole's parser knows */
    parser->scope.object = parser_borrow_current(parser, NAME_OBJECT);
    parser->scope.unit_file = parser_borrow_current(parser, NAME_FILE);
}

/* Returns the id in the whole of what a chunk borrowed; NO_ID where it has none. */
static uint32_t resolve(const struct parser *whole, const struct name_link *borrowed)
{
    if (borrowed->link == BORROWS_NUMBER)
        return name_ids_find(&whole->spaces[borrowed->kind].ids, borrowed->number);
    return borrowed->kind == NAME_OBJECT ? whole->scope.object : whole->scope.unit_file;
}

/* False where a number was never defined. */
static bool map_borrowed(const struct parser *whole, const struct chunk_state *chunk,
                         enum name_kind kind, uint32_t *map)
{
    for (size_t i = 0; i < chunk->n_links; i++) {
        const struct name_link *link = &chunk->links[i];
        if (link->kind != kind || link->link == DEFINES_NUMBER)
            continue;
        map[link->name] = resolve(whole, link);
        /* A file may name no objects, and then no object is current. */
        bool may_be_missing = kind == NAME_OBJECT && link->link == BORROWS_CURRENT;
        if (map[link->name] == NO_ID && !may_be_missing)
            return false;
    }
    return true;
}

static void map_own(struct name_space *into, struct names *from, uint32_t *map)
{
    uint32_t empty = names_find(from, TEXT(""));

    names_take_over(into->names, from, map);
    if (empty != NO_ID)
        into->empty = map[empty];
}

bool parser_map_names(struct parser *whole, const struct parser *chunk,
                      uint32_t *maps[N_NAME_KINDS])
{
    bool is_done = true;

    for (enum name_kind kind = 0; kind < N_NAME_KINDS; kind++) {
        struct names *from = chunk->spaces[kind].names;
        size_t count = names_count(from);
        maps[kind] = memory_alloc(count, sizeof *maps[kind]);
        memset(maps[kind], 0xff, count * sizeof *maps[kind]);
        if (map_borrowed(whole, chunk->chunk, kind, maps[kind]))
            map_own(&whole->spaces[kind], from, maps[kind]);
        else
            is_done = false;
    }
    return is_done;
}

void parser_go_on_after(struct parser *whole, const struct parser *chunk,
                        uint32_t *const maps[N_NAME_KINDS])
{
    const struct chunk_state *state = chunk->chunk;
    struct scope scope = scope_map(&chunk->scope, maps, whole->line);

    for (size_t i = 0; i < state->n_links; i++) {
        const struct name_link *link = &state->links[i];
        if (link->link == DEFINES_NUMBER)
            parser_define(whole, link->kind, link->number, maps[link->kind][link->name]);
    }
    if (scope.callee.name == NO_ID) { /* no "cfn=": that of before is still the callee */
        struct unit next = scope.callee.next;
        scope.callee = whole->scope.callee;
        scope.callee.next = next;
    }
    if (!state->knows_base)
        scope.base = whole->scope.base;
    whole->names_callee_files = whole->names_callee_files || chunk->names_callee_files;
    whole->signs.has_calls = whole->signs.has_calls || chunk->signs.has_calls;
    whole->signs.lacks_newline = chunk->signs.lacks_newline;
    whole->scope = scope;
    whole->place.is_settled = false;
    whole->line += chunk->line;
}

void chunk_state_free(struct chunk_state *chunk)
{
    free(chunk->links);
    *chunk = (struct chunk_state){0};
}
