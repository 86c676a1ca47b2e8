/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/verdict_text.h"

#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "reporter/format/pieces.h"

struct text outcome_name(enum outcome outcome)
{
    static const char *const names[] = {
        [LIMIT_OK] = "ok", [LIMIT_EXCEEDED] = "exceeded", [LIMIT_UNDECIDED] = "undecided"};

    return text_of(names[outcome]);
}

static void format_number(int64_t number, bool has_sign, char text[VERDICT_FIGURE_ROOM])
{
    char count[MAX_COUNT];

    if (has_sign)
        format_signed_count(number, count);
    else
        format_count(number, count);
    snprintf(text, VERDICT_FIGURE_ROOM, "%s", count);
}

/*
 * Formats by how many percent of the old figure something has grown. Returns false where that was
 * 0.
 */
static bool format_growth_share(double growth, double old, char text[VERDICT_FIGURE_ROOM])
{
    if (old == 0)
        return false;
    snprintf(text, VERDICT_FIGURE_ROOM, "%+.2f %%", growth / (old < 0 ? -old : old) * 100);
    return true;
}

/*
 * Returns as many digits as tell a ratio from its limit, six or more; no exponent if it can be
 * avoided.
 */
static int digits_of_ratios(double ratio, double limit)
{
    enum { FEW_DIGITS = 6, SURE_DIGITS = 15 };
    char ratio_text[VERDICT_FIGURE_ROOM], limit_text[VERDICT_FIGURE_ROOM];
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
    format_number(verdict->fresh.count, false, figures->figure);
    format_number(limit, false, figures->limit);
    if (verdict->has_spread) {
        format_number(verdict->spread.least, false, figures->least);
        format_number(verdict->spread.most, false, figures->most);
    }
    if (verdict->is_share && verdict->is_of_whole && verdict->whole != 0) {
        snprintf(figures->share, sizeof figures->share, "%.2f %%",
                 percent_of(verdict->is_growth ? verdict->value.count : verdict->fresh.count,
                            verdict->whole));
        format_number(verdict->whole, false, figures->whole);
    }
    if (!verdict->is_growth)
        return;
    if (verdict->is_new)
        snprintf(figures->was, sizeof figures->was, "new");
    else
        format_number(old, false, figures->was);
    if (!verdict->is_share ||
        !format_growth_share((double)verdict->value.count, (double)old, figures->change))
        format_number(verdict->value.count, true, figures->change);
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

enum {
    SHOWN_NAME = 200,
    CAUSES_ROOM = MOST_VERDICT_CAUSES * (SHOWN_NAME + MAX_COUNT + 10) + 30,
    COMPARED_ROOM = 8 * VERDICT_FIGURE_ROOM,
};

static int shown_length(struct text name)
{
    return (int)(name.length < SHOWN_NAME ? name.length : SHOWN_NAME);
}

/* Returns the mark after a name that is cut off. */
static const char *cut_mark(struct text name)
{
    return name.length > SHOWN_NAME ? "..." : "";
}

/*
 * Formats " in f", or " in f (a.c)" where several functions have the name; nothing where the limit
 * is not about one row.
 */
static void format_row(const struct verdict *verdict, const char *before,
                       char text[2 * SHOWN_NAME + 20])
{
    struct text name = verdict->name, file = verdict->file;

    text[0] = '\0';
    if (name.length == 0)
        return;
    int length = snprintf(text, SHOWN_NAME + 10, "%s%.*s%s", before, shown_length(name), name.at,
                          cut_mark(name));
    if (verdict->has_namesake)
        snprintf(text + length, SHOWN_NAME + 10, " (%.*s%s)", shown_length(file), file.at,
                 cut_mark(file));
}

static void format_reason(const struct verdict *verdict, char text[VERDICT_ROOM])
{
    char others[60] = "", row[2 * SHOWN_NAME + 20];

    format_row(verdict, " for ", row);
    if (verdict->n_others != 0)
        snprintf(others, sizeof others, " and %zu other%s", verdict->n_others,
                 verdict->n_others == 1 ? "" : "s");
    snprintf(text, VERDICT_ROOM, "%.*s: %s%s%s", shown_length(verdict->limit), verdict->limit.at,
             verdict->reason, row, others);
}

/* Formats "; first of its causes: f +1,000, g +20"; nothing where there are none. */
static void format_causes(const struct verdict *verdict, char text[CAUSES_ROOM])
{
    size_t length = 0;

    text[0] = '\0';
    for (size_t i = 0; i < verdict->n_causes; i++) {
        const struct verdict_cause *cause = &verdict->causes[i];
        char amount[MAX_COUNT];
        format_signed_count(cause->contribution, amount);
        length += (size_t)snprintf(text + length, CAUSES_ROOM - length, "%s%.*s%s %s",
                                   i == 0 ? "; first of its causes: " : ", ",
                                   shown_length(cause->function), cause->function.at,
                                   cut_mark(cause->function), amount);
    }
}

/* Formats what the figure of a verdict is compared with, ", was 7,000: +74.57 %". */
static void format_compared(const struct verdict *verdict, const struct verdict_figures *figures,
                            char text[COMPARED_ROOM])
{
    char share[3 * VERDICT_FIGURE_ROOM] = "";
    const char *was = verdict->is_new ? "" : "was ";
    bool is_noise = verdict->has_spread && verdict->value.count == 0;

    if (figures->share[0] != '\0')
        snprintf(share, sizeof share, ", %s of %s%s", figures->share,
                 verdict->is_growth ? "the old total of " : "", figures->whole);
    if (!verdict->is_growth)
        snprintf(text, COMPARED_ROOM, "%s", share);
    else if (verdict->has_spread)
        snprintf(text, COMPARED_ROOM, ", %s%s, with noise %s to %s: %s%s%s", was, figures->was,
                 figures->least, figures->most, is_noise ? "within it" : figures->change,
                 is_noise ? "" : " beyond it", is_noise ? "" : share);
    else
        snprintf(text, COMPARED_ROOM, ", %s%s: %s%s", was, figures->was, figures->change, share);
}

void format_verdict(const struct verdict *verdict, char text[VERDICT_ROOM])
{
    struct verdict_figures figures;
    char causes[CAUSES_ROOM], compared[COMPARED_ROOM], row[2 * SHOWN_NAME + 20];

    if (verdict->reason != NULL) {
        format_reason(verdict, text);
        return;
    }
    verdict_figures_format(verdict, &figures);
    format_compared(verdict, &figures, compared);
    format_row(verdict, " in ", row);
    format_causes(verdict, causes);
    snprintf(text, VERDICT_ROOM, "%.*s: %s%s%s%s, limit %s%s", shown_length(verdict->limit),
             verdict->limit.at, verdict->is_bound ? "at least " : "", figures.figure, row, compared,
             figures.limit, causes);
}
