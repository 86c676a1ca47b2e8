/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Objects from strangers: a whole file, or bytes as the code of some machine, and a few addresses
 * of it that were executed. Whatever they are, what is listed is in order and can be printed.
 */

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "fuzz.h"
#include "reporter/object/disassembly.h"
#include "reporter/object/object_file.h"

/* The first byte of an input: a machine, or one of these. */
enum { KIND_FILE = 0x40, KIND_LINE = 0x80 };

enum { MOST_EXECUTED = 16, EXECUTED_SIZE = 4, CODE_OFFSET = 120, LARGEST_CODE = 20000 };

/* Of ELF: number, class and byte order. */
static const unsigned char machines[][3] = {{62, 2, 1}, {3, 1, 1},  {40, 1, 1}, {183, 2, 1},
                                            {21, 2, 2}, {21, 2, 1}, {20, 1, 2}, {8, 1, 2},
                                            {8, 2, 1},  {22, 2, 2}, {40, 1, 2}, {243, 2, 1}};

static void require(bool is_so)
{
    if (!is_so)
        abort();
}

static void put(unsigned char *at, uint64_t number, size_t size, bool is_big_endian)
{
    for (size_t i = 0; i < size; i++)
        at[is_big_endian ? size - 1 - i : i] = (unsigned char)(number >> 8 * i);
}

/* A file with one segment of code, at the address where it is in the file. */
static void write_code(unsigned machine, const uint8_t *code, size_t size)
{
    static unsigned char file[CODE_OFFSET + LARGEST_CODE];
    const unsigned char *kind = machines[machine % ARRAY_LENGTH(machines)];
    bool is_32 = kind[1] == 1, is_big_endian = kind[2] == 2;
    size_t word = is_32 ? 4 : 8, header = is_32 ? 52 : 64;

    size = size < LARGEST_CODE ? size : LARGEST_CODE;
    memset(file, 0, CODE_OFFSET);
    memcpy(file, "\177ELF", 4);
    file[4] = kind[1];
    file[5] = kind[2];
    put(file + 18, kind[0], 2, is_big_endian);
    put(file + (is_32 ? 28 : 32), header, word, is_big_endian);
    put(file + (is_32 ? 42 : 54), is_32 ? 32 : 56, 2, is_big_endian);
    put(file + (is_32 ? 44 : 56), 1, 2, is_big_endian);
    put(file + header, 1, 4, is_big_endian);
    put(file + header + (is_32 ? 24 : 4), 5, 4, is_big_endian);
    put(file + header + word, CODE_OFFSET, word, is_big_endian);
    put(file + header + 2 * word, CODE_OFFSET, word, is_big_endian);
    put(file + header + 4 * word, size, word, is_big_endian);
    memcpy(file + CODE_OFFSET, code, size);
    fuzz_write(FUZZ_NEW, file, CODE_OFFSET + size);
}

static int compare_addresses(const void *a, const void *b)
{
    const struct executed *first = a, *second = b;

    return (first->address > second->address) - (first->address < second->address);
}

/* Distinct addresses in the code, each of them with what four bytes say. */
static size_t read_executed(const struct object_file *object, const uint8_t *data, size_t count,
                            struct executed *executed)
{
    size_t n_distinct = 0;

    for (size_t i = 0; i < count; i++, data += EXECUTED_SIZE) {
        uint64_t address = object->code[data[2] / 16 % object->n_code].address;
        executed[i] = (struct executed){.address = address + data[0] + 256U * (data[1] % 64),
                                        .function = data[2] % 16,
                                        .has_jump = data[3] % 2 == 1,
                                        .is_conditional = data[3] / 2 % 2 == 1,
                                        .has_call = data[3] / 4 % 2 == 1,
                                        .jump_target = address + data[3] / 8};
    }
    qsort(executed, count, sizeof *executed, compare_addresses);
    for (size_t i = 0; i < count; i++)
        if (n_distinct == 0 || executed[i].address != executed[n_distinct - 1].address)
            executed[n_distinct++] = executed[i];
    return n_distinct;
}

static void check_text(struct text text)
{
    require(text.length != 0 && text.at[0] != ' ' && text.at[text.length - 1] != ' ');
    for (size_t i = 0; i < text.length; i++)
        require(text.at[i] >= ' ' && text.at[i] <= '~');
}

static void check_list(const struct disassembly *disassembly)
{
    for (size_t i = 0; i < disassembly->count; i++) {
        require(disassembly->list[i].length >= 1);
        require(i == 0 || disassembly->list[i].address > disassembly->list[i - 1].address);
        check_text(disassembly->list[i].text);
    }
}

/* What is checked alone, and with all texts, is found to be the same. */
static void check_object(const struct object_file *object, const uint8_t *data, size_t count)
{
    struct executed executed[MOST_EXECUTED];
    struct disassembly listed, checked;

    count = object->n_code != 0 ? read_executed(object, data, count, executed) : 0;
    enum disassembly_status status =
        disassemble(&listed, object, DISASSEMBLER_CAPSTONE, executed, count, LIST_FUNCTIONS);
    require(disassemble(&checked, object, DISASSEMBLER_CAPSTONE, executed, count, LIST_NOTHING) ==
            status);
    require(status != DISASSEMBLY_FAILED && checked.count == 0);
    require(status != DISASSEMBLY_MISFIT || listed.misfit == checked.misfit);
    require(status != DISASSEMBLED || count == 0 || listed.count != 0);
    check_list(&listed);
    disassembly_free(&listed);
    disassembly_free(&checked);
}

static void check_line(struct text text)
{
    char made[LONGEST_INSTRUCTION_TEXT];
    struct objdump_line line;

    if (!objdump_line_read(text, &line))
        return;
    require(line.length != 0);
    for (enum object_machine machine = MACHINE_UNKNOWN; machine <= MACHINE_RISCV64; machine++)
        flow_of(machine, line.mnemonic, line.operands);
    struct text shown = instruction_text_set(made, line.mnemonic, line.operands);
    if (shown.length != 0)
        check_text(shown);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct object_file object, again;

    if (size < 2)
        return 0;
    size_t count = data[1] % (MOST_EXECUTED + 1), begin = 2 + count * EXECUTED_SIZE;
    if (data[0] >= KIND_LINE) {
        check_line((struct text){(const char *)data + 1, size - 1});
        return 0;
    }
    if (size < begin)
        return 0;
    if (data[0] >= KIND_FILE)
        fuzz_write(FUZZ_NEW, data + begin, size - begin);
    else
        write_code(data[0], data + begin, size - begin);
    if (object_open(&object, fuzz_path(FUZZ_NEW)) != OBJECT_READ) {
        object_close(&object);
        return 0;
    }
    require(object_open(&again, fuzz_path(FUZZ_NEW)) == OBJECT_READ);
    require(object_has_equal_code(&object, &again) == (object.n_code != 0));
    check_object(&object, data + 2, count);
    object_close(&again);
    object_close(&object);
    return 0;
}
