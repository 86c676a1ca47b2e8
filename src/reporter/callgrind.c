/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/callgrind.h"

#include "base/index.h"
#include "base/names.h"
#include "base/text.h"
#include "profile/costs.h"
#include "profile/doubts.h"
#include "profile/events.h"
#include "profile/known_events.h"
#include "profile/profile.h"
#include "profile/ratios.h"
#include "reporter/callgrind_costs.h"
#include "reporter/callgrind_names.h"
#include "reporter/callgrind_order.h"
#include "reporter/callgrind_sums.h"

struct writer {
    FILE *out;
    const struct written_profile *written;
    const struct profile *profile;
    struct written_order order;
    struct name_writer names;
    struct cost_writer costs;
    struct costs total; /* one row: the self cost of all that is written */
};

static void writer_create(struct writer *writer, const struct written_profile *written, FILE *out)
{
    const struct profile *profile = written->profile;

    *writer = (struct writer){.out = out, .written = written, .profile = profile};
    written_order_create(&writer->order, profile, written->filter);
    name_writer_create(&writer->names, &writer->order, out);
    cost_writer_init(&writer->costs, &writer->order, out);
    costs_init(&writer->total, profile->events.n_recorded);
    costs_ensure(&writer->total, 1);
}

static void writer_free(struct writer *writer)
{
    written_order_free(&writer->order);
    name_writer_free(&writer->names);
    cost_writer_free(&writer->costs);
    costs_free(&writer->total);
}

static void write_bytes(FILE *out, struct text text)
{
    fwrite(text.at, 1, text.length, out);
}

/* A header line; its text was part of a line when it was read, so it has no newline. */
static void write_header(FILE *out, const char *key, struct text value)
{
    fprintf(out, "%s: ", key);
    write_bytes(out, value);
    end_line(out, value);
}

/* Whether an input does not tell all levels of recursion apart. */
static bool lacks_levels(const struct profile *profile)
{
    for (size_t i = 0; i < profile->n_inputs; i++)
        if (profile->inputs[i].has_lost_levels || profile->inputs[i].levels == LEVELS_MERGED)
            return true;
    return false;
}

/* What the parts say of the run, as far as it is the same for all of them. */
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
        struct text text = profile->descriptions[first->first_description + i];
        if (description_is_of_run(text, n_parts))
            write_header(writer->out, "desc", text);
    }
    /* Readers take levels in names for those of the whole program, unless told otherwise. */
    if (lacks_levels(profile) && has_written_levels(&writer->names))
        write_header(writer->out, "desc", TEXT("Option: --mangle-names=no"));
}

static void write_description(const struct writer *writer, struct text type, struct text value)
{
    fputs("desc: ", writer->out);
    write_bytes(writer->out, type);
    write_header(writer->out, "", value);
}

/* Which functions' figures may not be exact, which their costs and calls do not show. */
static void write_doubts(const struct writer *writer)
{
    const struct profile *profile = writer->profile;
    const struct symbols *symbols = &profile->symbols;

    for (size_t i = 0; i < profile_n_functions(profile); i++) {
        function_id id = writer->order.functions[i];
        struct function function = profile_function(profile, id);
        enum doubt doubt = profile_doubt(profile, id);
        if (doubt == DOUBT_NONE || !writer->order.named.functions[id])
            continue;
        if (function.object != NO_ID)
            write_description(writer, doubt_keys.object,
                              names_text(symbols->objects, function.object));
        write_description(writer, doubt_keys.file, names_text(symbols->files, function.file));
        write_description(writer, doubt_keys.functions[doubt],
                          names_text(symbols->functions, function.symbol));
    }
}

/*
 * Derived events that are sums, as all in the format are, and names in full where they are not
 * those that readers know.
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
 * The program's total, where a reader would take it for that: a difference, or a part of one, may
 * have more self cost than the program, and then that is what it would take.
 */
static void write_summary(struct writer *writer)
{
    const struct costs *program = writer->written->program, *total = &writer->total;
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
    write_costs(&writer->costs, &summary, 0);
    costs_free(&summary);
}

static void write_head(struct writer *writer)
{
    const struct events *events = &writer->profile->events;

    fputs("# callgrind format\nversion: 1\ncreator: quern-" QUERN_VERSION "\n", writer->out);
    write_run(writer);
    write_doubts(writer);
    write_definitions(writer);
    fputs(writer->costs.has_addresses ? "positions: instr line\n" : "positions: line\n",
          writer->out);
    fputs("events:", writer->out);
    for (size_t i = 0; i < events->n_recorded; i++) {
        fputc(' ', writer->out);
        write_bytes(writer->out, events->list[i].name);
    }
    fputs("\nsummary:", writer->out);
    write_summary(writer);
}

static void write_calls(struct writer *writer, const struct ordered_spot *spot)
{
    const struct call_table *table = &writer->profile->by_spot.calls;
    const struct ordered_calls *calls = written_calls(&writer->order, spot->id);

    for (size_t i = 0; i < calls->count; i++) {
        const struct ordered_call *call = &calls->items[i];
        write_callee_name(&writer->names, call->callee);
        write_call_cost(&writer->costs, spot->position, call->target, table, call->id);
    }
}

static void write_jumps(struct writer *writer, const struct ordered_spot *spot)
{
    const struct ordered_jumps *jumps = written_jumps(&writer->order, spot->id);

    for (size_t i = 0; i < jumps->count; i++) {
        const struct ordered_jump *jump = &jumps->items[i];
        const struct jump_counts *counts = &writer->profile->jumps.counts[jump->id];
        if (counts->unconditional != 0) {
            write_jump_names(&writer->names, jump->to);
            write_jump(&writer->costs, spot->position, jump->position, counts);
        }
        if (counts->followed != 0 || counts->executed != 0) {
            write_jump_names(&writer->names, jump->to);
            write_conditional_jump(&writer->costs, spot->position, jump->position, counts);
        }
    }
}

static void write_self(struct writer *writer, const struct ordered_spot *spot)
{
    write_self_cost(&writer->costs, spot->position, &writer->profile->by_spot.self, spot->id);
    names_pass_self_cost(&writer->names);
}

static void write_place(struct writer *writer, place_id place)
{
    const struct ledger *ledger = &writer->profile->by_spot;
    const struct ordered_spots *spots = written_spots(&writer->order, place);

    for (size_t i = 0; i < spots->count; i++) {
        const struct ordered_spot *spot = &spots->items[i];
        if (ledger->has_self[spot->id])
            write_self(writer, spot);
        write_calls(writer, spot);
        write_jumps(writer, spot);
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
    cost_writer_restart(&writer->costs);
    for (size_t i = 0; i < places->count; i++) {
        const struct ordered_place *place = &places->items[i];
        if (place->is_inlined)
            write_inlined_file(&writer->names, place->file);
        write_place(writer, place->id);
    }
}

bool write_callgrind(const struct written_profile *written, FILE *out, struct error *error)
{
    struct writer writer;

    writer_create(&writer, written, out);
    bool is_done = add_up_written(&writer.order, &writer.total, error);
    if (is_done) {
        write_head(&writer);
        declare_pieces(&writer.names);
        for (size_t i = 0; !ferror(out) && i < profile_n_functions(written->profile); i++)
            write_function(&writer, writer.order.functions[i]);
        fputs("\ntotals:", out);
        write_costs(&writer.costs, &writer.total, 0);
    }
    writer_free(&writer);
    return is_done;
}
