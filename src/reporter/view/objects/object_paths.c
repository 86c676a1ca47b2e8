/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/objects/object_paths.h"

#include "reporter/view/input/view_input.h"
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

static bool find_fresh(const struct view_input *input, struct text name, struct object_file *file)
{
    struct source_paths paths;

    object_paths_create(&paths, input->options, input->profile);
    enum object_status status = object_find(name, &paths, file);
    source_paths_free(&paths);
    return status == OBJECT_READ;
}

static bool find_old(const struct view_input *input, struct text name, struct object_file *file)
{
    struct source_paths paths;

    old_object_paths_create(&paths, input->options, input->profile);
    enum object_status status = object_find_old(name, &paths, file);
    source_paths_free(&paths);
    return status == OBJECT_READ;
}

bool object_is_unchanged(const struct view_input *input, object_id object, struct error *error)
{
    struct text name = names_text_if_any(input->profile->symbols.objects, object);
    struct object_file fresh = {0}, old = {0};
    const char *problem = NULL;

    if (!object_has_name(name))
        problem = "nobody knows what code it was";
    else if (!find_old(input, name, &old))
        problem = "its old build is not at hand";
    else if (!find_fresh(input, name, &fresh))
        problem = "it is not at hand";
    else if (!object_has_equal_code(&fresh, &old))
        problem = "its code has changed since";
    object_close(&fresh);
    object_close(&old);
    return problem == NULL ||
           error_usage(error,
                       "instructions of '%.100s' cannot be compared: %s (--old-object-path=FROM=TO "
                       "tells where old builds are)",
                       name.at == NULL ? "???" : name.at, problem);
}
