/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Whole reports: runs quern for each case of golden.cases, which says how a case is written, and
 * compares what it prints with the files in testdata/golden. With UPDATE_GOLDEN=1 in the
 * environment those files are written instead. QUERN names another binary. Cases of a library that
 * quern was built without are skipped, and with QUERN those whose names begin with GOLDEN_LEFT_OUT.
 * GOLDEN_STRIDE=N tries each N-th case, of a binary that takes long to start.
 */

#define _XOPEN_SOURCE 700 /* for nftw */

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "support/run.h"

/* Below testdata/, which is the current directory of all that happens here. */
#define EXPECTED_DIR "golden"
#define SOURCES_DIR "src"

enum { ARGUMENTS_MAX = 64, PATH_LENGTH_MAX = 256 };

struct golden_case {
    int line_number; /* in golden.cases */
    int status;
    char *line; /* what the following point into; owned */
    char *name;
    char *arguments[ARGUMENTS_MAX]; /* "quern" first, NULL last */
    char *input;                    /* the file on stdin, or NULL */
    const char *locale;             /* LC_ALL */
    const char *objdump;            /* OBJDUMP, or NULL */
};

struct golden_table {
    struct golden_case *cases;
    size_t count;
};

/*
 * Cut the next word off `*rest` and return it, or NULL at the end. Quotes are taken off in place,
 * since a word only gets shorter by that.
 */
static char *cut_word(char **rest)
{
    static const char blanks[] = " \t\n";
    char *from = *rest + strspn(*rest, blanks);
    char *word = from;
    char *to = from;
    bool is_quoted = false;

    if (*from == '\0')
        return NULL;
    for (; *from != '\0' && (is_quoted || !strchr(blanks, *from)); from++) {
        if (*from == '\'')
            is_quoted = !is_quoted;
        else
            *to++ = *from;
    }
    cr_assert(!is_quoted, "golden.cases: a quote is not closed in '%s'", word);
    *rest = *from == '\0' ? from : from + 1;
    *to = '\0';
    return word;
}

static bool is_case_name(const char *text)
{
    while (isalnum((unsigned char)*text) || *text == '-' || *text == '_')
        text++;
    return *text == '\0';
}

static const struct golden_case *find_case(const struct golden_table *table, const char *name)
{
    for (size_t i = 0; i < table->count; i++) {
        if (strcmp(table->cases[i].name, name) == 0)
            return &table->cases[i];
    }
    return NULL;
}

/* Read a case from its line, which it takes over. */
static struct golden_case read_case(char *line, int line_number)
{
    static const char locale[] = "LC_ALL=", objdump[] = "OBJDUMP=";
    struct golden_case golden = {.line = line, .line_number = line_number, .locale = "C.UTF-8"};
    size_t count = 0;
    char *end;

    golden.name = cut_word(&line);
    char *status = cut_word(&line);
    cr_assert(status && is_case_name(golden.name), "golden.cases:%d: expected a name and a status",
              line_number);
    golden.status = (int)strtol(status, &end, 10);
    cr_assert(*end == '\0', "golden.cases:%d: expected an exit status, found '%s'", line_number,
              status);

    golden.arguments[count++] = "quern";
    for (char *word; (word = cut_word(&line));) {
        cr_assert(count < ARGUMENTS_MAX - 1, "golden.cases:%d: too many arguments", line_number);
        if (*word == '<')
            golden.input = word + 1;
        else if (strncmp(word, locale, strlen(locale)) == 0)
            golden.locale = word + strlen(locale);
        else if (strncmp(word, objdump, strlen(objdump)) == 0)
            golden.objdump = word + strlen(objdump);
        else
            golden.arguments[count++] = word;
    }
    return golden;
}

static void add_case(struct golden_table *table, struct golden_case golden)
{
    cr_assert_not(find_case(table, golden.name), "golden.cases:%d: there is a case '%s' already",
                  golden.line_number, golden.name);
    table->cases = realloc(table->cases, (table->count + 1) * sizeof(*table->cases));
    cr_assert(table->cases, "out of memory");
    table->cases[table->count++] = golden;
}

