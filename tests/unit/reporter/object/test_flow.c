/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "reporter/object/flow.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>

#include "base/array.h"

TestSuite(flow, .timeout = 20);

/* "J"ump, "C"all, "P"lain, "F"alls through, and a target. */
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
