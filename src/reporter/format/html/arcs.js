/* SPDX-License-Identifier: GPL-3.0-or-later */
import {element, section} from './elements.js';
import {changeText, costText, percentOf, percentText} from './figures.js';
import {callsColumns, nameColumns, changeElement} from './columns.js';
import {Table} from './table.js';

/* The callers and callees of a function. */

/* More are shown on demand. */
const MOST_ARCS = 10;

/* A source of figures for columns whose rows are calls. */
function arcSource(page, isCallers) {
    const {profile} = page;
    const cost = (arc, event) =>
        arc.caller === arc.callee ? null : isCallers ? profile.entering(arc, event) : profile.leaving(arc, event);
    return {other: ({caller, callee}) => (isCallers ? caller : callee), cost, calls: (arc) => arc.calls ?? null};
}

function arcColumns(page, id, source) {
    const {profile} = page;
    const columns = page.shownEvents().flatMap((event) => {
        const facts = profile.events[event];
        const value = (arc) => source.cost(arc, event);
        const number = (arc) => (value(arc) === null ? NaN : Number(value(arc)));
        const whole = profile.hasInclusive ? profile.inclusive(id, event) : profile.self(id, event);
        const prefix = page.hasSeveralEvents ? `${facts.name} ` : '';
        const cost = {
            key: `cost.${facts.name}`,
            label: `${prefix}${profile.isDifference ? 'Change' : 'Cost'}`,
            isNumber: true,
            number,
            text: (arc) =>
                profile.isDifference ? changeText(facts, value(arc)) : costText(facts, value(arc)),
            cell: profile.isDifference ? (arc) => changeElement(facts, value(arc)) : undefined,
        };
        const percent = (arc) => percentOf(value(arc), whole);
        /* A share of a change that may be zero or negative would be meaningless. */
        return facts.is_ratio || profile.isDifference
            ? [cost]
            : [
                  cost,
                  {
                      key: `percent.${facts.name}`,
                      label: `${prefix}% of fn`,
                      name: `${prefix}% of fn: this function`,
                      title: 'In percent of the inclusive cost of this function',
                      isNumber: true,
                      number: percent,
                      text: (arc) => percentText(percent(arc)),
                      share: (arc) => percent(arc) / 100,
                  },
              ];
    });
    return [...columns, ...callsColumns(page, source.calls, source.cost), ...nameColumns(page, source.other, false)];
}

export function arcTable(page, id, isCallers) {
    const rows = isCallers ? page.profile.callers(id) : page.profile.callees(id);
    const title = isCallers ? 'Callers' : 'Callees';
    const holder = section(2, title, {id: title.toLowerCase()});
    if (rows.length === 0) {
        holder.append(
            element(
                'p',
                {class: 'quiet'},
                isCallers ? 'No recorded calls lead to it.' : 'No recorded calls leave it.'
            )
        );
        return holder;
    }
    const source = arcSource(page, isCallers);
    const isRecursive = rows.some((arc) => source.other(arc) === id);
    holder.append(
        new Table({
            id: `${title.toLowerCase()}-table`,
            caption: title,
            noun: 'function',
            columns: arcColumns(page, id, source),
            rows,
            most: MOST_ARCS,
            sort: {key: `cost.${page.profile.events[page.event].name}`, isDescending: true},
        }).element
    );
    if (isRecursive)
        holder.append(element('p', {class: 'quiet'}, 'It calls itself: recursion adds nothing to its cost.'));
    return holder;
}
