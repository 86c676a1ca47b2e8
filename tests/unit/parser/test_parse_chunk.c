/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a chunk notes of itself, and how the whole goes on after it. */

#include "parser/grammar.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/text.h"
#include "parser/input/input.h"
#include "parser/parse.h"
#include "profile/profile.h"

/* A parser with all that it fills. */
struct piece {
    struct symbols symbols;
    struct profile profile;
    struct warnings warnings;
    struct error error;
    struct parser parser;
    struct chunk_state state;
};

static const struct parse_options options;

static void begin(struct piece *piece)
{
    *piece = (struct piece){.symbols = symbols_create()};
    profile_init(&piece->profile, &piece->symbols, (struct keep){.places = KEEP_SELF_AND_CALLS});
    parser_begin(&piece->parser, &(struct input){.path = "p"}, &options, &piece->profile,
                 &piece->warnings, &piece->error);
}

static bool parse(struct piece *piece, const char *text)
{
    char lines[512]; /* eight bytes after the text may be read */
    size_t length = (size_t)snprintf(lines, sizeof(lines) - 8, "%s", text);

    cr_assert_lt(length, sizeof(lines) - 8);
    return parser_lines(&piece->parser, (struct text){lines, length});
}

static void end(struct piece *piece)
{
    parser_free(&piece->parser);
    chunk_state_free(&piece->state);
    profile_free(&piece->profile);
    symbols_free(&piece->symbols);
}

#define START "events: A B\nob=(1) o\nfl=(1) a\nfn=(1) f\n10 1\n"

/* A file up to a chunk, which is guessed to go on as it began. */
struct cut_file {
    struct piece whole, chunk;
    struct guess guess;
};

static void begin_chunk(struct cut_file *file, const char *before)
{
    begin(&file->whole);
    cr_assert(parse(&file->whole, before), "%s", file->whole.error.text);
    guess_make(&file->guess, &file->whole.parser);
    begin(&file->chunk);
    parser_begin_chunk(&file->chunk.parser, &file->chunk.state, &file->guess);
}

static void end_both(struct cut_file *file)
{
    guess_free(&file->guess);
    end(&file->chunk);
    end(&file->whole);
}

Test(parse_chunk, rejects_the_guess_where_it_needs_what_came_before)
{
    static const struct {
        const char *behaviour, *text;
        bool is_wrong;
    } cases[] = {
        {"absolute lines", "fn=(1)\n5 1\n+1 1\n", false},
        {"a relative line", "fn=(1)\n+1 1\n", true},
        {"an absolute line of a call, which is not a base", "fn=(1)\ncfn=g\ncalls=1 1\n5 1\n+1 1\n",
         true},
        {"a damaged line before there is a base", "fn=(1)\n-1 1\n", true},
        {"a damaged line after that", "fn=(1)\n5 1\n-9 1\n", false},
        {"a number from before", "fn=(7)\n5 1\n", false},
        {"a number from before inside a name", "fn=(7)\n5 1\nfn=(8) (7)'2\n5 1\n", true},
        {"its own number inside a name", "fn=(7) f\n5 1\nfn=(8) (7)'2\n5 1\n", false},
        {"a number inside a name that is not known at all", "fn=(8) (7)'2\n5 1\n", true},
        {"a call of its own callee", "fn=(1)\n5 1\ncfn=g\ncalls=1 1\n5 1\n", false},
        {"a call of a callee from before", "fn=(1)\n5 1\ncalls=1 1\n5 1\n", true},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct cut_file file;

        begin_chunk(&file, START);
        cr_expect(parse(&file.chunk, cases[i].text), "%s", cases[i].behaviour);
        cr_expect_eq(file.chunk.state.is_wrong, cases[i].is_wrong, "%s", cases[i].behaviour);
        end_both(&file);
    }
}

