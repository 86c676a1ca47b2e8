/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Debug information from strangers, read in this process: an input is an object, of which lines of
 * a function are read, and what is at a few addresses. Whatever it says, nodes come after those
 * that they are in, and each that is in another one has a function.
 */

#include <stdlib.h>

#include "base/array.h"
#include "base/names.h"
#include "fuzz.h"
#include "sources/inlined_code.h"
#include "sources/source.h"

static void require(bool is_so)
{
    if (!is_so)
        abort();
}

static void check(const struct source *object, const struct wanted_code *wanted)
{
    struct inlined_code code;

    (void)debug_information_read(&code, object, wanted);
    for (size_t i = 0; i < code.n_nodes; i++) {
        require(code.nodes[i].parent == NO_ID || code.nodes[i].parent < i);
        require(code.nodes[i].parent == NO_ID || code.nodes[i].function < code.n_functions);
    }
    for (size_t i = 0; i < code.n_points; i++)
        require(code.points[i].node == NO_ID || code.points[i].node < code.n_nodes);
    inlined_code_free(&code);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct source object;
    struct names *functions = names_create();
    static const uint64_t addresses[] = {0x1000, 0x1100, 0x1110, 0x1120, 0x1130, 0x1140, 0x1180};

    fuzz_write(FUZZ_NEW, data, size);
    names_add(functions, TEXT("run(int)"));
    if (source_open(&object, (struct text){0}, text_of(fuzz_path(FUZZ_NEW)), INT64_MAX)) {
        check(&object, &(struct wanted_code){.functions = functions});
        check(&object, &(struct wanted_code){addresses, ARRAY_LENGTH(addresses), NULL});
        source_close(&object);
    }
    names_free(functions);
    return 0;
}
