/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_SOURCES_SOURCE_H
#define QUERN_SOURCES_SOURCE_H

/* Reads source files, line by line or as a whole. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/arena.h"
#include "base/text.h"

struct names;

/*
 * Limits the size of sources: a profile that names a larger file would only keep the user waiting.
 */
enum { SOURCE_LARGEST = 256 * 1024 * 1024 };

/* Why a listing may not fit the profile, known after reading the source. */
struct source_state {
    int64_t changed; /* when it was last changed, in seconds since 1970; 0 if that is not known */
    bool is_cut;     /* it could not be read to its end */
};

/* Holds an open source. {0} is a closed one. */
struct source {
    FILE *stream;
    char *path;                   /* of the file; owned */
    struct text found_in;         /* the directory put before the name, or empty */
    struct text found_as;         /* the rest of the path: the name, or the end of it that exists */
    int64_t changed;              /* when it was last changed, in seconds since 1970 */
    uint64_t device, file_number; /* the same for all paths of one file */
    char *line;                   /* the line that was read last */
    size_t capacity;
    uint64_t number;  /* of the line that was read last, from 1; 0 before the first */
    bool is_withheld; /* its lines are compared, but not shown: see enum quoting */
};

/*
 * Opens a file of a directory, which ends in '/' or is empty, and must outlive the source. Only
 * regular files of at most that many bytes are opened, since a name in a profile may be anything.
 * Returns false if there is none.
 */
bool source_open(struct source *source, struct text directory, struct text name, int64_t largest);

/* Opens a source whose content is in memory, which must outlive it. It is called `path`. */
void source_open_memory(struct source *source, struct text content, struct text path);

/* Reads the next line, without its newline, valid until the next call. Returns false at the end. */
bool source_next_line(struct source *source, struct text *line);

struct source_state source_state(const struct source *source);

void source_close(struct source *source);

/* Holds all lines of a source, to be compared with those of another. {0} is empty. */
struct source_text {
    struct arena arena;
    struct text path; /* of the file, or REVISION:PATH; without pointer if nothing was read */
    struct source_state state;
    bool is_withheld;   /* as that of the source */
    struct text *lines; /* by number less 1, without newlines */
    uint32_t *ids;      /* of the lines: equal for lines that differ by blanks alone */
    size_t count, capacity, id_capacity;
};

/*
 * Reads an open source to its end. Lines get their ids from `known`, which texts to be compared
 * share; they get none if it is NULL. Free with source_text_free().
 */
void source_text_read(struct source_text *text, struct source *source, struct names *known);

static inline bool source_text_was_read(const struct source_text *text)
{
    return text->path.at != NULL;
}

/* Returns the line with that number, from 1; it has no pointer past the end, nor if withheld. */
struct text source_text_line(const struct source_text *text, uint64_t number);

void source_text_free(struct source_text *text);

/*
 * alignment.c finds lines of an old text that are still in a new one, in the same order: as many as
 * possible between those that are equal at the beginning and at the end.
 */

/* The partner of a removed line. */
#define NO_PARTNER UINT32_MAX

/* The lines of a text as numbers, the same for equal lines. */
struct line_ids {
    const uint32_t *ids;
    size_t count; /* below NO_PARTNER */
};

/*
 * Returns for each old line the index of the same line in the new text, or NO_PARTNER; partners are
 * in ascending order. Where thousands of lines differ on both sides they are left without partners,
 * since it would take too long. The caller frees the result.
 */
uint32_t *align_lines(struct line_ids old, struct line_ids current);

#endif