Test(parse_chunk, ends_before_a_header)
{
    struct cut_file file;

    begin_chunk(&file, START);
    cr_expect_not(parse(&file.chunk, "fn=(1)\n5 1\npart: 2\n"));
    cr_expect_not(file.chunk.state.is_wrong);
    cr_assert_not_null(file.chunk.state.header);
    cr_expect_eq(file.chunk.parser.line, 2, "the header's line is not the chunk's");
    cr_expect_eq(file.chunk.error.kind, ERROR_NONE);
    end_both(&file);
}

Test(parse_chunk, maps_its_names_to_those_of_the_whole)
{
    struct cut_file file;
    uint32_t *maps[N_NAME_KINDS];

    begin_chunk(&file, START);
    cr_assert(parse(&file.chunk, "fn=(1)\n5 1\nfi=b\ncfn=(2) g\n"));
    cr_assert(parser_map_names(&file.whole.parser, &file.chunk.parser, maps));
    const struct scope *scope = &file.chunk.parser.scope;
    const struct symbols *symbols = &file.whole.symbols;
    cr_expect_eq(maps[NAME_OBJECT][scope->object], names_find(symbols->objects, TEXT("o")));
    cr_expect_eq(maps[NAME_FILE][scope->unit_file], names_find(symbols->files, TEXT("a")));
    cr_expect_eq(maps[NAME_FILE][scope->file], names_find(symbols->files, TEXT("b")));
    cr_expect_eq(maps[NAME_FUNCTION][scope->function], names_find(symbols->functions, TEXT("f")));
    cr_expect_eq(maps[NAME_FUNCTION][scope->callee.name],
                 names_find(symbols->functions, TEXT("g")));
    for (size_t i = 0; i < ARRAY_LENGTH(maps); i++)
        free(maps[i]);
    end_both(&file);
}

/* Of what a chunk needs only its object may be missing: there are files without any. */
Test(parse_chunk, cannot_map_what_was_never_defined)
{
    static const struct {
        const char *behaviour, *before, *text;
        bool is_mapped;
    } cases[] = {
        {"all is there", START, "fn=(1)\n5 1\n", true},
        {"a function", START, "fn=(9)\n5 1\n", false},
        {"a file", START, "fn=(1)\nfi=(9)\n5 1\n", false},
        {"an object by its number", START, "fn=(1)\nob=(9)\n5 1\n", false},
        {"the current object", "events: A\nfl=a\nfn=(1) f\n1 1\n", "fn=(1)\n5 1\n", true},
        {"the current file", "events: A\nob=o\nfn=(1) f\n1 1\n", "fn=(1)\n5 1\n", false},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct cut_file file;
        uint32_t *maps[N_NAME_KINDS];

        begin_chunk(&file, cases[i].before);
        cr_assert(parse(&file.chunk, cases[i].text));
        cr_expect_eq(parser_map_names(&file.whole.parser, &file.chunk.parser, maps),
                     cases[i].is_mapped, "%s", cases[i].behaviour);
        for (size_t kind = 0; kind < ARRAY_LENGTH(maps); kind++)
            free(maps[kind]);
        end_both(&file);
    }
}

/* The whole's parser after a chunk; the caller gives it to end_both(). */
static const struct parser *go_on_after(struct cut_file *file, const char *before, const char *text)
{
    uint32_t *maps[N_NAME_KINDS];

    begin_chunk(file, before);
    cr_assert(parse(&file->chunk, text));
    cr_assert(parser_map_names(&file->whole.parser, &file->chunk.parser, maps));
    parser_go_on_after(&file->whole.parser, &file->chunk.parser, maps);
    for (size_t kind = 0; kind < ARRAY_LENGTH(maps); kind++)
        free(maps[kind]);
    return &file->whole.parser;
}

