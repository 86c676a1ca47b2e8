/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/gzip.h"

#include <criterion/criterion.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "support/run.h"
#include "support/temporary.h"

TestSuite(gzip, .init = temporary_enter, .fini = temporary_leave);

/* What `gzip -dc` makes of it; without zlib it is the text itself. */
static struct run read_back(const char *path)
{
    FILE *file = fopen(path, "rb");
    bool is_compressed = file != NULL && fgetc(file) == 0x1f && fgetc(file) == 0x8b;

    cr_assert(file);
    fclose(file);
    return is_compressed ? run_program("gzip", (char *[]){"gzip", "-dc", (char *)path, NULL}, NULL)
                         : run_program("cat", (char *[]){"cat", (char *)path, NULL}, NULL);
}

/* What is appended is as good, after what there was. */
static void check_appended(const char *text, size_t length)
{
    struct buffer packed = {0};
    FILE *out = fopen("text.gz", "wb");

    cr_assert(out);
    buffer_append(&packed, TEXT("before"));
    gzip_append(&packed, (struct text){text, length});
    cr_assert(memcmp(packed.at, "before", 6) == 0);
    cr_expect_eq(gzip_append_compresses(), packed.length > 6 && packed.at[6] == 0x1f);
    fwrite(packed.at + 6, 1, packed.length - 6, out);
    fclose(out);
    struct run run = read_back("text.gz");
    cr_assert_eq(run.status, 0, "%s", run.err);
    cr_assert_eq(run.out_size, length);
    cr_expect(length == 0 || memcmp(run.out, text, length) == 0);
    run_free(&run);
    free(packed.at);
}

Test(gzip, appends_what_was_given)
{
    enum { SIZE = 1000000 };
    char *bytes = memory_alloc(SIZE, 1);

    check_appended("", 0);
    check_appended("stack", 5);
    check_appended(bytes, SIZE);
    free(bytes);
}
