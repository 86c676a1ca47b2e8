/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Decodes with the library capstone, if quern is built with it. */

#include "reporter/object/disassembly.h"

#ifdef HAVE_CAPSTONE

#include <capstone/capstone.h>
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/index.h"

enum { WINDOW_SIZE = 16 * 1024, LONGEST_INSTRUCTION = 16, N_SEEN = 1 << 15 };

/*
 * Holds the functions of the library that are called. It is loaded only when instructions are asked
 * for: linking its tables would take longer than a report on a small profile.
 */
struct library {
    cs_err (*open)(cs_arch architecture, cs_mode mode, csh *engine);
    cs_err (*close)(csh *engine);
    cs_err (*option)(csh engine, cs_opt_type type, size_t value);
    cs_insn *(*allocate)(csh engine);
    void (*release)(cs_insn *instructions, size_t count);
    bool (*decode)(csh engine, const uint8_t **bytes, size_t *size, uint64_t *address,
                   cs_insn *instruction);
};

/*
 * Loads the library. Returns false if it is not installed, or lacks one of the functions. It is
 * never unloaded.
 */
#ifdef LINKS_CAPSTONE

static bool load(struct library *library)
{
    *library = (struct library){cs_open, cs_close, cs_option, cs_malloc, cs_free, cs_disasm_iter};
    return true;
}

#else

/* The file name has the version of the interface that quern was compiled for. */
#define AS_TEXT(number) #number
#define FILE_NAME(version) "libcapstone.so." AS_TEXT(version)

static bool load(struct library *library)
{
    const struct {
        const char *name;
        void *function;
    } wanted[] = {
        {"cs_open", &library->open},     {"cs_close", &library->close},
        {"cs_option", &library->option}, {"cs_malloc", &library->allocate},
        {"cs_free", &library->release},  {"cs_disasm_iter", &library->decode},
    };
    void *handle = dlopen(FILE_NAME(CS_API_MAJOR), RTLD_LAZY | RTLD_LOCAL);
    bool is_loaded = handle != NULL;

    for (size_t i = 0; i < ARRAY_LENGTH(wanted) && is_loaded; i++) {
        void *symbol = dlsym(handle, wanted[i].name);
        is_loaded = symbol != NULL;
        /* C cannot convert a pointer to an object into one to a function, but POSIX guarantees
         * that their bytes agree. */
        memcpy(wanted[i].function, &symbol, sizeof symbol);
    }
    return is_loaded;
}

#endif

/* The bytes of an instruction, and in the last of them how many there are; {0} is none. */
struct seen_bytes {
    uint64_t words[2];
};

struct capstone {
    struct library library;
    const struct object_file *object;
    bool has_text;
    csh engine, thumb_engine; /* 0 if there is none */
    cs_insn *instruction;
    struct seen_bytes *plain; /* by hash, N_SEEN of them; NULL where each is decoded */
    char text[LONGEST_INSTRUCTION_TEXT];
    uint64_t address; /* of the start of the window */
    size_t length;    /* how much was read into it */
    unsigned char window[WINDOW_SIZE];
};

/*
 * Gives capstone's name for a machine. The bit of the byte order, which is the sign, is not in the
 * mode.
 */
struct capstone_machine {
    enum object_machine machine;
    cs_arch architecture;
    unsigned mode;
};

static const struct capstone_machine machines[] = {
    {MACHINE_X86, CS_ARCH_X86, CS_MODE_32},
    {MACHINE_X86_64, CS_ARCH_X86, CS_MODE_64},
    {MACHINE_ARM, CS_ARCH_ARM, CS_MODE_ARM},
    {MACHINE_ARM64, CS_ARCH_ARM64, CS_MODE_ARM},
    {MACHINE_PPC, CS_ARCH_PPC, CS_MODE_32},
    {MACHINE_PPC64, CS_ARCH_PPC, CS_MODE_64},
    {MACHINE_MIPS, CS_ARCH_MIPS, CS_MODE_MIPS32},
    {MACHINE_MIPS64, CS_ARCH_MIPS, CS_MODE_MIPS64},
    {MACHINE_S390X, CS_ARCH_SYSZ, CS_MODE_LITTLE_ENDIAN},
};

static const struct capstone_machine *machine_of(const struct object_file *object)
{
    for (size_t i = 0; i < ARRAY_LENGTH(machines); i++)
        if (machines[i].machine == object->machine)
            return &machines[i];
    return NULL;
}

/* Instructions have the byte order of the data, but for ARM64, where they are little-endian. */
static cs_mode mode_of(const struct capstone_machine *machine, const struct object_file *object)
{
    unsigned mode = machine->mode;

    if (object->is_big_endian && machine->architecture != CS_ARCH_ARM64)
        mode |= (unsigned)CS_MODE_BIG_ENDIAN;
    return (cs_mode)mode;
}

