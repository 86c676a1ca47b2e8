/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_FORMAT_TEXT_TABLES_H
#define QUERN_REPORTER_FORMAT_TEXT_TABLES_H

/* As text: the tables of one event, which callgrind_annotate does not have. */

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/error.h"

struct facts;
struct format_options;
struct section;

/* The three lines above such tables: the profile, the event and its total. */
void format_text_lead(FILE *out, const struct facts *facts, const struct section *section);

/* Each false when a row fails. */
bool format_text_hotspots(FILE *out, const struct section *section,
                          const struct format_options *options, struct error *error);
bool format_text_peek(FILE *out, const struct section *section,
                      const struct format_options *options, struct error *error);
bool format_text_code_listing(FILE *out, const struct section *section,
                              const struct format_options *options, struct error *error);
bool format_text_events(FILE *out, const struct section *section, struct error *error);

#endif
