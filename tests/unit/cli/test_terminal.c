/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "cli/output.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/array.h"
#include "support/terminal_run.h"

/* A terminal that says how many columns it has; closed when the test's process ends. */
static FILE *open_terminal(unsigned short columns)
{
    struct winsize size = {.ws_row = 30, .ws_col = columns};
    int slave, master = terminal_open(&slave);
    FILE *terminal = fdopen(slave, "w");

    cr_assert(terminal, "no terminal");
    cr_assert_eq(ioctl(master, TIOCSWINSZ, &size), 0);
    return terminal;
}

static FILE *open_file(void)
{
    FILE *file = tmpfile();

    cr_assert(file);
    return file;
}

Test(terminal, has_the_width_that_it_says)
{
    static const struct {
        unsigned short columns;
        size_t width;
    } cases[] = {{132, 132}, {20, 20}, {19, 20}, {1, 20}, {0, 80}};

    unsetenv("COLUMNS");
    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++)
        cr_expect_eq(terminal_width(open_terminal(cases[i].columns)), cases[i].width, "%d columns",
                     cases[i].columns);
    cr_expect_eq(terminal_width(open_file()), 0);
}

Test(terminal, has_the_width_of_the_environment)
{
    static const struct {
        const char *columns;
        size_t width;
    } cases[] = {{"100", 100}, {"7", 20},    {"0", 132},         {"-5", 132},
                 {"", 132},    {"all", 132}, {"100000", 100000}, {"100001", 80}};
    FILE *terminal = open_terminal(132);

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        setenv("COLUMNS", cases[i].columns, 1);
        cr_expect_eq(terminal_width(terminal), cases[i].width, "COLUMNS=%s", cases[i].columns);
        cr_expect_eq(terminal_width(open_file()), 0);
    }
}

static void set(const char *name, const char *value)
{
    if (value == NULL)
        unsetenv(name);
    else
        setenv(name, value, 1);
}

Test(terminal, has_colors_where_nothing_forbids_them)
{
    static const struct {
        const char *term, *no_color;
        bool has_color;
    } cases[] = {
        {"xterm", NULL, true}, {"xterm", "", true}, {"xterm", "1", false},
        {"dumb", NULL, false}, {"", NULL, false},   {NULL, NULL, false},
    };
    FILE *terminal = open_terminal(80);

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        set("TERM", cases[i].term);
        set("NO_COLOR", cases[i].no_color);
        cr_expect_eq(terminal_has_color(terminal), cases[i].has_color, "case %zu", i);
        cr_expect_not(terminal_has_color(open_file()));
    }
}

/* Nothing that ends a link, or begins another part of a URL. */
Test(terminal, has_a_host_that_fits_into_links)
{
    struct arena arena = {0};
    const char *host = host_name(&arena);

    cr_expect_eq(strspn(host, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-"),
                 strlen(host));
    arena_free(&arena);
}

Test(terminal, has_rows)
{
    FILE *terminal = open_terminal(80), *file = open_file();

    unsetenv("LINES");
    cr_expect_eq(terminal_rows(terminal), 30);
    cr_expect_eq(terminal_rows(file), 24);
    setenv("LINES", "50", 1);
    cr_expect_eq(terminal_rows(terminal), 50);
    setenv("LINES", "many", 1);
    cr_expect_eq(terminal_rows(terminal), 30);
}

Test(terminal, may_be_dumb)
{
    setenv("TERM", "dumb", 1);
    cr_expect(terminal_is_dumb());
    setenv("TERM", "", 1);
    cr_expect(terminal_is_dumb());
    unsetenv("TERM");
    cr_expect(terminal_is_dumb());
    setenv("TERM", "xterm", 1);
    cr_expect_not(terminal_is_dumb());
}

/* No system has a locale of that language: then what it is called tells. */
Test(terminal, has_the_charset_that_its_locale_names)
{
    static const struct {
        const char *all, *ctype, *lang;
        bool has_utf8;
    } cases[] = {
        {"qq_QQ.UTF-8", "C", "C", true},     {"qq_QQ.utf8@x", "", "", true},
        {"", "qq_QQ.UTF-8", "C", true},      {"", "", "qq_QQ.utf-8", true},
        {"qq_QQ.ISO-8859-1", "", "", false}, {"qq_QQ", "", "qq_QQ.UTF-8", false},
        {"C", "qq_QQ.UTF-8", "", false},     {"", "", "", false},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        setenv("LC_ALL", cases[i].all, 1);
        setenv("LC_CTYPE", cases[i].ctype, 1);
        setenv("LANG", cases[i].lang, 1);
        cr_expect_eq(terminal_has_utf8(), cases[i].has_utf8, "'%s' '%s' '%s'", cases[i].all,
                     cases[i].ctype, cases[i].lang);
    }
}
