/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The elements that all is made of. What a profile says is only ever put into text nodes and
 * attributes that hold text, never parsed: a name may be anything.
 */

/* Longer names and lines are cut in the document: some are a megabyte. */
const LONGEST_TEXT = 2000;

const LONGEST_TITLE = 120;

const HIDDEN_CHARACTERS = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
const HIDDEN_IN_LINES = /(?![\t\n])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/* Attributes that are read by people. */
const READ = ['title', 'aria-label'];

function escapeCharacter(character) {
    const code = character.codePointAt(0).toString(16);
    return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
}

function cutText(text, longest) {
    return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

/* What would be invisible, or turn the text around it, is shown as \u202e. */
export function visibleText(text, longest = LONGEST_TEXT) {
    return cutText(text, longest).replace(HIDDEN_CHARACTERS, escapeCharacter);
}

/* Likewise of a text in which tabs and newlines are meant, such as a line of source. */
export function visibleLine(text, longest = 2 * LONGEST_TEXT) {
    return cutText(text, longest).replace(HIDDEN_IN_LINES, escapeCharacter);
}

function setAttribute(node, name, value) {
    if (value === undefined || value === null || value === false) return;
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? '' : READ.includes(name) ? visibleLine(String(value), Infinity) : String(value));
}

/* An element with attributes, "onclick" and the like being listeners, and children: nodes, texts, or arrays of them. */
export function element(tag, attributes = {}, ...children) {
    const node = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) setAttribute(node, name, value);
    appendTo(node, children);
    return node;
}

export function appendTo(node, children) {
    for (const child of children.flat(Infinity))
        if (child !== null && child !== undefined && child !== false)
            node.append(typeof child === 'string' ? visibleLine(child, Infinity) : child);
}

/* A shape of a picture. */
export function shape(name, attributes, ...children) {
    const node = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, String(value));
    node.append(...children);
    return node;
}

/* A name, kept apart from the direction of the text around it. */
export function nameElement(name, title = '') {
    return element('bdi', {title: title === '' ? null : visibleText(title)}, visibleText(name));
}

export function heading(level, ...children) {
    return element(`h${level}`, {}, ...children);
}

export function button(label, attributes = {}) {
    return element('button', {type: 'button', ...attributes}, label);
}

/* The title of a view; one that is long is smaller, and scrolls by keys as well. */
export function titleElement(name, ...more) {
    const isLong = name.length > LONGEST_TITLE;
    const attributes = {class: isLong ? 'long-name' : null, tabindex: isLong ? '0' : null};
    return element('h1', attributes, element('bdi', {}, visibleText(name, Infinity)), ...more);
}

/* A section with a heading, which names it for whoever cannot see it. */
export function section(level, title, attributes, ...children) {
    return element('section', attributes, heading(level, title), ...children);
}

/* Of a path its last folder or file: the whole one is in a title. */
export function lastName(path) {
    const at = path.lastIndexOf('/');
    return at < 0 || at === path.length - 1 ? path : path.slice(at + 1);
}

/* What may be wider than the page, and then scrolls by itself. */
export function scroller(label, ...children) {
    const attributes = {
        class: 'scroller',
        tabindex: '0',
        role: 'region',
        'aria-label': visibleText(label, 200),
    };
    return element('div', attributes, ...children);
}

function headCell(head) {
    const [text, className] = Array.isArray(head) ? head : [head, null];
    return element('th', {scope: 'col', class: className}, text);
}

/*
 * A table with a caption that is only heard, since a heading says the same. A head is a text, or a
 * text with a class.
 */
export function plainTable(label, attributes, heads, rows) {
    return scroller(
        label,
        element(
            'table',
            {class: 'plain', ...attributes},
            element('caption', {class: 'unseen'}, visibleText(label, 200)),
            element('thead', {}, element('tr', {}, heads.map(headCell))),
            element('tbody', {}, rows)
        )
    );
}
