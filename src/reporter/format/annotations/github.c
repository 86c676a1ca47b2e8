/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <inttypes.h>

#include "base/harmless.h"
#include "base/utf8.h"
#include "reporter/format/annotations/finding.h"
#include "reporter/format/format.h"

/*
 * Workflow commands of GitHub Actions, as its documentation and the toolkit's command.ts have them:
 * "::warning file=...,line=...,title=...::message". What would end the command or one of its
 * properties is written in percent.
 */

/* Writes a text as the value of a property, or as the message. */
static void write_escaped(FILE *out, struct text text, bool is_property)
{
    const char *end = text_end(text);

    for (const char *at = text.at; at < end;) {
        uint32_t character;
        size_t length = utf8_decode(at, end, &character);
        if (length == 1 && (*at == '%' || *at == '\r' || *at == '\n' ||
                            (is_property && (*at == ':' || *at == ','))))
            fprintf(out, "%%%02X", (unsigned)(unsigned char)*at);
        else if (length == 0 || harmless_length(at, end) == 0)
            fputs("\xef\xbf\xbd", out);
        else
            fwrite(at, 1, length, out);
        at += length == 0 ? 1 : length;
    }
}

static void write_finding(FILE *out, const struct finding *finding)
{
    fputs(finding->kind == FINDING_LIMIT ? "::error " : "::warning ", out);
    if (finding->path.length != 0) {
        fputs("file=", out);
        write_escaped(out, finding->path, true);
        if (finding->line != 0)
            fprintf(out, ",line=%" PRIu64, finding->line);
        fputc(',', out);
    }
    fputs("title=", out);
    write_escaped(out, buffer_text(&finding->title), true);
    fputs("::", out);
    write_escaped(out, buffer_text(&finding->message), false);
    fputc('\n', out);
}

bool format_github(const struct report *report, const struct format_options *options, FILE *out,
                   struct error *error)
{
    struct findings findings;
    bool has_findings = findings_begin(&findings, report, options, out, error);

    for (const struct finding *finding; has_findings && (finding = findings_next(&findings));)
        write_finding(out, finding);
    findings_end(&findings);
    return error->kind == ERROR_NONE;
}
