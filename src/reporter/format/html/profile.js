/* SPDX-License-Identifier: GPL-3.0-or-later */
import {sumOf} from './figures.js';
import {addExpected} from './rests.js';

/* The functions and the calls between them, by columns: a function is its place in these. */

/* Where the arcs of each function begin in an order of arcs: those of i are from starts[i] to starts[i + 1]. */
function countStarts(ends, count) {
    const starts = new Int32Array(count + 1);
    for (const end of ends) starts[end + 1]++;
    for (let i = 0; i < count; i++) starts[i + 1] += starts[i];
    return starts;
}

/* Arcs in the order of their ends, by counting: there may be a million. */
function orderByEnd(ends, starts) {
    const next = starts.slice();
    const order = new Int32Array(ends.length);
    for (let arc = 0; arc < ends.length; arc++) order[next[ends[arc]]++] = arc;
    return order;
}

/* Each number is what is to be added to the one before: makes them whole. */
function addUp(steps) {
    for (let i = 1; i < steps.length; i++) steps[i] += steps[i - 1];
}

function identity(name, file, object) {
    return `${name}\0${file}\0${object}`;
}

export class Profile {
    constructor(block) {
        for (const steps of [block.function, block.short, block.arcs.caller, block.arcs.callee]) addUp(steps);
        addExpected(block);
        this.block = block;
        this.events = block.events;
        this.measured = this.firstGiven(block.measured);
        this.isDifference = block.is_difference;
        this.hasInclusive = block.has_inclusive;
        this.count = block.count;
        this.hasCalls = (block.calls ?? []).some((calls) => calls !== null);
        this.hasFiles = block.file.some((place) => place >= 0);
        this.hasObjects = block.object.some((place) => place >= 0);
        this.memory = new Map();
    }

    /* What is worked out when it is first needed. */
    remember(key, make) {
        if (!this.memory.has(key)) this.memory.set(key, make());
        return this.memory.get(key);
    }

    nameAt(place) {
        return place === undefined || place === null || place < 0 ? '' : this.block.names[place];
    }

    name(id) {
        return this.nameAt(this.block.function[id]) || '(no name)';
    }

    shortName(id) {
        return this.nameAt(this.block.short[id]) || this.name(id);
    }

    file(id) {
        return this.nameAt(this.block.file[id]);
    }

    object(id) {
        return this.nameAt(this.block.object[id]);
    }

    /* All that names it, for a title. */
    fullName(id) {
        const file = this.file(id);
        const object = this.object(id);
        return `${this.name(id)}${file === '' ? '' : ` (${file})`}${object === '' ? '' : ` [${object}]`}`;
    }

    calls(id) {
        return this.block.calls?.[id] ?? null;
    }

    self(id, event) {
        return this.block.self[event]?.[id] ?? null;
    }

    inclusive(id, event) {
        return this.block.inclusive[event]?.[id] ?? null;
    }

    /* Null where it is not exact. */
    exactInclusive(id, event) {
        return this.isBound(id, event) ? null : this.inclusive(id, event);
    }

    isIn(list, id, event) {
        return this.remember(`${list} ${event}`, () => new Set(this.block[list]?.[event] ?? [])).has(id);
    }

    /* Whether an inclusive cost is this or more, or more than the whole program cost. */
    isBound(id, event) {
        return this.isIn('bounds', id, event) || this.isIn('estimates', id, event);
    }

    /* What goes before a figure that is not exact: this or more, about, or of a difference that it is not known. */
    signOf(id, event, kind) {
        if (kind !== 'inclusive' || !this.isBound(id, event)) return '';
        if (this.isDifference) return '?';
        return this.isIn('estimates', id, event) ? '~' : '≥';
    }

    /* Of a difference: whether further runs of the old build have such a change as well. */
    isNoise(id, event, kind) {
        return this.isIn(kind === 'inclusive' ? 'inclusive_noise' : 'noise', id, event);
    }

    oldSelf(id, event) {
        return this.block.old?.self[event]?.[id] ?? null;
    }

    oldInclusive(id, event) {
        return this.block.old?.inclusive[event]?.[id] ?? null;
    }

