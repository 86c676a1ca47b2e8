/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "profile/naming/naming.h"

#include <criterion/criterion.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/buffer.h"

/* A name, and what is left of it after all stages. */
struct trap {
    const char *name, *expected;
};

static void expect_all(const struct trap *traps, size_t count)
{
    struct name_syntax syntax = {0};
    struct buffer left = {0};

    for (size_t i = 0; i < count; i++) {
        struct text name = text_of(traps[i].name);
        name_syntax_read(&syntax, name);
        left.length = 0;
        append_cut_name(&left, name, syntax.cuts, syntax.n_cuts, (1u << N_NAME_STAGES) - 1);
        cr_expect_str_eq(buffer_string(&left), traps[i].expected);
    }
    free(left.at);
    name_syntax_free(&syntax);
}

Test(name_syntax, takes_arguments_templates_and_return_types_out_of_names_of_cpp)
{
    static const struct trap traps[] = {
        {"f(int)", "f"},
        {"a::b::f(std::vector<int>, char const*) const", "a::b::f"},
        {"f(void (*)(int), int (*)[3])", "f"},
        {"f() const &&", "f"},
        {"std::vector<std::vector<int> >::push_back(std::vector<int>&&)",
         "std::vector<..>::push_back"},
        {"unsigned long const& std::max<unsigned long>(unsigned long const&)", "std::max<..>"},
        {"std::enable_if<((sizeof (int))>(4)), int>::type f<int>(int)", "f<..>"},
        {"std::enable_if<((1)<(2)), int>::type f<int>(int)", "f<..>"},
        {"decltype(auto) f<int>(int)", "f<..>"},
        {"decltype ((declval<A>()).b()) g<A>(A&)", "g<A>"},
        {"get[abi:cxx11](int)", "get"},
        {"f[abi:a][abi:b]<int>(int)", "f<..>"},
        {"(anonymous namespace)::f()", "{anon}::f"},
        {"n::(anonymous namespace)::T<int, (anonymous namespace)::U>::f() const",
         "n::{anon}::T<..>::f"},
        {"T<X>::f()", "T<X>::f"},
        {"a::L::m()::Loc& std::vector<a::L::m()::Loc>::emplace_back<int>(int&&)",
         "std::vector<..>::emplace_back<..>"},
        {"std::enable_if<((12) >= (sizeof (long))) && ((12) < (16)), void>::type ns::f<12>(char*)",
         "ns::f<12>"},
        {"f(int) [clone .constprop.0]", "f"},
        {"f(int) (.cold)", "f"},
        {"f(int).part.0", "f"},
        {"f() const@@GLIBCXX_3.4", "f@@GLIBCXX_3.4"},
    };

    expect_all(traps, ARRAY_LENGTH(traps));
}

Test(name_syntax, knows_operators_from_brackets)
{
    static const struct trap traps[] = {
        {"operator<(A const&, B const&)", "operator<"},
        {"std::operator<< <char, int>(std::ostream&, char)", "std::operator<< <..>"},
        {"bool operator< <int>(X<int> const&, X<int> const&)", "operator< <..>"},
        {"bool operator<<int>(X<int> const&, X<int> const&)", "operator<<..>"},
        {"A::operator->() const", "A::operator->"},
        {"A::operator->*(int)", "A::operator->*"},
        {"std::strong_ordering operator<=><int>(V<int> const&)", "operator<=><..>"},
        {"operator>(A, B)", "operator>"},
        {"operator>>=(A, B)", "operator>>="},
        {"operator,(A, B)", "operator,"},
        {"operator==(A, B).part.0", "operator=="},
        {"operator==(A, B) [clone .cold]", "operator=="},
        {"A::operator()(int) const", "A::operator()"},
        {"void A::operator()<int>(int) const", "A::operator()<..>"},
        {"A::operator[](int)", "A::operator[]"},
        {"std::apply<&(A::operator<)>(int)", "std::apply<..>"},
        {"operator new(unsigned long)", "operator new"},
        {"operator delete[](void*)", "operator delete[]"},
        {"operator\"\" _km(long double)", "operator\"\" _km"},
        {"A::operator bool() const", "A::operator bool"},
        {"A::operator bool() const.isra.0", "A::operator bool"},
        {"A::operator bool() const [clone .isra.0]", "A::operator bool"},
        {"A::operator char const*() const", "A::operator char const*"},
        {"A::operator T() const::{lambda()#1}::operator()() const",
         "A::operator T() const::{lambda#1}::operator()"},
        {"A::operator T() (.cold)", "A::operator T"},
        {"A::operator T() (.)", "A::operator T() (.)"},
        {"A::operator std::vector<int, char>() const", "A::operator std::vector<..>"},
        {"A::operator (anonymous namespace)::T()", "A::operator {anon}::T"},
        {"A::operator void (*)(int)() const", "A::operator void (*)(int)() const"},
        {"E::operator void (E::*)()() const", "E::operator void (E::*)()() const"},
        {"operators(int)", "operators"},
    };

    expect_all(traps, ARRAY_LENGTH(traps));
}

