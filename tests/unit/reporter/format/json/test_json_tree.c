/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/json/json_tree.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "reporter/format/format.h"
#include "reporter/format/json/json_writer.h"
#include "unit/reporter/format/hand_made.h"

static const struct column ir = {.name = {"Ir", 2}, .total = GIVEN(100)};
static const struct table down = {.columns = &ir,
                                  .n_columns = 1,
                                  .has_inclusive = true,
                                  .by = {"function", 8}},
                          up = {.columns = &ir, .n_columns = 1, .by = {"function", 8}};
static const struct cell five = GIVEN(5), nine = GIVEN(9),
                         about = {.value = 9, .is_given = true, .is_estimate = true};
static const struct cell_range of_five = {5, 5, true}, of_nine = {9, 9, true},
                               of_about = {7, 12, true}, unknown = {0};

/* Writes such a table and compares its rows. */
static void expect_rows(const struct table *table, const struct table_row *rows, size_t count,
                        const char *expected)
{
    const struct hand_made_section section = {
        {.kind = SECTION_CALL_TREE, .table = *table}, rows, count};
    char *text = hand_made_write_section(&section, format_json, &(struct format_options){0});
    char *found = strstr(text, "\"rows\": [");

    cr_assert(found, "there are no rows: %s", text);
    found += strlen("\"rows\": [");
    cr_expect_str_eq(found, expected, "expected\n%sgot\n%s", expected, found);
    free(text);
}

/* Of self cost 5 and inclusive cost 9, both known. */
#define FIGURES                                                                                    \
    "\"self\": {\"Ir\": 5}, \"inclusive\": {\"Ir\": 9}, \"exact\": true, "                         \
    "\"lower\": {\"self\": {\"Ir\": 5}, \"inclusive\": {\"Ir\": 9}}, "                             \
    "\"upper\": {\"self\": {\"Ir\": 5}, \"inclusive\": {\"Ir\": 9}}"

/* Such a row of the function at a depth. */
#define ROW(name, at_depth)                                                                        \
    {                                                                                              \
        .kind = ROW_TREE, .function = {name, 1}, .cells = &five, .inclusive = &nine,               \
        .tree = &(const struct tree_place)                                                         \
        {                                                                                          \
            .depth = (at_depth), .self = &of_five, .inclusive = &of_nine                           \
        }                                                                                          \
    }

Test(format_json_tree, has_the_rows_below_in_a_row)
{
    const struct table_row rows[] = {ROW("m", 0), ROW("a", 1), ROW("b", 2), ROW("c", 1),
                                     ROW("n", 0)};

    expect_rows(&down, rows, ARRAY_LENGTH(rows),
                "\n{\"function\": \"m\", " FIGURES ", \"rows\": ["
                "\n{\"function\": \"a\", " FIGURES ", \"rows\": ["
                "\n{\"function\": \"b\", " FIGURES "}]},"
                "\n{\"function\": \"c\", " FIGURES "}]},"
                "\n{\"function\": \"n\", " FIGURES "}\n]}\n");
}

Test(format_json_tree, ends_several_levels_at_once)
{
    const struct table_row rows[] = {ROW("m", 0), ROW("a", 1), ROW("b", 2), ROW("c", 3)};

    expect_rows(&down, rows, ARRAY_LENGTH(rows),
                "\n{\"function\": \"m\", " FIGURES ", \"rows\": ["
                "\n{\"function\": \"a\", " FIGURES ", \"rows\": ["
                "\n{\"function\": \"b\", " FIGURES ", \"rows\": ["
                "\n{\"function\": \"c\", " FIGURES "}]}]}]}\n]}\n");
}

Test(format_json_tree, may_be_empty)
{
    expect_rows(&down, NULL, 0, "\n]}\n");
}

Test(format_json_tree, says_what_is_left_out)
{
    const struct tree_place below = {.depth = 1, .n_left_out = 3, .most_left_out = GIVEN(12)},
                            at_top = {.n_left_out = 1, .most_left_out = GIVEN(7)};
    const struct table_row rows[] = {ROW("m", 0),
                                     {.kind = ROW_LEFT_OUT, .tree = &below},
                                     {.kind = ROW_LEFT_OUT, .tree = &at_top}};

    expect_rows(&down, rows, ARRAY_LENGTH(rows),
                "\n{\"function\": \"m\", " FIGURES ", \"rows\": ["
                "\n{\"left_out\": 3, \"upper\": {\"Ir\": 12}}]},"
                "\n{\"left_out\": 1, \"upper\": {\"Ir\": 7}}\n]}\n");
}

