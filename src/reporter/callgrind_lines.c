/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Writes the lines of the Callgrind format: names, and positions with costs. */

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/names.h"
#include "base/number.h"
#include "base/text.h"
#include "profile/costs.h"
#include "reporter/callgrind.h"

/* Leaves room for a sign or a blank and a number of 64 bits, or for the keyword of a line. */
enum { NUMBER_ROOM = 24 };

/* Lines are kept back until they have this many bytes, since each call of fwrite() takes time. */
enum { BLOCK = 32 * 1024 };

/* Limits relative positions: those that are farther apart are written in full. */
enum { NEAR = 1000 };

/*
 * Reserves a number. In "(3)'2" readers take (3) for the number of a name. If that number was never
 * defined, and "(3)" is itself the name, 3 must not be given to another name.
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
            map_add(&numbers->reserved, 0, number);
    }
}

/* Makes room for numbers of `count` things, whose written names may reserve some. */
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
    map_free(&numbers->reserved);
}

static uint32_t next_number(struct numbers *numbers)
{
    do
        numbers->last++;
    while (map_find(&numbers->reserved, 0, numbers->last) != NO_ID);
    return numbers->last;
}

static bool has_addresses(const struct written_order *order)
{
    const struct profile *profile = order->profile;

    for (uint32_t id = 0; id < profile->spots.count; id++)
        if (profile->spots.list[id].position.address != 0 && spot_is_written(order, id))
            return true;
    return false;
}

void line_writer_create(struct line_writer *writer, const struct written_order *order, FILE *out)
{
    const struct profile *profile = order->profile;
    const struct symbols *symbols = &profile->symbols;
    /* A line is a keyword, up to two numbers and a position, or else a position and all costs. */
    size_t line_room = (profile->events.n_recorded + 6) * NUMBER_ROOM;

    *writer = (struct line_writer){.out = out,
                                   .order = order,
                                   .profile = profile,
                                   .object = NO_ID,
                                   .unit_file = NO_ID,
                                   .file = NO_ID,
                                   .has_addresses = has_addresses(order),
                                   .lines = memory_alloc(BLOCK + line_room, 1)};
    numbers_create(&writer->objects, names_count(symbols->objects), symbols->objects,
                   order->named.objects);
    numbers_create(&writer->files, names_count(symbols->files), symbols->files, order->named.files);
    numbers_create(&writer->functions, profile_n_functions(profile), symbols->functions,
                   order->named.symbols);
    writer->pieces = symbols_pieces(symbols); /* may add names, which are not written */
}

void line_writer_free(struct line_writer *writer)
{
    numbers_free(&writer->objects);
    numbers_free(&writer->files);
    numbers_free(&writer->functions);
    free(writer->lines);
}

void end_line(FILE *out, struct text text)
{
    if (text.length != 0 && text.at[text.length - 1] == '\r')
        fputc('\r', out);
    fputc('\n', out);
}

static void append(struct line_writer *writer, char c)
{
    writer->lines[writer->length++] = c;
}

static void append_key(struct line_writer *writer, struct text key)
{
    memcpy(writer->lines + writer->length, key.at, key.length);
    writer->length += key.length;
}

void flush_lines(struct line_writer *writer)
{
    fwrite(writer->lines, 1, writer->length, writer->out);
    writer->length = 0;
}

static void put_line(struct line_writer *writer)
{
    append(writer, '\n');
    if (writer->length >= BLOCK)
        flush_lines(writer);
}

void write_empty_line(struct line_writer *writer)
{
    put_line(writer);
}

/* Appends a number in base 10 or 16. */
static inline void append_digits(struct line_writer *writer, uint64_t number, unsigned base)
{
    char digits[NUMBER_ROOM];
    size_t at = sizeof digits;

    do
        digits[--at] = "0123456789abcdef"[number % base];
    while ((number /= base) != 0);
    append_key(writer, (struct text){digits + at, sizeof digits - at});
}

