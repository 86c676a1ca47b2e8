/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "aggregator/limits/limits.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "support/parsed.h"
#include "support/temporary.h"

TestSuite(decide, .init = temporary_enter, .fini = temporary_leave);

/*
 * Self: main 10, f 50, g 30, `a of b` 6, `a > b` 4; total 100. Calls: f 2, g 1, the others 4 and
 * 3; 10 in all. Inclusive: main 100.
 */
static const char tree[] = "events: Ir Dr\n"
                           "fl=a.c\n"
                           "fn=main\n1 10 1\n"
                           "cfn=f\ncalls=2 1\n1 50\n"
                           "cfn=g\ncalls=1 1\n1 30\n"
                           "cfn=a of b\ncalls=4 1\n1 6\n"
                           "cfn=a > b\ncalls=3 1\n1 4\n"
                           "fn=f\n2 50\n"
                           "fn=g\n3 30\n"
                           "fn=a of b\n4 6\n"
                           "fn=a > b\n5 4\n";

/* e and o call each other, levels merged. Self: main 1, e 10, o 20. The bound of e is 30. */
static const char cycle[] = "events: Ir\n"
                            "fl=a.c\n"
                            "fn=main\n1 1\ncfn=e\ncalls=1 1\n1 30\n"
                            "fn=e\n2 10\ncfn=o\ncalls=1 1\n2 25\n"
                            "fn=o\n3 20\ncfn=e\ncalls=1 1\n3 15\n";

/* A limit that must be well formed. */
static struct limit add(struct limits *limits, const char *written)
{
    struct error error = {0};

    cr_assert(limits_add(limits, written, &error), "%s", error.text);
    return limits->list[limits->count - 1];
}

/*
 * The verdicts on a profile as text, "exceeded VALUE BOUND FUNCTION" or "ok VALUE BOUND" each,
 * then the error. The caller frees it.
 */
static char *decide(const char *profile, const char *written, const char *ignored)
{
    struct filter filter = {0};
    struct limits limits = {0};
    struct verdicts verdicts;
    struct parsed parsed;
    struct error error = {0};
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);

    cr_assert(out);
    add(&limits, written);
    cr_assert(!ignored || pattern_set(&filter.ignored, "ignore", ignored, &error));
    parsed_read(&parsed, profile);
    const struct evidence evidence = {.profile = &parsed.profile, .filter = &filter};
    bool is_done = limits_decide(&verdicts, &limits, &evidence, &error);
    cr_expect_eq(is_done, error.kind == ERROR_NONE, "%s", written);
    for (size_t i = 0; i < verdicts.count; i++) {
        const struct verdict *verdict = &verdicts.list[i];
        cr_expect(text_equal(verdict->limit, text_of(written)));
        if (verdict->outcome == LIMIT_UNDECIDED)
            fprintf(out, "undecided %zu", 1 + verdict->n_others);
        else
            fprintf(out, "%s %" PRIi64 " %" PRIi64,
                    verdict->outcome == LIMIT_EXCEEDED ? "exceeded" : "ok", verdict->value.count,
                    verdict->bound.count);
        fprintf(out, "%s%.*s\n", verdict->name.length ? " " : "", (int)verdict->name.length,
                verdict->name.at ? verdict->name.at : "");
    }
    if (error.kind != ERROR_NONE)
        fprintf(out, "%s\n", error.kind == ERROR_USAGE ? "usage" : "failed");
    fclose(out);
    verdicts_free(&verdicts);
    parsed_free(&parsed);
    limits_free(&limits);
    filter_free(&filter);
    return text;
}

struct verdict_case {
    const char *profile, *limit, *ignored, *expected;
};

static void check(const struct verdict_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char *text = decide(cases[i].profile, cases[i].limit, cases[i].ignored);
        cr_expect_str_eq(text, cases[i].expected, "%s%s%s: '%s', not '%s'", cases[i].limit,
                         cases[i].ignored ? " without " : "",
                         cases[i].ignored ? cases[i].ignored : "", text, cases[i].expected);
        free(text);
    }
}

