/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "profile/naming/name_cuts.h"

#include <string.h>

#include "base/array.h"

/* No name that somebody wrote has that many brackets in each other. */
enum { DEEPEST = 250 };

/* An opening bracket. */
struct bracket {
    char close;
    bool is_template; /* around the arguments of one */
    size_t cut;       /* of these */
};

struct brackets {
    struct name_syntax *syntax;
    size_t at;
    size_t depth, n_templates, n_angles; /* open ones: all, of templates, and '<' */
    struct bracket open[DEEPEST];
};

size_t name_cuts_add(struct name_syntax *syntax, enum name_stage stage, size_t begin, size_t end)
{
    ARRAY_GROW(syntax->cuts, syntax->n_cuts, syntax->cut_capacity);
    syntax->cuts[syntax->n_cuts] =
        (struct name_cut){(uint32_t)begin, (uint32_t)end, (uint8_t)stage};
    return syntax->n_cuts++;
}

static char byte_at(struct text name, size_t at)
{
    return (char)(at < name.length ? name.at[at] : '\0');
}

static bool has_text(struct text name, size_t at, struct text text)
{
    return at <= name.length && text_starts_with(text_skip(name, at), text);
}

/* '.' and '@' are of what compilers and linkers append. */
static bool is_of_word(char c)
{
    unsigned char byte = (unsigned char)c;

    /* Every byte of a name is looked at, and most are letters. */
    return (unsigned char)((byte | 0x20) - 'a') < 26 || is_digit(c) || c == '_' || c == '.' ||
           c == '$' || c == '~' || c == '@' || byte >= 0x80;
}

static const char *word_end(const char *at, const char *end)
{
    while (at < end && is_of_word(*at))
        at++;
    return at;
}

size_t name_skip_word(struct text name, size_t at)
{
    while (at < name.length && is_of_word(name.at[at]))
        at++;
    return at;
}

bool name_has_operator(struct text name, size_t at)
{
    static const struct text word = {"operator", 8};

    return byte_at(name, at) == 'o' && has_text(name, at, word) &&
           !is_of_word(byte_at(name, at + word.length)) &&
           (at == 0 || !is_of_word(name.at[at - 1]));
}

/*
 * Whether what is before `at` may be an operator: next is what it acts on, its template, or what is
 * appended to names.
 */
static bool ends_operator(struct text name, size_t at)
{
    char c = byte_at(name, at);

    if (c == ' ')
        c = byte_at(name, at + 1);
    return c == '\0' || strchr("(<[,>):.@", c) != NULL;
}

size_t name_skip_operator(struct text name, size_t at)
{
    static const struct text signs[] = {
        {"<=>", 3}, {"<<=", 3}, {">>=", 3}, {"->*", 3}, {"()", 2}, {"[]", 2}, {"->", 2}, {"<<", 2},
        {">>", 2},  {"<=", 2},  {">=", 2},  {"==", 2},  {"!=", 2}, {"&&", 2}, {"||", 2}, {"++", 2},
        {"--", 2},  {"+=", 2},  {"-=", 2},  {"*=", 2},  {"/=", 2}, {"%=", 2}, {"^=", 2}, {"&=", 2},
        {"|=", 2},  {"+", 1},   {"-", 1},   {"*", 1},   {"/", 1},  {"%", 1},  {"^", 1},  {"&", 1},
        {"|", 1},   {"~", 1},   {"!", 1},   {"=", 1},   {"<", 1},  {">", 1},  {",", 1},
    };
    static const struct text words[] = {
        {" new[]", 6}, {" delete[]", 9}, {" new", 4}, {" delete", 7}, {" co_await", 9},
    };
    size_t literal = at + (byte_at(name, at) == ' ');

    if (has_text(name, literal, TEXT("\"\""))) {
        literal += 2;
        return name_skip_word(name, literal + (byte_at(name, literal) == ' '));
    }
    for (size_t i = 0; i < ARRAY_LENGTH(signs); i++)
        if (has_text(name, at, signs[i]) && ends_operator(name, at + signs[i].length))
            return at + signs[i].length;
    for (size_t i = 0; i < ARRAY_LENGTH(words); i++)
        if (has_text(name, at, words[i]) && ends_operator(name, at + words[i].length))
            return at + words[i].length;
    return at;
}

bool name_cuts_anonymous(struct name_syntax *syntax, size_t *at)
{
    static const struct text anonymous = {"(anonymous namespace)", 21};

    if (byte_at(syntax->name, *at) != '(' || !has_text(syntax->name, *at, anonymous))
        return false;
    name_cuts_add(syntax, STAGE_ANONYMOUS, *at, *at + anonymous.length);
    *at += anonymous.length;
    return true;
}

void name_cuts_abi_tags(struct name_syntax *syntax, size_t *at)
{
    static const struct text tag = {"[abi:", 5};
    struct text name = syntax->name;

    while (byte_at(name, *at) == '[' && has_text(name, *at, tag)) {
        size_t begin = *at + tag.length, end = name_skip_word(name, begin);
        if (end == begin || byte_at(name, end) != ']' || *at == 0 || name.at[*at - 1] == ':')
            return;
        name_cuts_add(syntax, STAGE_HASHES, *at, end + 1);
        *at = end + 1;
    }
}

