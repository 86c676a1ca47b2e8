/* SPDX-License-Identifier: GPL-3.0-or-later */
import {element, nameElement, plainTable} from './elements.js';
import {functionLink, afterNameNote} from './columns.js';
import {readTree} from './tree.js';

/* The hottest path to a function. */

function pathRow(page, tree, node, hasRanges) {
    const event = page.costEvent;
    const id = tree.id(node);
    const range = hasRanges && element('td', {class: 'quiet roomy'}, tree.range(node, event, 'inclusive'));
    return element(
        'tr',
        {},
        element('td', {class: 'number'}, tree.figureText(node, event, 'inclusive')),
        element('td', {class: 'number'}, tree.percentText(node, event, 'inclusive')),
        range,
        element(
            'th',
            {scope: 'row', class: 'name'},
            id < 0 ? nameElement(tree.name(node)) : functionLink(page, id),
            afterNameNote(tree, node)
        )
    );
}

/* The calls from the start of the program to where the function costs most. */
function pathTable(page, tree, node) {
    const path = tree.pathTo(node).slice(1);
    const hasRanges = path.some((step) => tree.range(step, page.costEvent, 'inclusive') !== '');
    const cost = page.profile.isDifference ? 'Change' : 'Cost';
    const heads = [[cost, 'number'], ['% of total', 'number'], ...(hasRanges ? [['Range', 'roomy']] : []), 'Function'];
    const rows = path.map((step) => pathRow(page, tree, step, hasRanges));
    return plainTable('Hottest path', {class: 'plain path-table'}, heads, rows);
}

/* How much is known of what a path cost. */
function pathSentence(page, tree, node) {
    const {remedy} = page.facts;
    if (node.row.in_cycle)
        return 'It is in a cycle there: what that cost is known, but not what of it went through this function.';
    if (!tree.isEstimate(node, page.costEvent)) return 'What this path cost is known exactly.';
    if (tree.range(node, page.costEvent) === '') return 'What this path cost is known to 0.1 % of the total.';
    return `What this path cost is an estimate, within the range${remedy ? `; ${remedy}` : ''}.`;
}

/* How many calls lead from a function to others, as far as the most; next(id) gives those one step on. */
function distances(from, most, next) {
    const steps = new Map([[from, 0]]);
    let reached = [from];
    for (let step = 1; step <= most; step++) {
        reached = [...new Set(reached.flatMap(next))].filter((id) => !steps.has(id));
        for (const id of reached) steps.set(id, step);
    }
    return steps;
}

/*
 * Whether it is on the way of the one row that stands for all functions from the start to main. Of a
 * difference the start may be none of the functions: then what leads to main tells.
 */
function isBetween(page, tree, id) {
    const {profile} = page;
    const {arcs} = profile.block;
    return tree.nodes.some((node) => {
        const most = node.row.frames ?? 0;
        const [start, main] = [node, node.children.find(({row}) => row.function === 'main')].map((end) =>
            end === undefined ? -1 : tree.id(end)
        );
        if (most < 2 || main < 0) return false;
        const before = distances(main, most, (at) => profile.callers(at).map((arc) => arcs.caller[arc]));
        if (start < 0) return before.get(id) < most;
        const after = distances(start, most, (at) => profile.callees(at).map((arc) => arcs.callee[arc]));
        return after.get(id) + before.get(id) <= most;
    });
}

export async function showPath(page, id, path) {
    if (!page.blocks.has('tree-down')) {
        path.append(element('p', {class: 'quiet'}, 'This page has no call tree.'));
        return;
    }
    const tree = await readTree(page, 'down');
    const node = tree.costliest(id, page.costEvent);
    if (node === null) {
        const reason = isBetween(page, tree, id)
            ? 'it is one of the functions between the start and main, which are one row there.'
            : 'what each path to it costs is below the limit of the tree, which is 0.1 % of the total where nothing else was asked for.';
        path.append(element('p', {class: 'quiet'}, `It is not in the call tree of this page: ${reason}`));
        return;
    }
    path.append(element('p', {}, pathSentence(page, tree, node)), pathTable(page, tree, node));
}