Test(decide, have_bounds_with_fractions_suffixes_and_percent)
{
    static const struct verdict_case cases[] = {
        {tree, "Ir > 99", NULL, "exceeded 100 99\n"},
        {tree, "Ir > 100", NULL, "ok 100 100\n"},
        {tree, "Ir > 99.5", NULL, "exceeded 100 99\n"},
        {tree, "Ir > 100.5", NULL, "ok 100 100\n"},
        {tree, "Ir > .5", NULL, "exceeded 100 0\n"},
        {tree, "Ir > 0", NULL, "exceeded 100 0\n"},
        {tree, "Ir > 1K", NULL, "ok 100 1000\n"},
        {tree, "Ir > 1.5M", NULL, "ok 100 1500000\n"},
        {tree, "Ir > 0.25G", NULL, "ok 100 250000000\n"},
        {tree, "Ir > 2T", NULL, "ok 100 2000000000000\n"},
        {tree, "Ir of ^f$ > 50%", NULL, "ok 50 50\n"},
        {tree, "Ir of ^f$ > 49%", NULL, "exceeded 50 49\n"},
        {tree, "Ir of ^f$ > 49.5%", NULL, "exceeded 50 49\n"},
        {tree, "calls of ^f$ > 20%", NULL, "ok 2 2\n"},
        {tree, "calls of ^f$ > 19%", NULL, "exceeded 2 1\n"},
        {tree, "Ir > 100%", NULL, "ok 100 100\n"},
        {tree, "Ir > 150%", NULL, "ok 100 150\n"},
        {tree, "Ir > 0.000001%", NULL, "exceeded 100 0\n"},
        {tree, "Ir > 90000%", NULL, "ok 100 90000\n"},
    };

    check(cases, ARRAY_LENGTH(cases));
}

/* Binary fractions made 49999 of 0.05M. */
Test(decide, have_exact_bounds)
{
    static const char large[] = "events: Ir\nfl=a\nfn=f\n1 50000\nfn=g\n1 80000\nfn=h\n1 9\n";
    static const char wide[] = "events: Ir\nfl=a\nfn=f\n1 9223372036854775807\n";
    static const char below[] = "events: Ir\nfl=a\nfn=f\n1 -50\nfn=g\n1 1\n";
    static const struct verdict_case cases[] = {
        {large, "Ir of f > 0.05M", NULL, "ok 50000 50000\n"},
        {large, "Ir > 0.13M", NULL, "exceeded 130009 130000\n"},
        {large, "Ir of h > 0.007%", NULL, "ok 9 9\n"},
        {large, "Ir of h > 0.0069%", NULL, "exceeded 9 8\n"},
        {wide, "Ir > 9223372036854775807", NULL, "ok 9223372036854775807 9223372036854775807\n"},
        {wide, "Ir > 100%", NULL, "ok 9223372036854775807 9223372036854775807\n"},
        {wide, "Ir > 99.999999%", NULL, "exceeded 9223372036854775807 9223371944621055438\n"},
        {wide, "Ir > 90000%", NULL, "ok 9223372036854775807 9223372036854775807\n"},
        {below, "Ir > 10%", NULL, "ok -49 -5\n"},
    };

    check(cases, ARRAY_LENGTH(cases));
}

Test(decide, add_up_what_matches)
{
    static const struct verdict_case cases[] = {
        {tree, "Ir of ^[fg]$ > 80", NULL, "ok 80 80\n"},
        {tree, "Ir of ^[fg]$ > 79", NULL, "exceeded 80 79\n"},
        {tree, "self(Ir) of ^f$ > 49", NULL, "exceeded 50 49\n"},
        {tree, "Dr of . > 0", NULL, "exceeded 1 0\n"},
        {tree, "Dr of ^f$ > 0", NULL, "ok 0 0\n"},
        {tree, "calls of ^[fg]$ > 2", NULL, "exceeded 3 2\n"},
        {tree, "calls > 10", NULL, "ok 10 10\n"},
        {tree, "calls > 9", NULL, "exceeded 10 9\n"},
        {tree, "Ir of !^[fg]$ > 19", NULL, "exceeded 20 19\n"},
        {tree, "Ir of ^a of b$ > 5", NULL, "exceeded 6 5\n"},
        {tree, "Ir of ^a > b$ > 3", NULL, "exceeded 4 3\n"},
        {tree, "incl(Ir) > 99", NULL, "exceeded 100 99\n"},
    };

    check(cases, ARRAY_LENGTH(cases));
}

Test(decide, take_the_largest_inclusive_cost)
{
    static const struct verdict_case cases[] = {
        {tree, "incl(Ir) of ^(main|f)$ > 100", NULL, "ok 100 100 main\n"},
        {tree, "incl(Ir) of ^(main|f)$ > 99", NULL, "exceeded 100 99 main\n"},
        {tree, "incl(Ir) of ^[fg]$ > 50", NULL, "ok 50 50 f\n"},
    };

    check(cases, ARRAY_LENGTH(cases));
}

