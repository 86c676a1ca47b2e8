/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/stacks/pprof_tables.h"

#include <stdlib.h>

#include "base/names.h"
#include "base/utf8.h"
#include "reporter/format/stacks/protobuf.h"

/* Numbers of fields in profile.proto. */
enum {
    PROFILE_MAPPING = 3,
    PROFILE_LOCATION = 4,
    PROFILE_FUNCTION = 5,
    PROFILE_TEXT = 6,

    MAPPING_ID = 1,
    MAPPING_FILE = 5,
    MAPPING_HAS_FUNCTIONS = 7,
    MAPPING_HAS_FILES = 8,
    MAPPING_HAS_LINES = 9,

    LOCATION_ID = 1,
    LOCATION_MAPPING = 2,
    LOCATION_LINE = 4,

    LINE_FUNCTION = 1,
    LINE_NUMBER = 2,

    FUNCTION_ID = 1,
    FUNCTION_NAME = 2,
    FUNCTION_SYSTEM_NAME = 3,
    FUNCTION_FILE = 4,
};

void pprof_tables_begin(struct pprof_tables *tables)
{
    *tables = (struct pprof_tables){.texts = names_create()};
    names_add(tables->texts, TEXT(""));
}

void pprof_tables_free(struct pprof_tables *tables)
{
    names_free(tables->texts);
    index_free(&tables->objects);
    index_free(&tables->functions);
    index_free(&tables->codes);
    index_free(&tables->locations);
    index_free(&tables->full);
}

static bool is_utf8(struct text text)
{
    uint32_t character;

    for (const char *at = text.at, *end = text_end(text); at < end;) {
        size_t length = utf8_decode(at, end, &character);
        if (length == 0)
            return false;
        at += length;
    }
    return true;
}

static struct buffer make_utf8(struct text text)
{
    struct buffer made = {0};
    uint32_t character;

    for (const char *at = text.at, *end = text_end(text); at < end;) {
        size_t length = utf8_decode(at, end, &character);
        buffer_append(&made, length == 0 ? TEXT("\xef\xbf\xbd") : (struct text){at, length});
        at += length == 0 ? 1 : length;
    }
    return made;
}

uint64_t pprof_tables_text(struct pprof_tables *tables, struct text text)
{
    if (is_utf8(text))
        return names_add(tables->texts, text);
    struct buffer made = make_utf8(text);
    uint64_t id = names_add(tables->texts, buffer_text(&made));
    free(made.at);
    return id;
}

uint64_t pprof_tables_location(struct pprof_tables *tables, const struct pprof_location *location)
{
    uint64_t object = 0;
    size_t n_functions = tables->functions.count;
    uint32_t function = index_add(&tables->functions, location->name, location->file);

    if (function == n_functions)
        index_add(&tables->full, function, location->full);
    if (location->object != 0)
        object = 1 + (uint64_t)index_add(&tables->objects, 0, location->object);
    return 1 + (uint64_t)index_add(&tables->locations, index_add(&tables->codes, function, object),
                                   location->line);
}

/* The message is added as a field, and empty again. */
static void add_message(struct buffer *profile, unsigned field, struct buffer *message)
{
    protobuf_bytes(profile, field, buffer_text(message));
    message->length = 0;
}

static void write_object(const struct pprof_tables *tables, uint32_t id, struct buffer *profile,
                         struct buffer *message)
{
    protobuf_number(message, MAPPING_ID, (uint64_t)id + 1);
    protobuf_number(message, MAPPING_FILE, tables->objects.keys[id].low);
    protobuf_number(message, MAPPING_HAS_FUNCTIONS, 1);
    protobuf_number(message, MAPPING_HAS_FILES, 1);
    protobuf_number(message, MAPPING_HAS_LINES, 1);
    add_message(profile, PROFILE_MAPPING, message);
}

static uint32_t find_program(const struct pprof_tables *tables, struct text program)
{
    for (uint32_t id = 0; program.length != 0 && id < tables->objects.count; id++) {
        struct text object = names_text(tables->texts, (uint32_t)tables->objects.keys[id].low);
        if (text_equal(path_base(object), path_base(program)))
            return id;
    }
    return 0;
}

static void write_objects(const struct pprof_tables *tables, struct text program,
                          struct buffer *profile, struct buffer *message)
{
    uint32_t first = find_program(tables, program);

    if (tables->objects.count != 0)
        write_object(tables, first, profile, message);
    for (uint32_t id = 0; id < tables->objects.count; id++)
        if (id != first)
            write_object(tables, id, profile, message);
}

static void write_locations(const struct pprof_tables *tables, struct buffer *profile,
                            struct buffer *message)
{
    struct buffer line = {0};

    for (uint32_t id = 0; id < tables->locations.count; id++) {
        const struct index_key *code = &tables->codes.keys[tables->locations.keys[id].high];
        protobuf_number(&line, LINE_FUNCTION, code->high + 1);
        protobuf_number(&line, LINE_NUMBER, tables->locations.keys[id].low);
        protobuf_number(message, LOCATION_ID, (uint64_t)id + 1);
        protobuf_number(message, LOCATION_MAPPING, code->low);
        add_message(message, LOCATION_LINE, &line);
        add_message(profile, PROFILE_LOCATION, message);
    }
    free(line.at);
}

static void write_functions(const struct pprof_tables *tables, struct buffer *profile,
                            struct buffer *message)
{
    for (uint32_t id = 0; id < tables->functions.count; id++) {
        protobuf_number(message, FUNCTION_ID, (uint64_t)id + 1);
        protobuf_number(message, FUNCTION_NAME, tables->functions.keys[id].high);
        protobuf_number(message, FUNCTION_SYSTEM_NAME, tables->full.keys[id].low);
        protobuf_number(message, FUNCTION_FILE, tables->functions.keys[id].low);
        add_message(profile, PROFILE_FUNCTION, message);
    }
}

void pprof_tables_write(const struct pprof_tables *tables, struct text program,
                        struct buffer *profile)
{
    struct buffer message = {0};

    write_objects(tables, program, profile, &message);
    write_locations(tables, profile, &message);
    write_functions(tables, profile, &message);
    for (uint32_t id = 0; id < names_count(tables->texts); id++)
        protobuf_bytes(profile, PROFILE_TEXT, names_text(tables->texts, id));
    free(message.at);
}
