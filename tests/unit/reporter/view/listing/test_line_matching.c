/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "reporter/view/listing/line_matching.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "aggregator/compare/compare.h"
#include "base/array.h"
#include "base/names.h"
#include "sources/source_paths.h"
#include "support/parsed.h"
#include "support/temporary.h"

TestSuite(match_lines, .init = temporary_enter, .fini = temporary_leave);

enum { MOST_FILES = 5 };

struct match_case {
    const char *behaviour;
    struct {
        const char *path, *text; /* those of the old version are below old/ */
    } files[MOST_FILES];
    const char *current, *old; /* what has code where: see profile_of() */
    const char *expected;      /* see show() */
};

/*
 * A profile with one event on each of these lines: "FILE:FUNCTION:FIRST-LAST ...", where FILE may
 * be OWN@FILE for code of another file than the function's own. The caller frees it.
 */
static char *profile_of(const char *functions)
{
    char *text = NULL, file[40], function[40];
    size_t size;
    unsigned first, last;
    int length;
    FILE *out = open_memstream(&text, &size);

    cr_assert(out, "out of memory");
    fputs("events: A\n", out);
    for (;
         sscanf(functions, " %39[^:]:%39[^:]:%u-%u%n", file, function, &first, &last, &length) == 4;
         functions += length) {
        char *inlined = strchr(file, '@');
        if (inlined != NULL)
            *inlined++ = '\0';
        fprintf(out, "fl=%s\nfn=%s\n", file, function);
        if (inlined != NULL)
            fprintf(out, "fi=%s\n", inlined);
        for (; first <= last; first++)
            fprintf(out, "%u 1\n", first);
    }
    cr_assert_str_empty(functions);
    fclose(out);
    return text;
}

static void write_files(const struct match_case *one)
{
    mkdir("old", 0777);
    for (size_t i = 0; i < MOST_FILES && one->files[i].path != NULL; i++)
        temporary_write(one->files[i].path, one->files[i].text);
}

static void remove_files(const struct match_case *one)
{
    for (size_t i = 0; i < MOST_FILES && one->files[i].path != NULL; i++)
        remove(one->files[i].path);
}

/* Two profiles, and their lines as they are matched by sources in . and in old/. */
struct matched {
    struct parsed current, old;
    struct source_paths paths;
    struct line_matching lines;
};

static void matched_begin(struct matched *matched, const char *current, const char *old)
{
    static const struct text old_dir = {"old", 3};
    const struct old_source_options old_at = {.at.include_dirs = {&old_dir, 1}};
    const struct profile *profiles[] = {&matched->current.profile, &matched->old.profile};
    struct matches matches;
    struct old_sources sources;
    struct error error = {0};

    *matched = (struct matched){0};
    parsed_read(&matched->current, current);
    parsed_read_beside(&matched->old, &matched->current, old);
    cr_assert(matched->current.is_read && matched->old.is_read);
    matches_create(&matches, profiles[0], &profiles[1], 1, MATCH_FUNCTIONS);
    source_paths_create(&matched->paths, &(struct source_options){0}, profiles[0]);
    cr_assert(old_sources_create(&sources, &old_at, profiles[1], &error), "%s", error.text);
    match_lines(&matched->lines, &(struct matched_sides){profiles[0], profiles[1], &matches,
                                                         &matched->paths, &sources});
    old_sources_free(&sources);
    matches_free(&matches);
}

static void matched_end(struct matched *matched)
{
    line_matching_free(&matched->lines);
    source_paths_free(&matched->paths);
    parsed_free(&matched->old);
    parsed_free(&matched->current);
}

/* "MARK [FILE:]OLD TEXT", with the mark of a line as in git: blank, + or -; ~ is reformatted. */
static void show_line(FILE *out, const struct matched *matched, struct file_line line,
                      struct text text)
{
    static const char marks[] = {[LINE_SAME] = ' ',
                                 [LINE_NEW] = '+',
                                 [LINE_GONE] = '-',
                                 [LINE_REFORMATTED] = '~',
                                 [LINE_BY_NUMBER] = '?'};
    const struct names *files = matched->current.profile.symbols.files;
    struct old_row old = {0};

