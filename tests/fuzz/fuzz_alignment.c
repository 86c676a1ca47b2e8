/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Two texts, each byte a line of one of a few kinds: what is aligned is equal and in order, and
 * nothing is left out at their ends.
 */

#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "sources/source.h"

enum { MOST_LINES = 4096 };

static void require(bool is_so)
{
    if (!is_so)
        abort();
}

/* The bytes as lines; the first byte of the input says how many kinds there are. */
static struct line_ids lines_of(const uint8_t *data, size_t size, unsigned n_kinds, uint32_t *ids)
{
    size_t count = size < MOST_LINES ? size : MOST_LINES;

    for (size_t i = 0; i < count; i++)
        ids[i] = data[i] % n_kinds;
    return (struct line_ids){ids, count};
}

static void check(struct line_ids old, struct line_ids current, const uint32_t *partners)
{
    uint32_t next = 0;

    for (size_t i = 0; i < old.count; i++) {
        if (partners[i] == NO_PARTNER)
            continue;
        require(partners[i] >= next && partners[i] < current.count);
        require(old.ids[i] == current.ids[partners[i]]);
        next = partners[i] + 1;
    }
    for (size_t i = 0; i < old.count && i < current.count && old.ids[i] == current.ids[i]; i++)
        require(partners[i] == i);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static uint32_t old_ids[MOST_LINES], current_ids[MOST_LINES];
    const uint8_t *end = memchr(data, '\n', size);

    if (size < 2 || end == NULL || end == data)
        return 0;
    unsigned n_kinds = data[0] == 0 ? 1 : data[0];
    struct line_ids old = lines_of(data + 1, (size_t)(end - data) - 1, n_kinds, old_ids);
    struct line_ids current =
        lines_of(end + 1, size - (size_t)(end - data) - 1, n_kinds, current_ids);
    uint32_t *partners = align_lines(old, current);
    check(old, current, partners);
    free(partners);
    return 0;
}
