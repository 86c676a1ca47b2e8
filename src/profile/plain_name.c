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

/* Cuts ".WORD" or ".WORD.7" off the end of a name. */
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

/* Cuts Rust's "::" and a hash off the end of a name. */
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

/* Cuts " [clone .WORD.7]", as demanglers write it, off the end of a name. */
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
