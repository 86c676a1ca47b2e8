/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "reporter/view/objects/objects.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "base/error.h"
#include "reporter/source/source_paths.h"
#include "reporter/view/input/view_options.h"
#include "support/made_object.h"
#include "support/parsed.h"
#include "support/run.h"
#include "support/source_server.h"
#include "support/temporary.h"

TestSuite(remote_sources, .init = temporary_enter, .fini = temporary_leave, .timeout = 60);

/* An object of x86-64 whose build ID is three times that letter. */
static void write_object(const char *path, char letter)
{
    made_build_write(path, "\xc3", (const char[]){letter, letter, letter});
}

/* What is asked for the sources, and what is set up for it. */
struct asked {
    pid_t server;
    struct warnings warnings;
    struct view_options options;
    struct parsed parsed;
    struct remote_sources *remote;
};

typedef struct remote_sources *create_remote(const struct view_options *options,
                                             const struct profile *profile);

/* Skips the test where there is no library. */
static void asked_begin(struct asked *asked, const char *profile, create_remote *create)
{
    struct error error = {0};

    asked->server = source_server_start();
    asked->options.servers = debuginfod_open(&asked->warnings, &error);
    if (asked->options.servers == NULL) {
        source_server_stop(asked->server);
        cr_skip_test("%s", error.text);
    }
    parsed_read(&asked->parsed, profile);
    asked->remote = create(&asked->options, &asked->parsed.profile);
}

static void asked_end(struct asked *asked)
{
    remote_sources_free(asked->remote);
    parsed_free(&asked->parsed);
    debuginfod_close(asked->options.servers);
    source_server_stop(asked->server);
}

static bool find(const struct asked *asked, const char *name)
{
    const struct last_resort resort = remote_sources_resort(asked->remote);
    struct source source = {0};
    struct text line = {0};

    if (!resort.find(resort.asked, &source, text_of(name)))
        return false;
    cr_expect(source_next_line(&source, &line));
    cr_expect(text_equal(line, TEXT("the text")), "%s", source.path);
    source_close(&source);
    return true;
}

static void expect_requests(const char *expected)
{
    FILE *file = fopen(SERVER_LOG, "r");
    size_t size;

    cr_assert(file);
    char *requests = run_read_file(file, &size);
    fclose(file);
    cr_expect_str_eq(requests, expected);
    free(requests);
}

/* What is inlined from a file is code of it too. */
Test(remote_sources, are_asked_for_by_each_object_with_code_of_them)
{
    static const char profile[] = "events: Ir\n"
                                  "ob=one\nfl=/src/one.c\nfn=f\n1 1\nfi=/src/found.c\n1 1\n"
                                  "ob=two\nfl=/src/missing.c\nfn=g\n1 1\nfi=/src/one.c\n1 1\n"
                                  "ob=???\nfn=h\n1 1\n"
                                  "ob=gone\nfl=/src/gone.c\nfn=i\n1 1\n";
    struct asked asked = {0};

    write_object("one", 'A');
    write_object("two", 'B');
    asked_begin(&asked, profile, remote_sources_create);
    for (int i = 0; i < 2; i++) { /* once each, however often one wants to know */
        cr_expect_not(find(&asked, "/src/one.c"));
        cr_expect(find(&asked, "/src/found.c"));
        cr_expect_not(find(&asked, "/src/missing.c"));
        cr_expect_not(find(&asked, "/src/gone.c"));
        cr_expect_not(find(&asked, "/src/of/nobody/found.c"));
    }
    expect_requests("414141 /src/one.c\n424242 /src/one.c\n"
                    "414141 /src/found.c\n424242 /src/missing.c\n");
    cr_expect_eq(asked.warnings.count, 0);
    asked_end(&asked);
}

/* The current directory was taken off the names below it. */
Test(remote_sources, are_asked_for_as_they_were_recorded)
{
    static const char profile[] = "events: Ir\nob=one\nfl=src/found.c\nfn=f\n1 1\n"
                                  "fi=./found.c\n1 1\nfi=../found.c\n1 1\nfi=???\n1 1\n";
    char folder[500], expected[600];
    struct asked asked = {0};

    write_object("one", 'A');
    asked_begin(&asked, profile, remote_sources_create);
    cr_expect(find(&asked, "src/found.c"));
    cr_expect_not(find(&asked, "./found.c"));
    cr_expect_not(find(&asked, "../found.c"));
    cr_expect_not(find(&asked, "???"));
    cr_expect_not(find(&asked, ""));
    cr_assert(getcwd(folder, sizeof folder));
    snprintf(expected, sizeof expected, "414141 %s/src/found.c\n", folder);
    expect_requests(expected);
    asked_end(&asked);
}

/* Of an old build, which --old-object-path alone leads to. */
Test(remote_sources, of_an_old_profile_are_those_of_its_build)
{
    static const char profile[] = "events: Ir\nob=one\nfl=/src/found.c\nfn=f\n1 1\n"
                                  "ob=two\nfl=/two/found.c\nfn=g\n1 1\n";
    static const struct text from = {"", 0}, to = {"old/", 4};
    struct asked asked = {.options.old_objects_at = {.maps_from = {&from, 1}, .maps_to = {&to, 1}}};

    write_object("one", 'A');
    write_object("two", 'A');
    cr_assert_eq(mkdir("old", 0777), 0);
    write_object("old/one", 'B');
    asked_begin(&asked, profile, remote_sources_create_old);
    cr_expect(find(&asked, "/src/found.c"));
    cr_expect_not(find(&asked, "/two/found.c"));
    expect_requests("424242 /src/found.c\n");
    asked_end(&asked);
}

Test(remote_sources, are_none_without_servers)
{
    const struct view_options options = {0};
    struct parsed parsed;

    parsed_read(&parsed, "events: Ir\nfl=/src/found.c\nfn=f\n1 1\n");
    cr_expect_null(remote_sources_create(&options, &parsed.profile));
    cr_expect_null(remote_sources_create_old(&options, &parsed.profile));
    cr_expect_null(remote_sources_resort(NULL).find);
    remote_sources_free(NULL);
    parsed_free(&parsed);
}
