/* SPDX-License-Identifier: GPL-3.0-or-later */
import {element, nameElement, lastName, visibleText} from './elements.js';
import {changeText, costText, grouped, perCall, percentOf, percentText, signedPercentText} from './figures.js';
import {fragment, functionState} from './state.js';

/*
 * The columns of tables. A column asks a source for the figures of a row: the profile, where rows
 * are functions, or another CostSource.
 */

/* Marks a change no larger than the noise between runs of the old build. */
const NOISE = '≈';

const LONGEST_SLICE = 24;

function plainNumber(value) {
    return value === null || value === undefined ? NaN : Number(value);
}

/* The least cost, in percent of the total, for a row to be ranked by a ratio. */
export const LEAST_PERCENT = 1;

/* Returns whether a ratio is insignificant since its row costs little, both before and now. */
export function isLight(page, source, row, event, kind = 'self') {
    if (!page.profile.events[event].is_ratio) return false;
    const costs = [source.oldCost(row, page.costEvent, kind), source.newCost(row, page.costEvent, kind)];
    const size = Math.max(...costs.map((cost) => Math.abs(Number(cost))));
    return size === 0 || 100 * size < LEAST_PERCENT * Math.abs(Number(page.profile.newTotal(page.costEvent)));
}

/* A figure and its share of the total. */
function shareColumns(page, source, event, kind) {
    const {profile} = page;
    const facts = profile.events[event];
    const isInclusive = kind === 'inclusive';
    const value = (row) => source.cost(row, event, kind);
    const sign = (row) => source.signOf(row, event, kind);
    const percent = (row) => percentOf(value(row), profile.total(event));
    const label = isInclusive ? 'Inclusive' : 'Self';
    const what = `${label} cost: ${facts.name}${facts.long_name ? `, ${facts.long_name}` : ''}`;
    const number = {
        key: `${kind}.${facts.name}`,
        label: page.hasSeveralEvents ? `${facts.name} ${label.toLowerCase()}` : label,
        title: what,
        isNumber: true,
        number: (row) => plainNumber(value(row)),
        text: (row) => sign(row) + costText(facts, value(row)),
    };
    if (facts.is_ratio) {
        const isQuiet = (row) => isLight(page, source, row, event, kind);
        return [{...number, number: (row) => (isQuiet(row) ? NaN : number.number(row)), cellClass: (row) => (isQuiet(row) ? 'quiet' : '')}];
    }
    number.className = 'roomy';
    const shareLabel = `${page.hasSeveralEvents ? `${facts.name} ` : ''}${isInclusive ? 'Incl.' : 'Self'} %`;
    return [
        number,
        {
            key: `${kind}%.${facts.name}`,
            label: shareLabel,
            name: `${shareLabel} of ${facts.name}`,
            title: `${what}, in percent of the total`,
            isNumber: true,
            number: percent,
            text: (row) => sign(row) + percentText(percent(row)),
            share: (row) => percent(row) / 100,
        },
    ];
}

function changeClass(value) {
    const number = Number(value);
    return number > 0 ? 'more' : number < 0 ? 'less' : '';
}

/* Returns the change in percent of the old cost, or "new" or "gone". */
function ownPercent(source, row, change, old) {
    if (change === null) return signedPercentText(NaN);
    return source.isOneSided(row) || signedPercentText(percentOf(change, old));
}

/* The columns of a difference: the old cost, the new one, and the change. */
function differenceColumns(page, source, event, kind) {
    const facts = page.profile.events[event];
    const isInclusive = kind === 'inclusive';
    const change = (row) => source.cost(row, event, kind);
    const old = (row) => source.oldCost(row, event, kind);
    const current = (row) => source.newCost(row, event, kind);
    /* If either side is only a lower bound, the change is unknown. */
    const sign = (row) => source.signOf(row, event, kind);
    const least = (row, text) => (sign(row) === '?' ? `≥${text}` : sign(row) + text);
    const noise = (row) => (source.isNoise(row, event, kind) ? NOISE : '');
    const unknown = (row, text) => (sign(row) === '?' ? '?' : sign(row) + noise(row) + text);
    const unknownShare = (row, text) => (sign(row) === '?' ? '?' : sign(row) + text);
    const label = `${page.hasSeveralEvents ? `${facts.name}, ` : ''}${isInclusive ? 'incl.' : 'self'}`;
    const column = (name, text, number, more = {}) => ({
        key: `${kind}${name}.${facts.name}`,
        isNumber: true,
        text,
        number,
        title: `${facts.name}, ${isInclusive ? 'inclusive' : 'self'} cost: ${name}`,
        label: `${name} ${label}`,
        ...more,
    });
    const sides = {className: isInclusive ? 'widest' : 'wide'};
    const columns = [
        column(
            'Old',
            (row) => least(row, costText(facts, old(row))),
            (row) => plainNumber(old(row)),
            sides
        ),
        column(
            'New',
            (row) => least(row, costText(facts, current(row))),
            (row) => plainNumber(current(row)),
            sides
        ),
        column(
            'Change',
            (row) => unknown(row, changeText(facts, change(row))),
            (row) => (isLight(page, source, row, event, kind) ? NaN : plainNumber(change(row))),
            {key: `${kind}.${facts.name}`, cellClass: (row) => changeClass(change(row))}
        ),
    ];
    if (!facts.is_ratio)
        columns.push(
            column(
                '%',
                (row) => unknownShare(row, ownPercent(source, row, change(row), old(row))),
                (row) => percentOf(change(row), old(row)),
                {
                    title: 'Change in percent of the old cost',
                    className: 'roomy',
                    cellClass: (row) => changeClass(change(row)),
                }
            )
        );
    return columns;
}

