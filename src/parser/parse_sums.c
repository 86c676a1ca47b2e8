/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <inttypes.h>

#include "base/array.h"
#include "base/number.h"
#include "parser/parser.h"

/*
 * One sum of a "summary:" or "totals:" line. A summary of 2^63 or more is a negative
 * number that wrapped, and says nothing.
 */
static bool read_sum(struct text word, int64_t *sum, bool *is_wrapped)
{
    const char *end;
    uint64_t wrapped;

    *is_wrapped = false;
    if (read_signed(word.at, &end, sum) == NUMBER_OK && end == word.at + word.length)
        return true;
    *is_wrapped = true;
    return read_number(word.at, &end, &wrapped) == NUMBER_OK && end == word.at + word.length;
}

/* Sets the sums of a line in the part's row; a damaged line is left out whole. */
static void set_sums(struct parser *parser, struct header_line line, struct costs *costs)
{
    const struct event_order *events = &parser->layout.events;
    int64_t *row = costs_row(costs, parser->profile->n_parts - 1), sum;
    struct text rest = line.text, word;
    bool is_wrapped;
    size_t count = 0;

    for (; text_cut_word(&rest, &word); count++) {
        if (count == events->count) {
            warnings_add(parser->warnings, parser->path, line.number,
                         "more sums than events: line left out");
            return;
        }
        if (!read_sum(word, &sum, &is_wrapped)) {
            warnings_add(parser->warnings, parser->path, line.number,
                         "expected a sum, found '%.*s': line left out", text_shown_length(word),
                         word.at);
            return;
        }
    }
    rest = line.text;
    for (size_t i = 0; i < count && text_cut_word(&rest, &word); i++)
        if (read_sum(word, &sum, &is_wrapped) && !is_wrapped)
            costs_set(costs, row, events->columns[i], sum);
}

void parser_set_summary(struct parser *parser, struct header_line line)
{
    set_sums(parser, line, &parser->profile->part_summary);
}

/*
 * A header may have it before "events:", which gives its order. After all that a part says of its
 * sum, one more is the first line of another part's header, if one follows.
 */
bool parse_summary(struct parser *parser, struct text value)
{
    struct part_header *header = &parser->header;
    struct header_line line = parser_keep_line(parser, value);
    bool has_sums = header->totals_line != 0 || header->summary.text.at != NULL;

    if (header->is_complete && has_sums) {
        header->next_summary = line;
        return true;
    }
    header->summary = line;
    if (header->is_complete)
        parser_set_summary(parser, line);
    return true;
}

bool parse_totals(struct parser *parser, struct text value)
{
    if (!parser_enter_body(parser))
        return false;
    parser->header.totals_line = parser->line;
    set_sums(parser, (struct header_line){value, parser->line}, &parser->profile->part_totals);
    return true;
}

/* What a writer ends each part with, if it was not stopped before that. */
enum ending {
    ENDS_ANYHOW,
    ENDS_WITH_TOTALS,
    ENDS_WITH_SUMMARY,    /* which is the sum of the costs */
    ENDS_WITH_BLANK_LINE, /* after a summary that may be larger */
};

/* Cachegrind's file has nothing that only Callgrind has, and these events. */
static bool is_cachegrind(struct parser *parser)
{
    static const struct text recorded[] = {{"Ir", 2}, {"I1mr", 4}, {"ILmr", 4}, {"I2mr", 4},
                                           {"Dr", 2}, {"D1mr", 4}, {"DLmr", 4}, {"D2mr", 4},
                                           {"Dw", 2}, {"D1mw", 4}, {"DLmw", 4}, {"D2mw", 4},
                                           {"Bc", 2}, {"Bcm", 3},  {"Bi", 2},   {"Bim", 3}};
    const struct writer_signs *signs = &parser->signs;
    const struct event_order *events = &parser->layout.events;
    const struct part *part = profile_last_part(parser->profile);

    if (signs->has_version || signs->has_positions || signs->has_calls || part->pid >= 0 ||
        part->number >= 0 || part->thread >= 0 || !part->has_command)
        return false;
    for (size_t i = 0; i < events->count; i++) {
        struct text name = parser->profile->events.list[events->columns[i]].name;
        size_t known = 0;
        while (known < ARRAY_LENGTH(recorded) && !text_equal(recorded[known], name))
            known++;
        if (known == ARRAY_LENGTH(recorded))
            return false;
    }
    return true;
}

