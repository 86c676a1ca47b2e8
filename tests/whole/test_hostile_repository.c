/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Repositories that set traps: settings of git that run a program or open a connection. Each is
 * sprung by a plain command of git first, since a trap that does not work proves nothing, and then
 * --old-rev reads a revision of the same repository.
 */

#include <arpa/inet.h>
#include <criterion/criterion.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/array.h"
#include "support/run.h"
#include "support/temporary.h"

/*
 * In both repositories a.c is in HEAD. The partial one lacks its content, which is fetched where it
 * is asked for; then remote.origin is where from.
 */
enum repository { WHOLE, PARTIAL };

struct trap {
    const char *name;
    enum repository repository;
    const char *set;      /* a script for a shell in the repository; a trap makes the file "$ran" */
    const char *spring;   /* the same: what springs it, were it not for quern's care */
    const char *variable; /* in the environment, which names "$program"; NULL for none */
};

#define READ "git cat-file blob HEAD:a.c"

static const struct trap traps[] = {
    /* What a fetch runs. */
    {"remote.<name>.uploadpack", PARTIAL, "git config remote.origin.uploadpack \"touch $ran;\"",
     READ, NULL},
    {"protocol.<name>.allow", PARTIAL,
     "git config protocol.file.allow always && git config protocol.allow always &&"
     " git config remote.origin.uploadpack \"touch $ran;\"",
     READ, NULL},
    {"core.sshCommand", PARTIAL,
     "git config remote.origin.url ssh://localhost/x && git config core.sshCommand \"touch $ran;\"",
     READ, NULL},
    {"GIT_SSH_COMMAND", PARTIAL, "git config remote.origin.url ssh://localhost/x", READ,
     "GIT_SSH_COMMAND"},
    {"GIT_SSH", PARTIAL, "git config remote.origin.url ssh://localhost/x", READ, "GIT_SSH"},
    {"GIT_PROXY_COMMAND", PARTIAL, "git config remote.origin.url git://localhost/x", READ,
     "GIT_PROXY_COMMAND"},
    {"GIT_EXTERNAL_DIFF", WHOLE, "true", "git diff", "GIT_EXTERNAL_DIFF"},
    {"GIT_EDITOR", WHOLE, "true", "git commit --allow-empty", "GIT_EDITOR"},
    {"core.gitProxy", PARTIAL,
     "git config remote.origin.url git://localhost/x && git config core.gitProxy \"$program\"",
     READ, NULL},
    {"a URL of ext::", PARTIAL,
     "git config protocol.ext.allow always && git config remote.origin.url \"ext::$program\"", READ,
     NULL},
    {"remote.<name>.vcs", PARTIAL,
     "git config protocol.ext.allow always && git config remote.origin.vcs ext &&"
     " git config remote.origin.url \"$program\"",
     READ, NULL},
    {"url.<base>.insteadOf", PARTIAL,
     "git config protocol.ext.allow always && git config remote.origin.url https://host/x &&"
     " git config \"url.ext::$program .insteadOf\" https:",
     READ, NULL},
    {"core.alternateRefsCommand", PARTIAL,
     "git init -q other && echo \"$PWD/other/.git/objects\" >.git/objects/info/alternates &&"
     " git config core.alternateRefsCommand \"touch $ran;\"",
     READ, NULL},
    {"include.path", PARTIAL,
     "git config -f .git/more remote.origin.uploadpack \"touch $ran;\" &&"
     " git config include.path more",
     READ, NULL},
    {"extensions.worktreeConfig", PARTIAL,
     "git config extensions.worktreeConfig true &&"
     " git config --worktree remote.origin.uploadpack \"touch $ran;\"",
     READ, NULL},
    {"a bare repository within another", PARTIAL,
     "git config remote.origin.uploadpack \"touch $ran;\" && git config core.bare true &&"
     " mv .git/* . && rmdir .git",
     READ, NULL},
    {"a missing commit", PARTIAL,
     "git config remote.origin.uploadpack \"touch $ran;\" && rm -f .git/objects/pack/* &&"
     " rm -rf .git/objects/??",
     "git rev-parse --verify 'HEAD^{commit}'", NULL},

    /* What other commands run, but for none of these does --old-rev need one. */
    {"core.fsmonitor", WHOLE, "git config core.fsmonitor \"touch $ran;\" && git status",
     "git rev-parse --verify :a.c", NULL},
    {"core.hooksPath", WHOLE,
     "mkdir hooks && cp \"$program\" hooks/post-index-change && git config core.hooksPath hooks",
     "git update-index --force-write-index", NULL},
    {"hooks", WHOLE, "mkdir -p .git/hooks && cp \"$program\" .git/hooks/reference-transaction",
     "git tag -f trap", NULL},
    {"diff.<driver>.textconv", WHOLE,
     "echo '*.c diff=trap' >.git/info/attributes && git config diff.trap.textconv \"$program\"",
     "git show HEAD", NULL},
    {"diff.<driver>.command", WHOLE,
     "echo '*.c diff=trap' >.git/info/attributes && git config diff.trap.command \"$program\"",
     "git diff", NULL},
    {"diff.external", WHOLE, "git config diff.external \"$program\"", "git diff", NULL},
    {"filter.<driver>.smudge", WHOLE,
     "echo '*.c filter=trap' >.git/info/attributes && git config filter.trap.smudge \"$program\"",
     "git cat-file --filters HEAD:a.c", NULL},
    {"filter.<driver>.process", WHOLE,
     "echo '*.c filter=trap' >.git/info/attributes && git config filter.trap.process \"$program\"",
     "git cat-file --filters HEAD:a.c", NULL},
    {"gpg.program", WHOLE,
     "git config log.showSignature true && git config gpg.program \"$program\" &&"
     " git cat-file commit HEAD | sed 's/^committer.*/&\\n"
     "gpgsig -----BEGIN PGP SIGNATURE-----\\n \\n x\\n -----END PGP SIGNATURE-----/' >signed &&"
     " git update-ref HEAD \"$(git hash-object -t commit -w signed)\"",
     "git show HEAD", NULL},
    {"core.editor", WHOLE, "git config core.editor \"$program\"", "git commit --allow-empty", NULL},
    {"alias.<name>", WHOLE,
     "for name in rev-parse cat-file trap; do git config alias.$name \"!touch $ran\"; done",
     "git trap", NULL},
};

