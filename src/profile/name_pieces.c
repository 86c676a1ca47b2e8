/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "profile/name_pieces.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/names.h"

/* A name with an apostrophe. */
struct cut_name {
    uint32_t id;
    uint32_t n_pieces;
};

/* The state of splitting names. */
struct cutting {
    struct name_pieces *result;
    struct names *names;
    struct cut_name *cut;
    size_t n_cut, cut_capacity;
    uint32_t *pieces; /* pieces of all these names in order: ids in result->pieces */
    size_t n_pieces, piece_capacity;
    uint32_t *n_firsts; /* by piece: number of names that begin with it or equal it */
    uint32_t *names_of; /* by piece: its id among the names once known; else NO_ID */
};

uint32_t name_piece_level(struct text piece)
{
    uint32_t level = 0;

    if (piece.length == 0 || piece.length > 9 || piece.at[0] == '0')
        return 0;
    for (size_t i = 0; i < piece.length; i++) {
        if (!is_digit(piece.at[i]))
            return 0;
        level = level * 10 + (uint32_t)(piece.at[i] - '0');
    }
    return level >= 2 ? level : 0;
}

static bool has_apostrophe(struct text name)
{
    return name.length != 0 && memchr(name.at, '\'', name.length) != NULL;
}

static void cut_at_apostrophes(struct cutting *cutting, uint32_t id)
{
    struct text rest = names_text(cutting->names, id), piece;
    struct cut_name cut = {.id = id};

    for (; text_cut(&rest, '\'', &piece); cut.n_pieces++) {
        ARRAY_ADD(cutting->pieces, cutting->n_pieces, cutting->piece_capacity,
                  names_add(cutting->result->pieces, piece));
    }
    ARRAY_ADD(cutting->cut, cutting->n_cut, cutting->cut_capacity, cut);
}

static void count_firsts(struct cutting *cutting)
{
    const struct name_pieces *result = cutting->result;
    const uint32_t *pieces = cutting->pieces;
    size_t next_cut = 0;

    cutting->n_firsts = memory_alloc(names_count(result->pieces), sizeof *cutting->n_firsts);
    for (uint32_t id = 0; id < result->count; id++) {
        bool is_cut = next_cut < cutting->n_cut && cutting->cut[next_cut].id == id;
        uint32_t first =
            is_cut ? *pieces : names_find(result->pieces, names_text(cutting->names, id));
        if (first != NO_ID)
            cutting->n_firsts[first]++;
        pieces += is_cut ? cutting->cut[next_cut++].n_pieces : 0;
    }
}

/* Decides whether a name consists of its pieces. */
static bool is_made_of(const struct cutting *cutting, const uint32_t *pieces, size_t count,
                       uint32_t *level)
{
    const uint32_t *n_firsts = cutting->n_firsts;
    bool is_known = n_firsts[pieces[0]] > 1; /* another name begins with it */

    *level = 1;
    for (size_t i = 1; i < count; i++) {
        uint32_t number = name_piece_level(names_text(cutting->result->pieces, pieces[i]));
        bool is_own = pieces[i] == pieces[0];
        if (number != 0 ? !is_known : n_firsts[pieces[i]] == is_own)
            return false;
        if (number != 0)
            *level = number;
    }
    return true;
}

static uint32_t add_base(struct cutting *cutting, uint32_t piece)
{
    if (cutting->names_of[piece] == NO_ID)
        cutting->names_of[piece] =
            names_add(cutting->names, names_text(cutting->result->pieces, piece));
    return cutting->names_of[piece];
}

static void decide(struct cutting *cutting)
{
    struct name_pieces *result = cutting->result;
    size_t n_distinct = names_count(result->pieces);
    const uint32_t *pieces = cutting->pieces;

    cutting->names_of = memory_alloc(n_distinct, sizeof *cutting->names_of);
    memset(cutting->names_of, 0xff, n_distinct * sizeof *cutting->names_of); /* NO_ID */
    for (size_t i = 0; i < cutting->n_cut; i++) {
        struct cut_name name = cutting->cut[i];
        uint32_t level;
        if (is_made_of(cutting, pieces, name.n_pieces, &level)) {
            result->bases[name.id] = add_base(cutting, pieces[0]);
            result->levels[name.id] = level;
        }
        pieces += name.n_pieces;
    }
}

/* Extends the result by the added bases, which are names too and have no pieces. */
static void know_bases(struct name_pieces *result, size_t count)
{
    size_t room = result->count;

    if (count == result->count)
        return;
    result->bases = memory_grow(result->bases, &room, count, sizeof *result->bases);
    room = result->count;
    result->levels = memory_grow(result->levels, &room, count, sizeof *result->levels);
    for (; result->count < count; result->count++) {
        result->bases[result->count] = (uint32_t)result->count;
        result->levels[result->count] = 1;
    }
}

static void create(struct name_pieces *result, struct names *names)
{
    struct cutting cutting = {.result = result, .names = names};
    size_t count = names_count(names);

    *result = (struct name_pieces){.names = names, .count = count, .pieces = names_create()};
    result->bases = memory_alloc(count, sizeof *result->bases);
    result->levels = memory_alloc(count, sizeof *result->levels);
    for (uint32_t id = 0; id < count; id++) {
        result->bases[id] = id;
        result->levels[id] = 1;
        if (has_apostrophe(names_text(names, id)))
            cut_at_apostrophes(&cutting, id);
    }
    if (cutting.n_cut != 0) {
        count_firsts(&cutting);
        decide(&cutting);
    }
    know_bases(result, names_count(names));
    free(cutting.cut);
    free(cutting.pieces);
    free(cutting.n_firsts);
    free(cutting.names_of);
}

void name_pieces_update(struct name_pieces *pieces, struct names *names)
{
    if (pieces->names == names && pieces->count == names_count(names))
        return;
    name_pieces_free(pieces);
    create(pieces, names);
}

void name_pieces_free(struct name_pieces *pieces)
{
    free(pieces->bases);
    free(pieces->levels);
    names_free(pieces->pieces);
    *pieces = (struct name_pieces){0};
}
