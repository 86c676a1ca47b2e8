/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "profile/name_pieces.h"

#include "base/array.h"

enum { HASH_LENGTH = 17 };

static bool is_hexadecimal(char c)
{
    return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

bool name_is_address(struct text name)
{
    size_t i = 2;

    if (!text_starts_with(name, TEXT("0x")))
        return false;
    while (i < name.length && is_hexadecimal(name.at[i]))
        i++;
    return i > 2 && i == name.length;
}

/* Takes ".WORD" or ".WORD.7" off the end of a name. */
static bool cut_suffix(struct text *name, struct text word)
{
    size_t end = name->length;

    while (end > 0 && is_digit(name->at[end - 1]))
        end--;
    if (end < name->length && end > 0 && name->at[end - 1] == '.')
        end--;
    else
        end = name->length;
    if (end <= word.length ||
        !text_equal((struct text){name->at + end - word.length, word.length}, word))
        return false;
    name->length = end - word.length;
    return true;
}

bool name_is_hash(struct text word)
{
    if (word.length != HASH_LENGTH || word.at[0] != 'h')
        return false;
    for (size_t i = 1; i < word.length; i++)
        if (!is_digit(word.at[i]) && (word.at[i] < 'a' || word.at[i] > 'f'))
            return false;
    return true;
}

/* Takes Rust's "::" and a hash off the end of a name. */
static bool cut_hash(struct text *name)
{
    static const struct text mark = {"::", 2};
    const size_t length = mark.length + HASH_LENGTH;

    if (name->length <= length)
        return false;
    struct text end = text_skip(*name, name->length - length);
    if (!text_starts_with(end, mark) || !name_is_hash(text_skip(end, mark.length)))
        return false;
    name->length -= length;
    return true;
}

/* Takes " [clone .WORD.7]" off the end of a name, as demanglers write it. */
static bool cut_clone(struct text *name)
{
    static const struct text mark = {" [clone .", 9};

    if (name->length == 0 || name->at[name->length - 1] != ']')
        return false;
    for (size_t i = name->length; i-- > 1;) {
        if (text_starts_with(text_skip(*name, i), mark)) {
            name->length = i;
            return true;
        }
    }
    return false;
}

struct text plain_name(struct text name)
{
    static const struct text words[] = {{".constprop", 10}, {".isra", 5}, {".part", 5},
                                        {".cold", 5},       {".llvm", 5}, {".lto_priv", 9}};
    bool is_cut = true;

    while (is_cut) {
        is_cut = cut_hash(&name) || cut_clone(&name);
        for (size_t i = 0; i < ARRAY_LENGTH(words); i++)
            is_cut = cut_suffix(&name, words[i]) || is_cut;
    }
    return name;
}

/*
 * What the C library's names end in for processors, of x86-64, AArch64, POWER and s390x; the
 * dynamic linker's for what it saves of their registers.
 */
static const struct text processors[] = {
    {"c", 1},     {"sse2", 4},   {"sse3", 4},   {"ssse3", 5},    {"sse4", 4},      {"sse41", 5},
    {"sse42", 5}, {"avx", 3},    {"avx2", 4},   {"avx512", 6},   {"evex", 4},      {"evex512", 7},
    {"erms", 4},  {"fma", 3},    {"fma4", 4},   {"generic", 7},  {"simd", 4},      {"nosimd", 6},
    {"mte", 3},   {"sve", 3},    {"mops", 4},   {"thunderx", 8}, {"thunderx2", 9}, {"falkor", 6},
    {"a64fx", 5}, {"power7", 6}, {"power8", 6}, {"power9", 6},   {"power10", 7},   {"vx", 2},
    {"z196", 4},  {"arch13", 6}, {"fxsave", 6}, {"xsave", 5},    {"xsavec", 6},
};

bool name_is_variant(struct text name, struct text *function)
{
    static const struct text version = {"@GLIBC_", 7};
    struct text rest = name, word;

    text_cut(&rest, '@', function);
    if (function->length < name.length)
        return text_starts_with(text_skip(name, function->length), version);
    if (!text_starts_with(name, TEXT("__")) && !text_starts_with(name, TEXT("_dl_")))
        return false;
    rest = text_skip(name, name.at[1] == '_' ? 2 : 1);
    const char *begin = rest.at;
    text_cut(&rest, '_', &word);
    while (text_cut(&rest, '_', &word))
        for (size_t i = 0; i < ARRAY_LENGTH(processors); i++)
            if (text_equal(word, processors[i])) {
                *function = text_between(begin, word.at - 1);
                return true;
            }
    return false;
}
