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
 *     spot = (place, position)  what is written again: a position is an address and a line
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

/* The name tables, which all profiles of a run share. Each id is good for its table alone. */
struct symbols {
    struct names *objects;
    struct names *files;
    struct names *functions;
    struct name_pieces *pieces; /* of functions: for symbols_pieces() alone */
};

struct symbols symbols_create(void);
void symbols_free(struct symbols *symbols);

/*
 * Returns the levels and contexts in the names of functions. They are good until this is asked for
 * again and there are more names.
 */
const struct name_pieces *symbols_pieces(const struct symbols *symbols);

/* How much of a ledger to keep: what is not asked for would only cost time. */
enum kept { KEEP_NOTHING, KEEP_SELF, KEEP_SELF_AND_CALLS };

/* What to keep of each. The self cost of places is always kept: all totals derive from it. */
struct keep {
    enum kept places, lines, spots;
    bool addresses;  /* spots of one line are apart by address, as they were recorded */
    bool only_sides; /* of a difference, spots are kept of both sides, and not of the change */
    bool jumps;      /* jumps, and where in their callees the calls of spots lead to */
    bool each_part;  /* self cost by part as well, of all places, lines and spots that are kept */
    bool labels;     /* the costs of each label in a profile of its own: see profile_of_label() */
};

/* Returns what is to be kept for both of two that need it. */
struct keep keep_both(struct keep one, struct keep other);

/*
 * Whether an input distinguishes the first activation of a function from those below it on the
 * stack. Callgrind does by default, and then the exact inclusive cost of recursive functions can be
 * known.
 */
enum levels {
    LEVELS_UNKNOWN,    /* not looked for: calls between places were not kept */
    LEVELS_NOT_NEEDED, /* no functions that call each other in a cycle */
    LEVELS_SEPARATED,  /* some name has a level, in this or another dump of the process */
    LEVELS_MERGED,     /* there are such, and no levels */
};

/* A file that was read. */
struct profile_input {
    const char *path;      /* as given, "-" for standard input */
    uint32_t run;          /* from 0: one for each input, until all is read and runs are known */
    struct text run_name;  /* what the paths of all of these begin with; points into one of them */
    struct text pair_name; /* its base name without compression, by which runs of two builds are
                              paired; likewise */
    int64_t changed;       /* time of its last change, in seconds since 1970 */
    struct text creator;
    bool has_lost_levels;    /* recursion levels are not in the names: --mangle-names=no */
    bool names_callee_files; /* some call says in which file its callee is */
    bool has_addresses;      /* of instructions, whether they are kept or not */
    enum levels levels;      /* set once it was read, where arcs are kept or it is one of several */
};

/* One dump. Ids and texts that were not given are NO_ID and empty. */
struct part {
    uint32_t input;
    struct text command; /* what was profiled; inherited from the part before */
    bool has_command;
    int64_t pid, given, thread; /* -1 where not given; `given` is the number of "part:" */
    int64_t number;             /* which no other part of this thread has in the file */
    struct text time_range;
    struct text trigger;
    struct text thread_name;
    uint32_t first_description, n_descriptions;
    bool is_left_out; /* not among the parts asked for: its costs were not added */
};

/*
 * Returns the label of a part: what the program gave CALLGRIND_DUMP_STATS_AT(), or else NO_LABEL.
 * The text lives as long as the part's trigger.
 */
struct text part_label(const struct part *part);

#define NO_LABEL TEXT("(other)")

struct function {
    object_id object; /* NO_ID where the profile names none */
    file_id file;
    symbol_id symbol;
};

/* Why the figures of a function may not be exact; of two reasons the later one counts. */
enum doubt {
    DOUBT_NONE,
    DOUBT_LEVELS, /* functions whose levels count apart became it by renaming */
    DOUBT_CALLEE, /* its calls may be calls of any function of its object and name */
    N_DOUBTS
};

/*
 * What the cost of a function was spent in: bits. Profiles know code as that of the function that
 * it is in; see inlining.h.
 */
enum code_origin {
    CODE_OWN = 1,     /* code that is its own by its symbol */
    CODE_INLINED = 2, /* code of it that was inlined in another function: nobody counted its runs */
    N_CODES = 4,      /* what bits can say together */
};

/*
 * How a profile that we write says that the figures of a function may not be exact, or its calls
 * were not counted. The format has no line for it, so there are descriptions, which other readers
 * show or ignore:
 *
 *     desc: Uncertain object: /usr/lib/libphp.so       left out where no object is known
 *     desc: Uncertain file: lib/user.php
 *     desc: Uncertain callee: init                     or another text, which ends it
 *
 * These are the texts between "desc: " and ": "; empty where nothing is said.
 */
