/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "sources/source_paths.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "sources/source.h"
#include "support/parsed.h"
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
    signal(SIGPIPE, SIG_IGN); /* as main() does: git may have ended when it is asked */
}

TestSuite(old_sources, .init = enter, .fini = temporary_leave, .timeout = 60);

struct lookup {
    const char *name, *found; /* NULL: nowhere */
};

/* The new version of each is the file of its name. */
static void check(const struct old_source_options *options, const struct lookup *lookups,
                  size_t count)
{
    struct parsed parsed;
    struct old_sources sources;
    struct error error = {0};

    parsed_read(&parsed, "events: A\nfl=a.c\nfn=f\n1 1\n");
    cr_assert(old_sources_create(&sources, options, &parsed.profile, &error), "%s", error.text);
    for (size_t i = 0; i < count; i++) {
        struct source current = {0}, source = {0};
        cr_assert(
            source_open(&current, (struct text){0}, text_of(lookups[i].name), SOURCE_LARGEST));
        bool is_found = old_sources_find(&sources, &source, text_of(lookups[i].name), &current);
        cr_expect_eq(is_found, lookups[i].found != NULL, "%s", lookups[i].name);
        if (is_found && lookups[i].found != NULL)
            cr_expect_str_eq(source.path, lookups[i].found);
        source_close(&source);
        source_close(&current);
    }
    old_sources_free(&sources);
    parsed_free(&parsed);
}

static void write_files(void)
{
    mkdir("old", 0777);
    mkdir("was", 0777);
    temporary_write("a.c", "new\n");
    temporary_write("b.c", "new\n");
    temporary_write("c.c", "new\n");
    temporary_write("old/a.c", "old\n");
    temporary_write("was/b.c", "old\n");
    cr_assert(link("c.c", "old/c.c") == 0);
    cr_assert(symlink("../c.c", "was/c.c") == 0);
}

/* As recorded one file cannot be two versions; where somebody says so it has not changed. */
Test(old_sources, are_other_files_than_the_new_ones_unless_told)
{
    static const struct text dirs[] = {{"old", 3}, {"was", 3}}, from = {"", 0}, to = {"was/", 4};
    static const struct lookup found[] = {
        {"a.c", "old/a.c"}, {"b.c", "was/b.c"}, {"c.c", "old/c.c"}};
    static const struct lookup nowhere[] = {{"a.c", NULL}, {"b.c", NULL}};
    static const struct lookup mapped[] = {{"b.c", "was/b.c"}, {"c.c", "was/c.c"}};

    write_files();
    check(&(struct old_source_options){.at.include_dirs = {dirs, ARRAY_LENGTH(dirs)}}, found,
          ARRAY_LENGTH(found));
    check(&(struct old_source_options){.at = {.maps_from = {&from, 1}, .maps_to = {&to, 1}}},
          mapped, ARRAY_LENGTH(mapped));
    check(&(struct old_source_options){0}, nowhere, ARRAY_LENGTH(nowhere));
}

/* What the revision does not have may still be in a directory. */
Test(old_sources, of_a_revision_come_first)
{
    static const struct text dirs[] = {{"old", 3}, {"was", 3}};
    static const struct lookup lookups[] = {{"a.c", "HEAD:a.c"}, {"b.c", "was/b.c"}};
    char *arguments[] = {"sh", "-c",
                         "git init -q . && git add a.c && git -c user.name=a -c user.email=a@b"
                         " commit -q -m first",
                         NULL};

    run_need("old_sources", "git");
    write_files();
    free(run_output("sh", arguments, NULL));
    check(&(struct old_source_options){.at.include_dirs = {dirs, ARRAY_LENGTH(dirs)},
                                       .revision = TEXT("HEAD")},
          lookups, ARRAY_LENGTH(lookups));
}

Test(old_sources, need_a_revision_that_is_there)
{
    struct parsed parsed;
    struct old_sources sources;
    struct error error = {0};

    setenv("GIT_CEILING_DIRECTORIES", "/", 1);
    parsed_read(&parsed, "events: A\nfl=a.c\nfn=f\n1 1\n");
    cr_expect_not(old_sources_create(
        &sources, &(struct old_source_options){.revision = TEXT("none")}, &parsed.profile, &error));
    cr_expect_eq(error.kind, ERROR_FAILED);
    old_sources_free(&sources);
    parsed_free(&parsed);
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

/* Looks up names as profiles have them, each of which is found as a path in the revision. */
static void check_revision(const char *name, const struct lookup *lookups, size_t count)
{
    struct error error = {0};
    struct revision *revision = revision_open(text_of(name), &error);

    cr_assert_not_null(revision, "%s", error.text);
    for (size_t i = 0; i < count; i++) {
        struct source source = {0};
        char path[200];
        bool is_found = revision_find(revision, &source, text_of(lookups[i].name), NULL);
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
    check_revision("first", lookups, ARRAY_LENGTH(lookups));
    check_revision("HEAD~1", lookups, ARRAY_LENGTH(lookups));
    check_revision("HEAD^", lookups, 1);
}

Test(revision, finds_ends_of_paths)
{
    static const struct lookup lookups[] = {
        {"only.c", NULL}, /* a bare name is too little */
        {"checkout/lib/a.c", "lib/a.c"},
        {"../checkout/../lib/a.c", "lib/a.c"},
        {"checkout/top.c", NULL},
        {"rc/a.c", NULL},
        {"top.c", "top.c"},
    };

    make_repository();
    check_revision("first", lookups, ARRAY_LENGTH(lookups));
}

/* Where the profile has less than the path, the new version is known. */
Test(revision, finds_the_path_of_the_new_version)
{
    struct error error = {0};
    struct source new_source, source = {0};

    make_repository();
    struct revision *revision = revision_open(TEXT("first"), &error);
    cr_assert_not_null(revision, "%s", error.text);
    cr_assert(source_open(&new_source, (struct text){0}, TEXT("src/only.c"), SOURCE_LARGEST));
    cr_assert(revision_find(revision, &source, TEXT("only.c"), &new_source));
    check_content(&source, "src/only.c");
    source_close(&source);
    cr_assert(revision_find(revision, &source, TEXT("src/link.c"), NULL));
    check_content(&source, "src/a.c");
    source_close(&source);
    source_close(&new_source);
    revision_close(revision);
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
    check_revision("first", lookups, ARRAY_LENGTH(lookups));
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
    check_revision("first", lookups, ARRAY_LENGTH(lookups));
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
        cr_assert(revision_find(revision, &source, TEXT("src/empty.c"), NULL));
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
    static const struct lookup lookups[] = {{"src/a.c", "src/a.c"}, {"/build/src/a.c", "src/a.c"}};

    make_repository();
    shell("git clone -q --bare . ../bare");
    cr_assert(chdir("../bare") == 0);
    check_revision("first", lookups, ARRAY_LENGTH(lookups));
}

/* A file in the index alone, of another commit, or that is not in the working tree any more. */
Test(revision, has_nothing_of_other_revisions)
{
    static const struct lookup lookups[] = {
        {"lib/a.c", "lib/a.c"}, {"src/new.c", NULL}, {"src/third.c", NULL}};

    make_repository();
    shell("echo third >src/third.c && git add src/third.c && git commit -q -m third"
          " && echo new >src/new.c && git add src/new.c");
    check_revision("first", lookups, ARRAY_LENGTH(lookups));
}
