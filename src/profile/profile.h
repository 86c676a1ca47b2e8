/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_PROFILE_PROFILE_H
#define QUERN_PROFILE_PROFILE_H

/*
 * The model: what one or several profiles say, added up. Everything has a dense id;
 * nothing points at anything.
 *
 *     input --< part            a file read, and the dumps in it
 *     function                  (object, file where it is defined, name)
 *     place = (function, file)  where self cost is kept: code that was inlined from
 *                               another file belongs to its function, in that file
 *     arc = (place, function)   calls from a place to a function
 *     line = (file, number)     what listings show
 *     line call = (line, arc)   the calls of an arc that one line makes
 *     spot = (place, position)  the unit for writing a profile; position: address and line
 *     spot call = (spot, function, position in it)
 *     jump = (spot, file, position)
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/kinds.h"
#include "base/map.h"
#include "base/names.h"
#include "base/text.h"
#include "profile/events.h"
#include "profile/ledger.h"
#include "profile/spots.h"

struct name_pieces;

typedef uint32_t object_id;
typedef uint32_t file_id;
typedef uint32_t symbol_id; /* a function's name */
typedef uint32_t function_id;
typedef uint32_t place_id;

/* The name tables, which all profiles of a run share. An id is valid only for its table. */
struct symbols {
    struct names *objects;
    struct names *files;
    struct names *functions;
    struct name_pieces *pieces; /* of functions: private to symbols_pieces() */
};

struct symbols symbols_create(void);
void symbols_free(struct symbols *symbols);

/*
 * Returns the levels and contexts in the names of functions, valid until the next call with more
 * names.
 */
const struct name_pieces *symbols_pieces(const struct symbols *symbols);

/* How much of a ledger to keep; anything unneeded would only cost time. */
enum kept { KEEP_NOTHING, KEEP_SELF, KEEP_SELF_AND_CALLS };

/* The data to keep. The self cost of places is always kept: all totals derive from it. */
struct keep {
    enum kept places, lines, spots;
    bool addresses;  /* spots of one line are separate by address, as recorded */
    bool only_sides; /* in a difference, spots are kept for both sides, but not for the change */
    bool jumps;      /* jumps, and the positions in callees where calls of spots lead */
    bool each_part;  /* also self cost by part, for all places, lines and spots that are kept */
    bool labels;     /* the costs of each label in a separate profile: see profile_of_label() */
};

/* Returns the union of two sets of data to keep. */
struct keep keep_both(struct keep one, struct keep other);

/*
 * Says whether an input separates the first activation of a function from recursive ones. Callgrind
 * does by default, and then the inclusive cost of recursive functions can be exact.
 */
enum levels {
    LEVELS_UNKNOWN,    /* not checked: calls between places were not kept */
    LEVELS_NOT_NEEDED, /* there is no recursion */
    LEVELS_SEPARATED,  /* some name has a level, in this or another dump of the process */
    LEVELS_MERGED,     /* there is recursion, but no levels */
};

/* A file that was read. */
struct profile_input {
    const char *path;      /* as given, "-" for standard input */
    uint32_t run;          /* from 0: one for each input, until everything is read and runs are
                            * known */
    struct text run_name;  /* the common start of the paths of a run; points into one of them */
    struct text pair_name; /* its base name without compression suffix, by which runs of two
                            * builds are paired; points into its path */
    int64_t changed;       /* time of its last change, in seconds since 1970 */
    struct text creator;
    bool has_lost_levels;    /* recursion levels are not in the names: --mangle-names=no */
    bool names_callee_files; /* some call names the file of its callee */
    bool has_addresses;      /* addresses of instructions, whether kept or not */
    enum levels levels;      /* set after reading, if arcs are kept or there are several inputs */
};

