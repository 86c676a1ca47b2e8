/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_TESTS_FUZZ_FUZZ_H
#define QUERN_TESTS_FUZZ_FUZZ_H

/*
 * What the fuzzing targets share. A target is a file with LLVMFuzzerTestOneInput(), which libFuzzer
 * calls with one input after the other; it returns 0, and a defect is a report of a sanitizer, a
 * timeout or an abort(). `tests/fuzz/run` builds the first corpus from testdata and runs them.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The main() of src/main.c. */
int quern_main(int argc, char **argv);

/* Files of the process, which hold nothing but what was written last. */
enum fuzz_file {
    FUZZ_NEW,
    FUZZ_OLD,
    FUZZ_WRITTEN,
    FUZZ_AGAIN,
    FUZZ_BEFORE,
    FUZZ_AFTER,
    N_FUZZ_FILES
};

/* The name of one of them; it is there, but maybe empty. Static memory. */
char *fuzz_path(enum fuzz_file file);

void fuzz_write(enum fuzz_file file, const uint8_t *data, size_t size);

/* All of it; the caller frees it. */
char *fuzz_read(enum fuzz_file file, size_t *size);

/*
 * Whether a regular expression of this text is cheap: time grows with its length, which is up to
 * whoever types it.
 */
bool fuzz_is_modest(const char *text);

/*
 * Runs quern with these arguments, after its name and "-o OUTPUT", and returns its exit status;
 * abort() where the manual does not list that.
 */
int fuzz_run(const char *output, const char *const arguments[], size_t count);

#endif
