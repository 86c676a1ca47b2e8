/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/listing/match_lines.h"

#include <stdlib.h>
#include <string.h>

#include "aggregator/lines/own_lines.h"
#include "aggregator/match.h"
#include "base/names.h"
#include "base/pairs.h"
#include "profile/name_pieces.h"
#include "profile/profile.h"
#include "reporter/source/old_sources.h"
#include "reporter/source/source.h"
#include "reporter/view/listing/line_matching.h"
#include "reporter/view/listing/match_files.h"

/* A function, and how large it is. */
struct sized_function {
    uint32_t function; /* its number in own_lines */
    size_t size;       /* lines with code, on both sides */
};

/* While it is found. */
struct finding {
    struct line_matching *matching;
    const struct matched_sides *sides;
    struct names *known;         /* lines without their blanks */
    struct index functions;      /* (object and file, name): numbers of functions */
    struct own_lines fresh, old; /* by those numbers */
    struct pairs files;          /* (old file, new file) whose lines may be the same */
    bool *is_counted;            /* by old file: its source was missed */
    struct line_homes homes;
    file_id **targets;                 /* by old file and line: where it is listed if gone */
    uint32_t *old_lines, *fresh_lines; /* of a function: the numbers of its lines, */
    uint32_t *old_ids, *fresh_ids;     /* and what they are */
};

/* By place of a side: a number that a function has on both sides, for code in its own file. */
static uint32_t *number_places(struct finding *finding, const struct profile *profile,
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
                index_add(&finding->functions, (uint64_t)function.object << 32 | function.file,
                          pieces->bases[function.symbol]);
    }
    return numbers;
}

static void find_functions(struct finding *finding)
{
    const struct matched_sides *sides = finding->sides;
    uint32_t *fresh = number_places(finding, sides->fresh, NULL, sides->matches->homes.fresh);
    uint32_t *old =
        number_places(finding, sides->old, sides->matches->old, sides->matches->homes.old);

    own_lines_find(&finding->fresh, sides->fresh, fresh, finding->functions.count);
    own_lines_find(&finding->old, sides->old, old, finding->functions.count);
    free(fresh);
    free(old);
}

/* The file of a function on a side, or NO_ID where it has no lines there. */
static file_id file_of(const struct own_lines *own, uint32_t function)
{
    size_t begin = own->begin[function];

    return begin == own->begin[function + 1] ? NO_ID : own->list[begin].file;
}

/*
 * The files whose lines may be the same: those that match, and those of functions that do. A file
 * whose code is gone is not new for that.
 */
static void find_files(struct finding *finding)
{
    const struct matched_sides *sides = finding->sides;
    bool *has_fresh = profile_files_with_code(sides->fresh);
    bool *has_old = profile_files_with_code(sides->old);

    for (file_id file = 0; file < finding->matching->n_files; file++) {
        file_id fresh = sides->matches->old_files[file];
        finding->matching->has_old[fresh] |= has_old[file];
        if (has_old[file] && has_fresh[fresh])
            pairs_add(&finding->files, file, fresh);
    }
    for (uint32_t i = 0; i < finding->functions.count; i++) {
        file_id old = file_of(&finding->old, i), fresh = file_of(&finding->fresh, i);
        if (old != NO_ID && fresh != NO_ID)
            pairs_add(&finding->files, old, fresh);
    }
    for (size_t i = 0; i < finding->files.count; i++)
        finding->matching->has_old[finding->files.list[i].to] = true;
    free(has_fresh);
    free(has_old);
}

/*
 * Opens the old version of a source. What is the new version of that file is not the old one, which
 * is not there any more then, unless somebody says that it is.
 */
static bool find_old(struct finding *finding, file_id file, struct source *old)
{
    const struct matched_sides *sides = finding->sides;
    const struct names *names = sides->fresh->symbols.files;
    struct source fresh = {0};
    bool is_there =
        source_find(&fresh, names_text(names, sides->matches->old_files[file]), sides->paths);
    bool is_found = old_sources_find(sides->old_sources, old, names_text(names, file),
                                     is_there ? &fresh : NULL);

    source_close(&fresh);
    return is_found;
}

