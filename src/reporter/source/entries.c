/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/source/entries.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/buffer.h"
#include "base/index.h"

/* How many answers are remembered: memory must not grow with the names asked for. */
enum { N_ANSWERS = 1 << 14 };

struct answer {
    struct text directory, name;
    bool is_known, is_there;
};

struct entries {
    struct answer answers[N_ANSWERS]; /* by the hash of what was asked; a later one replaces it */
};

struct entries *entries_create(void)
{
    return memory_alloc(1, sizeof(struct entries));
}

void entries_free(struct entries *entries)
{
    free(entries);
}

/* False where the system says so: other errors are left for whoever opens the file. */
static bool ask(struct text directory, struct text name)
{
    struct buffer path = {0};
    struct stat status;

    buffer_append(&path, directory);
    buffer_append(&path, name);
    bool is_there =
        stat(buffer_string(&path), &status) == 0 || (errno != ENOENT && errno != ENOTDIR);
    free(path.at);
    return is_there;
}

bool entries_may_have(struct entries *entries, struct text directory, struct text name)
{
    uint64_t hash = index_hash_text(name) ^ index_hash_text(directory);
    struct answer *answer = &entries->answers[hash % N_ANSWERS];

    if (!answer->is_known || !text_equal(answer->name, name) ||
        !text_equal(answer->directory, directory))
        *answer = (struct answer){directory, name, true, ask(directory, name)};
    return answer->is_there;
}
