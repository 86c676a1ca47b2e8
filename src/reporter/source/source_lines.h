/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_SOURCE_SOURCE_LINES_H
#define QUERN_REPORTER_SOURCE_SOURCE_LINES_H

/* The texts of lines of many files, each of which is read once at most. */

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/text.h"

struct profile;
struct source_paths;
struct warnings;

struct source_line {
    struct text file; /* as recorded */
    uint64_t number;  /* from 1; 0 has no text */
    struct text text; /* without the blanks around it; empty where it is not available */
};

/* Where they are looked for, and who is told, under the profile's name, of files that are newer. */
struct source_reading {
    const struct source_paths *paths;
    const struct profile *profile;
    struct warnings *warnings; /* NULL: nobody */
};

/* Sets the texts of the lines, which may be in any order. The arena owns them. */
void source_lines_read(struct source_line *lines, size_t count,
                       const struct source_reading *reading, struct arena *arena);

#endif
