/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/listing/line_matching.h"

#include <stdlib.h>

#include "aggregator/compare/compare.h"
#include "base/array.h"
#include "base/map.h"
#include "base/names.h"
#include "profile/name_pieces.h"
#include "profile/profile.h"
#include "sources/source.h"
#include "sources/source_paths.h"

/* Limits how few equal lines in a row count as a block that moved. */
enum { SHORTEST_BLOCK = 3 };

/* Holds what is known while lines are matched. */
struct matcher {
    struct line_matching *matching;
    const struct matched_sides *sides;
    struct names *known; /* lines without their blanks */
    struct map files;    /* (old file, new file) whose lines may be the same */
    bool *is_counted;    /* by old file: n_by_number counts it */

    struct map functions;              /* (object and file, name) on both sides */
    uint32_t **old_homes, **new_homes; /* by file and number less 1: the function that the line
                                          belongs to, from 1; 0: none */
    struct map tags; /* (home, text): what is compared first, in place of the ids of texts */
};

/* Counts how often a text is a line of the old and the new sources, and says where it was last. */
struct occurrence {
    size_t n_old, n_new;
    struct file_line old_line, new_line;
};

/*
 * Finds the files whose lines may be the same: those that match, and those of functions that do. A
 * file whose code is gone is not new because of that.
 */
static void find_files(struct matcher *matcher)
{
    const struct matched_sides *sides = matcher->sides;
    const struct old_functions *functions = &sides->matches->old[0];
    bool *has_new = profile_files_with_code(sides->current);
    bool *has_old = profile_files_with_code(sides->old);

    for (file_id file = 0; file < matcher->matching->n_files; file++) {
        file_id new_file = sides->matches->old_files[file];
        matcher->matching->has_old[new_file] |= has_old[file];
        if (has_old[file] && has_new[new_file])
            map_add(&matcher->files, file, new_file);
    }
    for (function_id id = 0; id < profile_n_functions(sides->old); id++) {
        file_id file = profile_function(sides->old, id).file;
        if (!functions->stays[id] && has_old[file] && has_new[functions->names[id].file] &&
            is_known_name(names_text(sides->old->symbols.files, file)))
            map_add(&matcher->files, file, functions->names[id].file);
    }
    for (size_t i = 0; i < matcher->files.count; i++)
        matcher->matching->has_old[matcher->files.keys[i].to] = true;
    free(has_new);
    free(has_old);
}

/*
 * Opens the old version of a source. The file that is the new version is not taken for the old one,
 * which was overwritten then, unless the command line says where the old one is.
 */
static bool find_old(struct matcher *matcher, file_id file, struct source *old)
{
    const struct matched_sides *sides = matcher->sides;
    const struct names *names = sides->current->symbols.files;
    struct source current = {0};
    bool is_there =
        source_find(&current, names_text(names, sides->matches->old_files[file]), sides->paths);
    bool is_found = old_sources_find(sides->old_sources, old, names_text(names, file),
                                     is_there ? &current : NULL);

    source_close(&current);
    return is_found;
}

/* Reads the sources of two files, unless they were read before. */
static void read_pair(struct matcher *matcher, file_id old_file, file_id current_file)
{
    const struct matched_sides *sides = matcher->sides;
    const struct names *names = sides->current->symbols.files;
    struct source_text *current = &matcher->matching->current[current_file];
    struct source_text *old = &matcher->matching->old[old_file];
    struct source source = {0}, old_source = {0};

    if (source_text_was_read(current) && source_text_was_read(old))
        return;
    if (!source_find(&source, names_text(names, current_file), sides->paths))
        return;
    if (!find_old(matcher, old_file, &old_source)) {
        /* Each file counts once, and none outside of the project: these hardly change. */
        bool *is_counted = &matcher->is_counted[old_file];
        matcher->matching->n_by_number += source.path[0] != '/' && !*is_counted;
        *is_counted = true;
    } else {
        if (!source_text_was_read(current))
            source_text_read(current, &source, matcher->known);
        if (!source_text_was_read(old))
            source_text_read(old, &old_source, matcher->known);
    }
    source_close(&source);
    source_close(&old_source);
}

/*
 * Maps the files whose sources were read. An old file without a source whose new one is compared
 * with another old file has no lines: those of the same number are not the same.
 */
static void map_files(struct matcher *matcher)
{
    struct line_matching *matching = matcher->matching;

    for (size_t i = 0; i < matcher->files.count; i++) {
        uint32_t old = (uint32_t)matcher->files.keys[i].from;
        uint32_t new = (uint32_t)matcher->files.keys[i].to;
        if (!source_text_was_read(&matching->current[new]))
            continue;
        line_map_add(&matching->map.current, new, matching->current[new].count);
        line_map_add(&matching->map.old, old, matching->old[old].count);
    }
}

