/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sources/disassembly.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/system.h"

enum {
    /* Starting objdump on a large object takes as long as printing this much code. */
    LARGEST_DETOUR = 512 * 1024,
    LONGEST_INSTRUCTION = 16,
    MNEMONIC_COLUMNS = 6,
    LONGEST_TEXT = 400,
    MOST_PROCESSOR_SECONDS = 60,  /* of a run */
    MOST_SILENT_SECONDS = 20,     /* between two lines */
    MOST_SECONDS = 300,           /* by the clock, of all runs for an object */
    MOST_PRINTED_FOR_BYTE = 1000, /* characters, since names may be long */
    MOST_PRINTED = 1 << 20,       /* in any case */
};

static const uint64_t MOST_MEMORY = UINT64_C(4) << 30;

struct objdump {
    const char *program, *object;
    int64_t deadline;
    struct process process;
    bool has_answered; /* this run or one before has printed an instruction */
};

static bool start_objdump(struct objdump *objdump, uint64_t first, uint64_t last)
{
    /* Stops objdump from looking for debug information on the network. */
    static const char *const settings[] = {"DEBUGINFOD_URLS=", NULL};
    uint64_t after =
        last < UINT64_MAX - LONGEST_INSTRUCTION ? last + LONGEST_INSTRUCTION : UINT64_MAX;
    char begin[40], end[40];
    const char *const arguments[] = {objdump->program, "-d", "-w", "-z", begin, end, "--",
                                     objdump->object,  NULL};
    const struct process_limits limits = {
        .processor_seconds = MOST_PROCESSOR_SECONDS,
        .silent_seconds = MOST_SILENT_SECONDS,
        .deadline = objdump->deadline,
        .memory = MOST_MEMORY,
        .output = (last - first) / MOST_PRINTED_FOR_BYTE < UINT32_MAX
                    ? MOST_PRINTED + (last - first) * MOST_PRINTED_FOR_BYTE
                    : UINT64_MAX,
    };

    snprintf(begin, sizeof begin, "--start-address=0x%" PRIx64, first);
    snprintf(end, sizeof end, "--stop-address=0x%" PRIx64, after);
    return process_start(&objdump->process, arguments, settings, &limits);
}

