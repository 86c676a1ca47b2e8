/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_PROFILE_NAMING_SHORT_NAMES_H
#define QUERN_PROFILE_NAMING_SHORT_NAMES_H

/*
 * Names of functions that fit, and still say which function it is. A name gets shorter in steps,
 * each of them a stage (name_syntax.h) that it goes through, and has a form after each. No form of
 * a name is a form of another one, or that name itself: a stage that would make it so is left out,
 * and the next one starts from the form before. So rows may have names of different steps, and each
 * is one function's name alone. What is left out is tried once more when other names have got
 * shorter.
 */

#include <stddef.h>

#include "base/text.h"
#include "profile/naming/name_syntax.h"

struct short_names;
struct symbols;

/* For all functions that there are now. It takes time, so that it is for when names are too long.
 */
struct short_names *short_names_create(const struct symbols *symbols);

/* How many steps a function's name has, at most N_NAME_STAGES; 0 of what is no function's name. */
size_t short_names_count_steps(const struct short_names *names, struct text name);

/*
 * The form of a function's name after the given number of steps, or after all that it has. With
 * levels and contexts, f'2'main, each name in it takes its own steps, unless that makes another
 * name. What is no function's name stays as it is. Good until the next call.
 */
struct text short_names_form(struct short_names *names, struct text name, size_t n_steps);

void short_names_free(struct short_names *names);

#endif
