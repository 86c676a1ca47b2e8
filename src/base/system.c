/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/system.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/portable.h"

extern char **environ;

/* Whether both are of one name, "NAME=value". */
static bool have_same_name(const char *a, const char *b)
{
    size_t length = strcspn(a, "=");

    return strncmp(a, b, length) == 0 && b[length] == '=';
}

static bool is_set_by(const char *const *settings, const char *variable)
{
    for (size_t i = 0; settings[i] != NULL; i++)
        if (have_same_name(settings[i], variable))
            return true;
    return false;
}

char **environment_with(const char *const *settings)
{
    size_t n_before = 0, n_settings = 0, count = 0;

    while (environ[n_before] != NULL)
        n_before++;
    while (settings[n_settings] != NULL)
        n_settings++;
    char **made = memory_alloc(n_before + n_settings + 1, sizeof *made);
    for (size_t i = 0; i < n_before; i++)
        if (!is_set_by(settings, environ[i]))
            made[count++] = environ[i];
    for (size_t i = 0; i < n_settings; i++)
        made[count++] = (char *)settings[i];
    return made;
}

static bool spawn(pid_t *id, int input, int output, const char *const *arguments,
                  char *const *environment)
{
    posix_spawn_file_actions_t actions;

    if (posix_spawn_file_actions_init(&actions) != 0)
        out_of_memory();
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    errno = posix_spawnp(id, arguments[0], &actions, NULL, (char *const *)arguments, environment);
    int result = errno;
    posix_spawn_file_actions_destroy(&actions);
    errno = result;
    return result == 0;
}

static FILE *open_end(int descriptor, const char *mode)
{
    FILE *stream = fdopen(descriptor, mode);

    if (stream == NULL)
        out_of_memory();
    return stream;
}

bool process_start(struct process *process, const char *const *arguments,
                   const char *const *settings)
{
    int input[2], output[2];

    *process = (struct process){0};
    if (!portable_pipe(input))
        return false;
    if (!portable_pipe(output)) {
        portable_close_pipe(input);
        return false;
    }
    char **environment = environment_with(settings);
    bool is_started = spawn(&process->id, input[0], output[1], arguments, environment);
    int reason = errno;
    free(environment);
    if (!is_started) {
        errno = reason;
        portable_close_pipe(input);
        portable_close_pipe(output);
        return false;
    }
    close(input[0]);
    close(output[1]);
    process->to = open_end(input[1], "w");
    process->from = open_end(output[0], "r");
    return true;
}

bool process_end(struct process *process)
{
    int status = 0;
    pid_t ended;

    fclose(process->to);
    fclose(process->from);
    do
        ended = waitpid(process->id, &status, 0);
    while (ended < 0 && errno == EINTR);
    bool is_done = ended == process->id && WIFEXITED(status) && WEXITSTATUS(status) == 0;
    *process = (struct process){0};
    return is_done;
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

int open_regular(const char *path, struct stat *status)
{
    if (stat(path, status) != 0 || !S_ISREG(status->st_mode))
        return -1;
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    if (descriptor < 0)
        return -1;
    /* The path may lead to something else by now. */
    if (fstat(descriptor, status) == 0 && S_ISREG(status->st_mode) && status->st_size >= 0)
        return descriptor;
    close(descriptor);
    return -1;
}
