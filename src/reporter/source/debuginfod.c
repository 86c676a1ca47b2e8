/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Fetches sources from servers: libdebuginfod has a cache and timeouts of its own. It is loaded
 * only when sources are asked for, since it brings thirty libraries.
 */

#include "reporter/source/source_paths.h"

#ifdef HAVE_DEBUGINFOD

#include <dlfcn.h>
#include <elfutils/debuginfod.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/error.h"
#include "base/text.h"
#include "reporter/source/source.h"

/* Holds the functions of the library that are called. */
struct library {
    debuginfod_client *(*begin)(void);
    void (*set_progress)(debuginfod_client *client, debuginfod_progressfn_t function);
    int (*find_source)(debuginfod_client *client, const unsigned char *build_id, int length,
                       const char *path, char **found);
    void (*end)(debuginfod_client *client);
};

struct debuginfod {
    struct library library;
    debuginfod_client *client;
    struct warnings *warnings;
    bool has_failed; /* the servers are not asked any more */
};

/* Loads the library. It is never closed: what its TLS libraries have set up outlives the client. */
static bool load(struct library *library, struct error *error)
{
    const struct {
        const char *name;
        void *function;
    } wanted[] = {
        {"debuginfod_begin", &library->begin},
        {"debuginfod_set_progressfn", &library->set_progress},
        {"debuginfod_find_source", &library->find_source},
        {"debuginfod_end", &library->end},
    };
    void *handle = dlopen(DEBUGINFOD_SONAME, RTLD_NOW | RTLD_LOCAL);
    bool is_loaded = handle != NULL;

    for (size_t i = 0; i < ARRAY_LENGTH(wanted) && is_loaded; i++) {
        void *symbol = dlsym(handle, wanted[i].name);
        is_loaded = symbol != NULL;
        /* C cannot convert a pointer to an object into one to a function, but POSIX guarantees
         * that their bytes agree. */
        memcpy(wanted[i].function, &symbol, sizeof symbol);
    }
    if (!is_loaded)
        error_set(error, ERROR_FAILED, NULL, 0,
                  "--debuginfod: the library cannot be loaded: %.200s", dlerror());
    return is_loaded;
}

/*
 * Stops an answer that is larger than any source: an endless one would fill the disk. It also keeps
 * the library from printing, with DEBUGINFOD_PROGRESS set.
 */
static int stop_too_large(debuginfod_client *client, long n_received, long size)
{
    (void)client;
    return n_received > SOURCE_LARGEST || size > SOURCE_LARGEST;
}

struct debuginfod *debuginfod_open(struct warnings *warnings, struct error *error)
{
    const char *urls = getenv(DEBUGINFOD_URLS_ENV_VAR);
    struct library library = {0};

    if (urls == NULL || text_trim(text_of(urls)).length == 0) {
        error_usage(error, "--debuginfod needs servers: " DEBUGINFOD_URLS_ENV_VAR
                           " in the environment names none");
        return NULL;
    }
    if (!load(&library, error))
        return NULL;
    debuginfod_client *client = library.begin();
    if (client == NULL) {
        error_set(error, ERROR_FAILED, NULL, 0, "--debuginfod: the library cannot be set up");
        return NULL;
    }
    library.set_progress(client, stop_too_large);
    struct debuginfod *servers = memory_alloc(1, sizeof *servers);
    *servers = (struct debuginfod){library, client, warnings, false};
    return servers;
}

char *debuginfod_fetch(struct debuginfod *servers, const unsigned char *build_id,
                       size_t build_id_length, const char *path)
{
    char *found = NULL;

    if (servers->has_failed || build_id_length == 0 || path[0] != '/')
        return NULL;
    int result =
        servers->library.find_source(servers->client, build_id, (int)build_id_length, path, &found);
    if (result >= 0) {
        close(result);
        return found;
    }
    servers->has_failed = result != -ENOENT;
    if (servers->has_failed)
        warnings_add(servers->warnings, NULL, 0, "--debuginfod: %s: no more sources are asked for",
                     strerror(-result));
    return NULL;
}

void debuginfod_close(struct debuginfod *servers)
{
    if (servers == NULL)
        return;
    servers->library.end(servers->client);
    free(servers);
}

#else

struct debuginfod *debuginfod_open(struct warnings *warnings, struct error *error)
{
    (void)warnings;
    error_usage(error, "--debuginfod: this quern was built without libdebuginfod");
    return NULL;
}

/* Finds nothing: without the library there are no servers to ask. */
char *debuginfod_fetch(struct debuginfod *servers, const unsigned char *build_id,
                       size_t build_id_length, const char *path)
{
    (void)servers;
    (void)build_id;
    (void)build_id_length;
    (void)path;
    return NULL;
}

void debuginfod_close(struct debuginfod *servers)
{
    (void)servers;
}

#endif
