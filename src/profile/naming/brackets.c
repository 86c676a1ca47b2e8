/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "base/array.h"
#include "profile/naming/naming.h"

/* No handwritten name nests brackets that deeply. */
enum { DEEPEST = 250 };

/*
 * Returns whether an operator may end before `at`: its operands, template arguments or a suffix
 * follow. So "operator<<int>" is "operator<" with an argument.
 */
static bool ends_operator(struct text name, size_t at)
{
    if (at < name.length && name.at[at] == ' ')
        at++;
    return at >= name.length || strchr("(<[,>):.@'", name.at[at]) != NULL;
}

size_t name_skip_operator(struct text name, size_t at)
{
    static const struct text word = {"operator", 8};
    static const struct text signs[] = {
        {"<=>", 3}, {"<<=", 3}, {">>=", 3}, {"->*", 3}, {"()", 2}, {"[]", 2}, {"->", 2}, {"<<", 2},
        {">>", 2},  {"<=", 2},  {">=", 2},  {"==", 2},  {"!=", 2}, {"&&", 2}, {"||", 2}, {"++", 2},
        {"--", 2},  {"+=", 2},  {"-=", 2},  {"*=", 2},  {"/=", 2}, {"%=", 2}, {"^=", 2}, {"&=", 2},
        {"|=", 2},  {"+", 1},   {"-", 1},   {"*", 1},   {"/", 1},  {"%", 1},  {"^", 1},  {"&", 1},
        {"|", 1},   {"~", 1},   {"!", 1},   {"=", 1},   {"<", 1},  {">", 1},  {",", 1},
    };

    if (name.at[at] != 'o' || !text_starts_with(text_skip(name, at), word) ||
        (at != 0 && is_of_name(name.at[at - 1])))
        return at;
    for (size_t i = 0; i < ARRAY_LENGTH(signs); i++) {
        size_t end = at + word.length + signs[i].length;
        if (text_starts_with(text_skip(name, at + word.length), signs[i]) &&
            ends_operator(name, end))
            return end + text_starts_with(text_skip(name, end), TEXT(" <"));
    }
    return at;
}

size_t name_skip_brackets(struct text name, size_t at)
{
    static const char opening[] = "(<[{", closing[] = ")>]}";
    char expected[DEEPEST];
    size_t depth = 0;

    while (at < name.length) {
        size_t after = name_skip_operator(name, at);
        const char *open = strchr(opening, name.at[at]);
        bool is_arrow = name.at[at] == '>' && name.at[at - 1] == '-';
        if (after != at || name.at[at] == '\0' || is_arrow) {
            at = after != at ? after : at + 1;
            continue;
        }
        char c = name.at[at++];
        if (open != NULL) {
            if (depth == DEEPEST)
                return 0;
            expected[depth++] = closing[open - opening];
        } else if (strchr(closing, c) != NULL) {
            /* Within other brackets '<' and '>' may be "less than" and "greater than". */
            while (c != '>' && depth != 0 && expected[depth - 1] == '>')
                depth--;
            if (depth == 0)
                return 0;
            if (expected[depth - 1] == c)
                depth--;
            else if (c != '>')
                return 0;
            if (depth == 0)
                return at;
        }
    }
    return 0;
}
