/* SPDX-License-Identifier: GPL-3.0-or-later */
import {element, appendTo, section, titleElement, nameElement, visibleText} from './elements.js';
import {changeText, costText, counted, grouped, percentOf, percentText, signedPercentText} from './figures.js';
import {costColumns, callsColumn, isLight, LEAST_PERCENT, afterNameNote, functionLink, nameColumns} from './columns.js';
import {Table} from './table.js';
import {fragment} from './state.js';
import {readTree} from './tree.js';
import {treeTitle, zoomingIcicle, zoomedNode} from './treeview.js';
import {codeElement, lineBlocks, lineLink, lineTable, placeLines, readLines} from './lines.js';
import {totalsGlance} from './events.js';
import {limitsTable, runLine, warningSections} from './run.js';
import {causesSection} from './causes.js';

/* The first view: what ran, what it cost, which limits failed, and where to look first. */

const N_HOTTEST = 10;
const N_PATH = 8;

/* The overall result of the limits, and its style. */
function limitSummary(limits) {
    const failed = limits.filter(({verdict}) => verdict === 'exceeded').length;
    const undecided = limits.filter(({verdict}) => verdict === 'undecided').length;
    if (failed > 0)
        return {title: `${grouped(failed)} of ${counted(limits.length, 'limit')} exceeded`, class: 'failed'};
    if (undecided > 0) return {title: `${counted(undecided, 'limit')} undecided`, class: 'undecided'};
    return {
        title: limits.length === 1 ? 'The limit holds' : `All ${limits.length} limits hold`,
        class: 'held',
    };
}

function limitSection(page) {
    const {limits} = page.facts;
    if (limits.length === 0) return null;
    const summary = limitSummary(limits);
    return section(2, summary.title, {id: 'limits-section', class: summary.class}, limitsTable(page));
}

function hottestOf(page, count) {
    const {profile, event} = page;
    return profile.hottest(event, count, (id) => !isLight(page, profile, id, event));
}

/* Says which functions a ratio ranks: those with a tiny denominator would otherwise come first. */
function weightNote(page) {
    const {events} = page.profile;
    const text = `Of functions with at least ${LEAST_PERCENT} % of ${visibleText(events[page.costEvent].name)}.`;
    return events[page.event].is_ratio && element('p', {class: 'quiet'}, text);
}

function hottestTable(page) {
    const {profile} = page;
    const events = page.shownEvents();
    const rows = hottestOf(page, N_HOTTEST);
    const columns = [
        ...events.flatMap((event) => costColumns(page, profile, event)),
        ...(profile.hasCalls ? [callsColumn(page, (id) => profile.calls(id))] : []),
        ...nameColumns(page),
    ];
    const title = profile.isDifference ? 'What changed most' : 'Hottest functions';
    const caption = `${title}, by self cost`;
    const rowClass = (id) => profile.status(id) || null;
    const href = fragment({...page.keptState(), view: 'functions'});
    const all = element('p', {}, element('a', {href}, `All ${counted(profile.count, 'function')}`));
    const where = element('p', {class: 'quiet'}, 'Where the cost changed: the self cost of each function, even where the cause is that it is called more often.');
    const table = new Table({id: 'hottest', caption, columns, rows, isUnsorted: true, rowClass});
    return section(2, title, {id: 'hottest-section'}, weightNote(page), page.blocks.has('causes') && where, rows.length > 0 && table.element, all);
}

/* The names on the path to the function, as links. A long path shows only its beginning and end. */
function pathText(page, tree, node) {
    const path = tree.pathFromMain(node);
    const shown = path.length <= N_PATH ? path : [...path.slice(0, 3), null, ...path.slice(3 - N_PATH)];
    return shown.map((step, i) => {
        const id = step === null ? -1 : tree.id(step);
        const name = step === null ? `… ${path.length - N_PATH} more …` : tree.name(step);
        const note = step === null ? null : afterNameNote(tree, step);
        return [i === 0 ? null : ' → ', id < 0 ? nameElement(name) : functionLink(page, id), note];
    });
}

async function showHottestPath(page, id, holder) {
    if (!page.blocks.has('tree-down')) return;
    const tree = await readTree(page, 'down');
    const node = tree.costliest(id, page.costEvent);
    if (node === null) return;
    const range = tree.range(node, page.costEvent);
    const estimate = range === '' ? '' : `, estimated ${range}`;
    const known = node.row.in_cycle
        ? ' (in a cycle)'
        : ` (${tree.percentText(node, page.costEvent)} %${estimate})`;
    const title = page.profile.isDifference ? 'Path to it' : 'Hottest path to it';
    appendTo(holder, [
        element('dt', {}, title),
        element('dd', {id: 'start-path'}, pathText(page, tree, node), known),
    ]);
}

