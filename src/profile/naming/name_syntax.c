/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The syntax of names: what is in brackets, then names of C++ and Rust, then those of Go. */

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/buffer.h"
#include "profile/name_pieces.h"
#include "profile/naming/naming.h"

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

/* Notes a cut, whose end may be set later; gives its index. */
static size_t add_cut(struct name_syntax *syntax, enum name_stage stage, size_t begin, size_t end)
{
    ARRAY_GROW(syntax->cuts, syntax->n_cuts, syntax->cut_capacity);
    syntax->cuts[syntax->n_cuts] =
        (struct name_cut){(uint32_t)begin, (uint32_t)end, (uint8_t)stage, PREFIX_NONE};
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

static const char *word_end(const char *at, const char *end)
{
    while (at < end && is_of_name(*at))
        at++;
    return at;
}

size_t name_skip_word(struct text name, size_t at)
{
    while (at < name.length && is_of_name(name.at[at]))
        at++;
    return at;
}

/* Whether the word "operator" stands at `at`. */
static bool has_operator(struct text name, size_t at)
{
    static const struct text word = {"operator", 8};

    return byte_at(name, at) == 'o' && has_text(name, at, word) &&
           !is_of_name(byte_at(name, at + word.length)) &&
           (at == 0 || !is_of_name(name.at[at - 1]));
}

/*
 * Whether an operator may end before `at`: what comes next is what it acts on, its template, or
 * appended to names.
 */
static bool ends_operator(struct text name, size_t at)
{
    char c = byte_at(name, at);

    if (c == ' ')
        c = byte_at(name, at + 1);
    return c == '\0' || strchr("(<[,>):.@", c) != NULL;
}

/*
 * Returns the end of what names an operator from `at` on, after that word: "<<", "()", " new[]",
 * "\"\" _km". The same place where nothing does: " bool" is a type.
 */
static size_t skip_operator(struct text name, size_t at)
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

/* Cuts "(anonymous namespace)" at *at, if it is there. */
static bool cut_anonymous(struct name_syntax *syntax, size_t *at)
{
    static const struct text anonymous = {"(anonymous namespace)", 21};

    if (byte_at(syntax->name, *at) != '(' || !has_text(syntax->name, *at, anonymous))
        return false;
    add_cut(syntax, STAGE_ANONYMOUS, *at, *at + anonymous.length);
    *at += anonymous.length;
    return true;
}

/* Cuts all "[abi:cxx11]" from *at on. */
static void cut_abi_tags(struct name_syntax *syntax, size_t *at)
{
    static const struct text tag = {"[abi:", 5};
    struct text name = syntax->name;

    while (byte_at(name, *at) == '[' && has_text(name, *at, tag)) {
        size_t begin = *at + tag.length, end = name_skip_word(name, begin);
        if (end == begin || byte_at(name, end) != ']' || *at == 0 || name.at[*at - 1] == ':')
            return;
        add_cut(syntax, STAGE_HASHES, *at, end + 1);
        *at = end + 1;
    }
}

/* Opens a bracket. The arguments of a template become a cut, whose end is set on closing. */
static bool open_bracket(struct brackets *brackets, char close, bool is_template)
{
    struct bracket bracket = {.close = close, .is_template = is_template};
    enum name_stage stage = brackets->n_templates != 0 ? STAGE_INNER_TEMPLATES : STAGE_TEMPLATES;

    /* What looks like a tag but is not one could become one. */
    if (brackets->depth == DEEPEST || has_text(brackets->syntax->name, brackets->at, TEXT("[abi:")))
        return false;
    brackets->at++;
    if (is_template)
        bracket.cut = add_cut(brackets->syntax, stage, brackets->at, brackets->at);
    brackets->n_templates += is_template;
    brackets->n_angles += close == '>';
    brackets->open[brackets->depth++] = bracket;
    return true;
}

/* Closes the innermost bracket. Arguments that are no longer than ".." are not cut. */
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
    return before > 0 && (name.at[before - 1] == ')' || is_of_name(name.at[before - 1]));
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
                        is_turbofish || is_of_name(before) || before == ']' || before == ')' ||
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

/* Reads a word, with all that is before it in its path; or an operator. */
static void read_words(struct brackets *brackets)
{
    struct text name = brackets->syntax->name;
    const char *begin = name.at + brackets->at, *last = begin, *end = text_end(name);

    if (has_operator(name, brackets->at)) {
        brackets->at = skip_operator(name, brackets->at + strlen("operator"));
        return;
    }
    const char *at = word_end(begin, end);
    while (end - at > 2 && at[0] == ':' && at[1] == ':' && is_of_name(at[2]) &&
           !has_operator(name, (size_t)(at + 2 - name.at))) {
        last = at + 2;
        at = word_end(last, end);
    }
    if (brackets->n_angles != 0 && last != begin && begin[-1] != ':')
        add_cut(brackets->syntax, STAGE_RUST_PATHS, brackets->at, (size_t)(last - name.at));
    brackets->at = (size_t)(at - name.at);
}

/* Reads what comes next within the innermost bracket. */
static bool read_in_brackets(struct brackets *brackets)
{
    struct name_syntax *syntax = brackets->syntax;
    size_t before = brackets->at;

    switch (byte_at(syntax->name, brackets->at)) {
    case '\0':
        return false;
    case '(':
        return cut_anonymous(syntax, &brackets->at) || open_bracket(brackets, ')', false);
    case '[':
        cut_abi_tags(syntax, &brackets->at);
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
        if (is_of_name(byte_at(syntax->name, brackets->at)))
            read_words(brackets);
        else
            brackets->at++;
        return true;
    }
}

/*
 * Goes from an opening bracket at *at to after the one that closes it, with the cuts in between.
 * `is_template` says that what is in it are the arguments of a template. False where the brackets
 * do not match, or are nested too deeply.
 */
static bool cut_brackets(struct name_syntax *syntax, size_t *at, bool is_template)
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

/* How far a name of C++ or Rust has been read. */
struct name_reading {
    struct name_syntax *syntax;
    struct text name;
    size_t at;
    size_t begin;           /* of the path: after what may be a return type */
    bool has_arguments;     /* a component of the path has arguments, */
    bool is_template;       /* or has both those and template arguments */
    bool last_has_template; /* the component that was read last is of one, */
    bool last_is_type;      /* or an operator that converts to a type, */
    bool last_is_pointer;   /* and that to a pointer to a function */
};

static char next_byte(const struct name_reading *reading)
{
    return (char)(reading->at < reading->name.length ? reading->name.at[reading->at] : '\0');
}

static bool has_next(const struct name_reading *reading, struct text text)
{
    return text_starts_with(text_skip(reading->name, reading->at), text);
}

static bool skip(struct name_reading *reading, struct text text)
{
    if (!has_next(reading, text))
        return false;
    reading->at += text.length;
    return true;
}

static struct name_component *add_component(struct name_reading *reading, size_t begin)
{
    struct name_syntax *syntax = reading->syntax;

    ARRAY_GROW(syntax->components, syntax->n_components, syntax->component_capacity);
    syntax->components[syntax->n_components] =
        (struct name_component){.begin = begin, .end = reading->at};
    return &syntax->components[syntax->n_components++];
}

static bool skip_brackets(struct name_reading *reading, bool is_template)
{
    return cut_brackets(reading->syntax, &reading->at, is_template);
}

/* Cuts "(int, char) const". */
static bool read_arguments(struct name_reading *reading)
{
    static const struct text qualifiers[] = {
        {" const", 6}, {" volatile", 9}, {" restrict", 9}, {" &&", 3}, {" &", 2}, {" noexcept", 9},
    };
    struct name_syntax *syntax = reading->syntax;
    size_t cut = add_cut(syntax, STAGE_ARGUMENTS, reading->at, reading->at);

    if (!skip_brackets(reading, false))
        return false;
    for (size_t i = 0; i < ARRAY_LENGTH(qualifiers); i++)
        skip(reading, qualifiers[i]);
    syntax->cuts[cut].end = (uint32_t)reading->at;
    return true;
}

/* Reads "{lambda(int)#1}", and cuts its arguments, "{closure#0}", "{{closure}}". */
static bool read_braces(struct name_reading *reading)
{
    static const struct text lambda = {"{lambda(", 8};

    if (has_next(reading, lambda)) {
        reading->at += lambda.length - 1;
        if (!read_arguments(reading) || !skip(reading, TEXT("#")))
            return false;
        while (is_digit(next_byte(reading)))
            reading->at++;
        return skip(reading, TEXT("}"));
    }
    reading->syntax->is_rust |= has_next(reading, TEXT("{{")) ||
                                has_next(reading, TEXT("{closure#")) ||
                                has_next(reading, TEXT("{impl#"));
    return skip_brackets(reading, false);
}

/* Reads "'lambda0'", as LLVM writes it. */
static bool read_quoted(struct name_reading *reading)
{
    reading->at = name_skip_word(reading->name, reading->at + 1);
    return skip(reading, TEXT("'"));
}

/* Skips a part of the type in "void (*)(int)()", a pointer to a function and then arguments. */
static bool skip_of_pointer(struct name_reading *reading)
{
    size_t before = reading->at, n_cuts = reading->syntax->n_cuts;

    if (!skip_brackets(reading, false))
        return false;
    reading->last_is_pointer = reading->last_is_pointer || next_byte(reading) == '(';
    if (next_byte(reading) == '(')
        return true;
    reading->at = before;
    reading->syntax->n_cuts = n_cuts;
    return false;
}

/* Reads the type that "operator T" converts to, up to its arguments. */
static bool read_conversion(struct name_reading *reading)
{
    while (next_byte(reading) != '\0') {
        size_t before = reading->at;
        if (next_byte(reading) == '<' && !skip_brackets(reading, true))
            return false;
        while (next_byte(reading) == ' ' || next_byte(reading) == '*' ||
               next_byte(reading) == '&' || next_byte(reading) == ':')
            reading->at++;
        cut_anonymous(reading->syntax, &reading->at);
        reading->at = name_skip_word(reading->name, reading->at);
        cut_abi_tags(reading->syntax, &reading->at);
        if (next_byte(reading) == '(' && !skip_of_pointer(reading))
            return next_byte(reading) == '(';
        if (reading->at == before)
            return false;
    }
    return true;
}

static bool read_operator(struct name_reading *reading)
{
    size_t end = skip_operator(reading->name, reading->at);

    reading->last_is_type = end == reading->at;
    if (end == reading->at)
        return next_byte(reading) == ' ' && read_conversion(reading);
    reading->at = end;
    return true;
}

/* Returns the hash that a word of the path is, with what may be appended after it; else empty. */
static struct text hash_of(struct text word)
{
    const char *dot = memchr(word.at, '.', word.length);
    struct text hash = dot == NULL ? word : text_between(word.at, dot);

    return name_is_hash(hash) ? hash : (struct text){word.at, 0};
}

/* Whether there is a component before, and it is no hash: a name ends in one hash alone. */
static bool follows_other_word(const struct name_reading *reading)
{
    const struct name_syntax *syntax = reading->syntax;

    if (syntax->n_components == 0)
        return false;
    const struct name_component *last = &syntax->components[syntax->n_components - 1];
    struct text word = {reading->name.at + last->begin, last->end - last->begin};
    return hash_of(word).length == 0;
}

static bool read_word(struct name_reading *reading, size_t begin)
{
    struct name_syntax *syntax = reading->syntax;

    reading->at = name_skip_word(reading->name, begin);
    struct text word = text_between(reading->name.at + begin, reading->name.at + reading->at);
    if (word.length == 0)
        return false;
    struct text hash = hash_of(word);
    if (hash.length != 0 && !has_next(reading, TEXT("::")) && follows_other_word(reading)) {
        add_cut(syntax, STAGE_HASHES, begin - 2, begin + hash.length);
        syntax->is_rust = true;
        return true;
    }
    add_component(reading, begin);
    if (text_equal(word, TEXT("decltype"))) {
        skip(reading, TEXT(" "));
        return next_byte(reading) == '(' && skip_brackets(reading, false);
    }
    return next_byte(reading) != '{' || read_braces(reading);
}

/* Reads "<T as Trait>", "<impl Trait for T>", or "::<T>": template arguments after a path. */
static bool read_type_of_rust(struct name_reading *reading)
{
    struct name_syntax *syntax = reading->syntax;
    size_t begin = reading->at;

    syntax->is_rust = true;
    if (syntax->n_components != 0 && !has_next(reading, TEXT("<impl ")))
        return skip_brackets(reading, true);
    if (!skip_brackets(reading, false))
        return false;
    add_component(reading, begin)->is_type = true;
    return true;
}

/* Reads the name of a component. */
static bool read_component_name(struct name_reading *reading)
{
    size_t begin = reading->at;

    if (cut_anonymous(reading->syntax, &reading->at)) {
        add_component(reading, begin);
        return true;
    }
    switch (next_byte(reading)) {
    case '{':
        if (!read_braces(reading))
            return false;
        add_component(reading, begin)->is_nested = true;
        return true;
    case '\'':
        if (!read_quoted(reading))
            return false;
        add_component(reading, begin)->is_nested = true;
        return true;
    case '<':
        return read_type_of_rust(reading);
    default:
        break;
    }
    if (!has_operator(reading->name, begin))
        return read_word(reading, begin);
    reading->at += strlen("operator");
    if (!read_operator(reading))
        return false;
    add_component(reading, begin);
    return true;
}

static bool read_component(struct name_reading *reading)
{
    struct name_syntax *syntax = reading->syntax;

    reading->last_has_template = reading->last_is_type = reading->last_is_pointer = false;
    if (!read_component_name(reading))
        return false;
    cut_abi_tags(syntax, &reading->at);
    if (has_next(reading, TEXT(" <")))
        reading->at++;
    if (next_byte(reading) == '<') {
        if (!skip_brackets(reading, true))
            return false;
        reading->last_has_template = true;
        cut_abi_tags(syntax, &reading->at);
    }
    if (next_byte(reading) != '(')
        return true;
    size_t cut = syntax->n_cuts;
    if (syntax->n_components == 0 || !read_arguments(reading))
        return false;
    /* Without its arguments a type would go on with what follows, or be a function itself. */
    if (reading->last_is_pointer ||
        (reading->last_is_type && reading->at != name_skip_clones(reading->name)))
        syntax->cuts[cut].end = syntax->cuts[cut].begin;
    syntax->components[syntax->n_components - 1].has_arguments = true;
    reading->has_arguments = true;
    reading->is_template |= reading->last_has_template;
    return true;
}

/* Skips what compilers and linkers append: ".isra.0", " [clone .cold]", " (.cold)", "@@GLIBC_2.2".
 */
static bool skip_appended(struct name_reading *reading)
{
    char next = next_byte(reading);

    if (next == '.' || next == '@')
        reading->at = name_skip_word(reading->name, reading->at);
    if (has_next(reading, TEXT(" [clone ")) || has_next(reading, TEXT(" (.")))
        reading->at = reading->name.length;
    return reading->at == reading->name.length;
}

/* Skips what stands between a type and the name after it. */
static bool skip_after_type(struct name_reading *reading)
{
    size_t before = reading->at;

    while (next_byte(reading) == ' ' || next_byte(reading) == '*' || next_byte(reading) == '&')
        reading->at++;
    return reading->at != before;
}

/* Takes what was read for a type, maybe one within a function, "f(int)::T&": the path follows. */
static bool begin_after_type(struct name_reading *reading)
{
    struct name_syntax *syntax = reading->syntax;

    if (syntax->n_components != 0 && syntax->components[syntax->n_components - 1].has_arguments)
        return false;
    if (!skip_after_type(reading))
        return false;
    reading->begin = reading->at;
    reading->has_arguments = reading->is_template = false;
    syntax->n_components = 0;
    return true;
}

/* Reads components up to the end; those of a return type count only as that. */
static bool read_path(struct name_reading *reading)
{
    size_t start = reading->at;
    size_t cut = add_cut(reading->syntax, STAGE_RETURN_TYPES, start, start);

    for (reading->begin = start;;) {
        if (!read_component(reading))
            return false;
        if (skip(reading, TEXT("::")))
            continue;
        if (skip_appended(reading))
            break;
        if (!begin_after_type(reading))
            return false;
    }
    reading->syntax->cuts[cut].end = (uint32_t)reading->begin;
    /* In no name of Rust a function has its arguments. */
    if (reading->syntax->is_rust && reading->has_arguments)
        return false;
    return reading->begin == start || reading->is_template;
}

/* Reads a type: "std::vector<int>", "Base-in-Derived<int>". Only its templates are cut. */
static bool read_type(struct name_reading *reading)
{
    while (reading->at < reading->name.length) {
        size_t before = reading->at;
        char next = next_byte(reading);
        cut_abi_tags(reading->syntax, &reading->at);
        if (cut_anonymous(reading->syntax, &reading->at) || reading->at != before)
            continue;
        if (next == '>' || next == ')' || next == ']' || next == '}')
            return false;
        if (next != '<' && next != '(' && next != '[' && next != '{')
            reading->at++;
        else if (!skip_brackets(reading, next == '<'))
            return false;
    }
    return true;
}

/* Skips what demanglers call things that compilers make: a type follows some, others a name. */
static bool skip_special(struct name_reading *reading, bool *is_of_type)
{
    static const struct text of_types[] = {
        {"vtable for ", 11},
        {"VTT for ", 8},
        {"typeinfo for ", 13},
        {"typeinfo name for ", 18},
        {"construction vtable for ", 24},
    };
    static const struct text of_names[] = {
        {"guard variable for ", 19},    {"non-virtual thunk to ", 21},
        {"virtual thunk to ", 17},      {"covariant return thunk to ", 26},
        {"TLS init function for ", 22}, {"TLS wrapper function for ", 25},
        {"transaction clone for ", 22}, {"invocation function for block in ", 33},
    };

    *is_of_type = false;
    if (strchr("vVtcgnTi", next_byte(reading)) == NULL)
        return false;
    for (size_t i = 0; i < ARRAY_LENGTH(of_types) && !*is_of_type; i++)
        *is_of_type = skip(reading, of_types[i]);
    for (size_t i = 0; i < ARRAY_LENGTH(of_names) && !*is_of_type; i++)
        if (skip(reading, of_names[i]))
            return true;
    return *is_of_type;
}

/*
 * Reads the name of an empty syntax as one of C++ or Rust: a return type, a path of components,
 * arguments, and what is appended. False where it is not understood; what was set until then
 * means nothing.
 */
static bool read_path_name(struct name_syntax *syntax)
{
    struct name_reading reading = {.syntax = syntax, .name = syntax->name};
    bool is_of_type;

    while (skip_special(&reading, &is_of_type))
        if (is_of_type)
            return read_type(&reading);
    return read_path(&reading);
}

static bool is_of_path(char c)
{
    return is_of_identifier(c) || c == '.' || c == '-' || c == '~' || c == '%' || c == '+' ||
           c == '/' || (unsigned char)c >= 0x80;
}

/* Returns how long what compilers put before a type is: "type:.eq.". */
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
 * Cuts type arguments, "[go.shape.int]", from `at` on. False where the brackets do not match, or
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
            add_cut(syntax, STAGE_TEMPLATES, begin, at);
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
 * Returns where the package begins in a path: it is the first part with a dot that is neither a
 * host nor one with a version. After its dot a type may have a path again: "x.com/a.T.x.com/b.m".
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

/* Whether it begins with "(*Framer)", the type that a method is of. */
static bool begins_pointer(struct text name)
{
    return text_starts_with(name, TEXT("(*")) && memchr(name.at, ')', name.length) != NULL;
}

/*
 * Reads the name of an empty syntax as one of Go: "golang.org/x/net/http2.(*Framer).WriteData",
 * "main.(*List[go.shape.int]).Add", "type:.eq.crypto/ecdsa.PublicKey". It sets the package, and
 * cuts. False where it is not one; what was set until then means nothing.
 */
static bool read_go_name(struct name_syntax *syntax)
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
        add_cut(syntax, STAGE_IMPORT_PATHS, begin, base);
    syntax->package = text_between(name.at + begin, dot);
    syntax->is_go = base > begin || at < name.length;
    return cut_type_arguments(syntax, at);
}

