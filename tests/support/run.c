/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _XOPEN_SOURCE 700 /* for realpath */

#include "support/run.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Criterion's runner keeps a few bytes to its end; leaks of quern are those of another process. */
const char *__lsan_default_suppressions(void);

const char *__lsan_default_suppressions(void)
{
    return "leak:libcriterion";
}

extern char **environ;

/* What whoever runs the tests has set for programs of theirs is nothing to these. */
__attribute__((constructor)) static void forget_settings(void)
{
    static const char *const names[] = {"QUERN_OPTS", "QUERN_PAGER", "PAGER", "LESS", "LV"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        unsetenv(names[i]);
}

char *run_read_file(FILE *file, size_t *size)
{
    long end = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;

    cr_assert(end >= 0, "cannot seek in a file");
    rewind(file);
    char *text = malloc((size_t)end + 1);
    cr_assert(text, "out of memory");
    *size = fread(text, 1, (size_t)end, file);
    cr_assert(*size == (size_t)end, "cannot read a file");
    text[*size] = '\0';
    return text;
}

/* The exit status of a started program, or RUN_SIGNAL and more. */
static int wait_for(pid_t child)
{
    int status;

    cr_assert(waitpid(child, &status, 0) == child, "cannot wait for a program");
    return WIFSIGNALED(status) ? RUN_SIGNAL + WTERMSIG(status) : WEXITSTATUS(status);
}

/* Output goes through files, not pipes: no amount of it can block the program. */
struct run run_program(const char *program, char *const arguments[], const char *input)
{
    struct run run = {.status = RUN_NOT_STARTED};
    FILE *out = tmpfile();
    FILE *err = tmpfile();
    posix_spawn_file_actions_t actions;
    pid_t child;

    cr_assert(out && err, "cannot make a temporary file");
    fflush(NULL);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, input ? input : "/dev/null", O_RDONLY,
                                     0);
    posix_spawn_file_actions_adddup2(&actions, fileno(out), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, fileno(err), STDERR_FILENO);
    if (posix_spawnp(&child, program, &actions, NULL, arguments, environ) == 0)
        run.status = wait_for(child);
    posix_spawn_file_actions_destroy(&actions);

    run.out = run_read_file(out, &run.out_size);
    run.err = run_read_file(err, &run.err_size);
    fclose(out);
    fclose(err);
    return run;
}

void run_free(struct run *run)
{
    free(run->out);
    free(run->err);
    *run = (struct run){.status = RUN_NOT_STARTED};
}

char *run_output(const char *program, char *const arguments[], const char *input)
{
    struct run run = run_program(program, arguments, input);
    char *out = run.out;

    cr_expect_eq(run.status, 0, "%s ended with %d: %s", program, run.status, run.err);
    run.out = NULL;
    run_free(&run);
    return out;
}

void run_need(const char *test, char *program)
{
    struct run run = run_program(program, (char *[]){program, "--version", NULL}, NULL);
    bool is_there = run.status == 0;

    run_free(&run);
    if (is_there)
        return;
    /* Criterion itself says nothing about a test that is skipped. */
    fprintf(stderr, "%s: skipped, there is no %s\n", test, program);
    run_skip(program);
}

void run_skip(const char *lacking)
{
    if (getenv("QUERN_TESTS_LEAVE_OUT_NONE"))
        cr_assert_fail("there is no %s that works", lacking);
    cr_skip_test("there is no %s that works", lacking);
}

bool run_is_thorough(void)
{
    return getenv("QUERN_TESTS_THOROUGH") != NULL;
}

/* With sanitizers a run takes long. */
#ifdef IS_SANITIZED
#define STRIDE 32
#else
#define STRIDE 8
#endif

size_t run_stride(void)
{
    return run_is_thorough() ? 1 : STRIDE;
}

size_t run_step_sanitized(size_t step)
{
#ifdef IS_SANITIZED
    return run_is_thorough() ? 1 : step;
#else
    (void)step;
    return 1;
#endif
}

void run_leave_to_plain_builds(void)
{
    if (run_step_sanitized(2) > 1)
        cr_skip_test("it takes too long with the sanitizers");
}

bool run_quern_lacks(const char *library)
{
    char *quern = run_quern_path();
    char *version = run_output(quern, (char *[]){"quern", "--version", NULL}, NULL);
    const char *lacking = strstr(version, "\nwithout: "); /* the last line */
    bool is_lacking = lacking != NULL && (library == NULL || strstr(lacking, library));

    free(version);
    free(quern);
    return is_lacking;
}

void run_need_library(const char *test, const char *library)
{
    if (!run_quern_lacks(library))
        return;
    fprintf(stderr, "%s: skipped, quern is built without %s\n", test, library);
    cr_skip_test("quern is built without %s", library);
}

bool run_quern_reads(const char *name)
{
    static const struct {
        const char *suffix, *library;
    } compressions[] = {{".gz", "zlib"}, {".zst", "zstd"}, {".xz", "lzma"}};
    const char *suffix = strrchr(name, '.');

    for (size_t i = 0; suffix && i < sizeof(compressions) / sizeof(*compressions); i++)
        if (strcmp(suffix, compressions[i].suffix) == 0)
            return !run_quern_lacks(compressions[i].library);
    return true;
}

bool run_has_sanitizer_report(const struct run *run)
{
    return strstr(run->err, "Sanitizer: ") || strstr(run->err, ": runtime error: ");
}

char *run_quern_path(void)
{
    const char *path = getenv("QUERN");
    char *absolute = realpath(path ? path : QUERN_BINARY, NULL);

    cr_assert(absolute, "there is no %s", path ? path : QUERN_BINARY);
    return absolute;
}

struct run run_quern(const char *const options[], const char *path)
{
    char *arguments[16] = {"quern"}, *quern = run_quern_path();
    size_t count = 1;

    while (*options && count < sizeof(arguments) / sizeof(*arguments) - 2)
        arguments[count++] = (char *)*options++;
    arguments[count] = (char *)path;
    struct run run = run_program(quern, arguments, NULL);
    free(quern);
    return run;
}
