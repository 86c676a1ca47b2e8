/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Names and the numbers that stand for them. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/array.h"
#include "parser/grammar.h"
#include "support/parsed.h"
#include "support/temporary.h"

TestSuite(parse_names, .init = temporary_enter, .fini = temporary_leave);

Test(parse_names, reads_names_and_numbers)
{
    static const struct parse_case cases[] = {
        {"numbers hold from where they are defined",
         "events: Ir\nfl=(1) a\nfn=(1) f\n1 1\nfn=(2) g\n1 2\nfn=(1)\n1 4\n",
         "self a:f = 5\nself a:g = 2\n"},
        {"from 0 to 2^64 - 1",
         "events: Ir\nfl=(0) a\nfn=(18446744073709551615) f\n1 1\nfl=(0)\n"
         "fn=(18446744073709551615)\n1 2\n",
         "self a:f = 3\n"},
        {"hexadecimal", "events: Ir\nfl=a\nfn=(0x10) f\n1 1\nfn=(16)\n1 2\n", "self a:f = 3\n"},
        {"a redefinition replaces", "events: Ir\nfl=a\nfn=(1) f\n1 1\nfn=(1) g\n1 2\nfn=(1)\n1 4\n",
         "self a:f = 1\nself a:g = 6\n"},
        {"objects, files and functions are three tables",
         "events: Ir\nob=(1) o\nfl=(1) a\nfn=(1) f\n1 1\nob=(1)\nfl=(1)\nfn=(1)\n1 2\n",
         "self a:f [o] = 3\n"},
        {"which callers and callees share",
         "events: Ir\nob=(1) o\nfl=(1) a\nfn=(1) f\ncob=(2) p\ncfi=(2) b\ncfn=(2) g\ncalls=1 1\n"
         "1 5\nob=(2)\nfl=(2)\nfn=(2)\n1 3\n",
         "arc a:f [o] > b:g [p] x1 = 5\nself a:f [o] = .\nself b:g [p] = 3\n"},
        {"with fi and fe", "events: Ir\nfi=(1) a\nfn=f\n1 1\nfe=(2) b\n1 2\nfl=(2)\nfn=g\n1 4\n",
         "self a:f = 1\nself a:f in b = 2\nself b:g = 4\n"},
        {"numbers hold across parts",
         "events: Ir\nfl=(1) a\nfn=(1) f\n1 1\npart: 2\nevents: Ir\nfl=(1)\nfn=(1)\n1 2\n",
         "self a:f = 3\n"},
        {"a blank between a number and its name may be missing",
         "events: Ir\nfl=(1)a\nfn=(7)f\n1 1\nfn=(8)(7)\n1 2\nfn=(7)\n1 4\nfl=(1)\nfn=(8)\n1 8\n",
         "self a:(7) = 10\nself a:f = 5\n"},
        {"the same name has two numbers", "events: Ir\nfl=a\nfn=(1) f\n1 1\nfn=(2) f\n1 2\n",
         "self a:f = 3\n"},
        {"leading blanks do not count, trailing ones do",
         "events: Ir\nfl=a\nfn=  f\n1 1\nfn=f \n1 2\nfn=(1)  f \n1 4\nfn=\tf\n1 8\n",
         "self a:f  = 6\nself a:f = 9\n"},
        {"blanks, signs and colons in a name",
         "events: Ir\nfl=a b=c\nfn=operator==(A const&, B:C)\n1 1\n",
         "self a b=c:operator==(A const&, B:C) = 1\n"},
        {"a bracket without a digit is a name",
         "events: Ir\nfl=a\nfn=(below main)\n1 1\nfn=(1) (anonymous namespace)::f\n1 2\nfn=(1)\n1 "
         "4\n",
         "self a:(anonymous namespace)::f = 6\nself a:(below main) = 1\n"},
    };

    parsed_check(cases, ARRAY_LENGTH(cases), SHOW_SELF | SHOW_ARCS);
}

