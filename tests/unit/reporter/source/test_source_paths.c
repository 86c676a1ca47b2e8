/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "reporter/source/source_paths.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "base/names.h"
#include "reporter/source/source.h"
#include "support/parsed.h"
#include "support/temporary.h"

TestSuite(source_paths, .init = temporary_enter, .fini = temporary_leave);

/* Each file holds its own path; the directories are made. */
static void write_tree(const char *const *paths, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char path[100];
        snprintf(path, sizeof(path), "%s", paths[i]);
        for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
            *slash = '\0';
            mkdir(path, 0777);
            *slash = '/';
        }
        temporary_write(path, paths[i]);
    }
}

/* Names as profiles have them, and where each must be found: NULL for nowhere. */
struct lookup {
    const char *name, *found;
};

typedef bool find_source(struct source *source, struct text name, const struct source_paths *paths);

static void check_with(find_source *find, const struct source_options *options,
                       const char *profile_path, const struct lookup *lookups, size_t count)
{
    char text[1000] = "events: Ir\nfn=f\n";
    struct parsed parsed;
    struct source_paths paths;

    for (size_t i = 0; i < count; i++) {
        size_t length = strlen(text);
        snprintf(text + length, sizeof(text) - length, "fi=%s\n1 1\n", lookups[i].name);
    }
    parsed_read(&parsed, text);
    parsed.profile.inputs[0].path = profile_path;
    source_paths_create(&paths, options, &parsed.profile);
    for (size_t i = 0; i < count; i++) {
        struct source source = {0};
        bool is_found = find(&source, text_of(lookups[i].name), &paths);
        cr_expect_eq(is_found, lookups[i].found != NULL, "%s: found %d", lookups[i].name, is_found);
        if (is_found && lookups[i].found)
            cr_expect_str_eq(source.path, lookups[i].found, "%s", lookups[i].name);
        source_close(&source);
    }
    source_paths_free(&paths);
    parsed_free(&parsed);
}

static void check(const struct source_options *options, const char *profile_path,
                  const struct lookup *lookups, size_t count)
{
    check_with(source_find, options, profile_path, lookups, count);
}

Test(source_paths, recorded_names_come_first)
{
    static const char *const tree[] = {"a.c", "d/a.c", "d/b.c", "e/b.c", "e/c.c"};
    static const struct text dirs[] = {{"none", 4}, {"d//", 3}, {"e", 1}};
    static const struct lookup lookups[] = {
        {"a.c", "a.c"}, {"b.c", "d/b.c"}, {"c.c", "e/c.c"}, {"d.c", NULL}};

    write_tree(tree, ARRAY_LENGTH(tree));
    check(&(struct source_options){.include_dirs = {dirs, ARRAY_LENGTH(dirs)}}, "profile", lookups,
          ARRAY_LENGTH(lookups));
}

Test(source_paths, the_longest_end_of_a_path_wins)
{
    static const char *const tree[] = {"d/x.c", "e/src/x.c", "d/lib/y.c", "d/only.c", "d/two.c"};
    static const struct text dirs[] = {{"d", 1}, {"e", 1}};
    static const struct lookup lookups[] = {
        {"/build/src/x.c", "e/src/x.c"},
        {"/build/lib/y.c", "d/lib/y.c"},
        {"/build/only.c", "d/only.c"},
        /* Two files of the profile have this name: which of them is d/two.c? */
        {"/build/a/two.c", NULL},
        {"/build/b/two.c", NULL},
    };

    write_tree(tree, ARRAY_LENGTH(tree));
    check(&(struct source_options){.include_dirs = {dirs, ARRAY_LENGTH(dirs)}}, "profile", lookups,
          ARRAY_LENGTH(lookups));
}

Test(source_paths, maps_replace_the_longest_beginning)
{
    static const char *const tree[] = {"one/src/a.c", "two/a.c", "one/builder/b.c", "here/c.c"};
    static const struct text from[] = {{"/build", 6}, {"/build/lib", 10}, {"", 0}};
    static const struct text to[] = {{"one/", 4}, {"two/", 4}, {"here/", 5}};
    static const struct lookup lookups[] = {
        {"/build/src/a.c", "one/src/a.c"},
        {"/build/lib/a.c", "two/a.c"},
        {"/builder/b.c", NULL}, /* a map ends with a component */
        {"c.c", "here/c.c"},
    };

    write_tree(tree, ARRAY_LENGTH(tree));
    check(&(struct source_options){.maps_from = {from, 3}, .maps_to = {to, 3}}, "profile", lookups,
          ARRAY_LENGTH(lookups));
}

/* Of one file; a directory of that name is none. */
Test(source_paths, maps_may_replace_the_whole_path)
{
    static const char *const tree[] = {"other.c", "d/b.c", "c.c"};
    static const struct text from[] = {{"/build/a.c", 10}, {"/build/b.c", 10}, {"c.c", 3}};
    static const struct text to[] = {{"other.c/", 8}, {"d/", 2}, {"", 0}};
    static const struct lookup lookups[] = {
        {"/build/a.c", "other.c"}, {"/build/b.c", NULL}, {"/build/a.c/x.c", NULL}, {"c.c", NULL}};

    write_tree(tree, ARRAY_LENGTH(tree));
    check_with(source_find_mapped,
               &(struct source_options){.maps_from = {from, 3}, .maps_to = {to, 3}}, "profile",
               lookups, ARRAY_LENGTH(lookups));
}

