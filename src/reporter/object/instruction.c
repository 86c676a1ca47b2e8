/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Reads what disassemblers print of an instruction: its line, its common form, and where it leads
 * to.
 */

#include "base/array.h"
#include "base/text.h"
#include "reporter/object/disassembly.h"

enum { MNEMONIC_COLUMNS = 6, MOST_PRINTED_BYTES = 64 };

/* Returns the value of a digit, or -1 if it is none. Addresses are printed in lower case. */
static int hexadecimal_digit(char c)
{
    return is_digit(c) ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Cuts a number off the start of a text. Returns false if it has no digit, or more than 64 bits. */
static bool hexadecimal_cut(struct text *text, uint64_t *number)
{
    size_t digits = 0;

    for (*number = 0; digits < text->length && hexadecimal_digit(text->at[digits]) >= 0; digits++)
        *number = *number << 4 | (uint64_t)hexadecimal_digit(text->at[digits]);
    *text = text_skip(*text, digits);
    return digits != 0 && digits <= 16;
}

/* Says what an instruction does to the flow of the program. */
enum kind {
    KIND_PLAIN,
    KIND_JUMP,    /* always goes elsewhere */
    KIND_BRANCH,  /* a jump that may not be taken */
    KIND_CALL,    /* calls a subroutine, which may never return */
    KIND_SYSTEM,  /* calls the system, which may never return */
    KIND_AWAY,    /* returns, or ends the program */
    KIND_OPEN,    /* may or may not continue with the next instruction */
    KIND_UNKNOWN, /* is no instruction at all */
};

/*
 * Lists the mnemonics of a machine that are not plain instructions; the last row has none. A '*' at
 * the end matches any rest, and the first row that matches counts.
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
    {"(bad)", KIND_UNKNOWN}, {".*", KIND_UNKNOWN},   {NULL, KIND_PLAIN}};

static const struct mnemonic_row arm64_rows[] = {
    {"b", KIND_JUMP},      {"brk", KIND_AWAY},    {"br*", KIND_JUMP},   {"b.*", KIND_BRANCH},
    {"bc.*", KIND_BRANCH}, {"bl*", KIND_CALL},    {"cbz", KIND_BRANCH}, {"cbnz", KIND_BRANCH},
    {"tbz", KIND_BRANCH},  {"tbnz", KIND_BRANCH}, {"ret*", KIND_AWAY},  {"eret*", KIND_AWAY},
    {"udf", KIND_AWAY},    {"hlt", KIND_AWAY},    {"svc", KIND_SYSTEM}, {".*", KIND_UNKNOWN},
    {NULL, KIND_PLAIN}};

static const struct mnemonic_row arm_rows[] = {
    {"b", KIND_JUMP},      {"b.*", KIND_JUMP},    {"bx", KIND_JUMP},    {"bic*", KIND_PLAIN},
    {"bfc*", KIND_PLAIN},  {"bfi*", KIND_PLAIN},  {"bkpt*", KIND_AWAY}, {"bls*", KIND_BRANCH},
    {"blt*", KIND_BRANCH}, {"ble*", KIND_BRANCH}, {"bl*", KIND_CALL},   {"b*", KIND_BRANCH},
    {"cb*", KIND_BRANCH},  {"tb*", KIND_JUMP},    {"udf*", KIND_AWAY},  {"svc*", KIND_SYSTEM},
    {".*", KIND_UNKNOWN},  {NULL, KIND_PLAIN}};

static const struct mnemonic_row ppc_rows[] = {
    {"b", KIND_JUMP},       {"ba", KIND_JUMP},    {"bctr", KIND_JUMP},   {"blr", KIND_AWAY},
    {"bl", KIND_CALL},      {"bla", KIND_CALL},   {"bctrl*", KIND_CALL}, {"blrl*", KIND_CALL},
    {"bclr*", KIND_BRANCH}, {"bcl*", KIND_CALL},  {"bcd*", KIND_PLAIN},  {"bperm*", KIND_PLAIN},
    {"br*", KIND_PLAIN},    {"b*", KIND_BRANCH},  {"trap", KIND_AWAY},   {"sc*", KIND_SYSTEM},
    {"rf*", KIND_AWAY},     {".*", KIND_UNKNOWN}, {NULL, KIND_PLAIN}};

/* MIPS executes the instruction after a jump together with it, so nothing is certain. */
static const struct mnemonic_row mips_rows[] = {
    {"bal*", KIND_CALL}, {"jal*", KIND_CALL}, {"b", KIND_BRANCH},  {"break", KIND_AWAY},
    {"bit*", KIND_OPEN}, {"b*", KIND_BRANCH}, {"j*", KIND_BRANCH}, {"syscall", KIND_SYSTEM},
    {"*", KIND_OPEN},    {NULL, KIND_PLAIN}};

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
    {"lpsw*", KIND_AWAY},    {".*", KIND_UNKNOWN},    {NULL, KIND_PLAIN}};

