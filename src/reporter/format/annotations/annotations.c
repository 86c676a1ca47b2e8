/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Writes what services that host code show beside a line: what made the program cost more, and
 * limits that were exceeded. Each has a place, a title and a message, which three formats write.
 */

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/error.h"
#include "base/map.h"
#include "base/number.h"
#include "reporter/format/cause_text.h"
#include "reporter/format/contents.h"
#include "reporter/format/format.h"
#include "reporter/format/json/json_writer.h"
#include "reporter/format/pieces.h"
#include "reporter/format/verdict_text.h"
#include "reporter/report.h"

/* The subject of a finding: the place of its rule among those of SARIF. */
enum finding_kind { FINDING_LIMIT, FINDING_CAUSE };

static const char *const kind_names[] = {
    [FINDING_LIMIT] = "limit-exceeded",
    [FINDING_CAUSE] = "cause",
};

struct finding {
    enum finding_kind kind;
    struct text path; /* without pointer if there is none */
    uint64_t line;    /* 0 if it is not known */
    struct buffer path_text;
    struct buffer message; /* "parse: +5,220 Ir, +74.57 %, was 7,000", and so of other events */
    size_t title_length;   /* how much of that is the title; 0: it is of its own */
    struct text limit;     /* else: which was exceeded */
    uint64_t fingerprint;  /* the same for the same finding of another run */
};

struct annotations {
    const struct facts *facts;
    FILE *out;
    struct json json; /* writes to `out` */
    struct table table;
    struct finding finding;  /* the current one */
    struct map fingerprints; /* (0, fingerprint) of what was written for GitLab */
};

/*
 * Returns the path without "." in it, in `buffer`, as those who show it know the file; without
 * pointer if the file is not known.
 */
static struct text path_of(struct text file, struct buffer *buffer)
{
    struct text rest = file, part;

    buffer->length = 0;
    if (!is_known_name(file))
        return (struct text){0};
    if (text_starts_with(file, TEXT("/")))
        buffer_append(buffer, TEXT("/"));
    while (text_cut(&rest, '/', &part)) {
        if (part.length == 0 || text_equal(part, TEXT(".")))
            continue;
        buffer_append(buffer, part);
        if (rest.at != NULL)
            buffer_append(buffer, TEXT("/"));
    }
    return buffer_text(buffer);
}

/* Extends the fingerprint by FNV-1a, which is the same on every machine. */
static void add_to_fingerprint(uint64_t *fingerprint, struct text text)
{
    for (size_t i = 0; i < text.length; i++)
        *fingerprint = (*fingerprint ^ (unsigned char)text.at[i]) * UINT64_C(1099511628211);
    *fingerprint *= UINT64_C(1099511628211); /* a NUL byte separates two texts */
}

/*
 * Returns the fingerprint, which depends on what the finding is about, but not on figures: these
 * change every run.
 */
static uint64_t fingerprint_of(const struct annotations *annotations, const struct table_row *row)
{
    const struct finding *finding = &annotations->finding;
    uint64_t fingerprint = UINT64_C(14695981039346656037);
    const struct table *table = &annotations->table;

    add_to_fingerprint(&fingerprint, text_of(kind_names[finding->kind]));
    add_to_fingerprint(&fingerprint, finding->path);
    add_to_fingerprint(&fingerprint, row->function);
    if (row->verdict != NULL) {
        add_to_fingerprint(&fingerprint, row->verdict->limit);
        if (!text_equal(row->verdict->name, row->function)) /* no function: an object, a line */
            add_to_fingerprint(&fingerprint, row->verdict->name);
    } else {
        add_to_fingerprint(&fingerprint, table->events[table->measured].name);
    }
    return fingerprint;
}

/* Appends what is contributed to an event: "+5,220 Ir (+10.63 % of the program)". */
static void append_contribution(struct buffer *to, const struct table_event *event,
                                struct cell contribution)
{
    char text[MAX_COUNT];

    format_figure(contribution, true, text);
    buffer_print(to, "%s ", text);
    buffer_append(to, event->name);
    if (contribution.is_given && event->base.value != 0)
        buffer_print(to, " (%+.2f %% of the program)",
                     percent_of(contribution.value, event->base.value));
}

/* Describes a cause by what it contributes to all events, the measured one first. */
static void describe_cause(struct annotations *annotations, const struct table_row *row)
{
    const struct table *table = &annotations->table;
    struct buffer *message = &annotations->finding.message;

    if (!append_cause_name(message, row))
        append_short_name(message, row->function, NAME_ROOM, false);
    buffer_append(message, TEXT(": "));
    append_contribution(message, &table->events[table->measured],
                        row->contribution[table->measured].now);
    annotations->finding.title_length = message->length;
    for (size_t i = 0; i < table->n_events; i++) {
        if (i == table->measured || !row->contribution[i].now.is_given)
            continue;
        buffer_append(message, TEXT("; "));
        append_contribution(message, &table->events[i], row->contribution[i].now);
    }
    append_code_change(message, TEXT("; "), table, row);
}

