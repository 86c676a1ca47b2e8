/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "base/number_set.h"

#include <criterion/criterion.h>
#include <stdlib.h>

#include "base/array.h"

static bool has(const char *list, int64_t number)
{
    struct number_set set = {0};

    cr_assert(number_set_add(&set, text_of(list)), "%s", list);
    bool is_in = number_set_has(&set, number);
    free(set.ranges);
    return is_in;
}

Test(number_set, has_what_is_listed)
{
    static const struct {
        const char *list;
        const char *expected; /* of 0 to 9: 'x' for those in it */
    } cases[] = {
        {"1", ".x........"},     {"0", "x........."},           {"1,3", ".x.x......"},
        {"3,1", ".x.x......"},   {"2-4", "..xxx....."},         {"2-2", "..x......."},
        {"1,3-5", ".x.xxx...."}, {" 1 , 3 - 5 ", ".x.xxx...."}, {"1-3,2-5", ".xxxxx...."},
        {"007", ".......x.."},   {"5-18", ".....xxxxx"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        for (int64_t number = 0; number < 10; number++)
            cr_expect_eq(has(cases[i].list, number), cases[i].expected[number] == 'x', "'%s': %d",
                         cases[i].list, (int)number);
    }
    cr_expect_not(has("0-9", -1)); /* a part without a number */
    cr_expect(has("999999999999999999", 999999999999999999));
}

Test(number_set, is_empty_at_first)
{
    struct number_set set = {0};

    cr_expect_not(number_set_has(&set, 0));
}

Test(number_set, grows)
{
    struct number_set set = {0};

    cr_assert(number_set_add(&set, TEXT("1")));
    cr_assert(number_set_add(&set, TEXT("5-6")));
    cr_expect(number_set_has(&set, 1) && number_set_has(&set, 6));
    cr_expect_not(number_set_has(&set, 4));
    free(set.ranges);
}

Test(number_set, refuses_what_is_no_list)
{
    static const char *const lists[] = {
        "",
        ",",
        "1,",
        ",1",
        "1,,2",
        "x",
        "1x",
        "-",
        "1-",
        "-1",
        "5-3",
        "1-2-3",
        "+1",
        "1.5",
        "0x1",
        "1 2",
        "9999999999999999999",
    };

    for (size_t i = 0; i < ARRAY_LENGTH(lists); i++) {
        struct number_set set = {0};

        cr_expect_not(number_set_add(&set, text_of(lists[i])), "'%s'", lists[i]);
        free(set.ranges);
    }
}
