/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/output.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/buffer.h"
#include "base/portable.h"
#include "base/system.h"
#include "cli/messages.h"

/*
 * Runs the process of a pager, and handles signals meanwhile as output.h says. Only one runs at a
 * time.
 */

static const int signals[] = {SIGINT, SIGQUIT, SIGHUP, SIGTERM};
enum { N_OF_TERMINAL = 2, PAGER_SIGNALS = ARRAY_LENGTH(signals) };

struct pager_process {
    char *script; /* for a shell; this and the environment belong to the pager */
    char **environment;
    sigset_t mask; /* of blocked signals, for the pager */
    pid_t id;
    struct sigaction before[PAGER_SIGNALS];
};

/*
 * The pager's process, 0 or STARTING, and whether a signal is ending the program: a handler is
 * given nothing but the signal. Each side writes its own variable and then reads the other's, so
 * that either the handler finds no process, or the thread leaves the process to it. So nobody
 * signals another process that has got the pager's number since.
 */
static _Atomic pid_t running;
static atomic_bool is_ending;
enum { STARTING = -1 }; /* the process is about to start or fail: the handler waits for that */

/* Waits for the end of the process, which keeps its number until it is reaped. */
static void wait_for_end(pid_t id)
{
    siginfo_t end;
    int failed;

    do
        failed = waitid(P_PID, (id_t)id, &end, WEXITED | WNOWAIT);
    while (failed != 0 && errno == EINTR);
    running = 0;
}

/* Ends the pager and then the program: the signal that it raises takes effect when it returns. */
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

/* Stops the thread if a handler is ending the program. */
static void stop_if_ending(void)
{
    while (is_ending) {
        running = 0;
        pause();
    }
}

/*
 * Leaves the terminal's signals to the pager, which gets them from the terminal too. Ignored ones
 * stay ignored.
 */
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

/*
 * Starts the shell. A handler waits for this, so it must not allocate memory, whose lock the
 * interrupted thread may hold.
 */
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

/*
 * Starts the pager with the signal actions that quern was started with: signals that quern ignores
 * meanwhile end it.
 */
static bool spawn(struct pager_process *process, int input)
{
    posix_spawnattr_t attributes;
    sigset_t usual;

    if (posix_spawnattr_init(&attributes) != 0)
        return false;
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE);
    sigaddset(&usual, SIGXFSZ);
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

/*
 * Starts a shell with the script, which reads from the descriptor `input`. The calling thread has
 * blocked all signals. Returns false, with everything as before, if there can be no process; does
 * not return if a signal is ending quern.
 */
static bool pager_process_start(struct pager_process *process, int input)
{
    set_actions(process);
    if (spawn(process, input))
        return true;
    restore_actions(process);
    return false;
}

/* Waits until the process has ended, and reaps it; does not return if a signal is ending quern. */
static void pager_process_end(struct pager_process *process)
{
    wait_for_end(process->id);
    stop_if_ending();
    waitpid(process->id, NULL, 0);
    restore_actions(process);
}

enum {
    KEPT = 256 * 1024, /* more than a screen shows, even with sequences of colour */

    /* Any pipe takes this much at once, whether or not somebody reads from it. */
    FIRST_PIECE = _POSIX_PIPE_BUF,
};

/* What the thread does with the report. */
enum stage {
    GATHERING, /* keeps it, since it may fit onto the screen */
    PAGING,    /* gives it to the pager */
    PLAIN,     /* writes it to standard output: there is no pager */
    ENDED,     /* reads no more of it: the pager has ended */
};

/*
 * A pager, which belongs to the thread until that is joined. The caller has the stream that leads
 * to `from`.
 */
struct pager {
    pthread_t thread;
    const char *command;
    int from;  /* the end of a pipe where the report is read */
    int to[2]; /* the pager's standard input, made early: see pager_open() */
    struct pager_process process;
    enum stage stage;
    struct screen screen;
    size_t n_kept;
    bool was_missing; /* the pager could not be run */
    int reason;       /* why standard output failed; 0 if it has not */
    char kept[KEPT];
};

const char *pager_command(void)
{
    /* Falls back to cat: where there is no less, a long report is no reason for a message. */
    static const char usual[] =
        "if command -v less >/dev/null 2>&1; then exec less -FRX; else exec cat; fi";
    const char *command = getenv("QUERN_PAGER");

    if (command == NULL)
        command = getenv("PAGER");
    if (command == NULL)
        command = usual;
    return *command == '\0' || strcmp(command, "cat") == 0 ? NULL : command;
}

