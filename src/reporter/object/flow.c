/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/object/flow.h"

#include "base/array.h"
#include "reporter/object/hexadecimal.h"

/* What is known of an instruction. */
enum kind {
    KIND_PLAIN,
    KIND_JUMP,    /* always goes elsewhere */
    KIND_BRANCH,  /* a jump that may not be taken */
    KIND_CALL,    /* to a subroutine, which comes back or does not */
    KIND_SYSTEM,  /* to the system, likewise */
    KIND_AWAY,    /* a return, or the end */
    KIND_OPEN,    /* goes on with the next, or maybe not */
    KIND_UNKNOWN, /* no instruction at all */
};

/*
 * Mnemonics that are no plain instructions. One that ends in '*' stands for all that begin with
 * what is before it. The first one that matches counts.
 */
struct mnemonic_row {
    const char *mnemonic;
    enum kind kind;
};

static const struct mnemonic_row x86_rows[] = {
    {"jmp*", KIND_JUMP},     {"j*", KIND_BRANCH},    {"call*", KIND_CALL},
    {"ret*", KIND_AWAY},     {"ljmp*", KIND_JUMP},   {"lcall*", KIND_CALL},
    {"lret*", KIND_AWAY},    {"loop*", KIND_BRANCH}, {"xbegin*", KIND_BRANCH},
    {"xabort*", KIND_AWAY},  {"iret*", KIND_AWAY},   {"hlt", KIND_AWAY},
    {"ud*", KIND_AWAY},      {"int*", KIND_SYSTEM},  {"sys*", KIND_SYSTEM},
    {"(bad)", KIND_UNKNOWN}, {".*", KIND_UNKNOWN}};

static const struct mnemonic_row arm64_rows[] = {
    {"b", KIND_JUMP},      {"brk", KIND_AWAY},    {"br*", KIND_JUMP},   {"b.*", KIND_BRANCH},
    {"bc.*", KIND_BRANCH}, {"bl*", KIND_CALL},    {"cbz", KIND_BRANCH}, {"cbnz", KIND_BRANCH},
    {"tbz", KIND_BRANCH},  {"tbnz", KIND_BRANCH}, {"ret*", KIND_AWAY},  {"eret*", KIND_AWAY},
    {"udf", KIND_AWAY},    {"hlt", KIND_AWAY},    {"svc", KIND_SYSTEM}, {".*", KIND_UNKNOWN}};

static const struct mnemonic_row arm_rows[] = {
    {"b", KIND_JUMP},      {"b.*", KIND_JUMP},    {"bx", KIND_JUMP},    {"bic*", KIND_PLAIN},
    {"bfc*", KIND_PLAIN},  {"bfi*", KIND_PLAIN},  {"bkpt*", KIND_AWAY}, {"bls*", KIND_BRANCH},
    {"blt*", KIND_BRANCH}, {"ble*", KIND_BRANCH}, {"bl*", KIND_CALL},   {"b*", KIND_BRANCH},
    {"cb*", KIND_BRANCH},  {"tb*", KIND_JUMP},    {"udf*", KIND_AWAY},  {"svc*", KIND_SYSTEM},
    {".*", KIND_UNKNOWN}};

static const struct mnemonic_row ppc_rows[] = {
    {"b", KIND_JUMP},       {"ba", KIND_JUMP},   {"bctr", KIND_JUMP},   {"blr", KIND_AWAY},
    {"bl", KIND_CALL},      {"bla", KIND_CALL},  {"bctrl*", KIND_CALL}, {"blrl*", KIND_CALL},
    {"bclr*", KIND_BRANCH}, {"bcl*", KIND_CALL}, {"bcd*", KIND_PLAIN},  {"bperm*", KIND_PLAIN},
    {"br*", KIND_PLAIN},    {"b*", KIND_BRANCH}, {"trap", KIND_AWAY},   {"sc*", KIND_SYSTEM},
    {"rf*", KIND_AWAY},     {".*", KIND_UNKNOWN}};

/* Whatever follows a jump is executed with it, so that nothing is known for sure. */
static const struct mnemonic_row mips_rows[] = {
    {"bal*", KIND_CALL},  {"jal*", KIND_CALL},      {"b", KIND_BRANCH},
    {"break", KIND_AWAY}, {"bit*", KIND_OPEN},      {"b*", KIND_BRANCH},
    {"j*", KIND_BRANCH},  {"syscall", KIND_SYSTEM}, {"*", KIND_OPEN}};

