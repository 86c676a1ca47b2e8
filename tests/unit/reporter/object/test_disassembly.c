/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "reporter/object/disassembly.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/array.h"
#include "reporter/object/object_file.h"
#include "support/code_case.h"
#include "support/made_object.h"
#include "support/temporary.h"

TestSuite(disassembly, .init = temporary_enter, .fini = temporary_leave, .timeout = 60);

static void need_capstone(void)
{
#ifndef HAVE_CAPSTONE
    fputs("disassembly: skipped, this build is without capstone\n", stderr);
    cr_skip_test("without capstone");
#endif
}

Test(disassembly, lists_what_was_executed_and_what_is_between)
{
    static const struct code_case cases[] = {
        {SOME_X86_64, "", DISASSEMBLED, ""},
        {SOME_X86_64, "0p", DISASSEMBLED, "0+1 pushq  %rbp\n"},
        {SOME_X86_64, "0p 1p 4p 7p?e ep! 15p", DISASSEMBLED,
         "0+1 pushq  %rbp\n"
         "1+3 movq   %rsp, %rbp\n"
         "4+3 cmpl   $7, %edi\n"
         "7+2 jle    0x40100e [jump]\n"
         "9+5 movl   $1, %eax\n"
         "e+5 callq  0x401017 [call]\n"
         "13+2 jmp    0x401000 [jump]\n"
         "15+1 popq   %rbp\n"},
        /* Not what is between functions. */
        {SOME_X86_64, "15p 16p 1cq 22r 26r", DISASSEMBLED,
         "15+1 popq   %rbp\n"
         "16+1 retq\n"
         "1c+6 jmpq   *0x100(%rip) [jump]\n"
         "22+2 syscall\n"
         "24+1 .byte  0x06\n"
         "26+1 retq\n"},
        /* "lock" was jumped over: both instructions are there. */
        {SOME_X86_64, "16p 17q 18q 1aq", DISASSEMBLED,
         "16+1 retq\n"
         "17+3 lock incl (%rdi)\n"
         "18+2 incl   (%rdi)\n"
         "1a+2 rep stosb %al, (%rdi)\n"},
        /* Data is before what was executed. */
        {CODE_X86_64, 64, false, BYTES("\xeb\x01\xe8\xc3\x90\x90\x90\x90"), "0p>3 3p", DISASSEMBLED,
         "0+2 jmp    0x401003 [jump]\n"
         "3+1 retq\n"},
    };

    need_capstone();
    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        code_case_check(&cases[i], DISASSEMBLER_CAPSTONE, LIST_FUNCTIONS);
        code_case_check(&cases[i], DISASSEMBLER_CAPSTONE, LIST_NOTHING);
    }
}

/* An instruction that was executed is one, though the disassembler does not know it. */
Test(disassembly, shows_the_bytes_of_what_is_not_known)
{
    static const struct code_case cases[] = {
        {SOME_X86_64, "1ap 1cp 22p 24p 26p", DISASSEMBLED,
         "1a+2 rep stosb %al, (%rdi)\n"
         "1c+6 jmpq   *0x100(%rip) [jump]\n"
         "22+2 syscall\n"
         "24+2 .byte  0x06,0x06\n"
         "26+1 retq\n"},
        /* What follows is not, and nobody knows where anything begins. */
        {SOME_X86_64, "1ap 1cp 22p 26p", DISASSEMBLED,
         "1a+2 rep stosb %al, (%rdi)\n"
         "1c+6 jmpq   *0x100(%rip) [jump]\n"
         "22+2 syscall\n"
         "24+1 .byte  0x06\n"
         "26+1 retq\n"},
        /* Elsewhere it is known how long it is. */
        {CODE_ARM64, 64, false,
         BYTES("\x1f\x20\x03\xd5\xff\xff\xff\xff\xff\xff\xff\xff\xc0\x03\x5f\xd6"), "0p! cp",
         DISASSEMBLED,
         "0+4 nop\n"
         "4+4 .byte  0xff,0xff,0xff,0xff\n"
         "8+4 .byte  0xff,0xff,0xff,0xff\n"
         "c+4 ret\n"},
        {CODE_ARM64, 64, false, BYTES("\xff\xff\xff\xff"), "0p", DISASSEMBLED,
         "0+4 .byte  0xff,0xff,0xff,0xff\n"},
        /* Too much of it is another program. */
        {SOME_X86_64, "24p 25p", DISASSEMBLY_MISFIT, "24"},
    };

    need_capstone();
    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++)
        code_case_check(&cases[i], DISASSEMBLER_CAPSTONE, LIST_FUNCTIONS);
}

