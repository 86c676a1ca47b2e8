/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "profile/naming/short_names.h"

#include <stdint.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/buffer.h"
#include "profile/name_pieces.h"
#include "profile/profile.h"

struct short_names {
    const struct names *names;       /* not owned */
    const uint32_t *bases;           /* by name: the same where it has no levels and contexts */
    size_t count;                    /* of names */
    uint8_t (*steps)[N_NAME_STAGES]; /* by name: the stages that it goes through, in this order, */
    uint8_t *n_steps;                /* and how many */
    struct name_syntax syntax;
    struct buffer form;
};

_Static_assert(N_NAME_STAGES <= 8, "a set of stages fits into a byte");

/* After a round, forms that two names wanted may be free for one. More rounds find next to none. */
enum { N_ROUNDS = 3 };

/* A form, by its hash: two of the same hash count as one, and both names stay longer. */
struct form {
    uint32_t pass;  /* in which it was claimed last */
    bool is_shared; /* by several names in that pass */
    bool is_taken;  /* by a name, for good */
};

/* While it is decided. */
struct deciding {
    struct short_names *names;
    struct index hashes;
    struct form *forms; /* by id of the hash */
    size_t capacity;
    uint32_t *candidates; /* by name: its form of this stage, or NO_ID */
    uint8_t *possible;    /* by name: the stages that take something out of it, */
    uint8_t *gone;        /* and those of them that did */
    size_t *first_cuts;   /* by name, and one more: the first of its cuts */
    struct name_cut *cuts;
    size_t n_cuts, cut_capacity;
    struct buffer form;
    uint32_t pass; /* one stage of one round */
};

/* Whether another function has this as its full name. */
static bool is_a_name(const struct deciding *deciding, struct text form)
{
    return names_find(deciding->names->names, form) != NO_ID;
}

/* Notes that a name would have a form. NO_ID where it cannot have it. */
static uint32_t claim(struct deciding *deciding, struct text form)
{
    size_t known = deciding->hashes.count;

    if (is_a_name(deciding, form))
        return NO_ID;
    uint32_t id = index_add(&deciding->hashes, index_hash_text(form), 0);
    ARRAY_GROW(deciding->forms, id, deciding->capacity);
    struct form *known_form = &deciding->forms[id];
    if (id == known)
        *known_form = (struct form){0};
    if (known_form->is_taken)
        return NO_ID;
    known_form->is_shared = known_form->pass == deciding->pass;
    known_form->pass = deciding->pass;
    return id;
}

/* The form that a name would have after one more stage, if it can have it. */
static uint32_t candidate(struct deciding *deciding, uint32_t name, uint8_t stage)
{
    uint8_t bit = (uint8_t)(1u << stage);
    size_t first = deciding->first_cuts[name];

    if ((deciding->possible[name] & ~deciding->gone[name] & bit) == 0)
        return NO_ID;
    deciding->form.length = 0;
    append_cut_name(&deciding->form, names_text(deciding->names->names, name),
                    &deciding->cuts[first], deciding->first_cuts[name + 1] - first,
                    deciding->gone[name] | bit);
    return claim(deciding, buffer_text(&deciding->form));
}

/* Takes names through one more stage, as far as they stay unique. Gives how many did. */
static size_t pass_stage(struct deciding *deciding, uint8_t stage)
{
    struct short_names *names = deciding->names;
    size_t n_passed = 0;

    deciding->pass++;
    for (uint32_t id = 0; id < names->count; id++)
        deciding->candidates[id] = candidate(deciding, id, stage);
    for (uint32_t id = 0; id < names->count; id++) {
        uint32_t form = deciding->candidates[id];
        if (form == NO_ID || deciding->forms[form].is_shared)
            continue;
        deciding->forms[form].is_taken = true;
        deciding->gone[id] |= (uint8_t)(1u << stage);
        names->steps[id][names->n_steps[id]++] = stage;
        n_passed++;
    }
    return n_passed;
}

