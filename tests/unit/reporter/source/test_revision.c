/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "reporter/source/revision.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "reporter/source/source.h"
#include "support/run.h"
#include "support/temporary.h"

/* Nothing of the user's own is asked for, nor of a repository that the tests are run in. */
static void enter(void)
{
    static const char *const settings[][2] = {
        {"GIT_AUTHOR_NAME", "a"},           {"GIT_AUTHOR_EMAIL", "a@example"},
        {"GIT_COMMITTER_NAME", "c"},        {"GIT_COMMITTER_EMAIL", "c@example"},
        {"GIT_CONFIG_GLOBAL", "/dev/null"}, {"GIT_CONFIG_NOSYSTEM", "1"}};

    temporary_enter();
    for (size_t i = 0; i < ARRAY_LENGTH(settings); i++)
        setenv(settings[i][0], settings[i][1], 1);
    unsetenv("GIT_DIR");
    unsetenv("GIT_WORK_TREE");
    unsetenv("GIT_INDEX_FILE");
}

TestSuite(revision, .init = enter, .fini = temporary_leave, .timeout = 60);

static void shell(const char *command)
{
    char *arguments[] = {"sh", "-c", (char *)command, NULL};

    free(run_output("sh", arguments, NULL));
}

/*
 * Each file says where it is. The revision "first" is not what is in the working tree: there
 * everything has changed.
 */
static void make_repository(void)
{
    static const char *const paths[] = {"top.c",     "src/a.c",       "src/only.c",
                                        "lib/a.c",   "lib/in/deep.c", "sp ace/\xc3\xa4 b.c",
                                        "-option.c", "src/-a.c",      "src/a.c.orig"};

    run_need("revision", "git");
    shell("git init -q repository && cd repository && mkdir -p src lib/in 'sp ace'");
    cr_assert(chdir("repository") == 0);
    for (size_t i = 0; i < ARRAY_LENGTH(paths); i++) {
        char text[60];
        snprintf(text, sizeof text, "first\n%s\n", paths[i]);
        temporary_write(paths[i], text);
    }
    shell(
        "printf '' >src/empty.c && ln -s a.c src/link.c && printf 'first\\nsrc/bare.c' >src/bare.c"
        " && git add . && git commit -q -m first && git tag first"
        " && for i in *.c */*.c */*/*.c; do echo second >\"./$i\"; done"
        " && git rm -q -f lib/a.c && git add . && git commit -q -m second");
}

/* Names as profiles have them, and the path in the revision that each is: NULL for none. */
struct lookup {
    const char *name, *found;
};

/* The first line of each is "first"; the second its path. */
static void check_content(struct source *source, const char *path)
{
    struct text line;

    cr_assert(source_next_line(source, &line), "%s", path);
    cr_expect(text_equal(line, TEXT("first")), "%s", path);
    cr_assert(source_next_line(source, &line), "%s", path);
    cr_expect(text_equal(line, text_of(path)), "%s", path);
    cr_expect_not(source_next_line(source, &line), "%s", path);
}

static void check(const char *name, const struct lookup *lookups, size_t count)
{
    struct error error = {0};
    struct revision *revision = revision_open(text_of(name), &error);

    cr_assert_not_null(revision, "%s", error.text);
    for (size_t i = 0; i < count; i++) {
        struct source source = {0};
        char path[200];
        bool is_found = revision_find(revision, &source, text_of(lookups[i].name));
        cr_expect_eq(is_found, lookups[i].found != NULL, "%s: found %d %s", lookups[i].name,
                     is_found, is_found ? source.path : "");
        if (is_found && lookups[i].found != NULL) {
            snprintf(path, sizeof path, "%s:%s", name, lookups[i].found);
            cr_expect_str_eq(source.path, path);
            cr_expect_eq(source.changed, 0);
            check_content(&source, lookups[i].found);
        }
        source_close(&source);
    }
    revision_close(revision);
}

Test(revision, has_the_files_of_that_time)
{
    static const struct lookup lookups[] = {
        {"src/a.c", "src/a.c"},
        {"src/../lib/./a.c", "lib/a.c"},
        {"./top.c", "top.c"},
        {"src//a.c", "src/a.c"},
        {"sp ace/\xc3\xa4 b.c", "sp ace/\xc3\xa4 b.c"},
        {"-option.c", "-option.c"},
        {"src/-a.c", "src/-a.c"},
        {"src/bare.c", "src/bare.c"}, /* no newline at its end */
        {"src/link.c", NULL},         /* a link */
        {"src", NULL},                /* a folder */
        {"src/none.c", NULL},
        {"", NULL},
        {".", NULL},
        {"/", NULL},
        {"..", NULL},
        {"src/a.c\n", NULL},
        {"src/a.c", "src/a.c"}, /* and after all of these again */
    };

    make_repository();
    check("first", lookups, ARRAY_LENGTH(lookups));
    check("HEAD~1", lookups, ARRAY_LENGTH(lookups));
    check("HEAD^", lookups, 1);
}

