/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Writes a profile again. Functions are sorted once, by names; the places of a function, and the
 * spots, calls and jumps of a place are sorted when they are written, and never by ids, which
 * depend on the input. A name is written once, with a number, and by the number alone from then on;
 * what a reader knows from the lines before is not repeated.
 */
#include "reporter/callgrind.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/error.h"
#include "base/map.h"
#include "base/names.h"
#include "base/number.h"
#include "profile/costs.h"
#include "profile/events.h"
#include "profile/filter.h"
#include "profile/name_pieces.h"
#include "profile/profile.h"

/* Limits relative positions: those that are farther apart are written in full. */
enum { NEAR = 1000 };

/* A function with its sort key. */
struct named_function {
    function_id id;
    struct text object, file, name;
};

/* A place of the current function, with its sort key. */
struct ordered_place {
    place_id id;
    file_id file;
    bool is_inlined; /* in another file than its function's */
    struct text path;
};

struct ordered_spot {
    uint32_t id;
    struct position position;
};

/* A call or a jump from the current place, with its sort key. */
struct ordered_arc {
    uint32_t id; /* in its ledger */
    bool is_jump;
    uint32_t rank; /* of a callee among functions */
    struct ordered_spot from;
    struct position target;
    struct text path, function; /* of a jump; the function is empty where it stays in its own */
};

/*
 * The ids of each owner: those of owner i are ids[begin[i]] up to but excluding ids[begin[i + 1]].
 */
struct owned_ids {
    uint32_t *ids;
    size_t *begin; /* by owner; one more at the end */
};

/*
 * Assigns numbers to the names of one kind. As in Callgrind's files, the number of a function
 * stands for an object, a file and a name: KCachegrind takes it for that wherever it appears again.
 * So a name that several functions have is written with a number for each of them.
 */
struct numbers {
    uint32_t *given; /* by id of an object, a file or a function; 0 if it was not written yet */
    uint32_t last;
    struct map reserved; /* (0, number): never assigned, since names seem to mention them */
};

struct writer {
    FILE *out;
    const struct profile *profile;
    const struct costs *program; /* one row: the program's total */
    struct costs total;          /* one row: the self cost of everything that is written */

    function_id *functions;        /* by object, file and name */
    uint32_t *ranks;               /* by function: its index among them */
    bool *is_kept;                 /* by function: it passes the filter */
    struct owned_ids places;       /* by function */
    struct owned_ids calls, jumps; /* by place */
    struct {
        bool *functions, *symbols; /* by id: whether it is named at all */
    } named;

    struct ordered_place *place_list; /* of the function that is written */
    struct ordered_spot *spot_list;   /* of the place that is written, */
    struct ordered_arc *arc_list;     /* also */
    size_t place_capacity, spot_capacity, arc_capacity;

    struct numbers objects, files, symbols; /* symbols: by function */
    const struct name_pieces *pieces;       /* of the names of functions */
    object_id object;                       /* where readers are now; NO_ID if none is known */
    file_id unit_file;                      /* of the last "fl="; NO_ID before the first */
    file_id file;                           /* of the last "fl=" or "fi=" */
    bool has_callees;                       /* a call was written */
    object_id called_object; /* of the last "cob=", which some readers take for that of the next
                                callee too, until a line of self cost */
    bool keeps_called;       /* there was no self cost since */
    bool has_addresses;      /* a position is an address and a line, or else a line alone */
    bool is_after_self;      /* the line before was self cost, at `last` */
    struct position last;
};

static int by_names(const void *a, const void *b)
{
    const struct named_function *left = a, *right = b;
    int order = text_compare(left->object, right->object);

    if (order == 0)
        order = text_compare(left->file, right->file);
    return order != 0 ? order : text_compare(left->name, right->name);
}

static int by_path(const void *a, const void *b)
{
    const struct ordered_place *left = a, *right = b;

    if (left->is_inlined != right->is_inlined)
        return left->is_inlined ? 1 : -1;
    return text_compare(left->path, right->path);
}

static int by_position(const void *a, const void *b)
{
    const struct ordered_spot *left = a, *right = b;

    return position_compare(left->position, right->position);
}

