/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "aggregator/diff.h"
#include "base/array.h"
#include "base/index.h"
#include "base/number.h"
#include "profile/lines.h"
#include "profile/spots.h"

/* Functions are numbered here without their levels and contexts. */

struct line_cost {
    uint64_t number;
    double cost;
};

/* The lines that cost something in some of the code, by number. */
struct code_lines {
    struct line_cost *list;
    size_t count, capacity;
    double cost; /* of all, and of what is on no line */
    bool is_gathered;
};

/* A profile that is compared, with its code by function and by file. */
struct coded_side {
    const struct profile *profile;
    const uint32_t *number_of;    /* by function id of the change: its number */
    const function_id *functions; /* by function id: the same in the change */
    bool *has_code;               /* by number: it cost something */
    object_id *objects;           /* by number: as the profile had it */
    struct pairs calls;           /* (caller, callee) */
    struct pairs pieces;          /* (number, file): the code of a function in a file */
    uint32_t *by_piece, *by_file; /* places */
    size_t *piece_begin, *file_begin;
    struct code_lines *of_piece, *of_file;
    uint32_t *by_caller; /* calls */
    size_t *caller_begin;
    bool *is_known, *is_fit; /* by piece: see host_is_fit() */
};

/* A function that may be inlined into a host. */
struct candidate {
    uint32_t host, function;
};

/* The state while functions are looked for that are called on one side and inlined on the other. */
struct search {
    struct diff *diff;
    const struct line_map *map; /* NULL: lines are compared by their number */
    uint32_t *number_of;        /* by function id of the change */
    function_id *first;         /* by number: one of its functions, */
    struct function *names;     /* and what it is called */
    size_t n_numbers, n_files;
    struct coded_side fresh, old;

    struct coded_side *out, *in; /* where it is called, and where it is inlined */
    struct pairs tried;          /* (host, function and side where it is called) */
    struct candidate *waiting;
    size_t waiting_capacity;
    size_t capacity; /* of the flips */
};

static int by_number(const void *left, const void *right)
{
    const struct line_cost *a = left, *b = right;

    return number_compare(a->number, b->number);
}

/* Adds the lines of a place. What costs nothing by the first event is not looked at. */
static void add_lines(const struct coded_side *side, place_id place, struct code_lines *lines)
{
    const struct profile *profile = side->profile;
    const struct packed_costs *self = &profile->by_spot.self;
    struct spot_chain chain = spots_of_place(&profile->spots, place);

    for (uint32_t next = chain.last; next != 0; next = profile->spots.list[next - 1].older) {
        const struct spot *spot = &profile->spots.list[next - 1];
        if (next > self->n_rows || !packed_costs_has(self, next - 1))
            continue;
        const int64_t *row = packed_costs_unpack(self, next - 1);
        double cost = (double)magnitude(costs_sum(&self->unpacked, row, 0));
        lines->cost += cost;
        if (cost == 0 || spot->position.line == 0)
            continue;
        ARRAY_ADD(lines->list, lines->count, lines->capacity,
                  (struct line_cost){spot->position.line, cost});
    }
}

/* Gathers the lines of some places, once. */
static const struct code_lines *gather(const struct coded_side *side, const uint32_t *places,
                                       size_t n_places, struct code_lines *lines)
{
    size_t kept = 0;

    if (lines->is_gathered)
        return lines;
    lines->is_gathered = true;
    for (size_t i = 0; i < n_places; i++)
        add_lines(side, places[i], lines);
    ARRAY_SORT(lines->list, lines->count, by_number);
    for (size_t i = 0; i < lines->count; i++) {
        if (kept != 0 && lines->list[kept - 1].number == lines->list[i].number)
            lines->list[kept - 1].cost += lines->list[i].cost;
        else
            lines->list[kept++] = lines->list[i];
    }
    lines->count = kept;
    return lines;
}

static const struct code_lines *piece_lines(const struct coded_side *side, uint32_t piece)
{
    size_t begin = side->piece_begin[piece];

    return gather(side, side->by_piece + begin, side->piece_begin[piece + 1] - begin,
                  &side->of_piece[piece]);
}

static const struct code_lines *file_lines(const struct coded_side *side, file_id file)
{
    size_t begin = side->file_begin[file];

    return gather(side, side->by_file + begin, side->file_begin[file + 1] - begin,
                  &side->of_file[file]);
}