/* Appends "fn=(3)". */
static void append_name_number(struct line_writer *writer, const char *keyword, uint32_t number)
{
    append_key(writer, text_of(keyword));
    append_key(writer, TEXT("=("));
    append_digits(writer, number, 10);
    append(writer, ')');
}

static void write_definition(struct line_writer *writer, const char *keyword, uint32_t number,
                             struct text name)
{
    append_name_number(writer, keyword, number);
    append(writer, ' ');
    flush_lines(writer);
    fwrite(name.at, 1, name.length, writer->out);
    end_line(writer->out, name);
}

/* Writes "fn=(3) name" the first time that the thing of this id is named, later "fn=(3)". */
static void write_name(struct line_writer *writer, const char *keyword, struct numbers *numbers,
                       uint32_t id, struct text name)
{
    if (numbers->given[id] != 0) {
        append_name_number(writer, keyword, numbers->given[id]);
        put_line(writer);
    } else {
        numbers->given[id] = next_number(numbers);
        write_definition(writer, keyword, numbers->given[id], name);
    }
}

/* Writes "ob=" alone if no object is known. */
static void write_object(struct line_writer *writer, const char *keyword, object_id object)
{
    if (object != NO_ID) {
        write_name(writer, keyword, &writer->objects, object,
                   names_text(writer->profile->symbols.objects, object));
        return;
    }
    append_key(writer, text_of(keyword));
    append(writer, '=');
    put_line(writer);
}

static void write_file(struct line_writer *writer, const char *keyword, file_id file)
{
    write_name(writer, keyword, &writer->files, file,
               names_text(writer->profile->symbols.files, file));
}

static void write_function(struct line_writer *writer, const char *keyword, function_id id)
{
    symbol_id symbol = profile_function(writer->profile, id).symbol;

    write_name(writer, keyword, &writer->functions, id,
               names_text(writer->profile->symbols.functions, symbol));
}

void write_function_name(struct line_writer *writer, function_id id)
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
    writer->is_after_self = false;
}

void write_inlined_file(struct line_writer *writer, file_id file)
{
    write_file(writer, "fi", file);
    writer->file = file;
}

/*
 * Where the object or file of a callee is not named, readers take the current one. But they do not
 * agree on which file is current in inlined code, they may guess if no file of any callee was named
 * yet, and some go on with the object of the last callee. Then it is named.
 */
void write_callee_name(struct line_writer *writer, function_id id)
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

void write_jump_names(struct line_writer *writer, struct jump_target to)
{
    if (to.file != writer->file)
        write_file(writer, "jfi", to.file);
    /* Which function of that name is meant is not known, so it gets a number of its own. */
    if (to.function != NO_ID)
        write_definition(writer, "jfn", next_number(&writer->functions),
                         names_text(writer->profile->symbols.functions, to.function));
}

/* Counts for each piece how many of the names that are written begin with it. */
static uint32_t *count_firsts(const struct line_writer *writer)
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

/* Names the pieces that readers need to take the rest of a name for levels and contexts. */
static void declare_pieces_of(struct line_writer *writer, symbol_id symbol, uint32_t *n_firsts)
{
    const struct name_pieces *pieces = writer->pieces;
    struct text rest = names_text(pieces->names, symbol), first = {0}, piece;

    text_cut(&rest, '\'', &first);
    while (text_cut(&rest, '\'', &piece)) {
        struct text needed = name_piece_level(piece) != 0 ? first : piece;
        uint32_t id = names_find(pieces->pieces, needed);
        if (n_firsts[id] >
            text_equal(needed, first)) /* another name than this one begins with it */
            continue;
        n_firsts[id]++;
        write_definition(writer, "fn", next_number(&writer->functions), needed);
    }
}

void declare_pieces(struct line_writer *writer)
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

