/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The figures of the page are those that quern says as JSON. */

import {SIZES, Tab} from './browser.mjs';
import {FIGURED} from './profiles.mjs';
import {blockNames, change, figure, percent, readBlock} from './quern.mjs';
import {some} from './runner.mjs';

const SAMPLE = 12;
const FEW = 60;
/* Percent: the tree of a page is finer than that on a terminal. */
const TREE_LIMIT = 0.1;
const EVERY_ROW = ['--rows=1000000'];

/* The same rows each time, from all over the list. */
function sampleOf(rows, count) {
    if (rows.length <= FEW)
        return rows;
    const places = new Set([0, 1, 2, rows.length - 1]);
    for (let draw = 12345; places.size < count; draw = (draw * 1103515245 + 12345) % 2147483648)
        places.add(draw % rows.length);
    return [...places].map((place) => rows[place]);
}

function fragmentOf(row, words = {}) {
    const {function: name, file = '', object = ''} = row;
    return `#${new URLSearchParams({view: 'function', name, ...file === '' ? {} : {file}, ...object === '' ? {} : {object}, ...words})}`;
}

function fullName({function: name, file, object}) {
    return `${name}${file ? ` (${file})` : ''}${object ? ` [${object}]` : ''}`;
}

function pattern(name) {
    return `^${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`;
}

/* What a page and JSON say of the same profile. */
class Comparison {
    constructor(context, name) {
        const words = context.words[name];
        const facts = readBlock(context.pages[name], 'facts');
        Object.assign(this, {events: facts.events, hasInclusive: facts.has_inclusive, isDifference: facts.is_difference});
        this.measured = this.events[facts.measured];
        this.limits = words.filter((word) => word.startsWith('--fail-if') || word.startsWith('--limits'));
        this.words = words.filter((word) => !this.limits.includes(word));
        this.context = context;
        this.folder = context.folders[name];
        this.functions = this.json('--by=function', ...EVERY_ROW);
    }

    /* With the columns that the page has. */
    json(...options) {
        return this.context.quern.json([...options, `--show=${this.events.map(({name}) => name).join(',')}`, ...this.words], this.folder);
    }

    total({name}) {
        return this.isDifference ? this.functions.old_totals[name] : this.functions.totals[name];
    }

    share(event, value) {
        return event.is_ratio ? '' : percent(value, this.total(event));
    }

    /* The cells of an event in the table of a function, without the sign of a bound. */
    expectedCosts(row, event) {
        const kinds = this.hasInclusive ? ['self', 'inclusive'] : ['self'];
        return [event.name, ...kinds.flatMap((kind) => {
            const value = row[kind][event.name] ?? null;
            return this.isDifference ? this.expectedChange(row, event, kind, value) :
                [figure(value, event.is_ratio), event.is_ratio || value === null ? event.is_ratio ? '' : '.' : this.share(event, value)];
        })];
    }

    expectedChange(row, event, kind, value) {
        const old = row.old?.[kind]?.[event.name] ?? null;
        const sum = event.is_ratio ? row.new?.[kind]?.[event.name] ?? null :
            old === null && value === null ? null : BigInt(old ?? 0) + BigInt(value ?? 0);
        const own = event.is_ratio ? '' : value === null ? '.' : row.status === 'new' || row.status === 'gone' ? row.status :
            old === null || Number(old) === 0 ? '.' : `${Number(value) > 0 ? '+' : ''}${percent(value, old)}`;
        return [figure(old, event.is_ratio), figure(sum, event.is_ratio), change(value, event.is_ratio), own];
    }
}

/* Of a difference of two bounds nothing is shown. */
function unlessUnknown(expected, shown, row) {
    const isUnknown = (i) => shown[i] === '?' || shown[i] === '' && shown[i - 1] === '?';
    return expected.map((text, i) => row.exact === false && isUnknown(i) ? shown[i] : text);
}

/* By event its name and its figures, which in a difference are two rows. */
function costCells(tab) {
    return tab.page.$$eval('#function-costs tbody tr', (rows) => rows.reduce((events, row) => {
        const name = row.querySelector('bdi');
        if (name !== null)
            events.push([name.textContent.trim()]);
        events.at(-1).push(...Array.from(row.querySelectorAll('td'), (cell) => cell.textContent.trim()));
        return events;
    }, []));
}