/* Takes the next finding of the report. Returns false at the end, or with an error. */
static bool next_finding(struct annotations *annotations, struct error *error)
{
    struct finding *finding = &annotations->finding;
    const struct table_row *row = table_next_row(&annotations->table, annotations->out, error);
    char verdict[VERDICT_ROOM];

    if (row == NULL)
        return false;
    finding->kind = row->verdict != NULL ? FINDING_LIMIT : FINDING_CAUSE;
    finding->path = path_of(row->file, &finding->path_text);
    finding->line = row->line <= INT64_MAX ? row->line : 0; /* no source has more lines */
    finding->message.length = 0;
    finding->fingerprint = fingerprint_of(annotations, row);
    if (row->verdict == NULL) {
        describe_cause(annotations, row);
        return true;
    }
    format_verdict(row->verdict, verdict);
    buffer_append(&finding->message, text_of(verdict));
    finding->limit = row->verdict->limit;
    return true;
}

static struct text format_fingerprint(uint64_t fingerprint, char text[MAX_COUNT])
{
    return (struct text){text, (size_t)snprintf(text, MAX_COUNT, "%016" PRIx64, fingerprint)};
}

/*
 * GitHub: workflow commands of Actions, as its documentation and the toolkit's command.ts define
 * them: "::warning file=...,line=...,title=...::message".
 */

/*
 * Writes a text as the value of a property, or as the message. What would end the command or a
 * property is percent-encoded.
 */
static void write_escaped(FILE *out, struct text text, bool is_property)
{
    const char *special = is_property ? "%:," : "%";
    struct buffer clean = {0};

    append_utf8(&clean, text);
    for (size_t i = 0; i < clean.length; i++) {
        char c = clean.at[i];
        fprintf(out, strchr(special, c) != NULL ? "%%%02X" : "%c", (unsigned)(unsigned char)c);
    }
    free(clean.at);
}

static void write_github(struct annotations *annotations)
{
    const struct finding *finding = &annotations->finding;
    bool is_limit = finding->kind == FINDING_LIMIT;
    struct text message = buffer_text(&finding->message);
    FILE *out = annotations->out;

    fputs(is_limit ? "::error " : "::warning ", out);
    if (finding->path.length != 0) {
        fputs("file=", out);
        write_escaped(out, finding->path, true);
        if (finding->line != 0)
            fprintf(out, ",line=%" PRIu64, finding->line);
        fputc(',', out);
    }
    fputs(is_limit ? "title=exceeded%3A " : "title=", out);
    write_escaped(out, is_limit ? finding->limit : (struct text){message.at, finding->title_length},
                  true);
    fputs("::", out);
    write_escaped(out, message, false);
    fputc('\n', out);
}

/* Makes the fingerprint differ from all others of the report, which GitLab demands. */
static uint64_t make_unique(struct map *known, uint64_t fingerprint)
{
    while (map_find(known, 0, fingerprint) != NO_ID)
        fingerprint++;
    map_add(known, 0, fingerprint);
    return fingerprint;
}

/*
 * GitLab: its report of code quality, with the members of Code Climate's format that its
 * documentation lists. Each finding needs a path and a line: one that is about the whole program
 * has those of its profile.
 */
static void write_gitlab(struct annotations *annotations)
{
    struct json *json = &annotations->json;
    const struct finding *finding = &annotations->finding;
    const struct text_list files = annotations->facts->files;
    struct text profile = files.count != 0 ? files.items[0] : TEXT("-");
    uint64_t fingerprint = make_unique(&annotations->fingerprints, finding->fingerprint);
    char text[MAX_COUNT];

    json_begin(json, '{');
    json_member(json, TEXT("description"), buffer_text(&finding->message));
    json_member(json, TEXT("check_name"), text_of(kind_names[finding->kind]));
    json_member(json, TEXT("fingerprint"), format_fingerprint(fingerprint, text));
    json_member(json, TEXT("severity"),
                finding->kind == FINDING_LIMIT ? TEXT("critical") : TEXT("minor"));
    json_begin_member(json, TEXT("location"), '{');
    json_member(json, TEXT("path"), finding->path.length != 0 ? finding->path : profile);
    json_begin_member(json, TEXT("lines"), '{');
    json_number_member(json, TEXT("begin"), finding->line != 0 ? (int64_t)finding->line : 1);
    json_raw(json, TEXT("}}"));
    json_end(json, '}');
}

