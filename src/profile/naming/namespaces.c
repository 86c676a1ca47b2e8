/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "profile/name_pieces.h"
#include "profile/naming/naming.h"
#include "profile/profile.h"

struct namespaces {
    const struct names *functions;
    const struct name_pieces *pieces;
    struct names *texts;
    size_t depth;
    bool is_go; /* "a.b" is of package a, though C may have such a name */
    struct buffer text;
    uint32_t *of_names; /* by name, NO_ID if it has none */
    bool *is_known;     /* by name: whether the entry is computed */
};

/* Returns whether it is a Go program: each contains Go's runtime. */
static bool has_runtime_of_go(const struct names *functions)
{
    for (uint32_t id = 0; id < names_count(functions); id++)
        if (text_starts_with(names_text(functions, id), TEXT("runtime.")))
            return true;
    return false;
}

struct namespaces *namespaces_create(const struct symbols *symbols, size_t depth,
                                     struct names *texts)
{
    struct namespaces *namespaces = memory_alloc(1, sizeof *namespaces);
    const struct name_pieces *pieces = symbols_pieces(symbols);
    size_t count = names_count(symbols->functions);

    namespaces->functions = symbols->functions;
    namespaces->pieces = pieces;
    namespaces->texts = texts;
    namespaces->depth = depth == 0 ? SIZE_MAX : depth;
    namespaces->is_go = has_runtime_of_go(symbols->functions);
    namespaces->of_names = memory_alloc(count, sizeof *namespaces->of_names);
    namespaces->is_known = memory_alloc(count, sizeof *namespaces->is_known);
    return namespaces;
}

void namespaces_free(struct namespaces *namespaces)
{
    if (namespaces == NULL)
        return;
    free(namespaces->text.at);
    free(namespaces->of_names);
    free(namespaces->is_known);
    free(namespaces);
}

/* No handwritten name is nested that deeply. */
enum { MOST_COMPONENTS = 64 };

/* The components between "::". */
struct path {
    struct text name;
    size_t at;                               /* offset up to which the name was read */
    struct text components[MOST_COMPONENTS]; /* without arguments; a type of Rust, and what is
                                                within a function, with its brackets */
    size_t count;
    size_t n_before_arguments; /* number of components before the first with arguments; else
                                * NO_ARGUMENTS */
    bool last_has_arguments;   /* the last component read has arguments */
};

#define NO_ARGUMENTS SIZE_MAX

static char next_byte(const struct path *path)
{
    return (char)(path->at < path->name.length ? path->name.at[path->at] : '\0');
}

static bool skip(struct path *path, struct text text)
{
    bool is_there = text_starts_with(text_skip(path->name, path->at), text);

    path->at += is_there ? text.length : 0;
    return is_there;
}

static bool skip_brackets(struct path *path)
{
    path->at = name_skip_brackets(path->name, path->at);
    return path->at != 0;
}

static size_t word_end(struct text text, size_t at)
{
    while (at < text.length && is_of_name(text.at[at]))
        at++;
    return at;
}

/* Skips the name of a component; not the arguments of a template, or of a function. */
static bool skip_component_name(struct path *path)
{
    const size_t begin = path->at;
    const char first = next_byte(path);

    if (first == '(')
        return skip(path, TEXT("(anonymous namespace)"));
    if (first == '{' || first == '<')
        return skip_brackets(path);
    path->at = name_skip_operator(path->name, begin);
    if (path->at != begin)
        return true;
    path->at = word_end(path->name, begin + (first == '\'')); /* 'lambda0', as LLVM writes it */
    return first == '\'' ? skip(path, TEXT("'")) : path->at != begin;
}

/* Reads a component with its arguments. False if there is none. */
static bool read_component(struct path *path)
{
    const size_t begin = path->at;
    bool is_turbofish = path->count != 0 && next_byte(path) == '<' &&
                        !text_starts_with(text_skip(path->name, begin), TEXT("<impl "));

    if (path->count == MOST_COMPONENTS || !skip_component_name(path))
        return false;
    const struct text name = text_between(path->name.at + begin, path->name.at + path->at);
    if (!is_turbofish)
        path->components[path->count++] = name;
    bool is_operator = text_equal(name, TEXT("operator"));
    path->last_has_arguments = is_operator;
    if (is_operator) /* "operator T() const", "operator new(unsigned long)" */
        path->at = path->name.length;
    while (next_byte(path) == '<' || next_byte(path) == '[') /* template arguments, or an ABI tag */
        if (!skip_brackets(path))
            return false;
    if (next_byte(path) == '(') {
        path->last_has_arguments = true;
        if (!skip_brackets(path))
            return false;
    }
    if (path->last_has_arguments && path->n_before_arguments == NO_ARGUMENTS)
        path->n_before_arguments = path->count - 1;
    return true;
}

/*
 * Reads the path of a C++ or Rust name, after a return type or prefix as in "int& a::f<b>()" and
 * "non-virtual thunk to a::B::f()". False if it is not understood: a function pointer, for example,
 * must not be mistaken for a path.
 */