/* Valgrind's --compress-mangled=yes. */
Test(parse_names, reads_numbers_inside_names)
{
    static const struct parse_case cases[] = {
        {"before an apostrophe",
         "events: Ir\nfl=a\nfn=(3) f\n1 1\nfn=(5) (3)'2\n1 2\nfn=(5)\n1 4\n",
         "self a:f = 1\nself a:f'2 = 6\n"},
        {"and after one",
         "events: Ir\nfl=a\nfn=(3) f\n1 1\nfn=(4) main\n1 2\nfn=(7) (3)'(4)\n1 4\n",
         "self a:f = 1\nself a:f'main = 4\nself a:main = 2\n"},
        {"a mark without a level", "events: Ir\nfl=a\nfn=(3) f\n1 1\nfn=(3)'\n1 2\n",
         "self a:f = 1\nself a:f' = 2\n"},
        {"several", "events: Ir\nfl=a\nfn=(3) f\n1 1\nfn=(4) main\n1 2\nfn=(3)'2'(4)\n1 4\n",
         "self a:f = 1\nself a:f'2'main = 4\nself a:main = 2\n"},
        {"a number alone is a symbol of that name",
         "events: Ir\nfl=a\nfn=(3) f\n1 1\nfn=(540) (3)\n1 2\nfn=(540)\n1 4\n",
         "self a:(3) = 6\nself a:f = 1\n"},
        {"a number without an apostrophe beside it stays",
         "events: Ir\nfl=a\nfn=(3) f\n1 1\nfn=g(3)\n1 2\nfn=g(3)'2\n1 4\nfn=h'(3)x\n1 8\n",
         "self a:f = 1\nself a:g(3) = 2\nself a:g(3)'2 = 4\nself a:h'(3)x = 8\n"},
        {"apostrophes without numbers stay",
         "events: Ir\nfl=a\nfn=f'lifetime\n1 1\nfn=(1) g''2\n1 2\nfn='\n1 4\n",
         "self a:' = 4\nself a:f'lifetime = 1\nself a:g''2 = 2\n"},
    };

    parsed_check(cases, ARRAY_LENGTH(cases), SHOW_SELF);
}

Test(parse_names, warns_once_of_a_number_that_was_never_defined)
{
    static const struct parse_case cases[] = {
        {"it is taken as written", "events: Ir\nfl=a\nfn=(3)\n1 1\n",
         "self a:(3) = 1\nwarning 3\n"},
        {"one warning a number", "events: Ir\nfl=a\nfn=(3)\n1 1\nfn=(3)\n1 2\nfn=(4)\n1 4\n",
         "self a:(3) = 3\nself a:(4) = 4\nwarning 3\nwarning 7\n"},
        {"each table for itself", "events: Ir\nfl=(3)\nfn=(3)\n1 1\n",
         "self (3):(3) = 1\nwarning 2\nwarning 3\n"},
        {"defined afterwards", "events: Ir\nfl=a\nfn=(3)\n1 1\nfn=(3) f\n1 2\nfn=(3)\n1 4\n",
         "self a:(3) = 1\nself a:f = 6\nwarning 3\n"},
        {"inside a name", "events: Ir\nfl=a\nfn=(5) (3)'2\n1 1\n", "self a:(3)'2 = 1\nwarning 3\n"},
    };

    parsed_check(cases, ARRAY_LENGTH(cases), SHOW_SELF);
}

/* The numbers of one file mean nothing in another. */
Test(parse_names, forgets_numbers_with_their_file)
{
    struct parsed parsed;

    parsed_begin(&parsed);
    parsed_add(&parsed, "events: Ir\nfl=a\nfn=(1) f\n1 1\n");
    parsed_add(&parsed, "events: Ir\nfl=a\nfn=(1)\n1 2\n");
    char *text = parsed_show(&parsed, SHOW_SELF);
    cr_expect_str_eq(text, "self a:(1) = 2\nself a:f = 1\nwarning 3\n");
    free(text);
    parsed_free(&parsed);
}