struct doubt_keys {
    struct text object, file;
    struct text functions[N_DOUBTS]; /* by doubt */
    struct text code[N_CODES];       /* by bits of enum code_origin */
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

/* A line that has a cost. */
struct numbered_line {
    uint64_t number;
    uint32_t id;
};

struct spot_call {
    uint32_t spot;
    function_id callee;
    struct position target; /* where in the callee; 0 where that is not kept */
};

struct line_call {
    uint32_t line;
    struct arc arc;
};

/* How often a jump was taken, and a conditional one executed. */
struct jump_counts {
    int64_t unconditional;
    int64_t followed, executed; /* of a conditional one: followed in so many of its executions */
};

enum { N_JUMP_COUNTS = sizeof(struct jump_counts) / sizeof(int64_t) };

/* Whether the jump was never executed, or in a difference no more often than before. */
static inline bool jump_counts_are_zero(const struct jump_counts *counts)
{
    return counts->unconditional == 0 && counts->followed == 0 && counts->executed == 0;
}

/* Where a jump leads to. */
struct jump_target {
    uint32_t file;           /* file id */
    uint32_t function;       /* symbol id of another function than that of the jump; else NO_ID */
    uint32_t position;       /* id in the map of positions of the profile */
    enum jump_course course; /* by line, where addresses are not known */
};

struct jump {
    uint32_t from; /* spot */
    struct jump_target to;
};

/* What is known of a function but its names. */
struct function_note {
    uint64_t named, called; /* of one that was parsed: the numbers of its name in the file, in its
                               code and in calls of it, which tell functions of a name apart */
    unsigned char doubt;    /* enum doubt */
    unsigned char code;     /* bits of enum code_origin; none unless inlined code is told apart */
};

#define NO_NUMBER UINT64_MAX
#define SEVERAL_NUMBERS (UINT64_MAX - 1)

/* What a number in a key is an id of: a ledger's rows, a name, or nothing. */
enum domain {
    /* By part, */
    PART_SUMMARIES, /* its "summary:", without wrapped values, */
    PART_TOTALS,    /* its "totals:", */
    PARTS,          /* and the sum of its self cost */

    FUNCTIONS, /* (file and object, name), without costs */
    PLACES,    /* (file, function): self cost, on which all totals rest */
    LINES,     /* (file, number): self cost; a count above 0: there was a line of it */
    SPOTS,     /* by spot: self cost, packed; a row is there if there was a line of it */
    POSITIONS, /* (address, line) that calls and jumps lead to, without costs */
    TARGETS,   /* (file and name, course and position) that jumps lead to, without costs */

    /* Calls: their number and inclusive cost. */
    ARCS,       /* (place, function) */
    LINE_CALLS, /* (line, place and function) */
    SPOT_CALLS, /* (spot, position and function) */

    JUMPS, /* (spot, target): struct jump_counts in place of costs */

    /* If each part is kept: self cost there. A row is there if there was a line of it. */
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
    size_t n_runs; /* of the inputs */
    struct part *parts;
    size_t n_parts, part_capacity;
    struct text_list descriptions; /* the texts of all "desc:" lines, part by part */

    struct ledger ledgers[N_LEDGERS];
    struct spots spots;
    struct function_note *notes; /* by function, of the first n_notes */
    size_t n_notes;

