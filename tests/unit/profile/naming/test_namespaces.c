/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "profile/naming/naming.h"

#include <criterion/criterion.h>

#include "base/array.h"
#include "base/names.h"
#include "profile/profile.h"

/* A function's name and its namespace, which is empty where it has none. */
struct example {
    const char *name, *expected;
};

static void check(const struct example *examples, size_t count, size_t depth)
{
    struct symbols symbols = symbols_create();
    struct names *texts = names_create();

    for (size_t i = 0; i < count; i++)
        names_add(symbols.functions, text_of(examples[i].name));
    struct namespaces *namespaces = namespaces_create(&symbols, depth, texts);
    for (size_t i = 0; i < count; i++) {
        symbol_id id = names_find(symbols.functions, text_of(examples[i].name));
        struct text found = names_text_if_any(texts, namespaces_of(namespaces, id));
        cr_expect(text_equal(found, text_of(examples[i].expected)), "'%s' is in '%.*s'",
                  examples[i].name, (int)found.length, found.at);
    }
    namespaces_free(namespaces);
    names_free(texts);
    symbols_free(&symbols);
}

Test(namespaces, of_cpp_have_classes)
{
    static const struct example examples[] = {
        {"a::b::f(int)", "a::b"},
        {"void a::B<int>::f<char>(int) const", "a::B"},
        {"f(int)", ""},
        {"main", ""},
        {"a::f(int)::{lambda()#1}::operator()() const", "a"},
        {"main::{lambda(int)#1}::operator()(int) const", ""},
        {"a::f()::local::g()", "a"},
        {"(anonymous namespace)::f()", "(anonymous namespace)"},
        {"a::(anonymous namespace)::B::f()", "a::(anonymous namespace)::B"},
        {"a::operator<<(std::ostream&, a::B const&)", "a"},
        {"a::B::operator bool() const", "a::B"},
        {"a::B::~B()", "a::B"},
        {"non-virtual thunk to a::B::f()", "a::B"},
        {"std::vector<std::pair<a::b, c::d> >::at(unsigned long)", "std::vector"},
        {"void (*a::f(int))(int)", ""},
        {"f.constprop.0", ""},
        {"Model::save", "Model"}, /* PHP */
        {"a::Class::f()", "a::Class"},
        {"main::'lambda'(int)::operator()(int) const", ""},
        {"a::L::m()::Loc& std::vector<a::L::m()::Loc>::emplace_back<int>(int&&)", "std::vector"},
        {"a::B::operator void (*)(int)() const", "a::B"},
        {"folly::Function<app::run()::{lambda(auto:1)#1}::operator()<int>(int) const::{lambda()#1}>"
         "::call(int)",
         "folly::Function"},
        {"llvm::Set<&(bool ns::operator< <int>(a::b::C const&))>::insert(int)", "llvm::Set"},
        {"a::Class::f", "a"}, /* taken for Rust */
    };

    check(examples, ARRAY_LENGTH(examples), 0);
}

Test(namespaces, of_rust_are_crates_and_modules)
{
    static const struct example examples[] = {
        {"alloc::vec::Vec<T,A>::push::h0123456789abcdef", "alloc::vec"},
        {"regex::exec::ExecBuilder::build", "regex::exec"},
        {"<alloc::vec::Vec<T> as core::ops::Drop>::drop", "alloc::vec"},
        {"<alloc::vec::Vec<T>>::push", "alloc::vec"},
        {"<u32>::pow", ""},
        {"alloc::raw_vec::RawVec<T,A>::reserve::do_reserve_and_handle", "alloc::raw_vec"},
        {"<m::main::{closure#3} as core::ops::function::FnOnce<()>>::call_once", "m"},
        {"m::main::{closure#0}::inner", "m"},
        {"core::iter::Iterator::find::check::<a::B>::{closure#0}", "core::iter"},
        {"<T<U as a::B> as d::E>::f", ""},
        {"_$LT$alloc..vec..Vec$LT$T$GT$$u20$as$u20$a..B$GT$::drop::h0123456789abcdef", ""},
        {"core::fmt::num::<impl core::fmt::Debug for u32>::fmt", "core::fmt::num"},
        {"core::ptr::drop_in_place::<alloc::string::String>", "core::ptr"},
        {"core::ptr::drop_in_place<alloc::string::String>", "core::ptr"},
        {"demo::main", "demo"},
        {"demo::main::{{closure}}", "demo"},
        {"demo::run::{closure#0}::{closure#1}", "demo"},
        {"<a::b::C>::f::{closure#0}", "a::b"},
    };

    check(examples, ARRAY_LENGTH(examples), 0);
}

Test(namespaces, of_go_are_packages)
{
    static const struct example of_go[] = {
        {"runtime.main", "runtime"},
        {"main.main", "main"},
        {"main.(*T).Add", "main"},
        {"golang.org/x/net/http2.(*Framer).WriteData", "golang.org/x/net/http2"},
        {"encoding/json.Marshal", "encoding/json"},
        {"memcpy", ""},
        {"f.isra.0", ""},
        {"f.cold", ""},
    };
    static const struct example not_of_go[] = {
        {"main.main", ""},
        {"f.localalias", ""},
        {"slices.Sort[go.shape.int]", "slices"},
        {"encoding/json.Marshal", "encoding/json"},
    };

    check(of_go, ARRAY_LENGTH(of_go), 0);
    check(not_of_go, ARRAY_LENGTH(not_of_go), 0);
}

Test(namespaces, are_as_deep_as_wanted)
{
    static const struct example one[] = {
        {"a::b::c::f(int)", "a"},
        {"<a::b::C>::f", "a"},
        {"x/y/z.f", "x"},
        {"f(int)", ""},
    };
    static const struct example two[] = {{"a::b::c::f(int)", "a::b"},
                                         {"a::f()", "a"},
                                         {"<a::b::c::D>::f", "a::b"},
                                         {"x/y/z.f", "x/y"},
                                         {"x/y.f", "x/y"}};

    check(one, ARRAY_LENGTH(one), 1);
    check(two, ARRAY_LENGTH(two), 2);
}

Test(namespaces, are_the_same_with_levels_and_contexts)
{
    static const struct example examples[] = {
        {"a::f(int)", "a"}, {"a::f(int)'2", "a"}, {"a::f(int)'b::g()", "a"}, {"b::g()", "b"}};

    check(examples, ARRAY_LENGTH(examples), 0);
}
