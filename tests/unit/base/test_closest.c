/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "base/closest.h"

#include <criterion/criterion.h>
#include <stdio.h>

#include "base/array.h"

/* What is suggested to somebody who typed this, from names separated by commas. */
static void expect_suggestion(const char *typed, const char *names, const char *expected)
{
    struct closest closest = {.typed = text_of(typed)};
    struct text rest = text_of(names), name;
    char text[100] = "";

    while (text_cut(&rest, ',', &name))
        closest_consider(&closest, name);
    closest_suggest(&closest, "", text, sizeof text);
    cr_expect_str_eq(text, expected, "%s among %s: '%s'", typed, names, text);
}

Test(closest, is_a_name_with_a_slip)
{
    static const char *const slips[] = {
        "treshold", "tthreshold", "thrashold", "htreshold", "THRESHOLD", "thresholds",
    };

    for (size_t i = 0; i < ARRAY_LENGTH(slips); i++)
        expect_suggestion(slips[i], "file,threshold,show", ": did you mean 'threshold'?");
}

/* One slip, and one more for each four letters. */
Test(closest, allows_more_slips_in_longer_names)
{
    expect_suggestion("abc", "axc", ": did you mean 'axc'?");
    expect_suggestion("abc", "axx", "");
    expect_suggestion("abcd", "axxd", ": did you mean 'axxd'?");
    expect_suggestion("abcd", "axxx", "");
    expect_suggestion("abcdefgh", "axxxefgh", ": did you mean 'axxxefgh'?");
    expect_suggestion("abcdefgh", "axxxxfgh", "");
}

/* Two letters would be in half of all names. */
Test(closest, holds_what_was_typed)
{
    expect_suggestion("events", "list-events", ": did you mean 'list-events'?");
    expect_suggestion("Eve", "list-events", ": did you mean 'list-events'?");
    expect_suggestion("ev", "list-events", "");
}

Test(closest, is_nothing_where_there_is_no_name)
{
    expect_suggestion("", "a,b", "");
    expect_suggestion("abc", "", "");
    expect_suggestion("abc", "xyz", "");
}

Test(closest, is_the_first_of_the_closest)
{
    expect_suggestion("abcd", "xbcd,abcd", ": did you mean 'abcd'?");
    expect_suggestion("abcd", "abcx,xbcd,abcx", ": did you mean 'abcx'?");
}

/* Names of symbols may be of any length; the first bytes decide. */
Test(closest, may_be_long)
{
    struct closest closest = {0};
    char typed[500], name[500], text[200] = "";

    for (size_t i = 0; i < sizeof typed; i++) {
        typed[i] = (char)('a' + i % 26);
        name[i] = i < 60 ? typed[i] : 'x';
    }
    closest.typed = (struct text){typed, sizeof typed};
    closest_consider(&closest, (struct text){name, sizeof name});
    cr_assert_eq(closest.name.at, name);
    closest_suggest(&closest, "--", text, sizeof text);
    cr_expect_eq(strlen(text), strlen(": did you mean '--'?") + 80);
}

Test(closest, is_cut_to_the_room)
{
    struct closest closest = {.typed = TEXT("abcd")};
    char text[20] = "no such";

    closest_consider(&closest, TEXT("abce"));
    closest_suggest(&closest, "", text, sizeof text);
    cr_expect_str_eq(text, "no such: did you me");
}
