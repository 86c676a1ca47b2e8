/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "profile/spots.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/number.h"

/* Checks this many spots of a place before hashing: code is written nearly in order. */
enum { FARTHEST_BACK = 32 };

int position_compare(struct position left, struct position right)
{
    int order = number_compare(left.address, right.address);

    return order != 0 ? order : number_compare(left.line, right.line);
}

/* Returns a pointer to the id of a hashed spot, NO_ID if it is new. */
static uint32_t *find_hashed(struct spots *spots, uint32_t place, struct position position)
{
    size_t known = spots->hashed.count;
    uint32_t at = map_add(&spots->positions, position.address, position.line);
    uint32_t key = map_add(&spots->hashed, place, at);

    if (key == known) {
        ARRAY_GROW(spots->by_key, key, spots->key_capacity);
        spots->by_key[key] = NO_ID;
    }
    return &spots->by_key[key];
}

static void hash_chain(struct spots *spots, struct spot_chain *chain)
{
    for (uint32_t at = chain->last; at != 0; at = spots->list[at - 1].older)
        *find_hashed(spots, spots->list[at - 1].place, spots->list[at - 1].position) = at - 1;
    chain->is_hashed = true;
}

static struct spot_chain *ensure_chain(struct spots *spots, uint32_t place)
{
    size_t known = spots->n_chains;

    if (place >= known) {
        spots->chains =
            memory_grow(spots->chains, &spots->n_chains, (size_t)place + 1, sizeof *spots->chains);
        memset(spots->chains + known, 0, (spots->n_chains - known) * sizeof *spots->chains);
    }
    return &spots->chains[place];
}

/* Adds a spot; is_ahead says that it is after all others of its place. */
static uint32_t append(struct spots *spots, struct spot_chain *chain, struct spot spot,
                       bool is_ahead)
{
    ARRAY_GROW(spots->list, spots->count, spots->capacity);
    ARRAY_GROW(spots->are_ahead, spots->count, spots->ahead_capacity);
    spot.older = chain->last;
    spots->list[spots->count] = spot;
    spots->are_ahead[spots->count++] = is_ahead;
    chain->last = (uint32_t)spots->count;
    if (is_ahead)
        chain->farthest = chain->last;
    chain->length++;
    return chain->last - 1;
}

static uint32_t add_hashed(struct spots *spots, struct spot_chain *chain, struct spot spot)
{
    uint32_t *id = find_hashed(spots, spot.place, spot.position);

    if (*id == NO_ID)
        *id = append(spots, chain, spot, false);
    return *id;
}

/*
 * Searches backwards for a position, up to a spot that was ahead and is before it. False if that
 * takes too long; *id is NO_ID if there is no such spot.
 */
static bool look_back(const struct spots *spots, const struct spot_chain *chain,
                      struct position position, uint32_t *id)
{
    uint32_t at = chain->last;

    *id = NO_ID;
    for (size_t i = 0; at != 0 && i < FARTHEST_BACK; i++, at = spots->list[at - 1].older) {
        int order = position_compare(position, spots->list[at - 1].position);
        if (order == 0)
            *id = at - 1;
        if (order == 0 || (order > 0 && spots->are_ahead[at - 1]))
            return true;
    }
    return at == 0;
}

uint32_t spots_add(struct spots *spots, uint32_t place, struct position position)
{
    struct spot_chain *chain = ensure_chain(spots, place);
    const struct spot spot = {.place = place, .position = position};
    uint32_t id;

    if (chain->is_hashed)
        return add_hashed(spots, chain, spot);
    if (chain->farthest == 0 ||
        position_compare(position, spots->list[chain->farthest - 1].position) > 0)
        return append(spots, chain, spot, true);
    if (look_back(spots, chain, position, &id))
        return id != NO_ID ? id : append(spots, chain, spot, false);
    hash_chain(spots, chain);
    return add_hashed(spots, chain, spot);
}

void spots_set_host(struct spots *spots, uint32_t spot, uint32_t host)
{
    size_t known = spots->n_hosts;

    if (spot >= known) {
        spots->hosts =
            memory_grow(spots->hosts, &spots->n_hosts, (size_t)spot + 1, sizeof *spots->hosts);
        while (known < spots->n_hosts)
            spots->hosts[known++] = NO_ID;
    }
    spots->hosts[spot] = host;
}

void spots_free(struct spots *spots)
{
    free(spots->list);
    free(spots->are_ahead);
    free(spots->chains);
    free(spots->hosts);
    map_free(&spots->positions);
    map_free(&spots->hashed);
    free(spots->by_key);
    *spots = (struct spots){0};
}
