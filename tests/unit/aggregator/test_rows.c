/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "aggregator/rows.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "support/parsed.h"
#include "support/temporary.h"

TestSuite(groups, .init = temporary_enter, .fini = temporary_leave);

static const struct filter everything;

/* Two parts of two threads; f calls itself and g, and has code from src/b.h inlined. */
static const char profile[] =
    "pid: 7\nevents: Ir\npart: 1\nthread: 1\nob=prog\nfl=src/a.c\nfn=f\n1 1\nfi=src/b.h\n2 2\n"
    "cob=lib.so\ncfi=g.c\ncfn=g\ncalls=4 1\n2 80\nfe=src/a.c\ncfn=f'2\ncalls=2 1\n1 16\nfn=f'2\n1 "
    "4\n"
    "totals: 7\npart: 2\nthread: 2\nob=lib.so\nfl=g.c\nfn=g\n5 8\n5 80\nfn=f\n9 32\n";

/* "NAMES SELF xCALLS" of each group, a line each, in their order; the caller frees it. */
static char *show(const struct groups *groups)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    cr_assert(out, "out of memory");
    for (group_id id = 0; id < groups->count; id++) {
        struct group_names names = groups_names(groups, id);
        struct text parts[] = {names.object, names.file, names.function, names.label};

        for (size_t i = 0; i < ARRAY_LENGTH(parts); i++) {
            if (parts[i].at)
                fprintf(out, "%.*s ", (int)parts[i].length, parts[i].at);
        }
        if (names.line != 0)
            fprintf(out, "%" PRIu64 " ", names.line);
        fprintf(out, "%" PRIi64, costs_sum(&groups->self, costs_row(&groups->self, id), 0));
        if (groups_have_calls(groups->key))
            fprintf(out, " x%" PRIi64, groups->calls[id]);
        fputs(groups->list[id].is_hidden ? " hidden\n" : "\n", out);
    }
    fclose(out);
    return text;
}

static int compare_lines(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* In which order groups are made is nobody's business. */
static void expect_groups(enum group_key key, bool is_folded, const struct filter *filter,
                          const char *const expected[], size_t count)
{
    struct parsed parsed;
    struct groups groups;
    struct error error = {0};
    char *lines[32], *text;
    size_t n_lines = 0;

    parsed_read(&parsed, profile);
    cr_assert(parsed.is_read, "%s", parsed.error.text);
    cr_assert(groups_create(&groups, &parsed.profile, key, is_folded, filter, &error), "%s",
              error.text);
    text = show(&groups);
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
        lines[n_lines++] = line;
    qsort(lines, n_lines, sizeof(*lines), compare_lines);
    cr_expect_eq(n_lines, count, "by %d: %zu groups", key, n_lines);
    for (size_t i = 0; i < n_lines && i < count; i++)
        cr_expect_str_eq(lines[i], expected[i], "by %d: '%s', not '%s'", key, lines[i],
                         expected[i]);
    free(text);
    groups_free(&groups);
    parsed_free(&parsed);
}

Test(groups, are_made_by_every_key)
{
    static const struct {
        enum group_key key;
        const char *expected[8];
    } cases[] = {
        {BY_FUNCTION, {"lib.so g.c f 32 x0", "lib.so g.c g 88 x4", "prog src/a.c f 7 x2"}},
        {BY_FILE_FUNCTION,
         {"lib.so g.c f 32 x0", "lib.so g.c g 88 x4", "prog src/a.c f 5 x2",
          "prog src/b.h f 2 x0"}},
        {BY_FILE, {"g.c 120 x4", "src/a.c 5 x2", "src/b.h 2 x0"}},
        {BY_DIRECTORY, {". 120 x4", "src 7 x2"}},
        {BY_OBJECT, {"lib.so 120 x4", "prog 7 x2"}},
        {BY_LINE, {"g.c 5 88", "g.c 9 32", "src/a.c 1 5", "src/b.h 2 2"}},
        {BY_PART, {"part 1, thread 1, PID 7 7", "part 2, thread 2, PID 7 120"}},
        {BY_THREAD, {"thread 1, PID 7 7", "thread 2, PID 7 120"}},
        {BY_INPUT, {PARSED_PATH " 127"}},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        size_t count = 0;

        while (cases[i].expected[count])
            count++;
        expect_groups(cases[i].key, true, &everything, cases[i].expected, count);
    }
}

Test(groups, keep_levels_apart_unless_folded)
{
    static const char *const expected[] = {"lib.so g.c f 32 x0", "lib.so g.c g 88 x4",
                                           "prog src/a.c f 3 x0", "prog src/a.c f'2 4 x2"};

    expect_groups(BY_FUNCTION, false, &everything, expected, ARRAY_LENGTH(expected));
}

/* What is hidden stays in groups of its own: it still calls and is called. */
Test(groups, are_hidden_by_filters)
{
    static const char *const functions[] = {"lib.so g.c f 32 x0", "lib.so g.c g 88 x4 hidden",
                                            "prog src/a.c f 7 x2"},
                             *const objects[] = {"lib.so g.c f 32 x0 hidden",
                                                 "lib.so g.c g 88 x4 hidden", "prog 7 x2"},
                             *const lines[] = {"g.c 5 88 hidden", "g.c 9 32 hidden", "src/a.c 1 5",
                                               "src/b.h 2 2"};
    struct filter filter = {0};
    struct error error = {0};

    cr_assert(pattern_set(&filter.function, "function", "^f$", &error));
    expect_groups(BY_FUNCTION, true, &filter, functions, ARRAY_LENGTH(functions));
    filter_free(&filter);
    cr_assert(pattern_set(&filter.object, "object", "prog", &error));
    expect_groups(BY_OBJECT, true, &filter, objects, ARRAY_LENGTH(objects));
    filter_free(&filter);
    cr_assert(pattern_set(&filter.file, "file", "^src/", &error));
    expect_groups(BY_LINE, true, &filter, lines, ARRAY_LENGTH(lines));
    filter_free(&filter);
}

Test(groups, fail_where_a_sum_does_not_fit)
{
    struct parsed parsed;
    struct groups groups;
    struct error error = {0};

    parsed_read(&parsed, "events: A\nfl=a\nfn=f\ncfn=g\ncalls=9223372036854775807 1\n1 1\n"
                         "fl=b\nfn=f\ncfi=a\ncfn=g\ncalls=1 1\n1 1\n");
    cr_assert(parsed.is_read, "%s", parsed.error.text);
    cr_expect_not(groups_create(&groups, &parsed.profile, BY_FUNCTION, true, &everything, &error));
    cr_expect_eq(error.kind, ERROR_FAILED);
    groups_free(&groups);
    parsed_free(&parsed);
}

Test(groups, have_keys_with_names)
{
    cr_expect(text_equal(group_key_name(BY_FUNCTION), TEXT("function")));
    cr_expect(text_equal(group_key_name(BY_FILE_FUNCTION), TEXT("file:function")));
    cr_expect(text_equal(group_key_name(BY_DIRECTORY), TEXT("directory")));
    cr_expect(text_equal(group_key_name(BY_LINE), TEXT("line")));
    cr_expect(text_equal(group_key_name(BY_INPUT), TEXT("input")));
}
