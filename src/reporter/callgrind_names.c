/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/callgrind_names.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/names.h"
#include "base/number.h"
#include "base/text.h"
#include "reporter/callgrind_order.h"

/*
 * In "(3)'2" readers take (3) for the number of a name. Where that number was never
 * defined, and "(3)" is itself the name, 3 must not be given to another one.
 */
static void reserve(struct numbers *numbers, struct text name)
{
    struct text piece;

    if (memchr(name.at, '\'', name.length) == NULL)
        return;
    while (text_cut(&name, '\'', &piece)) {
        uint64_t number;
        const char *end;
        if (piece.length > 2 && piece.at[0] == '(' &&
            read_number(piece.at + 1, &end, &number) == NUMBER_OK && *end == ')')
            index_add(&numbers->reserved, 0, number);
    }
}

/* For that many things; of all names, those that are written. */
static void numbers_create(struct numbers *numbers, size_t count, const struct names *names,
                           const bool *is_named)
{
    *numbers = (struct numbers){.given = memory_alloc(count, sizeof *numbers->given)};
    for (uint32_t id = 0; id < names_count(names); id++)
        if (is_named[id] && names_text(names, id).length != 0)
            reserve(numbers, names_text(names, id));
}

static void numbers_free(struct numbers *numbers)
{
    free(numbers->given);
    index_free(&numbers->reserved);
}

static uint32_t next_number(struct numbers *numbers)
{
    do
        numbers->last++;
    while (index_find(&numbers->reserved, 0, numbers->last) != NO_ID);
    return numbers->last;
}

void name_writer_create(struct name_writer *writer, const struct written_order *order, FILE *out)
{
    const struct profile *profile = order->profile;
    const struct symbols *symbols = &profile->symbols;

    *writer = (struct name_writer){.out = out,
                                   .order = order,
                                   .profile = profile,
                                   .object = NO_ID,
                                   .unit_file = NO_ID,
                                   .file = NO_ID};
    numbers_create(&writer->objects, names_count(symbols->objects), symbols->objects,
                   order->named.objects);
    numbers_create(&writer->files, names_count(symbols->files), symbols->files, order->named.files);
    numbers_create(&writer->functions, profile_n_functions(profile), symbols->functions,
                   order->named.symbols);
    writer->pieces = symbols_pieces(symbols); /* adds names that are not written */
}

void name_writer_free(struct name_writer *writer)
{
    numbers_free(&writer->objects);
    numbers_free(&writer->files);
    numbers_free(&writer->functions);
}

void end_line(FILE *out, struct text text)
{
    if (text.length != 0 && text.at[text.length - 1] == '\r')
        fputc('\r', out);
    fputc('\n', out);
}

static void write_definition(FILE *out, const char *keyword, uint32_t number, struct text name)
{
    fprintf(out, "%s=(%" PRIu32 ") ", keyword, number);
    fwrite(name.at, 1, name.length, out);
    end_line(out, name);
}

/* "fn=(3) name" of the thing of that id, and "fn=(3)" from then on. */
static void write_name(FILE *out, const char *keyword, struct numbers *numbers, uint32_t id,
                       struct text name)
{
    if (numbers->given[id] != 0) {
        fprintf(out, "%s=(%" PRIu32 ")\n", keyword, numbers->given[id]);
    } else {
        numbers->given[id] = next_number(numbers);
        write_definition(out, keyword, numbers->given[id], name);
    }
}

/* "ob=" where no object is known. */
static void write_object(struct name_writer *writer, const char *keyword, object_id object)
{
    if (object == NO_ID)
        fprintf(writer->out, "%s=\n", keyword);
    else
        write_name(writer->out, keyword, &writer->objects, object,
                   names_text(writer->profile->symbols.objects, object));
}

static void write_file(struct name_writer *writer, const char *keyword, file_id file)
{
    write_name(writer->out, keyword, &writer->files, file,
               names_text(writer->profile->symbols.files, file));
}

static void write_function(struct name_writer *writer, const char *keyword, function_id id)
{
    symbol_id symbol = profile_function(writer->profile, id).symbol;

    write_name(writer->out, keyword, &writer->functions, id,
               names_text(writer->profile->symbols.functions, symbol));
}

