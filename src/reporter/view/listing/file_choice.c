/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/listing/file_choice.h"

#include <stdlib.h>

#include "aggregator/rank.h"
#include "base/arena.h"
#include "reporter/view/input/figures.h"

/* Self cost by file, to list the costliest first. */
static bool sum_files(const struct profile *profile, struct costs *files, struct error *error)
{
    bool overflows = false;

    costs_init(files, profile->events.n_recorded);
    costs_ensure(files, names_count(profile->symbols.files));
    for (place_id id = 0; id < profile_n_places(profile); id++)
        overflows |= costs_combine_overflows(files, profile_place(profile, id).file,
                                             costs_row(&profile->by_place.self, id), false);
    profile_note_overflow(profile, overflows);
    return profile_fits(profile, error);
}

/* Marks the files of the rows shown. */
static void mark_files(const struct rows *rows, const struct selection *selection, bool *is_chosen)
{
    for (size_t i = 0; i < selection->n_selected; i++) {
        row_id id = selected_row(selection, i);
        if (!text_equal(rows_names(rows, id).file, TEXT("???")))
            is_chosen[rows->list[id].file] = true;
    }
}

static bool has_text(struct text_list list, struct text text)
{
    for (size_t i = 0; i < list.count; i++)
        if (text_equal(list.items[i], text))
            return true;
    return false;
}

/* The files that are chosen or named, ranked. */
static bool rank_files(struct ranking *ranking, const struct figures *figures,
                       const bool *is_chosen, struct text_list sources, struct error *error)
{
    const struct profile *profile = figures->profile;
    struct costs costs;
    bool is_done = sum_files(profile, &costs, error);

    ranking_begin(ranking, 1);
    for (file_id file = 0; is_done && file < names_count(profile->symbols.files); file++) {
        struct text name = names_text(profile->symbols.files, file);
        if (!is_chosen[file] && !has_text(sources, name))
            continue;
        int64_t *key = ranking_add(ranking, (struct ranked){.id = file, .file = name});
        is_done = figures_key(figures, costs_alone(&costs), file, key, error);
    }
    costs_free(&costs);
    ranking_sort(ranking);
    return is_done;
}

static void add_known(struct file_choice *chosen, const struct ranking *ranking,
                      struct text_list sources)
{
    for (size_t i = 0; i < ranking->count; i++)
        chosen->files[chosen->count++] = (struct chosen_file){
            .name = ranking->items[i].file,
            .id = ranking->items[i].id,
            .is_user_chosen = has_text(sources, ranking->items[i].file),
        };
}

/* Those that the profile knows nothing of. */
static void add_unknown(struct file_choice *chosen, const struct profile *profile,
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

bool files_choose(struct file_choice *chosen, const struct figures *figures,
                  const struct rows *rows, const struct selection *selection,
                  struct text_list sources, struct error *error)
{
    const struct profile *profile = figures->profile;
    bool *is_chosen = memory_alloc(names_count(profile->symbols.files), sizeof *is_chosen);
    struct ranking ranking = {0};

    *chosen = (struct file_choice){0};
    if (selection != NULL)
        mark_files(rows, selection, is_chosen);
    bool is_done = rank_files(&ranking, figures, is_chosen, sources, error);
    chosen->files = memory_alloc(ranking.count + sources.count, sizeof *chosen->files);
    add_known(chosen, &ranking, sources);
    add_unknown(chosen, profile, sources);
    ranking_free(&ranking);
    free(is_chosen);
    return is_done;
}

void file_choice_free(struct file_choice *chosen)
{
    free(chosen->files);
    *chosen = (struct file_choice){0};
}
