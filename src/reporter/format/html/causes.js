/* SPDX-License-Identifier: GPL-3.0-or-later */
import {element, lastName, nameElement, plainTable, section} from './elements.js';
import {changeText, percentOf, signedPercentText} from './figures.js';
import {changeElement, functionLink} from './columns.js';
import {codeElement} from './lines.js';

/* The causes of a change in cost, each with the changes that it consists of. */

function linkOfCause(page, row) {
    const id = page.profile.find(row);
    return id < 0 ? nameElement(row.function) : functionLink(page, id);
}

function restText(count) {
    return `(${count} smaller one${count === 1 ? '' : 's'})`;
}

function causeName(page, row) {
    if (row.cause) return row.cause;
    if (row.left_out) return restText(row.left_out);
    if (row.members) return `${row.function} of ${row.members} functions`;
    return [
        linkOfCause(page, row),
        row.file && [' ', element('span', {class: 'quiet'}, nameElement(lastName(row.file), row.file))],
        row.note && element('div', {class: 'evidence'}, row.note),
    ];
}

/* A source line that shows what changed, and how. */
function evidence(line) {
    const place = `${line.file}:${line.line}`;
    const status = line.status === 'gone' ? 'was ' : line.status === 'new' ? 'new ' : '';
    return element('div', {class: 'evidence'}, status, nameElement(lastName(place), place), ' ', codeElement(line.text));
}

function termText(page, term) {
    if (term.left_out) return restText(term.left_out);
    const [before, after] = term.words.map((words) => words.replace(' -> ', ' → '));
    const name = after === undefined ? null : [linkOfCause(page, term), after];
    return [before, name, (term.lines ?? []).map(evidence)];
}

/* The figures of an event; a cause also has its share. */
function contributionCells(page, event, row, isCause) {
    const facts = page.profile.events[event];
    const value = page.source.pick(row.contribution, event);
    const share = percentOf(value, page.profile.total(event));
    return [
        element('td', {class: 'number'}, changeElement(facts, value)),
        element('td', {class: 'number'}, isCause ? signedPercentText(share) : ''),
    ];
}

function causeRows(page, event, row) {
    const cause = element(
        'tr',
        {class: 'cause'},
        contributionCells(page, event, row, true),
        element('th', {scope: 'row'}, causeName(page, row))
    );
    const terms = row.terms.map((term) =>
        element(
            'tr',
            {class: 'term'},
            contributionCells(page, event, term, false),
            element('td', {}, termText(page, term))
        )
    );
    return [cause, ...terms];
}

/* Sums the increases and the decreases, beside the net change of the event that ranks causes. */
function cancelText(page, block) {
    const facts = page.profile.events[page.profile.rankedBy];
    const [ups, downs] = [Number(block.ups), Number(block.downs)];
    if (ups - downs <= 2 * Math.abs(ups + downs)) return null;
    return element(
        'p',
        {class: 'quiet'},
        `Increases (${changeText(facts, block.ups)}) and decreases (${changeText(facts, block.downs)}) together are more than twice the net change: some causes made it better and some worse, or cost moved from one place to another, or it is noise.`
    );
}

function causesTable(page, event, id, rows) {
    const heads = [['Contribution', 'number'], ['%', 'number'], 'Cause'];
    const label = `Causes of the change in ${page.profile.events[event].name}`;
    return plainTable(label, {id}, heads, rows.flatMap((row) => causeRows(page, event, row)));
}

/* Adds the causes in one function, or removes the section if there are none. */
export async function fillCauses(page, id, holder) {
    const {rows} = page.blocks.has('causes') ? await page.blocks.read('causes') : {rows: []};
    const own = rows.filter((row) => row.function !== undefined && page.profile.find(row) === id);
    if (own.length === 0) holder.remove();
    else holder.append(causesTable(page, page.costEvent, 'own-causes', own));
}

export async function causesSection(page) {
    const block = await page.blocks.read('causes');
    const causes = block.rows;
    const event = page.costEvent;
    const {name} = page.profile.events[event];
    const {name: ranked} = page.profile.events[page.profile.rankedBy];
    if (causes.length === 0) return null;
    return section(
        2,
        `What changed ${name}`,
        {id: 'causes-section'},
        element('p', {class: 'quiet'}, 'A cause is charged with all that it made the program cost, including in its callees; where that was spent is below.'),
        event === page.profile.rankedBy && cancelText(page, block),
        event !== page.profile.rankedBy &&
            element('p', {class: 'quiet'}, `Ordered by contribution to ${ranked}.`),
        causesTable(page, event, 'causes', causes)
    );
}
