/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "reporter/object/disassembly.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>

#include "base/array.h"

TestSuite(flow, .timeout = 20);

/* Prints "J"ump, "C"all, "P"lain, "F"alls through, and the target. */
static void print(const struct flow *flow, char *room, size_t size)
{
    int length =
        snprintf(room, size, "%s%s%s%s", flow->is_jump ? "J" : "", flow->is_call ? "C" : "",
                 flow->is_plain ? "P" : "", flow->falls_through ? "F" : "");

    if (flow->has_target)
        snprintf(room + length, size - (size_t)length, " %" PRIx64, flow->target);
}

Test(flow, is_told_by_mnemonic_and_operands)
{
    static const struct {
        enum object_machine machine;
        const char *mnemonic, *operands, *expected;
    } cases[] = {
        {MACHINE_X86_64, "mov", "%eax,%edx", "PF"},
        {MACHINE_X86_64, "movl", "$0x10, %edx", "PF"},
        {MACHINE_X86_64, "jmp", "0x1030", "J 1030"},
        {MACHINE_X86_64, "jmp", "1030 <f,g+0x10>", "J 1030"},
        {MACHINE_X86_64, "jmp", "1030", "J"},
        {MACHINE_X86_64, "bnd jmp", "0x1030", "J 1030"},
        {MACHINE_X86_64, "jmpq", "*0x20(%rip)", "J"},
        {MACHINE_X86_64, "jmp", "*0x2fe2(%rip)        # 4018 <puts>", "J"},
        {MACHINE_X86_64, "notrack jmp", "*%rax", "J"},
        {MACHINE_X86_64, "jne", "0xffffffffffffffff", "JF ffffffffffffffff"},
        {MACHINE_X86_64, "jne", "0x1ffffffffffffffff", "JF"},
        {MACHINE_X86_64, "jne", "0x", "JF"},
        {MACHINE_X86, "loopne", "0x10", "JF 10"},
        {MACHINE_X86, "jecxz", "10 <f>", "JF 10"},
        {MACHINE_X86_64, "callq", "0x1030", "CF 1030"},
        {MACHINE_X86_64, "call", "*%rax", "CF"},
        {MACHINE_X86_64, "retq", "", ""},
        {MACHINE_X86_64, "repz ret", "", ""},
        {MACHINE_X86_64, "rep stos", "%al,%es:(%rdi)", "PF"},
        {MACHINE_X86_64, "syscall", "", "F"},
        {MACHINE_X86_64, "int", "$0x80", "F"},
        {MACHINE_X86_64, "hlt", "", ""},
        {MACHINE_X86_64, "ud2", "", ""},
        {MACHINE_X86_64, "(bad)", "", ""},
        {MACHINE_X86_64, ".byte", "0x10", ""},
        {MACHINE_X86_64, "rolq", "$3, %rdi", "F"}, /* a request to Valgrind */
        {MACHINE_X86_64, "rol", "$0x3,%rdi", "F"},
        {MACHINE_X86_64, "rolq", "$3, %rsi", "PF"},
        {MACHINE_X86, "roll", "$3, %edi", "F"},
        {MACHINE_ARM64, "add", "x0, x1, #0x10", "PF"},
        {MACHINE_ARM64, "b", "#0x1030", "J 1030"},
        {MACHINE_ARM64, "b.eq", "1030 <f>", "JF 1030"},
        {MACHINE_ARM64, "tbnz", "w0, #3, #0x1030", "JF 1030"},
        {MACHINE_ARM64, "tbl", "v0.8b, {v1.16b}, v2.8b", "PF"},
        {MACHINE_ARM64, "bic", "x0, x1, x2", "PF"},
        {MACHINE_ARM64, "bl", "#0x1030", "CF 1030"},
        {MACHINE_ARM64, "blr", "x1", "CF"},
        {MACHINE_ARM64, "br", "x1", "J"},
        {MACHINE_ARM64, "brk", "#1", ""},
        {MACHINE_ARM64, "ret", "", ""},
        {MACHINE_ARM, "bic", "r0, r1, r2", "PF"},
        {MACHINE_ARM, "b", "#0x1030", "J 1030"},
        {MACHINE_ARM, "bne", "#0x1030", "JF 1030"},
        {MACHINE_ARM, "bls", "#0x1030", "JF 1030"},
        {MACHINE_ARM, "bl", "#0x1030", "CF"},
        {MACHINE_ARM, "blx", "r3", "CF"},
        {MACHINE_ARM, "bx", "lr", ""},
        {MACHINE_ARM, "bx", "r3", "J"},
        {MACHINE_ARM, "cbz", "r0, #0x1030", "JF 1030"},
        {MACHINE_ARM, "pop", "{r4, pc}", ""},
        {MACHINE_ARM, "ldrls", "pc, [pc, r3, lsl #2]", "F"},
        {MACHINE_ARM, "mov", "ip, ip, ror #3", "F"},
        {MACHINE_ARM, "mov", "r0, r1", "PF"},
        {MACHINE_PPC64, "addi", "r1, r1, 0x10", "PF"},
        {MACHINE_PPC64, "b", "0x1030", "J 1030"},
        {MACHINE_PPC64, "bne", "cr7, 0x1030", "JF 1030"},
        {MACHINE_PPC64, "bl", "0x1030", "CF 1030"},
        {MACHINE_PPC64, "bctrl", "", "CF"},
        {MACHINE_PPC64, "blr", "", ""},
        {MACHINE_PPC, "beqlr", "", "JF"},
        {MACHINE_PPC, "brh", "r1,r2", "PF"},
        {MACHINE_MIPS, "addiu", "$sp, $sp, -0x20", "F"}, /* it may be in a delay slot */
        {MACHINE_MIPS, "beqz", "$v0, 0x1030", "JF 1030"},
        {MACHINE_MIPS64, "jr", "$ra", "F"},
        {MACHINE_MIPS64, "jr", "$t9", "JF"},
        {MACHINE_MIPS64, "jalr", "$t9", "CF"},
        {MACHINE_MIPS64, "bal", "0x1030", "CF 1030"},
        {MACHINE_S390X, "lgr", "%r2, %r3", "PF"},
        {MACHINE_S390X, "j", "0x1030", "J 1030"},
        {MACHINE_S390X, "jne", "1030 <f>", "JF 1030"},
        {MACHINE_S390X, "cgrjne", "%r1,%r2,1030 <f>", "JF 1030"},
        {MACHINE_S390X, "brasl", "%r14, 0x1030", "CF 1030"},
        {MACHINE_S390X, "br", "%r14", ""},
        {MACHINE_S390X, "br", "%r1", "J"},
        {MACHINE_S390X, "bler", "%r14", "JF"},
        {MACHINE_S390X, "exrl", "%r1,1030 <f>", "F"},
        {MACHINE_S390X, "cgr", "%r1,%r2", "PF"},
        {MACHINE_RISCV64, "addi", "sp,sp,-32", "PF"},
        {MACHINE_RISCV64, "bnez", "a0,1030 <f>", "JF 1030"},
        {MACHINE_RISCV64, "jr", "a0", "J"},
        {MACHINE_RISCV64, "jal", "ra,1030 <f>", "CF 1030"},
        {MACHINE_RISCV64, "ret", "", ""},
        {MACHINE_UNKNOWN, "mov", "", "PF"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct flow flow =
            flow_of(cases[i].machine, text_of(cases[i].mnemonic), text_of(cases[i].operands));
        char printed[40];
        print(&flow, printed, sizeof printed);
        cr_expect_str_eq(printed, cases[i].expected, "case %zu, %s %s", i, cases[i].mnemonic,
                         cases[i].operands);
    }
}

TestSuite(instruction_text, .timeout = 20);

Test(instruction_text, is_in_one_form)
{
    static const struct {
        const char *mnemonic, *operands, *expected;
    } cases[] = {{"mov", "%eax,%edx", "mov    %eax,%edx"},
                 {"movabs", "$0x1,%rax", "movabs $0x1,%rax"},
                 {"rep stos", "%al,%es:(%rdi)", "rep stos %al,%es:(%rdi)"},
                 {"ret", "", "ret"},
                 {" nop  ", "  ", "nop"},
                 {"rep   stos", "", "rep stos"},
                 {"b", "0x10 \t <f>", "b      0x10 <f>"},
                 {"call", "10 <\xc3\xa4\x1b[m\x7f>", "call   10 <???[m?>"},
                 {"", "", ""}};
    char made[LONGEST_INSTRUCTION_TEXT];

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct text text =
            instruction_text_set(made, text_of(cases[i].mnemonic), text_of(cases[i].operands));
        cr_expect(text_equal(text, text_of(cases[i].expected)), "case %zu: '%.*s'", i,
                  (int)text.length, text.at);
    }
}

Test(instruction_text, is_cut_off)
{
    static char operands[2 * LONGEST_INSTRUCTION_TEXT];
    char made[LONGEST_INSTRUCTION_TEXT];

    memset(operands, 'x', sizeof operands);
    struct text text =
        instruction_text_set(made, TEXT("call"), (struct text){operands, sizeof operands});
    cr_expect_eq(text.length, LONGEST_INSTRUCTION_TEXT);
    cr_expect(text_starts_with(text, TEXT("call   xxx")));
}

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
