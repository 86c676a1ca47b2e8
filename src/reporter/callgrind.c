/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/callgrind.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/index.h"
#include "base/number.h"
#include "profile/levels.h"
#include "profile/name_pieces.h"
#include "reporter/callgrind_order.h"

/* The numbers that stand for names which were written before: 0 for none yet. */
struct numbers {
    const struct names *names;
    uint32_t *of_names;
    uint32_t last;
    struct index reserved; /* numbers that a reader would take out of a name: see reserve() */
};

/* What is where, and what the last lines said. */
struct writer {
    FILE *out;
    const struct written_profile *written;
    const struct profile *profile;
    bool has_addresses;

    struct written_order order;

    struct numbers objects, files, names;
    object_id object;     /* NO_ID where none is known */
    file_id unit_file;    /* of the last "fl="; NO_ID before the first */
    file_id file;         /* where the next costs are */
    bool is_after_self;   /* the last position was that of self cost: */
    struct position last; /* others can be relative to it */
    struct costs self;    /* one row: of all that was written */
};

static bool has_addresses(const struct profile *profile)
{
    for (size_t i = 0; i < profile->positions.count; i++)
        if (profile->positions.keys[i].high != 0)
            return true;
    return false;
}

/*
 * In "(3)'2" readers take (3) for the number of a name. Where it is a name that was
 * never told, 3 must not be given to another one.
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
            index_add(&numbers->reserved, 0, number);
    }
}

static void numbers_create(struct numbers *numbers, const struct names *names)
{
    numbers->names = names;
    numbers->of_names = memory_alloc(names_count(names), sizeof *numbers->of_names);
    for (uint32_t id = 0; id < names_count(names); id++)
        if (names_text(names, id).length != 0)
            reserve(numbers, names_text(names, id));
}

static void numbers_free(struct numbers *numbers)
{
    free(numbers->of_names);
    index_free(&numbers->reserved);
}

static void writer_create(struct writer *writer, const struct written_profile *written, FILE *out)
{
    const struct profile *profile = written->profile;

    *writer = (struct writer){.out = out,
                              .written = written,
                              .profile = profile,
                              .has_addresses = has_addresses(profile),
                              .object = NO_ID,
                              .unit_file = NO_ID,
                              .file = NO_ID};
    written_order_create(&writer->order, profile, written->filter);
    numbers_create(&writer->objects, profile->symbols.objects);
    numbers_create(&writer->files, profile->symbols.files);
    numbers_create(&writer->names, profile->symbols.functions);
    costs_init(&writer->self, profile->events.n_recorded);
    costs_ensure(&writer->self, 1);
}

static void writer_free(struct writer *writer)
{
    written_order_free(&writer->order);
    numbers_free(&writer->objects);
    numbers_free(&writer->files);
    numbers_free(&writer->names);
    costs_free(&writer->self);
}

static void write_bytes(FILE *out, struct text text)
{
    fwrite(text.at, 1, text.length, out);
}

static uint32_t next_number(struct numbers *numbers)
{
    do
        numbers->last++;
    while (index_find(&numbers->reserved, 0, numbers->last) != NO_ID);
    return numbers->last;
}

/* "fn=(3) name", and "fn=(3)" from then on. */
static void write_name(const struct writer *writer, const char *keyword, struct numbers *numbers,
                       uint32_t id)
{
    if (id == NO_ID) {
        fprintf(writer->out, "%s=\n", keyword);
        return;
    }
    bool is_known = numbers->of_names[id] != 0;
    if (!is_known)
        numbers->of_names[id] = next_number(numbers);
    fprintf(writer->out, "%s=(%" PRIu32 ")", keyword, numbers->of_names[id]);
    if (!is_known) {
        fputc(' ', writer->out);
        write_bytes(writer->out, names_text(numbers->names, id));
    }
    fputc('\n', writer->out);
}

/* Enough for a sign and a number, or for "0x" and one. */
enum { NUMBER_ROOM = 24 };

static void write_number(FILE *out, char before, uint64_t number)
{
    char digits[NUMBER_ROOM];
    size_t at = sizeof digits;

    do
        digits[--at] = (char)('0' + number % 10);
    while ((number /= 10) != 0);
    if (before != '\0')
        digits[--at] = before;
    fwrite(digits + at, 1, sizeof digits - at, out);
}

static void write_signed(FILE *out, int64_t number)
{
    if (number < 0)
        write_number(out, '-', -(uint64_t)number);
    else
        write_number(out, '\0', (uint64_t)number);
}

/* So far away at most a position is written as relative. */
enum { NEAR = 1000 };

