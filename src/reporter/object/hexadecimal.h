/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_OBJECT_HEXADECIMAL_H
#define QUERN_REPORTER_OBJECT_HEXADECIMAL_H

/* Addresses as disassemblers print them: hexadecimal, in lower case, without "0x". */

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

static inline int hexadecimal_digit(char c)
{
    return is_digit(c) ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Cuts a number off the start of a text. False where there is none of up to 64 bits. */
static inline bool hexadecimal_cut(struct text *text, uint64_t *number)
{
    size_t digits = 0;

    for (*number = 0; digits < text->length && hexadecimal_digit(text->at[digits]) >= 0; digits++)
        *number = *number << 4 | (uint64_t)hexadecimal_digit(text->at[digits]);
    *text = text_skip(*text, digits);
    return digits != 0 && digits <= 16;
}

#endif