/* What fetches over the network runs: the server asks for a name and a password. */
static const struct trap network_traps[] = {
    {"a connection by git", PARTIAL, "git config remote.origin.url \"git://$server/x\"", READ,
     NULL},
    {"a connection by http", PARTIAL, "git config remote.origin.url \"http://$server/x\"", READ,
     NULL},
    {"http.proxy", PARTIAL,
     "git config remote.origin.url http://host.invalid/x &&"
     " git config http.proxy \"http://$server\"",
     READ, NULL},
    {"credential.helper", PARTIAL,
     "git config remote.origin.url \"http://$server/x\" &&"
     " git config credential.helper \"!touch $ran;\"",
     READ, NULL},
    {"core.askPass", PARTIAL,
     "git config remote.origin.url \"http://$server/x\" && git config core.askPass \"$program\"",
     READ, NULL},
    {"GIT_ASKPASS", PARTIAL, "git config remote.origin.url \"http://$server/x\"", READ,
     "GIT_ASKPASS"},
};

static bool try_shell(const char *script)
{
    char *arguments[] = {"sh", "-c", (char *)script, NULL};
    struct run run = run_program("sh", arguments, NULL);
    bool is_done = run.status == 0;

    run_free(&run);
    return is_done;
}

static void shell(const char *script)
{
    cr_assert(try_shell(script), "%s", script);
}

