/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/listing/line_matching.h"

#include <stdlib.h>
#include <string.h>

#include "aggregator/compare/compare.h"
#include "aggregator/lines/line_costs.h"
#include "base/array.h"
#include "base/map.h"
#include "base/names.h"
#include "profile/name_pieces.h"
#include "profile/profile.h"
#include "sources/source.h"
#include "sources/source_paths.h"

/* Stands for no function: none has code around the line. */
#define NO_HOME UINT32_MAX

/* Limits how few lines in a row two functions may share for one to count as the other renamed. */
enum { SHORTEST_BLOCK = 3 };

/* Holds what is known while lines are matched. */
struct matcher {
    struct line_matching *matching;
    const struct matched_sides *sides;
    struct names *known;                 /* lines without their blanks */
    struct map functions;                /* (object and file, name): numbers of functions */
    struct own_lines fresh, old;         /* by those numbers */
    struct map files;                    /* (old file, new file) whose lines may be the same */
    bool *is_counted;                    /* by old file: n_by_number counts it */
    uint32_t **fresh_homes, **old_homes; /* by file and number less 1: the number of the function
                                            that the line is in, or NO_HOME */
    file_id **targets; /* by old file and number less 1: where it is listed if gone */
    uint32_t *old_lines,
        *fresh_lines;              /* of the function being aligned: the numbers of its lines, */
    uint32_t *old_ids, *fresh_ids; /* and the ids of their texts */
};

/* Holds two files that were aligned. */
struct file_pair {
    uint32_t old, fresh;
    uint32_t *partners; /* of the old lines, by number less 1; from 0. NULL: a source is missing */
    size_t count;
};

/* Holds the lines of a function on both sides, or those in a gap between two that are matched. */
struct function_lines {
    file_id old_file, fresh_file;
    const uint32_t *old, *fresh; /* numbers, ascending */
    size_t n_old, n_fresh;
};

/* Gives the size of a function: how many lines with code it has, on both sides. */
struct sized_function {
    uint32_t function; /* its number in own_lines */
    size_t size;
};

/* Numbers the functions of both sides; returns by place that of code in the function's own file. */
static uint32_t *number_places(struct matcher *matcher, const struct profile *profile,
                               const struct function *targets, const file_id *homes)
{
    const struct name_pieces *pieces = symbols_pieces(&profile->symbols);
    uint32_t *numbers = memory_alloc(profile_n_places(profile), sizeof *numbers);

    for (place_id id = 0; id < profile_n_places(profile); id++) {
        struct place place = profile_place(profile, id);
        struct function function =
            targets != NULL ? targets[place.function] : profile_function(profile, place.function);
        numbers[id] = NO_ID;
        if (place.file == homes[place.function])
            numbers[id] =
                map_add(&matcher->functions, (uint64_t)function.object << 32 | function.file,
                        pieces->bases[function.symbol]);
    }
    return numbers;
}

static void find_functions(struct matcher *matcher)
{
    const struct matched_sides *sides = matcher->sides;
    uint32_t *fresh = number_places(matcher, sides->fresh, NULL, sides->matches->new_homes);
    uint32_t *old = number_places(matcher, sides->old, sides->matches->old[0].names,
                                  sides->matches->old[0].homes);

    own_lines_find(&matcher->fresh, sides->fresh, fresh, matcher->functions.count);
    own_lines_find(&matcher->old, sides->old, old, matcher->functions.count);
    free(fresh);
    free(old);
}

/* Returns the file of a function on a side, or NO_ID where it has no lines there. */
static file_id file_of(const struct own_lines *own, uint32_t function)
{
    size_t begin = own->begin[function];

    return begin == own->begin[function + 1] ? NO_ID : own->list[begin].file;
}

/*
 * Finds the files whose lines may be the same: those that match, and those of functions that do. A
 * file whose code is gone is not new because of that.
 */
