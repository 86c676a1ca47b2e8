/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/path_names.h"

#include <criterion/criterion.h>

static void expect(const struct path_names *names, const char *path, size_t depth,
                   const char *parent)
{
    struct text above = path_names_parent(names, depth);

    cr_expect(text_equal(buffer_text(&names->text), text_of(path)), "%.*s is not %s",
              (int)names->text.length, names->text.at, path);
    cr_expect(text_equal(above, text_of(parent)), "%.*s is not above %s", (int)above.length,
              above.at, path);
}

Test(path_names, go_from_the_top_down_to_a_row)
{
    struct path_names names = {0};

    path_names_extend(&names, 0, TEXT("main"));
    expect(&names, "main", 0, "");
    path_names_extend(&names, 1, TEXT("parse"));
    path_names_extend(&names, 2, TEXT("read"));
    expect(&names, "main;parse;read", 2, "parse");
    path_names_extend(&names, 2, TEXT("skip"));
    expect(&names, "main;parse;skip", 2, "parse");
    path_names_extend(&names, 1, TEXT("print"));
    expect(&names, "main;print", 1, "main");
    path_names_extend(&names, 0, TEXT("thread"));
    expect(&names, "thread", 0, "");
    path_names_free(&names);
}

/* Else the reader of a path would take one name for two. */
Test(path_names, have_no_separator_within)
{
    struct path_names names = {0};

    path_names_extend(&names, 0, TEXT("a;b;"));
    path_names_extend(&names, 1, TEXT(";"));
    expect(&names, "a:b:;:", 1, "a:b:");
    path_names_free(&names);
}
