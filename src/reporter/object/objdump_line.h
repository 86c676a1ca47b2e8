/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_OBJECT_OBJDUMP_LINE_H
#define QUERN_REPORTER_OBJECT_OBJDUMP_LINE_H

/* What objdump prints of an instruction. */

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

struct objdump_line {
    uint64_t address;
    uint32_t length;                /* of its bytes; at least 1 */
    struct text mnemonic, operands; /* in the line */
};

/* False where the line is something else, such as the heading of a function. */
bool objdump_line_read(struct text text, struct objdump_line *line);

#endif
