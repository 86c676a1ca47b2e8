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

Test(known_events, have_long_names_where_built_in)
{
    for (size_t i = 0; i < n_known_events; i++)
        if (known_events[i].formula.length != 0)
            cr_expect_neq(known_events[i].long_name.length, 0, "%s", known_events[i].name.at);
}

/* As callgrind --help has them; a sum has the option of what it is made of. */
Test(known_events, are_recorded_with_options)
{
    static const struct {
        const char *names, *option;
    } cases[] = {
        {"Ir I2mr User CEst nosuch", ""},
        {"Dr Dw I1mr D1mr D1mw ILmr DLmr DLmw L1m LLm", "--cache-sim=yes"},
        {"Bc Bcm Bi Bim Bm", "--branch-sim=yes"},
        {"Ge", "--collect-bus=yes"},
        {"AcCost1 AcCost2 SpLoss1 SpLoss2", "--cacheuse=yes"},
        {"sysCount sysTime", "--collect-systime=yes"},
        {"sysCpuTime", "--collect-systime=nsec"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct text names = text_of(cases[i].names), name;
        while (text_cut_word(&names, &name))
            cr_expect(text_equal(known_event_find(name)->option, text_of(cases[i].option)), "%.*s",
                      (int)name.length, name.at);
    }
}

/* All of its list, so that a profile reads the same here and there. */
Test(known_events, have_the_long_names_of_kcachegrind)
{
    static const char *const names[][2] = {
        {"Ir", "Instruction Fetch"},
        {"Dr", "Data Read Access"},
        {"Dw", "Data Write Access"},
        {"I1mr", "L1 Instr. Fetch Miss"},
        {"D1mr", "L1 Data Read Miss"},
        {"D1mw", "L1 Data Write Miss"},
        {"I2mr", "L2 Instr. Fetch Miss"},
        {"D2mr", "L2 Data Read Miss"},
        {"D2mw", "L2 Data Write Miss"},
        {"ILmr", "LL Instr. Fetch Miss"},
        {"DLmr", "LL Data Read Miss"},
        {"DLmw", "LL Data Write Miss"},
        {"L1m", "L1 Miss Sum"},
        {"L2m", "L2 Miss Sum"},
        {"LLm", "Last-level Miss Sum"},
        {"Bi", "Indirect Branch"},
        {"Bim", "Mispredicted Ind. Branch"},
        {"Bc", "Conditional Branch"},
        {"Bcm", "Mispredicted Cond. Branch"},
        {"Bm", "Mispredicted Branch"},
        {"Ge", "Global Bus Event"},
        {"Smp", "Samples"},
        {"Sys", "System Time"},
        {"User", "User Time"},
        {"CEst", "Cycle Estimation"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(names); i++) {
        struct text long_name = known_event_find(text_of(names[i][0]))->long_name;
        cr_expect(text_equal(long_name, text_of(names[i][1])), "%s: '%.*s'", names[i][0],
                  (int)long_name.length, long_name.at);
    }
}

Test(known_events, of_cache_use_are_self_cost_only)
{
    size_t count = 0;

    cr_expect(known_event_find(TEXT("AcCost1"))->is_self_only);
    cr_expect(known_event_find(TEXT("AcCost2"))->is_self_only);
    cr_expect(known_event_find(TEXT("SpLoss1"))->is_self_only);
    cr_expect(known_event_find(TEXT("SpLoss2"))->is_self_only);
    for (size_t i = 0; i < n_known_events; i++)
        count += known_events[i].is_self_only;
    cr_expect_eq(count, 4);
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
