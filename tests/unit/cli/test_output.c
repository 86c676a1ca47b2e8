/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "cli/output.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/array.h"
#include "support/run.h"
#include "support/temporary.h"

TestSuite(output, .init = temporary_enter, .fini = temporary_leave);

static void expect_content(const char *path, const char *expected)
{
    FILE *file = fopen(path, "r");
    size_t size;

    cr_assert(file, "there is no %s", path);
    char *content = run_read_file(file, &size);
    cr_expect_str_eq(content, expected, "%s", path);
    free(content);
    fclose(file);
}

/* How many files there are in the current folder. */
static int count_files(void)
{
    DIR *folder = opendir(".");
    int count = 0;

    cr_assert(folder);
    for (const struct dirent *entry; (entry = readdir(folder));)
        count += entry->d_name[0] != '.';
    closedir(folder);
    return count;
}

/* Opens, writes and closes. */
static bool write_output(const char *path, const char *text, bool is_done, struct error *error)
{
    struct output output;

    if (!output_open(&output, path, NULL, error))
        return false;
    fputs(text, output.stream);
    return output_close(&output, is_done, error);
}

Test(output, makes_a_file)
{
    struct error error = {0};

    cr_expect(write_output("report", "new\n", true, &error), "%s", error.text);
    expect_content("report", "new\n");
    cr_expect_eq(count_files(), 1);
}

Test(output, replaces_a_file)
{
    struct error error = {0};

    temporary_write("report", "an old and longer one\n");
    cr_expect(write_output("report", "new\n", true, &error), "%s", error.text);
    expect_content("report", "new\n");
    cr_expect_eq(count_files(), 1);
}

Test(output, leaves_the_old_file_until_it_is_closed)
{
    struct error error = {0};
    struct output output;

    temporary_write("report", "old\n");
    cr_assert(output_open(&output, "report", NULL, &error));
    fputs("new\n", output.stream);
    fflush(output.stream);
    expect_content("report", "old\n");
    cr_expect(output_close(&output, true, &error));
    expect_content("report", "new\n");
}

Test(output, leaves_the_old_file_on_failure)
{
    struct error error = {0};

    temporary_write("report", "old\n");
    cr_expect_not(write_output("report", "new\n", false, &error));
    expect_content("report", "old\n");
    cr_expect_eq(count_files(), 1, "something is left");
}

Test(output, makes_no_file_on_failure)
{
    struct error error = {0};

    cr_expect_not(write_output("report", "new\n", false, &error));
    cr_expect_eq(count_files(), 0, "something is left");
}

Test(output, gives_a_new_file_the_usual_rights)
{
    struct error error = {0};
    struct stat status;

    umask(027);
    cr_expect(write_output("report", "new\n", true, &error));
    cr_assert_eq(stat("report", &status), 0);
    cr_expect_eq(status.st_mode & 0777, 0640);
    cr_expect_eq(umask(0), 027, "the mask is another one now");
}

Test(output, keeps_the_rights_of_a_file)
{
    struct error error = {0};
    struct stat status;

    temporary_write("report", "old\n");
    cr_assert_eq(chmod("report", 0604), 0);
    cr_expect(write_output("report", "new\n", true, &error));
    cr_assert_eq(stat("report", &status), 0);
    cr_expect_eq(status.st_mode & 0777, 0604);
}

Test(output, follows_a_link)
{
    struct error error = {0};
    struct stat status;

    temporary_write("report", "old\n");
    cr_assert_eq(symlink("report", "link"), 0);
    cr_expect(write_output("link", "new\n", true, &error));
    cr_assert_eq(lstat("link", &status), 0);
    cr_expect(S_ISLNK(status.st_mode), "the link is a file now");
    expect_content("report", "new\n");
    cr_expect_eq(count_files(), 2);
}

static void expect_link_refused(const char *path, const char *reason)
{
    struct error error = {0};
    struct stat status;

    cr_expect_not(write_output(path, "new\n", true, &error));
    cr_expect_eq(error.kind, ERROR_FAILED);
    cr_expect_str_eq(error.path, path);
    cr_expect_str_eq(error.text, reason);
    cr_assert_eq(lstat(path, &status), 0);
    cr_expect(S_ISLNK(status.st_mode), "%s is no link any more", path);
    cr_expect_eq(count_files(), 1);
}

