/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/object/disassembly.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/index.h"

enum {
    LARGEST_STEP = 64 * 1024,  /* between two instructions of a function that are near */
    LARGEST_DETOUR = 4 * 1024, /* bytes that are decoded in vain: starting again would be cheaper */
    LONGEST_INSTRUCTION = 16,
    MOST_STRAY = 8,            /* instructions in a stray cluster */
    MOST_UNEXECUTED = 1 << 20, /* instructions in all gaps together */
    MOST_BYTES = 16,           /* listed as one line where no instruction is known */
    LONGEST_BYTES = 5 * MOST_BYTES + 8,
    LOCK_PREFIX = 0xf0,
    MOST_NOT_FOLLOWED = 2, /* the recording may have ended between two instructions */
    UNKNOWN_SHARE = 4,     /* one instruction in four may be new to the disassembler */
};

/* Holds what is known of a function while its instructions are visited in order. */
struct function_state {
    size_t latest; /* index of its last instruction so far */
    size_t n_executed;
    bool is_thumb;
};

struct functions {
    struct index ids;
    struct function_state *list; /* by id */
    size_t capacity;
    uint32_t latest; /* id of the function of the last instruction */
};

/* Most instructions are of the same function as the one before, which need not be looked for. */
static bool is_same_function(const struct executed *executed, size_t number)
{
    return number != 0 && executed[number].function == executed[number - 1].function;
}

/* Where a recorder does not mark Thumb, an odd multiple of 2 shows it: ARM has no code there. */
static void add_to_function(struct functions *functions, const struct executed *executed,
                            size_t number, struct surroundings *all)
{
    size_t known = functions->ids.count;
    uint32_t id = is_same_function(executed, number)
                    ? functions->latest
                    : index_add(&functions->ids, 0, executed[number].function);

    functions->latest = id;
    ARRAY_GROW(functions->list, known, functions->capacity);
    struct function_state *function = &functions->list[id];
    if (id == known)
        *function = (struct function_state){.latest = number};
    size_t before = function->latest;
    bool is_near = executed[number].address - executed[before].address <= LARGEST_STEP;
    all[before].is_last = false;
    all[number].is_last = true;
    all[number].cluster = is_near && before != number ? all[before].cluster : number;
    function->latest = number;
    function->n_executed++;
    function->is_thumb |= executed[number].address % 4 == 2;
}

/* Clusters may be interleaved: a gap belongs to each that has code before and after it. */
static void find_gaps(size_t count, struct surroundings *all)
{
    size_t first = count; /* where the earliest of the clusters after the gap begins */

    for (size_t i = count; i-- > 0;) {
        all[i].is_before_gap = first <= i;
        first = all[i].cluster < first ? all[i].cluster : first;
    }
}

static void find_ends(const struct executed *executed, size_t count, struct surroundings *all)
{
    for (size_t i = count; i-- > 0;) {
        uint64_t address = executed[i].address;
        bool is_end = i + 1 == count;
        all[i].next = is_end ? UINT64_MAX : executed[i + 1].address;
        if (!is_end && (all[i].is_before_gap || all[i].next - address <= LARGEST_DETOUR))
            all[i].end = all[i + 1].end;
        else
            all[i].end = address < UINT64_MAX - LONGEST_INSTRUCTION ? address + LONGEST_INSTRUCTION
                                                                    : UINT64_MAX;
    }
}

static void find_strays(const struct functions *functions, const struct executed *executed,
                        size_t count, struct surroundings *all)
{
    size_t *sizes = memory_alloc(count, sizeof *sizes); /* by cluster */
    const struct function_state *function = NULL;

    for (size_t i = 0; i < count; i++)
        sizes[all[i].cluster]++;
    for (size_t i = 0; i < count; i++) {
        if (!is_same_function(executed, i))
            function = &functions->list[index_find(&functions->ids, 0, executed[i].function)];
        size_t size = sizes[all[i].cluster];
        all[i].is_stray = size <= MOST_STRAY && size < function->n_executed;
        all[i].is_thumb = function->is_thumb;
    }
    free(sizes);
}

struct surroundings *surroundings_of(const struct executed *executed, size_t count)
{
    struct surroundings *all = memory_alloc(count, sizeof *all);
    struct functions functions = {0};

    for (size_t i = 0; i < count; i++)
        add_to_function(&functions, executed, i, all);
    find_gaps(count, all);
    find_ends(executed, count, all);
    find_strays(&functions, executed, count, all);
    free(functions.list);
    index_free(&functions.ids);
    return all;
}

