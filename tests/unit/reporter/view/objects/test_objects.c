/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "reporter/view/objects/objects.h"

#include <criterion/criterion.h>
#include <string.h>
#include <sys/stat.h>

#include "base/array.h"
#include "reporter/view/input/view_input.h"
#include "reporter/view/input/view_options.h"
#include "support/figured.h"
#include "support/temporary.h"

/* Builds where they were recorded, and one kept of each that was built elsewhere. */
static void write_objects(void)
{
    temporary_enter();
    cr_assert(mkdir("old", 0777) == 0 && mkdir("new", 0777) == 0 && mkdir("kept", 0777) == 0);
    cr_assert_eq(mkdir("kept/old", 0777), 0);
    temporary_write("old/p", "one");
    temporary_write("old/q", "other");
    temporary_write("new/p", "one");
    temporary_write("new/q", "one");
    temporary_write("kept/old/p", "other");
    temporary_write("kept/old/r", "one");
}

TestSuite(same_code, .init = write_objects, .fini = temporary_leave, .timeout = 60);

/* f of an object, with what was executed of it. */
#define PROFILE(object, instructions)                                                              \
    "positions: instr line\nevents: A\nob=" object "\nfl=a.c\nfn=f\n" instructions
#define OF_XOR "0x401000 1 5\n0x401002 1 1\n"
#define OF_NOPS "0x401000 1 5\n0x401001 1 5\n0x401002 1 1\n"

struct comparison {
    const char *behaviour, *fresh, *old;
    const char *from, *to;  /* of --old-object-path; NULL: it is not given */
    const char *complained; /* NULL: they are the same */
};

/* What was found once is still so, and warned of once. */
static void check_twice(const struct comparison *comparison, const struct view_input *input,
                        object_id object)
{
    struct same_code code;
    struct error error = {0};

    same_code_create(&code, input);
    for (int i = 0; i < 2; i++) {
        cr_expect_eq(same_code_has(&code, object, &error), comparison->complained == NULL, "%s: %s",
                     comparison->behaviour, error.text);
        if (comparison->complained != NULL)
            cr_expect_str_eq(error.text, comparison->complained, "%s", comparison->behaviour);
    }
    same_code_free(&code);
}

static void check(const struct comparison *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct text from = text_of(cases[i].from != NULL ? cases[i].from : "");
        struct text to = text_of(cases[i].from != NULL ? cases[i].to : "");
        const struct view_options options = {
            .old_objects_at = {.maps_from = {&from, cases[i].from != NULL},
                               .maps_to = {&to, cases[i].from != NULL}}};
        struct compared compared;
        compared_read(&compared, cases[i].fresh, cases[i].old);
        struct warnings warnings = {0};
        const struct view_input input = {.options = &options,
                                         .profile = &compared.diff.change,
                                         .diff = &compared.diff,
                                         .warnings = &warnings};
        check_twice(&cases[i], &input, profile_function(&compared.fresh.profile, 0).object);
        cr_expect_eq(warnings.count, 0, "%s", cases[i].behaviour);
        compared_free(&compared);
    }
}

#define COMPLAINT(name)                                                                            \
    "instructions of '" name "' cannot be compared: its code has changed, or a build is not at "   \
    "hand (see --object-path and --old-object-path)"

/* FROM is what the old profile recorded, also where the new one has the same object elsewhere. */
Test(same_code, is_looked_for_where_the_old_profile_had_it)
{
    static const struct comparison cases[] = {
        {"where it was", PROFILE("new/p", OF_XOR), PROFILE("old/p", OF_XOR), "old", "old/", NULL},
        {"all as recorded", PROFILE("new/p", OF_XOR), PROFILE("old/p", OF_XOR), "", "", NULL},
        {"another build", PROFILE("new/q", OF_XOR), PROFILE("old/q", OF_NOPS), "", "",
         COMPLAINT("new/q")},
        {"kept elsewhere", PROFILE("new/p", OF_XOR), PROFILE("old/p", OF_NOPS), "old", "kept/old/",
         COMPLAINT("new/p")},
        {"gone from where it was", PROFILE("new/p", OF_XOR), PROFILE("old/r", OF_XOR), "old",
         "kept/old/", NULL},
        {"the new path", PROFILE("new/p", OF_XOR), PROFILE("old/p", OF_XOR), "new", "old/",
         COMPLAINT("new/p")},
        {"nobody said where", PROFILE("new/p", OF_XOR), PROFILE("new/p", OF_XOR), NULL, NULL,
         COMPLAINT("new/p")},
        {"the new one is gone", PROFILE("lost/p", OF_XOR), PROFILE("old/p", OF_XOR), "", "",
         COMPLAINT("lost/p")},
    };

    check(cases, ARRAY_LENGTH(cases));
}

Test(same_code, needs_an_object_with_a_name)
{
    static const struct comparison cases[] = {
        {"the name for none", PROFILE("\?\?\?", OF_XOR), PROFILE("\?\?\?", OF_XOR), "", "",
         COMPLAINT("\?\?\?")},
        {"no name", "positions: instr line\nevents: A\nfl=a.c\nfn=f\n" OF_XOR,
         "positions: instr line\nevents: A\nfl=a.c\nfn=f\n" OF_XOR, "", "", COMPLAINT("\?\?\?")},
        {"only an old one has none", PROFILE("new/p", OF_XOR), PROFILE("\?\?\?", OF_XOR), "", "",
         COMPLAINT("new/p")},
    };

    check(cases, ARRAY_LENGTH(cases));
}

/* There is nothing that its addresses could be taken for. */
Test(same_code, is_not_asked_for_where_one_side_has_any)
{
    static const struct comparison cases[] = {
        {"a new object", PROFILE("lost/new", OF_XOR), "events: A\nob=lost/old\nfl=b.c\nfn=g\n1 1\n",
         NULL, NULL, NULL},
    };

    check(cases, ARRAY_LENGTH(cases));
}