    line_matching_set_old(&matched->lines, files, line, &old);
    fputc(marks[old.line_change], out);
    if (old.file.at != NULL)
        fprintf(out, " %s:%" PRIu64, old.file.at, old.line);
    else if (old.line != 0)
        fprintf(out, " %" PRIu64, old.line);
    fprintf(out, " %.*s\n", (int)text.length, text.at);
}

/* "== FILE" of each file of the new profile, with its lines as they would all be listed. */
static void show_file(FILE *out, struct matched *matched, uint32_t file)
{
    struct text name = names_text(matched->current.profile.symbols.files, file);
    size_t count;

    if (!line_map_has(&matched->lines.map.current, file))
        return;
    uint64_t *numbers = line_matching_order(&matched->lines, file, &count);
    fprintf(out, "== %s\n", name.at);
    for (size_t i = 0; i < count; i++) {
        struct file_line line = {file, numbers[i]};
        show_line(out, matched, line, line_matching_text(&matched->lines, line));
    }
    free(numbers);
}

/* All files that were compared, and "N by number" where others were not. The caller frees it. */
static char *show(const struct match_case *one)
{
    char *current = profile_of(one->current), *old = profile_of(one->old), *text = NULL;
    struct matched matched;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    cr_assert(out, "out of memory");
    matched_begin(&matched, current, old);
    for (uint32_t file = 0; file < matched.lines.n_files; file++)
        show_file(out, &matched, file);
    if (matched.lines.n_by_number != 0)
        fprintf(out, "%zu by number\n", matched.lines.n_by_number);
    fclose(out);
    matched_end(&matched);
    free(current);
    free(old);
    return text;
}

static void check(const struct match_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        write_files(&cases[i]);
        char *text = show(&cases[i]);
        cr_expect_str_eq(text, cases[i].expected, "%s: expected\n%sgot\n%s", cases[i].behaviour,
                         cases[i].expected, text);
        free(text);
        remove_files(&cases[i]);
    }
}

Test(match_lines, aligns_functions)
{
    static const struct match_case cases[] = {
        {"lines put in above",
         {{"old/a", "f\n{\nx\n}\n"}, {"a", "#include\n\nf\n{\nx\n}\n"}},
         "a:f:3-6",
         "a:f:1-4",
         "== a\n+ #include\n+ \n  1 f\n  2 {\n  3 x\n  4 }\n"},
        {"lines put in within",
         {{"old/a", "f\n{\nx\n}\n"}, {"a", "f\n{\ny\nx\ny\n}\n"}},
         "a:f:1-6",
         "a:f:1-4",
         "== a\n  1 f\n  2 {\n+ y\n  3 x\n+ y\n  4 }\n"},
        {"lines deleted",
         {{"old/a", "#if\nf\n{\nx\ny\n}\n"}, {"a", "f\n{\ny\n}\n"}},
         "a:f:1-4",
         "a:f:2-6",
         "== a\n- 1 #if\n  2 f\n  3 {\n- 4 x\n  5 y\n  6 }\n"},
        {"a line replaced",
         {{"old/a", "f\n{\nx\n}\n"}, {"a", "f\n{\ny\n}\n"}},
         "a:f:1-4",
         "a:f:1-4",
         "== a\n  1 f\n  2 {\n- 3 x\n+ y\n  4 }\n"},
        {"lines indented, and parted by other blanks",
         {{"old/a", "f(a,b)\n{\nx\n}\n"}, {"a", "f(a, b)\n{\n\tx\n}  \n"}},
         "a:f:1-4",
         "a:f:1-4",
         "== a\n~ 1 f(a, b)\n  2 {\n~ 3 \tx\n~ 4 }  \n"},
        {"other ends of lines, and none at the end",
         {{"old/a", "f\r\nx\r\n"}, {"a", "f\nx"}},
         "a:f:1-2",
         "a:f:1-2",
         "== a\n~ 1 f\n~ 2 x\n"},
        /* One run ended early, another one late: the lines are the same all the same. */
        {"the same source, of which different lines ran",
         {{"old/a", "f\nx\ny\n}\nz\ny\n}\n"}, {"a", "f\nx\ny\n}\nz\ny\n}\n"}},
         "a:f:1-1 a:f:5-7",
         "a:f:1-4",
         "== a\n  1 f\n  2 x\n  3 y\n  4 }\n  5 z\n  6 y\n  7 }\n"},
        {"recursion levels are one function",
         {{"old/a", "f\nx\ny\n"}, {"a", "\nf\nx\ny\n"}},
         "a:f:2-3 a:f'2:3-4 a:main:1-1",
         "a:f'2:1-2 a:f:2-3 a:main:3-3",
         "== a\n+ \n  1 f\n  2 x\n  3 y\n"},
        {"nothing is left",
         {{"old/a", "f\nx\n"}, {"a", ""}},
         "a:f:1-2",
         "a:f:1-2",
         "== a\n- 1 f\n- 2 x\n"},
        {"nothing was there",
         {{"old/a", ""}, {"a", "f\nx\n"}},
         "a:f:1-2",
         "a:f:1-2",
         "== a\n+ f\n+ x\n"},
        {"lines of the profile past the end, and on none",
         {{"old/a", "f\nx\n"}, {"a", "g\nf\n"}},
         "a:f:0-9",
         "a:f:0-8",
         "== a\n+ g\n  1 f\n- 2 x\n"},
    };

    check(cases, ARRAY_LENGTH(cases));
}

