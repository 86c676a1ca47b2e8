/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_FORMAT_ANNOTATIONS_FINDING_H
#define QUERN_REPORTER_FORMAT_ANNOTATIONS_FINDING_H

/* What services that host code show beside a line: where it is, and what there is to say. */

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/buffer.h"
#include "base/error.h"
#include "reporter/table.h"

struct format_options;
struct report;

/* Of which kind it is. */
enum finding_kind { FINDING_LIMIT, FINDING_FUNCTION, FINDING_LINE, N_FINDING_KINDS };

/* "limit-exceeded", "function-grew" or "line-grew". */
struct text finding_kind_name(enum finding_kind kind);

struct finding {
    enum finding_kind kind;
    struct text path;      /* without "./" before it; without pointer where there is none */
    uint64_t line;         /* 0 where it is not known */
    struct buffer title;   /* "parse: +5,220 Ir (+74.57 %)" */
    struct buffer message; /* the same with what it was and is, of all events shown */
    uint64_t fingerprint;  /* the same for the same finding of another run */
};

/* Where findings are taken from, one by one. */
struct findings {
    const struct report *report;
    const struct format_options *options;
    FILE *out;
    struct table table;
    struct finding finding; /* the one taken last */
    struct error *error;
};

/* findings_end() in any case. */
bool findings_begin(struct findings *findings, const struct report *report,
                    const struct format_options *options, FILE *out, struct error *error);

/* The next one, good until the one after it; NULL at the end, or with the error. */
const struct finding *findings_next(struct findings *findings);

void findings_end(struct findings *findings);

#endif
