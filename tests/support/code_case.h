/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_TESTS_SUPPORT_CODE_CASE_H
#define QUERN_TESTS_SUPPORT_CODE_CASE_H

/* Disassembly of a few bytes of code, as text. */

#include <stdbool.h>
#include <stddef.h>

#include "reporter/object/disassembly.h"

/* The address of the code. */
enum { CODE_START = 0x401000 };

/* Numbers of machines in the format. */
enum {
    CODE_X86 = 3,
    CODE_MIPS = 8,
    CODE_PPC64 = 21,
    CODE_S390X = 22,
    CODE_ARM = 40,
    CODE_X86_64 = 62,
    CODE_ARM64 = 183,
    CODE_RISCV64 = 243
};

/*
 * What was executed is a text: for each instruction its offset in the code, in hexadecimal, the
 * letter of its function (p and later: no digit), ">OFFSET" for a jump, "?OFFSET" for a conditional
 * one, "!" for a call. What is expected is a line for each instruction: "OFFSET+LENGTH TEXT", after
 * it "[jump]" or "[call]"; or the offset of what does not fit.
 */
struct code_case {
    unsigned machine, bits;
    bool is_big_endian;
    const char *code;
    size_t size;
    const char *executed;
    enum disassembly_status status;
    const char *expected;
};

/* Members of a code_case. */
#define BYTES(literal) literal, sizeof(literal) - 1

#define SOME_X86_64                                                                                \
    CODE_X86_64, 64, false,                                                                        \
        BYTES("\x55"                     /* 0: push %rbp */                                        \
              "\x48\x89\xe5"             /* 1: mov %rsp,%rbp */                                    \
              "\x83\xff\x07"             /* 4: cmp $7,%edi */                                      \
              "\x7e\x05"                 /* 7: jle e */                                            \
              "\xb8\x01\x00\x00\x00"     /* 9: mov $1,%eax */                                      \
              "\xe8\x04\x00\x00\x00"     /* e: call 17 */                                          \
              "\xeb\xeb"                 /* 13: jmp 0 */                                           \
              "\x5d\xc3"                 /* 15: pop %rbp; ret */                                   \
              "\xf0\xff\x07"             /* 17: lock incl (%rdi) */                                \
              "\xf3\xaa"                 /* 1a: rep stos */                                        \
              "\xff\x25\x00\x01\x00\x00" /* 1c: jmp *0x100(%rip) */                                \
              "\x0f\x05"                 /* 22: syscall */                                         \
              "\x06\x06"                 /* 24: none */                                            \
              "\xc3")                    /* 26: ret */

/*
 * What another build than this code does not fit, and what fits though it looks odd: for either
 * disassembler. The last one is {0}.
 */
extern const struct code_case code_fits[];

/* Writes an object with the code, into the current directory, and has it disassembled. */
void code_case_check(const struct code_case *code, enum disassembler disassembler,
                     enum listed_code_extent extent);

#endif