Test(match_lines, follows_functions)
{
    static const struct match_case cases[] = {
        {"two change places",
         {{"old/a", "f\n{\nx\n}\ng\n{\ny\n}\n"}, {"a", "g\n{\ny\n}\nf\n{\nx\n}\n"}},
         "a:g:1-4 a:f:5-8",
         "a:f:1-4 a:g:5-8",
         "== a\n  5 g\n  6 {\n  7 y\n  8 }\n  1 f\n  2 {\n  3 x\n  4 }\n"},
        {"one moves to another file, another stays",
         {{"old/a", "f\n{\nx\n}\ng\n{\ny\n}\n"},
          {"a", "g\n{\ny\n}\n"},
          {"b", "h\n{\nz\n}\nf\n{\nx\n}\n"}},
         "a:g:1-4 b:h:1-4 b:f:5-8",
         "a:f:1-4 a:g:5-8",
         "== a\n  5 g\n  6 {\n  7 y\n  8 }\n"
         "== b\n+ h\n+ {\n+ z\n+ }\n  a:1 f\n  a:2 {\n  a:3 x\n  a:4 }\n"},
        {"a line is gone from one that moved to another file",
         {{"old/a", "f\n{\nx\ny\nz\n}\ng\n"}, {"a", "g\n"}, {"b", "f\n{\nx\nz\n}\n"}},
         "a:g:1-1 b:f:1-5",
         "a:f:1-6 a:g:7-7",
         "== a\n  7 g\n== b\n  a:1 f\n  a:2 {\n  a:3 x\n- a:4 y\n  a:5 z\n  a:6 }\n"},
        {"few lines that moved to another file",
         {{"old/a", "f\nx\ng\n"}, {"a", "g\n"}, {"b", "f\nx\n"}},
         "a:g:1-1 b:f:1-2",
         "a:f:1-2 a:g:3-3",
         "== a\n  3 g\n== b\n  a:1 f\n  a:2 x\n"},
        {"the same body under another name",
         {{"old/a", "f\n{\nx\ny\n}\n"}, {"a", "g\n{\nx\ny\n}\n"}},
         "a:g:1-5",
         "a:f:1-5",
         "== a\n- 1 f\n+ g\n  2 {\n  3 x\n  4 y\n  5 }\n"},
        {"another function with the same braces",
         {{"old/a", "f\n{\nx\n}\n"}, {"a", "g\n{\ny\n}\n"}},
         "a:g:1-4",
         "a:f:1-4",
         "== a\n- 1 f\n- 2 {\n- 3 x\n- 4 }\n+ g\n+ {\n+ y\n+ }\n"},
        {"one function before another, with the same braces",
         {{"old/a", "f\n{\nx\n}\n"}, {"a", "g\n{\ny\n}\nf\n{\nx\n}\n"}},
         "a:g:1-4 a:f:5-8",
         "a:f:1-4",
         "== a\n+ g\n+ {\n+ y\n+ }\n  1 f\n  2 {\n  3 x\n  4 }\n"},
        /* By the files alone, x to } of f went to g: k, which is longer than f, stays in between.
         */
        {"one that changes places with another, before one that ends alike",
         {{"old/a", "f\n{\np\nx\nr\n}\nk\n1\n2\n3\n"},
          {"a", "g\n{\ny\nx\nr\n}\nk\n1\n2\n3\nf\n{\np\nx\nr\n}\n"}},
         "a:g:1-6 a:k:7-10 a:f:11-16",
         "a:f:1-6 a:k:7-10",
         "== a\n+ g\n+ {\n+ y\n+ x\n+ r\n+ }\n  7 k\n  8 1\n  9 2\n  10 3\n"
         "  1 f\n  2 {\n  3 p\n  4 x\n  5 r\n  6 }\n"},
        {"lines that went to another function, and those that stayed",
         {{"old/a", "f\n{\np\nx\nr\ns\n}\n"}, {"a", "g\n{\nx\nr\ns\n}\nf\n{\np\ng()\n}\n"}},
         "a:g:1-6 a:f:7-11",
         "a:f:1-7",
         "== a\n+ g\n+ {\n  4 x\n  5 r\n  6 s\n+ }\n  1 f\n  2 {\n  3 p\n+ g()\n  7 }\n"},
        {"the last lines of a file, of which just enough went to another function",
         {{"old/a", "f\n{\np\nx\nr\ns\n"}, {"a", "g\n{\nx\nr\ns\nf\n{\np\n"}},
         "a:g:1-5 a:f:6-8",
         "a:f:1-6",
         "== a\n+ g\n+ {\n  4 x\n  5 r\n  6 s\n  1 f\n  2 {\n  3 p\n"},
        {"what is between functions",
         {{"old/a", "// a\nf\nx\n// b\n// c\ng\ny\n"}, {"a", "f\nx\n// c\n// d\ng\ny\n"}},
         "a:f:1-2 a:g:5-6",
         "a:f:2-3 a:g:6-7",
         "== a\n- 1 // a\n  2 f\n  3 x\n- 4 // b\n  5 // c\n+ // d\n  6 g\n  7 y\n"},
        {"what is between one that moved to another file and the next",
         {{"old/a", "f\n{\nx\n}\nk\ng\n{\ny\n}\n"},
          {"a", "k\n// new\ng\n{\ny\n}\n"},
          {"b", "f\n{\nx\n}\nz\n"}},
         "a:g:3-6 b:f:1-4",
         "a:f:1-4 a:g:6-9",
         "== a\n  5 k\n+ // new\n  6 g\n  7 {\n  8 y\n  9 }\n"
         "== b\n  a:1 f\n  a:2 {\n  a:3 x\n  a:4 }\n+ z\n"},
        {"a file under another name",
         {{"old/o", "f\nx\n"}, {"n", "// n\nf\nx\n"}},
         "n:f:2-3",
         "o:f:1-2",
         "== n\n+ // n\n  o:1 f\n  o:2 x\n"},
    };

    check(cases, ARRAY_LENGTH(cases));
}

