/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "reporter/view/input/view_input.h"

#include <criterion/criterion.h>

#include "base/array.h"

Test(events_chosen, have_thresholds_from_0_to_100)
{
    static const struct {
        const char *text;
        bool is_good;
        double threshold;
        const char *written;
    } cases[] = {
        {"0", true, 0, "0"},        {"99", true, 99, "99"},   {"99%", true, 99, "99"},
        {"0.5", true, 0.5, "0.5"},  {".5%", true, 0.5, ".5"}, {"100.0", true, 100, "100.0"},
        {"5.", true, 5, "5."},      {"", false, 0, ""},       {"%", false, 0, ""},
        {".", false, 0, ""},        {"1.2.3", false, 0, ""},  {"100.01", false, 0, ""},
        {"1e1", false, 0, ""},      {"0x10", false, 0, ""},   {"-0", false, 0, ""},
        {"+5", false, 0, ""},       {" 5", false, 0, ""},     {"5 %", false, 0, ""},
        {"infinity", false, 0, ""}, {"nan", false, 0, ""},    {"5%%", false, 0, ""},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        double threshold;
        struct text written;

        cr_expect_eq(read_threshold(text_of(cases[i].text), &threshold, &written), cases[i].is_good,
                     "'%s'", cases[i].text);
        if (!cases[i].is_good)
            continue;
        cr_expect_eq(threshold, cases[i].threshold, "'%s'", cases[i].text);
        cr_expect(text_equal(written, text_of(cases[i].written)), "'%s'", cases[i].text);
    }
}
