/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/parsed.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "parser/input/input.h"
#include "parser/parse.h"
#include "profile/events.h"
#include "support/temporary.h"

void parsed_begin(struct parsed *parsed)
{
    *parsed = (struct parsed){.symbols = symbols_create(), .is_read = true};
    profile_init(&parsed->profile, &parsed->symbols,
                 (struct keep){.places = KEEP_SELF_AND_CALLS,
                               .each_part = true,
                               .lines = KEEP_SELF_AND_CALLS,
                               .spots = KEEP_SELF_AND_CALLS,
                               .addresses = true,
                               .jumps = true});
}

void parsed_add(struct parsed *parsed, const char *text)
{
    struct input input;

    temporary_write(PARSED_PATH, text);
    cr_assert(input_open(&input, PARSED_PATH, &parsed->error), "%s", parsed->error.text);
    parsed->is_read &= parse_profile(&input, &(struct parse_options){0}, &parsed->profile,
                                     &parsed->warnings, &parsed->error);
    input_close(&input);
}

void parsed_read(struct parsed *parsed, const char *text)
{
    parsed_begin(parsed);
    parsed_add(parsed, text);
    parsed->is_read &= events_resolve(&parsed->profile.events, &parsed->warnings, &parsed->error);
}

void parsed_read_beside(struct parsed *parsed, const struct parsed *other, const char *text)
{
    parsed_begin(parsed);
    symbols_free(&parsed->symbols);
    parsed->profile.symbols = other->symbols;
    parsed_add(parsed, text);
    parsed->is_read &= events_resolve(&parsed->profile.events, &parsed->warnings, &parsed->error);
}

void parsed_free(struct parsed *parsed)
{
    profile_free(&parsed->profile);
    if (parsed->symbols.objects != NULL)
        symbols_free(&parsed->symbols);
}

const char *parsed_function_name(const struct profile *profile, function_id id)
{
    static char name[256];
    struct function function = profile_function(profile, id);
    bool has_object = function.object != NO_ID;

    snprintf(name, sizeof(name), "%s:%s%s%s%s",
             names_text(profile->symbols.files, function.file).at,
             names_text(profile->symbols.functions, function.symbol).at, has_object ? " [" : "",
             has_object ? names_text(profile->symbols.objects, function.object).at : "",
             has_object ? "]" : "");
    return name;
}

static void parsed_print_costs(FILE *out, const struct costs *costs, size_t row_number)
{
    const int64_t *row = costs_row(costs, row_number);

    for (size_t i = 0; i < costs->n_events; i++) {
        if (costs_is_given(row, i))
            fprintf(out, " %" PRIi64, costs_sum(costs, row, i));
        else
            fputs(" .", out);
    }
}

static const char *file_name(const struct profile *profile, file_id file)
{
    return names_text(profile->symbols.files, file).at;
}

static void print_self(FILE *out, const struct profile *profile)
{
    for (place_id id = 0; id < profile_n_places(profile); id++) {
        struct place place = profile_place(profile, id);

        fprintf(out, "self %s", parsed_function_name(profile, place.function));
        if (place.file != profile_function(profile, place.function).file)
            fprintf(out, " in %s", file_name(profile, place.file));
        fputs(" =", out);
        parsed_print_costs(out, &profile->ledgers[PLACES].costs, id);
        fputc('\n', out);
    }
}

static void print_line_name(FILE *out, const struct profile *profile, uint32_t line)
{
    struct file_line named = profile_line(profile, line);

    fprintf(out, "%s:%" PRIu64, file_name(profile, named.file), named.number);
}

static void print_lines(FILE *out, const struct profile *profile)
{
    for (uint32_t line = 0; line < profile_n_lines(profile); line++) {
        if (!profile_has_self(profile, line))
            continue;
        fputs("line ", out);
        print_line_name(out, profile, line);
        fputs(" =", out);
        parsed_print_costs(out, &profile->ledgers[LINES].costs, line);
        fputc('\n', out);
    }
}

