/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What --format=callgrind writes says what was read, and merges in any steps. */

#include "reporter/callgrind.h"

#include <criterion/criterion.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/array.h"
#include "support/run.h"
#include "support/temporary.h"

TestSuite(write_callgrind, .init = temporary_enter, .fini = temporary_leave, .timeout = 240);

/* Views that show all that there is, at every place that costs have in the model. */
static char *const views[] = {"--top=1000000", "--no-fold", "--by=file:function", "--by=line"};

/*
 * Of several parts with different events a cost that was never given may be written as 0, and a
 * number that was never defined is warned of again.
 */
static const char *const exceptions[] = {"parts-events", "undefined-piece"};

static struct run quern(char *first, char *second, char *third, char *fourth, const char *input)
{
    char *program = run_quern_path();
    char *arguments[] = {"quern", first, second, third, fourth, NULL};
    struct run run = run_program(program, arguments, input);

    free(program);
    return run;
}

/* The report from the events on: what comes before names the file it is of. */
static const char *rows_of(const struct run *run)
{
    const char *events = strstr(run->out, "\"events\": ");

    return events ? events : run->out;
}

enum { MAX_NUMBERS = 5000, NAME_ROOM = 20000, KEY_ROOM = 3 * NAME_ROOM };

/* What the numbers of one kind were given to; NULL where not yet. */
struct defined {
    char *names[MAX_NUMBERS];
};

/* The number and the name of "(3) name"; without a name, that which the number was given to. */
static unsigned look_up(struct defined *defined, const char *value, const char **name)
{
    unsigned number = 0;
    int length = 0;

    *name = "";
    if (sscanf(value, "(%u)%n", &number, &length) != 1)
        return 0; /* "ob=": none is known */
    cr_assert(number < MAX_NUMBERS, "%s", value);
    if (value[length] == ' ') {
        cr_expect_null(defined->names[number], "%s: given twice", value);
        defined->names[number] = strdup(value + length + 1);
    }
    cr_assert(defined->names[number], "%s: not given yet", value);
    *name = defined->names[number];
    return number;
}

/* The lines so far of what was written: names, and which function each number is of. */
struct reader {
    struct defined objects, files, symbols, functions;
    const char *object, *file, *unit_file, *called_object, *called_file, *jump_file;
};

/* A number is of the object, file and name where it is seen first: KCachegrind reads it so. */
static void check_function(struct reader *reader, const char *value, const char *object,
                           const char *file)
{
    char key[KEY_ROOM];
    const char *name;
    unsigned number = look_up(&reader->symbols, value, &name);

    snprintf(key, sizeof key, "%s\n%s\n%s", object, file, name);
    if (reader->functions.names[number] == NULL) {
        for (unsigned i = 0; i < number; i++)
            cr_expect(!reader->functions.names[i] || strcmp(reader->functions.names[i], key) != 0,
                      "%s: has two numbers", key);
        reader->functions.names[number] = strdup(key);
    }
    cr_expect_str_eq(reader->functions.names[number], key, "%u is of two functions:\n%s\nand\n%s",
                     number, reader->functions.names[number], key);
}

static void check_line(struct reader *reader, const char *line)
{
    if (strncmp(line, "ob=", 3) == 0) {
        look_up(&reader->objects, line + 3, &reader->object);
    } else if (strncmp(line, "fl=", 3) == 0) {
        look_up(&reader->files, line + 3, &reader->file);
        reader->unit_file = reader->file;
    } else if (strncmp(line, "fi=", 3) == 0) {
        look_up(&reader->files, line + 3, &reader->file);
    } else if (strncmp(line, "cob=", 4) == 0) {
        look_up(&reader->objects, line + 4, &reader->called_object);
    } else if (strncmp(line, "cfi=", 4) == 0) {
        look_up(&reader->files, line + 4, &reader->called_file);
    } else if (strncmp(line, "jfi=", 4) == 0) {
        look_up(&reader->files, line + 4, &reader->jump_file);
    } else if (strncmp(line, "fn=", 3) == 0) {
        check_function(reader, line + 3, reader->object, reader->unit_file);
    } else if (strncmp(line, "cfn=", 4) == 0) {
        check_function(reader, line + 4,
                       reader->called_object ? reader->called_object : reader->object,
                       reader->called_file ? reader->called_file : reader->file);
        reader->called_object = reader->called_file = NULL;
    }
}

