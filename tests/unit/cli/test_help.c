/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "cli/options.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

/* What is printed of a topic; the caller frees it. */
static char *print(const char *topic)
{
    char *help = NULL;
    size_t size;
    struct error error = {0};
    FILE *out = open_memstream(&help, &size);

    cr_assert(out, "out of memory");
    cr_expect(help_print(out, topic, &error), "%s", error.text);
    fclose(out);
    return help;
}

Test(help, has_all_options)
{
    char *help = print("all"), *screen = print("");

    for (size_t i = 0; i < n_option_rows; i++) {
        char name[40];
        snprintf(name, sizeof name, "--%s", option_rows[i].name);
        cr_expect(strstr(help, name), "%s is not in the help", name);
        cr_expect(strstr(screen, name), "%s is not on the screen", name);
    }
    free(screen);
    free(help);
}

/* One screen is 24 lines of 80 columns, the prompt's being one. */
Test(help, fits_on_one_screen)
{
    static const char *const topics[] = {"", "all"};

    for (size_t i = 0; i < ARRAY_LENGTH(topics); i++) {
        char *help = print(topics[i]);
        size_t count = 0;
        for (const char *line = help; *line != '\0'; line = strchr(line, '\n') + 1, count++)
            cr_expect_leq(strcspn(line, "\n"), 80, "%s", line);
        cr_expect(i != 0 || count <= 23, "%zu lines", count);
        free(help);
    }
}

/* All groups one by one are the whole. */
Test(help, is_divided_into_groups)
{
    char *all = print("all"), *rest = all;

    for (size_t i = 0; i < n_option_rows; i++) {
        if (option_rows[i].group == NULL)
            continue;
        char *group = print(option_rows[i].group);
        size_t length = strlen(group);
        rest += i != 0 && *rest == '\n';
        cr_assert(strncmp(rest, group, length) == 0, "%s", option_rows[i].group);
        rest += length;
        free(group);
    }
    cr_expect_str_eq(rest, "");
    free(all);
}

/* "events" is not one of the page's: it needs a profile. */
Test(help, has_a_topic_for_each_word_of_the_option)
{
    for (size_t i = 0; i < n_option_rows; i++) {
        struct text rest, word;
        if (strcmp(option_rows[i].name, "help") != 0)
            continue;
        rest = text_of(option_rows[i].values);
        while (text_cut(&rest, ' ', &word) && !text_equal(word, TEXT("events"))) {
            char topic[20] = "";
            memcpy(topic, word.at, word.length);
            free(print(topic));
        }
    }
}

Test(help, lists_the_topics_where_there_is_no_such)
{
    struct error error = {0};
    FILE *out = tmpfile();

    cr_assert(out);
    cr_expect_not(help_print(out, "vie", &error));
    cr_expect_eq(error.kind, ERROR_USAGE);
    cr_expect_str_eq(error.text,
                     "--help=vie: must be all, events, or a group: input, select, view, source, "
                     "output, checks, other or report");
    cr_expect_eq(ftell(out), 0);
    fclose(out);
}
