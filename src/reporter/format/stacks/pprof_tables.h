/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_FORMAT_STACKS_PPROF_TABLES_H
#define QUERN_REPORTER_FORMAT_STACKS_PPROF_TABLES_H

/*
 * What samples of profile.proto refer to by number: texts, from 0, of which that is empty; objects,
 * functions and locations, from 1. Each is there once.
 */

#include <stdint.h>

#include "base/buffer.h"
#include "base/index.h"
#include "base/text.h"

struct pprof_tables {
    struct names *texts;
    struct index objects;   /* (0, text of its name) */
    struct index functions; /* (text of its name, text of its file) */
    struct index codes;     /* (function, object) */
    struct index locations; /* (code, line) */
    struct index full;      /* (function, text of its name in full) */
};

/* What a location is; all but the line are numbers of texts. */
struct pprof_location {
    uint64_t name; /* of the function; */
    uint64_t full; /* that which was recorded */
    uint64_t file, object;
    uint64_t line; /* 0: not known */
};

/* Texts are made valid UTF-8: what is not becomes U+FFFD. */
void pprof_tables_begin(struct pprof_tables *tables);
void pprof_tables_free(struct pprof_tables *tables);

uint64_t pprof_tables_text(struct pprof_tables *tables, struct text text);
uint64_t pprof_tables_location(struct pprof_tables *tables, const struct pprof_location *location);

/*
 * Appends all of them as fields of a profile. The object that is the given program, the first word
 * of a command, comes first, as pprof takes it for the main one.
 */
void pprof_tables_write(const struct pprof_tables *tables, struct text program,
                        struct buffer *profile);

#endif