static struct golden_table read_table(void)
{
    struct golden_table table = {0};
    FILE *file = fopen(GOLDEN_CASES, "r");
    char *line = NULL;
    size_t size = 0;

    cr_assert(file, "cannot open %s", GOLDEN_CASES);
    for (int number = 1; getline(&line, &size, file) >= 0; number++) {
        size_t indent = strspn(line, " \t\n");

        if (line[indent] == '\0' || line[indent] == '#')
            continue;
        add_case(&table, read_case(line, number));
        line = NULL;
        size = 0;
    }
    free(line);
    fclose(file);
    return table;
}

static void free_table(struct golden_table *table)
{
    for (size_t i = 0; i < table->count; i++)
        free(table->cases[i].line);
    free(table->cases);
}

static bool is_updating(void)
{
    const char *update = getenv("UPDATE_GOLDEN");

    return update && strcmp(update, "1") == 0;
}

/* What a case is expected to print: the file's contents, or nothing where there is none. */
static char *read_expected(const char *path, size_t *size)
{
    FILE *file = fopen(path, "r");
    char *text;

    if (!file) {
        *size = 0;
        return calloc(1, 1);
    }
    text = run_read_file(file, size);
    fclose(file);
    return text;
}

static void write_expected(const char *path, const char *text, size_t size)
{
    if (size == 0) {
        cr_assert(remove(path) == 0, "cannot remove %s", path);
        printf("removed testdata/%s\n", path);
        return;
    }
    mkdir(EXPECTED_DIR, 0777);
    FILE *file = fopen(path, "w");
    cr_assert(file, "cannot write %s", path);
    fwrite(text, 1, size, file);
    cr_assert(fclose(file) == 0, "cannot write %s", path);
    printf("wrote testdata/%s\n", path);
}

static void print_line(FILE *report, const char *label, const char *line, const char *end)
{
    const char *stop = memchr(line, '\n', (size_t)(end - line));

    if (line == end)
        fprintf(report, "    %s the end\n", label);
    else
        fprintf(report, "    %s |%.*s%s\n", label, (int)((stop ? stop : end) - line), line,
                stop ? "|" : " (no newline)");
}

/* Print the first line where the two texts differ. */
static void print_difference(FILE *report, const char *path, const char *expected,
                             size_t expected_size, const char *printed, size_t printed_size)
{
    size_t start = 0;
    int line_number = 1;

    for (size_t i = 0; i < expected_size && i < printed_size && expected[i] == printed[i]; i++) {
        if (expected[i] == '\n') {
            start = i + 1;
            line_number++;
        }
    }
    fprintf(report, "  testdata/%s:%d:\n", path, line_number);
    print_line(report, "expected", expected + start, expected + expected_size);
    print_line(report, "printed ", printed + start, printed + printed_size);
}

/* Compare a stream with its expected file, or write that file; false where they differ. */
static bool check_stream(const struct golden_case *golden, const char *stream, const char *text,
                         size_t size, FILE *report)
{
    char path[PATH_LENGTH_MAX];
    size_t expected_size;

    snprintf(path, sizeof(path), EXPECTED_DIR "/%s.%s", golden->name, stream);
    char *expected = read_expected(path, &expected_size);
    cr_assert(expected, "out of memory");
    bool is_same = size == expected_size && memcmp(text, expected, size) == 0;
    if (!is_same && is_updating())
        write_expected(path, text, size);
    else if (!is_same)
        print_difference(report, path, expected, expected_size, text, size);
    free(expected);
    return is_same || is_updating();
}

/* Where a text that names the version begins, as what writes files does; NULL where there is none.
 */
