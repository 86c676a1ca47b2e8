/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/objects/instruction_rows.h"

#include <stdlib.h>

#include "aggregator/rank.h"
#include "reporter/view/input/view_input.h"
#include "reporter/view/objects/object_codes.h"
#include "reporter/view/objects/same_code.h"

bool instruction_rows_fit(const struct view_input *input, const struct row_figures *of,
                          struct error *error)
{
    const struct rows *rows = of->rows;
    bool is_done = profile_require_addresses(input->profile, error);
    struct same_code code;

    if (!is_done || input->diff == NULL)
        return is_done;
    same_code_create(&code, input);
    for (row_id id = 0; is_done && id < rows->count; id++)
        if (row_diff_has_changed(of->diff, id))
            is_done = same_code_has(&code, rows->list[id].object, error);
    same_code_free(&code);
    return is_done;
}

/* An instruction whose text is wanted, and where it goes. */
struct wanted_text {
    object_id object;
    uint64_t address;
    struct text *text;
};

static int by_address(const void *left, const void *right)
{
    const struct wanted_text *a = left, *b = right;

    if (a->object != b->object)
        return a->object < b->object ? -1 : 1;
    return (a->address > b->address) - (a->address < b->address);
}

/* Those of one object, by address. */
static void find_in_object(const struct wanted_text *wanted, size_t count,
                           struct object_codes *codes, struct arena *arena)
{
    uint64_t *addresses = memory_alloc(count, sizeof *addresses);
    struct disassembly disassembly = {0};
    size_t next = 0;

    for (size_t i = 0; i < count; i++)
        addresses[i] = wanted[i].address;
    if (!object_codes_decode(codes, wanted[0].object, addresses, count, &disassembly))
        disassembly.count = 0;
    for (size_t i = 0; i < count; i++) {
        while (next < disassembly.count && disassembly.list[next].address < addresses[i])
            next++;
        if (next < disassembly.count && disassembly.list[next].address == addresses[i])
            *wanted[i].text = arena_copy_text(arena, disassembly.list[next].text);
    }
    disassembly_free(&disassembly);
    free(addresses);
}

void instruction_rows_read(struct text *texts, const struct view_input *input,
                           const struct rows *rows, const struct ranked *ranked, size_t count,
                           struct arena *arena)
{
    struct wanted_text *wanted = memory_alloc(count, sizeof *wanted);
    struct object_codes codes;
    size_t end;

    for (size_t i = 0; i < count; i++) {
        const struct row *row = &rows->list[ranked[i].id];
        wanted[i] = (struct wanted_text){row->object, row->address, &texts[i]};
    }
    if (count > 1)
        qsort(wanted, count, sizeof *wanted, by_address);
    object_codes_create(&codes, input, rows->base_of);
    for (size_t i = 0; i < count; i = end) {
        end = i + 1;
        while (end < count && wanted[end].object == wanted[i].object)
            end++;
        find_in_object(wanted + i, end - i, &codes, arena);
    }
    object_codes_free(&codes);
    free(wanted);
}