bool has_written_levels(const struct line_writer *writer)
{
    for (symbol_id id = 0; id < writer->pieces->count; id++)
        if (writer->order->named.symbols[id] && writer->pieces->levels[id] > 1)
            return true;
    return false;
}

static void append_number(struct line_writer *writer, uint64_t number)
{
    append_digits(writer, number, 10);
}

static void append_address(struct line_writer *writer, uint64_t address)
{
    append_key(writer, TEXT("0x"));
    append_digits(writer, address, 16);
}

static void append_signed(struct line_writer *writer, int64_t number)
{
    if (number < 0)
        append(writer, '-');
    append_number(writer, number < 0 ? -(uint64_t)number : (uint64_t)number);
}

/* Appends "*", "+3" or "-2". Returns false, and appends nothing, if `last` is not near. */
static bool append_relative(struct line_writer *writer, uint64_t number, uint64_t last)
{
    bool is_after = number > last;
    uint64_t distance = is_after ? number - last : last - number;

    if (distance >= NEAR)
        return false;
    append_key(writer, distance == 0 ? TEXT("*") : is_after ? TEXT("+") : TEXT("-"));
    if (distance != 0)
        append_number(writer, distance);
    return true;
}

/*
 * Readers agree that self cost moves the base of relative positions, but not on what else does, so
 * positions are written in full after anything else.
 */
static void append_position(struct line_writer *writer, struct position position, bool is_self)
{
    bool is_relative = is_self && writer->is_after_self;

    if (writer->has_addresses) {
        if (!is_relative || !append_relative(writer, position.address, writer->last.address))
            append_address(writer, position.address);
        append(writer, ' ');
    }
    if (!is_relative || !append_relative(writer, position.line, writer->last.line))
        append_number(writer, position.line);
    writer->is_after_self = is_self;
    writer->last = position;
}

void write_costs(struct line_writer *writer, const struct costs *costs, size_t row)
{
    const int64_t *cells = costs_row(costs, row);
    size_t count = costs->n_events;

    while (count != 0 && !costs_is_given(cells, count - 1))
        count--;
    for (size_t i = 0; i < count; i++) {
        append(writer, ' ');
        append_signed(writer, costs_sum(costs, cells, i));
    }
    put_line(writer);
}

void write_self_cost(struct line_writer *writer, struct position position,
                     const struct costs *costs, size_t row)
{
    append_position(writer, position, true);
    write_costs(writer, costs, row);
    writer->keeps_called = false;
}

/* Targets are always written in full: readers do not agree on what they are relative to. */
static void end_with_target(struct line_writer *writer, struct position target)
{
    append(writer, ' ');
    if (writer->has_addresses) {
        append_address(writer, target.address);
        append(writer, ' ');
    }
    append_number(writer, target.line);
    put_line(writer);
}

void write_call_cost(struct line_writer *writer, struct position position, struct position target,
                     const struct ledger *table, size_t row)
{
    append_key(writer, TEXT("calls="));
    append_signed(writer, table->counts[row]);
    end_with_target(writer, target);
    append_position(writer, position, false);
    write_costs(writer, &table->costs, row);
}

/* Ends a line of counts with the target, and writes the line of the position. */
static void end_jump(struct line_writer *writer, struct position position, struct position target)
{
    end_with_target(writer, target);
    append_position(writer, position, false);
    put_line(writer);
}

void write_jump(struct line_writer *writer, struct position position, struct position target,
                const struct jump_counts *counts)
{
    append_key(writer, TEXT("jump="));
    append_signed(writer, counts->unconditional);
    end_jump(writer, position, target);
}

void write_conditional_jump(struct line_writer *writer, struct position position,
                            struct position target, const struct jump_counts *counts)
{
    append_key(writer, TEXT("jcnd="));
    append_signed(writer, counts->followed);
    append(writer, '/');
    append_signed(writer, counts->executed);
    end_jump(writer, position, target);
}
