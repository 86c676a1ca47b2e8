/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The functions around one, in columns from left to right: what calls its callers, its callers, it,
 * its callees, and what these call. Each stands once, as near to it as may be.
 */

const MOST_IN_COLUMN = 8;

function weightOf(profile, arc, event) {
    return Math.abs(Number(profile.entering(arc, event) ?? 0));
}

/* One step from these functions on: those that are not there yet, the costliest first, and how many more there are. */
function step(profile, event, from, isUp, placed) {
    const {arcs} = profile.block;
    const costs = new Map();
    for (const id of from)
        for (const arc of isUp ? profile.callers(id) : profile.callees(id)) {
            const other = isUp ? arcs.caller[arc] : arcs.callee[arc];
            if (!placed.has(other)) costs.set(other, (costs.get(other) ?? 0) + weightOf(profile, arc, event));
        }
    const all = [...costs.keys()].sort((one, other) => costs.get(other) - costs.get(one) || one - other);
    const ids = all.slice(0, MOST_IN_COLUMN);
    for (const id of ids) placed.add(id);
    return {ids, nMore: all.length - ids.length};
}

/* Orders a column so that each stands beside those of the next column that it has most to do with. */
function orderBeside(profile, event, column, next, isUp) {
    const {arcs} = profile.block;
    const places = new Map(next.ids.map((id, i) => [id, i]));
    const height = (id) => {
        let sum = 0;
        let whole = 0;
        for (const arc of isUp ? profile.callees(id) : profile.callers(id)) {
            const place = places.get(isUp ? arcs.callee[arc] : arcs.caller[arc]);
            const weight = weightOf(profile, arc, event) + 1;
            if (place === undefined) continue;
            sum += weight * place;
            whole += weight;
        }
        return sum / whole;
    };
    const heights = new Map(column.ids.map((id) => [id, height(id)]));
    column.ids.sort((one, other) => heights.get(one) - heights.get(other));
}

/* Gives the columns that are not empty, each with its level, 0 being the function's, and the arcs between all of them. */
export function surroundingsOf(profile, id, event) {
    const placed = new Set([id]);
    const callers = step(profile, event, [id], true, placed);
    const callees = step(profile, event, [id], false, placed);
    const above = step(profile, event, callers.ids, true, placed);
    const below = step(profile, event, callees.ids, false, placed);
    orderBeside(profile, event, above, callers, true);
    orderBeside(profile, event, below, callees, false);
    const columns = [above, callers, {ids: [id], nMore: 0}, callees, below]
        .map((column, i) => ({...column, level: i - 2}))
        .filter(({ids}) => ids.length > 0);
    const arcs = [...placed].flatMap((caller) =>
        profile.callees(caller).filter((arc) => placed.has(profile.block.arcs.callee[arc]))
    );
    return {columns, arcs};
}