/* Lines of headers belong to no function; two functions have them in common. */
Test(match_lines, aligns_what_is_inlined_from_headers)
{
    static const struct match_case cases[] = {
        {"shared by two functions",
         {{"old/a", "f\ng\n"}, {"a", "f\ng\n"}, {"old/h", "x\ny\n"}, {"h", "x\nz\ny\n"}},
         "a:f:1-1 a@h:f:1-3 a:g:2-2 a@h:g:1-3",
         "a:f:1-1 a@h:f:1-2 a:g:2-2 a@h:g:1-2",
         "== a\n  1 f\n  2 g\n== h\n  1 x\n+ z\n  2 y\n"},
        {"of a function that moved to the header",
         {{"old/a", "f\nx\n"}, {"a", "#include\n"}, {"old/h", "y\n"}, {"h", "y\nf\nx\n"}},
         "a:m:1-1 h:f:2-3 a@h:m:1-1",
         "a:f:1-2 a:m:1-1 a@h:m:1-1",
         "== a\n+ #include\n== h\n  1 y\n  a:1 f\n  a:2 x\n"},
    };

    check(cases, ARRAY_LENGTH(cases));
}

Test(match_lines, compares_by_number_without_both_sources)
{
    /* What is counted is what another option would change: the new source is there. */
    static const struct match_case cases[] = {
        {"no old source", {{"a", "f\n"}}, "a:f:1-1", "a:f:1-1", "1 by number\n"},
        {"no new source", {{"old/b", "f\n"}}, "b:f:1-1", "b:f:1-1", ""},
        {"none", {{NULL, NULL}}, "a:f:1-1", "a:f:1-1", ""},
        /* Without old/a the old source would be a itself, as it was recorded. */
        {"others have both",
         {{"a", "f\n"}, {"b", "g\n"}, {"old/b", "g\n"}},
         "a:f:1-1 b:g:1-1",
         "a:f:1-1 b:g:1-1",
         "== b\n  1 g\n1 by number\n"},
        /* f moved to a, which is compared: its old lines are none of those that were in a. */
        {"of a function that moved to one that has both",
         {{"a", "g\nf\n"}, {"old/a", "g\n"}},
         "a:g:1-1 a:f:2-2",
         "a:g:1-1 b:f:1-1",
         "== a\n  1 g\n+ f\n1 by number\n"},
        /* f moved to b, but where the old a was there is the new a now. */
        {"the new version of another file",
         {{"a", "x\ng\n"}, {"b", "f\n"}},
         "b:f:1-1 a:g:2-2",
         "a:f:1-1 a:g:2-2",
         "1 by number\n"},
    };

    check(cases, ARRAY_LENGTH(cases));
}

