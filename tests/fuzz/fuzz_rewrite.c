/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * quern against itself: a profile that --format=callgrind has written again must give the figures
 * of the first, in every view that does not distinguish parts and inputs. A cost that no line gave
 * becomes 0 where a later event of the line has one, since the format has no other way: this may
 * move rows and the hottest path. Nor has it ratios, and figures in a unit. Written once more,
 * nothing at all may change.
 */

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"

enum { MOST_OPTIONS = 4, N_EXACT_ONLY = 1 };

static const char *const views[][MOST_OPTIONS] = {
    {"--format=csv", "--peek=."}, /* has the hottest path */
    {"--format=csv", "--inclusive=both"}, {"--format=csv", "--by=line"},
    {"--format=csv", "--by=object"},      {"--format=csv", "--no-fold", "--inclusive=both"},
};

enum { N_VIEWS = sizeof views / sizeof *views };

/* What the view shows of a profile, as text in `to`. */
static int show(const char *const *view, enum fuzz_file profile, enum fuzz_file to)
{
    const char *arguments[MOST_OPTIONS + 1];
    size_t count = 0;

    while (count < MOST_OPTIONS && view[count] != NULL) {
        arguments[count] = view[count];
        count++;
    }
    arguments[count++] = fuzz_path(profile);
    return fuzz_run(fuzz_path(to), arguments, count);
}

/* Removes each field "0", so that it is as empty as one that is not given. */
static void remove_zeros(char *text)
{
    char *to = text;

    for (char *at = text; *at != '\0'; at++)
        if (*at != '0' || at == text || at[-1] != ',' || strchr(",\n", at[1]) == NULL)
            *to++ = *at;
    *to = '\0';
}

static int compare_lines(const void *left, const void *right)
{
    return strcmp(*(char *const *)left, *(char *const *)right);
}

/* Sorts the lines of a text into another one, which takes its place. */
static char *sort_lines(char *text, size_t size)
{
    char **lines = calloc(size + 1, sizeof *lines), *sorted = malloc(size + 2), *to = sorted;
    size_t count = 0;

    if (lines == NULL || sorted == NULL)
        abort();
    for (char *line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n"))
        lines[count++] = line;
    qsort(lines, count, sizeof *lines, compare_lines);
    *to = '\0';
    for (size_t i = 0; i < count; i++)
        to += sprintf(to, "%s\n", lines[i]);
    free(lines);
    free(text);
    return sorted;
}

static char *read_figures(enum fuzz_file file, bool is_exact)
{
    size_t size;
    char *text = fuzz_read(file, &size);

    if (is_exact)
        return text;
    remove_zeros(text);
    return sort_lines(text, size);
}

static void compare(const char *const *view, enum fuzz_file first, enum fuzz_file again,
                    bool is_exact)
{
    int status = show(view, first, FUZZ_BEFORE);

    if (status != show(view, again, FUZZ_AFTER))
        abort();
    char *before = read_figures(FUZZ_BEFORE, is_exact);
    char *after = read_figures(FUZZ_AFTER, is_exact);
    if (status == 0 && strcmp(before, after) != 0) {
        fprintf(stderr, "%s: before\n%s\nafter\n%s\n", view[1], before, after);
        abort();
    }
    free(before);
    free(after);
}

static bool write_again(enum fuzz_file from, enum fuzz_file to)
{
    const char *const arguments[] = {"--format=callgrind", fuzz_path(from)};

    return fuzz_run(fuzz_path(to), arguments, 2) == 0;
}

/* Tells whether a line of the profile defines an event by a division. */
static bool has_divisions(const char *text, size_t size)
{
    static const char key[] = "event:";
    const char *end = text + size;

    for (const char *line = text, *next; line < end; line = next) {
        const char *newline = memchr(line, '\n', (size_t)(end - line));
        next = newline != NULL ? newline + 1 : end;
        if ((size_t)(next - line) > strlen(key) && memcmp(line, key, strlen(key)) == 0 &&
            memchr(line, '/', (size_t)(next - line)) != NULL)
            return true;
    }
    return false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    bool is_kept = !has_divisions((const char *)data, size);

    fuzz_write(FUZZ_NEW, data, size);
    if (!write_again(FUZZ_NEW, FUZZ_WRITTEN))
        return 0;
    if (!write_again(FUZZ_WRITTEN, FUZZ_AGAIN))
        abort();
    for (size_t i = 0; i < N_VIEWS; i++) {
        compare(views[i], FUZZ_WRITTEN, FUZZ_AGAIN, true);
        if (is_kept && i >= N_EXACT_ONLY)
            compare(views[i], FUZZ_NEW, FUZZ_WRITTEN, false);
    }
    return 0;
}
