/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "profile/merge.h"

#include <criterion/criterion.h>
#include <stdlib.h>

#include "base/array.h"
#include "support/parsed.h"
#include "support/temporary.h"

TestSuite(merge, .init = temporary_enter, .fini = temporary_leave);

enum { SHOWN = SHOW_SELF | SHOW_LINES | SHOW_ARCS | SHOW_CALLS };

static const char *const profiles[] = {
    "pid: 1\nevents: A B\nfl=a\nfn=f\n1 1 2\ncfi=b\ncfn=g\ncalls=2 1\n2 10 20\nfl=b\nfn=g\n7 10 "
    "20\n",
    "pid: 2\nevents: C A\nfl=a\nfn=f\nfi=c\n9 5\nfe=a\ncfi=b\ncfn=g\n"
    "calls=1 1\n2 6 7\nob=o\nfl=b\nfn=g\n7 3 4\n",
    "pid: 3\nevents: B\nfl=b\nfn=g\n7 100\n70000000 1\nfl=d\nfn=h\n1 1\ncfn=h\ncalls=-1 1\n1 -5\n",
};

static void begin(struct parsed *parsed, const struct symbols *symbols)
{
    *parsed = (struct parsed){.symbols = *symbols, .is_read = true};
    profile_init(&parsed->profile, symbols,
                 (struct keep){.places = KEEP_SELF_AND_CALLS, .lines = KEEP_SELF_AND_CALLS});
}

static void merge(struct parsed *into, const struct parsed *from)
{
    struct error error = {0};

    cr_assert(profile_merge(&into->profile, &from->profile, &(struct symbol_maps){0}, &error), "%s",
              error.text);
}

/* All in one go, which says what merging has to give. */
static char *show_whole(unsigned shown)
{
    struct parsed parsed;
    char *text;

    parsed_begin(&parsed);
    for (size_t i = 0; i < ARRAY_LENGTH(profiles); i++)
        parsed_add(&parsed, profiles[i]);
    text = parsed_show(&parsed, shown);
    parsed_free(&parsed);
    return text;
}

/* The first two together and then the third, or the last two before the first goes to them. */
static char *show_merged(bool from_the_left, unsigned shown)
{
    struct parsed pieces[ARRAY_LENGTH(profiles)];
    struct symbols symbols = symbols_create();
    char *text;

    for (size_t i = 0; i < ARRAY_LENGTH(profiles); i++) {
        begin(&pieces[i], &symbols);
        parsed_add(&pieces[i], profiles[i]);
    }
    merge(&pieces[from_the_left ? 0 : 1], &pieces[from_the_left ? 1 : 2]);
    merge(&pieces[0], &pieces[from_the_left ? 2 : 1]);
    text = parsed_show(&pieces[0], shown);
    for (size_t i = 0; i < ARRAY_LENGTH(profiles); i++)
        profile_free(&pieces[i].profile);
    symbols_free(&symbols);
    return text;
}

Test(merge, gives_what_reading_one_after_the_other_gives)
{
    char *expected = show_whole(SHOWN | SHOW_PARTS);

    for (int from_the_left = 0; from_the_left < 2; from_the_left++) {
        char *text = show_merged(from_the_left, SHOWN | SHOW_PARTS);

        cr_expect_str_eq(text, expected, "expected\n%sgot\n%s", expected, text);
        free(text);
    }
    free(expected);
}

/* Sums of what is in several of them, worked out by hand; an event that was not given is '.'. */
Test(merge, matches_events_by_name)
{
    char *text = show_merged(true, SHOW_SELF | SHOW_ARCS);

    cr_expect_str_eq(text,
                     "arc a:f > b:g x3 = 17 20 6\n"
                     "arc d:h > d:h x-1 = . -5 .\n"
                     "self a:f = 1 2 .\n"
                     "self a:f in c = . . 5\n"
                     "self b:g = 10 121 .\n"
                     "self b:g [o] = 4 . 3\n"
                     "self d:h = . 1 .\n",
                     "got\n%s", text);
    free(text);
}

Test(merge, fails_where_a_sum_does_not_fit)
{
    static const char *const texts[] = {
        "events: A\nfl=a\nfn=f\n1 9223372036854775807\n",
        "events: A\nfl=a\nfn=f\ncfn=g\ncalls=9223372036854775807 1\n1 1\n",
        "events: A\nfl=a\nfn=f\ncfn=g\ncalls=1 1\n1 9223372036854775807\n",
    };

    for (size_t i = 0; i < ARRAY_LENGTH(texts); i++) {
        struct parsed first, second;
        struct symbols symbols = symbols_create();
        struct error error = {0};

        begin(&first, &symbols);
        begin(&second, &symbols);
        parsed_add(&first, texts[i]);
        parsed_add(&second, texts[i]);
        cr_expect_not(
            profile_merge(&first.profile, &second.profile, &(struct symbol_maps){0}, &error), "%s",
            texts[i]);
        cr_expect_eq(error.kind, ERROR_FAILED);
        profile_free(&first.profile);
        profile_free(&second.profile);
        symbols_free(&symbols);
    }
}
