/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_PROFILE_NAMING_NAMING_H
#define QUERN_PROFILE_NAMING_NAMING_H

/* What the names of functions say: their syntax, the namespaces they are of, short forms of them.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"
#include "profile/profile.h"

struct buffer;
struct namespaces;
struct short_names;

/*
 * name_syntax.c: what the name of a function is made of, as demanglers write those of C++ and Rust,
 * and linkers those of Go:
 *
 *     void ns::Class<A, B>::method<C>(int, char) const [clone .cold]
 *     <alloc::vec::Vec<T, A> as core::ops::drop::Drop>::drop::h0123456789abcdef
 *     golang.org/x/net/http2.(*Framer).WriteData
 *
 * Nothing is known of a name beyond its bytes. One that is not understood has no cuts and no
 * components: an operator, a pointer to a function and the like must not be mistaken for brackets.
 */

/* In the order in which they are taken out of a name. */
enum name_stage {
    STAGE_STANDARD,        /* "std::__cxx11::basic_string<char, ...>" becomes "std::string" */
    STAGE_CLONES,          /* " [clone .isra.0]", ".constprop.0" */
    STAGE_HASHES,          /* "::h0123456789abcdef", "[abi:cxx11]" */
    STAGE_RETURN_TYPES,    /* "void " */
    STAGE_ARGUMENTS,       /* "(int, char) const" */
    STAGE_INNER_TEMPLATES, /* what is in "<>" within "<>" */
    STAGE_TEMPLATES,       /* what is in "<>"; of Go in "[]" */
    STAGE_RUST_PATHS,      /* "alloc::vec::" before a type in "<>" */
    STAGE_IMPORT_PATHS,    /* "golang.org/x/net/" */
    STAGE_ANONYMOUS,       /* "(anonymous namespace)", which becomes "{anon}" */
    N_NAME_STAGES
};

/* What a name of the standard library has in place of a cut, by its characters: "wstring". */
enum standard_prefix { PREFIX_NONE, PREFIX_W, PREFIX_U8, PREFIX_U16, PREFIX_U32 };

/* What a stage takes out, or replaces: the bytes from `begin` to before `end`, or none. */
struct name_cut {
    uint32_t begin, end;
    uint8_t stage;  /* an enum name_stage */
    uint8_t prefix; /* an enum standard_prefix, of STAGE_STANDARD */
};

/* What is between "::" and "::". */
struct name_component {
    size_t begin, end; /* without template arguments; of a type in "<>" with its brackets */
    bool is_type;      /* Rust's "<T as Trait>", or "<impl Trait for T>" */
    bool is_nested;    /* "{lambda()#1}", "{{closure}}", "'lambda'": within the one before */
    bool has_arguments;
};

/* {0} is empty, and is used again for one name after the other. */
struct name_syntax {
    struct text name;
    struct name_cut *cuts; /* by begin, each before what it contains */
    size_t n_cuts, cut_capacity;
    struct name_component *components; /* of the path, without a return type */
    size_t n_components, component_capacity;
    bool is_rust;        /* something in it is Rust's alone */
    struct text package; /* of Go, with its import path; without pointer where there is none, */
    bool is_go;          /* and whether it is sure to be one: "a.b" may be a name of C */
};

/* Whether it may be in a word. '.' and '@' are in what compilers and linkers append. */
static inline bool is_of_name(char c)
{
    unsigned char byte = (unsigned char)c;

    /* Every byte of a name is looked at, and most are letters. */
    return (unsigned char)((byte | 0x20) - 'a') < 26 || is_digit(c) || c == '_' || c == '.' ||
           c == '$' || c == '~' || c == '@' || byte >= 0x80;
}

/* Reads a name, which must live as long as the syntax is looked at. */
void name_syntax_read(struct name_syntax *syntax, struct text name);

/* Returns the end of the identifier that begins at `at`; the same place where none does. */
size_t name_skip_word(struct text name, size_t at);

void name_syntax_free(struct name_syntax *syntax);

/* Returns the last component of a name, a part of it; an empty one where it is not understood. */
struct text name_last_component(struct text name);

/* A set of stages, of the bits 1 << stage. */
typedef unsigned name_stages;

/* Returns the stages that take something out of the name. */
name_stages name_syntax_stages(const struct name_syntax *syntax);

/* Appends a name without what the cuts of the given stages take out. */
void append_cut_name(struct buffer *to, struct text name, const struct name_cut *cuts,
                     size_t n_cuts, name_stages stages);

/*
 * usual_names.c: adds the cuts of STAGE_STANDARD and STAGE_CLONES to a name of C++ or C that was
 * read. Default arguments are cut where they are what they would be if they were not written.
 */
void cut_standard_names(struct name_syntax *syntax);
void cut_clones(struct name_syntax *syntax);

/* Returns the length of a name without suffixes of clones at its end: ".isra.0", " (.cold)". */
size_t name_skip_clones(struct text name);

/*
 * namespaces.c: what the names of functions say of where these belong: the namespace and class of
 * C++, "std" and "std::vector", without template arguments; the crate and module of Rust,
 * "alloc::vec", which for a method are those of its type, or of the trait where that has none; the
 * package of Go, "encoding/json". What is within a function belongs where that does. A name that is
 * not understood has none, nor has one without a path, as those of C.
 *
 * A path without arguments that begins in lower case, "regex::exec::Builder::build", is taken for
 * one of Rust: demanglers write the arguments of C++.
 */

/*
 * Makes the namespaces of all functions that there are now. Their texts are added to `texts`, which
 * must outlive them. `depth` is how many components a namespace has at most, from its begin; 0:
 * all.
 */
struct namespaces *namespaces_create(const struct symbols *symbols, size_t depth,
                                     struct names *texts);

/*
 * Returns the id in `texts` of the namespace of a function, by its name without levels and
 * contexts; NO_ID where it has none.
 */
uint32_t namespaces_of(struct namespaces *namespaces, symbol_id function);

void namespaces_free(struct namespaces *namespaces);

/*
 * short_names.c: names of functions that fit, and still say which function it is. A name gets
 * shorter in steps, each of them a stage that it goes through, and has a form after each. No form
 * of a name is a form of another one, or that name itself: a stage that would make it so is left
 * out, and the next one starts from the form before. So rows may have names of different steps, and
 * each is one function's name alone. What is left out is tried once more when other names have got
 * shorter.
 */

/* Short names of all functions that there are now. It takes time: only for names too long. */
struct short_names *short_names_create(const struct symbols *symbols);

/*
 * Returns how many steps a function's name has, at most N_NAME_STAGES; 0 of what is no function's
 * name.
 */
size_t short_names_count_steps(const struct short_names *names, struct text name);

/*
 * Returns how many of these steps make the name what people write, "std::string", and take nothing
 * away: 1 or 0.
 */
size_t short_names_count_usual(const struct short_names *names, struct text name);

/*
 * Returns the form of a function's name after the given number of steps, or after all that it has.
 * With levels and contexts, f'2'main, each name in it takes its own steps, unless that makes
 * another name. What is no function's name stays as it is. Good until the next call.
 */
struct text short_names_form(struct short_names *names, struct text name, size_t n_steps);

void short_names_free(struct short_names *names);

#endif
