/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Ten changes of a C program, a file each before and after: no more lines are left without a
 * partner than `git diff --patience -w` adds and deletes, which testdata/src/commits/counts has.
 */

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/names.h"
#include "sources/source.h"

#define COMMITS "testdata/src/commits/"

static void read_version(struct source_text *text, const char *name, const char *version,
                         struct names *known)
{
    struct source source;
    char path[100];

    snprintf(path, sizeof path, COMMITS "%s.%s", name, version);
    cr_assert(source_open(&source, (struct text){0}, text_of(path), SOURCE_LARGEST), "%s", path);
    source_text_read(text, &source, known);
    source_close(&source);
}

/* How many lines of both have no partner. */
static size_t count_alone(const struct source_text *old, const struct source_text *current)
{
    uint32_t *partners = align_lines((struct line_ids){old->ids, old->count},
                                     (struct line_ids){current->ids, current->count});
    size_t count = old->count + current->count;

    for (size_t i = 0; i < old->count; i++)
        if (partners[i] != NO_PARTNER)
            count -= 2;
    free(partners);
    return count;
}

Test(commits, leave_no_more_lines_alone_than_git_does)
{
    FILE *counts = fopen(COMMITS "counts", "r");
    size_t n_commits = 0, added, deleted;
    char name[40];

    cr_assert(counts);
    while (fscanf(counts, "%39s %zu %zu", name, &added, &deleted) == 3) {
        struct names *known = names_create();
        struct source_text old, current;

        read_version(&old, name, "old", known);
        read_version(&current, name, "new", known);
        cr_expect_leq(count_alone(&old, &current), added + deleted, "%s", name);
        source_text_free(&old);
        source_text_free(&current);
        names_free(known);
        n_commits++;
    }
    fclose(counts);
    cr_expect_eq(n_commits, 10);
}