/* Takes names through all stages of a set. Gives how often one went through one. */
static size_t pass_round(struct deciding *deciding, name_stages stages)
{
    size_t n_passed = 0;

    for (uint8_t stage = 0; stage < N_NAME_STAGES; stage++)
        if ((stages >> stage & 1) != 0)
            n_passed += pass_stage(deciding, stage);
    return n_passed;
}

static void keep_cuts(struct deciding *deciding, const struct name_syntax *syntax)
{
    for (size_t i = 0; i < syntax->n_cuts; i++) {
        ARRAY_GROW(deciding->cuts, deciding->n_cuts, deciding->cut_capacity);
        deciding->cuts[deciding->n_cuts++] = syntax->cuts[i];
    }
}

/* What each name has, and what all have; those with levels and contexts follow their pieces. */
static name_stages find_possible(struct deciding *deciding)
{
    struct short_names *names = deciding->names;
    name_stages all = 0;

    for (uint32_t id = 0; id < names->count; id++) {
        deciding->first_cuts[id] = deciding->n_cuts;
        if (names->bases[id] != id)
            continue;
        name_syntax_read(&names->syntax, names_text(names->names, id));
        name_stages possible = name_syntax_stages(&names->syntax);
        deciding->possible[id] = (uint8_t)possible;
        if (possible != 0)
            keep_cuts(deciding, &names->syntax);
        all |= possible;
    }
    deciding->first_cuts[names->count] = deciding->n_cuts;
    return all;
}

struct short_names *short_names_create(const struct symbols *symbols)
{
    const struct name_pieces *pieces = symbols_pieces(symbols);
    struct short_names *names = memory_alloc(1, sizeof *names);
    struct deciding deciding = {.names = names};

    names->names = symbols->functions;
    names->bases = pieces->bases;
    names->count = names_count(symbols->functions);
    names->steps = memory_alloc(names->count, sizeof *names->steps);
    names->n_steps = memory_alloc(names->count, sizeof *names->n_steps);
    deciding.candidates = memory_alloc(names->count, sizeof *deciding.candidates);
    deciding.possible = memory_alloc(names->count, sizeof *deciding.possible);
    deciding.gone = memory_alloc(names->count, sizeof *deciding.gone);
    deciding.first_cuts = memory_alloc(names->count + 1, sizeof *deciding.first_cuts);
    name_stages all = find_possible(&deciding);
    for (int round = 0; round < N_ROUNDS && pass_round(&deciding, all) != 0; round++)
        continue;
    index_free(&deciding.hashes);
    free(deciding.forms);
    free(deciding.candidates);
    free(deciding.possible);
    free(deciding.gone);
    free(deciding.first_cuts);
    free(deciding.cuts);
    free(deciding.form.at);
    return names;
}

/* The form of a name without levels and contexts. */
static void append_form(struct short_names *names, struct text name, size_t n_steps)
{
    uint32_t id = names_find(names->names, name);
    name_stages gone = 0;

    if (id == NO_ID || id >= names->count || names->n_steps[id] == 0) {
        buffer_append(&names->form, name);
        return;
    }
    for (size_t i = 0; i < n_steps && i < names->n_steps[id]; i++)
        gone |= 1u << names->steps[id][i];
    name_syntax_read(&names->syntax, name);
    append_cut_name(&names->form, name, names->syntax.cuts, names->syntax.n_cuts, gone);
}

struct text short_names_form(struct short_names *names, struct text name, size_t n_steps)
{
    uint32_t id = names_find(names->names, name);
    struct text piece;

    names->form.length = 0;
    if (id == NO_ID || id >= names->count)
        return name;
    if (names->bases[id] == id) {
        append_form(names, name, n_steps);
        return buffer_text(&names->form);
    }
    for (bool is_first = true; text_cut(&name, '\'', &piece); is_first = false) {
        buffer_append(&names->form, is_first ? TEXT("") : TEXT("'"));
        append_form(names, piece, n_steps);
    }
    return buffer_text(&names->form);
}

void short_names_free(struct short_names *names)
{
    if (names == NULL)
        return;
    free(names->steps);
    free(names->n_steps);
    name_syntax_free(&names->syntax);
    free(names->form.at);
    free(names);
}
