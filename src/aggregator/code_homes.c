/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/code_homes.h"

#include <stdlib.h>

#include "base/index.h"
#include "base/pairs.h"
#include "profile/name_pieces.h"

/* While they are found. Functions are numbered without levels and contexts. */
struct finding {
    const struct profile *fresh, *old;
    const uint32_t *files;     /* by old file: what it is called now */
    uint32_t *fresh_numbers;   /* by function id: its number */
    uint32_t *old_numbers;     /* the same number where it is matched */
    size_t n_functions;        /* numbers are below this */
    struct pairs fresh_places; /* (number, file) */
    struct pairs old_places;   /* likewise, files as they are called now */
    file_id *old_files;        /* by old place: the file as it was called */
};

static uint32_t number_of(struct index *numbers, const struct name_pieces *pieces,
                          struct function function)
{
    return index_add(numbers, (uint64_t)function.object << 32 | function.file,
                     pieces->bases[function.symbol]);
}

static void number_functions(struct finding *finding, const struct function *targets)
{
    const struct name_pieces *pieces = symbols_pieces(&finding->fresh->symbols);
    struct index numbers = {0};

    for (function_id id = 0; id < profile_n_functions(finding->fresh); id++)
        finding->fresh_numbers[id] =
            number_of(&numbers, pieces, profile_function(finding->fresh, id));
    for (function_id id = 0; id < profile_n_functions(finding->old); id++)
        finding->old_numbers[id] = number_of(&numbers, pieces, targets[id]);
    finding->n_functions = numbers.count;
    index_free(&numbers);
}

static void find_places(struct finding *finding)
{
    for (place_id id = 0; id < profile_n_places(finding->fresh); id++) {
        struct place place = profile_place(finding->fresh, id);
        pairs_add(&finding->fresh_places, finding->fresh_numbers[place.function], place.file);
    }
    for (place_id id = 0; id < profile_n_places(finding->old); id++) {
        struct place place = profile_place(finding->old, id);
        uint32_t pair = pairs_add(&finding->old_places, finding->old_numbers[place.function],
                                  finding->files[place.file]);
        finding->old_files[pair] = place.file;
    }
}

/* Each function where it is defined. */
static file_id *defined_in(const struct profile *profile)
{
    file_id *files = memory_alloc(profile_n_functions(profile), sizeof *files);

    for (function_id id = 0; id < profile_n_functions(profile); id++)
        files[id] = profile_function(profile, id).file;
    return files;
}

/* By number: the file where the code of a function is now, or NO_ID: where it is defined. */
static file_id *find_old(struct finding *finding, struct code_homes *homes,
                         const struct function *targets)
{
    file_id *now = memory_alloc(finding->n_functions, sizeof *now);

    for (size_t i = 0; i < finding->n_functions; i++)
        now[i] = NO_ID;
    for (function_id id = 0; id < profile_n_functions(finding->old); id++) {
        uint32_t number = finding->old_numbers[id];
        file_id was = finding->files[homes->old[id]], is = targets[id].file;
        if (was == is)
            continue;
        uint32_t place = pairs_find(&finding->old_places, number, is);
        if (place != NO_ID)
            homes->old[id] = finding->old_files[place];
        else if (pairs_find(&finding->fresh_places, number, was) != NO_ID)
            now[number] = was;
        else
            continue;
        homes->stays[id] = true;
    }
    return now;
}

void code_homes_find(struct code_homes *homes, const struct profile *fresh,
                     const struct profile *old, const struct function *targets,
                     const uint32_t *files)
{
    struct finding finding = {
        .fresh = fresh,
        .old = old,
        .files = files,
        .fresh_numbers = memory_alloc(profile_n_functions(fresh), sizeof(uint32_t)),
        .old_numbers = memory_alloc(profile_n_functions(old), sizeof(uint32_t)),
        .old_files = memory_alloc(profile_n_places(old), sizeof(file_id)),
    };

    *homes = (struct code_homes){.fresh = defined_in(fresh), .old = defined_in(old)};
    homes->stays = memory_alloc(profile_n_functions(old), sizeof *homes->stays);
    number_functions(&finding, targets);
    find_places(&finding);
    file_id *now = find_old(&finding, homes, targets);
    for (function_id id = 0; id < profile_n_functions(fresh); id++)
        if (now[finding.fresh_numbers[id]] != NO_ID)
            homes->fresh[id] = now[finding.fresh_numbers[id]];
    free(now);
    free(finding.fresh_numbers);
    free(finding.old_numbers);
    free(finding.old_files);
    pairs_free(&finding.fresh_places);
    pairs_free(&finding.old_places);
}

void code_homes_free(struct code_homes *homes)
{
    free(homes->fresh);
    free(homes->old);
    free(homes->stays);
    *homes = (struct code_homes){0};
}