async function checkCosts(tab, comparison, row, found) {
    const cells = await costCells(tab);
    const signs = cells.flat().filter((text) => text.startsWith('≥') || text === '?');
    found.equal(signs.length > 0, row.exact === false, `${row.function}: is a bound shown`);
    comparison.events.forEach((event, i) => {
        const shown = (cells[i] ?? []).map((text) => text.replace(/^≥/, ''));
        const expected = comparison.expectedCosts(row, event);
        found.equal(shown, unlessUnknown(expected, shown, row), `${row.function}, ${event.name}`);
    });
}

/* What a call costs on average, in a list: an empty one where no column tells it. */
function perCall(comparison, cost, calls) {
    if (comparison.isDifference || comparison.measured.is_ratio)
        return [];
    return [cost === null || cost === undefined || !(calls > 0) ? '.' : figure(BigInt(cost) / BigInt(calls))];
}

/* The calls in a table, as [whose, cost, calls, cost per call where it is told]. */
function readArcs(tab, selector, hasPerCall) {
    return tab.page.$$eval(`${selector} tbody tr:not(.padding)`, (rows, last) => rows.map((row) => {
        const numbers = Array.from(row.querySelectorAll('td.number'), (cell) => cell.textContent.trim());
        return [row.querySelector('a').title, numbers[0], ...numbers.slice(last)];
    }), hasPerCall ? -2 : -1);
}

/* The page also has calls of a function to itself, which cost nothing more; in a difference those of which nothing changed. */
function worthTelling(arcs, row) {
    return arcs.filter(([name, cost, calls]) => !(cost === '.' && name === fullName(row)) && (!['0', '.'].includes(cost) || calls !== '0')).sort();
}

async function checkArcs(tab, comparison, row, found) {
    const peek = comparison.json(`--peek=${pattern(row.function)}`).rows;
    const whole = peek.find((other) => fullName(other) === fullName(row));
    const write = comparison.isDifference ? change : figure;
    await tab.evaluate(() => document.querySelectorAll('.graph .all-rows').forEach((node) => node.click()));
    for (const side of ['callers', 'callees']) {
        const expected = (whole?.[side] ?? []).map((arc) => {
            const cost = arc.cost[comparison.measured.name] ?? null;
            return [fullName(arc), write(cost, comparison.measured.is_ratio), write(arc.calls), ...perCall(comparison, cost, arc.calls)];
        });
        const shown = await readArcs(tab, `#${side}-table`, perCall(comparison).length > 0);
        found.equal(worthTelling(shown, row), worthTelling(expected, row), `${side} of ${row.function}`);
    }
}

async function checkFunctions(context, comparison, path, found) {
    const tab = await Tab.open(context.chrome, path);
    for (const row of sampleOf(comparison.functions.rows, SAMPLE)) {
        await tab.go(fragmentOf(row));
        found.equal(await tab.has('#function-costs'), true, `${row.function} is shown`);
        await checkCosts(tab, comparison, row, found);
        if (row.status !== undefined)
            found.includes(await tab.text('h1'), row.status === 'renamed' || row.status === 'moved' ? 'was' : row.status, `heading of ${row.function}`);
        if (comparison.hasInclusive)
            await checkArcs(tab, comparison, row, found);
    }
    await tab.close();
}

/* All of the table of functions, which is short enough to be in the document as a whole. */
async function checkTable(context, comparison, path, found) {
    const tab = await Tab.open(context.chrome, path, {fragment: '#view=functions'});
    const shown = await tab.page.$$eval('#functions tbody tr', (rows) => rows.map((row) =>
        [row.querySelector('a').title, ...Array.from(row.querySelectorAll('td.number'), (cell) => cell.textContent.trim())]));
    const expected = comparison.functions.rows.map((row) => {
        const costs = comparison.expectedCosts(row, comparison.measured).slice(1);
        const isBound = row.exact === false && !comparison.isDifference;
        const inclusive = row.exact === false ? null : row.inclusive?.[comparison.measured.name];
        return [fullName(row), ...costs.map((text, i) => isBound && i >= 2 ? `≥${text}` : text), (comparison.isDifference ? change : figure)(row.calls), ...perCall(comparison, inclusive, row.calls)];
    });
    if (comparison.isDifference && comparison.functions.rows.some((row) => row.exact === false))
        found.ok(shown.some((row) => row.includes('?')), 'what is not known is told');
    found.equal(shown.length, expected.length, 'rows');
    const other = new Map(expected.map((cells, i) => [cells[0], {cells, row: comparison.functions.rows[i]}]));
    for (const row of shown) {
        const told = comparison.isDifference ? row.map((text) => text.replace(/^≥/, '')) : row;
        found.equal(told, unlessUnknown(other.get(row[0]).cells, row, other.get(row[0]).row), 'row');
    }
    const sizes = comparison.functions.rows.map((row) => Math.abs(row.self[comparison.measured.name] ?? 0));
    found.equal(shown.map((row) => Math.abs(row[comparison.isDifference ? 3 : 1].replaceAll(',', '').replace(/^\.$/, '0'))), sizes.sort((one, two) => two - one), 'ranked by the size of self cost');
    await tab.close();
}