Test(name_syntax, keeps_what_is_within_functions_and_made_by_compilers)
{
    static const struct trap traps[] = {
        {"main::{lambda(std::vector<int>)#1}::operator()(std::vector<int>) const",
         "main::{lambda#1}::operator()"},
        {"auto f(int)::{lambda(auto:1)#2}::operator()<int>(int) const",
         "f::{lambda#2}::operator()<..>"},
        {"f(int) const::{lambda()#1}::operator()() const", "f::{lambda#1}::operator()"},
        {"f(int)::'lambda0'(int)::operator()(int) const", "f::'lambda0'::operator()"},
        {"f()::{unnamed type#1}::g(int)", "f::{unnamed type#1}::g"},
        {"vtable for std::vector<int, char>", "vtable for std::vector<..>"},
        {"typeinfo name for (anonymous namespace)::Q", "typeinfo name for {anon}::Q"},
        {"typeinfo for void (std::vector<int>, char)", "typeinfo for void (std::vector<..>, char)"},
        {"construction vtable for A<int>-in-B<char>", "construction vtable for A<..>-in-B<..>"},
        {"guard variable for f(int)::x", "guard variable for f::x"},
        {"non-virtual thunk to A<int>::f(int)", "non-virtual thunk to A<..>::f"},
        {"std::function<void (int)>::operator()(int) const", "std::function<..>::operator()"},
    };

    expect_all(traps, ARRAY_LENGTH(traps));
}

Test(name_syntax, takes_paths_of_types_and_hashes_out_of_names_of_rust)
{
    static const struct trap traps[] = {
        {"alloc::vec::Vec<T,A>::push::h0123456789abcdef", "alloc::vec::Vec<..>::push"},
        {"a::f::h0123456789abcdef.llvm.77", "a::f"},
        {"a::h0123456789abcdef::b", "a::h0123456789abcdef::b"},
        {"a::h0123456789abcdef::h0123456789abcdef", "a::h0123456789abcdef::h0123456789abcdef"},
        {"a::f::h0123456789abcde", "a::f::h0123456789abcde"},
        {"a::f::h0123456789abcdeg", "a::f::h0123456789abcdeg"},
        {"<alloc::vec::Vec<T,A> as core::ops::drop::Drop>::drop", "<Vec<..> as Drop>::drop"},
        {"<T as core::convert::Into<u8>>::into", "<T as Into<u8>>::into"},
        {"<[T] as a::b::C>::f", "<[T] as C>::f"},
        {"<&mut dyn a::b::C>::f", "<&mut dyn C>::f"},
        {"<fn(A) -> B as x::Y>::call", "<fn(A) -> B as Y>::call"},
        {"core::fmt::num::<impl core::fmt::Debug for u32>::fmt",
         "core::fmt::num::<impl Debug for u32>::fmt"},
        {"core::ptr::drop_in_place::<alloc::string::String>", "core::ptr::drop_in_place::<..>"},
        {"std::rt::lang_start::{{closure}}", "std::rt::lang_start::{{closure}}"},
        {"std::rt::lang_start::<()>::{closure#0}", "std::rt::lang_start::<()>::{closure#0}"},
        {"core::ops::FnOnce::call_once{{vtable.shim}}::h0123456789abcdef",
         "core::ops::FnOnce::call_once{{vtable.shim}}"},
        {"<a::P>::list::<<a::P>::dyn_trait>", "<P>::list::<..>"},
    };

    expect_all(traps, ARRAY_LENGTH(traps));
}