static void side_sort_places(struct coded_side *side, size_t n_files)
{
    const struct profile *profile = side->profile;
    size_t n_places = profile_n_places(profile);
    uint32_t *pieces = memory_alloc(n_places, sizeof *pieces);
    uint32_t *files = memory_alloc(n_places, sizeof *files);

    for (place_id id = 0; id < n_places; id++) {
        struct place place = profile_place(profile, id);
        uint32_t number = side->number_of[side->functions[place.function]];
        pieces[id] = pairs_add(&side->pieces, number, place.file);
        files[id] = place.file;
        const struct costs *self = &profile->by_place.self;
        if (id < self->n_rows && costs_sum(self, costs_row(self, id), 0) != 0)
            side->has_code[number] = true;
    }
    side->by_piece = ids_sort(pieces, n_places, side->pieces.count, &side->piece_begin);
    side->by_file = ids_sort(files, n_places, n_files, &side->file_begin);
    side->of_piece = memory_alloc(side->pieces.count, sizeof *side->of_piece);
    side->of_file = memory_alloc(n_files, sizeof *side->of_file);
    free(pieces);
    free(files);
}

static void side_create(struct coded_side *side, const struct diff_side *from,
                        const struct search *search)
{
    const struct profile *profile = &from->profile;
    const struct call_table *arcs = &profile->by_place.calls;

    *side = (struct coded_side){.profile = profile,
                                .number_of = search->number_of,
                                .functions = from->functions,
                                .has_code = memory_alloc(search->n_numbers, sizeof(bool)),
                                .objects = memory_alloc(search->n_numbers, sizeof(object_id))};
    for (function_id id = 0; id < profile_n_functions(profile); id++) {
        function_id now = from->functions[id];
        side->objects[search->number_of[now]] = from == &search->diff->old
                                                  ? search->diff->origins[now].function.object
                                                  : profile_function(profile, id).object;
    }
    side_sort_places(side, search->n_files);
    for (size_t id = 0; id < arcs->pairs.count; id++) {
        struct arc arc = call_table_arc(arcs, id);
        function_id caller = profile_place(profile, arc.caller).function;
        pairs_add(&side->calls, side->number_of[from->functions[caller]],
                  side->number_of[from->functions[arc.callee]]);
    }
    side->by_caller = pairs_sort(&side->calls, PAIR_FROM, search->n_numbers, &side->caller_begin);
    side->is_known = memory_alloc(side->pieces.count, sizeof *side->is_known);
    side->is_fit = memory_alloc(side->pieces.count, sizeof *side->is_fit);
}

static void free_lines(struct code_lines *lines, size_t count)
{
    for (size_t i = 0; i < count; i++)
        free(lines[i].list);
    free(lines);
}

static void side_free(struct coded_side *side, size_t n_files)
{
    free_lines(side->of_piece, side->pieces.count);
    free_lines(side->of_file, n_files);
    free(side->by_piece);
    free(side->by_file);
    free(side->piece_begin);
    free(side->file_begin);
    free(side->has_code);
    free(side->objects);
    free(side->by_caller);
    free(side->caller_begin);
    free(side->is_known);
    free(side->is_fit);
    pairs_free(&side->calls);
    pairs_free(&side->pieces);
}