/* Costs go with their lines: this is what the difference is made of. */
Test(match_lines, maps_lines_for_the_difference)
{
    struct matched matched;

    mkdir("old", 0777);
    temporary_write("old/a", "f\nx\ny\n");
    temporary_write("a", "// f\nf\ny\n");
    matched_begin(&matched, "events: A\nfl=a\nfn=f\n0 3\n2 1\n3 1\n9 1\n",
                  "events: A\nfl=a\nfn=f\n0 4\n1 1\n2 1\n3 1\n18446744073709551615 5\n");
    static const struct {
        uint64_t old, current;
        bool is_gone;
    } expected[] = {
        {0, 0, false}, {1, 2, false}, {2, 0, true}, {3, 3, false}, {UINT64_MAX, UINT64_MAX, false}};
    for (size_t i = 0; i < ARRAY_LENGTH(expected); i++) {
        struct file_line line =
            line_map_find(&matched.lines.map, (struct file_line){0, expected[i].old}, 0);
        cr_expect_eq(line.file, 0);
        if (expected[i].is_gone)
            cr_expect(line_is_gone(line.number));
        else
            cr_expect_eq(line.number, expected[i].current, "%zu: %" PRIu64, i, line.number);
    }
    matched_end(&matched);
}

/* The line of an old file 1 that is gone from the new file 2. */
static const struct file_line gone = {1, 1};

