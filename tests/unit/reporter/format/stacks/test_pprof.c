/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "reporter/format/stacks/stacks.h"

#include <criterion/criterion.h>
#include <stdlib.h>

static void expect(struct buffer *message, const char *bytes, size_t length)
{
    cr_expect(text_equal(buffer_text(message), (struct text){bytes, length}));
    free(message->at);
}

/* The first and the last are examples of the documentation of the encoding. */
Test(protobuf, writes_numbers)
{
    struct buffer message = {0};

    protobuf_number(&message, 1, 150);
    protobuf_number(&message, 2, 0);
    protobuf_number(&message, 16, 127);
    expect(&message, "\x08\x96\x01\x80\x01\x7f", 6);

    message = (struct buffer){0};
    protobuf_number(&message, 1, UINT64_MAX); /* which is -1 as well */
    expect(&message, "\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", 11);
}

Test(protobuf, writes_texts)
{
    struct buffer message = {0};

    protobuf_bytes(&message, 2, TEXT("testing"));
    protobuf_bytes(&message, 3, TEXT(""));
    expect(&message, "\x12\x07testing\x1a\x00", 11);
}

Test(protobuf, packs_repeated_numbers)
{
    static const uint64_t numbers[] = {3, 270, 86942};
    struct buffer message = {0};

    protobuf_numbers(&message, 6, numbers, 3);
    expect(&message, "\x32\x06\x03\x8e\x02\x9e\xa7\x05", 8);

    message = (struct buffer){0};
    protobuf_numbers(&message, 6, numbers, 0);
    expect(&message, "\x32\x00", 2);
}

Test(pprof_tables, have_each_text_once)
{
    struct pprof_tables tables;

    pprof_tables_begin(&tables);
    cr_expect_eq(pprof_tables_text(&tables, TEXT("")), 0);
    uint64_t first = pprof_tables_text(&tables, TEXT("main"));
    cr_expect_eq(first, 1);
    cr_expect_eq(pprof_tables_text(&tables, TEXT("f")), 2);
    cr_expect_eq(pprof_tables_text(&tables, TEXT("main")), first);
    pprof_tables_free(&tables);
}

/* Its readers refuse the whole file else. */
Test(pprof_tables, have_no_text_that_is_not_utf8)
{
    struct pprof_tables tables;

    pprof_tables_begin(&tables);
    uint64_t made = pprof_tables_text(&tables, TEXT("a\xffz"));
    cr_expect_eq(pprof_tables_text(&tables, TEXT("a\xef\xbf\xbdz")), made);
    cr_expect_neq(pprof_tables_text(&tables, TEXT("az")), made);
    pprof_tables_free(&tables);
}

Test(pprof_tables, have_a_location_for_each_line_of_a_function)
{
    struct pprof_tables tables;

    pprof_tables_begin(&tables);
    struct pprof_location location = {.name = pprof_tables_text(&tables, TEXT("f")),
                                      .file = pprof_tables_text(&tables, TEXT("a.c")),
                                      .object = pprof_tables_text(&tables, TEXT("prog"))};
    cr_expect_eq(pprof_tables_location(&tables, &location), 1);
    location.line = 7;
    cr_expect_eq(pprof_tables_location(&tables, &location), 2);
    cr_expect_eq(pprof_tables_location(&tables, &location), 2);
    location.object = 0;
    cr_expect_eq(pprof_tables_location(&tables, &location), 3, "of no object");
    cr_expect_eq(tables.functions.count, 1);
    location.file = 0;
    cr_expect_eq(pprof_tables_location(&tables, &location), 4, "in another file");
    cr_expect_eq(tables.functions.count, 2);
    pprof_tables_free(&tables);
}

/*
 * Objects lib.so and /bin/prog, in that order, a location in each: the fields are two mappings, two
 * locations, a function and five texts. Each mapping begins with its length, the key of its number
 * and that.
 */
Test(pprof_tables, begin_with_the_program)
{
    static const struct {
        const char *program;
        char first;
    } cases[] = {{"bin/prog", 2}, {"other", 1}, {"", 1}};

    for (size_t i = 0; i < 3; i++) {
        struct pprof_tables tables;
        struct buffer profile = {0};
        pprof_tables_begin(&tables);
        struct pprof_location location = {.name = pprof_tables_text(&tables, TEXT("f"))};
        location.object = pprof_tables_text(&tables, TEXT("lib.so"));
        pprof_tables_location(&tables, &location);
        location.object = pprof_tables_text(&tables, TEXT("/bin/prog"));
        pprof_tables_location(&tables, &location);
        pprof_tables_write(&tables, text_of(cases[i].program), &profile);
        cr_assert(profile.length > 4);
        cr_expect_eq(profile.at[0], 3 << 3 | 2, "a mapping");
        cr_expect_eq(profile.at[2], 1 << 3, "its number");
        cr_expect_eq(profile.at[3], cases[i].first, "case %zu", i);
        free(profile.at);
        pprof_tables_free(&tables);
    }
}