static const struct mnemonic_row riscv_rows[] = {
    {"j", KIND_JUMP},      {"jr", KIND_JUMP},     {"jal*", KIND_CALL},    {"ret", KIND_AWAY},
    {"bset*", KIND_PLAIN}, {"bclr*", KIND_PLAIN}, {"binv*", KIND_PLAIN},  {"bext*", KIND_PLAIN},
    {"brev*", KIND_PLAIN}, {"b*", KIND_BRANCH},   {"ecall", KIND_SYSTEM}, {"ebreak", KIND_AWAY},
    {"unimp", KIND_AWAY},  {"c.*", KIND_OPEN},    {".*", KIND_UNKNOWN},   {NULL, KIND_PLAIN}};

/* Returns the table of a machine, or NULL if it is unknown. */
static const struct mnemonic_row *mnemonics_of(enum object_machine machine)
{
    switch (machine) {
    case MACHINE_X86:
    case MACHINE_X86_64:
        return x86_rows;
    case MACHINE_ARM:
        return arm_rows;
    case MACHINE_ARM64:
        return arm64_rows;
    case MACHINE_PPC:
    case MACHINE_PPC64:
        return ppc_rows;
    case MACHINE_MIPS:
    case MACHINE_MIPS64:
        return mips_rows;
    case MACHINE_S390X:
        return s390x_rows;
    case MACHINE_RISCV64:
        return riscv_rows;
    case MACHINE_UNKNOWN:
        break;
    }
    return NULL;
}

/*
 * Tells whether a text matches. Blanks in it are ignored: only some disassemblers print them
 * between operands.
 */
static bool matches(const char *pattern, struct text text)
{
    for (size_t i = 0; i < text.length && *pattern != '*'; i++)
        if (!is_blank(text.at[i]) && (*pattern == '\0' || *pattern++ != text.at[i]))
            return false;
    return *pattern == '*' || *pattern == '\0';
}

/* Cuts off the prefixes of x86, which disassemblers print before the mnemonic. */
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

/* Lists instructions whose kind also depends on their operands. */
static const struct {
    enum object_machine machine;
    const char *mnemonic, *operands;
    enum kind kind;
} operands_rows[] = {
    /* Valgrind takes a sequence of instructions that do nothing for a client request. This is the
     * first of them; the next is not recorded. */
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
    /* These jump to the return address, which the caller left in a register. */
    {MACHINE_ARM, "bx", "lr", KIND_AWAY},
    {MACHINE_S390X, "br", "%r14", KIND_AWAY},
    {MACHINE_MIPS, "jr", "$ra", KIND_OPEN},
    {MACHINE_MIPS, "jr", "ra", KIND_OPEN},
    {MACHINE_MIPS64, "jr", "$ra", KIND_OPEN},
    {MACHINE_MIPS64, "jr", "ra", KIND_OPEN},
};

static enum kind kind_of(enum object_machine machine, struct text mnemonic, struct text operands)
{
    const struct mnemonic_row *row = mnemonics_of(machine);

    if (machine == MACHINE_X86 || machine == MACHINE_X86_64)
        mnemonic = skip_prefixes(mnemonic);
    for (size_t i = 0; i < ARRAY_LENGTH(operands_rows); i++)
        if (operands_rows[i].machine == machine && matches(operands_rows[i].mnemonic, mnemonic) &&
            matches(operands_rows[i].operands, operands))
            return operands_rows[i].kind;
    for (; row != NULL && row->mnemonic != NULL; row++)
        if (matches(row->mnemonic, mnemonic))
            return row->kind;
    /* On ARM, whatever writes the program counter jumps. */
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

/* Cuts the name of a symbol, as in "1030 <puts@plt>", off the end. */
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
 * Reads the last operand if it is an address: "0x1030", on ARM "#0x1030", or "1030 <puts@plt>" as
 * objdump prints it.
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