    struct names *label_names; /* NULL where labels are not kept apart */
    struct profile *labels;    /* by label name */
    size_t label_capacity;
};

/*
 * Makes an empty profile that names its things in `symbols`, which must outlive it. Free it with
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

/* Adds an input or part; the pointer is good until the next of its kind. */
struct profile_input *profile_add_input(struct profile *profile);
struct part *profile_add_part(struct profile *profile);

/* Adds a copy of one, whose texts the profile owns; its input and run are still to be set. */
struct profile_input *profile_copy_input(struct profile *into, const struct profile_input *from);
struct part *profile_copy_part(struct profile *into, const struct profile *from,
                               const struct part *part);

/*
 * Returns the profile of a label, which is made if it is not there. It has the inputs and parts of
 * that label alone, with all that they cost; the whole profile has all inputs and parts, and no
 * costs. The pointer is good until there are more labels.
 */
struct profile *profile_of_label(struct profile *whole, struct text label);

/* Returns the profile of a label, or NULL. */
struct profile *profile_find_label(const struct profile *whole, struct text label);

/* Returns the profiles that have the costs: those of labels, or the profile alone. */
struct profile *profile_list_costly(struct profile *profile, size_t *count);

/*
 * Tells whether the commands of parts that were read differ. The first one goes into *first, where
 * that has none.
 */
bool profile_commands_differ(const struct profile *profile, struct text *first);

/* Returns the first part that was read, and sets how many were; NULL where all were left out. */
const struct part *profile_first_part(const struct profile *profile, size_t *n_parts);

/* What the text of a "desc:" line may be about. */
enum description {
    DESCRIBES_RUN,
    DESCRIBES_PART, /* its time range, its trigger or the name of its thread */
    DESCRIBES_OPTION,
};

enum description description_kind(struct text description);

/* Whether it is about the run, of the given number of parts: a single one is all of it. */
bool description_is_of_run(struct text description, size_t n_parts);

/* Adds the text of a "desc:" line to the last part. */
void profile_add_description(struct profile *profile, struct text text);

/* Gives all rows of cost a column for each recorded event. Call it after adding events. */
void profile_widen(struct profile *profile);

/*
 * Returns, by file id, whether code is there: the table of names may hold others. The caller frees
 * it.
 */
bool *profile_files_with_code(const struct profile *profile);

/*
 * Marks the profile's figures for good if a sum of them did not fit into 64 bits, as ferror() marks
 * a stream: such sums are saturated, and must not be printed.
 */
void profile_note_overflow(const struct profile *profile, bool overflows);

/*
 * Adds a row of cost to the row of that id of figures of the profile, which is made if it is not
 * there, or takes it from that. Here and below, a sum that does not fit marks the profile.
 */
void profile_combine(const struct profile *profile, struct costs *costs, size_t id,
                     const int64_t *row, bool is_subtracted);
void profile_add_to(const struct profile *profile, int64_t *sum, int64_t added);

/*
 * Whether all sums so far did fit, those of derived events too; asked once, before anything is
 * printed. False with an error that names the profile's file, where there is but one, or the event.
 */
bool profile_fits(const struct profile *profile, struct error *error);

function_id profile_add_function(struct profile *profile, object_id object, file_id file,
                                 symbol_id symbol);
place_id profile_add_place(struct profile *profile, function_id function, file_id file);

/* Returns the note of a function, to be used until there are more. */
struct function_note *profile_edit_note(struct profile *profile, function_id function);

static inline struct function_note profile_note(const struct profile *profile, function_id function)
{
    return function < profile->n_notes ? profile->notes[function]
                                       : (struct function_note){NO_NUMBER, NO_NUMBER, 0, 0};
}

/* Notes a doubt of a function, where there was not a later one before. */
void profile_add_doubt(struct profile *profile, function_id function, enum doubt doubt);

static inline enum doubt profile_doubt(const struct profile *profile, function_id function)
{
    return (enum doubt)profile_note(profile, function).doubt;
}

/* Notes what some cost of a function was spent in: bits of enum code_origin. */
void profile_add_code(struct profile *profile, function_id function, unsigned code);

/* Returns bits of enum code_origin; none where inlined code is not told apart. */
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

/* Returns the id of a line of a file, which is made if it is not there. */
static inline uint32_t profile_add_line(struct profile *profile, file_id file, uint64_t number)
{
    return ledger_add(&profile->ledgers[LINES], file, number);
}

static inline struct file_line profile_line(const struct profile *profile, uint32_t id)
{
    const struct map_key *line = &profile->ledgers[LINES].map.keys[id];

    return (struct file_line){(file_id)line->from, line->to};
}

/* Notes a line of self cost, if only an empty one. */
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
 * Returns the spot of a position in a place, which is made if it is not there. Of positions the
 * address is left out where it is not kept, here and below.
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

/* Returns the row of a call from a spot, which is made if it is not there. */
uint32_t profile_add_spot_call(struct profile *profile, struct spot_call call);

/* Returns the row of the calls that a line makes by an arc, which is made if it is not there. */
uint32_t profile_add_line_call(struct profile *profile, uint32_t line, struct arc arc);

/*
 * Adds up arcs from the calls of lines, where only those were kept, into an empty table. True when
 * a sum does not fit.
 */
bool profile_add_up_arcs_overflows(const struct profile *profile, struct ledger *arcs);

/* Returns the ends of a row of the calls between places and functions. */
static inline struct arc ledger_arc(const struct ledger *arcs, size_t id)
{
    const struct map_key *call = &arcs->map.keys[id];

    return (struct arc){.caller = (place_id)call->from, .callee = (function_id)call->to};
}

/* Adds the counts to those of the jump. True when a sum does not fit. */
bool profile_add_jump_overflows(struct profile *profile, struct jump jump,
                                const struct jump_counts *counts);

struct jump profile_jump(const struct profile *profile, size_t id);

static inline const struct jump_counts *profile_jump_counts(const struct profile *profile,
                                                            size_t id)
{
    return (const struct jump_counts *)costs_row(&profile->ledgers[JUMPS].costs, id);
}

/* levels.c tells whether the levels of recursion are separated. */

/*
 * Returns, by function, a dense id of (object, file, name without levels and contexts), whose
 * levels count together. *count is set to the number of ids, *has_levels to whether any name has a
 * level above 1. The caller frees the array.
 */
uint32_t *profile_fold(const struct profile *profile, size_t *count, bool *has_levels);

/* Decides it by the arcs of the profile. */
enum levels profile_find_levels(const struct profile *profile, const struct ledger *arcs);

/* Returns what is known of several inputs: merged levels in one of them spoil it for all. */
enum levels profile_known_levels(const struct profile *profile);

/* Returns the same, and looks at a single input that was not looked at before. */
enum levels profile_levels(const struct profile *profile, const struct ledger *arcs);

#endif
