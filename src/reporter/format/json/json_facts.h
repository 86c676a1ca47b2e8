/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_FORMAT_JSON_JSON_FACTS_H
#define QUERN_REPORTER_FORMAT_JSON_JSON_FACTS_H

/* Writes the command, the input, doubts and verdicts, as members. */

#include <stdbool.h>

#include "base/text.h"
#include "base/verdict.h"

struct facts;
struct json;
struct table;
struct warnings;

/* Writes a member with an array of texts. */
void json_list(struct json *json, struct text key, struct text_list list);

/* Writes the files, in a difference also the old ones, what ran and wrote them, and their parts. */
void json_run(struct json *json, const struct facts *facts, bool is_difference);

/* Writes the names of the slices, whose values rows have; nothing where there are none. */
void json_slices(struct json *json, const struct table *table);

/* Writes everything before rows with costs: the run, the events and their totals. See json.c. */
void json_table_head(struct json *json, const struct facts *facts, const struct table *table);

/* Writes the member "notes". */
void json_doubts(struct json *json, const struct warnings *doubts);

/* Writes the member "limits". */
void json_verdicts(struct json *json, struct verdict_list verdicts);

#endif
