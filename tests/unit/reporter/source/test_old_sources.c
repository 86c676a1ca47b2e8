/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "reporter/source/old_sources.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "reporter/source/source.h"
#include "support/parsed.h"
#include "support/run.h"
#include "support/temporary.h"

TestSuite(old_sources, .init = temporary_enter, .fini = temporary_leave, .timeout = 60);

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
        struct source fresh = {0}, source = {0};
        cr_assert(source_open(&fresh, (struct text){0}, text_of(lookups[i].name)));
        bool is_found = old_sources_find(&sources, &source, text_of(lookups[i].name), &fresh);
        cr_expect_eq(is_found, lookups[i].found != NULL, "%s", lookups[i].name);
        if (is_found && lookups[i].found != NULL)
            cr_expect_str_eq(source.path, lookups[i].found);
        source_close(&source);
        source_close(&fresh);
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

static bool find_far_away(void *asked, struct source *source, struct text name)
{
    (void)asked;
    return source_open(source, TEXT("old/"), name);
}

/* The new version, found as recorded, is not the old one: that may still be elsewhere. */
Test(old_sources, of_the_last_resort_come_last)
{
    static const struct text dirs[] = {{"was", 3}};
    static const struct lookup lookups[] = {{"a.c", "old/a.c"}, {"b.c", "was/b.c"}};

    write_files();
    check(&(struct old_source_options){.at = {.include_dirs = {dirs, ARRAY_LENGTH(dirs)},
                                              .last_resort = {find_far_away, NULL}}},
          lookups, ARRAY_LENGTH(lookups));
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
