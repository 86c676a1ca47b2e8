/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/html/number_list.h"

#include <criterion/criterion.h>
#include <stdlib.h>

#include "base/array.h"
#include "reporter/format/json/json_writer.h"
#include "unit/reporter/format/hand_made.h"

static void check(const struct cell *cells, size_t count, const char *expected)
{
    char *text = NULL;
    size_t size;
    struct json json = {.out = open_memstream(&text, &size), .is_for_page = true};
    struct number_list list;

    cr_assert(json.out, "out of memory");
    number_list_begin(&list, &json);
    for (size_t i = 0; i < count; i++)
        number_list_add_cell(&list, cells[i]);
    number_list_end(&list);
    json_null(&json);
    fclose(json.out);
    expect_text(text, expected);
}

Test(number_list, writes_figures)
{
    static const struct cell cells[] = {GIVEN(0), GIVEN(-12), {0}, GIVEN(INT64_MAX)};

    check(cells, ARRAY_LENGTH(cells), "[0,-12,null,\"9223372036854775807\"], null");
    check(NULL, 0, "[], null");
}

#define RATIO(number)                                                                              \
    {                                                                                              \
        .ratio = (number), .is_given = true, .is_ratio = true                                      \
    }

Test(number_list, writes_ratios_with_six_digits_after_the_point)
{
    static const struct cell cells[] = {
        RATIO(0),          RATIO(1),          RATIO(0.5),      RATIO(-0.25),
        RATIO(1.0 / 3),    RATIO(-200.0 / 3), RATIO(0.000001), RATIO(0.0000004),
        RATIO(-0.0000004), RATIO(99.9999996), RATIO(100.02),   RATIO(12345678.25),
        RATIO(1e9),        RATIO(-1.5e300),
    };

    check(cells, ARRAY_LENGTH(cells),
          "[0,1,0.5,-0.25,0.333333,-66.666667,0.000001,0,0,100,100.02,12345678.25,1000000000,"
          "-1.5e+300], null");
}

/* More than there is room for at once. */
Test(number_list, writes_many_figures)
{
    enum { COUNT = 100000 };
    char *text = NULL;
    size_t size;
    struct json json = {.out = open_memstream(&text, &size)};
    struct number_list list;

    cr_assert(json.out, "out of memory");
    number_list_begin(&list, &json);
    for (int64_t i = 0; i < COUNT; i++)
        number_list_add(&list, i);
    number_list_end(&list);
    fclose(json.out);
    const char *at = text;
    for (int64_t i = 0; i < COUNT; i++) {
        char *end;
        cr_assert_eq(*at, i == 0 ? '[' : ',');
        cr_assert_eq(strtoll(at + 1, &end, 10), i);
        at = end;
    }
    cr_expect_str_eq(at, "]");
    free(text);
}
