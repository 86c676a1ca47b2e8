/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/buffer.h"
#include "reporter/format/format.h"
#include "reporter/format/text_names.h"
#include "reporter/format/text_sections.h"
#include "reporter/report.h"

/* Has every file but "none", where its name says. */
static bool find(void *nothing, struct text file, struct buffer *path)
{
    (void)nothing;
    if (text_equal(file, TEXT("none")))
        return false;
    buffer_append(path, file);
    return true;
}

static char *link_of(struct text file, const char *host)
{
    const struct locator locator = {find, NULL};
    const struct format_options options = {.link_host = host};
    char *text = NULL;
    size_t size;
    const struct text_writer writer = {
        .out = open_memstream(&text, &size), .options = &options, .locator = &locator};

    cr_assert(writer.out);
    bool is_link = link_begin(&writer, file);
    fputs("x", writer.out);
    link_end(&writer, is_link);
    fclose(writer.out);
    return text;
}

#define LINK(url) "\x1b]8;;" url "\x1b\\x\x1b]8;;\x1b\\"

Test(text_links, are_urls_of_files)
{
    static const struct {
        struct text file;
        const char *host, *expected;
    } cases[] = {
        {{"/a/b-c_d.~9", 11}, "host", LINK("file://host/a/b-c_d.~9")},
        {{"/a", 2}, "", LINK("file:///a")},
        {{"/a b%c#d?e;f:g", 14}, "h", LINK("file://h/a%20b%25c%23d%3Fe%3Bf%3Ag")},
        {{"/\xc3\xa4", 3}, "h", LINK("file://h/%C3%A4")},
        /* What could end the link, or tell the terminal something. */
        {{"/\x1b]8;;\x07\n\x9c\0z", 11}, "h", LINK("file://h/%1B%5D8%3B%3B%07%0A%9C%00z")},
        {{"/a", 2}, NULL, "x"},
        {{"none", 4}, "h", "x"},
        {{0}, "h", "x"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        char *text = link_of(cases[i].file, cases[i].host);
        cr_expect_str_eq(text, cases[i].expected, "case %zu", i);
        free(text);
    }
}

Test(text_links, are_no_longer_than_terminals_take)
{
    char path[4000];

    memset(path, 'a', sizeof path);
    path[0] = '/';
    char *text = link_of((struct text){path, 1900}, "h");
    cr_expect_neq(strlen(text), 1);
    free(text);
    text = link_of((struct text){path, 1901}, "h");
    cr_expect_str_eq(text, "x");
    free(text);
    memset(path + 1, ' ', 1000);
    text = link_of((struct text){path, 1000}, "h");
    cr_expect_str_eq(text, "x");
    free(text);
}
