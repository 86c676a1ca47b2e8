/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Disassembly by objdump, and by programs that stand in for it. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/array.h"
#include "reporter/object/disassembly.h"
#include "reporter/object/object_file.h"
#include "support/code_case.h"
#include "support/made_object.h"
#include "support/run.h"
#include "support/temporary.h"

TestSuite(objdump, .init = temporary_enter, .fini = temporary_leave, .timeout = 60);

static void need_objdump(void)
{
    run_need("objdump", "objdump");
}

Test(objdump, lists_what_was_executed_and_what_is_between)
{
    static const struct code_case cases[] = {
        {SOME_X86_64, "", DISASSEMBLED, ""},
        {SOME_X86_64, "0p", DISASSEMBLED, "0+1 push   %rbp\n"},
        {SOME_X86_64, "0p 1p 4p 7p?e ep! 15p", DISASSEMBLED,
         "0+1 push   %rbp\n"
         "1+3 mov    %rsp,%rbp\n"
         "4+3 cmp    $0x7,%edi\n"
         "7+2 jle    0x40100e [jump]\n"
         "9+5 mov    $0x1,%eax\n"
         "e+5 call   0x401017 [call]\n"
         "13+2 jmp    0x401000 [jump]\n"
         "15+1 pop    %rbp\n"},
        /* Not what is between functions. */
        {SOME_X86_64, "15p 16p 1cq 22r 24r 26r", DISASSEMBLED,
         "15+1 pop    %rbp\n"
         "16+1 ret\n"
         "1c+6 jmp    *0x100(%rip) # 0x401122 [jump]\n"
         "22+2 syscall\n"
         "24+1 (bad)\n"
         "25+1 (bad)\n"
         "26+1 ret\n"},
        /* "lock" was jumped over: both instructions are there. */
        {SOME_X86_64, "16p 17q 18q 1aq", DISASSEMBLED,
         "16+1 ret\n"
         "17+3 lock incl (%rdi)\n"
         "18+2 incl   (%rdi)\n"
         "1a+2 rep stos %al,%es:(%rdi)\n"},
        /* Zeros are not left out. */
        {CODE_X86_64, 64, false, BYTES("\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"), "0p! 10p",
         DISASSEMBLED,
         "0+2 add    %al,(%rax)\n"
         "2+2 add    %al,(%rax)\n"
         "4+2 add    %al,(%rax)\n"
         "6+2 add    %al,(%rax)\n"
         "8+2 add    %al,(%rax)\n"
         "a+2 add    %al,(%rax)\n"
         "c+2 add    %al,(%rax)\n"
         "e+2 add    %al,(%rax)\n"
         "10+2 add    %al,(%rax)\n"},
    };

    need_objdump();
    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++)
        code_case_check(&cases[i], DISASSEMBLER_OBJDUMP, LIST_FUNCTIONS);
}

Test(objdump, checks_whether_the_object_is_the_one_that_ran)
{
    need_objdump();
    for (size_t i = 0; code_fits[i].code != NULL; i++)
        code_case_check(&code_fits[i], DISASSEMBLER_OBJDUMP, LIST_NOTHING);
}

/* Of the file itself, whatever its name looks like. */
Test(objdump, reads_a_file_with_any_name)
{
    static const char *const names[] = {"-d", "--help", "a b;c", "*", "$(x)"};
    const struct made_object made = {
        .bits = 64, .machine = CODE_X86_64, .address = CODE_START, .code = "\xc3", .size = 1};
    const struct executed executed = {.address = CODE_START};
    struct disassembly disassembly;
    struct object_file object;

    need_objdump();
    for (size_t i = 0; i < ARRAY_LENGTH(names); i++) {
        made_object_write(&made, names[i]);
        cr_assert_eq(object_open(&object, names[i]), OBJECT_READ);
        cr_expect_eq(
            disassemble(&disassembly, &object, DISASSEMBLER_OBJDUMP, &executed, 1, LIST_FUNCTIONS),
            DISASSEMBLED, "%s", names[i]);
        cr_assert_eq(disassembly.count, 1, "%s", names[i]);
        cr_expect(text_equal(disassembly.list[0].text, TEXT("ret")), "%s", names[i]);
        disassembly_free(&disassembly);
        object_close(&object);
    }
}

/* Programs that stand in for objdump, in a PATH of their own. */
static void write_program(const char *name, const char *script)
{
    temporary_write(name, script);
    cr_assert_eq(chmod(name, 0700), 0);
    cr_assert_eq(setenv("PATH", ".", 1), 0);
}

#define SCRIPT "#!/bin/sh\n"

