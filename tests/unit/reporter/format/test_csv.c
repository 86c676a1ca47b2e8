/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <criterion/criterion.h>
#include <stdlib.h>

#include "base/array.h"
#include "reporter/columns.h"
#include "unit/reporter/format/hand_made.h"

/* Values by the id of a row: each is the one cell of its line. */
static const struct value texts[] = {
    {.kind = VALUE_TEXT, .text = {"a b;'c'", 7}},   {.kind = VALUE_TEXT, .text = {"a,b", 3}},
    {.kind = VALUE_TEXT, .text = {"a\tb", 3}},      {.kind = VALUE_TEXT, .text = {"say \"a\"", 7}},
    {.kind = VALUE_TEXT, .text = {"a\nb\r", 4}},    {.kind = VALUE_TEXT, .text = {"\xc3\xa4", 2}},
    {.kind = VALUE_TEXT, .text = {"\xe4-\x1b", 3}}, {.kind = VALUE_NONE},
};

static const struct value figures[] = {
    {.kind = VALUE_COST, .figure = {.value = INT64_MIN, .is_given = true}},
    {.kind = VALUE_LINE, .number = UINT64_MAX},
    {.kind = VALUE_COST, .figure = {.value = INT64_MAX, .is_given = true}},
    {.kind = VALUE_COST, .figure = {.value = 5}},
    {.kind = VALUE_COST, .figure = {.ratio = 0.1, .is_given = true, .is_ratio = true}},
    {.kind = VALUE_COST, .figure = {.ratio = 0.1, .is_ratio = true}},
    {.kind = VALUE_ADDRESS, .number = UINT64_MAX},
    {.kind = VALUE_ADDRESS},
};

static struct value text_of_row(const struct cell_place *at)
{
    return texts[at->row->id];
}

static struct value figure_of_row(const struct cell_place *at)
{
    return figures[at->row->id];
}

static struct value no_text(const struct cell_place *at)
{
    (void)at;
    return (struct value){.kind = VALUE_NONE};
}

static void expect_lines(struct column *columns, size_t n_columns, enum format format,
                         const char *expected)
{
    struct columns list = {.items = columns, .count = n_columns};
    const struct format_options options = {.format = format};
    struct table_row rows[ARRAY_LENGTH(texts)] = {0};

    for (uint32_t i = 0; i < ARRAY_LENGTH(rows); i++)
        rows[i] = (struct table_row){.kind = ROW_HOTSPOT, .id = i};
    const struct hand_made_section section = {
        .section = {.kind = SECTION_HOTSPOTS, .table = {.columns = &list}},
        .rows = rows,
        .n_rows = ARRAY_LENGTH(rows)};
    expect_text(hand_made_write_section(&section, format_csv, &options), expected);
}

/* As RFC 4180 has it. What is not UTF-8, or nothing for a terminal, becomes U+FFFD. */
Test(csv, fields_are_quoted_where_they_need_it)
{
    struct column column = {.key = "text", .cell = text_of_row};

    expect_lines(&column, 1, FORMAT_CSV,
                 "text\r\na b;'c'\r\n\"a,b\"\r\na\tb\r\n\"say \"\"a\"\"\"\r\n\"a\nb\r\"\r\n"
                 "\xc3\xa4\r\n\xef\xbf\xbd-\xef\xbf\xbd\r\n\r\n");
    expect_lines(&column, 1, FORMAT_TSV,
                 "text\r\na b;'c'\r\na,b\r\n\"a\tb\"\r\n\"say \"\"a\"\"\"\r\n\"a\nb\r\"\r\n"
                 "\xc3\xa4\r\n\xef\xbf\xbd-\xef\xbf\xbd\r\n\r\n");
}

/* No figure is cut or rounded, what is not given is not 0, and people's columns are not there. */
Test(csv, fields_have_separators_and_figures_of_any_size)
{
    struct column columns[] = {{.key = "figure", .cell = figure_of_row},
                               {.heading = {"people", 6}, .cell = text_of_row},
                               {.key = "none", .cell = no_text},
                               {.key = "text", .cell = text_of_row}};

    expect_lines(columns, ARRAY_LENGTH(columns), FORMAT_CSV,
                 "figure,none,text\r\n-9223372036854775808,,a b;'c'\r\n"
                 "18446744073709551615,,\"a,b\"\r\n9223372036854775807,,a\tb\r\n"
                 ",,\"say \"\"a\"\"\"\r\n0.1,,\"a\nb\r\"\r\n,,\xc3\xa4\r\n"
                 "0xffffffffffffffff,,\xef\xbf\xbd-\xef\xbf\xbd\r\n0x0,,\r\n");
}
