/* SPDX-License-Identifier: GPL-3.0-or-later */
import {sumOf} from './figures.js';

/*
 * What is divided by what in a ratio: read from its formula, as far as the page has the events, and
 * believed where it makes the total that the page has of the ratio.
 */

const LEAST_PERCENT = 1;

function endsName(text, at) {
    return at === text.length || ' \t+/)'.includes(text[at]);
}

/* Finds the longest name of an event that the text has there, as the program reads formulas; -1 if it has none. */
function eventAt(events, text, at) {
    const fits = ({name}) => text.startsWith(name, at) && endsName(text, at + name.length);
    const longest = (best, i) => (fits(events[i]) && (best < 0 || events[i].name.length > events[best].name.length) ? i : best);
    return [...events.keys()].reduce(longest, -1);
}

/* Returns the sums on both sides of the formula, each as [event, times]; null if it has an event that the page lacks. */
function readSides(events, formula) {
    const sides = [[]];
    let at = 0;
    const take = (expression) => {
        expression.lastIndex = at;
        const [all, wanted] = expression.exec(formula);
        at += all.length;
        return wanted;
    };
    while (at < formula.length) {
        const sign = take(/[\s(]*([+-]?)\s*/y);
        const times = eventAt(events, formula, at) < 0 ? take(/(\d*)\s*\*?\s*/y) : '';
        const event = eventAt(events, formula, at);
        if (event < 0 || events[event].is_ratio) return null;
        sides.at(-1).push([event, (sign === '-' ? -1 : 1) * Number(times || 1)]);
        at += events[event].name.length;
        if (take(/[\s)]*(\/?)/y) === '/') sides.push([]);
    }
    return sides.length === 2 && sides.every((side) => side.length > 0) ? sides : null;
}

/* Adds up events, each as often as it counts; value(event) may be null, which adds nothing. */
function sumOfTerms(terms, value) {
    return terms.reduce((sum, [event, times]) => {
        const one = value(event);
        const isExact = one === null || Number.isSafeInteger(Number(one) * times);
        return sumOf(sum, one === null ? null : isExact ? Number(one) * times : String(BigInt(one) * BigInt(times)));
    }, null);
}

function isRight(profile, event, sides) {
    const expected = profile.newTotal(event);
    const [dividend, divisor] = sides.map((side) => Number(sumOfTerms(side, (one) => profile.newTotal(one)) ?? 0));
    if (expected === null || expected === undefined) return divisor === 0;
    const quotient = dividend / divisor;
    return [1, 100].some((factor) => Math.abs(factor * quotient - expected) <= 1e-6 * Math.abs(expected));
}

/* Returns {dividend, divisor}, each with its terms and its text; null where they are not known. */
export function ratioOf(profile, event) {
    return profile.remember(`ratio ${event}`, () => {
        const facts = profile.events[event];
        if (!facts.is_ratio || !facts.formula) return null;
        const sides = readSides(profile.events, facts.formula);
        if (sides === null || !isRight(profile, event, sides)) return null;
        const textOf = (terms) => terms.map(([one, times], i) =>
            `${times < 0 ? '- ' : i > 0 ? '+ ' : ''}${Math.abs(times) === 1 ? '' : `${Math.abs(times)} `}${profile.events[one].name}`).join(' ');
        const [dividend, divisor] = sides.map((terms) => ({terms, text: textOf(terms)}));
        return {dividend, divisor};
    });
}

/* How many percent of the divisor's total a row needs to be ranked by its ratio. */
export function leastPercent(page) {
    const least = Number(page.state.weight ?? LEAST_PERCENT);
    return least >= 0 && least <= 100 ? least : LEAST_PERCENT;
}

/* Returns the dividend, or the divisor, of a row as it is now. */
export function sideOf(page, source, row, side, kind) {
    const now = page.profile.isDifference
        ? kind === 'inclusive' ? source.newInclusive : source.newSelf
        : source[kind];
    return sumOfTerms(side.terms, (event) => now.call(source, row, event));
}

/* Tells whether the divisor of a row is so small, before and now, that its ratio says nothing of the program. */
export function isLight(page, source, row, event, kind = 'self') {
    const ratio = ratioOf(page.profile, event);
    if (ratio === null) return false;
    const {divisor} = ratio;
    const {isDifference} = page.profile;
    const old = kind === 'inclusive' ? source.oldInclusive : source.oldSelf;
    const before = isDifference ? sumOfTerms(divisor.terms, (one) => old.call(source, row, one)) : null;
    const size = Math.max(...[sideOf(page, source, row, divisor, kind), before].map((one) => Math.abs(Number(one ?? 0))));
    const total = Math.abs(Number(sumOfTerms(divisor.terms, (one) => page.profile.newTotal(one)) ?? 0));
    return size < (leastPercent(page) / 100) * total || size === 0;
}