/* Gives lines between two of one function that function, where no code of another is there. */
static void fill_homes(uint32_t *homes, size_t count)
{
    size_t last = 0;

    for (size_t i = 0; i < count; i++) {
        if (homes[i] == 0)
            continue;
        for (size_t k = last + 1; k < i && homes[last] == homes[i]; k++)
            homes[k] = homes[i];
        last = i;
    }
}

/* Finds which function of a side each line belongs to. */
static uint32_t **find_homes(struct matcher *matcher, const struct profile *profile,
                             const struct function *targets, const struct source_text *texts)
{
    const struct name_pieces *pieces = symbols_pieces(&profile->symbols);
    uint32_t **homes = memory_alloc(matcher->matching->n_files, sizeof *homes);

    for (uint32_t file = 0; file < matcher->matching->n_files; file++)
        homes[file] = memory_alloc(texts[file].count, sizeof **homes);
    for (size_t id = 0; id < profile->spots.count; id++) {
        struct spot spot = profile->spots.list[id];
        struct place place = profile_place(profile, spot.place);
        uint64_t line = spot.position.line - 1;
        struct function function =
            targets != NULL ? targets[place.function] : profile_function(profile, place.function);
        if (line < texts[place.file].count && homes[place.file][line] == 0)
            homes[place.file][line] =
                map_add(&matcher->functions, (uint64_t)function.object << 32 | function.file,
                        pieces->bases[function.symbol]) +
                1;
    }
    for (size_t file = 0; file < matcher->matching->n_files; file++)
        fill_homes(homes[file], texts[file].count);
    return homes;
}

/* Has lines compared by their homes, too. */
static void add_homes(struct matcher *matcher, const struct source_text *texts, uint32_t **homes)
{
    for (size_t file = 0; file < matcher->matching->n_files; file++)
        for (size_t i = 0; i < texts[file].count; i++)
            texts[file].ids[i] = map_add(&matcher->tags, homes[file][i], texts[file].ids[i]);
}

/* Has lines compared by their texts alone again. */
static void remove_homes(struct matcher *matcher, const struct source_text *texts)
{
    for (size_t file = 0; file < matcher->matching->n_files; file++)
        for (size_t i = 0; i < texts[file].count; i++)
            texts[file].ids[i] = (uint32_t)matcher->tags.keys[texts[file].ids[i]].to;
}

/* Tells whether both lines are there, and are the same but for blanks. */
static bool are_same(const struct line_matching *matching, struct file_line old,
                     struct file_line new)
{
    const struct source_text *old_text = &matching->old[old.file];
    const struct source_text *new_text = &matching->current[new.file];

    return old.number - 1 < old_text->count && new.number - 1 < new_text->count &&
           old_text->ids[old.number - 1] == new_text->ids[new.number - 1];
}

/* Tells whether neither of two lines has a partner. */
static bool are_free(const struct line_map *map, struct file_line old, struct file_line new)
{
    return map->old.files[old.file].others[old.number - 1].number == 0 &&
           map->current.files[new.file].others[new.number - 1].number == 0;
}

static struct file_line next_to(struct file_line line, uint64_t step)
{
    return (struct file_line){line.file, line.number + step};
}

/* Tells whether there are enough equal lines around two of them. */
static bool are_in_block(const struct line_matching *matching, struct file_line old,
                         struct file_line new)
{
    uint64_t above = 0, below = 0;

    while (below < SHORTEST_BLOCK && are_same(matching, next_to(old, below), next_to(new, below)))
        below++;
    while (above < SHORTEST_BLOCK &&
           are_same(matching, next_to(old, UINT64_MAX - above), next_to(new, UINT64_MAX - above)))
        above++;
    return above + below >= SHORTEST_BLOCK;
}

/* Pairs lines of blocks that all old sources have once, and all new ones. */
static void pair_unique_lines(struct line_matching *matching, size_t n_texts)
{
    struct occurrence *occurrences = memory_alloc(n_texts, sizeof *occurrences);

    for (uint32_t file = 0; file < matching->n_files; file++) {
        for (size_t i = 0; i < matching->old[file].count; i++) {
            struct occurrence *occurrence = &occurrences[matching->old[file].ids[i]];
            occurrence->n_old++;
            occurrence->old_line = (struct file_line){file, i + 1};
        }
        for (size_t i = 0; i < matching->current[file].count; i++) {
            struct occurrence *occurrence = &occurrences[matching->current[file].ids[i]];
            occurrence->n_new++;
            occurrence->new_line = (struct file_line){file, i + 1};
        }
    }
    for (size_t i = 0; i < n_texts; i++) {
        const struct occurrence *occurrence = &occurrences[i];
        if (occurrence->n_old == 1 && occurrence->n_new == 1 &&
            are_free(&matching->map, occurrence->old_line, occurrence->new_line) &&
            are_in_block(matching, occurrence->old_line, occurrence->new_line))
            line_map_set(&matching->map, occurrence->old_line, occurrence->new_line);
    }
    free(occurrences);
}

