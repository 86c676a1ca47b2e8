/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "profile/rename.h"

#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/regex.h"
#include "profile/levels.h"
#include "profile/merge.h"
#include "profile/name_pieces.h"
#include "profile/profile.h"

enum { N_GROUPS = 10 };

struct substitution {
    struct substitution *next;
    regex_t expression;
    char *replacement;
    bool is_global;
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

static bool bad_expression(const char *expression, const char *reason, struct error *error)
{
    return error_usage(error, "'%.100s': %s", expression, reason);
}

/* The flags after the last separator. */
static bool read_flags(const char *at, bool *is_global, int *regex_flags)
{
    for (; *at != '\0'; at++) {
        if (*at == 'g')
            *is_global = true;
        else if (*at == 'i')
            *regex_flags |= REG_ICASE;
        else
            return false;
    }
    return true;
}

static bool compile(struct substitution *substitution, const char *expression, const char *pattern,
                    int flags, struct error *error)
{
    char reason[100];

    if (regex_compile(&substitution->expression, pattern, flags, reason, sizeof reason))
        return true;
    return bad_expression(expression, reason, error);
}

/* The replacement may refer to groups alone that the pattern has. */
static bool check_groups(regex_t *pattern, const char *expression, const char *replacement,
                         struct error *error)
{
    for (const char *at = replacement; at[0] != '\0'; at += 1 + (at[0] == '\\' && at[1] != '\0'))
        if (at[0] == '\\' && is_digit(at[1]) && (size_t)(at[1] - '0') > pattern->re_nsub) {
            regfree(pattern);
            return bad_expression(expression, "there is no such group in it", error);
        }
    return true;
}

bool renaming_add(struct renaming *renaming, enum renamed what, const char *expression,
                  struct error *error)
{
    struct substitution made = {0}, **last = &renaming->first[what];
    struct buffer pattern = {0}, replacement = {0};
    int flags = 0;
    const char *at = expression + 2;
    bool is_done = false;

    if (expression[0] != 's' || expression[1] == '\0' || expression[1] == '\\' ||
        !cut_part(&at, expression[1], &pattern) || !cut_part(&at, expression[1], &replacement))
        bad_expression(expression, "must be of the form s/OLD/NEW/", error);
    else if (!read_flags(at, &made.is_global, &flags))
        bad_expression(expression, "the flags are g and i", error);
    else
        is_done = compile(&made, expression, pattern.at, flags, error) &&
                  check_groups(&made.expression, expression, replacement.at, error);
    free(pattern.at);
    if (!is_done) {
        free(replacement.at);
        return false;
    }
    made.replacement = replacement.at;
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
            regfree(&substitution->expression);
            free(substitution->replacement);
            free(substitution);
        }
    }
}

static void append_replacement(struct buffer *buffer, const char *replacement, const char *text,
                               const regmatch_t groups[N_GROUPS])
{
    for (const char *at = replacement; *at != '\0'; at++) {
        if (at[0] != '\\' || at[1] == '\0') {
            buffer_append(buffer, (struct text){at, 1});
            continue;
        }
        at++;
        if (!is_digit(*at)) {
            buffer_append(buffer, (struct text){at, 1});
            continue;
        }
        const regmatch_t *group = &groups[*at - '0'];
        if (group->rm_so >= 0)
            buffer_append(buffer, text_between(text + group->rm_so, text + group->rm_eo));
    }
}

/* The text after one substitution, NUL-terminated, on the heap. */
static struct buffer substitute(const struct substitution *substitution, const char *text)
{
    struct buffer result = {0};
    regmatch_t groups[N_GROUPS];
    int flags = 0;

    while (regex_finds(&substitution->expression, text, N_GROUPS, groups, flags)) {
        buffer_append(&result, (struct text){text, (size_t)groups[0].rm_so});
        append_replacement(&result, substitution->replacement, text, groups);
        text += groups[0].rm_eo;
        if (groups[0].rm_so == groups[0].rm_eo) { /* an empty match must not match again */
            if (*text == '\0')
                break;
            buffer_append(&result, (struct text){text++, 1});
        }
        flags = REG_NOTBOL;
        if (!substitution->is_global)
            break;
    }
    buffer_append(&result, text_of(text));
    buffer_string(&result);
    return result;
}

