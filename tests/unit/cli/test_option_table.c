/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "cli/option_table.h"

#include <criterion/criterion.h>
#include <string.h>

#include "aggregator/rows.h"
#include "base/error.h"
#include "cli/options.h"

static const struct option_row *find_row(const char *name)
{
    for (size_t i = 0; i < n_option_rows; i++)
        if (strcmp(option_rows[i].name, name) == 0)
            return &option_rows[i];
    cr_assert_fail("no option --%s", name);
    return NULL;
}

Test(option_table, is_complete)
{
    cr_expect_not_null(option_rows[0].group);
    for (size_t i = 0; i < n_option_rows; i++) {
        const struct option_row *row = &option_rows[i];
        cr_expect(row->help != NULL && row->apply != NULL, "--%s", row->name);
        cr_expect(row->values == NULL || row->argument != NULL, "--%s", row->name);
        for (size_t j = 0; j < i; j++) {
            cr_expect_str_neq(row->name, option_rows[j].name);
            cr_expect(row->letter == 0 || row->letter != option_rows[j].letter, "-%c", row->letter);
        }
    }
}

/* What says what figures are of, or what they are held against, must not be left out unseen. */
Test(option_table, has_few_options_that_do_not_give_way)
{
    static const char kept[] =
        " part thread diff event mod-filename mod-funcname mod-object strict "
        "jobs function file object ignore show sort threshold fail-if limits ",
                      never[] = " help version completion ";

    for (size_t i = 0; i < n_option_rows; i++) {
        const struct option_row *row = &option_rows[i];
        char name[40];
        snprintf(name, sizeof name, " %s ", row->name);
        enum as_default expected = strstr(kept, name) != NULL  ? DEFAULT_KEPT
                                 : strstr(never, name) != NULL ? DEFAULT_NEVER
                                                               : DEFAULT_GIVES_WAY;
        cr_expect_eq(row->as_default, expected, "--%s", row->name);
    }
}

/* But for --help: its words are the groups, which its page shows. */
Test(option_table, explains_the_words_that_options_take)
{
    for (size_t i = 0; i < n_option_rows; i++) {
        const struct option_row *row = &option_rows[i];
        struct text rest, word;
        if (!option_has_words(row) || strcmp(row->name, "help") == 0)
            continue;
        for (rest = text_of(row->values); text_cut(&rest, ' ', &word);) {
            char string[40] = "";
            memcpy(string, word.at, word.length);
            cr_expect(strstr(row->help, string) || strstr(row->argument, string),
                      "--%s does not explain '%s'", row->name, string);
        }
    }
}

/* They are named elsewhere too: in the same order, and no others. */
Test(option_table, has_the_names_of_formats_and_keys)
{
    struct text rest = text_of(find_row("format")->values), word;
    enum format format, n_formats = 0;
    char name[40];

    for (; text_cut(&rest, ' ', &word); n_formats++) {
        snprintf(name, sizeof name, "%.*s", (int)word.length, word.at);
        cr_expect(format_find(name, &format) && format == n_formats, "--format=%s", name);
    }
    cr_expect_eq(n_formats, FORMAT_CALLGRIND + 1);
    rest = text_of(find_row("by")->values);
    for (int key = BY_FUNCTION; key <= BY_INPUT; key++) {
        cr_assert(text_cut(&rest, ' ', &word));
        cr_expect(text_equal(word, row_key_name((enum row_key)key)), "key %d", key);
    }
    cr_expect_null(rest.at);
}
