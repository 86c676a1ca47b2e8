/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Finds sources of an older version: files of a revision of git, or of other directories. */

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/names.h"
#include "base/number.h"
#include "base/system.h"
#include "reporter/source/source_paths.h"

struct revision {
    struct arena arena;
    struct text name;       /* as typed */
    struct names *paths;    /* from the top of the repository */
    struct text *objects;   /* by path: git's name for its content */
    struct text tree;       /* the top of the working tree, with a '/' at its end */
    struct text prefix;     /* the current directory in it: empty, or with a '/' at its end */
    struct process content; /* `git cat-file`, which runs from the first file asked for */
    struct buffer blob;     /* the content that was read last */
};

/*
 * The repository may be untrusted, and its configuration can name programs, for hooks and for a
 * fetch. git fetches what a partial clone lacks as soon as it is asked for. Not every version knows
 * GIT_NO_LAZY_FETCH, and protocol.allow is not enough: the repository may set the more specific
 * protocol.NAME.allow, which takes precedence, but not over this empty list of protocols.
 */
#define GIT "git", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null"

static const char *const git_settings[] = {"GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=", NULL};

static bool read_to_end(FILE *stream, struct buffer *content)
{
    char block[1 << 14];
    size_t length;

    while ((length = fread(block, 1, sizeof block, stream)) != 0)
        buffer_append(content, (struct text){block, length});
    return !ferror(stream);
}

/* Reads what git prints, without the newline at its end. */
static bool ask_git(const char *const *arguments, struct buffer *answer, struct error *error)
{
    struct process git;

    if (!process_start(&git, arguments, git_settings))
        return error_set(error, ERROR_FAILED, NULL, 0,
                         "git, which --old-rev needs, cannot be run: %s", strerror(errno));
    bool is_read = read_to_end(git.from, answer);
    bool is_done = process_end(&git) && is_read;
    if (answer->length != 0 && answer->at[answer->length - 1] == '\n')
        answer->length--;
    return is_done;
}

/* Finds the commit first, so that git takes nothing that was typed for an option or a path. */
static bool find_commit(const struct revision *revision, struct buffer *commit, struct error *error)
{
    struct buffer wanted = {0};

    buffer_append(&wanted, revision->name);
    buffer_append(&wanted, TEXT("^{commit}"));
    const char *const arguments[] = {
        GIT, "rev-parse", "--verify", "--quiet", "--end-of-options", buffer_string(&wanted), NULL};
    bool is_done = ask_git(arguments, commit, error);
    free(wanted.at);
    /* Before version 2.30, git prints --end-of-options too. */
    size_t begin = commit->length;
    while (begin != 0 && commit->at[begin - 1] != '\n')
        begin--;
    if (commit->length != begin)
        memmove(commit->at, commit->at + begin, commit->length - begin);
    commit->length -= begin;
    if (is_done || error->kind != ERROR_NONE)
        return is_done;
    return error_set(error, ERROR_FAILED, NULL, 0,
                     "--old-rev=%.100s: git has no such revision in the current directory",
                     revision->name.at);
}

/* Cuts a line off the answer and copies it into the arena. */
static struct text take_line(struct revision *revision, struct text *answer)
{
    struct text line = {0};

    text_cut(answer, '\n', &line);
    return arena_copy_text(&revision->arena, line);
}

static struct text with_slash(struct revision *revision, struct text directory)
{
    struct buffer path = {0};

    if (directory.length == 0)
        return directory;
    buffer_append(&path, directory);
    if (directory.at[directory.length - 1] != '/')
        buffer_append(&path, TEXT("/"));
    return buffer_keep(&path, &revision->arena);
}

/*
 * Finds the working tree. Leaves tree and prefix empty if the repository has none, which is no
 * error.
 */
static bool find_tree(struct revision *revision, struct error *error)
{
    static const char *const arguments[] = {GIT, "rev-parse", "--show-prefix", "--show-toplevel",
                                            NULL};
    struct buffer answer = {0};

    ask_git(arguments, &answer, error);
    struct text rest = buffer_text(&answer);
    revision->prefix = with_slash(revision, take_line(revision, &rest));
    revision->tree = with_slash(revision, take_line(revision, &rest));
    free(answer.at);
    return error->kind == ERROR_NONE;
}

/* Adds an entry, "100644 blob OBJECT<tab>PATH". Links and other repositories are no sources. */
static void add_entry(struct revision *revision, struct text entry, size_t *capacity)
{
    struct text mode, kind, object;

    if (!text_cut(&entry, ' ', &mode) || !text_cut(&entry, ' ', &kind) ||
        !text_cut(&entry, '\t', &object) || !text_starts_with(mode, TEXT("100")))
        return;
    size_t known = names_count(revision->paths);
    uint32_t id = names_add(revision->paths, entry);
    if (id < known)
        return;
    if (id >= *capacity)
        revision->objects =
            memory_grow(revision->objects, capacity, (size_t)id + 1, sizeof *revision->objects);
    revision->objects[id] = arena_copy_text(&revision->arena, object);
}

static bool list_files(struct revision *revision, const char *commit, struct error *error)
{
    const char *const arguments[] = {GIT, "ls-tree", "-r", "-z", "--full-tree", commit, "--", NULL};
    struct buffer answer = {0};
    size_t capacity = 0;
    struct text entry;

    if (!ask_git(arguments, &answer, error)) {
        free(answer.at);
        return error->kind != ERROR_NONE
                 ? false
                 : error_set(error, ERROR_FAILED, NULL, 0,
                             "--old-rev=%.100s: git cannot list its files", revision->name.at);
    }
    struct text rest = buffer_text(&answer);
    while (rest.length != 0 && text_cut(&rest, '\0', &entry))
        add_entry(revision, entry, &capacity);
    free(answer.at);
    return true;
}

