/* SPDX-License-Identifier: GPL-3.0-or-later */
import {sumOf} from './figures.js';
import {Tree} from './tree.js';

/*
 * The trees around a function: what calls it, and what it calls, over all of its places in the call
 * tree. A place below another one of the same function is part of that one. Nothing here calls
 * itself, but for figures: trees of stacks may be thousands of calls deep.
 */

/* Adds figures by event, by kind of cost, and of the other side. An event may have any name. */
function addFigures(sum, figures) {
    for (const [key, value] of Object.entries(figures)) {
        if (value === undefined || value === null) continue;
        sum[key] = typeof value === 'object' ? addFigures(sum[key] ?? Object.create(null), value) : sumOf(sum[key], value);
    }
    return sum;
}

/* A row that stands for what `named` names, and costs what the rows cost together. */
function mergedRow(named, rows) {
    const {function: name, file, object, cycle, members, status, inlined, frames} = named;
    const row = {function: name, file, object, cycle, members, status, inlined, frames, rows: []};
    for (const {self, inclusive, lower, upper, old, calls, left_out: leftOut} of rows)
        addFigures(row, {self, inclusive, lower, upper, old, calls, left_out: leftOut});
    row.exact = rows.every(({exact}) => exact !== false);
    row.in_cycle = rows.some((other) => other.in_cycle);
    row.recursive = rows.some(({recursive}) => recursive);
    return row;
}

function keyOf({function: name, file, object, cycle, left_out: leftOut}) {
    return leftOut === undefined ? `${name}\0${file}\0${object}\0${cycle}` : 'left out';
}

function groupBy(items, key) {
    const groups = new Map();
    for (const item of items) {
        if (!groups.has(key(item))) groups.set(key(item), []);
        groups.get(key(item)).push(item);
    }
    return groups.values();
}

/* The places of a function that are not below another one of it. */
function placesOf(tree, id) {
    const isBelow = ({parent}) => {
        for (let at = parent; at !== null; at = at.parent) if (tree.id(at) === id) return true;
        return false;
    };
    return tree.nodes.filter((node) => tree.id(node) === id && !isBelow(node));
}

/* What the places call. */
function calleesRow(places) {
    const rows = places.map(({row}) => row);
    const top = mergedRow(rows[0], rows);
    const waiting = [[top, rows]];
    while (waiting.length > 0) {
        const [target, from] = waiting.pop();
        for (const group of groupBy(from.flatMap((row) => row.rows ?? []), keyOf)) {
            const row = mergedRow(group[0], group);
            target.rows.push(row);
            waiting.push([row, group]);
        }
    }
    return top;
}

/* What calls them: each caller costs what the places below it do. */
function callersRow(places) {
    const rows = places.map(({row}) => row);
    const top = mergedRow(rows[0], rows);
    const waiting = [[top, places.map((place) => ({place, at: place}))]];
    while (waiting.length > 0) {
        const [target, ways] = waiting.pop();
        const further = ways
            .map(({place, at}) => ({place, at: at.parent}))
            .filter(({at}) => at.parent !== null);
        for (const group of groupBy(further, ({at}) => keyOf(at.row))) {
            const row = mergedRow(group[0].at.row, group.map(({place}) => place.row));
            if (!row.in_cycle) delete row.self; /* which would be taken for the caller's */
            target.rows.push(row);
            waiting.push([row, group]);
        }
    }
    return top;
}

/* Gives {callers, callees}, whose roots are the function; null where it is not in the tree. */
export function treesAround(page, tree, id) {
    const places = placesOf(tree, id);
    if (places.length === 0) return null;
    const [callers, callees] = [callersRow(places), calleesRow(places)].map(
        (top) => new Tree(page, {top, least_percent: tree.leastPercent}, 'down')
    );
    return {callers, callees};
}
