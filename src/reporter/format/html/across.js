/* SPDX-License-Identifier: GPL-3.0-or-later */
import {element} from './elements.js';
import {fragment} from './state.js';

/* The code of functions, line by line, and links from a line of source to its instructions and back. */

const SIDE_BY_SIDE = '(width >= 1800px)';

/* Gathers the rows of a block into pieces of code, each of one file. */
function codesOf(rows) {
    const codes = [];
    for (const row of rows)
        if (row.found === undefined) codes.at(-1).lines.push(row);
        else codes.push({...row, lines: []});
    return codes;
}

/* The code of a function, of the kind "listing" or "instructions". */
export async function readCode(page, kind, id) {
    const {rows} = await page.blocks.read(`${kind}-${id}`);
    return page.profile.remember(`${kind} ${id}`, () => ({id: Number(id), codes: codesOf(rows)}));
}

export function hexadecimal(address) {
    return address.replace(/^0x/, '');
}

/* Names a row in a link: "0:42" of the first piece of source, "0:old42" of a line that is gone, "i0:11a6" of instructions. */
export function lineAddress(isInstructions, place, line) {
    const number = line.line || `old${line.old?.line}`;
    return `${isInstructions ? 'i' : ''}${place}:${line.address ? hexadecimal(line.address) : number}`;
}

/* Returns the file and line that a line of source and its instructions share. */
export function placeOf(code, line) {
    return `${code.file}\0${line.line}`;
}

/* Maps each place to the address of its first row in a block. */
export function addressesOf(codes, isInstructions) {
    const addresses = new Map();
    codes.forEach((code, number) => {
        for (const line of code.lines) {
            const isRow = isInstructions ? line.address : line.line && !line.gap;
            const place = placeOf(code, line);
            if (isRow && line.line && !addresses.has(place)) addresses.set(place, lineAddress(isInstructions, number, line));
        }
    });
    return addresses;
}

/* Marks the rows on both sides. Returns false if those on the other side are folded. */
function mark(holder, place) {
    const rows = (among) => Array.from(among.querySelectorAll('tr')).filter((row) => row.dataset.place === place);
    const [first] = rows(holder);
    if (first === undefined) return false;
    for (const row of document.querySelectorAll('tr.linked')) row.classList.remove('linked');
    for (const row of rows(document)) row.classList.add('linked');
    first.tabIndex = -1;
    first.focus({preventScroll: true});
    first.scrollIntoView({block: matchMedia(SIDE_BY_SIDE).matches ? 'nearest' : 'center'});
    return true;
}

/* Makes a link to the other side. If its target is folded, the link is followed like any other, which unfolds it. */
export function acrossLink(page, text, {place, address, isFromInstructions}) {
    const onclick = (event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        const holder = document.getElementById(isFromInstructions ? 'source' : 'instructions');
        if (!mark(holder, place)) return;
        event.preventDefault();
        page.replace({line: address});
    };
    const title = isFromInstructions ? 'To its source' : 'To its instructions';
    return element('a', {href: fragment({...page.state, line: address}), title, class: 'across', onclick}, text);
}