static int hexadecimal_digit(char c)
{
    return is_digit(c) ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/*
 * Returns whether a text names where it leads to, if it is a jump or a call: "jmp 1030 <puts@plt>",
 * or in an object without symbols "jmp 0x1030". After "#" is where that is read from.
 */
static bool names_target(struct text text)
{
    struct text last = text, word;

    if (text.length == 0 || memchr(text.at, '#', text.length) != NULL)
        return false;
    while (text_cut_word(&text, &word))
        last = word;
    return last.at[last.length - 1] == '>' || text_starts_with(last, TEXT("0x"));
}

/* Reads "  401000:\t89 c2 \tmov    %eax,%edx". Returns false if the line is something else. */
static bool read_line(struct text line, struct instruction *instruction)
{
    uint64_t address = 0;
    uint32_t digits = 0;
    struct text bytes;

    line = text_trim(line);
    for (; line.length != 0 && hexadecimal_digit(*line.at) >= 0; line = text_skip(line, 1))
        address = address << 4 | (uint64_t)hexadecimal_digit(*line.at);
    if (!text_starts_with(line, TEXT(":")))
        return false;
    line = text_trim(text_skip(line, 1));
    if (!text_cut(&line, '\t', &bytes))
        return false;
    for (; bytes.length != 0; bytes = text_skip(bytes, 1)) {
        if (hexadecimal_digit(*bytes.at) < 0 && !is_blank(*bytes.at))
            return false;
        digits += !is_blank(*bytes.at);
    }
    line = text_trim(line);
    *instruction = (struct instruction){
        .address = address, .length = digits / 2, .text = line, .has_target = names_target(line)};
    return digits >= 2 && line.length != 0;
}

/* Returns whether it is data, ".word 0x17", or undecodable, "(bad)". */
static bool is_no_instruction(struct text text)
{
    return text.at[0] == '.' || text.at[0] == '(';
}

/* Copies a text: operands begin at one column, and blanks elsewhere are single ones. */
static struct text copy_in_one_form(struct text text, struct arena *arena)
{
    char copy[LONGEST_TEXT + MNEMONIC_COLUMNS + 1];
    size_t length = 0, begin;

    for (size_t i = 0; i < text.length && length < LONGEST_TEXT;) {
        for (begin = i; i < text.length && is_blank(text.at[i]);)
            i++;
        if (i == begin) {
            char c = text.at[i++];
            copy[length++] = (char)(c > ' ' && c <= '~' ? c : '?');
            continue;
        }
        bool is_wide = i - begin > 1 || text.at[begin] == '\t';
        do
            copy[length++] = ' ';
        while (is_wide && length <= MNEMONIC_COLUMNS);
    }
    return arena_copy_text(arena, (struct text){copy, length});
}

static void add(struct disassembly *disassembly, struct instruction instruction)
{
    instruction.text = copy_in_one_form(instruction.text, &disassembly->texts);
    ARRAY_ADD(disassembly->list, disassembly->count, disassembly->capacity, instruction);
}

/*
 * Adds the output of a run up to the address at `end`. Returns the index of the first address where
 * no instruction begins, or `end`. The first address is at `first`.
 */
static size_t read_run(struct objdump *objdump, struct disassembly *disassembly,
                       const struct executed_address *executed, size_t first, size_t end)
{
    uint64_t reach = executed[first].reach;
    struct instruction instruction;
    size_t next = first;
    struct text line;

    while (next < end && process_next(&objdump->process, '\n', &line)) {
        if (!read_line(line, &instruction))
            continue;
        objdump->has_answered = true;
        uint64_t wanted = executed[next].address;
        if (instruction.address > wanted)
            return next;
        if (instruction.address == wanted) {
            if (is_no_instruction(instruction.text))
                return next;
            add(disassembly, instruction);
            reach = executed[next].reach > reach ? executed[next].reach : reach;
            next++;
        } else if (next != first && wanted <= reach) {
            add(disassembly, instruction);
        }
        /* The C library jumps over the prefix in a process of one thread. */
        if (next < end && executed[next].address == instruction.address + 1 &&
            instruction.length > 1 && text_starts_with(instruction.text, TEXT("lock "))) {
            instruction.address++;
            instruction.length--;
            instruction.text = text_skip(instruction.text, 5);
            add(disassembly, instruction);
            next++;
        }
    }
    return next;
}

/*
 * Decodes from the address at *next on, as far as one run gets, and moves *next on. Data before a
 * stretch may hide its first instruction: the next run begins there.
 */
static enum disassembly_status decode(struct objdump *objdump, struct disassembly *disassembly,
                                      const struct executed_address *executed, size_t *next,
                                      size_t count)
{
    size_t first = *next, end = first;
    uint64_t reach = executed[first].reach; /* of all stretches up to the end */

    for (; end < count &&
           (executed[end].address <= reach || executed[end].address - reach <= LARGEST_DETOUR);
         end++)
        reach = executed[end].reach > reach ? executed[end].reach : reach;
    if (!start_objdump(objdump, executed[first].address, executed[end - 1].address))
        return DISASSEMBLY_FAILED;
    *next = read_run(objdump, disassembly, executed, first, end);
    int status = process_end(&objdump->process);
    if (*next == end)
        return DISASSEMBLED;
    if (status == PROCESS_NOT_FOUND)
        return DISASSEMBLY_NO_PROGRAM;
    if (objdump->process.is_endless ||
        (objdump->process.is_at_end && (status < 0 || (status != 0 && !objdump->has_answered))))
        return DISASSEMBLY_FAILED;
    disassembly->misfit = executed[*next].address;
    for (size_t i = first; i < *next; i++)
        if (executed[i].reach >= disassembly->misfit)
            return DISASSEMBLY_MISFIT;
    return *next == first ? DISASSEMBLY_MISFIT : DISASSEMBLED;
}

enum disassembly_status disassemble(struct disassembly *disassembly, const char *program,
                                    const char *object, const struct executed_address *executed,
                                    size_t count)
{
    struct objdump *objdump = memory_alloc(1, sizeof *objdump);
    enum disassembly_status status = DISASSEMBLED;

    *objdump = (struct objdump){.program = program,
                                .object = object,
                                .deadline = milliseconds_now() + INT64_C(1000) * MOST_SECONDS};
    for (size_t next = 0; next < count && status == DISASSEMBLED;)
        status = decode(objdump, disassembly, executed, &next, count);
    free(objdump);
    return status;
}

void disassembly_free(struct disassembly *disassembly)
{
    arena_free(&disassembly->texts);
    free(disassembly->list);
    *disassembly = (struct disassembly){0};
}