Test(disassembly, is_of_many_machines)
{
    static const struct code_case cases[] = {
        {CODE_X86, 32, false, BYTES("\x55\x89\xe5\x65\xa1\x14\x00\x00\x00\x74\x00\xc3"),
         "0p 1p 3p 9p bp", DISASSEMBLED,
         "0+1 pushl  %ebp\n"
         "1+2 movl   %esp, %ebp\n"
         "3+6 movl   %gs:0x14, %eax\n"
         "9+2 je     0x40100b [jump]\n"
         "b+1 retl\n"},
        {CODE_ARM64, 64, false,
         BYTES("\xe0\x03\x01\xaa\x40\x00\x00\xb4\x02\x00\x00\x94\xc0\x03\x5f\xd6\xff\xff\xff\x17"),
         "0p 4p?c cp 10q>c", DISASSEMBLED,
         "0+4 mov    x0, x1\n"
         "4+4 cbz    x0, #0x40100c [jump]\n"
         "8+4 bl     #0x401010 [call]\n"
         "c+4 ret\n"
         "10+4 b      #0x40100c [jump]\n"},
        {CODE_ARM, 32, false,
         BYTES("\x01\x00\xa0\xe1\x00\x00\x50\xe3\x00\x00\x00\x0a\x00\x00\x00\xeb\x10\x80\xbd\xe8"),
         "0p 4p 8p?10 10p", DISASSEMBLED,
         "0+4 mov    r0, r1\n"
         "4+4 cmp    r0, #0\n"
         "8+4 beq    #0x401010 [jump]\n"
         "c+4 bl     #0x401014 [call]\n"
         "10+4 pop    {r4, pc}\n"},
        /* Thumb, and ARM after it. */
        {CODE_ARM, 32, false,
         BYTES("\x10\xb5\x01\x20\x00\x28\x00\xd0\x00\xf0\x00\xf8\x10\xbd\x70\x47\x1e\xff\x2f\xe1"),
         "0p 2p 4p 6p?a ap>0 cp ep 10q", DISASSEMBLY_MISFIT, "a"},
        {CODE_ARM, 32, false,
         BYTES("\x10\xb5\x01\x20\x00\x28\x00\xd1\x00\xf0\x00\xf8\x10\xbd\x70\x47\x1e\xff\x2f\xe1"),
         "0p 2p 4p 6p?a 8p! cp ep 10q", DISASSEMBLED,
         "0+2 push   {r4, lr}\n"
         "2+2 movs   r0, #1\n"
         "4+2 cmp    r0, #0\n"
         "6+2 bne    #0x40100a [jump]\n"
         "8+4 bl     #0x40100c [call]\n"
         "c+2 pop    {r4, pc}\n"
         "e+2 bx     lr\n"
         "10+4 bx     lr\n"},
        /* The same with the addresses of Callgrind. */
        {CODE_ARM, 32, false,
         BYTES("\x10\xb5\x01\x20\x00\x28\x00\xd1\x00\xf0\x00\xf8\x10\xbd\x70\x47\x1e\xff\x2f\xe1"),
         "1p 3p 5p 7p?b dp fp 10p", DISASSEMBLED,
         "1+2 push   {r4, lr}\n"
         "3+2 movs   r0, #1\n"
         "5+2 cmp    r0, #0\n"
         "7+2 bne    #0x40100a [jump]\n"
         "9+4 bl     #0x40100c [call]\n"
         "d+2 pop    {r4, pc}\n"
         "f+2 bx     lr\n"
         "10+4 bx     lr\n"},
        {CODE_ARM, 32, false, BYTES("\x00\xd1\x01\x20\x01\x20"), "1p?7 3p 5p", DISASSEMBLY_MISFIT,
         "1"},
        {CODE_PPC64, 64, true,
         BYTES("\x7c\x83\x23\x78\x2f\x83\x00\x00\x41\x9e\x00\x08\x48\x00\x00\x05\x4e\x80\x00\x20"),
         "0p 4p 8p?10 10p", DISASSEMBLED,
         "0+4 mr     r3, r4\n"
         "4+4 cmpwi  cr7, r3, 0\n"
         "8+4 beq    cr7, 0x401010 [jump]\n"
         "c+4 bl     0x401010 [call]\n"
         "10+4 blr\n"},
        {CODE_PPC64, 64, false, BYTES("\x78\x23\x83\x7c\x20\x00\x80\x4e"), "0p 4p", DISASSEMBLED,
         "0+4 mr     r3, r4\n"
         "4+4 blr\n"},
        /* The jump is recorded of the instruction after it, which is executed before. */
        {CODE_MIPS, 32, true,
         BYTES("\x27\xbd\xff\xe0\x10\x40\x00\x02\x00\x00\x00\x00\x0c\x10\x04\x00\x00\x00\x00\x00"
               "\x03\xe0\x00\x08\x27\xbd\x00\x20"),
         "0p 4p 8p?10 14p 18p>0", DISASSEMBLED,
         "0+4 addiu  $sp, $sp, -0x20\n"
         "4+4 beqz   $v0, 0x401010 [jump]\n"
         "8+4 nop\n"
         "c+4 jal    0x401000 [call]\n"
         "10+4 nop\n"
         "14+4 jr     $ra\n"
         "18+4 addiu  $sp, $sp, 0x20\n"},
        {CODE_MIPS, 64, false, BYTES("\xe0\xff\xbd\x67\x08\x00\xe0\x03\x00\x00\x00\x00"),
         "0p 4p 8p", DISASSEMBLED,
         "0+4 daddiu $sp, $sp, -0x20\n"
         "4+4 jr     $ra\n"
         "8+4 nop\n"},
        {CODE_S390X, 64, true,
         BYTES("\xa7\x28\x00\x01\xb9\x04\x00\x23\xa7\x74\x00\x07\xc0\xe5\x00\x00\x00\x03\x07\xfe"
               "\xeb\x6f\xf0\x30\x00\x24\xa7\xf4\xff\xf3"),
         "0p 4p 8p?16 1ap>0", DISASSEMBLED,
         "0+4 lhi    %r2, 1\n"
         "4+4 lgr    %r2, %r3\n"
         "8+4 jne    0x401016 [jump]\n"
         "c+6 brasl  %r14, 0x401012 [call]\n"
         "12+2 br     %r14\n"
         "14+6 stmg   %r6, %r15, 0x30(%r15)\n"
         "1a+4 j      0x401000 [jump]\n"},
        {CODE_RISCV64, 64, false, BYTES("\x82\x80"), "0p", DISASSEMBLY_UNKNOWN, ""},
        {2, 32, true, BYTES("\x01\x00\x00\x00"), "0p", DISASSEMBLY_UNKNOWN, ""},
    };

    need_capstone();
    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++)
        code_case_check(&cases[i], DISASSEMBLER_CAPSTONE, LIST_FUNCTIONS);
}