static void find_files(struct matcher *matcher)
{
    const struct matched_sides *sides = matcher->sides;
    bool *has_fresh = profile_files_with_code(sides->fresh);
    bool *has_old = profile_files_with_code(sides->old);

    for (file_id file = 0; file < matcher->matching->n_files; file++) {
        file_id fresh = sides->matches->old_files[file];
        matcher->matching->has_old[fresh] |= has_old[file];
        if (has_old[file] && has_fresh[fresh])
            map_add(&matcher->files, file, fresh);
    }
    for (uint32_t i = 0; i < matcher->functions.count; i++) {
        file_id old = file_of(&matcher->old, i), fresh = file_of(&matcher->fresh, i);
        if (old != NO_ID && fresh != NO_ID)
            map_add(&matcher->files, old, fresh);
    }
    for (size_t i = 0; i < matcher->files.count; i++)
        matcher->matching->has_old[matcher->files.keys[i].to] = true;
    free(has_fresh);
    free(has_old);
}

/*
 * Opens the old version of a source. The file that is the new version is not taken for the old one,
 * which was overwritten then, unless the command line says where the old one is.
 */
static bool find_old(struct matcher *matcher, file_id file, struct source *old)
{
    const struct matched_sides *sides = matcher->sides;
    const struct names *names = sides->fresh->symbols.files;
    struct source fresh = {0};
    bool is_there =
        source_find(&fresh, names_text(names, sides->matches->old_files[file]), sides->paths);
    bool is_found = old_sources_find(sides->old_sources, old, names_text(names, file),
                                     is_there ? &fresh : NULL);

    source_close(&fresh);
    return is_found;
}

/* Reads the sources of two files, unless they were read before. */
static void read_pair(struct matcher *matcher, file_id old_file, file_id fresh_file)
{
    const struct matched_sides *sides = matcher->sides;
    const struct names *names = sides->fresh->symbols.files;
    struct source_text *fresh = &matcher->matching->fresh[fresh_file];
    struct source_text *old = &matcher->matching->old[old_file];
    struct source source = {0}, old_source = {0};

    if (source_text_was_read(fresh) && source_text_was_read(old))
        return;
    if (!source_find(&source, names_text(names, fresh_file), sides->paths))
        return;
    if (!find_old(matcher, old_file, &old_source)) {
        /* Each file counts once, and none outside of the project: these hardly change. */
        bool *is_counted = &matcher->is_counted[old_file];
        matcher->matching->n_by_number += source.path[0] != '/' && !*is_counted;
        *is_counted = true;
    } else {
        if (!source_text_was_read(fresh))
            source_text_read(fresh, &source, matcher->known);
        if (!source_text_was_read(old))
            source_text_read(old, &old_source, matcher->known);
    }
    source_close(&source);
    source_close(&old_source);
}

static void *fill(size_t count, size_t size)
{
    void *items = memory_alloc(count, size);

    memset(items, 0xff, count * size);
    return items;
}

/* Maps the files whose sources were read, and makes room for notes on their lines. */
static void map_files(struct matcher *matcher)
{
    struct line_matching *matching = matcher->matching;
    size_t most = 0;

    matcher->fresh_homes = memory_alloc(matching->n_files, sizeof *matcher->fresh_homes);
    matcher->old_homes = memory_alloc(matching->n_files, sizeof *matcher->old_homes);
    matcher->targets = memory_alloc(matching->n_files, sizeof *matcher->targets);
    for (file_id file = 0; file < matching->n_files; file++) {
        size_t n_fresh = matching->fresh[file].count, n_old = matching->old[file].count;
        if (source_text_was_read(&matching->fresh[file])) {
            line_map_add(&matching->map.fresh, file, n_fresh);
            matcher->fresh_homes[file] = fill(n_fresh, sizeof(uint32_t));
        }
        if (source_text_was_read(&matching->old[file])) {
            line_map_add(&matching->map.old, file, n_old);
            matcher->old_homes[file] = fill(n_old, sizeof(uint32_t));
            matcher->targets[file] = fill(n_old, sizeof(file_id));
        }
        most = n_fresh > most ? n_fresh : most;
        most = n_old > most ? n_old : most;
    }
    uint32_t **const rooms[] = {&matcher->old_lines, &matcher->fresh_lines, &matcher->old_ids,
                                &matcher->fresh_ids};
    for (size_t i = 0; i < ARRAY_LENGTH(rooms); i++)
        *rooms[i] = memory_alloc(most, sizeof(uint32_t));
}

