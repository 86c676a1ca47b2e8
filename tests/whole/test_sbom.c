/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The bill of materials of a release is JSON, and names the libraries that --version names. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "support/run.h"
#include "support/temporary.h"

TestSuite(sbom, .init = temporary_enter, .fini = temporary_leave);

/* Each word of --version, and how the library is called. */
static const char *const libraries[][2] = {
    {"zlib", "zlib"},    {"libdeflate", "libdeflate"}, {"zstd", "zstd"},
    {"lzma", "liblzma"}, {"libdw", "libdw"},
};

/* What jq makes of the bill of the quern that is tested; the caller frees it. */
static char *ask(const char *question)
{
    static char shell[] = "'" TESTDATA_DIR "/../.ci/make-sbom' \"$0\" tarball | jq -r \"$1\"";
    char *quern = run_quern_path(), *copy = strdup(question);

    temporary_write("tarball", "abc");
    char *answer = run_output("sh", (char *[]){"sh", "-c", shell, quern, copy, NULL}, NULL);
    free(quern);
    free(copy);
    return answer;
}

Test(sbom, has_the_libraries_that_are_in)
{
    static char jq[] = "jq";
    char line[40];

    run_need("sbom", jq);
    char *names = ask("\"\", (.packages[] | .name)");
    for (size_t i = 0; i < ARRAY_LENGTH(libraries); i++) {
        snprintf(line, sizeof line, "\n%s\n", libraries[i][1]);
        cr_expect_eq(strstr(names, line) != NULL, !run_quern_lacks(libraries[i][0]), "%s: %s",
                     libraries[i][1], names);
    }
    free(names);
}

Test(sbom, describes_the_tarball_and_relates_what_there_is)
{
    /* SHA-256 of "abc", which FIPS 180-2 has as an example */
    static const char expected[] =
        "SPDX-2.3 ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad\n[]\n";
    static char jq[] = "jq";

    run_need("sbom", jq);
    char *answer =
        ask(".spdxVersion + \" \" + .packages[0].checksums[0].checksumValue,"
            " ([.relationships[].relatedSpdxElement] - [.packages[].SPDXID] | tostring)");
    cr_expect_str_eq(answer, expected);
    free(answer);
}
