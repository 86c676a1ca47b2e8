/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A plain line is read as cost_line_read() reads it; test_cost_line.c says how that is. */

#include "parser/cost_line.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "parser/input/input.h"

enum { N_EVENTS = 5, ROOM = 300 };

static const struct positions layouts[] = {
    {1, 0, SIZE_MAX, true}, {2, 1, SIZE_MAX, true}, {3, 2, SIZE_MAX, true},         {2, 1, 0, true},
    {2, 0, 1, false},       {3, 2, 1, true},        {2, SIZE_MAX, SIZE_MAX, false},
};
static const struct position base = {0x10, 20};

struct reading {
    struct cost_line line;
    int64_t costs[MAX_EVENTS];
    const char *end;
};

static struct line_layout layout_of(struct positions positions)
{
    return (struct line_layout){.positions = positions, .events.count = N_EVENTS};
}

/* Whether the line is plain; it must be read the same way then. */
static bool check_line(const char *text, struct positions positions)
{
    const struct line_layout layout = layout_of(positions);
    int64_t sums[N_EVENTS] = {1, 2, 3, 4, 5};
    struct reading plain = {.line.costs = plain.costs}, any = {.line.costs = any.costs};
    struct damage damage = {0};
    struct other_bytes others = other_bytes_from(text);

    plain.end = plain_line_read(&others, text, &layout, base, &plain.line, sums);
    any.end = cost_line_read(text, &layout, base, &any.line, &damage);
    size_t n_costs = plain.end == NULL ? 0 : plain.line.n_costs;
    for (size_t i = 0; i < N_EVENTS; i++)
        cr_expect_eq(sums[i], (int64_t)i + 1 + (i < n_costs ? plain.costs[i] : 0),
                     "'%s': sum %zu is %lld", text, i, (long long)sums[i]);
    if (plain.end == NULL)
        return false;
    cr_assert_eq(plain.end, any.end, "'%s'", text);
    cr_expect_null(damage.reason, "'%s': %s", text, damage.reason);
    cr_expect_eq(plain.line.position.line, any.line.position.line, "'%s'", text);
    cr_expect_eq(plain.line.position.address, any.line.position.address, "'%s'", text);
    cr_assert_eq(plain.line.n_costs, any.line.n_costs, "'%s'", text);
    for (size_t i = 0; i < plain.line.n_costs; i++)
        cr_expect_eq(plain.costs[i], any.costs[i], "'%s': cost %zu", text, i);
    return true;
}

static bool is_plain(const char *line, struct positions positions)
{
    char text[ROOM + READ_AHEAD] = "";

    snprintf(text, ROOM, "%s", line);
    return check_line(text, positions);
}

Test(plain_line, reads_what_writers_write)
{
    static const char *const by_line[] = {
        "7 1\n", "7 1 2 3 4 5\n", "+3 12345678\n", "-20 1 0 0\n", "* 99999999 0\n", "0 0\n",
        "7\n",   "*\n",           "+0\n",          "7 \n",        "12345678 1\n",   "7 1 \n",
    };
    static const char *const by_address[] = {
        "0x400 7 1\n", "0xabcdef01 +1 1 2\n", "+3 * 1 2 3 4 5\n", "-2 +4 1\n", "* * 1\n",
        "* * \n",      "+3 +1 4 \n",
    };

    for (size_t i = 0; i < ARRAY_LENGTH(by_line); i++)
        cr_expect(is_plain(by_line[i], layouts[0]), "'%s'", by_line[i]);
    for (size_t i = 0; i < ARRAY_LENGTH(by_address); i++)
        cr_expect(is_plain(by_address[i], layouts[1]), "'%s'", by_address[i]);
    cr_expect(is_plain("+3 +4 +1 7 8\n", layouts[2]));
    cr_expect(is_plain("+3 +4 7 8\n", layouts[3]), "an address that is kept");
}

