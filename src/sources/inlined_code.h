/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_SOURCES_INLINED_CODE_H
#define QUERN_SOURCES_INLINED_CODE_H

/*
 * Reads from debug information which functions were inlined where: for points in an object's code,
 * the chain of functions from the one with a symbol to the innermost, and the line. Debug
 * information is as untrusted as its object.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/system.h"

struct names;
struct source;

struct code_function {
    uint32_t name;      /* as Callgrind would write it */
    uint32_t file;      /* file that declares it; NO_ID if unknown */
    uint32_t is_static; /* not 0: another file may have another function of that name */
};

/*
 * A function in the object with its own symbol, or an instance inlined into another one. A node
 * comes after the one that contains it.
 */
struct code_node {
    uint64_t address;   /* start of its code; 0 if only its contents are known */
    uint64_t call_line; /* line where it was inlined; 0 and NO_ID if unknown */
    uint32_t call_file;
    uint32_t parent;   /* the node that it was inlined in; NO_ID: it has a symbol */
    uint32_t function; /* NO_ID if it has a symbol */
    uint32_t host;     /* the wanted function that contains it; NO_ID if code is wanted by
                        * address */
};

/* The start of some code, with its line and node. */
struct code_point {
    uint64_t address;
    uint64_t number; /* line; 0 and NO_ID if unknown */
    uint32_t file;
    uint32_t node; /* the innermost one; NO_ID: no function is known */
};

/* The code of an object according to its debug information. {0} is empty. */
struct inlined_code {
    struct names *names;             /* of functions */
    struct names *files;             /* paths, absolute if the compiler's directory is known */
    struct code_function *functions; /* each name and file once */
    size_t n_functions, function_capacity;
    struct code_node *nodes;
    size_t n_nodes, node_capacity;
    struct code_point *points; /* wanted points, by ascending address */
    size_t n_points, point_capacity;
};

enum inlined_code_status {
    INLINED_CODE_READ,
    INLINED_CODE_NO_OBJECT,
    INLINED_CODE_NONE,        /* there is no debug information */
    INLINED_CODE_DAMAGED,     /* it is invalid, incomplete, or too large */
    INLINED_CODE_OTHER_BUILD, /* it is not that of the object that ran */
};

/* The code to look up. */
struct wanted_code {
    const uint64_t *addresses; /* ascending addresses */
    size_t n_addresses;
    const struct names *functions; /* if not NULL, all lines of functions with symbols, whose names
                                      are as plain_name() leaves them */
};

/* A reader of an object, while it runs. */
struct inlined_code_reader {
    bool is_running;
    enum inlined_code_status status; /* if it is not */
    struct process process;
};

/* Returns whether quern was built with libdw and it can be loaded. Nothing is read without it. */
bool debug_information_can_be_read(void);

/*
 * Begins to read the debug information of an object: its own or, if it has none, that of the file
 * named by its build id or link. No server is queried. The object and the wanted code are not
 * needed afterwards.
 *
 * The library is not safe against malicious input, so it runs in a child process with limited
 * memory and time. Failing there counts as damage.
 */
void inlined_code_start(struct inlined_code_reader *reader, const struct source *object,
                        const struct wanted_code *wanted);

/* Waits for the result. Free with inlined_code_free() in any case. */
enum inlined_code_status inlined_code_finish(struct inlined_code_reader *reader,
                                             struct inlined_code *code);

void inlined_code_free(struct inlined_code *code);

/* Returns the index of the first point at an address or after it, or the count. */
static inline size_t code_points_find(const struct code_point *points, size_t count,
                                      uint64_t address)
{
    size_t low = 0;

    for (size_t high = count; low < high;) {
        size_t middle = low + (high - low) / 2;
        if (points[middle].address < address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* These steps are declared here for their tests. */

/* Reads it in this process, without protection. */
enum inlined_code_status debug_information_read(struct inlined_code *code,
                                                const struct source *object,
                                                const struct wanted_code *wanted);

/*
 * Reads what inlined_code_write() wrote. Returns false, with INLINED_CODE_DAMAGED and a part of the
 * code, if it is anything else. Free the code with inlined_code_free() in either case.
 */
bool inlined_code_receive(struct inlined_code *code, struct process *process,
                          enum inlined_code_status *status);
void inlined_code_write(const struct inlined_code *code, enum inlined_code_status status, FILE *to);

#endif
