/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "reporter/format/annotations/finding.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/verdict.h"
#include "reporter/format/format.h"
#include "reporter/report.h"
#include "unit/reporter/format/hand_made.h"

static const struct column columns[] = {{.name = {"Ir", 2}, .total = GIVEN(1000)},
                                        {.name = {"Dr", 2}, .total = GIVEN(100)}};
static const struct cell grown[] = {GIVEN(50), GIVEN(2)}, was[] = {GIVEN(100), GIVEN(8)};
static const struct cell fresh[] = {GIVEN(1234), {0}}, nothing[] = {{0}, {0}};

static const struct old_table_row older = {.cells = was}, none = {.cells = nothing},
                                  new_line = {.change = CHANGE_NEW, .cells = nothing};
static const struct verdict verdict = {.limit = {"Ir of each f > 5%, or so", 24},
                                       .function = {"f", 1},
                                       .fresh = {.count = 70},
                                       .bound = {.count = 50}};

static const struct table_row rows[] = {
    {.kind = ROW_LIMIT, .verdict = &verdict, .file = {"a.c", 3}, .line = 3},
    {.kind = ROW_FUNCTION,
     .file = {"././src/a,b:c.c", 15},
     .function = {"a::f(int)", 9},
     .line = 7,
     .cells = grown,
     .old = &older},
    {.kind = ROW_LINE, .file = {"a.c", 3}, .line = 9, .cells = fresh, .old = &new_line},
    {.kind = ROW_LINE, .file = {"???", 3}, .cells = fresh, .old = &none},
};

static const struct hand_made_section section = {
    .section = {.kind = SECTION_GROWTH,
                .table = {.columns = columns, .n_columns = 2, .is_difference = true}},
    .rows = rows,
    .n_rows = ARRAY_LENGTH(rows)};

/* "KIND PATH:LINE TITLE | MESSAGE" of each. */
static bool write_findings(const struct report *report, const struct format_options *options,
                           FILE *out, struct error *error)
{
    struct findings findings;
    const struct finding *finding;

    cr_assert(findings_begin(&findings, report, options, out, error));
    while ((finding = findings_next(&findings)) != NULL) {
        struct text kind = finding_kind_name(finding->kind);
        fprintf(out, "%.*s %.*s:%" PRIu64 " %.*s | %.*s\n", (int)kind.length, kind.at,
                (int)finding->path.length, finding->path.length != 0 ? finding->path.at : "",
                finding->line, (int)finding->title.length, finding->title.at,
                (int)finding->message.length, finding->message.at);
    }
    findings_end(&findings);
    return true;
}

Test(finding, tells_what_grew_and_where)
{
    static const struct format_options full = {.names = NAMES_FULL}, fitted = {0};

    expect_text(hand_made_write_section(&section, write_findings, &full),
                "limit-exceeded a.c:3 exceeded: Ir of each f > 5%, or so | "
                "Ir of each f > 5%, or so: 70 in f, limit 50\n"
                "function-grew src/a,b:c.c:7 a::f(int): +50 Ir (+50.00 %) | "
                "a::f(int): 100 Ir, now 150: +50, +50.00 % (+5.00 % of the program); "
                "8 Dr, now 10: +2, +25.00 %\n"
                "line-grew a.c:9 line 9: +1,234 Ir (new) | "
                "line 9: new: 1,234 Ir (+123.40 % of the program)\n"
                "line-grew :0 line 0: +1,234 Ir | "
                "line 0: 0 Ir, now 1,234: +1,234 (+123.40 % of the program)\n");
    char *text = hand_made_write_section(&section, write_findings, &fitted);
    cr_expect(strstr(text, " f: +50 Ir") != NULL, "%s", text);
    free(text);
}

/* What would end a command, or one of its properties, is written in percent. */
Test(finding, is_a_command_for_github)
{
    static const struct format_options options = {.names = NAMES_FULL};

    expect_text(hand_made_write_section(&section, format_github, &options),
                "::error file=a.c,line=3,title=exceeded%3A Ir of each f > 5%25%2C or so"
                "::Ir of each f > 5%25, or so: 70 in f, limit 50\n"
                "::warning file=src/a%2Cb%3Ac.c,line=7,title=a%3A%3Af(int)%3A +50 Ir (+50.00 %25)"
                "::a::f(int): 100 Ir, now 150: +50, +50.00 %25 (+5.00 %25 of the program); "
                "8 Dr, now 10: +2, +25.00 %25\n"
                "::warning file=a.c,line=9,title=line 9%3A +1%2C234 Ir (new)"
                "::line 9: new: 1,234 Ir (+123.40 %25 of the program)\n"
                "::warning title=line 0%3A +1%2C234 Ir"
                "::line 0: 0 Ir, now 1,234: +1,234 (+123.40 %25 of the program)\n");
}

/* A place is asked for: what has none is of the profile. No two fingerprints are the same. */
Test(finding, has_a_place_and_a_fingerprint_for_gitlab)
{
    static const struct table_row twice[] = {
        {.kind = ROW_LINE, .file = {"a.c", 3}, .line = 9, .cells = fresh, .old = &none},
        {.kind = ROW_LINE, .file = {"a.c", 3}, .line = 9, .cells = fresh, .old = &none},
        {.kind = ROW_LIMIT, .verdict = &verdict},
    };
    const struct hand_made_section doubled = {
        .section = section.section, .rows = twice, .n_rows = 3};
    static const struct format_options options = {0};
    char *text = hand_made_write_section(&doubled, format_gitlab, &options);
    const char *first = strstr(text, "\"fingerprint\": \""),
               *second = strstr(first + 1, "\"fingerp");

    cr_assert(first != NULL && second != NULL, "%s", text);
    cr_expect(strncmp(first, second, 32) != 0, "%s", text);
    cr_expect(strstr(text, "\"location\": {\"path\": \"profile\", \"lines\": {\"begin\": 1}}") !=
                  NULL,
              "%s", text);
    cr_expect(strstr(text, "\"severity\": \"critical\"") > strstr(text, "\"severity\": \"minor\""));
    free(text);
}

/* A path becomes a URI; what has no place has no location. */
Test(finding, is_a_result_of_sarif)
{
    static const struct table_row places[] = {
        {.kind = ROW_LINE,
         .file = {"/tmp dir/\xc3\xa9%.c", 14},
         .line = 9,
         .cells = fresh,
         .old = &none},
        {.kind = ROW_FUNCTION, .file = {"a.c", 3}, .cells = fresh, .old = &none},
        {.kind = ROW_LIMIT, .verdict = &verdict},
    };
    const struct hand_made_section some = {.section = section.section, .rows = places, .n_rows = 3};
    static const struct format_options options = {.names = NAMES_FULL};
    char *text = hand_made_write_section(&some, format_sarif, &options);

    cr_expect(strstr(text, "{\"uri\": \"file:///tmp%20dir/%C3%A9%25.c\"}, \"region\": "
                           "{\"startLine\": 9}}") != NULL,
              "%s", text);
    cr_expect(strstr(text, "{\"artifactLocation\": {\"uri\": \"a.c\"}}") != NULL, "%s", text);
    const char *limit = strstr(text, "{\"ruleId\": \"limit-exceeded\"");
    cr_assert(limit != NULL, "%s", text);
    cr_expect(strstr(limit, "locations") == NULL, "%s", limit);
    free(text);
}
