/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_AGGREGATOR_ROWS_H
#define QUERN_AGGREGATOR_ROWS_H

/*
 * Rows of figures for tables, each for some code: a function, a file, an object and so on. Every
 * place and every called function belongs to a row; the self cost and the calls of a row are those
 * of its members. The rows of callgrind_annotate's report are by file:function, not folded.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "aggregator/compare/compare.h"
#include "base/error.h"
#include "base/map.h"
#include "base/text.h"
#include "profile/profile.h"

struct buffer;
struct filter;

typedef uint32_t row_id;

enum row_key {
    BY_FUNCTION,      /* (object, file where it is defined, name), with its inlined code */
    BY_FILE_FUNCTION, /* (object, file where the code is, name) */
    BY_FILE,          /* where the code is */
    BY_DIRECTORY,
    BY_EXTENSION, /* of the file where the code is */
    BY_NAMESPACE, /* of the function, or else its object */
    BY_OBJECT,
    BY_LINE, /* this and the rest have no calls, and self cost alone */
    BY_INSTRUCTION,
    BY_PART,
    BY_THREAD,
    BY_LABEL,
    BY_INPUT,
    N_ROW_KEYS,
};

/* The names of the keys, in the order of the enum: what --by takes. */
#define ROW_KEY_NAMES                                                                              \
    "function file:function file directory extension namespace object line instruction part "      \
    "thread label input"

/* The properties of a key. */
struct row_key_kind {
    const char *name, *plural; /* name of one row and of several */
    /* For rows that are groups of files: the name of the group that a file is in; else NULL. */
    struct text (*group_of_file)(struct text file);
    bool has_calls;         /* rows are called, and so have inclusive cost */
    bool splits_functions;  /* code of one function may be in several rows */
    bool has_function;      /* each is of one function, which may have moved */
    enum matching matching; /* how two profiles are compared for them */
};

extern const struct row_key_kind row_keys[N_ROW_KEYS];

/* Returns the data that a profile must keep for rows of a key, and for their calls if any. */
struct keep rows_keep(enum row_key key, bool is_difference);

/* The choice of rows. */
struct row_choice {
    enum row_key key;
    size_t depth;                /* of namespaces: how many components; 0: all */
    bool is_folded;              /* f'2 and f'main belong to f */
    bool has_inclusive;          /* inclusive costs will be computed: that takes levels */
    const symbol_id *symbols;    /* by function id: what it is called; NULL: as in the profile */
    const struct rows *like;     /* of the same profile, whose levels are taken; NULL: of none */
    const struct filter *filter; /* rows that it does not let through are hidden; NULL: none are */
};

/* The names of a row; those that its key does not use are NO_ID. */
struct row {
    object_id object;
    file_id file;
    symbol_id function;
    uint32_t group;   /* of a directory or a namespace: 1 + its id in rows->groups; or 0 */
    bool is_hidden;   /* not of what the filters ask for */
    bool has_code;    /* some of its code ran; else it is only called */
    unsigned code;    /* of a function: bits of enum code_origin; 0 of others */
    uint64_t line;    /* of a line or an instruction, or 0 */
    uint64_t address; /* of an instruction; 0: of code that was recorded without addresses */
};

/*
 * Returns the key of an instruction. Code of a function recorded without addresses counts as one
 * instruction, even on several lines, since the instructions are unknown.
 */
static inline struct map_key instruction_key(object_id object, symbol_id function, uint64_t address)
{
    return address != 0 ? (struct map_key){object, address}
                        : (struct map_key){UINT64_C(1) << 63 | object, function};
}

/* Returns whether a key is that of code without addresses. */
static inline bool instruction_key_lacks_address(struct map_key key)
{
    return key.from >> 63 != 0;
}

/* The time range and trigger of the part of a row; empty if unknown. */
struct row_span {
    struct text time_range, trigger;
};

/* The label of a row of parts. */
struct row_label {
    struct text name, partner; /* partner: what a row of another profile is called to be this one */
    struct row_span span;      /* of one part; empty where a row is of several, or of an input */
};

/* An arc of the profile between rows. */
struct row_arc {
    row_id from, to;
    bool from_first, to_first; /* whether its ends are of the first level of recursion */
};

struct rows {
    const struct profile *profile; /* not owned */
    enum row_key key;
    bool is_folded;
    struct arena arena;
    struct names *groups; /* the texts of directories and namespaces; NULL where there are none */
    struct row *list;     /* by row id */
    size_t count, capacity;
    row_id *of_place; /* by place id; NULL where rows have no calls. Rows of lines have it of
                         code without lines alone: of other places it is NO_ID */
    row_id *of_line, *of_spot, *of_part; /* by line, spot or part if rows are of these; NO_ID if
                                          * in no row */
    row_id *of_function;                 /* by function id: the row that a call of it enters */
    symbol_id *base_of; /* by function id: its name without levels and contexts, if folded */
    uint32_t *levels;   /* by function id: its level of recursion, from 1; NULL: not computed */
    struct costs self;  /* by row */
    int64_t *calls;     /* by row: of all calls of its functions; NULL where rows have none */
    struct row_label
        *labels; /* by row, of parts, threads and inputs; NULL where rows are of code */

    /* The profile's arcs: as kept, or added up from the calls of lines where only those were. */
    const struct ledger *arcs;
    struct ledger own_arcs;
    struct row_arc *arc_ends; /* by id of those; NULL: inclusive costs will not be computed */
};

/*
 * Makes the rows of the profile, in the order in which their code was first met. Free them with
 * rows_free(). Here and in all that adds up figures of a profile, a sum that does not fit into 64
 * bits marks the profile: see profile_fits().
 */
void rows_create(struct rows *rows, const struct profile *profile, const struct row_choice *choice);

/* Adds a row, for those that make them. */
row_id rows_add(struct rows *rows, struct row row);

/* The names of a row; those that it does not have are texts without pointer. */
struct row_names {
    struct text object, file, function, label;
    uint64_t line, address;
    struct row_span span;
};

struct row_names rows_names(const struct rows *rows, row_id id);

/*
 * Returns the text by which a row is found: its function, file, object and so on, by key;
 * "FILE:NUMBER" for a line, "FUNCTION 0xADDRESS" for an instruction, and the object for functions
 * without a namespace. Composite texts are written to the room.
 */
struct text rows_text(const struct rows *rows, row_id id, struct buffer *room);

/*
 * Returns the places by row: those of row i are from (*begin)[i] to (*begin)[i + 1]. The caller
 * frees both arrays.
 */
place_id *rows_sort_places(const struct rows *rows, size_t **begin);

/* Returns how often a row is called; 0 for rows without calls. */
static inline int64_t rows_calls(const struct rows *rows, row_id id)
{
    return rows->calls != NULL ? rows->calls[id] : 0;
}

void rows_free(struct rows *rows);

/* Returns the ends of an arc, whose levels must be computed. */
struct row_arc rows_arc_between(const struct rows *rows, struct arc arc);

/* Returns the rows of an arc by its id in rows->arcs, if inclusive costs are to be computed. */
static inline struct row_arc rows_arc(const struct rows *rows, size_t id)
{
    return rows->arc_ends[id];
}

#endif
