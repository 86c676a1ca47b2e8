/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "sources/source_paths.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "base/error.h"
#include "base/names.h"
#include "profile/profile.h"
#include "sources/source.h"
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

/* As recorded it may be another version by now. */
Test(source_paths, are_where_somebody_said)
{
    static const char *const tree[] = {"src/a.c", "src/b.c", "old/src/a.c", "old/a.c", "was/b.c"};
    static const struct text dirs[] = {{"old", 3}}, from = {"src", 3}, to = {"was/", 4};
    static const struct lookup told[] = {
        {"src/a.c", "old/src/a.c"}, {"src/b.c", "was/b.c"}, {"src/c.c", NULL}};
    const struct source_options options = {
        .include_dirs = {dirs, 1}, .maps_from = {&from, 1}, .maps_to = {&to, 1}};
    const struct source_options none = {0};

    write_tree(tree, ARRAY_LENGTH(tree));
    check_with(source_find_configured, &options, "profile", told, ARRAY_LENGTH(told));
    check_with(source_find_configured, &none, "profile", &(struct lookup){"src/a.c", NULL}, 1);
}

/* Each of 500 paths has 2,000 ends, which six directories may have. */
Test(source_paths, deep_paths_take_no_long_time, .timeout = 60)
{
    enum { COUNT = 500, DEPTH = 2000 };
    static const struct text dirs[] = {{"d", 1}, {"e", 1}, {"f", 1}, {"g", 1}, {"h", 1}, {"i", 1}};
    static const char *const tree[] = {"e/z/z/f499.c"};
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
        bool is_expected = text_equal(path_base(names_text(files, i)), TEXT("f499.c"));
        cr_expect_eq(source_find(&source, names_text(files, i), &paths), is_expected);
        source_close(&source);
    }
    source_paths_free(&paths);
    parsed_free(&parsed);
    free(text);
}

TestSuite(source_lines, .init = temporary_enter, .fini = temporary_leave);

static const struct source_paths nowhere;

static void expect_text(const struct source_line *line, const char *expected)
{
    cr_expect(text_equal(line->text, text_of(expected)), "%.*s:%d is '%.*s', not '%s'",
              (int)line->file.length, line->file.at, (int)line->number, (int)line->text.length,
              line->text.at, expected);
}

Test(source_lines, are_read_in_any_order)
{
    static const struct {
        struct text file;
        uint64_t number;
        const char *expected;
    } cases[] = {
        {{"b.c", 3}, 1, "of b"},   {{"a.c", 3}, 4, "last"},
        {{"a.c", 3}, 1, "first"},  {{"none.c", 6}, 1, ""},
        {{"a.c", 3}, 2, ""},       {{"a.c", 3}, 3, "with  blanks"}, /* not those within */
        {{"a.c", 3}, 4, "last"},   {{"a.c", 3}, 5, ""},             /* past the end */
        {{"a.c", 3}, 0, ""},       {{"b.c", 3}, UINT64_MAX, ""},
        {{"d/a.c", 5}, 1, "in d"},
    };
    struct source_line lines[ARRAY_LENGTH(cases)];
    struct arena arena = {0};

    temporary_write("a.c", "first\n\n\t with  blanks \r\nlast");
    temporary_write("b.c", "of b\n");
    cr_assert_eq(mkdir("d", 0777), 0);
    temporary_write("d/a.c", "in d\n");
    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++)
        lines[i] = (struct source_line){.file = cases[i].file, .number = cases[i].number};
    source_lines_read(lines, ARRAY_LENGTH(cases), &(struct source_reading){.paths = &nowhere},
                      &arena);
    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        cr_expect(text_equal(lines[i].file, cases[i].file), "the lines keep their order");
        expect_text(&lines[i], cases[i].expected);
    }
    arena_free(&arena);
}

/* The texts are the arena's: they outlive the file. */
Test(source_lines, are_found_by_the_paths)
{
    static const struct text from = {"/old", 4}, to = {"new/", 4};
    const struct source_paths paths = {.maps_from = {&from, 1}, .maps_to = {&to, 1}};
    struct source_line line = {.file = {"/old/a.c", 8}, .number = 2};
    struct arena arena = {0};

    cr_assert_eq(mkdir("new", 0777), 0);
    temporary_write("new/a.c", "one\ntwo\n");
    source_lines_read(&line, 1, &(struct source_reading){.paths = &paths}, &arena);
    cr_assert_eq(unlink("new/a.c"), 0);
    expect_text(&line, "two");
    arena_free(&arena);
}

Test(source_lines, may_be_empty)
{
    struct arena arena = {0};

    source_lines_read(NULL, 0, &(struct source_reading){.paths = &nowhere}, &arena);
    arena_free(&arena);
}

/* What was written after the profile may have other lines there. */
Test(source_lines, are_doubted_where_the_source_is_newer)
{
    struct profile_input input = {.path = "profile", .changed = 1};
    const struct profile profile = {.inputs = &input, .n_inputs = 1};
    struct source_line line = {.file = {"a.c", 3}, .number = 1};
    struct warnings warnings = {0};
    struct arena arena = {0};
    const struct source_reading reading = {&nowhere, &profile, &warnings};

    temporary_write("a.c", "first\n");
    source_lines_read(&line, 1, &reading, &arena);
    expect_text(&line, "first");
    cr_assert_eq(warnings.count, 1);
    cr_expect_str_eq(warnings.first[0].text,
                     "is newer than the profile 'profile': the listing may not fit");
    input.changed = INT64_MAX;
    source_lines_read(&line, 1, &reading, &arena);
    cr_expect_eq(warnings.count, 1);
    arena_free(&arena);
}
