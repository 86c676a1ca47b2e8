/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parser/parse.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/digits.h"
#include "base/error.h"
#include "base/number.h"
#include "parser/grammar.h"
#include "parser/input/input.h"

/* Begins to parse a file, as a new input of the profile. */
static void begin_file(struct parser *parser, const struct input *input,
                       const struct parse_options *options, struct profile *profile,
                       struct warnings *warnings, struct error *error)
{
    const struct symbols *symbols = &profile->symbols;

    *parser = (struct parser){
        .whole = profile,
        .profile = profile,
        .options = options,
        .warnings = warnings,
        .error = error,
        .path = input->path,
        .spaces = {[NAME_OBJECT] = {.names = symbols->objects, .empty = NO_ID},
                   [NAME_FILE] = {.names = symbols->files,
                                  .prefix = options->directory,
                                  .empty = NO_ID},
                   [NAME_FUNCTION] = {.names = symbols->functions, .empty = NO_ID}},
    };
    parser_start_file(parser);
    struct profile_input *added = profile_add_input(profile);
    added->path = input->path;
    added->run = (uint32_t)profile->n_runs++; /* until runs are known */
    added->run_name = text_of(input->path);
    added->pair_name = path_base(added->run_name);
    added->changed = input->changed;
}

static void free_parser(struct parser *parser)
{
    for (enum name_kind kind = 0; kind < N_NAME_KINDS; kind++)
        name_ids_free(&parser->spaces[kind].ids);
    map_free(&parser->part_numbers.used);
}

static bool may_follow_number(char c)
{
    return is_blank(c) || is_line_end(c);
}

/* Reads the count of "calls=". False where it cannot be read. */
static bool read_call_count(const char **at, int64_t *count)
{
    const char *begin = skip_blanks(*at);
    uint64_t number;

    *at = read_short_number(begin, &number);
    if (*at != begin && *at - begin <= SAFE_DIGITS && ends_number(**at)) { /* nearly always */
        *count = (int64_t)number;
        return true;
    }
    return read_signed(begin, at, count) == NUMBER_OK && may_follow_number(**at);
}

/* Reads the target of a call or jump, after its counts. */
static struct position read_target(struct parser *parser, const char *at)
{
    const struct positions *positions = &parser->layout.positions;
    struct position none = {0, 0};

    if (!parser->profile->keep.jumps)
        return none;
    return cost_line_target(at, positions, parser->scope.base);
}

/* Parses the value of "calls=": the next line of cost belongs to that call. */
static void parse_calls(struct parser *parser, struct text value)
{
    struct awaited *awaited = &parser->scope.awaited;
    const char *at = value.at;

    parser->signs.has_calls = true;
    awaited->kind = AWAITS_LOST_CALL;
    awaited->line = parser->line;
    const char *problem = !read_call_count(&at, &awaited->n_calls) ? "expected a number of calls"
                        : parser->scope.callee.name == NO_ID ? "a call without 'cfn=' before it"
                                                             : NULL;
    if (problem != NULL) {
        parser_warn(parser, "%s: call left out", problem);
        return;
    }
    awaited->kind = AWAITS_CALL;
    awaited->target = read_target(parser, at);
}

/*
 * Callgrind writes how often a conditional jump was followed, a '/', and how often it was executed;
 * the specification has the two the other way round, and a blank between them.
 */
static enum number_status read_conditional(const char **at, struct jump_counts *counts)
{
    enum number_status status = read_signed(*at, at, &counts->followed);

    if (status != NUMBER_OK)
        return status;
    if (**at == '/')
        return read_signed(*at + 1, at, &counts->executed);
    counts->executed = counts->followed;
    return read_signed(skip_blanks(*at), at, &counts->followed);
}

