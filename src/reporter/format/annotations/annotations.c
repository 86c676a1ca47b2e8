/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Writes what services that host code show beside a line: functions and lines that grew, or what
 * made the program cost more, and limits that were exceeded. Each has a place, a title and a
 * message, which three formats write.
 */

#include <inttypes.h>
#include <stdlib.h>

#include "base/buffer.h"
#include "base/characters.h"
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

/* What a finding is about. */
enum finding_kind { FINDING_LIMIT, FINDING_FUNCTION, FINDING_LINE, FINDING_CAUSE, N_FINDING_KINDS };

struct finding {
    enum finding_kind kind;
    struct text path; /* without pointer if there is none */
    uint64_t line;    /* 0 if it is not known */
    struct buffer path_text;
    struct buffer title;   /* "parse: +5,220 Ir (+74.57 %)" */
    struct buffer message; /* the same with the old and new figures of all events shown */
    uint64_t fingerprint;  /* the same for the same finding of another run */
};

struct annotations {
    const struct report *report;
    FILE *out;
    struct json json; /* writes to `out` */
    struct table table;
    struct finding finding;  /* the current one */
    struct map fingerprints; /* (0, fingerprint) of what was written for GitLab */
};

/* Returns "limit-exceeded", "function-grew", "line-grew" or "cause". */
static struct text finding_kind_name(enum finding_kind kind)
{
    static const char *const names[N_FINDING_KINDS] = {
        [FINDING_LIMIT] = "limit-exceeded",
        [FINDING_FUNCTION] = "function-grew",
        [FINDING_LINE] = "line-grew",
        [FINDING_CAUSE] = "cause",
    };

    return text_of(names[kind]);
}

static enum finding_kind kind_of(const struct table_row *row)
{
    switch (row->kind) {
    case ROW_LIMIT:
        return FINDING_LIMIT;
    case ROW_LINE:
        return FINDING_LINE;
    case ROW_CAUSE:
        return FINDING_CAUSE;
    default:
        return FINDING_FUNCTION;
    }
}

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
 * Returns the fingerprint, which depends on the function or line, but not on figures: these change
 * every run.
 */
static uint64_t fingerprint_of(const struct annotations *annotations, const struct table_row *row)
{
    const struct finding *finding = &annotations->finding;
    uint64_t fingerprint = UINT64_C(14695981039346656037);
    const struct table *table = &annotations->table;

    add_to_fingerprint(&fingerprint, finding_kind_name(finding->kind));
    add_to_fingerprint(&fingerprint, finding->path);
    add_to_fingerprint(&fingerprint, row->function);
    if (row->verdict != NULL) {
        add_to_fingerprint(&fingerprint, row->verdict->limit);
        if (!text_equal(row->verdict->name, row->function)) /* no function: an object, a line */
            add_to_fingerprint(&fingerprint, row->verdict->name);
    } else {
        add_to_fingerprint(&fingerprint, table->events[table->measured].name);
    }
    if (finding->kind == FINDING_LINE) {
        char number[24];
        snprintf(number, sizeof number, "%" PRIu64, row->line);
        add_to_fingerprint(&fingerprint, text_of(number));
    }
    return fingerprint;
}

enum { FINGERPRINT_ROOM = 20 };

static void print_fingerprint(uint64_t fingerprint, char text[FINGERPRINT_ROOM])
{
    snprintf(text, FINGERPRINT_ROOM, "%016" PRIx64, fingerprint);
}

static void append_figure(struct buffer *to, struct cell cell, bool has_sign)
{
    char text[MAX_COUNT];

    format_figure(cell, has_sign, text);
    buffer_append(to, text_of(text));
}

/* Appends "+74.57 %" or "new"; nothing, not even `before`, if there is no percentage. */
static void append_growth(struct buffer *to, struct text before, struct cell change,
                          struct cell old, enum change kind)
{
    char text[MAX_COUNT];
    size_t length = format_growth(change, old, kind, text);

    if (length == 1 && text[0] == '.')
        return;
    buffer_append(to, before);
    buffer_append(to, (struct text){text, length});
    buffer_append(to, change_is_one_sided(kind) ? TEXT("") : TEXT(" %"));
}

