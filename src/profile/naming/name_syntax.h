/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_PROFILE_NAMING_NAME_SYNTAX_H
#define QUERN_PROFILE_NAMING_NAME_SYNTAX_H

/*
 * What the name of a function is made of, as demanglers write those of C++ and Rust, and linkers
 * those of Go:
 *
 *     void ns::Class<A, B>::method<C>(int, char) const [clone .cold]
 *     <alloc::vec::Vec<T, A> as core::ops::drop::Drop>::drop::h0123456789abcdef
 *     golang.org/x/net/http2.(*Framer).WriteData
 *
 * Nothing is known of a name beyond its bytes. One that is not understood has no cuts and no
 * components: an operator, a pointer to a function and the like must not be mistaken for brackets.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

struct buffer;

/* In the order in which they are taken out of a name. */
enum name_stage {
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

/* What a stage takes out, or replaces: the bytes from `begin` to before `end`, or none. */
struct name_cut {
    uint32_t begin, end;
    uint8_t stage; /* an enum name_stage */
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

/* Reads a name, which must live as long as the syntax is looked at. */
void name_syntax_read(struct name_syntax *syntax, struct text name);

void name_syntax_free(struct name_syntax *syntax);

/* A set of stages, of the bits 1 << stage. */
typedef unsigned name_stages;

/* Those that take something out of the name. */
name_stages name_syntax_stages(const struct name_syntax *syntax);

/* Adds a name with these cuts, as far as they are of the given stages. */
void append_cut_name(struct buffer *to, struct text name, const struct name_cut *cuts,
                     size_t n_cuts, name_stages stages);

#endif