void write_function_name(struct name_writer *writer, function_id id)
{
    struct function function = profile_function(writer->profile, id);

    if (function.object != writer->object)
        write_object(writer, "ob", function.object);
    if (function.file != writer->unit_file || function.file != writer->file)
        write_file(writer, "fl", function.file);
    write_function(writer, "fn", id);
    writer->object = function.object;
    writer->unit_file = function.file;
    writer->file = function.file;
}

void write_inlined_file(struct name_writer *writer, file_id file)
{
    write_file(writer, "fi", file);
    writer->file = file;
}

/*
 * Readers take the current object and file for what is not named; but in inlined code they do not
 * agree on which file that is, where no file of a callee is named at all they may guess it, and
 * some go on with the object of the last callee.
 */
void write_callee_name(struct name_writer *writer, function_id id)
{
    struct function callee = profile_function(writer->profile, id);
    bool is_inlined = writer->file != writer->unit_file;
    object_id assumed = writer->keeps_called ? writer->called_object : writer->object;

    if (callee.object != writer->object || callee.object != assumed) {
        write_object(writer, "cob", callee.object);
        writer->called_object = callee.object;
        writer->keeps_called = true;
    }
    if (callee.file != writer->file || is_inlined || !writer->has_callees)
        write_file(writer, "cfi", callee.file);
    write_function(writer, "cfn", id);
    writer->has_callees = true;
}

void write_jump_names(struct name_writer *writer, struct jump_target to)
{
    if (to.file != writer->file)
        write_file(writer, "jfi", to.file);
    /* It is not known which function of that name it is: it gets a number of its own. */
    if (to.function != NO_ID)
        write_definition(writer->out, "jfn", next_number(&writer->functions),
                         names_text(writer->profile->symbols.functions, to.function));
}

/* By piece: how many of the names that are written begin with it. */
static uint32_t *count_firsts(const struct name_writer *writer)
{
    const struct name_pieces *pieces = writer->pieces;
    uint32_t *n_firsts = memory_alloc(names_count(pieces->pieces), sizeof *n_firsts);

    for (symbol_id id = 0; id < pieces->count; id++) {
        struct text rest = names_text(pieces->names, id), first;
        if (!writer->order->named.symbols[id] || !text_cut(&rest, '\'', &first))
            continue;
        uint32_t piece = names_find(pieces->pieces, first);
        if (piece != NO_ID)
            n_firsts[piece]++;
    }
    return n_firsts;
}

/* Names the pieces that make levels and contexts of what follows the first apostrophe. */
static void declare_pieces_of(struct name_writer *writer, symbol_id symbol, uint32_t *n_firsts)
{
    const struct name_pieces *pieces = writer->pieces;
    struct text rest = names_text(pieces->names, symbol), first = {0}, piece;

    text_cut(&rest, '\'', &first);
    while (text_cut(&rest, '\'', &piece)) {
        struct text needed = name_piece_level(piece) != 0 ? first : piece;
        uint32_t id = names_find(pieces->pieces, needed);
        if (n_firsts[id] > text_equal(needed, first)) /* by another name than this one */
            continue;
        n_firsts[id]++;
        write_definition(writer->out, "fn", next_number(&writer->functions), needed);
    }
}

void declare_pieces(struct name_writer *writer)
{
    const struct written_order *order = writer->order;
    uint32_t *n_firsts = count_firsts(writer);

    for (size_t i = 0; i < profile_n_functions(writer->profile); i++) {
        function_id function = order->functions[i];
        symbol_id symbol = profile_function(writer->profile, function).symbol;
        if (order->named.functions[function] && writer->pieces->bases[symbol] != symbol)
            declare_pieces_of(writer, symbol, n_firsts);
    }
    free(n_firsts);
}

bool has_written_levels(const struct name_writer *writer)
{
    for (symbol_id id = 0; id < writer->pieces->count; id++)
        if (writer->order->named.symbols[id] && writer->pieces->levels[id] > 1)
            return true;
    return false;
}
