/* SPDX-License-Identifier: GPL-3.0-or-later */
import {element, lastName, nameElement, visibleText} from './elements.js';
import {costColumns, functionLink} from './columns.js';
import {lineAddress, readCode} from './across.js';
import {Table} from './table.js';
import {fragment, functionState} from './state.js';

/* The source lines that cost most in the whole program, and the functions they are in. */

/* How many functions to search for a line: only the hottest, since the line is hot itself. */
const MOST_LISTINGS = 60;

function isPlaced(row) {
    return (row.line ?? row.old?.line ?? 0) !== 0;
}

/* Returns the blocks from which lines are read and located. */
export function lineBlocks(page) {
    const ids = page.blocks.namesOf('listing').slice(0, MOST_LISTINGS);
    return ['group-line', `group-line-${page.costEvent}`, ...ids.map((id) => `listing-${id}`)];
}

/* Returns the lines that cost or changed most in the event. There are fewer if the page was made with another --event. */
export async function readLines(page, event) {
    const own = `group-line-${event}`;
    const id = page.blocks.has(own) ? own : 'group-line';
    const isRanked = id === own || event === page.profile.rankedBy;
    if (!isRanked || !page.blocks.has(id)) return [];
    const {rows} = await page.blocks.read(id);
    const cost = (row) => Math.abs(Number(page.source.cost(row, event)));
    return rows.filter((row) => isPlaced(row) && cost(row) > 0).sort((one, other) => cost(other) - cost(one));
}

function numberText(row) {
    return row.line ? `${row.line}` : `${row.old.line} (old)`;
}

function lineName(row) {
    return `${row.file}:${numberText(row)}`;
}

function isSame(row, line) {
    return row.line ? line.line === row.line : !line.line && line.old?.line === row.old?.line;
}

/* Finds a line in a listing, with its cost there; null if it is not in it. */
function findIn(page, listing, row, event) {
    for (const [place, code] of listing.codes.entries()) {
        const line = code.file === row.file ? code.lines.find((other) => isSame(row, other)) : undefined;
        const cost = line && page.source.cost(line, event, 'self');
        if (cost ?? null) return {id: listing.id, cost: Math.abs(Number(cost)), address: lineAddress(false, place, line)};
    }
    return null;
}

/* Returns, for each row, the function in whose code the line costs most, if a listing has the line. */
export async function placeLines(page, rows, event) {
    const places = new Map();
    const ids = page.blocks.namesOf('listing').slice(0, MOST_LISTINGS);
    const listings = await Promise.all(ids.map((id) => readCode(page, 'listing', id).catch(() => null)));
    for (const listing of listings)
        for (const row of listing === null ? [] : rows) {
            const found = findIn(page, listing, row, event);
            if (found !== null && found.cost > (places.get(row)?.cost ?? -1)) places.set(row, found);
        }
    return places;
}

export function lineLink(page, row, place, text = lastName(lineName(row))) {
    const name = nameElement(text, lineName(row));
    if (place === undefined) return name;
    const state = {...page.keptState(), ...functionState(page.profile, place.id), line: place.address};
    return element('a', {href: fragment(state)}, name);
}

export function codeElement(text) {
    return text ? element('code', {}, element('bdi', {}, visibleText(text.trim(), 200))) : null;
}

/* Creates a table of lines; `places` says in which functions they are. */
export function lineTable(page, id, rows, places) {
    const {source} = page;
    const columns = [
        ...page.shownEvents().flatMap((event) => costColumns(page, source, event, ['self'])),
        {
            key: 'file',
            label: 'File',
            className: 'path wide',
            sortText: (row) => row.file ?? '',
            cell: (row) => nameElement(lastName(row.file ?? ''), row.file),
        },
        {
            key: 'line',
            label: 'Line',
            isHeader: true,
            isNumber: true,
            number: (row) => row.line ?? row.old.line,
            text: numberText,
            cell: (row) => lineLink(page, row, places.get(row), numberText(row)),
        },
        {
            key: 'text',
            label: 'Source',
            className: 'name',
            sortText: (row) => row.text ?? '',
            cell: (row) => codeElement(row.text) ?? element('span', {class: 'quiet'}, 'not found'),
        },
        {
            key: 'function',
            label: 'In',
            className: 'path wide',
            sortText: (row) => (places.has(row) ? page.profile.shortName(places.get(row).id) : ''),
            cell: (row) => (places.has(row) ? functionLink(page, places.get(row).id) : ''),
        },
    ];
    return new Table({id, caption: 'Hottest lines, by self cost', noun: 'line', columns, rows, isUnsorted: true});
}
