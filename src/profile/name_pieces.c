/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "profile/name_pieces.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "profile/names.h"

static struct text first_piece(struct text name)
{
    struct text first = {0};

    text_cut(&name, '\'', &first);
    return first;
}

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

uint32_t name_pieces_find_first(const struct name_pieces *pieces, struct text piece)
{
    uint32_t id = names_find(pieces->names, piece);

    if (id < pieces->count) /* not a base that was added since */
        return id;
    id = names_find(pieces->firsts, piece);
    return id == NO_ID ? NO_ID : (uint32_t)pieces->count + id;
}

size_t name_pieces_n_firsts(const struct name_pieces *pieces)
{
    return pieces->count + names_count(pieces->firsts);
}

/* How many names other than the one with this first piece begin with `piece`. */
static uint32_t count_others(const struct name_pieces *pieces, struct text piece, struct text first)
{
    uint32_t id = name_pieces_find_first(pieces, piece);

    return id == NO_ID ? 0 : pieces->n_firsts[id] - text_equal(piece, first);
}

/* Cuts a name with an apostrophe, if that is what it is made of. */
static bool cut_name(const struct name_pieces *pieces, struct text name, struct text *base,
                     uint32_t *level)
{
    struct text rest = name, first = {0}, piece = {0};

    text_cut(&rest, '\'', &first);
    bool is_known = count_others(pieces, first, first) != 0;
    *level = 1;
    while (text_cut(&rest, '\'', &piece)) {
        uint32_t number = name_piece_level(piece);
        if (number != 0 ? !is_known : count_others(pieces, piece, first) == 0)
            return false;
        if (number != 0)
            *level = number;
    }
    *base = first;
    return true;
}

static bool has_apostrophe(struct text name)
{
    return name.length != 0 && memchr(name.at, '\'', name.length) != NULL;
}

/* Lists the names with an apostrophe: the others are first pieces and nothing else. */
static uint32_t *find_cut_names(const struct name_pieces *pieces, size_t *count)
{
    uint32_t *list = memory_alloc(pieces->count, sizeof *list);

    *count = 0;
    for (uint32_t id = 0; id < pieces->count; id++)
        if (has_apostrophe(names_text(pieces->names, id)))
            list[(*count)++] = id;
    return list;
}

static void count_firsts(struct name_pieces *pieces, const uint32_t *cut, size_t n_cut)
{
    pieces->firsts = names_create();
    pieces->n_firsts = memory_alloc(pieces->count + n_cut, sizeof *pieces->n_firsts);
    for (uint32_t id = 0; id < pieces->count; id++)
        pieces->n_firsts[id] = 1;
    for (size_t i = 0; i < n_cut; i++) {
        struct text first = first_piece(names_text(pieces->names, cut[i]));
        uint32_t id = names_find(pieces->names, first);
        if (id == NO_ID)
            id = (uint32_t)pieces->count + names_add(pieces->firsts, first);
        pieces->n_firsts[cut[i]]--;
        pieces->n_firsts[id]++;
    }
}

static void create(struct name_pieces *pieces, struct names *names)
{
    size_t count = names_count(names), n_cut;

    *pieces = (struct name_pieces){.names = names, .count = count};
    pieces->bases = memory_alloc(count, sizeof *pieces->bases);
    pieces->levels = memory_alloc(count, sizeof *pieces->levels);
    for (uint32_t id = 0; id < count; id++) {
        pieces->bases[id] = id;
        pieces->levels[id] = 1;
    }
    uint32_t *cut = find_cut_names(pieces, &n_cut);
    count_firsts(pieces, cut, n_cut);
    for (size_t i = 0; i < n_cut; i++) {
        struct text base;
        uint32_t id = cut[i], level;
        if (!cut_name(pieces, names_text(names, id), &base, &level))
            continue;
        pieces->bases[id] = names_add(names, base);
        pieces->levels[id] = level;
    }
    free(cut);
    pieces->n_known = names_count(names);
}

void name_pieces_update(struct name_pieces *pieces, struct names *names)
{
    if (pieces->names == names && pieces->n_known == names_count(names))
        return;
    name_pieces_free(pieces);
    create(pieces, names);
}

void name_pieces_free(struct name_pieces *pieces)
{
    free(pieces->bases);
    free(pieces->levels);
    names_free(pieces->firsts);
    free(pieces->n_firsts);
    *pieces = (struct name_pieces){0};
}
