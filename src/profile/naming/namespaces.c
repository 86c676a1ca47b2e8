/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/buffer.h"
#include "profile/name_pieces.h"
#include "profile/naming/naming.h"

struct namespaces {
    const struct names *functions;
    const struct name_pieces *pieces;
    struct names *texts;
    size_t depth;
    bool is_go; /* "a.b" is of package a, though C may have such a name */
    struct name_syntax syntax;
    struct buffer text;
    uint32_t *of_names; /* by name, NO_ID where it has none, */
    bool *is_known;     /* once that is known */
};

/* Whether it is a program of Go: each has Go's runtime in it. */
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
    name_syntax_free(&namespaces->syntax);
    free(namespaces->text.at);
    free(namespaces->of_names);
    free(namespaces->is_known);
    free(namespaces);
}

static struct text component_text(const struct name_syntax *syntax, size_t i)
{
    const struct name_component *component = &syntax->components[i];

    return text_between(syntax->name.at + component->begin, syntax->name.at + component->end);
}

/* Whether a component is a type of Rust or a class: by custom these begin with a capital. */
static bool has_capital(struct text text)
{
    return text.length != 0 && text.at[0] >= 'A' && text.at[0] <= 'Z';
}

/* Adds the first components of a path, as many as namespaces have. */
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
 * Returns the module that a text begins with, before a type or else the last word: a::b of
 * "a::b::C<T>", and of "a::b::f::{closure#0}".
 */
static struct text module_of(struct text text)
{
    size_t at = 0, module = 0;

    for (size_t end; (end = name_skip_word(text, at)) != at; at = end + 2) {
        module = at;
        if (has_capital(text_skip(text, at)) || !text_starts_with(text_skip(text, end), TEXT("::")))
            break;
    }
    return (struct text){text.at, module < 2 ? 0 : module - 2};
}

/* Skips what may stand before a type's path: "&mut dyn a::b::C", "[a::B]". */
static struct text skip_to_path(struct text type)
{
    static const struct text words[] = {{"mut ", 4}, {"const ", 6}, {"dyn ", 4}, {"impl ", 5}};
    size_t before = 0;

    while (type.length != before) {
        before = type.length;
        while (type.length != 0 && strchr("<&*[(", type.at[0]) != NULL)
            type = text_skip(type, 1);
        for (size_t i = 0; i < ARRAY_LENGTH(words); i++)
            if (text_starts_with(type, words[i]))
                type = text_skip(type, words[i].length);
    }
    return type;
}

/* Finds what follows " as " in "<T as d::E>", not in a type within that; {0} if nothing does. */
static struct text find_trait(struct text type)
{
    static const struct text as = {" as ", 4};
    size_t depth = 0;

    for (size_t i = 0; i < type.length; i++) {
        bool is_arrow = type.at[i] == '>' && type.at[i - 1] == '-';
        if (strchr("<([", type.at[i]) != NULL)
            depth++;
        else if (strchr(">)]", type.at[i]) != NULL && !is_arrow)
            depth--;
        else if (depth == 1 && text_starts_with(text_skip(type, i), as))
            return text_skip(type, i + as.length);
    }
    return (struct text){0};
}

/* Appends the module of a type: a::b for "<a::b::C as d::E>", d for "<T as d::E>". */
static void append_module_of_type(struct namespaces *namespaces, struct text type)
{
    struct text module = module_of(skip_to_path(type));

    if (module.length == 0)
        module = module_of(find_trait(type));
    append_first(namespaces, module, TEXT("::"));
}

/*
 * Returns how many components are around the function: that is the first with arguments, or before
 * what is within a function, "main::{lambda()#1}::operator()()", or the last one.
 */
static size_t count_around(const struct name_syntax *syntax)
{
    size_t count = 0;

    while (count < syntax->n_components && !syntax->components[count].has_arguments &&
           !syntax->components[count].is_nested)
        count++;
    if (count < syntax->n_components && !syntax->components[count].is_nested)
        return count;
    return count == 0 ? 0 : count - 1;
}

/* Appends "a::b" for "a::b::f"; for Rust without a type. */
static void append_path(struct namespaces *namespaces)
{
    const struct name_syntax *syntax = &namespaces->syntax;
    size_t count = count_around(syntax), n_components = syntax->n_components;
    bool has_arguments = n_components != 0 && syntax->components[n_components - 1].has_arguments;
    bool is_rust =
        syntax->is_rust || (!has_arguments && count > 1 && !has_capital(component_text(syntax, 0)));

    if (count != 0 && text_starts_with(component_text(syntax, 0), TEXT("_$LT$")))
        return; /* a type of Rust, as it is mangled */
    if (count != 0 && syntax->components[0].is_type) {
        append_module_of_type(namespaces, component_text(syntax, 0));
        return;
    }
    for (size_t i = 0; i < count; i++)
        if (syntax->components[i].is_type)
            count = i;
    for (size_t i = 1; is_rust && i < count; i++)
        if (has_capital(component_text(syntax, i)))
            count = i;
    for (size_t i = 0; i < count && i < namespaces->depth; i++) {
        buffer_append(&namespaces->text, i == 0 ? TEXT("") : TEXT("::"));
        buffer_append(&namespaces->text, component_text(syntax, i));
    }
}

/* Whether the name is one of Go, and not one of C with a dot in it, such as "f.isra.0". */
static bool is_of_go(const struct namespaces *namespaces, struct text name)
{
    return namespaces->syntax.is_go ||
           (namespaces->is_go && plain_name(name).length == name.length);
}

static uint32_t find_namespace(struct namespaces *namespaces, struct text name)
{
    struct text *package = &namespaces->syntax.package;

    namespaces->text.length = 0;
    name_syntax_read(&namespaces->syntax, name);
    if (package->at == NULL)
        append_path(namespaces);
    else if (is_of_go(namespaces, name))
        append_first(namespaces, *package, TEXT("/"));
    struct text text = buffer_text(&namespaces->text);
    return text.length == 0 ? NO_ID : names_add(namespaces->texts, text);
}

uint32_t namespaces_of(struct namespaces *namespaces, symbol_id function)
{
    symbol_id base = namespaces->pieces->bases[function];

    if (!namespaces->is_known[base]) {
        namespaces->of_names[base] =
            find_namespace(namespaces, names_text(namespaces->functions, base));
        namespaces->is_known[base] = true;
    }
    return namespaces->of_names[base];
}