/* Sorts calls of one spot before its jumps: by callee and position, or by target. */
static int by_spot_and_target(const void *a, const void *b)
{
    const struct ordered_arc *left = a, *right = b;
    int order = by_position(&left->from, &right->from);

    if (order != 0)
        return order;
    if (left->is_jump != right->is_jump)
        return left->is_jump ? 1 : -1;
    order = number_compare(left->rank, right->rank);
    if (order == 0)
        order = position_compare(left->target, right->target);
    if (order == 0)
        order = text_compare(left->path, right->path);
    return order != 0 ? order : text_compare(left->function, right->function);
}

static void order_functions(struct writer *writer, const struct filter *filter)
{
    const struct symbols *symbols = &writer->profile->symbols;
    size_t count = profile_n_functions(writer->profile);
    struct named_function *sorted = memory_alloc(count, sizeof *sorted);

    writer->functions = memory_alloc(count, sizeof *writer->functions);
    writer->ranks = memory_alloc(count, sizeof *writer->ranks);
    writer->is_kept = memory_alloc(count, sizeof *writer->is_kept);
    for (function_id id = 0; id < count; id++) {
        struct function function = profile_function(writer->profile, id);
        sorted[id] = (struct named_function){
            .id = id,
            .object =
                function.object == NO_ID ? TEXT("") : names_text(symbols->objects, function.object),
            .file = names_text(symbols->files, function.file),
            .name = names_text(symbols->functions, function.symbol),
        };
    }
    ARRAY_SORT(sorted, count, by_names);
    for (uint32_t rank = 0; rank < count; rank++) {
        const struct named_function *function = &sorted[rank];
        writer->functions[rank] = function->id;
        writer->ranks[function->id] = rank;
        writer->is_kept[function->id] =
            filter_passes(filter, function->object, function->file, function->name);
    }
    free(sorted);
}

/* Sorts calls or jumps, which are pairs of a spot and where they lead to, by the spot's place. */
static struct owned_ids sort_by_place(const struct map *pairs, const struct profile *profile)
{
    place_id *places = memory_alloc(pairs->count, sizeof *places);
    struct owned_ids owned;

    for (size_t id = 0; id < pairs->count; id++)
        places[id] = profile->spots.list[pairs->keys[id].from].place;
    owned.ids = ids_sort(places, pairs->count, profile_n_places(profile), &owned.begin);
    free(places);
    return owned;
}

static bool has_spots(const struct writer *writer, place_id place)
{
    return spots_of_place(&writer->profile->spots, place).length != 0;
}

static bool spot_is_written(const struct writer *writer, uint32_t spot)
{
    place_id place = writer->profile->spots.list[spot].place;

    return writer->is_kept[profile_place(writer->profile, place).function];
}

static void mark_function(struct writer *writer, function_id id)
{
    writer->named.functions[id] = true;
    writer->named.symbols[profile_function(writer->profile, id).symbol] = true;
}

/* Finds the names to write: those of functions, callees and targets of jumps. */
static void find_named(struct writer *writer)
{
    const struct profile *profile = writer->profile;
    const struct symbols *symbols = &profile->symbols;

    writer->pieces = symbols_pieces(symbols); /* may add names, so it comes before counting them */
    writer->named.functions = memory_alloc(profile_n_functions(profile), sizeof(bool));
    writer->named.symbols = memory_alloc(names_count(symbols->functions), sizeof(bool));
    for (place_id id = 0; id < profile_n_places(profile); id++) {
        function_id function = profile_place(profile, id).function;
        if (writer->is_kept[function] && has_spots(writer, id))
            mark_function(writer, function);
    }
    for (size_t id = 0; id < profile->ledgers[SPOT_CALLS].map.count; id++) {
        struct spot_call call = profile_spot_call(profile, id);
        if (spot_is_written(writer, call.spot))
            mark_function(writer, call.callee);
    }
    for (size_t id = 0; id < profile->ledgers[JUMPS].map.count; id++) {
        struct jump jump = profile_jump(profile, id);
        if (jump.to.function != NO_ID && spot_is_written(writer, jump.from) &&
            !jump_counts_are_zero(profile_jump_counts(profile, id)))
            writer->named.symbols[jump.to.function] = true;
    }
}

