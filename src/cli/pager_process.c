/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/pager_process.h"

#include <errno.h>
#include <poll.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/array.h"

static const int signals[] = {SIGINT, SIGQUIT, SIGHUP, SIGTERM};
enum { N_OF_TERMINAL = 2 };
_Static_assert(ARRAY_LENGTH(signals) == PAGER_SIGNALS, "each has an action from before");

/*
 * The pager's process, 0 or STARTING, and whether a signal is ending the program: a handler is
 * given nothing but the signal. Each side writes its own and then reads the other's, so that either
 * the handler finds no process, or the thread leaves the process to it. So nobody signals a process
 * that has got the pager's number since.
 */
static _Atomic pid_t running;
static atomic_bool is_ending;
enum { STARTING = -1 }; /* a process or its failure is near: the handler waits for it */

/* Until it is reaped the process has its number, even when it has ended. */
static void wait_for_end(pid_t id)
{
    siginfo_t end;
    int failed;

    do
        failed = waitid(P_PID, (id_t)id, &end, WEXITED | WNOWAIT);
    while (failed != 0 && errno == EINTR);
    running = 0;
}

/* The signal that it raises ends the program as soon as the handler returns. */
static void end_running(int number)
{
    is_ending = true;
    pid_t id;
    while ((id = running) == STARTING)
        poll(NULL, 0, 1);
    if (id != 0 && kill(id, number) == 0) {
        wait_for_end(id);
        waitpid(id, NULL, 0);
    }
    signal(number, SIG_DFL);
    raise(number);
}

/* The thread does not go on where a handler ends the program. */
static void stop_if_ending(void)
{
    while (is_ending) {
        running = 0;
        pause();
    }
}

/* The terminal sends its signals to the pager, too: they are left to it. Ignored ones stay so. */
static void set_actions(struct pager_process *process)
{
    for (size_t i = 0; i < PAGER_SIGNALS; i++) {
        struct sigaction action = {.sa_handler = i < N_OF_TERMINAL ? SIG_IGN : end_running};
        sigemptyset(&action.sa_mask);
        sigaction(signals[i], NULL, &process->before[i]);
        if (process->before[i].sa_handler != SIG_IGN)
            sigaction(signals[i], &action, NULL);
    }
}

static void restore_actions(const struct pager_process *process)
{
    for (size_t i = 0; i < PAGER_SIGNALS; i++)
        sigaction(signals[i], &process->before[i], NULL);
}

/* A handler waits for this, so it must not need what the interrupted thread may hold: memory. */
static int spawn_shell(struct pager_process *process, const posix_spawn_file_actions_t *actions,
                       const posix_spawnattr_t *attributes)
{
    const char *const arguments[] = {"sh", "-c", process->script, NULL};

    running = STARTING;
    stop_if_ending();
    int reason = posix_spawn(&process->id, "/bin/sh", actions, attributes, (char *const *)arguments,
                             process->environment);
    running = reason == 0 ? process->id : 0;
    return reason;
}

static int spawn_with(struct pager_process *process, int input, const posix_spawnattr_t *attributes)
{
    posix_spawn_file_actions_t actions;
    int reason = posix_spawn_file_actions_init(&actions);

    if (reason != 0)
        return reason;
    reason = posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    if (reason == 0)
        reason = spawn_shell(process, &actions, attributes);
    posix_spawn_file_actions_destroy(&actions);
    return reason;
}

/* The pager gets the signal actions that quern was started with, and SIGPIPE ends it. */
static bool spawn(struct pager_process *process, int input)
{
    posix_spawnattr_t attributes;
    sigset_t usual;

    if (posix_spawnattr_init(&attributes) != 0)
        return false;
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE);
    for (size_t i = 0; i < N_OF_TERMINAL; i++)
        if (process->before[i].sa_handler != SIG_IGN)
            sigaddset(&usual, signals[i]);
    posix_spawnattr_setsigdefault(&attributes, &usual);
    posix_spawnattr_setsigmask(&attributes, &process->mask);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
    int reason = spawn_with(process, input, &attributes);
    posix_spawnattr_destroy(&attributes);
    return reason == 0;
}

bool pager_process_start(struct pager_process *process, int input)
{
    set_actions(process);
    if (spawn(process, input))
        return true;
    restore_actions(process);
    return false;
}

void pager_process_end(struct pager_process *process)
{
    wait_for_end(process->id);
    stop_if_ending();
    waitpid(process->id, NULL, 0);
    restore_actions(process);
}
