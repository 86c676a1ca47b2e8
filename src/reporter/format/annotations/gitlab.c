/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <inttypes.h>

#include "base/index.h"
#include "reporter/format/annotations/finding.h"
#include "reporter/format/format.h"
#include "reporter/format/json/json_writer.h"
#include "reporter/report.h"

/*
 * GitLab's report of code quality: the members of Code Climate's format that its documentation
 * lists. Each finding needs a path and a line: what is about the whole program is of its profile.
 */

static void write_location(struct json *json, const struct finding *finding,
                           const struct facts *facts)
{
    bool has_path = finding->path.length != 0;
    struct text profile = facts->files.count != 0 ? facts->files.items[0] : TEXT("-");

    json_key(json, TEXT("location"));
    json_begin(json, '{');
    json_member(json, TEXT("path"), has_path ? finding->path : profile);
    json_key(json, TEXT("lines"));
    json_begin(json, '{');
    json_number_member(json, TEXT("begin"), finding->line != 0 ? (int64_t)finding->line : 1);
    json_end(json, '}');
    json_end(json, '}');
}

/* No two findings of a report have the same fingerprint. */
static uint64_t different(struct index *known, uint64_t fingerprint)
{
    while (index_find(known, 0, fingerprint) != NO_ID)
        fingerprint++;
    index_add(known, 0, fingerprint);
    return fingerprint;
}

static void write_finding(struct json *json, const struct finding *finding, uint64_t fingerprint,
                          const struct facts *facts)
{
    char text[20];

    snprintf(text, sizeof text, "%016" PRIx64, fingerprint);
    json_begin_line(json);
    json_begin(json, '{');
    json_member(json, TEXT("description"), buffer_text(&finding->message));
    json_member(json, TEXT("check_name"), finding_kind_name(finding->kind));
    json_member(json, TEXT("fingerprint"), text_of(text));
    json_member(json, TEXT("severity"),
                finding->kind == FINDING_LIMIT ? TEXT("critical") : TEXT("minor"));
    write_location(json, finding, facts);
    json_end(json, '}');
}

bool format_gitlab(const struct report *report, const struct format_options *options, FILE *out,
                   struct error *error)
{
    struct json json = {.out = out};
    struct index known = {0};
    struct findings findings;
    bool has_findings = findings_begin(&findings, report, options, out, error);

    json_begin(&json, '[');
    for (const struct finding *finding; has_findings && (finding = findings_next(&findings));)
        write_finding(&json, finding, different(&known, finding->fingerprint), &report->facts);
    json_end_line(&json);
    json_end(&json, ']');
    fputc('\n', out);
    index_free(&known);
    findings_end(&findings);
    return error->kind == ERROR_NONE;
}
