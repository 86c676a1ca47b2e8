/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/object/objdump_line.h"

#include "base/array.h"
#include "reporter/object/hexadecimal.h"

enum { MOST_BYTES = 64 };

/* Bytes, one by one or in words, as the machine has them. */
static bool count_bytes(struct text bytes, uint32_t *count)
{
    uint32_t digits = 0;

    for (size_t i = 0; i < bytes.length; i++) {
        if (!is_blank(bytes.at[i]) && hexadecimal_digit(bytes.at[i]) < 0)
            return false;
        digits += !is_blank(bytes.at[i]);
    }
    *count = digits / 2;
    return digits % 2 == 0 && digits != 0 && digits <= 2 * MOST_BYTES;
}

static bool is_prefix(struct text word)
{
    static const char *const prefixes[] = {
        "rep",    "repz",   "repnz",  "repe",   "repne",    "lock",  "bnd", "notrack",
        "data16", "data32", "addr16", "addr32", "xacquire", "cs",    "ds",  "es",
        "fs",     "gs",     "ss",     "{vex}",  "xrelease", "{evex}"};

    for (size_t i = 0; i < ARRAY_LENGTH(prefixes); i++)
        if (text_equal(word, text_of(prefixes[i])))
            return true;
    return text_starts_with(word, TEXT("rex"));
}

/* For x86 blanks are before the operands, and between prefixes; for the others there is a tab. */
static void split(struct text text, struct objdump_line *line)
{
    struct text rest = text, word;

    if (text.length != 0 && memchr(text.at, '\t', text.length) != NULL) {
        text_cut(&rest, '\t', &word);
        line->mnemonic = text_trim(word);
        line->operands = text_trim(rest);
        return;
    }
    while (text_cut_word(&rest, &word) && is_prefix(word))
        ;
    line->mnemonic = text_trim(text_between(text.at, rest.length != 0 ? rest.at : text_end(text)));
    line->operands = text_trim(rest);
}

bool objdump_line_read(struct text text, struct objdump_line *line)
{
    struct text bytes;

    *line = (struct objdump_line){0};
    text = text_trim(text);
    if (!hexadecimal_cut(&text, &line->address) || !text_starts_with(text, TEXT(":\t")))
        return false;
    text = text_skip(text, 2);
    if (!text_cut(&text, '\t', &bytes) || !count_bytes(bytes, &line->length) || text.length == 0)
        return false;
    split(text_trim(text), line);
    return line->mnemonic.length != 0;
}
