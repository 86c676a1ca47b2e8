/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What one does with the page: keys, search, sorting, filters, zooming, and links that show the same again. */

import {SIZES, Tab} from './browser.mjs';
import {blockNames, figure, functionNames, percent, readBlock, readCode, readFunctions} from './quern.mjs';

function focused(tab) {
    return tab.evaluate(() => {
        const node = document.activeElement;
        return {id: node.id, tag: node.localName, text: node.textContent.trim().slice(0, 100), row: Number(node.closest('tr')?.dataset.row ?? -1)};
    });
}

/* A link shows the same in a fresh tab. */
async function checkLink(context, tab, what, found) {
    const fragment = await tab.fragment();
    const fresh = await Tab.open(context.chrome, tab.path, {fragment});
    found.equal(await fresh.text(), await tab.text(), `${what}: ${fragment} in a fresh tab`);
    found.equal(await fresh.evaluate(() => document.title), await tab.evaluate(() => document.title), `${what}: the title in a fresh tab`);
    found.none(fresh.heard, `${what}: heard`);
    await fresh.close();
}

async function checkSearch(context, found) {
    const path = context.pages.plain;
    const names = functionNames(context.quern, context.words.plain);
    const tab = await Tab.open(context.chrome, path);
    await tab.press('/');
    found.equal((await focused(tab)).id, 'search', '/ goes to the search');
    await tab.page.keyboard.type('_Io_');
    await tab.settle();
    const expected = names.filter((name) => name.toLowerCase().includes('_io_'));
    found.ok(expected.length > 3, `${expected.length} functions to be found`);
    found.includes(await tab.text('#search-status'), `${expected.length} function`, 'how many are found');
    const titles = await tab.page.$$eval('#search-results [role="option"]', (nodes) => nodes.map((node) => node.title));
    found.equal(titles.length, Math.min(40, expected.length), 'how many are listed');
    found.none(titles.filter((title) => !expected.some((name) => title.startsWith(name))), 'found without the text');
    found.equal(await tab.page.$$eval('#search-results [aria-selected="true"]', (nodes) => nodes.length), 0, 'chosen before an arrow');
    await tab.press('ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'Enter');
    found.includes(await tab.text('h1'), titles[1].split(' (')[0].slice(0, 40), 'Enter goes to the second');
    await checkLink(context, tab, 'found function', found);
    await tab.press('/');
    await tab.page.keyboard.type('no such function');
    await tab.settle();
    found.includes(await tab.text('#search-status'), 'No function', 'nothing is found');
    const before = await tab.fragment();
    await tab.press('Enter');
    found.ok(await tab.page.$eval('#search-status', (node) => node.getBoundingClientRect().width > 100), 'which one sees, also after Enter');
    found.equal(await tab.fragment(), before, 'Enter goes nowhere');
    await tab.press('Escape');
    found.equal(await tab.page.$eval('#search-results', (list) => list.hidden), true, 'Esc closes the list');
    await tab.press('Escape');
    found.equal(await tab.page.$eval('#search', (input) => input.value), '', 'Esc empties the search');
    await tab.page.goBack();
    await tab.settle();
    found.equal(await tab.page.$eval('main h1', (node) => node.closest('main') !== null), true, 'going back shows something');
    found.equal((await tab.fragment()).includes('function'), false, 'going back leaves the function');
    found.none(tab.heard, 'heard');
    await tab.close();
}

/* Files and lines are found as well. */
async function checkSearchPlaces(context, found) {
    const path = context.pages.difference;
    const [id] = blockNames(path, 'listing');
    const [{file, lines}] = readCode(path, id);
    const {line} = lines.find((other) => other.line && other.self.Ir !== null);
    const tab = await Tab.open(context.chrome, path);
    const name = await tab.evaluate((one) => {
        location.hash = `#view=function&id=${one}`;
        return new Promise((resolve) => {
            setTimeout(() => resolve(document.querySelector('h1 bdi').textContent), 300);
        });
    }, id);
    const search = async (text) => {
        await tab.page.$eval('#search', (input) => input.select());
        await tab.type('#search', text);
        return tab.page.$$eval('#search-results [role="option"]', (nodes) => nodes.map((node) => [node.dataset.kind, node.title]));
    };
    const last = file.split('/').at(-1);
    found.ok((await search(name)).some(([kind, title]) => kind === 'function' && title.startsWith(name)), `${name}: the function`);
    found.ok((await search(last)).some(([kind, title]) => kind === 'file' && title === file), `${last}: the file`);
    await search(`${last.slice(2)}:${line}`);
    await tab.page.waitForFunction(() => document.querySelector('#search-result-0')?.dataset.kind === 'line', {timeout: 20000});
    await tab.press('Enter');
    found.includes(await tab.text('tr.target'), String(line), 'Enter goes to the line');
    await search(`${last}:999999`);
    found.equal(await tab.page.$$eval('#search-results [role="option"]', (nodes) => nodes.map((node) => node.title)), [file], 'of a line that is not there the file');
    await tab.go('');
    await search(last);
    await tab.evaluate(() => document.querySelector('#search-results [data-kind="file"]').click());
    await tab.settle();
    found.includes(decodeURIComponent(await tab.fragment()), 'filter=^"', 'a file shows its functions');
    found.ok((await tab.cells('#functions')).length > 0, 'of which there are some');
    found.none(tab.heard, 'heard');
    await tab.close();
}

/* The list of what is found is in sight, above all else; Enter takes the first. */
async function checkSearchOnPhone(context, found) {
    const tab = await Tab.open(context.chrome, context.pages.plain, {fragment: '#view=functions', size: SIZES.phone});
    await tab.type('#search', 'dl');
    const where = await tab.evaluate(() => {
        const {left, right} = document.querySelector('#search-results').getBoundingClientRect();
        const options = Array.from(document.querySelectorAll('#search-results [role="option"]')).slice(0, 8);
        return {left, right, hidden: options.filter((option) => {
            const box = option.getBoundingClientRect();
            return !option.contains(document.elementFromPoint(box.left + 20, box.top + box.height / 2));
        }).length};
    });
    found.ok(where.left >= 0 && where.right <= SIZES.phone.width, `the list is from ${where.left} to ${where.right}`);
    found.equal(where.hidden, 0, 'options below something');
    const first = await tab.page.$eval('#search-result-0', (option) => option.title);
    await tab.press('Enter');
    found.includes(await tab.text('h1'), first.split(' (')[0], 'Enter takes the first');
    await tab.close();
}

/* Names get what the figures leave, and nothing stands out of a table sideways. */
async function checkRoom(context, found) {
    for (const [fragment, selector, size, least] of [['#view=functions', '#functions', 'phone', 150], ['#view=tree&as=table', '#tree-table', 'phone', 150],
        ['#view=function&id=0', '#callees-table', 'laptop', 200]]) {
        const tab = await Tab.open(context.chrome, context.pages.plain, {fragment, size: SIZES[size]});
        const {name, excess} = await tab.page.$eval(selector, (table) => ({
            name: table.querySelector('thead th.name').getBoundingClientRect().width,
            excess: table.parentElement.scrollWidth - table.parentElement.clientWidth,
        }));
        found.ok(name >= least, `${fragment}: names have ${name} pixels`);
        found.ok(excess <= 0, `${fragment}: ${excess} pixels stand out`);
        await tab.close();
    }
}

async function checkTableKeys(context, found) {
    const tab = await Tab.open(context.chrome, context.pages.plain, {fragment: '#view=functions'});
    const count = readFunctions(context.pages.plain).length;
    await tab.page.focus('#functions tbody tr[data-row="0"] a');
    await tab.press('ArrowDown', 'ArrowDown', 'ArrowUp');
    found.equal((await focused(tab)).row, 1, 'arrows go from row to row');
    const full = await tab.page.$eval('#functions tbody tr[data-row="1"] a', (link) => link.title);
    found.equal(await tab.text('#full-name'), full, 'the full name on focus');
    await tab.press('End');
    found.equal((await focused(tab)).row, count - 1, 'End goes to the last row of all');
    found.ok(await tab.evaluate(() => {
        const {top, bottom} = document.activeElement.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
    }), 'which is in sight');
    await tab.press('PageUp');
    found.ok((await focused(tab)).row < count - 5, 'Page Up goes further than a row');
    await tab.press('Home');
    found.equal((await focused(tab)).row, 0, 'Home goes to the first');
    const name = (await focused(tab)).text;
    await tab.press('Enter');
    found.includes(await tab.text('h1'), name.slice(0, 40), 'Enter follows the link');
    found.none(tab.heard, 'heard');
    await tab.close();
}

function columnOf(tab, selector, index) {
    return tab.page.$$eval(`${selector} tbody tr:not(.padding)`, (rows, i) => rows.map((row) => row.cells[i].textContent.trim()), index);
}

function isSorted(values, compare) {
    return values.every((value, i) => i === 0 || compare(values[i - 1], value) <= 0);
}

async function checkSort(context, found) {
    const tab = await Tab.open(context.chrome, context.pages.cycles, {fragment: '#view=functions'});
    const heads = await tab.heads('#functions');
    const number = (text) => Number(text.replace(/[≥,]/g, ''));
    for (const [label, compare] of [['Function', (one, two) => one < two ? -1 : Number(one > two)], ['Calls', (one, two) => number(two) - number(one)],
        ['Inclusive', (one, two) => number(two) - number(one)]]) {
        const i = heads.indexOf(label);
        await tab.click(`#functions thead th:nth-child(${i + 1}) button`);
        const values = (await columnOf(tab, '#functions', i)).map((text) => text.replace(/ (<cycle \d+>|new|gone)$/, ''));
        found.ok(isSorted(values, compare), `sorted by ${label}: ${values.slice(0, 5)}`);
        found.ok(new Set(values).size > 5, `${label} has several values`);
        const order = await tab.page.$eval(`#functions thead th:nth-child(${i + 1})`, (cell) => cell.getAttribute('aria-sort'));
        found.equal(order, label === 'Function' ? 'ascending' : 'descending', `aria-sort of ${label}`);
        await checkLink(context, tab, `sorted by ${label}`, found);
    }
    await tab.click(`#functions thead th:nth-child(${heads.indexOf('Function') + 1}) button`);
    await tab.click(`#functions thead th:nth-child(${heads.indexOf('Function') + 1}) button`);
    const names = await columnOf(tab, '#functions', heads.indexOf('Function'));
    found.ok(names[0] > names[5] && names[5] > names.at(-1), `names the other way round: ${names.slice(0, 5)}`);
    await tab.click(`#functions thead th:nth-child(${heads.indexOf('Inclusive') + 1}) button`);
    await tab.click(`#functions thead th:nth-child(${heads.indexOf('Inclusive') + 1}) button`);
    const turned = (await columnOf(tab, '#functions', heads.indexOf('Inclusive'))).map(number);
    found.ok(isSorted(turned, (one, two) => one - two), `turned round: ${turned.slice(0, 5)}`);
    await checkLink(context, tab, 'turned round', found);
    found.none(tab.heard, 'heard');
    await tab.close();
}

async function checkFilter(context, found) {
    const path = context.pages.plain;
    const tab = await Tab.open(context.chrome, path, {fragment: '#view=functions'});
    await tab.type('#filter', '^_dl_ map');
    const all = functionNames(context.quern, context.words.plain);
    const isWanted = (name) => /^_dl_/i.test(name) && /map/i.test(name);
    const names = all.filter(isWanted);
    const sum = readFunctions(path).filter((row) => isWanted(row.function)).reduce((total, row) => total + row.self.Ir, 0);
    const total = readBlock(path, 'facts').totals.Ir;
    found.ok(names.length > 1 && sum > 0, 'some match');
    found.equal(await tab.text('#filter-message'), `${names.length} of ${all.length} functions: ${figure(sum)}, ${percent(sum, total)} % of Ir as self cost`, 'what matches');
    const shown = await columnOf(tab, '#functions', (await tab.heads('#functions')).indexOf('Function'));
    found.equal(shown.length, names.length, 'rows that match');
    found.none(shown.filter((name) => !isWanted(name)), 'rows that do not');
    await checkLink(context, tab, 'filtered', found);
    for (const [text, expression] of [['_io_', /_io_/i], ['_IO_', /_IO_/], ['_Io_', /_Io_/], ['_start$', /_start$/i], ['^main$', /^main$/i], ['(', /\(/], ['^(a+)+$', /^\(a\+\)\+$/], ['ld-linux so', null]]) {
        await tab.page.$eval('#filter', (input) => input.select());
        await tab.type('#filter', text);
        const count = all.filter((name) => expression === null || expression.test(name)).length;
        const said = Number((await tab.text('#filter-message')).split(' ')[0].replaceAll(',', ''));
        found.ok(expression === null ? said > 10 && said < count : said === count, `${text}: ${said} of ${count}`);
    }
    /* What would be an expression that runs for hours. */
    const start = Date.now();
    await tab.go(`#${new URLSearchParams({view: 'functions', filter: '^(([a-z_])+.)+[A-Z]([a-z])+$'})}`);
    found.ok(Date.now() - start < 2000, 'a link with an expression');
    found.none(tab.heard, 'heard');
    await tab.close();
}

async function checkEvents(context, found) {
    const tab = await Tab.open(context.chrome, context.pages.events, {fragment: '#view=functions'});
    await tab.page.select('#event', 'D1mr');
    await tab.settle();
    const costs = readFunctions(context.pages.events).map(({self}) => self.D1mr);
    const shown = (await columnOf(tab, '#functions', 0)).map((text) => Number(text.replaceAll(',', '')));
    found.equal(shown[0], Math.max(...costs), 'the first by another event');
    found.ok(isSorted(shown.filter(Number.isFinite), (one, two) => two - one), 'ranked by another event');
    await checkLink(context, tab, 'another event', found);
    const before = (await tab.heads('#functions')).length;
    await tab.evaluate(() => {
        document.querySelector('details.choice').open = true;
        document.querySelector('details.choice input[value="0"]').click();
    });
    await tab.settle();
    found.ok((await tab.heads('#functions')).length > before, 'a second event has columns');
    const fragment = await tab.fragment();
    found.includes(fragment, 'show=', 'which is in the link');
    for (const view of ['', '#view=tree', '#view=run']) {
        await tab.go(`${view}${view === '' ? '#' : '&'}event=Bc`);
        found.equal(await tab.page.$eval('#event', (select) => select.value), 'Bc', `the event in ${view || 'the overview'}`);
    }
    found.none(tab.heard, 'heard');
    await tab.close();
}

function selectedFrame(tab) {
    return tab.evaluate(() => {
        const frame = document.activeElement.closest('[role="treeitem"]');
        return frame === null ? null : {level: Number(frame.getAttribute('aria-level')), label: frame.title};
    });
}

async function checkTreeKeys(context, found) {
    const tab = await Tab.open(context.chrome, context.pages.callers, {fragment: '#view=tree'});
    await tab.page.focus('[role="treeitem"][tabindex="0"]');
    await tab.press('ArrowDown', 'ArrowDown');
    const second = await selectedFrame(tab);
    found.equal(second?.level, 3, 'down goes to what is called');
    await tab.press('ArrowDown', 'ArrowRight');
    const right = await selectedFrame(tab);
    found.equal(right?.level, 4, 'right stays on the level');
    await tab.press('ArrowLeft', 'ArrowUp');
    found.equal((await selectedFrame(tab))?.label, second?.label, 'left and up come back');
    await tab.press('Enter');
    found.includes(await tab.fragment(), 'zoom=', 'Enter zooms');
    const box = await tab.evaluate(() => document.activeElement.getBoundingClientRect().width / document.querySelector('.frames').getBoundingClientRect().width);
    found.ok(box > 0.99, `the zoomed frame is as wide as all: ${box}`);
    await checkLink(context, tab, 'zoomed', found);
    await tab.press('Backspace');
    await checkLink(context, tab, 'one out', found);
    await tab.press('Escape');
    found.equal(await tab.page.$$eval('.frame.above', (frames) => frames.length), 0, 'Esc resets the zoom');
    await tab.page.goBack();
    await tab.settle();
    await tab.page.goBack();
    await tab.settle();
    found.includes(await tab.fragment(), 'zoom=', 'going back zooms again');
    found.ok(await tab.page.$$eval('.frame.above', (frames) => frames.length) > 0, 'going back shows the zoomed frame');
    found.ok(await tab.has('.frame.estimated'), 'estimated frames are told apart');
    found.none(tab.heard, 'heard');
    await tab.close();
}

/* What Tab goes through: each is in sight and looks as if it has the focus. */
async function checkTabOrder(context, path, fragment, size, found) {
    const tab = await Tab.open(context.chrome, path, {fragment, size});
    const seen = new Set();
    for (let i = 0; i < 40; i++) {
        await tab.page.keyboard.press('Tab');
        const where = await tab.evaluate(() => {
            const node = document.activeElement;
            const style = getComputedStyle(node);
            const {top, bottom, left, right, width, height} = node.getBoundingClientRect();
            return {isBody: node === document.body, html: node.outerHTML.slice(0, 120),
                isMarked: style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0 || style.boxShadow !== 'none',
                isInSight: bottom > 0 && right > 0 && top < innerHeight && left < innerWidth && width > 0 && height > 0};
        });
        if (where.isBody)
            break;
        seen.add(where.html);
        found.ok(where.isMarked, `no mark of the focus: ${where.html}`);
        found.ok(where.isInSight, `out of sight: ${where.html}`);
    }
    found.ok(seen.size >= 8, `${seen.size} elements have the focus in turn`);
    found.includes([...seen][0] ?? '', 'Skip', 'the first thing');
    await tab.close();
}

async function checkHelp(context, found) {
    const tab = await Tab.open(context.chrome, context.pages.plain);
    await tab.press('?');
    found.ok(await tab.page.$eval('dialog', (dialog) => dialog.open), '? shows the keys');
    found.includes(await tab.text('dialog'), 'search', 'the keys');
    await tab.press('Escape');
    found.ok(!await tab.page.$eval('dialog', (dialog) => dialog.open), 'Esc closes them');
    for (const [key, view] of [['f', 'functions'], ['t', 'tree'], ['r', 'run'], ['o', 'overview']]) {
        await tab.press('g', key);
        found.ok(await tab.has(`[data-view="${view}"]`), `g ${key} shows ${view}`);
    }
    found.none(tab.heard, 'heard');
    await tab.close();
}

async function checkLines(context, name, found) {
    const id = blockNames(context.pages[name], 'listing')[0];
    const tab = await Tab.open(context.chrome, context.pages[name], {fragment: `#view=function&id=${id}`});
    await tab.click('.hottest-link');
    for (const other of [tab, await Tab.open(context.chrome, context.pages[name], {fragment: await tab.fragment()})])
        found.ok(await other.page.$eval('tr.target', (row) => {
            const {top, bottom} = row.getBoundingClientRect();
            return top >= 0 && bottom <= innerHeight;
        }), 'the line of a link is in sight');
    found.none(tab.heard, 'heard');
    await tab.close();
}

/* The code of a function stands before who calls it and how it is reached, unless there is none; a link opens what is folded. */
async function checkFunctionPage(context, found) {
    const path = context.pages.plain;
    const pieces = blockNames(path, 'listing').map((id) => ({id, codes: readCode(path, id)}));
    const {id, codes} = pieces.reduce((most, other) => other.codes.length > most.codes.length ? other : most);
    found.ok(codes.length > 4, `code of ${codes.length} files`);
    const tab = await Tab.open(context.chrome, path, {fragment: `#view=function&id=${id}`});
    const order = await tab.page.$$eval('main h2', (heads) => heads.map((node) => node.textContent));
    found.equal(order.slice(0, 4), ['Source', 'Callers', 'Callees', 'Hottest path to it'], 'the order of sections');
    const bare = await Tab.open(context.chrome, context.pages.cycles, {fragment: '#view=function&id=0'});
    found.equal(blockNames(context.pages.cycles, 'listing').includes('0'), false, 'code of the costliest function');
    found.equal(await bare.page.$$eval('main h2', (heads) => heads.at(-1).textContent), 'Source', 'that there is no source comes last');
    await bare.close();
    const folded = await tab.page.$$('#source details');
    found.ok(folded.length > 0, 'what costs little is folded');
    found.equal((await tab.page.$$('#source .listing')).length, codes.length - folded.length, 'the rest is not');
    found.includes(await tab.text('#source'), 'inlined here', 'what is said of code of other files');
    found.includes(await tab.text('p:has(.hottest-link)'), 'self', 'by what a line is the hottest');
    await tab.click('#source details summary');
    found.ok(await tab.has('#source details[open] .listing'), 'what is folded opens');
    const last = codes.length - 1;
    const {line} = codes[last].lines.find((other) => other.self.Ir > 0);
    await tab.go(`#view=function&id=${id}&line=${last}:${line}`);
    found.ok(await tab.page.$eval('tr.target', (row) => row.getBoundingClientRect().height > 0), 'a link to a line unfolds it');
    found.none(tab.heard, 'heard');
    await tab.close();
}

/* What was inlined says so wherever it is named, and nobody counted its calls. */
async function checkInlined(context, found) {
    const tab = await Tab.open(context.chrome, context.pages.inlined);
    const row = () => tab.page.$$eval('#hottest tbody tr', (rows) => rows.map((one) => Array.from(one.cells, (cell) => cell.textContent)).find((cells) => cells.some((text) => text.startsWith('normalize'))));
    found.ok((await row()).includes('normalize [inlined]'), 'in the table');
    found.equal((await row())[4], '.', 'its calls');
    found.includes(await tab.text('#inlining'), 'inline: program: by line, ', 'how far it is known');
    found.includes(await tab.text('#tree-section'), 'normalize [inlined]', 'in the tree');
    await tab.go('#view=function&name=normalize');
    found.equal(await tab.text('h1'), 'normalize [inlined]', 'its title');
    found.equal((await tab.text('dl.facts')).includes('Calls'), false, 'calls beside its names');
    await tab.press('/');
    await tab.page.keyboard.type('normalize');
    await tab.settle();
    found.includes(await tab.text('#search-results'), 'normalize [inlined]', 'in the search');
    found.none(tab.heard, 'heard');
    await tab.close();
}

/* What is not in the tree because it costs little says so. */
async function checkOutsideTree(context, found) {
    const path = context.pages.plain;
    const tab = await Tab.open(context.chrome, path, {fragment: `#view=function&id=${readFunctions(path).length - 1}`});
    found.includes(await tab.text('#path'), 'below the limit', 'a function that costs little');
    await tab.close();
}

/* A link that leads nowhere says so, and fails in nothing. */
async function checkBadLinks(context, found) {
    for (const fragment of ['#view=nowhere', '#view=function&name=no_such_function', '#view=function&id=99999999', '#view=function&id=-1', '#view=function',
        '#view=tree&zoom=9.9.9.9', '#view=tree&direction=sideways', '#event=NoSuchEvent', '#view=groups&by=colour', '#%E0%A4%A', '#view=__proto__', '#view=constructor',
        '#view=functions&sort=nothing', '#view=functions&filter=(', '#view=function&id=0&line=99:99', '#&&==&view']) {
        const tab = await Tab.open(context.chrome, context.pages.callers, {fragment});
        found.none(tab.heard, fragment);
        found.ok((await tab.text('main')).trim().length > 20, `${fragment} shows something`);
        found.ok(await tab.has('#page h1'), `${fragment} has a heading`);
        await tab.close();
    }
}

export async function checkUse(runner, context) {
    await runner.check('search', (found) => checkSearch(context, found));
    await runner.check('search of places', (found) => checkSearchPlaces(context, found));
    await runner.check('search on a phone', (found) => checkSearchOnPhone(context, found));
    await runner.check('room for names', (found) => checkRoom(context, found));
    await runner.check('keys in tables', (found) => checkTableKeys(context, found));
    await runner.check('sorting', (found) => checkSort(context, found));
    await runner.check('filter', (found) => checkFilter(context, found));
    await runner.check('events', (found) => checkEvents(context, found));
    await runner.check('keys in the tree', (found) => checkTreeKeys(context, found));
    await runner.check('keys of the page', (found) => checkHelp(context, found));
    for (const [fragment, size] of [['', 'laptop'], ['#view=functions', 'laptop'], ['#view=tree', 'phone'], ['#view=function&id=1', 'phone']])
        await runner.check(`order of Tab in ${fragment || 'the overview'}`, (found) => checkTabOrder(context, context.pages.difference, fragment, SIZES[size], found));
    for (const name of ['difference', 'instructions', 'hostile'])
        await runner.check(`link to a line of ${name}`, (found) => checkLines(context, name, found));
    await runner.check('page of a function', (found) => checkFunctionPage(context, found));
    await runner.check('outside of the tree', (found) => checkOutsideTree(context, found));
    await runner.check('inlined functions', (found) => checkInlined(context, found));
    await runner.check('links to nothing', (found) => checkBadLinks(context, found));
}