/* Old files 0 and 1, of which lines are in the new file 2. */
static void match(struct line_matching *matching)
{
    static struct text old_lines[] = {{"first", 5}, {"same", 4}, {"in b", 4}};
    static struct text current_lines[] = {{"new", 3}, {" same", 5}, {"in b", 4}};
    static struct source_text old[3] = {
        [0] = {.path = {"o/a", 3}, .lines = old_lines, .count = 2},
        [1] = {.path = {"b", 1}, .lines = old_lines, .count = 3},
    };
    static struct source_text current[3] = {
        [2] = {.path = {"n/a", 3}, .lines = current_lines, .count = 3},
    };

    *matching = (struct line_matching){.current = current, .old = old, .n_files = 3};
    line_map_add(&matching->map.old, 0, 2);
    line_map_add(&matching->map.old, 1, 3);
    line_map_add(&matching->map.current, 2, 3);
    line_map_set(&matching->map, (struct file_line){0, 2}, (struct file_line){2, 2});
    line_map_set(&matching->map, (struct file_line){1, 3}, (struct file_line){2, 3});
    line_map_set_gone(&matching->map, gone, 2);
}

/* Folders alone are no other name. */
Test(line_matching, tells_what_lines_were)
{
    static const struct {
        struct file_line line;
        uint64_t old_line;
        enum line_change line_change;
        enum change change;
        const char *old_file; /* empty: the same but for its folders */
    } cases[] = {
        {{2, 1}, 0, LINE_NEW, CHANGE_NEW, ""},
        {{2, 2}, 2, LINE_REFORMATTED, CHANGE_NONE, ""},
        {{2, 3}, 3, LINE_SAME, CHANGE_NONE, "old/b"},
        {{2, 0}, 0, LINE_BY_NUMBER, CHANGE_NONE, ""},
        {{0, 7}, 7, LINE_BY_NUMBER, CHANGE_NONE, ""}, /* no new source */
        {{2, UINT64_MAX}, UINT64_MAX, LINE_BY_NUMBER, CHANGE_NONE, ""},
    };
    struct names *files = names_create();
    struct line_matching matching;
    struct old_row old;

    names_add(files, TEXT("old/a"));
    names_add(files, TEXT("old/b"));
    names_add(files, TEXT("new/a"));
    match(&matching);
    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        old = (struct old_row){0};
        line_matching_set_old(&matching, files, cases[i].line, &old);
        cr_expect_eq(old.line, cases[i].old_line, "case %zu", i);
        cr_expect_eq(old.line_change, cases[i].line_change, "case %zu", i);
        cr_expect_eq(old.change, cases[i].change, "case %zu", i);
        cr_expect(text_equal(old.file, text_of(cases[i].old_file)), "case %zu", i);
    }
    old = (struct old_row){0};
    struct file_line other = line_map_find(&matching.map, gone, 0);
    cr_expect_eq(other.file, 2);
    line_matching_set_old(&matching, files, other, &old);
    cr_expect(text_equal(old.file, TEXT("old/b")));
    cr_expect_eq(old.line, 1);
    cr_expect_eq(old.change, CHANGE_GONE);
    cr_expect(text_equal(line_matching_text(&matching, other), TEXT("first")));
    cr_expect(text_equal(line_matching_text(&matching, (struct file_line){2, 1}), TEXT("new")));
    line_map_free(&matching.map);
    names_free(files);
}

Test(line_matching, finds_what_is_gone_from_a_file)
{
    static const struct gone_line list[] = {
        {1, 0, {0, 1}}, {1, 4, {0, 2}}, {3, 2, {0, 3}}, {6, 0, {0, 4}}};
    static const size_t counts[] = {0, 2, 0, 1, 0, 0, 1, 0};
    const struct line_matching matching = {.gone = (struct gone_line *)list,
                                           .n_gone = ARRAY_LENGTH(list)};
    const struct line_matching nothing = {0};
    size_t count;

    for (uint32_t file = 0; file < ARRAY_LENGTH(counts); file++) {
        const struct gone_line *found = line_matching_gone(&matching, file, 0, &count);
        cr_expect_eq(count, counts[file], "file %u", file);
        for (size_t i = 0; i < count; i++)
            cr_expect_eq(found[i].file, file);
    }
    line_matching_gone(&nothing, 1, 0, &count);
    cr_expect_eq(count, 0);
}
