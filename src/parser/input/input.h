/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_PARSER_INPUT_INPUT_H
#define QUERN_PARSER_INPUT_INPUT_H

/*
 * A profile's bytes, from a file or a pipe, compressed or not, as windows of whole lines: the
 * parser never sees a line cut in two, and the file is never whole in memory.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/digits.h"
#include "base/text.h"

struct decompressor;
struct error;

/* Bytes to decompress, or room for the result. */
struct bytes {
    char *at;
    size_t length;
};

struct input {
    const char *path; /* as the user named it; "-" is standard input */
    int descriptor;
    bool is_stdin;      /* which stays open */
    int64_t changed;    /* time of its last change, in seconds since 1970; 0 for a pipe */
    bool is_at_end;     /* nothing more to read */
    bool lacks_newline; /* its last line has none: one was added */
    char *buffer;
    size_t capacity;
    size_t begin, end; /* bytes read but not yet handed out */

    /* Used only for compressed input. */
    struct decompressor *decompressor; /* NULL if not compressed */
    char *packed;                      /* the buffer before decompression */
    struct bytes packed_rest;          /* the part not yet decompressed */
    bool packed_is_last;
};

/* Opens the file. Call input_close() only when this was true. */
bool input_open(struct input *input, const char *path, struct error *error);

/*
 * Reads the next lines, each with its '\n' (which is added to a last line without one); the window
 * is empty at the end. READ_AHEAD bytes after them may be read too. They stay valid
 * until the next call.
 */
enum { READ_AHEAD = DIGIT_WINDOW };
bool input_next_lines(struct input *input, struct text *window, struct error *error);

/* Reads the next lines without consuming them: the next call returns them again. */
bool input_peek_lines(struct input *input, struct text *window, struct error *error);

void input_close(struct input *input);

/*
 * Returns whether a file starts like a profile: with its marker, a header line or a position
 * specification, perhaps after comments. An empty file counts: Valgrind leaves such files.
 */
bool is_profile_start(struct text lines);

/* decompress.c reads compressed input as a stream: gzip, zstd and xz, as far as built in. */

enum { MAGIC_LENGTH = 6 }; /* bytes that tell the kinds apart */

/*
 * Returns whether these first bytes are those of compressed data, whether support is built in or
 * not.
 */
bool is_compressed(const char *start, size_t length);

/*
 * Returns a stream for data that starts with these bytes. NULL, with the reason, if it is not
 * compressed or this build cannot read that kind. `path` is for messages, and must outlive it.
 */
struct decompressor *decompressor_create(const char *start, size_t length, const char *path,
                                         struct error *error);

/*
 * Decompresses bytes from the front of *in to *out, which must have room. `in_is_last` says that
 * nothing follows *in. False, with the reason, if the data is corrupt or ends too early.
 */
bool decompressor_run(struct decompressor *decompressor, struct bytes *in, bool in_is_last,
                      struct bytes *out, struct error *error);

void decompressor_free(struct decompressor *decompressor);

#endif
