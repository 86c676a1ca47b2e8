/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/system.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/portable.h"

#ifdef HAVE_COVERAGE
void __gcov_dump(void); /* _exit() does not call it */
#endif

int64_t milliseconds_now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Runs in the child, whose input may be untrusted: it writes no file and must not remove ours. */
static bool become_limited(const struct process_limits *limits, int input, int output)
{
    const struct rlimit seconds = {limits->processor_seconds, limits->processor_seconds};
    const struct rlimit memory = {(rlim_t)limits->memory, (rlim_t)limits->memory};
    const struct rlimit no_core = {0, 0};
    int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);

    unfinished_file_set(NULL);
    setrlimit(RLIMIT_CORE, &no_core);
    if (limits->processor_seconds != 0)
        setrlimit(RLIMIT_CPU, &seconds);
    if (limits->memory != 0 && sizeof(rlim_t) > 4)
        setrlimit(RLIMIT_AS, &memory);
    return nothing >= 0 && dup2(input, STDIN_FILENO) >= 0 && dup2(output, STDOUT_FILENO) >= 0 &&
           dup2(nothing, STDERR_FILENO) >= 0;
}

/*
 * Forks, adding settings to the child's environment. Returns what fork() does: 0 in the child,
 * which has its ends of the pipes.
 */
static pid_t begin_process(struct process *process, const char *const *settings,
                           const struct process_limits *limits)
{
    int input[2], output[2];

    process->limits = *limits; /* the buffer is not cleared */
    process->is_at_end = process->is_endless = false;
    process->n_read = 0;
    process->id = 0;
    process->begin = process->end = 0;
    if (!portable_pipe(input))
        return -1;
    if (!portable_pipe(output)) {
        portable_close_pipe(input);
        return -1;
    }
    process->to = input[1];
    process->from = output[0];
    process->id = fork();
    if (process->id == 0) {
        /* This comes first, since the child may already exceed the memory limit. */
        for (; *settings != NULL; settings++)
            putenv((char *)*settings);
        if (!become_limited(limits, input[0], output[1]))
            _exit(PROCESS_NOT_FOUND);
        portable_close_pipe(input); /* otherwise it would wait for itself */
        return 0;
    }
    close(input[0]);
    close(output[1]);
    if (process->id < 0) {
        close(process->to);
        close(process->from);
        process->id = 0; /* there is nothing to kill, and -1 would mean every process */
        return -1;
    }
    return process->id;
}

bool process_start(struct process *process, const char *const *arguments,
                   const char *const *settings, const struct process_limits *limits)
{
    pid_t id = begin_process(process, settings, limits);

    if (id == 0) {
        execvp(arguments[0], (char *const *)arguments);
        _exit(PROCESS_NOT_FOUND);
    }
    return id > 0;
}

bool process_call(struct process *process, void (*function)(void *context), void *context,
                  const struct process_limits *limits)
{
    static const char *const no_settings[] = {NULL};

    fflush(NULL); /* otherwise a library that ends the child would write it again */
    pid_t id = begin_process(process, no_settings, limits);

    if (id == 0) {
        function(context);
#ifdef HAVE_COVERAGE
        __gcov_dump();
#endif
        _exit(EXIT_SUCCESS);
    }
    return id > 0;
}

/* Waits for output. Returns what poll() does, or 0 on timeout. */
static int await_output(const struct process *process)
{
    const struct process_limits *limits = &process->limits;
    struct pollfd awaited = {.fd = process->from, .events = POLLIN};
    int64_t most = limits->silent_seconds == 0 ? INT_MAX : (int64_t)limits->silent_seconds * 1000;

    if (limits->deadline != 0) {
        int64_t left = limits->deadline - milliseconds_now();
        most = left < most ? left : most;
    }
    return most <= 0 ? 0 : poll(&awaited, 1, (int)most);
}

/* Reads more into the buffer. Returns false at the end, or if the process exceeded a limit. */
static bool read_more(struct process *process)
{
    ssize_t length;

    memmove(process->buffer, process->buffer + process->begin, process->end - process->begin);
    process->end -= process->begin;
    process->begin = 0;
    if (process->end == PROCESS_BUFFER_SIZE)
        process->end = 0;
    do {
        length = await_output(process);
        process->is_endless = length == 0 || (process->limits.output != 0 &&
                                              process->n_read > process->limits.output);
        if (process->is_endless)
            return false;
        if (length > 0)
            length = read(process->from, process->buffer + process->end,
                          PROCESS_BUFFER_SIZE - process->end);
    } while (length < 0 && errno == EINTR);
    process->is_at_end = length <= 0;
    process->end += length > 0 ? (size_t)length : 0;
    process->n_read += length > 0 ? (uint64_t)length : 0;
    return length > 0;
}

bool process_next(struct process *process, char after, struct text *piece)
{
    const char *end;

    while ((end = memchr(process->buffer + process->begin, after, process->end - process->begin)) ==
           NULL)
        if (!read_more(process))
            return false;
    *piece = text_between(process->buffer + process->begin, end);
    process->begin = (size_t)(end + 1 - process->buffer);
    return true;
}

bool process_read(struct process *process, void *bytes, size_t size)
{
    for (size_t done = 0; done < size;) {
        size_t length = process->end - process->begin;
        length = length < size - done ? length : size - done;
        memcpy((char *)bytes + done, process->buffer + process->begin, length);
        process->begin += length;
        done += length;
        if (done < size && !read_more(process))
            return false;
    }
    return true;
}

int process_end(struct process *process)
{
    int status = 0;
    pid_t ended;

    if (!process->is_at_end)
        kill(process->id, SIGKILL);
    close(process->to);
    close(process->from);
    do
        ended = waitpid(process->id, &status, 0);
    while (ended < 0 && errno == EINTR);
    bool has_ended = ended == process->id && WIFEXITED(status);
    process->id = 0;
    return has_ended ? WEXITSTATUS(status) : -1;
}

struct text current_directory(struct arena *arena)
{
    struct text directory = {0};
    size_t capacity = 0;
    char *path = NULL;
    const char *found;

    do
        path = memory_grow(path, &capacity, 256, 1);
    while ((found = getcwd(path, capacity - 1)) == NULL && errno == ERANGE);
    /* Linux gives "(unreachable)/..." for a directory outside the process's root. */
    if (found != NULL && found[0] == '/') {
        size_t length = strlen(path);
        path[length++] = '/';
        directory = arena_copy_text(arena, (struct text){path, length});
    }
    free(path);
    return directory;
}

struct text path_from_here(struct text path, struct arena *arena)
{
    struct text here = current_directory(arena);

    return here.length != 0 && text_starts_with(path, here) ? text_skip(path, here.length) : path;
}

int open_regular(const char *path, struct stat *status)
{
    if (stat(path, status) != 0 || !S_ISREG(status->st_mode))
        return -1;
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    if (descriptor < 0)
        return -1;
    /* The path may refer to something else by now. */
    if (fstat(descriptor, status) == 0 && S_ISREG(status->st_mode) && status->st_size >= 0)
        return descriptor;
    close(descriptor);
    return -1;
}
