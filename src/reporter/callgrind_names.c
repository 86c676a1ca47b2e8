/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/callgrind_names.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/number.h"
#include "base/text.h"
#include "profile/name_pieces.h"
#include "profile/names.h"
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

/* For that many things, which have these names. */
static void numbers_create(struct numbers *numbers, size_t count, const struct names *names)
{
    *numbers = (struct numbers){.given = memory_alloc(count, sizeof *numbers->given)};
    for (uint32_t id = 0; id < names_count(names); id++)
        if (names_text(names, id).length != 0)
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

void name_writer_create(struct name_writer *writer, const struct profile *profile, FILE *out)
{
    const struct symbols *symbols = &profile->symbols;

    *writer = (struct name_writer){
        .out = out, .profile = profile, .object = NO_ID, .unit_file = NO_ID, .file = NO_ID};
    numbers_create(&writer->objects, names_count(symbols->objects), symbols->objects);
    numbers_create(&writer->files, names_count(symbols->files), symbols->files);
    numbers_create(&writer->functions, profile_n_functions(profile), symbols->functions);
}

void name_writer_free(struct name_writer *writer)
{
    numbers_free(&writer->objects);
    numbers_free(&writer->files);
    numbers_free(&writer->functions);
}

static void write_definition(FILE *out, const char *keyword, uint32_t number, struct text name)
{
    fprintf(out, "%s=(%" PRIu32 ") ", keyword, number);
    fwrite(name.at, 1, name.length, out);
    fputc('\n', out);
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
 * Readers take the current object and file for what is not named; but in inlined code
 * they do not agree on which file that is.
 */
void write_callee_name(struct name_writer *writer, function_id id)
{
    struct function callee = profile_function(writer->profile, id);
    bool is_inlined = writer->file != writer->unit_file;

    if (callee.object != writer->object)
        write_object(writer, "cob", callee.object);
    if (callee.file != writer->file || is_inlined)
        write_file(writer, "cfi", callee.file);
    write_function(writer, "cfn", id);
}

/* By symbol: whether it will be written as the name of a function or of one that is called. */
static bool *find_named(const struct profile *profile, const bool *is_kept)
{
    bool *is_named = memory_alloc(names_count(profile->symbols.functions), sizeof *is_named);

    for (uint32_t id = 0; id < profile->spots.count; id++) {
        function_id function = profile_place(profile, profile_spot(profile, id).place).function;
        if (is_kept[function])
            is_named[profile_function(profile, function).symbol] = true;
    }
    for (size_t id = 0; id < profile->by_spot.calls.index.count; id++) {
        struct spot_call call = profile_spot_call(profile, id);
        place_id place = profile_spot(profile, call.spot).place;
        if (is_kept[profile_place(profile, place).function])
            is_named[profile_function(profile, call.callee).symbol] = true;
    }
    return is_named;
}

void declare_pieces(struct name_writer *writer, const struct written_order *order)
{
    const struct profile *profile = writer->profile;
    struct names *names = profile->symbols.functions;
    bool *is_named = find_named(profile, order->is_kept);
    struct name_pieces pieces;

    name_pieces_create(&pieces, names);
    for (size_t i = 0; i < profile_n_functions(profile); i++) {
        symbol_id symbol = profile_function(profile, order->functions[i]).symbol;
        struct text rest = names_text(names, symbol), piece;
        if (!is_named[symbol] || pieces.bases[symbol] == symbol)
            continue;
        while (text_cut(&rest, '\'', &piece)) {
            symbol_id name = names_find(names, piece);
            if (name_piece_level(piece) != 0 || name == NO_ID || name >= pieces.count ||
                is_named[name])
                continue;
            is_named[name] = true;
            write_definition(writer->out, "fn", next_number(&writer->functions), piece);
        }
    }
    name_pieces_free(&pieces);
    free(is_named);
}