/* Appends "7,000 Ir, now 12,220: +5,220, +74.57 %", or "new: 5,220 Ir". */
static void append_change(struct buffer *to, const struct table_event *event,
                          const struct figure *figure, enum change kind)
{
    struct cell change = figure_change(figure), was = figure->old;

    if (kind == CHANGE_NEW) {
        buffer_append(to, TEXT("new: "));
        append_figure(to, figure->now, false);
        buffer_append(to, TEXT(" "));
        buffer_append(to, event->name);
        return;
    }
    was.is_given = was.is_given || !was.is_ratio; /* it cost 0 */
    append_figure(to, was, false);
    buffer_append(to, TEXT(" "));
    buffer_append(to, event->name);
    buffer_append(to, TEXT(", now "));
    append_figure(to, figure->now, false);
    buffer_append(to, TEXT(": "));
    append_figure(to, change, true);
    if (!change.is_ratio)
        append_growth(to, TEXT(", "), change, was, kind);
}

/* Appends the changes of all events, the measured one first, with its share. */
static void append_changes(struct buffer *to, const struct table *table,
                           const struct table_row *row)
{
    size_t measured = table->measured;
    const struct table_event *event = &table->events[measured];

    append_change(to, event, &row->self[measured], row->old.change);
    if (event->base.value != 0)
        buffer_print(to, " (%+.2f %% of the program)",
                     percent_of(figure_change(&row->self[measured]).value, event->base.value));
    for (size_t i = 0; i < table->n_events; i++) {
        if (i == measured || !figure_change(&row->self[i]).is_given)
            continue;
        buffer_append(to, TEXT("; "));
        append_change(to, &table->events[i], &row->self[i], row->old.change);
    }
}

static void append_name(const struct annotations *annotations, struct buffer *to,
                        const struct table_row *row)
{
    if (annotations->finding.kind == FINDING_FUNCTION) {
        append_short_name(to, row->function, NAME_ROOM, false);
    } else {
        buffer_print(to, "line %" PRIu64, row->line);
    }
    buffer_append(to, TEXT(": "));
}

/* Describes a function by "parse: +5,220 Ir (+74.57 %)", or a line by "line 9: ...". */
static void describe_growth(struct annotations *annotations, const struct table_row *row)
{
    struct finding *finding = &annotations->finding;
    size_t measured = annotations->table.measured;
    const struct figure *figure = &row->self[measured];
    struct cell change = figure_change(figure);

    append_name(annotations, &finding->title, row);
    append_name(annotations, &finding->message, row);
    append_figure(&finding->title, change, true);
    buffer_append(&finding->title, TEXT(" "));
    buffer_append(&finding->title, annotations->table.events[measured].name);
    size_t length = finding->title.length;
    append_growth(&finding->title, TEXT(" ("), change, figure->old, row->old.change);
    buffer_append(&finding->title, finding->title.length != length ? TEXT(")") : TEXT(""));
    append_changes(&finding->message, &annotations->table, row);
}

static void describe_limit(struct annotations *annotations, const struct table_row *row)
{
    struct finding *finding = &annotations->finding;
    char text[VERDICT_ROOM];

    format_verdict(row->verdict, text);
    buffer_append(&finding->title, TEXT("exceeded: "));
    buffer_append(&finding->title, row->verdict->limit);
    buffer_append(&finding->message, text_of(text));
}

/* Appends "+5,220 Ir" and its share of the old total, in brackets or not. */
static void append_contribution(struct buffer *to, const struct table_event *event,
                                const struct figure *figure, bool has_brackets)
{
    struct cell cell = figure_change(figure);

    append_figure(to, cell, true);
    buffer_append(to, TEXT(" "));
    buffer_append(to, event->name);
    if (cell.is_given && event->base.value != 0)
        buffer_print(to, has_brackets ? " (%+.2f %% of the total)" : ", %+.2f %% of the total",
                     percent_of(cell.value, event->base.value));
}

/* Describes a cause by "parse: +5,220 Ir, +10.63 % of the total". */
static void describe_cause(struct annotations *annotations, const struct table_row *row)
{
    const struct table *table = &annotations->table;
    struct buffer *title = &annotations->finding.title, *message = &annotations->finding.message;
    size_t measured = table->measured;

    if (row->label.at != NULL)
        buffer_append(title, row->label);
    else
        append_short_name(title, row->function, NAME_ROOM, false);
    if (row->n_members != 0)
        buffer_print(title, " of %zu functions", row->n_members);
    buffer_append(title, TEXT(": "));
    buffer_append(message, buffer_text(title));
    append_contribution(title, &table->events[measured], &row->contribution[measured], true);
    append_contribution(message, &table->events[measured], &row->contribution[measured], false);
    for (size_t i = 0; i < table->n_events; i++) {
        if (i == measured || !row->contribution[i].now.is_given)
            continue;
        buffer_append(message, TEXT("; "));
        append_contribution(message, &table->events[i], &row->contribution[i], false);
    }
    append_code_change(message, TEXT("; "), table, row);
}

