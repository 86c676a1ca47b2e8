/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "aggregator/inclusive.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "support/figured.h"
#include "support/temporary.h"

TestSuite(nesting, .init = temporary_enter, .fini = temporary_leave);

/*
 * "ROW RULE" of each row, and "CALLER > CALLEE COUNTED" of each arc: whether it is counted as
 * entering and as leaving a row, and as a call from code; "back" where it may lead back.
 */
static char *show(const struct nesting *nesting)
{
    static const char *const rules[] = {[RULE_ALONE] = "alone",
                                        [RULE_UNSURE] = "unsure",
                                        [RULE_CUT] = "cut",
                                        [RULE_LEVELS] = "levels",
                                        [RULE_BOUND] = "bound"};
    const struct rows *rows = nesting->rows;
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    cr_assert(out, "out of memory");
    for (row_id id = 0; id < rows->count; id++)
        fprintf(out, "%s %s\n", figured_name(rows, id), rules[nesting->rules[id]]);
    for (size_t id = 0; id < rows->arcs->map.count; id++) {
        const struct profile *profile = rows->profile;
        struct arc arc = ledger_arc(rows->arcs, id);
        struct row_arc of_rows = rows_arc(rows, id);

        fprintf(out, "%s",
                parsed_function_name(profile, profile_place(profile, arc.caller).function));
        fprintf(out, " > %s%s%s%s%s\n", parsed_function_name(profile, arc.callee),
                nesting_counts_entering(nesting, id) ? " entering" : "",
                nesting_counts_leaving(nesting, id) ? " leaving" : "",
                nesting_counts_call(nesting, of_rows) ? " call" : "",
                nesting_leads_back(nesting, of_rows) ? " back" : "");
    }
    fclose(out);
    return figured_sort(text);
}

struct nesting_case {
    const char *behaviour, *profile;
    struct row_choice choice;
    enum levels levels;
    const char *expected; /* in bytewise order */
};

/* Those that have no code may be any function of their name. */
static void doubt_callees(struct profile *profile)
{
    bool *has_code = calloc(profile_n_functions(profile), sizeof *has_code);

    cr_assert(has_code, "out of memory");
    for (place_id id = 0; id < profile_n_places(profile); id++)
        has_code[profile_place(profile, id).function] = true;
    for (function_id id = 0; id < profile_n_functions(profile); id++)
        if (!has_code[id])
            profile_add_doubt(profile, id, DOUBT_CALLEE);
    free(has_code);
}

static void check_with(bool callees_are_doubted, const struct nesting_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct parsed parsed;
        struct rows rows;
        struct nesting nesting;
        struct error error = {0};

        parsed_read(&parsed, cases[i].profile);
        if (callees_are_doubted)
            doubt_callees(&parsed.profile);
        rows_create(&rows, &parsed.profile, &cases[i].choice);
        cr_assert(profile_fits(&parsed.profile, &error), "%s", error.text);
        nesting_create(&nesting, &rows, cases[i].levels);
        char *text = show(&nesting);
        cr_expect(strcmp(text, cases[i].expected) == 0, "%s: expected\n%sgot\n%s",
                  cases[i].behaviour, cases[i].expected, text);
        free(text);
        nesting_free(&nesting);
        rows_free(&rows);
        parsed_free(&parsed);
    }
}

static void check(const struct nesting_case *cases, size_t count)
{
    check_with(false, cases, count);
}

/* Costs do not matter here. */
#define CALLS(callee) "cfn=" callee "\ncalls=1 1\n1 1\n"
#define HEAD "events: A\nfl=a\n"

#define FUNCTIONS .key = BY_FUNCTION, .is_folded = true, .has_inclusive = true

Test(nesting, needs_recursion)
{
    static const struct nesting_case cases[] = {
        {"each calls others",
         HEAD "fn=m\n" CALLS("f") CALLS("g") "fn=f\n" CALLS("g"),
         {FUNCTIONS},
         LEVELS_NOT_NEEDED,
         "a:f > a:g entering leaving call\na:f alone\na:g alone\n"
         "a:m > a:f entering leaving call\na:m > a:g entering leaving call\na:m alone\n"},
    };

    check(cases, ARRAY_LENGTH(cases));
}

