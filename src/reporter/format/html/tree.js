/* SPDX-License-Identifier: GPL-3.0-or-later */
import {changeText, costText, counted, grouped, percentOf, percentText, rangeText, signedPercentText} from './figures.js';
import {CostSource} from './costs.js';

/*
 * A call tree: its nodes and their descriptions. The cost of a path is an estimate if its bounds
 * differ. Trees of stacks may be thousands of calls deep, so nothing here is recursive.
 */

/* Returns the child that a step of a link leads to, or null if there is none or several. */
function childAt({children}, step) {
    if (step.startsWith('@')) return children[Number(step.slice(1))] ?? null;
    const named = children.filter(({row}) => row.function === step);
    return named.length === 1 ? named[0] : null;
}

/* Longer names would make links that programs refuse. */
const LONGEST_STEP = 200;

function makeNode(row, parent, index) {
    return {row, parent, index, depth: parent === null ? 0 : parent.depth + 1, children: []};
}

class Tree extends CostSource {
    constructor(page, block, direction) {
        super(page.facts);
        this.page = page;
        this.isBottomUp = direction === 'up';
        this.leastPercent = block.least_percent;
        const totals = (key) => this.events.map((event) => event[key]);
        const program = {inclusive: totals('total'), old: {inclusive: totals('old_total')}, new: {inclusive: totals('new_total')}};
        this.root = makeNode({rows: block.rows, ...program}, null, 0);
        this.nodes = [];
        const waiting = [this.root];
        while (waiting.length > 0) {
            const node = waiting.pop();
            this.nodes.push(node);
            node.children = (node.row.rows ?? []).map((row, i) => makeNode(row, node, i));
            for (let i = node.children.length - 1; i >= 0; i--) waiting.push(node.children[i]);
        }
        this.nodesOf = null;
    }

    isProgram(node) {
        return node === this.root;
    }

    isRest(node) {
        return node.row.left_out !== undefined;
    }

    /* Says how many rows were cut, if any. */
    cutText() {
        const count = this.nodes.reduce((sum, node) => sum + (node.row.left_out ?? 0), 0);
        const of = this.isDifference ? 'of both totals' : 'of the total';
        return count === 0 ? '' : `Rows below ${this.leastPercent} % ${of} are cut: ${counted(count, 'row')}.`;
    }

    /* The kind of a node's figure: members of a cycle, and all rows from the bottom up, only have self cost. */
    kindOf(node) {
        const isSelf = (this.isBottomUp || node.row.in_cycle) && !this.isProgram(node);
        return isSelf ? 'self' : 'inclusive';
    }

    record(node) {
        return node.row;
    }

    /* Returns the lower and upper bound of the cost, or null if it is exact. */
    bounds(node, event, kind = this.kindOf(node)) {
        if (this.isProgram(node) || this.isRest(node)) return null;
        const lower = this.pick(node.row.lower?.[kind], event);
        const upper = this.pick(node.row.upper?.[kind], event);
        const isOwn = kind === this.kindOf(node);
        return lower === upper && (node.row.exact !== false || !isOwn) ? null : {lower, upper};
    }

    isEstimate(node, event, kind = this.kindOf(node)) {
        return this.bounds(node, event, kind) !== null;
    }

    id(node) {
        return node.row.function === undefined ? -1 : this.page.profile.find(node.row);
    }

    /* The name of a node, short if the function is in the page. */
    name(node) {
        const {row} = node;
        if (this.isProgram(node)) return this.isBottomUp ? 'all functions' : 'the program';
        if (this.isRest(node)) return `(${this.restText(node)})`;
        if (row.function === undefined)
            return `<cycle ${row.cycle}> of ${counted(row.members ?? 0, 'function')}`;
        const id = this.id(node);
        return id < 0 ? row.function : this.page.profile.shortName(id);
    }

    restText(node) {
        const {profile} = this.page;
        const [name, most] = Object.entries(node.row.upper ?? {})[0] ?? [];
        const event = profile.events.findIndex((facts) => facts.name === name);
        const bound =
            event < 0 || most === null
                ? ''
                : `, up to ${percentText(percentOf(most, this.total(event)))} %`;
        return `${grouped(node.row.left_out)} more${bound}`;
    }

    /* Says that a row is inlined code. */
    afterName(node) {
        return node.row.inlined === true ? ' [inlined]' : '';
    }

    /* Returns remarks about the node, shown beside the name. */
    note(node) {
        const {row} = node;
        return [
            row.in_cycle ? 'in the cycle above, self cost only' : '',
            row.recursive ? 'recursive' : '',
        ]
            .filter(Boolean)
            .join(', ');
    }

