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

/*
 * Type arguments, "[go.shape.int]", from `at` on: cuts. False where the brackets do not match, or
 * there are blanks elsewhere.
 */
static bool cut_type_arguments(struct name_syntax *syntax, size_t at)
{
    size_t depth = 0, begin = 0;

    for (; at < syntax->name.length; at++) {
        char c = syntax->name.at[at];
        if (c == ' ' && depth == 0)
            return false;
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

/* Whether part of an import path is a name and a version, "yaml.v3", with its only dot in it. */
static bool is_versioned(struct text part)
{
    size_t digits = part.length;

    while (digits > 0 && is_digit(part.at[digits - 1]))
        digits--;
    return digits < part.length && digits > 2 && part.at[digits - 1] == 'v' &&
           part.at[digits - 2] == '.' && memchr(part.at, '.', digits - 2) == NULL;
}

/* Whether what is at `base` of a path may be a host, "golang.org": it is first, or vendored. */
static bool may_be_host(struct text path, size_t base)
{
    static const struct text vendor = {"vendor/", 7};

    return base == 0 || (base >= vendor.length &&
                         text_starts_with(text_skip(path, base - vendor.length), vendor));
}

/*
 * Where the package begins in a path: it is the first part with a dot that is neither a host nor
 * one with a version. After its dot a type may have a path again: "x.com/a.T.x.com/b.m".
 */
static size_t base_of_path(struct text path)
{
    size_t base = 0;

    for (size_t end = 0; end < path.length; end++) {
        if (path.at[end] != '/')
            continue;
        struct text part = {path.at + base, end - base};
        if (!may_be_host(path, base) && memchr(part.at, '.', part.length) != NULL &&
            !is_versioned(part))
            return base;
        base = end + 1;
    }
    return base;
}

/* "(*Framer)", the type that a method is of. */
static bool begins_pointer(struct text name)
{
    return text_starts_with(name, TEXT("(*")) && memchr(name.at, ')', name.length) != NULL;
}

bool go_name_read(struct name_syntax *syntax)
{
    struct text name = syntax->name;
    size_t begin = skip_generated(name), at = begin, base;

    while (at < name.length && is_of_path(name.at[at]))
        at++;
    base = begin + base_of_path((struct text){name.at + begin, at - begin});
    const char *dot = at == base ? NULL : memchr(name.at + base, '.', at - base);
    bool is_path_plain = at > begin && name.at[begin] != '/' && name.at[begin] != '.' &&
                         (base == begin || skip_generated(text_skip(name, base)) == 0);
    if (dot == NULL || dot == name.at + base || !is_path_plain ||
        (at < name.length && name.at[at] != '(' && name.at[at] != '['))
        return false;
    bool is_method = at < name.length && name.at[at] == '(';
    if (is_method && (name.at[at - 1] != '.' || !begins_pointer(text_skip(name, at))))
        return false;
    /* Without its path the name of such a type would be taken for a host. */
    bool has_other_path = memchr(name.at + base, '/', at - base) != NULL;
    if (base > begin && !has_other_path)
        name_cuts_add(syntax, STAGE_IMPORT_PATHS, begin, base);
    syntax->package = text_between(name.at + begin, dot);
    syntax->is_go = base > begin || at < name.length;
    return cut_type_arguments(syntax, at);
}