Test(disassembly, lists_what_was_executed_alone_if_no_more_is_asked_for)
{
    static const struct code_case cases[] = {
        {SOME_X86_64, "0p 1p 4p 7p?e ep! 15p", DISASSEMBLED,
         "0+1 pushq  %rbp\n"
         "1+3 movq   %rsp, %rbp\n"
         "4+3 cmpl   $7, %edi\n"
         "7+2 jle    0x40100e [jump]\n"
         "e+5 callq  0x401017 [call]\n"
         "15+1 popq   %rbp\n"},
        {SOME_X86_64, "1p 2p", DISASSEMBLY_MISFIT, "1"},
    };

    need_capstone();
    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++)
        code_case_check(&cases[i], DISASSEMBLER_CAPSTONE, LIST_EXECUTED);
}

Test(disassembly, checks_whether_the_object_is_the_one_that_ran)
{
    need_capstone();
    for (size_t i = 0; code_fits[i].code != NULL; i++)
        code_case_check(&code_fits[i], DISASSEMBLER_CAPSTONE, LIST_NOTHING);
}

/* Code is read in blocks. */
Test(disassembly, is_of_long_code)
{
    enum { COUNT = 30000, LENGTH = 3 };
    static const char instruction[LENGTH] = "\x48\x89\xe5";
    static struct executed executed[COUNT];
    const struct made_segment segment = {1, 5, MADE_CODE_OFFSET, CODE_START, COUNT * LENGTH, 1};
    const struct made_object made = {
        .bits = 64, .machine = CODE_X86_64, .segments = &segment, .n_segments = 1};
    struct disassembly disassembly;
    struct object_file object;

    need_capstone();
    made_object_write(&made, "object");
    FILE *file = fopen("object", "r+");
    cr_assert(file != NULL && fseek(file, MADE_CODE_OFFSET, SEEK_SET) == 0);
    for (size_t i = 0; i < COUNT; i++) {
        executed[i].address = CODE_START + i * LENGTH;
        fwrite(instruction, 1, sizeof instruction, file);
    }
    fclose(file);
    cr_assert_eq(object_open(&object, "object"), OBJECT_READ);
    cr_expect_eq(
        disassemble(&disassembly, &object, DISASSEMBLER_CAPSTONE, executed, COUNT, LIST_FUNCTIONS),
        DISASSEMBLED);
    cr_assert_eq(disassembly.count, COUNT);
    for (size_t i = 0; i < COUNT; i++)
        cr_assert(text_equal(disassembly.list[i].text, TEXT("movq   %rsp, %rbp")), "%zu", i);
    disassembly_free(&disassembly);
    object_close(&object);
}