Test(output, fails_for_a_dangling_link)
{
    cr_assert_eq(symlink("nosuch", "link"), 0);
    expect_link_refused("link", "is a dangling symbolic link");
}

Test(output, fails_for_a_link_to_itself)
{
    char reason[100];

    cr_assert_eq(symlink("link", "link"), 0);
    snprintf(reason, sizeof reason, "cannot be written: %s", strerror(ELOOP));
    expect_link_refused("link", reason);
}

Test(output, fails_without_a_directory)
{
    struct error error = {0};
    struct output output;

    cr_expect_not(output_open(&output, "nosuch/report", NULL, &error));
    cr_expect_eq(error.kind, ERROR_FAILED);
    cr_expect_str_eq(error.path, "nosuch/report");
    cr_expect(strstr(error.text, "cannot be written"), "%s", error.text);
}

Test(output, fails_for_a_directory)
{
    struct error error = {0};
    struct output output;

    cr_assert_eq(mkdir("folder", 0777), 0);
    cr_expect_not(output_open(&output, "folder", NULL, &error));
    cr_expect_eq(error.kind, ERROR_FAILED);
}

/* Opens a file that holds "old\n". */
static int open_old(int flags)
{
    temporary_write("report", "old\n");
    int descriptor = open("report", flags);
    cr_assert(descriptor >= 0);
    return descriptor;
}

Test(output, appends_to_a_descriptor)
{
    struct error error = {0};
    char path[40];
    int descriptor = open_old(O_WRONLY | O_APPEND);

    snprintf(path, sizeof path, "/dev/fd/%d", descriptor);
    cr_expect(write_output(path, "new\n", true, &error), "%s", error.text);
    expect_content("report", "old\nnew\n");
    cr_expect_eq(close(descriptor), 0, "%s: it is closed already", path);
    cr_expect_eq(count_files(), 1);
}

Test(output, appends_to_standard_streams)
{
    struct error error = {0};
    int descriptor = open_old(O_WRONLY | O_APPEND);

    fflush(NULL);
    cr_assert(dup2(descriptor, STDOUT_FILENO) >= 0 && dup2(descriptor, STDERR_FILENO) >= 0);
    cr_expect(write_output("/dev/stdout", "out\n", true, &error), "%s", error.text);
    cr_expect(write_output("/dev/stderr", "err\n", true, &error), "%s", error.text);
    expect_content("report", "old\nout\nerr\n");
    close(descriptor);
}

/* Memory that is mounted below /dev has files like any other. */
Test(output, replaces_a_file_in_shared_memory)
{
    struct error error = {0};
    char path[] = "/dev/shm/quern-XXXXXX";
    int descriptor = mkstemp(path);

    if (descriptor < 0)
        cr_skip_test("there is no /dev/shm");
    close(descriptor);
    cr_expect(write_output(path, "old\n", true, &error), "%s", error.text);
    cr_expect(write_output(path, "new\n", true, &error), "%s", error.text);
    expect_content(path, "new\n");
    unlink(path);
}

Test(output, fails_for_what_is_no_descriptor)
{
    static const char *const paths[] = {"/dev/fd/999999", "/dev/fd/99999999999999999999",
                                        "/dev/fd/", "/dev/fd/1x"};

    for (size_t i = 0; i < ARRAY_LENGTH(paths); i++) {
        struct error error = {0};
        cr_expect_not(write_output(paths[i], "new\n", true, &error), "%s", paths[i]);
        cr_expect_eq(error.kind, ERROR_FAILED);
    }
}

Test(output, writes_through_to_a_device)
{
    struct error error = {0};
    struct stat status;

    cr_expect(write_output("/dev/null", "new\n", true, &error), "%s", error.text);
    cr_assert_eq(stat("/dev/null", &status), 0);
    cr_expect(S_ISCHR(status.st_mode), "/dev/null is no longer a device");
}