/* Tells whether two lines are of the same function, or one of them of none. */
static bool are_near(const struct matcher *matcher, struct file_line old, struct file_line new)
{
    uint32_t old_home = matcher->old_homes[old.file][old.number - 1];
    uint32_t new_home = matcher->new_homes[new.file][new.number - 1];

    return old_home == new_home || old_home == 0 || new_home == 0;
}

/*
 * Pairs the line next to a pair, unless it differs, or one of the two has a partner already. Those
 * of two functions are paired only next to others of two functions.
 */
static void extend(struct matcher *matcher, struct file_line old, uint64_t step)
{
    struct line_map *map = &matcher->matching->map;
    struct file_line new = map->old.files[old.file].others[old.number - 1];
    struct file_line next_old = next_to(old, step), next_new = next_to(new, step);

    if (new.number != 0 && are_same(matcher->matching, next_old, next_new) &&
        are_free(map, next_old, next_new) &&
        (are_near(matcher, next_old, next_new) || !are_near(matcher, old, new)))
        line_map_set(map, next_old, next_new);
}

/* Pairs equal lines next to pairs: down first, where a function's closing brace is. */
static void extend_pairs(struct matcher *matcher, uint32_t file)
{
    size_t count = matcher->matching->old[file].count;

    for (uint64_t number = 1; number <= count; number++)
        extend(matcher, (struct file_line){file, number}, 1);
    for (uint64_t number = count; number != 0; number--)
        extend(matcher, (struct file_line){file, number}, UINT64_MAX);
}

/* Counts the new lines without a partner from one on, down or up. */
static size_t count_free(const struct line_matching *matching, struct file_line line, uint64_t step)
{
    size_t count = 0;

    for (; line.number - 1 < matching->current[line.file].count &&
           matching->map.current.files[line.file].others[line.number - 1].number == 0;
         line.number += step)
        count++;
    return count;
}

/* Aligns old lines of a file with new ones. */
static void align_gap(struct matcher *matcher, struct file_line first_old, size_t n_old,
                      struct file_line first_new, size_t n_new)
{
    struct line_matching *matching = matcher->matching;
    uint32_t *partners = align_lines(
        (struct line_ids){matching->old[first_old.file].ids + first_old.number - 1, n_old},
        (struct line_ids){matching->current[first_new.file].ids + first_new.number - 1, n_new});

    for (size_t i = 0; i < n_old; i++)
        if (partners[i] != NO_PARTNER &&
            are_near(matcher, next_to(first_old, i), next_to(first_new, partners[i])))
            line_map_set(&matching->map, next_to(first_old, i), next_to(first_new, partners[i]));
    free(partners);
}

/*
 * Aligns what is left of two files: old lines between two pairs with the new lines after the first
 * pair or, where it has none, before the second one. Both ends of the files are such pairs.
 */
static void align_gaps(struct matcher *matcher, uint32_t old, uint32_t new)
{
    const struct line_matching *matching = matcher->matching;
    size_t n_old = matching->old[old].count, begin = 0;
    struct file_line last = {new, 0};

    for (size_t i = 0; i <= n_old && matching->current[new].count != 0; i++) {
        struct file_line partner = {new, matching->current[new].count + 1};
        if (i < n_old)
            partner = matching->map.old.files[old].others[i];
        if (partner.number == 0)
            continue;
        struct file_line first_old = {old, begin + 1}, first_new = next_to(last, 1);
        size_t n_new = begin < i && last.file == new ? count_free(matching, first_new, 1) : 0;
        if (begin < i && n_new == 0 && partner.file == new) {
            n_new = count_free(matching, next_to(partner, UINT64_MAX), UINT64_MAX);
            first_new = next_to(partner, -n_new);
        }
        if (n_new != 0)
            align_gap(matcher, first_old, i - begin, first_new, n_new);
        last = partner;
        begin = i + 1;
    }
}

