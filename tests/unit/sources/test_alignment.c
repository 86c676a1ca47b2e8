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
    uint32_t old[LONGEST], fresh[LONGEST];
    size_t n_old, n_fresh;
};

static uint32_t next_random(uint32_t *random, uint32_t below)
{
    *random = *random * 1103515245 + 12345;
    return (*random >> 16) % below;
}

/* Each text a line of letters: what is the same letter is the same line. */
static struct texts texts_of(const char *old, const char *fresh)
{
    struct texts texts = {.n_old = strlen(old), .n_fresh = strlen(fresh)};

    for (size_t i = 0; i < texts.n_old; i++)
        texts.old[i] = (unsigned char)old[i];
    for (size_t i = 0; i < texts.n_fresh; i++)
        texts.fresh[i] = (unsigned char)fresh[i];
    return texts;
}

static uint32_t *align(const uint32_t *old, size_t n_old, const uint32_t *fresh, size_t n_fresh)
{
    return align_lines((struct line_ids){old, n_old}, (struct line_ids){fresh, n_fresh});
}

static uint32_t *align_texts(const struct texts *texts)
{
    return align(texts->old, texts->n_old, texts->fresh, texts->n_fresh);
}

/* How many lines have a partner, if they are equal and in ascending order; else the test fails. */
static size_t count_pairs(const uint32_t *partners, const uint32_t *old, size_t n_old,
                          const uint32_t *fresh, size_t n_fresh)
{
    size_t count = 0, next = 0;

    for (size_t i = 0; i < n_old; i++) {
        if (partners[i] == NO_PARTNER)
            continue;
        cr_assert(partners[i] >= next && partners[i] < n_fresh, "%zu with %" PRIu32, i,
                  partners[i]);
        cr_assert_eq(old[i], fresh[partners[i]], "%zu with %" PRIu32, i, partners[i]);
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
        for (size_t j = 1; j <= texts->n_fresh; j++) {
            size_t without =
                lengths[i - 1][j] > lengths[i][j - 1] ? lengths[i - 1][j] : lengths[i][j - 1];
            bool is_same = texts->old[i - 1] == texts->fresh[j - 1];
            lengths[i][j] = is_same ? lengths[i - 1][j - 1] + 1 : without;
        }
    return lengths[texts->n_old][texts->n_fresh];
}

/* How many lines are the same at the beginning, and at the end after that. */
static size_t common_beginning(const struct texts *texts)
{
    size_t count = 0;

    while (count < texts->n_old && count < texts->n_fresh &&
           texts->old[count] == texts->fresh[count])
        count++;
    return count;
}

static size_t common_end(const struct texts *texts, size_t beginning)
{
    size_t count = 0;

    while (beginning + count < texts->n_old && beginning + count < texts->n_fresh &&
           texts->old[texts->n_old - 1 - count] == texts->fresh[texts->n_fresh - 1 - count])
        count++;
    return count;
}

/* What is between the lines that both texts have at their beginning and end. */
static struct texts trimmed(const struct texts *texts)
{
    size_t begin = common_beginning(texts), end = common_end(texts, begin);
    struct texts middle = {.n_old = texts->n_old - begin - end,
                           .n_fresh = texts->n_fresh - begin - end};

    memcpy(middle.old, texts->old + begin, middle.n_old * sizeof *middle.old);
    memcpy(middle.fresh, texts->fresh + begin, middle.n_fresh * sizeof *middle.fresh);
    return middle;
}

static size_t count_in(const uint32_t *ids, size_t count, uint32_t id)
{
    size_t found = 0;

    for (size_t i = 0; i < count; i++)
        found += ids[i] == id;
    return found;
}

/* By old line: where it is in the new text if it is there once in both; else NO_PARTNER. */
static void find_anchors(const struct texts *texts, uint32_t *places)
{
    for (size_t i = 0; i < texts->n_old; i++) {
        uint32_t id = texts->old[i], place = 0;
        places[i] = NO_PARTNER;
        if (count_in(texts->old, texts->n_old, id) != 1 ||
            count_in(texts->fresh, texts->n_fresh, id) != 1)
            continue;
        while (texts->fresh[place] != id)
            place++;
        places[i] = place;
    }
}

/* The most anchors that are in the same order in both, by trying which one is the last. */
static size_t longest_row(const struct texts *texts)
{
    size_t lengths[LONGEST] = {0}, longest = 0;
    uint32_t places[LONGEST];

    find_anchors(texts, places);
    for (size_t i = 0; i < texts->n_old; i++) {
        if (places[i] == NO_PARTNER)
            continue;
        for (size_t j = 0; j < i; j++)
            if (places[j] < places[i] && lengths[j] > lengths[i])
                lengths[i] = lengths[j];
        lengths[i]++;
        longest = lengths[i] > longest ? lengths[i] : longest;
    }
    return longest;
}

/* Those of the anchors of the middle that were paired. */
static size_t count_paired_anchors(const struct texts *texts, const uint32_t *partners)
{
    struct texts middle = trimmed(texts);
    size_t begin = common_beginning(texts), count = 0;
    uint32_t places[LONGEST];

    find_anchors(&middle, places);
    for (size_t i = 0; i < middle.n_old; i++)
        count += places[i] != NO_PARTNER && partners[begin + i] != NO_PARTNER;
    return count;
}

static void check_ends(const struct texts *texts, const uint32_t *partners)
{
    size_t begin = common_beginning(texts), end = common_end(texts, begin);

    for (size_t i = 0; i < begin; i++)
        cr_expect_eq(partners[i], i);
    for (size_t i = 1; i <= end; i++)
        cr_expect_eq(partners[texts->n_old - i], texts->n_fresh - i);
}

static struct texts random_texts(uint32_t *random, uint32_t n_ids)
{
    struct texts texts = {.n_old = next_random(random, LONGEST + 1),
                          .n_fresh = next_random(random, LONGEST + 1)};

    for (size_t i = 0; i < texts.n_old; i++)
        texts.old[i] = next_random(random, n_ids);
    for (size_t i = 0; i < texts.n_fresh; i++)
        texts.fresh[i] = next_random(random, n_ids);
    return texts;
}

/* The old text with some lines replaced, put in or left out, as texts are edited. */
static struct texts edited_texts(uint32_t *random, uint32_t n_ids)
{
    struct texts texts = random_texts(random, n_ids);

    texts.n_fresh = 0;
    for (size_t i = 0; i < texts.n_old; i++) {
        uint32_t edit = next_random(random, 8);
        if (edit < 2 && texts.n_fresh < LONGEST)
            texts.fresh[texts.n_fresh++] = next_random(random, n_ids);
        if (edit != 1 && edit != 2 && texts.n_fresh < LONGEST)
            texts.fresh[texts.n_fresh++] = texts.old[i];
    }
    return texts;
}

/* What holds of any two texts; gives how many lines are paired. */
static size_t check(const struct texts *texts)
{
    uint32_t *partners = align_texts(texts);
    struct texts middle = trimmed(texts);
    size_t count = count_pairs(partners, texts->old, texts->n_old, texts->fresh, texts->n_fresh);

    check_ends(texts, partners);
    cr_expect_eq(count_paired_anchors(texts, partners), longest_row(&middle));
    cr_expect_leq(count, longest_common(texts));
    free(partners);
    return count;
}

/* Each of these texts as it is aligned: the new letter below each old one, or '.'. */
Test(alignment, pairs_lines_by_hand)
{
    static const struct {
        const char *behaviour, *old, *fresh, *expected;
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
        {"the longest row of anchors", "abcd", "bcda", ".bcd"},
        {"a row that begins late", "dabc", "abcd", ".abc"},
        /* Lines that are there once decide, though more braces could be paired without them. */
        {"anchors before length", "xy}}}}", "}}}}xy", "xy...."},
        {"two rows, the longer", "pqrstuv", "stuvpqr", "...stuv"},
        /* 'f' is anchored; the braces around it go with it. */
        {"repeated lines beside an anchor", "{f}{g}", "{h}{f}{g}", "{f}{g}"},
        /* What is the same at the beginning is paired first. */
        {"repeated lines before one that is gone", "{f}{g}", "{g}", "{...g}"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct texts texts = texts_of(cases[i].old, cases[i].fresh);
        uint32_t *partners = align_texts(&texts);
        char got[LONGEST + 1] = "";
        for (size_t j = 0; j < texts.n_old; j++)
            got[j] = partners[j] == NO_PARTNER ? '.' : cases[i].fresh[partners[j]];
        cr_expect_str_eq(got, cases[i].expected, "%s: %s", cases[i].behaviour, got);
        check(&texts);
        free(partners);
    }
}

/* Functions of which one was put in before another: with the braces of its own. */
Test(alignment, keeps_functions_together)
{
    static const uint32_t expected[] = {6, 7, 8, 9, 10, 11};
    struct texts texts = texts_of("f{1;}-", "g{2;}-f{1;}-");
    uint32_t *partners = align_texts(&texts);

    for (size_t i = 0; i < ARRAY_LENGTH(expected); i++)
        cr_expect_eq(partners[i], expected[i], "%zu with %" PRIu32, i, partners[i]);
    free(partners);
}

/* Without lines that are there once, as many as possible are paired. */
Test(alignment, without_anchors_is_as_long_as_possible)
{
    uint32_t random = 1;
    size_t n_checked = 0;

    for (int i = 0; i < 20000; i++) {
        uint32_t n_ids = 1 + next_random(&random, 6);
        struct texts texts = i % 2 ? random_texts(&random, n_ids) : edited_texts(&random, n_ids);
        struct texts middle = trimmed(&texts);
        size_t count = check(&texts);
        if (longest_row(&middle) != 0)
            continue;
        cr_assert_eq(count, longest_common(&texts), "text %d: %zu pairs", i, count);
        n_checked++;
    }
    cr_expect_gt(n_checked, 10000, "%zu", n_checked);
}

/* Of many different lines most are anchors: see check(). */
Test(alignment, with_anchors_has_the_longest_row_of_them)
{
    uint32_t random = 2;
    size_t n_anchored = 0;

    for (int i = 0; i < 10000; i++) {
        uint32_t n_ids = 10 + next_random(&random, MOST_IDS - 10);
        struct texts texts = i % 2 ? random_texts(&random, n_ids) : edited_texts(&random, n_ids);
        struct texts middle = trimmed(&texts);
        check(&texts);
        n_anchored += longest_row(&middle) > 1;
    }
    cr_expect_gt(n_anchored, 5000, "%zu", n_anchored);
}

/* Lines without order and repetition: all can be paired that are in a row, and no more. */
Test(alignment, of_permutations_is_their_longest_row)
{
    uint32_t random = 3;

    for (int i = 0; i < 2000; i++) {
        struct texts texts = {.n_old = LONGEST, .n_fresh = LONGEST};
        for (uint32_t j = 0; j < LONGEST; j++)
            texts.old[j] = texts.fresh[j] = j;
        for (uint32_t j = LONGEST - 1; j > 0; j--) {
            uint32_t other = next_random(&random, j + 1), moved = texts.fresh[j];
            texts.fresh[j] = texts.fresh[other];
            texts.fresh[other] = moved;
        }
        cr_expect_eq(check(&texts), longest_common(&texts));
    }
}

static uint32_t *new_text(size_t count)
{
    uint32_t *ids = calloc(count, sizeof *ids);

    cr_assert_not_null(ids);
    return ids;
}

/* Aligns long texts and gives how many lines are paired; they are freed. */
static size_t check_long(uint32_t *old, size_t n_old, uint32_t *fresh, size_t n_fresh)
{
    uint32_t *partners = align(old, n_old, fresh, n_fresh);
    size_t count = count_pairs(partners, old, n_old, fresh, n_fresh);

    free(partners);
    free(old);
    free(fresh);
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
        cr_assert_eq(count_pairs(partners, texts.old, texts.n_old, texts.fresh, texts.n_fresh), 4);
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
    uint32_t *old = new_text(COUNT), *fresh = new_text(COUNT), random = 4;

    for (size_t i = 0; i < COUNT; i++) {
        old[i] = next_random(&random, 2);
        fresh[i] = next_random(&random, 2);
    }
    check_long(old, COUNT, fresh, COUNT);
}

/* Nothing in common, and no end of edits. */
Test(alignment, of_different_long_texts_ends, .timeout = 60)
{
    enum { COUNT = 20000 };
    uint32_t *old = new_text(COUNT), *fresh = new_text(COUNT);

    for (uint32_t i = 0; i < COUNT; i++)
        fresh[i] = 1 + i % 2;
    cr_expect_eq(check_long(old, COUNT, fresh, COUNT), 0);
}

/* Lines 2 i + 1 are there once only where those after the first 2 i - 1 are done with. */
Test(alignment, of_nested_anchors_ends, .timeout = 60)
{
    enum { DEPTH = 10000, COUNT = 4 * DEPTH };
    uint32_t *old = new_text(COUNT), *fresh = new_text(COUNT);

    for (uint32_t i = 0; i < DEPTH; i++) {
        uint32_t *ends[] = {old + COUNT - 4 * (i + 1), fresh + COUNT - 4 * (i + 1)};
        for (uint32_t side = 0; side < 2; side++) {
            ends[side][0] = side; /* what the other side does not have */
            ends[side][1] = 2 + i;
            ends[side][2] = side;
            ends[side][3] = 3 + i;
        }
    }
    /* All but the last line of each side could be paired, one by one; those without depth are. */
    cr_expect_geq(check_long(old, COUNT, fresh, COUNT), 100);
}