/* What only calls itself is in no cycle: such calls are within those of others. */
Test(nesting, is_that_of_calls_of_itself)
{
    static const struct nesting_case cases[] = {
        {"levels merged",
         HEAD "fn=m\n" CALLS("f") "fn=f\n" CALLS("f"),
         {FUNCTIONS},
         LEVELS_MERGED,
         "a:f > a:f back\na:f alone\na:m > a:f entering leaving call\na:m alone\n"},
        /* All of f'2 is within the calls that f of level 1 makes. */
        {"levels separated",
         HEAD "fn=m\n" CALLS("f") "fn=f\n" CALLS("f'2") "fn=f'2\n" CALLS("f'2"),
         {FUNCTIONS},
         LEVELS_SEPARATED,
         "a:f > a:f'2 call back\na:f alone\na:f'2 > a:f'2 back\n"
         "a:m > a:f entering leaving call\na:m alone\n"},
        /* Two functions: one calls the other, which calls itself. */
        {"as recorded",
         HEAD "fn=m\n" CALLS("f") "fn=f\n" CALLS("f'2") "fn=f'2\n" CALLS("f'2"),
         {.key = BY_FUNCTION, .has_inclusive = true},
         LEVELS_SEPARATED,
         "a:f > a:f'2 entering leaving call\na:f alone\na:f'2 > a:f'2 back\na:f'2 alone\n"
         "a:m > a:f entering leaving call\na:m alone\n"},
    };

    check(cases, ARRAY_LENGTH(cases));
}

/* m calls f, f g, g f again, that g again; and g calls h, from where there is no way back. */
#define MUTUAL                                                                                     \
    HEAD "fn=m\n" CALLS("f") "fn=f\n" CALLS("g") "fn=g\n" CALLS("f'2")                             \
        CALLS("h") "fn=f'2\n" CALLS("g'2")

Test(nesting, is_that_of_cycles)
{
    static const struct nesting_case cases[] = {
        {"levels tell the first activations",
         MUTUAL,
         {FUNCTIONS},
         LEVELS_SEPARATED,
         "a:f > a:g entering leaving call back\na:f levels\na:f'2 > a:g'2 back\n"
         "a:g > a:f'2 leaving call back\na:g > a:h entering leaving call\na:g levels\na:h alone\n"
         "a:m > a:f entering leaving call\na:m alone\n"},
        {"which are not believed where one input has none",
         MUTUAL,
         {FUNCTIONS},
         LEVELS_MERGED,
         "a:f > a:g back\na:f bound\na:f'2 > a:g'2 back\n"
         "a:g > a:f'2 back\na:g > a:h entering leaving call\na:g bound\na:h alone\n"
         "a:m > a:f entering leaving call\na:m alone\n"},
        {"nor where a first activation calls another one",
         MUTUAL "fn=f\n" CALLS("f"),
         {FUNCTIONS},
         LEVELS_SEPARATED,
         "a:f > a:f back\na:f > a:g entering back\na:f bound\na:f'2 > a:g'2 back\n"
         "a:g > a:f'2 leaving call back\na:g > a:h entering leaving call\na:g levels\na:h alone\n"
         "a:m > a:f entering leaving call\na:m alone\n"},
        {"nor of deeper ones, where these are rows of their own",
         MUTUAL "fn=g'2\n" CALLS("f'2"),
         {.key = BY_FUNCTION, .has_inclusive = true},
         LEVELS_SEPARATED,
         "a:f > a:g entering leaving call\na:f alone\na:f'2 > a:g'2 back\na:f'2 bound\n"
         "a:g > a:f'2 entering leaving call\na:g > a:h entering leaving call\na:g alone\n"
         "a:g'2 > a:f'2 back\na:g'2 bound\na:h alone\na:m > a:f entering leaving call\na:m "
         "alone\n"},
    };

    check(cases, ARRAY_LENGTH(cases));
}

