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

Test(plain_name, knows_variants_of_the_c_library)
{
    static const struct {
        const char *name, *function; /* "": it is none */
        bool has_processor;
    } cases[] = {
        {"__memcpy_avx_unaligned_erms", "memcpy", true},
        {"__memcpy_chk_avx512_no_vzeroupper", "memcpy_chk", true},
        {"__strchr_sse2_no_bsf", "strchr", true},
        {"__floor_sse41", "floor", true},
        {"__floor_c", "floor", true},
        {"_dl_runtime_resolve_xsavec", "dl_runtime_resolve", true},
        {"memcpy@GLIBC_2.2.5", "memcpy", false},
        {"memcpy@@GLIBC_2.14", "", false}, /* it chooses one */
        {"f@OTHER_1", "", false},
        {"memcpy", "", false},
        {"memcpy_sse2", "", false},
        {"__avx2", "", false},
        {"__memcpy_", "", false},
        {"__", "", false},
        {"_", "", false},
        {"", "", false},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct text function = {0};
        size_t processor;
        bool is_variant = name_is_variant(text_of(cases[i].name), &function, &processor);
        cr_expect(is_variant == (cases[i].function[0] != '\0'), "'%s'", cases[i].name);
        if (!is_variant)
            continue;
        cr_expect(text_equal(function, text_of(cases[i].function)), "'%s' is of '%.*s'",
                  cases[i].name, (int)function.length, function.at);
        cr_expect((processor < N_PROCESSORS) == cases[i].has_processor, "'%s'", cases[i].name);
    }
}
