/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/object/instruction_text.h"

#include <stdbool.h>

enum { MNEMONIC_COLUMNS = 6 };

static void append(struct instruction_text *made, size_t *length, char c)
{
    if (*length < sizeof made->at)
        made->at[(*length)++] = c;
}

static void append_text(struct instruction_text *made, size_t *length, struct text text)
{
    for (size_t i = 0; i < text.length; i++) {
        char c = text.at[i];
        if (is_blank(c)) {
            if (i + 1 < text.length && !is_blank(text.at[i + 1]))
                append(made, length, ' ');
        } else {
            bool is_printable = c > ' ' && c <= '~';
            append(made, length, (char)(is_printable ? c : '?'));
        }
    }
}

struct text instruction_text_set(struct instruction_text *made, struct text mnemonic,
                                 struct text operands)
{
    size_t length = 0;

    operands = text_trim(operands);
    append_text(made, &length, text_trim(mnemonic));
    if (operands.length != 0) {
        do
            append(made, &length, ' ');
        while (length <= MNEMONIC_COLUMNS);
        append_text(made, &length, operands);
    }
    while (length != 0 && made->at[length - 1] == ' ')
        length--;
    return (struct text){made->at, length};
}