/* The rows of a tree, from the top. */
function flattened(rows) {
    return rows.flatMap((row) => [row, ...flattened(row.rows ?? [])]);
}

function rangeOf(least, most, total) {
    const [from, to] = [least, most].map((value) => (100 * Number(value) / Number(total)).toFixed(1));
    if (from === to)
        return '';
    return Number(from) < 0 || Number(to) < 0 ? `[${from} to ${to} %]` : `[${from}-${to} %]`;
}

function expectedNode(comparison, row, isBottomUp) {
    const kind = isBottomUp ? 'self' : 'inclusive';
    const {name} = comparison.measured;
    const total = comparison.total(comparison.measured);
    const at = (figures, which) => figures?.[which]?.[name] ?? null;
    const estimated = (which) => at(row.lower, which) !== at(row.upper, which) || row.exact === false && at(row.lower, which) === null ? '~' : '';
    const value = at(row, kind);
    const write = comparison.isDifference ? change : figure;
    const share = value === null || Number(total) === 0 ? '.' : `${estimated(kind)}${comparison.isDifference && Number(value) > 0 ? '+' : ''}${percent(value, total)}`;
    const cells = [value === null ? '.' : `${estimated(kind)}${write(value)}`, share];
    if (comparison.isDifference) {
        const old = at(row.old, kind);
        cells.unshift(figure(old), old === null && value === null ? '.' : figure(BigInt(old ?? 0) + BigInt(value ?? 0)));
    }
    const hasRange = estimated(kind) !== '' && at(row.lower, kind) !== null;
    cells.push(hasRange ? rangeOf(at(row.lower, kind), at(row.upper, kind), total) : '');
    if (!isBottomUp)
        cells.push(at(row, 'self') === null ? '.' : `${estimated('self')}${write(at(row, 'self'))}`);
    return [...cells, write(row.calls ?? null)];
}

async function openAll(tab) {
    for (let rounds = 0; rounds < 60 && await tab.has('#tree-table button[aria-expanded="false"]'); rounds++)
        await tab.evaluate(() => {
            for (const toggle of document.querySelectorAll('#tree-table button[aria-expanded="false"]'))
                toggle.click();
        });
    await tab.settle();
}

/* Of a difference the page has what did not change, too: the rows besides it, and which of the others did change. */
function withoutUnchanged(comparison, shown, rows, isBottomUp) {
    const kept = [];
    const extra = [];
    for (const row of shown) {
        const next = rows[kept.length];
        const isNext = next !== undefined && (next.left_out === undefined ? row.cells[2] === expectedNode(comparison, next, isBottomUp)[2] &&
            (next.function === undefined || row.name === fullName(next) || row.name.includes(next.function)) : row.name.includes(`${figure(next.left_out)} more`));
        (isNext ? kept : extra).push(row);
    }
    return {kept, changed: extra.filter(({cells, name}) => !/ more/.test(name) && !/^~?0$/.test(cells[2]))};
}

