/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "cli/version.h"

#include <stdbool.h>
#include <stddef.h>

#include "base/array.h"

static const struct library {
    const char *name; /* as in the Makefile's WITH_NAME */
    bool is_in;
} libraries[] = {
#ifdef HAVE_ZLIB
    {"zlib", true},
#else
    {"zlib", false},
#endif
#ifdef HAVE_ZSTD
    {"zstd", true},
#else
    {"zstd", false},
#endif
#ifdef HAVE_LZMA
    {"lzma", true},
#else
    {"lzma", false},
#endif
#ifdef HAVE_CAPSTONE
    {"capstone", true},
#else
    {"capstone", false},
#endif
#ifdef HAVE_DEBUGINFOD
    {"debuginfod", true},
#else
    {"debuginfod", false},
#endif
};

static void print_libraries(FILE *out, const char *label, bool are_in)
{
    bool is_first = true;

    for (size_t i = 0; i < ARRAY_LENGTH(libraries); i++) {
        if (libraries[i].is_in != are_in)
            continue;
        fprintf(out, "%s%s", is_first ? label : ", ", libraries[i].name);
        is_first = false;
    }
    if (!is_first)
        fputc('\n', out);
}

void version_print(FILE *out)
{
    fputs("quern " QUERN_VERSION "\n", out);
    print_libraries(out, "with: ", true);
    print_libraries(out, "without: ", false);
}