/* Xdebug 2 wrote its summary elsewhere, or none. */
static bool is_xdebug_with_summary(struct text creator)
{
    static const struct text name = {"xdebug ", 7};

    return text_starts_with(creator, name) && creator.length > name.length &&
           is_digit(creator.at[name.length]) &&
           !(creator.at[name.length] < '3' && creator.at[name.length + 1] == '.');
}

static enum ending ending_of(struct parser *parser)
{
    static const struct text with_totals[] = {{"callgrind-", 10}, {"quern-", 6}, {"xtree-", 6}};
    struct text creator = profile_last_input(parser->profile)->creator;

    for (size_t i = 0; i < ARRAY_LENGTH(with_totals); i++)
        if (text_starts_with(creator, with_totals[i]))
            return ENDS_WITH_TOTALS;
    if (is_xdebug_with_summary(creator))
        return ENDS_WITH_BLANK_LINE;
    return creator.length == 0 && is_cachegrind(parser) ? ENDS_WITH_SUMMARY : ENDS_ANYHOW;
}

/* A line that was cut off has fewer sums than its writer gives. */
static bool has_summary(struct parser *parser)
{
    const struct costs *summary = &parser->profile->part_summary;
    const struct event_order *events = &parser->layout.events;

    return events->count != 0 && costs_is_given(costs_row(summary, parser->profile->n_parts - 1),
                                                events->columns[events->count - 1]);
}

static bool has_end(struct parser *parser, enum ending ending)
{
    switch (ending) {
    case ENDS_WITH_TOTALS:
        return parser->header.totals_line != 0;
    case ENDS_WITH_SUMMARY:
        return has_summary(parser);
    case ENDS_WITH_BLANK_LINE:
        return has_summary(parser) && !parser->signs.lacks_newline;
    case ENDS_ANYHOW:
        break;
    }
    return true;
}

/* Warns where the part does not come to the end that its writer gives it. */
static void check_end(struct parser *parser, enum ending ending, enum part_end end)
{
    const char *missing = ending == ENDS_WITH_TOTALS ? "totals:" : "summary:";

    if (has_end(parser, ending))
        return;
    if (end == AT_END_OF_FILE)
        parser_warn(parser, "ends without '%s': cut off, the figures are incomplete", missing);
    else
        parser_warn(parser, "the previous part has no '%s': its figures may be incomplete",
                    missing);
}

/* Holds the sums that a line states against those of the part's costs. */
static void check_sums(struct parser *parser, const struct costs *stated, uint64_t line,
                       const char *what, bool are_all_stated)
{
    const struct profile *profile = parser->profile;
    const struct costs *self = &profile->part_self;
    const struct event_order *events = &parser->layout.events;
    const int64_t *row = costs_row(stated, profile->n_parts - 1);

    for (size_t i = 0; i < events->count; i++) {
        uint32_t column = events->columns[i];
        int64_t sum = costs_sum(self, costs_row(self, profile->n_parts - 1), column);
        if (costs_sum(stated, row, column) == sum ||
            (!are_all_stated && !costs_is_given(row, column)))
            continue;
        warnings_add(parser->warnings, parser->path, line,
                     "the %s of %.40s is given as %" PRIi64 ", but the costs add up to %" PRIi64
                     ": the figures may be incomplete",
                     what, profile->events.list[column].name.at, costs_sum(stated, row, column),
                     sum);
        return;
    }
}

void parser_end_part(struct parser *parser, enum part_end end)
{
    const struct profile *profile = parser->profile;
    const struct part_header *header = &parser->header;
    enum ending ending = ending_of(parser);

    parser_settle_invocations(parser, end);
    if (end == AT_END_OF_FILE && header->next_summary.text.at != NULL)
        parser_set_summary(parser, header->next_summary);
    check_end(parser, ending, end);
    if (header->is_left_out)
        return;
    if (header->totals_line != 0)
        check_sums(parser, &profile->part_totals, header->totals_line, "total",
                   ending == ENDS_WITH_TOTALS);
    if (ending == ENDS_WITH_SUMMARY && has_summary(parser))
        check_sums(parser, &profile->part_summary, header->summary.number, "summary", true);
}