static enum fit fit_of_next(const struct executed *executed, const struct decoded *decoded,
                            const struct surroundings *around, bool is_locked)
{
    uint64_t distance = around->next - executed->address;

    if (distance == decoded->length)
        return FIT;
    if (distance < decoded->length)
        return distance == 1 && is_locked ? FIT : MISFIT_INSIDE;
    if (around->is_last || !decoded->flow.is_plain || executed->has_call)
        return FIT;
    return MISFIT_NOT_FOLLOWED;
}

static enum fit fit_of_jump(const struct executed *executed, const struct decoded *decoded)
{
    const struct flow *flow = &decoded->flow;
    uint64_t target = executed->jump_target, after = executed->address + decoded->length;

    if (!executed->has_jump || target == executed->address || target == after)
        return FIT;
    if (flow->is_plain || (executed->is_conditional && flow->is_jump && !flow->falls_through) ||
        (!executed->is_conditional && flow->is_conditional))
        return MISFIT_NO_JUMP;
    return flow->has_target && flow->target != target ? MISFIT_TARGET : FIT;
}

enum fit fit_of(const struct executed *executed, const struct decoded *decoded,
                const struct surroundings *around, bool is_locked)
{
    enum fit fit = fit_of_next(executed, decoded, around, is_locked);

    return fit != FIT ? fit : fit_of_jump(executed, decoded);
}

/* Counts executed instructions that look wrong: one proves nothing, but many do. */
struct doubts {
    size_t count;
    uint64_t first; /* address */
};

/* Holds the state of disassemble(), which visits the instructions in order. */
struct sweep {
    struct disassembly *disassembly;
    const struct object_file *object;
    struct decoder decoder;
    size_t n_unexecuted;
    struct doubts unknown, not_followed;
    size_t n_followed;
    enum listed_code_extent extent;
    char bytes[LONGEST_BYTES]; /* the text of bytes that are no known instruction */
};

static bool is_x86(const struct object_file *object)
{
    return object->machine == MACHINE_X86 || object->machine == MACHINE_X86_64;
}

/* The size of every instruction of a machine is a multiple of this. */
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

/* Callgrind adds 1 to the addresses of Thumb code, as the machine does in jumps to it. */
static bool is_thumb_address(const struct sweep *sweep, uint64_t address)
{
    return sweep->object->machine == MACHINE_ARM && address % 2 == 1;
}

/* Takes bytes that are no instruction, or an unknown one. Returns false if there is no code. */
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

/*
 * Decodes what is at an address; `next` is the next one where an instruction is known to begin.
 * Returns false if there is no code.
 */
static bool decode_at(struct sweep *sweep, uint64_t address, uint64_t next,
                      const struct surroundings *around, struct decoded *decoded)
{
    bool is_thumb = is_thumb_address(sweep, address);
    struct spot_to_decode spot = {address - is_thumb, next, around->end,
                                  around->is_thumb || is_thumb};

    if (!sweep->decoder.decode(sweep->decoder.state, &spot, decoded))
        return take_bytes(sweep, address, next, decoded);
    decoded->flow.target |= is_thumb;
    return true;
}

static void list_instruction(struct sweep *sweep, uint64_t address, const struct decoded *decoded)
{
    struct disassembly *disassembly = sweep->disassembly;

    if (sweep->extent == LIST_NOTHING)
        return;
    ARRAY_ADD(disassembly->list, disassembly->count, disassembly->capacity,
              (struct instruction){.address = address,
                                   .length = decoded->length,
                                   .text = arena_copy_text(&disassembly->texts, decoded->text),
                                   .has_target = decoded->flow.has_target,
                                   .is_jump = decoded->flow.is_jump,
                                   .is_call = decoded->flow.is_call});
}

static bool begins_with_lock(const struct sweep *sweep, uint64_t address)
{
    unsigned char byte;

    return is_x86(sweep->object) && object_read_code(sweep->object, address, 1, &byte) == 1 &&
           byte == LOCK_PREFIX;
}

static enum fit decode_executed(struct sweep *sweep, const struct executed *executed,
                                const struct surroundings *around, struct decoded *decoded)
{
    struct surroundings even =
        *around; /* whose distance to the next is not changed by marks of Thumb */
    bool is_locked = false;

    even.next += is_thumb_address(sweep, executed->address);
    even.next -= is_thumb_address(sweep, around->next);
    if (!decode_at(sweep, executed->address, around->next, around, decoded))
        return MISFIT_NO_CODE;
    if (around->next - executed->address == 1 && decoded->length > 1)
        is_locked = begins_with_lock(sweep, executed->address);
    return fit_of(executed, decoded, &even, is_locked);
}

