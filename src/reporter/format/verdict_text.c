/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/verdict_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/number.h"

struct text outcome_name(enum outcome outcome)
{
    static const char *const names[] = {
        [LIMIT_OK] = "ok", [LIMIT_EXCEEDED] = "exceeded", [LIMIT_UNDECIDED] = "undecided"};

    return text_of(names[outcome]);
}

/*
 * Formats by how many percent of the old figure something has grown. Returns false where that was
 * 0.
 */
static bool format_growth_share(double growth, double old, char text[MAX_COUNT])
{
    if (old == 0)
        return false;
    snprintf(text, MAX_COUNT, "%+.2f %%", growth / (old < 0 ? -old : old) * 100);
    return true;
}

/*
 * Returns as many digits as tell a ratio from its limit, six or more; no exponent if it can be
 * avoided.
 */
static int digits_of_ratios(double ratio, double limit)
{
    enum { FEW_DIGITS = 6, SURE_DIGITS = 15 };
    char ratio_text[MAX_COUNT], limit_text[MAX_COUNT];
    int digits = FEW_DIGITS;

    for (; digits < SURE_DIGITS; digits++) {
        snprintf(ratio_text, sizeof ratio_text, "%.*g", digits, ratio);
        snprintf(limit_text, sizeof limit_text, "%.*g", digits, limit);
        bool is_plain = strchr(ratio_text, 'e') == NULL && strchr(limit_text, 'e') == NULL;
        if (is_plain && strcmp(ratio_text, limit_text) != 0)
            break;
    }
    return digits;
}

static void format_ratios(const struct verdict *verdict, struct verdict_figures *figures)
{
    double old = verdict->is_growth ? verdict->old.ratio : 0;
    double limit = old + verdict->bound.ratio;
    int digits = digits_of_ratios(verdict->fresh.ratio, limit);

    snprintf(figures->figure, sizeof figures->figure, "%.*g", digits, verdict->fresh.ratio);
    snprintf(figures->limit, sizeof figures->limit, "%.*g", digits, limit);
    if (!verdict->is_growth)
        return;
    snprintf(figures->was, sizeof figures->was, "%.*g", digits, old);
    if (!verdict->is_share || !format_growth_share(verdict->value.ratio, old, figures->change))
        snprintf(figures->change, sizeof figures->change, "%+.*g", digits, verdict->value.ratio);
}

static void format_counts(const struct verdict *verdict, struct verdict_figures *figures)
{
    int64_t limit = verdict->bound.count, old = verdict->old.count;
    int64_t from = verdict->has_spread ? verdict->spread.most : old;

    /* A limit that overflows is no limit to what does not. */
    if (verdict->is_growth && add_overflows(&limit, from))
        limit = INT64_MAX;
    format_count(verdict->fresh.count, figures->figure);
    format_count(limit, figures->limit);
    if (verdict->has_spread) {
        format_count(verdict->spread.least, figures->least);
        format_count(verdict->spread.most, figures->most);
    }
    if (verdict->is_share && verdict->is_of_whole && verdict->whole != 0) {
        snprintf(figures->share, sizeof figures->share, "%.2f %%",
                 percent_of(verdict->is_growth ? verdict->value.count : verdict->fresh.count,
                            verdict->whole));
        format_count(verdict->whole, figures->whole);
    }
    if (!verdict->is_growth)
        return;
    if (verdict->is_new)
        snprintf(figures->was, sizeof figures->was, "new");
    else
        format_count(old, figures->was);
    if (!verdict->is_share ||
        !format_growth_share((double)verdict->value.count, (double)old, figures->change))
        format_signed_count(verdict->value.count, figures->change);
}

void verdict_figures_format(const struct verdict *verdict, struct verdict_figures *figures)
{
    *figures = (struct verdict_figures){0};
    if (verdict->reason != NULL)
        return;
    if (verdict->is_ratio)
        format_ratios(verdict, figures);
    else
        format_counts(verdict, figures);
}

/* Adds a name between texts, cut off where it is long. */
static void add_name(struct buffer *line, const char *before, struct text name, const char *after)
{
    enum { SHOWN_NAME = 200 };
    const char *mark = name.length > SHOWN_NAME ? "..." : "";

    buffer_print(line, "%s%.*s%s%s", before, text_cut_length(name, SHOWN_NAME), name.at, mark,
                 after);
}

/* Adds " in f", or " in f (a.c)" where several functions have the name, if it is about one row. */
static void add_row(struct buffer *line, const char *before, const struct verdict *verdict)
{
    if (verdict->name.length != 0)
        add_name(line, before, verdict->name, "");
    if (verdict->name.length != 0 && verdict->has_namesake)
        add_name(line, " (", verdict->file, ")");
}

static void add_reason(struct buffer *line, const struct verdict *verdict)
{
    buffer_print(line, "%s", verdict->reason);
    add_row(line, " for ", verdict);
    if (verdict->n_others != 0)
        buffer_print(line, " and %zu other%s", verdict->n_others,
                     verdict->n_others == 1 ? "" : "s");
}

/* Adds "7,000 in f, was 5,000: +40.00 %, limit 6,000; first of its causes: g +1,000". */
static void add_figures(struct buffer *line, const struct verdict *verdict)
{
    bool is_noise = verdict->has_spread && verdict->value.count == 0;
    struct verdict_figures figures;
    char amount[MAX_COUNT];

    verdict_figures_format(verdict, &figures);
    buffer_print(line, "%s%s", verdict->is_bound ? "at least " : "", figures.figure);
    add_row(line, " in ", verdict);
    if (verdict->is_growth)
        buffer_print(line, ", %s%s", verdict->is_new ? "" : "was ", figures.was);
    if (verdict->has_spread)
        buffer_print(line, ", with noise %s to %s", figures.least, figures.most);
    if (verdict->is_growth)
        buffer_print(line, ": %s%s", is_noise ? "within it" : figures.change,
                     verdict->has_spread && !is_noise ? " beyond it" : "");
    if (figures.share[0] != '\0' && !is_noise)
        buffer_print(line, ", %s of %s%s", figures.share,
                     verdict->is_growth ? "the old total of " : "", figures.whole);
    buffer_print(line, ", limit %s", figures.limit);
    for (size_t i = 0; i < verdict->n_causes; i++) {
        format_signed_count(verdict->causes[i].contribution, amount);
        add_name(line, i == 0 ? "; first of its causes: " : ", ", verdict->causes[i].function, " ");
        buffer_print(line, "%s", amount);
    }
}

void format_verdict(const struct verdict *verdict, char text[VERDICT_ROOM])
{
    struct buffer line = {0};

    add_name(&line, "", verdict->limit, ": ");
    if (verdict->reason != NULL)
        add_reason(&line, verdict);
    else
        add_figures(&line, verdict);
    snprintf(text, VERDICT_ROOM, "%.*s", (int)line.length, line.at);
    free(line.at);
}
