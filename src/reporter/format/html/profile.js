/* SPDX-License-Identifier: GPL-3.0-or-later */
import {CostSource} from './costs.js';

/* The functions and the calls between them. The id of a function is its index in the records, costliest first. */

function identity(name, file, object) {
    return `${name}\0${file}\0${object}`;
}

/* Groups items by keyOf(), keeping their order. */
function groupBy(items, keyOf) {
    const groups = new Map();
    for (const item of items) {
        const key = keyOf(item);
        if (groups.has(key)) groups.get(key).push(item);
        else groups.set(key, [item]);
    }
    return groups;
}

/* Adds the totals to the events. */
function addTotals(facts) {
    for (const [i, event] of facts.events.entries()) {
        event.total = facts.totals[i];
        event.old_total = facts.old_totals?.[i] ?? null;
        event.new_total = facts.new_totals?.[i] ?? null;
    }
}

export class Profile extends CostSource {
    constructor(facts, rows) {
        super(facts);
        addTotals(facts);
        this.functions = rows.filter((row) => row.cycle === undefined);
        this.cycles = rows.filter((row) => row.cycle !== undefined);
        this.count = this.functions.length;
        this.countLeftOut = facts.functions_left_out;
        this.ids = [...this.functions.keys()];
        this.rankedBy = facts.measured;
        this.measured = this.firstGiven(facts.measured);
        this.hasInclusive = facts.has_inclusive;
        this.hasCalls = this.functions.some(({calls}) => calls !== undefined);
        this.hasFiles = this.functions.some(({file}) => file);
        this.hasObjects = this.functions.some(({object}) => object);
        this.hasInlined = this.functions.some(({inlined}) => inlined);
        this.memory = new Map();
    }

    record(id) {
        return this.functions[id];
    }

    /* Computes a value when it is first needed. */
    remember(key, make) {
        if (!this.memory.has(key)) this.memory.set(key, make());
        return this.memory.get(key);
    }

    name(id) {
        return this.functions[id].function || '(no name)';
    }

    shortName(id) {
        return this.functions[id].short ?? this.name(id);
    }

    file(id) {
        return this.functions[id].file ?? '';
    }

    object(id) {
        return this.functions[id].object ?? '';
    }

    /* Returns the function, file and object for a title. */
    fullName(id) {
        const file = this.file(id);
        const object = this.object(id);
        return `${this.name(id)}${file === '' ? '' : ` (${file})`}${object === '' ? '' : ` [${object}]`}`;
    }

    calls(id) {
        return this.functions[id].calls ?? null;
    }

    self(id, event) {
        return this.cost(id, event, 'self');
    }

    inclusive(id, event) {
        return this.cost(id, event, 'inclusive');
    }

    /* Returns the old name of a renamed or moved function, or null. */
    oldNames(id) {
        const {status, old} = this.functions[id];
        return status === 'moved' || status === 'renamed' ? old : null;
    }

    /* Returns "inlined", "partly inlined", or "". */
    inlined(id) {
        const {inlined} = this.functions[id];
        return inlined === true ? 'inlined' : inlined ? 'partly inlined' : '';
    }

    cycleOf(id) {
        return this.functions[id].in_cycle ?? 0;
    }

    membersOf(cycle) {
        return this.ids.filter((id) => this.cycleOf(id) === cycle);
    }

    /* Returns the calls that a function makes, as far as the page has them. */
    callees(id) {
        const {callees = []} = this.functions[id];
        for (const arc of callees) arc.caller = id;
        return callees.filter(({callee}) => callee < this.count);
    }

    callers(id) {
        const all = () => groupBy(this.ids.flatMap((caller) => this.callees(caller)), ({callee}) => callee);
        return this.remember('callers', all).get(id) ?? [];
    }

    entering(arc, event) {
        return this.pick(arc.cost, event);
    }

    leaving(arc, event) {
        return this.pick(arc.leaving ?? arc.cost, event);
    }

    /* Returns the function that a row of another block names, or -1. */
    find(row) {
        const all = () => new Map(this.ids.map((id) => [identity(this.name(id), this.file(id), this.object(id)), id]));
        return this.remember('places', all).get(identity(row.function, row.file ?? '', row.object ?? '')) ?? -1;
    }

    /* Returns all functions of a name, the costliest first. */
    named(name) {
        return this.remember('names', () => groupBy(this.ids, (id) => this.name(id))).get(name) ?? [];
    }

    /* Returns the event to rank by at first: the measured one or, if it is 0 everywhere, the first that is not. */
    firstGiven(measured) {
        const hasCost = (event) => this.ids.some((id) => Number(this.self(id, event)) !== 0);
        return [measured, ...this.events.keys()].find(hasCost) ?? measured;
    }

    /* Returns the wanted ids with the largest self cost by magnitude, since cost may be negative. */
    hottest(event, count, isWanted = () => true) {
        const weight = (id) => Math.abs(Number(this.self(id, event)));
        const ids = this.ids.filter((id) => weight(id) > 0 && isWanted(id));
        return ids.sort((one, other) => weight(other) - weight(one)).slice(0, count);
    }
}
