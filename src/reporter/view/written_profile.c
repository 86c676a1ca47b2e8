/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Says what is needed to write the profile again, which write_callgrind() does without a view. */

#include "reporter/view/view_kind.h"

const struct view_kind profile_view = {.uses = USE_SELECT,
                                       .keep = {.places = KEEP_SELF_AND_CALLS,
                                                .spots = KEEP_SELF_AND_CALLS,
                                                .addresses = true,
                                                .jumps = true}};
