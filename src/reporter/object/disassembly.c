/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/object/disassembly.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/array.h"
#include "reporter/object/decoder.h"
#include "reporter/object/fit.h"
#include "reporter/object/object_file.h"
#include "reporter/object/places.h"

enum {
    MOST_UNEXECUTED = 1 << 20, /* instructions of all gaps */
    MOST_BYTES = 16,           /* of what is no instruction */
    LONGEST_BYTES = 5 * MOST_BYTES + 8,
    LOCK_PREFIX = 0xf0,
    MOST_NOT_FOLLOWED = 2, /* the recording may have ended between two instructions */
    UNKNOWN_SHARE = 4,     /* one instruction in so many may be new to the disassembler */
};

/* Executed instructions that prove nothing one by one. */
struct doubts {
    size_t count;
    uint64_t first; /* address */
};

struct sweep {
    struct disassembly *disassembly;
    const struct object_file *object;
    struct decoder decoder;
    size_t n_unexecuted;
    struct doubts unknown, not_followed;
    size_t n_followed;
    bool has_text;
    char bytes[LONGEST_BYTES]; /* of what is no instruction, as a text */
};

static bool is_x86(const struct object_file *object)
{
    return object->machine == MACHINE_X86 || object->machine == MACHINE_X86_64;
}

/* All instructions of a machine have a multiple of that as their size. */
static uint32_t unit_of(const struct object_file *object)
{
    switch (object->machine) {
    case MACHINE_UNKNOWN:
    case MACHINE_X86:
    case MACHINE_X86_64:
        return 1;
    case MACHINE_ARM:
    case MACHINE_S390X:
    case MACHINE_RISCV64:
        return 2;
    case MACHINE_ARM64:
    case MACHINE_PPC:
    case MACHINE_PPC64:
    case MACHINE_MIPS:
    case MACHINE_MIPS64:
        break;
    }
    return 4;
}

/* Callgrind adds 1 to the addresses of Thumb, as the machine does where it jumps to them. */
static bool is_thumb_address(const struct sweep *sweep, uint64_t address)
{
    return sweep->object->machine == MACHINE_ARM && address % 2 == 1;
}

/* What is no instruction, or none that the disassembler knows. False where no code is. */
static bool take_bytes(struct sweep *sweep, uint64_t address, uint64_t next,
                       struct decoded *decoded)
{
    unsigned char bytes[MOST_BYTES];
    uint32_t unit = unit_of(sweep->object);
    uint32_t wanted = next - address <= MOST_BYTES ? (uint32_t)(next - address) : unit;
    uint32_t length = (uint32_t)object_read_code(
        sweep->object, address - is_thumb_address(sweep, address), wanted, bytes);
    size_t end = (size_t)snprintf(sweep->bytes, sizeof sweep->bytes, ".byte ");

    for (uint32_t i = 0; i < length; i++)
        end += (size_t)snprintf(sweep->bytes + end, sizeof sweep->bytes - end, "%s0x%02x",
                                i == 0 ? " " : ",", bytes[i]);
    *decoded = (struct decoded){.length = length, .is_unknown = true, .text = {sweep->bytes, end}};
    return length != 0;
}

/* What is at an address; `next` is the next one where something begins. False: no code is there. */
static bool decode_at(struct sweep *sweep, uint64_t address, uint64_t next,
                      const struct place *place, struct decoded *decoded)
{
    bool is_thumb = is_thumb_address(sweep, address);
    struct spot_to_decode spot = {address - is_thumb, place->end, place->is_thumb || is_thumb};

    if (!sweep->decoder.decode(sweep->decoder.state, &spot, decoded))
        return take_bytes(sweep, address, next, decoded);
    decoded->flow.target |= is_thumb;
    return true;
}

static void list_instruction(struct sweep *sweep, uint64_t address, const struct decoded *decoded)
{
    struct disassembly *disassembly = sweep->disassembly;

    if (!sweep->has_text)
        return;
    ARRAY_GROW(disassembly->list, disassembly->count, disassembly->capacity);
    disassembly->list[disassembly->count++] =
        (struct instruction){.address = address,
                             .length = decoded->length,
                             .text = arena_copy_text(&disassembly->texts, decoded->text),
                             .has_target = decoded->flow.has_target,
                             .is_jump = decoded->flow.is_jump,
                             .is_call = decoded->flow.is_call};
}

static bool begins_with_lock(const struct sweep *sweep, uint64_t address)
{
    unsigned char byte;

    return is_x86(sweep->object) && object_read_code(sweep->object, address, 1, &byte) == 1 &&
           byte == LOCK_PREFIX;
}

static enum fit decode_executed(struct sweep *sweep, const struct executed *executed,
                                const struct place *place, struct decoded *decoded)
{
    struct fit_case fit = {executed, decoded, place->next, place->is_last, false};

    fit.next += is_thumb_address(sweep, executed->address);
    fit.next -= is_thumb_address(sweep, place->next);
    if (!decode_at(sweep, executed->address, place->next, place, decoded))
        return MISFIT_NO_CODE;
    if (place->next - executed->address == 1 && decoded->length > 1)
        fit.is_locked = begins_with_lock(sweep, executed->address);
    return fit_of(&fit);
}

static void add_doubt(struct doubts *doubts, uint64_t address)
{
    if (doubts->count++ == 0)
        doubts->first = address;
}

