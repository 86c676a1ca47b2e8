/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/objects/object_paths.h"

#include "reporter/view/input/view_options.h"

void object_paths_create(struct source_paths *paths, const struct view_options *options,
                         const struct profile *profile)
{
    const struct source_options at = {.include_dirs = options->sources_at.include_dirs,
                                      .maps_from = options->objects_at.maps_from,
                                      .maps_to = options->objects_at.maps_to};

    source_paths_create(paths, &at, profile);
    paths->has_large_files = true;
}

void old_object_paths_create(struct source_paths *paths, const struct view_options *options,
                             const struct profile *old)
{
    source_paths_create(paths, &options->old_objects_at, old);
    paths->has_large_files = true;
}

bool object_has_name(struct text name)
{
    return name.length != 0 && !text_equal(name, TEXT("???"));
}

/* Reads the object in the file that was found. */
static enum object_status read_found(struct source *found, struct object_file *file)
{
    enum object_status status = object_open(file, found->path);

    source_close(found);
    return status;
}

enum object_status object_find(struct text name, const struct source_paths *paths,
                               struct object_file *file)
{
    struct source found;

    if (!source_find_mapped(&found, name, paths) && !source_find(&found, name, paths))
        return OBJECT_NOT_FOUND;
    return read_found(&found, file);
}

enum object_status object_find_old(struct text name, const struct source_paths *paths,
                                   struct object_file *file)
{
    struct source found;

    return source_find_mapped(&found, name, paths) ? read_found(&found, file) : OBJECT_NOT_FOUND;
}