static void drop_paths_unless_rust(struct name_syntax *syntax)
{
    size_t kept = 0;

    for (size_t i = 0; i < syntax->n_cuts; i++)
        if (syntax->is_rust || syntax->cuts[i].stage != STAGE_RUST_PATHS)
            syntax->cuts[kept++] = syntax->cuts[i];
    syntax->n_cuts = kept;
}

/* Forgets all that is known of a name. */
static void begin_name(struct name_syntax *syntax, struct text name)
{
    syntax->name = name;
    syntax->n_cuts = syntax->n_components = 0;
    syntax->is_rust = syntax->is_go = false;
    syntax->package = (struct text){0};
}

void name_syntax_read(struct name_syntax *syntax, struct text name)
{
    begin_name(syntax, name);
    if (name.length == 0 || name.length > UINT32_MAX)
        return;
    bool is_go = read_go_name(syntax), is_path = false;
    if (!is_go) {
        begin_name(syntax, name);
        is_path = read_path_name(syntax);
    }
    if (is_path && !syntax->is_rust)
        cut_standard_names(syntax);
    if (is_path)
        drop_paths_unless_rust(syntax);
    if (is_path || (is_go && !syntax->is_go))
        cut_clones(syntax);
    if (!is_path && !is_go)
        begin_name(syntax, name);
}

