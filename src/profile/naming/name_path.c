/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "profile/naming/name_path.h"

#include <string.h>

#include "base/array.h"
#include "profile/naming/name_cuts.h"
#include "profile/plain_name.h"

/* Reading a name from its begin to its end. */
struct reading {
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

static char next_byte(const struct reading *reading)
{
    return (char)(reading->at < reading->name.length ? reading->name.at[reading->at] : '\0');
}

static bool has_next(const struct reading *reading, struct text text)
{
    return text_starts_with(text_skip(reading->name, reading->at), text);
}

static bool skip(struct reading *reading, struct text text)
{
    if (!has_next(reading, text))
        return false;
    reading->at += text.length;
    return true;
}

static struct name_component *add_component(struct reading *reading, size_t begin)
{
    struct name_syntax *syntax = reading->syntax;

    ARRAY_GROW(syntax->components, syntax->n_components, syntax->component_capacity);
    syntax->components[syntax->n_components] =
        (struct name_component){.begin = begin, .end = reading->at};
    return &syntax->components[syntax->n_components++];
}

static bool skip_brackets(struct reading *reading, bool is_template)
{
    return name_cuts_brackets(reading->syntax, &reading->at, is_template);
}

/* "(int, char) const": a cut, up to before what follows. */
static bool read_arguments(struct reading *reading)
{
    static const struct text qualifiers[] = {
        {" const", 6}, {" volatile", 9}, {" restrict", 9}, {" &&", 3}, {" &", 2}, {" noexcept", 9},
    };
    struct name_syntax *syntax = reading->syntax;
    size_t cut = name_cuts_add(syntax, STAGE_ARGUMENTS, reading->at, reading->at);

    if (!skip_brackets(reading, false))
        return false;
    for (size_t i = 0; i < ARRAY_LENGTH(qualifiers); i++)
        skip(reading, qualifiers[i]);
    syntax->cuts[cut].end = (uint32_t)reading->at;
    return true;
}

/* "{lambda(int)#1}", of which the arguments are a cut, "{closure#0}", "{{closure}}". */
static bool read_braces(struct reading *reading)
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

/* "'lambda0'", as LLVM writes it. */
static bool read_quoted(struct reading *reading)
{
    reading->at = name_skip_word(reading->name, reading->at + 1);
    return skip(reading, TEXT("'"));
}

/* Of "void (*)(int)()", a pointer to a function and arguments, the next part of the type. */
static bool skip_of_pointer(struct reading *reading)
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

/* The type that "operator T" converts to, up to its arguments. */
static bool read_conversion(struct reading *reading)
{
    while (next_byte(reading) != '\0') {
        size_t before = reading->at;
        if (next_byte(reading) == '<' && !skip_brackets(reading, true))
            return false;
        while (next_byte(reading) == ' ' || next_byte(reading) == '*' ||
               next_byte(reading) == '&' || next_byte(reading) == ':')
            reading->at++;
        name_cuts_anonymous(reading->syntax, &reading->at);
        reading->at = name_skip_word(reading->name, reading->at);
        name_cuts_abi_tags(reading->syntax, &reading->at);
        if (next_byte(reading) == '(' && !skip_of_pointer(reading))
            return next_byte(reading) == '(';
        if (reading->at == before)
            return false;
    }
    return true;
}

static bool read_operator(struct reading *reading)
{
    size_t end = name_skip_operator(reading->name, reading->at);

    reading->last_is_type = end == reading->at;
    if (end == reading->at)
        return next_byte(reading) == ' ' && read_conversion(reading);
    reading->at = end;
    return true;
}

/* The hash that a word of the path is, with what may be appended after it; else empty. */
static struct text hash_of(struct text word)
{
    const char *dot = memchr(word.at, '.', word.length);
    struct text hash = dot == NULL ? word : text_between(word.at, dot);

