/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Fetches sources from servers, by the build ids of objects. */

#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "reporter/source/source_paths.h"
#include "reporter/view/input/view_options.h"
#include "reporter/view/objects/objects.h"

typedef enum object_status find_object(struct text name, const struct source_paths *paths,
                                       struct object_file *file);

struct build_id {
    bool was_read;
    unsigned char bytes[LONGEST_BUILD_ID];
    size_t length; /* 0 if there is none, or the object was not found */
};

struct remote_file {
    bool was_asked_for;
    char *path; /* where it was fetched to; NULL if no server has it */
};

struct remote_sources {
    struct debuginfod *servers;
    const struct profile *profile;
    struct source_paths objects; /* where the objects are */
    find_object *find;           /* object_find() or object_find_old() */
    struct build_id *build_ids;  /* by object */
    struct remote_file *files;   /* by id, below n_files */
    size_t n_files;
    struct pairs owners; /* (file, object that has code of it) */
    uint32_t *by_file;   /* ids of owners: those of file i are from begin[i] to begin[i + 1] */
    size_t *begin;
};

static void find_owners(struct remote_sources *remote)
{
    const struct profile *profile = remote->profile;

    for (place_id id = 0; id < profile_n_places(profile); id++) {
        struct place place = profile_place(profile, id);
        object_id object = profile_function(profile, place.function).object;
        if (is_known_name(names_text_if_any(profile->symbols.objects, object)))
            pairs_add(&remote->owners, place.file, object);
    }
    remote->by_file = pairs_sort(&remote->owners, PAIR_FROM, remote->n_files, &remote->begin);
}

static struct remote_sources *create(const struct view_options *options,
                                     const struct profile *profile, find_object *find)
{
    struct remote_sources *remote = memory_alloc(1, sizeof *remote);

    remote->servers = options->servers;
    remote->profile = profile;
    remote->find = find;
    remote->build_ids =
        memory_alloc(names_count(profile->symbols.objects), sizeof *remote->build_ids);
    remote->n_files = names_count(profile->symbols.files);
    remote->files = memory_alloc(remote->n_files, sizeof *remote->files);
    find_owners(remote);
    return remote;
}

struct remote_sources *remote_sources_create(const struct view_options *options,
                                             const struct profile *profile)
{
    if (options->servers == NULL)
        return NULL;
    struct remote_sources *remote = create(options, profile, object_find);
    object_paths_create(&remote->objects, options, profile);
    return remote;
}

struct remote_sources *remote_sources_create_old(const struct view_options *options,
                                                 const struct profile *old)
{
    if (options->servers == NULL)
        return NULL;
    struct remote_sources *remote = create(options, old, object_find_old);
    old_object_paths_create(&remote->objects, options, old);
    return remote;
}

static const struct build_id *read_build_id(struct remote_sources *remote, object_id object)
{
    struct text name = names_text(remote->profile->symbols.objects, object);
    struct build_id *build_id = &remote->build_ids[object];
    struct object_file file = {0};

    if (build_id->was_read)
        return build_id;
    build_id->was_read = true;
    if (remote->find(name, &remote->objects, &file) == OBJECT_READ) {
        build_id->length = file.build_id_length;
        memcpy(build_id->bytes, file.build_id, build_id->length);
    }
    object_close(&file);
    return build_id;
}

/*
 * Restores the path that the debug information has: the current directory was taken off the front
 * of paths below it when the profile was read. Returns false if servers cannot know the path: one
 * that begins with "." or ".." was relative from the start.
 */
static bool restore_path(const struct remote_sources *remote, struct text name, struct buffer *path)
{
    bool is_absolute = name.length != 0 && name.at[0] == '/';
    struct text directory = remote->objects.current_dir;

    if (!is_known_name(name) || memchr(name.at, '\0', name.length) != NULL)
        return false;
    if (!is_absolute && (directory.length == 0 || text_starts_with(name, TEXT("./")) ||
                         text_starts_with(name, TEXT("../"))))
        return false;
    if (!is_absolute)
        buffer_append(path, directory);
    buffer_append(path, name);
    return true;
}

/* Asks for the file as a source of each of its objects in turn. Returns NULL if none has it. */
static char *fetch(struct remote_sources *remote, file_id file, const char *path)
{
    char *fetched = NULL;

    for (size_t i = remote->begin[file]; i < remote->begin[file + 1] && fetched == NULL; i++) {
        object_id object = (object_id)remote->owners.list[remote->by_file[i]].to;
        const struct build_id *build_id = read_build_id(remote, object);
        fetched = debuginfod_fetch(remote->servers, build_id->bytes, build_id->length, path);
    }
    return fetched;
}

static bool find_source(void *asked, struct source *source, struct text name)
{
    struct remote_sources *remote = asked;
    file_id id = names_find(remote->profile->symbols.files, name);
    struct buffer path = {0};

    if (id == NO_ID || id >= remote->n_files)
        return false;
    struct remote_file *file = &remote->files[id];
    if (!file->was_asked_for && restore_path(remote, name, &path))
        file->path = fetch(remote, id, buffer_string(&path));
    file->was_asked_for = true;
    free(path.at);
    return file->path != NULL && source_open(source, (struct text){0}, text_of(file->path));
}

struct last_resort remote_sources_resort(struct remote_sources *remote)
{
    return (struct last_resort){remote != NULL ? find_source : NULL, remote};
}

void remote_sources_free(struct remote_sources *remote)
{
    if (remote == NULL)
        return;
    for (size_t i = 0; i < remote->n_files; i++)
        free(remote->files[i].path);
    free(remote->files);
    free(remote->build_ids);
    free(remote->by_file);
    free(remote->begin);
    pairs_free(&remote->owners);
    source_paths_free(&remote->objects);
    free(remote);
}