/* Finds the places of a function that have spots: first its own, then inlined code by path. */
static size_t order_places(struct writer *writer, function_id function)
{
    const struct profile *profile = writer->profile;
    file_id own_file = profile_function(profile, function).file;
    size_t count = 0;

    for (size_t i = writer->places.begin[function]; i < writer->places.begin[function + 1]; i++) {
        place_id id = writer->places.ids[i];
        file_id file = profile_place(profile, id).file;
        if (!has_spots(writer, id))
            continue;
        ARRAY_ADD(writer->place_list, count, writer->place_capacity,
                  (struct ordered_place){id, file, file != own_file,
                                         names_text(profile->symbols.files, file)});
    }
    ARRAY_SORT(writer->place_list, count, by_path);
    return count;
}

static struct ordered_spot find_spot(const struct writer *writer, uint32_t id)
{
    return (struct ordered_spot){id, writer->profile->spots.list[id].position};
}

/* Fills the array from its end, so that it is in the order in which the spots were read. */
static size_t order_spots(struct writer *writer, place_id place)
{
    const struct spots *spots = &writer->profile->spots;
    struct spot_chain chain = spots_of_place(spots, place);
    uint32_t at = chain.last;
    bool is_sorted = true;

    if (chain.length > writer->spot_capacity)
        writer->spot_list = memory_grow(writer->spot_list, &writer->spot_capacity, chain.length,
                                        sizeof *writer->spot_list);
    struct ordered_spot *list = writer->spot_list;
    for (size_t i = chain.length; i-- != 0; at = spots->list[at - 1].older) {
        list[i] = find_spot(writer, at - 1);
        is_sorted &= i + 1 == chain.length || by_position(&list[i], &list[i + 1]) <= 0;
    }
    if (!is_sorted)
        ARRAY_SORT(list, chain.length, by_position);
    return chain.length;
}

/* Finds the calls and jumps from a place, without jumps whose counts are all 0. */
static size_t order_arcs(struct writer *writer, place_id place)
{
    const struct profile *profile = writer->profile;
    const struct symbols *symbols = &profile->symbols;
    size_t count = 0;

    for (size_t i = writer->calls.begin[place]; i < writer->calls.begin[place + 1]; i++) {
        uint32_t id = writer->calls.ids[i];
        struct spot_call call = profile_spot_call(profile, id);
        ARRAY_ADD(writer->arc_list, count, writer->arc_capacity,
                  (struct ordered_arc){.id = id,
                                       .rank = writer->ranks[call.callee],
                                       .from = find_spot(writer, call.spot),
                                       .target = call.target});
    }
    for (size_t i = writer->jumps.begin[place]; i < writer->jumps.begin[place + 1]; i++) {
        uint32_t id = writer->jumps.ids[i];
        struct jump jump = profile_jump(profile, id);
        if (jump_counts_are_zero(profile_jump_counts(profile, id)))
            continue;
        ARRAY_ADD(writer->arc_list, count, writer->arc_capacity,
                  (struct ordered_arc){
                      .id = id,
                      .is_jump = true,
                      .from = find_spot(writer, jump.from),
                      .target = profile_position(profile, jump.to.position),
                      .path = names_text(symbols->files, jump.to.file),
                      .function = names_text_if_any(symbols->functions, jump.to.function)});
    }
    ARRAY_SORT(writer->arc_list, count, by_spot_and_target);
    return count;
}

/* Writes a character without a lock, which would take most of the time. */
static void put(struct writer *writer, char c)
{
    putc_unlocked(c, writer->out);
}

static void put_text(struct writer *writer, struct text text)
{
    for (size_t i = 0; i < text.length; i++)
        put(writer, text.at[i]);
}

/* Writes a number in base 10 or 16. */
static inline void put_digits(struct writer *writer, uint64_t number, unsigned base)
{
    char digits[24];
    size_t at = sizeof digits;

    do
        digits[--at] = "0123456789abcdef"[number % base];
    while ((number /= base) != 0);
    put_text(writer, (struct text){digits + at, sizeof digits - at});
}

static void put_signed(struct writer *writer, int64_t number)
{
    if (number < 0)
        put(writer, '-');
    put_digits(writer, number < 0 ? -(uint64_t)number : (uint64_t)number, 10);
}