/* Writes all bytes. Returns 0, or the errno of the failure. */
static int write_all(int to, const char *at, size_t size)
{
    while (size != 0) {
        ssize_t written = write(to, at, size);
        if (written < 0 && errno != EINTR)
            return errno;
        if (written > 0) {
            at += written;
            size -= (size_t)written;
        }
    }
    return 0;
}

static void write_plainly(struct pager *pager, const char *at, size_t size)
{
    if (pager->reason == 0)
        pager->reason = write_all(STDOUT_FILENO, at, size);
    pager->stage = pager->reason == 0 ? PLAIN : ENDED;
}

/*
 * Returns whether a shell reports by that end that there is no such program, or that it cannot be
 * run.
 */
static bool was_not_run(const siginfo_t *end)
{
    return end->si_code == CLD_EXITED && (end->si_status == 126 || end->si_status == 127);
}

static bool is_untouched(int pipe, size_t given)
{
    int left = 0;

    return ioctl(pipe, FIONREAD, &left) == 0 && (size_t)left == given;
}

/*
 * Waits until the pager has read some of what it was given, or has ended. The status alone does not
 * distinguish a missing pager from one that showed everything and then failed, as "cat; exit 127"
 * does; but a missing one has read nothing. No event reports the first read, so this polls, with
 * pauses that grow with the time that the pager takes.
 */
static bool is_missing(const struct pager *pager, size_t given)
{
    enum { SHORTEST_PAUSE = 1000000, LONGEST_PAUSE = 32 * SHORTEST_PAUSE }; /* nanoseconds */
    struct timespec pause = {.tv_nsec = SHORTEST_PAUSE};
    siginfo_t end = {0};

    for (;;) {
        int outcome = waitid(P_PID, (id_t)pager->process.id, &end, WEXITED | WNOWAIT | WNOHANG);
        bool has_ended = outcome != 0 || end.si_pid != 0;
        if (has_ended || !is_untouched(pager->to[0], given))
            return has_ended && was_not_run(&end) && is_untouched(pager->to[0], given);
        nanosleep(&pause, NULL);
        if (pause.tv_nsec < LONGEST_PAUSE)
            pause.tv_nsec *= 2;
    }
}

static void end_paging(struct pager *pager)
{
    close(pager->to[1]);
    pager_process_end(&pager->process);
    pager->stage = ENDED;
}

static void show_without(struct pager *pager)
{
    pager->was_missing = true;
    write_plainly(pager, pager->kept, pager->n_kept);
}

static void give(struct pager *pager, const char *at, size_t size)
{
    if (write_all(pager->to[1], at, size) != 0)
        end_paging(pager);
}

/*
 * Gives the pager what was kept. Our reading end is open until it has read something, so the first
 * write cannot fail.
 */
static void give_kept(struct pager *pager)
{
    size_t first = pager->n_kept < FIRST_PIECE ? pager->n_kept : FIRST_PIECE;

    (void)write_all(pager->to[1], pager->kept, first);
    bool was_missing = is_missing(pager, first);
    close(pager->to[0]);
    if (was_missing) {
        end_paging(pager);
        show_without(pager);
    } else {
        give(pager, pager->kept + first, pager->n_kept - first);
    }
}

static void begin_paging(struct pager *pager)
{
    if (pager_process_start(&pager->process, pager->to[0])) {
        pager->stage = PAGING;
        give_kept(pager);
    } else {
        portable_close_pipe(pager->to);
        show_without(pager);
    }
}

static void take(struct pager *pager, const char *at, size_t size)
{
    switch (pager->stage) {
    case GATHERING:
        if (!screen_fits(&pager->screen, (struct text){at, size}) || pager->n_kept == KEPT)
            begin_paging(pager);
        break;
    case PAGING:
        give(pager, at, size);
        break;
    default:
        write_plainly(pager, at, size);
        break;
    }
}

/* Returns when there is something to read, or when the pager reads no more. */
static void wait_for_input(struct pager *pager)
{
    struct pollfd ends[] = {{.fd = pager->from, .events = POLLIN}, {.fd = pager->to[1]}};

    while (pager->stage == PAGING && ends[0].revents == 0) {
        if (poll(ends, ARRAY_LENGTH(ends), -1) > 0 && ends[1].revents != 0)
            end_paging(pager);
    }
}