Test(name_syntax, keeps_what_it_does_not_understand)
{
    static const char *const names[] = {
        "",
        "main",
        "void (*signal(int))(int)",
        "void (*f<int>(int))(double)",
        "int (&f<int>())[3]",
        "my phase (cold)",
        "static void Foo::go(int)",
        "int main(int)",
        "-[NSString foo:]",
        "<module>",
        "<built-in method x>",
        "{closure:/a/b.php:3-5}",
        "Foo->bar",
        "App\\Model\\User->save",
        "(below main)",
        "???",
        "a<b",
        "f(int",
        "f)int(",
        "f(int>",
        "f[3](",
        "operator",
        "f(int) suffix",
        "std::string f() ",
        "a::<impl b::C>::f(int)",
        "vtable for a[abi:b[abi:c]]",
    };

    for (size_t i = 0; i < ARRAY_LENGTH(names); i++)
        expect_all(&(struct trap){names[i], names[i]}, 1);
}

Test(name_syntax, does_not_nest_deeper_than_it_can)
{
    struct buffer name = {0};
    struct name_syntax syntax = {0};

    buffer_append(&name, TEXT("f"));
    for (int i = 0; i < 100000; i++)
        buffer_append(&name, TEXT("<a"));
    for (int i = 0; i < 100000; i++)
        buffer_append(&name, TEXT(">"));
    name_syntax_read(&syntax, buffer_text(&name));
    cr_expect_eq(name_syntax_stages(&syntax), 0);
    name_syntax_free(&syntax);
    free(name.at);
}

/* What is within the arguments of templates: the paths of Rust are not those of C++. */
Test(name_syntax, knows_rust_from_generic_lambdas)
{
    const struct text name = TEXT("v<int>::f<ns::K::run(int)::{lambda(auto:1)#1}::operator()<int>"
                                  "(int) const::D>(int)");
    struct name_syntax syntax = {0};

    name_syntax_read(&syntax, name);
    cr_expect_not(syntax.is_rust);
    cr_expect_eq(name_syntax_stages(&syntax) & 1u << STAGE_RUST_PATHS, 0);
    name_syntax_free(&syntax);
}

Test(name_syntax, takes_out_what_the_given_stages_are_about)
{
    static const struct {
        unsigned stage;
        const char *expected;
    } cases[] = {
        {STAGE_HASHES, "void A<B<int> >::f<C>(D<int>) const"},
        {STAGE_RETURN_TYPES, "A<B<int> >::f[abi:x]<C>(D<int>) const"},
        {STAGE_ARGUMENTS, "void A<B<int> >::f[abi:x]<C>"},
        {STAGE_INNER_TEMPLATES, "void A<B<..> >::f[abi:x]<C>(D<int>) const"},
        {STAGE_TEMPLATES, "void A<..>::f[abi:x]<C>(D<..>) const"},
    };
    const struct text name = TEXT("void A<B<int> >::f[abi:x]<C>(D<int>) const");
    struct name_syntax syntax = {0};
    struct buffer left = {0};

    name_syntax_read(&syntax, name);
    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        left.length = 0;
        append_cut_name(&left, name, syntax.cuts, syntax.n_cuts, 1u << cases[i].stage);
        cr_expect_str_eq(buffer_string(&left), cases[i].expected);
    }
    cr_expect_eq(name_syntax_stages(&syntax),
                 1u << STAGE_HASHES | 1u << STAGE_RETURN_TYPES | 1u << STAGE_ARGUMENTS |
                     1u << STAGE_INNER_TEMPLATES | 1u << STAGE_TEMPLATES);
    free(left.at);
    name_syntax_free(&syntax);
}

