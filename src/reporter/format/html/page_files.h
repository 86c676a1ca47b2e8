/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_FORMAT_HTML_PAGE_FILES_H
#define QUERN_REPORTER_FORMAT_HTML_PAGE_FILES_H

/* The page's styles and scripts, which page_files.awk makes into C when quern is built. */

#include "base/text.h"

struct page_file {
    struct text text;
    const char *hash; /* as a policy has it: "sha256-..." */
};

/*
 * The style that the page has without a script, and the one of all else; the script of the page,
 * and the one that loads both where they are packed.
 */
extern const struct page_file page_base, page_style, page_loader, page_script;

#endif