/* Nothing of the user's own is asked for, nor of a repository that the tests are run in. */
static void enter(void)
{
    static const char *const settings[][2] = {
        {"GIT_AUTHOR_NAME", "a"},           {"GIT_AUTHOR_EMAIL", "a@example"},
        {"GIT_COMMITTER_NAME", "c"},        {"GIT_COMMITTER_EMAIL", "c@example"},
        {"GIT_CONFIG_GLOBAL", "/dev/null"}, {"GIT_CONFIG_NOSYSTEM", "1"},
        {"GIT_TERMINAL_PROMPT", "0"}};
    char here[400], path[500];

    temporary_enter();
    for (size_t i = 0; i < ARRAY_LENGTH(settings); i++)
        setenv(settings[i][0], settings[i][1], 1);
    unsetenv("GIT_DIR");
    unsetenv("GIT_WORK_TREE");
    unsetenv("GIT_INDEX_FILE");
    unsetenv("http_proxy");
    unsetenv("no_proxy");
    cr_assert_not_null(getcwd(here, sizeof here));
    snprintf(path, sizeof path, "%s/ran", here);
    setenv("ran", path, 1);
    snprintf(path, sizeof path, "%s/program", here);
    setenv("program", path, 1);
}

TestSuite(hostile_repository, .init = enter, .fini = temporary_leave, .timeout = 120);

static void make_repositories(void)
{
    run_need("hostile_repository", "git");
    temporary_write("program", "#!/bin/sh\ntouch \"$ran\"\n");
    shell("chmod +x program && git init -q whole && cd whole &&"
          " printf 'old\\nsame\\n' >a.c && git add . && git commit -q -m first &&"
          " git config uploadpack.allowFilter true && cd .. &&"
          " git clone -q --no-checkout --filter=blob:none \"file://$PWD/whole\" partial &&"
          " for i in whole partial; do cp -R $i $i.kept && printf 'new\\nsame\\n' >$i.kept/a.c &&"
          " printf 'events: Ir\\nfl=a.c\\nfn=f\\n1 3\\n2 4\\n' >$i.kept/new &&"
          " printf 'events: Ir\\nfl=a.c\\nfn=f\\n1 1\\n2 4\\n' >$i.kept/old || exit; done");
}

/* Goes into a copy of the repository, with the trap set. */
static void enter_repository(const struct trap *trap)
{
    shell(trap->repository == WHOLE ? "rm -rf tried && cp -R whole.kept tried"
                                    : "rm -rf tried && cp -R partial.kept tried");
    cr_assert_eq(chdir("tried"), 0);
    cr_assert(try_shell(trap->set), "%s cannot be set", trap->name);
    unlink("../ran");
    if (trap->variable != NULL)
        setenv(trap->variable, getenv("program"), 1);
}

static void leave_repository(const struct trap *trap)
{
    if (trap->variable != NULL)
        unsetenv(trap->variable);
    cr_assert_eq(chdir(".."), 0);
}

static struct run read_revision(void)
{
    return run_quern(OPTIONS("--diff=old", "--old-rev=HEAD", "--annotate=f"), "new");
}

static void check_trap(const struct trap *trap)
{
    enter_repository(trap);
    try_shell(trap->spring);
    cr_expect_eq(access("../ran", F_OK), 0, "%s is no trap", trap->name);
    leave_repository(trap);

    enter_repository(trap);
    struct run run = read_revision();
    cr_expect_neq(access("../ran", F_OK), 0, "%s is sprung", trap->name);
    if (trap->repository == PARTIAL)
        cr_expect(strstr(run.out, "lines by number") || strstr(run.err, "no such revision"),
                  "%s: %d %s%s", trap->name, run.status, run.out, run.err);
    else
        cr_expect(run.status == 0 && strstr(run.out, " 1      -  old\n"), "%s: %d %s%s", trap->name,
                  run.status, run.out, run.err);
    run_free(&run);
    leave_repository(trap);
}

Test(hostile_repository, runs_no_program)
{
    make_repositories();
    for (size_t i = 0; i < ARRAY_LENGTH(traps); i++)
        check_trap(&traps[i]);
}