Test(name_syntax, knows_the_last_component)
{
    static const struct trap cases[] = {
        {"f", "f"},
        {"a::b::f(int, c::d) const", "f"},
        {"void a::T<int>::f<int>(int)", "f"},
        {"a::operator<<(int)", "operator<<"},
        {"<alloc::vec::Vec<T> as core::ops::drop::Drop>::drop", "drop"},
        {"a::f(int) [clone .isra.0]", "f"},
        {"a b c(", ""},
        {"", ""},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct text last = name_last_component(text_of(cases[i].name));
        cr_expect(text_equal(last, text_of(cases[i].expected)), "%s: '%.*s'", cases[i].name,
                  (int)last.length, last.at);
    }
}

/* What is left of names after one stage. */
static void expect_stage(const struct trap *traps, size_t count, enum name_stage stage)
{
    struct name_syntax syntax = {0};
    struct buffer left = {0};

    for (size_t i = 0; i < count; i++) {
        struct text name = text_of(traps[i].name);
        name_syntax_read(&syntax, name);
        left.length = 0;
        append_cut_name(&left, name, syntax.cuts, syntax.n_cuts, 1u << stage);
        cr_expect_str_eq(buffer_string(&left), traps[i].expected);
    }
    free(left.at);
    name_syntax_free(&syntax);
}

#define STRING "std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >"

Test(usual_names, are_what_people_write)
{
    static const struct trap traps[] = {
        {"f(" STRING " const&)", "f(std::string const&)"},
        {STRING "::append(char const*)", "std::string::append(char const*)"},
        {"f(std::basic_string<char, std::char_traits<char>, std::allocator<char>>)",
         "f(std::string)"},
        {"f(std::__1::basic_string<char, std::__1::char_traits<char>, "
         "std::__1::allocator<char>>)",
         "f(std::string)"},
        {"f(std::__cxx11::basic_string<wchar_t, std::char_traits<wchar_t>, "
         "std::allocator<wchar_t> >)",
         "f(std::wstring)"},
        {"f(std::__cxx11::basic_string<char16_t, std::char_traits<char16_t>, "
         "std::allocator<char16_t> >)",
         "f(std::u16string)"},
        {"f(std::basic_string_view<char8_t, std::char_traits<char8_t> >)", "f(std::u8string_view)"},
        {"std::basic_ostream<char, std::char_traits<char> >& std::operator<< "
         "<std::char_traits<char> >(std::basic_ostream<char, std::char_traits<char> >&, char)",
         "std::ostream& std::operator<< <std::char_traits<char> >(std::ostream&, char)"},
        {"f(std::__cxx11::basic_regex<char, std::__cxx11::regex_traits<char> >)", "f(std::regex)"},
        {"std::vector<int, std::allocator<int> >::push_back(int&&)",
         "std::vector<int>::push_back(int&&)"},
        {"f(std::__cxx11::list<int, std::allocator<int> >)", "f(std::list<int>)"},
        {"f(std::vector<" STRING ", std::allocator<" STRING " > >)", "f(std::vector<std::string>)"},
        {"f(std::vector<std::vector<int, std::allocator<int> >, std::allocator<std::vector<int, "
         "std::allocator<int> > > > const&)",
         "f(std::vector<std::vector<int>> const&)"},
        {"f(std::map<int, char const*, std::less<int>, std::allocator<std::pair<int const, char "
         "const*> > >)",
         "f(std::map<int, char const*>)"},
        {"f(std::map<" STRING ", int, std::less<" STRING " >, std::allocator<std::pair<" STRING
         " const, int> > >)",
         "f(std::map<std::string, int>)"},
        {"f(std::set<a::K, std::less<a::K>, std::allocator<a::K> >)", "f(std::set<a::K>)"},
        {"f(std::unordered_map<long, A<B>, std::hash<long>, std::equal_to<long>, "
         "std::allocator<std::pair<long const, A<B> > > >)",
         "f(std::unordered_map<long, A<B>>)"},
        {"f(std::unordered_set<int, std::hash<int>, std::equal_to<int>, std::allocator<int> >)",
         "f(std::unordered_set<int>)"},
        {"f(std::stack<int, std::deque<int, std::allocator<int> > >)", "f(std::stack<int>)"},
        {"f(std::priority_queue<int, std::vector<int, std::allocator<int> >, std::less<int> >)",
         "f(std::priority_queue<int>)"},
        {"f(std::unique_ptr<A, std::default_delete<A> >)", "f(std::unique_ptr<A>)"},
        {"a::T<" STRING " >::f()", "a::T<std::string >::f()"},
    };

    expect_stage(traps, ARRAY_LENGTH(traps), STAGE_STANDARD);
}