Test(decide, look_at_each_function)
{
    static const struct verdict_case cases[] = {
        {tree, "Ir of each ^[fg]$ > 30", NULL, "exceeded 50 30 f\n"},
        {tree, "Ir of each ^[fg]$ > 60", NULL, "ok 50 60 f\n"},
        {tree, "calls of each b$ > 3", NULL, "exceeded 4 3 a of b\n"},
        {tree, "incl(Ir) of each ^(main|f|g)$ > 30", NULL,
         "exceeded 100 30 main\nexceeded 50 30 f\n"},
        {tree, "Ir of each nosuch > 30", NULL, "undecided 1\n"},
        {tree, "Ir of? each nosuch > 30", NULL, ""},
        /* Of several that are as near to the limit, the first by name. */
        {"events: Ir\nfl=a\nfn=z\n1 5\nfn=y\n1 5\nfn=x\n1 4\n", "Ir of each . > 6", NULL,
         "ok 5 6 y\n"},
    };

    check(cases, ARRAY_LENGTH(cases));
}

Test(decide, fail_where_nothing_matches)
{
    static const struct verdict_case cases[] = {
        {tree, "Ir of nosuch > 1", NULL, "undecided 1\n"},
        {tree, "Ir of? nosuch > 1", NULL, ""},
        {tree, "Ir of? ^f$ > 1", NULL, "exceeded 50 1\n"},
        {tree, "Ix > 1", NULL, "usage\n"},
        {tree, "Ix of nosuch > 1", NULL, "usage\n"},
        {tree, "incl(calls) > 1", NULL, "usage\n"},
    };

    check(cases, ARRAY_LENGTH(cases));
}

Test(decide, leave_out_what_is_ignored)
{
    static const struct verdict_case cases[] = {
        {tree, "Ir of ^[fg]$ > 30", "^f$", "ok 30 30\n"},
        {tree, "Ir of ^[fg]$ > 29", "^f$", "exceeded 30 29\n"},
        {tree, "Ir of each . > 29", "^f$", "exceeded 30 29 g\n"},
        {tree, "Ir of ^f$ > 1", "^f$", "undecided 1\n"},
        {tree, "Ir of? ^f$ > 1", "^f$", ""},
        {tree, "incl(Ir) of ^main$ > 99", "^f$", "exceeded 100 99\n"},
        {tree, "Ir > 99", "^f$", "exceeded 100 99\n"},
        {tree, "Ir of ^g$ > 30%", "^f$", "ok 30 30\n"},
    };

    check(cases, ARRAY_LENGTH(cases));
}

Test(decide, are_decided_by_a_lower_bound_only_when_it_is_above)
{
    static const struct verdict_case cases[] = {
        {cycle, "incl(Ir) of ^e$ > 29", NULL, "exceeded 30 29\n"},
        {cycle, "incl(Ir) of ^e$ > 30", NULL, "undecided 1\n"},
        {cycle, "incl(Ir) of each ^e$ > 29", NULL, "exceeded 30 29 e\n"},
        {cycle, "incl(Ir) of each ^e$ > 30", NULL, "undecided 1 e\n"},
        {cycle, "incl(Ir) of ^(e|main)$ > 30", NULL, "exceeded 31 30 main\n"},
        {cycle, "incl(Ir) of ^main$ > 31", NULL, "ok 31 31\n"},
        {cycle, "Ir of ^e$ > 10", NULL, "ok 10 10\n"},
        {cycle, "calls of ^e$ > 2", NULL, "ok 2 2\n"},
    };

    check(cases, ARRAY_LENGTH(cases));
}

Test(decide, fold_levels_of_recursion)
{
    static const char levels[] = "events: Ir\nfl=a.c\n"
                                 "fn=main\n1 1\ncfn=f\ncalls=1 1\n1 7\n"
                                 "fn=f\n2 3\ncfn=f'2\ncalls=2 1\n2 4\n"
                                 "fn=f'2\n2 4\n";
    static const struct verdict_case cases[] = {
        {levels, "Ir of ^f$ > 6", NULL, "exceeded 7 6\n"},
        {levels, "calls of ^f$ > 3", NULL, "ok 3 3\n"},
        {levels, "incl(Ir) of ^f$ > 7", NULL, "ok 7 7\n"},
        {levels, "Ir of ^f'2$ > 1", NULL, "undecided 1\n"},
    };

    check(cases, ARRAY_LENGTH(cases));
}