static const char *find_version(const char *text, const char *end)
{
    static const char *const before[] = {"quern-", "\"version\": \""};
    const size_t length = strlen(QUERN_VERSION);

    for (const char *at = text; (size_t)(end - at) >= length; at++) {
        for (size_t i = 0; i < ARRAY_LENGTH(before) && memcmp(at, QUERN_VERSION, length) == 0;
             i++) {
            size_t size = strlen(before[i]);
            if ((size_t)(at - text) >= size && memcmp(at - size, before[i], size) == 0)
                return at;
        }
    }
    return NULL;
}

/* The text with VERSION for the version that it names. The caller frees it. */
static char *hide_version(const char *text, size_t *size)
{
    const char *end = text + *size;
    char *hidden = NULL;
    FILE *out = open_memstream(&hidden, size);

    cr_assert(out, "out of memory");
    for (const char *at; (at = find_version(text, end)) != NULL;
         text = at + strlen(QUERN_VERSION)) {
        fwrite(text, 1, (size_t)(at - text), out);
        fputs("VERSION", out);
    }
    fwrite(text, 1, (size_t)(end - text), out);
    fclose(out);
    return hidden;
}

static bool check_status(const struct golden_case *golden, const struct run *run, FILE *report)
{
    if (run_has_sanitizer_report(run)) {
        fprintf(report, "  stopped by a sanitizer:\n%s", run->err);
        return false;
    }
    if (run->status > RUN_SIGNAL)
        fprintf(report, "  killed by signal %d\n", run->status - RUN_SIGNAL);
    else if (run->status != golden->status)
        fprintf(report, "  expected exit status %d, got %d\n", golden->status, run->status);
    return run->status == golden->status;
}

