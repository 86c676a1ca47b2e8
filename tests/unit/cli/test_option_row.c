/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "cli/option_row.h"

#include <criterion/criterion.h>

#include "base/error.h"

static const struct option_row when = {
    .name = "color", .argument = "WHEN", .values = "auto always never"};

Test(option_row, takes_its_words)
{
    static const char *const words[] = {"auto", "always", "never"};
    struct error error = {0};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        cr_expect(option_check_word(&(struct given_option){&when, words[i]}, &error), "%s",
                  error.text);
}

/* Neither another word, nor a part of one, nor several. */
Test(option_row, refuses_all_others)
{
    static const char *const others[] = {"", "Auto", "alway", "nevermore", "auto always", "a"};
    struct error error = {0};

    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        cr_expect_not(option_check_word(&(struct given_option){&when, others[i]}, &error), "%s",
                      others[i]);
        cr_expect_eq(error.kind, ERROR_USAGE);
    }
    cr_expect_str_eq(error.text, "--color=a: must be auto, always or never");
}

Test(option_row, lists_its_words)
{
    static const struct option_row one = {.name = "one", .values = "only"},
                                   two = {.name = "auto", .values = "yes no"};
    struct error error = {0};

    cr_expect_not(option_refuse(&(struct given_option){&one, "x"}, &error));
    cr_expect_str_eq(error.text, "--one=x: must be only");
    cr_expect_not(option_refuse(&(struct given_option){&two, "x"}, &error));
    cr_expect_str_eq(error.text, "--auto=x: must be yes or no");
}

Test(option_row, says_what_argument_it_has)
{
    static const struct option_row flag = {.name = "strict"},
                                   number = {.name = "top", .argument = "[=N]"},
                                   file = {.name = "output", .argument = "FILE", .values = "@file"};

    cr_expect_not(option_is_optional(&flag));
    cr_expect(option_is_optional(&number));
    cr_expect_not(option_is_optional(&when));
    cr_expect_not(option_has_words(&flag));
    cr_expect_not(option_has_words(&file));
    cr_expect(option_has_words(&when));
}
