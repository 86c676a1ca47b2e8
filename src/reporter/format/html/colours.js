/* SPDX-License-Identifier: GPL-3.0-or-later */
import {element, lastName, nameElement} from './elements.js';

/*
 * The colours of an icicle stand for objects, files, or outermost namespaces. The ones with the
 * most self cost get a colour each; the last colour is for all others.
 */

const N_HUES = 8;
const MOST_OF_ONE = 0.6;

/* The hash of a name is the same on every page, so that a function keeps its colour. */
function hashOf(name) {
    let hash = 0;
    for (let i = 0; i < name.length; i++) hash = (31 * hash + name.charCodeAt(i)) >>> 0;
    return hash >>> 3;
}

/* "std" of "void std::sort<a::b>(c::d)", and "core" of "<&core::T as d::E>::f"; "" where there is none. */
function outermostNamespace(name) {
    const [beforeArguments] = name.replace(/<[^<>]*>/g, '').split('(');
    const text = beforeArguments.includes('::') ? beforeArguments.slice(beforeArguments.lastIndexOf(' ') + 1) : name;
    return /^[<&*[(]*(?:(?:mut|const|dyn|impl) )*([\w$]+)::/.exec(text)?.[1] ?? '';
}

function groupOf(row, by) {
    const object = row.object ? lastName(row.object) : '(no object)';
    if (by === 'object') return object;
    if (by === 'name') return row.function ?? '';
    if (by === 'file') return row.file ? lastName(row.file) : '(no file)';
    return outermostNamespace(row.function ?? '') || `[${object}]`;
}

export class Colours {
    constructor(page, tree, by) {
        this.by = by;
        this.hues = new Map();
        const {profile} = page;
        const sums = new Map();
        const counted = new Set();
        for (const node of tree.nodes) {
            const id = tree.id(node);
            if (node.row.function === undefined || counted.has(id)) continue;
            if (id >= 0) counted.add(id);
            const group = groupOf(node.row, by);
            const cost = id < 0 ? 0 : Math.abs(Number(profile.self(id, page.costEvent) ?? 0));
            sums.set(group, (sums.get(group) ?? 0) + cost);
        }
        let whole = 0;
        let largest = 0;
        for (const cost of sums.values()) {
            whole += cost;
            largest = Math.max(largest, cost);
        }
        this.largestShare = largest / (whole || 1);
        const groups = [...sums].sort(([, one], [, other]) => other - one).map(([group]) => group);
        this.nOthers = groups.length > N_HUES ? groups.length - N_HUES + 1 : 0;
        groups.forEach((group, i) => this.hues.set(group, Math.min(i, N_HUES - 1)));
    }

    get count() {
        return this.hues.size;
    }

    /* Returns whether one colour dominates so much that the others would hardly be seen. */
    get isFlat() {
        return this.largestShare > MOST_OF_ONE;
    }

    className(row) {
        if (this.by === 'name') return `hue-${hashOf(row.function ?? '') % N_HUES}`;
        return `hue-${this.hues.get(groupOf(row, this.by)) ?? N_HUES - 1}`;
    }

    /* Returns a sample and the name of each colour. */
    legend() {
        if (this.by === 'name') return ['Each name has the same colour everywhere. '];
        if (this.count < 2) return [];
        const own = [...this.hues].slice(0, this.nOthers > 0 ? N_HUES - 1 : N_HUES);
        const names = this.nOthers > 0 ? [...own, [`${this.nOthers} others`, N_HUES - 1]] : own;
        return names.map(([group, hue]) => [
            element('span', {class: `sample hue-${hue}`}),
            ' ',
            nameElement(group),
            ' ',
        ]);
    }
}

/* Lists the ways to colour a tree, without those that would give all frames the same colour. */
export function colourings(page, tree) {
    const all = () => ['object', 'file', 'namespace', 'name'].map((by) => new Colours(page, tree, by)).filter(({count}) => count > 1);
    return page.profile.remember(`colours ${tree.isBottomUp} ${page.costEvent}`, all);
}

/* Returns the chosen colouring; by default, the first that distinguishes frames. */
export function chosenColours(page, tree) {
    const possible = colourings(page, tree);
    const wanted = possible.find(({by}) => by === page.state.colour);
    return wanted ?? possible.find(({isFlat}) => !isFlat) ?? possible.at(-1) ?? new Colours(page, tree, 'object');
}