struct revision *revision_open(struct text name, struct error *error)
{
    struct revision *revision = memory_alloc(1, sizeof *revision);
    struct buffer commit = {0};

    revision->name = arena_copy_text(&revision->arena, name);
    revision->paths = names_create();
    bool is_done = find_commit(revision, &commit, error) && find_tree(revision, error) &&
                   list_files(revision, buffer_string(&commit), error);
    free(commit.at);
    if (is_done)
        return revision;
    revision_close(revision);
    return NULL;
}

/* Appends the components of a path; "." and ".." are followed. */
static void append_resolved(struct buffer *resolved, struct text path)
{
    struct text component;

    while (path.at != NULL && text_cut(&path, '/', &component)) {
        if (component.length == 0 || text_equal(component, TEXT(".")))
            continue;
        if (text_equal(component, TEXT(".."))) {
            resolved->length -= path_base(buffer_text(resolved)).length;
            resolved->length -= resolved->length != 0;
            continue;
        }
        buffer_append(resolved, resolved->length != 0 ? TEXT("/") : TEXT(""));
        buffer_append(resolved, component);
    }
}

static uint32_t find_in_tree(const struct revision *revision, struct text path)
{
    struct buffer resolved = {0};

    append_resolved(&resolved, revision->prefix);
    append_resolved(&resolved, path);
    uint32_t found = names_find(revision->paths, buffer_text(&resolved));
    free(resolved.at);
    return found;
}

/* Finds the longest end of a path that the revision has, of two components or more but not all. */
static uint32_t find_end(const struct revision *revision, struct text path)
{
    uint32_t found = NO_ID;
    struct text component;

    while (found == NO_ID && text_cut(&path, '/', &component) &&
           path_base(path).length != path.length)
        found = names_find(revision->paths, path);
    return found;
}

/* Finds the only path that ends with this one. Returns NO_ID if there are several. */
static uint32_t find_whole(const struct revision *revision, struct text end)
{
    uint32_t found = NO_ID;

    while (text_starts_with(end, TEXT("../")) || text_starts_with(end, TEXT("./")))
        end = text_skip(end, end.at[1] == '/' ? 2 : 3);
    for (uint32_t id = 0; id < names_count(revision->paths); id++) {
        struct text path = names_text(revision->paths, id);
        if (path.length < end.length ||
            (path.length > end.length && path.at[path.length - end.length - 1] != '/') ||
            !text_equal(text_skip(path, path.length - end.length), end))
            continue;
        if (found != NO_ID)
            return NO_ID;
        found = id;
    }
    return found;
}

static uint32_t find_path(const struct revision *revision, struct text name)
{
    if (name.length == 0)
        return NO_ID;
    if (name.at[0] != '/') {
        uint32_t found = find_in_tree(revision, name);
        found = found != NO_ID ? found : find_whole(revision, name);
        return found != NO_ID ? found : find_end(revision, name);
    }
    if (revision->tree.length != 0 && text_starts_with(name, revision->tree))
        return names_find(revision->paths, text_skip(name, revision->tree.length));
    return find_end(revision, name);
}

/* Reads what git answers: "OBJECT blob SIZE", a newline, the content and a newline. */
static bool read_blob(struct revision *revision, struct text object)
{
    char answer[200];
    const char *after;
    uint64_t size;

    fprintf(revision->content.to, "%.*s\n", (int)object.length, object.at);
    if (fflush(revision->content.to) != 0 ||
        fgets(answer, sizeof answer, revision->content.from) == NULL)
        return false;
    const char *blank = strrchr(answer, ' ');
    if (blank == NULL || read_number(blank + 1, &after, &size) != NUMBER_OK || *after != '\n' ||
        size > SOURCE_LARGEST)
        return false;
    revision->blob.length = 0;
    for (int c = 0; revision->blob.length < size && c != EOF;) {
        char block[1 << 14];
        size_t left = size - revision->blob.length;
        size_t length =
            fread(block, 1, left < sizeof block ? left : sizeof block, revision->content.from);
        c = length == 0 ? EOF : 0;
        buffer_append(&revision->blob, (struct text){block, length});
    }
    return revision->blob.length == size && fgetc(revision->content.from) == '\n';
}

bool revision_find(struct revision *revision, struct source *source, struct text name)
{
    static const char *const arguments[] = {GIT, "cat-file", "--batch", NULL};
    uint32_t path = find_path(revision, name);
    struct buffer found = {0};

    if (path == NO_ID || (revision->content.to == NULL &&
                          !process_start(&revision->content, arguments, git_settings)))
        return false;
    if (!read_blob(revision, revision->objects[path])) {
        process_end(&revision->content);
        return false;
    }
    buffer_append(&found, revision->name);
    buffer_append(&found, TEXT(":"));
    buffer_append(&found, names_text(revision->paths, path));
    source_open_memory(source, buffer_text(&revision->blob), buffer_text(&found));
    free(found.at);
    return true;
}

void revision_close(struct revision *revision)
{
    if (revision == NULL)
        return;
    if (revision->content.to != NULL)
        process_end(&revision->content);
    names_free(revision->paths);
    free(revision->objects);
    free(revision->blob.at);
    arena_free(&revision->arena);
    free(revision);
}

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
    if (source_find_configured(source, name, &sources->paths))
        return true;
    if (!source_find_recorded(source, name, &sources->paths))
        return false;
    if (fresh == NULL || source->device != fresh->device ||
        source->file_number != fresh->file_number)
        return true;
    source_close(source);
    return false;
}
