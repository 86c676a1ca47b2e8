/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/callgrind.h"

#include <inttypes.h>

#include "base/index.h"
#include "base/text.h"
#include "profile/costs.h"
#include "profile/events.h"
#include "profile/profile.h"
#include "reporter/callgrind_names.h"
#include "reporter/callgrind_order.h"

/* What is where, and what the last lines said. */
struct writer {
    FILE *out;
    const struct written_profile *written;
    const struct profile *profile;
    bool has_addresses;

    struct written_order order;
    struct name_writer names;
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

static void writer_create(struct writer *writer, const struct written_profile *written, FILE *out)
{
    const struct profile *profile = written->profile;

    *writer = (struct writer){.out = out,
                              .written = written,
                              .profile = profile,
                              .has_addresses = has_addresses(profile)};
    written_order_create(&writer->order, profile, written->filter);
    name_writer_create(&writer->names, profile, out);
    costs_init(&writer->self, profile->events.n_recorded);
    costs_ensure(&writer->self, 1);
}

static void writer_free(struct writer *writer)
{
    written_order_free(&writer->order);
    name_writer_free(&writer->names);
    costs_free(&writer->self);
}

static void write_bytes(FILE *out, struct text text)
{
    fwrite(text.at, 1, text.length, out);
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

static void write_call(struct writer *writer, const struct ordered_call *call,
                       struct position position)
{
    const struct call_table *calls = &writer->profile->by_spot.calls;

    write_callee_name(&writer->names, call->callee);
    fputs("calls=", writer->out);
    write_signed(writer->out, calls->counts[call->id]);
    fputs(writer->has_addresses ? " 0x0 0\n" : " 0\n", writer->out);
    write_position(writer, position, false);
    write_costs(writer, &calls->costs, costs_row(&calls->costs, call->id));
}

static void write_place(struct writer *writer, place_id place)
{
    const struct ledger *ledger = &writer->profile->by_spot;
    const struct ordered_spots *spots = written_spots(&writer->order, place);

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
            write_call(writer, &calls->items[j], spot->position);
    }
}

static void write_function(struct writer *writer, function_id id)
{
    if (!writer->order.is_kept[id])
        return;
    const struct ordered_places *places = written_places(&writer->order, id);
    if (places->count == 0)
        return;
    fputc('\n', writer->out);
    write_function_name(&writer->names, id);
    writer->is_after_self = false;
    for (size_t i = 0; i < places->count; i++) {
        const struct ordered_place *place = &places->items[i];
        if (place->is_inlined)
            write_inlined_file(&writer->names, place->file);
        write_place(writer, place->id);
    }
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
    declare_pieces(&writer.names, &writer.order);
    for (size_t i = 0; !ferror(out) && i < profile_n_functions(written->profile); i++)
        write_function(&writer, writer.order.functions[i]);
    fputs("\ntotals:", out);
    write_costs(&writer, &writer.self, costs_row(&writer.self, 0));
    writer_free(&writer);
}