/* Who says where a file is now means that one, whatever is at its old place by now. */
Test(source_paths, maps_come_before_recorded_names)
{
    static const char *const tree[] = {"then/a.c", "now/a.c", "then/b.c"};
    static const struct text from[] = {{"then", 4}}, to[] = {{"now/", 4}};
    static const struct lookup lookups[] = {{"then/a.c", "now/a.c"}, {"then/b.c", "then/b.c"}};

    write_tree(tree, ARRAY_LENGTH(tree));
    check(&(struct source_options){.maps_from = {from, 1}, .maps_to = {to, 1}}, "profile", lookups,
          ARRAY_LENGTH(lookups));
}

/* The current directory was taken off the names, but a map is of what was recorded. */
Test(source_paths, maps_know_the_current_directory)
{
    static const char *const tree[] = {"moved/a.c"};
    static const struct lookup lookups[] = {{"src/a.c", "moved/a.c"}};
    char folder[500];

    write_tree(tree, ARRAY_LENGTH(tree));
    cr_assert(getcwd(folder, sizeof(folder) - 4));
    strcat(folder, "/src");
    const struct text from = text_of(folder), to = {"moved/", 6};
    check(&(struct source_options){.maps_from = {&from, 1}, .maps_to = {&to, 1}}, "profile",
          lookups, ARRAY_LENGTH(lookups));
}

Test(source_paths, sources_stand_beside_the_profile)
{
    static const char *const tree[] = {"p/src/a.c", "p/b.c", "p/c.c"};
    static const struct lookup lookups[] = {
        {"/build/src/a.c", "p/src/a.c"},
        {"b.c", "p/b.c"},
        {"/elsewhere/c.c", NULL}, /* a bare name does not show whether it is that file */
    };

    write_tree(tree, ARRAY_LENGTH(tree));
    check(&(struct source_options){0}, "p/callgrind.out.1", lookups, ARRAY_LENGTH(lookups));
}

/* Has what it is asked for in a folder of its own, and counts how often. */
static bool find_far_away(void *asked, struct source *source, struct text name)
{
    ++*(int *)asked;
    return source_open(source, TEXT("far/"), name);
}

Test(source_paths, the_last_resort_is_asked_last)
{
    static const char *const tree[] = {"a.c", "p/b.c", "far/a.c", "far/b.c", "far/c.c"};
    static const struct lookup lookups[] = {
        {"a.c", "a.c"}, {"b.c", "p/b.c"}, {"c.c", "far/c.c"}, {"d.c", NULL}};
    static const struct lookup old[] = {{"b.c", "p/b.c"}, {"c.c", NULL}};
    int n_asked = 0;
    const struct source_options options = {.last_resort = {find_far_away, &n_asked}};

    write_tree(tree, ARRAY_LENGTH(tree));
    check(&options, "p/profile", lookups, ARRAY_LENGTH(lookups));
    cr_expect_eq(n_asked, 2);
    check_with(source_find_untold, &options, "p/profile", old, ARRAY_LENGTH(old));
    check_with(source_find_told, &options, "p/profile", old + 1, 1);
    cr_expect_eq(n_asked, 2);
}

/* What somebody said, and what nobody did: as recorded it may be another version by now. */
Test(source_paths, are_where_somebody_said_or_as_recorded)
{
    static const char *const tree[] = {"src/a.c", "src/b.c", "old/src/a.c", "old/a.c", "was/b.c"};
    static const struct text dirs[] = {{"old", 3}}, from = {"src", 3}, to = {"was/", 4};
    static const struct lookup told[] = {
        {"src/a.c", "old/src/a.c"}, {"src/b.c", "was/b.c"}, {"src/c.c", NULL}};
    static const struct lookup untold[] = {{"src/a.c", "src/a.c"}, {"src/c.c", NULL}};
    const struct source_options options = {
        .include_dirs = {dirs, 1}, .maps_from = {&from, 1}, .maps_to = {&to, 1}};
    const struct source_options none = {0};

    write_tree(tree, ARRAY_LENGTH(tree));
    check_with(source_find_told, &options, "profile", told, ARRAY_LENGTH(told));
    check_with(source_find_told, &none, "profile", &(struct lookup){"src/a.c", NULL}, 1);
    check_with(source_find_untold, &options, "profile", untold, ARRAY_LENGTH(untold));
}

/* Each of 2,000 ends of 2,000 paths is looked for, but the directory's entries are few. */
Test(source_paths, deep_paths_take_no_long_time, .timeout = 60)
{
    enum { COUNT = 2000, DEPTH = 2000 };
    static const struct text dirs[] = {{"d", 1}, {"e", 1}, {"f", 1}, {"g", 1}, {"h", 1}, {"i", 1}};
    static const char *const tree[] = {"e/z/z/f1999.c"};
    char *text = malloc(COUNT * (2 * DEPTH + 20) + 100);
    struct parsed parsed;
    struct source_paths paths;

    cr_assert_not_null(text);
    char *at = text + sprintf(text, "events: Ir\nfn=f\n");
    for (int i = 0; i < COUNT; i++) {
        at += sprintf(at, "fi=");
        for (int j = 1; j < DEPTH; j++)
            at += sprintf(at, "z/");
        at += sprintf(at, "f%d.c\n1 1\n", i);
    }
    write_tree(tree, ARRAY_LENGTH(tree));
    parsed_read(&parsed, text);
    source_paths_create(&paths,
                        &(struct source_options){.include_dirs = {dirs, ARRAY_LENGTH(dirs)}},
                        &parsed.profile);
    const struct names *files = parsed.profile.symbols.files;
    for (uint32_t i = 0; i < names_count(files); i++) {
        struct source source = {0};
        bool is_expected = text_equal(path_base(names_text(files, i)), TEXT("f1999.c"));
        cr_expect_eq(source_find(&source, names_text(files, i), &paths), is_expected);
        source_close(&source);
    }
    source_paths_free(&paths);
    parsed_free(&parsed);
    free(text);
}
