/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/annotations/finding.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/number.h"
#include "reporter/format/contents.h"
#include "reporter/format/format.h"
#include "reporter/format/pieces.h"
#include "reporter/format/verdict_text.h"
#include "reporter/report.h"

struct text finding_kind_name(enum finding_kind kind)
{
    static const char *const names[N_FINDING_KINDS] = {
        [FINDING_LIMIT] = "limit-exceeded",
        [FINDING_FUNCTION] = "function-grew",
        [FINDING_LINE] = "line-grew",
    };

    return text_of(names[kind]);
}

static enum finding_kind kind_of(const struct table_row *row)
{
    switch (row->kind) {
    case ROW_LIMIT:
        return FINDING_LIMIT;
    case ROW_LINE:
        return FINDING_LINE;
    default:
        return FINDING_FUNCTION;
    }
}

static struct text path_of(struct text file)
{
    while (text_starts_with(file, TEXT("./")))
        file = text_skip(file, 2);
    if (text_equal(file, TEXT("???")))
        return (struct text){0};
    return file;
}

/* FNV-1a, which is the same on every machine. */
static void add_to_fingerprint(uint64_t *fingerprint, struct text text)
{
    for (size_t i = 0; i < text.length; i++)
        *fingerprint = (*fingerprint ^ (unsigned char)text.at[i]) * UINT64_C(1099511628211);
    *fingerprint *= UINT64_C(1099511628211); /* as of a NUL byte, between two texts */
}

/* Of what it is about, a function or a line, not of figures: those differ from run to run. */
static uint64_t fingerprint_of(const struct findings *findings, const struct table_row *row)
{
    const struct finding *finding = &findings->finding;
    uint64_t fingerprint = UINT64_C(14695981039346656037);
    const struct table *table = &findings->table;

    add_to_fingerprint(&fingerprint, finding_kind_name(finding->kind));
    add_to_fingerprint(&fingerprint, finding->path);
    add_to_fingerprint(&fingerprint, row->function);
    if (row->verdict != NULL)
        add_to_fingerprint(&fingerprint, row->verdict->limit);
    else
        add_to_fingerprint(&fingerprint, table->columns[table->measured].name);
    if (finding->kind == FINDING_LINE) {
        char number[24];
        snprintf(number, sizeof number, "%" PRIu64, row->line);
        add_to_fingerprint(&fingerprint, text_of(number));
    }
    return fingerprint;
}

static void append_figure(struct buffer *to, struct cell cell, bool has_sign)
{
    char text[MAX_COUNT];

    format_figure(cell, has_sign, text);
    buffer_append(to, text_of(text));
}

/* "+74.57 %", "new" or "" where it cost nothing before. */
static void append_growth(struct buffer *to, struct text before, struct cell change,
                          struct cell old, enum change kind)
{
    char text[MAX_COUNT];
    size_t length = format_growth(change, old, kind, text);

    if (length == 1 && text[0] == '.')
        return;
    buffer_append(to, before);
    buffer_append(to, (struct text){text, length});
    buffer_append(to, change_is_one_sided(kind) ? TEXT("") : TEXT(" %"));
}

/* "7,000 Ir, now 12,220: +5,220, +74.57 %", or "new: 5,220 Ir". */
static void append_change(struct buffer *to, const struct column *column,
                          const struct old_table_row *old, struct cell change, size_t i)
{
    struct cell now = change, was = old->cells[i];

    if (change.is_ratio)
        now = old->ratios[i];
    else if (add_overflows(&now.value, was.value))
        now.is_given = false;
    if (old->change == CHANGE_NEW) {
        buffer_append(to, TEXT("new: "));
        append_figure(to, now, false);
        buffer_append(to, TEXT(" "));
        buffer_append(to, column->name);
        return;
    }
    was.is_given = was.is_given || !was.is_ratio; /* what cost nothing cost 0 */
    append_figure(to, was, false);
    buffer_append(to, TEXT(" "));
    buffer_append(to, column->name);
    buffer_append(to, TEXT(", now "));
    append_figure(to, now, false);
    buffer_append(to, TEXT(": "));
    append_figure(to, change, true);
    if (!change.is_ratio)
        append_growth(to, TEXT(", "), change, was, old->change);
}

