/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Finds sources of an older version: files of a revision of git, or of other directories. */

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buffer.h"
#include "base/number.h"
#include "base/system.h"
#include "sources/source_paths.h"

enum { MOST_SILENT_SECONDS = 60 };

struct revision {
    struct arena arena;
    struct text name;   /* as typed */
    struct text commit; /* git's name for it */
    struct text tree;   /* the top of the working tree, with a '/' at its end */
    struct text prefix; /* the current directory in it: empty, or with a '/' at its end */
    struct process git; /* `git cat-file`, which serves objects one by one */
    bool is_stuck;      /* it did not answer */
    int status;         /* exit status */
    char *content;      /* of the object that was read last */
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

static bool start_git(struct process *git, const char *const *arguments)
{
    static const struct process_limits limits = {.silent_seconds = MOST_SILENT_SECONDS};

    return process_start(git, arguments, git_settings, &limits);
}

/*
 * Asks git for an object. It answers "NAME KIND SIZE", a newline, the content and a newline; or,
 * where there is none, a line that does not end in a number. Sets what is not NULL of the object,
 * and returns whether it is of that kind.
 */
static bool ask_git(struct revision *revision, struct text object, const char *kind,
                    struct text *name)
{
    static const char *const arguments[] = {GIT, "cat-file", "--batch", "--follow-symlinks", NULL};
    struct process *git = &revision->git;
    struct text answer, words[3] = {0};
    struct buffer question = {0};
    uint64_t size = SOURCE_LARGEST + 1;
    const char *after;
    char newline;

    if (revision->is_stuck || memchr(object.at, '\n', object.length) != NULL ||
        (git->id == 0 && !start_git(git, arguments)))
        return false;
    buffer_append(&question, object);
    buffer_append(&question, TEXT("\n"));
    bool is_asked = write(git->to, question.at, question.length) >= 0;
    bool is_answered = process_next(git, '\n', &answer) && is_asked;
    free(question.at);
    for (struct text word; is_answered && text_cut_word(&answer, &word);) {
        words[0] = words[1];
        words[1] = words[2];
        words[2] = word;
    }
    if (is_answered &&
        (words[2].length == 0 || read_number(words[2].at, &after, &size) != NUMBER_OK ||
         after != text_end(words[2])))
        return false;
    bool is_wanted = text_equal(words[1], text_of(kind));
    if (is_wanted && name != NULL)
        *name = arena_copy_text(&revision->arena, words[0]);
    if (size <= SOURCE_LARGEST) {
        free(revision->content);
        revision->content = memory_alloc(size, 1);
        revision->size = size;
        if (process_read(git, revision->content, size) && process_read(git, &newline, 1))
            return is_wanted;
    }
    /* The next file uses another process, unless this one took too long. */
    revision->is_stuck = git->is_endless;
    revision->status = process_end(git);
    return false;
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

/* Finds the working tree; tree and prefix stay empty if the repository has none. */
static void find_tree(struct revision *revision)
{
    static const char *const arguments[] = {GIT, "rev-parse", "--show-prefix", "--show-toplevel",
                                            NULL};
    struct process git;
    struct text line;

    if (!start_git(&git, arguments))
        return;
    if (process_next(&git, '\n', &line))
        revision->prefix = with_slash(revision, line);
    if (process_next(&git, '\n', &line))
        revision->tree = with_slash(revision, line);
    process_end(&git);
}

struct revision *revision_open(struct text name, struct error *error)
{
    struct revision *revision = memory_alloc(1, sizeof *revision);
    struct buffer wanted = {0};

    revision->name = arena_copy_text(&revision->arena, name);
    buffer_append(&wanted, name);
    buffer_append(&wanted, TEXT("^{commit}"));
    bool is_found = ask_git(revision, buffer_text(&wanted), "commit", &revision->commit);
    free(wanted.at);
    if (is_found) {
        find_tree(revision);
        return revision;
    }
    if (revision->is_stuck)
        error_set(error, ERROR_FAILED, NULL, 0,
                  "git, which --old-rev needs, did not answer within a minute");
    else if (revision->status == PROCESS_NOT_FOUND)
        error_set(error, ERROR_FAILED, NULL, 0, "git, which --old-rev needs, cannot be run");
    else
        error_set(error, ERROR_FAILED, NULL, 0,
                  "--old-rev=%.100s: git has no such revision in the current directory",
                  revision->name.at);
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

/* Opens the file at a path from the top of the repository; for git "./a" is not from there. */
static bool open_path(struct revision *revision, struct source *source, struct text path)
{
    struct buffer object = {0}, name = {0};

    buffer_append(&object, revision->commit);
    buffer_append(&object, TEXT(":"));
    buffer_append(&object, path);
    bool is_found = path.length != 0 && path.at[0] != '/' && !text_starts_with(path, TEXT("./")) &&
                    !text_starts_with(path, TEXT("../")) &&
                    ask_git(revision, buffer_text(&object), "blob", NULL);
    if (is_found) {
        buffer_append(&name, revision->name);
        buffer_append(&name, TEXT(":"));
        buffer_append(&name, path);
        source_open_memory(source, (struct text){revision->content, revision->size},
                           buffer_text(&name));
    }
    free(object.at);
    free(name.at);
    return is_found;
}

/* Opens a file that is named from the current directory. */
static bool open_relative(struct revision *revision, struct source *source, struct text name)
{
    struct buffer path = {0};

    append_resolved(&path, revision->prefix);
    append_resolved(&path, name);
    bool is_found = open_path(revision, source, buffer_text(&path));
    free(path.at);
    return is_found;
}

/*
 * Returns whether a path is below the working tree, and opens the file that the revision has there.
 */
static bool is_in_tree(struct revision *revision, struct source *source, struct text path,
                       bool *is_found)
{
    if (revision->tree.length == 0 || !text_starts_with(path, revision->tree))
        return false;
    *is_found = open_path(revision, source, text_skip(path, revision->tree.length));
    return true;
}

bool revision_find(struct revision *revision, struct source *source, struct text name,
                   const struct source *new_source)
{
    struct text end = name, component;
    bool is_found = false;

    if (name.length == 0 || is_in_tree(revision, source, name, &is_found))
        return is_found;
    is_found = name.at[0] != '/' && open_relative(revision, source, name);
    char *path = !is_found && new_source != NULL ? realpath(new_source->path, NULL) : NULL;
    if (path != NULL)
        is_in_tree(revision, source, text_of(path), &is_found);
    free(path);
    for (; !is_found && path_base(end).length != end.length; text_cut(&end, '/', &component))
        is_found = end.length < LONGEST_END && open_path(revision, source, end);
    return is_found;
}

void revision_close(struct revision *revision)
{
    if (revision == NULL)
        return;
    if (revision->git.id != 0)
        process_end(&revision->git);
    free(revision->content);
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
                      const struct source *current)
{
    if (sources->revision != NULL && revision_find(sources->revision, source, name, current)) {
        source->is_withheld = sources->paths.quoting == QUOTE_NONE;
        return true;
    }
    if (source_find_configured(source, name, &sources->paths))
        return true;
    if (!source_find(source, name, &sources->paths))
        return false;
    if (current == NULL || source->device != current->device ||
        source->file_number != current->file_number)
        return true;
    source_close(source);
    return false;
}
