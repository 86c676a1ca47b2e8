/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/source/old_sources.h"

#include "reporter/source/revision.h"
#include "reporter/source/source.h"

bool old_sources_create(struct old_sources *sources, const struct old_source_options *options,
                        const struct profile *old, struct error *error)
{
    *sources = (struct old_sources){0};
    source_paths_create(&sources->paths, &options->at, old);
    if (options->revision.length == 0)
        return true;
    sources->revision = revision_open(options->revision, error);
    return sources->revision != NULL;
}

void old_sources_free(struct old_sources *sources)
{
    source_paths_free(&sources->paths);
    revision_close(sources->revision);
    *sources = (struct old_sources){0};
}

bool old_sources_find(struct old_sources *sources, struct source *source, struct text name,
                      const struct source *fresh)
{
    if (sources->revision != NULL && revision_find(sources->revision, source, name))
        return true;
    if (source_find_told(source, name, &sources->paths))
        return true;
    if (source_find_untold(source, name, &sources->paths)) {
        if (fresh == NULL || source->device != fresh->device ||
            source->file_number != fresh->file_number)
            return true;
        source_close(source);
    }
    return source_find_remote(source, name, &sources->paths);
}
