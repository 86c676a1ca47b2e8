/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "unit/reporter/format/hand_made.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static const struct text profile = {"profile", 7}, no_creator;

static const struct run_facts run = {.name = {"profile", 7}};

const struct facts hand_made_facts = {
    .files = {&profile, 1},
    .creators = {&no_creator, 1},
    .runs = {&run, 1},
};

/* Where a report is, and the table of its last section. */
struct progress {
    const struct hand_made_section *section, *end;
    const struct table_row *row, *end_of_rows;
    struct table_rows rows;
};

static void make_rows(void *view, struct table_rows *rows)
{
    struct progress *progress = view;

    for (; progress->row != progress->end_of_rows && !table_rows_are_full(rows); progress->row++)
        *table_rows_add(rows, progress->row->kind) = *progress->row;
}

static bool next_section(void *maker, struct section *section, struct error *error)
{
    struct progress *progress = maker;

    (void)error;
    if (progress->section == progress->end)
        return false;
    progress->row = progress->section->rows;
    progress->end_of_rows = progress->row + progress->section->n_rows;
    *section = progress->section++->section;
    table_rows_clear(&progress->rows);
    section->table.make_rows = make_rows;
    section->table.view = progress;
    section->table.rows = &progress->rows;
    return true;
}

static bool try_to_write(const struct hand_made *made, report_writer *write,
                         const struct format_options *options, char **text, struct error *error)
{
    struct progress progress = {.section = made->sections,
                                .end = made->sections + made->n_sections};
    const struct report report = {
        .facts = made->facts,
        .verdicts = made->verdicts,
        .notes = made->notes,
        .is_classic = made->is_classic,
        .next = next_section,
        .maker = &progress,
    };
    size_t size;
    FILE *out = open_memstream(text, &size);

    cr_assert(out, "out of memory");
    bool is_done = write(&report, options, out, error);
    fclose(out);
    table_rows_free(&progress.rows);
    return is_done;
}

char *hand_made_write(const struct hand_made *report, report_writer *write,
                      const struct format_options *options)
{
    struct error error = {0};
    char *text = NULL;

    cr_expect(try_to_write(report, write, options, &text, &error), "%s", error.text);
    return text;
}

char *hand_made_write_section(const struct hand_made_section *section, report_writer *write,
                              const struct format_options *options)
{
    const struct hand_made report = {
        .facts = hand_made_facts, .sections = section, .n_sections = 1};

    return hand_made_write(&report, write, options);
}

void expect_text(char *text, const char *expected)
{
    cr_expect_str_eq(text, expected, "expected\n%sgot\n%s", expected, text);
    free(text);
}

struct error hand_made_failure_of(const struct hand_made *report, report_writer *write,
                                  const struct format_options *options)
{
    struct error error = {0};
    char *text = NULL;

    cr_expect_not(try_to_write(report, write, options, &text, &error), "it wrote %s", text);
    free(text);
    return error;
}

struct error hand_made_failure(const struct hand_made_section *section, report_writer *write)
{
    const struct hand_made report = {
        .facts = hand_made_facts, .sections = section, .n_sections = 1};

    return hand_made_failure_of(&report, write, &(struct format_options){0});
}
