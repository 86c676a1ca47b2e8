/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/object/fit.h"

static enum fit fit_of_next(const struct fit_case *fit)
{
    uint64_t distance = fit->next - fit->executed->address;

    if (distance == fit->decoded->length)
        return FIT;
    if (distance < fit->decoded->length)
        return distance == 1 && fit->is_locked ? FIT : MISFIT_INSIDE;
    if (fit->is_last || !fit->decoded->flow.is_plain || fit->executed->has_call)
        return FIT;
    return MISFIT_NOT_FOLLOWED;
}

static enum fit fit_of_jump(const struct fit_case *fit)
{
    const struct executed *executed = fit->executed;
    const struct flow *flow = &fit->decoded->flow;
    uint64_t target = executed->jump_target, after = executed->address + fit->decoded->length;

    if (!executed->has_jump || target == executed->address || target == after)
        return FIT;
    if (flow->is_plain || (executed->is_conditional && flow->is_jump && !flow->falls_through))
        return MISFIT_NO_JUMP;
    return flow->has_target && flow->target != target ? MISFIT_TARGET : FIT;
}

enum fit fit_of(const struct fit_case *fit)
{
    enum fit found = fit_of_next(fit);

    return found != FIT ? found : fit_of_jump(fit);
}
