/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/harmless.h"

#include <stdbool.h>
#include <stdint.h>

#include "base/utf8.h"

static bool is_harmful(uint32_t character)
{
    return character < 0xa0 || character == 0x61c || character == 0x200e || character == 0x200f ||
           (character >= 0x2028 && character <= 0x202e) ||
           (character >= 0x2066 && character <= 0x2069) || character == 0xfeff;
}

size_t harmful_length(const char *at, const char *end)
{
    uint32_t character;
    size_t length = utf8_decode(at, end, &character);

    return length == 0 ? 1 : length;
}

size_t harmless_length(const char *at, const char *end)
{
    const unsigned char *byte = (const unsigned char *)at;
    uint32_t character;

    if (byte[0] < 0x80)
        return byte[0] == '\t' || (byte[0] >= ' ' && byte[0] != 0x7f);
    size_t length = utf8_decode(at, end, &character);
    if (length == 0)
        return byte[0] >= 0xa0;
    return is_harmful(character) ? 0 : length;
}
