/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/source_server.h"

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

/* A socket on a free port of the loopback, which the environment names; nobody listens yet. */
static int bind_socket(void)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    char folder[500], text[600];
    int bound = socket(AF_INET, SOCK_STREAM, 0);

    cr_assert_geq(bound, 0);
    cr_assert_eq(bind(bound, (const struct sockaddr *)&address, sizeof address), 0);
    cr_assert_eq(getsockname(bound, (struct sockaddr *)&address, &length), 0);
    snprintf(text, sizeof text, "http://127.0.0.1:%u", ntohs(address.sin_port));
    setenv("DEBUGINFOD_URLS", text, 1);
    cr_assert(getcwd(folder, sizeof folder));
    snprintf(text, sizeof text, "%s/cache", folder);
    setenv("DEBUGINFOD_CACHE_PATH", text, 1);
    setenv("no_proxy", "127.0.0.1", 1);
    return bound;
}

/* Slashes in paths come as "%2F", other signs as they are. */
static void decode(char *path)
{
    char *to = path;

    for (const char *at = path; *at != '\0'; to++) {
        bool is_slash = strncmp(at, "%2F", 3) == 0;
        *to = is_slash ? '/' : *at;
        at += is_slash ? 3 : 1;
    }
    *to = '\0';
}

/* Answers until nobody listens any more. */
static void answer_endlessly(int connection)
{
    static const char zeros[1 << 16];

    dprintf(connection, "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n");
    while (send(connection, zeros, sizeof zeros, MSG_NOSIGNAL) > 0)
        ;
}

/* "GET /buildid/BUILD-ID/source/PATH HTTP/1.1", and headers. */
static void answer(int connection, FILE *log)
{
    char request[4000], build_id[200] = "", path[2000] = "/";
    size_t length = 0;
    ssize_t n_read;

    request[0] = '\0';
    while (strstr(request, "\r\n\r\n") == NULL && length < sizeof request - 1 &&
           (n_read = read(connection, request + length, sizeof request - 1 - length)) > 0) {
        length += (size_t)n_read;
        request[length] = '\0';
    }
    sscanf(request, "GET /buildid/%199[^/]/source/%1990s", build_id, path + 1);
    decode(path + 1);
    memmove(path, path + (path[1] == '/'), strlen(path));
    fprintf(log, "%s %s\n", build_id, path);
    fflush(log);
    const char *name = strrchr(path, '/');
    if (strcmp(name, "/endless.c") == 0)
        answer_endlessly(connection);
    dprintf(connection, "HTTP/1.1 %s\r\nConnection: close\r\nContent-Length: %zu\r\n\r\n%s",
            strcmp(name, "/found.c") == 0 ? "200 OK" : "404 Not Found", strlen(SERVED_TEXT),
            SERVED_TEXT);
    close(connection);
}

/* It ends by itself where the test does not come to stop it. */
static _Noreturn void serve(int listening)
{
    FILE *log = fopen(SERVER_LOG, "w");

    alarm(60);
    signal(SIGPIPE, SIG_IGN);
    for (int connection; log && (connection = accept(listening, NULL, NULL)) >= 0;)
        answer(connection, log);
    _exit(1);
}

pid_t source_server_start(void)
{
    int listening = bind_socket();

    cr_assert_eq(listen(listening, 10), 0);
    pid_t server = fork();
    if (server == 0)
        serve(listening);
    cr_assert_gt(server, 0);
    close(listening);
    return server;
}

void source_server_stop(pid_t server)
{
    kill(server, SIGKILL);
    waitpid(server, NULL, 0);
}

void source_server_name_none(void)
{
    close(bind_socket());
}