Test(plain_line, leaves_the_rest_to_others)
{
    static const char *const lines[] = {
        "7 123456789\n", "123456789 1\n", "7 -1\n",   "7 +1\n", "7 1 2 3 4 5 6\n",
        "7  1\n",        "7\t1\n",        "7 1  \n",  " 1\n",   "7 1\r\n",
        "7 0x10\n",      "-21 1\n",       "*5 1\n",   "+ 1\n",  "- 1\n",
        "7 x\n",         "7:8 1\n",       "fn=(1)\n", "\n",     "7 1 2 *\n",
        "7 1 2x\n",      "0x10 1\n",      "#\n",
    };

    for (size_t i = 0; i < ARRAY_LENGTH(lines); i++)
        cr_expect_not(is_plain(lines[i], layouts[0]), "'%s'", lines[i]);
    cr_expect_not(is_plain("0x400\n", layouts[1]));
    cr_expect_not(is_plain("0x 7 1\n", layouts[1]));
    cr_expect_not(is_plain("0x10000000000000000 7 1\n", layouts[1]), "more than 64 bits");
    cr_expect_not(is_plain("99999999999999999999 7 1\n", layouts[1]), "more than 64 bits");
    cr_expect_not(is_plain("-17 7 1\n", layouts[3]), "an address below 0 that is kept");
}

static void append_number(char *text, size_t *length)
{
    static const int most[] = {10, 100, 1000, 100000000, 2000000000};

    int below = most[rand() % 5];

    *length += (size_t)sprintf(text + *length, "%d", rand() % below);
}

/* A line as it may be, with at most one byte changed. */
static void make_line(char *text, size_t n_positions)
{
    static const char *const signs[] = {"", "+", "-", "*"};
    static const char others[] = "0x* +-\t\r\n9af";
    size_t length = 0;

    for (size_t i = 0, count = n_positions + (size_t)rand() % 8; i < count; i++) {
        int sign = i < n_positions ? rand() % 4 : 0;
        length += (size_t)sprintf(text + length, "%s%s", i == 0 ? "" : " ", signs[sign]);
        if (sign != 3)
            append_number(text, &length);
    }
    if (length != 0 && rand() % 3 == 0)
        text[(size_t)rand() % length] = others[(size_t)rand() % (sizeof others - 1)];
    text[length] = '\n';
}

Test(plain_line, reads_random_lines_as_any_reader, .timeout = 60)
{
    size_t n_plain = 0;

    srand(1);
    for (size_t i = 0; i < 200000; i++) {
        char text[ROOM + READ_AHEAD] = "";
        struct positions positions = layouts[i % ARRAY_LENGTH(layouts)];
        make_line(text, positions.count);
        n_plain += check_line(text, positions);
    }
    cr_expect_gt(n_plain, 30000, "%zu", n_plain);
}

/* What one line leaves of the bytes that were looked up serves the next. */
Test(plain_line, reads_line_after_line, .timeout = 60)
{
    size_t n_after_another = 0;

    srand(2);
    for (size_t i = 0; i < 200000; i++) {
        char text[3 * ROOM + READ_AHEAD] = "";
        const struct line_layout layout = layout_of(layouts[0]);
        size_t length = 0;
        for (size_t j = 0; j < 3; length += strcspn(text + length, "\n") + 1, j++)
            make_line(text + length, 1);

        struct other_bytes others = other_bytes_from(text);
        const char *at = text, *end;
        for (struct reading first, alone; at < text + length; at = end + 1) {
            first.line.costs = first.costs;
            alone.line.costs = alone.costs;
            struct other_bytes own = other_bytes_from(at);
            end = plain_line_read(&others, at, &layout, base, &first.line, NULL);
            cr_assert_eq(end, plain_line_read(&own, at, &layout, base, &alone.line, NULL), "%s",
                         text);
            if (end == NULL)
                break;
            cr_assert_eq(first.line.position.line, alone.line.position.line, "%s", text);
            cr_assert_eq(first.line.n_costs, alone.line.n_costs, "%s", text);
            cr_assert_arr_eq(first.costs, alone.costs, alone.line.n_costs * sizeof *alone.costs);
            n_after_another += at != text;
        }
    }
    cr_expect_gt(n_after_another, 10000, "%zu", n_after_another);
}
