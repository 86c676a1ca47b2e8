/* SPDX-License-Identifier: GPL-3.0-or-later */
import {element, appendTo, heading, nameElement, section} from './elements.js';
import {percentOf} from './figures.js';
import {Listing} from './listing.js';
import {addressesOf, readCode} from './across.js';

/*
 * All code of a function. Inlined code can bring in many files, most of which cost next to nothing;
 * those are folded.
 */

/* The limits by which quern chooses the functions whose code is in a page: percent of the total, and a count. */
const LEAST = [['self', 0.1], ['inclusive', 1]];
const MOST_LISTED = 300;

const NO_ROOM = 'There was no room for it on this page.';

const MOST_OPEN = 3;
const UNFOLDED_FROM = 5;

/* Returns the cost of a piece of code, before or now, whichever is more, in percent of all pieces together. */
function shareOf(listing, listings) {
    const whole = listings.reduce((sum, other) => sum + other.weight(), 0);
    return whole > 0 ? (100 * listing.weight()) / whole : 100;
}

/* Returns whether a piece of code is shown folded. A link to one of its lines opens it. */
function isFolded(page, listing, listings) {
    const own = page.profile.file(listing.id);
    const others = listings.filter(({code}) => code.file !== own);
    return (
        others.length > MOST_OPEN &&
        others.includes(listing) &&
        shareOf(listing, listings) < UNFOLDED_FROM &&
        !listing.hasTarget()
    );
}

function listingElements(page, listing, listings) {
    const title = heading(3, nameElement(listing.code.file, listing.code.object ?? ''), listing.sumText());
    if (!isFolded(page, listing, listings)) return [title, listing.build()];
    const folded = element('details', {class: 'folded'}, element('summary', {}, title));
    /* A folded listing is built only when it is opened. Printing shows what is open. */
    folded.addEventListener('toggle', () => appendTo(folded, listing.build()), {once: true});
    return folded;
}

/* Adds all code of a listing to a section and scrolls to the target of the link, if any. */
function showListings(page, container, {id, codes}, {isInstructions, across}) {
    const isOnly = codes.length === 1;
    const listings = codes.map((code, place) => new Listing({page, code, place, isInstructions, isOnly, across, id}));
    const files = new Set(codes.map(({file}) => file));
    if (files.size > 1)
        container.append(
            element(
                'p',
                {class: 'quiet'},
                'Code inlined here from other files is listed under those files; its cost is there, not on the line that called it.'
            )
        );
    for (const listing of listings) appendTo(container, [listingElements(page, listing, listings)]);
    const target = container.querySelector('tr.target');
    if (target !== null) {
        target.scrollIntoView({block: 'center'});
        target.focus({preventScroll: true});
    }
}

async function showCode(page, id, container, kind) {
    try {
        const isInstructions = kind === 'instructions';
        const other = isInstructions ? 'listing' : 'instructions';
        const code = await readCode(page, kind, id);
        const {codes} = page.blocks.has(`${other}-${id}`) ? await readCode(page, other, id) : {codes: []};
        const across = addressesOf(codes, !isInstructions);
        container.querySelector('.waiting').remove();
        if (code.codes.length === 0) container.append(element('p', {class: 'quiet'}, NO_ROOM));
        showListings(page, container, code, {isInstructions, across});
    } catch (error) {
        container.querySelector('.waiting')?.remove();
        container.append(element('p', {class: 'error', role: 'alert'}, error.message));
    }
}

/* Explains why the page has no code of a function although there was room. */
function whyUnlisted(page, id) {
    const {profile} = page;
    const event = profile.rankedBy;
    const cost = (other) => Math.abs(Number(profile.self(other, event)));
    const isHot = (other) =>
        LEAST.some(([kind, percent]) => Math.abs(percentOf(profile.cost(other, event, kind), profile.total(event))) >= percent);
    const words = LEAST.map(([kind, percent]) => `${percent} % ${kind}`).join(' or ');
    if (!isHot(id)) return `Source is listed only for functions with at least ${words}; this one costs less.`;
    return profile.ids.filter((other) => isHot(other) && cost(other) > cost(id)).length >= MOST_LISTED
        ? `Source is listed only for the ${MOST_LISTED} costliest functions.`
        : 'The profile has no line numbers for it: an object compiled without -g has none.';
}

/* The sections for source and instructions, and a function that fills them. */
export function codeSections(page, id) {
    const source = section(2, 'Source', {id: 'source'});
    const parts = [
        [source, 'listing'],
        [section(2, 'Instructions', {id: 'instructions'}), 'instructions'],
    ].filter(([, kind]) => page.blocks.has(`${kind}-${id}`));
    for (const [part] of parts) part.append(element('p', {class: 'quiet waiting'}, 'Reading…'));
    const sections = parts.map(([part]) => part);
    if (!sections.includes(source)) {
        sections.unshift(source);
        source.append(
            element(
                'p',
                {class: 'quiet'},
                whyUnlisted(page, id)
            )
        );
    }
    const holder = element('div', {class: sections.length > 1 ? 'code-part code-sides' : 'code-part'}, sections);
    return {sections: holder, isThere: parts.length > 0, fill: () => Promise.all(parts.map(([part, kind]) => showCode(page, id, part, kind)))};
}