Test(objdump, may_not_be_there)
{
    static const struct code_case cases[] = {
        {SOME_X86_64, "0p", DISASSEMBLY_FAILED, ""},
        {SOME_X86_64, "", DISASSEMBLED, ""},
        {0, 64, false, BYTES("\1"), "0p", DISASSEMBLY_FAILED, ""},
    };

    cr_assert_eq(setenv("PATH", ".", 1), 0);
    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++)
        code_case_check(&cases[i], DISASSEMBLER_OBJDUMP, LIST_FUNCTIONS);
}

Test(objdump, may_not_know_the_machine)
{
    static const struct code_case unknown = {SOME_X86_64, "0p 1p", DISASSEMBLY_UNKNOWN, ""};

    write_program("objdump", SCRIPT "exit 1\n");
    code_case_check(&unknown, DISASSEMBLER_OBJDUMP, LIST_FUNCTIONS);
    write_program("objdump", SCRIPT "echo ' nothing: of that'\n");
    code_case_check(&unknown, DISASSEMBLER_OBJDUMP, LIST_FUNCTIONS);
}

/* That of the machine is asked where the plain one knows nothing of it. */
Test(objdump, may_be_that_of_the_machine)
{
    static const struct code_case riscv = {
        CODE_RISCV64,        64, false, BYTES("\x82\x80\x82\x80"), "0p 2p", DISASSEMBLED,
        "0+2 ret\n2+2 ret\n"};

    write_program("objdump", SCRIPT "exit 1\n");
    write_program("riscv64-linux-gnu-objdump",
                  SCRIPT "printf '  401000:\\t8082   \\tret\\n  401002:\\t8082   \\tret\\n'\n");
    code_case_check(&riscv, DISASSEMBLER_OBJDUMP, LIST_FUNCTIONS);
}

/* Only what was asked for is taken of it, and it is asked again where it went astray. */
Test(objdump, may_print_anything)
{
    static const struct code_case cases[] = {
        {SOME_X86_64, "2p 5p", DISASSEMBLED, "2+3 two\n5+1 five\n"},
        {SOME_X86_64, "2p 3p", DISASSEMBLY_MISFIT, "2"},
        {SOME_X86_64, "7p", DISASSEMBLY_UNKNOWN, ""},
    };

    write_program("objdump", SCRIPT
                  "case \"$*\" in\n"
                  "*start-address=0x401002*) printf ' 401000:\\t00\\tzero\\n 401002:\\t00 00 "
                  "00\\ttwo\\n';;\n"
                  "*start-address=0x401005*) printf ' 401005:\\t00\\tfive\\n';;\n"
                  "*) printf ' 401007:\\t00 \\t\\n 401007:\\t0x\\tseven\\n';; esac\n");
    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++)
        code_case_check(&cases[i], DISASSEMBLER_OBJDUMP, LIST_FUNCTIONS);
}

/* How often a program was started that counts it. */
static long count_starts(void)
{
    FILE *file = fopen("starts", "r");
    long size = 0;

    if (file != NULL && fseek(file, 0, SEEK_END) == 0)
        size = ftell(file);
    if (file != NULL)
        fclose(file);
    return size;
}

/* Where it has nothing to say it is not asked for each address. */
Test(objdump, is_started_for_stretches_of_code)
{
    static const struct code_case cases[] = {
        {SOME_X86_64, "0p 1p 4p 7p 9p ep 13p 15p", DISASSEMBLED,
         "0+1 .byte  0x55\n1+3 .byte  0x48,0x89,0xe5\n4+3 x\n7+2 x\n9+5 x\ne+5 x\n13+2 x\n15+1 "
         "x\n"},
        {SOME_X86_64, "0p 1p 4p 7p 9p ep 13p 15p", DISASSEMBLY_UNKNOWN, ""},
    };

    write_program("objdump",
                  SCRIPT "printf . >>starts; printf ' 401004:\\t000000\\tx\\n 401007:"
                         "\\t0000\\tx\\n 401009:\\t0000000000\\tx\\n 40100e:\\t0000000000"
                         "\\tx\\n 401013:\\t0000\\tx\\n 401015:\\t00\\tx\\n'\n");
    code_case_check(&cases[0], DISASSEMBLER_OBJDUMP, LIST_FUNCTIONS);
    cr_expect_eq(count_starts(), 1);
    remove("starts");
    write_program("objdump", SCRIPT "printf . >>starts; exit 0\n");
    code_case_check(&cases[1], DISASSEMBLER_OBJDUMP, LIST_FUNCTIONS);
    cr_expect_eq(count_starts(), 1);
    remove("starts");
    write_program("objdump", SCRIPT "printf . >>starts; printf ' 400000:\\t00\\tx\\n'\n");
    code_case_check(
        &(struct code_case){SOME_X86_64, "0p 1p 4p 7p 9p ep 13p 15p", DISASSEMBLY_MISFIT, "0"},
        DISASSEMBLER_OBJDUMP, LIST_FUNCTIONS);
}
