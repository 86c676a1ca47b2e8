/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_PARSER_RUNS_H
#define QUERN_PARSER_RUNS_H

struct profile;

/* Numbers the runs of a profile's inputs, by what their paths and first parts say. */
void profile_find_runs(struct profile *profile);

#endif