/* Takes the next finding of the report. Returns false at the end, or with an error. */
static bool next_finding(struct annotations *annotations, struct error *error)
{
    struct finding *finding = &annotations->finding;
    const struct table_row *row = table_next_row(&annotations->table, annotations->out, error);

    if (row == NULL)
        return false;
    finding->kind = kind_of(row);
    finding->path = path_of(row->file, &finding->path_text);
    finding->line = row->line <= INT64_MAX ? row->line : 0; /* no source has more lines */
    finding->title.length = finding->message.length = 0;
    finding->fingerprint = fingerprint_of(annotations, row);
    if (finding->kind == FINDING_LIMIT)
        describe_limit(annotations, row);
    else if (finding->kind == FINDING_CAUSE)
        describe_cause(annotations, row);
    else
        describe_growth(annotations, row);
    return true;
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

static void write_github(struct annotations *annotations)
{
    const struct finding *finding = &annotations->finding;
    FILE *out = annotations->out;

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

/*
 * GitLab: its report of code quality, with the members of Code Climate's format that its
 * documentation lists. Each finding needs a path and a line: one that is about the whole program
 * has those of its profile.
 */

static void write_gitlab_location(struct json *json, const struct finding *finding,
                                  const struct facts *facts)
{
    bool has_path = finding->path.length != 0;
    struct text profile = facts->files.count != 0 ? facts->files.items[0] : TEXT("-");

    json_begin_member(json, TEXT("location"), '{');
    json_member(json, TEXT("path"), has_path ? finding->path : profile);
    json_begin_member(json, TEXT("lines"), '{');
    json_number_member(json, TEXT("begin"), finding->line != 0 ? (int64_t)finding->line : 1);
    json_end(json, '}');
    json_end(json, '}');
}

/* Makes the fingerprint differ from all others of the report, which GitLab demands. */
static uint64_t make_unique(struct map *known, uint64_t fingerprint)
{
    while (map_find(known, 0, fingerprint) != NO_ID)
        fingerprint++;
    map_add(known, 0, fingerprint);
    return fingerprint;
}

static void begin_gitlab(struct annotations *annotations)
{
    json_begin(&annotations->json, '[');
}

static void write_gitlab(struct annotations *annotations)
{
    struct json *json = &annotations->json;
    const struct finding *finding = &annotations->finding;
    char fingerprint[FINGERPRINT_ROOM];

    print_fingerprint(make_unique(&annotations->fingerprints, finding->fingerprint), fingerprint);
    json_begin_line(json);
    json_begin(json, '{');
    json_member(json, TEXT("description"), buffer_text(&finding->message));
    json_member(json, TEXT("check_name"), finding_kind_name(finding->kind));
    json_member(json, TEXT("fingerprint"), text_of(fingerprint));
    json_member(json, TEXT("severity"),
                finding->kind == FINDING_LIMIT ? TEXT("critical") : TEXT("minor"));
    write_gitlab_location(json, finding, &annotations->report->facts);
    json_end(json, '}');
}

static void end_gitlab(struct annotations *annotations)
{
    json_end_line(&annotations->json);
    json_end(&annotations->json, ']');
    fputc('\n', annotations->out);
}

/* SARIF 2.1.0: the Static Analysis Results Interchange Format of OASIS. */

/*
 * Writes a message, in which a single brace would begin a placeholder and "[a](b)" be a link:
 * braces are doubled, and a backslash keeps what is in brackets from what is in parentheses.
 */
static void write_sarif_text(struct json *json, struct text key, struct text text)
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
    json_begin_member(json, key, '{');
    json_member(json, TEXT("text"), buffer_text(&message));
    json_end(json, '}');
    free(message.at);
}

/* Writes what each kind of finding means. */
static void write_rules(struct json *json)
{
    static const char *const meanings[N_FINDING_KINDS] = {
        [FINDING_LIMIT] = "A limit that was set on the cost was exceeded.",
        [FINDING_FUNCTION] = "A function costs more than in the profile that it is compared with.",
        [FINDING_LINE] = "A line costs more than in the profile that it is compared with.",
        [FINDING_CAUSE] = "What changed in a function made the program cost more than before.",
    };

    json_begin_member(json, TEXT("rules"), '[');
    for (int kind = 0; kind < N_FINDING_KINDS; kind++) {
        json_begin(json, '{');
        json_member(json, TEXT("id"), finding_kind_name((enum finding_kind)kind));
        write_sarif_text(json, TEXT("shortDescription"), text_of(meanings[kind]));
        json_end(json, '}');
    }
    json_end(json, ']');
}

static void write_tool(struct json *json)
{
    json_begin_member(json, TEXT("tool"), '{');
    json_begin_member(json, TEXT("driver"), '{');
    json_member(json, TEXT("name"), TEXT("quern"));
    json_member(json, TEXT("version"), TEXT(QUERN_VERSION));
    write_rules(json);
    json_end(json, '}');
    json_end(json, '}');
}

/* A path is relative to the root of the sources unless it is absolute. */
static void write_sarif_locations(struct json *json, const struct finding *finding)
{
    struct buffer uri = {0};

    buffer_append(&uri, finding->path.at[0] == '/' ? TEXT("file://") : TEXT(""));
    append_url_path(&uri, finding->path);
    json_begin_member(json, TEXT("locations"), '[');
    json_begin(json, '{');
    json_begin_member(json, TEXT("physicalLocation"), '{');
    json_begin_member(json, TEXT("artifactLocation"), '{');
    json_member(json, TEXT("uri"), buffer_text(&uri));
    json_end(json, '}');
    if (finding->line != 0) {
        json_begin_member(json, TEXT("region"), '{');
        json_number_member(json, TEXT("startLine"), (int64_t)finding->line);
        json_end(json, '}');
    }
    json_end(json, '}');
    json_end(json, '}');
    json_end(json, ']');
    free(uri.at);
}

static void begin_sarif(struct annotations *annotations)
{
    struct json *json = &annotations->json;

    json_begin(json, '{');
    json_member(json, TEXT("$schema"), TEXT("https://json.schemastore.org/sarif-2.1.0.json"));
    json_member(json, TEXT("version"), TEXT("2.1.0"));
    json_begin_member(json, TEXT("runs"), '[');
    json_begin(json, '{');
    write_tool(json);
    json_begin_member(json, TEXT("results"), '[');
}

static void write_sarif(struct annotations *annotations)
{
    struct json *json = &annotations->json;
    const struct finding *finding = &annotations->finding;
    char fingerprint[FINGERPRINT_ROOM];

    print_fingerprint(finding->fingerprint, fingerprint);
    json_begin_line(json);
    json_begin(json, '{');
    json_member(json, TEXT("ruleId"), finding_kind_name(finding->kind));
    json_number_member(json, TEXT("ruleIndex"), finding->kind);
    json_member(json, TEXT("level"),
                finding->kind == FINDING_LIMIT ? TEXT("error") : TEXT("warning"));
    write_sarif_text(json, TEXT("message"), buffer_text(&finding->message));
    if (finding->path.length != 0)
        write_sarif_locations(json, finding);
    json_begin_member(json, TEXT("partialFingerprints"), '{');
    json_member(json, TEXT("quern/v1"), text_of(fingerprint));
    json_end(json, '}');
    json_end(json, '}');
}

static void end_sarif(struct annotations *annotations)
{
    struct json *json = &annotations->json;

    json_end_line(json);
    json_end(json, ']');
    json_end(json, '}');
    json_end(json, ']');
    json_end(json, '}');
    fputc('\n', annotations->out);
}

/*
 * How each service is told of findings: what comes before the first and after the last, if
 * anything.
 */
static const struct {
    void (*begin)(struct annotations *annotations);
    void (*write)(struct annotations *annotations);
    void (*end)(struct annotations *annotations);
} services[N_FORMATS] = {
    [FORMAT_GITHUB] = {NULL, write_github, NULL},
    [FORMAT_GITLAB] = {begin_gitlab, write_gitlab, end_gitlab},
    [FORMAT_SARIF] = {begin_sarif, write_sarif, end_sarif},
};

bool format_annotations(const struct report *report, const struct format_options *options,
                        FILE *out, struct error *error)
{
    struct annotations annotations = {.report = report, .out = out, .json = {.out = out}};
    struct section section = {0};
    enum format format = options->format;

    bool has_findings = report_next_of_kind(report, SECTION_GROWTH, out, &section, error);
    annotations.table = section.table;
    if (services[format].begin != NULL)
        services[format].begin(&annotations);
    while (has_findings && next_finding(&annotations, error))
        services[format].write(&annotations);
    if (services[format].end != NULL)
        services[format].end(&annotations);
    map_free(&annotations.fingerprints);
    free(annotations.finding.path_text.at);
    free(annotations.finding.title.at);
    free(annotations.finding.message.at);
    return error->kind == ERROR_NONE;
}
