/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Writes links to sources for terminals that know OSC 8: "ESC ] 8 ; ; URL ESC \" before what is
 * shown, and the same without a URL after it.
 */

#include <stdlib.h>

#include "base/buffer.h"
#include "reporter/format/format.h"
#include "reporter/format/pieces.h"
#include "reporter/format/text_names.h"
#include "reporter/format/text_sections.h"
#include "reporter/report.h"

/* Terminals ignore a URL of more than about 2,000 bytes. */
enum { LONGEST_PATH = 1900 };

bool link_begin(const struct text_writer *writer, struct text file)
{
    const struct locator *locator = writer->locator;
    const char *host = writer->options->link_host;
    struct buffer path = {0}, encoded = {0};

    bool is_link = host != NULL && locator != NULL && file.length != 0 &&
                   locator->find(locator->maker, file, &path);
    if (is_link) {
        append_url_path(&encoded, buffer_text(&path));
        is_link = encoded.length <= LONGEST_PATH;
    }
    if (is_link)
        fprintf(writer->out, "\x1b]8;;file://%s%s\x1b\\", host, buffer_string(&encoded));
    free(path.at);
    free(encoded.at);
    return is_link;
}

void link_end(const struct text_writer *writer, bool is_link)
{
    fputs(is_link ? "\x1b]8;;\x1b\\" : "", writer->out);
}
