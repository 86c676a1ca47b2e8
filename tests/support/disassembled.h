/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_TESTS_SUPPORT_DISASSEMBLED_H
#define QUERN_TESTS_SUPPORT_DISASSEMBLED_H

/* The instructions of an object, as `objdump -d` lists all of them; of x86. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct disassembled_line {
    uint64_t address;
    const char *text; /* "push   %rbp" */
};

/* disassembled_free() gives it back. */
struct disassembled {
    char *output;                   /* of objdump; the texts lie in it */
    struct disassembled_line *list; /* ascending */
    size_t count, capacity;
};

void disassembled_read(struct disassembled *disassembled, const char *object);
void disassembled_free(struct disassembled *disassembled);

/* The text of what begins at an address; NULL where no instruction does. */
const char *disassembled_at(const struct disassembled *disassembled, uint64_t address);

/* Whether a text is that of objdump, but for how many blanks there are between words. */
bool disassembled_is_same(const char *text, const char *objdump);

#endif
