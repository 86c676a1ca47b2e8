/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/verdict_text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/number.h"
#include "reporter/format/cause_text.h"

struct text outcome_name(enum outcome outcome)
{
    static const char *const names[] = {
        [LIMIT_OK] = "ok", [LIMIT_EXCEEDED] = "exceeded", [LIMIT_UNDECIDED] = "undecided"};

    return text_of(names[outcome]);
}

/* Returns six digits of ratios, or all that are sure where these do not tell it from its limit. */
static int digits_of_ratios(double ratio, double limit)
{
    enum { FEW_DIGITS = 6, SURE_DIGITS = 15 };
    char ratio_text[MAX_COUNT], limit_text[MAX_COUNT];

    snprintf(ratio_text, sizeof ratio_text, "%.*g", FEW_DIGITS, ratio);
    snprintf(limit_text, sizeof limit_text, "%.*g", FEW_DIGITS, limit);
    return strcmp(ratio_text, limit_text) == 0 ? SURE_DIGITS : FEW_DIGITS;
}

/* Returns the largest figure that is not above the limit, which grows with what it was. */
static struct limited largest_allowed(const struct verdict *verdict)
{
    int64_t from = verdict->has_spread ? verdict->spread.most : verdict->old.count;
    struct limited limit = verdict->bound;

    if (!verdict->is_growth)
        return limit;
    limit.ratio += verdict->old.ratio;
    if (add_overflows(&limit.count, from))
        limit.count = INT64_MAX; /* which is no limit to what does not overflow */
    return limit;
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

/* Formats a figure; ratios have as few digits as tell the figure from its limit. */
static void format_limited(const struct verdict *verdict, struct limited figure, bool has_sign,
                           char text[MAX_COUNT])
{
    if (verdict_has_decimals(verdict))
        snprintf(text, MAX_COUNT, has_sign ? "%+.*g" : "%.*g",
                 digits_of_ratios(verdict_number(verdict, verdict->current),
                                  verdict_number(verdict, largest_allowed(verdict))),
                 verdict_number(verdict, figure));
    else if (has_sign)
        format_signed_count(figure.count, text);
    else
        format_count(figure.count, text);
}

/* Adds ", was 5,000: +40.00 %", with what further runs of the old build had. */
static void add_growth(struct buffer *line, const struct verdict *verdict, bool is_noise)
{
    double old = verdict->is_ratio ? verdict->old.ratio : (double)verdict->old.count;
    double growth = verdict->is_ratio ? verdict->value.ratio : (double)verdict->value.count;
    char was[MAX_COUNT] = "new", change[MAX_COUNT];

    if (!verdict->is_new || verdict->is_ratio)
        format_limited(verdict, verdict->old, false, was);
    buffer_print(line, ", %s%s", verdict->is_new ? "" : "was ", was);
    if (verdict->has_spread) {
        char least[MAX_COUNT], most[MAX_COUNT];
        format_limited(verdict, (struct limited){.count = verdict->spread.least}, false, least);
        format_limited(verdict, (struct limited){.count = verdict->spread.most}, false, most);
        buffer_print(line, ", with noise %s to %s", least, most);
    }
    if (verdict->is_share && old != 0)
        snprintf(change, sizeof change, "%+.2f %%", growth / fabs(old) * 100);
    else
        format_limited(verdict, verdict->value, true, change);
    buffer_print(line, ": %s%s", is_noise ? "within it" : change,
                 verdict->has_spread && !is_noise ? " beyond it" : "");
}

/* Adds "7,000 in f, was 5,000: +40.00 %, limit 6,000". */
static void add_figures(struct buffer *line, const struct verdict *verdict)
{
    bool is_noise = verdict->has_spread && verdict->value.count == 0;
    int64_t part = verdict->is_growth ? verdict->value.count : verdict->current.count;
    char amount[MAX_COUNT];

    format_limited(verdict, verdict->current, false, amount);
    buffer_print(line, "%s%s", verdict->is_bound ? "at least " : "", amount);
    add_row(line, " in ", verdict);
    if (verdict->is_growth)
        add_growth(line, verdict, is_noise);
    if (verdict->is_share && verdict->is_of_whole && verdict->whole != 0 && !verdict->is_ratio &&
        !is_noise) {
        format_limited(verdict, (struct limited){.count = verdict->whole}, false, amount);
        buffer_print(line, ", %.2f %% of %s%s", percent_of(part, verdict->whole),
                     verdict->is_growth ? "the old total of " : "", amount);
    }
    format_limited(verdict, largest_allowed(verdict), false, amount);
    buffer_print(line, ", limit %s", amount);
}

/* Adds "f +6,612, +50.67 %: calls g more often: 1 -> 2 per call". */
static void add_cause(struct buffer *line, const struct verdict *verdict)
{
    char amount[MAX_COUNT];
    struct term_words words;

    add_row(line, "", verdict);
    format_limited(verdict, verdict->value, true, amount);
    buffer_print(line, " %s%s, %+.2f %%", amount, verdict->has_spread ? " beyond noise" : "",
                 percent_of(verdict->value.count, verdict->whole));
    term_words_make(&words, &verdict->term);
    add_name(line, ": ", buffer_text(&words.before), "");
    add_name(line, "", verdict->term_name, "");
    buffer_append(line, buffer_text(&words.after));
    buffer_append(line, buffer_text(&words.values));
    term_words_free(&words);
}

void format_verdict(const struct verdict *verdict, char text[VERDICT_ROOM])
{
    struct buffer line = {0};

    add_name(&line, "", verdict->limit, ": ");
    if (verdict->reason != NULL) {
        buffer_print(&line, "%s", verdict->reason);
        add_row(&line, " for ", verdict);
    } else if (verdict->is_cause) {
        add_cause(&line, verdict);
    } else {
        add_figures(&line, verdict);
    }
    if (verdict->n_others != 0)
        buffer_print(&line, " and %zu other%s", verdict->n_others,
                     verdict->n_others == 1 ? "" : "s");
    snprintf(text, VERDICT_ROOM, "%.*s", (int)line.length, line.at);
    free(line.at);
}
