/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/compare/compare.h"

#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/regex.h"
#include "profile/merge.h"
#include "profile/name_pieces.h"
#include "profile/profile.h"

/* The largest length of a name in bytes, before and after each substitution. */
enum { LONGEST_NAME = 64 * 1024 };

struct substitution {
    struct substitution *next;
    char *typed;
    struct regex *expression;
    struct regex_replacement replacement;
};

/* Cuts the next part of "s/A/B/" off, a '\\' before the separator taken away. */
static bool cut_part(const char **at, char separator, struct buffer *part)
{
    for (; **at != separator; (*at)++) {
        if (**at == '\0')
            return false;
        if ((*at)[0] == '\\' && (*at)[1] == separator) {
            (*at)++;
        } else if ((*at)[0] == '\\' && (*at)[1] != '\0') {
            buffer_append(part, (struct text){*at, 1});
            (*at)++;
        }
        buffer_append(part, (struct text){*at, 1});
    }
    (*at)++;
    buffer_string(part);
    return true;
}

static char *copy_string(const char *string)
{
    size_t size = strlen(string) + 1;

    return memcpy(memory_alloc(size, 1), string, size);
}

/* Sets a usage error about the expression, and returns false. */
static bool bad_expression(const char *expression, const char *reason, struct error *error)
{
    return error_usage(error, "'%.100s': %s", expression, reason);
}

/* Reads the flags after the last separator. */
static bool read_flags(const char *at, bool *is_global, bool *ignores_case)
{
    for (; *at != '\0'; at++) {
        if (*at == 'g')
            *is_global = true;
        else if (*at == 'i')
            *ignores_case = true;
        else
            return false;
    }
    return true;
}

/*
 * Writes a replacement as regex_substitute() takes it: "\1" is "${1}" there. False where it names
 * a group that the expression lacks.
 */
static bool translate(struct buffer *to, const char *replacement, const struct regex *expression)
{
    for (const char *at = replacement; *at != '\0'; at++) {
        if (at[0] == '\\' && is_digit(at[1])) {
            at++;
            if ((size_t)(*at - '0') > regex_n_groups(expression))
                return false;
            buffer_print(to, "${%c}", *at);
            continue;
        }
        at += at[0] == '\\' && at[1] != '\0';
        buffer_print(to, *at == '$' ? "$%c" : "%c", *at);
    }
    return true;
}

/* Compiles the pattern and the replacement of an expression. */
static bool compile(struct substitution *substitution, const char *expression, const char *pattern,
                    const char *replacement, bool ignores_case, struct error *error)
{
    struct buffer text = {0};
    struct error reason;

    substitution->expression = regex_compile(pattern, ignores_case, &reason);
    if (substitution->expression == NULL)
        return bad_expression(expression, reason.text, error);
    bool is_done = translate(&text, replacement, substitution->expression);
    buffer_string(&text);
    substitution->replacement.text = text.at;
    return is_done || bad_expression(expression, "there is no such group in it", error);
}

static void substitution_free(struct substitution *substitution)
{
    regex_free(substitution->expression);
    free(substitution->replacement.text);
    free(substitution->typed);
}

bool renaming_add(struct renaming *renaming, enum renamed what, const char *expression,
                  struct error *error)
{
    struct substitution made = {0}, **last = &renaming->first[what];
    struct buffer pattern = {0}, replacement = {0};
    bool ignores_case = false;
    const char *at = expression + 2;
    bool is_done = false;

    if (expression[0] != 's' || expression[1] == '\0' || expression[1] == '\\' ||
        !cut_part(&at, expression[1], &pattern) || !cut_part(&at, expression[1], &replacement))
        bad_expression(expression, "must be of the form s/OLD/NEW/", error);
    else if (!read_flags(at, &made.replacement.is_global, &ignores_case))
        bad_expression(expression, "the flags are g and i", error);
    else if (strpbrk(replacement.at, "\n\r") !=
             NULL) /* the rest would become a line of a profile */
        bad_expression(expression, "a name cannot have the end of a line in it", error);
    else
        is_done = compile(&made, expression, pattern.at, replacement.at, ignores_case, error);
    free(pattern.at);
    free(replacement.at);
    if (!is_done) {
        substitution_free(&made);
        return false;
    }
    made.typed = copy_string(expression);
    while (*last != NULL)
        last = &(*last)->next;
    *last = memory_alloc(1, sizeof **last);
    **last = made;
    return true;
}

static bool renaming_is_empty(const struct renaming *renaming)
{
    for (size_t i = 0; i < N_RENAMED; i++)
        if (renaming->first[i] != NULL)
            return false;
    return true;
}

void renaming_free(struct renaming *renaming)
{
    for (size_t i = 0; i < N_RENAMED; i++) {
        while (renaming->first[i] != NULL) {
            struct substitution *substitution = renaming->first[i];
            renaming->first[i] = substitution->next;
            substitution_free(substitution);
            free(substitution);
        }
    }
}

/* Appends what a name, or a piece of one, is after all substitutions. */
static bool append_renamed(struct buffer *to, struct text piece, const struct substitution *first,
                           struct error *error)
{
    char rooms[2][LONGEST_NAME + 1];
    const struct substitution *last = first;

