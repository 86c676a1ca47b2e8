/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "profile/naming/naming.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/characters.h"
#include "profile/profile.h"

/* By their number of steps. */
static const size_t no_step = 0, all_steps = N_NAME_STAGES;

static struct symbols symbols_with(const char *const *names, size_t count)
{
    struct symbols symbols = symbols_create();

    for (size_t i = 0; i < count; i++)
        names_add(symbols.functions, text_of(names[i]));
    return symbols;
}

static void expect_form(struct short_names *names, const char *name, size_t n_steps,
                        const char *expected)
{
    struct text form = short_names_form(names, text_of(name), n_steps);

    cr_expect(text_equal(form, text_of(expected)), "'%s' became '%.*s'", name, (int)form.length,
              form.at);
}

Test(short_names, keep_what_tells_names_apart)
{
    static const char *const names[] = {
        "f(int)",
        "f(char)",
        "g(int)",
        "h",
        "h(int)",
        "v<int>::put(int)",
        "v<int>::put(char)",
        "w<int>::get()",
        "w<char>::get()",
        "void t<int>(int)",
        "void t<char>(int)",
        "a::k::h0123456789abcdef",
        "a::k::hfedcba9876543210",
        "a/http.Get",
        "b/http.Get",
        "c/d.Get",
    };
    struct symbols symbols = symbols_with(names, ARRAY_LENGTH(names));
    struct short_names *shorts = short_names_create(&symbols);

    expect_form(shorts, "f(int)", all_steps, "f(int)");
    expect_form(shorts, "f(char)", all_steps, "f(char)");
    expect_form(shorts, "g(int)", all_steps, "g");
    expect_form(shorts, "h", all_steps, "h");
    expect_form(shorts, "h(int)", all_steps, "h(int)");
    expect_form(shorts, "v<int>::put(int)", all_steps, "v<..>::put(int)");
    expect_form(shorts, "v<int>::put(char)", all_steps, "v<..>::put(char)");
    expect_form(shorts, "w<int>::get()", all_steps, "w<int>::get");
    expect_form(shorts, "w<char>::get()", all_steps, "w<char>::get");
    expect_form(shorts, "void t<int>(int)", all_steps, "t<int>");
    expect_form(shorts, "a::k::h0123456789abcdef", all_steps, "a::k::h0123456789abcdef");
    expect_form(shorts, "a/http.Get", all_steps, "a/http.Get");
    expect_form(shorts, "c/d.Get", all_steps, "d.Get");
    short_names_free(shorts);
    symbols_free(&symbols);
}

Test(short_names, get_shorter_step_by_step)
{
    static const char *const names[] = {"void a::T<std::vector<int> >::f<int>(int) const"};
    static const char *const forms[] = {
        "void a::T<std::vector<int> >::f<int>(int) const",
        "a::T<std::vector<int> >::f<int>(int) const",
        "a::T<std::vector<int> >::f<int>",
        "a::T<std::vector<..> >::f<int>",
        "a::T<..>::f<..>",
        "a::T<..>::f<..>",
    };
    struct symbols symbols = symbols_with(names, 1);
    struct short_names *shorts = short_names_create(&symbols);

    for (size_t i = 0; i < ARRAY_LENGTH(forms); i++)
        expect_form(shorts, names[0], i, forms[i]);
    short_names_free(shorts);
    symbols_free(&symbols);
}

#define STRING "std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >"

