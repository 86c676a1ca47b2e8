/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/regex/search.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/names.h"
#include "base/number.h"

/*
 * A state of the automaton is a key: what the last byte that was read is, as an enum neighbour, and
 * the states of the program that it led to, ascending. Whether the text is at a place depends on
 * the next byte too, so these are followed when it is known: a match is noticed a byte after its
 * end, and the end of the text counts as a byte.
 *
 * There may be as many states as there are sets. When they take too much memory all are forgotten,
 * and made again as they occur: then a byte takes as long as the program is large, and no longer.
 */
enum { MOST_MEMORY = 8 * 1024 * 1024, COST_OF_STATE = 100 };

/*
 * What the table says of a state and a byte: where the next state's row begins, and whether a match
 * was complete before the byte. The first state is never gone back to, so its row is none.
 */
enum { NOT_MADE = 0, NO_STATE = 0x7fffffff };

#define IS_MATCH UINT32_C(0x80000000)

enum { N_BYTES = 256, END_OF_TEXT = N_BYTES };

struct automaton {
    const struct tree *tree;
    const struct program *program;
    enum direction direction;
    bool begins_anywhere;
    bool has_words; /* it matters where words begin and end */
    uint16_t
        kinds[N_BYTES + 1]; /* of each byte, and of the end: those of a kind lead to the same */
    unsigned char bytes[N_BYTES]; /* one of each kind */
    uint32_t n_kinds;
    struct names *states; /* their ids are the rows of the table */
    uint32_t *table;      /* by state and kind */
    size_t capacity;
    size_t memory; /* that states and table take, about */
    struct states reached;
    uint32_t *key; /* of the state that is being made */
};

static enum neighbour neighbour(const struct automaton *automaton, unsigned char byte)
{
    return automaton->has_words ? neighbour_of(byte) : NEIGHBOUR_OTHER;
}

/* Divides each kind of which the set has a part only. */
static void divide_kinds(struct automaton *automaton, const struct byte_set *set)
{
    uint16_t n_all[N_BYTES] = {0}, n_in_set[N_BYTES] = {0}, divided[N_BYTES] = {0};

    for (unsigned byte = 0; byte < N_BYTES; byte++) {
        n_all[automaton->kinds[byte]]++;
        n_in_set[automaton->kinds[byte]] += byte_set_has(set, (unsigned char)byte);
    }
    for (unsigned byte = 0; byte < N_BYTES; byte++) {
        const uint16_t kind = automaton->kinds[byte];
        if (!byte_set_has(set, (unsigned char)byte) || n_in_set[kind] == n_all[kind])
            continue;
        if (divided[kind] == 0)
            divided[kind] = (uint16_t)automaton->n_kinds++;
        automaton->kinds[byte] = divided[kind];
    }
}

static void find_kinds(struct automaton *automaton)
{
    struct byte_set of_words = {{0}};

    automaton->n_kinds = 1;
    for (unsigned byte = 0; byte < N_BYTES; byte++)
        if (neighbour(automaton, (unsigned char)byte) == NEIGHBOUR_WORD)
            byte_set_add(&of_words, (unsigned char)byte);
    divide_kinds(automaton, &of_words);
    for (size_t i = 0; i < automaton->tree->n_sets; i++)
        divide_kinds(automaton, &automaton->tree->sets[i]);
    for (unsigned byte = 0; byte < N_BYTES; byte++)
        automaton->bytes[automaton->kinds[byte]] = (unsigned char)byte;
    automaton->kinds[END_OF_TEXT] = (uint16_t)automaton->n_kinds++;
}

/* Whether a match can begin only where the text does, or ends if it is read backward. */
static bool is_anchored(struct automaton *automaton)
{
    const uint32_t first = automaton->direction == FORWARD ? PLACE_BEGIN : PLACE_END;

    states_clear(&automaton->reached);
    states_add(&automaton->reached, automaton->program, 0, automaton->program->count, ~first, 0);
    return automaton->reached.count == 0 && automaton->reached.mark_at_end == NO_MARK;
}

static bool has_word_places(const struct program *program)
{
    for (uint32_t i = 0; i < program->count; i++)
        if (program->list[i].operation == MATCH_PLACE &&
            (program->list[i].x & ~(uint32_t)(PLACE_BEGIN | PLACE_END)) != 0)
            return true;
    return false;
}

/* Returns the row of the state whose key is set, which has `count` states of the program. */
static uint32_t find_row(struct automaton *automaton, uint32_t count)
{
    const struct text key = {(const char *)automaton->key, (1 + count) * sizeof *automaton->key};
    const size_t n_states = names_count(automaton->states);
    const uint32_t id = names_add(automaton->states, key);
    const size_t row_size = automaton->n_kinds * sizeof *automaton->table;

    if (id == n_states) {
        const size_t begin = (size_t)id * automaton->n_kinds, end = begin + automaton->n_kinds;
        if (end > automaton->capacity)
            automaton->table =
                memory_grow(automaton->table, &automaton->capacity, end, sizeof *automaton->table);
        memset(automaton->table + begin, 0, row_size);
        automaton->memory += key.length + row_size + COST_OF_STATE;
    }
    return id * automaton->n_kinds;
}

/* Returns the row of the state in which a text begins after such a byte. */
static uint32_t first_row(struct automaton *automaton, enum neighbour before)
{
    automaton->key[0] = before;
    automaton->key[1] = 0;
    return find_row(automaton, 1);
}