/* One dump. Missing ids and texts are NO_ID and empty. */
struct part {
    uint32_t input;
    struct text command; /* what was profiled; inherited from the part before */
    bool has_command;
    int64_t pid, given, thread; /* -1 where not given; `given` is the number of "part:" */
    int64_t number;             /* unique among the parts of this thread in the file */
    struct text time_range;
    struct text trigger;
    struct text thread_name;
    uint32_t first_description, n_descriptions;
    bool is_left_out; /* not among the selected parts: its costs were not added */
};

/*
 * Returns the label of a part: what the program gave CALLGRIND_DUMP_STATS_AT(), or else NO_LABEL.
 * The text lives as long as the part's trigger.
 */
struct text part_label(const struct part *part);

#define NO_LABEL TEXT("(other)")

struct function {
    object_id object; /* NO_ID if the profile names none */
    file_id file;
    symbol_id symbol;
};

/* Reasons why the figures of a function may be inexact; the later of two counts. */
enum doubt {
    DOUBT_NONE,
    DOUBT_LEVELS, /* renaming merged functions whose levels count separately */
    DOUBT_CALLEE, /* its calls may be to any function with its object and name */
    N_DOUBTS
};

/*
 * Bits for the origin of a function's code. Profiles assign inlined code to the function that
 * contains it; see inlining.h.
 */
enum code_origin {
    CODE_OWN = 1,     /* code of its own symbol */
    CODE_INLINED = 2, /* its code inlined into another function, whose runs were not counted */
    N_CODES = 4,      /* number of combinations */
};

/*
 * Profiles that we write mark functions whose figures may be inexact, or whose calls were not
 * counted. The format has no line for it, so there are descriptions, which other readers show or
 * ignore:
 *
 *     desc: Uncertain object: /usr/lib/libphp.so       left out where no object is known
 *     desc: Uncertain file: lib/user.php
 *     desc: Uncertain callee: init                     any other text ends it
 *
 * These are the texts between "desc: " and ": "; empty where nothing is said.
 */
struct doubt_keys {
    struct text object, file;
    struct text functions[N_DOUBTS]; /* by doubt */
    struct text code[N_CODES];       /* indexed by bits of enum code_origin */
};

extern const struct doubt_keys doubt_keys;

struct place {
    function_id function;
    file_id file;
};

struct arc {
    place_id caller;
    function_id callee;
};

/* A line of a file, from 1; {0, 0} is none. */
struct file_line {
    file_id file;
    uint64_t number;
};

/* A line with a cost. */
struct numbered_line {
    uint64_t number;
    uint32_t id;
};

struct spot_call {
    uint32_t spot;
    function_id callee;
    struct position target; /* position in the callee; 0 if not kept */
};

struct line_call {
    uint32_t line;
    struct arc arc;
};

/* Execution counts of a jump. */
struct jump_counts {
    int64_t unconditional;
    int64_t followed, executed; /* for a conditional jump: taken `followed` times of those
                                 * executed */
};

enum { N_JUMP_COUNTS = sizeof(struct jump_counts) / sizeof(int64_t) };

/* Returns whether the jump was never executed, or in a difference no more often than before. */
static inline bool jump_counts_are_zero(const struct jump_counts *counts)
{
    return counts->unconditional == 0 && counts->followed == 0 && counts->executed == 0;
}

/* The target of a jump. */
struct jump_target {
    uint32_t file;           /* file id */
    uint32_t function;       /* symbol id of the target's function if it is another one; else
                              * NO_ID */
    uint32_t position;       /* id in the map of positions of the profile */
    enum jump_course course; /* by line, if addresses are unknown */
};

struct jump {
    uint32_t from; /* spot */
    struct jump_target to;
};

/* Facts about a function besides its names. */
struct function_note {
    uint64_t named, called; /* while parsing: the numbers of its name in the file, in its code
                             * and in calls to it, which distinguish functions with the same name */
    unsigned char doubt;    /* enum doubt */
    unsigned char code;     /* bits of enum code_origin; none unless inlined code is separate */
};

