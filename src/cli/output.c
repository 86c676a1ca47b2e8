/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/output.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buffer.h"

static bool failed(const struct output *output, struct error *error)
{
    return error_set(error, ERROR_FAILED, output->path, 0, "cannot be written: %s",
                     strerror(errno));
}

/* The permissions that a new file gets. */
static mode_t usual_mode(void)
{
    mode_t mask = umask(0);

    umask(mask);
    return 0666 & ~mask;
}

/* A file beside the one to be written, which may be a link to it, with its permissions. */
static bool open_aside(struct output *output, mode_t mode)
{
    struct buffer name = {0};

    output->target = realpath(output->path, NULL);
    buffer_append(&name, text_of(output->target != NULL ? output->target : output->path));
    buffer_append(&name, TEXT(".XXXXXX"));
    buffer_string(&name);
    output->aside = name.at;
    int descriptor = mkstemp(output->aside);
    if (descriptor < 0) {
        free(output->target);
        free(output->aside);
        output->aside = NULL;
        return false;
    }
    (void)fchmod(descriptor, mode);
    output->stream = fdopen(descriptor, "w");
    return output->stream != NULL;
}

bool output_open(struct output *output, const char *path, struct error *error)
{
    struct stat status;

    *output = (struct output){.path = path};
    if (path == NULL) {
        output->stream = stdout;
        return true;
    }
    bool exists = stat(path, &status) == 0;
    if (exists && !S_ISREG(status.st_mode))
        output->stream = fopen(path, "w");
    else
        open_aside(output, exists ? status.st_mode & 0777 : usual_mode());
    return output->stream != NULL || failed(output, error);
}

/* A write that failed before has left its reason, since nothing more was printed after it. */
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
    if (output->path == NULL)
        return error_set(error, ERROR_FAILED, NULL, 0, "cannot write the output: %s",
                         strerror(errno));
    return failed(output, error);
}

bool output_close(struct output *output, bool is_done, struct error *error)
{
    is_done = flush(output, error) && is_done;
    if (output->path != NULL && fclose(output->stream) != 0 && is_done)
        is_done = failed(output, error);
    if (output->aside != NULL) {
        const char *target = output->target != NULL ? output->target : output->path;
        if (is_done && rename(output->aside, target) != 0)
            is_done = failed(output, error);
        if (!is_done)
            unlink(output->aside);
        free(output->aside);
        free(output->target);
    }
    return is_done;
}