/* Parses the value of "jump=" or "jcnd=": the next line belongs to that jump if it has no cost. */
static void parse_jump(struct parser *parser, struct text value, bool is_conditional)
{
    struct awaited *awaited = &parser->scope.awaited;
    struct jump_counts counts = {0};
    const char *at = skip_blanks(value.at);

    enum number_status status = is_conditional ? read_conditional(&at, &counts)
                                               : read_signed(at, &at, &counts.unconditional);
    bool is_read = status == NUMBER_OK && may_follow_number(*at);
    awaited->kind = is_read ? AWAITS_JUMP : AWAITS_LOST_JUMP;
    awaited->line = parser->line;
    awaited->jump = parser->scope.next_jump;
    parser->scope.next_jump = (struct jump_scope){NO_ID, NO_ID};
    if (!is_read) {
        parser_warn(parser, "expected a number of jumps: jump left out");
        return;
    }
    awaited->jump_counts = counts;
    awaited->target = read_target(parser, at);
}

enum keyword {
    OB,
    FL,
    FI,
    FN,
    COB,
    CFI,
    CFN,
    JFI,
    JFN,
    FRFN,
    REC,
    CALLS,
    RCALLS,
    JUMP,
    JCND,
    IGNORED,
    NO_KEYWORD,
};

/* The most frequent come first. */
static const struct {
    struct text start;
    enum keyword keyword;
} keywords[] = {
    {{"fn=", 3}, FN},         {{"cfn=", 4}, CFN},     {{"fi=", 3}, FI},      {{"fe=", 3}, FI},
    {{"cfi=", 4}, CFI},       {{"calls=", 6}, CALLS}, {{"cob=", 4}, COB},    {{"fl=", 3}, FL},
    {{"ob=", 3}, OB},         {{"cfl=", 4}, CFI},     {{"jcnd=", 5}, JCND},  {{"jump=", 5}, JUMP},
    {{"jfi=", 4}, JFI},       {{"jfn=", 4}, JFN},     {{"frfn=", 5}, FRFN},  {{"rec=", 4}, REC},
    {{"rcalls=", 7}, RCALLS}, {{"bb=", 3}, IGNORED},  {{"ln=", 3}, IGNORED},
};

/* Cuts the keyword of a body line, with its '=', off the front of *line. */
static enum keyword take_keyword(struct text *line)
{
    for (size_t i = 0; i < ARRAY_LENGTH(keywords); i++) {
        const struct text start = keywords[i].start;
        if (line->at[0] != start.at[0] || !text_starts_with(*line, start))
            continue;
        *line = text_skip(*line, start.length);
        return keywords[i].keyword;
    }
    return NO_KEYWORD;
}

/*
 * Sets the callee of a "cfn=". Specifications since the last one belong to it. Two in a row are one
 * callee: --compress-mangled=yes defines "(3) f" first and then calls "(3)'2".
 */
static void set_callee(struct parser *parser, symbol_id name, uint64_t number)
{
    struct callee *callee = &parser->scope.callee;

    if (callee->line + 1 != parser->line) {
        callee->unit = callee->next;
        callee->next = (struct unit){NO_ID, NO_ID};
    }
    callee->name = name;
    callee->number = number;
    callee->line = parser->line;
}