async function checkTree(context, comparison, path, found, isBottomUp) {
    const json = comparison.json('--call-tree', `--percent-limit=${TREE_LIMIT}`, ...isBottomUp ? ['--bottom-up'] : []);
    const rows = flattened(json.rows);
    /* So high that all rows are in the document. */
    const size = {width: SIZES.laptop.width, height: 16000};
    const tab = await Tab.open(context.chrome, path, {fragment: `#view=tree&as=table&direction=${isBottomUp ? 'up' : 'down'}`, size});
    await openAll(tab);
    const all = await tab.page.$$eval('#tree-table tbody tr:not(.padding)', (trs) => trs.map((row) => ({
        cells: Array.from(row.querySelectorAll('td.number'), (cell) => cell.textContent.trim()),
        name: row.querySelector('a')?.title ?? row.querySelector('th').textContent.trim(),
    })));
    const {kept: shown, changed} = comparison.isDifference ? withoutUnchanged(comparison, all, rows, isBottomUp) : {kept: all, changed: []};
    found.none(changed.map(({name}) => name), 'rows that changed besides these');
    found.equal(shown.length, rows.length, 'rows of the tree');
    /* No column where none has a figure. */
    const hasCalls = (await tab.heads('#tree-table')).includes('Calls');
    found.equal(hasCalls, rows.some(({calls}) => calls !== undefined && calls !== null), 'a column of calls');
    rows.forEach((row, i) => {
        const {cells, name} = shown[i] ?? {cells: [], name: ''};
        const expected = row.left_out === undefined ? expectedNode(comparison, row, isBottomUp) : [];
        if (row.left_out !== undefined)
            found.includes(name, `${figure(row.left_out)} more`, `row ${i}`);
        else if (row.function === undefined)
            found.includes(name, `of ${figure(row.members)} functions`, `row ${i}`);
        else
            found.ok(name === fullName(row) || name.includes(row.function), `row ${i}: ${name}, not ${fullName(row)}`);
        if (row.left_out === undefined)
            found.equal(cells, hasCalls ? expected : expected.slice(0, -1), `row ${i}, ${name}`);
    });
    await tab.close();
}

/* The hundred hottest lines, by place: what is on no line has none. */
async function checkHottestLines(tab, comparison, found) {
    const {name} = comparison.measured;
    const rows = comparison.json('--by=line', '--top=100').rows.filter(({line}) => line > 0);
    await tab.go('#view=groups&by=line');
    const shown = await tab.page.$$eval('#groups tbody tr', (trs) => trs.map((row) =>
        [row.cells[0].textContent, row.querySelector('td.path bdi').title, row.querySelector('th').textContent].join(' ')));
    const expected = rows.map((row) => [figure(row.self[name]), row.file, row.line].join(' '));
    found.ok(expected.length > 5, 'there are lines to compare');
    found.equal(shown.sort(), expected.sort(), 'the hottest lines');
}

async function checkGroups(context, comparison, path, found) {
    const groups = blockNames(path, 'group').filter((name) => !/-/.test(name));
    const tab = await Tab.open(context.chrome, path);
    await checkHottestLines(tab, comparison, found);
    for (const by of groups.filter((key) => key !== 'line')) {
        const {rows} = comparison.json(`--by=${by}`, ...EVERY_ROW);
        await tab.go(`#view=groups&by=${by}`);
        const shown = await tab.page.$$eval('#groups tbody tr', (trs) => trs.map((row) => row.querySelector('td.number').textContent.trim()));
        const sorted = (list) => [...list].sort();
        found.equal(sorted(shown), sorted(rows.map((row) => figure(row.self[comparison.measured.name] ?? null))), `by ${by}`);
        const name = (rows[0][by] ?? rows[0].file ?? rows[0].object ?? '(none)') || '(no name)';
        found.includes(await tab.page.$eval('#groups', (table) => table.innerHTML), String(name).split('/').pop(), `by ${by}: the first`);
    }
    await tab.close();
}

/* Of the lines of a difference the ratios that they have now: those of what is called are others than their own. */
async function checkLineRatios(context, found) {
    const {quern, words, folders, pages} = context;
    const {rows} = quern.json(['--annotate=^main$', ...words.ratios], folders.ratios);
    const tab = await Tab.open(context.chrome, pages.ratios, {fragment: `#${new URLSearchParams({view: 'function', name: 'main', event: 'R%'})}`});
    const heads = await tab.heads('#source .listing');
    const numbers = new Set(rows.map(({line}) => String(line)));
    const shown = (await tab.cells('#source .listing')).filter((cells) => numbers.has(cells[heads.indexOf('Line')]))
        .map((cells) => ['Line', 'New self', 'New incl.'].map((head) => cells[heads.indexOf(head)]).join(' '));
    /* Where there is no ratio on either side the cell is empty. */
    const now = (row, kind) => (row.old[kind]['R%'] ?? row.new[kind]['R%'] ?? null) === null ? '' : figure(row.new[kind]['R%'], true);
    const expected = rows.filter(({line}) => line !== null).map((row) => [row.line, now(row, 'self'), now(row, 'inclusive')].join(' '));
    found.equal(shown, expected, 'lines of main');
    found.ok(rows.some((row) => row.line !== null && row.new.self['R%'] !== row.new.inclusive['R%']), 'inclusive ratios are others');
    await tab.close();
}