Test(revision, finds_the_only_path_with_that_end)
{
    static const struct lookup lookups[] = {
        {"only.c", "src/only.c"},
        {"in/deep.c", "lib/in/deep.c"},
        {"../build/../only.c", NULL}, /* ".." within is not followed here */
        {"../../in/deep.c", "lib/in/deep.c"},
        {"a.c", NULL}, /* in src and in lib */
        {"checkout/lib/a.c", "lib/a.c"},
        {"checkout/top.c", NULL}, /* a bare name is too little */
        {"nly.c", NULL},
        {"n/deep.c", NULL},
        {"top.c", "top.c"},
    };

    make_repository();
    check("first", lookups, ARRAY_LENGTH(lookups));
}

/* Below the current directory first, but all of the repository is known. */
Test(revision, is_looked_at_from_a_subfolder)
{
    static const struct lookup lookups[] = {
        {"a.c", "lib/a.c"},          {"../src/a.c", "src/a.c"}, {"in/deep.c", "lib/in/deep.c"},
        {"src/a.c", "src/a.c"},      {"../top.c", "top.c"},     {"lib/a.c", "lib/a.c"},
        {"../../../top.c", "top.c"},
    };

    make_repository();
    cr_assert(chdir("lib") == 0);
    check("first", lookups, ARRAY_LENGTH(lookups));
}

Test(revision, knows_absolute_names)
{
    char here[400], name[500], other[500];

    make_repository();
    cr_assert_not_null(getcwd(here, sizeof here));
    snprintf(name, sizeof name, "%s/src/only.c", here);
    snprintf(other, sizeof other, "%s/only.c", here);
    const struct lookup lookups[] = {
        {name, "src/only.c"},
        {other, NULL}, /* below the working tree the path is all of it */
        {"/build/checkout/src/a.c", "src/a.c"},
        {"/build/src/lib/in/deep.c", "lib/in/deep.c"},
        {"/build/in/deep.c", NULL}, /* that is not at the top */
        {"/src/a.c", "src/a.c"},
        {"/build/top.c", NULL}, /* a bare name is too little */
        {"/usr/include/only.c", NULL},
    };
    check("first", lookups, ARRAY_LENGTH(lookups));
}

Test(revision, has_empty_files)
{
    struct error error = {0};
    struct text line;

    make_repository();
    struct revision *revision = revision_open(TEXT("first"), &error);
    cr_assert_not_null(revision, "%s", error.text);
    for (int i = 0; i < 2; i++) {
        struct source source = {0};
        cr_assert(revision_find(revision, &source, TEXT("src/empty.c")));
        cr_expect_not(source_next_line(&source, &line));
        source_close(&source);
    }
    revision_close(revision);
}

/* Nothing that is typed is an option for git, or a command for a shell. */
Test(revision, fails_where_there_is_none)
{
    static const char *const names[] = {
        "none",         "first:src/a.c", "--all",         "-h",           "", "first^{tree}",
        "first second", "first..HEAD",   "$(touch here)", "--output=here"};

    make_repository();
    for (size_t i = 0; i < ARRAY_LENGTH(names); i++) {
        struct error error = {0};
        struct revision *revision = revision_open(text_of(names[i]), &error);
        cr_expect_null(revision, "%s", names[i]);
        cr_expect_eq(error.kind, ERROR_FAILED, "%s", names[i]);
        cr_expect_not_null(strstr(error.text, "--old-rev="), "%s: %s", names[i], error.text);
        revision_close(revision);
    }
    cr_expect_neq(access("here", F_OK), 0);
}

Test(revision, fails_outside_of_a_repository)
{
    struct error error = {0};

    run_need("revision", "git");
    setenv("GIT_CEILING_DIRECTORIES", "/", 1);
    cr_expect_null(revision_open(TEXT("HEAD"), &error));
    cr_expect_eq(error.kind, ERROR_FAILED);
}

Test(revision, fails_without_git)
{
    struct error error = {0};

    setenv("PATH", "/nowhere", 1);
    cr_expect_null(revision_open(TEXT("HEAD"), &error));
    cr_expect_eq(error.kind, ERROR_FAILED);
    cr_expect_not_null(strstr(error.text, "git"), "%s", error.text);
}

/* One without a working tree has the same files. */
Test(revision, may_be_in_a_bare_repository)
{
    static const struct lookup lookups[] = {
        {"src/a.c", "src/a.c"}, {"only.c", "src/only.c"}, {"/build/src/a.c", "src/a.c"}};

    make_repository();
    shell("git clone -q --bare . ../bare");
    cr_assert(chdir("../bare") == 0);
    check("first", lookups, ARRAY_LENGTH(lookups));
}

/* A file in the index alone, of another commit, or that is not in the working tree any more. */
Test(revision, has_nothing_of_other_revisions)
{
    static const struct lookup lookups[] = {
        {"lib/a.c", "lib/a.c"}, {"src/new.c", NULL}, {"src/third.c", NULL}};

    make_repository();
    shell("echo third >src/third.c && git add src/third.c && git commit -q -m third"
          " && echo new >src/new.c && git add src/new.c");
    check("first", lookups, ARRAY_LENGTH(lookups));
}