/*
 * Maps old files without a source that belong to a new file with one. That new file is compared
 * with another old file, so that lines of the same number are not the same: all of these are gone.
 */
static void map_unread(struct matcher *matcher)
{
    struct line_matching *matching = matcher->matching;

    for (size_t i = 0; i < matcher->files.count; i++) {
        const struct map_key *pair = &matcher->files.keys[i];
        if (!source_text_was_read(&matching->old[pair->from]) &&
            source_text_was_read(&matching->fresh[pair->to]))
            line_map_add(&matching->map.old, (uint32_t)pair->from, 0);
    }
}

/* Notes that the lines of a function are in it, unless they are in another one already. */
static void take_home(struct matcher *matcher, const struct own_lines *own,
                      const struct source_text *texts, uint32_t **homes, uint32_t function)
{
    file_id file = file_of(own, function);

    if (file == NO_ID || !source_text_was_read(&texts[file]))
        return;
    size_t count = own_lines_of(own, function, (uint32_t)texts[file].count, matcher->old_lines);
    for (size_t i = 0; i < count; i++)
        if (homes[file][matcher->old_lines[i] - 1] == NO_HOME)
            homes[file][matcher->old_lines[i] - 1] = function;
}

static int by_size(const void *left, const void *right)
{
    const struct sized_function *a = left, *b = right;

    if (a->size != b->size)
        return a->size < b->size ? -1 : 1;
    return (a->function > b->function) - (a->function < b->function);
}

/*
 * Takes small functions first: large ones may have others of the same file inlined, whose lines
 * belong to the inlined function.
 */
static void take_homes(struct matcher *matcher)
{
    const struct line_matching *matching = matcher->matching;
    size_t count = matcher->functions.count;
    struct sized_function *sized = memory_alloc(count, sizeof *sized);

    for (uint32_t i = 0; i < count; i++)
        sized[i] =
            (struct sized_function){i, matcher->old.begin[i + 1] - matcher->old.begin[i] +
                                           matcher->fresh.begin[i + 1] - matcher->fresh.begin[i]};
    ARRAY_SORT(sized, count, by_size);
    for (size_t i = 0; i < count; i++) {
        take_home(matcher, &matcher->old, matching->old, matcher->old_homes, sized[i].function);
        take_home(matcher, &matcher->fresh, matching->fresh, matcher->fresh_homes,
                  sized[i].function);
    }
    free(sized);
}

/* Pairs two lines, unless one of them has a partner already. */
static void pair_lines(struct line_map *map, struct file_line old, struct file_line fresh)
{
    if (map->old.files[old.file].others[old.number - 1].number == 0 &&
        map->fresh.files[fresh.file].others[fresh.number - 1].number == 0)
        line_map_set(map, old, fresh);
}

/* Tells whether two lines are in the same function, or one of them in none that is known. */
static bool are_near(const struct matcher *matcher, struct file_line old, struct file_line fresh)
{
    uint32_t old_home = matcher->old_homes[old.file][old.number - 1];
    uint32_t fresh_home = matcher->fresh_homes[fresh.file][fresh.number - 1];

    return old_home == fresh_home || old_home == NO_HOME || fresh_home == NO_HOME;
}

/* Tells whether two lines that the files' alignment pairs are both without a partner. */
static bool are_free(const struct matcher *matcher, const struct file_pair *pair, size_t i)
{
    const struct line_map *map = &matcher->matching->map;

    return pair->partners[i] != NO_PARTNER && map->old.files[pair->old].others[i].number == 0 &&
           map->fresh.files[pair->fresh].others[pair->partners[i]].number == 0;
}

/*
 * Tells whether a line begins a block that an old and a new function have in common, and that the
 * old one lost.
 */