/* The index is read for this one alone. */
Test(hostile_repository, runs_no_program_for_a_file_of_the_index)
{
    static const struct trap trap = {"core.fsmonitor", WHOLE,
                                     "git config core.fsmonitor \"touch $ran;\" && git status",
                                     NULL, NULL};

    make_repositories();
    enter_repository(&trap);
    struct run run = run_quern(OPTIONS("--diff=old", "--old-rev=:a.c", "--annotate=f"), "new");
    cr_expect_eq(run.status, 1);
    cr_expect_neq(access("../ran", F_OK), 0);
    run_free(&run);
    leave_repository(&trap);
}

/* What waits for nobody may stand wherever git reads a file. */
Test(hostile_repository, waits_for_no_pipe, .timeout = 300)
{
    static const char *const sets[] = {
        "mkfifo .git/pipe && printf '[include]\npath = pipe\n' >>.git/config",
        "object=$(git rev-parse HEAD:a.c | sed 's,^..,&/,') && rm -f .git/objects/$object &&"
        " mkfifo .git/objects/$object"};

    if (!run_is_thorough())
        return;
    make_repositories();
    for (size_t i = 0; i < ARRAY_LENGTH(sets); i++) {
        enter_repository(&(struct trap){"a pipe", WHOLE, sets[i], NULL, NULL});
        struct run run = read_revision();
        cr_expect(strstr(run.err, "did not answer within a minute") ||
                      strstr(run.out, "lines by number"),
                  "%s: %s%s", sets[i], run.out, run.err);
        run_free(&run);
        cr_assert_eq(chdir(".."), 0);
    }
}

/* Answers each connection, which it takes note of, with a question for a password. */
static void serve(int listening)
{
    static const char answer[] = "HTTP/1.1 401 Unauthorized\r\nConnection: close\r\n"
                                 "WWW-Authenticate: Basic realm=\"x\"\r\nContent-Length: 0\r\n\r\n";
    char question[4096];

    for (;;) {
        int connection = accept(listening, NULL, NULL);
        FILE *note = connection >= 0 ? fopen("connected", "w") : NULL;
        if (note == NULL)
            _exit(1);
        fclose(note);
        if (read(connection, question, sizeof question) > 0 &&
            write(connection, answer, sizeof answer - 1) < 0)
            _exit(1);
        close(connection);
    }
}

/* Starts a server in this folder, and says where in the environment. Returns its process. */
static pid_t start_server(void)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    int listening = socket(AF_INET, SOCK_STREAM, 0);
    char server[40];

    cr_assert(bind(listening, (struct sockaddr *)&address, length) == 0 &&
              listen(listening, 8) == 0 &&
              getsockname(listening, (struct sockaddr *)&address, &length) == 0);
    snprintf(server, sizeof server, "127.0.0.1:%d", ntohs(address.sin_port));
    setenv("server", server, 1);
    pid_t id = fork();
    cr_assert_geq(id, 0);
    if (id == 0)
        serve(listening);
    close(listening);
    return id;
}

static bool has_connected(void)
{
    return access("../connected", F_OK) == 0;
}

/* A server may be in the way of a trap, but is connected with in any case. */
Test(hostile_repository, opens_no_connection)
{
    make_repositories();
    pid_t server = start_server();
    for (size_t i = 0; i < ARRAY_LENGTH(network_traps); i++) {
        const struct trap *trap = &network_traps[i];
        unlink("connected");
        enter_repository(trap);
        try_shell(trap->spring);
        cr_expect(has_connected(), "%s is no trap", trap->name);
        if (strstr(trap->set, "$ran") || strstr(trap->set, "$program") || trap->variable != NULL)
            cr_expect_eq(access("../ran", F_OK), 0, "%s is no trap", trap->name);
        leave_repository(trap);

        unlink("connected");
        enter_repository(trap);
        struct run run = read_revision();
        cr_expect_not(has_connected(), "%s connects", trap->name);
        cr_expect_neq(access("../ran", F_OK), 0, "%s is sprung", trap->name);
        run_free(&run);
        leave_repository(trap);
    }
    kill(server, SIGKILL);
    waitpid(server, NULL, 0);
}
