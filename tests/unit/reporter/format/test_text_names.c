/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "reporter/format/text_names.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

Test(format_text_names, go_without_arguments)
{
    static const struct {
        const char *name, *expected;
    } cases[] = {
        {"main", "main"},
        {"std::vector<int, std::allocator<int> >::push_back(int const&)",
         "std::vector<…>::push_back(…)"},
        {"f()", "f()"},
        {"f(i)", "f(i)"},
        {"operator<(A const&, B const&)", "operator<(…)"},
        {"std::operator<< <char>(std::ostream&, char)", "std::operator<< <…>(…)"},
        {"A::operator->() const", "A::operator->() const"},
        {"A<int>::operator()(int, int)", "A<…>::operator()(…)"},
        {"auto f(int) -> decltype(g())", "auto f(…) -> decltype(…)"},
        /* Rust's begin with their type. */
        {"<alloc::vec::Vec<T> as core::ops::Drop>::drop",
         "<alloc::vec::Vec<T> as core::ops::Drop>::drop"},
        {"<gimli::read::Unit<EndianSlice>>::new", "<gimli::read::Unit<…>>::new"},
        /* What does not close opens nothing. */
        {"a < b", "a < b"},
        {"f(int", "f(int"},
        {"", ""},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct buffer short_name = {0};
        append_without_arguments(&short_name, text_of(cases[i].name));
        cr_expect_str_eq(buffer_string(&short_name), cases[i].expected);
        free(short_name.at);
    }
}

static char *label(const struct table_row *row, size_t room)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    cr_assert(out);
    write_label(out, row, room, false);
    fclose(out);
    return text;
}

/* The less there is room for, the more is left out: object, file, arguments, the middle. */
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
        {40, "std::vector<int>::push_back(int const&)\n"},
        {38, "std::vector<…>::push_back(…)\n"},
        {28, "std::vector<…>::push_back(…)\n"},
        {20, "std::vector<……ack(…)\n"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        char *text = label(&row, cases[i].room);
        cr_expect_str_eq(text, cases[i].expected, "%zu: %s", cases[i].room, text);
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
        {&file, 8, "stl_vec…\n"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        char *text = label(cases[i].row, cases[i].room);
        cr_expect_str_eq(text, cases[i].expected, "%zu: %s", cases[i].room, text);
        free(text);
    }
}

Test(format_text_names, are_fitted_into_titles)
{
    static const struct {
        const char *name;
        size_t room;
        const char *expected;
    } cases[] = {
        {"std::map<int, long>::find(int const&)", 0, "std::map<int, long>::find(int const&)"},
        {"std::map<int, long>::find(int const&)", 37, "std::map<int, long>::find(int const&)"},
        {"std::map<int, long>::find(int const&)", 36, "std::map<…>::find(…)"},
        {"a_function_with_a_long_name", 11, "a_fun…_name"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct buffer fitted = {0};
        append_fitted(&fitted, text_of(cases[i].name), cases[i].room);
        cr_expect_str_eq(buffer_string(&fitted), cases[i].expected);
        free(fitted.at);
    }
}