/* The causes of a difference with what they contribute, and in words what of each changed. */
async function checkCauses(context, comparison, path, found) {
    const {name} = comparison.measured;
    const causes = comparison.json('--explain').rows.filter(({kind, left_out: leftOut}) => kind === 'cause' && leftOut === undefined);
    const tab = await Tab.open(context.chrome, path);
    const rows = await tab.page.$$eval('#causes tbody tr', (trs) =>
        trs.map((row) => [row.className, ...Array.from(row.cells, (cell) => cell.textContent.trim())]));
    const shown = rows.filter(([kind]) => kind === 'cause');
    found.ok(causes.length > 0, 'there are causes');
    found.includes(await tab.text('#causes-section p'), 'charged with all', 'what a cause is');
    found.includes(await tab.text('#hottest-section p'), 'self cost of each function', 'what a row is');
    for (const [i, cause] of causes.entries()) {
        const contribution = cause.contribution[name];
        const share = percent(contribution, comparison.total(comparison.measured));
        found.equal(shown[i].slice(1, 3), [change(contribution), Number(contribution) > 0 ? `+${share}` : share], `cause ${i}`);
        found.includes(shown[i][3], cause.function ?? cause.cause, `cause ${i}`);
        const [first] = cause.terms;
        const term = rows[rows.indexOf(shown[i]) + 1];
        if (first === undefined || term === undefined || term[3].startsWith('('))
            continue;
        found.equal(term[1], change(first.contribution[name]), `the first term of cause ${i}`);
        found.includes(term[3], first.words[0].replace(' -> ', ' → ').trim(), `the words of cause ${i}`);
    }
    const own = causes.find((cause) => cause.function !== undefined && !cause.members);
    const query = new URLSearchParams({view: 'function', name: own.function, file: own.file, object: own.object});
    await tab.go(`#${query}`);
    found.equal((await tab.cells('#own-causes'))[0][0], change(own.contribution[name]), 'on the page of the function');
    const other = comparison.functions.rows.find((row) => !causes.some((cause) => cause.function === row.function));
    await tab.go(`#${new URLSearchParams({view: 'function', name: other.function})}`);
    found.equal(await tab.has('#why'), false, `${other.function} is no cause`);
    await tab.close();
}

async function checkTotals(context, comparison, path, found) {
    const tab = await Tab.open(context.chrome, path, {fragment: '#view=run'});
    const cells = await tab.cells('#events');
    comparison.events.forEach((event, i) => {
        const value = comparison.functions.totals[event.name] ?? null;
        const shown = cells[i][comparison.isDifference ? 3 : 1].replace(/ %$/, '');
        found.equal(shown, (comparison.isDifference ? change : figure)(value, event.is_ratio), `total of ${event.name}`);
    });
    await tab.close();
}

const OF_FUNCTIONS = ['plain', 'cycles', 'events', 'xdebug', 'negative', 'difference', 'renamed', 'huge', 'undecided', ...Object.keys(FIGURED)];
/* Trees of which all rows are in the document; that of cycles is so from the top alone. */
const OF_TREES = ['callers', 'cycles', 'events', 'xdebug', 'huge', 'languages', 'renamed', 'growth'];

export async function checkFigures(runner, context) {
    const compare = (name) => new Comparison(context, name);
    for (const name of some(OF_FUNCTIONS))
        await runner.check(`figures of functions of ${name}`, (found) => checkFunctions(context, compare(name), context.pages[name], found));
    for (const name of ['cycles', 'difference', 'unknown', 'levels', 'leading'])
        await runner.check(`table of functions of ${name}`, (found) => checkTable(context, compare(name), context.pages[name], found));
    for (const name of OF_TREES)
        for (const isBottomUp of name === 'cycles' ? [false] : [false, true])
            await runner.check(`tree of ${name}, bottom ${isBottomUp ? 'up' : 'down'}`, (found) => checkTree(context, compare(name), context.pages[name], found, isBottomUp));
    for (const name of ['threads', 'plain', 'events', 'nameless'])
        await runner.check(`groups of ${name}`, (found) => checkGroups(context, compare(name), context.pages[name], found));
    for (const name of ['difference', 'renamed', 'growth'])
        await runner.check(`causes of ${name}`, (found) => checkCauses(context, compare(name), context.quern.page(['--explain', ...context.words[name]]), found));
    await runner.check('ratios of lines', (found) => checkLineRatios(context, found));
    for (const name of ['events', 'difference', 'negative', 'huge'])
        await runner.check(`totals of ${name}`, (found) => checkTotals(context, compare(name), context.pages[name], found));
}
