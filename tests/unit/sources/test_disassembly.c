/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Disassembly by objdump, and by programs that stand in for it. */

#include "sources/disassembly.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/array.h"
#include "support/made_object.h"
#include "support/run.h"
#include "support/temporary.h"

TestSuite(disassembly, .init = temporary_enter, .fini = temporary_leave, .timeout = 60);

enum { CODE_START = 0x401000, MOST_EXECUTED = 32, ROOM = 4000 };

static const char code[] = "\x55"                     /* 0: push %rbp */
                           "\x48\x89\xe5"             /* 1: mov %rsp,%rbp */
                           "\x83\xff\x07"             /* 4: cmp $0x7,%edi */
                           "\x7e\x05"                 /* 7: jle e */
                           "\xb8\x01\x00\x00\x00"     /* 9: mov $0x1,%eax */
                           "\xe8\x04\x00\x00\x00"     /* e: call 17 */
                           "\xeb\xeb"                 /* 13: jmp 0 */
                           "\x5d\xc3"                 /* 15: pop %rbp; ret */
                           "\xf0\xff\x07"             /* 17: lock incl (%rdi) */
                           "\xf3\xaa"                 /* 1a: rep stos %al,%es:(%rdi) */
                           "\xff\x25\x00\x01\x00\x00" /* 1c: jmp *0x100(%rip) */
                           "\x06\xe8\xc3"; /* 22: data, which looks like a call up to 27; 24: ret */

/* Reads "0 1 4/15", offsets of instructions in stretches, which are separated by a slash. */
static size_t read_executed(const char *text, struct executed_address *executed)
{
    size_t count = 0, begin = 0;
    uint64_t offset;

    for (int end; sscanf(text, "%" SCNx64 "%n", &offset, &end) == 1; text += end) {
        executed[count++].address = CODE_START + offset;
        text += end;
        for (size_t i = begin; i < count; i++)
            executed[i].reach = CODE_START + offset;
        begin = *text == '/' ? count : begin;
        end = *text == '/';
    }
    return count;
}

static enum disassembly_status decode(struct disassembly *disassembly, const char *program,
                                      const char *offsets)
{
    struct executed_address executed[MOST_EXECUTED];
    size_t count = read_executed(offsets, executed);

    made_object_write(&(struct made_object){.bits = 64,
                                            .machine = 62, /* x86-64 */
                                            .address = CODE_START,
                                            .code = code,
                                            .size = sizeof code - 1},
                      "-object");
    *disassembly = (struct disassembly){0};
    return disassemble(disassembly, program, "-object", executed, count);
}

static void print(const struct disassembly *disassembly, char *room)
{
    size_t length = 0;

    room[0] = '\0';
    for (size_t i = 0; i < disassembly->count; i++) {
        const struct instruction *at = &disassembly->list[i];
        length += (size_t)snprintf(room + length, ROOM - length, "%" PRIx64 "+%" PRIu32 " %.*s\n",
                                   at->address - CODE_START, at->length, (int)at->text.length,
                                   at->text.at);
    }
}

Test(disassembly, lists_what_was_executed_and_what_is_between)
{
    static const struct {
        const char *executed;
        const char *listed;
    } cases[] = {
        {"", ""},
        {"0", "0+1 push   %rbp\n"},
        {"0 9", "0+1 push   %rbp\n1+3 mov    %rsp,%rbp\n4+3 cmp    $0x7,%edi\n7+2 jle    0x40100e\n"
                "9+5 mov    $0x1,%eax\n"},
        /* Not what is between stretches. */
        {"0/9 e", "0+1 push   %rbp\n9+5 mov    $0x1,%eax\ne+5 call   0x401017\n"},
        {"16/1c", "16+1 ret\n1c+6 jmp    *0x100(%rip) # 0x401122\n"},
        /* "lock" is jumped over. */
        {"17 18 1a", "17+3 lock incl (%rdi)\n18+2 incl (%rdi)\n1a+2 rep stos %al,%es:(%rdi)\n"},
        /* Data is before what was executed. */
        {"1c/24", "1c+6 jmp    *0x100(%rip) # 0x401122\n24+1 ret\n"},
    };
    struct disassembly disassembly;
    char printed[ROOM];

    run_need("disassembly", "objdump");
    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        cr_expect_eq(decode(&disassembly, "objdump", cases[i].executed), DISASSEMBLED, "%s",
                     cases[i].executed);
        print(&disassembly, printed);
        cr_expect_str_eq(printed, cases[i].listed, "%s:\n%s", cases[i].executed, printed);
        disassembly_free(&disassembly);
    }
}