/* Opens a bracket; of a template there is a cut in it, whose end is known when it closes. */
static bool open_bracket(struct brackets *brackets, char close, bool is_template)
{
    struct bracket bracket = {.close = close, .is_template = is_template};
    enum name_stage stage = brackets->n_templates != 0 ? STAGE_INNER_TEMPLATES : STAGE_TEMPLATES;

    /* What looks like a tag but is not one could become one. */
    if (brackets->depth == DEEPEST || has_text(brackets->syntax->name, brackets->at, TEXT("[abi:")))
        return false;
    brackets->at++;
    if (is_template)
        bracket.cut = name_cuts_add(brackets->syntax, stage, brackets->at, brackets->at);
    brackets->n_templates += is_template;
    brackets->n_angles += close == '>';
    brackets->open[brackets->depth++] = bracket;
    return true;
}

/* Closes the innermost bracket. What is no longer than ".." stays. */
static bool close_bracket(struct brackets *brackets)
{
    struct bracket bracket = brackets->open[--brackets->depth];
    struct name_syntax *syntax = brackets->syntax;

    if (byte_at(syntax->name, brackets->at) != bracket.close)
        return false;
    if (bracket.is_template && brackets->at > syntax->cuts[bracket.cut].begin + 2)
        syntax->cuts[bracket.cut].end = (uint32_t)brackets->at;
    brackets->n_templates -= bracket.is_template;
    brackets->n_angles -= bracket.close == '>';
    brackets->at++;
    return true;
}

/* Whether "<" is "less than" in an expression: after an operand in parentheses. */
static bool is_less(const struct brackets *brackets)
{
    struct text name = brackets->syntax->name;
    size_t before = brackets->at - 1;

    if (brackets->depth == 0 || brackets->open[brackets->depth - 1].close != ')')
        return false;
    if (name.at[before] != ' ')
        return name.at[before] == ')';
    return before > 0 && (name.at[before - 1] == ')' || is_of_word(name.at[before - 1]));
}

/* '<' opens the arguments of a template, or a type of Rust's; or it is "less than". */
static bool read_less(struct brackets *brackets)
{
    struct text name = brackets->syntax->name;
    char before = (char)(brackets->at == 0 ? '\0' : name.at[brackets->at - 1]);
    bool is_turbofish = before == ':' && !has_text(name, brackets->at, TEXT("<impl "));

    if (brackets->at != 0 && is_less(brackets)) {
        while (byte_at(name, brackets->at) == '<' || byte_at(name, brackets->at) == '=')
            brackets->at++;
        return true;
    }
    brackets->syntax->is_rust |= is_turbofish;
    return open_bracket(brackets, '>',
                        is_turbofish || is_of_word(before) || before == ']' || before == ')' ||
                            before == '}');
}

/* '>' closes a bracket, is half of "->", or "greater than". */
static bool read_greater(struct brackets *brackets)
{
    bool is_in_parentheses = brackets->open[brackets->depth - 1].close == ')';

    if (brackets->syntax->name.at[brackets->at - 1] != '-' && !is_in_parentheses)
        return close_bracket(brackets);
    brackets->at++;
    return true;
}

/* A word, with all that is before it in its path; or an operator. */
static void read_words(struct brackets *brackets)
{
    struct text name = brackets->syntax->name;
    const char *begin = name.at + brackets->at, *last = begin, *end = text_end(name);

    if (name_has_operator(name, brackets->at)) {
        brackets->at = name_skip_operator(name, brackets->at + strlen("operator"));
        return;
    }
    const char *at = word_end(begin, end);
    while (end - at > 2 && at[0] == ':' && at[1] == ':' && is_of_word(at[2]) &&
           !name_has_operator(name, (size_t)(at + 2 - name.at))) {
        last = at + 2;
        at = word_end(last, end);
    }
    if (brackets->n_angles != 0 && last != begin && begin[-1] != ':')
        name_cuts_add(brackets->syntax, STAGE_RUST_PATHS, brackets->at, (size_t)(last - name.at));
    brackets->at = (size_t)(at - name.at);
}

static bool read_in_brackets(struct brackets *brackets)
{
    struct name_syntax *syntax = brackets->syntax;
    size_t before = brackets->at;

    switch (byte_at(syntax->name, brackets->at)) {
    case '\0':
        return false;
    case '(':
        return name_cuts_anonymous(syntax, &brackets->at) || open_bracket(brackets, ')', false);
    case '[':
        name_cuts_abi_tags(syntax, &brackets->at);
        return brackets->at != before || open_bracket(brackets, ']', false);
    case '{':
        return open_bracket(brackets, '}', false);
    case '<':
        return read_less(brackets);
    case '>':
        return read_greater(brackets);
    case ')':
    case ']':
    case '}':
        return close_bracket(brackets);
    default:
        if (is_of_word(byte_at(syntax->name, brackets->at)))
            read_words(brackets);
        else
            brackets->at++;
        return true;
    }
}

bool name_cuts_brackets(struct name_syntax *syntax, size_t *at, bool is_template)
{
    struct brackets brackets; /* large: what is not used is not cleared */
    char open = byte_at(syntax->name, *at);
    char close = (char)(open == '<' ? '>' : open == '(' ? ')' : open == '[' ? ']' : '}');

    brackets.syntax = syntax;
    brackets.at = *at;
    brackets.depth = brackets.n_templates = brackets.n_angles = 0;
    if (!open_bracket(&brackets, close, is_template))
        return false;
    while (brackets.depth != 0)
        if (!read_in_brackets(&brackets))
            return false;
    *at = brackets.at;
    return true;
}
