/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Debug information from strangers, read in this process: an input is an object, of which all is
 * read, and what has one of a few addresses. Whatever it says, nodes come after those that they are
 * in, each has a function, and intervals ascend.
 */

#include <stdlib.h>

#include "base/array.h"
#include "fuzz.h"
#include "sources/inlined_code.h"
#include "sources/object_file.h"

static void require(bool is_so)
{
    if (!is_so)
        abort();
}

static void check(const struct inlined_code *code)
{
    for (size_t i = 0; i < code->n_nodes; i++) {
        require(code->nodes[i].parent == NO_ID || code->nodes[i].parent < i);
        require(code->nodes[i].function < code->n_functions);
    }
    for (size_t i = 0; i < code->n_intervals; i++) {
        const struct code_interval *interval = &code->intervals[i];
        require(interval->begin < interval->end && interval->node < code->n_nodes);
        require(i == 0 || code->intervals[i - 1].end <= interval->begin);
        require(inlined_code_node(code, interval->begin) == interval->node);
    }
    for (size_t i = 0; i < code->n_lines; i++) {
        require(code->lines[i].begin < code->lines[i].end);
        require(i == 0 || code->lines[i - 1].end <= code->lines[i].begin);
        require(inlined_code_line(code, code->lines[i].end - 1) == &code->lines[i]);
    }
    for (size_t i = 0; i < code->n_aliases; i++)
        require(code->aliases[i].node < code->n_nodes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct object_file object;
    struct inlined_code all, some;
    uint64_t addresses[] = {0, 0};

    fuzz_write(FUZZ_NEW, data, size);
    if (object_open(&object, fuzz_path(FUZZ_NEW)) == OBJECT_READ) {
        enum inlined_code_status status = debug_information_read(&all, &object, NULL, false);
        check(&all);
        if (all.n_nodes != 0) {
            addresses[1] = all.nodes[all.n_nodes / 2].address;
            const struct wanted_code wanted = {addresses, ARRAY_LENGTH(addresses), NULL, NULL};
            require(debug_information_read(&some, &object, &wanted, false) == status ||
                    status == INLINED_CODE_DAMAGED);
            check(&some);
            require(some.n_nodes <= all.n_nodes);
            inlined_code_free(&some);
        }
        inlined_code_free(&all);
    }
    object_close(&object);
    return 0;
}