    for (size_t i = 0; last != NULL; last = last->next, i = 1 - i) {
        size_t length = sizeof rooms[i];
        if (!regex_substitute(last->expression, piece, &last->replacement, rooms[i], &length))
            break;
        piece = (struct text){rooms[i], length};
    }
    if (last != NULL && !regex_check(last->expression, error))
        return false;
    if (last != NULL || to->length + piece.length > LONGEST_NAME)
        return bad_expression(last != NULL ? last->typed : first->typed,
                              "makes a name longer than 64 KB", error);
    buffer_append(to, piece);
    return true;
}

/* Appends each piece of a name after all substitutions, but levels as they are. */
static bool append_pieces(struct buffer *to, struct text pieces, const struct substitution *first,
                          struct error *error)
{
    struct text piece = {0};
    bool is_done = true;

    for (bool is_first = true; is_done && text_cut(&pieces, '\'', &piece); is_first = false) {
        if (!is_first)
            buffer_append(to, TEXT("'"));
        if (!is_first && name_piece_level(piece) != 0)
            buffer_append(to, piece);
        else
            is_done = append_renamed(to, piece, first, error);
    }
    return is_done;
}

static bool rename_one(struct names *names, const struct substitution *first, bool has_pieces,
                       uint32_t *id, struct error *error)
{
    struct text text = names_text(names, *id);
    struct buffer name = {0};

    if (text.length > LONGEST_NAME)
        return error_set(error, ERROR_FAILED, NULL, 0,
                         "'%.100s': a name has %zu bytes, and names longer than 64 KB cannot be "
                         "renamed",
                         first->typed, text.length);
    bool is_done = has_pieces ? append_pieces(&name, text, first, error)
                              : append_renamed(&name, text, first, error);
    if (is_done)
        *id = names_add(names, buffer_text(&name));
    free(name.at);
    return is_done;
}

/* Maps names to their new ones. *map stays NULL where none is renamed; the caller frees it. */
static bool map_names(struct names *names, const struct substitution *first,
                      const struct name_pieces *pieces, uint32_t **map, struct error *error)
{
    size_t count = names_count(names);
    bool is_done = true;

    if (first == NULL)
        return true;
    *map = memory_alloc(count, sizeof **map);
    for (uint32_t id = 0; id < count && is_done; id++) {
        (*map)[id] = id;
        is_done =
            rename_one(names, first, pieces != NULL && pieces->bases[id] != id, &(*map)[id], error);
    }
    return is_done;
}

/* An object whose name becomes empty is not known, like that of "ob=" without a name. */
static bool map_objects(struct names *objects, const struct substitution *first, uint32_t **map,
                        struct error *error)
{
    size_t count = names_count(objects);
    bool is_done = map_names(objects, first, NULL, map, error);

    for (uint32_t id = 0; is_done && *map != NULL && id < count; id++)
        if (names_text(objects, (*map)[id]).length == 0)
            (*map)[id] = NO_ID;
    return is_done;
}

/*
 * Two functions that became one each have a first level, and one may run below the other: then
 * activations of the first level may nest.
 */
static void find_mixed_levels(struct profile *renamed, const struct profile *before,
                              const struct symbol_maps *maps)
{
    bool has_levels;
    size_t count;
    uint32_t *old_node = profile_fold(before, &count, &has_levels);
    uint32_t *node = profile_fold(renamed, &count, &has_levels);
    uint32_t *origin = memory_alloc(count, sizeof *origin);
    bool *is_mixed = memory_alloc(count, sizeof *is_mixed);

    memset(origin, 0xff, count * sizeof *origin); /* all NO_ID */
    for (function_id id = 0; id < profile_n_functions(before); id++) {
        struct function old = profile_function(before, id);
        uint32_t now = node[profile_add_function(renamed, mapped_id(maps->objects, old.object),
                                                 mapped_id(maps->files, old.file),
                                                 mapped_id(maps->functions, old.symbol))];
        is_mixed[now] = is_mixed[now] || (origin[now] != NO_ID && origin[now] != old_node[id]);
        origin[now] = old_node[id];
    }
    for (function_id id = 0; id < profile_n_functions(renamed); id++)
        if (is_mixed[node[id]])
            profile_add_doubt(renamed, id, DOUBT_LEVELS);
    free(origin);
    free(is_mixed);
    free(old_node);
    free(node);
}

static bool rename_by_maps(struct profile *profile, const struct symbol_maps *maps,
                           struct error *error)
{
    struct profile renamed;

    profile_init(&renamed, &profile->symbols, profile->keep);
    bool is_done = profile_merge(&renamed, profile, maps, error);
    if (is_done)
        find_mixed_levels(&renamed, profile, maps);
    events_move(&renamed.events, &profile->events);
    profile_free(profile);
    *profile = renamed;
    return is_done;
}

bool profile_rename(struct profile *profile, const struct renaming *renaming, struct error *error)
{
    const struct symbols *symbols = &profile->symbols;
    uint32_t *files = NULL, *functions = NULL, *objects = NULL;

    if (renaming_is_empty(renaming))
        return true;
    bool is_done = map_names(symbols->files, renaming->first[RENAME_FILES], NULL, &files, error) &&
                   map_names(symbols->functions, renaming->first[RENAME_FUNCTIONS],
                             symbols_pieces(symbols), &functions, error) &&
                   map_objects(symbols->objects, renaming->first[RENAME_OBJECTS], &objects, error);
    if (is_done) {
        struct symbol_maps maps = {.objects = objects, .files = files, .functions = functions};
        is_done = rename_by_maps(profile, &maps, error);
    }
    free(files);
    free(functions);
    free(objects);
    return is_done;
}
