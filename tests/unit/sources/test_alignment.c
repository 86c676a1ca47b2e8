/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "sources/source.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

enum { LONGEST = 40, MOST_IDS = 300 };

/* Two texts of one alignment. */
struct texts {
    uint32_t old[LONGEST], current[LONGEST];
    size_t n_old, n_current;
};

static uint32_t next_random(uint32_t *random, uint32_t below)
{
    *random = *random * 1103515245 + 12345;
    return (*random >> 16) % below;
}

/* Each text a line of letters: what is the same letter is the same line. */
static struct texts texts_of(const char *old, const char *current)
{
    struct texts texts = {.n_old = strlen(old), .n_current = strlen(current)};

    for (size_t i = 0; i < texts.n_old; i++)
        texts.old[i] = (unsigned char)old[i];
    for (size_t i = 0; i < texts.n_current; i++)
        texts.current[i] = (unsigned char)current[i];
    return texts;
}

static uint32_t *align(const uint32_t *old, size_t n_old, const uint32_t *current, size_t n_current)
{
    return align_lines((struct line_ids){old, n_old}, (struct line_ids){current, n_current});
}

static uint32_t *align_texts(const struct texts *texts)
{
    return align(texts->old, texts->n_old, texts->current, texts->n_current);
}

/* How many lines have a partner, if they are equal and in ascending order; else the test fails. */
static size_t count_pairs(const uint32_t *partners, const uint32_t *old, size_t n_old,
                          const uint32_t *current, size_t n_current)
{
    size_t count = 0, next = 0;

    for (size_t i = 0; i < n_old; i++) {
        if (partners[i] == NO_PARTNER)
            continue;
        cr_assert(partners[i] >= next && partners[i] < n_current, "%zu with %" PRIu32, i,
                  partners[i]);
        cr_assert_eq(old[i], current[partners[i]], "%zu with %" PRIu32, i, partners[i]);
        next = partners[i] + 1;
        count++;
    }
    return count;
}

/* The length of the longest common subsequence, by its definition. */
static size_t longest_common(const struct texts *texts)
{
    size_t lengths[LONGEST + 1][LONGEST + 1] = {0};

    for (size_t i = 1; i <= texts->n_old; i++)
        for (size_t j = 1; j <= texts->n_current; j++) {
            size_t without =
                lengths[i - 1][j] > lengths[i][j - 1] ? lengths[i - 1][j] : lengths[i][j - 1];
            bool is_same = texts->old[i - 1] == texts->current[j - 1];
            lengths[i][j] = is_same ? lengths[i - 1][j - 1] + 1 : without;
        }
    return lengths[texts->n_old][texts->n_current];
}

/* How many lines are the same at the beginning, and at the end after that. */
static size_t common_beginning(const struct texts *texts)
{
    size_t count = 0;

    while (count < texts->n_old && count < texts->n_current &&
           texts->old[count] == texts->current[count])
        count++;
    return count;
}

static size_t common_end(const struct texts *texts, size_t beginning)
{
    size_t count = 0;

    while (beginning + count < texts->n_old && beginning + count < texts->n_current &&
           texts->old[texts->n_old - 1 - count] == texts->current[texts->n_current - 1 - count])
        count++;
    return count;
}

static void check_ends(const struct texts *texts, const uint32_t *partners)
{
    size_t begin = common_beginning(texts), end = common_end(texts, begin);

    for (size_t i = 0; i < begin; i++)
        cr_expect_eq(partners[i], i);
    for (size_t i = 1; i <= end; i++)
        cr_expect_eq(partners[texts->n_old - i], texts->n_current - i);
}

static struct texts random_texts(uint32_t *random, uint32_t n_ids)
{
    struct texts texts = {.n_old = next_random(random, LONGEST + 1),
                          .n_current = next_random(random, LONGEST + 1)};

    for (size_t i = 0; i < texts.n_old; i++)
        texts.old[i] = next_random(random, n_ids);
    for (size_t i = 0; i < texts.n_current; i++)
        texts.current[i] = next_random(random, n_ids);
    return texts;
}

/* The old text with some lines replaced, put in or left out, as texts are edited. */
static struct texts edited_texts(uint32_t *random, uint32_t n_ids)
{
    struct texts texts = random_texts(random, n_ids);

    texts.n_current = 0;
    for (size_t i = 0; i < texts.n_old; i++) {
        uint32_t edit = next_random(random, 8);
        if (edit < 2 && texts.n_current < LONGEST)
            texts.current[texts.n_current++] = next_random(random, n_ids);
        if (edit != 1 && edit != 2 && texts.n_current < LONGEST)
            texts.current[texts.n_current++] = texts.old[i];
    }
    return texts;
}

/* What holds of any two texts. */
static void check(const struct texts *texts)
{
    uint32_t *partners = align_texts(texts);
    size_t count =
        count_pairs(partners, texts->old, texts->n_old, texts->current, texts->n_current);

    check_ends(texts, partners);
    cr_expect_eq(count, longest_common(texts));
    free(partners);
}