/* Names longer than the parser's window of 256 KiB. */
Test(parse_names, reads_a_name_of_a_megabyte)
{
    enum { LENGTH = 1 << 20 };
    struct parsed parsed;
    char *text = malloc(LENGTH + 64);

    cr_assert(text, "out of memory");
    sprintf(text, "events: Ir\nfl=a\nfn=(1) %0*d\n1 1\nfn=(1)\n1 2\n", LENGTH, 0);
    parsed_read(&parsed, text);
    cr_assert(parsed.is_read, "%s", parsed.error.text);
    cr_assert_eq(profile_n_functions(&parsed.profile), 1);
    symbol_id symbol = profile_function(&parsed.profile, 0).symbol;
    cr_expect_eq(names_text(parsed.symbols.functions, symbol).length, LENGTH);
    cr_expect_eq(costs_sum(&parsed.profile.ledgers[PLACES].costs,
                           costs_row(&parsed.profile.ledgers[PLACES].costs, 0), 0),
                 3);
    parsed_free(&parsed);
    free(text);
}

Test(name_ids, may_be_any_number)
{
    static const uint64_t numbers[] = {0,     1,          4095,           4096,
                                       65536, UINT32_MAX, UINT64_MAX - 1, UINT64_MAX};
    struct name_ids ids = {0};

    for (size_t i = 0; i < ARRAY_LENGTH(numbers); i++)
        cr_expect_eq(name_ids_find(&ids, numbers[i]), NO_ID);
    for (uint32_t i = 0; i < ARRAY_LENGTH(numbers); i++)
        name_ids_define(&ids, numbers[i], i + 7);
    for (uint32_t i = 0; i < ARRAY_LENGTH(numbers); i++)
        cr_expect_eq(name_ids_find(&ids, numbers[i]), i + 7);
    cr_expect_eq(name_ids_find(&ids, 2), NO_ID);
    cr_expect_eq(name_ids_find(&ids, 5000), NO_ID);
    name_ids_free(&ids);
    cr_expect_eq(name_ids_find(&ids, 0), NO_ID);
}

Test(name_ids, are_redefined)
{
    struct name_ids ids = {0};

    name_ids_define(&ids, 3, 1);
    name_ids_define(&ids, UINT64_MAX, 2);
    name_ids_define(&ids, 3, 4);
    name_ids_define(&ids, UINT64_MAX, 5);
    cr_expect_eq(name_ids_find(&ids, 3), 4);
    cr_expect_eq(name_ids_find(&ids, UINT64_MAX), 5);
    name_ids_free(&ids);
}

/* Forwards, backwards and scattered: wherever a number is kept, its newest name is found. */
Test(name_ids, may_be_a_million, .timeout = 30)
{
    enum { COUNT = 1000000 };
    /* No number appears twice, not even in the last step, since it is odd. */
    static const struct {
        uint64_t first, step;
    } orders[] = {{0, 1}, {COUNT - 1, UINT64_MAX}, {1, UINT64_C(0x9e3779b97f4a7c15)}};

    for (size_t order = 0; order < ARRAY_LENGTH(orders); order++) {
        struct name_ids ids = {0};
        uint64_t number = orders[order].first;
        size_t n_wrong = 0;

        for (uint32_t i = 0; i < COUNT; i++, number += orders[order].step)
            name_ids_define(&ids, number, i);
        number = orders[order].first;
        for (uint32_t i = 0; i < COUNT; i++, number += orders[order].step)
            n_wrong += name_ids_find(&ids, number) != i;
        cr_expect_eq(n_wrong, 0, "order %zu: %zu are wrong", order, n_wrong);
        name_ids_free(&ids);
    }
}

/* First beyond the array, which then grows over it. */
Test(name_ids, are_redefined_where_they_are_near_by_then)
{
    struct name_ids ids = {0};

    name_ids_define(&ids, 6000, 1);
    for (uint32_t i = 0; i < 6000; i++)
        name_ids_define(&ids, i, 2);
    cr_expect_eq(name_ids_find(&ids, 6000), 1);
    name_ids_define(&ids, 6000, 3);
    for (uint32_t i = 6001; i < 20000; i++)
        name_ids_define(&ids, i, 4);
    cr_expect_eq(name_ids_find(&ids, 6000), 3);
    name_ids_free(&ids);
}
