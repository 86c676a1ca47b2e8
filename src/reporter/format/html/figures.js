/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Formatting of figures. A cost is a number, a string of digits where a number would not be exact,
 * or null where there is none.
 */

const NOT_GIVEN = '.';

/* Formats 1234567 as 1,234,567. */
export function grouped(value) {
    if (value === null || value === undefined) return NOT_GIVEN;
    const digits = String(value);
    return digits.length < 4 ? digits : digits.replace(/\B(?=(\d{3})+$)/g, ',');
}

function withSign(text, value) {
    return Number(value) > 0 ? `+${text}` : text;
}

export function ratioText(value) {
    if (value === null || value === undefined) return NOT_GIVEN;
    const [whole, decimals] = Number(value).toFixed(2).split('.');
    return `${grouped(whole)}.${decimals}`;
}

/* Rounds to three significant digits. */
function decimalText(value) {
    if (value === null || value === undefined) return NOT_GIVEN;
    const number = Number(value);
    const exponent = number === 0 ? 2 : Number(number.toExponential(2).split('e')[1]);
    const [whole, decimals] = number.toFixed(Math.max(0, 2 - exponent)).split('.');
    return decimals === undefined ? grouped(whole) : `${whole}.${decimals}`;
}

/* Formats a figure of an event; a ratio has two decimals. */
export function costText(event, value) {
    if (event.is_ratio) return ratioText(value);
    return event.unit > 1 ? decimalText(value) : grouped(value);
}

export function changeText(event, value) {
    return value === null || value === undefined ? NOT_GIVEN : withSign(costText(event, value), value);
}

/* Returns a share in percent, or NaN where there is none. */
export function percentOf(value, total) {
    if (value === null || value === undefined || total === null || Number(total) === 0) return NaN;
    return (100 * Number(value)) / Number(total);
}

export function percentText(percent) {
    return Number.isFinite(percent) ? ratioText(percent) : NOT_GIVEN;
}

export function signedPercentText(percent) {
    return Number.isFinite(percent) ? withSign(ratioText(percent), percent) : NOT_GIVEN;
}

/* Returns whether a value has decimals, such as a ratio or a figure per unit. */
function isDecimal(value) {
    return typeof value === 'number' && !Number.isInteger(value);
}

/* Adds exactly, even beyond the range of exact numbers. */
export function sumOf(first, second) {
    if (first === null || first === undefined) return second ?? null;
    if (second === null || second === undefined) return first;
    const sum = Number(first) + Number(second);
    if (Number.isSafeInteger(sum) || [first, second].some(isDecimal)) return sum;
    return String(BigInt(first) + BigInt(second));
}

/* Returns the mean cost of a call, rounded down for whole numbers; null where there is none. */
export function perCall(event, cost, calls) {
    const isKnown = [cost, calls].every((value) => value !== null && value !== undefined) && Number(calls) > 0;
    if (!isKnown) return null;
    return event.unit > 1 ? Number(cost) / Number(calls) : String(BigInt(cost) / BigInt(calls));
}

/* Returns whether there is a change and the new value is within the range of several old runs. */
export function isWithin(change, old, [least, most]) {
    const isKnown = [change, least, most].every((value) => value !== null && value !== undefined);
    if (!isKnown || Number(change) === 0) return false;
    const [now, from, to] = [sumOf(old ?? 0, change), least, most].map((value) =>
        isDecimal(value) ? value : BigInt(value)
    );
    return now >= from && now <= to;
}

/* Formats the range of an estimate in percent of the total, as in [11.6-55.4 %]; empty if both ends print the same. */
export function rangeText(lower, upper, total) {
    const least = percentOf(lower, total);
    const most = percentOf(upper, total);
    if (!Number.isFinite(least) || !Number.isFinite(most)) return '';
    const [from, to] = [least.toFixed(1), most.toFixed(1)];
    if (from === to) return '';
    return least < 0 ? `[${from} to ${to} %]` : `[${from}-${to} %]`;
}

/* Returns "1 function", "2 functions". */
export function counted(count, noun) {
    return `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;
}
