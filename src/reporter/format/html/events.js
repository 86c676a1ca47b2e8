/* SPDX-License-Identifier: GPL-3.0-or-later */
import {element, section, nameElement, plainTable} from './elements.js';
import {costText, counted, percentOf, signedPercentText} from './figures.js';
import {changeElement, totalText} from './columns.js';
import {fragment} from './state.js';

/* The events and ratios: their totals and meanings. */

/* More would push the hot spots off the first screen. */
export const MOST_AT_A_GLANCE = 6;

function totalCells(page, event) {
    const {profile} = page;
    const facts = profile.events[event];
    const unit = facts.is_ratio && facts.name.endsWith('%') ? ' %' : '';
    if (!profile.isDifference) return [`${costText(facts, facts.total)}${unit}`];
    return [
        costText(facts, facts.old_total),
        totalText(page, event),
        changeElement(facts, facts.total),
        facts.is_ratio ? '' : signedPercentText(percentOf(facts.total, facts.old_total)),
    ];
}

function totalHeads(page, hasMeaning) {
    const figures = page.profile.isDifference ? ['Old', 'New', 'Change', '% change'] : ['Total'];
    const texts = ['Name', ...(hasMeaning ? ['Formula', 'Meaning'] : [])];
    return ['Event', ...figures.map((text) => [text, 'number']), ...texts];
}

/* Returns the name of an event, as a link that selects it unless it is selected already. */
export function eventName(page, event) {
    const facts = page.profile.events[event];
    if (event === page.event)
        return [nameElement(facts.name), element('span', {class: 'unseen'}, ' (measured)')];
    const href = fragment({...page.state, event: facts.name});
    return element('a', {href, title: `Rank by ${facts.name}`}, nameElement(facts.name));
}

function totalRow(page, event, hasMeaning) {
    const facts = page.profile.events[event];
    const cells = totalCells(page, event).map((content) => element('td', {class: 'number'}, content));
    const meaning = [
        element('td', {class: 'formula'}, nameElement(facts.formula ?? '')),
        element('td', {class: 'meaning'}, facts.meaning ?? ''),
    ];
    return element(
        'tr',
        {class: event === page.event ? 'measured' : null},
        element('th', {scope: 'row'}, eventName(page, event)),
        cells,
        element('td', {}, nameElement(facts.long_name ?? '')),
        hasMeaning && meaning
    );
}

function totalsTable(page, events, hasMeaning) {
    const rows = events.map((event) => totalRow(page, event, hasMeaning));
    const attributes = {id: hasMeaning ? 'events' : 'totals'};
    return plainTable('Totals of the events', attributes, totalHeads(page, hasMeaning), rows);
}

/* The totals of the first few events and of the selected one. */
export function totalsGlance(page) {
    const all = [...page.profile.events.keys()];
    const shown = all.filter((event) => event < MOST_AT_A_GLANCE || event === page.event);
    const href = fragment({...page.keptState(), view: 'run'});
    const link = element('a', {href}, `All ${counted(all.length, 'event')}`);
    return [totalsTable(page, shown, false), shown.length < all.length && element('p', {}, link)];
}

/* The section with all details of the events. */
export function eventsSection(page) {
    return section(
        2,
        'Events',
        {id: 'run-events'},
        totalsTable(page, [...page.profile.events.keys()], true),
        element(
            'p',
            {class: 'quiet'},
            'The event in bold ranks functions and sets the widths of the tree. Ratios are computed from the sums of each row.'
        )
    );
}
