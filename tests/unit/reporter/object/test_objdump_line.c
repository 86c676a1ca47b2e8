/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "reporter/object/objdump_line.h"

#include <criterion/criterion.h>
#include <inttypes.h>

#include "base/array.h"

TestSuite(objdump_line, .timeout = 20);

Test(objdump_line, is_one_of_an_instruction)
{
    static const struct {
        const char *line;
        uint64_t address;
        uint32_t length;
        const char *mnemonic, *operands;
    } cases[] = {
        {"  401000:\t55                   \tpush   %rbp", 0x401000, 1, "push", "%rbp"},
        {"    114f:\tc3                   \tret    ", 0x114f, 1, "ret", ""},
        {" 6f0:\t12 22             \tltr\t%r2,%r2", 0x6f0, 2, "ltr", "%r2,%r2"},
        {"ffffffffffffffff:\te3a00001 \tmov\tr0, #1\t; x", UINT64_MAX, 4, "mov", "r0, #1\t; x"},
        {"   100:\tb510      \tpush\t{r4, lr}", 0x100, 2, "push", "{r4, lr}"},
        {"   102:\tf000 f800 \tbl\t106 <f>", 0x102, 4, "bl", "106 <f>"},
        {" 10:\tf3 aa                \trep stos %al,%es:(%rdi)", 0x10, 2, "rep stos",
         "%al,%es:(%rdi)"},
        {" 10:\tf2 e9 00 00 00 00 \tbnd jmp 1030 <puts@plt>", 0x10, 6, "bnd jmp",
         "1030 <puts@plt>"},
        {" 10:\tf3 c3 \trepz ret", 0x10, 2, "repz ret", ""},
        {" 10:\t48                   \trex.W", 0x10, 1, "rex.W", ""},
        {" 10:\t48 55 \trex.W push %rbp", 0x10, 2, "rex.W push", "%rbp"},
        {" 10:\t06                   \t(bad)", 0x10, 1, "(bad)", ""},
        {" 10:\tff 25 00 00 00 00    \tjmp    *0x2fe2(%rip)        # 4018 <puts>\r", 0x10, 6, "jmp",
         "*0x2fe2(%rip)        # 4018 <puts>"},
    };
    struct objdump_line line;

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        cr_assert(objdump_line_read(text_of(cases[i].line), &line), "case %zu", i);
        cr_expect_eq(line.address, cases[i].address, "case %zu: %" PRIx64, i, line.address);
        cr_expect_eq(line.length, cases[i].length, "case %zu: %" PRIu32, i, line.length);
        cr_expect(text_equal(text_trim(line.mnemonic), text_of(cases[i].mnemonic)),
                  "case %zu: '%.*s'", i, (int)line.mnemonic.length, line.mnemonic.at);
        cr_expect(text_equal(line.operands, text_of(cases[i].operands)), "case %zu: '%.*s'", i,
                  (int)line.operands.length, line.operands.at);
    }
}

Test(objdump_line, may_be_anything_else)
{
    static const char *const lines[] = {"",
                                        "\t...",
                                        "0000000000001139 <main>:",
                                        "Disassembly of section .text:",
                                        "a.out:     file format elf64-x86-64",
                                        "1139:",
                                        "1139: 55 \tpush",
                                        "1139:\t55 \t",
                                        "1139:\t55",
                                        "1139:\t5 \tpush   %rbp",
                                        "1139:\t \tpush   %rbp",
                                        "1139:\tpush   %rbp",
                                        "1139:\txx \tpush   %rbp",
                                        "11390000000000000:\t55 \tpush   %rbp",
                                        ":\t55 \tpush   %rbp",
                                        "1139\t55 \tpush   %rbp"};
    struct objdump_line line;

    for (size_t i = 0; i < ARRAY_LENGTH(lines); i++)
        cr_expect_not(objdump_line_read(text_of(lines[i]), &line), "case %zu", i);
}
