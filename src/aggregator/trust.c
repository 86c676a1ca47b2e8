/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/trust.h"

#include <string.h>
#include <sys/stat.h>

#include "base/array.h"
#include "base/error.h"
#include "base/index.h"
#include "profile/profile.h"

/* What notes are about. */
struct trust {
    const struct trust_side *fresh, *old; /* of a profile that is compared with none, old: NULL */
    struct warnings *notes;               /* of one name */
};

static bool find_file(const char *path, uint64_t *device, uint64_t *inode)
{
    struct stat status;

    if (strcmp(path, "-") == 0 || stat(path, &status) != 0 || !S_ISREG(status.st_mode))
        return false;
    *device = (uint64_t)status.st_dev;
    *inode = (uint64_t)status.st_ino;
    return true;
}

static void note_same(struct trust *trust)
{
    const struct profile *fresh = trust->fresh->profile, *old = trust->old->profile;
    struct index files = {0};
    uint64_t device, inode;
    const char *shared = NULL;

    for (size_t i = 0; i < old->n_inputs; i++)
        if (find_file(old->inputs[i].path, &device, &inode))
            index_add(&files, device, inode);
    for (size_t i = 0; i < fresh->n_inputs && shared == NULL; i++)
        if (find_file(fresh->inputs[i].path, &device, &inode) &&
            index_find(&files, device, inode) != NO_ID)
            shared = fresh->inputs[i].path;
    index_free(&files);
    if (shared != NULL)
        warnings_add(trust->notes, shared, 0, "is compared with itself");
}

/* The sum of more runs is larger for that alone. */
static void note_runs(struct trust *trust)
{
    size_t fresh = trust->fresh->profile->n_runs, old = trust->old->profile->n_runs;

    if (fresh != old)
        warnings_add(trust->notes, NULL, 0, "profiles compared: %zu new, %zu old", fresh, old);
}

/* The notes, in the order of TRUST_NOTE_NAMES. */
static const struct {
    const char *name;
    void (*note)(struct trust *trust);
} kinds[] = {
    {"same", note_same},
    {"runs", note_runs},
};

void trust_note(struct warnings *notes, const struct trust_side *fresh,
                const struct trust_side *old, unsigned silenced)
{
    struct trust trust = {.fresh = fresh, .old = old};

    for (size_t i = 0; i < ARRAY_LENGTH(kinds); i++) {
        struct warnings found = {0};
        trust.notes = &found;
        if (old == NULL || (silenced >> i & 1) != 0)
            continue;
        kinds[i].note(&trust);
        found.first[0].name = kinds[i].name;
        warnings_append(notes, &found, 0);
    }
}
