/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/pulled_view.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "profile/events.h"
#include "profile/profile.h"
#include "reporter/format/contents.h"
#include "reporter/report.h"
#include "reporter/view/listing/line_matching.h"

static void read_profile(struct parsed *parsed, const struct parsed *beside, const char *text)
{
    struct keep all = {
        .places = KEEP_SELF_AND_CALLS, .lines = KEEP_SELF_AND_CALLS, .spots = KEEP_SELF_AND_CALLS};

    parsed_begin(parsed);
    if (beside != NULL) {
        symbols_free(&parsed->symbols);
        parsed->profile.symbols = beside->symbols;
    }
    parsed->profile.keep = all;
    parsed_add(parsed, text);
    cr_assert(parsed->is_read, "%s", parsed->error.text);
    cr_assert(events_resolve(&parsed->profile.events, &parsed->warnings, &parsed->error), "%s",
              parsed->error.text);
    parsed->profile.inputs[0].levels =
        profile_find_levels(&parsed->profile, &parsed->profile.by_place.calls);
}

/* Lines as they are matched by sources below the current directory. */
static void compare_lines(struct pulled_view *pulled, struct matches *matches)
{
    const struct profile *fresh = &pulled->fresh.profile, *old = &pulled->old.profile;
    const struct view_options *options = &pulled->options;
    struct source_paths paths;
    struct old_sources sources;
    const struct matched_sides sides = {fresh, old, matches, &paths, &sources};

    source_paths_create(&paths, &options->sources_at, fresh);
    cr_assert(old_sources_create(&sources, &options->old_sources_at, old, &pulled->error), "%s",
              pulled->error.text);
    match_lines(&pulled->lines, &sides);
    matches->lines = &pulled->lines.map;
    pulled->input.lines = &pulled->lines;
    source_paths_free(&paths);
    old_sources_free(&sources);
}

static void compare(struct pulled_view *pulled, const char *old)
{
    const struct profile *fresh = &pulled->fresh.profile;
    struct view_input *input = &pulled->input;
    struct matches matches;

    read_profile(&pulled->old, &pulled->fresh, old);
    matches_create(&matches, fresh, &pulled->old.profile, MATCH_FUNCTIONS, true);
    compare_lines(pulled, &matches);
    cr_assert(diff_create(&pulled->diff, fresh, &pulled->old.profile, &matches,
                          (struct text_list){0}, &pulled->error),
              "%s", pulled->error.text);
    matches_free(&matches);
    input->diff = &pulled->diff;
    input->profile = &pulled->diff.change;
    program_compute(&input->old_program, &pulled->diff.old.profile);
    cr_assert(profile_fits(&pulled->diff.old.profile, &pulled->error), "%s", pulled->error.text);
    diff_of_program(&pulled->diff, &input->program);
    cr_assert(diff_fits(&pulled->diff, &pulled->error), "%s", pulled->error.text);
}

void pulled_view_begin(struct pulled_view *pulled, const struct view_options *options,
                       const char *fresh, const char *old)
{
    struct view_input *input = &pulled->input;

    *pulled = (struct pulled_view){.is_difference = old != NULL, .options = *options};
    read_profile(&pulled->fresh, NULL, fresh);
    input->profile = &pulled->fresh.profile;
    input->options = &pulled->options;
    input->warnings = &pulled->warnings;
    if (old != NULL)
        compare(pulled, old);
    else {
        program_compute(&input->program, input->profile);
        cr_assert(profile_fits(input->profile, &pulled->error), "%s", pulled->error.text);
    }
    source_paths_create(&input->paths, &options->sources_at, input->profile);
}

void pulled_view_end(struct pulled_view *pulled)
{
    struct view_input *input = &pulled->input;

    program_free(&input->program);
    program_free(&input->old_program);
    source_paths_free(&input->paths);
    arena_free(&input->arena);
    if (pulled->is_difference) {
        diff_free(&pulled->diff);
        line_matching_free(&pulled->lines);
        parsed_free(&pulled->old);
    }
    parsed_free(&pulled->fresh);
}

static const char *row_kind(enum table_row_kind kind)
{
    static const char *const names[] = {
        [ROW_TOTAL] = "total",       [ROW_FUNCTION] = "function",
        [ROW_CALLER] = "caller",     [ROW_CALLEE] = "callee",
        [ROW_GAP] = "gap",           [ROW_RANGE] = "range",
        [ROW_SOURCE] = "source",     [ROW_CALL] = "call",
        [ROW_BOGUS] = "bogus",       [ROW_UNIDENTIFIED] = "unidentified",
        [ROW_ANNOTATED_SUM] = "sum", [ROW_HOTSPOT] = "hotspot",
        [ROW_LISTING] = "listing",   [ROW_LINE] = "line",
        [ROW_CAUSE] = "cause",
    };

    cr_assert(kind < sizeof names / sizeof *names && names[kind] != NULL, "a row of kind %d",
              (int)kind);
    return names[kind];
}

static void print_text(FILE *out, const char *before, struct text text, const char *after)
{
    if (text.at != NULL)
        fprintf(out, "%s%.*s%s", before, (int)text.length, text.at, after);
}

static void print_cell(FILE *out, struct cell cell)
{
    if (cell.is_given)
        fprintf(out, " %s%" PRIi64, cell.is_bound ? "~" : "", cell.value);
    else
        fputs(" .", out);
}

static void print_figures(FILE *out, const char *before, const struct table *table,
                          const struct figure *figures)
{
    if (figures == NULL)
        return;
    fputs(before, out);
    for (size_t i = 0; i < table->n_events; i++)
        print_cell(out, table_shown(table, &figures[i]));
}