/* Returns the place of the first line that is not before the number. */
static size_t find_from(const struct code_lines *lines, uint64_t number)
{
    size_t low = 0, high = lines->count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (lines->list[middle].number < number)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static const struct line_cost *find_line(const struct code_lines *lines, uint64_t number)
{
    size_t place = find_from(lines, number);

    return place < lines->count && lines->list[place].number == number ? &lines->list[place] : NULL;
}

/* Returns the lines of a function in a file, on a side; NULL for none. */
static const struct code_lines *lines_of(const struct coded_side *side, uint32_t number,
                                         file_id file)
{
    uint32_t piece = pairs_find(&side->pieces, number, file);

    return piece != NO_ID ? piece_lines(side, piece) : NULL;
}

/* Whether it was compared which lines of a file are which, so that their numbers need no proof. */
static bool is_mapped(const struct search *search, file_id file)
{
    return search->map != NULL && line_map_has_fresh(search->map, file);
}

enum {
    LINES_AROUND = 200, /* how far after a function its file has to fit */
    FITS_OF_TEN = 9,    /* of ten lines there of the side with fewer, how many both sides have */
};

/*
 * Whether both sides number the lines of a file alike from the function's first line on until
 * somewhat after its last: nothing seems to have been added or removed there. Inlined code does
 * not begin and end, so that neither the function's own lines are counted, nor has each line of the
 * others to be on both sides.
 */
static bool file_is_fit(const struct search *search, const struct code_lines *function,
                        file_id file)
{
    const struct code_lines *out = file_lines(search->out, file);
    const struct code_lines *in = file_lines(search->in, file);
    uint64_t last = function->list[function->count - 1].number;
    size_t n_out = 0, n_in = 0, n_both = 0;
    size_t i = find_from(out, function->list[0].number),
           j = find_from(in, function->list[0].number);

    last = last > UINT64_MAX - LINES_AROUND ? UINT64_MAX : last + LINES_AROUND;
    for (;;) {
        bool has_out = i < out->count && out->list[i].number <= last;
        bool has_in = j < in->count && in->list[j].number <= last;
        if (!has_out && !has_in)
            break;
        bool takes_out = has_out && (!has_in || out->list[i].number <= in->list[j].number);
        bool takes_in = has_in && (!has_out || in->list[j].number <= out->list[i].number);
        uint64_t number = takes_out ? out->list[i].number : in->list[j].number;
        i += takes_out;
        j += takes_in;
        if (find_line(function, number) != NULL)
            continue;
        n_out += takes_out;
        n_in += takes_in;
        n_both += takes_out && takes_in;
    }
    size_t n_either = n_out + n_in - n_both, n_fewer = n_out < n_in ? n_out : n_in;
    return n_both * 2 >= n_either && n_both * 10 >= n_fewer * FITS_OF_TEN;
}

/*
 * Whether most of the cost of the host's own lines in the file, where the function is not inlined,
 * is on lines that it has on the other side, too: else it moved within the file.
 */
static bool host_is_fit(struct search *search, uint32_t host, const struct code_lines *in,
                        file_id file)
{
    uint32_t piece = pairs_find(&search->out->pieces, host, file);
    double common = 0;

    if (piece == NO_ID || search->out->is_known[piece])
        return piece == NO_ID || search->out->is_fit[piece];
    const struct code_lines *out = piece_lines(search->out, piece);
    for (size_t i = 0; i < out->count; i++)
        if (find_line(in, out->list[i].number) != NULL)
            common += out->list[i].cost;
    search->out->is_known[piece] = true;
    search->out->is_fit[piece] = common * 2 >= out->cost;
    return search->out->is_fit[piece];
}

/* What a function's lines have in common with those of a host. */
struct common_lines {
    double cost;    /* of the function, where it is called */
    double of_host; /* where it is inlined */
};

/* Adds up the lines that are the host's where the function is inlined, and only there. */
static struct common_lines find_common(const struct code_lines *function,
                                       const struct code_lines *in, const struct code_lines *out)
{
    bool is_shorter = function->count <= in->count;
    const struct code_lines *shorter = is_shorter ? function : in;
    const struct code_lines *longer = is_shorter ? in : function;
    struct common_lines common = {0};

    for (size_t i = 0; i < shorter->count; i++) {
        const struct line_cost *one = &shorter->list[i], *other = find_line(longer, one->number);
        if (other == NULL || (out != NULL && find_line(out, one->number) != NULL))
            continue;
        common.cost += is_shorter ? one->cost : other->cost;
        common.of_host += is_shorter ? other->cost : one->cost;
    }
    return common;
}

/* Whether the function that `out` has was inlined into the host on the other side. */
static bool is_inlined(struct search *search, uint32_t host, uint32_t number, double *cost)
{
    const struct coded_side *out = search->out, *in = search->in;
    file_id file = search->names[number].file;

    if (host == number || !out->has_code[number] || !in->has_code[host] ||
        (out->has_code[host] && out->objects[host] != out->objects[number]) ||
        pairs_find(&in->calls, host, number) != NO_ID)
        return false;
    const struct code_lines *of_host = lines_of(in, host, file);
    const struct code_lines *function = of_host != NULL ? lines_of(out, number, file) : NULL;
    if (function == NULL || function->count == 0)
        return false;
    const struct common_lines common = find_common(function, of_host, lines_of(out, host, file));
    *cost = common.of_host;
    return common.cost * 2 >= function->cost &&
           (is_mapped(search, file) ||
            (host_is_fit(search, host, of_host, file) && file_is_fit(search, function, file)));
}

static void add_flip(struct search *search, uint32_t host, uint32_t number, double cost)
{
    struct diff *diff = search->diff;

    ARRAY_ADD(diff->flips, diff->n_flips, search->capacity,
              (struct flip){.function = search->first[number],
                            .host = search->first[host],
                            .is_outlined = search->out == &search->fresh,
                            .cost = cost});
}

/*
 * Tries a candidate, and where it is inlined also what it calls itself, which may be inlined with
 * it. *n_more is how many of these may still be tried, so that no profile makes it slow.
 */
static void try_candidate(struct search *search, struct candidate first, size_t *n_more)
{
    const struct coded_side *out = search->out;
    uint64_t side = out == &search->fresh;
    size_t n_waiting = 0;

    ARRAY_ADD(search->waiting, n_waiting, search->waiting_capacity, first);
    while (n_waiting != 0) {
        const struct candidate candidate = search->waiting[--n_waiting];
        uint32_t function = candidate.function;
        size_t n_tried = search->tried.count;
        double cost;
        pairs_add(&search->tried, candidate.host, (uint64_t)function << 1 | side);
        if (search->tried.count == n_tried || !is_inlined(search, candidate.host, function, &cost))
            continue;
        add_flip(search, candidate.host, function, cost);
        for (size_t i = out->caller_begin[function];
             i < out->caller_begin[function + 1] && *n_more != 0; i++, --*n_more) {
            uint32_t callee = (uint32_t)out->calls.list[out->by_caller[i]].to;
            ARRAY_ADD(search->waiting, n_waiting, search->waiting_capacity,
                      (struct candidate){candidate.host, callee});
        }
    }
}

/*
 * Finds what one side calls and the other has inlined into the caller. Most calls are made on both
 * sides, and these are not even looked up.
 */
static void find_called(struct search *search, struct coded_side *out, struct coded_side *in)
{
    uint32_t *caller_of =
        memory_alloc(search->n_numbers, sizeof *caller_of); /* by callee, in `in` */
    size_t n_more = out->calls.count;

    search->out = out;
    search->in = in;
    for (uint32_t host = 0; host < search->n_numbers; host++) {
        for (size_t i = in->caller_begin[host]; i < in->caller_begin[host + 1]; i++)
            caller_of[in->calls.list[in->by_caller[i]].to] = host + 1;
        if (!out->has_code[host])
            continue;
        for (size_t i = out->caller_begin[host]; i < out->caller_begin[host + 1]; i++) {
            uint32_t callee = (uint32_t)out->calls.list[out->by_caller[i]].to;
            if (caller_of[callee] != host + 1)
                try_candidate(search, (struct candidate){host, callee}, &n_more);
        }
    }
    free(caller_of);
}

/*
 * Finds what one side calls, and the other has inlined into a function that the first one has
 * inlined itself, into the caller. Of all flips so far these are `n_flips`.
 */
static void find_swapped(struct search *search, struct coded_side *out, struct coded_side *in,
                         size_t n_flips)
{
    size_t n_more = out->calls.count, n_left = n_more;

    search->out = out;
    search->in = in;
    for (size_t i = 0; i < n_flips; i++) {
        const struct flip flip = search->diff->flips[i];
        uint32_t host = search->number_of[flip.host], inlined = search->number_of[flip.function];
        if (flip.is_outlined == (out == &search->fresh))
            continue;
        for (size_t k = out->caller_begin[host]; k < out->caller_begin[host + 1] && n_left != 0;
             k++, n_left--) {
            uint32_t callee = (uint32_t)out->calls.list[out->by_caller[k]].to;
            if (!out->has_code[inlined])
                try_candidate(search, (struct candidate){inlined, callee}, &n_more);
        }
    }
}

/* By function, and for each the host that has most of it first; then by host. */
static int in_order(const void *left, const void *right)
{
    const struct flip *a = left, *b = right;

    if (a->function != b->function)
        return number_compare(a->function, b->function);
    if (a->cost != b->cost)
        return a->cost > b->cost ? -1 : 1;
    return number_compare(a->host, b->host);
}

static void number_functions(struct search *search)
{
    const struct profile *change = &search->diff->change;
    bool has_levels;

    search->number_of = profile_fold(change, &search->n_numbers, &has_levels);
    search->first = memory_alloc(search->n_numbers, sizeof *search->first);
    search->names = memory_alloc(search->n_numbers, sizeof *search->names);
    for (function_id id = (function_id)profile_n_functions(change); id-- > 0;) {
        search->first[search->number_of[id]] = id;
        search->names[search->number_of[id]] = profile_function(change, id);
    }
}

/* Whether functions of the profile have the code that was inlined in others, as with --inline. */
static bool knows_inlined(const struct profile *profile)
{
    for (function_id id = 0; id < profile->n_code; id++)
        if ((profile_code(profile, id) & CODE_INLINED) != 0)
            return true;
    return false;
}

void diff_find_flips(struct diff *diff, const struct line_map *map)
{
    struct search search = {.diff = diff, .map = map};
    const struct keep *keep = &diff->fresh.profile.keep;

    if (keep->spots == KEEP_NOTHING || keep->places != KEEP_SELF_AND_CALLS ||
        diff->change.events.n_recorded == 0 ||
        (knows_inlined(&diff->fresh.profile) && knows_inlined(&diff->old.profile)))
        return;
    number_functions(&search);
    search.n_files = names_count(diff->change.symbols.files);
    side_create(&search.fresh, &diff->fresh, &search);
    side_create(&search.old, &diff->old, &search);
    find_called(&search, &search.fresh, &search.old);
    find_called(&search, &search.old, &search.fresh);
    size_t n_flips = diff->n_flips;
    find_swapped(&search, &search.fresh, &search.old, n_flips);
    find_swapped(&search, &search.old, &search.fresh, n_flips);
    ARRAY_SORT(diff->flips, diff->n_flips, in_order);
    side_free(&search.fresh, search.n_files);
    side_free(&search.old, search.n_files);
    pairs_free(&search.tried);
    free(search.waiting);
    free(search.number_of);
    free(search.first);
    free(search.names);
}
