/* SPDX-License-Identifier: GPL-3.0-or-later */
import {costText, percentOf, percentText, sumOf} from './figures.js';

/*
 * What the functions that match a search cost together, each with what it calls, which is counted
 * once where they call each other: exactly, or from the least to the most that it can be.
 */

/* The sum of the lower bounds of rows that match and are below no other that does; 0 if there are none. */
function leastInTree(tree, isMatch, event) {
    let sum = 0;
    const waiting = [tree.root];
    while (waiting.length > 0) {
        const node = waiting.pop();
        const isFound = node.row.function !== undefined && isMatch(node.row.function);
        if (isFound) sum = sumOf(sum, (tree.bounds(node, event) ?? {lower: tree.cost(node, event)}).lower);
        else for (const child of node.children) waiting.push(child);
    }
    return sum;
}

/*
 * Of one side: self(id), inclusive(id), the total, and what is known to be the least. Null where
 * costs below 0 leave nothing to be said.
 */
function boundsOf(profile, ids, event, {self, inclusive, total, known}) {
    const inclusives = ids.map((id) => inclusive(id, event) ?? 0);
    const sum = (costs) => costs.reduce((one, other) => sumOf(one, other), 0);
    if (ids.length === 1 && !profile.isBound(ids[0], event) && profile.block.left_out === 0)
        return {least: inclusives[0], most: inclusives[0]};
    const larger = (one, other) => (Number(other) > Number(one) ? other : one);
    const selves = ids.map((id) => self(id, event) ?? 0);
    if ([...inclusives, ...selves, known, total].some((cost) => Number(cost) < 0)) return null;
    const least = [sum(selves), known, ...inclusives].reduce(larger);
    const isOpen = profile.block.left_out > 0 || ids.some((id) => profile.isBound(id, event));
    const most = isOpen || Number(sum(inclusives)) > Number(total) ? total : sum(inclusives);
    return {least, most: larger(least, most)};
}

/* Says it in words; "" where nothing matches, or nothing is known. */
export function matchesText(page, tree, expression) {
    const {profile, costEvent: event} = page;
    const facts = profile.events[event];
    const isMatch = (name) => expression.test(name);
    const ids = Array.from({length: profile.count}, (_, id) => id).filter((id) => isMatch(profile.name(id)));
    if (ids.length === 0) return '';
    const figure = ({least, most}) =>
        String(least) === String(most) ? costText(facts, least) : `${costText(facts, least)} to ${costText(facts, most)}`;
    if (profile.isDifference) {
        const of = (self, inclusive, total) =>
            boundsOf(profile, ids, event, {
                self: (id) => profile[self](id, event),
                inclusive: (id) => profile[inclusive](id, event),
                total,
                known: 0,
            });
        const old = of('oldSelf', 'oldInclusive', facts.old_total);
        const current = of('newSelf', 'newInclusive', profile.newTotal(event));
        return old === null || current === null ? '' : `${facts.name} with calls: ${figure(old)} → ${figure(current)}`;
    }
    const bounds = boundsOf(profile, ids, event, {
        self: (id) => profile.self(id, event),
        inclusive: (id) => profile.inclusive(id, event),
        total: profile.total(event),
        known: leastInTree(tree, isMatch, event),
    });
    if (bounds === null) return '';
    const share = (value) => percentText(percentOf(value, profile.total(event)));
    const isExact = String(bounds.least) === String(bounds.most);
    const percent = isExact ? share(bounds.least) : `${share(bounds.least)} to ${share(bounds.most)}`;
    return `${facts.name} with calls: ${figure(bounds)} (${percent} %)`;
}