static csh open_engine(const struct library *library, const struct capstone_machine *machine,
                       cs_mode mode)
{
    csh engine = 0;

    if (library->open(machine->architecture, mode, &engine) != CS_ERR_OK)
        return 0;
    if (machine->architecture == CS_ARCH_X86)
        library->option(engine, CS_OPT_SYNTAX, CS_OPT_SYNTAX_ATT);
    return engine;
}

/* Gives at least the bytes of the longest instruction, or all up to the end of the code. */
static size_t bytes_at(struct capstone *capstone, uint64_t address, const uint8_t **bytes)
{
    if (address < capstone->address || address - capstone->address >= capstone->length ||
        capstone->length - (size_t)(address - capstone->address) < LONGEST_INSTRUCTION) {
        capstone->length =
            object_read_code(capstone->object, address, WINDOW_SIZE, capstone->window);
        capstone->address = address;
    }
    size_t begin = (size_t)(address - capstone->address);
    *bytes = capstone->window + begin;
    return capstone->length - begin;
}

/*
 * On x86 the bytes of an instruction say how long it is, and whether it is plain. Most are the same
 * as others before, and looking for these takes a tenth of the time of decoding. Returns where its
 * bytes are to be found, and sets them; or NULL where it is not known how many they are.
 */
static struct seen_bytes *find_seen(const struct capstone *capstone, uint64_t distance,
                                    const uint8_t *bytes, size_t length, struct seen_bytes *wanted)
{
    *wanted = (struct seen_bytes){0};
    if (capstone->plain == NULL || distance == 0 || distance >= sizeof *wanted || distance > length)
        return NULL;
    memcpy(wanted, bytes, distance);
    ((unsigned char *)wanted)[sizeof *wanted - 1] = (unsigned char)distance;
    return &capstone->plain[index_hash(wanted->words[0], wanted->words[1]) % N_SEEN];
}

static bool decode(void *state, const struct spot_to_decode *spot, struct decoded *decoded)
{
    struct capstone *capstone = state;
    cs_insn *instruction = capstone->instruction;
    csh engine =
        spot->is_thumb && capstone->thumb_engine != 0 ? capstone->thumb_engine : capstone->engine;
    uint64_t address = spot->address;
    const uint8_t *bytes;
    size_t length = bytes_at(capstone, address, &bytes);
    struct seen_bytes wanted;
    struct seen_bytes *seen = find_seen(capstone, spot->next - address, bytes, length, &wanted);

    if (seen != NULL && memcmp(seen, &wanted, sizeof wanted) == 0) {
        *decoded = (struct decoded){.length = (uint32_t)(spot->next - address),
                                    .flow = {.is_plain = true, .falls_through = true}};
        return true;
    }
    if (length > LONGEST_INSTRUCTION)
        length = LONGEST_INSTRUCTION;
    if (!capstone->library.decode(engine, &bytes, &length, &address, instruction) ||
        instruction->size == 0)
        return false;
    struct text mnemonic = text_of(instruction->mnemonic), operands = text_of(instruction->op_str);
    *decoded = (struct decoded){.length = instruction->size,
                                .flow = flow_of(capstone->object->machine, mnemonic, operands)};
    if (seen != NULL && decoded->flow.is_plain && decoded->length == spot->next - spot->address)
        *seen = wanted;
    if (capstone->has_text)
        decoded->text = instruction_text_set(capstone->text, mnemonic, operands);
    return true;
}

static void free_capstone(struct capstone *capstone)
{
    if (capstone->instruction != NULL)
        capstone->library.release(capstone->instruction, 1);
    if (capstone->engine != 0)
        capstone->library.close(&capstone->engine);
    if (capstone->thumb_engine != 0)
        capstone->library.close(&capstone->thumb_engine);
    free(capstone->plain);
    free(capstone);
}

static enum disassembly_status close_capstone(void *state)
{
    free_capstone(state);
    return DISASSEMBLED;
}

bool capstone_open(struct decoder *decoder, const struct object_file *object, bool has_text)
{
    const struct capstone_machine *machine = machine_of(object);
    struct library library;

    if (machine == NULL || !load(&library))
        return false;
    struct capstone *capstone = memory_alloc(1, sizeof *capstone);
    cs_mode mode = mode_of(machine, object);
    capstone->library = library;
    capstone->object = object;
    capstone->has_text = has_text;
    if (!has_text && machine->architecture == CS_ARCH_X86)
        capstone->plain = memory_alloc(N_SEEN, sizeof *capstone->plain);
    capstone->engine = open_engine(&capstone->library, machine, mode);
    if (machine->machine == MACHINE_ARM)
        capstone->thumb_engine =
            open_engine(&capstone->library, machine, (cs_mode)(mode | CS_MODE_THUMB));
    if (capstone->engine != 0)
        capstone->instruction = capstone->library.allocate(capstone->engine);
    if (capstone->instruction == NULL) {
        free_capstone(capstone);
        return false;
    }
    *decoder = (struct decoder){capstone, decode, close_capstone};
    return true;
}

#else

bool capstone_open(struct decoder *decoder, const struct object_file *object, bool has_text)
{
    (void)decoder;
    (void)object;
    (void)has_text;
    return false;
}

#endif