Test(usual_names, keep_what_somebody_chose)
{
    static const struct trap traps[] = {
        {"f(std::vector<int, Pool<int> >)", "f(std::vector<int, Pool<int> >)"},
        {"f(std::vector<int, std::allocator<long> >)",
         "f(std::vector<int, std::allocator<long> >)"},
        {"f(std::set<int, std::greater<int>, std::allocator<int> >)",
         "f(std::set<int, std::greater<int>>)"},
        {"f(std::map<int, int, Less, Pool<int> >)", "f(std::map<int, int, Less, Pool<int> >)"},
        {"f(std::basic_string<char, Traits, std::allocator<char> >)",
         "f(std::basic_string<char, Traits, std::allocator<char> >)"},
        {"f(std::basic_string<unsigned char, std::char_traits<unsigned char>, "
         "std::allocator<unsigned char> >)",
         "f(std::basic_string<unsigned char, std::char_traits<unsigned char>, "
         "std::allocator<unsigned char> >)"},
        {"f(std::basic_ostream<char16_t, std::char_traits<char16_t> >)",
         "f(std::basic_ostream<char16_t, std::char_traits<char16_t> >)"},
        {"f(mystd::vector<int, std::allocator<int> >)",
         "f(mystd::vector<int, std::allocator<int> >)"},
        {"f(a::std::vector<int, std::allocator<int> >)",
         "f(a::std::vector<int, std::allocator<int> >)"},
        {"std::__cxx11::basic_string", "std::__cxx11::basic_string"},
        {"f(std::basic_string<char>)", "f(std::basic_string<char>)"},
        {"f(std::filesystem::__cxx11::path)", "f(std::filesystem::__cxx11::path)"},
        {"<std::vector<A> as T>::f", "<std::vector<A> as T>::f"},
    };

    expect_stage(traps, ARRAY_LENGTH(traps), STAGE_STANDARD);
}

Test(usual_names, have_no_suffixes_of_clones)
{
    static const struct trap traps[] = {
        {"f(int) [clone .isra.0]", "f(int)"},
        {"f(int) [clone .isra.0] [clone .part.3]", "f(int)"},
        {"f(int) (.cold)", "f(int)"},
        {"f(int) (.cold.1)", "f(int)"},
        {"f.constprop.0", "f"},
        {"f.isra.0.constprop.12", "f"},
        {"f.cold", "f"},
        {"f.lto_priv.0", "f"},
        {"a::f::h0123456789abcdef.llvm.77", "a::f::h0123456789abcdef"},
        {"f.lto_priv(int)", "f(int)"},
        {"a::f.isra.0(int) const [clone .cold]", "a::f(int) const"},
        {"a::f.llvm.77::h0123456789abcdef", "a::f::h0123456789abcdef"},
        /* Not of compilers, or of Go. */
        {"main.part", "main.part"},
        {"main.llvm", "main.llvm"},
        {"main.constpropagate", "main.constpropagate"},
        {"f.12", "f.12"},
        {"f12", "f12"},
        {"constprop.0", "constprop.0"},
        {".isra.0", ".isra.0"},
        {"golang.org/x/net/http2.(*T).cold", "golang.org/x/net/http2.(*T).cold"},
        {"memcpy@@GLIBC_2.14", "memcpy@@GLIBC_2.14"},
        {"f (x)", "f (x)"},
    };

    expect_stage(traps, ARRAY_LENGTH(traps), STAGE_CLONES);
}

