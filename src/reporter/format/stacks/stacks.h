/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_FORMAT_STACKS_STACKS_H
#define QUERN_REPORTER_FORMAT_STACKS_STACKS_H

/* The paths of a call tree as stacks: what the two formats share, and the parts of pprof's. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/buffer.h"
#include "base/map.h"
#include "base/text.h"
#include "reporter/table.h"

struct warnings;

/* How much of what was printed is estimated, which a picture of stacks cannot show. */
struct printed_shares {
    double sum, estimated; /* of all printed costs, and of those that are estimates */
    bool is_below_zero;    /* some cost is */
};

void printed_shares_add(struct printed_shares *printed, const struct tree_share *share);

/* Returns the estimated part in percent. */
double printed_shares_estimated(const struct printed_shares *printed);

/*
 * Adds a note about estimates and negative costs, if any, but none where `out` has failed: then not
 * all shares were printed. The notes may be NULL.
 */
void printed_shares_note(const struct printed_shares *printed, FILE *out, struct warnings *notes);

/*
 * The rest is used by pprof.c alone, and by its tests: fields of a message as Protocol Buffers
 * encode them, appended to a buffer. Their documentation has "Encoding": a key, which is the number
 * of the field and its type; then a number of seven bits a byte, or a length and that many bytes.
 */

/* Appends a number. 0 is left out, since readers take a missing number for 0. */
void protobuf_number(struct buffer *message, unsigned field, uint64_t number);

/* Appends a text, or the bytes of another message, even if it is empty. */
void protobuf_bytes(struct buffer *message, unsigned field, struct text bytes);

/* Appends the numbers of a repeated field, packed. Negative ones are their two's complement. */
void protobuf_numbers(struct buffer *message, unsigned field, const uint64_t *numbers,
                      size_t count);

/*
 * What samples of profile.proto refer to by number: texts, from 0, which is the empty one; objects,
 * functions and locations, from 1. Each is written once.
 */
struct pprof_tables {
    struct names *texts;
    struct map objects;   /* (0, text of its name) */
    struct map functions; /* (text of its name, text of its file) */
    struct map codes;     /* (function, object) */
    struct map locations; /* (code, line) */
};

/* What a location is. All but the line are numbers of texts. */
struct pprof_location {
    uint64_t name; /* of the function */
    uint64_t file, object;
    uint64_t line; /* 0 if it is not known */
};

void pprof_tables_begin(struct pprof_tables *tables);
void pprof_tables_free(struct pprof_tables *tables);

/* Returns the number of a text. Bytes that are not UTF-8 become U+FFFD. */
uint64_t pprof_tables_text(struct pprof_tables *tables, struct text text);
uint64_t pprof_tables_location(struct pprof_tables *tables, const struct pprof_location *location);

/*
 * Appends all of them as fields of a profile. The object of the given program, the first word of a
 * command, comes first, since pprof takes the first for the main one.
 */
void pprof_tables_write(const struct pprof_tables *tables, struct text program,
                        struct buffer *profile);

#endif