/* Forgets all states but the first. */
static void start_anew(struct automaton *automaton)
{
    names_free(automaton->states);
    automaton->states = names_create();
    automaton->memory = 0;
    first_row(automaton, NEIGHBOUR_NONE);
}

/* Sets the key to what a byte of this kind leads to from the states reached; returns their count.
 */
static uint32_t set_key(struct automaton *automaton, unsigned char byte)
{
    const struct instruction *list = automaton->program->list;
    uint32_t count = 0;
    bool is_sorted = true;

    for (uint32_t i = 0; i < automaton->reached.count; i++) {
        const uint32_t at = automaton->reached.list[i].at;
        if (!byte_set_has(&automaton->tree->sets[list[at].x], byte))
            continue;
        is_sorted = is_sorted && (count == 0 || automaton->key[count] < at + 1);
        automaton->key[1 + count++] = at + 1;
    }
    if (!is_sorted)
        ARRAY_SORT(automaton->key + 1, count, ids_compare);
    automaton->key[0] = neighbour(automaton, byte);
    return count;
}

/* Follows all states of a row at the place before the next byte. */
static void reach_states(struct automaton *automaton, uint32_t row, enum neighbour next)
{
    const struct program *program = automaton->program;
    const struct text key = names_text(automaton->states, row / automaton->n_kinds);
    uint32_t last, state;

    memcpy(&last, key.at, sizeof last);
    const uint32_t places =
        automaton->direction == FORWARD ? places_between(last, next) : places_between(next, last);
    states_clear(&automaton->reached);
    for (size_t i = sizeof last; i < key.length; i += sizeof state) {
        memcpy(&state, key.at + i, sizeof state);
        states_add(&automaton->reached, program, state, program->count, places, 0);
    }
    if (automaton->begins_anywhere)
        states_add(&automaton->reached, program, 0, program->count, places, 0);
}

/* Makes what the table says of a row and a kind of byte, and returns it. */
static uint32_t make_next(struct automaton *automaton, uint32_t row, uint16_t kind)
{
    const bool is_end = kind == automaton->kinds[END_OF_TEXT];
    const unsigned char byte = is_end ? 0 : automaton->bytes[kind];
    uint32_t next = NO_STATE;

    reach_states(automaton, row, is_end ? NEIGHBOUR_NONE : neighbour(automaton, byte));
    const uint32_t match = automaton->reached.mark_at_end != NO_MARK ? IS_MATCH : 0;
    const uint32_t count = is_end ? 0 : set_key(automaton, byte);
    if (count != 0 || (automaton->begins_anywhere && !is_end)) {
        if (automaton->memory > MOST_MEMORY) {
            start_anew(automaton);
            set_key(automaton, byte);
            return find_row(automaton, count) | match;
        }
        next = find_row(automaton, count);
    }
    automaton->table[row + kind] = next | match;
    return next | match;
}

static inline uint32_t next_of(struct automaton *automaton, uint32_t row, unsigned byte)
{
    const uint16_t kind = automaton->kinds[byte];
    const uint32_t next = automaton->table[row + kind];

    return next != NOT_MADE ? next : make_next(automaton, row, kind);
}

struct automaton *automaton_create(const struct tree *tree, const struct program *program,
                                   enum direction direction, enum automaton_kind kind)
{
    struct automaton *automaton = memory_alloc(1, sizeof *automaton);

    automaton->tree = tree;
    automaton->program = program;
    automaton->direction = direction;
    automaton->states = names_create();
    automaton->key = memory_alloc((size_t)program->count + 2, sizeof *automaton->key);
    automaton->has_words = has_word_places(program);
    find_kinds(automaton);
    states_init(&automaton->reached, program);
    automaton->begins_anywhere = kind == BEGINS_ANYWHERE && !is_anchored(automaton);
    start_anew(automaton);
    return automaton;
}

void automaton_free(struct automaton *automaton)
{
    names_free(automaton->states);
    free(automaton->table);
    free(automaton->key);
    states_free(&automaton->reached);
    free(automaton);
}

bool automaton_finds(struct automaton *automaton, struct text text)
{
    uint32_t row = 0;

    for (size_t i = 0; i <= text.length; i++) {
        const unsigned byte = i < text.length ? (unsigned char)text.at[i] : END_OF_TEXT;
        row = next_of(automaton, row, byte);
        if (row >= NO_STATE)
            return (row & IS_MATCH) != 0;
    }
    return false;
}

void automaton_find_begins(struct automaton *automaton, struct text text, bool *has_match)
{
    uint32_t row = 0;

    memset(has_match, false, text.length + 1);
    for (size_t i = text.length + 1; i-- > 0 && row != NO_STATE; row &= ~IS_MATCH) {
        const unsigned byte = i != 0 ? (unsigned char)text.at[i - 1] : END_OF_TEXT;
        row = next_of(automaton, row, byte);
        has_match[i] = (row & IS_MATCH) != 0;
    }
}

size_t automaton_find_end(struct automaton *automaton, struct text text, size_t begin,
                          size_t *n_read)
{
    const enum neighbour before =
        begin == 0 ? NEIGHBOUR_NONE : neighbour(automaton, (unsigned char)text.at[begin - 1]);
    uint32_t row = first_row(automaton, before);
    size_t end = begin, i = begin;

    for (; i <= text.length && row != NO_STATE; i++, row &= ~IS_MATCH) {
        const unsigned byte = i < text.length ? (unsigned char)text.at[i] : END_OF_TEXT;
        row = next_of(automaton, row, byte);
        if ((row & IS_MATCH) != 0)
            end = i;
    }
    *n_read += i - begin;
    return end;
}