/* "*", "+3" or "-2", where the line before was self cost and is near. */
static bool write_relative(FILE *out, uint64_t number, uint64_t last)
{
    if (number == last)
        fputc('*', out);
    else if (number > last && number - last < NEAR)
        write_number(out, '+', number - last);
    else if (number < last && last - number < NEAR)
        write_number(out, '-', last - number);
    else
        return false;
    return true;
}

/*
 * Readers do not agree on what moves the base of relative positions but self cost:
 * behind anything else they are written in full.
 */
static void write_position(struct writer *writer, struct position position, bool is_self)
{
    bool is_relative = is_self && writer->is_after_self;

    if (writer->has_addresses) {
        if (!is_relative || !write_relative(writer->out, position.address, writer->last.address))
            fprintf(writer->out, "0x%" PRIx64, position.address);
        fputc(' ', writer->out);
    }
    if (!is_relative || !write_relative(writer->out, position.line, writer->last.line))
        write_number(writer->out, '\0', position.line);
    writer->is_after_self = is_self;
    writer->last = position;
}

/* The costs of a row up to the last that was given, a blank before each. */
static void write_costs(const struct writer *writer, const struct costs *costs, const int64_t *row)
{
    size_t count = costs->n_events;

    while (count != 0 && !costs_is_given(row, count - 1))
        count--;
    for (size_t i = 0; i < count; i++) {
        fputc(' ', writer->out);
        write_signed(writer->out, costs_sum(costs, row, i));
    }
    fputc('\n', writer->out);
}

/* The callee's object and file are named where readers might take others for them. */
static void write_call(struct writer *writer, const struct ordered_call *call,
                       struct position position, bool is_inlined)
{
    const struct call_table *calls = &writer->profile->by_spot.calls;
    struct function callee = profile_function(writer->profile, call->callee);

    if (callee.object != writer->object)
        write_name(writer, "cob", &writer->objects, callee.object);
    if (callee.file != writer->file || is_inlined)
        write_name(writer, "cfi", &writer->files, callee.file);
    write_name(writer, "cfn", &writer->names, callee.symbol);
    fputs("calls=", writer->out);
    write_signed(writer->out, calls->counts[call->id]);
    fputs(writer->has_addresses ? " 0x0 0\n" : " 0\n", writer->out);
    write_position(writer, position, false);
    write_costs(writer, &calls->costs, costs_row(&calls->costs, call->id));
}

static void write_place(struct writer *writer, const struct ordered_place *place)
{
    const struct ledger *ledger = &writer->profile->by_spot;
    const struct ordered_spots *spots = written_spots(&writer->order, place->id);

    for (size_t i = 0; i < spots->count; i++) {
        const struct ordered_spot *spot = &spots->items[i];
        const int64_t *row = costs_row(&ledger->self, spot->id);
        if (ledger->has_self[spot->id]) {
            write_position(writer, spot->position, true);
            write_costs(writer, &ledger->self, row);
            /* It fits: the same costs were added up when they were read. */
            (void)costs_add_row_overflows(&writer->self, costs_row(&writer->self, 0), row);
        }
        const struct ordered_calls *calls = written_calls(&writer->order, spot->id);
        for (size_t j = 0; j < calls->count; j++)
            write_call(writer, &calls->items[j], spot->position, place->is_inlined);
    }
}

static void write_function(struct writer *writer, function_id id)
{
    struct function function = profile_function(writer->profile, id);

    if (!writer->order.is_kept[id])
        return;
    const struct ordered_places *places = written_places(&writer->order, id);
    if (places->count == 0)
        return;
    fputc('\n', writer->out);
    if (function.object != writer->object)
        write_name(writer, "ob", &writer->objects, function.object);
    if (function.file != writer->unit_file || function.file != writer->file)
        write_name(writer, "fl", &writer->files, function.file);
    write_name(writer, "fn", &writer->names, function.symbol);
    writer->object = function.object;
    writer->unit_file = function.file;
    writer->file = function.file;
    writer->is_after_self = false;
    for (size_t i = 0; i < places->count; i++) {
        const struct ordered_place *place = &places->items[i];
        if (place->is_inlined) {
            writer->file = place->file;
            write_name(writer, "fi", &writer->files, writer->file);
        }
        write_place(writer, place);
    }
}

/* By symbol: whether it will be written as the name of a function or of one that is called. */
static bool *find_named(const struct writer *writer)
{
    const struct profile *profile = writer->profile;
    const bool *is_kept = writer->order.is_kept;
    bool *is_named = memory_alloc(names_count(profile->symbols.functions), sizeof *is_named);

    for (uint32_t id = 0; id < profile->spots.count; id++) {
        function_id function = profile_place(profile, profile_spot(profile, id).place).function;
        if (is_kept[function])
            is_named[profile_function(profile, function).symbol] = true;
    }
    for (size_t id = 0; id < profile->by_spot.calls.index.count; id++) {
        struct spot_call arc = profile_spot_call(profile, id);
        place_id place = profile_spot(profile, arc.spot).place;
        if (is_kept[profile_place(profile, place).function])
            is_named[profile_function(profile, arc.callee).symbol] = true;
    }
    return is_named;
}