    return name_is_hash(hash) ? hash : (struct text){word.at, 0};
}

/* Whether there is a component before, and it is no hash: a name ends in one hash alone. */
static bool follows_other_word(const struct reading *reading)
{
    const struct name_syntax *syntax = reading->syntax;

    if (syntax->n_components == 0)
        return false;
    const struct name_component *last = &syntax->components[syntax->n_components - 1];
    struct text word = {reading->name.at + last->begin, last->end - last->begin};
    return hash_of(word).length == 0;
}

static bool read_word(struct reading *reading, size_t begin)
{
    struct name_syntax *syntax = reading->syntax;

    reading->at = name_skip_word(reading->name, begin);
    struct text word = text_between(reading->name.at + begin, reading->name.at + reading->at);
    if (word.length == 0)
        return false;
    struct text hash = hash_of(word);
    if (hash.length != 0 && !has_next(reading, TEXT("::")) && follows_other_word(reading)) {
        name_cuts_add(syntax, STAGE_HASHES, begin - 2, begin + hash.length);
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

/* "<T as Trait>", "<impl Trait for T>"; or "::<T>", the template arguments of what is before. */
static bool read_type_of_rust(struct reading *reading)
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

/* The name of a component, if it has one. */
static bool read_component_name(struct reading *reading)
{
    size_t begin = reading->at;

    if (name_cuts_anonymous(reading->syntax, &reading->at)) {
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
    if (!name_has_operator(reading->name, begin))
        return read_word(reading, begin);
    reading->at += strlen("operator");
    if (!read_operator(reading))
        return false;
    add_component(reading, begin);
    return true;
}

static bool read_component(struct reading *reading)
{
    struct name_syntax *syntax = reading->syntax;

    reading->last_has_template = reading->last_is_type = reading->last_is_pointer = false;
    if (!read_component_name(reading))
        return false;
    name_cuts_abi_tags(syntax, &reading->at);
    if (has_next(reading, TEXT(" <")))
        reading->at++;
    if (next_byte(reading) == '<') {
        if (!skip_brackets(reading, true))
            return false;
        reading->last_has_template = true;
        name_cuts_abi_tags(syntax, &reading->at);
    }
    if (next_byte(reading) != '(')
        return true;
    size_t cut = syntax->n_cuts;
    if (syntax->n_components == 0 || !read_arguments(reading))
        return false;
    /* Without its arguments a type would go on with what follows, or be a function itself. */
    if (reading->last_is_pointer || (reading->last_is_type && reading->at != reading->name.length))
        syntax->cuts[cut].end = syntax->cuts[cut].begin;
    syntax->components[syntax->n_components - 1].has_arguments = true;
    reading->has_arguments = true;
    reading->is_template |= reading->last_has_template;
    return true;
}

/* What compilers and linkers append: ".isra.0", " [clone .cold]", " (.cold)", "@@GLIBC_2.2". */
static bool skip_appended(struct reading *reading)
{
    char next = next_byte(reading);

    if (next == '.' || next == '@')
        reading->at = name_skip_word(reading->name, reading->at);
    if (has_next(reading, TEXT(" [clone ")) || has_next(reading, TEXT(" (.")))
        reading->at = reading->name.length;
    return reading->at == reading->name.length;
}

/* What is between a type and what it is of. */
static bool skip_after_type(struct reading *reading)
{
    size_t before = reading->at;

    while (next_byte(reading) == ' ' || next_byte(reading) == '*' || next_byte(reading) == '&')
        reading->at++;
    return reading->at != before;
}

/* What was read is a type, maybe one within a function, "f(int)::T&", and the path is to come. */
static bool begin_after_type(struct reading *reading)
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

/* Components up to the end; those of a return type count only as that. */
static bool read_path(struct reading *reading)
{
    size_t start = reading->at;
    size_t cut = name_cuts_add(reading->syntax, STAGE_RETURN_TYPES, start, start);

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

/* A type: "std::vector<int>", "Base-in-Derived<int>". Nothing of it but templates is cut. */
static bool read_type(struct reading *reading)
{
    while (reading->at < reading->name.length) {
        size_t before = reading->at;
        char next = next_byte(reading);
        name_cuts_abi_tags(reading->syntax, &reading->at);
        if (name_cuts_anonymous(reading->syntax, &reading->at) || reading->at != before)
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

/* What demanglers call things that compilers make. Of some a type follows, of others a name. */
static bool skip_special(struct reading *reading, bool *is_of_type)
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

bool name_path_read(struct name_syntax *syntax)
{
    struct reading reading = {.syntax = syntax, .name = syntax->name};
    bool is_of_type;

    while (skip_special(&reading, &is_of_type))
        if (is_of_type)
            return read_type(&reading);
    return read_path(&reading);
}
