/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/call_sites.h"

#include <stdlib.h>

#include "aggregator/diff.h"
#include "base/arena.h"
#include "base/array.h"
#include "profile/lines.h"

/* Returns, by line id, where the line is. The caller frees it. */
static struct file_line *places_of_lines(const struct profile *profile)
{
    struct file_line *places = memory_alloc(profile->lines.count, sizeof *places);
    size_t count;

    for (file_id file = 0; file < profile->lines.n_files; file++) {
        struct numbered_line *lines = lines_of_file(&profile->lines, file, &count);
        for (size_t i = 0; i < count; i++)
            places[lines[i].id] = (struct file_line){file, lines[i].number};
        free(lines);
    }
    return places;
}

static void add_side(struct call_sites *sites, const struct diff_side *side,
                     const struct rows *rows, const bool *is_wanted, bool is_old)
{
    const struct profile *profile = &side->profile;
    struct file_line *places = places_of_lines(profile);

    for (size_t id = 0; id < profile->by_line.calls.pairs.count; id++) {
        struct line_call call = profile_line_call(profile, id);
        row_id caller = rows->of_place[side->places[call.arc.caller]];
        row_id callee = rows->of_function[side->functions[call.arc.callee]];
        const struct call_site site = {.file = places[call.line].file,
                                       .line = places[call.line].number,
                                       .n_calls = profile->by_line.calls.counts[id],
                                       .is_old = is_old};
        if (!is_wanted[caller] || site.line == 0)
            continue;
        size_t known = sites->calls.count;
        uint32_t place = index_add(&sites->calls, caller, callee);
        ARRAY_GROW(sites->list, place, sites->capacity);
        const struct call_site *best = &sites->list[place];
        if (place == known || (best->is_old == is_old && best->n_calls < site.n_calls))
            sites->list[place] = site;
    }
    free(places);
}

void call_sites_find(struct call_sites *sites, const struct diff *diff, const struct rows *rows,
                     const bool *is_wanted)
{
    add_side(sites, &diff->fresh, rows, is_wanted, false);
    add_side(sites, &diff->old, rows, is_wanted, true);
}

uint32_t call_sites_get(const struct call_sites *sites, row_id caller, row_id callee)
{
    return index_find(&sites->calls, caller, callee);
}

void call_sites_free(struct call_sites *sites)
{
    index_free(&sites->calls);
    free(sites->list);
    *sites = (struct call_sites){0};
}