static bool take_executed(struct sweep *sweep, const struct executed *executed,
                          const struct place *place, struct decoded *decoded)
{
    enum fit fit = decode_executed(sweep, executed, place, decoded);

    if (fit != FIT && fit != MISFIT_NOT_FOLLOWED) {
        sweep->disassembly->misfit = executed->address;
        return false;
    }
    if (decoded->is_unknown)
        add_doubt(&sweep->unknown, executed->address);
    if (fit == MISFIT_NOT_FOLLOWED)
        add_doubt(&sweep->not_followed, executed->address);
    else
        sweep->n_followed += decoded->flow.is_plain;
    list_instruction(sweep, executed->address, decoded);
    return true;
}

/*
 * Whether something is to be decoded between an instruction and the next that was executed. A
 * function may go on after a jump; without one only what is executed first is part of it. Where
 * bytes of x86 are unknown, nobody knows where the next instruction begins.
 */
static bool has_more(const struct sweep *sweep, const struct decoded *decoded, uint64_t address,
                     const struct place *place)
{
    if (decoded->length >= place->next - address || sweep->n_unexecuted == MOST_UNEXECUTED ||
        (decoded->is_unknown && is_x86(sweep->object)))
        return false;
    return place->is_before_gap || (!place->is_last && decoded->flow.falls_through);
}

/* It may be data, so that it does not have to lead to what was executed next. */
static void take_gap(struct sweep *sweep, uint64_t address, const struct place *place,
                     const struct decoded *first)
{
    struct decoded decoded = *first;

    while (has_more(sweep, &decoded, address, place)) {
        address += decoded.length;
        if (!decode_at(sweep, address, UINT64_MAX, place, &decoded) ||
            decoded.length > place->next - address)
            return;
        sweep->n_unexecuted++;
        list_instruction(sweep, address, &decoded);
    }
}

/*
 * Many doubts are a proof. Where less than half of all instructions are followed by the next they
 * are samples, as profilers take them that do not see each instruction.
 */
static bool has_doubts(struct sweep *sweep, size_t count)
{
    const struct doubts *doubts = NULL;

    if (sweep->unknown.count > count / UNKNOWN_SHARE + 1)
        doubts = &sweep->unknown;
    else if (sweep->not_followed.count > MOST_NOT_FOLLOWED &&
             sweep->not_followed.count <= sweep->n_followed)
        doubts = &sweep->not_followed;
    if (doubts != NULL)
        sweep->disassembly->misfit = doubts->first;
    return doubts != NULL;
}

static bool sweep_all(struct sweep *sweep, const struct executed *executed, size_t count)
{
    struct place *places = places_of(executed, count);
    struct decoded decoded = {0};
    size_t i = 0;

    for (; i < count && take_executed(sweep, &executed[i], &places[i], &decoded); i++)
        if (sweep->has_text)
            take_gap(sweep, executed[i].address, &places[i], &decoded);
    free(places);
    return i == count && !has_doubts(sweep, count);
}

/*
 * What comes after vfork() in the C library is recorded as code of the function that called it, and
 * of its object. Copies what was executed without such clusters: those that do not fit.
 */
static size_t drop_strays(struct sweep *sweep, const struct executed *executed, size_t count,
                          struct executed *kept)
{
    struct place *places = places_of(executed, count);
    bool *is_wrong = memory_alloc(count, sizeof *is_wrong); /* by cluster */
    struct decoded decoded = {0};
    size_t n_kept = 0;

    for (size_t i = 0; i < count; i++)
        if (places[i].is_stray && !is_wrong[places[i].cluster])
            is_wrong[places[i].cluster] =
                decode_executed(sweep, &executed[i], &places[i], &decoded) != FIT;
    for (size_t i = 0; i < count; i++)
        if (!is_wrong[places[i].cluster])
            kept[n_kept++] = executed[i];
    free(is_wrong);
    free(places);
    return n_kept;
}

static bool open_decoder(struct sweep *sweep, enum disassembler disassembler)
{
    switch (disassembler) {
    case DISASSEMBLER_CAPSTONE:
        return capstone_open(&sweep->decoder, sweep->object, sweep->has_text);
    case DISASSEMBLER_OBJDUMP:
        return objdump_open(&sweep->decoder, sweep->object);
    case DISASSEMBLER_NONE:
        break;
    }
    return false;
}

enum disassembly_status disassemble(struct disassembly *disassembly,
                                    const struct object_file *object,
                                    enum disassembler disassembler, const struct executed *executed,
                                    size_t count, bool has_text)
{
    struct sweep sweep = {.disassembly = disassembly, .object = object, .has_text = has_text};

    *disassembly = (struct disassembly){0};
    if (!open_decoder(&sweep, disassembler))
        return DISASSEMBLY_UNKNOWN;
    struct executed *kept = memory_alloc(count, sizeof *kept);
    size_t n_kept = drop_strays(&sweep, executed, count, kept);
    bool is_fit = (n_kept != 0 || count == 0) && sweep_all(&sweep, kept, n_kept);
    if (n_kept == 0 && count != 0)
        disassembly->misfit = executed[0].address;
    enum disassembly_status status = sweep.decoder.close(sweep.decoder.state);
    free(kept);
    if (status == DISASSEMBLED && !is_fit)
        status = DISASSEMBLY_MISFIT;
    if (status != DISASSEMBLED)
        disassembly->count = 0;
    return status;
}

void disassembly_free(struct disassembly *disassembly)
{
    arena_free(&disassembly->texts);
    free(disassembly->list);
    *disassembly = (struct disassembly){0};
}