    figureText(node, event, kind = this.kindOf(node)) {
        const {profile} = this.page;
        const facts = profile.events[event];
        const value = this.cost(node, event, kind);
        const sign = this.isEstimate(node, event, kind) ? '~' : '';
        const text = this.isDifference ? changeText(facts, value) : costText(facts, value);
        return value === null ? '.' : `${sign}${text}`;
    }

    percent(node, event, kind = this.kindOf(node)) {
        return percentOf(this.cost(node, event, kind), this.total(event));
    }

    percentText(node, event, kind = this.kindOf(node)) {
        const percent = this.percent(node, event, kind);
        const sign = this.isEstimate(node, event, kind) && Number.isFinite(percent) ? '~' : '';
        return sign + (this.isDifference ? signedPercentText(percent) : percentText(percent));
    }

    range(node, event, kind = this.kindOf(node)) {
        const bounds = this.bounds(node, event, kind);
        return bounds === null ? '' : rangeText(bounds.lower, bounds.upper, this.total(event));
    }

    title(node) {
        return this.name(node) + this.afterName(node);
    }

    /* Returns the text after the title of a frame, shown if there is room. */
    share(node, event) {
        const percent = this.isRest(node) ? '.' : this.percentText(node, event);
        return percent === '.' ? '' : ` ${percent} %`;
    }

    /* Returns the full description of a node, for screen readers. */
    description(node, event) {
        return this.title(node) + this.afterTitle(node, event);
    }

    /* Returns the description after the title, separately since the title may be right-to-left text. */
    afterTitle(node, event) {
        if (this.isRest(node)) return '';
        const {profile} = this.page;
        const facts = profile.events[event];
        const what = node.row.in_cycle ? 'self ' : '';
        const parts = [this.share(node, event), `${what}${this.figureText(node, event)} ${facts.name}`];
        const range = this.range(node, event);
        if (range !== '') parts.push(`estimate ${range}`);
        if (this.isDifference)
            parts.push(
                `was ${costText(facts, this.oldCost(node, event))}, now ${costText(facts, this.newCost(node, event))}`
            );
        if (this.kindOf(node) !== 'self' && node.row.self !== undefined)
            parts.push(`self ${this.figureText(node, event, 'self')}`);
        const calls = node.row.calls ?? null;
        if (calls !== null)
            parts.push(this.isDifference ? `${changeText({}, calls)} calls` : counted(calls, 'call'));
        const note = this.note(node);
        return (note === '' ? parts : [...parts, note]).join(', ');
    }

    /* Returns the nodes from the root to this one, inclusive. */
    pathTo(node) {
        const path = [];
        for (let at = node; at !== null; at = at.parent) path.push(at);
        return path.reverse();
    }

    /* Returns the path from main on: earlier steps are only startup code. */
    pathFromMain(node) {
        const path = this.pathTo(node).slice(1);
        return path.slice(Math.max(0, path.findIndex((step) => this.name(step) === 'main')));
    }

    /* Names a node in a link: a unique function by its name, which also works on the page of another run, others by index. */
    step(node) {
        const {function: name} = node.row;
        const isUnique = node.parent.children.filter((other) => other.row.function === name).length === 1;
        const isName = isUnique && name && name.length <= LONGEST_STEP && !/^@|;/.test(name);
        return isName ? name : `@${node.index}`;
    }

    /* Returns the address of a node, as in "main;parse;@2". */
    address(node) {
        return this.pathTo(node)
            .slice(1)
            .map((step) => this.step(step))
            .join(';');
    }

    /* Returns the node of an address, or null if there is none. */
    nodeAt(address) {
        let node = this.root;
        for (const step of address === '' ? [] : address.split(';'))
            node = node && childAt(node, step);
        return node;
    }

    /* Returns the node where a function costs most, or null if it is not in the tree. */
    costliest(id, event) {
        this.nodesOf ??= this.groupNodes();
        const nodes = this.nodesOf.get(id) ?? [];
        const weight = (node) => Math.abs(Number(this.cost(node, event)));
        return nodes.reduce(
            (best, node) => (best === null || weight(node) > weight(best) ? node : best),
            null
        );
    }

    groupNodes() {
        const groups = new Map();
        for (const node of this.nodes) {
            const id = this.id(node);
            if (!groups.has(id)) groups.set(id, []);
            groups.get(id).push(node);
        }
        return groups;
    }
}

/* Reads the tree of a direction, "down" or "up". */
export async function readTree(page, direction) {
    const block = await page.blocks.read(`tree-${direction}`);
    return page.profile.remember(`tree ${direction}`, () => new Tree(page, block, direction));
}
