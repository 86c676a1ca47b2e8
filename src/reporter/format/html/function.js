/* SPDX-License-Identifier: GPL-3.0-or-later */
import {element, appendTo, heading, section, titleElement, nameElement, plainTable, visibleText} from './elements.js';
import {changeText, costText, counted, grouped, percentOf, percentText} from './figures.js';
import {costColumns, callsColumn, functionLink, nameColumns, statusNote, changeElement, ownPercent} from './columns.js';
import {Table} from './table.js';
import {fragment, functionState, stateFunctions} from './state.js';
import {readTree} from './tree.js';
import {zoomingIcicle, zoomedNode} from './treeview.js';
import {showListing} from './listing.js';

/* One function: what it costs, who calls it, what it calls, the hottest path to it, and its code. */

const LONGEST_WANTED = 300;

/* The figures of one event, self or inclusive: in a difference with what they were. */
function figuresOf(page, id, event, kind) {
    const {profile} = page;
    const facts = profile.events[event];
    const value = profile[kind](id, event);
    const sign = profile.signOf(id, event, kind);
    if (!profile.isDifference)
        return [
            sign + costText(facts, value),
            facts.is_ratio ? '' : sign + percentText(percentOf(value, profile.total(event))),
        ];
    const isSelf = kind === 'self';
    const old = isSelf ? profile.oldSelf(id, event) : profile.oldInclusive(id, event);
    const current = isSelf ? profile.newSelf(id, event) : profile.newInclusive(id, event);
    if (sign === '?') return [`≥${costText(facts, old)}`, `≥${costText(facts, current)}`, '?', ''];
    const percent = facts.is_ratio ? '' : ownPercent(profile, id, value, old);
    return [costText(facts, old), costText(facts, current), changeElement(facts, value), percent];
}

function costRow(page, event, id) {
    const {profile} = page;
    const facts = profile.events[event];
    const kinds = profile.hasInclusive ? ['self', 'inclusive'] : ['self'];
    const cells = kinds.flatMap((kind) => figuresOf(page, id, event, kind));
    return element(
        'tr',
        {},
        element('th', {scope: 'row', title: facts.long_name}, nameElement(facts.name)),
        cells.map((content) => element('td', {class: 'number'}, content))
    );
}

function costTable(page, id) {
    const {profile} = page;
    const heads = (kind) =>
        profile.isDifference
            ? [`Old ${kind}`, `New ${kind}`, 'Change', '% of own']
            : [kind === 'self' ? 'Self' : 'Inclusive', '% of total'];
    const figures = [...heads('self'), ...(profile.hasInclusive ? heads('inclusive') : [])];
    const titles = ['Event', ...figures.map((text) => [text, 'number'])];
    const rows = profile.events.map((_, event) => costRow(page, event, id));
    return plainTable('Costs of this function', {id: 'function-costs'}, titles, rows);
}

/* What calls cost: arcs as a source of figures for columns. */
function arcSource(page, isCallers) {
    const {profile} = page;
    const {arcs} = profile.block;
    const cost = (arc, event) =>
        arcs.caller[arc] === arcs.callee[arc]
            ? null
            : isCallers
              ? profile.entering(arc, event)
              : profile.leaving(arc, event);
    return {
        other: (arc) => (isCallers ? arcs.caller[arc] : arcs.callee[arc]),
        cost,
        calls: (arc) => arcs.calls[arc],
    };
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
        /* A share of a change, which may be nothing or less than nothing, would say nothing. */
        return facts.is_ratio || profile.isDifference
            ? [cost]
            : [
                  cost,
                  {
                      key: `percent.${facts.name}`,
                      label: '%',
                      name: '% of this function',
                      title: 'In percent of the inclusive cost of this function',
                      isNumber: true,
                      number: percent,
                      text: (arc) => percentText(percent(arc)),
                      share: (arc) => percent(arc) / 100,
                  },
              ];
    });
    return [...columns, callsColumn(page, source.calls), ...nameColumns(page, source.other, false)];
}

function arcTable(page, id, isCallers) {
    const rows = isCallers ? page.profile.callers(id) : page.profile.callees(id);
    const title = isCallers ? 'Callers' : 'Callees';
    const holder = section(2, title, {id: title.toLowerCase()});
    if (rows.length === 0) {
        holder.append(
            element(
                'p',
                {class: 'quiet'},
                isCallers ? 'Nothing that was recorded calls it.' : 'It calls nothing that was recorded.'
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
            sort: {key: `cost.${page.profile.events[page.event].name}`, isDescending: true},
        }).element
    );
    if (isRecursive)
        holder.append(element('p', {class: 'quiet'}, 'It calls itself: recursion adds nothing to its cost.'));
    return holder;
}

/* The functions of the cycle that it is in. */
function cycleSection(page, id) {
    const {profile} = page;
    const cycle = profile.cycleOf(id);
    if (cycle === 0) return null;
    const facts = profile.block.cycles?.find((other) => other.cycle === cycle);
    const members = profile.membersOf(cycle);
    const name = facts?.name ?? `<cycle ${cycle}>`;
    const text = `${name}: ${counted(facts?.members ?? members.length, 'function')} that call each other${
        facts?.inclusive
            ? `, with an inclusive cost of ${costText(profile.events[page.event], facts.inclusive[page.event])}`
            : ''
    }.`;
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
            sort: {key: `self.${profile.events[page.event].name}`, isDescending: true},
        }).element
    );
}

