/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "reporter/view/listing/missing_sources.h"

#include <criterion/criterion.h>
#include <stdlib.h>

#include "support/pulled_view.h"
#include "support/temporary.h"

TestSuite(missing_sources, .init = temporary_enter, .fini = temporary_leave);

/* What is said of these files, one after the other and at the end. */
static void check(const struct view_options *options, const char *const *names,
                  const char *expected)
{
    static const char profile[] = "events: A\nfl=a\nfn=f\n1 1\n";
    struct missing_sources missing = {0};
    struct pulled_view pulled;
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    cr_assert(out, "out of memory");
    pulled_view_begin(&pulled, options, profile, NULL);
    for (; *names != NULL; names++)
        missing_sources_add(&missing, &pulled.input, text_of(*names));
    missing_sources_warn(&missing, &pulled.input);
    missing_sources_warn(&missing, &pulled.input); /* nothing is said twice */
    pulled_print_messages(out, &pulled.warnings, &pulled.error);
    fclose(out);
    cr_expect_str_eq(text, expected, "expected\n%sgot\n%s", expected, text);
    free(text);
    pulled_view_end(&pulled);
}

#define TRIED "tried as recorded, in ./\n"

Test(missing_sources, are_told_in_one_warning)
{
    const struct view_options options = {0};

    check(&options, (const char *const[]){NULL}, "");
    check(&options, (const char *const[]){"a", NULL}, "warning a: source not found: " TRIED);
    check(&options, (const char *const[]){"a", "b", NULL},
          "warning a: source not found, nor that of another file (--wide names it): " TRIED);
    check(&options, (const char *const[]){"a", "b", "c", NULL},
          "warning a: source not found, nor those of 2 other files (--wide names them): " TRIED);
}

/* Nobody has the source of what has no name. */
Test(missing_sources, are_not_those_that_nobody_knows)
{
    const struct view_options options = {0};

    check(&options, (const char *const[]){"???", NULL}, "");
    check(&options, (const char *const[]){"???", "a", "???", NULL},
          "warning a: source not found: " TRIED);
}

Test(missing_sources, may_be_listed_each)
{
    const struct view_options options = {.lists_missing = true};

    check(&options, (const char *const[]){"a", "b", NULL},
          "warning a: source not found: " TRIED "warning b: source not found: " TRIED);
}

Test(missing_sources, tell_where_they_were_looked_for)
{
    static const struct text dirs[] = {{"x", 1}, {"y/", 2}}, from = {"a", 1}, to = {"b/", 2};
    const struct view_options options = {
        .sources_at = {.include_dirs = {dirs, 2}, .maps_from = {&from, 1}, .maps_to = {&to, 1}}};

    check(&options, (const char *const[]){"a", NULL},
          "warning a: source not found: tried as recorded, by --path-map, in x/, in y/, in ./\n");
}
