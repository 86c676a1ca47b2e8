/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdint.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/buffer.h"
#include "profile/name_pieces.h"
#include "profile/naming/naming.h"

struct short_names {
    const struct names *names;       /* not owned */
    const uint32_t *bases;           /* by name: the same where it has no levels and contexts */
    size_t count;                    /* of names */
    uint8_t (*steps)[N_NAME_STAGES]; /* by name: the stages that it goes through, in this order, */
    uint8_t *n_steps;                /* and how many */
    struct name_syntax syntax;
    struct buffer form;
};

/* After a round, forms that two names wanted may be free for one. More rounds find next to none. */
enum { N_ROUNDS = 2 };

/*
 * A form, by its hash of 64 bits: two of the same hash would count as one, and both names stay
 * longer.
 */
struct form {
    uint64_t hash;  /* 0: the slot is free */
    uint32_t pass;  /* in which it was claimed last */
    bool is_shared; /* by several names in that pass */
    bool is_taken;  /* by a name, for good */
};

/* A name that a stage can still take something out of. */
struct short_candidate {
    uint32_t name;
    size_t slot;          /* of the form that it claims in this pass, or NO_SLOT */
    name_stages possible; /* the stages that take something out of it, */
    name_stages gone;     /* those of them that did, */
    name_stages refused;  /* and those whose form is another name's for good, as things are */
    size_t first_cut, n_cuts;
};

#define NO_SLOT SIZE_MAX

/* The state while forms are given to names. */
struct deciding {
    struct short_names *names;
    struct form *slots; /* open addressing: a form is looked for from its hash on */
    size_t n_forms, n_slots;
    struct short_candidate *candidates;
    size_t n_candidates, candidate_capacity;
    struct name_cut *cuts;
    size_t n_cuts, cut_capacity;
    struct buffer text; /* of the form that is being claimed */
    uint32_t pass;      /* one stage of one round, from 1 */
};

/* Returns the slot of a form's hash, or a free one. */
static size_t slot_of(const struct deciding *deciding, uint64_t hash)
{
    size_t slot = (size_t)hash & (deciding->n_slots - 1);

    while (deciding->slots[slot].hash != 0 && deciding->slots[slot].hash != hash)
        slot = (slot + 1) & (deciding->n_slots - 1);
    return slot;
}

/* Makes room for the given number of new forms: slots stay where they are until the next time. */
static void reserve_slots(struct deciding *deciding, size_t n_new)
{
    struct form *old = deciding->slots;
    size_t n_old = deciding->n_slots, n_slots = 64;

    while (n_slots / 2 < deciding->n_forms + n_new)
        n_slots *= 2;
    if (n_slots <= n_old)
        return;
    deciding->slots = memory_alloc(n_slots, sizeof *deciding->slots);
    deciding->n_slots = n_slots;
    for (size_t i = 0; i < n_old; i++)
        if (old[i].hash != 0)
            deciding->slots[slot_of(deciding, old[i].hash)] = old[i];
    free(old);
}

/* Returns the slot of a form, for which there is room. */
static size_t find_slot(struct deciding *deciding, struct text text)
{
    uint64_t hash = index_hash_text(text);
    size_t slot = slot_of(deciding, hash != 0 ? hash : 1);

    if (deciding->slots[slot].hash == 0) {
        deciding->slots[slot].hash = hash != 0 ? hash : 1;
        deciding->n_forms++;
    }
    return slot;
}

/* Claims the form that a name would have after one more stage, unless it is taken. */
static void claim(struct deciding *deciding, struct short_candidate *candidate, unsigned stage)
{
    struct text name = names_text(deciding->names->names, candidate->name);
    name_stages bit = 1u << stage;

    candidate->slot = NO_SLOT;
    if ((candidate->possible & ~candidate->gone & ~candidate->refused & bit) == 0)
        return;
    deciding->text.length = 0;
    append_cut_name(&deciding->text, name, &deciding->cuts[candidate->first_cut], candidate->n_cuts,
                    candidate->gone | bit);
    size_t slot = find_slot(deciding, buffer_text(&deciding->text));
    struct form *form = &deciding->slots[slot];
    if (form->is_taken) {
        candidate->refused |= bit;
        return;
    }
    form->is_shared = form->pass == deciding->pass;
    form->pass = deciding->pass;
    candidate->slot = slot;
}

/* Takes a name through the stage, if the form that it claims is its own. */
static bool take_form(struct deciding *deciding, struct short_candidate *candidate, unsigned stage)
{
    struct short_names *names = deciding->names;

    if (candidate->slot == NO_SLOT || deciding->slots[candidate->slot].is_shared)
        return false;
    deciding->slots[candidate->slot].is_taken = true;
    candidate->gone |= 1u << stage;
    candidate->refused = 0; /* the next form is another one */
    names->steps[candidate->name][names->n_steps[candidate->name]++] = (uint8_t)stage;
    return true;
}