/*
 * Two objects, three files, a namespace, two parts of two threads. Self: main 1 on src/a.c:1 and 2
 * on inc/b.h:2, n::f 4, n::m::g 8 and, in part 2, 16. main calls n::f three times for 28.
 */
static const char coded[] = "pid: 7\nevents: Ir\npart: 1\nthread: 1\nob=prog\nfl=src/a.c\n"
                            "fn=main\n1 1\ncob=lib\ncfi=lib.cc\ncfn=n::f\ncalls=3 1\n1 28\n"
                            "fi=inc/b.h\n2 2\n"
                            "ob=lib\nfl=lib.cc\nfn=n::f\n1 4\n"
                            "cfn=n::m::g\ncalls=2 3\n2 24\nfn=n::m::g\n3 8\n"
                            "part: 2\nthread: 2\nob=lib\nfl=lib.cc\nfn=n::m::g\n3 16\n";

Test(decide, look_at_rows_of_each_key)
{
    static const struct verdict_case cases[] = {
        {coded, "Ir of each object:. > 0", NULL, "exceeded 28 0 lib\nexceeded 3 0 prog\n"},
        {coded, "Ir of object:. > 0", NULL, "exceeded 31 0\n"},
        {coded, "Ir of object:!lib > 0", NULL, "exceeded 3 0\n"},
        {coded, "Ir of each file:. > 0", NULL,
         "exceeded 28 0 lib.cc\nexceeded 2 0 inc/b.h\nexceeded 1 0 src/a.c\n"},
        {coded, "Ir of each directory:. > 1", NULL, "exceeded 28 1 .\nexceeded 2 1 inc\n"},
        {coded, "Ir of each extension:. > 1", NULL, "exceeded 28 1 .cc\nexceeded 2 1 .h\n"},
        {coded, "Ir of each namespace:. > 0", NULL,
         "exceeded 24 0 n::m\nexceeded 4 0 n\nexceeded 3 0 prog\n"},
        {coded, "Ir of namespace:^n > 0", NULL, "exceeded 28 0\n"},
        {coded, "Ir of each line:. > 1", NULL,
         "exceeded 24 1 lib.cc:3\nexceeded 4 1 lib.cc:1\nexceeded 2 1 inc/b.h:2\n"},
        {coded, "Ir of each part:. > 0", NULL,
         "exceeded 16 0 part 2, thread 2, PID 7\nexceeded 15 0 part 1, thread 1, PID 7\n"},
        {coded, "Ir of each thread:^thread 2 > 0", NULL, "exceeded 16 0 thread 2, PID 7\n"},
        {coded, "Ir of each input:. > 31", NULL, "ok 31 31 profile\n"},
        {coded, "incl(Ir) of object:^prog$ > 30", NULL, "exceeded 31 30\n"},
        {coded, "incl(Ir) of each file:cc$ > 27", NULL, "exceeded 28 27 lib.cc\n"},
        {coded, "calls of each object:. > 0", NULL, "exceeded 5 0 lib\n"},
        {coded, "calls of namespace:m$ > 60%", NULL, "ok 2 3\n"},
        {coded, "Ir of object:^lib$ > 90%", NULL, "exceeded 28 27\n"},
        {coded, "Ir of object:nosuch > 1", NULL, "undecided 1\n"},
        {coded, "Ir of? object:nosuch > 1", NULL, ""},
        {coded, "Ir of object:^lib$ > 3", "g$", "exceeded 4 3\n"},
        {coded, "calls of line:. > 1", NULL, "usage\n"},
        {coded, "incl(Ir) of line:. > 1", NULL, "usage\n"},
        {coded, "calls of thread:. > 1", NULL, "usage\n"},
        {coded, "incl(Ir) of input:. > 1", NULL, "usage\n"},
    };

    check(cases, ARRAY_LENGTH(cases));
}

Test(decide, fail_where_sums_do_not_fit)
{
    static const char huge[] = "events: Ir\nfl=a.c\n"
                               "fn=main\n1 1\n"
                               "cfn=f\ncalls=9223372036854775807 1\n1 1\n"
                               "cfn=g\ncalls=1 1\n1 1\n"
                               "fn=f\n1 1\nfn=g\n1 1\n";
    static const struct verdict_case cases[] = {
        {huge, "calls of . > 1", NULL, "failed\n"},
        {huge, "calls > 1", NULL, "failed\n"},
    };

    check(cases, ARRAY_LENGTH(cases));
}
