/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_OBJECT_INSTRUCTION_TEXT_H
#define QUERN_REPORTER_OBJECT_INSTRUCTION_TEXT_H

/* The one form that instructions have, whichever disassembler they are from: "mov    %eax,%edx". */

#include "base/text.h"

enum { LONGEST_INSTRUCTION_TEXT = 400 };

struct instruction_text {
    char at[LONGEST_INSTRUCTION_TEXT];
};

/*
 * The mnemonic, padded to six columns where there are operands, a blank, and the operands. Runs of
 * blanks are one, and bytes that are not printable ASCII are '?'. What is too long is cut off.
 */
struct text instruction_text_set(struct instruction_text *made, struct text mnemonic,
                                 struct text operands);

#endif
