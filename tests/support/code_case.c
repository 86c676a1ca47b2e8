/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/code_case.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>

#include "reporter/object/object_file.h"
#include "support/made_object.h"

enum { MOST_EXECUTED = 32, ROOM = 4000 };

const struct code_case code_fits[] = {
    {SOME_X86_64, "0p 1p 4p 7p?e ep", DISASSEMBLED, ""},
    {SOME_X86_64, "0p 1p 4p 6p 7p?e ep", DISASSEMBLY_MISFIT, "4"},      /* within cmp */
    {SOME_X86_64, "0p 1p 4p 7p?d ep", DISASSEMBLY_MISFIT, "7"},         /* jle goes elsewhere */
    {SOME_X86_64, "0p 1p 4p?e 7p ep", DISASSEMBLY_MISFIT, "4"},         /* cmp does not jump */
    {SOME_X86_64, "0p 1p 4p 7p?9 9p ep", DISASSEMBLED, ""},             /* to the next */
    {SOME_X86_64, "0p 1p 4p 7p?e 13p?0 15p", DISASSEMBLY_MISFIT, "13"}, /* jmp always does */
    {SOME_X86_64, "0p 1p 4p 7p?e 13p>0 15p", DISASSEMBLED, ""},
    {SOME_X86_64, "1cp>0 22p", DISASSEMBLED, ""}, /* it leads anywhere */
    {SOME_X86_64, "16p 17p 18p 1ap?1a 1cp", DISASSEMBLED, ""},
    {SOME_X86_64, "16p 17p 19p 1ap", DISASSEMBLY_MISFIT, "17"}, /* more than "lock" */
    {SOME_X86_64, "16p 17p 18p 1ap?18 1cp", DISASSEMBLY_MISFIT, "1a"},
    {SOME_X86_64, "0p 27p", DISASSEMBLY_MISFIT, "27"}, /* past its end */
    {SOME_X86_64, "0p! 4p! 9p", DISASSEMBLED, ""},     /* signal handlers are called anywhere */
    /* The recording may have begun and ended anywhere, but not often. */
    {SOME_X86_64, "0p 1p 4p 9p 13p", DISASSEMBLED, ""},
    {SOME_X86_64, "0p 1p 4p 7p 9p 13p 15p 17p 1ap 22p", DISASSEMBLY_MISFIT, "9"},
    {SOME_X86_64, "0p 1p 4p 7p 9q 13r 15r 17s 1at 22t", DISASSEMBLED, ""},
    /* Samples. */
    {SOME_X86_64, "0p 4p 9p 13p 15p 17p 22p", DISASSEMBLED, ""},
    {SOME_X86_64, "0p 4p 6p 9p 13p 15p 17p 22p", DISASSEMBLY_MISFIT, "4"},
    /* A few, far from the rest of the function, may be of another object. */
    {SOME_X86_64, "0p 1p 4p 7p?e ep 20000p 20001p", DISASSEMBLED, ""},
    {SOME_X86_64, "0p 1p 4p 7p?e ep 20000q 20001q", DISASSEMBLY_MISFIT, "20000"},
    {0}};

static size_t read_executed(const char *text, struct executed *executed)
{
    size_t count = 0;
    char function;
    int end;

    for (uint64_t offset; sscanf(text, " %" SCNx64 "%c%n", &offset, &function, &end) == 2;
         count++) {
        struct executed *one = &executed[count];
        *one =
            (struct executed){.address = CODE_START + offset, .function = (unsigned char)function};
        text += end;
        one->is_conditional = *text == '?';
        if ((*text == '>' || *text == '?') &&
            sscanf(text + 1, "%" SCNx64 "%n", &offset, &end) == 1) {
            one->has_jump = true;
            one->jump_target = CODE_START + offset;
            text += 1 + end;
        }
        one->has_call = *text == '!';
        text += one->has_call;
    }
    return count;
}

static void print(const struct disassembly *disassembly, char *room)
{
    size_t length = 0;

    room[0] = '\0';
    for (size_t i = 0; i < disassembly->count; i++) {
        const struct instruction *at = &disassembly->list[i];
        length += (size_t)snprintf(room + length, ROOM - length,
                                   "%" PRIx64 "+%" PRIu32 " %.*s%s%s\n", at->address - CODE_START,
                                   at->length, (int)at->text.length, at->text.at,
                                   at->is_jump ? " [jump]" : "", at->is_call ? " [call]" : "");
    }
}

void code_case_check(const struct code_case *code, enum disassembler disassembler,
                     enum listed_code_extent extent)
{
    const struct made_object made = {.bits = code->bits,
                                     .machine = code->machine,
                                     .is_big_endian = code->is_big_endian,
                                     .address = CODE_START,
                                     .code = code->code,
                                     .size = code->size};
    struct executed executed[MOST_EXECUTED];
    size_t count = read_executed(code->executed, executed);
    struct disassembly disassembly;
    struct object_file object;
    char printed[ROOM];

    made_object_write(&made, "object");
    cr_assert_eq(object_open(&object, "object"), OBJECT_READ);
    enum disassembly_status status =
        disassemble(&disassembly, &object, disassembler, executed, count, extent);
    cr_expect_eq(status, code->status, "machine %u, %s: status %d", code->machine, code->executed,
                 (int)status);
    if (code->status == DISASSEMBLY_MISFIT)
        snprintf(printed, sizeof printed, "%" PRIx64, disassembly.misfit - CODE_START);
    else
        print(&disassembly, printed);
    if (extent != LIST_NOTHING || code->status == DISASSEMBLY_MISFIT)
        cr_expect_str_eq(printed, code->expected, "machine %u, %s:\n%s", code->machine,
                         code->executed, printed);
    else
        cr_expect_str_eq(printed, "");
    disassembly_free(&disassembly);
    object_close(&object);
}
