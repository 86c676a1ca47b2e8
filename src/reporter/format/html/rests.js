/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Figures of functions that are written as what does not follow from the calls between them: nearly
 * always 0, which takes no room. What enters a function adds up to its inclusive cost, and that is
 * its self cost and what leaves it. All of it together is below 2^53, so that nothing is rounded.
 */

function add(rests, expected) {
    for (let i = 0; i < rests.length; i++) if (rests[i] !== null) rests[i] += expected[i];
}

function sumEntering(block, event) {
    const {callee, entering} = block.arcs;
    const sums = new Float64Array(block.count);
    const costs = entering[event];
    for (let arc = 0; arc < costs.length; arc++) sums[callee[arc]] += costs[arc] ?? 0;
    return sums;
}

/* Of the inclusive costs, which have to be whole. */
function withoutLeaving(block, event) {
    const {caller, entering, leaving} = block.arcs;
    const sums = Float64Array.from(block.inclusive[event], (cost) => cost ?? 0);
    const costs = entering[event];
    for (let arc = 0; arc < costs.length; arc++) sums[caller[arc]] -= costs[arc] ?? 0;
    for (const [arc, cost] of leaving[event]) sums[caller[arc]] += (costs[arc] ?? 0) - (cost ?? 0);
    return sums;
}

function sumCalls(block) {
    const {callee, calls} = block.arcs;
    const sums = new Float64Array(block.count);
    for (let arc = 0; arc < calls.length; arc++) sums[callee[arc]] += calls[arc] ?? 0;
    return sums;
}

/* Makes the figures of a block whole, in which the ends of calls are no steps any more. */
export function addExpected(block) {
    block.rests.forEach((isRest, event) => {
        if (!isRest) return;
        add(block.inclusive[event], sumEntering(block, event));
        add(block.self[event], withoutLeaving(block, event));
    });
    if (block.rests_of_calls) add(block.calls, sumCalls(block));
}
