/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "profile/name_pieces.h"

#include <criterion/criterion.h>

#include "base/array.h"
#include "base/names.h"

enum { NAMES = 6 };

/* The names of a profile, and what each of them is: NULL for the name itself. */
static const struct {
    const char *behaviour;
    const char *names[NAMES];
    const char *bases[NAMES];
    uint32_t levels[NAMES]; /* 0 for 1 */
} cases[] = {
    {"levels", {"f", "f'2", "f'13", "g"}, {NULL, "f", "f"}, {0, 2, 13}},
    {"a level of a name that does not stand alone",
     {"f'main", "f'2'main", "main"},
     {"f", "f"},
     {0, 2}},
    {"contexts", {"f", "f'g", "f'g'main", "g", "main"}, {NULL, "f", "f"}, {0}},
    {"levels before contexts", {"f", "f'3'g'main", "g", "main"}, {NULL, "f"}, {0, 3}},
    {"contexts that have a context too", {"f", "f'g", "g'main", "main"}, {NULL, "f", "g"}, {0}},
    {"a level alone, of nothing else", {"f'2", "g"}, {NULL}, {0}},
    {"no levels: 0, 1, and zeros in front", {"f", "f'0", "f'1", "f'02"}, {NULL}, {0}},
    {"no level: more than digits", {"f", "f'2a", "f'-2", "f'"}, {NULL}, {0}},
    {"no level: beyond all sense", {"f", "f'99999999999"}, {NULL}, {0}},
    {"contexts of which one is unknown", {"f", "f'g'nobody", "g"}, {NULL}, {0}},
    {"Rust: lifetimes", {"<&'a str as T>::f", "<&", "g<'static>", "f<'_>"}, {NULL}, {0}},
    {"Rust: what a name begins with is not a name", {"a<'b>", "a<'c>", "b"}, {NULL, NULL}, {0}},
    {"Ada: attributes", {"p__t'read", "p__t'write", "p__t"}, {NULL}, {0}},
    {"the empty name", {"", "'2", "f"}, {NULL, ""}, {0, 2}},
};

Test(name_pieces, are_levels_and_contexts)
{
    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct names *names = names_create();
        struct name_pieces pieces = {0};
        size_t count = 0;

        for (; count < NAMES && cases[i].names[count]; count++)
            names_add(names, text_of(cases[i].names[count]));
        name_pieces_update(&pieces, names);
        cr_assert_eq(pieces.count, names_count(names));
        for (uint32_t id = 0; id < count; id++) {
            const char *name = cases[i].names[id], *base = cases[i].bases[id];
            uint32_t level = cases[i].levels[id] ? cases[i].levels[id] : 1;

            cr_expect_eq(pieces.levels[id], level, "%s: %s is of level %u", cases[i].behaviour,
                         name, pieces.levels[id]);
            cr_expect(text_equal(names_text(names, pieces.bases[id]), text_of(base ? base : name)),
                      "%s: %s is of %s", cases[i].behaviour, name,
                      names_text(names, pieces.bases[id]).at);
        }
        name_pieces_free(&pieces);
        names_free(names);
    }
}

/* f itself is not in the profile, yet both are of it. */
Test(name_pieces, add_names_that_are_not_there)
{
    struct names *names = names_create();
    struct name_pieces pieces = {0};

    names_add(names, TEXT("f'main"));
    names_add(names, TEXT("f'2'main"));
    names_add(names, TEXT("main"));
    name_pieces_update(&pieces, names);
    cr_expect_eq(names_count(names), 4);
    cr_expect_eq(pieces.bases[0], pieces.bases[1]);
    cr_expect_eq(pieces.bases[0], names_find(names, TEXT("f")));
    name_pieces_free(&pieces);
    names_free(names);
}

Test(name_pieces, have_a_level_from_2_up)
{
    cr_expect_eq(name_piece_level(TEXT("2")), 2);
    cr_expect_eq(name_piece_level(TEXT("999999999")), 999999999);
    cr_expect_eq(name_piece_level(TEXT("1")), 0);
    cr_expect_eq(name_piece_level(TEXT("02")), 0);
    cr_expect_eq(name_piece_level(TEXT("")), 0);
    cr_expect_eq(name_piece_level(TEXT("2x")), 0);
    cr_expect_eq(name_piece_level(TEXT("18446744073709551618")), 0);
}

/* Whoever asks next may look for them: they are names of the table now. */
Test(name_pieces, has_bases_that_were_added)
{
    struct names *names = names_create();
    struct name_pieces pieces = {0};

    names_add(names, TEXT("f'2"));
    names_add(names, TEXT("f'3"));
    for (int i = 0; i < 2; i++) {
        name_pieces_update(&pieces, names);
        uint32_t base = names_find(names, TEXT("f"));
        cr_assert_eq(base, 2);
        cr_assert_eq(names_count(names), 3);
        cr_assert_eq(pieces.count, 3);
        cr_expect_eq(pieces.bases[0], base);
        cr_expect_eq(pieces.bases[base], base);
        cr_expect_eq(pieces.levels[base], 1);
    }
    name_pieces_free(&pieces);
    names_free(names);
}
