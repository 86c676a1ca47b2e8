/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/paths/paths.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/names.h"
#include "support/path_rows.h"
#include "support/temporary.h"

TestSuite(path_lines, .init = temporary_enter, .fini = temporary_leave);

/* f has 7 on line 3, of two spots, 2 on line 5 and 1 on line 2 of another file; g costs -1 and 1.
 */
#define PROFILE                                                                                    \
    "events: A\nfl=a\nfn=f\n3 4\n5 2\n3 3\nfi=b\n2 1\nfe=a\nfn=f'2\n5 0\nfn=g\n1 -1\n2 1\n"

Test(path_lines, are_those_of_a_function_each_once)
{
    static const struct {
        const char *file;
        uint64_t number;
    } expected[] = {{"a", 3}, {"a", 5}, {"b", 2}};
    struct path_rows_made made;
    struct path_lines lines;
    struct error error = {0};

    path_rows_begin(&made, PROFILE, &(struct path_question){0});
    path_lines_create(&lines, &made.graph);
    cr_assert(profile_fits(made.graph.profile, &error));
    uint32_t f = path_rows_find(&made.graph.names, "f");
    cr_assert_eq(lines.begin[f + 1] - lines.begin[f], ARRAY_LENGTH(expected), "with those of f'2");
    for (size_t i = 0; i < ARRAY_LENGTH(expected); i++) {
        const struct path_line *line = &lines.list[lines.begin[f] + i];
        struct text file = names_text(made.graph.profile->symbols.files, line->file);
        cr_expect(text_equal(file, text_of(expected[i].file)), "line %zu", i);
        cr_expect_eq(line->number, expected[i].number, "line %zu", i);
    }
    path_lines_free(&lines);
    path_rows_free(&made);
}

Test(path_lines, split_a_cost_into_whole_numbers)
{
    static const struct {
        const char *function;
        int64_t cost, parts[3], all;
    } cases[] = {
        {"f", 10, {7, 2, 1}, 10},
        {"f", 20, {14, 4, 2}, 10},
        /* 4 * 7 / 10 = 2.8, 4 * 9 / 10 = 3.6, 4: up to each line 3, 4 and 4. */
        {"f", 4, {3, 1, 0}, 10},
        {"f", 0, {0, 0, 0}, 10},
        {"f", -10, {-7, -2, -1}, 10},
        {"g", 5, {0}, 0}, /* some of it is below 0 */
    };
    struct path_rows_made made;
    struct path_lines lines;
    struct error error = {0};

    path_rows_begin(&made, PROFILE, &(struct path_question){0});
    path_lines_create(&lines, &made.graph);
    cr_assert(profile_fits(made.graph.profile, &error));
    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        int64_t parts[3] = {0};
        uint32_t name = path_rows_find(&made.graph.names, cases[i].function);
        int64_t all = path_lines_split(&lines, name, 0, cases[i].cost, parts);
        cr_assert(profile_fits(made.graph.profile, &error));
        cr_expect_eq(all, cases[i].all, "case %zu", i);
        for (size_t k = 0; all != 0 && k < ARRAY_LENGTH(parts); k++)
            cr_expect_eq(parts[k], cases[i].parts[k], "case %zu: part %zu is %" PRIi64, i, k,
                         parts[k]);
    }
    path_lines_free(&lines);
    path_rows_free(&made);
}
