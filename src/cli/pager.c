/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/output.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/portable.h"
#include "base/system.h"

extern char **environ;

struct pager {
    pid_t id;
    struct sigaction interrupt, quit; /* quern's own actions, restored after the pager */
};

const char *pager_command(void)
{
    const char *command = getenv("QUERN_PAGER");

    if (command == NULL)
        command = getenv("PAGER");
    if (command == NULL)
        command = "less";
    return *command == '\0' || strcmp(command, "cat") == 0 ? NULL : command;
}

/*
 * Splits a command line into arguments, which the arena owns. A shell is used only if needed:
 * without one, a program that cannot be run is noticed at once.
 */
static const char *const *split_command(const char *command, struct arena *arena)
{
    struct text_list words = {0};
    struct text rest = text_of(command), word;

    if (strpbrk(command, "|&;<>()$`*?[#~=%'\"\\\n") == NULL)
        while (text_cut_word(&rest, &word))
            arena_append_text(arena, &words, arena_copy_text(arena, word));
    if (words.count == 0) {
        arena_append_text(arena, &words, TEXT("sh"));
        arena_append_text(arena, &words, TEXT("-c"));
        arena_append_text(arena, &words, text_of(command));
    }
    const char **arguments = arena_alloc_array(arena, words.count + 1, sizeof *arguments);
    for (size_t i = 0; i < words.count; i++)
        arguments[i] = words.items[i].at;
    return arguments;
}

/*
 * Starts the command, which reads from the descriptor, with the options that git sets for less and
 * lv. Returns 0, or errno if it cannot be run.
 */
static int start_pager(struct pager *pager, const char *command, int input)
{
    struct arena arena = {0};
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t ignored; /* ignored by quern, but not by other programs */

    if (getenv("LESS") == NULL)
        setenv("LESS", "FRX", true); /* F: print directly what fits the screen */
    if (getenv("LV") == NULL)
        setenv("LV", "-c", true);
    const char *const *arguments = split_command(command, &arena);
    sigemptyset(&ignored);
    sigaddset(&ignored, SIGPIPE);
    sigaddset(&ignored, SIGXFSZ);
    sigaddset(&ignored, SIGINT);
    sigaddset(&ignored, SIGQUIT);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigdefault(&attributes, &ignored);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    posix_spawn_file_actions_init(&actions);
    int reason = posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    if (reason == 0)
        reason = posix_spawnp(&pager->id, arguments[0], &actions, &attributes,
                              (char *const *)arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    arena_free(&arena);
    return reason;
}

static void restore_signals(const struct pager *pager)
{
    sigaction(SIGINT, &pager->interrupt, NULL);
    sigaction(SIGQUIT, &pager->quit, NULL);
}

struct pager *pager_open(const char *command, FILE **stream)
{
    struct pager *pager = memory_alloc(1, sizeof *pager);
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    int ends[2], reason = portable_pipe(ends) ? 0 : errno;

    /* This comes before the pager starts, which may send them at once. */
    sigaction(SIGINT, &ignore, &pager->interrupt);
    sigaction(SIGQUIT, &ignore, &pager->quit);
    if (reason == 0) {
        reason = start_pager(pager, command, ends[0]);
        close(ends[0]);
        if (reason == 0 && (*stream = fdopen(ends[1], "w")) == NULL)
            out_of_memory();
        if (reason != 0)
            close(ends[1]);
    }
    if (reason != 0) {
        char text[200];
        bool is_named = getenv("QUERN_PAGER") != NULL || getenv("PAGER") != NULL;
        snprintf(text, sizeof text, "the pager '%.100s' cannot be run: %s", command,
                 strerror(reason));
        if (is_named) /* a missing less needs no message */
            message_print(stderr, NULL, 0, text);
        restore_signals(pager);
        free(pager);
        return NULL;
    }
    return pager;
}

void pager_close(struct pager *pager)
{
    while (waitpid(pager->id, NULL, 0) < 0 && errno == EINTR)
        ;
    restore_signals(pager);
    free(pager);
}