Test(parse_chunk, hands_on_where_it_ended)
{
    struct cut_file file;
    const struct parser *parser = go_on_after(
        &file, START, "fn=(1)\n7 1\nfn=(2) g\nfi=(2) b\n8 1\ncob=p\ncfn=h\ncalls=3 1\n");
    const struct symbols *symbols = &file.whole.symbols;

    cr_expect_eq(parser->line, 5 + 8);
    cr_expect_eq(parser->scope.object, names_find(symbols->objects, TEXT("o")));
    cr_expect_eq(parser->scope.unit_file, names_find(symbols->files, TEXT("a")));
    cr_expect_eq(parser->scope.file, names_find(symbols->files, TEXT("b")));
    cr_expect_eq(parser->scope.function, names_find(symbols->functions, TEXT("g")));
    cr_expect_eq(parser->scope.callee.name, names_find(symbols->functions, TEXT("h")));
    cr_expect_eq(parser->scope.callee.unit.object, names_find(symbols->objects, TEXT("p")));
    cr_expect_eq(parser->scope.callee.line, 5 + 7);
    cr_expect_eq(parser->scope.awaited.kind, AWAITS_CALL);
    cr_expect_eq(parser->scope.awaited.n_calls, 3);
    cr_expect_eq(parser->scope.awaited.line, 5 + 8);
    cr_expect_eq(parser->scope.base.line, 8);
    cr_expect_eq(name_ids_find(&parser->spaces[NAME_FUNCTION].ids, 2), parser->scope.function);
    cr_expect_eq(name_ids_find(&parser->spaces[NAME_FILE].ids, 2), parser->scope.file);
    cr_expect_not(parser->place.is_settled);
    end_both(&file);
}

Test(parse_chunk, leaves_what_it_does_not_say)
{
    struct cut_file file;
    const struct parser *parser =
        go_on_after(&file, START "cob=p\ncfi=b\ncfn=g\ncalls=1 1\n10 5\n", "fn=(1)\ncfi=c\n");
    const struct symbols *symbols = &file.whole.symbols;

    cr_expect_eq(parser->scope.callee.name, names_find(symbols->functions, TEXT("g")));
    cr_expect_eq(parser->scope.callee.unit.object, names_find(symbols->objects, TEXT("p")));
    cr_expect_eq(parser->scope.callee.unit.file, names_find(symbols->files, TEXT("b")));
    cr_expect_eq(parser->scope.callee.next.file, names_find(symbols->files, TEXT("c")));
    cr_expect_eq(parser->scope.base.line, 10);
    end_both(&file);
}

Test(parse_chunk, holds_its_guess_against_the_whole)
{
    static const struct {
        const char *behaviour, *text;
        bool holds;
    } cases[] = {
        {"more costs", "fn=g\n1 1\n", true},
        {"inlined code", "fi=b\n1 1\n", true},
        {"another part", "part: 2\nevents: A B\nfn=f\n1 1\n", true},
        {"a header that is not complete", "part: 2\nevents: A B\n", false},
        {"events in another order", "part: 2\nevents: B A\nfn=f\n1 1\n", false},
        {"fewer events", "part: 2\nevents: A\nfn=f\n1 1\n", false},
        {"other positions", "part: 2\npositions: instr line\nevents: A B\nfn=f\n0 1 1\n", false},
        {"the end of the part", "totals: 1\n", false},
        {"a call without its cost", "cfn=g\ncalls=1 1\n", false},
        {"half a callee", "cob=p\n", false},
        {"another file that was appended", "==== NEW PROFILING FILE\nevents: A B\nfn=f\n1 1\n",
         false},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct piece whole;
        struct guess guess;

        begin(&whole);
        cr_assert(parse(&whole, START));
        guess_make(&guess, &whole.parser);
        cr_expect(guess_holds(&guess, &whole.parser), "%s: not before", cases[i].behaviour);
        cr_expect(parse(&whole, cases[i].text), "%s", cases[i].behaviour);
        cr_expect_eq(guess_holds(&guess, &whole.parser), cases[i].holds, "%s", cases[i].behaviour);
        guess_free(&guess);
        end(&whole);
    }
}
