/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Files that were cut off, by the writers that always end theirs in the same way: each cut is
 * told, but for one after a part, which leaves a whole file.
 *
 * Those in testdata/, and in the folder that QUERN_PROFILES names, cut at each 1,000th byte and at
 * each end of a line, or at some of these: about as many of both as QUERN_CUTS says.
 */

#include <criterion/criterion.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "support/parsed.h"
#include "support/run.h"
#include "support/temporary.h"

TestSuite(cut_files, .init = temporary_enter, .fini = temporary_leave, .timeout = 7200);

enum { BYTES = 1000, SOME = 20, LAST = 20 };

/* A whole file; `end` is what its writer begins the last line of each part with. */
struct file {
    const char *path, *end;
    char *text;
    size_t size;
};

static char *read_file(const char *path, size_t *size)
{
    FILE *in = fopen(path, "rb");
    char *text = NULL;

    *size = 0;
    if (!in)
        return NULL;
    if (fseek(in, 0, SEEK_END) == 0 && (*size = (size_t)ftell(in)) > 0) {
        rewind(in);
        text = malloc(*size + 1);
        cr_assert(text && fread(text, 1, *size, in) == *size, "%s", path);
        text[*size] = '\0';
    }
    fclose(in);
    return text;
}

/* NULL: not a file of such a writer. */
static const char *end_of_parts(const char *path, const char *text)
{
    const char *name = strrchr(path, '/') + 1;

    if (strncmp(name, "cachegrind", 10) == 0 || strncmp(name, "cg_diff", 7) == 0)
        return "summary: ";
    if (strstr(text, "creator: xdebug 3"))
        return "summary: ";
    if (strstr(text, "\ncreator: callgrind-") || strstr(text, "\ncreator: xtree-"))
        return "totals: ";
    return NULL;
}

static bool begins_line(const struct file *file, const char *at)
{
    return at == file->text || at[-1] == '\n';
}

/* The start of the last line of sums before the cut; NULL where there is none. */
static const char *last_end(const struct file *file, size_t cut)
{
    const char *last = NULL;

    for (const char *at = file->text; (at = strstr(at, file->end)) && at < file->text + cut; at++)
        if (begins_line(file, at))
            last = at;
    return last;
}

/* Whether only zeros are missing of a line of sums, which say nothing where they are missing. */
static bool lacks_zeros_alone(const char *cut, const char *end)
{
    if (cut[-1] != ' ' && *cut != ' ' && *cut != '\n')
        return false;
    while (cut < end && (*cut == ' ' || *cut == '0'))
        cut++;
    return cut == end;
}

/* What is left is whole: the cut is in or after a part's last line, and before another part. */
static bool leaves_whole(const struct file *file, size_t cut)
{
    const char *last = last_end(file, cut);

    if (!last)
        return false;
    const char *end = strchr(last, '\n');
    const char *left = file->text + cut;
    if (left <= end && strstr(file->text, "creator: xdebug"))
        return false; /* the last number may be larger: this writer ends with an empty line */
    if (left <= end)
        return lacks_zeros_alone(left, end);
    while (end < left && (*end == '\n' || *end == '#'))
        end = *end == '#' ? strchr(end, '\n') : end + 1;
    return end >= left;
}

static void check_cut(const struct file *file, size_t cut)
{
    char *text = strndup(file->text, cut);
    struct parsed parsed;

    cr_assert(text, "out of memory");
    parsed_read(&parsed, text);
    bool is_told = !parsed.is_read || parsed.warnings.count != 0;
    cr_expect_eq(is_told, !leaves_whole(file, cut), "%s: cut after %zu bytes, %s", file->path, cut,
                 is_told ? parsed.warnings.first[0].text : "not told");
    parsed_free(&parsed);
    free(text);
}

/* Tries each step of `total`, or about `some` of them. */
static size_t stride(size_t total, size_t step, size_t some)
{
    return total / step <= some ? step : total / some;
}

static void check_file(const struct file *file, size_t some)
{
    size_t n_lines = 0, line = 0, step = stride(file->size, BYTES, some);

    for (size_t cut = step; cut < file->size; cut += step)
        check_cut(file, cut);
    for (const char *at = file->text; (at = strchr(at, '\n')); at++)
        n_lines++;
    step = stride(n_lines, 1, some);
    for (const char *at = file->text; (at = strchr(at, '\n')); at++)
        if (++line % step == 0 || line + LAST > n_lines)
            check_cut(file, (size_t)(at - file->text) + 1);
    check_cut(file, file->size);
    check_cut(file, file->size - 1); /* the last newline */
}

/* Some writers' whole files are damaged in another way. */
static bool is_sound(const struct file *file)
{
    static const char *const damaged[] = {"d_nomangle", "d_nomangle_callers3", "o_creq_newline"};
    const char *name = strrchr(file->path, '/') + 1;

    for (size_t i = 0; i < ARRAY_LENGTH(damaged); i++)
        if (strcmp(name, damaged[i]) == 0)
            return false;
    return true;
}

static size_t check_folder(const char *folder)
{
    const char *cuts = getenv("QUERN_CUTS");
    char pattern[4096];
    size_t n_checked = 0;
    glob_t found;

    snprintf(pattern, sizeof(pattern), "%s/*", folder);
    cr_assert_eq(glob(pattern, GLOB_MARK, NULL, &found), 0, "nothing is in %s", folder);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        struct file file = {.path = found.gl_pathv[i]};
        if (file.path[strlen(file.path) - 1] == '/')
            continue;
        file.text = read_file(file.path, &file.size);
        file.end = file.text ? end_of_parts(file.path, file.text) : NULL;
        if (file.end && strlen(file.text) == file.size && is_sound(&file)) {
            check_file(&file, cuts ? strtoul(cuts, NULL, 10) : 1 + SOME / run_stride());
            n_checked++;
        }
        free(file.text);
    }
    globfree(&found);
    return n_checked;
}

Test(cut_files, are_told_unless_a_part_ends_there)
{
    const char *profiles = getenv("QUERN_PROFILES");

    cr_expect_geq(check_folder(TESTDATA_DIR), 40);
    if (profiles)
        check_folder(profiles);
}
