/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Finds sources of an older version: files of a revision of git, or of other directories. */

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "base/buffer.h"
#include "base/names.h"
#include "base/number.h"
#include "base/system.h"
#include "profile/profile.h"
#include "sources/source_paths.h"

/* Of a tree, and bytes of the paths that are kept; of git's name for a content. */
enum { MOST_ENTRIES = 5000000, MOST_BYTES = 1 << 30, LONGEST_OBJECT = 100 };

enum { MOST_SILENT_SECONDS = 60 };

struct revision {
    struct arena arena;
    struct text name;       /* as typed */
    struct names *paths;    /* from the top of the repository */
    struct text *objects;   /* by path: git's name for its content */
    struct text tree;       /* the top of the working tree, with a '/' at its end */
    struct text prefix;     /* the current directory in it: empty, or with a '/' at its end */
    size_t n_bytes;         /* of the paths */
    struct names *wanted;   /* the names, without folders, of files that may be asked for */
    struct process content; /* `git cat-file`, which runs from the first file asked for */
    bool is_stuck;          /* it did not answer */
    char *blob;             /* the content that was read last */
    size_t size;
};

/*
 * The repository may be untrusted, and its configuration can name programs, for hooks and for a
 * fetch. git fetches what a partial clone lacks as soon as it is asked for. Not every version knows
 * GIT_NO_LAZY_FETCH, and protocol.allow is not enough: the repository may set the more specific
 * protocol.NAME.allow, which takes precedence, but not over this empty list of protocols.
 */
#define GIT "git", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null"

static const char *const git_settings[] = {"GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=", NULL};

static bool start_git(struct process *git, const char *const *arguments, struct error *error)
{
    static const struct process_limits limits = {.silent_seconds = MOST_SILENT_SECONDS};

    return process_start(git, arguments, git_settings, &limits) ||
           error_set(error, ERROR_FAILED, NULL, 0, "git, which --old-rev needs, cannot be run");
}

/* Returns whether git did what it was asked, as far as there is no error. */
static bool end_git(struct process *git, struct error *error)
{
    bool is_endless = git->is_endless;
    int status = process_end(git);

    if (is_endless)
        return error_set(error, ERROR_FAILED, NULL, 0,
                         "git, which --old-rev needs, did not answer within a minute");
    if (status == PROCESS_NOT_FOUND)
        return error_set(error, ERROR_FAILED, NULL, 0, "git, which --old-rev needs, cannot be run");
    return status == 0;
}

/* Reads the first lines that git prints, and empty ones where there are fewer. */
static bool ask_git(struct revision *revision, const char *const *arguments, struct text *lines,
                    size_t count, struct error *error)
{
    struct process git;
    struct text line;

    if (!start_git(&git, arguments, error))
        return false;
    for (size_t i = 0; process_next(&git, '\n', &line); i++)
        if (i < count)
            lines[i] = arena_copy_text(&revision->arena, line);
    return end_git(&git, error);
}

/* Finds the commit first, so that git takes nothing that was typed for an option or a path. */
static bool find_commit(struct revision *revision, struct text *commit, struct error *error)
{
    struct buffer wanted = {0};
    struct text lines[2] = {0};

    buffer_append(&wanted, revision->name);
    buffer_append(&wanted, TEXT("^{commit}"));
    const char *const arguments[] = {
        GIT, "rev-parse", "--verify", "--quiet", "--end-of-options", buffer_string(&wanted), NULL};
    bool is_done = ask_git(revision, arguments, lines, ARRAY_LENGTH(lines), error);
    free(wanted.at);
    /* Before version 2.30, git prints --end-of-options too. */
    *commit = lines[lines[1].length != 0];
    if (is_done || error->kind != ERROR_NONE)
        return is_done;
    return error_set(error, ERROR_FAILED, NULL, 0,
                     "--old-rev=%.100s: git has no such revision in the current directory",
                     revision->name.at);
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
    struct text lines[2] = {0};

    ask_git(revision, arguments, lines, ARRAY_LENGTH(lines), error);
    revision->prefix = with_slash(revision, lines[0]);
    revision->tree = with_slash(revision, lines[1]);
    return error->kind == ERROR_NONE;
}

/*
 * Adds an entry, "100644 blob OBJECT<tab>PATH", if it may be asked for. Links and other
 * repositories are no sources.
 */