static void print_change(FILE *out, const struct old_row *old)
{
    static const char *const names[] = {"as it was", "new", "gone", "moved", "renamed"};

    if (old->change == CHANGE_NONE)
        return;
    fprintf(out, " (%s", names[old->change]);
    print_text(out, ": ", old->file, ":");
    print_text(out, "", old->function, "");
    fputc(')', out);
}

static void print_row(FILE *out, const struct table *table, const struct table_row *row)
{
    const struct cell calls = row_calls(table, row);

    fputs(row_kind(row->kind), out);
    if (row->line != 0)
        fprintf(out, " %" PRIu64, row->line);
    if (row->file.at != NULL || row->function.at != NULL)
        fputc(' ', out);
    print_text(out, "", row->file, row->function.at != NULL ? ":" : "");
    print_text(out, "", row->function, "");
    print_text(out, " [", row->object, "]");
    print_figures(out, " =", table,
                  row->contribution != NULL ? row->contribution : row_figures(row));
    if (row->self != NULL)
        print_figures(out, " /", table, row->inclusive);
    if (calls.value != 0)
        fprintf(out, " x%" PRIi64, calls.value);
    print_change(out, &row->old);
    print_text(out, " | ", row->text, "");
    fputc('\n', out);
}

bool pulled_fits(const void *maker, struct error *error)
{
    const struct pulled_view *pulled = maker;

    return view_fits(&pulled->input, error);
}

void pulled_print_table(FILE *out, struct table *table, struct error *error)
{
    struct table_rows rows = {0};
    const struct table_row *row;

    table->rows = &rows;
    while ((row = table_next_row(table, out, error)) != NULL)
        print_row(out, table, row);
    table_rows_free(&rows);
    table->rows = NULL;
}

void pulled_print_events(FILE *out, const struct table *table)
{
    for (size_t i = 0; i < table->n_events; i++) {
        const struct table_event *event = &table->events[i];

        print_text(out, i == 0 ? "" : ", ", event->name, "");
        print_cell(out, event->base);
        print_cell(out, event->smallest);
        fputs(" to", out);
        print_cell(out, event->largest);
    }
    fputc('\n', out);
}

void pulled_print_messages(FILE *out, const struct warnings *warnings, const struct error *error)
{
    for (size_t i = 0; i < warnings->count && i < WARNINGS_KEPT; i++) {
        const struct warning *warning = &warnings->first[i];

        fprintf(out, "warning %s", warning->path != NULL ? warning->path : "");
        if (warning->line != 0)
            fprintf(out, ":%" PRIu64, warning->line);
        fprintf(out, ": %s\n", warning->text);
    }
    if (error->kind != ERROR_NONE)
        fprintf(out, "%s%s%s: %s\n", error->kind == ERROR_USAGE ? "usage" : "error",
                error->path != NULL ? " " : "", error->path != NULL ? error->path : "",
                error->text);
}

static const char *section_kind(enum section_kind kind)
{
    static const char *const names[N_SECTION_KINDS] = {
        [SECTION_TOTALS] = "totals",
        [SECTION_FUNCTIONS] = "functions",
        [SECTION_FILE_LISTING] = "listing",
        [SECTION_NO_COST] = "no cost",
        [SECTION_MISSING] = "missing",
        [SECTION_ANNOTATED_SUM] = "annotated",
        [SECTION_EVENTS] = "events",
        [SECTION_HOTSPOTS] = "hotspots",
        [SECTION_PEEK] = "peek",
        [SECTION_CODE_LISTING] = "code",
        [SECTION_CALL_TREE] = "tree",
        [SECTION_CALL_GRAPH] = "graph",
        [SECTION_GROWTH] = "growth",
        [SECTION_EXPLANATION] = "explanation",
        [SECTION_WARNINGS] = "warnings",
    };

    return names[kind];
}

static void print_section(FILE *out, struct section *section, struct error *error)
{
    fprintf(out, "== %s", section_kind(section->kind));
    print_text(out, " ", section->title, "");
    if (section->found_in.length != 0)
        print_text(out, " in ", section->found_in, "");
    fputs(section->is_user_chosen ? " named" : "", out);
    fputs(section->is_calculated ? " calculated" : "", out);
    for (size_t i = 0; i < section->names.count; i++)
        print_text(out, " ", section->names.items[i], "");
    fputc('\n', out);
    if (section->table.make_rows != NULL)
        pulled_print_table(out, &section->table, error);
}

char *pulled_view_show(const struct view_kind *kind, struct pulled_view *pulled)
{
    struct section section = {0};
    char *text = NULL;
    size_t size, number = 0;
    FILE *out = open_memstream(&text, &size);

    cr_assert(out, "out of memory");
    void *view = kind->open(&pulled->input, &pulled->error);
    while (view != NULL && pulled->error.kind == ERROR_NONE &&
           kind->show(view, number++, &section, &pulled->error)) {
        print_section(out, &section, &pulled->error);
        section = (struct section){0};
    }
    pulled_print_messages(out, &pulled->warnings, &pulled->error);
    if (view != NULL)
        kind->close(view);
    fclose(out);
    return text;
}

void pulled_view_check(const struct view_kind *kind, const struct view_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct pulled_view pulled;

        pulled_view_begin(&pulled, &cases[i].options, cases[i].fresh, cases[i].old);
        char *text = pulled_view_show(kind, &pulled);
        cr_expect_str_eq(text, cases[i].expected, "%s: expected\n%sgot\n%s", cases[i].behaviour,
                         cases[i].expected, text);
        free(text);
        pulled_view_end(&pulled);
    }
}
