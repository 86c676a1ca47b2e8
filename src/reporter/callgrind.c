/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/callgrind.h"

#include "base/names.h"
#include "profile/costs.h"
#include "profile/events.h"
#include "profile/filter.h"
#include "profile/profile.h"

struct writer {
    FILE *out;
    const struct profile *profile;
    const struct costs *program; /* one row: the program's total */
    struct written_order order;
    struct line_writer lines;
    struct costs total; /* one row: the self cost of everything that is written */
};

static void write_bytes(FILE *out, struct text text)
{
    fwrite(text.at, 1, text.length, out);
}

/* The text of a header line has no newline: it was part of a line when it was read. */
static void write_header(FILE *out, const char *key, struct text value)
{
    fprintf(out, "%s: ", key);
    write_bytes(out, value);
    end_line(out, value);
}

/* Writes what the parts say of the run, as far as they agree. */
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
    /* Unless told otherwise, readers take the levels in names for those of the whole program. */
    if (profile_known_levels(profile) != LEVELS_SEPARATED && has_written_levels(&writer->lines))
        write_header(writer->out, "desc", TEXT("Option: --mangle-names=no"));
}

static void write_description(const struct writer *writer, struct text type, struct text value)
{
    fputs("desc: ", writer->out);
    write_bytes(writer->out, type);
    write_header(writer->out, "", value);
}

/* Writes what is said of a function, if anything is. */
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
    const struct profile *profile = writer->profile;

    for (size_t i = 0; i < profile_n_functions(profile); i++) {
        function_id id = writer->order.functions[i];
        if (!writer->order.named.functions[id])
            continue;
        write_doubt(writer, id, doubt_keys.functions[profile_doubt(profile, id)]);
        write_doubt(writer, id, doubt_keys.code[profile_code(profile, id)]);
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
        if (event->is_built_in || event_is_ratio(event) ||
            (event->factors == NULL && !has_own_name))
            continue;
        fputs("event: ", writer->out);
        write_bytes(writer->out, event->name);
        if (event->factors != NULL) {
            fputs(" = ", writer->out);
            write_bytes(writer->out, event->formula);
        }
        if (event->long_name.length != 0) {
            fputs(" : ", writer->out);
            write_bytes(writer->out, event->long_name);
        }
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
    write_costs(&writer->lines, &summary, 0);
    costs_free(&summary);
}

static void write_head(struct writer *writer)
{
    const struct events *events = &writer->profile->events;

    fputs("# callgrind format\nversion: 1\ncreator: quern-" QUERN_VERSION "\n", writer->out);
    write_run(writer);
    write_doubts(writer);
    write_definitions(writer);
    fputs(writer->lines.has_addresses ? "positions: instr line\n" : "positions: line\n",
          writer->out);
    fputs("events:", writer->out);
    for (size_t i = 0; i < events->n_recorded; i++) {
        fputc(' ', writer->out);
        write_bytes(writer->out, events->list[i].name);
    }
    fputs("\nsummary:", writer->out);
    write_summary(writer);
}

static void write_call(struct writer *writer, const struct ordered_call *call)
{
    write_callee_name(&writer->lines, call->callee);
    write_call_cost(&writer->lines, call->from.position, call->target,
                    &writer->profile->ledgers[SPOT_CALLS], call->id);
}

static void write_jumps(struct writer *writer, const struct ordered_jump *jump)
{
    const struct jump_counts *counts = profile_jump_counts(writer->profile, jump->id);

    if (counts->unconditional != 0) {
        write_jump_names(&writer->lines, jump->to);
        write_jump(&writer->lines, jump->from.position, jump->position, counts);
    }
    if (counts->followed != 0 || counts->executed != 0) {
        write_jump_names(&writer->lines, jump->to);
        write_conditional_jump(&writer->lines, jump->from.position, jump->position, counts);
    }
}

static void write_place(struct writer *writer, place_id place)
{
    const struct packed_costs *self = &writer->profile->ledgers[SPOTS].packed;
    size_t n_spots, n_calls, n_jumps, call = 0, jump = 0;
    const struct ordered_spot *spots = written_spots(&writer->order, place, &n_spots);
    const struct ordered_call *calls = written_calls(&writer->order, place, &n_calls);
    const struct ordered_jump *jumps = written_jumps(&writer->order, place, &n_jumps);

    for (size_t i = 0; i < n_spots; i++) {
        uint32_t spot = spots[i].id;
        if (packed_costs_has(self, spot)) {
            (void)packed_costs_unpack(self, spot);
            write_self_cost(&writer->lines, spots[i].position, &self->unpacked, 0);
        }
        for (; call < n_calls && calls[call].from.id == spot; call++)
            write_call(writer, &calls[call]);
        for (; jump < n_jumps && jumps[jump].from.id == spot; jump++)
            write_jumps(writer, &jumps[jump]);
    }
}

static void write_function(struct writer *writer, function_id id)
{
    size_t count;

    if (!writer->order.is_kept[id])
        return;
    const struct ordered_place *places = written_places(&writer->order, id, &count);
    if (count == 0)
        return;
    write_empty_line(&writer->lines);
    write_function_name(&writer->lines, id);
    for (size_t i = 0; i < count; i++) {
        if (places[i].is_inlined)
            write_inlined_file(&writer->lines, places[i].file);
        write_place(writer, places[i].id);
    }
}

bool write_callgrind(const struct profile *profile, const struct costs *program,
                     const struct filter *filter, FILE *out, struct error *error)
{
    struct writer writer = {.out = out, .profile = profile, .program = program};

    written_order_create(&writer.order, profile, filter);
    line_writer_create(&writer.lines, &writer.order, out);
    costs_init(&writer.total, profile->events.n_recorded);
    costs_ensure(&writer.total, 1);
    bool is_done =
        filter_check(filter, error) && add_up_written(&writer.order, &writer.total, error);
    if (is_done) {
        write_head(&writer);
        declare_pieces(&writer.lines);
        for (size_t i = 0; !ferror(out) && i < profile_n_functions(profile); i++)
            write_function(&writer, writer.order.functions[i]);
        flush_lines(&writer.lines);
        fputs("\ntotals:", out);
        write_costs(&writer.lines, &writer.total, 0);
        flush_lines(&writer.lines);
    }
    written_order_free(&writer.order);
    line_writer_free(&writer.lines);
    costs_free(&writer.total);
    return is_done;
}
