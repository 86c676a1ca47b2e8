/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_SOURCE_ALIGNMENT_H
#define QUERN_REPORTER_SOURCE_ALIGNMENT_H

/*
 * Finds the lines of an old text that are still in a new one, in the same order: by patience diff,
 * which begins with the lines that each text has once (Bram Cohen), and between those by the
 * shortest edit script (Myers, An O(ND) Difference Algorithm and Its Variations, 1986).
 */

#include <stddef.h>
#include <stdint.h>

/* The partner of a line that is gone. */
#define NO_PARTNER UINT32_MAX

/* The lines of a text as numbers: equal lines have the same one. */
struct line_ids {
    const uint32_t *ids;
    size_t count; /* below NO_PARTNER */
};

/*
 * Returns for each old line the index of the same line in the new text, or NO_PARTNER; partners are
 * in ascending order. If the texts have so little in common that it would take too long, the rest
 * is left without partners. The caller frees the result.
 */
uint32_t *align_lines(struct line_ids old, struct line_ids fresh);

#endif
