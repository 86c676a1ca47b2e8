/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Helpers that create the elements of the page. Text from a profile is untrusted: it only goes into
 * text nodes and plain attributes and is never parsed as HTML.
 */

/* Longer names and lines are truncated: some are a megabyte long. */
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

/* Escapes invisible characters and those that change the direction of text, as \u202e. */
export function visibleText(text, longest = LONGEST_TEXT) {
    return cutText(text, longest).replace(HIDDEN_CHARACTERS, escapeCharacter);
}

/* Does the same for text in which tabs and newlines are legitimate, such as source lines. */
export function visibleLine(text, longest = 2 * LONGEST_TEXT) {
    return cutText(text, longest).replace(HIDDEN_IN_LINES, escapeCharacter);
}

function setAttribute(node, name, value) {
    if (value === undefined || value === null || value === false) return;
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? '' : READ.includes(name) ? visibleLine(String(value), Infinity) : String(value));
}

/* Creates an element. Attributes such as "onclick" are listeners; children are nodes, texts, or arrays of them. */
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

/* Creates an SVG element. */
export function shape(name, attributes, ...children) {
    const node = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, String(value));
    node.append(...children);
    return node;
}

/* Creates an element for a name that is isolated from the direction of the surrounding text. */
export function nameElement(name, title = '') {
    return element('bdi', {title: title === '' ? null : visibleText(title)}, visibleText(name));
}

export function heading(level, ...children) {
    return element(`h${level}`, {}, ...children);
}

export function button(label, attributes = {}) {
    return element('button', {type: 'button', ...attributes}, label);
}

/* Creates the title of a view. A long one is smaller, and can be scrolled with the keyboard. */
export function titleElement(name, ...more) {
    const isLong = name.length > LONGEST_TITLE;
    const attributes = {class: isLong ? 'long-name' : null, tabindex: isLong ? '0' : null};
    return element('h1', attributes, element('bdi', {}, visibleText(name, Infinity)), ...more);
}

/* Creates a section labelled by its heading, for screen readers. */
export function section(level, title, attributes, ...children) {
    return element('section', attributes, heading(level, title), ...children);
}

/* Returns the last component of a path. The full path goes into the title. */
export function lastName(path) {
    const at = path.lastIndexOf('/');
    return at < 0 || at === path.length - 1 ? path : path.slice(at + 1);
}

/* Creates a container that scrolls horizontally if its content is wider than the page. */
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
 * Creates a table whose caption is for screen readers only, since a heading says the same. A head
 * is a text, or a text with a class.
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