/* Levels are those of functions: objects lead back to themselves at the first level of each. */
/* r is the resolver, whose calls the profile does not show: f'2 may run within f's call of it. */
Test(nesting, may_be_hidden_where_a_chain_is_cut)
{
    static const struct nesting_case cases[] = {
        {"others enter the deeper level",
         HEAD "fn=m\n" CALLS("f") "fn=f\n" CALLS("r") "fn=s\n" CALLS("f'2") "fn=f'2\n" CALLS("r"),
         {FUNCTIONS},
         LEVELS_NOT_NEEDED,
         "a:f > a:r entering leaving call back\na:f cut\na:f'2 > a:r entering back\n"
         "a:m > a:f entering leaving call\na:m alone\na:r alone\na:s > a:f'2 leaving call\n"
         "a:s alone\n"},
        {"nobody does",
         HEAD "fn=m\n" CALLS("f") "fn=f\n" CALLS("r") "fn=f'2\n" CALLS("r"),
         {FUNCTIONS},
         LEVELS_NOT_NEEDED,
         "a:f > a:r entering leaving call back\na:f cut\na:f'2 > a:r entering back\n"
         "a:m > a:f entering leaving call\na:m alone\na:r alone\n"},
        {"rows as recorded are not about deeper levels",
         HEAD "fn=m\n" CALLS("f") "fn=f\n" CALLS("r") "fn=f'2\n" CALLS("r"),
         {.key = BY_FUNCTION, .has_inclusive = true},
         LEVELS_NOT_NEEDED,
         "a:f > a:r entering leaving call\na:f alone\na:f'2 > a:r entering leaving call\n"
         "a:f'2 alone\na:m > a:f entering leaving call\na:m alone\na:r alone\n"},
    };

    check(cases, ARRAY_LENGTH(cases));
}

Test(nesting, of_other_rows_has_no_levels)
{
    static const struct nesting_case cases[] = {
        {"by object",
         "events: A\nob=o\nfl=a\nfn=f\ncob=p\n" CALLS("g") "ob=p\nfn=g\ncob=o\n" CALLS("f'2"),
         {.key = BY_OBJECT, .is_folded = true, .has_inclusive = true},
         LEVELS_SEPARATED,
         "[o] bound\n[p] bound\na:f [o] > a:g [p] back\na:g [p] > a:f'2 [o] back\n"},
        /* Code of b runs in f, as if f had called it, and calls f. */
        {"inlined code is called by its function",
         HEAD "fn=f\n1 1\nfi=b\n2 1\nfl=b\nfn=g\ncfi=a\n" CALLS("f"),
         {.key = BY_FILE, .is_folded = true, .has_inclusive = true},
         LEVELS_NOT_NEEDED,
         "a bound\nb bound\nb:g > a:f back\n"},
    };

    check(cases, ARRAY_LENGTH(cases));
}

#define DOUBTED(callees)                                                                           \
    HEAD "fn=m\n" callees "fl=b\nfn=f\n1 1\n" CALLS("g") "fl=c\nfn=f\n1 1\nfl=b\nfn=g\n1 1\n"

Test(nesting, is_unsure_where_a_callee_may_be_several)
{
    static const struct nesting_case cases[] = {
        {"the callee alone",
         DOUBTED(CALLS("f")),
         {FUNCTIONS},
         LEVELS_NOT_NEEDED,
         "a:f unsure\na:m > a:f entering leaving call\na:m alone\nb:f > b:g entering leaving call\n"
         "b:f alone\nb:g alone\nc:f alone\n"},
        {"the files that it is called from",
         DOUBTED(CALLS("f")),
         {.key = BY_FILE, .is_folded = true, .has_inclusive = true},
         LEVELS_NOT_NEEDED,
         "a unsure\na:m > a:f back\nb alone\nb:f > b:g back\nc alone\n"},
        {"but no object",
         DOUBTED(CALLS("f")),
         {.key = BY_OBJECT, .is_folded = true, .has_inclusive = true},
         LEVELS_NOT_NEEDED,
         " alone\na:m > a:f back\nb:f > b:g back\n"},
        /* If f is that of b, m is called below itself. */
        {"or all that may call each other by it",
         HEAD "fn=m\n1 1\n" CALLS("f") "fl=b\nfn=f\n1 1\ncfi=a\n" CALLS("m") "fl=c\nfn=f\n1 1\n",
         {FUNCTIONS},
         LEVELS_MERGED,
         "a:f bound\na:m > a:f back\na:m bound\nb:f > a:m back\nb:f bound\nc:f alone\n"},
    };

    check_with(true, cases, ARRAY_LENGTH(cases));
}
