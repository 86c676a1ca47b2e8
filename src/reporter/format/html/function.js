/* SPDX-License-Identifier: GPL-3.0-or-later */
import {element, appendTo, button, heading, section, titleElement, nameElement, plainTable, visibleText} from './elements.js';
import {changeText, costText, counted, grouped, perCall} from './figures.js';
import {costColumns, nameColumns, inlinedNote, statusNote} from './columns.js';
import {Table} from './table.js';
import {fragment, functionState, stateFunctions} from './state.js';
import {arcTable} from './arcs.js';
import {fillCauses} from './causes.js';
import {codeSections} from './code.js';
import {eventName, MOST_AT_A_GLANCE} from './events.js';
import {showPath} from './path.js';

/* The view of one function: its cost, callers, callees, hottest path and code. */

const LONGEST_WANTED = 300;

/* More members of a cycle are shown on demand. */
const MOST_MEMBERS = 10;

/*
 * The rows with the figures of one event. In a difference, inclusive cost has a separate row. A
 * ratio has no share: its cells stay empty.
 */
function costRows(page, event, id, kinds) {
    const {profile} = page;
    const {long_name: title} = profile.events[event];
    const width = profile.isDifference ? 4 : 2;
    const cells = kinds.map((kind) => {
        const columns = costColumns(page, profile, event, [kind]);
        return Array.from({length: width}, (_, i) =>
            element('td', {class: `number ${columns[i]?.cellClass?.(id) ?? ''}`.trim()}, columns[i]?.text(id))
        );
    });
    const row = (name, ...content) =>
        element('tr', {class: event === page.event ? 'measured' : null}, element('th', {scope: 'row', title}, name), content);
    if (!profile.isDifference) return [row(eventName(page, event), cells)];
    return kinds.map((kind, i) => row([i === 0 && eventName(page, event), ` ${kind === 'self' ? kind : 'incl.'}`], cells[i]));
}

function costTable(page, id) {
    const {profile} = page;
    const kinds = profile.hasInclusive ? ['self', 'inclusive'] : ['self'];
    const figures = profile.isDifference ? ['Old', 'New', 'Change', '% change'] : kinds.flatMap((kind) => [kind === 'self' ? 'Self' : 'Inclusive', '%']);
    const titles = ['Event', ...figures.map((text) => [text, 'number'])];
    const rows = profile.events.map((_, event) => costRows(page, event, id, kinds));
    const others = rows.filter((_, event) => event >= MOST_AT_A_GLANCE && event !== page.event).flat();
    for (const row of others) row.hidden = true;
    const all = button(`All ${counted(rows.length, 'event')}`, {
        class: 'all-rows',
        onclick: () => {
            for (const row of others) row.hidden = false;
            all.replaceWith();
        },
    });
    return [plainTable('Costs of this function, in percent of the total', {id: 'function-costs'}, titles, rows), others.length > 0 && all];
}

/* The functions of the cycle that the function is in. */
function cycleSection(page, id) {
    const {profile} = page;
    const cycle = profile.cycleOf(id);
    if (cycle === 0) return null;
    const facts = profile.cycles.find((other) => other.cycle === cycle);
    const members = profile.membersOf(cycle);
    const name = `<cycle ${cycle}>`;
    const cost = facts
        ? `, with an inclusive cost of ${costText(profile.events[page.event], profile.pick(facts.inclusive, page.event))}`
        : '';
    const text = `${name}: ${counted(facts?.members ?? members.length, 'function')} that call each other${cost}.`;
    return section(
        2,
        'Cycle',
        {id: 'cycle'},
        element('p', {}, text),
        new Table({
            id: 'cycle-table',
            caption: `Members of ${name}`,
            noun: 'function',
            columns: [...costColumns(page, profile, page.event), ...nameColumns(page)],
            rows: members,
            most: MOST_MEMBERS,
            sort: {key: `self.${profile.events[page.event].name}`, isDescending: true},
        }).element
    );
}

function whereAbouts(page, id) {
    const {profile} = page;
    const facts = [
        ['File', profile.file(id)],
        ['Object', profile.object(id)],
    ].filter(([, text]) => text !== '');
    const calls = profile.calls(id);
    const old = profile.oldNames(id);
    const entries = facts.map(([title, text]) => [title, nameElement(text)]);
    if (profile.hasCalls && calls !== null && calls !== undefined)
        entries.push([
            profile.isDifference ? 'Calls, change' : 'Calls',
            profile.isDifference ? changeText({}, calls) : grouped(calls),
        ]);
    const event = profile.events[page.event];
    const hasMean = !profile.isDifference && !event.is_ratio;
    const mean = hasMean ? perCall(event, profile.exactInclusive(id, page.event), calls) : null;
    if (mean !== null) entries.push(['Cost per call', [`${costText(event, mean)} `, nameElement(event.name)]]);
    if (old !== null)
        entries.push([
            'Was',
            nameElement(
                [old.function, old.file && `(${old.file})`, old.object && `[${old.object}]`]
                    .filter(Boolean)
                    .join(' ')
            ),
        ]);
    return element(
        'dl',
        {class: 'facts'},
        entries.map(([title, content]) => [element('dt', {}, title), element('dd', {}, content)])
    );
}

/* Handles a name that no function or several functions have: the link may be from another run's page. */
function showNamesakes(page, container, ids, state) {
    const {profile} = page;
    const name = visibleText(state.name ?? state.id ?? '', LONGEST_WANTED);
    const message =
        ids.length > 0
            ? `${ids.length} functions have that name.`
            : `This page has no function "${name}". Press / to search for it.`;
    appendTo(container, [
        heading(1, 'Which function?'),
        element('p', {role: 'alert', class: 'error'}, message),
    ]);
    const link = (id) => {
        const href = fragment({...page.keptState(), ...functionState(profile, id)});
        return element('li', {}, element('a', {href}, nameElement(profile.fullName(id))));
    };
    if (ids.length > 0) container.append(element('ul', {}, ids.map(link)));
}

export function functionBlocks(page) {
    const ids = stateFunctions(page.profile, page.state);
    return ids.length === 1 ? ['causes', 'tree-down', `listing-${ids[0]}`, `instructions-${ids[0]}`] : [];
}

export async function renderFunction(page, container) {
    const {profile} = page;
    const ids = stateFunctions(profile, page.state);
    const holder = element('div', {'data-view': 'function'});
    container.append(holder);
    if (ids.length !== 1) {
        showNamesakes(page, holder, ids, page.state);
        return;
    }
    const [id] = ids;
    const path = section(2, 'Hottest path to it', {id: 'path'});
    const why = section(2, 'What changed', {id: 'why'});
    const code = codeSections(page, id);
    appendTo(holder, [
        titleElement(profile.name(id), inlinedNote(profile, id), statusNote(profile, id)),
        why,
        element(
            'div',
            {class: code.isThere ? 'function-sides' : null},
            element('div', {class: 'costs'}, whereAbouts(page, id), costTable(page, id)),
            code.isThere && code.sections,
            profile.hasInclusive &&
                element(
                    'div',
                    {class: 'graph'},
                    element('div', {class: 'columns'}, arcTable(page, id, true), arcTable(page, id, false)),
                    cycleSection(page, id),
                    path
                )
        ),
        !code.isThere && code.sections,
    ]);
    await fillCauses(page, id, why);
    if (profile.hasInclusive) await showPath(page, id, path);
    /* This comes last, so that the line of a link stays in sight. */
    await code.fill();
}
