/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "cli/completion/event_names.h"

#include <criterion/criterion.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/error.h"
#include "support/temporary.h"

TestSuite(event_names, .init = temporary_enter, .fini = temporary_leave);

/* Those that every profile with Ir has. */
#define BUILT_IN "CEst\nEstCycles\n"

/* Whether they could be printed, and as what. */
static bool prints(struct text_list files, const char *expected)
{
    char *printed = NULL;
    size_t size;
    FILE *out = open_memstream(&printed, &size);
    struct arena arena = {0};
    struct error error = {0};
    bool is_done = event_names_print(out, files, &arena, &error);

    fclose(out);
    cr_expect_str_eq(printed, expected, "%s: %s", printed, error.text);
    free(printed);
    arena_free(&arena);
    return is_done;
}

Test(event_names, are_of_profiles)
{
    const struct text files[] = {TEXT("a"), TEXT("source.c")};

    temporary_write("a", "event: Sum = 2 Ir\nevents: Ir $(x) Dr;y D_1 `z`\nfn=main\n1 1\n");
    temporary_write("source.c", "int x;\n");
    cr_expect(prints((struct text_list){files, 2}, "Ir\nD_1\nSum\n" BUILT_IN));
}

Test(event_names, are_of_the_newest_run)
{
    cr_expect_not(prints((struct text_list){0}, ""));
    temporary_write("callgrind.out.1", "events: Ir\nfn=main\n1 1\n");
    cr_expect(prints((struct text_list){0}, "Ir\n" BUILT_IN));
}

/* What is after the first megabyte is not read, even where that ends within a line. */
Test(event_names, are_those_at_the_beginning)
{
    const struct text file = TEXT("large");
    FILE *out = fopen("large", "w");

    cr_assert_not_null(out);
    fputs("events: Ir\nfn=first\n", out);
    for (size_t i = 0; i < (2 << 20) / 8; i++)
        fputs("+1 1234\n", out);
    fputs("events: Ir Late\n1 1 1\n", out);
    fclose(out);
    cr_expect(prints((struct text_list){&file, 1}, "Ir\n" BUILT_IN));
}
