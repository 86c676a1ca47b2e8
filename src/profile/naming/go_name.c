/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "profile/naming/go_name.h"

#include <string.h>

#include "base/array.h"
#include "profile/naming/name_cuts.h"

static bool is_of_path(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_' ||
           c == '.' || c == '-' || c == '~' || c == '%' || c == '+' || c == '/' ||
           (unsigned char)c >= 0x80;
}

/* Of what compilers make for types, "type:.eq.", what is before the type. */
static size_t skip_generated(struct text name)
{
    static const struct text prefixes[] = {
        {"type:.eq.", 9}, {"type:.hash.", 11}, {"type..eq.", 9}, {"type..hash.", 11}};

    for (size_t i = 0; i < ARRAY_LENGTH(prefixes); i++)
        if (text_starts_with(name, prefixes[i]))
            return prefixes[i].length;
    return 0;
}

/* Type arguments, "[go.shape.int]", from `at` on: cuts. False where the brackets do not match. */
static bool cut_type_arguments(struct name_syntax *syntax, size_t at)
{
    size_t depth = 0, begin = 0;

    for (; at < syntax->name.length; at++) {
        char c = syntax->name.at[at];
        if (c == '[' && depth++ == 0)
            begin = at + 1;
        if (c == ']' && depth-- == 0)
            return false;
        bool is_whole = c == ']' && depth == 0 && at > begin + 2;
        if (is_whole &&
            !text_equal(text_between(syntax->name.at + begin, syntax->name.at + at), TEXT("...")))
            name_cuts_add(syntax, STAGE_TEMPLATES, begin, at);
    }
    return depth == 0;
}

/* "(*Framer)", the type that a method is of. */
static bool begins_pointer(struct text name)
{
    return text_starts_with(name, TEXT("(*")) && memchr(name.at, ')', name.length) != NULL;
}

bool go_name_read(struct name_syntax *syntax)
{
    struct text name = syntax->name;
    size_t begin = skip_generated(name), at = begin, base = begin;

    for (; at < name.length && is_of_path(name.at[at]); at++)
        if (name.at[at] == '/')
            base = at + 1;
    const char *dot = at == base ? NULL : memchr(name.at + base, '.', at - base);
    bool is_path_plain = at > begin && name.at[begin] != '/' && name.at[begin] != '.' &&
                         (base == begin || skip_generated(text_skip(name, base)) == 0);
    if (dot == NULL || dot == name.at + base || !is_path_plain ||
        (at < name.length && name.at[at] != '(' && name.at[at] != '['))
        return false;
    bool is_method = at < name.length && name.at[at] == '(';
    if (is_method && (name.at[at - 1] != '.' || !begins_pointer(text_skip(name, at))))
        return false;
    if (memchr(name.at + at, ' ', name.length - at) != NULL)
        return false;
    if (base > begin)
        name_cuts_add(syntax, STAGE_IMPORT_PATHS, begin, base);
    syntax->package = text_between(name.at + begin, dot);
    syntax->is_go = base > begin || at < name.length;
    if (cut_type_arguments(syntax, at))
        return true;
    syntax->n_cuts = 0;
    syntax->package = (struct text){0};
    syntax->is_go = false;
    return false;
}
