/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "reporter/format/text_names.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "reporter/format/format.h"
#include "reporter/format/pieces.h"
#include "reporter/format/text_sections.h"

static char *label(const struct table_row *row, size_t room)
{
    const struct format_options options = {0};
    char *text = NULL;
    size_t size;
    const struct text_writer writer = {.out = open_memstream(&text, &size), .options = &options};

    cr_assert(writer.out);
    write_label(&writer, row, room, TEXT(""));
    fclose(writer.out);
    return text;
}

/* The less there is room for, the more is left out: object, file, what makes names long, the
 * middle.
 */
Test(format_text_names, fit_into_columns)
{
    static const struct table_row row = {
        .kind = ROW_HOTSPOT,
        .function = {"std::vector<int>::push_back(int const&)", 39},
        .file = {"/usr/include/c++/12/bits/stl_vector.h", 37},
        .object = {"build/bin/program", 17},
    };
    static const struct {
        size_t room;
        const char *expected;
    } cases[] = {
        {0, "std::vector<int>::push_back(int const&) (/usr/include/c++/12/bits/stl_vector.h) "
            "[build/bin/program]\n"},
        {200, "std::vector<int>::push_back(int const&) (stl_vector.h) [program]\n"},
        {60, "std::vector<int>::push_back(int const&) (stl_vector.h)\n"},
        {53, "std::vector<int>::push_back(int const&)\n"},
        {39, "std::vector<int>::push_back(int const&)\n"},
        {38, "std::vector<..>::push_back(int const&)\n"},
        {37, "std::vector<..>::push_back(..)\n"},
        {29, "std::vect…<..>::push_back(..)\n"},
        {18, "std::…ush_back(..)\n"},
        {8, "st…k(..)\n"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        char *text = label(&row, cases[i].room);
        cr_expect_str_eq(text, cases[i].expected, "%zu: %s", cases[i].room, text);
        free(text);
    }
}

/* Both names of a function get shorter. */
Test(format_text_names, are_short_where_they_were_others)
{
    static const struct table_row row = {
        .kind = ROW_HOTSPOT,
        .function = {"a::f(int)", 9},
        .has_old = true,
        .old = {.change = CHANGE_RENAMED, .function = {"old::name(char)", 15}}};
    static const struct {
        size_t room;
        const char *expected;
    } cases[] = {
        {30, "a::f(int), was old::name(char)\n"},
        {29, "a::f(..), was old::name(..)\n"},
        {18, "a::f(…ld::name(..)\n"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        char *text = label(&row, cases[i].room);
        cr_expect_str_eq(text, cases[i].expected);
        free(text);
    }
}

/* Of a file its end says most, of a line of source where it is, of a part when it was. */
Test(format_text_names, keep_what_says_most)
{
    static const struct table_row line = {
        .kind = ROW_HOTSPOT,
        .file = {"/usr/include/c++/12/bits/stl_vector.h", 37},
        .line = 987,
        .text = {"return const_iterator(this->_M_impl._M_start);", 46},
    };
    static const struct table_row file = {
        .kind = ROW_HOTSPOT,
        .file = {"/usr/include/c++/12/bits/stl_vector.h", 37},
    };
    static const struct table_row part = {
        .kind = ROW_HOTSPOT,
        .label = {"part 3, thread 1", 16},
        .time_range = {"Basic block 0 - 5", 17},
        .trigger = {"Program termination", 19},
    };
    static const struct table_row bare = {
        .kind = ROW_HOTSPOT, .label = {"no thread", 9}, .trigger = {"", 0}};
    static const struct {
        const struct table_row *row;
        size_t room;
        const char *expected;
    } cases[] = {
        {&part, 0, "part 3, thread 1, Basic block 0 - 5, Program termination\n"},
        {&part, 56, "part 3, thread 1, Basic block 0 - 5, Program termination\n"},
        {&part, 55, "part 3, thread 1, Basic block 0 - 5\n"},
        {&part, 34, "part 3, thread 1\n"},
        {&bare, 0, "no thread\n"},
        {&line, 0,
         "/usr/include/c++/12/bits/stl_vector.h:987  return const_iterator(this->_M_impl._M_start);"
         "\n"},
        {&line, 80, "stl_vector.h:987  return const_iterator(this->_M_impl._M_start);\n"},
        {&line, 30, "stl_vector.h:987  return cons…\n"},
        {&file, 37, "/usr/include/c++/12/bits/stl_vector.h\n"},
        {&file, 36, "stl_vector.h\n"},
        {&file, 8, "st…tor.h\n"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        char *text = label(cases[i].row, cases[i].room);
        cr_expect_str_eq(text, cases[i].expected, "%zu: %s", cases[i].room, text);
        free(text);
    }
}

Test(format_text_names, are_fitted_into_titles)
{
    static const struct text name = {"std::map<int, long>::find(int const&)", 37};
    static const struct {
        size_t room;
        const char *expected;
    } cases[] = {
        {0, "std::map<int, long>::find(int const&)"},
        {37, "std::map<int, long>::find(int const&)"},
        {36, "std::map<..>::find(int const&)"},
        {29, "std::map<..>::find(..)"},
        {21, "std::m…<..>::find(..)"},
        {8, "st…d(..)"},
        {3, "….)"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct buffer fitted = {0};
        append_short_name(&fitted, name, cases[i].room, false);
        cr_expect_str_eq(buffer_string(&fitted), cases[i].expected);
        free(fitted.at);
    }
}

Test(format_text_names, lose_the_middle_where_nothing_else_is_left)
{
    static const struct {
        size_t room;
        const char *expected, *in_ascii;
    } cases[] = {
        {0, "a/path/to/a/file", "a/path/to/a/file"},
        {16, "a/path/to/a/file", "a/path/to/a/file"},
        {15, "a/pa…/to/a/file", "a/pa...o/a/file"},
        {9, "a/…a/file", "a/...file"},
        {4, "a…le", "...e"},
        {2, "…e", ".."},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct buffer fitted = {0};
        append_fitted(&fitted, TEXT("a/path/to/a/file"), cases[i].room, false);
        cr_expect_str_eq(buffer_string(&fitted), cases[i].expected);
        fitted.length = 0;
        append_fitted(&fitted, TEXT("a/path/to/a/file"), cases[i].room, true);
        cr_expect_str_eq(buffer_string(&fitted), cases[i].in_ascii);
        free(fitted.at);
    }
}
