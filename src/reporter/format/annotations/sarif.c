/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <inttypes.h>
#include <stdlib.h>

#include "reporter/format/annotations/finding.h"
#include "reporter/format/format.h"
#include "reporter/format/json/json_writer.h"

/* SARIF 2.1.0, the Static Analysis Results Interchange Format of OASIS. */

static void write_text(struct json *json, struct text key, struct text text)
{
    json_key(json, key);
    json_begin(json, '{');
    json_member(json, TEXT("text"), text);
    json_end(json, '}');
}

/* What each kind of finding means. */
static void write_rules(struct json *json)
{
    static const char *const meanings[N_FINDING_KINDS] = {
        [FINDING_LIMIT] = "A limit that was set on the cost was exceeded.",
        [FINDING_FUNCTION] = "A function costs more than in the profile that it is compared with.",
        [FINDING_LINE] = "A line costs more than in the profile that it is compared with.",
    };

    json_key(json, TEXT("rules"));
    json_begin(json, '[');
    for (int kind = 0; kind < N_FINDING_KINDS; kind++) {
        json_begin(json, '{');
        json_member(json, TEXT("id"), finding_kind_name((enum finding_kind)kind));
        write_text(json, TEXT("shortDescription"), text_of(meanings[kind]));
        json_end(json, '}');
    }
    json_end(json, ']');
}

static void write_tool(struct json *json)
{
    json_key(json, TEXT("tool"));
    json_begin(json, '{');
    json_key(json, TEXT("driver"));
    json_begin(json, '{');
    json_member(json, TEXT("name"), TEXT("quern"));
    json_member(json, TEXT("version"), TEXT(QUERN_VERSION));
    write_rules(json);
    json_end(json, '}');
    json_end(json, '}');
}

/* A path as a URI: relative to wherever the sources are, or of a file. */
static void append_uri(struct buffer *uri, struct text path)
{
    char escaped[4];

    uri->length = 0;
    buffer_append(uri, path.at[0] == '/' ? TEXT("file://") : TEXT(""));
    for (size_t i = 0; i < path.length; i++) {
        unsigned char c = (unsigned char)path.at[i];
        bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit((char)c) ||
                        c == '-' || c == '.' || c == '_' || c == '~' || c == '/';
        snprintf(escaped, sizeof escaped, is_plain ? "%c" : "%%%02X", c);
        buffer_append(uri, text_of(escaped));
    }
}

static void write_locations(struct json *json, const struct finding *finding)
{
    struct buffer uri = {0};

    append_uri(&uri, finding->path);
    json_key(json, TEXT("locations"));
    json_begin(json, '[');
    json_begin(json, '{');
    json_key(json, TEXT("physicalLocation"));
    json_begin(json, '{');
    json_key(json, TEXT("artifactLocation"));
    json_begin(json, '{');
    json_member(json, TEXT("uri"), buffer_text(&uri));
    json_end(json, '}');
    if (finding->line != 0) {
        json_key(json, TEXT("region"));
        json_begin(json, '{');
        json_number_member(json, TEXT("startLine"), (int64_t)finding->line);
        json_end(json, '}');
    }
    json_end(json, '}');
    json_end(json, '}');
    json_end(json, ']');
    free(uri.at);
}

static void write_result(struct json *json, const struct finding *finding)
{
    char text[20];

    snprintf(text, sizeof text, "%016" PRIx64, finding->fingerprint);
    json_begin_line(json);
    json_begin(json, '{');
    json_member(json, TEXT("ruleId"), finding_kind_name(finding->kind));
    json_number_member(json, TEXT("ruleIndex"), finding->kind);
    json_member(json, TEXT("level"),
                finding->kind == FINDING_LIMIT ? TEXT("error") : TEXT("warning"));
    write_text(json, TEXT("message"), buffer_text(&finding->message));
    if (finding->path.length != 0)
        write_locations(json, finding);
    json_key(json, TEXT("partialFingerprints"));
    json_begin(json, '{');
    json_member(json, TEXT("quern/v1"), text_of(text));
    json_end(json, '}');
    json_end(json, '}');
}

bool format_sarif(const struct report *report, const struct format_options *options, FILE *out,
                  struct error *error)
{
    struct json json = {.out = out};
    struct findings findings;
    bool has_findings = findings_begin(&findings, report, options, out, error);

    json_begin(&json, '{');
    json_member(&json, TEXT("$schema"), TEXT("https://json.schemastore.org/sarif-2.1.0.json"));
    json_member(&json, TEXT("version"), TEXT("2.1.0"));
    json_key(&json, TEXT("runs"));
    json_begin(&json, '[');
    json_begin(&json, '{');
    write_tool(&json);
    json_key(&json, TEXT("results"));
    json_begin(&json, '[');
    for (const struct finding *finding; has_findings && (finding = findings_next(&findings));)
        write_result(&json, finding);
    json_end_line(&json);
    json_end(&json, ']');
    json_end(&json, '}');
    json_end(&json, ']');
    json_end(&json, '}');
    fputc('\n', out);
    findings_end(&findings);
    return error->kind == ERROR_NONE;
}