static bool begins_block(const struct matcher *matcher, const struct file_pair *pair, size_t first)
{
    const uint32_t *old_homes = matcher->old_homes[pair->old];
    const uint32_t *fresh_homes = matcher->fresh_homes[pair->fresh];
    uint32_t partner = pair->partners[first];

    if (first + SHORTEST_BLOCK > pair->count || !are_free(matcher, pair, first) ||
        old_homes[first] == NO_HOME)
        return false;
    for (uint32_t i = 1; i < SHORTEST_BLOCK; i++)
        if (!are_free(matcher, pair, first + i) || pair->partners[first + i] != partner + i ||
            old_homes[first + i] != old_homes[first] ||
            fresh_homes[partner + i] != fresh_homes[partner])
            return false;
    return true;
}

/* Returns the line that one of the old file is aligned with. */
static struct file_line partner_of(const struct file_pair *pair, size_t i)
{
    return (struct file_line){pair->fresh, (uint64_t)pair->partners[i] + 1};
}

/* Aligns two files as a whole, and pairs what stayed in its function. */
static void align_files(struct matcher *matcher, struct file_pair *pair)
{
    struct line_matching *matching = matcher->matching;
    const struct source_text *old = &matching->old[pair->old];
    const struct source_text *fresh = &matching->fresh[pair->fresh];

    if (!source_text_was_read(old) || !source_text_was_read(fresh))
        return;
    pair->partners = align_lines((struct line_ids){old->ids, old->count},
                                 (struct line_ids){fresh->ids, fresh->count});
    pair->count = old->count;
    for (size_t i = 0; i < pair->count; i++) {
        struct file_line line = {pair->old, i + 1};
        if (pair->partners[i] != NO_PARTNER && are_near(matcher, line, partner_of(pair, i)))
            pair_lines(&matching->map, line, partner_of(pair, i));
    }
}

/*
 * Pairs what went to another function, after all have been aligned with themselves: a function that
 * was renamed, or a part of one, but no lines of functions that have nothing else in common.
 */
static void pair_lost_lines(struct matcher *matcher, const struct file_pair *pair)
{
    struct map renamed = {0}; /* (old function, new one) that have a block in common */
    const uint32_t *old_homes = matcher->old_homes[pair->old];
    const uint32_t *fresh_homes = matcher->fresh_homes[pair->fresh];

    if (pair->partners == NULL)
        return;
    for (size_t i = 0; i < pair->count; i++)
        if (begins_block(matcher, pair, i))
            map_add(&renamed, old_homes[i], fresh_homes[pair->partners[i]]);
    for (size_t i = 0; i < pair->count; i++)
        if (are_free(matcher, pair, i) && old_homes[i] != NO_HOME &&
            map_find(&renamed, old_homes[i], fresh_homes[pair->partners[i]]) != NO_ID)
            pair_lines(&matcher->matching->map, (struct file_line){pair->old, i + 1},
                       partner_of(pair, i));
    map_free(&renamed);
}

static size_t find_ids(const struct source_text *text, const uint32_t *lines, size_t count,
                       uint32_t *ids)
{
    for (size_t i = 0; i < count; i++)
        ids[i] = text->ids[lines[i] - 1];
    return count;
}

static void align_gap(struct matcher *matcher, const struct function_lines *gap)
{
    struct line_matching *matching = matcher->matching;
    const struct source_text *old = &matching->old[gap->old_file];
    const struct source_text *fresh = &matching->fresh[gap->fresh_file];
    size_t n_old = find_ids(old, gap->old, gap->n_old, matcher->old_ids);
    size_t n_fresh = find_ids(fresh, gap->fresh, gap->n_fresh, matcher->fresh_ids);

    if (n_old == 0 || n_fresh == 0)
        return;
    uint32_t *partners = align_lines((struct line_ids){matcher->old_ids, n_old},
                                     (struct line_ids){matcher->fresh_ids, n_fresh});
    for (size_t i = 0; i < n_old; i++) {
        if (partners[i] == NO_PARTNER)
            continue;
        pair_lines(&matching->map, (struct file_line){gap->old_file, gap->old[i]},
                   (struct file_line){gap->fresh_file, gap->fresh[partners[i]]});
    }
    free(partners);
}

/*
 * Returns the number of the new line that the old one was matched with in the function; 0 if none.
 */
