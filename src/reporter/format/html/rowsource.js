/* SPDX-License-Identifier: GPL-3.0-or-later */
import {figureOf, isWithin, sumOf} from './figures.js';

/* The rows of a block, whose figures are by the name of their event, as a source of figures for columns. */
export function rowSource(page) {
    const name = (event) => page.profile.events[event].name;
    const source = {
        self: (row, event) => figureOf(row.self, name(event)),
        inclusive: (row, event) => figureOf(row.inclusive, name(event)),
        oldSelf: (row, event) => figureOf(row.old?.self, name(event)),
        oldInclusive: (row, event) => figureOf(row.old?.inclusive, name(event)),
        newSelf: (row, event) =>
            figureOf(row.new?.self, name(event)) ?? sumOf(source.oldSelf(row, event), source.self(row, event)),
        newInclusive: (row, event) =>
            figureOf(row.new?.inclusive, name(event)) ??
            sumOf(source.oldInclusive(row, event), source.inclusive(row, event)),
        signOf: (row, event, kind) => {
            if (kind !== 'inclusive' || row.exact !== false) return '';
            if (page.profile.isDifference) return '?';
            return source.inclusive(row, event) > page.profile.total(event) ? '~' : '≥';
        },
        isNoise: (row, event, kind) => {
            const old = kind === 'self' ? source.oldSelf(row, event) : source.oldInclusive(row, event);
            const ends = [row.noise?.least, row.noise?.most].map((end) => figureOf(end?.[kind], name(event)));
            return isWithin(source[kind](row, event), old, ends);
        },
        status: (row) => row.status ?? '',
    };
    return source;
}
