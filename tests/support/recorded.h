/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_TESTS_SUPPORT_RECORDED_H
#define QUERN_TESTS_SUPPORT_RECORDED_H

/* Programs of testdata/src, compiled and profiled in the folder of a test. */

#include <stddef.h>
#include <stdint.h>

enum { RECORDED_EVENTS_MAX = 16 };

/* Options with which instructions and jumps are recorded, and several events. */
#define RECORD_INSTRUCTIONS "--dump-instr=yes --collect-jumps=yes --cache-sim=yes"

/*
 * Runs a compiler with these arguments, words separated by single blanks. One that ends in ".c" is
 * a source of testdata/src.
 */
void recorded_compile(const char *compiler, const char *arguments);

/* Runs a command under Callgrind with options; words are separated by single blanks. */
void recorded_run(const char *profile, const char *options, const char *command);

/* What Callgrind says that all costs of a profile add up to, by event; gives how many these are. */
size_t recorded_totals(const char *profile, int64_t totals[RECORDED_EVENTS_MAX]);

/* All of a file, then '\0'; the caller frees it. */
char *recorded_text(const char *path, size_t *size);

/*
 * Where the code of a function begins in the text of a profile of one part; it ends before the next
 * empty line.
 */
const char *recorded_code(const char *text, const char *function);

#endif