/* Reads the sources of both. */
static void read_pair(struct finding *finding, file_id old_file, file_id fresh_file)
{
    const struct matched_sides *sides = finding->sides;
    const struct names *names = sides->fresh->symbols.files;
    struct source_text *fresh = &finding->matching->fresh[fresh_file];
    struct source_text *old = &finding->matching->old[old_file];
    struct source source = {0}, old_source = {0};

    if (source_text_was_read(fresh) && source_text_was_read(old))
        return;
    if (!source_find(&source, names_text(names, fresh_file), sides->paths))
        return;
    if (!find_old(finding, old_file, &old_source)) {
        /* Once each; what is outside of the project hardly changes. */
        bool *is_counted = &finding->is_counted[old_file];
        finding->matching->n_by_number += source.path[0] != '/' && !*is_counted;
        *is_counted = true;
    } else {
        if (!source_text_was_read(fresh))
            source_text_read(fresh, &source, finding->known);
        if (!source_text_was_read(old))
            source_text_read(old, &old_source, finding->known);
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

/* Makes room for what is known of the lines of all sources that were read. */
static void map_files(struct finding *finding)
{
    struct line_matching *matching = finding->matching;
    size_t most = 0;

    finding->homes.fresh = memory_alloc(matching->n_files, sizeof *finding->homes.fresh);
    finding->homes.old = memory_alloc(matching->n_files, sizeof *finding->homes.old);
    finding->targets = memory_alloc(matching->n_files, sizeof *finding->targets);
    for (file_id file = 0; file < matching->n_files; file++) {
        size_t n_fresh = matching->fresh[file].count, n_old = matching->old[file].count;
        if (source_text_was_read(&matching->fresh[file])) {
            line_map_add_fresh(&matching->map, file, n_fresh);
            finding->homes.fresh[file] = fill(n_fresh, sizeof(uint32_t));
        }
        if (source_text_was_read(&matching->old[file])) {
            line_map_add_old(&matching->map, file, n_old);
            finding->homes.old[file] = fill(n_old, sizeof(uint32_t));
            finding->targets[file] = fill(n_old, sizeof(file_id));
        }
        most = n_fresh > most ? n_fresh : most;
        most = n_old > most ? n_old : most;
    }
    uint32_t **const rooms[] = {&finding->old_lines, &finding->fresh_lines, &finding->old_ids,
                                &finding->fresh_ids};
    for (size_t i = 0; i < sizeof rooms / sizeof *rooms; i++)
        *rooms[i] = memory_alloc(most, sizeof(uint32_t));
}

/*
 * Where a new file is compared with one old file, lines of another one that belong there are not
 * those of the same number: without its source they are all gone.
 */
static void map_unread(struct finding *finding)
{
    struct line_matching *matching = finding->matching;

    for (size_t i = 0; i < finding->files.count; i++) {
        const struct pair *pair = &finding->files.list[i];
        if (!source_text_was_read(&matching->old[pair->from]) &&
            source_text_was_read(&matching->fresh[pair->to]))
            line_map_add_old(&matching->map, pair->from, 0);
    }
}

/* Lines of a function are its own, unless they are another one's already. */
static void take_home(struct finding *finding, const struct own_lines *own,
                      const struct source_text *texts, uint32_t **homes, uint32_t function)
{
    file_id file = file_of(own, function);

    if (file == NO_ID || !source_text_was_read(&texts[file]))
        return;
    size_t count = own_lines_of(own, function, (uint32_t)texts[file].count, finding->old_lines);
    for (size_t i = 0; i < count; i++)
        if (homes[file][finding->old_lines[i] - 1] == NO_HOME)
            homes[file][finding->old_lines[i] - 1] = function;
}

static int by_size(const void *left, const void *right)
{
    const struct sized_function *a = left, *b = right;

    if (a->size != b->size)
        return a->size < b->size ? -1 : 1;
    return (a->function > b->function) - (a->function < b->function);
}

/*
 * Small functions first: the lines of large ones may have others of the same file inlined, which
 * are then where they belong.
 */
static void take_homes(struct finding *finding)
{
    const struct line_matching *matching = finding->matching;
    size_t count = finding->functions.count;
    struct sized_function *sized = memory_alloc(count, sizeof *sized);

    for (uint32_t i = 0; i < count; i++)
        sized[i] =
            (struct sized_function){i, finding->old.begin[i + 1] - finding->old.begin[i] +
                                           finding->fresh.begin[i + 1] - finding->fresh.begin[i]};
    if (count > 1)
        qsort(sized, count, sizeof *sized, by_size);
    for (size_t i = 0; i < count; i++) {
        take_home(finding, &finding->old, matching->old, finding->homes.old, sized[i].function);
        take_home(finding, &finding->fresh, matching->fresh, finding->homes.fresh,
                  sized[i].function);
    }
    free(sized);
}

/* Own lines of a function on both sides, and those of a gap between lines that are matched. */
struct function_lines {
    file_id old_file, fresh_file;
    const uint32_t *old, *fresh; /* numbers, in their order */
    size_t n_old, n_fresh;
};

static size_t find_ids(const struct source_text *text, const uint32_t *lines, size_t count,
                       uint32_t *ids)
{
    for (size_t i = 0; i < count; i++)
        ids[i] = text->ids[lines[i] - 1];
    return count;
}

static void align_gap(struct finding *finding, const struct function_lines *gap)
{
    struct line_matching *matching = finding->matching;
    const struct source_text *old = &matching->old[gap->old_file];
    const struct source_text *fresh = &matching->fresh[gap->fresh_file];
    size_t n_old = find_ids(old, gap->old, gap->n_old, finding->old_ids);
    size_t n_fresh = find_ids(fresh, gap->fresh, gap->n_fresh, finding->fresh_ids);

    if (n_old == 0 || n_fresh == 0)
        return;
    uint32_t *partners = align_lines((struct line_ids){finding->old_ids, n_old},
                                     (struct line_ids){finding->fresh_ids, n_fresh});
    for (size_t i = 0; i < n_old; i++) {
        if (partners[i] == NO_PARTNER)
            continue;
        struct file_line line = {gap->old_file, gap->old[i]};
        struct file_line partner = {gap->fresh_file, gap->fresh[partners[i]]};
        if (can_pair_lines(matching, line, partner))
            line_map_set(&matching->map, line, partner);
    }
    free(partners);
}

/* The number of the line that was matched in the function itself; 0: it was not. */
static uint64_t partner_in(const struct finding *finding, const struct function_lines *lines,
                           size_t i, uint32_t function)
{
    struct file_line other = finding->matching->map.old[lines->old_file].others[lines->old[i] - 1];

    return other.number != 0 && other.file == lines->fresh_file &&
                   finding->homes.fresh[other.file][other.number - 1] == function
             ? other.number
             : 0;
}

/*
 * Aligns what is left of a function between lines of it that are matched already: of one that is
 * not where it was that is all of it.
 */
static void align_gaps(struct finding *finding, const struct function_lines *lines,
                       uint32_t function)
{
    size_t begin = 0, fresh = 0;

    for (size_t i = 0; i <= lines->n_old; i++) {
        uint64_t partner = i < lines->n_old ? partner_in(finding, lines, i, function) : UINT64_MAX;
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
        align_gap(finding, &gap);
        begin = i + 1;
        fresh = end;
    }
}

/* What is gone from a function is listed where it is now. */
static void align_function(struct finding *finding, uint32_t function)
{
    const struct line_matching *matching = finding->matching;
    struct function_lines lines = {.old_file = file_of(&finding->old, function),
                                   .fresh_file = file_of(&finding->fresh, function),
                                   .old = finding->old_lines,
                                   .fresh = finding->fresh_lines};

    if (lines.old_file == NO_ID || lines.fresh_file == NO_ID)
        return;
    const struct source_text *old = &matching->old[lines.old_file];
    const struct source_text *fresh = &matching->fresh[lines.fresh_file];
    if (!source_text_was_read(old) || !source_text_was_read(fresh))
        return;
    lines.n_old = own_lines_of(&finding->old, function, (uint32_t)old->count, finding->old_lines);
    lines.n_fresh =
        own_lines_of(&finding->fresh, function, (uint32_t)fresh->count, finding->fresh_lines);
    for (size_t i = 0; i < lines.n_old; i++) {
        file_id *target = &finding->targets[lines.old_file][lines.old[i] - 1];
        *target = *target == NO_ID ? lines.fresh_file : *target;
    }
    align_gaps(finding, &lines, function);
}

/* Lists what is gone from an old file, each line after the one that it came after. */
static void add_gone_lines(struct finding *finding, file_id old_file)
{
    struct line_matching *matching = finding->matching;
    const struct mapped_lines *lines = &matching->map.old[old_file];
    struct file_line last = {NO_ID, 0};

    for (size_t i = 0; i < lines->count; i++) {
        if (lines->others[i].number != 0) {
            last = lines->others[i];
            continue;
        }
        struct file_line old = {old_file, i + 1};
        file_id target = finding->targets[old_file][i];
        if (target == NO_ID)
            target = finding->sides->matches->old_files[old_file];
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

static void find_gone_lines(struct finding *finding)
{
    struct line_matching *matching = finding->matching;
    size_t n_lines = 0;

    for (file_id file = 0; file < matching->n_files; file++)
        n_lines += matching->old[file].count;
    matching->gone = memory_alloc(n_lines, sizeof *matching->gone);
    for (file_id file = 0; file < matching->map.n_old; file++)
        add_gone_lines(finding, file);
    if (matching->n_gone > 1)
        qsort(matching->gone, matching->n_gone, sizeof *matching->gone, by_listing);
}

static void finding_free(struct finding *finding)
{
    for (size_t i = 0; i < finding->matching->n_files; i++) {
        free(finding->homes.fresh[i]);
        free(finding->homes.old[i]);
        free(finding->targets[i]);
    }
    free(finding->is_counted);
    free(finding->homes.fresh);
    free(finding->homes.old);
    free(finding->targets);
    free(finding->old_lines);
    free(finding->fresh_lines);
    free(finding->old_ids);
    free(finding->fresh_ids);
    own_lines_free(&finding->fresh);
    own_lines_free(&finding->old);
    index_free(&finding->functions);
    pairs_free(&finding->files);
    names_free(finding->known);
}

void match_lines(struct line_matching *matching, const struct matched_sides *sides)
{
    size_t n_files = names_count(sides->fresh->symbols.files);
    struct finding finding = {.matching = matching, .sides = sides, .known = names_create()};

    *matching = (struct line_matching){.n_files = n_files};
    matching->fresh = memory_alloc(n_files, sizeof *matching->fresh);
    matching->old = memory_alloc(n_files, sizeof *matching->old);
    matching->has_old = memory_alloc(n_files, sizeof *matching->has_old);
    finding.is_counted = memory_alloc(n_files, sizeof *finding.is_counted);
    find_functions(&finding);
    find_files(&finding);
    for (size_t i = 0; i < finding.files.count; i++)
        read_pair(&finding, finding.files.list[i].from, (file_id)finding.files.list[i].to);
    map_files(&finding);
    map_unread(&finding);
    take_homes(&finding);
    match_files(matching, &finding.homes, &finding.files);
    for (uint32_t i = 0; i < finding.functions.count; i++)
        align_function(&finding, i);
    match_neighbours(matching, &finding.homes);
    find_gone_lines(&finding);
    finding_free(&finding);
}