static void add_doubt(struct doubts *doubts, uint64_t address)
{
    if (doubts->count++ == 0)
        doubts->first = address;
}

static bool take_executed(struct sweep *sweep, const struct executed *executed,
                          const struct surroundings *around, struct decoded *decoded)
{
    enum fit fit = decode_executed(sweep, executed, around, decoded);

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
 * Tells whether to go on decoding between an instruction and the next that was executed. Within a
 * function there may be code after a jump; elsewhere only what the instruction continues with
 * belongs to it. After unknown bytes on x86 it is not known where the next instruction begins.
 */
static bool has_more(const struct sweep *sweep, const struct decoded *decoded, uint64_t address,
                     const struct surroundings *around)
{
    if (decoded->length >= around->next - address || sweep->n_unexecuted == MOST_UNEXECUTED ||
        (decoded->is_unknown && is_x86(sweep->object)))
        return false;
    return around->is_before_gap || (!around->is_last && decoded->flow.falls_through);
}

/* A gap may hold data, so its instructions need not lead to what was executed next. */
static void take_gap(struct sweep *sweep, uint64_t address, const struct surroundings *around,
                     const struct decoded *first)
{
    struct decoded decoded = *first;

    while (has_more(sweep, &decoded, address, around)) {
        address += decoded.length;
        if (!decode_at(sweep, address, UINT64_MAX, around, &decoded) ||
            decoded.length > around->next - address)
            return;
        sweep->n_unexecuted++;
        list_instruction(sweep, address, &decoded);
    }
}

/*
 * Many doubts are a proof. But where less than half of the plain instructions are followed by the
 * next, the profiler took samples and did not see each instruction.
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

static bool sweep_all(struct sweep *sweep, const struct executed *executed,
                      const struct surroundings *all, size_t count)
{
    struct decoded decoded = {0};
    size_t i = 0;

    for (; i < count && take_executed(sweep, &executed[i], &all[i], &decoded); i++)
        if (sweep->extent == LIST_FUNCTIONS)
            take_gap(sweep, executed[i].address, &all[i], &decoded);
    return i == count && !has_doubts(sweep, count);
}

/*
 * Callgrind records what follows vfork() in the C library as code of the function that called it,
 * and of its object. Returns what was executed without such stray clusters that do not fit, which
 * the caller frees; or NULL where none are to be dropped.
 */
static struct executed *drop_strays(struct sweep *sweep, const struct executed *executed,
                                    const struct surroundings *all, size_t count, size_t *n_kept)
{
    bool *is_wrong = memory_alloc(count, sizeof *is_wrong); /* by cluster */
    struct executed *kept = NULL;
    struct decoded decoded = {0};
    bool has_wrong = false;

    for (size_t i = 0; i < count; i++)
        if (all[i].is_stray && !is_wrong[all[i].cluster])
            is_wrong[all[i].cluster] =
                decode_executed(sweep, &executed[i], &all[i], &decoded) != FIT;
    for (size_t i = 0; i < count; i++)
        has_wrong |= is_wrong[i];
    *n_kept = has_wrong ? 0 : count;
    if (has_wrong)
        kept = memory_alloc(count, sizeof *kept);
    for (size_t i = 0; has_wrong && i < count; i++)
        if (!is_wrong[all[i].cluster])
            kept[(*n_kept)++] = executed[i];
    free(is_wrong);
    return kept;
}

static bool open_decoder(struct sweep *sweep, enum disassembler disassembler)
{
    switch (disassembler) {
    case DISASSEMBLER_CAPSTONE:
        return capstone_open(&sweep->decoder, sweep->object, sweep->extent != LIST_NOTHING);
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
                                    size_t count, enum listed_code_extent extent)
{
    struct sweep sweep = {.disassembly = disassembly, .object = object, .extent = extent};

    *disassembly = (struct disassembly){0};
    if (!open_decoder(&sweep, disassembler))
        return DISASSEMBLY_UNKNOWN;
    struct surroundings *all = surroundings_of(executed, count);
    size_t n_kept;
    struct executed *kept = drop_strays(&sweep, executed, all, count, &n_kept);
    if (kept != NULL) {
        free(all);
        all = surroundings_of(kept, n_kept);
    }
    bool is_fit = (n_kept != 0 || count == 0) &&
                  sweep_all(&sweep, kept != NULL ? kept : executed, all, n_kept);
    if (n_kept == 0 && count != 0)
        disassembly->misfit = executed[0].address;
    enum disassembly_status status = sweep.decoder.close(sweep.decoder.state);
    free(kept);
    free(all);
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
