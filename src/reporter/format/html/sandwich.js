/* SPDX-License-Identifier: GPL-3.0-or-later */
import {element} from './elements.js';
import {percentOf, percentText} from './figures.js';
import {Icicle} from './icicle.js';
import {treesAround} from './merging.js';
import {zoomingIcicle, zoomedNode} from './treeview.js';

/* A function between two icicles: what calls it stands above, and what it calls below. */

/* What is not to be seen in the picture. */
function note(page, id, tree) {
    const {root} = tree;
    if (root.row.in_cycle) return 'It is in a cycle: widths are what the functions cost by themselves.';
    const {profile, costEvent} = page;
    const percent = percentOf(tree.newCost(root, costEvent), profile.newInclusive(id, costEvent));
    if (!(percent < 99.995)) return '';
    return `The picture has ${percentText(percent)} % of what it costs: what its other paths cost is below the limit of the tree.`;
}

/* Adds the icicles, of all places of the function in the tree. False where it is not in the tree. */
export function addSandwich(page, tree, id, holder) {
    const trees = treesAround(page, tree, id);
    if (trees === null) return false;
    const {node} = zoomedNode(page, trees.callees);
    const side = page.state.side ?? 'new';
    const callers = new Icicle({page, tree: trees.callers, node: trees.callers.root, side, label: 'Callers', hasCallers: true});
    const callees = zoomingIcicle(page, trees.callees, node, 'Callees');
    holder.append(
        element('p', {class: 'quiet'}, 'What calls it stands above it, what it calls below. ', note(page, id, trees.callees)),
        callers.element,
        callees.element
    );
    /* The function itself is at the bottom of its callers. */
    callers.box.scrollTop = callers.box.scrollHeight;
    return true;
}