/* What is measured first, and how much that is of the program. */
static void append_changes(struct buffer *to, const struct table *table,
                           const struct table_row *row)
{
    size_t measured = table->measured;
    const struct column *column = &table->columns[measured];
    char share[60];

    append_change(to, column, row->old, row->cells[measured], measured);
    snprintf(share, sizeof share, " (%+.2f %% of the program)",
             percent_of(row->cells[measured].value, column->total.value));
    buffer_append(to, column->total.value != 0 ? text_of(share) : TEXT(""));
    for (size_t i = 0; i < table->n_columns; i++) {
        if (i == measured || !row->cells[i].is_given)
            continue;
        buffer_append(to, TEXT("; "));
        append_change(to, &table->columns[i], row->old, row->cells[i], i);
    }
}

static void append_function(const struct findings *findings, struct buffer *to,
                            struct text function)
{
    const struct shortener *shortener = &findings->report->shortener;
    size_t n_steps = findings->options->names == NAMES_FULL
                       ? 0
                       : shortener->count_steps(shortener->maker, function);

    buffer_append(to, n_steps == 0 ? function
                                   : shortener->shorten(shortener->maker, function, n_steps));
}

static void append_name(const struct findings *findings, struct buffer *to,
                        const struct table_row *row)
{
    char line[40];

    snprintf(line, sizeof line, "line %" PRIu64, row->line);
    if (findings->finding.kind == FINDING_FUNCTION)
        append_function(findings, to, row->function);
    else
        buffer_append(to, text_of(line));
    buffer_append(to, TEXT(": "));
}

/* "parse: +5,220 Ir (+74.57 %)", or "line 9: ..." */
static void describe_growth(struct findings *findings, const struct table_row *row)
{
    struct finding *finding = &findings->finding;
    size_t measured = findings->table.measured;
    const struct old_table_row *old = row->old;
    struct cell change = row->cells[measured];

    append_name(findings, &finding->title, row);
    append_name(findings, &finding->message, row);
    append_figure(&finding->title, change, true);
    buffer_append(&finding->title, TEXT(" "));
    buffer_append(&finding->title, findings->table.columns[measured].name);
    size_t length = finding->title.length;
    append_growth(&finding->title, TEXT(" ("), change, old->cells[measured], old->change);
    buffer_append(&finding->title, finding->title.length != length ? TEXT(")") : TEXT(""));
    append_changes(&finding->message, &findings->table, row);
}

static void describe_limit(struct findings *findings, const struct table_row *row)
{
    struct finding *finding = &findings->finding;
    char text[VERDICT_ROOM];

    format_verdict(row->verdict, text);
    buffer_append(&finding->title, TEXT("exceeded: "));
    buffer_append(&finding->title, row->verdict->limit);
    buffer_append(&finding->message, text_of(text));
}

bool findings_begin(struct findings *findings, const struct report *report,
                    const struct format_options *options, FILE *out, struct error *error)
{
    struct section section = {0};

    *findings = (struct findings){.report = report, .options = options, .out = out, .error = error};
    if (!report_next_of_kind(report, SECTION_GROWTH, out, &section, error))
        return false;
    findings->table = section.table;
    return true;
}

const struct finding *findings_next(struct findings *findings)
{
    struct finding *finding = &findings->finding;
    struct table_row row;

    if (!table_next_row(&findings->table, findings->out, &row, findings->error))
        return NULL;
    finding->kind = kind_of(&row);
    finding->path = path_of(row.file);
    finding->line = row.line <= INT64_MAX ? row.line : 0; /* no line of a source is beyond */
    finding->title.length = finding->message.length = 0;
    finding->fingerprint = fingerprint_of(findings, &row);
    if (finding->kind == FINDING_LIMIT)
        describe_limit(findings, &row);
    else
        describe_growth(findings, &row);
    return finding;
}

void findings_end(struct findings *findings)
{
    free(findings->finding.title.at);
    free(findings->finding.message.at);
    *findings = (struct findings){0};
}