static void print_quoted(FILE *report, const char *word)
{
    bool is_plain = *word != '\0' && strspn(word, "abcdefghijklmnopqrstuvwxyz"
                                                  "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                                  "0123456789-_=+:,./%@") == strlen(word);

    fprintf(report, is_plain ? " %s" : " '%s'", word);
}

/* The command that repeats a case by hand. A word of golden.cases never contains a quote. */
static void print_command(FILE *report, const struct golden_case *golden, const char *quern)
{
    fprintf(report, "  repeat it: cd testdata && LC_ALL=%s %s", golden->locale, quern);
    for (char *const *argument = golden->arguments + 1; *argument; argument++)
        print_quoted(report, *argument);
    fprintf(report, " <%s\n", golden->input ? golden->input : "/dev/null");
}

static void check_run(const struct golden_case *golden, const char *quern, const struct run *run)
{
    char *text = NULL;
    size_t size = 0;
    FILE *report = open_memstream(&text, &size);

    cr_assert(report, "out of memory");
    fprintf(report, "case '%s' of golden.cases:%d\n", golden->name, golden->line_number);
    bool is_good = check_status(golden, run, report);
    if (is_good || !is_updating()) {
        size_t out_size = run->out_size;
        char *out = hide_version(run->out, &out_size);
        is_good &= check_stream(golden, "stdout", out, out_size, report);
        free(out);
        is_good &= check_stream(golden, "stderr", run->err, run->err_size, report);
    }
    print_command(report, golden, quern);
    fclose(report);
    cr_expect(is_good, "%s", text);
    free(text);
}

/* Says it of a file that it cannot read, or an option that it does not have. */
static bool lacks_library(const struct run *run)
{
    return strstr(run->err, "which this quern was built without");
}

/* Of a quern whose system lacks something else, the cases whose names begin so. */
static bool is_left_out(const struct golden_case *golden)
{
    const char *left_out = getenv("GOLDEN_LEFT_OUT");

    return getenv("QUERN") && left_out != NULL && *left_out != '\0' &&
           strncmp(golden->name, left_out, strlen(left_out)) == 0;
}

/* False where the case is skipped; for want of a library only where the binary has not all. */
static bool check_case(const struct golden_case *golden, const char *quern, bool has_all)
{
    setenv("LC_ALL", golden->locale, 1);
    if (golden->objdump != NULL)
        setenv("OBJDUMP", golden->objdump, 1);
    else
        unsetenv("OBJDUMP");
    struct run run = run_program(quern, golden->arguments, golden->input);
    bool is_checked = (has_all || !lacks_library(&run)) && !is_left_out(golden);

    if (is_checked)
        check_run(golden, quern, &run);
    run_free(&run);
    return is_checked;
}

static int make_old(const char *path, const struct stat *status, int type, struct FTW *place)
{
    const struct timespec times[2] = {{.tv_sec = 946684800}, {.tv_sec = 946684800}}; /* 2000 */

    (void)status;
    (void)place;
    return type == FTW_F ? utimensat(AT_FDCWD, path, times, 0) : 0;
}

/* quern warns of a source newer than its profile, and a fresh clone makes both in any order. */
static void make_sources_old(void)
{
    cr_expect(nftw(SOURCES_DIR, make_old, 8, FTW_PHYS) == 0, "cannot set the times of sources");
}

/* The cases are divided among as many tests, which run side by side. */
enum { SLICES = 4 };

static struct criterion_test_params slices(void)
{
    static size_t numbers[SLICES];

    for (size_t i = 0; i < SLICES; i++)
        numbers[i] = i;
    return cr_make_param_array(size_t, numbers, SLICES);
}

/* Each stride-th case of a slice. */
static void check_cases(size_t slice, size_t stride)
{
    struct golden_table table = read_table();
    char *quern = run_quern_path();
    bool has_all = !run_quern_lacks(NULL);
    size_t n_skipped = 0;

    cr_expect(table.count > 0, "%s has no cases", GOLDEN_CASES);
    cr_assert(chdir(TESTDATA_DIR) == 0, "there is no %s", TESTDATA_DIR);
    unsetenv("COLUMNS");
    unsetenv("NO_COLOR");
    make_sources_old();
    for (size_t i = slice; i < table.count; i += SLICES * stride)
        n_skipped += !check_case(&table.cases[i], quern, has_all);
    if (n_skipped != 0)
        fprintf(stderr, "golden: skipped %zu cases of what this quern or its system lacks\n",
                n_skipped);
    free(quern);
    free_table(&table);
}

ParameterizedTestParameters(golden, prints_what_is_expected)
{
    return slices();
}

ParameterizedTest(const size_t *slice, golden, prints_what_is_expected, .timeout = 3600)
{
    const char *stride = getenv("GOLDEN_STRIDE");

    check_cases(*slice, stride != NULL && atoi(stride) > 0 ? (size_t)atoi(stride) : 1);
}

ParameterizedTestParameters(golden, prints_the_same_with_another_sort)
{
    return slices();
}

ParameterizedTest(const size_t *slice, golden, prints_the_same_with_another_sort, .timeout = 3600)
{
#ifdef OTHER_SORT_LIBRARY
    if (is_updating())
        cr_skip_test("of the same files");
    setenv("LD_PRELOAD", OTHER_SORT_LIBRARY, 1);
    check_cases(*slice, run_stride());
#else
    (void)slice;
    cr_skip_test("not in this build");
#endif
}

/* Does the file "NAME.stdout" or "NAME.stderr" belong to a case? */
static bool has_case(const struct golden_table *table, const char *file)
{
    char name[PATH_LENGTH_MAX];
    char *dot;

    snprintf(name, sizeof(name), "%s", file);
    dot = strrchr(name, '.');
    if (!dot || (strcmp(dot, ".stdout") != 0 && strcmp(dot, ".stderr") != 0))
        return false;
    *dot = '\0';
    return find_case(table, name) != NULL;
}

Test(golden, has_no_stale_file)
{
    struct golden_table table = read_table();
    DIR *directory = opendir(TESTDATA_DIR "/" EXPECTED_DIR);

    for (struct dirent *entry; directory && (entry = readdir(directory));) {
        if (entry->d_name[0] != '.')
            cr_expect(has_case(&table, entry->d_name), "testdata/%s/%s belongs to no case",
                      EXPECTED_DIR, entry->d_name);
    }
    if (directory)
        closedir(directory);
    free_table(&table);
}
