/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "reporter/object/instruction_text.h"

#include <criterion/criterion.h>

#include "base/array.h"

TestSuite(instruction_text, .timeout = 20);

Test(instruction_text, is_in_one_form)
{
    static const struct {
        const char *mnemonic, *operands, *expected;
    } cases[] = {{"mov", "%eax,%edx", "mov    %eax,%edx"},
                 {"movabs", "$0x1,%rax", "movabs $0x1,%rax"},
                 {"rep stos", "%al,%es:(%rdi)", "rep stos %al,%es:(%rdi)"},
                 {"ret", "", "ret"},
                 {" nop  ", "  ", "nop"},
                 {"rep   stos", "", "rep stos"},
                 {"b", "0x10 \t <f>", "b      0x10 <f>"},
                 {"call", "10 <\xc3\xa4\x1b[m\x7f>", "call   10 <???[m?>"},
                 {"", "", ""}};
    struct instruction_text made;

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct text text =
            instruction_text_set(&made, text_of(cases[i].mnemonic), text_of(cases[i].operands));
        cr_expect(text_equal(text, text_of(cases[i].expected)), "case %zu: '%.*s'", i,
                  (int)text.length, text.at);
    }
}

Test(instruction_text, is_cut_off)
{
    static char operands[2 * LONGEST_INSTRUCTION_TEXT];
    struct instruction_text made;

    memset(operands, 'x', sizeof operands);
    struct text text =
        instruction_text_set(&made, TEXT("call"), (struct text){operands, sizeof operands});
    cr_expect_eq(text.length, LONGEST_INSTRUCTION_TEXT);
    cr_expect(text_starts_with(text, TEXT("call   xxx")));
}