/* SARIF 2.1.0: the Static Analysis Results Interchange Format of OASIS. */

#define SARIF_HEAD                                                                                 \
    "{\"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\", \"version\": \"2.1.0\", "    \
    "\"runs\": [{\"tool\": {\"driver\": {\"name\": \"quern\", \"version\": \"" QUERN_VERSION       \
    "\", \"rules\": [{\"id\": \"limit-exceeded\", \"shortDescription\": {\"text\": \"A limit "     \
    "that "                                                                                        \
    "was set on the cost was exceeded.\"}}, {\"id\": \"cause\", \"shortDescription\": {\"text\": " \
    "\"What changed in a function made the program cost more than before.\"}}]}}, \"results\": ["

/*
 * Writes a message, in which a single brace would begin a placeholder and "[a](b)" be a link:
 * braces are doubled, and a backslash keeps what is in brackets from what is in parentheses.
 */
static void write_sarif_message(struct json *json, struct text text)
{
    struct buffer message = {0};

    for (size_t i = 0; i < text.length; i++) {
        const struct text one = {text.at + i, 1};
        bool is_brace = text.at[i] == '{' || text.at[i] == '}';
        if (text_starts_with(text_skip(text, i), TEXT("](")))
            buffer_append(&message, TEXT("\\"));
        buffer_append(&message, one);
        buffer_append(&message, is_brace ? one : TEXT(""));
    }
    json_begin_member(json, TEXT("message"), '{');
    json_member(json, TEXT("text"), buffer_text(&message));
    json_end(json, '}');
    free(message.at);
}

/* A path is relative to the root of the sources unless it is absolute. */
static void write_sarif_locations(struct json *json, const struct finding *finding)
{
    struct buffer uri = {0};

    buffer_append(&uri, finding->path.at[0] == '/' ? TEXT("file://") : TEXT(""));
    append_url_path(&uri, finding->path);
    json_begin_member(json, TEXT("locations"), '[');
    json_raw(json, TEXT("{\"physicalLocation\": {\"artifactLocation\": {"));
    json_member(json, TEXT("uri"), buffer_text(&uri));
    json_end(json, '}');
    if (finding->line != 0) {
        json_begin_member(json, TEXT("region"), '{');
        json_number_member(json, TEXT("startLine"), (int64_t)finding->line);
        json_end(json, '}');
    }
    json_raw(json, TEXT("}}"));
    json_end(json, ']');
    free(uri.at);
}

static void write_sarif(struct annotations *annotations)
{
    struct json *json = &annotations->json;
    const struct finding *finding = &annotations->finding;
    char text[MAX_COUNT];

    json_begin(json, '{');
    json_member(json, TEXT("ruleId"), text_of(kind_names[finding->kind]));
    json_number_member(json, TEXT("ruleIndex"), finding->kind);
    json_member(json, TEXT("level"),
                finding->kind == FINDING_LIMIT ? TEXT("error") : TEXT("warning"));
    write_sarif_message(json, buffer_text(&finding->message));
    if (finding->path.length != 0)
        write_sarif_locations(json, finding);
    json_begin_member(json, TEXT("partialFingerprints"), '{');
    json_member(json, TEXT("quern/v1"), format_fingerprint(finding->fingerprint, text));
    json_end(json, '}');
    json_end(json, '}');
}

/* The format of findings for each service, with text before the first and after the last. */
static const struct {
    void (*write)(struct annotations *annotations);
    const char *head, *tail;
} services[N_FORMATS] = {
    [FORMAT_GITHUB] = {write_github, "", ""},
    [FORMAT_GITLAB] = {write_gitlab, "[", "\n]\n"},
    [FORMAT_SARIF] = {write_sarif, SARIF_HEAD, "\n]}]}\n"},
};

bool format_annotations(const struct report *report, const struct format_options *options,
                        FILE *out, struct error *error)
{
    struct annotations annotations = {.facts = &report->facts, .out = out, .json = {.out = out}};
    struct section section = {0};
    enum format format = options->format;

    bool has_findings = report_next(report, out, &section, error);
    annotations.table = section.table;
    fputs(services[format].head, out);
    while (has_findings && next_finding(&annotations, error)) {
        if (format != FORMAT_GITHUB)
            json_begin_line(&annotations.json);
        services[format].write(&annotations);
    }
    fputs(services[format].tail, out);
    map_free(&annotations.fingerprints);
    free(annotations.finding.path_text.at);
    free(annotations.finding.message.at);
    return error->kind == ERROR_NONE;
}
