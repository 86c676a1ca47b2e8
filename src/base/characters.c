/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/characters.h"

#include <stdbool.h>
#include <stdint.h>

size_t utf8_decode(const char *at, const char *end, uint32_t *character)
{
    static const unsigned char leads[] = {0, 0, 0xc0, 0xe0, 0xf0};
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *byte = (const unsigned char *)at;
    size_t length = byte[0] >= 0xf0 ? 4 : byte[0] >= 0xe0 ? 3 : 2;

    if (byte[0] < 0x80) {
        *character = byte[0];
        return 1;
    }
    if (byte[0] < 0xc2 || byte[0] > 0xf4 || length > (size_t)(end - at))
        return 0;
    *character = byte[0] - (uint32_t)leads[length];
    for (size_t i = 1; i < length; i++) {
        if ((byte[i] & 0xc0) != 0x80)
            return 0;
        *character = *character << 6 | (byte[i] & 0x3fu);
    }
    if (*character < least[length] || *character > 0x10ffff ||
        (*character >= 0xd800 && *character <= 0xdfff))
        return 0;
    return length;
}

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