    /* In a difference, which has the change: what it is now. */
    newSelf(id, event) {
        const ratio = this.block.old?.ratios?.[event];
        return ratio?.length > 0 ? ratio[id] : sumOf(this.oldSelf(id, event), this.self(id, event));
    }

    newInclusive(id, event) {
        const ratio = this.block.old?.inclusive_ratios?.[event];
        return ratio?.length > 0 ? ratio[id] : sumOf(this.oldInclusive(id, event), this.inclusive(id, event));
    }

    /* "new", "gone", "moved", "renamed", or "". */
    status(id) {
        return this.block.old?.status?.[id] ?? '';
    }

    oldNames(id) {
        return this.block.old?.names?.[id] ?? null;
    }

    /* "inlined", "partly inlined", or "". */
    inlined(id) {
        const {inlined = [], partly_inlined: partly = []} = this.block;
        const entries = (ids, words) => ids.map((one) => [one, words]);
        const all = () => new Map([...entries(inlined, 'inlined'), ...entries(partly, 'partly inlined')]);
        return this.remember('inlined', all).get(id) ?? '';
    }

    get hasInlined() {
        return this.block.inlined !== undefined;
    }

    cycleOf(id) {
        return this.block.cycle?.[id] ?? 0;
    }

    membersOf(cycle) {
        const members = [];
        for (let id = 0; id < this.count; id++) if (this.block.cycle?.[id] === cycle) members.push(id);
        return members;
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

    callees(id) {
        const {arcs} = this.block;
        const starts = this.remember('callers', () => countStarts(arcs.caller, this.count));
        return Array.from({length: starts[id + 1] - starts[id]}, (_, i) => starts[id] + i);
    }

    callers(id) {
        const {arcs} = this.block;
        const starts = this.remember('callees', () => countStarts(arcs.callee, this.count));
        const order = this.remember('by callee', () => orderByEnd(arcs.callee, starts));
        return Array.from(order.subarray(starts[id], starts[id + 1]));
    }

    entering(arc, event) {
        return this.block.arcs.entering[event]?.[arc] ?? null;
    }

    leaving(arc, event) {
        const others = this.remember(
            `leaving ${event}`,
            () => new Map(this.block.arcs.leaving?.[event] ?? [])
        );
        return others.has(arc) ? others.get(arc) : this.entering(arc, event);
    }

    /* The function that a row of another block names, or -1. */
    find(row) {
        const places = this.remember('places', () => this.placeFunctions());
        return places.get(identity(row.function, row.file ?? '', row.object ?? '')) ?? -1;
    }

    placeFunctions() {
        const places = new Map();
        for (let id = 0; id < this.count; id++)
            places.set(identity(this.name(id), this.file(id), this.object(id)), id);
        return places;
    }

    /* All functions of a name, the costliest first. */
    named(name) {
        const names = this.remember('names', () => this.groupByName());
        return names.get(name) ?? [];
    }

    groupByName() {
        const names = new Map();
        for (let id = 0; id < this.count; id++) {
            const name = this.name(id);
            if (names.has(name)) names.get(name).push(id);
            else names.set(name, [id]);
        }
        return names;
    }

    /* Returns the event to rank by at first: the measured one, or if nothing costs anything in it the first in which something does. */
    firstGiven(measured) {
        const hasCost = (event) => (this.block.self[event] ?? []).some((cost) => Number(cost) !== 0);
        return [measured, ...this.events.keys()].find(hasCost) ?? measured;
    }

    /* Returns those of the wanted ids whose self cost is largest; its sign does not count, since cost may be below 0. */
    hottest(event, count, isWanted = () => true) {
        const costs = this.block.self[event] ?? [];
        const weight = (id) => Math.abs(Number(costs[id]));
        const best = [];
        for (let id = 0; id < this.count; id++) {
            const isLess = !(weight(id) > 0) || (best.length === count && weight(id) <= weight(best[count - 1]));
            if (isLess || !isWanted(id)) continue;
            best.push(id);
            best.sort((one, other) => weight(other) - weight(one));
            best.length = Math.min(best.length, count);
        }
        return best;
    }
}
