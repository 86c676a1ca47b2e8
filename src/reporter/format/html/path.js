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

/* A table of the calls from the start of the program to where the function costs most. */
function pathTable(page, tree, node) {
    const path = tree.pathFromMain(node);
    const hasRanges = path.some((step) => tree.range(step, page.costEvent, 'inclusive') !== '');
    const cost = page.profile.isDifference ? 'Change' : 'Cost';
    const heads = [[cost, 'number'], ['% of total', 'number'], ...(hasRanges ? [['Range', 'roomy']] : []), 'Function'];
    const rows = path.map((step) => pathRow(page, tree, step, hasRanges));
    return plainTable('Hottest path', {class: 'plain path-table'}, heads, rows);
}

/* Says whether the cost of the path is exact or an estimate. */
function pathSentence(page, tree, node) {
    if (node.row.in_cycle)
        return 'It is in a cycle there: the cost of the cycle is known, but not how much of it went through this function.';
    if (!tree.isEstimate(node, page.costEvent)) return 'The cost of this path is exact.';
    if (tree.range(node, page.costEvent) === '') return 'The cost of this path is known to within 0.1 % of the total.';
    return 'The cost of this path is an estimate within the range shown; callgrind --separate-callers=3 makes more of them exact.';
}

export async function showPath(page, id, path) {
    if (!page.blocks.has('tree-down')) {
        path.append(element('p', {class: 'quiet'}, 'This page has no call tree.'));
        return;
    }
    const tree = await readTree(page, 'down');
    const node = tree.costliest(id, page.costEvent);
    if (node === null) {
        const text =
            'It is not in the call tree of this page: each path to it is below the limit of the tree.';
        path.append(element('p', {class: 'quiet'}, text));
        return;
    }
    path.append(element('p', {}, pathSentence(page, tree, node)), pathTable(page, tree, node));
}