static const struct mnemonic_row s390x_rows[] = {
    {"j", KIND_JUMP},        {"jg", KIND_JUMP},       {"br", KIND_JUMP},
    {"bras*", KIND_CALL},    {"bas*", KIND_CALL},     {"bal*", KIND_CALL},
    {"jas*", KIND_CALL},     {"j*", KIND_BRANCH},     {"b*", KIND_BRANCH},
    {"crj*", KIND_BRANCH},   {"cgrj*", KIND_BRANCH},  {"cij*", KIND_BRANCH},
    {"cgij*", KIND_BRANCH},  {"clrj*", KIND_BRANCH},  {"clgrj*", KIND_BRANCH},
    {"clij*", KIND_BRANCH},  {"clgij*", KIND_BRANCH}, {"crb*", KIND_BRANCH},
    {"cgrb*", KIND_BRANCH},  {"cib*", KIND_BRANCH},   {"cgib*", KIND_BRANCH},
    {"clrb*", KIND_BRANCH},  {"clgrb*", KIND_BRANCH}, {"clib*", KIND_BRANCH},
    {"clgib*", KIND_BRANCH}, {"ex*", KIND_OPEN},      {"svc", KIND_SYSTEM},
    {"lpsw*", KIND_AWAY},    {".*", KIND_UNKNOWN}};

static const struct mnemonic_row riscv_rows[] = {
    {"j", KIND_JUMP},      {"jr", KIND_JUMP},     {"jal*", KIND_CALL},    {"ret", KIND_AWAY},
    {"bset*", KIND_PLAIN}, {"bclr*", KIND_PLAIN}, {"binv*", KIND_PLAIN},  {"bext*", KIND_PLAIN},
    {"brev*", KIND_PLAIN}, {"b*", KIND_BRANCH},   {"ecall", KIND_SYSTEM}, {"ebreak", KIND_AWAY},
    {"unimp", KIND_AWAY},  {"c.*", KIND_OPEN},    {".*", KIND_UNKNOWN}};

struct mnemonic_list {
    const struct mnemonic_row *rows;
    size_t count;
};

static struct mnemonic_list mnemonics_of(enum object_machine machine)
{
    switch (machine) {
    case MACHINE_X86:
    case MACHINE_X86_64:
        return (struct mnemonic_list){x86_rows, ARRAY_LENGTH(x86_rows)};
    case MACHINE_ARM:
        return (struct mnemonic_list){arm_rows, ARRAY_LENGTH(arm_rows)};
    case MACHINE_ARM64:
        return (struct mnemonic_list){arm64_rows, ARRAY_LENGTH(arm64_rows)};
    case MACHINE_PPC:
    case MACHINE_PPC64:
        return (struct mnemonic_list){ppc_rows, ARRAY_LENGTH(ppc_rows)};
    case MACHINE_MIPS:
    case MACHINE_MIPS64:
        return (struct mnemonic_list){mips_rows, ARRAY_LENGTH(mips_rows)};
    case MACHINE_S390X:
        return (struct mnemonic_list){s390x_rows, ARRAY_LENGTH(s390x_rows)};
    case MACHINE_RISCV64:
        return (struct mnemonic_list){riscv_rows, ARRAY_LENGTH(riscv_rows)};
    case MACHINE_UNKNOWN:
        break;
    }
    return (struct mnemonic_list){0};
}

/* Blanks in the text do not count: only some disassemblers have them between operands. */
static bool matches(const char *pattern, struct text text)
{
    for (size_t i = 0; i < text.length && *pattern != '*'; i++)
        if (!is_blank(text.at[i]) && (*pattern == '\0' || *pattern++ != text.at[i]))
            return false;
    return *pattern == '*' || *pattern == '\0';
}

/* Prefixes of x86 are printed before the instruction. */
static struct text skip_prefixes(struct text mnemonic)
{
    struct text last = mnemonic;

    while (text_cut(&mnemonic, ' ', &last))
        ;
    return last;
}

static bool has_word(struct text text, struct text word)
{
    for (; text.length >= word.length; text = text_skip(text, 1))
        if (text_starts_with(text, word))
            return true;
    return false;
}

/* What mnemonics alone do not tell. */
struct operands_row {
    enum object_machine machine;
    const char *mnemonic, *operands;
    enum kind kind;
};