static void defined_free(struct defined *defined)
{
    for (size_t i = 0; i < MAX_NUMBERS; i++)
        free(defined->names[i]);
}

/* Each number of a function is of one function alone, and each function has one number. */
static void check_numbers(const char *written)
{
    struct reader *reader = calloc(1, sizeof *reader);
    char *text = strdup(written), *rest;

    cr_assert(reader && text);
    reader->object = reader->file = reader->unit_file = "";
    for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
        check_line(reader, line);
    defined_free(&reader->objects);
    defined_free(&reader->files);
    defined_free(&reader->symbols);
    defined_free(&reader->functions);
    free(reader);
    free(text);
}

/* Written once and read again, every view says the same, and it is written the same again. */
static void check_profile(char *path)
{
    struct run written = quern("--format=callgrind", "-owritten", path, NULL, NULL);
    struct run again = quern("--format=callgrind", "-oagain", "written", NULL, NULL);

    cr_expect_eq(written.status, 0, "%s: %s", path, written.err);
    cr_expect_eq(again.status, 0, "%s: %s", path, again.err);
    cr_expect_str_empty(again.err, "%s, written: %s", path, again.err);
    for (size_t i = 0; i < ARRAY_LENGTH(views); i++) {
        struct run before = quern("--format=json", views[i], "-I" TESTDATA_DIR, path, NULL);
        struct run after = quern("--format=json", views[i], "-I" TESTDATA_DIR, "written", NULL);
        cr_expect_str_eq(rows_of(&after), rows_of(&before), "%s: %s differs", path, views[i]);
        run_free(&before);
        run_free(&after);
    }
    FILE *first = fopen("written", "r"), *second = fopen("again", "r");
    size_t size;
    cr_assert(first && second, "%s", path);
    char *once = run_read_file(first, &size), *twice = run_read_file(second, &size);
    cr_expect_str_eq(twice, once, "%s: not the same bytes again", path);
    check_numbers(once);
    free(once);
    free(twice);
    fclose(first);
    fclose(second);
    run_free(&written);
    run_free(&again);
}

static bool is_exception(const char *name)
{
    for (size_t i = 0; i < ARRAY_LENGTH(exceptions); i++)
        if (strcmp(exceptions[i], name) == 0)
            return true;
    return false;
}

static bool is_document(const char *name)
{
    const char *extension = strrchr(name, '.');

    return extension != NULL && (strcmp(extension, ".md") == 0 || strcmp(extension, ".png") == 0 ||
                                 strcmp(extension, ".json") == 0);
}

/* Some profiles that a pattern of the shell stands for, or all where tests are thorough. */
static size_t check_all(const char *pattern)
{
    glob_t found;
    size_t count = 0;

    cr_assert(glob(pattern, 0, NULL, &found) == 0, "%s", pattern);
    for (size_t i = 0; i < found.gl_pathc; i += run_stride()) {
        char *path = found.gl_pathv[i];
        const char *name = strrchr(path, '/') + 1;
        struct stat status;
        if (stat(path, &status) != 0 || !S_ISREG(status.st_mode) || status.st_size == 0 ||
            is_document(name) || is_exception(name))
            continue;
        check_profile(path);
        count++;
    }
    globfree(&found);
    return count;
}

Test(write_callgrind, says_what_was_read)
{
    cr_expect(check_all(TESTDATA_DIR "/*") > (run_is_thorough() ? 50 : 0));
    cr_expect(check_all(TESTDATA_DIR "/spec/*") > (run_is_thorough() ? 50 : 0));
}

