/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_FORMAT_HTML_PAGE_FILES_H
#define QUERN_REPORTER_FORMAT_HTML_PAGE_FILES_H

/*
 * The page's style, the script that loads its script, and that one, which are made into arrays when
 * quern is built: see embed/.
 */

#include <stddef.h>

struct page_file {
    const unsigned char *bytes; /* without a NUL byte at the end */
    size_t length;
    const char *hash; /* as a policy has it: "sha256-..." */
};

extern const struct page_file page_style, page_loader, page_script;

#endif