static uint64_t partner_in(const struct matcher *matcher, const struct function_lines *lines,
                           size_t i, uint32_t function)
{
    struct file_line other =
        matcher->matching->map.old.files[lines->old_file].others[lines->old[i] - 1];

    return other.number != 0 && other.file == lines->fresh_file &&
                   matcher->fresh_homes[other.file][other.number - 1] == function
             ? other.number
             : 0;
}

/*
 * Aligns the rest of a function between those of its lines that are matched already. Where the
 * function moved, none is, and the rest is all of it.
 */
static void align_gaps(struct matcher *matcher, const struct function_lines *lines,
                       uint32_t function)
{
    size_t begin = 0, fresh = 0;

    for (size_t i = 0; i <= lines->n_old; i++) {
        uint64_t partner = i < lines->n_old ? partner_in(matcher, lines, i, function) : UINT64_MAX;
        if (partner == 0)
            continue;
        size_t end = fresh;
        while (end < lines->n_fresh && lines->fresh[end] < partner)
            end++;
        struct function_lines gap = *lines;
        gap.old += begin;
        gap.n_old = i - begin;
        gap.fresh += fresh;
        gap.n_fresh = end - fresh;
        align_gap(matcher, &gap);
        begin = i + 1;
        fresh = end;
    }
}

/* Aligns a function with itself, wherever it moved to. Lines gone from it are listed there. */
static void align_function(struct matcher *matcher, uint32_t function)
{
    const struct line_matching *matching = matcher->matching;
    struct function_lines lines = {.old_file = file_of(&matcher->old, function),
                                   .fresh_file = file_of(&matcher->fresh, function),
                                   .old = matcher->old_lines,
                                   .fresh = matcher->fresh_lines};

    if (lines.old_file == NO_ID || lines.fresh_file == NO_ID)
        return;
    const struct source_text *old = &matching->old[lines.old_file];
    const struct source_text *fresh = &matching->fresh[lines.fresh_file];
    if (!source_text_was_read(old) || !source_text_was_read(fresh))
        return;
    lines.n_old = own_lines_of(&matcher->old, function, (uint32_t)old->count, matcher->old_lines);
    lines.n_fresh =
        own_lines_of(&matcher->fresh, function, (uint32_t)fresh->count, matcher->fresh_lines);
    for (size_t i = 0; i < lines.n_old; i++) {
        file_id *target = &matcher->targets[lines.old_file][lines.old[i] - 1];
        *target = *target == NO_ID ? lines.fresh_file : *target;
    }
    align_gaps(matcher, &lines, function);
}

/* Pairs two lines next to a pair where their texts are the same. */
static void extend(struct matcher *matcher, struct file_line old, struct file_line fresh)
{
    struct line_matching *matching = matcher->matching;
    const struct source_text *old_text = &matching->old[old.file];
    const struct source_text *fresh_text = &matching->fresh[fresh.file];

    if (old.number - 1 < old_text->count && fresh.number - 1 < fresh_text->count &&
        old_text->ids[old.number - 1] == fresh_text->ids[fresh.number - 1] &&
        are_near(matcher, old, fresh))
        pair_lines(&matching->map, old, fresh);
}

/*
 * Matches what is next to lines that are matched, such as the heading of a function that moved. It
 * goes up first: a function's heading is above its code, and so is the comment on it.
 */
static void match_neighbours(struct matcher *matcher, uint32_t file)
{
    const struct mapped_lines *lines = &matcher->matching->map.old.files[file];

    for (uint64_t number = lines->count; number > 1; number--) {
        struct file_line fresh = lines->others[number - 1];
        if (fresh.number > 1)
            extend(matcher, (struct file_line){file, number - 1},
                   (struct file_line){fresh.file, fresh.number - 1});
    }
    for (uint64_t number = 1; number < lines->count; number++) {
        struct file_line fresh = lines->others[number - 1];
        if (fresh.number != 0)
            extend(matcher, (struct file_line){file, number + 1},
                   (struct file_line){fresh.file, fresh.number + 1});
    }
}

