/* SPDX-License-Identifier: GPL-3.0-or-later */

#define _XOPEN_SOURCE 700 /* for terminals */

#include "support/terminal_run.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

extern char **environ;

/* Where messages go. */
#define ERRORS "errors"

enum { MOST_WORDS = 16 };

int terminal_open(int *slave)
{
    struct winsize size = {.ws_row = 24, .ws_col = 80};
    int master = posix_openpt(O_RDWR | O_NOCTTY);
    struct termios modes;

    const char *name =
        master >= 0 && grantpt(master) == 0 && unlockpt(master) == 0 ? ptsname(master) : NULL;

    *slave = name ? open(name, O_RDWR | O_NOCTTY) : -1;
    if (*slave < 0)
        run_skip("pseudo-terminal");
    cr_assert_eq(ioctl(master, TIOCSWINSZ, &size), 0);
    cr_assert(tcgetattr(*slave, &modes) == 0);
    modes.c_oflag &= ~(tcflag_t)OPOST;
    cr_assert_eq(tcsetattr(*slave, TCSANOW, &modes), 0);
    return master;
}

/* Starts it with standard input and output on the terminal. */
static pid_t start(const char *name, const char *line, int slave)
{
    char copy[1000], *words[MOST_WORDS] = {(char *)name}, *quern = run_quern_path();
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t usual;
    size_t count = 1;
    pid_t id;

    snprintf(copy, sizeof copy, "%s", line);
    for (char *word = strtok(copy, " "); word && count < MOST_WORDS - 1; word = strtok(NULL, " "))
        words[count++] = word;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, slave, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, slave, STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, ERRORS,
                                     O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0666);
    /* Whoever runs the tests may ignore some signal, as nohup does. */
    sigfillset(&usual);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigdefault(&attributes, &usual);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    cr_assert_eq(posix_spawn(&id, quern, &actions, &attributes, words, environ), 0);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    free(quern);
    return id;
}

static char *read_errors(void)
{
    FILE *file = fopen(ERRORS, "r");
    size_t size;

    if (file == NULL)
        return calloc(1, 1);
    char *text = run_read_file(file, &size);
    fclose(file);
    return text;
}

/* Returns how it ended, as in struct run. */
static int wait_for_end(pid_t id)
{
    int status;

    cr_assert_eq(waitpid(id, &status, 0), id);
    return WIFSIGNALED(status) ? RUN_SIGNAL + WTERMSIG(status) : WEXITSTATUS(status);
}

/* Reads until everyone has closed the other end; the caller frees it. */
static char *read_all(int master)
{
    char *text = NULL, piece[4096];
    size_t size;
    ssize_t got;
    FILE *all = open_memstream(&text, &size);

    while ((got = read(master, piece, sizeof piece)) > 0)
        fwrite(piece, 1, (size_t)got, all);
    fclose(all);
    return text;
}

struct run terminal_run(const char *name, const char *line)
{
    struct run run = {0};
    int slave, master = terminal_open(&slave);
    pid_t id = start(name, line, slave);

    close(slave);
    run.out = read_all(master);
    run.status = wait_for_end(id);
    run.err = read_errors();
    close(master);
    return run;
}
