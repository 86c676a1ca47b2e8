/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_PARSER_OPERANDS_H
#define QUERN_PARSER_OPERANDS_H

/* Which files to read: those named on the command line, and those that their names stand for. */

#include <stdbool.h>

#include "base/error.h"
#include "base/text.h"

struct arena;
struct warnings;

/* What the operands on the command line are. */
struct operands {
    struct text_list profiles;
    struct text_list sources;
    bool are_chosen;         /* the command line names no file: the profiles were found */
    struct error why_source; /* why the first of the sources is not a profile */
};

/*
 * Tells profiles from sources by their first bytes; the current directory is taken off the front
 * of sources. Without any file the profiles are those of the newest run in the current directory.
 * An empty file stands for the dumps and threads of its run. Where only some files of a run are
 * named, a note says so. False when there is no profile among them. The arena owns the lists.
 */
bool operands_sort(struct operands *operands, struct text_list files, struct arena *arena,
                   struct warnings *notes, struct error *error);

/* The same of files that have to be profiles: puts what they stand for in their place. */
bool operands_expand(struct text_list *profiles, struct arena *arena, struct warnings *notes,
                     struct error *error);

#endif