Test(disassembly, is_not_made_without_a_disassembler)
{
    static const struct code_case none = {SOME_X86_64, "0p", DISASSEMBLY_UNKNOWN, ""};

    code_case_check(&none, DISASSEMBLER_NONE, LIST_FUNCTIONS);
#ifndef HAVE_CAPSTONE
    code_case_check(&none, DISASSEMBLER_CAPSTONE, LIST_FUNCTIONS);
#endif
}

TestSuite(surroundings, .timeout = 20);

enum { MOST = 16 };

/*
 * Expects the surroundings of executed instructions, each of which is " FUNCTION@ADDRESS". "L"
 * says that it is the last of its function, "G" before a gap, "S" stray, "T" Thumb.
 */
static void expect_surroundings(const char *instructions, const char *expected)
{
    struct executed executed[MOST] = {0};
    char printed[40 * MOST] = "", function;
    size_t count = 0, length = 0;
    int end;

    for (;
         sscanf(instructions, " %c@%" SCNx64 "%n", &function, &executed[count].address, &end) == 2;
         instructions += end)
        executed[count++].function = (unsigned char)function;
    struct surroundings *all = surroundings_of(executed, count);
    for (size_t i = 0; i < count; i++)
        length +=
            (size_t)snprintf(printed + length, sizeof printed - length, " %c@%" PRIx64 "%s%s%s%s",
                             (int)executed[i].function, executed[i].address,
                             all[i].is_last ? "L" : "", all[i].is_before_gap ? "G" : "",
                             all[i].is_stray ? "S" : "", all[i].is_thumb ? "T" : "");
    cr_expect_str_eq(printed, expected);
    free(all);
}