/* What a filter or a difference leaves of a profile is written the same again, too. */
static void check_again(char *option, char *other, const char *text)
{
    temporary_write("profile", text);
    struct run written = quern("--format=callgrind", option, "profile", other, NULL);
    temporary_write("written", written.out);
    struct run again = quern("--format=callgrind", "written", NULL, NULL, NULL);
    cr_expect_eq(written.status, 0, "%s: %s", text, written.err);
    cr_expect_eq(again.status, 0, "%s: %s", text, again.err);
    cr_expect_str_eq(again.out, written.out, "%s", text);
    run_free(&written);
    run_free(&again);
}

Test(write_callgrind, is_written_the_same_again)
{
    temporary_write("old", "events: Ir\nsummary: 100\nfl=a\nfn=f\n1 3\nfn=g\n1 9\n");
    check_again("--function=.", NULL,
                "cmd: x\r\r\nevents: Ir\nfl=a\r\r\nfn=f\r\r\n1 1\nfn=f\n1 2\n");
    check_again("--function=^d", NULL,
                "events: Ir\nfl=a\nfn=d's'm\n1 1\nfn=s'm\n1 2\nfn=m'm\n1 4\n");
    check_again("--function=^h", NULL, "events: Ir\nfl=a\nfn=(1)'2\n1 1\nfn=h\n1 2\n");
    check_again("--function=^f", NULL,
                "positions: instr line\nevents: Ir\nfl=a\nfn=f\n0 1 1\nfn=g\n0x1 1 2\n");
    check_again("--function=f", "--diff=old", "events: Ir\nfl=a\nfn=f\n1 8\nfn=g\n1 1\n");
    check_again("--function=x", "--diff=old", "events: Ir\nsummary: 100\nfl=a\nfn=f\n1 8\n");
}

/* The rows of a profile's functions, and then those of what is written of it. */
static void check_same_rows(char *option, const char *text)
{
    temporary_write("profile", text);
    struct run written = quern("--format=callgrind", "-owritten", option, "profile", NULL);
    struct run before = quern("--format=json", "--inclusive=yes", option, "profile", NULL);
    struct run after = quern("--format=json", "--inclusive=yes", "written", NULL, NULL);
    cr_expect_eq(written.status, 0, "%s", written.err);
    cr_expect(strstr(before.out, "\"exact\": false"), "%s", before.out);
    cr_expect_str_eq(rows_of(&after), rows_of(&before));
    run_free(&written);
    run_free(&before);
    run_free(&after);
}

Test(write_callgrind, keeps_doubts)
{
    /* x stands for two functions, of which either may run below the other. */
    check_same_rows("--mod-funcname=s/^[ab]$/x/",
                    "events: Ir\nfl=a\nfn=main\n1 1\ncfn=a\ncalls=1 0\n1 20\ncfn=c\ncalls=1 0\n"
                    "1 40\nfn=a\n2 10\ncfn=c\ncalls=1 0\n2 10\nfn=c\n3 20\ncfn=b\ncalls=1 0\n"
                    "3 30\nfn=b\n2 10\ncfn=a'2\ncalls=1 0\n2 20\nfn=a'2\n4 20\n");
    /* f is one of two, in a file whose name and object were read as they stand. */
    check_same_rows("--jobs=1", "events: Ir\nob= (3) o\nfl=a\nfn=f\n1 5\nfl=b\nfn=f\n1 6\n"
                                "fl= (2)'x:\nfn=m\n1 7\ncfn=f\ncalls=1 0\n2 11\n");
}

/* Otherwise g of the caller's file would be taken for that of the other one. */
Test(write_callgrind, names_the_file_of_some_callee)
{
    temporary_write("profile", "events: Ir\nfl=a\nfn=m\n1 1\ncfi=a\ncfn=g\ncalls=1 0\n1 5\n"
                               "fl=b\nfn=g\n1 9\n");
    struct run before = quern("--format=csv", "--by=function", "profile", NULL, NULL);
    struct run written = quern("--format=callgrind", "-owritten", "profile", NULL, NULL);
    struct run after = quern("--format=csv", "--by=function", "written", NULL, NULL);
    cr_expect_eq(written.status, 0, "%s", written.err);
    cr_expect(strstr(before.out, "function,,,a,g,,1,,5,true"), "%s", before.out);
    cr_expect_str_eq(after.out, before.out);
    run_free(&before);
    run_free(&written);
    run_free(&after);
}

