/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/file_choice.h"

#include <stdlib.h>

#include "base/arena.h"

/* Self cost by file, to list the costliest first. */
static bool sum_files(const struct profile *profile, struct costs *files, struct error *error)
{
    bool overflows = false;

    costs_init(files, profile->events.n_recorded);
    costs_ensure(files, names_count(profile->symbols.files));
    for (place_id id = 0; id < profile_n_places(profile); id++) {
        int64_t *row = costs_row(files, profile_place(profile, id).file);
        overflows |= costs_add_row_overflows(files, row, costs_row(&profile->by_place.self, id));
    }
    if (overflows)
        return error_set(error, ERROR_FAILED, NULL, 0, "the costs add up to more than 64 bits");
    return true;
}

/* Marks the files of the functions shown; gives how many they are. */
static size_t mark_files(const struct totals *totals, const struct selection *selection,
                         bool *is_chosen)
{
    const struct profile *profile = totals->profile;
    size_t count = 0;

    for (size_t i = 0; i < selection->n_selected; i++) {
        file_id file = totals_row(totals, selection->rows[i]).file;
        if (text_equal(names_text(profile->symbols.files, file), TEXT("???")))
            continue;
        count += !is_chosen[file];
        is_chosen[file] = true;
    }
    return count;
}

static bool has_text(struct text_list list, struct text text)
{
    for (size_t i = 0; i < list.count; i++)
        if (text_equal(list.items[i], text))
            return true;
    return false;
}

/* The files in their order: by the first sort event, then by name. */
static bool add_known(struct files_chosen *chosen, const struct profile *profile,
                      const bool *is_chosen, struct text_list sources,
                      const struct sort_key *sort_key, struct ranked *ranked, int64_t *keys,
                      struct error *error)
{
    size_t n_files = names_count(profile->symbols.files), count = 0;
    struct costs costs;
    bool is_done = sum_files(profile, &costs, error);

    for (file_id file = 0; is_done && file < n_files; file++) {
        struct text name = names_text(profile->symbols.files, file);
        if (!is_chosen[file] && !has_text(sources, name))
            continue;
        is_done = rank_keys(&profile->events, sort_key, 1, &costs, costs_row(&costs, file),
                            &keys[count], error);
        ranked[count] =
            (struct ranked){.id = file, .keys = &keys[count], .n_keys = 1, .file = name};
        count++;
    }
    costs_free(&costs);
    rank(ranked, count);
    for (size_t i = 0; i < count; i++)
        chosen->files[chosen->count++] = (struct chosen_file){
            .name = ranked[i].file,
            .id = ranked[i].id,
            .is_user_chosen = has_text(sources, ranked[i].file),
        };
    return is_done;
}

/* Those that the profile knows nothing of. */
static void add_unknown(struct files_chosen *chosen, const struct profile *profile,
                        struct text_list sources)
{
    for (size_t i = 0; i < sources.count; i++) {
        struct text name = sources.items[i];
        if (names_find(profile->symbols.files, name) == NO_ID &&
            !has_text((struct text_list){sources.items, i}, name))
            chosen->files[chosen->count++] =
                (struct chosen_file){.name = name, .id = NO_ID, .is_user_chosen = true};
    }
}

bool files_choose(struct files_chosen *chosen, const struct totals *totals,
                  const struct selection *selection, struct text_list sources,
                  const struct sort_key *sort_key, struct error *error)
{
    const struct profile *profile = totals->profile;
    bool *is_chosen = memory_alloc(names_count(profile->symbols.files), sizeof *is_chosen);
    size_t capacity = sources.count;

    *chosen = (struct files_chosen){0};
    if (selection != NULL)
        capacity += mark_files(totals, selection, is_chosen);
    chosen->files = memory_alloc(capacity, sizeof *chosen->files);
    struct ranked *ranked = memory_alloc(capacity, sizeof *ranked);
    int64_t *keys = memory_alloc(capacity, sizeof *keys);
    bool is_done = add_known(chosen, profile, is_chosen, sources, sort_key, ranked, keys, error);
    if (is_done)
        add_unknown(chosen, profile, sources);
    free(keys);
    free(ranked);
    free(is_chosen);
    return is_done;
}

void files_chosen_free(struct files_chosen *chosen)
{
    free(chosen->files);
    *chosen = (struct files_chosen){0};
}
