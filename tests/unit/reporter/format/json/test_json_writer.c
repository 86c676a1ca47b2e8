/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "reporter/format/json/json_writer.h"

#include <criterion/criterion.h>
#include <stdlib.h>

#include "base/array.h"

static void expect_written(void write(struct json *json), const char *expected)
{
    char *text = NULL;
    size_t size;
    struct json json = {.out = open_memstream(&text, &size)};

    cr_assert(json.out, "out of memory");
    write(&json);
    fclose(json.out);
    cr_expect_str_eq(text, expected, "expected\n%s\ngot\n%s", expected, text);
    free(text);
}

static void write_values(struct json *json)
{
    json_begin(json, '[');
    json_number(json, INT64_MIN);
    json_line_number(json, 7);
    json_line_number(json, UINT64_MAX);
    json_boolean(json, true);
    json_boolean(json, false);
    json_null(json);
    json_text(json, TEXT("a"));
    json_text(json, (struct text){0});
    json_end(json, ']');
}

Test(format_json_writer, separates_values)
{
    expect_written(write_values, "[-9223372036854775808, 7, 18446744073709551615, "
                                 "true, false, null, \"a\", \"\"]");
}

/* After a key there is no comma, after what is closed there is one. */
static void write_nested(struct json *json)
{
    json_begin(json, '{');
    json_key(json, TEXT("a"));
    json_begin(json, '[');
    json_begin(json, '{');
    json_end(json, '}');
    json_begin(json, '[');
    json_end(json, ']');
    json_number(json, 1);
    json_end(json, ']');
    json_key(json, TEXT("b"));
    json_begin(json, '{');
    json_number_member(json, TEXT("c"), 2);
    json_number_member(json, TEXT("d"), 3);
    json_end(json, '}');
    json_end(json, '}');
}

Test(format_json_writer, nests_objects_and_arrays)
{
    expect_written(write_nested, "{\"a\": [{}, [], 1], \"b\": {\"c\": 2, \"d\": 3}}");
}

static void write_lines(struct json *json)
{
    json_begin(json, '[');
    json_begin_line(json);
    json_number(json, 1);
    json_begin_line(json);
    json_number(json, 2);
    json_end_line(json);
    json_end(json, ']');
}

Test(format_json_writer, begins_lines_after_the_comma)
{
    expect_written(write_lines, "[\n1,\n2\n]");
}

static void write_members(struct json *json)
{
    json_begin(json, '{');
    json_member(json, TEXT("no pointer"), (struct text){0});
    json_member(json, TEXT("empty"), TEXT(""));
    json_member_if_any(json, TEXT("neither"), TEXT(""));
    json_member_if_any(json, TEXT("\"key\""), TEXT("text"));
    json_end(json, '}');
}

Test(format_json_writer, leaves_members_out_that_say_nothing)
{
    expect_written(write_members, "{\"empty\": \"\", \"\\\"key\\\"\": \"text\"}");
}

Test(format_json_writer, escapes_strings)
{
    static const struct {
        struct text text;
        const char *expected;
    } cases[] = {
        {{"a/b ~", 5}, "\"a/b ~\""},
        {{"say \"\\\"", 7}, "\"say \\\"\\\\\\\"\""},
        {{"\t\n\0\x7f", 4}, "\"\\u0009\\u000a\\u0000\\u007f\""},
        {{"\xc3\xa4\xe2\x82\xac", 5}, "\"\xc3\xa4\xe2\x82\xac\""},
        {{"\xc2\x9b", 2}, "\"\\u009b\""},                  /* a control character of two bytes */
        {{"\xe2\x80\xae", 3}, "\"\\u202e\""},              /* turns the direction of writing */
        {{"a\xe4z", 3}, "\"a\xef\xbf\xbdz\""},             /* Latin-1 */
        {{"\xe2\x82", 2}, "\"\xef\xbf\xbd\xef\xbf\xbd\""}, /* cut off: a sign for each byte */
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        char *text = NULL;
        size_t size;
        struct json json = {.out = open_memstream(&text, &size)};
        cr_assert(json.out, "out of memory");
        json_text(&json, cases[i].text);
        fclose(json.out);
        cr_expect_str_eq(text, cases[i].expected, "case %zu: %s", i, text);
        free(text);
    }
}

static void write_large_numbers(struct json *json)
{
    json_begin(json, '[');
    json_number(json, 0);
    json_number(json, 9007199254740991);
    json_number(json, -9007199254740991);
    json_number(json, 9007199254740992);
    json_number(json, -9007199254740992);
    json_number(json, INT64_MAX);
    json_number(json, INT64_MIN);
    json_end(json, ']');
}

Test(format_json_writer, writes_whole_numbers)
{
    expect_written(write_large_numbers,
                   "[0, 9007199254740991, -9007199254740991, 9007199254740992, -9007199254740992, "
                   "9223372036854775807, -9223372036854775808]");
}

static void write_for_page(struct json *json)
{
    json->is_for_page = true;
    json_begin(json, '{');
    json_key(json, TEXT("<key>"));
    write_large_numbers(json);
    json_key(json, TEXT("text"));
    json_text(json, TEXT("</script><!--&amp;\"\\\0\xe2\x80\xa8\xe2\x80\xa9"));
    json_end(json, '}');
}

/* From 2^53 on two integers may be the same double. */
Test(format_json_writer, writes_for_a_page_what_is_neither_a_tag_nor_inexact)
{
    expect_written(write_for_page,
                   "{\"\\u003ckey\\u003e\": [0, 9007199254740991, -9007199254740991, "
                   "\"9007199254740992\", \"-9007199254740992\", \"9223372036854775807\", "
                   "\"-9223372036854775808\"], \"text\": \"\\u003c/script\\u003e\\u003c!--"
                   "\\u0026amp;\\\"\\\\\\u0000\\u2028\\u2029\"}");
}