/* Shows the first line whose source is known, or else the first: a library line without source helps nobody. */
function showHottestLine(page, rows, places, holder) {
    const row = rows.find(({text}) => text) ?? rows[0];
    const title = page.profile.isDifference ? 'Line that changed most' : row.text && row !== rows[0] ? 'Hottest line with source' : 'Hottest line';
    const content = [lineLink(page, row, places.get(row)), ' ', codeElement(row.text)];
    appendTo(holder, [element('dt', {}, title), element('dd', {id: 'start-line'}, content)]);
}

function linesSection(page, rows, places) {
    const {profile} = page;
    /* Lines have no ratios; name the event that ranks them instead. */
    const unit = page.costEvent === page.event ? '' : ` by ${profile.events[page.costEvent].name}`;
    const title = `${profile.isDifference ? 'Lines that changed most' : 'Hottest lines'}${unit}`;
    const href = fragment({...page.keptState(), view: 'groups', by: 'line'});
    const all = element('p', {}, element('a', {href}, `The first ${rows.length} lines`));
    const table = lineTable(page, 'hottest-lines', rows.slice(0, N_HOTTEST), places);
    return section(2, title, {id: 'lines-section'}, table.element, rows.length > N_HOTTEST && all);
}

async function showLines(page, list, holder) {
    const rows = await readLines(page, page.costEvent);
    if (rows.length === 0) return;
    const places = await placeLines(page, rows, page.costEvent);
    showHottestLine(page, rows, places, list);
    holder.append(linesSection(page, rows, places));
}

function nothingSection(page) {
    const {profile} = page;
    const {name} = profile.events[page.event];
    const text = profile.isDifference
        ? `No function changed in ${name}.`
        : `No function has a cost in ${name}.`;
    return section(2, 'Start here', {id: 'start'}, element('p', {}, text));
}

/* The hottest function, path and line: what readers of the page look for first. */
function startSection(page) {
    const {profile} = page;
    const [id] = hottestOf(page, 1);
    if (id === undefined) return {element: nothingSection(page)};
    const facts = profile.events[page.event];
    const value = profile.self(id, page.event);
    const percent = percentOf(value, profile.total(page.event));
    const figure = profile.isDifference
        ? `${changeText(facts, value)}${facts.is_ratio ? '' : `, ${signedPercentText(percent)} %`}`
        : `${costText(facts, value)} self${facts.is_ratio ? '' : `, ${percentText(percent)} %`}`;
    const list = element(
        'dl',
        {class: 'facts start'},
        element('dt', {}, profile.isDifference ? 'Largest change' : 'Hottest function'),
        element('dd', {id: 'start-function'}, functionLink(page, id), ` (${figure})`)
    );
    const finish = async (lines) => {
        await showHottestPath(page, id, list);
        await showLines(page, list, lines);
    };
    return {element: section(2, 'Start here', {id: 'start'}, list), finish};
}

async function showTree(page, holder) {
    const direction = page.blocks.has('tree-down') ? 'down' : 'up';
    const tree = await readTree(page, direction);
    const {node} = zoomedNode(page, tree);
    holder.append(
        zoomingIcicle(page, tree, node).element,
        element(
            'p',
            {},
            element(
                'a',
                {href: fragment({...page.keptState(), view: 'tree'})},
                'Call tree: as a table, bottom up, with highlights'
            )
        )
    );
}

async function showCauses(page, holder) {
    appendTo(holder, [await causesSection(page)]);
}

export function overviewBlocks(page) {
    return ['causes', page.blocks.has('tree-down') ? 'tree-down' : 'tree-up', ...lineBlocks(page)];
}

export async function renderOverview(page, container) {
    const {facts} = page;
    const causes = page.blocks.has('causes') ? element('div', {}) : null;
    const title = facts.title || facts.command || facts.files?.[0] || 'Profile';
    const start = startSection(page);
    const holder = element(
        'div',
        {'data-view': 'overview'},
        titleElement(title),
        runLine(page),
        limitSection(page),
        causes,
        element(
            'div',
            {class: 'columns'},
            start.element,
            section(2, page.profile.isDifference ? 'Change' : 'Cost', {id: 'cost'}, totalsGlance(page))
        ),
        hottestTable(page)
    );
    container.append(holder);
    const hasTree = page.blocks.has('tree-down') || page.blocks.has('tree-up');
    const tree = hasTree ? section(2, treeTitle(page, 'Call tree'), {id: 'tree-section'}) : null;
    const lines = element('div', {});
    appendTo(holder, [lines, tree, ...warningSections(page, 2)]);
    await Promise.all([causes && showCauses(page, causes), start.finish?.(lines), hasTree && showTree(page, tree)]);
}
