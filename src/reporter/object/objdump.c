/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The program objdump. One process prints a stretch of code, and its lines are taken as they are
 * asked for; it is started again where it took other bytes for instructions.
 */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/process.h"
#include "reporter/object/decoder.h"
#include "reporter/object/instruction_text.h"
#include "reporter/object/objdump_line.h"

enum {
    LONGEST_LINE = 4096,
    MOST_PROGRAMS = 4,
    MOST_IN_VAIN = 4, /* processes that print no instruction, before any that does */
};

struct objdump {
    const struct object_file *object;
    const char *programs[MOST_PROGRAMS]; /* to be tried, the first one that knows the machine */
    size_t n_programs, program;
    struct process process; /* {0}: none is running */
    bool has_answered, has_started;
    size_t n_in_vain;
    bool is_thumb;           /* what it was started for */
    uint64_t empty, skipped; /* from the one to the other it has no instructions */
    bool has_line;
    struct objdump_line line;
    char buffer[LONGEST_LINE]; /* which the line is in */
    struct instruction_text text;
};

/* Debian's objdump is for the machine that it runs on; there is another for each of the others. */
static void find_programs(struct objdump *objdump)
{
    static const struct {
        enum object_machine machine;
        const char *program;
    } programs[] = {{MACHINE_X86, "i686-linux-gnu-objdump"},
                    {MACHINE_X86, "x86_64-linux-gnu-objdump"},
                    {MACHINE_X86_64, "x86_64-linux-gnu-objdump"},
                    {MACHINE_ARM, "arm-linux-gnueabihf-objdump"},
                    {MACHINE_ARM, "arm-linux-gnueabi-objdump"},
                    {MACHINE_ARM64, "aarch64-linux-gnu-objdump"},
                    {MACHINE_PPC, "powerpc-linux-gnu-objdump"},
                    {MACHINE_PPC64, "powerpc64le-linux-gnu-objdump"},
                    {MACHINE_PPC64, "powerpc64-linux-gnu-objdump"},
                    {MACHINE_MIPS, "mipsel-linux-gnu-objdump"},
                    {MACHINE_MIPS, "mips-linux-gnu-objdump"},
                    {MACHINE_MIPS64, "mips64el-linux-gnuabi64-objdump"},
                    {MACHINE_MIPS64, "mips64-linux-gnuabi64-objdump"},
                    {MACHINE_S390X, "s390x-linux-gnu-objdump"},
                    {MACHINE_RISCV64, "riscv64-linux-gnu-objdump"}};

    objdump->programs[objdump->n_programs++] = "objdump";
    for (size_t i = 0; i < ARRAY_LENGTH(programs) && objdump->n_programs < MOST_PROGRAMS; i++)
        if (programs[i].machine == objdump->object->machine)
            objdump->programs[objdump->n_programs++] = programs[i].program;
}

/* The next line that is one of an instruction. What is too long of a line is dropped. */
static void read_line(struct objdump *objdump)
{
    FILE *from = objdump->process.from;

    objdump->has_line = false;
    while (!objdump->has_line && fgets(objdump->buffer, sizeof objdump->buffer, from) != NULL) {
        struct text line = text_of(objdump->buffer);
        if (line.length != 0 && line.at[line.length - 1] == '\n')
            line.length--;
        else
            for (int c = getc(from); c != EOF && c != '\n';)
                c = getc(from);
        objdump->has_line = objdump_line_read(line, &objdump->line);
    }
}

static bool stop(struct objdump *objdump)
{
    bool is_done = objdump->process.from == NULL || process_end(&objdump->process);

    objdump->process = (struct process){0};
    objdump->has_line = false;
    return is_done;
}

static bool start_program(struct objdump *objdump, const struct spot_to_decode *spot)
{
    char begin[40], end[40];
    const char *arguments[] = {objdump->programs[objdump->program],
                               "-d",
                               "-w",
                               "-z",
                               begin,
                               end,
                               spot->is_thumb ? "--disassembler-options=force-thumb" : "--",
                               spot->is_thumb ? "--" : objdump->object->path,
                               spot->is_thumb ? objdump->object->path : NULL,
                               NULL};

    snprintf(begin, sizeof begin, "--start-address=0x%" PRIx64, spot->address);
    snprintf(end, sizeof end, "--stop-address=0x%" PRIx64, spot->end);
    if (!process_start(&objdump->process, arguments)) {
        objdump->process = (struct process){0};
        return false;
    }
    objdump->has_started = true;
    read_line(objdump);
    return true;
}

/* The programs are tried one after the other until one prints an instruction, or nothing is wrong.
 */
static void start_at(struct objdump *objdump, const struct spot_to_decode *spot)
{
    stop(objdump);
    for (; objdump->program < objdump->n_programs; objdump->program++)
        if (start_program(objdump, spot) &&
            (objdump->has_line || stop(objdump) || objdump->has_answered))
            break;
    objdump->is_thumb = spot->is_thumb;
    objdump->has_answered |= objdump->has_line;
    objdump->n_in_vain += !objdump->has_answered;
    objdump->empty = spot->address;
    objdump->skipped = objdump->has_line ? objdump->line.address : spot->end;
}

/* Goes on to the line of an address, which may have been passed already. */
static bool skip_to(struct objdump *objdump, uint64_t address)
{
    while (objdump->has_line && objdump->line.address < address)
        read_line(objdump);
    return objdump->has_line && objdump->line.address == address;
}

/* May mean to begin anew there. */
static bool find_line(struct objdump *objdump, const struct spot_to_decode *spot)
{
    if (objdump->is_thumb == spot->is_thumb) {
        if (spot->address >= objdump->empty && spot->address < objdump->skipped)
            return false;
        if (skip_to(objdump, spot->address))
            return true;
    }
    if (objdump->n_in_vain < MOST_IN_VAIN)
        start_at(objdump, spot);
    return skip_to(objdump, spot->address);
}

static bool decode(void *state, const struct spot_to_decode *spot, struct decoded *decoded)
{
    struct objdump *objdump = state;
    const struct objdump_line *line = &objdump->line;

    if (!find_line(objdump, spot))
        return false;
    *decoded = (struct decoded){
        .length = line->length,
        .flow = flow_of(objdump->object->machine, line->mnemonic, line->operands),
        .text = instruction_text_set(&objdump->text, line->mnemonic, line->operands)};
    return true;
}

/* One that was not asked for all its lines may end as it likes. */
static enum disassembly_status close_objdump(void *state)
{
    struct objdump *objdump = state;
    enum disassembly_status status = DISASSEMBLED;

    stop(objdump);
    if (!objdump->has_answered && objdump->n_in_vain != 0)
        status = objdump->has_started ? DISASSEMBLY_UNKNOWN : DISASSEMBLY_FAILED;
    free(objdump);
    return status;
}

bool objdump_open(struct decoder *decoder, const struct object_file *object)
{
    struct objdump *objdump = memory_alloc(1, sizeof *objdump);

    objdump->object = object;
    find_programs(objdump);
    *decoder = (struct decoder){objdump, decode, close_objdump};
    return true;
}