/* What people write first, then clones, and arguments before what the function is called. */
Test(short_names, begin_with_usual_names_and_clones)
{
    static const char *const names[] = {
        "void a::put<int>(" STRING " const&) [clone .isra.0]",
        "b(" STRING ")",
        "b(std::string)",
        "c(int) [clone .part.0]",
        "c(int)",
        "d.constprop.0'2",
        "d.constprop.0",
    };
    static const char *const forms[] = {
        "void a::put<int>(" STRING " const&) [clone .isra.0]",
        "void a::put<int>(std::string const&) [clone .isra.0]",
        "void a::put<int>(std::string const&)",
    };
    struct symbols symbols = symbols_with(names, ARRAY_LENGTH(names));
    struct short_names *shorts = short_names_create(&symbols);

    for (size_t i = 0; i < ARRAY_LENGTH(forms); i++)
        expect_form(shorts, names[0], i, forms[i]);
    cr_expect_eq(short_names_count_usual(shorts, text_of(names[0])), 1);
    expect_form(shorts, names[1], all_steps, "b(std::__cxx11::basic_string<..>)");
    cr_expect_eq(short_names_count_usual(shorts, text_of(names[1])), 0);
    expect_form(shorts, names[3], 1, "c [clone .part.0]");
    cr_expect_eq(short_names_count_usual(shorts, text_of(names[3])), 0);
    expect_form(shorts, names[5], 1, "d'2");
    cr_expect_eq(short_names_count_usual(shorts, TEXT("nobody")), 0);
    short_names_free(shorts);
    symbols_free(&symbols);
}

Test(short_names, are_the_same_with_levels_and_contexts)
{
    static const char *const names[] = {"f(int)",  "f(int)'2",         "f(int)'g(char)",
                                        "g(char)", "f(int)'2'g(char)", "x'y(int)"};
    struct symbols symbols = symbols_with(names, ARRAY_LENGTH(names));
    struct short_names *shorts = short_names_create(&symbols);

    expect_form(shorts, "f(int)'2", all_steps, "f'2");
    expect_form(shorts, "f(int)'2", no_step, "f(int)'2");
    expect_form(shorts, "f(int)'g(char)", all_steps, "f'g");
    expect_form(shorts, "f(int)'2'g(char)", all_steps, "f'2'g");
    expect_form(shorts, "x'y(int)", all_steps, "x'y(int)");
    expect_form(shorts, "k(int)", all_steps, "k(int)"); /* no function's name */
    expect_form(shorts, "", all_steps, "");
    short_names_free(shorts);
    symbols_free(&symbols);
}

/* What the pieces become together may be the name of another function. */
Test(short_names, are_unique_with_levels_and_contexts)
{
    static const char *const names[] = {"a(int)", "main(int)", "a(int)'main(int)",  "a'main",
                                        "b(int)", "b(int)'2",  "void c'2<int>(int)"};
    struct symbols symbols = symbols_with(names, ARRAY_LENGTH(names));
    struct short_names *shorts = short_names_create(&symbols);

    expect_form(shorts, "a(int)", all_steps, "a");
    expect_form(shorts, "a'main", all_steps, "a'main");
    expect_form(shorts, "a(int)'main(int)", all_steps, "a(int)'main(int)");
    expect_form(shorts, "b(int)'2", all_steps, "b'2");
    cr_expect_eq(short_names_count_steps(shorts, TEXT("a(int)")), 1);
    cr_expect_eq(short_names_count_steps(shorts, TEXT("b(int)'2")), 1);
    cr_expect_eq(short_names_count_steps(shorts, TEXT("a'main")), 0);
    cr_expect_eq(short_names_count_steps(shorts, TEXT("nobody(int)")), 0);
    short_names_free(shorts);
    symbols_free(&symbols);
}

/* Where two names wanted one form, and one of them became another one, the other may have it. */
Test(short_names, take_what_others_leave)
{
    static const char *const names[] = {"t<int>::f()", "t<int>::f(int)", "t<long>::f()",
                                        "t<long>::f(char)"};
    struct symbols symbols = symbols_with(names, ARRAY_LENGTH(names));
    struct short_names *shorts = short_names_create(&symbols);

    expect_form(shorts, names[0], all_steps, "t<int>::f");
    expect_form(shorts, names[1], all_steps, "t<..>::f(int)");
    expect_form(shorts, names[2], all_steps, "t<long>::f");
    expect_form(shorts, names[3], all_steps, "t<..>::f(char)");
    short_names_free(shorts);
    symbols_free(&symbols);
}

