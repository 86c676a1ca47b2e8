/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "profile/naming/naming.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/buffer.h"

static void expect_form(const char *name, enum name_form form, const char *expected)
{
    struct buffer short_name = {0};

    name_append_form(&short_name, text_of(name), form);
    cr_expect_str_eq(buffer_string(&short_name), expected, "%s in form %d", name, form);
    free(short_name.at);
}

Test(short_names, leave_out_more_and_more)
{
    static const char name[] =
        "std::map<int, std::__cxx11::basic_string<char, std::char_traits<char>, "
        "std::allocator<char> > >::find[abi:cxx11](int const&) const [clone .isra.0]";

    expect_form(name, NAME_FULL, name);
    expect_form(name, NAME_USUAL,
                "std::map<int, std::string >::find[abi:cxx11](int const&) const [clone .isra.0]");
    expect_form(name, NAME_BARE, "std::map<int, std::string >::find(int const&) const");
    expect_form(name, NAME_NO_TEMPLATES, "std::map<..>::find(int const&) const");
    expect_form(name, NAME_NO_ARGUMENTS, "std::map<..>::find(..) const");
}

Test(short_names, say_what_people_write)
{
    static const struct {
        const char *name, *expected;
    } cases[] = {
        {"std::__1::basic_string<char, std::__1::char_traits<char>, "
         "std::__1::allocator<char>>::f()",
         "std::string::f()"},
        {"std::basic_ostream<char, std::char_traits<char> >& std::operator<< <char>(int)",
         "std::ostream& std::operator<< <char>(int)"},
        {"std::__cxx11::basic_ostringstream<char, std::char_traits<char>, std::allocator<char> "
         ">::f",
         "std::ostringstream::f"},
        {"std::basic_string<char, my::traits, std::allocator<char> >::f",
         "std::basic_string<char, my::traits, std::allocator<char> >::f"},
        {"std::__cxx11::list<int>::f", "std::list<int>::f"},
        {"my::std::__cxx11::f", "my::std::__cxx11::f"},
        {"std::", "std::"},
        {"std::basic_string<char", "std::basic_string<char"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++)
        expect_form(cases[i].name, NAME_USUAL, cases[i].expected);
}

/* Names as they are in profiles, and the shortest form of them. */
Test(short_names, know_brackets_from_other_signs)
{
    static const struct {
        const char *name, *expected;
    } cases[] = {
        {"", ""},
        {"main", "main"},
        {"f(T*)'2'main", "f(T*)'2'main"}, /* "(..)" would not be shorter */
        {"f(int)'2'main", "f(..)'2'main"},
        {"a::f(int) [clone .cold]'2", "a::f(..)'2"},
        {"void a::f<char>(int, char)", "void a::f<..>(..)"},
        {"(anonymous namespace)::f(int, int)", "(anonymous namespace)::f(..)"},
        {"void (anonymous namespace)::f<char>()", "void (anonymous namespace)::f<..>()"},
        /* operators */
        {"a::operator<(a::B const&)", "a::operator<(..)"},
        {"a::operator<< <char>(std::ostream&)", "a::operator<< <..>(..)"},
        {"a::operator<<<char>(std::ostream&)", "a::operator<<<..>(..)"},
        {"a::operator<<char>(std::ostream&)", "a::operator<<..>(..)"},
        {"a::operator<=> <char>(a::B const&)", "a::operator<=> <..>(..)"},
        {"a::operator><char>(a::B const&)", "a::operator><..>(..)"},
        {"a::operator>>=(a::B const&)", "a::operator>>=(..)"},
        {"a::B::operator->() const", "a::B::operator->() const"},
        {"a::operator==<char>(a::B const&)", "a::operator==<..>(..)"},
        {"a::operator/(a::B const&)", "a::operator/(..)"},
        {"a::B::operator()(int, int) const", "a::B::operator()(..) const"},
        {"a::B::operator()<char>(int, int)", "a::B::operator()<..>(..)"},
        {"a::B::operator std::vector<int>() const", "a::B::operator std::vector<..>() const"},
        {"operator new[](unsigned long)", "operator new[](..)"},
        {"my_operator<int, char>::f()", "my_operator<..>::f()"},
        {"S<&(bool ns::operator< <int>(a::C const&))>::insert(char)", "S<..>::insert(..)"},
        {"S<((2)<(3))>::f(int, int)", "S<..>::f(..)"},
        {"S<((2)>(3))>::f(int, int)", "S<..>::f(..)"},
        {"S<((1)<<(3))>::f(int, int)", "S<..>::f(..)"},
        /* what is within a function */
        {"f(long)::{lambda(int)#1}::operator()(long) const",
         "f(..)::{lambda(..)#1}::operator()(..) const"},
        {"f(long)::'lambda'(long)::operator()(long) const",
         "f(..)::'lambda'(..)::operator()(..) const"},
        {"{closure:/path/file.php:12-15}", "{closure:/path/file.php:12-15}"},
        /* hashes, and what compilers append */
        {"a::b::f::h0123456789abcdef", "a::b::f"},
        {"a::b::f::h0123456789abcdef'2", "a::b::f'2"},
        {"a::b::handle", "a::b::handle"},
        {"f.constprop.0.isra.0", "f"},
        {"f(int) (.cold)", "f(..)"},
        {"f[abi:cxx11](long)", "f(..)"},
        /* Rust */
        {"<alloc::vec::Vec<T> as core::ops::Drop>::drop",
         "<alloc::vec::Vec<T> as core::ops::Drop>::drop"},
        {"<alloc::vec::Vec<Type> as core::ops::Drop>::drop",
         "<alloc::vec::Vec<..> as core::ops::Drop>::drop"},
        {"core::ptr::drop_in_place::<alloc::string::String>", "core::ptr::drop_in_place::<..>"},
        {"core::fmt::num::<impl core::fmt::Debug for u32>::fmt",
         "core::fmt::num::<impl core::fmt::Debug for u32>::fmt"},
        {"<fn(Type) -> B as d::E>::f", "<fn(..) -> B as d::E>::f"},
        {"a::f::{{closure}}", "a::f::{{closure}}"},
        /* Go */
        {"main.(*T).Method", "main.(*T).Method"},
        {"golang.org/x/net/http2.(*Framer).WriteData",
         "golang.org/x/net/http2.(*Framer).WriteData"},
        {"main.Map[go.shape.int,go.shape.string]", "main.Map[..]"},
        {"main.(*List[go.shape.int]).Add", "main.(*List[..]).Add"},
        {"type..eq.[2]string", "type..eq.[2]string"},
        /* others */
        {"-[Foo bar:]", "-[Foo bar:]"},
        {"std.algorithm.map!(int, string).f(int, int)", "std.algorithm.map!(..).f(..)"},
        {"Foo->bar", "Foo->bar"},
        {"php::Foo::bar", "php::Foo::bar"},
        {"<module>", "<module>"},
        {"/usr/lib/python3/json.py:<lambda>", "/usr/lib/python3/json.py:<lambda>"},
        {"closure #1 in a.f(x: Swift.Int) -> Swift.Int", "closure #1 in a.f(..) -> Swift.Int"},
        {"Stra\xc3\x9f"
         "e<\xe4\xb8\x96\xe7\x95\x8c>(\xe4\xb8\x96)",
         "Stra\xc3\x9f"
         "e<..>(..)"},
        /* brackets that do not match */
        {"a<int, char", "a<int, char"},
        {"a<b, c>(int, int", "a<..>(int, int"},
        {"a<(int>)", "a<(int>)"},
        {"a(int]", "a(int]"},
        {"f)(int, int)", "f)(..)"},
        {"operator", "operator"},
        {"operator<", "operator<"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++)
        expect_form(cases[i].name, NAME_NO_ARGUMENTS, cases[i].expected);
}

Test(short_names, stay_as_they_are_where_brackets_are_too_deep)
{
    char deep[1003] = "f";

    memset(deep + 1, '(', 500);
    memset(deep + 501, ')', 500);
    expect_form(deep, NAME_NO_ARGUMENTS, deep);
}

/* Brackets of another kind are still cut, and the usual names are still written. */
Test(short_names, keep_a_bracket_without_a_counterpart_and_those_of_its_kind_after_it)
{
    static const struct {
        const char *name, *no_templates, *no_arguments;
    } cases[] = {
        {"f(a<long, arguments>", "f(a<..>", "f(a<..>"},
        {"a<long, arguments>::f(b<long, arguments>)(", "a<..>::f(b<..>)(", "a<..>::f(..)("},
        {"a<long, arguments>::f<b(long arguments)", "a<..>::f<b(long arguments)", "a<..>::f<b(..)"},
        {"f<g(long, arguments)::h<long, arguments>", "f<g(long, arguments)::h<long, arguments>",
         "f<g(..)::h<long, arguments>"},
        {"f(a<std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >",
         "f(a<std::string", "f(a<std::string"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        expect_form(cases[i].name, NAME_NO_TEMPLATES, cases[i].no_templates);
        expect_form(cases[i].name, NAME_NO_ARGUMENTS, cases[i].no_arguments);
    }
    /* Within arguments that match, '<' may be "less than". */
    expect_form("f(enable_if<a < b, long arguments>)", NAME_NO_ARGUMENTS, "f(..)");
}
