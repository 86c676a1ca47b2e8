/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "reporter/view/listing/line_matching.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/array.h"
#include "support/figured.h"
#include "support/pulled_view.h"
#include "support/temporary.h"

static void make_directories(void)
{
    temporary_enter();
    cr_assert(mkdir("old", 0700) == 0 && mkdir("new", 0700) == 0);
}

TestSuite(code_changes, .init = make_directories, .fini = temporary_leave);

static struct text old_dir[] = {{"old", 3}}, new_dir[] = {{"new", 3}};

/* Finds whether f, which has a cost on its first and last line, has the code that it had. */
static enum code_change compare(const char *fresh, const char *old, const char *fresh_source,
                                const char *old_source)
{
    const struct view_options options = {
        .old_sources_at = {.at = {.include_dirs = {old_dir, 1}}},
        .sources_at = {.include_dirs = {new_dir, 1}},
    };
    const struct row_choice choice = {.key = BY_FUNCTION, .is_folded = true};
    const bool are_wanted[] = {true, true, true, true};
    struct pulled_view pulled;
    struct row_diff rows;
    struct error error = {0};

    temporary_write("new/a.c", fresh_source);
    if (old_source != NULL)
        temporary_write("old/a.c", old_source);
    pulled_view_begin(&pulled, &options, fresh, old);
    cr_assert(row_diff_create(&rows, &pulled.diff, &choice, false, &error));
    enum code_change *changes =
        code_changes_find(&pulled.diff, &rows.rows, are_wanted, &pulled.lines);
    enum code_change change = changes[figured_find(&rows.rows, "s/a.c:f")];
    free(changes);
    row_diff_free(&rows);
    pulled_view_end(&pulled);
    return change;
}

#define PROFILE(first, last)                                                                       \
    "events: A\nfl=s/a.c\nfn=f\n" first " 5\n" last " 5\nfn=g\n9 1\nfl=/usr/b.h\nfn=h\n1 1\n"

Test(code_changes, are_of_all_lines_of_a_function)
{
    static const char old[] = PROFILE("2", "5"), moved[] = PROFILE("3", "6");
    static const char old_source[] = "above\nf {\n int a;\n b;\n}\nbelow\n\n\n g\n";

    cr_expect_eq(compare(old, old, old_source, NULL), CODE_UNKNOWN, "nothing to compare with");
    cr_expect_eq(compare(old, old, old_source, old_source), CODE_SAME);
    cr_expect_eq(
        compare(moved, old, "new\nabove\nf {\n   int a;\n b;\n}\nelse\n\n g\n", old_source),
        CODE_SAME, "it moved, has other blanks, and others around it");
    cr_expect_eq(compare(moved, old, "above\nf {\n int a;\n\n b;\n}\nbelow\n\n g\n", old_source),
                 CODE_SAME, "a blank line");
    cr_expect_eq(
        compare(moved, old, "above\nf {\n int a;\n a++;\n b;\n}\nbelow\n\n g\n", old_source),
        CODE_CHANGED, "a new line, without a cost");
    cr_expect_eq(
        compare(PROFILE("2", "4"), old, "above\nf {\n b;\n}\nbelow\n\n\n\n g\n", old_source),
        CODE_CHANGED, "a line is gone, without a cost");
    cr_expect_eq(compare(old, old, "above\nf {\n int a;\n c;\n}\nbelow\n\n\n g\n", old_source),
                 CODE_CHANGED, "a line is another one");
}

/* What is inlined from another file counts by the lines that have a cost. */
Test(code_changes, are_of_inlined_lines)
{
    static const char profile[] = "events: A\nfl=s/a.c\nfn=f\n1 5\nfi=s/b.h\n1 2\nfe=s/a.c\n2 1\n";

    temporary_write("old/b.h", "b\nc\n");
    temporary_write("new/b.h", "b\nd\n");
    cr_expect_eq(compare(profile, profile, "f\n}\n", "f\n}\n"), CODE_SAME);
    temporary_write("new/b.h", "bb\nc\n");
    cr_expect_eq(compare(profile, profile, "f\n}\n", "f\n}\n"), CODE_CHANGED);
}
