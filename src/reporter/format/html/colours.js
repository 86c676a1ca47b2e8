/* SPDX-License-Identifier: GPL-3.0-or-later */
import {element, lastName, nameElement} from './elements.js';

/*
 * What the colours of an icicle stand for: the object that code is in, or its outermost namespace.
 * What costs most by itself has colours of its own, and the last one is that of all others.
 */

const N_HUES = 8;

/* "std" of "void std::sort<a::b>(c::d)", and "core" of "<&core::T as d::E>::f"; "" where there is none. */
function outermostNamespace(name) {
    const [beforeArguments] = name.replace(/<[^<>]*>/g, '').split('(');
    const text = beforeArguments.includes('::') ? beforeArguments.slice(beforeArguments.lastIndexOf(' ') + 1) : name;
    return /^[<&*[(]*(?:(?:mut|const|dyn|impl) )*([\w$]+)::/.exec(text)?.[1] ?? '';
}

function groupOf(row, by) {
    const object = row.object ? lastName(row.object) : '(no object)';
    if (by === 'object') return object;
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
        const groups = [...sums].sort(([, one], [, other]) => other - one).map(([group]) => group);
        this.nOthers = groups.length > N_HUES ? groups.length - N_HUES + 1 : 0;
        groups.forEach((group, i) => this.hues.set(group, Math.min(i, N_HUES - 1)));
    }

    get count() {
        return this.hues.size;
    }

    className(row) {
        return `hue-${this.hues.get(groupOf(row, this.by)) ?? N_HUES - 1}`;
    }

    /* A sample and a name of each colour. */
    legend() {
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

/* Lists what the frames of a tree may be coloured by; what is the same for all is left out. */
export function colourings(page, tree) {
    return ['object', 'namespace'].filter((by) => new Colours(page, tree, by).count > 1);
}

/* Returns what they are coloured by. */
export function chosenColours(page, tree) {
    const possible = colourings(page, tree);
    const by = possible.includes(page.state.colour) ? page.state.colour : (possible[0] ?? 'object');
    return new Colours(page, tree, by);
}