/* Writes "*", "+3" or "-2". Returns false, and writes nothing, if `last` is not near. */
static bool put_relative(struct writer *writer, uint64_t number, uint64_t last)
{
    bool is_after = number > last;
    uint64_t distance = is_after ? number - last : last - number;

    if (distance >= NEAR)
        return false;
    if (distance == 0) {
        put(writer, '*');
    } else {
        put(writer, is_after ? '+' : '-');
        put_digits(writer, distance, 10);
    }
    return true;
}

static void put_address(struct writer *writer, uint64_t address)
{
    put_text(writer, TEXT("0x"));
    put_digits(writer, address, 16);
}

/*
 * Readers agree that self cost moves the base of relative positions, but not on what else does, so
 * positions are written in full after anything else.
 */
static void put_position(struct writer *writer, struct position position, bool is_self)
{
    bool is_relative = is_self && writer->is_after_self;

    if (writer->has_addresses) {
        if (!is_relative || !put_relative(writer, position.address, writer->last.address))
            put_address(writer, position.address);
        put(writer, ' ');
    }
    if (!is_relative || !put_relative(writer, position.line, writer->last.line))
        put_digits(writer, position.line, 10);
    writer->is_after_self = is_self;
    writer->last = position;
}

/* Targets are always written in full: readers do not agree on what they are relative to. */
static void end_with_target(struct writer *writer, struct position target)
{
    put(writer, ' ');
    if (writer->has_addresses) {
        put_address(writer, target.address);
        put(writer, ' ');
    }
    put_digits(writer, target.line, 10);
    put(writer, '\n');
}

/* Ends a line with a blank and a cost for each of the row, up to the last that was given. */
static void write_costs(struct writer *writer, const struct costs *costs, size_t row)
{
    const int64_t *cells = costs_row(costs, row);
    size_t count = costs->n_events;

    while (count != 0 && !costs_is_given(cells, count - 1))
        count--;
    for (size_t i = 0; i < count; i++) {
        put(writer, ' ');
        put_signed(writer, costs_sum(costs, cells, i));
    }
    put(writer, '\n');
}

/*
 * Writes a text that ends its line. Readers take a carriage return before the newline for a part of
 * it, so one more is written after a text that ends in one.
 */
static void write_last_text(FILE *out, struct text text)
{
    fwrite(text.at, 1, text.length, out);
    if (text.length != 0 && text.at[text.length - 1] == '\r')
        fputc('\r', out);
    fputc('\n', out);
}

/*
 * Reserves a number. In "(3)'2" readers take (3) for the number of a name. If that number was never
 * defined, and "(3)" is itself the name, 3 must not be given to another name.
 */
static void reserve(struct numbers *numbers, struct text name)
{
    struct text piece;

    if (memchr(name.at, '\'', name.length) == NULL)
        return;
    while (text_cut(&name, '\'', &piece)) {
        uint64_t number;
        const char *end;
        if (piece.length > 2 && piece.at[0] == '(' &&
            read_number(piece.at + 1, &end, &number) == NUMBER_OK && *end == ')')
            map_add(&numbers->reserved, 0, number);
    }
}

/* Makes room for numbers of `count` items, whose names may reserve some: all, or those written. */
static void numbers_create(struct numbers *numbers, size_t count, const struct names *names,
                           const bool *is_named)
{
    numbers->given = memory_alloc(count, sizeof *numbers->given);
    for (uint32_t id = 0; id < names_count(names); id++)
        if ((is_named == NULL || is_named[id]) && names_text(names, id).length != 0)
            reserve(numbers, names_text(names, id));
}

static void numbers_free(struct numbers *numbers)
{
    free(numbers->given);
    map_free(&numbers->reserved);
}

static uint32_t next_number(struct numbers *numbers)
{
    do
        numbers->last++;
    while (map_find(&numbers->reserved, 0, numbers->last) != NO_ID);
    return numbers->last;
}

/* Writes "fn=(3)". */
static void put_name_number(struct writer *writer, struct text keyword, uint32_t number)
{
    put_text(writer, keyword);
    put_text(writer, TEXT("=("));
    put_digits(writer, number, 10);
    put(writer, ')');
}

static void write_definition(struct writer *writer, struct text keyword, uint32_t number,
                             struct text name)
{
    put_name_number(writer, keyword, number);
    put(writer, ' ');
    write_last_text(writer->out, name);
}

