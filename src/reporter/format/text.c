/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/arena.h"
#include "reporter/format/contents.h"
#include "reporter/format/format.h"
#include "reporter/format/pieces.h"
#include "reporter/format/text_sections.h"
#include "reporter/report.h"

/* Writes each kind of section. */
static bool (*const writers[N_SECTION_KINDS])(const struct text_writer *writer,
                                              const struct section *section,
                                              struct error *error) = {
    [SECTION_TOTALS] = format_text_table,
    [SECTION_FUNCTIONS] = format_text_table,
    [SECTION_FILE_LISTING] = format_text_file_listing,
    [SECTION_NO_COST] = format_text_no_cost,
    [SECTION_MISSING] = format_text_missing,
    [SECTION_ANNOTATED_SUM] = format_text_table,
    [SECTION_EVENTS] = format_table,
    [SECTION_HOTSPOTS] = format_table,
    [SECTION_PEEK] = format_table,
    [SECTION_CODE_LISTING] = format_code_listing,
    [SECTION_CALL_TREE] = format_table,
    [SECTION_EXPLANATION] = format_table,
};

static void write_lead(const struct text_writer *writer, const struct table *table)
{
    struct arena arena = {0};
    struct text_list lines = lead_lines(writer->facts, table, writer->options->is_ascii, &arena);

    for (size_t i = 0; i < lines.count; i++) {
        write_text(writer->out, lines.items[i]);
        fputc('\n', writer->out);
    }
    fputc('\n', writer->out);
    arena_free(&arena);
}

static bool write_report(const struct report *report, const struct format_options *options,
                         FILE *out, struct error *error)
{
    const struct text_writer writer = {.out = out,
                                       .options = options,
                                       .facts = &report->facts,
                                       .locator = &report->locator,
                                       .notes = report->notes};
    struct section section = {0};
    bool is_first = true, is_done = true;

    if (report->is_overview)
        return format_text_overview(&writer, report, error);
    if (report->is_classic)
        format_text_facts(&writer);
    while (is_done && report_next(report, out, &section, error)) {
        if (is_first && section.kind > SECTION_EVENTS) /* those before are of the whole report */
            write_lead(&writer, &section.table);
        is_first = false;
        if (section.table.none != NULL)
            fprintf(out, "%s\n", section.table.none);
        else
            is_done = writers[section.kind](&writer, &section, error);
    }
    return error->kind == ERROR_NONE;
}

bool format_text(const struct report *report, const struct format_options *options, FILE *out,
                 struct error *error)
{
    struct character_widths widths = character_widths_begin();
    struct report detail;
    bool is_done = write_report(report, options, out, error);

    /* The overviews of runs are each below the name of the run. */
    while (is_done && report->next_detail != NULL && !ferror(out) &&
           report->next_detail(report->detail_maker, &detail, error)) {
        fputc('\n', out);
        write_rule(out);
        write_tinted(out, options->has_color, TINT_TITLE, detail.run);
        fputc('\n', out);
        write_rule(out);
        is_done = write_report(&detail, options, out, error);
    }
    character_widths_end(&widths);
    return error->kind == ERROR_NONE;
}