/* Each of these texts as it is aligned: the new letter below each old one, or '.'. */
Test(alignment, pairs_lines_by_hand)
{
    static const struct {
        const char *behaviour, *old, *current, *expected;
    } cases[] = {
        {"the same", "abc", "abc", "abc"},
        {"nothing in common", "abc", "def", "..."},
        {"nothing old", "", "abc", ""},
        {"nothing new", "abc", "", "..."},
        {"put in at the beginning", "abc", "xabc", "abc"},
        {"put in at the end", "abc", "abcx", "abc"},
        {"put in between", "abc", "abxc", "abc"},
        {"left out", "abc", "ac", "a.c"},
        {"replaced", "abc", "axc", "a.c"},
        {"the most lines", "abcd", "bcda", ".bcd"},
        {"repeated lines", "{f}{g}", "{h}{f}{g}", "{f}{g}"},
        /* What is the same at the beginning is paired first. */
        {"repeated lines before one that is gone", "{f}{g}", "{g}", "{...g}"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct texts texts = texts_of(cases[i].old, cases[i].current);
        uint32_t *partners = align_texts(&texts);
        char got[LONGEST + 1] = "";
        for (size_t j = 0; j < texts.n_old; j++)
            got[j] = partners[j] == NO_PARTNER ? '.' : cases[i].current[partners[j]];
        cr_expect_str_eq(got, cases[i].expected, "%s: %s", cases[i].behaviour, got);
        check(&texts);
        free(partners);
    }
}

Test(alignment, pairs_as_many_lines_as_possible)
{
    uint32_t random = 1;

    for (int i = 0; i < 20000; i++) {
        uint32_t n_ids = 1 + next_random(&random, i % 4 < 2 ? 6 : MOST_IDS);
        struct texts texts = i % 2 ? random_texts(&random, n_ids) : edited_texts(&random, n_ids);
        check(&texts);
    }
}

static uint32_t *new_text(size_t count)
{
    uint32_t *ids = calloc(count, sizeof *ids);

    cr_assert_not_null(ids);
    return ids;
}

/* Aligns long texts and gives how many lines are paired; they are freed. */
static size_t check_long(uint32_t *old, size_t n_old, uint32_t *current, size_t n_current)
{
    uint32_t *partners = align(old, n_old, current, n_current);
    size_t count = count_pairs(partners, old, n_old, current, n_current);

    free(partners);
    free(old);
    free(current);
    return count;
}

/* As there are functions: each may have only few of all lines. */
Test(alignment, of_many_short_texts_ends, .timeout = 20)
{
    uint32_t random = 5;

    for (int i = 0; i < 50000; i++) {
        struct texts texts = texts_of("{a{b}c}", "{d{e}f}");
        texts.old[1] = next_random(&random, 32768) * 32768;
        uint32_t *partners = align_texts(&texts);
        cr_assert_eq(count_pairs(partners, texts.old, texts.n_old, texts.current, texts.n_current),
                     4);
        free(partners);
    }
}

Test(alignment, of_many_equal_lines_ends, .timeout = 20)
{
    cr_expect_eq(check_long(new_text(20000), 20000, new_text(10000), 10000), 10000);
    cr_expect_eq(check_long(new_text(10000), 10000, new_text(20000), 20000), 10000);
}

/* What is left of a function, far behind in a file that is made of all files of a program. */
Test(alignment, of_few_lines_among_many_finds_them, .timeout = 20)
{
    enum { FEW = 4, MANY = 200000 };

    for (int i = 0; i < 20; i++) {
        uint32_t *few = new_text(FEW), *many = new_text(MANY);
        for (uint32_t j = 0; j < FEW; j++)
            few[j] = many[MANY - FEW - 1 + j] = 1 + j % 2;
        if (i % 2 == 0)
            cr_expect_eq(check_long(few, FEW, many, MANY), FEW);
        else
            cr_expect_eq(check_long(many, MANY, few, FEW), FEW);
    }
}

/* All of it would take too long. */
Test(alignment, of_long_random_texts_ends, .timeout = 60)
{
    enum { COUNT = 20000 };
    uint32_t *old = new_text(COUNT), *current = new_text(COUNT), random = 4;

    for (size_t i = 0; i < COUNT; i++) {
        old[i] = next_random(&random, 2);
        current[i] = next_random(&random, 2);
    }
    check_long(old, COUNT, current, COUNT);
}

/* Nothing in common, and no end of edits. */
Test(alignment, of_different_long_texts_ends, .timeout = 60)
{
    enum { COUNT = 20000 };
    uint32_t *old = new_text(COUNT), *current = new_text(COUNT);

    for (uint32_t i = 0; i < COUNT; i++)
        current[i] = 1 + i % 2;
    cr_expect_eq(check_long(old, COUNT, current, COUNT), 0);
}