Test(surroundings, are_before_gaps_of_functions)
{
    expect_surroundings("", "");
    expect_surroundings(" f@100", " f@100L");
    expect_surroundings(" f@100 f@104 g@200", " f@100G f@104L g@200L");
    /* g is within f. */
    expect_surroundings(" f@100 g@200 f@300 h@400", " f@100G g@200LG f@300L h@400L");
    /* They are interleaved. */
    expect_surroundings(" f@100 g@200 f@300 g@400 h@500", " f@100G g@200G f@300LG g@400L h@500L");
}

Test(surroundings, may_be_too_far_from_each_other)
{
    expect_surroundings(" f@100 f@10100", " f@100G f@10100L");
    expect_surroundings(" f@100 f@10104", " f@100S f@10104LS");
    expect_surroundings(" g@100 f@10104", " g@100L f@10104L");
}

/* Up to eight. */
Test(surroundings, are_stray_where_few_are_far_from_the_others)
{
    struct executed executed[12] = {0};

    for (unsigned i = 0; i < ARRAY_LENGTH(executed); i++)
        executed[i].address = (i < 3 ? 0x100 : 0x20000) + 4 * i;
    struct surroundings *all = surroundings_of(executed, ARRAY_LENGTH(executed));
    for (unsigned i = 0; i < ARRAY_LENGTH(executed); i++) {
        cr_expect_eq(all[i].is_stray, i < 3);
        cr_expect_eq(all[i].cluster, i < 3 ? 0 : 3);
    }
    free(all);
    all = surroundings_of(executed, ARRAY_LENGTH(executed) - 1);
    for (unsigned i = 0; i < ARRAY_LENGTH(executed) - 1; i++)
        cr_expect(all[i].is_stray);
    free(all);
}

Test(surroundings, are_of_thumb_functions)
{
    expect_surroundings(" f@100 f@104 g@108 g@10a g@10c", " f@100G f@104L g@108GT g@10aGT g@10cLT");
}

Test(surroundings, know_how_far_code_hangs_together)
{
    static const struct {
        uint64_t address;
        uint32_t function;
        uint64_t end;
    } cases[] = {{0x100, 'f', 0x1114},  {0x104, 'f', 0x1114},  {0x1104, 'g', 0x1114},
                 {0x3000, 'h', 0xd010}, {0xd000, 'h', 0xd010}, {UINT64_MAX, 'i', UINT64_MAX}};
    struct executed executed[ARRAY_LENGTH(cases)] = {0};

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        executed[i].address = cases[i].address;
        executed[i].function = cases[i].function;
    }
    struct surroundings *all = surroundings_of(executed, ARRAY_LENGTH(cases));
    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        cr_expect_eq(all[i].end, cases[i].end, "case %zu: %" PRIx64, i, all[i].end);
        cr_expect_eq(all[i].next, i + 1 < ARRAY_LENGTH(cases) ? cases[i + 1].address : UINT64_MAX);
    }
    free(all);
}

TestSuite(fit, .timeout = 20);

/* An instruction of four bytes at 0x100, unless it says something else. */
#define PLAIN                                                                                      \
    {                                                                                              \
        .length = 4, .flow = {.is_plain = true, .falls_through = true }                            \
    }
#define BRANCH                                                                                     \
    {                                                                                              \
        .length = 4, .flow = {                                                                     \
            .is_jump = true,                                                                       \
            .falls_through = true,                                                                 \
            .has_target = true,                                                                    \
            .target = 0x200                                                                        \
        }                                                                                          \
    }
#define INDIRECT                                                                                   \
    {                                                                                              \
        .length = 4, .flow = {.is_jump = true }                                                    \
    }
#define CALL                                                                                       \
    {                                                                                              \
        .length = 4, .flow = {                                                                     \
            .is_call = true,                                                                       \
            .falls_through = true,                                                                 \
            .has_target = true,                                                                    \
            .target = 0x200                                                                        \
        }                                                                                          \
    }
