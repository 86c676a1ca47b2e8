/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_SOURCES_INLINED_CODE_H
#define QUERN_SOURCES_INLINED_CODE_H

/*
 * Reads from the debug information of an object which functions were inlined where: for each
 * address the chain of functions that its code is of, from the one that exists as a symbol to the
 * innermost, and the line. Debug information is untrusted, as its object is.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/map.h"
#include "base/system.h"
#include "base/text.h"

struct names;
struct object_file;

struct code_function {
    uint32_t name;         /* as Callgrind would write it */
    uint32_t file;         /* where it is declared; NO_ID where that is not known */
    uint32_t is_in_a_file; /* not 0: another file may have another function of that name */
};

/*
 * A function in the object, with a symbol of its own, or an instance of one that was inlined in
 * another. A node comes after the one that it is in.
 */
struct code_node {
    uint32_t parent;               /* the node that it was inlined in; NO_ID: it has a symbol */
    uint32_t function;             /* its id */
    uint32_t call_file, call_line; /* where it was inlined: NO_ID and 0 where that is not known */
    uint64_t address; /* where its code begins; 0 where nothing is known but what is in it */
};

/* Code of a node, and of none that is inlined in it. */
struct code_interval {
    uint64_t begin, end;
    uint32_t node;
};

/* Code of a line. */
struct line_interval {
    uint64_t begin, end;
    uint32_t file, number;
};

/* Another name that a function with a symbol has, by another symbol. */
struct code_alias {
    uint32_t name, node;
};

/* What debug information says of an object's code. {0} is empty. */
struct inlined_code {
    struct names *names; /* of functions */
    struct names *files; /* paths, absolute where the compiler's directory is known; by id */
    struct code_function *functions; /* each name and file once */
    size_t n_functions, function_capacity;
    struct code_node *nodes;
    size_t n_nodes, node_capacity;
    struct code_interval *intervals; /* ascending; they do not overlap */
    size_t n_intervals;
    struct line_interval *lines; /* likewise */
    size_t n_lines, line_capacity;
    struct code_alias *aliases;
    size_t n_aliases, alias_capacity;
};

enum inlined_code_status {
    INLINED_CODE_READ,
    INLINED_CODE_NO_LIBRARY, /* quern was built without libdw, or it cannot be loaded */
    INLINED_CODE_NONE,       /* there is no debug information */
    INLINED_CODE_PACKED,     /* it is compressed with zstd, which the library cannot read */
    INLINED_CODE_DAMAGED,    /* it makes no sense, or too much: nothing is known */
};

/* Which code is wanted: that of functions with a symbol. */
struct wanted_code {
    const uint64_t *addresses; /* those that have one of these, */
    size_t n_addresses;
    /* and those whose name this wants; NULL: none */
    bool (*wants)(const void *context, struct text name);
    const void *context;
};

/* What reads an object, while it does. */
struct inlined_code_reader {
    bool is_running;
    enum inlined_code_status status; /* if it is not */
    struct process process;
};

/*
 * Begins to read the debug information of an open object: its own, or where it has none the file
 * that its build id or its link names. The library asks the servers in DEBUGINFOD_URLS too, which
 * main() has taken out of the environment. Functions that are not wanted are left out, if that is
 * known; NULL: all are wanted. Nothing of the object or of what is wanted is needed afterwards.
 *
 * The library is no match for what is made to harm it: it reads in a copy of this process, whose
 * memory and time are limited. What it cannot do there is damage.
 */
void inlined_code_start(struct inlined_code_reader *reader, const struct object_file *object,
                        const struct wanted_code *wanted);

/* Waits for what was begun. Free with inlined_code_free() in any case. */
enum inlined_code_status inlined_code_finish(struct inlined_code_reader *reader,
                                             struct inlined_code *code);

void inlined_code_free(struct inlined_code *code);

/* Returns the innermost node at an address, or NO_ID where no function is known. */
uint32_t inlined_code_node(const struct inlined_code *code, uint64_t address);

/* Whether any code from one address to another is of a node. */
bool inlined_code_has(const struct inlined_code *code, uint64_t begin, uint64_t end);

/* Returns the line at an address, or NULL. */
const struct line_interval *inlined_code_line(const struct inlined_code *code, uint64_t address);

/* These steps are declared here for their tests. */

/* Does it in this process, with whatever becomes of that; limits its memory where it is asked to.
 */
enum inlined_code_status debug_information_read(struct inlined_code *code,
                                                const struct object_file *object,
                                                const struct wanted_code *wanted,
                                                bool limits_memory);

/*
 * Reads what inlined_code_write() wrote. Returns INLINED_CODE_DAMAGED, and nothing in the code,
 * where it is anything else.
 */
enum inlined_code_status inlined_code_receive(struct inlined_code *code, struct process *process);
void inlined_code_write(const struct inlined_code *code, enum inlined_code_status status, FILE *to);

/* Entries of debug information that are in each other, at most; what is deeper is left out. */
enum { MOST_LEVELS = 256 };

/* Code of a node, with all that is inlined in it. */
struct code_range {
    uint64_t begin, end;
    uint32_t node;
    uint32_t depth; /* how many nodes it is in */
};

/*
 * Sorts the ranges, and returns the intervals that they make: of all ranges at an address the
 * deepest counts, and of several the last one. The caller frees them.
 */
struct code_interval *code_ranges_flatten(struct code_range *ranges, size_t count,
                                          size_t *n_intervals);

/*
 * Sorts lines of code by address and cuts off what overlaps the next one; of those that begin at
 * one address the longest stays. Returns how many stay.
 */
size_t line_intervals_sort(struct line_interval *lines, size_t count);

#endif