/*
 * That f'2 and f'main are activations of f is told by f and main being names too: those
 * that are nowhere else are named here, without costs.
 */
static void declare_pieces(struct writer *writer)
{
    struct names *names = writer->profile->symbols.functions;
    bool *is_named = find_named(writer);
    struct name_pieces pieces;

    name_pieces_create(&pieces, names);
    for (size_t i = 0; i < profile_n_functions(writer->profile); i++) {
        symbol_id symbol = profile_function(writer->profile, writer->order.functions[i]).symbol;
        struct text rest = names_text(names, symbol), piece;
        if (!is_named[symbol] || pieces.bases[symbol] == symbol)
            continue;
        while (text_cut(&rest, '\'', &piece)) {
            symbol_id name = names_find(names, piece);
            if (name_piece_level(piece) != 0 || name == NO_ID || name >= pieces.count ||
                is_named[name])
                continue;
            is_named[name] = true;
            write_name(writer, "fn", &writer->names, name);
        }
    }
    name_pieces_free(&pieces);
    free(is_named);
}

/* A header line with a text; what a text cannot hold in one line was in none. */
static void write_header(FILE *out, const char *key, struct text value)
{
    fprintf(out, "%s: ", key);
    write_bytes(out, value);
    fputc('\n', out);
}

/* What the parts say of the run, as far as it is the same for all of them. */
static void write_run(const struct writer *writer)
{
    const struct profile *profile = writer->profile;
    const struct part *first = NULL;
    size_t n_parts = 0;

    for (size_t i = 0; i < profile->n_parts; i++) {
        if (profile->parts[i].is_left_out)
            continue;
        if (first == NULL)
            first = &profile->parts[i];
        n_parts++;
    }
    if (first == NULL)
        return;
    if (first->has_command)
        write_header(writer->out, "cmd", first->command);
    for (uint32_t i = 0; i < first->n_descriptions; i++) {
        struct text text = profile->descriptions[first->first_description + i];
        bool is_of_part =
            text_starts_with(text, TEXT("Timerange:")) || text_starts_with(text, TEXT("Trigger:"));
        if (!text_starts_with(text, TEXT("Option:")) && (n_parts == 1 || !is_of_part))
            write_header(writer->out, "desc", text);
    }
    /* Readers take levels in names for those of the whole program, unless they are told. */
    for (size_t i = 0; i < profile->n_inputs; i++) {
        if (profile->inputs[i].has_lost_levels || profile->inputs[i].levels == LEVELS_MERGED) {
            write_header(writer->out, "desc", TEXT("Option: --mangle-names=no"));
            break;
        }
    }
}

/* Derived events, and names in full. */
static void write_definitions(const struct writer *writer)
{
    const struct events *events = &writer->profile->events;

    for (size_t i = 0; i < events->n_definitions; i++) {
        const struct event_definition *definition = &events->definitions[i];
        uint32_t event = events_find(events, definition->name);
        if (event == NO_ID)
            continue; /* it made no sense, as was said */
        fputs("event: ", writer->out);
        write_bytes(writer->out, definition->name);
        if (events->list[event].factors != NULL) {
            fputs(" = ", writer->out);
            write_bytes(writer->out, definition->formula);
        }
        if (definition->long_name.length != 0) {
            fputs(" : ", writer->out);
            write_bytes(writer->out, definition->long_name);
        }
        fputc('\n', writer->out);
    }
}

static void write_head(const struct writer *writer)
{
    const struct events *events = &writer->profile->events;
    const struct costs *program = writer->written->program;

    fputs("# callgrind format\nversion: 1\ncreator: quern-" QUERN_VERSION "\n", writer->out);
    write_run(writer);
    write_definitions(writer);
    fputs(writer->has_addresses ? "positions: instr line\nevents:" : "positions: line\nevents:",
          writer->out);
    for (size_t i = 0; i < events->n_recorded; i++) {
        fputc(' ', writer->out);
        write_bytes(writer->out, events->list[i].name);
    }
    fputs("\nsummary:", writer->out);
    write_costs(writer, program, costs_row(program, 0));
}

void write_callgrind(const struct written_profile *written, FILE *out)
{
    struct writer writer;

    writer_create(&writer, written, out);
    write_head(&writer);
    declare_pieces(&writer);
    for (size_t i = 0; !ferror(out) && i < profile_n_functions(written->profile); i++)
        write_function(&writer, writer.order.functions[i]);
    fputs("\ntotals:", out);
    write_costs(&writer, &writer.self, costs_row(&writer.self, 0));
    writer_free(&writer);
}
