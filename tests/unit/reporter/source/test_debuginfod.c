/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "reporter/source/source_paths.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "support/run.h"
#include "support/source_server.h"
#include "support/temporary.h"

TestSuite(debuginfod, .init = temporary_enter, .fini = temporary_leave, .timeout = 60);

#ifdef HAVE_DEBUGINFOD

static const unsigned char build_id[] = {0x01, 0xab, 0xcd};

/* Skips the test where the library is not installed. */
static struct debuginfod *open_servers(struct warnings *warnings)
{
    struct error error = {0};
    struct debuginfod *servers = debuginfod_open(warnings, &error);

    if (servers == NULL)
        cr_skip_test("%s", error.text);
    return servers;
}

static void expect_content(const char *path, const char *expected)
{
    FILE *file = fopen(path, "r");
    size_t size;

    cr_assert(file, "%s", path);
    char *content = run_read_file(file, &size);
    fclose(file);
    cr_expect_str_eq(content, expected);
    free(content);
}

Test(debuginfod, needs_servers)
{
    static const char *const none[] = {NULL, "", "  "};

    for (size_t i = 0; i < ARRAY_LENGTH(none); i++) {
        struct warnings warnings = {0};
        struct error error = {0};
        if (none[i] != NULL)
            setenv("DEBUGINFOD_URLS", none[i], 1);
        else
            unsetenv("DEBUGINFOD_URLS");
        cr_expect_null(debuginfod_open(&warnings, &error));
        cr_expect_eq(error.kind, ERROR_USAGE);
        cr_expect(strstr(error.text, "DEBUGINFOD_URLS"), "%s", error.text);
    }
}

Test(debuginfod, fetches_what_servers_have)
{
    struct warnings warnings = {0};
    pid_t server = source_server_start();
    struct debuginfod *servers = open_servers(&warnings);

    char *found = debuginfod_fetch(servers, build_id, sizeof build_id, "/a b/found.c");
    char *missing = debuginfod_fetch(servers, build_id, sizeof build_id, "/src/missing.c");
    char *other = debuginfod_fetch(servers, build_id, sizeof build_id, "/src/found.c");
    source_server_stop(server);
    cr_assert(found);
    expect_content(found, SERVED_TEXT);
    cr_expect_null(missing);
    cr_assert(other);
    cr_expect_str_neq(other, found);
    cr_expect_eq(warnings.count, 0, "%s", warnings.first[0].text);
    free(found);
    free(other);
    debuginfod_close(servers);
}

Test(debuginfod, stops_asking_servers_that_cannot_be_reached)
{
    struct warnings warnings = {0};
    pid_t server;

    source_server_name_none();
    struct debuginfod *servers = open_servers(&warnings);
    for (size_t i = 0; i < 500; i++) {
        char path[30];
        snprintf(path, sizeof path, "/src/%zu/found.c", i);
        cr_expect_null(debuginfod_fetch(servers, build_id, sizeof build_id, path));
    }
    cr_assert_eq(warnings.count, 1);
    cr_expect_str_eq(warnings.first[0].text,
                     "--debuginfod: Connection refused: no more sources are asked for");
    /* Not even where one is there by now. */
    server = source_server_start();
    cr_expect_null(debuginfod_fetch(servers, build_id, sizeof build_id, "/src/found.c"));
    source_server_stop(server);
    cr_expect_eq(warnings.count, 1);
    debuginfod_close(servers);
}

Test(debuginfod, stops_what_does_not_end)
{
    struct warnings warnings = {0};
    pid_t server = source_server_start();
    struct debuginfod *servers = open_servers(&warnings);

    cr_expect_null(debuginfod_fetch(servers, build_id, sizeof build_id, "/src/endless.c"));
    source_server_stop(server);
    debuginfod_close(servers);
}

/* Servers know neither: nothing is asked for, so that nothing fails. */
Test(debuginfod, asks_for_absolute_paths_and_build_ids_alone)
{
    static const char *const paths[] = {"", "a.c", "./a.c", "src/a.c"};
    struct warnings warnings = {0};

    source_server_name_none();
    struct debuginfod *servers = open_servers(&warnings);
    for (size_t i = 0; i < ARRAY_LENGTH(paths); i++)
        cr_expect_null(debuginfod_fetch(servers, build_id, sizeof build_id, paths[i]));
    cr_expect_null(debuginfod_fetch(servers, build_id, 0, "/src/a.c"));
    cr_expect_eq(warnings.count, 0);
    debuginfod_close(servers);
}

#else

Test(debuginfod, says_that_it_was_left_out)
{
    struct warnings warnings = {0};
    struct error error = {0};

    source_server_name_none();
    cr_expect_null(debuginfod_open(&warnings, &error));
    cr_expect_eq(error.kind, ERROR_USAGE);
    cr_expect_str_eq(error.text, "--debuginfod: this quern was built without libdebuginfod");
}

#endif

Test(debuginfod, closes_nothing)
{
    debuginfod_close(NULL);
}