/* All columns of an event. */
export function costColumns(
    page,
    source,
    event,
    kinds = page.profile.hasInclusive ? ['self', 'inclusive'] : ['self']
) {
    const make = page.profile.isDifference ? differenceColumns : shareColumns;
    return kinds.flatMap((kind) => make(page, source, event, kind));
}

/* The calls and, unless profiles are compared, the mean cost of a call in the measured event. */
export function callsColumns(page, calls, cost) {
    const {isDifference, events} = page.profile;
    const facts = events[page.event];
    const mean = (row) => perCall(facts, cost(row, page.event), calls(row));
    const ofOne = {
        key: 'per_call',
        label: 'Per call',
        title: `${facts.name}, inclusive cost divided by calls`,
        className: 'wider',
        isNumber: true,
        number: (row) => plainNumber(mean(row)),
        text: (row) => costText(facts, mean(row)),
    };
    return isDifference || facts.is_ratio ? [callsColumn(page, calls)] : [callsColumn(page, calls), ofOne];
}

export function callsColumn(page, calls) {
    const text = page.profile.isDifference
        ? (row) => changeText({}, calls(row))
        : (row) => grouped(calls(row));
    return {
        key: 'calls',
        label: 'Calls',
        title: page.profile.isDifference ? 'Change in calls' : 'Calls',
        className: 'wide',
        isNumber: true,
        number: (row) => plainNumber(calls(row)),
        text,
    };
}

/* The cost of a row in each thread, part, label or input of --per, from values(). */
export function sliceColumns(page, names, values) {
    const facts = page.profile.events[page.event];
    const value = (row, i) => page.source.pick(values(row)?.[i], page.event);
    return names.map((name, i) => ({
        key: `slice.${i}`,
        label: visibleText(name, LONGEST_SLICE),
        title: `Self cost in ${visibleText(name)}: ${facts.name}`,
        className: 'wide',
        isNumber: true,
        number: (row) => plainNumber(value(row, i)),
        text: (row) => costText(facts, value(row, i)),
    }));
}

/* A link to a function, by its short name. */
export function functionLink(page, id, label = page.profile.shortName(id)) {
    const {profile} = page;
    return element(
        'a',
        {
            href: fragment({...page.keptState(), ...functionState(profile, id)}),
            title: visibleText(profile.fullName(id)),
        },
        nameElement(label)
    );
}

/* Returns the note that tree.afterName() gives for a row. */
export function afterNameNote(tree, node) {
    const text = tree.afterName(node);
    return text === '' ? null : element('span', {class: 'status'}, text);
}

/* Returns whether a function is new, gone, moved or renamed. */
export function statusNote(profile, id) {
    const status = profile.status(id);
    if (status === '') return null;
    const old = profile.oldNames(id) ?? {};
    if (status === 'renamed')
        return element('span', {class: 'status'}, ' was ', nameElement(old.function ?? '?'));
    if (status === 'moved')
        return element(
            'span',
            {class: 'status'},
            ' was in ',
            nameElement(lastName(old.file ?? old.object ?? '?'), old.file ?? old.object ?? '')
        );
    return element('span', {class: `status ${status}`}, ` ${status}`);
}

/* Notes that the function was inlined into others. */
export function inlinedNote(profile, id) {
    const words = profile.inlined(id);
    return words === '' ? null : element('span', {class: 'status'}, ` [${words}]`);
}

/* The columns that name the function of a row; id() returns its id. */
export function nameColumns(page, id = (row) => row, hasObject = true) {
    const {profile} = page;
    const name = {
        key: 'function',
        label: 'Function',
        isHeader: true,
        className: 'name',
        sortText: (row) => profile.shortName(id(row)),
        cell: (row) => [
            functionLink(page, id(row)),
            inlinedNote(profile, id(row)),
            cycleNote(profile, id(row)),
            statusNote(profile, id(row)),
        ],
    };
    const path = (key, label, text, className) => ({
        key,
        label,
        className,
        sortText: (row) => text(id(row)),
        cell: (row) => nameElement(lastName(text(id(row))), text(id(row))),
    });
    const file = path('file', 'File', (number) => profile.file(number), 'path wide');
    const object = path('object', 'Object', (number) => profile.object(number), 'path wider');
    return [name, ...(profile.hasFiles ? [file] : []), ...(hasObject && profile.hasObjects ? [object] : [])];
}

function cycleNote(profile, id) {
    const cycle = profile.cycleOf(id);
    return cycle === 0 ? null : element('span', {class: 'status'}, ` <cycle ${cycle}>`);
}

/* Formats a change; its colour shows the sign as well. */
export function changeElement(facts, value) {
    return element('span', {class: changeClass(value)}, changeText(facts, value));
}

export function totalText(page, event) {
    return costText(page.profile.events[event], page.profile.newTotal(event));
}