#define NO_NUMBER UINT64_MAX
#define SEVERAL_NUMBERS (UINT64_MAX - 1)

/* The kind of id that a number in a key is: a ledger's row, a name, or nothing. */
enum domain {
    /* Per part: */
    PART_SUMMARIES, /* its "summary:", without wrapped values */
    PART_TOTALS,    /* its "totals:" */
    PARTS,          /* the sum of its self cost */

    FUNCTIONS, /* (file and object, name), without costs */
    PLACES,    /* (file, function): self cost, the basis of all totals */
    LINES,     /* (file, number): self cost; the count is above 0 if there was a cost line */
    SPOTS,     /* by spot: self cost, packed; there is a row if there was a cost line */
    POSITIONS, /* (address, line) targets of calls and jumps, without costs */
    TARGETS,   /* (file and name, course and position) targets of jumps, without costs */

    /* Calls: their number and inclusive cost. */
    ARCS,       /* (place, function) */
    LINE_CALLS, /* (line, place and function) */
    SPOT_CALLS, /* (spot, position and function) */

    JUMPS, /* (spot, target): struct jump_counts in place of costs */

    /* If each part is kept: its self cost. There is a row if there was a cost line. */
    PLACE_PARTS, /* (place, part) */
    LINE_PARTS,  /* (line, part) */
    SPOT_PARTS,  /* (spot, part) */

    N_LEDGERS,
    N_WITH_IDS = ARCS, /* from here on no key has ids of rows */

    NUMBERS = N_LEDGERS,
    FILE_NAMES,
    FUNCTION_NAMES,
    N_DOMAINS
};

struct profile {
    struct arena arena;
    struct symbols symbols; /* not owned */
    struct keep keep;
    struct events events;
    bool *overflows; /* in the arena: see profile_note_overflow() */

    struct profile_input *inputs;
    size_t n_inputs, input_capacity;
    size_t n_runs; /* number of runs among the inputs */
    struct part *parts;
    size_t n_parts, part_capacity;
    struct text_list descriptions; /* texts of all "desc:" lines, part by part */

    struct ledger ledgers[N_LEDGERS];
    struct spots spots;
    struct function_note *notes; /* by function, for the first n_notes */
    size_t n_notes;

    struct names *label_names; /* NULL unless labels are kept separately */
    struct profile *labels;    /* by label name */
    size_t label_capacity;
};

/*
 * Makes an empty profile whose names are in `symbols`, which must outlive it. Free it with
 * profile_free().
 */
void profile_init(struct profile *profile, const struct symbols *symbols, struct keep keep);
void profile_free(struct profile *profile);

static inline struct profile_input *profile_last_input(struct profile *profile)
{
    return &profile->inputs[profile->n_inputs - 1];
}

static inline struct part *profile_last_part(struct profile *profile)
{
    return &profile->parts[profile->n_parts - 1];
}

/* Adds an input or part; the pointer is valid until the next of its kind. */
struct profile_input *profile_add_input(struct profile *profile);
struct part *profile_add_part(struct profile *profile);

/* Adds a copy whose texts the profile owns; the caller sets its input and run. */
struct profile_input *profile_copy_input(struct profile *into, const struct profile_input *from);
struct part *profile_copy_part(struct profile *into, const struct profile *from,
                               const struct part *part);

/*
 * Returns the profile of a label, created if missing. It has only the inputs and parts of that
 * label, with their costs; the whole profile has all inputs and parts, but no costs. The pointer is
 * valid until there are more labels.
 */
struct profile *profile_of_label(struct profile *whole, struct text label);

/* Returns the profile of a label, or NULL. */
struct profile *profile_find_label(const struct profile *whole, struct text label);

/* Returns the profiles that have the costs: those of labels, or the profile alone. */
struct profile *profile_list_with_costs(struct profile *profile, size_t *count);

/*
 * Returns whether the commands of parts that were read differ. Sets *first to the first command if
 * it has none.
 */