/* Lists the lines that are gone from an old file, each after the line that it followed. */
static void add_gone_lines(struct matcher *matcher, file_id old_file)
{
    struct line_matching *matching = matcher->matching;
    const struct mapped_lines *lines = &matching->map.old.files[old_file];
    struct file_line last = {NO_ID, 0};

    for (size_t i = 0; i < lines->count; i++) {
        if (lines->others[i].number != 0) {
            last = lines->others[i];
            continue;
        }
        struct file_line old = {old_file, i + 1};
        file_id target = matcher->targets[old_file][i];
        if (target == NO_ID)
            target = matcher->sides->matches->old_files[old_file];
        line_map_set_gone(&matching->map, old, target);
        matching->gone[matching->n_gone++] =
            (struct gone_line){target, last.file == target ? last.number : 0, old};
    }
}

static int by_listing(const void *left, const void *right)
{
    const struct gone_line *a = left, *b = right;

    if (a->file != b->file)
        return a->file < b->file ? -1 : 1;
    if (a->after != b->after)
        return a->after < b->after ? -1 : 1;
    if (a->old.file != b->old.file)
        return a->old.file < b->old.file ? -1 : 1;
    return (a->old.number > b->old.number) - (a->old.number < b->old.number);
}

static void find_gone_lines(struct matcher *matcher)
{
    struct line_matching *matching = matcher->matching;
    size_t n_lines = 0;

    for (file_id file = 0; file < matching->n_files; file++)
        n_lines += matching->old[file].count;
    matching->gone = memory_alloc(n_lines, sizeof *matching->gone);
    for (file_id file = 0; file < matching->map.old.count; file++)
        add_gone_lines(matcher, file);
    ARRAY_SORT(matching->gone, matching->n_gone, by_listing);
}

static void matcher_free(struct matcher *matcher)
{
    for (size_t i = 0; i < matcher->matching->n_files; i++) {
        free(matcher->fresh_homes[i]);
        free(matcher->old_homes[i]);
        free(matcher->targets[i]);
    }
    free(matcher->is_counted);
    free(matcher->fresh_homes);
    free(matcher->old_homes);
    free(matcher->targets);
    free(matcher->old_lines);
    free(matcher->fresh_lines);
    free(matcher->old_ids);
    free(matcher->fresh_ids);
    own_lines_free(&matcher->fresh);
    own_lines_free(&matcher->old);
    map_free(&matcher->functions);
    map_free(&matcher->files);
    names_free(matcher->known);
}

void match_lines(struct line_matching *matching, const struct matched_sides *sides)
{
    size_t n_files = names_count(sides->fresh->symbols.files);
    struct matcher matcher = {.matching = matching, .sides = sides, .known = names_create()};

    *matching = (struct line_matching){.n_files = n_files};
    matching->fresh = memory_alloc(n_files, sizeof *matching->fresh);
    matching->old = memory_alloc(n_files, sizeof *matching->old);
    matching->has_old = memory_alloc(n_files, sizeof *matching->has_old);
    matcher.is_counted = memory_alloc(n_files, sizeof *matcher.is_counted);
    find_functions(&matcher);
    find_files(&matcher);
    for (size_t i = 0; i < matcher.files.count; i++)
        read_pair(&matcher, (file_id)matcher.files.keys[i].from, (file_id)matcher.files.keys[i].to);
    map_files(&matcher);
    map_unread(&matcher);
    take_homes(&matcher);
    struct file_pair *pairs = memory_alloc(matcher.files.count, sizeof *pairs);
    for (size_t i = 0; i < matcher.files.count; i++) {
        pairs[i] = (struct file_pair){.old = (file_id)matcher.files.keys[i].from,
                                      .fresh = (uint32_t)matcher.files.keys[i].to};
        align_files(&matcher, &pairs[i]);
    }
    for (uint32_t i = 0; i < matcher.functions.count; i++)
        align_function(&matcher, i);
    for (size_t i = 0; i < matcher.files.count; i++) {
        pair_lost_lines(&matcher, &pairs[i]);
        free(pairs[i].partners);
    }
    free(pairs);
    for (uint32_t file = 0; file < matching->map.old.count; file++)
        if (line_map_has(&matching->map.old, file))
            match_neighbours(&matcher, file);
    find_gone_lines(&matcher);
    matcher_free(&matcher);
}