/* Writes "fn=(3) name" for the first use of an id, later "fn=(3)". */
static void write_name(struct writer *writer, struct text keyword, struct numbers *numbers,
                       uint32_t id, struct text name)
{
    if (numbers->given[id] != 0) {
        put_name_number(writer, keyword, numbers->given[id]);
        put(writer, '\n');
    } else {
        numbers->given[id] = next_number(numbers);
        write_definition(writer, keyword, numbers->given[id], name);
    }
}

/* Writes "ob=" alone if no object is known. */
static void write_object(struct writer *writer, struct text keyword, object_id object)
{
    if (object != NO_ID) {
        write_name(writer, keyword, &writer->objects, object,
                   names_text(writer->profile->symbols.objects, object));
        return;
    }
    put_text(writer, keyword);
    put(writer, '=');
    put(writer, '\n');
}

static void write_file(struct writer *writer, struct text keyword, file_id file)
{
    write_name(writer, keyword, &writer->files, file,
               names_text(writer->profile->symbols.files, file));
}

static void write_symbol(struct writer *writer, struct text keyword, function_id id)
{
    symbol_id symbol = profile_function(writer->profile, id).symbol;

    write_name(writer, keyword, &writer->symbols, id,
               names_text(writer->profile->symbols.functions, symbol));
}

/* Names a function, with its object and file if they change: the next lines are its own. */
static void write_function_name(struct writer *writer, function_id id)
{
    struct function function = profile_function(writer->profile, id);

    if (function.object != writer->object)
        write_object(writer, TEXT("ob"), function.object);
    if (function.file != writer->unit_file || function.file != writer->file)
        write_file(writer, TEXT("fl"), function.file);
    write_symbol(writer, TEXT("fn"), id);
    writer->object = function.object;
    writer->unit_file = function.file;
    writer->file = function.file;
    writer->is_after_self = false;
}

/*
 * If the object or file of a callee is missing, readers assume the current one. But they do not
 * agree on which file is current in inlined code, they may guess if no file of any callee was named
 * yet, and some go on with the object of the last callee. Then it is named.
 */
static void write_callee_name(struct writer *writer, function_id id)
{
    struct function callee = profile_function(writer->profile, id);
    bool is_inlined = writer->file != writer->unit_file;
    object_id assumed = writer->keeps_called ? writer->called_object : writer->object;

    if (callee.object != writer->object || callee.object != assumed) {
        write_object(writer, TEXT("cob"), callee.object);
        writer->called_object = callee.object;
        writer->keeps_called = true;
    }
    if (callee.file != writer->file || is_inlined || !writer->has_callees)
        write_file(writer, TEXT("cfi"), callee.file);
    write_symbol(writer, TEXT("cfn"), id);
    writer->has_callees = true;
}

/* Counts for each piece how many of the names that are written begin with it. */
static uint32_t *count_firsts(const struct writer *writer)
{
    const struct name_pieces *pieces = writer->pieces;
    uint32_t *n_firsts = memory_alloc(names_count(pieces->pieces), sizeof *n_firsts);

    for (symbol_id id = 0; id < pieces->count; id++) {
        struct text rest = names_text(pieces->names, id), first;
        if (!writer->named.symbols[id] || !text_cut(&rest, '\'', &first))
            continue;
        uint32_t piece = names_find(pieces->pieces, first);
        if (piece != NO_ID)
            n_firsts[piece]++;
    }
    return n_firsts;
}

/* Names the pieces that readers need to take the rest of a name for levels and contexts. */
static void declare_pieces_of(struct writer *writer, symbol_id symbol, uint32_t *n_firsts)
{
    const struct name_pieces *pieces = writer->pieces;
    struct text rest = names_text(pieces->names, symbol), first = {0}, piece;

    text_cut(&rest, '\'', &first);
    while (text_cut(&rest, '\'', &piece)) {
        struct text needed = name_piece_level(piece) != 0 ? first : piece;
        uint32_t id = names_find(pieces->pieces, needed);
        if (n_firsts[id] > text_equal(needed, first)) /* another name begins with it, too */
            continue;
        n_firsts[id]++;
        write_definition(writer, TEXT("fn"), next_number(&writer->symbols), needed);
    }
}