Test(output, says_that_a_device_is_full)
{
    struct error error = {0};

    if (access("/dev/full", W_OK) != 0)
        cr_skip_test("there is no /dev/full");
    cr_expect_not(write_output("/dev/full", "new\n", true, &error));
    cr_expect_eq(error.kind, ERROR_FAILED);
    cr_expect_str_eq(error.path, "/dev/full");
}

static void *read_fifo(void *text)
{
    FILE *fifo = fopen("fifo", "r");

    if (fifo) {
        char *line = text;
        line[fread(line, 1, 99, fifo)] = '\0';
        fclose(fifo);
    }
    return NULL;
}

Test(output, writes_through_to_a_fifo)
{
    struct error error = {0};
    struct stat status;
    pthread_t reader;
    char text[100] = "";

    cr_assert_eq(mkfifo("fifo", 0666), 0);
    cr_assert_eq(pthread_create(&reader, NULL, read_fifo, text), 0);
    cr_expect(write_output("fifo", "new\n", true, &error), "%s", error.text);
    pthread_join(reader, NULL);
    cr_expect_str_eq(text, "new\n");
    cr_assert_eq(stat("fifo", &status), 0);
    cr_expect(S_ISFIFO(status.st_mode), "it is no longer a FIFO");
    cr_expect_eq(count_files(), 1);
}

/* Begins to replace a file in another process, which gets a signal; gives what wait() says of it.
 */
static int signal_while_writing(int number, void (*action)(int))
{
    int status;
    pid_t child = fork();

    cr_assert(child >= 0);
    if (child == 0) {
        struct error error = {0};
        struct output output;
        signal(number, action);
        bool is_done = output_open(&output, "report", NULL, &error);
        fputs("new\n", output.stream);
        fflush(output.stream);
        raise(number);
        _exit(is_done && output_close(&output, true, &error) ? 0 : 1);
    }
    cr_assert_eq(waitpid(child, &status, 0), child);
    return status;
}

static const int ending_signals[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXCPU};

Test(output, leaves_nothing_when_a_signal_ends_it)
{
    temporary_write("report", "old\n");
    for (size_t i = 0; i < ARRAY_LENGTH(ending_signals); i++) {
        int status = signal_while_writing(ending_signals[i], SIG_DFL);
        cr_expect(WIFSIGNALED(status) && WTERMSIG(status) == ending_signals[i],
                  "signal %d: status %d", ending_signals[i], status);
        expect_content("report", "old\n");
        cr_expect_eq(count_files(), 1, "signal %d: something is left", ending_signals[i]);
    }
}

Test(output, leaves_nothing_when_memory_runs_out)
{
    int status;
    pid_t child = fork();

    cr_assert(child >= 0);
    if (child == 0) {
        struct error error = {0};
        struct output output;
        output_open(&output, "report", NULL, &error);
        fputs("new\n", output.stream);
        fflush(output.stream);
        close(STDERR_FILENO); /* where it says so */
        out_of_memory();
    }
    cr_assert_eq(waitpid(child, &status, 0), child);
    cr_expect(WIFEXITED(status) && WEXITSTATUS(status) == 1, "status %d", status);
    cr_expect_eq(count_files(), 0);
}

/* As under nohup. */
Test(output, goes_on_after_a_signal_that_is_ignored)
{
    for (size_t i = 0; i < ARRAY_LENGTH(ending_signals); i++) {
        temporary_write("report", "old\n");
        cr_expect_eq(signal_while_writing(ending_signals[i], SIG_IGN), 0);
        expect_content("report", "new\n");
    }
}

Test(output, leaves_signals_as_they_were)
{
    struct error error = {0};

    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_DFL);
    cr_expect(write_output("report", "new\n", true, &error), "%s", error.text);
    cr_expect_not(write_output("nosuch/report", "new\n", true, &error));
    cr_expect_eq(signal(SIGINT, SIG_DFL), SIG_IGN);
    cr_expect_eq(signal(SIGTERM, SIG_DFL), SIG_DFL);
}
