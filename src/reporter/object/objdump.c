/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Decodes with the program objdump. One process prints a stretch of code, and its lines are read as
 * instructions are asked for. Where an instruction is asked for inside one that objdump printed, it
 * is started again there.
 */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/system.h"
#include "reporter/object/disassembly.h"

enum {
    LONGEST_LINE = 4096,
    MOST_PROGRAMS = 4,
    MOST_IN_VAIN = 4, /* processes in a row, at the start, that print no instruction */
};

struct objdump {
    const struct object_file *object;
    const char *programs[MOST_PROGRAMS]; /* tried in order, until one knows the machine */
    size_t n_programs, program;
    struct process process; /* {0} if none is running */
    bool has_answered, has_started;
    size_t n_in_vain;
    bool is_thumb;           /* it was started for Thumb */
    uint64_t empty, skipped; /* no instruction was printed from the one to the other */
    bool has_line;
    struct objdump_line line;
    char buffer[LONGEST_LINE]; /* holds the line */
    char text[LONGEST_INSTRUCTION_TEXT];
};

/*
 * Chooses the programs to try. Debian's objdump knows only the machine that it runs on; each other
 * machine has one of its own.
 */
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

/* Reads the next line that is an instruction. The end of a line that is too long is dropped. */
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
    static const char *const no_settings[] = {NULL};
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
    if (!process_start(&objdump->process, arguments, no_settings)) {
        objdump->process = (struct process){0};
        return false;
    }
    objdump->has_started = true;
    read_line(objdump);
    return true;
}

/* Tries the programs one after the other, until one prints an instruction or ends without error. */
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

/*
 * Reads on to the line of an address. Returns false if it was passed already, or has no
 * instruction.
 */
static bool skip_to(struct objdump *objdump, uint64_t address)
{
    while (objdump->has_line && objdump->line.address < address)
        read_line(objdump);
    return objdump->has_line && objdump->line.address == address;
}

/* Starts objdump again at the address where the lines printed so far do not have it. */
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
        .text = instruction_text_set(objdump->text, line->mnemonic, line->operands)};
    return true;
}

/*
 * Returns what the exit says, if all lines were read: otherwise the status of the process says
 * nothing.
 */
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
