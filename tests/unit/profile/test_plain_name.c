/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "profile/name_pieces.h"

#include <criterion/criterion.h>

#include "base/array.h"

Test(plain_name, cuts_off_what_compilers_append)
{
    static const char *const cases[][2] = {
        {"f", "f"},
        {"f.constprop.0", "f"},
        {"f.constprop.12", "f"},
        {"f.isra.0.constprop.1", "f"},
        {"f.part.0.cold", "f"},
        {"f.cold.1", "f"},
        {"f.llvm.1234567890", "f"},
        {"f.lto_priv.0", "f"},
        {"f [clone .isra.0] [clone .cold]", "f"},
        {"a::b::h0123456789abcdef", "a::b"},
        {"a::b::h0123456789abcdef.llvm.77", "a::b"},
        {"a::b::h0123456789abcde", "a::b::h0123456789abcde"},
        {"a::b::h0123456789abcdeg", "a::b::h0123456789abcdeg"},
        {".cold", ".cold"},
        {"f.0", "f.0"},
        {"cold", "cold"},
        {"f.colder", "f.colder"},
        {"fcold", "fcold"},
        {"[clone .cold]", "[clone .cold]"},
        {"", ""},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct text plain = plain_name(text_of(cases[i][0]));
        cr_expect(text_equal(plain, text_of(cases[i][1])), "'%s' became '%.*s'", cases[i][0],
                  (int)plain.length, plain.at);
    }
}

Test(plain_name, knows_addresses)
{
    cr_expect(name_is_address(TEXT("0x0")));
    cr_expect(name_is_address(TEXT("0x00000000004aBf")));
    cr_expect_not(name_is_address(TEXT("0x")));
    cr_expect_not(name_is_address(TEXT("0x1g")));
    cr_expect_not(name_is_address(TEXT("x12")));
    cr_expect_not(name_is_address(TEXT("")));
}