bool profile_commands_differ(const struct profile *profile, struct text *first);

/* Returns the first part that was read, and counts those that were; NULL if all were left out. */
const struct part *profile_first_part(const struct profile *profile, size_t *n_parts);

/* The subject of a "desc:" line. */
enum description {
    DESCRIBES_RUN,
    DESCRIBES_PART, /* its time range, its trigger or the name of its thread */
    DESCRIBES_OPTION,
};

enum description description_kind(struct text description);

/* Returns whether it describes the run, given its number of parts: a single part is all of it. */
bool description_is_of_run(struct text description, size_t n_parts);

/* Adds the text of a "desc:" line to the last part. */
void profile_add_description(struct profile *profile, struct text text);

/* Gives all rows of cost a column for each recorded event. Call it after adding events. */
void profile_widen(struct profile *profile);

/*
 * Returns, by file id, whether the file has code: the table of names may hold others. The caller
 * frees it.
 */
bool *profile_files_with_code(const struct profile *profile);

/*
 * Permanently marks the profile's figures if a sum did not fit into 64 bits, as ferror() marks a
 * stream: such sums are saturated and must not be printed.
 */
void profile_note_overflow(const struct profile *profile, bool overflows);

/*
 * Adds a row of cost to the row of that id in figures of the profile, created if missing, or
 * subtracts it. Here and below, a sum that does not fit marks the profile.
 */
void profile_combine(const struct profile *profile, struct costs *costs, size_t id,
                     const int64_t *row, bool is_subtracted);
void profile_add_to(const struct profile *profile, int64_t *sum, int64_t added);

/*
 * Returns whether all sums so far did fit, including derived events; called once, before printing.
 * False with an error that names the event, or the profile's file if there is only one.
 */
bool profile_fits(const struct profile *profile, struct error *error);

function_id profile_add_function(struct profile *profile, object_id object, file_id file,
                                 symbol_id symbol);
place_id profile_add_place(struct profile *profile, function_id function, file_id file);

/* Returns the note of a function, valid until there are more. */
struct function_note *profile_edit_note(struct profile *profile, function_id function);

static inline struct function_note profile_note(const struct profile *profile, function_id function)
{
    return function < profile->n_notes ? profile->notes[function]
                                       : (struct function_note){NO_NUMBER, NO_NUMBER, 0, 0};
}

/* Records a doubt about a function, unless it has a later one. */
void profile_add_doubt(struct profile *profile, function_id function, enum doubt doubt);

static inline enum doubt profile_doubt(const struct profile *profile, function_id function)
{
    return (enum doubt)profile_note(profile, function).doubt;
}

/* Records the origin of some code of a function: bits of enum code_origin. */
void profile_add_code(struct profile *profile, function_id function, unsigned code);

/* Returns bits of enum code_origin; none if inlined code is not separate. */
static inline unsigned profile_code(const struct profile *profile, function_id function)
{
    return profile_note(profile, function).code;
}

static inline struct function profile_function(const struct profile *profile, function_id id)
{
    const struct map_key *function = &profile->ledgers[FUNCTIONS].map.keys[id];

    return (struct function){.object = (object_id)function->from,
                             .file = (file_id)(function->from >> 32),
                             .symbol = (symbol_id)function->to};
}

static inline struct place profile_place(const struct profile *profile, place_id id)
{
    const struct map_key *place = &profile->ledgers[PLACES].map.keys[id];

    return (struct place){.function = (function_id)place->to, .file = (file_id)place->from};
}

struct line_call profile_line_call(const struct profile *profile, size_t id);

static inline size_t profile_n_functions(const struct profile *profile)
{
    return profile->ledgers[FUNCTIONS].map.count;
}

static inline size_t profile_n_places(const struct profile *profile)
{
    return profile->ledgers[PLACES].map.count;
}

static inline size_t profile_n_lines(const struct profile *profile)
{
    return profile->ledgers[LINES].map.count;
}