static void print_call(FILE *out, const struct profile *profile, const struct ledger *table,
                       size_t id, function_id callee)
{
    fprintf(out, " > %s x%" PRIi64 " =", parsed_function_name(profile, callee), table->counts[id]);
    parsed_print_costs(out, &table->costs, id);
    fputc('\n', out);
}

static void print_arcs(FILE *out, const struct profile *profile)
{
    for (size_t id = 0; id < profile->ledgers[ARCS].map.count; id++) {
        struct arc arc = ledger_arc(&profile->ledgers[ARCS], id);
        function_id caller = profile_place(profile, arc.caller).function;

        fprintf(out, "arc %s", parsed_function_name(profile, caller));
        print_call(out, profile, &profile->ledgers[ARCS], id, arc.callee);
    }
}

static void print_line_calls(FILE *out, const struct profile *profile)
{
    for (size_t id = 0; id < profile->ledgers[LINE_CALLS].map.count; id++) {
        struct line_call call = profile_line_call(profile, id);

        fputs("call ", out);
        print_line_name(out, profile, call.line);
        print_call(out, profile, &profile->ledgers[LINE_CALLS], id, call.arc.callee);
    }
}

static void print_jumps(FILE *out, const struct profile *profile)
{
    for (size_t id = 0; id < profile->ledgers[JUMPS].map.count; id++) {
        const struct jump_counts *counts = profile_jump_counts(profile, id);
        struct jump jump = profile_jump(profile, id);
        struct spot from = profile->spots.list[jump.from];
        struct place place = profile_place(profile, from.place);

        fprintf(out, "jump %s in %s:%" PRIu64 " > ", parsed_function_name(profile, place.function),
                file_name(profile, place.file), from.position.line);
        if (jump.to.function != NO_ID)
            fprintf(out, "%s in ", names_text(profile->symbols.functions, jump.to.function).at);
        fprintf(out, "%s:%" PRIu64, file_name(profile, jump.to.file),
                profile_position(profile, jump.to.position).line);
        fprintf(out, " x%" PRIi64 " %" PRIi64 "/%" PRIi64 "\n", counts->unconditional,
                counts->followed, counts->executed);
    }
}

static void print_number(FILE *out, const char *label, int64_t number)
{
    if (number < 0)
        fprintf(out, " %s=-", label);
    else
        fprintf(out, " %s=%" PRIi64, label, number);
}

static void print_parts(FILE *out, const struct profile *profile)
{
    for (size_t i = 0; i < profile->n_parts; i++) {
        const struct part *part = &profile->parts[i];

        fputs("part", out);
        print_number(out, "pid", part->pid);
        print_number(out, "part", part->number);
        print_number(out, "thread", part->thread);
        fprintf(out, " cmd=%s summary=", part->has_command ? part->command.at : "-");
        parsed_print_costs(out, &profile->ledgers[PART_SUMMARIES].costs, i);
        fputs(" totals=", out);
        parsed_print_costs(out, &profile->ledgers[PART_TOTALS].costs, i);
        fputc('\n', out);
    }
}

static int compare_lines(const void *a, const void *b)
{
    const char *const *left = a;
    const char *const *right = b;

    return strcmp(*left, *right);
}

/* Print the lines of `text`, which is cut up, in order: ids say nothing about it. */
static void print_sorted(FILE *out, char *text)
{
    const char **lines = NULL;
    size_t count = 0, capacity = 0;

    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
        ARRAY_GROW(lines, count, capacity);
        lines[count++] = line;
    }
    if (count != 0)
        qsort(lines, count, sizeof(*lines), compare_lines);
    for (size_t i = 0; i < count; i++)
        fprintf(out, "%s\n", lines[i]);
    free(lines);
}

