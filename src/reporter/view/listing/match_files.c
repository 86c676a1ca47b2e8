/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/listing/match_files.h"

#include <stdlib.h>

#include "base/pairs.h"
#include "reporter/source/alignment.h"
#include "reporter/source/source_text.h"
#include "reporter/view/listing/line_matching.h"

/* Functions of which one was made from the other have this many lines in a row in common. */
enum { SHORTEST_BLOCK = 3 };

/* Whether the line has no partner yet. */
static bool is_free(const struct mapped_lines *files, struct file_line line)
{
    return files[line.file].others[line.number - 1].number == 0;
}

bool can_pair_lines(const struct line_matching *matching, struct file_line old,
                    struct file_line fresh)
{
    return is_free(matching->map.old, old) && is_free(matching->map.fresh, fresh);
}

/* What is matched, and by what. */
struct remaining {
    struct line_matching *matching;
    const struct line_homes *homes;
};

/* Whether two lines may be the same, by the functions they are in: of one it may not be known. */
static bool are_near(const struct remaining *rest, struct file_line old, struct file_line fresh)
{
    uint32_t old_home = rest->homes->old[old.file][old.number - 1];
    uint32_t fresh_home = rest->homes->fresh[fresh.file][fresh.number - 1];

    return old_home == fresh_home || old_home == NO_HOME || fresh_home == NO_HOME;
}

/* Pairs two lines next to a pair, where they are the same. */
static void extend(const struct remaining *rest, struct file_line old, struct file_line fresh)
{
    struct line_matching *matching = rest->matching;
    const struct source_text *old_text = &matching->old[old.file];
    const struct source_text *fresh_text = &matching->fresh[fresh.file];

    if (old.number - 1 >= old_text->count || fresh.number - 1 >= fresh_text->count)
        return;
    if (old_text->ids[old.number - 1] == fresh_text->ids[fresh.number - 1] &&
        are_near(rest, old, fresh) && can_pair_lines(matching, old, fresh))
        line_map_set(&matching->map, old, fresh);
}

/* The new line of an old one; none where it has no partner, or is not in the file. */
static struct file_line partner_of(const struct remaining *rest, uint32_t file, uint64_t number)
{
    const struct mapped_lines *lines = &rest->matching->map.old[file];

    return number - 1 < lines->count ? lines->others[number - 1] : (struct file_line){0, 0};
}

/* Above what is matched first: a function's heading is there, and what is said of it. */
static void extend_file(const struct remaining *rest, uint32_t file)
{
    size_t count = rest->matching->map.old[file].count;

    for (uint64_t number = count; number > 1; number--) {
        struct file_line fresh = partner_of(rest, file, number);
        if (fresh.number > 1)
            extend(rest, (struct file_line){file, number - 1},
                   (struct file_line){fresh.file, fresh.number - 1});
    }
    for (uint64_t number = 1; number < count; number++) {
        struct file_line fresh = partner_of(rest, file, number);
        if (fresh.number != 0)
            extend(rest, (struct file_line){file, number + 1},
                   (struct file_line){fresh.file, fresh.number + 1});
    }
}

/* Two files whose lines are being aligned. */
struct file_pair {
    uint32_t old, fresh;
    const uint32_t *partners; /* of the old lines, by number less 1; from 0 */
    size_t count;
    struct pairs renamed; /* (old function, new one) that have a block in common */
};

/* Whether a block of lines of one old and one new function begins with this one. */
static bool begins_block(const struct remaining *rest, const struct file_pair *pair, size_t first)
{
    const uint32_t *old_homes = rest->homes->old[pair->old];
    const uint32_t *fresh_homes = rest->homes->fresh[pair->fresh];
    uint32_t partner = pair->partners[first];

    if (partner == NO_PARTNER || old_homes[first] == NO_HOME ||
        first + SHORTEST_BLOCK > pair->count)
        return false;
    for (uint32_t i = 1; i < SHORTEST_BLOCK; i++)
        if (pair->partners[first + i] != partner + i || old_homes[first + i] != old_homes[first] ||
            fresh_homes[partner + i] != fresh_homes[partner])
            return false;
    return true;
}

/* Functions that have a block of lines in common are the same one under two names, or were one. */
static void find_renamed(const struct remaining *rest, struct file_pair *pair)
{
    for (size_t i = 0; i < pair->count; i++)
        if (begins_block(rest, pair, i))
            pairs_add(&pair->renamed, rest->homes->old[pair->old][i],
                      rest->homes->fresh[pair->fresh][pair->partners[i]]);
}

/* A line of one function is hardly that of another one. */
static bool may_be_same(const struct remaining *rest, const struct file_pair *pair, size_t line)
{
    struct file_line old = {pair->old, line + 1};
    struct file_line fresh = {pair->fresh, (uint64_t)pair->partners[line] + 1};

    return are_near(rest, old, fresh) ||
           pairs_find(&pair->renamed, rest->homes->old[old.file][line],
                      rest->homes->fresh[fresh.file][pair->partners[line]]) != NO_ID;
}

/* Two files as a whole. */
static void align_files(const struct remaining *rest, uint32_t old_file, uint32_t fresh_file)
{
    struct line_matching *matching = rest->matching;
    const struct source_text *old = &matching->old[old_file], *fresh = &matching->fresh[fresh_file];
    if (!source_text_was_read(old) || !source_text_was_read(fresh))
        return;
    uint32_t *partners = align_lines((struct line_ids){old->ids, old->count},
                                     (struct line_ids){fresh->ids, fresh->count});
    struct file_pair pair = {old_file, fresh_file, partners, old->count, {0}};
    find_renamed(rest, &pair);
    for (size_t i = 0; i < old->count; i++) {
        if (partners[i] == NO_PARTNER || !may_be_same(rest, &pair, i))
            continue;
        struct file_line line = {old_file, i + 1}, partner = {fresh_file, partners[i] + 1};
        if (can_pair_lines(matching, line, partner))
            line_map_set(&matching->map, line, partner);
    }
    pairs_free(&pair.renamed);
    free(partners);
}

void match_files(struct line_matching *matching, const struct line_homes *homes,
                 const struct pairs *files)
{
    const struct remaining rest = {matching, homes};

    for (size_t i = 0; i < files->count; i++)
        align_files(&rest, files->list[i].from, (uint32_t)files->list[i].to);
}

void match_neighbours(struct line_matching *matching, const struct line_homes *homes)
{
    const struct remaining rest = {matching, homes};

    for (uint32_t file = 0; file < matching->map.n_old; file++)
        if (line_map_has_old(&matching->map, file))
            extend_file(&rest, file);
}