Test(disassembly, tells_where_no_instruction_begins)
{
    static const struct {
        const char *executed;
        uint64_t misfit;
    } cases[] = {
        {"0 1 4 6 7", 6}, /* within cmp */
        {"17 19", 0x19},  /* more than "lock" */
        {"1c 22", 0x22},  /* (bad) */
        {"1c/22", 0x22},  /* also where a run begins there */
        {"0/50", 0x50},   /* past the end of the code */
        {"80000000", 0x80000000},
    };
    struct disassembly disassembly;

    run_need("disassembly", "objdump");
    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        cr_expect_eq(decode(&disassembly, "objdump", cases[i].executed), DISASSEMBLY_MISFIT, "%s",
                     cases[i].executed);
        cr_expect_eq(disassembly.misfit, CODE_START + cases[i].misfit, "%s: %" PRIx64,
                     cases[i].executed, disassembly.misfit);
        disassembly_free(&disassembly);
    }
}

static void write_program(const char *commands)
{
    FILE *file = fopen("program", "w");

    cr_assert_not_null(file);
    fprintf(file, "#!/bin/sh\n%s\n", commands);
    cr_assert_eq(fclose(file), 0);
    cr_assert_eq(chmod("program", 0755), 0);
}

#define LINE "printf '  401000:\\t55\\tpush\\t%%rbp\\n'; "

/* Whatever the program prints: it ends, and its texts can be printed. */
Test(disassembly, trusts_no_program)
{
    static const struct {
        const char *commands;
        enum disassembly_status status;
        const char *listed;
    } cases[] = {
        {LINE, DISASSEMBLED, "0+1 push   %rbp\n"},
        {LINE "exit 1", DISASSEMBLED, "0+1 push   %rbp\n"},
        {LINE "sleep 1000", DISASSEMBLED, "0+1 push   %rbp\n"},
        {"printf '401000: 55 \\t a\\033\\200  b\\t\\n'", DISASSEMBLED, "0+1 a??    b\n"},
        {":", DISASSEMBLY_MISFIT, ""},
        {"exit 1", DISASSEMBLY_FAILED, ""},
        {"kill -9 $$", DISASSEMBLY_FAILED, ""},
        {"yes", DISASSEMBLY_FAILED, ""},
        {"cat /dev/zero", DISASSEMBLY_FAILED, ""},
        {"head -c 300000 /dev/zero; echo; " LINE, DISASSEMBLED, "0+1 push   %rbp\n"},
        {"printf '401000:\\t5\\tpush\\n401000:\\tx\\ta\\n401000:\\t55\\t\\n401000 55\\n'",
         DISASSEMBLY_MISFIT, ""},
        {"printf '401000'", DISASSEMBLY_MISFIT, ""},
        {"printf '401001:\\t55\\tpush\\n'", DISASSEMBLY_MISFIT, ""},
        {"printf '401000:\\t55\\t(bad)\\n'", DISASSEMBLY_MISFIT, ""},
    };
    struct disassembly disassembly;
    char printed[ROOM];

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        write_program(cases[i].commands);
        cr_expect_eq(decode(&disassembly, "./program", "0"), cases[i].status, "%s",
                     cases[i].commands);
        print(&disassembly, printed);
        cr_expect_str_eq(printed, cases[i].listed, "%s: %s", cases[i].commands, printed);
        disassembly_free(&disassembly);
    }
    cr_expect_eq(decode(&disassembly, "./none", "0"), DISASSEMBLY_NO_PROGRAM);
    disassembly_free(&disassembly);
}

Test(disassembly, waits_for_no_program)
{
    struct disassembly disassembly;

    if (!run_is_thorough())
        return;
    write_program("sleep 1000");
    cr_expect_eq(decode(&disassembly, "./program", "0"), DISASSEMBLY_FAILED);
    disassembly_free(&disassembly);
}

/* The program has limits of time and memory, and asks no server; near stretches need one run. */
Test(disassembly, limits_what_a_program_does)
{
    struct disassembly disassembly;

    write_program("echo \"$(ulimit -t) $(ulimit -v) $(ulimit -c) ${DEBUGINFOD_URLS}. $*\" >>said\n"
                  "printf '401000:\\t55\\tpush\\n401009:\\t55\\tpush\\n'");
    setenv("DEBUGINFOD_URLS", "http://127.0.0.1:1", 1);
    cr_expect_eq(decode(&disassembly, "./program", "0/9"), DISASSEMBLED);
    disassembly_free(&disassembly);
    char *said = run_output("cat", (char *[]){"cat", "said", NULL}, NULL);
    cr_expect_str_eq(said, "60 4194304 0 . -d -w -z --start-address=0x401000 "
                           "--stop-address=0x401019 -- -object\n");
    free(said);
}
