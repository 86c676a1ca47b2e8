/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/output.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/buffer.h"
#include "base/number.h"

/*
 * Removes the unfinished file and raises the signal again, which ends the program when the handler
 * returns.
 */
static void remove_unfinished(int number)
{
    unfinished_file_remove();
    signal(number, SIG_DFL);
    raise(number);
}

/*
 * Handles the signals with which users end a program, or the system ends one that takes too long.
 * Ignored signals stay ignored, as under nohup.
 */
static void set_ending_action(void (*handler)(int))
{
    static const int numbers[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXCPU};
    struct sigaction old, action = {.sa_handler = handler};

    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < ARRAY_LENGTH(numbers); i++)
        if (sigaction(numbers[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
            sigaction(numbers[i], &action, NULL);
}

/*
 * Opens a stream that owns the descriptor. On failure it closes the descriptor, and errno says why.
 */
static FILE *stream_of(int descriptor)
{
    FILE *stream = descriptor >= 0 ? fdopen(descriptor, "w") : NULL;
    int reason = errno;

    if (stream == NULL && descriptor >= 0)
        close(descriptor);
    errno = reason;
    return stream;
}

/* Creates a file from a template for mkstemp(), with signals blocked until the handler is set. */
static FILE *create_unfinished(char *name, mode_t mode)
{
    sigset_t all, before;

    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    int descriptor = mkstemp(name);
    FILE *stream = stream_of(descriptor);
    if (stream != NULL) {
        (void)fchmod(descriptor, mode);
        unfinished_file_set(name);
        set_ending_action(remove_unfinished);
    } else if (descriptor >= 0) {
        unlink(name);
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return stream;
}

static bool failed(const struct output *output, struct error *error)
{
    return error_set(error, ERROR_FAILED, output->path, 0, "cannot be written: %s",
                     strerror(errno));
}

static void free_names(struct output *output)
{
    free(output->temporary);
    free(output->target);
    output->temporary = output->target = NULL;
}

/*
 * Opens a temporary file beside the one to write, with the same permissions. For a link, it is
 * beside the target.
 */
static FILE *open_temporary(struct output *output, mode_t mode)
{
    struct buffer name = {0};

    buffer_append(&name, text_of(output->target != NULL ? output->target : output->path));
    buffer_append(&name, TEXT(".XXXXXX"));
    buffer_string(&name);
    output->temporary = name.at;
    FILE *stream = create_unfinished(output->temporary, mode);
    if (stream == NULL)
        free_names(output);
    return stream;
}

/* True of "/dev/stdout" and "/dev/fd/3", which may be a file that others write to as well. */
static bool names_descriptor(struct text path)
{
    return text_starts_with(path, TEXT("/dev/std")) || text_starts_with(path, TEXT("/dev/fd/"));
}

bool output_open(struct output *output, const char *path, const char *pager_command,
                 struct error *error)
{
    struct stat status;

    *output = (struct output){.path = path};
    if (path == NULL && pager_command != NULL)
        output->pager = pager_open(pager_command, &output->stream);
    if (output->pager != NULL)
        return true;
    if (path == NULL)
        output->stream = stdout;
    else if (stat(path, &status) == 0) {
        bool is_regular = S_ISREG(status.st_mode) && !names_descriptor(text_of(path));
        output->target = is_regular ? realpath(path, NULL) : NULL;
        if (output->target != NULL)
            output->stream = open_temporary(output, status.st_mode & 0777);
        else if (!is_regular)
            output->stream = fopen(path, "a");
    } else if (errno == ENOENT && lstat(path, &status) == 0)
        return error_set(error, ERROR_FAILED, path, 0, "is a dangling symbolic link");
    else if (errno == ENOENT) {
        mode_t mask = umask(0);
        umask(mask);
        output->stream = open_temporary(output, 0666 & ~mask);
    }
    return output->stream != NULL || failed(output, error);
}

/*
 * Flushes the output. If an earlier write failed, errno still has the reason, since nothing was
 * printed after it.
 */
static bool flush(const struct output *output, struct error *error)
{
    bool had_failed = ferror(output->stream);
    int reason = errno;

    if (fflush(output->stream) == 0 && !had_failed)
        return true;
    if (had_failed)
        errno = reason;
    if (errno == EPIPE)
        return true;
    return output->path == NULL ? error_set(error, ERROR_FAILED, NULL, 0,
                                            "cannot write the output: %s", strerror(errno))
                                : failed(output, error);
}

bool output_close(struct output *output, bool is_done, struct error *error)
{
    is_done = flush(output, error) && is_done;
    if (output->pager != NULL) {
        fclose(output->stream);
        pager_close(output->pager);
        return is_done;
    }
    if (output->path != NULL && fclose(output->stream) != 0 && is_done)
        is_done = failed(output, error);
    if (output->temporary != NULL) {
        const char *target = output->target != NULL ? output->target : output->path;
        if (is_done && rename(output->temporary, target) != 0)
            is_done = failed(output, error);
        if (!is_done)
            unlink(output->temporary);
        set_ending_action(SIG_DFL);
        unfinished_file_set(NULL);
        free_names(output);
    }
    return is_done;
}