/* Takes names through all stages of a set, as far as they stay unique. Gives how often one went. */
static size_t pass_round(struct deciding *deciding, name_stages stages)
{
    size_t n_passed = 0;

    for (unsigned stage = 0; stage < N_NAME_STAGES; stage++) {
        if ((stages >> stage & 1) == 0)
            continue;
        deciding->pass++;
        reserve_slots(deciding, deciding->n_candidates);
        for (size_t i = 0; i < deciding->n_candidates; i++)
            claim(deciding, &deciding->candidates[i], stage);
        for (size_t i = 0; i < deciding->n_candidates; i++)
            n_passed += take_form(deciding, &deciding->candidates[i], stage);
    }
    return n_passed;
}

/* Leaves out the names that nothing can be taken out of any more. */
static void drop_settled(struct deciding *deciding)
{
    size_t kept = 0;

    for (size_t i = 0; i < deciding->n_candidates; i++) {
        struct short_candidate candidate = deciding->candidates[i];
        if ((candidate.possible & ~candidate.gone & ~candidate.refused) != 0)
            deciding->candidates[kept++] = candidate;
    }
    deciding->n_candidates = kept;
}

/* Notes what the stages can take out of a name. Its full form is taken. */
static name_stages add_name(struct deciding *deciding, uint32_t name)
{
    struct short_names *names = deciding->names;
    struct name_syntax *syntax = &names->syntax;
    struct text text = names_text(names->names, name);

    deciding->slots[find_slot(deciding, text)].is_taken = true;
    name_syntax_read(syntax, text);
    struct short_candidate candidate = {.name = name,
                                        .possible = name_syntax_stages(syntax),
                                        .first_cut = deciding->n_cuts,
                                        .n_cuts = syntax->n_cuts};
    if (candidate.possible == 0)
        return 0;
    for (size_t i = 0; i < syntax->n_cuts; i++) {
        ARRAY_ADD(deciding->cuts, deciding->n_cuts, deciding->cut_capacity, syntax->cuts[i]);
    }
    ARRAY_ADD(deciding->candidates, deciding->n_candidates, deciding->candidate_capacity,
              candidate);
    return candidate.possible;
}

/*
 * Decides the steps of all names. Those with levels and contexts follow their pieces, but no other
 * name may become one of them.
 */
static name_stages add_names(struct deciding *deciding)
{
    const struct short_names *names = deciding->names;
    name_stages all = 0;

    for (uint32_t id = 0; id < names->count; id++) {
        if (names->bases[id] == id)
            all |= add_name(deciding, id);
        else
            deciding->slots[find_slot(deciding, names_text(names->names, id))].is_taken = true;
    }
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
    reserve_slots(&deciding, names->count);
    name_stages all = add_names(&deciding);
    for (int round = 0; round < N_ROUNDS && pass_round(&deciding, all) != 0; round++)
        drop_settled(&deciding);
    free(deciding.slots);
    free(deciding.candidates);
    free(deciding.cuts);
    free(deciding.text.at);
    return names;
}

/* Returns the id of a function's name that was there when the forms were decided, or NO_ID. */
static uint32_t find_name(const struct short_names *names, struct text name)
{
    uint32_t id = names_find(names->names, name);

    return id < names->count ? id : NO_ID;
}

size_t short_names_count_steps(const struct short_names *names, struct text name)
{
    uint32_t id = find_name(names, name);
    size_t most = 0;
    struct text piece;

    if (id == NO_ID || names->bases[id] == id)
        return id == NO_ID ? 0 : names->n_steps[id];
    while (text_cut(&name, '\'', &piece)) {
        uint32_t of_piece = find_name(names, piece);
        if (of_piece != NO_ID && names->n_steps[of_piece] > most)
            most = names->n_steps[of_piece];
    }
    return most;
}

size_t short_names_count_usual(const struct short_names *names, struct text name)
{
    bool is_usual = false;
    struct text piece;

    while (text_cut(&name, '\'', &piece)) {
        uint32_t id = find_name(names, piece);
        if (id == NO_ID || names->n_steps[id] == 0)
            continue;
        if (names->steps[id][0] != STAGE_STANDARD)
            return 0;
        is_usual = true;
    }
    return is_usual;
}

/* Appends the form of a name without levels and contexts, whose id may be NO_ID. */
static void append_form(struct short_names *names, uint32_t id, struct text name, size_t n_steps)
{
    name_stages gone = 0;

    if (id == NO_ID || names->n_steps[id] == 0) {
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
    uint32_t id = find_name(names, name);
    struct text rest = name, piece;

    names->form.length = 0;
    if (id == NO_ID)
        return name;
    if (names->bases[id] == id) {
        append_form(names, id, name, n_steps);
        return buffer_text(&names->form);
    }
    for (bool is_first = true; text_cut(&rest, '\'', &piece); is_first = false) {
        buffer_append(&names->form, is_first ? TEXT("") : TEXT("'"));
        append_form(names, find_name(names, piece), piece, n_steps);
    }
    bool is_another = names_find(names->names, buffer_text(&names->form)) != NO_ID;
    return is_another ? name : buffer_text(&names->form);
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
