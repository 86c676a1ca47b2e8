/* SPDX-License-Identifier: GPL-3.0-or-later */
import {element, button, nameElement} from './elements.js';
import {costText, grouped, changeText} from './figures.js';
import {functionLink, changeElement} from './columns.js';
import {Table} from './table.js';

/* The call tree as a table, whose rows open and close. */

const OPEN_FROM_PERCENT = 5;
const MOST_OPEN_LEVELS = 40;

/* What is open at first: what costs much. */
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

/* The nodes whose parents are all open, from the top. */
function openNodes(tree, open) {
    const shown = [];
    const waiting = [...tree.root.children].reverse();
    while (waiting.length > 0) {
        const node = waiting.pop();
        shown.push(node);
        if (open.has(node)) waiting.push(...[...node.children].reverse());
    }
    return shown;
}

function figureColumns(page, tree) {
    const {profile, costEvent: event} = page;
    const facts = profile.events[event];
    const kind = tree.isBottomUp ? 'self' : 'inclusive';
    const plain = (text) => (node) => (tree.isRest(node) ? '' : text(node));
    const number = (label, text, more = {}) => ({
        key: label,
        label,
        isNumber: true,
        number: () => 0,
        text: plain(text),
        ...more,
    });
    const columns = profile.isDifference
        ? [
              number(`Old ${kind}`, (node) => costText(facts, tree.oldCost(node, event)), {
                  className: 'wide',
              }),
              number(`New ${kind}`, (node) => costText(facts, tree.newCost(node, event)), {
                  className: 'wide',
              }),
              number('Change', (node) => tree.figureText(node, event), {
                  cell: plain((node) => [
                      tree.isEstimate(node, event) ? '~' : '',
                      changeElement(facts, tree.cost(node, event)),
                  ]),
              }),
          ]
        : [number(tree.isBottomUp ? 'Self' : 'Inclusive', (node) => tree.figureText(node, event))];
    if (!facts.is_ratio)
        columns.push(
            number('%', (node) => tree.percentText(node, event), {
                name: '% of the total',
                share: (node) => tree.percent(node, event) / 100,
            })
        );
    columns.push(
        number('Range', (node) => tree.range(node, event), {
            title: 'Between which shares of the total an estimate is',
            className: 'wide',
        })
    );
    if (tree.isBottomUp) return columns;
    columns.push(number('Self', (node) => tree.figureText(node, event, 'self')));
    const calls = (node) => node.row.calls ?? null;
    columns.push(
        number(
            'Calls',
            (node) => (profile.isDifference ? changeText({}, calls(node)) : grouped(calls(node))),
            {className: 'wide'}
        )
    );
    return columns;
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
