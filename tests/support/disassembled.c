/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/disassembled.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "support/run.h"

/* "    1139:\tpush   %rbp"; all that is no instruction has no such beginning. */
static void add_line(struct disassembled *disassembled, char *line)
{
    char *after;
    uint64_t address = strtoull(line, &after, 16);

    if (after == line || strncmp(after, ":\t", 2) != 0)
        return;
    ARRAY_GROW(disassembled->list, disassembled->count, disassembled->capacity);
    disassembled->list[disassembled->count++] =
        (struct disassembled_line){.address = address, .text = after + 2};
}

static int by_address(const void *left, const void *right)
{
    const struct disassembled_line *a = left, *b = right;

    return (a->address > b->address) - (a->address < b->address);
}

void disassembled_read(struct disassembled *disassembled, const char *object)
{
    char *arguments[] = {"objdump", "-d", "-w", "--no-show-raw-insn", (char *)object, NULL};
    char *rest;

    *disassembled = (struct disassembled){.output = run_output("objdump", arguments, NULL)};
    for (char *line = strtok_r(disassembled->output, "\n", &rest); line;
         line = strtok_r(NULL, "\n", &rest))
        add_line(disassembled, line);
    cr_assert_gt(disassembled->count, 0, "objdump lists nothing of %s", object);
    /* Sections come in the order of their headers. */
    qsort(disassembled->list, disassembled->count, sizeof *disassembled->list, by_address);
}

void disassembled_free(struct disassembled *disassembled)
{
    free(disassembled->output);
    free(disassembled->list);
    *disassembled = (struct disassembled){0};
}

const char *disassembled_at(const struct disassembled *disassembled, uint64_t address)
{
    const struct disassembled_line sought = {.address = address};
    const struct disassembled_line *found =
        bsearch(&sought, disassembled->list, disassembled->count, sizeof sought, by_address);

    return found ? found->text : NULL;
}

bool disassembled_is_same(const char *text, const char *objdump)
{
    for (; *text != '\0'; text++, objdump++) {
        if (*text != *objdump)
            return false;
        if (*text == ' ') {
            text += strspn(text, " ") - 1;
            objdump += strspn(objdump, " ") - 1;
        }
    }
    return objdump[strspn(objdump, " ")] == '\0';
}