void name_syntax_free(struct name_syntax *syntax)
{
    free(syntax->cuts);
    free(syntax->components);
    *syntax = (struct name_syntax){0};
}

struct text name_last_component(struct text name)
{
    struct name_syntax syntax = {0};
    struct text last = {name.at, 0};

    name_syntax_read(&syntax, name);
    if (syntax.n_components != 0) {
        const struct name_component *component = &syntax.components[syntax.n_components - 1];
        last = text_between(name.at + component->begin, name.at + component->end);
    }
    name_syntax_free(&syntax);
    return last;
}

name_stages name_syntax_stages(const struct name_syntax *syntax)
{
    name_stages stages = 0;

    for (size_t i = 0; i < syntax->n_cuts; i++)
        if (syntax->cuts[i].end > syntax->cuts[i].begin)
            stages |= 1u << syntax->cuts[i].stage;
    return stages;
}

void append_cut_name(struct buffer *to, struct text name, const struct name_cut *cuts,
                     size_t n_cuts, name_stages stages)
{
    static const struct text instead[N_NAME_STAGES] = {
        [STAGE_INNER_TEMPLATES] = {"..", 2},
        [STAGE_TEMPLATES] = {"..", 2},
        [STAGE_ANONYMOUS] = {"{anon}", 6},
    };
    static const struct text prefixes[] = {{"", 0}, {"w", 1}, {"u8", 2}, {"u16", 3}, {"u32", 3}};
    size_t done = 0;

    for (size_t i = 0; i < n_cuts; i++) {
        const struct name_cut *cut = &cuts[i];
        bool is_within_last = cut->begin < done;
        if ((stages >> cut->stage & 1) == 0 || cut->end == cut->begin || is_within_last)
            continue;
        buffer_append(to, text_between(name.at + done, name.at + cut->begin));
        buffer_append(to,
                      cut->stage == STAGE_STANDARD ? prefixes[cut->prefix] : instead[cut->stage]);
        done = cut->end;
    }
    buffer_append(to, text_skip(name, done));
}
