/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The boundary to the libraries that decompress: the input is taken as compressed data, in pieces
 * whose size its first byte says, and given out to a small room.
 */

#include <stdlib.h>

#include "base/error.h"
#include "fuzz.h"
#include "parser/input/input.h"

enum { MOST_OUTPUT = 4 << 20, LARGEST_ROOM = 4096 };

static void unpack(struct decompressor *decompressor, struct bytes data, size_t piece)
{
    char room[LARGEST_ROOM];
    struct error error = {0};
    struct bytes in = {data.at, 0};
    bool is_last = false;
    size_t total = 0;

    while (total < MOST_OUTPUT) {
        struct bytes out = {room, piece % LARGEST_ROOM + 1};
        size_t before = out.length;
        if (in.length == 0 && !is_last) {
            in.length = piece < data.length ? piece : data.length;
            data.length -= in.length;
            is_last = in.length == 0;
        }
        if (!decompressor_run(decompressor, &in, is_last, &out, &error))
            return;
        total += before - out.length;
        if (is_last && before == out.length)
            return;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct error error = {0};

    if (size < 2 || !is_compressed((const char *)data + 1, size - 1))
        return 0;
    struct decompressor *decompressor =
        decompressor_create((const char *)data + 1, size - 1, "input", &error);
    if (decompressor == NULL)
        return 0;
    unpack(decompressor, (struct bytes){(char *)data + 1, size - 1}, (size_t)data[0] * 17 + 1);
    decompressor_free(decompressor);
    return 0;
}
