/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "base/array.h"
#include "base/buffer.h"
#include "profile/name_pieces.h"
#include "profile/naming/naming.h"

/*
 * Names as written in source, and as demanglers spell them, without blanks and inline namespaces.
 */
static const struct usual_name {
    struct text usual, spelled;
} usual_names[] = {
#define USUAL(usual, spelled)                                                                      \
    {                                                                                              \
        {(usual), sizeof(usual) - 1},                                                              \
        {                                                                                          \
            (spelled), sizeof(spelled) - 1                                                         \
        }                                                                                          \
    }
    USUAL("std::string", "std::basic_string<char,std::char_traits<char>,std::allocator<char>>"),
    USUAL("std::wstring",
          "std::basic_string<wchar_t,std::char_traits<wchar_t>,std::allocator<wchar_t>>"),
    USUAL("std::string_view", "std::basic_string_view<char,std::char_traits<char>>"),
    USUAL("std::istream", "std::basic_istream<char,std::char_traits<char>>"),
    USUAL("std::ostream", "std::basic_ostream<char,std::char_traits<char>>"),
    USUAL("std::iostream", "std::basic_iostream<char,std::char_traits<char>>"),
    USUAL("std::streambuf", "std::basic_streambuf<char,std::char_traits<char>>"),
    USUAL("std::istringstream",
          "std::basic_istringstream<char,std::char_traits<char>,std::allocator<char>>"),
    USUAL("std::ostringstream",
          "std::basic_ostringstream<char,std::char_traits<char>,std::allocator<char>>"),
    USUAL("std::stringstream",
          "std::basic_stringstream<char,std::char_traits<char>,std::allocator<char>>"),
#undef USUAL
};

static bool has_at(struct text name, size_t at, struct text part)
{
    return text_starts_with(text_skip(name, at), part);
}

/* Skips an inline namespace with which libstdc++ or libc++ versions std. */
static size_t skip_inline_namespace(struct text name, size_t at)
{
    return has_at(name, at, TEXT("__cxx11::")) ? at + 9
         : has_at(name, at, TEXT("__1::"))     ? at + 5
                                               : at;
}

/* Returns the end of the name if it is spelled so from `at` on; else 0. */
static size_t skip_spelled(struct text name, size_t at, struct text spelled)
{
    for (size_t i = 0; i < spelled.length; i++) {
        if (spelled.at[i] != ':' && i != 0 && spelled.at[i - 1] == ':')
            at = skip_inline_namespace(name, at);
        /* GNU's demangler puts a blank between two '>', LLVM's does not. */
        at += at < name.length && name.at[at] == ' ';
        if (at >= name.length || name.at[at++] != spelled.at[i])
            return 0;
    }
    return at;
}

/* Returns the end of a type or namespace of std at `at`, and its usual spelling. */
static size_t skip_standard(struct text name, size_t at, struct text *instead)
{
    static const struct text standard = {"std::", 5};

    if (name.at[at] != 's' || !has_at(name, at, standard) ||
        (at != 0 && (is_of_name(name.at[at - 1]) || name.at[at - 1] == ':')))
        return at;
    for (size_t i = 0; i < ARRAY_LENGTH(usual_names); i++) {
        size_t end = skip_spelled(name, at, usual_names[i].spelled);
        if (end != 0) {
            *instead = usual_names[i].usual;
            return end;
        }
    }
    *instead = standard;
    return skip_inline_namespace(name, at + standard.length);
}

/*
 * Returns the end of a compiler's addition to a name: "[abi:cxx11]", " [clone .cold]", Rust's hash.
 */
static size_t skip_added(struct text name, size_t at)
{
    enum { LONGEST = 1000 }; /* keeps the time linear in the length of a name */
    static const struct text mark = {"::h", 3};
    static const struct {
        struct text begin;
        char close;
    } added[] = {{{"[abi:", 5}, ']'}, {{" [clone ", 8}, ']'}, {{" (.", 3}, ')'}};

    if (has_at(name, at, mark)) {
        size_t end = at + 2;
        while (end < name.length && is_of_name(name.at[end]))
            end++;
        return name_is_hash(text_between(name.at + at + 2, name.at + end)) ? end : at;
    }
    for (size_t i = 0; i < ARRAY_LENGTH(added); i++) {
        const char *end = has_at(name, at, added[i].begin)
                            ? memchr(name.at + at, added[i].close,
                                     name.length - at < LONGEST ? name.length - at : LONGEST)
                            : NULL;
        if (end != NULL)
            return (size_t)(end - name.at) + 1;
    }
    return at;
}

/*
 * Returns whether the bracket at `at` encloses arguments rather than being a component of a path,
 * such as "(anonymous namespace)", Go's "(*T)", Rust's "<T as Trait>", Python's "<module>". After
 * an operator it does.
 */
static bool is_of_arguments(struct text name, size_t at, size_t operator_end)
{
    char before = (char)(at == 0 ? ' ' : name.at[at - 1]);
    bool is_turbofish =
        at > 1 && has_at(name, at - 2, TEXT("::<")) && !has_at(name, at, TEXT("<impl "));

    if (at == operator_end || is_turbofish)
        return true;
    if (name.at[at] == '(')
        return strchr(" :./(<,", before) == NULL;
    return is_of_name(before) ? name.at[at] == '<' || before != '.'
                              : name.at[at] == '<' && strchr(")]}", before) != NULL;
}

/*
 * Returns the end of arguments at `at`, if there are any that the form omits. has_open says which
 * kinds of brackets had an unmatched one before: others of that kind stay too, since searching for
 * their counterparts would take quadratic time.
 */
static size_t skip_arguments(struct text name, size_t at, enum name_form form, size_t operator_end,
                             bool has_open[], struct text *instead)
{
    static const struct text cut[] = {{"<..>", 4}, {"[..]", 4}, {"(..)", 4}};
    size_t n_cut = form < NAME_NO_TEMPLATES ? 0 : form < NAME_NO_ARGUMENTS ? 2 : 3, i = 0;

    while (i < n_cut && name.at[at] != cut[i].at[0])
        i++;
    if (i == n_cut || has_open[i] || !is_of_arguments(name, at, operator_end))
        return at;
    size_t end = name_skip_brackets(name, at);
    has_open[i] = end == 0;
    *instead = cut[i];
    return end <= at + cut[i].length ? at : end;
}

void name_append_form(struct buffer *to, struct text name, enum name_form form)
{
    size_t operator_end = SIZE_MAX, begin = 0;
    bool has_open[] = {false, false, false};

    if (form >= NAME_BARE)
        name = plain_name(name);
    for (size_t at = 0, end; form != NAME_FULL && at < name.length; at = end) {
        struct text instead = {0};
        end = name_skip_operator(name, at);
        if (end != at) {
            operator_end = end;
            continue;
        }
        end = skip_standard(name, at, &instead);
        if (end == at && form >= NAME_BARE)
            end = skip_added(name, at);
        if (end == at)
            end = skip_arguments(name, at, form, operator_end, has_open, &instead);
        if (end == at) {
            end++;
            continue;
        }
        buffer_append(to, text_between(name.at + begin, name.at + at));
        buffer_append(to, instead);
        begin = end;
    }
    buffer_append(to, text_skip(name, begin));
}