/*
 * Readers take f'2 for an activation of f only if another name begins with f, and f'main for f
 * called from main only if one begins with main. Such pieces are named first, without costs, if
 * nothing else that will be written begins with them.
 */
static void declare_pieces(struct writer *writer)
{
    uint32_t *n_firsts = count_firsts(writer);

    for (size_t i = 0; i < profile_n_functions(writer->profile); i++) {
        function_id function = writer->functions[i];
        symbol_id symbol = profile_function(writer->profile, function).symbol;
        if (writer->named.functions[function] && writer->pieces->bases[symbol] != symbol)
            declare_pieces_of(writer, symbol, n_firsts);
    }
    free(n_firsts);
}

static void write_header(FILE *out, const char *key, struct text value)
{
    fprintf(out, "%s: ", key);
    write_last_text(out, value);
}

static bool has_written_levels(const struct writer *writer)
{
    for (symbol_id id = 0; id < writer->pieces->count; id++)
        if (writer->named.symbols[id] && writer->pieces->levels[id] > 1)
            return true;
    return false;
}

/* Writes the facts about the run on which the parts agree. */
static void write_run(const struct writer *writer)
{
    const struct profile *profile = writer->profile;
    size_t n_parts;
    const struct part *first = profile_first_part(profile, &n_parts);

    if (first == NULL)
        return;
    if (first->has_command)
        write_header(writer->out, "cmd", first->command);
    for (uint32_t i = 0; i < first->n_descriptions; i++) {
        struct text text = profile->descriptions.items[first->first_description + i];
        if (description_is_of_run(text, n_parts))
            write_header(writer->out, "desc", text);
    }
    /* Otherwise readers assume that levels in names cover the whole program. */
    if (profile_known_levels(profile) != LEVELS_SEPARATED && has_written_levels(writer))
        write_header(writer->out, "desc", TEXT("Option: --mangle-names=no"));
}

static void write_description(const struct writer *writer, struct text type, struct text value)
{
    fprintf(writer->out, "desc: %.*s: ", (int)type.length, type.at);
    write_last_text(writer->out, value);
}

/* Writes the doubt about a function, if any. */
static void write_doubt(const struct writer *writer, function_id id, struct text type)
{
    const struct symbols *symbols = &writer->profile->symbols;
    struct function function = profile_function(writer->profile, id);

    if (type.length == 0)
        return;
    if (function.object != NO_ID)
        write_description(writer, doubt_keys.object, names_text(symbols->objects, function.object));
    write_description(writer, doubt_keys.file, names_text(symbols->files, function.file));
    write_description(writer, type, names_text(symbols->functions, function.symbol));
}

/*
 * Writes which figures may not be exact, and whose calls were not counted, as costs and calls do
 * not show that.
 */
static void write_doubts(const struct writer *writer)
{
    for (size_t i = 0; i < profile_n_functions(writer->profile); i++) {
        function_id id = writer->functions[i];
        if (!writer->named.functions[id])
            continue;
        write_doubt(writer, id, doubt_keys.functions[profile_doubt(writer->profile, id)]);
        write_doubt(writer, id, doubt_keys.code[profile_code(writer->profile, id)]);
    }
}

/*
 * Defines the derived events that are sums, since the format has no others, and writes the long
 * names that readers do not know.
 */
static void write_definitions(const struct writer *writer)
{
    const struct events *events = &writer->profile->events;

    for (size_t i = 0; i < events->count; i++) {
        const struct event *event = &events->list[i];
        bool has_own_name = !text_equal(event->long_name, known_event_find(event->name)->long_name);
        if (event->is_built_in || event_is_ratio(event) || event->unit != 1 ||
            (event->factors == NULL && !has_own_name))
            continue;
        fprintf(writer->out, "event: %.*s", (int)event->name.length, event->name.at);
        if (event->factors != NULL)
            fprintf(writer->out, " = %.*s", (int)event->formula.length, event->formula.at);
        if (event->long_name.length != 0)
            fprintf(writer->out, " : %.*s", (int)event->long_name.length, event->long_name.at);
        fputc('\n', writer->out);
    }
}

/*
 * Writes the program's total if a reader would take it for that. A difference, or a part of one,
 * may have more self cost than the program; then a reader would take the sum of that.
 */
