/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/disassembled.h"

#include <criterion/criterion.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "support/run.h"

/* --- All instructions --- */

/* "    1139:\tpush   %rbp"; all that is no instruction has no such beginning. */
static void add_line(struct disassembled *disassembled, char *line)
{
    char *after;
    uint64_t address = strtoull(line, &after, 16);

    if (after == line || strncmp(after, ":\t", 2) != 0)
        return;
    ARRAY_GROW(disassembled->list, disassembled->count, disassembled->capacity);
    disassembled->list[disassembled->count++] =
        (struct disassembled_line){.address = address, .text = after + 2};
}

static int by_address(const void *left, const void *right)
{
    const struct disassembled_line *a = left, *b = right;

    return (a->address > b->address) - (a->address < b->address);
}

void disassembled_read(struct disassembled *disassembled, const char *object)
{
    char *arguments[] = {"objdump", "-d", "-w", "--no-show-raw-insn", (char *)object, NULL};
    char *rest;

    *disassembled = (struct disassembled){.output = run_output("objdump", arguments, NULL)};
    for (char *line = strtok_r(disassembled->output, "\n", &rest); line;
         line = strtok_r(NULL, "\n", &rest))
        add_line(disassembled, line);
    cr_assert_gt(disassembled->count, 0, "objdump lists nothing of %s", object);
    /* Sections come in the order of their headers. */
    qsort(disassembled->list, disassembled->count, sizeof *disassembled->list, by_address);
}

void disassembled_free(struct disassembled *disassembled)
{
    free(disassembled->output);
    free(disassembled->list);
    *disassembled = (struct disassembled){0};
}

const char *disassembled_at(const struct disassembled *disassembled, uint64_t address)
{
    const struct disassembled_line sought = {.address = address};
    const struct disassembled_line *found =
        bsearch(&sought, disassembled->list, disassembled->count, sizeof sought, by_address);

    return found ? found->text : NULL;
}

/* --- One instruction, as two disassemblers have it --- */

/* A word of a text, up to a blank. */
struct word {
    const char *at;
    size_t length;
};

static struct word word_at(const char *text)
{
    text += strspn(text, " ");
    return (struct word){text, strcspn(text, " ")};
}

static bool is_word(struct word word, const char *text)
{
    return word.length == strlen(text) && strncmp(word.at, text, word.length) == 0;
}

static bool is_prefix(struct word word)
{
    static const char *const prefixes[] = {"lock", "rep",    "repz",   "repe", "repnz",
                                           "bnd",  "data16", "addr32", "cs",   "repne",
                                           "ds",   "es",     "notrack"};

    for (size_t i = 0; i < ARRAY_LENGTH(prefixes); i++)
        if (is_word(word, prefixes[i]))
            return true;
    return strncmp(word.at, "rex", 3) == 0;
}

static struct word mnemonic_of(const char *text)
{
    struct word word = word_at(text);

    while (is_prefix(word) && word.at[word.length] == ' ')
        word = word_at(word.at + word.length);
    return word;
}

/* "movl" is "mov", and not "movs". */
static bool is_with_suffix(struct word with, struct word without)
{
    return with.length == without.length + 1 && strchr("bwlq", with.at[without.length]) &&
           strncmp(with.at, without.at, without.length) == 0;
}

/* "xchg %ax,%ax" does nothing. */
static bool is_idle(struct word mnemonic)
{
    return strncmp(mnemonic.at, "nop", 3) == 0 || strncmp(mnemonic.at, "xchg", 4) == 0;
}

static bool is_same_mnemonic(struct word a, struct word b)
{
    bool are_equal = a.length == b.length && strncmp(a.at, b.at, a.length) == 0;
    bool are_moves =
        (is_word(a, "movd") && is_word(b, "movq")) || (is_word(a, "movq") && is_word(b, "movd"));

    return are_equal || are_moves || is_with_suffix(a, b) || is_with_suffix(b, a);
}

/* The next register from *at on; its length is 0 after the last one. Some leave segments out. */
static struct word next_register(const char **at)
{
    struct word word;

    do {
        *at += strcspn(*at, "%");
        word = (struct word){*at, 0};
        while (word.at[word.length] == '%' || isalnum((unsigned char)word.at[word.length]))
            word.length++;
        *at += word.length;
    } while (is_word(word, "%cs") || is_word(word, "%ds") || is_word(word, "%es"));
    return word;
}

static bool has_same_registers(const char *a, const char *b)
{
    struct word left, right;

    do {
        left = next_register(&a);
        right = next_register(&b);
        if (left.length != right.length || strncmp(left.at, right.at, left.length) != 0)
            return false;
    } while (left.length != 0);
    return true;
}

/* Of a jump or a call whose target is in the instruction; else false. */
static bool has_target(struct word mnemonic, uint64_t *target)
{
    struct word operand = word_at(mnemonic.at + mnemonic.length);

    *target = strtoull(operand.at, NULL, 16);
    return (*mnemonic.at == 'j' || strncmp(mnemonic.at, "call", 4) == 0) && *operand.at != '*';
}

bool disassembled_is_same(const char *text, const char *objdump)
{
    struct word ours = mnemonic_of(text), its = mnemonic_of(objdump);
    uint64_t our_target, its_target;

    if (is_idle(ours) || is_idle(its))
        return is_idle(ours) && is_idle(its);
    if (!is_same_mnemonic(ours, its))
        return false;
    if (has_target(ours, &our_target) && has_target(its, &its_target))
        return our_target == its_target;
    return has_same_registers(ours.at, its.at);
}