/* Parses "spec=name" lines, and so sets what the next costs or the next call belong to. */
static bool parse_specification(struct parser *parser, enum keyword keyword, struct text value)
{
    struct scope *scope = &parser->scope;
    bool moves = keyword == OB || keyword == FL || keyword == FI || keyword == FN;
    symbol_id name;

    if (!parser_enter_body(parser) || (moves && !parser_flush_block(parser)))
        return false;
    switch (keyword) {
    case OB:
        scope->object = parse_name(parser, NAME_OBJECT, value);
        break;
    case FL:
    case FI:
        scope->file = parse_name(parser, NAME_FILE, value);
        if (keyword == FL || !scope->has_fl) /* without any "fl=" so far, "fi=" counts as one */
            scope->unit_file = scope->file;
        scope->has_fl |= keyword == FL;
        if (keyword == FL && parser->file_ends_function) {
            scope->function = scope->function_file = NO_ID;
            scope->function_number = NO_NUMBER;
        }
        break;
    case FN:
        scope->function = parse_name(parser, NAME_FUNCTION, value);
        scope->function_number = parser->spaces[NAME_FUNCTION].number;
        scope->function_file = scope->file = scope->unit_file;
        break;
    case COB:
        scope->callee.next.object = parse_name(parser, NAME_OBJECT, value);
        break;
    case CFI:
        parser->names_callee_files = true;
        scope->callee.next.file = parse_name(parser, NAME_FILE, value);
        break;
    case CFN:
        name = parse_name(parser, NAME_FUNCTION, value);
        set_callee(parser, name, parser->spaces[NAME_FUNCTION].number);
        break;
    case JFI:
        scope->next_jump.file = parse_name(parser, NAME_FILE, value);
        break;
    case JFN:
        scope->next_jump.function = parse_name(parser, NAME_FUNCTION, value);
        break;
    case FRFN: /* may define a number: the caller, of --mangle-names=no, which leaves it out of the
                  name */
        parse_name(parser, NAME_FUNCTION, value);
        break;
    case REC: /* likewise the level of recursion: what is called at which level is lost */
        profile_last_input(parser->profile)->has_lost_levels = true;
        break;
    case CALLS:
    case RCALLS:
    case JUMP:
    case JCND:
    case IGNORED:
    case NO_KEYWORD:
        break;
    }
    return true;
}

/*
 * Stops waiting for the cost line of a call or a jump, since something else follows. A jump needs
 * none: its source is the last self cost.
 */
static bool end_awaited(struct parser *parser)
{
    struct awaited *awaited = &parser->scope.awaited;
    enum awaited_kind kind = awaited->kind;

    awaited->kind = AWAITS_NOTHING;
    if (kind == AWAITS_CALL)
        warnings_add(parser->warnings, parser->path, awaited->line,
                     "no line of cost after this line: call left out");
    return kind != AWAITS_JUMP || parser_add_jump(parser, NULL);
}

static struct text without_return(struct text line)
{
    if (line.length != 0 && line.at[line.length - 1] == '\r')
        line.length--;
    return line;
}

/* Parses a line that is not one of cost, without its newline. */
static bool parse_other_line(struct parser *parser, struct text line)
{
    line = without_return(line);
    if (line.length == 0 || line.at[0] == '#')
        return true;

    struct text value = line;
    enum keyword keyword = take_keyword(&value);
    enum awaited_kind awaited = parser->scope.awaited.kind;
    /* Old files write recursive calls separately; after "calls=" they share its line of cost. */
    if (keyword == IGNORED || (keyword == RCALLS && awaited == AWAITS_CALL))
        return true;
    if (awaited != AWAITS_NOTHING && !end_awaited(parser))
        return false;
    switch (keyword) {
    case CALLS:
    case RCALLS:
        parse_calls(parser, value);
        return true;
    case JUMP:
    case JCND:
        parse_jump(parser, value, keyword == JCND);
        return true;
    case NO_KEYWORD:
        return parse_header_line(parser, line);
    default:
        return parse_specification(parser, keyword, value);
    }
}

static inline bool starts_cost_line(char c)
{
    /* '*', '+', '-' and the digits lie within 16 characters of each other. */
    unsigned place = (unsigned)(unsigned char)c - '*';
    return place < 16 && (0xffcbu >> place & 1) != 0;
}

/* Parses a line that begins with a blank: a cost without position, an empty or indented line. */
static const char *parse_indented_line(struct parser *parser, const char *at, const char *end)
{
    const char *newline = memchr(at, '\n', (size_t)(end - at));
    struct text line = text_trim(text_between(at, newline));

    if (line.length != 0 && starts_cost_line(line.at[0]))
        return parser_enter_body(parser) ? parse_cost_lines(parser, at, end) : NULL;
    return parse_other_line(parser, line) ? newline : NULL;
}

/*
 * Parses "cfn=(3)" and "calls=", which are most of the lines that are not of cost. Returns the
 * '\n', or NULL for all other lines and unusual states.
 */
