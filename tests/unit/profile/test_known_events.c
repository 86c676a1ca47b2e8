/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "profile/events.h"

#include <criterion/criterion.h>
#include <stdlib.h>

#include "base/array.h"

Test(known_events, have_one_row_each)
{
    for (size_t i = 0; i < n_known_events; i++)
        cr_expect_eq(known_event_find(known_events[i].name), &known_events[i], "a second %s",
                     known_events[i].name.at);
}

Test(known_events, are_all_explained)
{
    for (size_t i = 0; i < n_known_events; i++)
        cr_expect_neq(known_events[i].meaning.length, 0, "%s", known_events[i].name.at);
}

/* Cut up here by blanks alone: "+ 10 Bm", "(Dr + Dw)". */
Test(known_events, have_formulas_of_rows_above)
{
    for (size_t i = 0; i < n_known_events; i++) {
        struct text formula = known_events[i].formula, word;
        while (text_cut_word(&formula, &word)) {
            if (is_digit(word.at[0]) || text_equal(word, TEXT("+")) || text_equal(word, TEXT("/")))
                continue;
            word = text_skip(word, word.at[0] == '(');
            word.length -= word.at[word.length - 1] == ')';
            const struct known_event *known = known_event_find(word);
            cr_expect(known->name.length != 0 && known < &known_events[i], "%s is of '%.*s'",
                      known_events[i].name.at, (int)word.length, word.at);
        }
    }
}

Test(known_events, have_an_empty_row_for_others)
{
    static const char *const others[] = {"", "I", "ir", "Ir ", "Time_(10ns)"};

    for (size_t i = 0; i < ARRAY_LENGTH(others); i++) {
        const struct known_event *other = known_event_find(text_of(others[i]));
        cr_expect_eq(other->name.length, 0, "'%s'", others[i]);
        cr_expect_eq(other->long_name.length + other->meaning.length + other->formula.length, 0);
        cr_expect_not(other->is_self_only);
    }
}

Test(known_events, print_a_line_each)
{
    char *text;
    size_t size, n_lines = 0;
    FILE *out = open_memstream(&text, &size);

    known_events_print(out);
    fclose(out);
    for (size_t i = 0; i < size; i++)
        n_lines += text[i] == '\n';
    cr_expect_eq(n_lines, n_known_events);
    cr_expect_not_null(strstr(text, "\nDr         Reads of memory.\n"), "%s", text);
    free(text);
}
