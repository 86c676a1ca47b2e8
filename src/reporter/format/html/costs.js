/* SPDX-License-Identifier: GPL-3.0-or-later */
import {isWithin, sumOf} from './figures.js';

/* The figures of rows, which are the records of --format=json, but that a kind of cost has them in a list in the order of the events. */
export class CostSource {
    constructor(facts) {
        this.isDifference = facts.is_difference;
        this.events = facts.events;
    }

    /* What a row stands for: other sources have rows of another kind. */
    record(row) {
        return row;
    }

    pick(figures, event) {
        return figures?.[event] ?? null;
    }

    /* Which cost of a row is meant where none is named. */
    kindOf() {
        return 'self';
    }

    /* What is shown: in a difference the change; null where none is given. */
    cost(row, event, kind = this.kindOf(row)) {
        return this.pick(this.record(row)[kind], event);
    }

    oldCost(row, event, kind = this.kindOf(row)) {
        return this.pick(this.record(row).old?.[kind], event);
    }

    /* What it is now; of a ratio that does not follow from what it was and by how much it changed. */
    newCost(row, event, kind = this.kindOf(row)) {
        if (!this.isDifference) return this.cost(row, event, kind);
        const {new: ratios} = this.record(row);
        return this.pick(ratios?.[kind], event) ?? sumOf(this.oldCost(row, event, kind), this.cost(row, event, kind));
    }

    /* Null where it is not exact. */
    exactInclusive(row, event) {
        return this.record(row).exact === false ? null : this.cost(row, event, 'inclusive');
    }

    /* What shares are of: in a difference of the old total. */
    total(event) {
        const facts = this.events[event];
        return this.isDifference ? facts.old_total : facts.total;
    }

    newTotal(event) {
        const facts = this.events[event];
        return facts.new_total ?? (this.isDifference ? sumOf(facts.old_total, facts.total) : facts.total);
    }

    /* What goes before a figure that is not exact: this or more, about, or of a difference that it is not known. */
    signOf(row, event, kind) {
        const value = this.cost(row, event, kind);
        if (kind !== 'inclusive' || this.record(row).exact !== false || value === null) return '';
        if (this.isDifference) return '?';
        return Number(value) > Number(this.total(event)) ? '~' : '≥';
    }

    /* Of a difference: whether further runs of the old build have such a change as well. */
    isNoise(row, event, kind) {
        const {noise} = this.record(row);
        const ends = [noise?.least, noise?.most].map((end) => this.pick(end?.[kind], event));
        return isWithin(this.cost(row, event, kind), this.oldCost(row, event, kind), ends);
    }

    /* "new", "gone", "moved", "renamed", or "". */
    status(row) {
        return this.record(row).status ?? '';
    }

    /* Whether it is on one side alone, so that there is nothing to compare it with: "new", "gone", or "". */
    isOneSided(row) {
        const {status, source} = this.record(row);
        return ['new', 'gone'].find((word) => word === status || word === source) ?? '';
    }
}
