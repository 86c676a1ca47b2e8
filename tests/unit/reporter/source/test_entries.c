/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "reporter/source/entries.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "support/temporary.h"

TestSuite(entries, .init = temporary_enter, .fini = temporary_leave);

Test(entries, are_files_and_directories)
{
    struct entries *entries = entries_create();

    cr_assert(mkdir("d", 0777) == 0 && mkdir("d/e", 0777) == 0);
    temporary_write("d/f", "");
    temporary_write("g", "");
    for (int i = 0; i < 2; i++) { /* asked, and remembered */
        cr_expect(entries_may_have(entries, TEXT("d/"), TEXT("e")));
        cr_expect(entries_may_have(entries, TEXT("d/"), TEXT("f")));
        cr_expect(entries_may_have(entries, TEXT("d/"), TEXT(".")));
        cr_expect(entries_may_have(entries, TEXT("d/"), TEXT("")));
        cr_expect(entries_may_have(entries, TEXT(""), TEXT("g")));
        cr_expect_not(entries_may_have(entries, TEXT("d/"), TEXT("g")));
        cr_expect_not(entries_may_have(entries, TEXT("g/"), TEXT("e")));
        cr_expect_not(entries_may_have(entries, TEXT("none/"), TEXT("e")));
    }
    entries_free(entries);
}

Test(entries, are_asked_for_once)
{
    struct entries *entries = entries_create();

    cr_expect_not(entries_may_have(entries, TEXT(""), TEXT("later")));
    temporary_write("later", "");
    cr_expect_not(entries_may_have(entries, TEXT(""), TEXT("later")));
    entries_free(entries);
}

/* More than are remembered. */
Test(entries, may_be_many)
{
    enum { COUNT = 50000, ROOM = 8 };
    char(*names)[ROOM] = calloc(COUNT, sizeof *names);
    struct entries *entries = entries_create();

    cr_assert_not_null(names);
    temporary_write("n777", "");
    for (int round = 0; round < 2; round++)
        for (int i = 0; i < COUNT; i++) {
            snprintf(names[i], ROOM, "n%d", i);
            cr_expect_eq(entries_may_have(entries, TEXT(""), text_of(names[i])), i == 777, "%d", i);
        }
    entries_free(entries);
    free(names);
}

/* What the system does not say is left to be found out. */
Test(entries, that_cannot_be_looked_at_may_be_there)
{
    struct entries *entries = entries_create();
    char name[5000];

    memset(name, 'x', sizeof name);
    cr_expect(entries_may_have(entries, TEXT(""), (struct text){name, sizeof name}));
    entries_free(entries);
}
