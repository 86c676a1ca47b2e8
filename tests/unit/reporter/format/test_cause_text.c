/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "reporter/format/cause_text.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/array.h"
#include "reporter/table.h"

Test(cause_text, says_what_changed)
{
    static const struct {
        struct term_facts term;
        const char *expected; /* with NAME where the name is */
    } cases[] = {
        {{.kind = CAUSE_WORK, .old_value = 262, .new_value = 138.4, .new_calls = 9},
         "less work per call: 262 -> 138"},
        {{.kind = CAUSE_WORK, .old_value = 0, .new_value = 3479386, .new_calls = 1},
         "more work: 0 -> 3,479,386"},
        {{.kind = CAUSE_WORK, .old_value = 10.5, .new_value = 10.25, .old_calls = 2},
         "less work per call: 10.5 -> 10.2"},
        {{.kind = CAUSE_WORK, .old_value = 100.004, .new_value = 100.0041, .old_calls = 2},
         "more work per call: 100.004 -> 100.0041"},
        {{.kind = CAUSE_LIBRARY, .old_value = 17, .new_value = 52},
         "spends more in NAME: 17 -> 52 per call"},
        {{.kind = CAUSE_LIBRARY, .old_value = 52, .new_value = 17},
         "spends less in NAME: 52 -> 17 per call"},
        {{.kind = CAUSE_CALLS, .old_value = 1, .new_value = 2, .new_calls = 40},
         "calls NAME more often: 1 -> 2 per call"},
        {{.kind = CAUSE_CALLS, .old_value = 1.887, .new_value = 4.557, .new_calls = 40},
         "calls NAME more often: 1.89 -> 4.56 per call"},
        {{.kind = CAUSE_CALLS, .old_value = 1.02, .new_value = 1.04, .new_calls = 40},
         "calls NAME more often: 1.02 -> 1.04 per call"},
        {{.kind = CAUSE_CALLS, .old_value = 0.009, .new_value = 0.0001, .old_calls = 9000},
         "calls NAME less often: 9,000 -> 0 in all"},
        {{.kind = CAUSE_CALLS, .old_value = 0, .new_value = 2, .is_weak = true},
         "newly calls NAME: 0 -> 2 per call (weak)"},
        {{.kind = CAUSE_CALLS, .old_value = 0.5, .new_value = 0},
         "no longer calls NAME: 0.5 -> 0 per call"},
        {{.kind = CAUSE_CALLS, .old_value = 0.0001, .new_value = 0.17, .old_calls = 3},
         "calls NAME more often: 0.0001 -> 0.17 per call"},
        {{.kind = CAUSE_CALLS,
          .old_value = 0.000059,
          .new_value = 0.000058,
          .old_calls = 1,
          .new_calls = 1},
         "calls NAME less often: 5.9e-05 -> 5.8e-05 per call"},
        {{.kind = CAUSE_WORK, .old_value = 3, .new_value = 2, .old_calls = 4},
         "less work per call: 3 -> 2"},
        {{.kind = CAUSE_RECURSION, .old_value = 1, .new_value = 2, .is_own = true},
         "calls itself more often: 1 -> 2 per call"},
        {{.kind = CAUSE_RECURSION, .old_value = 2, .new_value = 1},
         "calls NAME less often: 2 -> 1 per call"},
        {{.kind = CAUSE_CYCLE, .old_value = 4, .new_value = 8},
         "NAME runs more often: 4 -> 8 per entry"},
        {{.kind = CAUSE_CYCLE, .old_value = 8, .new_value = 4, .is_own = true},
         "runs less often: 8 -> 4 per entry"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct term_words words;
        char text[200];

        term_words_make(&words, &cases[i].term);
        struct text before = buffer_text(&words.before), after = buffer_text(&words.after);
        struct text values = buffer_text(&words.values);
        snprintf(text, sizeof text, "%.*s%s%.*s%.*s", (int)before.length, before.at,
                 words.has_name ? "NAME" : "", (int)after.length, after.at, (int)values.length,
                 values.at);
        cr_expect_str_eq(text, cases[i].expected);
        term_words_free(&words);
    }
}

Test(cause_text, says_where_a_line_is)
{
    static const struct {
        struct term_line line;
        const char *expected;
    } cases[] = {
        {{{"src/parse.c", 11}, 9, {"sum += 1;", 9}, LINE_SAME}, "parse.c:9  sum += 1;"},
        {{{"parse.c", 7}, 9, {0}, LINE_BY_NUMBER}, "parse.c:9"},
        {{{"parse.c", 7}, 10, {"}", 1}, LINE_NEW}, "new parse.c:10  }"},
        {{{"old/parse.c", 11}, 11, {0}, LINE_GONE}, "was parse.c:11"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct buffer text = {0};

        append_term_line(&text, &cases[i].line);
        cr_expect_str_eq(buffer_string(&text), cases[i].expected);
        free(text.at);
    }
}

Test(cause_text, says_that_code_is_the_same)
{
    static const struct {
        enum code_change code;
        int64_t contribution;
        const char *expected;
    } cases[] = {
        {CODE_SAME, 3, "source unchanged: more input, or recompiled"},
        {CODE_SAME, -3, "source unchanged: less input, or recompiled"},
        {CODE_CHANGED, 3, ""},
        {CODE_UNKNOWN, 3, ""},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        const struct figure contribution = {
            .now = {.value = cases[i].contribution, .is_given = true}};
        const struct table_row cause = {
            .kind = ROW_CAUSE, .contribution = &contribution, .code = cases[i].code};
        struct buffer text = {0};

        append_code_change(&text, TEXT(""), &(struct table){.is_difference = true}, &cause);
        cr_expect_str_eq(buffer_string(&text), cases[i].expected);
        free(text.at);
    }
}

Test(cause_text, tells_where_causes_cancel)
{
    static const struct {
        int64_t ups, downs;
        bool is_told;
    } cases[] = {{100, -60, true}, {5, -5, true},    {100, -20, false},
                 {100, 0, false},  {0, -100, false}, {0, 0, false}};

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        const struct table table = {.ups = cases[i].ups, .downs = cases[i].downs};
        struct buffer text = {0};
        append_warning_of_signs(&text, &table);
        cr_expect_eq(text.length != 0, cases[i].is_told, "%zu", i);
        free(text.at);
    }
}
