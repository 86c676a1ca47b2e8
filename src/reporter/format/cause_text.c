/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/cause_text.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "reporter/format/contents.h"
#include "reporter/format/pieces.h"
#include "reporter/table.h"

/* Below this many calls in a run, the number of all calls says more. */
#define RARE 0.01

enum { FEW_DIGITS = 3, MANY_DIGITS = 15 };

/* Formats a value of a run with the given number of digits, or a whole number if it is large. */
static void format_value(double value, int digits, char text[MAX_COUNT])
{
    if (fabs(value) >= 100 && digits == FEW_DIGITS && fabs(value) < 1e15)
        format_count((int64_t)(value < 0 ? value - 0.5 : value + 0.5), text);
    else
        snprintf(text, MAX_COUNT, "%.*g", digits, value);
}

/* Formats two values with as many digits as tell them apart. */
static void format_values(double old, double current, char was[MAX_COUNT], char is[MAX_COUNT])
{
    int digits = FEW_DIGITS;

    do {
        format_value(old, digits, was);
        format_value(current, digits, is);
        digits += 2;
    } while (digits <= MANY_DIGITS && strcmp(was, is) == 0);
}

/* Appends ": 1 -> 2 per call", or of rare calls how many there were in all. */
static void append_values(struct buffer *to, const struct term_facts *term)
{
    bool is_of_calls = term->kind == CAUSE_CALLS || term->kind == CAUSE_RECURSION;
    bool is_rare = is_of_calls && term->old_calls != term->new_calls &&
                   fabs(term->old_value) < RARE && fabs(term->new_value) < RARE;
    char was[MAX_COUNT], is[MAX_COUNT];

    if (is_rare) {
        format_count(term->old_calls, was);
        format_count(term->new_calls, is);
    } else {
        format_values(term->old_value, term->new_value, was, is);
    }
    buffer_print(to, ": %s -> %s", was, is);
    if (term->kind != CAUSE_WORK)
        buffer_append(to, is_rare                     ? TEXT(" in all")
                          : term->kind == CAUSE_CYCLE ? TEXT(" per entry")
                                                      : TEXT(" per call"));
    if (term->is_weak)
        buffer_append(to, TEXT(" (weak)"));
}

/* Returns how often calls are made, before the name of what is called and after it. */
static const char *say_how_often(const struct term_facts *term, const char **after)
{
    bool is_more = term->new_value > term->old_value;

    if (term->old_value == 0 || term->new_value == 0)
        return term->old_value == 0 ? "newly calls " : "no longer calls ";
    *after = is_more ? " more often" : " less often";
    return "calls ";
}

void term_words_make(struct term_words *words, const struct term_facts *term)
{
    bool is_more = term->new_value > term->old_value;
    const char *before = "", *itself = "", *after = "";

    *words = (struct term_words){.has_name = term->kind != CAUSE_WORK && !term->is_own};
    switch (term->kind) {
    case CAUSE_WORK:
        before = is_more ? "more work" : "less work";
        after = term->old_calls > 1 || term->new_calls > 1 ? " per call" : "";
        break;
    case CAUSE_LIBRARY:
        before = is_more ? "spends more in " : "spends less in ";
        break;
    case CAUSE_CALLS:
    case CAUSE_RECURSION:
        before = say_how_often(term, &after);
        itself = "itself";
        break;
    case CAUSE_CYCLE:
        before = words->has_name ? "" : "runs";
        after = words->has_name ? is_more ? " runs more often" : " runs less often"
              : is_more         ? " more often"
                                : " less often";
        break;
    }
    buffer_print(&words->before, "%s%s", before, words->has_name ? "" : itself);
    buffer_append(words->has_name ? &words->after : &words->before, text_of(after));
    append_values(&words->values, term);
}

void term_words_free(struct term_words *words)
{
    free(words->before.at);
    free(words->after.at);
    free(words->values.at);
    *words = (struct term_words){0};
}

void append_term(struct buffer *to, const struct table_row *row, size_t room, bool is_ascii)
{
    struct term_words words;

    if (row->term == NULL) {
        append_cause_name(to, row);
        return;
    }
    term_words_make(&words, row->term);
    buffer_append(to, buffer_text(&words.before));
    if (words.has_name)
        append_short_name(to, row_name(row), room, is_ascii);
    buffer_append(to, buffer_text(&words.after));
    buffer_append(to, buffer_text(&words.values));
    term_words_free(&words);
}

void append_term_line(struct buffer *to, const struct term_line *line)
{
    buffer_append(to, line->change == LINE_GONE  ? TEXT("was ")
                      : line->change == LINE_NEW ? TEXT("new ")
                                                 : TEXT(""));
    buffer_append(to, path_base(line->file));
    buffer_print(to, ":%" PRIu64, line->number);
    buffer_append(to, line->text.length != 0 ? TEXT("  ") : TEXT(""));
    buffer_append(to, line->text);
}

void append_code_change(struct buffer *to, struct text before, const struct table *table,
                        const struct table_row *cause)
{
    bool is_more = table_shown(table, &cause->contribution[table->measured]).value > 0;

    if (cause->code != CODE_SAME)
        return;
    buffer_append(to, before);
    buffer_append(to, is_more ? TEXT("source unchanged: more input, or recompiled")
                              : TEXT("source unchanged: less input, or recompiled"));
}

bool append_cause_name(struct buffer *to, const struct table_row *row)
{
    if (row->label.at != NULL) {
        buffer_append(to, row->label);
    } else if (row->n_left_out != 0) {
        buffer_print(to, "(%zu smaller one%s)", row->n_left_out, row->n_left_out == 1 ? "" : "s");
    } else if (row->n_members != 0) {
        buffer_append(to, row->function);
        buffer_print(to, " of %zu functions", row->n_members);
    } else {
        return false;
    }
    return true;
}

void append_warning_of_signs(struct buffer *to, const struct table *table)
{
    double ups = (double)table->ups, downs = (double)table->downs;
    char more[MAX_COUNT], less[MAX_COUNT];

    if (ups - downs <= 2 * fabs(ups + downs))
        return;
    format_signed_count(table->ups, more);
    format_signed_count(table->downs, less);
    buffer_print(to,
                 "Increases (%s) and decreases (%s) together are more than twice the net change: "
                 "some causes made it better and some worse, or cost moved from one place to "
                 "another, or it is noise.",
                 more, less);
}
