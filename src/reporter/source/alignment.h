/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_SOURCE_ALIGNMENT_H
#define QUERN_REPORTER_SOURCE_ALIGNMENT_H

/*
 * Which lines of an old text are still there in a new one, in the same order: patience diff, which
 * begins with the lines that are there once in both (Bram Cohen), and between those the shortest
 * edit script (Myers, An O(ND) Difference Algorithm and Its Variations, 1986).
 */

#include <stddef.h>
#include <stdint.h>

/* What a line is aligned with when it is gone. */
#define NO_PARTNER UINT32_MAX

/* Lines as numbers: those that are equal have the same one. */
struct line_ids {
    const uint32_t *ids;
    size_t count; /* below NO_PARTNER */
};

/*
 * By old line: the index of the same line in the new text, or NO_PARTNER; partners are in ascending
 * order. Where texts have so little in common that it would take too long, the rest is left without
 * partners. The caller frees the result.
 */
uint32_t *align_lines(struct line_ids old, struct line_ids fresh);

#endif