/* A name, or a piece of one, after all substitutions. */
static void append_renamed(const struct substitution *substitution, struct text piece,
                           struct buffer *result)
{
    struct buffer current = {0};

    /* Regular expressions end at a NUL byte. */
    if (piece.length != 0 && memchr(piece.at, '\0', piece.length) != NULL) {
        buffer_append(result, piece);
        return;
    }
    buffer_append(&current, piece);
    buffer_string(&current);
    for (; substitution != NULL; substitution = substitution->next) {
        struct buffer next = substitute(substitution, current.at);
        free(current.at);
        current = next;
    }
    buffer_append(result, buffer_text(&current));
    free(current.at);
}

static uint32_t rename_one(struct names *names, const struct substitution *first, uint32_t id,
                           bool has_pieces)
{
    struct text rest = names_text(names, id), piece = {0};
    struct buffer result = {0};

    if (!has_pieces) {
        append_renamed(first, rest, &result);
    } else {
        for (bool is_first = true; text_cut(&rest, '\'', &piece); is_first = false) {
            if (!is_first)
                buffer_append(&result, TEXT("'"));
            if (!is_first && name_piece_level(piece) != 0)
                buffer_append(&result, piece);
            else
                append_renamed(first, piece, &result);
        }
    }
    uint32_t renamed = names_add(names, buffer_text(&result));
    free(result.at);
    return renamed;
}

/* By name: its new one. NULL where none is renamed. */
static uint32_t *map_names(struct names *names, const struct substitution *first, bool may_be_cut)
{
    size_t count = names_count(names);
    struct name_pieces pieces = {0};

    if (first == NULL)
        return NULL;
    if (may_be_cut)
        name_pieces_create(&pieces, names);
    uint32_t *map = memory_alloc(count, sizeof *map);
    for (uint32_t id = 0; id < count; id++)
        map[id] = rename_one(names, first, id, may_be_cut && pieces.bases[id] != id);
    name_pieces_free(&pieces);
    return map;
}

/* An object whose name becomes empty is not known, like that of "ob=" without a name. */
static uint32_t *map_objects(struct names *objects, const struct substitution *first)
{
    size_t count = names_count(objects);
    uint32_t *map = map_names(objects, first, false);

    for (uint32_t id = 0; map != NULL && id < count; id++)
        if (names_text(objects, map[id]).length == 0)
            map[id] = NO_ID;
    return map;
}

static uint32_t mapped(const uint32_t *map, uint32_t id)
{
    return map == NULL || id == NO_ID ? id : map[id];
}

/*
 * Where two functions became one, each has a first level of its own, and one may run
 * below the other: then the first level is no longer that of activations which do not nest.
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
        uint32_t now = node[profile_add_function(renamed, mapped(maps->objects, old.object),
                                                 mapped(maps->files, old.file),
                                                 mapped(maps->functions, old.symbol))];
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

bool profile_rename(struct profile *profile, const struct renaming *renaming, struct error *error)
{
    const struct symbols *symbols = &profile->symbols;
    struct profile renamed;

    if (renaming_is_empty(renaming))
        return true;
    uint32_t *files = map_names(symbols->files, renaming->first[RENAME_FILES], false);
    uint32_t *functions = map_names(symbols->functions, renaming->first[RENAME_FUNCTIONS], true);
    uint32_t *objects = map_objects(symbols->objects, renaming->first[RENAME_OBJECTS]);
    struct symbol_maps maps = {.objects = objects, .files = files, .functions = functions};

    profile_init(&renamed, symbols, profile->keep);
    bool is_done = profile_merge(&renamed, profile, &maps, error);
    if (is_done)
        find_mixed_levels(&renamed, profile, &maps);
    events_move(&renamed.events, &profile->events);
    free(files);
    free(functions);
    free(objects);
    profile_free(profile);
    *profile = renamed;
    return is_done;
}