static void add_entry(struct revision *revision, struct text entry, size_t *capacity)
{
    struct text mode, kind, object;

    if (!text_cut(&entry, ' ', &mode) || !text_cut(&entry, ' ', &kind) ||
        !text_cut(&entry, '\t', &object) || !text_starts_with(mode, TEXT("100")) ||
        names_find(revision->wanted, path_base(entry)) == NO_ID)
        return;
    size_t known = names_count(revision->paths);
    uint32_t id = names_add(revision->paths, entry);
    if (id < known)
        return;
    if (id >= *capacity)
        revision->objects =
            memory_grow(revision->objects, capacity, (size_t)id + 1, sizeof *revision->objects);
    revision->objects[id] = arena_copy_text(&revision->arena, object);
    revision->n_bytes += entry.length;
}

/* Reads entry by entry: a tree of a few bytes may have any number of files. */
static bool list_files(struct revision *revision, struct text commit, struct error *error)
{
    const char *const arguments[] = {GIT,           "ls-tree", "-r", "-z",
                                     "--full-tree", commit.at, "--", NULL};
    size_t capacity = 0, n_entries = 0;
    struct process git;
    struct text entry;

    if (!start_git(&git, arguments, error))
        return false;
    while (n_entries <= MOST_ENTRIES && revision->n_bytes <= MOST_BYTES &&
           process_next(&git, '\0', &entry)) {
        add_entry(revision, entry, &capacity);
        n_entries++;
    }
    bool is_done = end_git(&git, error);
    if (n_entries > MOST_ENTRIES || revision->n_bytes > MOST_BYTES)
        return error_set(error, ERROR_FAILED, NULL, 0,
                         "--old-rev=%.100s: its tree has too many files, more than %d",
                         revision->name.at, MOST_ENTRIES);
    return is_done || error->kind != ERROR_NONE
             ? is_done
             : error_set(error, ERROR_FAILED, NULL, 0,
                         "--old-rev=%.100s: git cannot list its files", revision->name.at);
}

struct revision *revision_open(struct text name, const struct names *files, struct error *error)
{
    struct revision *revision = memory_alloc(1, sizeof *revision);
    struct text commit = {0};

    revision->name = arena_copy_text(&revision->arena, name);
    revision->paths = names_create();
    revision->wanted = names_create();
    for (uint32_t id = 0; id < names_count(files); id++)
        names_add(revision->wanted, path_base(names_text(files, id)));
    if (find_commit(revision, &commit, error) && find_tree(revision, error) &&
        list_files(revision, commit, error))
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
    struct process *git = &revision->content;
    char question[LONGEST_OBJECT + 1], newline;
    struct text answer, word;
    const char *after;
    uint64_t size = SOURCE_LARGEST + 1;

    if (object.length >= sizeof question)
        return false;
    memcpy(question, object.at, object.length);
    question[object.length] = '\n';
    if (write(git->to, question, object.length + 1) < 0 || !process_next(git, '\n', &answer))
        return false;
    while (text_cut_word(&answer, &word))
        if (read_number(word.at, &after, &size) != NUMBER_OK || after != text_end(word))
            size = SOURCE_LARGEST + 1;
    if (size > SOURCE_LARGEST)
        return false;
    free(revision->blob);
    revision->blob = memory_alloc(size, 1);
    revision->size = size;
    return process_read(git, revision->blob, size) && process_read(git, &newline, 1);
}

bool revision_find(struct revision *revision, struct source *source, struct text name)
{
    static const char *const arguments[] = {GIT, "cat-file", "--batch", NULL};
    uint32_t path = find_path(revision, name);
    struct buffer found = {0};
    struct error ignored = {0};

    if (path == NO_ID || revision->is_stuck ||
        (revision->content.id == 0 && !start_git(&revision->content, arguments, &ignored)))
        return false;
    if (!read_blob(revision, revision->objects[path])) {
        revision->is_stuck = revision->content.is_endless;
        process_end(&revision->content);
        return false;
    }
    buffer_append(&found, revision->name);
    buffer_append(&found, TEXT(":"));
    buffer_append(&found, names_text(revision->paths, path));
    source_open_memory(source, (struct text){revision->blob, revision->size}, buffer_text(&found));
    free(found.at);
    return true;
}

void revision_close(struct revision *revision)
{
    if (revision == NULL)
        return;
    if (revision->content.id != 0)
        process_end(&revision->content);
    names_free(revision->paths);
    names_free(revision->wanted);
    free(revision->objects);
    free(revision->blob);
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
    sources->revision = revision_open(options->revision, old->symbols.files, error);
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
    if (sources->revision != NULL && revision_find(sources->revision, source, name)) {
        source->is_withheld = sources->paths.quoting == QUOTE_NONE;
        return true;
    }
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