static void write_summary(struct writer *writer)
{
    const struct costs *program = writer->program, *total = &writer->total;
    const int64_t *program_row = costs_row(program, 0), *total_row = costs_row(total, 0);
    struct costs summary;

    costs_init(&summary, total->n_events);
    costs_ensure(&summary, 1);
    for (size_t event = 0; event < total->n_events; event++) {
        int64_t claim = costs_sum(program, program_row, event);
        int64_t sum = costs_sum(total, total_row, event);
        bool is_claimed = claim != 0 && claim >= sum;
        if (is_claimed || costs_is_given(total_row, event))
            costs_set(&summary, costs_row(&summary, 0), event, is_claimed ? claim : sum);
    }
    write_costs(writer, &summary, 0);
    costs_free(&summary);
}

static void write_head(struct writer *writer)
{
    const struct events *events = &writer->profile->events;
    FILE *out = writer->out;

    fputs("# callgrind format\nversion: 1\ncreator: quern-" QUERN_VERSION "\n", out);
    write_run(writer);
    write_doubts(writer);
    write_definitions(writer);
    fputs(writer->has_addresses ? "positions: instr line\nevents:" : "positions: line\nevents:",
          out);
    for (size_t i = 0; i < events->n_recorded; i++)
        fprintf(out, " %.*s", (int)events->list[i].name.length, events->list[i].name.at);
    fputs("\nsummary:", out);
    write_summary(writer);
}

static void write_call(struct writer *writer, const struct ordered_arc *arc)
{
    const struct ledger *calls = &writer->profile->ledgers[SPOT_CALLS];

    write_callee_name(writer, writer->functions[arc->rank]);
    put_text(writer, TEXT("calls="));
    put_signed(writer, calls->counts[arc->id]);
    end_with_target(writer, arc->target);
    put_position(writer, arc->from.position, false);
    write_costs(writer, &calls->costs, arc->id);
}

/* Begins the lines of a jump; its file and function are named if they are not those it is in. */
static void begin_jump(struct writer *writer, const struct ordered_arc *arc, struct text key)
{
    file_id file = profile_jump(writer->profile, arc->id).to.file;

    if (file != writer->file)
        write_file(writer, TEXT("jfi"), file);
    /* The function is ambiguous among those of that name, so it gets a separate number. */
    if (arc->function.at != NULL)
        write_definition(writer, TEXT("jfn"), next_number(&writer->symbols), arc->function);
    put_text(writer, key);
}

/* Ends a line of counts with the target, and writes the line of the position. */
static void end_jump(struct writer *writer, const struct ordered_arc *arc)
{
    end_with_target(writer, arc->target);
    put_position(writer, arc->from.position, false);
    put(writer, '\n');
}

static void write_jumps(struct writer *writer, const struct ordered_arc *arc)
{
    const struct jump_counts *counts = profile_jump_counts(writer->profile, arc->id);

    if (counts->unconditional != 0) {
        begin_jump(writer, arc, TEXT("jump="));
        put_signed(writer, counts->unconditional);
        end_jump(writer, arc);
    }
    if (counts->followed != 0 || counts->executed != 0) {
        begin_jump(writer, arc, TEXT("jcnd="));
        put_signed(writer, counts->followed);
        put(writer, '/');
        put_signed(writer, counts->executed);
        end_jump(writer, arc);
    }
}

/* Writes the spots of a place by address and line, each with its calls and jumps. */
static void write_place(struct writer *writer, place_id place)
{
    const struct packed_costs *self = &writer->profile->ledgers[SPOTS].packed;
    size_t n_spots = order_spots(writer, place), n_arcs = order_arcs(writer, place), arc = 0;

    for (size_t i = 0; i < n_spots; i++) {
        uint32_t spot = writer->spot_list[i].id;
        if (packed_costs_has(self, spot)) {
            (void)packed_costs_unpack(self, spot);
            put_position(writer, writer->spot_list[i].position, true);
            write_costs(writer, &self->unpacked, 0);
            writer->keeps_called = false;
        }
        for (; arc < n_arcs && writer->arc_list[arc].from.id == spot; arc++)
            (writer->arc_list[arc].is_jump ? write_jumps : write_call)(writer,
                                                                       &writer->arc_list[arc]);
    }
}

