/* SPDX-License-Identifier: GPL-3.0-or-later */
import {isWithin, sumOf} from './figures.js';

/* The figures of rows. A row is a record of --format=json, except that each kind of cost is an array in the order of the events. */
export class CostSource {
    constructor(facts) {
        this.isDifference = facts.is_difference;
        this.events = facts.events;
    }

    /* Returns the record of a row. Subclasses have other kinds of rows. */
    record(row) {
        return row;
    }

    pick(figures, event) {
        return figures?.[event] ?? null;
    }

    /* Returns the kind of cost that is used by default. */
    kindOf() {
        return 'self';
    }

    /* Returns the figure to show, in a difference the change; null if there is none. */
    cost(row, event, kind = this.kindOf(row)) {
        return this.pick(this.record(row)[kind], event);
    }

    oldCost(row, event, kind = this.kindOf(row)) {
        return this.pick(this.record(row).old?.[kind], event);
    }

    /* Returns the new cost. A new ratio has to be given: it is not the sum of the old one and the change. */
    newCost(row, event, kind = this.kindOf(row)) {
        if (!this.isDifference) return this.cost(row, event, kind);
        const {new: ratios} = this.record(row);
        return this.pick(ratios?.[kind], event) ?? sumOf(this.oldCost(row, event, kind), this.cost(row, event, kind));
    }

    /* Returns the inclusive cost, or null if it is not exact. */
    exactInclusive(row, event) {
        return this.record(row).exact === false ? null : this.cost(row, event, 'inclusive');
    }

    /* Returns the total that shares refer to, in a difference the old one. */
    total(event) {
        const facts = this.events[event];
        return this.isDifference ? facts.old_total : facts.total;
    }

    newTotal(event) {
        const facts = this.events[event];
        return facts.new_total ?? (this.isDifference ? sumOf(facts.old_total, facts.total) : facts.total);
    }

    /* Returns the sign before an inexact figure: '≥' for a lower bound, '~' for an estimate, '?' for an unknown change. */
    signOf(row, event, kind) {
        const value = this.cost(row, event, kind);
        if (kind !== 'inclusive' || this.record(row).exact !== false || value === null) return '';
        if (this.isDifference) return '?';
        return Number(value) > Number(this.total(event)) ? '~' : '≥';
    }

    /* Returns whether a change is within the noise between runs of the old build. */
    isNoise(row, event, kind) {
        const {noise} = this.record(row);
        const ends = [noise?.least, noise?.most].map((end) => this.pick(end?.[kind], event));
        return isWithin(this.cost(row, event, kind), this.oldCost(row, event, kind), ends);
    }

    /* "new", "gone", "moved", "renamed", or "". */
    status(row) {
        return this.record(row).status ?? '';
    }

    /* Returns "new" or "gone" if the row is on one side only, or else "". */
    isOneSided(row) {
        const {status, source} = this.record(row);
        return ['new', 'gone'].find((word) => word === status || word === source) ?? '';
    }
}