Test(format_json_tree, says_what_a_row_is)
{
    static const struct tree_place frames = {.n_frames = 3,
                                             .self = &of_five,
                                             .inclusive = &of_nine},
                                   recursive = {.is_recursive = true,
                                                .has_calls = true,
                                                .self = &of_five,
                                                .inclusive = &of_nine},
                                   cycle = {.has_calls = true,
                                            .self = &of_five,
                                            .inclusive = &of_nine},
                                   member = {.is_member = true, .self = &of_five};
    static const struct table_row rows[] = {
        {.kind = ROW_TREE,
         .function = {"m", 1},
         .cells = &five,
         .inclusive = &nine,
         .tree = &frames},
        {.kind = ROW_TREE,
         .object = {"o", 1},
         .file = {"f.c", 3},
         .function = {"f", 1},
         .calls = 2,
         .cells = &five,
         .inclusive = &nine,
         .tree = &recursive},
        {.kind = ROW_TREE,
         .function = {"<cycle 1>", 9},
         .cycle = 1,
         .n_members = 2,
         .calls = 1,
         .cells = &five,
         .inclusive = &nine,
         .tree = &cycle},
        {.kind = ROW_TREE, .function = {"a", 1}, .calls = 4, .cells = &five, .tree = &member},
    };

    expect_rows(&down, rows, ARRAY_LENGTH(rows),
                "\n{\"function\": \"m\", \"frames\": 3, " FIGURES "},"
                "\n{\"object\": \"o\", \"file\": \"f.c\", \"function\": \"f\", "
                "\"recursive\": true, \"calls\": 2, " FIGURES "},"
                "\n{\"cycle\": 1, \"members\": 2, \"calls\": 1, " FIGURES "},"
                "\n{\"function\": \"a\", \"in_cycle\": true, \"self\": {\"Ir\": 5}, "
                "\"exact\": true, \"lower\": {\"self\": {\"Ir\": 5}}, "
                "\"upper\": {\"self\": {\"Ir\": 5}}}\n]}\n");
}

Test(format_json_tree, has_bounds_of_estimates)
{
    static const struct tree_place known = {.self = &of_five, .inclusive = &of_about},
                                   not_known = {.self = &of_five, .inclusive = &unknown},
                                   upward = {.self = &of_about};
    static const struct table_row below[] =
        {
            {.kind = ROW_TREE,
             .function = {"f", 1},
             .cells = &five,
             .inclusive = &about,
             .tree = &known},
            {.kind = ROW_TREE,
             .function = {"g", 1},
             .cells = &five,
             .inclusive = &about,
             .tree = &not_known},
        },
                                  above = {.kind = ROW_TREE,
                                           .function = {"f", 1},
                                           .cells = &about,
                                           .tree = &upward};

    expect_rows(
        &down, below, ARRAY_LENGTH(below),
        "\n{\"function\": \"f\", \"self\": {\"Ir\": 5}, \"inclusive\": {\"Ir\": 9}, "
        "\"exact\": false, \"lower\": {\"self\": {\"Ir\": 5}, \"inclusive\": {\"Ir\": 7}}, "
        "\"upper\": {\"self\": {\"Ir\": 5}, \"inclusive\": {\"Ir\": 12}}},"
        "\n{\"function\": \"g\", \"self\": {\"Ir\": 5}, \"inclusive\": {\"Ir\": 9}, "
        "\"exact\": false, \"lower\": {\"self\": {\"Ir\": 5}, \"inclusive\": {\"Ir\": null}}, "
        "\"upper\": {\"self\": {\"Ir\": 5}, \"inclusive\": {\"Ir\": null}}}\n]}\n");
    expect_rows(&up, &above, 1,
                "\n{\"function\": \"f\", \"self\": {\"Ir\": 9}, \"exact\": false, "
                "\"lower\": {\"self\": {\"Ir\": 7}}, \"upper\": {\"self\": {\"Ir\": 12}}}\n]}\n");
}

/* Upward there is one cost, which has an old one alone. */
Test(format_json_tree, says_what_rows_were)
{
    static const struct old_table_row was = {.cells = &nine, .inclusive = &nine, .calls = 2},
                                      was_upward = {.cells = &nine,
                                                    .lacks_calls = true,
                                                    .change = CHANGE_GONE};
    static const struct tree_place place = {.has_calls = true,
                                            .self = &of_five,
                                            .inclusive = &of_nine},
                                   upward = {.self = &of_five};
    static const struct table_row below = {.kind = ROW_TREE,
                                           .function = {"f", 1},
                                           .calls = -1,
                                           .cells = &five,
                                           .inclusive = &nine,
                                           .old = &was,
                                           .tree = &place},
                                  above = {.kind = ROW_TREE,
                                           .function = {"f", 1},
                                           .cells = &five,
                                           .old = &was_upward,
                                           .tree = &upward};
    struct table changed_below = down, changed_above = up;

    changed_below.is_difference = changed_above.is_difference = true;
    expect_rows(&changed_below, &below, 1,
                "\n{\"function\": \"f\", \"calls\": -1, " FIGURES
                ", \"old\": {\"calls\": 2, \"self\": {\"Ir\": 9}, \"inclusive\": {\"Ir\": 9}}}"
                "\n]}\n");
    expect_rows(&changed_above, &above, 1,
                "\n{\"function\": \"f\", \"self\": {\"Ir\": 5}, \"exact\": true, "
                "\"lower\": {\"self\": {\"Ir\": 5}}, \"upper\": {\"self\": {\"Ir\": 5}}, "
                "\"status\": \"gone\", \"old\": {\"self\": {\"Ir\": 9}}}\n]}\n");
}

static bool fail_at_once(void *view, struct table_row *row, struct error *error)
{
    (void)view;
    (void)row;
    return error_set(error, ERROR_FAILED, NULL, 0, "no row");
}

Test(format_json_tree, fails_with_its_rows)
{
    struct table table = down;
    struct json json = {.out = stdout};
    struct error error = {0};

    table.next = fail_at_once;
    cr_expect_not(json_tree(&json, &table, &error));
    cr_expect_str_eq(error.text, "no row");
}