/* Expects that what things cost in each part adds up to a row, in the events that are given. */
static void expect_sum(const struct costs *sums, size_t id, const int64_t *row, const char *what)
{
    const int64_t *sum = costs_row(sums, id);

    for (size_t event = 0; event < sums->n_events; event++)
        cr_expect(costs_is_given(sum, event) == costs_is_given(row, event) &&
                      costs_sum(sums, sum, event) == costs_sum(sums, row, event),
                  "%s %zu, event %zu: %" PRId64 " in all parts, and not %" PRId64, what, id, event,
                  costs_sum(sums, sum, event), costs_sum(sums, row, event));
}

static struct costs add_up_parts(const struct ledger *parts, size_t n_events, size_t count)
{
    struct costs sums;

    costs_init(&sums, n_events);
    costs_ensure(&sums, count);
    for (size_t row = 0; row < parts->map.count; row++)
        cr_expect_not(costs_combine_overflows(&sums, parts->map.keys[row].from,
                                              costs_row(&parts->costs, row), false));
    return sums;
}

/* Expects of all that was read, merged or rebuilt that its parts add up to it. */
static void check_parts(const struct profile *profile)
{
    size_t n_events = profile->events.n_recorded;
    const struct costs *places = &profile->ledgers[PLACES].costs,
                       *lines = &profile->ledgers[LINES].costs;
    struct costs sums = add_up_parts(&profile->ledgers[PLACE_PARTS], n_events, places->n_rows);

    for (size_t id = 0; id < places->n_rows; id++)
        expect_sum(&sums, id, costs_row(places, id), "place");
    costs_free(&sums);
    sums = add_up_parts(&profile->ledgers[LINE_PARTS], n_events, lines->n_rows);
    for (size_t id = 0; id < lines->n_rows; id++)
        expect_sum(&sums, id, costs_row(lines, id), "line");
    costs_free(&sums);
    sums = add_up_parts(&profile->ledgers[SPOT_PARTS], n_events,
                        profile->ledgers[SPOTS].packed.n_rows);
    for (size_t id = 0; id < profile->ledgers[SPOTS].packed.n_rows; id++)
        if (packed_costs_has(&profile->ledgers[SPOTS].packed, id))
            expect_sum(&sums, id, packed_costs_unpack(&profile->ledgers[SPOTS].packed, id), "spot");
    costs_free(&sums);
}

char *parsed_show(const struct parsed *parsed, unsigned shown)
{
    static void (*const printers[])(FILE *, const struct profile *) = {
        print_self, print_lines, print_arcs, print_line_calls, print_parts, print_jumps,
    };
    char *text = NULL, *sorted = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    cr_assert(out, "out of memory");
    for (size_t i = 0; i < sizeof(printers) / sizeof(*printers); i++) {
        if (shown >> i & 1)
            printers[i](out, &parsed->profile);
    }
    fclose(out);
    out = open_memstream(&sorted, &size);
    cr_assert(out, "out of memory");
    print_sorted(out, text);
    free(text);
    for (size_t i = 0; i < parsed->warnings.count && i < WARNINGS_KEPT; i++)
        fprintf(out, "warning %" PRIu64 "\n", parsed->warnings.first[i].line);
    if (parsed->is_read && parsed->profile.keep.each_part)
        check_parts(&parsed->profile);
    if (!parsed->is_read)
        fprintf(out, "error %" PRIu64 "\n", parsed->error.line);
    fclose(out);
    return sorted;
}

void parsed_check(const struct parse_case *cases, size_t count, unsigned shown)
{
    for (size_t i = 0; i < count; i++) {
        struct parsed parsed;

        parsed_read(&parsed, cases[i].text);
        char *text = parsed_show(&parsed, shown);
        cr_expect(strcmp(text, cases[i].expected) == 0, "%s: expected\n%sgot\n%s%s",
                  cases[i].behaviour, cases[i].expected, text, parsed.error.text);
        free(text);
        parsed_free(&parsed);
    }
}
