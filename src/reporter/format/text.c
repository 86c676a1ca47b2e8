/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/contents.h"
#include "reporter/format/format.h"
#include "reporter/format/pieces.h"
#include "reporter/format/text_sections.h"
#include "reporter/report.h"

/*
 * How each kind of section is written: what is above a report that begins with it, or NULL, and the
 * section itself.
 */
static const struct section_writer {
    void (*write_lead)(const struct text_writer *writer, const struct section *section);
    bool (*write)(const struct text_writer *writer, const struct section *section,
                  struct error *error);
} writers[N_SECTION_KINDS] = {
    [SECTION_TOTALS] = {NULL, format_text_table},
    [SECTION_FUNCTIONS] = {NULL, format_text_table},
    [SECTION_FILE_LISTING] = {NULL, format_text_file_listing},
    [SECTION_NO_COST] = {NULL, format_text_no_cost},
    [SECTION_MISSING] = {NULL, format_text_missing},
    [SECTION_ANNOTATED_SUM] = {NULL, format_text_table},
    [SECTION_EVENTS] = {NULL, format_text_events},
    [SECTION_HOTSPOTS] = {format_text_lead, format_text_hotspots},
    [SECTION_RUNS] = {format_text_lead, format_text_hotspots},
    [SECTION_PEEK] = {format_text_lead, format_text_peek},
    [SECTION_CODE_LISTING] = {format_text_lead, format_text_code_listing},
    [SECTION_CALL_TREE] = {format_text_lead, format_text_tree},
    [SECTION_EXPLANATION] = {format_text_lead, format_text_explanation},
};

static struct text_writer writer_of(const struct report *report,
                                    const struct format_options *options, FILE *out)
{
    return (struct text_writer){.out = out,
                                .options = options,
                                .facts = &report->facts,
                                .locator = &report->locator,
                                .notes = report->notes};
}

/* Writes the overviews of runs, each below the name of the run. */
static bool write_details(const struct report *report, const struct format_options *options,
                          FILE *out, struct error *error)
{
    struct report detail;
    bool is_done = true;

    while (is_done && report->next_detail != NULL && !ferror(out) &&
           report->next_detail(report->detail_maker, &detail, error)) {
        const struct text_writer writer = writer_of(&detail, options, out);
        fputc('\n', out);
        write_rule(out);
        write_tinted(out, options->palette, TINT_TITLE, detail.run);
        fputc('\n', out);
        write_rule(out);
        is_done = format_text_overview(&writer, &detail, error);
    }
    return error->kind == ERROR_NONE;
}

static bool write_sections(const struct report *report, const struct format_options *options,
                           FILE *out, struct error *error)
{
    const struct text_writer writer = writer_of(report, options, out);
    struct section section = {0};
    bool is_first = true, is_done = true;

    if (report->is_overview)
        return format_text_overview(&writer, report, error);
    if (report->is_classic)
        format_text_facts(&writer);
    while (is_done && !ferror(out) && report->next(report->maker, &section, error)) {
        const struct section_writer *kind = &writers[section.kind];
        if (kind->write == NULL)
            return refuse_section(section.kind, error);
        if (is_first && kind->write_lead != NULL)
            kind->write_lead(&writer, &section);
        is_first = false;
        if (section.table.none != NULL)
            fprintf(out, "%s\n", section.table.none);
        else
            is_done = kind->write(&writer, &section, error);
    }
    return error->kind == ERROR_NONE && write_details(report, options, out, error);
}

bool format_text(const struct report *report, const struct format_options *options, FILE *out,
                 struct error *error)
{
    struct character_widths widths = character_widths_begin();
    bool is_done = write_sections(report, options, out, error);

    character_widths_end(&widths);
    return is_done;
}