static const struct operands_row operands_rows[] = {
    /* A request to Valgrind, which takes several instructions for one that do nothing together:
     * this is the first of them, and the next is not recorded. */
    {MACHINE_X86, "rol*", "$3,%edi", KIND_OPEN},
    {MACHINE_X86, "rol*", "$0x3,%edi", KIND_OPEN},
    {MACHINE_X86_64, "rol*", "$3,%rdi", KIND_OPEN},
    {MACHINE_X86_64, "rol*", "$0x3,%rdi", KIND_OPEN},
    {MACHINE_ARM, "*", "ip,ip,*", KIND_OPEN},
    {MACHINE_ARM, "*", "r12,r12,*", KIND_OPEN},
    {MACHINE_ARM64, "ror", "x12,x12,#*", KIND_OPEN},
    {MACHINE_PPC, "rot*", "0,0,3", KIND_OPEN},
    {MACHINE_PPC, "rot*", "r0,r0,3", KIND_OPEN},
    {MACHINE_PPC64, "rot*", "0,0,3", KIND_OPEN},
    {MACHINE_PPC64, "rot*", "r0,r0,3", KIND_OPEN},
    {MACHINE_S390X, "lr", "%r15,%r15", KIND_OPEN},
    {MACHINE_RISCV64, "srli", "zero,zero,*", KIND_OPEN},
    /* Returns: to where the caller left its address. */
    {MACHINE_ARM, "bx", "lr", KIND_AWAY},
    {MACHINE_S390X, "br", "%r14", KIND_AWAY},
    {MACHINE_MIPS, "jr", "$ra", KIND_OPEN},
    {MACHINE_MIPS, "jr", "ra", KIND_OPEN},
    {MACHINE_MIPS64, "jr", "$ra", KIND_OPEN},
    {MACHINE_MIPS64, "jr", "ra", KIND_OPEN},
};

static enum kind kind_of(enum object_machine machine, struct text mnemonic, struct text operands)
{
    struct mnemonic_list list = mnemonics_of(machine);

    if (machine == MACHINE_X86 || machine == MACHINE_X86_64)
        mnemonic = skip_prefixes(mnemonic);
    for (size_t i = 0; i < ARRAY_LENGTH(operands_rows); i++)
        if (operands_rows[i].machine == machine && matches(operands_rows[i].mnemonic, mnemonic) &&
            matches(operands_rows[i].operands, operands))
            return operands_rows[i].kind;
    for (size_t i = 0; i < list.count; i++)
        if (matches(list.rows[i].mnemonic, mnemonic))
            return list.rows[i].kind;
    /* What writes the program counter is a jump. */
    if (machine == MACHINE_ARM && has_word(operands, TEXT("pc")))
        return text_equal(mnemonic, TEXT("pop")) ? KIND_AWAY : KIND_OPEN;
    return KIND_PLAIN;
}

static struct flow flow_of_kind(enum kind kind)
{
    switch (kind) {
    case KIND_PLAIN:
        return (struct flow){.is_plain = true, .falls_through = true};
    case KIND_JUMP:
        return (struct flow){.is_jump = true};
    case KIND_BRANCH:
        return (struct flow){.is_jump = true, .falls_through = true};
    case KIND_CALL:
        return (struct flow){.is_call = true, .falls_through = true};
    case KIND_SYSTEM:
    case KIND_OPEN:
        return (struct flow){.falls_through = true};
    case KIND_AWAY:
    case KIND_UNKNOWN:
        break;
    }
    return (struct flow){0};
}

/* What is before the name of a symbol: " <puts@plt>". */
static bool cut_symbol(struct text *operands)
{
    for (size_t i = 0; i + 1 < operands->length; i++)
        if (operands->at[i] == ' ' && operands->at[i + 1] == '<') {
            operands->length = i;
            return true;
        }
    return false;
}

/*
 * The last operand, if it is an address: "0x1030", with "#" before it for ARM, or as objdump has
 * it "1030 <puts@plt>".
 */
static bool read_target(struct text operands, uint64_t *target)
{
    bool has_symbol = cut_symbol(&operands);
    struct text last = {0};

    while (text_cut(&operands, ',', &last))
        ;
    last = text_trim(last);
    if (text_starts_with(last, TEXT("#")))
        last = text_skip(last, 1);
    bool has_prefix = text_starts_with(last, TEXT("0x"));
    last = text_skip(last, has_prefix ? 2 : 0);
    return hexadecimal_cut(&last, target) && last.length == 0 && (has_prefix || has_symbol);
}

struct flow flow_of(enum object_machine machine, struct text mnemonic, struct text operands)
{
    struct flow flow = flow_of_kind(kind_of(machine, mnemonic, operands));

    /* A call of ARM may go to the other instruction set, whose addresses are recorded otherwise. */
    if (flow.is_jump || (flow.is_call && machine != MACHINE_ARM))
        flow.has_target = read_target(operands, &flow.target);
    return flow;
}