static const char *parse_common_line(struct parser *parser, const char *at, const char *end)
{
    const struct text calls = TEXT("calls="), callee = TEXT("cfn=(");
    uint64_t number;

    if (parser->scope.awaited.kind != AWAITS_NOTHING || !parser->header.is_complete)
        return NULL;
    if (memcmp(at, calls.at, calls.length) == 0) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        parse_calls(parser, text_between(at + calls.length, newline));
        return newline;
    }
    if (memcmp(at, callee.at, callee.length) != 0)
        return NULL;
    const char *digits = at + callee.length, *after = read_short_number(digits, &number);
    if (after == digits || after - digits > SAFE_DIGITS || after[0] != ')' || after[1] != '\n')
        return NULL;
    uint32_t name = name_ids_find(&parser->spaces[NAME_FUNCTION].ids, number);
    if (name == NO_ID)
        return NULL;
    set_callee(parser, name, number);
    return after + 1;
}

/* Parses whole lines. False ends parsing, with the reason in parser->error. */
static bool parse_lines(struct parser *parser, struct text window)
{
    const char *at = window.at, *end = text_end(window);

    for (; at < end; at++) { /* steps over the '\n' that ends each line */
        parser->line++;
        if (starts_cost_line(*at)) {
            at = parser_enter_body(parser) ? parse_cost_lines(parser, at, end) : NULL;
        } else if (is_blank(*at)) {
            at = parse_indented_line(parser, at, end);
        } else {
            const char *newline = *at == 'c' ? parse_common_line(parser, at, end) : NULL;
            if (newline == NULL) {
                newline = memchr(at, '\n', (size_t)(end - at));
                if (!parse_other_line(parser, text_between(at, newline)))
                    return false;
            }
            at = newline;
        }
        if (at == NULL)
            return false;
    }
    return true;
}

/* Performs the checks that are possible only at the end of the file. */
static bool end_file(struct parser *parser)
{
    size_t n_costly;

    if (!end_awaited(parser))
        return false;
    if (parser->line != 0 && !parser_enter_body(parser))
        return false;
    if (!parser_flush_block(parser))
        return false;
    if (parser->line == 0)
        return error_set(parser->error, ERROR_FAILED, parser->path, 0, "is empty");
    if (parser->layout.events.count == 0)
        return error_set(parser->error, ERROR_FAILED, parser->path, 0,
                         "not a profile: no 'events:' line");
    parser_end_part(parser);
    struct part *last = profile_last_part(parser->profile);
    if (parser->part_numbers.n_parts == 1) /* there is no other part */
        last->number = profile_last_part(parser->whole)->number = last->given;
    struct profile *costly = profile_list_with_costs(parser->whole, &n_costly);
    for (size_t i = 0; i < n_costly; i++)
        profile_last_input(&costly[i])->names_callee_files = parser->names_callee_files;
    return true;
}

/* Parses line after line to the end of the file, or until one ends parsing. */
static bool parse_all_lines(struct parser *parser, struct input *input)
{
    struct text window;
    bool is_done;

    do
        is_done = input_next_lines(input, &window, parser->error) && parse_lines(parser, window);
    while (is_done && window.length != 0);
    parser->signs.lacks_newline = input->lacks_newline;
    return is_done;
}

bool parse_profile(struct input *input, const struct parse_options *options,
                   struct profile *profile, struct warnings *warnings, struct error *error)
{
    struct parser parser;

    begin_file(&parser, input, options, profile, warnings, error);
    bool is_done = parse_all_lines(&parser, input) && end_file(&parser);
    free_parser(&parser);
    return is_done;
}

bool parse_first_header(struct input *input, struct profile *profile)
{
    const struct parse_options options = {.is_header_alone = true};
    struct warnings warnings = {0};
    struct error error = {0};
    struct parser parser;

    begin_file(&parser, input, &options, profile, &warnings, &error);
    bool is_whole = parse_all_lines(&parser, input) ? parser.header.events.text.at != NULL
                                                    : parser.header.is_complete;
    free_parser(&parser);
    return is_whole;
}
