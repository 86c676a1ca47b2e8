/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_TESTS_UNIT_REPORTER_FORMAT_HTML_PAGE_BLOCKS_H
#define QUERN_TESTS_UNIT_REPORTER_FORMAT_HTML_PAGE_BLOCKS_H

/* What is in the blocks of a page. */

#include <stdbool.h>

#include "unit/reporter/format/hand_made.h"

/* Whether the page has the block of that name. */
bool page_has_block(const char *page, const char *name);

/* The JSON of the block, which must be there. The caller frees it. */
char *page_block(const char *page, const char *name);

/* The "style" or "script" that the loader unpacks. The caller frees it. */
char *page_packed_file(const char *page, const char *id);

/* The page of a report of any size. The caller frees it. */
char *page_of(const struct hand_made *report);

/* The JSON of a block of the page of those sections. The caller frees it. */
char *block_of_sections(const struct hand_made_section *sections, size_t n_sections,
                        const char *name);

/* What a member is in an object that is not nested in it: what follows its key. */
const char *member(const char *json, const char *key);

/* Whether the member begins with that JSON. */
void expect_member(const char *json, const char *key, const char *value);

#endif