/* Reads a piece of the report, and keeps it while gathering. Returns false at the end. */
static bool relay_some(struct pager *pager)
{
    enum { PIECE = 16 * 1024 };
    char piece[PIECE];
    bool keeps = pager->stage == GATHERING;
    char *at = keeps ? pager->kept + pager->n_kept : piece;
    ssize_t size = read(pager->from, at, keeps ? KEPT - pager->n_kept : sizeof piece);

    if (size < 0)
        return errno == EINTR;
    if (keeps)
        pager->n_kept += (size_t)size;
    if (size > 0)
        take(pager, at, (size_t)size);
    return size > 0;
}

static void *relay(void *argument)
{
    struct pager *pager = argument;
    bool goes_on = true;

    while (goes_on && pager->stage != ENDED) {
        wait_for_input(pager);
        goes_on = pager->stage != ENDED && relay_some(pager);
    }
    close(pager->from); /* from now on writing to the stream fails with EPIPE */
    if (pager->stage == GATHERING) {
        portable_close_pipe(pager->to);
        write_plainly(pager, pager->kept, pager->n_kept);
    } else if (pager->stage == PAGING) {
        end_paging(pager);
    }
    return NULL;
}

/*
 * Copies the environment, and sets the options of less and lv as git does, unless the user has set
 * them.
 */
static char **make_environment(void)
{
    static const char *const usual[][2] = {{"LESS", "LESS=FRX"}, {"LV", "LV=-c"}};
    const char *settings[ARRAY_LENGTH(usual) + 1] = {0};
    size_t count = 0;

    for (size_t i = 0; i < ARRAY_LENGTH(usual); i++)
        if (getenv(usual[i][0]) == NULL)
            settings[count++] = usual[i][1];
    return environment_with(settings);
}

/*
 * Makes a script for a shell in which the program replaces the shell, so that a signal reaches it:
 * some shells start it as a child. A command with characters that mean something to a shell may be
 * several commands, and is left as it is.
 */
static char *make_script(const char *command)
{
    bool is_plain = command[strcspn(command, "|&;<>()$`\\\"'*?[#~=%\n")] == '\0';
    struct text whole = text_of(command), rest = whole, name;
    struct buffer script = {0};

    if (is_plain && text_cut_word(&rest, &name)) {
        buffer_append(&script, TEXT("case $(command -v "));
        buffer_append(&script, name);
        buffer_append(&script, TEXT(") in */*) exec "));
        buffer_append(&script, whole);
        buffer_append(&script, TEXT(";; esac; "));
    }
    buffer_append(&script, whole);
    buffer_string(&script);
    return script.at;
}

static void pager_free(struct pager *pager)
{
    free(pager->process.script);
    free(pager->process.environment);
    free(pager);
}

/*
 * Starts the thread with all signals blocked, so that nothing interrupts it: other threads handle
 * them.
 */
static bool start_thread(struct pager *pager)
{
    sigset_t all;

    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &pager->process.mask);
    bool is_started = pthread_create(&pager->thread, NULL, relay, pager) == 0;
    pthread_sigmask(SIG_SETMASK, &pager->process.mask, NULL);
    return is_started;
}

/* Makes the stream and starts the thread; on failure, leaves neither. */
static bool start_reading(struct pager *pager, FILE **stream)
{
    int ends[2];

    if (!portable_pipe(ends))
        return false;
    pager->from = ends[0];
    *stream = fdopen(ends[1], "w");
    if (*stream == NULL) {
        portable_close_pipe(ends);
        return false;
    }
    if (start_thread(pager))
        return true;
    fclose(*stream);
    close(pager->from);
    return false;
}

/*
 * Does first whatever may fail or needs memory, before anything is written. The thread allocates
 * nothing; in any case it goes on reading, or closes the pipe.
 */
struct pager *pager_open(const char *command, FILE **stream)
{
    struct pager *pager = memory_alloc(1, sizeof *pager);

    pager->command = command;
    pager->process.script = make_script(command);
    pager->process.environment = make_environment();
    pager->screen = screen_begin(terminal_rows(stdout), terminal_width(stdout));
    bool has_pipe = portable_pipe(pager->to);
    if (has_pipe && start_reading(pager, stream))
        return pager;
    if (has_pipe)
        portable_close_pipe(pager->to);
    pager_free(pager);
    return NULL;
}

int pager_close(struct pager *pager)
{
    pthread_join(pager->thread, NULL);
    int reason = pager->reason;
    if (pager->was_missing) {
        char text[200];
        snprintf(text, sizeof text, "the pager '%.100s' cannot be run: shown without it",
                 pager->command);
        message_print(stderr, NULL, 0, text);
    }
    pager_free(pager);
    return reason;
}
