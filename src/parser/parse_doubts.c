/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parser/parser.h"
#include "profile/doubts.h"
#include "profile/profile.h"

/* The doubt that a description ends with the function of; DOUBT_NONE where it is another one. */
static enum doubt find_doubt(struct text type)
{
    int doubt = N_DOUBTS - 1;

    while (doubt != DOUBT_NONE && !text_equal(doubt_keys.functions[doubt], type))
        doubt--;
    return (enum doubt)doubt;
}

/* Without its file it is not known which function is meant. */
static void add_doubt(struct parser *parser, struct text symbol, enum doubt doubt)
{
    struct part_header *header = &parser->header;
    struct text object = header->doubted_object, file = header->doubted_file;

    header->doubted_object = header->doubted_file = (struct text){0};
    if (file.at == NULL) {
        parser_warn(parser, "'%.40s' without a file: left out", doubt_keys.functions[doubt].at);
        return;
    }
    object_id object_name =
        object.at == NULL ? NO_ID : parse_whole_name(parser, NAME_OBJECT, object);
    file_id file_name = parse_whole_name(parser, NAME_FILE, file);
    symbol_id name = parse_whole_name(parser, NAME_FUNCTION, symbol);
    function_id function = profile_add_function(parser->profile, object_name, file_name, name);
    profile_add_doubt(parser->profile, function, doubt);
}

bool parse_doubt(struct parser *parser, struct text type, struct text value)
{
    struct arena *arena = &parser->profile->arena;
    enum doubt doubt = find_doubt(type);
    bool is_object = text_equal(type, doubt_keys.object);
    bool is_file = text_equal(type, doubt_keys.file);

    while (value.length != 0 && is_blank(value.at[0]))
        value = text_skip(value, 1);
    if (is_object)
        parser->header.doubted_object = arena_copy_text(arena, value);
    else if (is_file)
        parser->header.doubted_file = arena_copy_text(arena, value);
    else if (doubt != DOUBT_NONE)
        add_doubt(parser, value, doubt);
    return is_object || is_file || doubt != DOUBT_NONE;
}