static void write_function(struct writer *writer, function_id id)
{
    size_t count = writer->is_kept[id] ? order_places(writer, id) : 0;

    if (count == 0)
        return;
    put(writer, '\n');
    write_function_name(writer, id);
    for (size_t i = 0; i < count; i++) {
        const struct ordered_place *place = &writer->place_list[i];
        if (place->is_inlined) {
            write_file(writer, TEXT("fi"), place->file);
            writer->file = place->file;
        }
        write_place(writer, place->id);
    }
}

/*
 * Adds up the self cost that will be written, and finds whether a position of it has an address.
 * Sums of costs of both signs may leave 64 bits in the order in which readers add them up: that of
 * their sizes must not.
 */
static bool add_up(struct writer *writer, struct error *error)
{
    const struct profile *profile = writer->profile;
    const struct packed_costs *self = &profile->ledgers[SPOTS].packed;
    int64_t *sizes = memory_alloc(writer->total.n_events, sizeof *sizes);
    bool overflows = false;

    for (uint32_t id = 0; id < profile->spots.count; id++) {
        if (!spot_is_written(writer, id))
            continue;
        writer->has_addresses |= profile->spots.list[id].position.address != 0;
        if (!packed_costs_has(self, id))
            continue;
        const int64_t *row = packed_costs_unpack(self, id);
        overflows |= costs_add_row_overflows(&writer->total, costs_row(&writer->total, 0), row);
        for (size_t event = 0; event < writer->total.n_events; event++) {
            int64_t size = magnitude(costs_sum(&self->unpacked, row, event));
            overflows |= add_overflows(&sizes[event], size);
        }
    }
    free(sizes);
    return !overflows || error_set(error, ERROR_FAILED, NULL, 0,
                                   "the profile cannot be written: readers that add up its costs "
                                   "may come to more than 64 bits on the way");
}

static void open_writer(struct writer *writer, const struct filter *filter)
{
    const struct profile *profile = writer->profile;
    const struct symbols *symbols = &profile->symbols;

    order_functions(writer, filter);
    writer->places.ids = map_sort(&profile->ledgers[PLACES].map, MAP_TO,
                                  profile_n_functions(profile), &writer->places.begin);
    writer->calls = sort_by_place(&profile->ledgers[SPOT_CALLS].map, profile);
    writer->jumps = sort_by_place(&profile->ledgers[JUMPS].map, profile);
    find_named(writer);
    numbers_create(&writer->objects, names_count(symbols->objects), symbols->objects, NULL);
    numbers_create(&writer->files, names_count(symbols->files), symbols->files, NULL);
    numbers_create(&writer->symbols, profile_n_functions(profile), symbols->functions,
                   writer->named.symbols);
    costs_init(&writer->total, profile->events.n_recorded);
    costs_ensure(&writer->total, 1);
}

static void close_writer(struct writer *writer)
{
    void *const memory[] = {writer->functions,     writer->ranks,           writer->is_kept,
                            writer->places.ids,    writer->places.begin,    writer->calls.ids,
                            writer->calls.begin,   writer->jumps.ids,       writer->jumps.begin,
                            writer->named.symbols, writer->named.functions, writer->place_list,
                            writer->spot_list,     writer->arc_list};

    for (size_t i = 0; i < ARRAY_LENGTH(memory); i++)
        free(memory[i]);
    numbers_free(&writer->objects);
    numbers_free(&writer->files);
    numbers_free(&writer->symbols);
    costs_free(&writer->total);
}

bool write_callgrind(const struct profile *profile, const struct costs *program,
                     const struct filter *filter, FILE *out, struct error *error)
{
    struct writer writer = {.out = out,
                            .profile = profile,
                            .program = program,
                            .object = NO_ID,
                            .unit_file = NO_ID,
                            .file = NO_ID};

    open_writer(&writer, filter);
    bool is_done = filter_check(filter, error) && add_up(&writer, error);
    if (is_done) {
        write_head(&writer);
        declare_pieces(&writer);
        for (size_t i = 0; !ferror(out) && i < profile_n_functions(profile); i++)
            write_function(&writer, writer.functions[i]);
        fputs("\ntotals:", out);
        write_costs(&writer, &writer.total, 0);
    }
    close_writer(&writer);
    return is_done;
}