/* The names of a file, a line each. */
static struct symbols read_names(const char *path)
{
    struct symbols symbols = symbols_create();
    FILE *file = fopen(path, "r");
    char line[4096];

    cr_assert_not_null(file, "%s", path);
    while (fgets(line, sizeof line, file) != NULL)
        names_add(symbols.functions, text_of(strtok(line, "\n")));
    fclose(file);
    return symbols;
}

static bool is_utf8(struct text text)
{
    const char *at = text.at, *end = text_end(text);
    uint32_t character;

    while (at < end) {
        size_t length = utf8_decode(at, end, &character);
        if (length == 0)
            return false;
        at += length;
    }
    return true;
}

/* Every form of every name is its own, and no form is longer than the one before. */
static void expect_unique(const struct symbols *symbols)
{
    struct short_names *shorts = short_names_create(symbols);
    struct names *forms = names_create();
    size_t n_names = names_count(symbols->functions);
    uint32_t owners[1000];

    for (uint32_t id = 0; id < n_names; id++) {
        struct text name = names_text(symbols->functions, id);
        size_t length = name.length;
        for (size_t step = 0; step <= N_NAME_STAGES; step++) {
            struct text form = short_names_form(shorts, name, step);
            uint32_t known = (uint32_t)names_count(forms), form_id = names_add(forms, form);
            cr_assert_lt(form_id, ARRAY_LENGTH(owners));
            if (form_id == known)
                owners[form_id] = id;
            cr_expect_eq(owners[form_id], id, "'%.*s' is of two names", (int)form.length, form.at);
            cr_expect_leq(form.length, length);
            cr_expect(is_utf8(form));
            length = form.length;
        }
    }
    names_free(forms);
    short_names_free(shorts);
}

/* What is short stays as it is. */
static void expect_idempotent(const struct symbols *symbols)
{
    struct short_names *shorts = short_names_create(symbols);
    struct symbols again = symbols_create();

    for (uint32_t id = 0; id < names_count(symbols->functions); id++)
        names_add(again.functions,
                  short_names_form(shorts, names_text(symbols->functions, id), N_NAME_STAGES));
    short_names_free(shorts);
    shorts = short_names_create(&again);
    cr_expect_eq(names_count(again.functions), names_count(symbols->functions));
    for (uint32_t id = 0; id < names_count(again.functions); id++) {
        struct text name = names_text(again.functions, id);
        struct text form = short_names_form(shorts, name, N_NAME_STAGES);
        cr_expect(text_equal(form, name), "'%.*s' became '%.*s'", (int)name.length, name.at,
                  (int)form.length, form.at);
    }
    short_names_free(shorts);
    symbols_free(&again);
}

/* Of a hundred real names each, the median and the 90th percentile of their lengths. */
Test(short_names, are_unique_and_final_for_real_programs)
{
    static const struct {
        const char *path;
        size_t median, ninetieth; /* of the short ones, at most */
    } sets[] = {
        {TESTDATA_DIR "/names/libLLVM", 41, 90},
        {TESTDATA_DIR "/names/libstdc++", 40, 97},
        {TESTDATA_DIR "/names/rust", 33, 72},
        {TESTDATA_DIR "/names/go", 24, 37},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(sets); i++) {
        struct symbols symbols = read_names(sets[i].path);
        struct short_names *shorts = short_names_create(&symbols);
        size_t above_median = 0, above_ninetieth = 0;

        cr_assert_eq(names_count(symbols.functions), 100);
        for (uint32_t id = 0; id < 100; id++) {
            struct text name = names_text(symbols.functions, id);
            size_t length = short_names_form(shorts, name, N_NAME_STAGES).length;
            above_median += length > sets[i].median;
            above_ninetieth += length > sets[i].ninetieth;
        }
        cr_expect_leq(above_median, 50, "%s", sets[i].path);
        cr_expect_leq(above_ninetieth, 10, "%s", sets[i].path);
        short_names_free(shorts);
        expect_unique(&symbols);
        expect_idempotent(&symbols);
        symbols_free(&symbols);
    }
}