    /* On ARM a call may switch to Thumb, whose addresses are recorded with 1 added. */
    if (flow.is_jump || (flow.is_call && machine != MACHINE_ARM))
        flow.has_target = read_target(operands, &flow.target);
    /* Elsewhere a jump may be written like one with a condition and have none: `b` of MIPS. */
    flow.is_conditional =
        (machine == MACHINE_X86 || machine == MACHINE_X86_64) && flow.is_jump && flow.falls_through;
    return flow;
}

static void append_char(char *room, size_t *length, char c)
{
    if (*length < LONGEST_INSTRUCTION_TEXT)
        room[(*length)++] = c;
}

static void append_in_one_form(char *room, size_t *length, struct text text)
{
    for (size_t i = 0; i < text.length; i++) {
        char c = text.at[i];
        if (!is_blank(c))
            append_char(room, length, (char)(c > ' ' && c <= '~' ? c : '?'));
        else if (i + 1 < text.length && !is_blank(text.at[i + 1]))
            append_char(room, length, ' ');
    }
}

struct text instruction_text_set(char room[LONGEST_INSTRUCTION_TEXT], struct text mnemonic,
                                 struct text operands)
{
    size_t length = 0;

    operands = text_trim(operands);
    append_in_one_form(room, &length, text_trim(mnemonic));
    if (operands.length != 0) {
        do
            append_char(room, &length, ' ');
        while (length <= MNEMONIC_COLUMNS);
        append_in_one_form(room, &length, operands);
    }
    while (length != 0 && room[length - 1] == ' ')
        length--;
    return (struct text){room, length};
}

/* Counts the bytes of an instruction, which are printed one by one or in words. */
static bool count_bytes(struct text bytes, uint32_t *count)
{
    uint32_t digits = 0;

    for (size_t i = 0; i < bytes.length; i++) {
        if (!is_blank(bytes.at[i]) && hexadecimal_digit(bytes.at[i]) < 0)
            return false;
        digits += !is_blank(bytes.at[i]);
    }
    *count = digits / 2;
    return digits % 2 == 0 && digits != 0 && digits <= 2 * MOST_PRINTED_BYTES;
}

static bool is_prefix(struct text word)
{
    static const char *const prefixes[] = {
        "rep",    "repz",   "repnz",  "repe",   "repne",    "lock",  "bnd", "notrack",
        "data16", "data32", "addr16", "addr32", "xacquire", "cs",    "ds",  "es",
        "fs",     "gs",     "ss",     "{vex}",  "xrelease", "{evex}"};

    for (size_t i = 0; i < ARRAY_LENGTH(prefixes); i++)
        if (text_equal(word, text_of(prefixes[i])))
            return true;
    return text_starts_with(word, TEXT("rex"));
}

/*
 * Splits mnemonic and operands. A tab separates them, but on x86 a blank does, which is also
 * between prefixes.
 */
static void split_instruction(struct text text, struct objdump_line *line)
{
    struct text rest = text, word;

    if (text.length != 0 && memchr(text.at, '\t', text.length) != NULL) {
        text_cut(&rest, '\t', &word);
        line->mnemonic = text_trim(word);
        line->operands = text_trim(rest);
        return;
    }
    while (text_cut_word(&rest, &word) && is_prefix(word))
        ;
    line->mnemonic = text_trim(text_between(text.at, rest.length != 0 ? rest.at : text_end(text)));
    line->operands = text_trim(rest);
}

bool objdump_line_read(struct text text, struct objdump_line *line)
{
    struct text bytes;

    *line = (struct objdump_line){0};
    text = text_trim(text);
    if (!hexadecimal_cut(&text, &line->address) || !text_starts_with(text, TEXT(":\t")))
        return false;
    text = text_skip(text, 2);
    if (!text_cut(&text, '\t', &bytes) || !count_bytes(bytes, &line->length) || text.length == 0)
        return false;
    split_instruction(text_trim(text), line);
    return line->mnemonic.length != 0;
}