Test(go_name, has_a_package_and_what_can_be_taken_out)
{
    static const struct {
        const char *name, *package, *expected;
    } cases[] = {
        {"golang.org/x/net/http2.(*Framer).WriteData", "golang.org/x/net/http2",
         "http2.(*Framer).WriteData"},
        {"net/http.noBody.Read", "net/http", "http.noBody.Read"},
        {"gopkg.in/yaml%2ev2.Unmarshal", "gopkg.in/yaml%2ev2", "yaml%2ev2.Unmarshal"},
        {"main.(*T[go.shape.string_0]).Add", "main", "main.(*T[..]).Add"},
        {"slices.SortFunc[go.shape.[]int,go.shape.int]", "slices", "slices.SortFunc[..]"},
        {"example.com/demo.Map[...]", "example.com/demo", "demo.Map[...]"},
        {"type:.eq.crypto/ecdsa.PublicKey", "crypto/ecdsa", "type:.eq.ecdsa.PublicKey"},
        {"net/http.(*Server).Serve-fm", "net/http", "http.(*Server).Serve-fm"},
        {"runtime.main", "runtime", "runtime.main"},
        {"main.(*List[go.shape.struct { main.a int; main.b string }]).Push", "main",
         "main.(*List[..]).Push"},
        {"slices.Sort[go.shape.struct { a int }]", "slices", "slices.Sort[..]"},
        {"vendor/golang.org/x/net/http2.Get", "vendor/golang.org/x/net/http2", "http2.Get"},
        {"x.com/a/cmd.Reader.x.com/b/metric.produce", "x.com/a/cmd",
         "x.com/a/cmd.Reader.x.com/b/metric.produce"},
        {"gopkg.in/go-git.v4/plumbing.Get", "gopkg.in/go-git.v4/plumbing", "plumbing.Get"},
    };
    struct name_syntax syntax = {0};
    struct buffer left = {0};

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        name_syntax_read(&syntax, text_of(cases[i].name));
        left.length = 0;
        append_cut_name(&left, syntax.name, syntax.cuts, syntax.n_cuts, (1u << N_NAME_STAGES) - 1);
        cr_expect_str_eq(buffer_string(&left), cases[i].expected);
        cr_expect(text_equal(syntax.package, text_of(cases[i].package)), "%s", cases[i].name);
    }
    free(left.at);
    name_syntax_free(&syntax);
}

Test(go_name, is_not_any_name_with_a_slash_or_a_dot)
{
    static const char *const names[] = {
        "main",        "/usr/bin/foo.sh", "include::/a/b.php",
        "a/b",         "std::a.b",        "f.b(int)",
        "a/b.c d",     "a.(b).c",         ".L1",
        "a/.b",        "f.b[go",          "f.b]",
        "f@GLIBC_2.2", "a/b.(*",          "[5]a/b.c",
        "a/b.f [x]",
    };
    struct name_syntax syntax = {0};

    for (size_t i = 0; i < ARRAY_LENGTH(names); i++) {
        name_syntax_read(&syntax, text_of(names[i]));
        cr_expect_null(syntax.package.at, "%s", names[i]);
    }
    name_syntax_free(&syntax);
}
