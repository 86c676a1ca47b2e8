/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "aggregator/limits/limits.h"

#include <criterion/criterion.h>
#include <string.h>

#include "base/array.h"

/* A limit that must be well formed. */
static struct limit add(struct limits *limits, const char *written)
{
    struct error error = {0};

    cr_assert(limits_add(limits, written, &error), "%s", error.text);
    return limits->list[limits->count - 1];
}

Test(limits, are_cut_at_the_first_of_and_the_last_sign)
{
    static const struct {
        const char *written, *metric;
        bool has_functions, is_each, may_be_missing;
    } cases[] = {
        {"Ir > 5", "Ir", false, false, false},
        {"  incl(Ir)  >  5 ", "incl(Ir)", false, false, false},
        {"Ir of f > 5", "Ir", true, false, false},
        {"Ir of each f > 5", "Ir", true, true, false},
        {"Ir of? f > 5", "Ir", true, false, true},
        {"Ir of? each f > 5", "Ir", true, true, true},
        {"Ir of each > 5", "Ir", true, false, false},
        {"calls of a of b > 5", "calls", true, false, false},
        {"calls of a > b > 5", "calls", true, false, false},
        {"Ir of a->b > 5", "Ir", true, false, false},
        {"Ir of !f > 5", "Ir", true, false, false},
    };
    struct limits limits = {0};

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct limit limit = add(&limits, cases[i].written);
        cr_expect(text_equal(limit.metric, text_of(cases[i].metric)), "%s: %.*s", cases[i].written,
                  (int)limit.metric.length, limit.metric.at);
        cr_expect(text_equal(limit.written, text_of(cases[i].written)));
        cr_expect_eq(limit.pattern.is_given, cases[i].has_functions, "%s", cases[i].written);
        cr_expect_eq(limit.is_each, cases[i].is_each, "%s", cases[i].written);
        cr_expect_eq(limit.may_be_missing, cases[i].may_be_missing, "%s", cases[i].written);
        cr_expect_eq(limit.bound.kind, BOUND_COUNT);
        cr_expect_eq(limit.bound.figure, 5, "%s", cases[i].written);
    }
    cr_expect_eq(limits.count, ARRAY_LENGTH(cases));
    limits_free(&limits);
}

Test(limits, are_refused_where_they_make_no_sense)
{
    static const char *const cases[] = {
        "",
        "Ir",
        "Ir 5",
        "Ir>5",
        "Ir >5",
        "Ir> 5",
        " > 5",
        "Ir > ",
        "Ir > x",
        "Ir > -5",
        "Ir > ++5",
        "Ir > +",
        "Ir > +-5",
        "Ir > 1e3",
        "Ir > .",
        "Ir > %",
        "Ir > K",
        "Ir > 5k",
        "Ir > 5KB",
        "Ir > 5 K",
        "Ir > 5KK",
        "Ir > 5%K",
        "Ir > 5K%",
        "Ir > 5%%",
        "Ir > 1,000",
        "Ir > 1.2.3",
        "Ir > 9223373T",
        "Ir > 9223372036854775808",
        "Ir > 90001%",
        "Ir > 0x10",
        "Ir of ( > 5",
        "Ir of !( > 5",
        "of f > 5 of",
    };
    struct limits limits = {0};

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct error error = {0};
        cr_expect_not(limits_add(&limits, cases[i], &error), "'%s'", cases[i]);
        cr_expect_eq(error.kind, ERROR_USAGE, "'%s'", cases[i]);
        cr_expect(strstr(error.text, "--fail-if="), "'%s'", error.text);
    }
    cr_expect_eq(limits.count, 0);
    limits_free(&limits);
}

Test(limits, need_calls_for_functions)
{
    static const struct {
        const char *written;
        bool needs;
    } cases[] = {
        {"Ir > 5", false},
        {"incl(Ir) > 5", false},
        {"calls > 5", true},
        {"Ir of f > 5", true},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct limits limits = {0};
        add(&limits, cases[i].written);
        cr_expect_eq(limits_need_calls(&limits), cases[i].needs, "%s", cases[i].written);
        limits_free(&limits);
    }
}