Test(write_callgrind, refuses_what_readers_cannot_add_up)
{
    temporary_write("profile", "events: Ir\nfl=a\nfn=b\n1 6000000000000000000\nfn=c\n"
                               "1 -6000000000000000000\nfn=a\n1 6000000000000000000\n");
    struct run written = quern("--format=callgrind", "profile", NULL, NULL, NULL);
    cr_expect_eq(written.status, 1);
    cr_expect_str_empty(written.out);
    cr_expect(strstr(written.err, "cannot be written"), "%s", written.err);
    run_free(&written);
}

enum { N_FILES = 500, FIRST_STEP = 25 };

/* Profiles of a few programs, and of costs that differ from file to file. */
static void write_profiles(void)
{
    for (int i = 0; i < N_FILES; i++) {
        char name[40], text[400];
        snprintf(name, sizeof name, "run.%d", i);
        snprintf(
            text, sizeof text,
            "events: Ir Dr\nob=prog%d\nfl=a.c\nfn=main\n%d %d 1\ncfn=f'2\ncalls=%d 1\n%d %d 2\n"
            "fi=b.h\n7 %d\nfn=f'2\n9 %d\nfn=f\n%d 1\n",
            i % 3, i % 40 + 1, i + 1, i % 5, i % 40 + 1, i * 3, i % 7, i * 3, i % 11);
        temporary_write(name, text);
    }
}

/* Merges files first to last - 1 of a prefix, in steps of `step`, into one file. */
static void merge(const char *prefix, int first, int last, int step, const char *into)
{
    char *program = run_quern_path(), output[60];
    char **arguments = calloc((size_t)(last - first) + 5, sizeof *arguments);
    char(*names)[40] = calloc((size_t)(last - first) + 1, sizeof *names);
    size_t count = 0;

    cr_assert(arguments && names);
    snprintf(output, sizeof output, "-o%s", into);
    arguments[count++] = "quern";
    arguments[count++] = "--format=callgrind";
    arguments[count++] = output;
    for (int i = first; i < last; i += step) {
        snprintf(names[i - first], sizeof *names, "%s.%d", prefix, i);
        arguments[count++] = names[i - first];
    }
    struct run run = run_program(program, arguments, NULL);
    cr_assert_eq(run.status, 0, "%s", run.err);
    run_free(&run);
    free(arguments);
    free(names);
    free(program);
}

static char *content(const char *name)
{
    FILE *file = fopen(name, "r");
    size_t size;

    cr_assert(file, "%s", name);
    char *text = run_read_file(file, &size);
    fclose(file);
    return text;
}

/* As many hosts do it: each merges some files, then what came out is merged. */
Test(write_callgrind, merges_in_a_tree)
{
    char name[40];

    write_profiles();
    merge("run", 0, N_FILES, 1, "at.once");
    for (int i = 0; i < N_FILES; i += FIRST_STEP) {
        snprintf(name, sizeof name, "some.%d", i / FIRST_STEP);
        merge("run", i, i + FIRST_STEP, 1, name);
    }
    for (int i = 0; i < 4; i++) {
        snprintf(name, sizeof name, "many.%d", i);
        merge("some", i, N_FILES / FIRST_STEP, 4, name);
    }
    merge("many", 0, 4, 1, "in.a.tree");
    char *at_once = content("at.once"), *in_a_tree = content("in.a.tree");
    cr_expect_str_eq(in_a_tree, at_once);
    cr_expect(strlen(at_once) > 1000);
    free(at_once);
    free(in_a_tree);
}