function pathRow(page, tree, node, hasRanges) {
    const event = page.costEvent;
    const id = tree.id(node);
    const range = hasRanges && element('td', {class: 'quiet'}, tree.range(node, event, 'inclusive'));
    return element(
        'tr',
        {},
        element('td', {class: 'number'}, tree.figureText(node, event, 'inclusive')),
        element('td', {class: 'number'}, tree.percentText(node, event, 'inclusive')),
        range,
        element(
            'th',
            {scope: 'row', class: 'name'},
            id < 0 ? nameElement(tree.name(node)) : functionLink(page, id)
        )
    );
}

/* The calls from the start of the program to where the function costs most. */
function pathTable(page, tree, node) {
    const path = tree.pathTo(node).slice(1);
    const hasRanges = path.some((step) => tree.isEstimate(step, page.costEvent));
    const cost = page.profile.isDifference ? 'Change' : 'Cost';
    const heads = [[cost, 'number'], ['%', 'number'], ...(hasRanges ? ['Range'] : []), 'Function'];
    const rows = path.map((step) => pathRow(page, tree, step, hasRanges));
    return plainTable('Hottest path', {class: 'plain path-table'}, heads, rows);
}

/* How much is known of what a path cost. */
function pathSentence(page, tree, node) {
    const {remedy} = page.facts;
    if (node.row.in_cycle)
        return 'It is in a cycle there: what that cost is known, but not what of it went through this function.';
    if (!tree.isEstimate(node, page.costEvent)) return 'What this path cost is known exactly.';
    return `What this path cost is an estimate, within the range${remedy ? `; ${remedy}` : ''}.`;
}

async function showPath(page, id, path, below) {
    if (!page.blocks.has('tree-down')) {
        path.append(element('p', {class: 'quiet'}, 'This page has no call tree.'));
        below.remove();
        return;
    }
    const tree = await readTree(page, 'down');
    const node = tree.costliest(id, page.costEvent);
    if (node === null) {
        path.append(
            element(
                'p',
                {class: 'quiet'},
                'It is not in the call tree of this page, which leaves out what costs little.'
            )
        );
        below.remove();
        return;
    }
    path.append(element('p', {}, pathSentence(page, tree, node)), pathTable(page, tree, node));
    const zoomed = page.state.zoom === undefined ? node : zoomedNode(page, tree).node;
    below.append(zoomingIcicle(page, tree, zoomed).element);
}

async function showCode(page, id, container, kind) {
    const isInstructions = kind === 'instructions';
    container.append(element('p', {class: 'quiet waiting'}, 'Reading…'));
    try {
        const listing = await page.blocks.read(`${kind}-${id}`);
        container.querySelector('.waiting').remove();
        showListing(page, container, listing, isInstructions);
    } catch (error) {
        container.querySelector('.waiting')?.remove();
        container.append(element('p', {class: 'error', role: 'alert'}, error.message));
    }
}

function codeSections(page, id) {
    const source = section(2, 'Source', {id: 'source'});
    if (page.blocks.has(`listing-${id}`)) showCode(page, id, source, 'listing');
    else
        source.append(
            element(
                'p',
                {class: 'quiet'},
                'The source of this function is not in the page: it was not found, costs little, or was left out for its size.'
            )
        );
    if (!page.blocks.has(`instructions-${id}`)) return [source];
    const instructions = section(2, 'Instructions', {id: 'instructions'});
    showCode(page, id, instructions, 'instructions');
    return [source, instructions];
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

/* Where a name is of no function here, or of several: the link may be of another run's page. */
function showNamesakes(page, container, ids, state) {
    const {profile} = page;
    const name = visibleText(state.name ?? state.id ?? '', LONGEST_WANTED);
    const message =
        ids.length > 0
            ? `${ids.length} functions have that name.`
            : `There is no function "${name}" in this page. Search for it above: press /.`;
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

export function renderFunction(page, container) {
    const {profile} = page;
    const ids = stateFunctions(profile, page.state);
    const holder = element('div', {'data-view': 'function'});
    container.append(holder);
    if (ids.length !== 1) {
        showNamesakes(page, holder, ids, page.state);
        return undefined;
    }
    const [id] = ids;
    const path = section(2, 'Hottest path to it', {id: 'path'});
    const below = section(2, 'What it calls, as an icicle', {id: 'below'});
    appendTo(holder, [
        titleElement(profile.name(id), statusNote(profile, id)),
        whereAbouts(page, id),
        costTable(page, id),
    ]);
    appendTo(holder, codeSections(page, id));
    if (profile.hasInclusive)
        appendTo(holder, [
            element('div', {class: 'columns'}, arcTable(page, id, true), arcTable(page, id, false)),
            cycleSection(page, id),
            path,
            below,
        ]);
    return profile.hasInclusive ? showPath(page, id, path, below) : undefined;
}
