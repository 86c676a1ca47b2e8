/* SPDX-License-Identifier: GPL-3.0-or-later */
import {element, button, nameElement} from './elements.js';
import {costText, grouped, changeText} from './figures.js';
import {functionLink, afterNameNote, changeElement} from './columns.js';
import {Table} from './table.js';

/* The call tree as a table whose rows open and close. */

const OPEN_FROM_PERCENT = 5;
const MOST_OPEN_LEVELS = 40;

/* Returns the nodes that are open at first: those that cost much. */
function firstOpen(tree, event) {
    return new Set(
        tree.nodes.filter(
            (node) =>
                node !== tree.root &&
                node.depth < MOST_OPEN_LEVELS &&
                node.children.length > 0 &&
                Math.abs(tree.percent(node, event)) >= OPEN_FROM_PERCENT
        )
    );
}

/* Returns the nodes whose parents are all open, from the top. */
function openNodes(tree, open) {
    const shown = [];
    const waiting = [...tree.root.children].reverse();
    while (waiting.length > 0) {
        const node = waiting.pop();
        shown.push(node);
        if (open.has(node)) for (const child of [...node.children].reverse()) waiting.push(child);
    }
    return shown;
}

/* A column of figures; rows that stand for cut ones have none. */
function treeColumn(tree, label, text, more = {}) {
    const shown = (node) => (tree.isRest(node) ? '' : text(node));
    return {key: label, label, isNumber: true, number: () => 0, text: shown, ...more};
}

function changeColumns(page, tree, kind) {
    const event = page.costEvent;
    const facts = page.profile.events[event];
    const change = (node) => {
        const sign = tree.isEstimate(node, event, kind) ? '~' : '';
        return tree.isRest(node) ? '' : [sign, changeElement(facts, tree.cost(node, event, kind))];
    };
    const old = (node) => costText(facts, tree.oldCost(node, event, kind));
    const current = (node) => costText(facts, tree.newCost(node, event, kind));
    return [
        treeColumn(tree, `Old ${kind}`, old, {className: 'wide'}),
        treeColumn(tree, `New ${kind}`, current, {className: 'wide'}),
        treeColumn(tree, 'Change', (node) => tree.figureText(node, event, kind), {cell: change}),
    ];
}

function figureColumns(page, tree) {
    const {profile, costEvent: event} = page;
    const kind = tree.isBottomUp ? 'self' : 'inclusive';
    const figure = (which) => (node) => tree.figureText(node, event, which);
    const label = tree.isBottomUp ? 'Self' : 'Inclusive';
    const columns = profile.isDifference
        ? changeColumns(page, tree, kind)
        : [treeColumn(tree, label, figure(kind), {className: 'roomy'})];
    const percent = (node) => tree.percentText(node, event, kind);
    const share = (node) => tree.percent(node, event, kind) / 100;
    columns.push(treeColumn(tree, '%', percent, {name: '% of the total', share}));
    const range = (node) => tree.range(node, event, kind);
    const title = 'Range of an estimate, in percent of the total';
    columns.push(treeColumn(tree, 'Range', range, {title, className: 'wide'}));
    if (tree.isBottomUp) return columns;
    const self = profile.isDifference ? 'Self change' : 'Self';
    columns.push(treeColumn(tree, self, figure('self'), {className: 'roomy'}));
    const calls = (node) => node.row.calls ?? null;
    const callsText = (node) => (profile.isDifference ? changeText({}, calls(node)) : grouped(calls(node)));
    return [...columns, treeColumn(tree, 'Calls', callsText, {className: 'wide'})];
}

function toggleOf(tree, node, open, onToggle) {
    if (node.children.length === 0) return element('span', {class: 'toggle'});
    const isOpen = open.has(node);
    return button(isOpen ? '−' : '+', {
        class: 'toggle',
        'aria-expanded': String(isOpen),
        'aria-label': `Calls of ${tree.name(node).slice(0, 200)}`,
        onclick: () => onToggle(node, !isOpen),
        onkeydown: (event) => {
            const isWanted = event.key === 'ArrowRight' ? true : event.key === 'ArrowLeft' ? false : isOpen;
            if (isWanted !== isOpen) {
                event.preventDefault();
                onToggle(node, isWanted);
            }
        },
    });
}

function outlineCell(page, tree, node, open, onToggle) {
    const id = tree.isRest(node) ? -1 : tree.id(node);
    const note = tree.note(node);
    const name = element(
        'span',
        {class: 'branch'},
        toggleOf(tree, node, open, onToggle),
        id < 0 ? nameElement(tree.name(node)) : functionLink(page, id),
        afterNameNote(tree, node),
        note === '' ? null : element('span', {class: 'status'}, ` (${note})`)
    );
    name.style.setProperty('--depth', String(Math.min(node.depth - 1, MOST_OPEN_LEVELS)));
    return [element('span', {class: 'unseen'}, `level ${node.depth} `), name];
}

export function buildOutline(page, tree) {
    const open = firstOpen(tree, page.costEvent);
    const onToggle = (node, isOpen) => {
        if (isOpen) open.add(node);
        else open.delete(node);
        table.setRows(openNodes(tree, open), true);
    };
    const name = {
        key: 'function',
        label: 'Function',
        isHeader: true,
        className: 'name',
        cell: (node) => outlineCell(page, tree, node, open, onToggle),
    };
    const table = new Table({
        id: 'tree-table',
        caption: tree.isBottomUp ? 'Callers of the hottest functions' : 'Call tree',
        columns: [...figureColumns(page, tree), name],
        rows: openNodes(tree, open),
        isUnsorted: true,
        rowClass: (node) => (tree.isRest(node) ? 'rest' : null),
    });
    const all = button('Open all', {
        onclick: () => {
            tree.nodes.forEach((node) => node.children.length > 0 && open.add(node));
            table.setRows(openNodes(tree, open));
        },
    });
    const none = button('Close all', {
        onclick: () => {
            open.clear();
            table.setRows(openNodes(tree, open));
        },
    });
    return element('div', {}, element('div', {class: 'tools'}, all, ' ', none), table.element);
}