void line_matching_free(struct line_matching *matching)
{
    for (size_t i = 0; i < matching->n_files; i++) {
        source_text_free(&matching->fresh[i]);
        source_text_free(&matching->old[i]);
    }
    free(matching->fresh);
    free(matching->old);
    free(matching->gone);
    free(matching->has_old);
    line_map_free(&matching->map);
    *matching = (struct line_matching){0};
}

struct text line_matching_text(const struct line_matching *matching, struct file_line line)
{
    struct file_line old = line_map_origin(&matching->map, line);

    if (!line_map_is_gone(&matching->map, line.number))
        return source_text_line(&matching->fresh[line.file], line.number);
    return old.number != 0 ? source_text_line(&matching->old[old.file], old.number)
                           : (struct text){0};
}

enum line_change line_matching_change(const struct line_matching *matching, struct file_line line)
{
    struct file_line old = line_map_origin(&matching->map, line);

    if (line_map_is_gone(&matching->map, line.number))
        return LINE_GONE;
    if (!line_map_has(&matching->map.fresh, line.file) || line.number == 0 ||
        line.number > matching->fresh[line.file].count)
        return LINE_BY_NUMBER;
    if (old.number == 0)
        return LINE_NEW;
    bool is_same = text_equal(source_text_line(&matching->fresh[line.file], line.number),
                              source_text_line(&matching->old[old.file], old.number));
    return is_same ? LINE_SAME : LINE_REFORMATTED;
}

void line_matching_set_old(const struct line_matching *matching, const struct names *files,
                           struct file_line line, struct old_row *old)
{
    struct file_line was = line_map_origin(&matching->map, line);

    old->line = was.number;
    old->line_change = line_matching_change(matching, line);
    old->change = old->line_change == LINE_NEW  ? CHANGE_NEW
                : old->line_change == LINE_GONE ? CHANGE_GONE
                                                : CHANGE_NONE;
    if (was.number == 0 ||
        text_equal(path_base(names_text(files, was.file)), path_base(names_text(files, line.file))))
        return;
    old->file = names_text(files, was.file);
}

/* Returns the place of the first gone line that follows a line of a file, or a later one. */
static size_t first_gone(const struct line_matching *matching, uint64_t file, uint64_t after)
{
    size_t low = 0, high = matching->n_gone;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const struct gone_line *gone = &matching->gone[middle];
        if (gone->file < file || (gone->file == file && gone->after < after))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const struct gone_line *line_matching_gone(const struct line_matching *matching, uint32_t file,
                                           uint64_t after, size_t *count)
{
    size_t first = first_gone(matching, file, after);

    *count = first_gone(matching, (uint64_t)file + 1, 0) - first;
    return matching->gone + first;
}

uint64_t *line_matching_order(const struct line_matching *matching, uint32_t file, size_t *count)
{
    size_t n_lines = matching->fresh[file].count, n_gone;
    const struct gone_line *gone = line_matching_gone(matching, file, 0, &n_gone);
    uint64_t *numbers = memory_alloc(n_lines + n_gone, sizeof *numbers);

    *count = 0;
    for (uint64_t number = 0; number <= n_lines; number++) {
        if (number != 0)
            numbers[(*count)++] = number;
        for (; n_gone != 0 && gone->after == number; gone++, n_gone--)
            numbers[(*count)++] = line_map_find(&matching->map, gone->old, file).number;
    }
    return numbers;
}

void line_matching_warn_of_numbers(const struct line_matching *matching, struct warnings *warnings)
{
    size_t count = matching->n_by_number;

    if (count != 0)
        warnings_add(warnings, NULL, 0,
                     "the old source of %zu file%s is not known: lines are compared by number "
                     "(see --old-rev, --old-path-map)",
                     count, count == 1 ? "" : "s");
}

void line_matching_warn(const struct line_matching *matching, struct warnings *warnings)
{
    size_t count = matching->n_by_number;

    if (count != 0)
        warnings_add(warnings, NULL, 0,
                     "the old source of %zu file%s is not known: lines are left out (see "
                     "--old-rev, --old-path-map)",
                     count, count == 1 ? "" : "s");
}