static bool read_path(struct path *path, struct text name)
{
    static const char after_type[] = " *&-";

    *path = (struct path){.name = name, .n_before_arguments = NO_ARGUMENTS};
    for (;;) {
        if (!read_component(path))
            return false;
        if (skip(path, TEXT("::")))
            continue;
        if (path->last_has_arguments || path->at == name.length || next_byte(path) == '.')
            return true;
        if (strchr(after_type, next_byte(path)) == NULL)
            return false;
        while (path->at < name.length && strchr(after_type, next_byte(path)) != NULL)
            path->at++;
        path->count = 0;
        path->n_before_arguments = NO_ARGUMENTS;
    }
}

/*
 * Returns whether a component is a Rust type or a class: by convention these begin with a capital.
 */
static bool has_capital(struct text text)
{
    return text.length != 0 && text.at[0] >= 'A' && text.at[0] <= 'Z';
}

/* Adds the first components of a path, up to the depth of namespaces. */
static void append_first(struct namespaces *namespaces, struct text path, struct text separator)
{
    size_t length = 0, n_components = 0;

    for (; length < path.length; length++) {
        bool is_separator = text_starts_with(text_skip(path, length), separator);
        if (is_separator && ++n_components == namespaces->depth)
            break;
        length += is_separator ? separator.length - 1 : 0;
    }
    buffer_append(&namespaces->text, (struct text){path.at, length});
}

/*
 * Returns the module at the start of a text, before a type or else the last word: a::b of
 * "a::b::C<T>", and of "a::b::f::{closure#0}".
 */
static struct text module_of(struct text text)
{
    size_t at = 0, module = 0;

    for (size_t end; (end = word_end(text, at)) != at; at = end + 2) {
        module = at;
        if (has_capital(text_skip(text, at)) || !text_starts_with(text_skip(text, end), TEXT("::")))
            break;
    }
    return (struct text){text.at, module < 2 ? 0 : module - 2};
}

/*
 * Returns the number of components around the function, which is the first one with arguments, as
 * in "main::{lambda()#1}::operator()()", or else the last one.
 */
static size_t count_around(const struct path *path)
{
    for (size_t i = 0; i < path->count; i++) {
        if (path->components[i].at[0] == '{' || path->components[i].at[0] == '\'')
            return i == 0 ? 0 : i - 1;
        if (i == path->n_before_arguments)
            return i;
    }
    return path->count == 0 ? 0 : path->count - 1;
}

/* Appends "a::b" for "a::b::f"; for Rust without a type. */
static void append_path(struct namespaces *namespaces, const struct path *path)
{
    const struct text *components = path->components;
    size_t count = count_around(path);
    bool is_rust = path->n_before_arguments == NO_ARGUMENTS && !has_capital(components[0]);

    if (count != 0 && text_starts_with(components[0], TEXT("_$LT$")))
        return;                                     /* a mangled Rust type */
    if (count != 0 && components[0].at[0] == '<') { /* a method belongs where its type is */
        append_first(namespaces, module_of(text_skip(components[0], 1)), TEXT("::"));
        return;
    }
    for (size_t i = 1; i < count; i++)
        if (components[i].at[0] == '<' || (is_rust && has_capital(components[i])))
            count = i;
    for (size_t i = 0; i < count && i < namespaces->depth; i++) {
        buffer_append(&namespaces->text, i == 0 ? TEXT("") : TEXT("::"));
        buffer_append(&namespaces->text, components[i]);
    }
}

/*
 * Returns the package of a Go name with its import path: "golang.org/x/net/http2" of
 * "golang.org/x/net/http2.(*Framer).WriteData". Only a program of Go has "a.b" for one: C has names
 * such as "f.isra.0".
 */
static struct text package_of(const struct namespaces *namespaces, struct text name)
{
    struct text none = {0};
    size_t end = 0;

    while (end < name.length && (is_of_name(name.at[end]) || strchr("/-%+", name.at[end]) != NULL))
        end++;
    struct text path = {name.at, end}, base = path_base(path);
    const char *dot = base.length == 0 ? NULL : memchr(base.at, '.', base.length);
    if (dot == NULL || dot == base.at || path.at[0] == '/' || path.at[0] == '.')
        return none;
    if (end < name.length) {
        struct text rest = text_skip(name, end);
        bool is_method =
            rest.at[0] == '(' && name.at[end - 1] == '.' && text_starts_with(rest, TEXT("(*"));
        if ((!is_method && rest.at[0] != '[') || name_skip_brackets(name, end) == 0)
            return none;
    } else if (base.at == path.at &&
               (!namespaces->is_go || plain_name(name).length != name.length)) {
        return none;
    }
    return text_between(name.at, dot);
}

static uint32_t find_namespace(struct namespaces *namespaces, struct text name)
{
    struct text package = package_of(namespaces, name);
    struct path path;

    namespaces->text.length = 0;
    if (package.at != NULL)
        append_first(namespaces, package, TEXT("/"));
    else if (read_path(&path, plain_name(name)))
        append_path(namespaces, &path);
    struct text text = buffer_text(&namespaces->text);
    return text.length == 0 ? NO_ID : names_add(namespaces->texts, text);
}

uint32_t namespaces_of(struct namespaces *namespaces, uint32_t function)
{
    symbol_id base = namespaces->pieces->bases[function];

    if (!namespaces->is_known[base]) {
        namespaces->of_names[base] =
            find_namespace(namespaces, names_text(namespaces->functions, base));
        namespaces->is_known[base] = true;
    }
    return namespaces->of_names[base];
}