/* Lists the lines that are gone from an old file, each after the line that it followed. */
static void add_gone_lines(struct matcher *matcher, file_id old_file)
{
    struct line_matching *matching = matcher->matching;
    const struct mapped_lines *lines = &matching->map.old.files[old_file];
    struct file_line last = {matcher->sides->matches->old_files[old_file], 0};

    for (size_t i = 0; i < lines->count; i++) {
        struct file_line old = {old_file, i + 1};
        if (lines->others[i].number != 0) {
            last = lines->others[i];
            continue;
        }
        line_map_set_gone(&matching->map, old, last.file);
        matching->gone[matching->n_gone++] = (struct gone_line){last.file, last.number, old};
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
    for (file_id file = 0; file < matching->n_files; file++)
        if (line_map_has(&matching->map.old, file))
            add_gone_lines(matcher, file);
    ARRAY_SORT(matching->gone, matching->n_gone, by_listing);
}

/* Matches what is left by the ids of lines, of which there are as many as n_ids. */
static void match_by_ids(struct matcher *matcher, size_t n_ids)
{
    struct line_matching *matching = matcher->matching;

    pair_unique_lines(matching, n_ids);
    for (uint32_t file = 0; file < matching->n_files; file++)
        extend_pairs(matcher, file);
    for (size_t i = 0; i < matcher->files.count; i++)
        align_gaps(matcher, (uint32_t)matcher->files.keys[i].from,
                   (uint32_t)matcher->files.keys[i].to);
}

static void matcher_free(struct matcher *matcher)
{
    for (size_t i = 0; i < matcher->matching->n_files; i++) {
        free(matcher->old_homes[i]);
        free(matcher->new_homes[i]);
    }
    free(matcher->old_homes);
    free(matcher->new_homes);
    free(matcher->is_counted);
    map_free(&matcher->files);
    map_free(&matcher->functions);
    map_free(&matcher->tags);
    names_free(matcher->known);
}

void match_lines(struct line_matching *matching, const struct matched_sides *sides)
{
    size_t n_files = names_count(sides->current->symbols.files);
    struct matcher matcher = {.matching = matching, .sides = sides, .known = names_create()};

    *matching = (struct line_matching){.n_files = n_files};
    matching->current = memory_alloc(n_files, sizeof *matching->current);
    matching->old = memory_alloc(n_files, sizeof *matching->old);
    matching->has_old = memory_alloc(n_files, sizeof *matching->has_old);
    matcher.is_counted = memory_alloc(n_files, sizeof *matcher.is_counted);
    find_files(&matcher);
    for (size_t i = 0; i < matcher.files.count; i++)
        read_pair(&matcher, (file_id)matcher.files.keys[i].from, (file_id)matcher.files.keys[i].to);
    map_files(&matcher);
    matcher.old_homes =
        find_homes(&matcher, sides->old, sides->matches->old[0].names, matching->old);
    matcher.new_homes = find_homes(&matcher, sides->current, NULL, matching->current);
    add_homes(&matcher, matching->old, matcher.old_homes);
    add_homes(&matcher, matching->current, matcher.new_homes);
    match_by_ids(&matcher, matcher.tags.count);
    remove_homes(&matcher, matching->old);
    remove_homes(&matcher, matching->current);
    match_by_ids(&matcher, names_count(matcher.known));
    find_gone_lines(&matcher);
    matcher_free(&matcher);
}

void line_matching_free(struct line_matching *matching)
{
    for (size_t i = 0; i < matching->n_files; i++) {
        source_text_free(&matching->current[i]);
        source_text_free(&matching->old[i]);
    }
    free(matching->current);
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
        return source_text_line(&matching->current[line.file], line.number);
    return old.number != 0 ? source_text_line(&matching->old[old.file], old.number)
                           : (struct text){0};
}

enum line_change line_matching_change(const struct line_matching *matching, struct file_line line)
{
    struct file_line old = line_map_origin(&matching->map, line);

    if (line_map_is_gone(&matching->map, line.number))
        return LINE_GONE;
    if (!line_map_has(&matching->map.current, line.file) || line.number == 0 ||
        line.number > matching->current[line.file].count)
        return LINE_BY_NUMBER;
    if (old.number == 0)
        return LINE_NEW;
    bool is_same = text_equal(source_text_line(&matching->current[line.file], line.number),
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
    size_t n_lines = matching->current[file].count, n_gone;
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

void line_matching_warn(const struct line_matching *matching, struct warnings *warnings)
{
    size_t count = matching->n_by_number;

    if (count != 0)
        warnings_add(warnings, NULL, 0,
                     "the old source of %zu file%s was not found (see --old-rev, --old-path-map)",
                     count, count == 1 ? "" : "s");
}