#define CONDITIONAL                                                                                \
    {                                                                                              \
        .length = 4, .flow = {.is_jump = true, .falls_through = true, .is_conditional = true }     \
    }
#define UNKNOWN                                                                                    \
    {                                                                                              \
        .length = 4, .is_unknown = true                                                            \
    }
#define JUMPS_TO(to)                                                                               \
    {                                                                                              \
        .address = 0x100, .has_jump = true, .jump_target = (to)                                    \
    }
#define MAY_JUMP_TO(to)                                                                            \
    {                                                                                              \
        .address = 0x100, .has_jump = true, .jump_target = (to), .is_conditional = true            \
    }

Test(fit, is_told_by_what_was_recorded)
{
    static const struct {
        struct decoded decoded;
        struct executed executed;
        uint64_t next;
        bool is_last, is_locked;
        enum fit expected;
    } cases[] = {
        /* What is executed next. */
        {PLAIN, {.address = 0x100}, 0x104, false, false, FIT},
        {PLAIN, {.address = 0x100}, 0x105, false, false, MISFIT_NOT_FOLLOWED},
        {PLAIN, {.address = 0x100}, 0x105, true, false, FIT},
        {PLAIN, {.address = 0x100}, UINT64_MAX, true, false, FIT},
        {PLAIN, {.address = 0x100, .has_call = true}, 0x105, false, false, FIT},
        {BRANCH, {.address = 0x100}, 0x105, false, false, FIT},
        {CALL, {.address = 0x100}, 0x105, false, false, FIT},
        {UNKNOWN, {.address = 0x100}, 0x105, false, false, FIT},
        /* What begins within it. */
        {PLAIN, {.address = 0x100}, 0x103, false, false, MISFIT_INSIDE},
        {PLAIN, {.address = 0x100}, 0x101, true, false, MISFIT_INSIDE},
        {CALL, {.address = 0x100}, 0x101, false, false, MISFIT_INSIDE},
        {PLAIN, {.address = 0x100}, 0x101, false, true, FIT},
        {PLAIN, {.address = 0x100}, 0x102, false, true, MISFIT_INSIDE},
        /* Where a jump goes to. */
        {BRANCH, JUMPS_TO(0x200), 0x104, false, false, FIT},
        {BRANCH, JUMPS_TO(0x201), 0x104, false, false, MISFIT_TARGET},
        {BRANCH, JUMPS_TO(0x104), 0x104, false, false, FIT},
        {BRANCH, JUMPS_TO(0x100), 0x104, false, false, FIT},
        {CALL, JUMPS_TO(0x201), 0x104, false, false, MISFIT_TARGET},
        {INDIRECT, JUMPS_TO(0x201), 0x105, false, false, FIT},
        {PLAIN, JUMPS_TO(0x100), 0x104, false, false, FIT},
        {PLAIN, JUMPS_TO(0x104), 0x104, false, false, FIT},
        {PLAIN, JUMPS_TO(0x200), 0x104, false, false, MISFIT_NO_JUMP},
        {UNKNOWN, JUMPS_TO(0x200), 0x104, false, false, FIT},
        {BRANCH, MAY_JUMP_TO(0x200), 0x104, false, false, FIT},
        {INDIRECT, MAY_JUMP_TO(0x200), 0x104, false, false, MISFIT_NO_JUMP},
        {INDIRECT, MAY_JUMP_TO(0x104), 0x104, false, false, FIT},
        {CONDITIONAL, MAY_JUMP_TO(0x200), 0x104, false, false, FIT},
        {CONDITIONAL, JUMPS_TO(0x200), 0x104, false, false, MISFIT_NO_JUMP},
        {CONDITIONAL, JUMPS_TO(0x104), 0x104, false, false, FIT},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        const struct surroundings around = {.next = cases[i].next, .is_last = cases[i].is_last};
        enum fit fit = fit_of(&cases[i].executed, &cases[i].decoded, &around, cases[i].is_locked);
        cr_expect_eq(fit, cases[i].expected, "case %zu", i);
    }
}