/* Returns the id of a line of a file, created if missing. */
static inline uint32_t profile_add_line(struct profile *profile, file_id file, uint64_t number)
{
    return ledger_add(&profile->ledgers[LINES], file, number);
}

static inline struct file_line profile_line(const struct profile *profile, uint32_t id)
{
    const struct map_key *line = &profile->ledgers[LINES].map.keys[id];

    return (struct file_line){(file_id)line->from, line->to};
}

/* Records a line of self cost, even an empty one. */
static inline void profile_note_self(struct profile *profile, uint32_t line)
{
    profile->ledgers[LINES].counts[line] = 1;
}

static inline bool profile_has_self(const struct profile *profile, uint32_t line)
{
    return profile->ledgers[LINES].counts[line] != 0;
}

/*
 * Returns all lines, by file and then by number. Those of a file are from (*begin)[file] to
 * (*begin)[file + 1]. The caller frees both arrays.
 */
struct numbered_line *profile_sort_lines(const struct profile *profile, size_t **begin);

/*
 * Returns the spot of a position in a place, created if missing. Here and below, the address is
 * dropped if addresses are not kept.
 */
uint32_t profile_add_spot(struct profile *profile, place_id place, struct position position);

/* Returns the name of the function whose symbol the code of a spot has. */
static inline symbol_id profile_host(const struct profile *profile, uint32_t spot)
{
    if (spot < profile->spots.n_hosts && profile->spots.hosts[spot] != NO_ID)
        return profile->spots.hosts[spot];
    function_id function = profile_place(profile, profile->spots.list[spot].place).function;
    return profile_function(profile, function).symbol;
}

/* Returns the id of a position that a call or jump leads to. */
uint32_t profile_add_position(struct profile *profile, struct position position);
struct position profile_position(const struct profile *profile, uint32_t id);

struct spot_call profile_spot_call(const struct profile *profile, size_t id);

/* Returns the row of a call from a spot, created if missing. */
uint32_t profile_add_spot_call(struct profile *profile, struct spot_call call);

/* Returns the row of the calls that a line makes by an arc, created if missing. */
uint32_t profile_add_line_call(struct profile *profile, uint32_t line, struct arc arc);

/*
 * Adds up arcs from the calls of lines, if only those were kept, into an empty table. True if a sum
 * does not fit.
 */
bool profile_add_up_arcs_overflows(const struct profile *profile, struct ledger *arcs);

/* Returns the ends of a row of the calls between places and functions. */
static inline struct arc ledger_arc(const struct ledger *arcs, size_t id)
{
    const struct map_key *call = &arcs->map.keys[id];

    return (struct arc){.caller = (place_id)call->from, .callee = (function_id)call->to};
}

/* Adds the counts to those of the jump. True if a sum does not fit. */
bool profile_add_jump_overflows(struct profile *profile, struct jump jump,
                                const struct jump_counts *counts);

struct jump profile_jump(const struct profile *profile, size_t id);

static inline const struct jump_counts *profile_jump_counts(const struct profile *profile,
                                                            size_t id)
{
    return (const struct jump_counts *)costs_row(&profile->ledgers[JUMPS].costs, id);
}

/* levels.c decides whether the levels of recursion are separated. */

/*
 * Returns, by function, a dense id of (object, file, name without levels and contexts), whose
 * levels count together. *count is set to the number of ids, *has_levels to whether any name has a
 * level above 1. The caller frees the array.
 */
uint32_t *profile_fold(const struct profile *profile, size_t *count, bool *has_levels);

/* Determines the levels of the profile by its arcs. */
enum levels profile_find_levels(const struct profile *profile, const struct ledger *arcs);

/* Returns the levels of several inputs together: merged levels in one count for all. */
enum levels profile_known_levels(const struct profile *profile);

/* Returns the same, after checking a single input that was not checked before. */
enum levels profile_levels(const struct profile *profile, const struct ledger *arcs);

#endif
