/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The page of a function: that its parts are at hand, and what costs is in sight. */

import {randomBytes} from 'node:crypto';
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {SIZES, Tab} from './browser.mjs';
import {blockNames, figure, readBlock, readCode} from './quern.mjs';

/* Many events are rows of a table, of which the page gets no wider; the one that is measured is marked. */
async function checkManyEvents(context, found) {
    const tab = await Tab.open(context.chrome, context.pages.events, {fragment: '#view=function&name=main&event=Dr', size: SIZES.phone});
    const {width, entries, marked} = await tab.page.$eval('#function-costs', (table) => ({
        width: document.documentElement.scrollWidth,
        entries: table.tBodies[0].rows.length,
        marked: Array.from(table.querySelectorAll('.measured th bdi'), (node) => node.textContent),
    }));
    found.equal(entries, readBlock(context.pages.events, 'facts').events.length, 'events');
    found.ok(width <= SIZES.phone.width, `the page is ${width} pixels wide`);
    found.equal(marked, ['Dr'], 'which is marked');
    await tab.close();
}

/* Below the title are, on the first screen, the source beside what it costs and who calls it; on a phone all below each other, and no wider. */
async function checkFirstScreen(context, found) {
    const tab = await Tab.open(context.chrome, context.pages.plain, {fragment: '#view=function&name=main'});
    const placeOf = (id) => tab.page.$eval(id, (node) => {
        const {left, right, top} = node.getBoundingClientRect();
        return {left, right, top};
    });
    const [source, costs, callers] = [await placeOf('#source .hottest-link'), await placeOf('#function-costs'), await placeOf('#callers h2')];
    found.ok(source.top < SIZES.laptop.height && callers.top < SIZES.laptop.height, `the link to the hottest line is at ${source.top}, the callers at ${callers.top}`);
    found.ok(source.right <= costs.left && costs.left === callers.left, 'they are beside the source');
    await tab.page.setViewport(SIZES.phone);
    const [below, above] = [await placeOf('#source'), await placeOf('#function-costs')];
    found.ok(below.top > above.top && below.left === above.left, 'below each other');
    found.ok(await tab.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'no wider than the phone');
    await tab.close();
}

/* Of many callees the costliest ten are shown, and all of them on demand, with the focus on the next. */
async function checkAllRows(context, found) {
    const callees = Array.from({length: 14}, (_, i) => `cfn=f${i}\ncalls=1 1\n1 ${100 + i}\n`).join('');
    const folder = context.quern.newFolder();
    writeFileSync(join(folder, 'profile'), `events: Ir\nfl=a.c\nfn=main\n1 10\n${callees}\n${Array.from({length: 14}, (_, i) => `fn=f${i}\n1 ${100 + i}\n`).join('')}`);
    const tab = await Tab.open(context.chrome, context.quern.page(['profile'], folder), {fragment: '#view=function&name=main'});
    const names = () => tab.page.$$eval('#callees-table tbody a', (links) => links.map((link) => link.textContent));
    found.equal(await names(), ['f13', 'f12', 'f11', 'f10', 'f9', 'f8', 'f7', 'f6', 'f5', 'f4'], 'the costliest');
    found.includes(await tab.text('#callees caption'), '10 of 14 functions', 'how many are shown');
    await tab.click('#callees .all-rows');
    found.equal((await names()).length, 14, 'all of them');
    found.equal(await tab.evaluate(() => document.activeElement.textContent), 'f3', 'what has the focus');
    found.none(tab.heard, 'heard');
    await tab.close();
}

/* Where no code is shown it is said why: it costs little, has no lines, or there was no room; and which files were not found. */
async function checkWhyNot(context, found) {
    const folder = context.quern.newFolder();
    const wide = Array.from({length: 3}, (_, i) => `fl=wide${i}.c\nfn=wide${i}\n${Array.from({length: 4000}, (__, line) => `${line + 1} ${5 - i}\n`).join('')}`);
    writeFileSync(join(folder, 'profile'), `events: Ir\nfl=gone.c\nfn=main\n1 10000\n\nfn=cold\n1 1\n\nfn=bare\n0 5000\n\n${wide.join('\n')}`);
    for (let i = 0; i < 3; i++)
        writeFileSync(join(folder, `wide${i}.c`), `${randomBytes(4000 * 825).toString('base64').match(/.{1,1100}/g).join('\n')}\n`);
    const tab = await Tab.open(context.chrome, context.quern.page(['profile'], folder), {fragment: '#view=run'});
    found.equal(await tab.page.$$eval('#missing li', (items) => items.map((item) => item.textContent)), ['gone.c'], 'files that were not found');
    for (const [name, words] of [['cold', 'costs less'], ['bare', 'no line numbers'], ['main', 'was not found'], ['wide2', 'no room']]) {
        await tab.go(`#view=function&name=${name}`);
        found.includes(await tab.text('#source'), words, name);
    }
    found.none(tab.heard, 'heard');
    await tab.close();
}

/* What costs next to nothing is one row until it is unfolded: then each line is there, and once. */
async function checkFolds(context, found) {
    const path = context.pages.plain;
    const [{lines}] = blockNames(path, 'listing').map((id) => readCode(path, id)).find(([code]) => code.function === 'main');
    const tab = await Tab.open(context.chrome, path, {fragment: '#view=function&name=main'});
    const shown = () => tab.page.$$eval('#source .listing', (tables) => Array.from(tables[0].rows).slice(1).filter((row) => !row.matches('.fold')).length);
    const folds = await tab.page.$$eval('#source .listing', (tables) => Array.from(tables[0].querySelectorAll('.unfold'), (node) => node.textContent));
    const folded = folds.reduce((sum, text) => sum + parseInt(text, 10), 0);
    found.ok(folds.length > 0, 'something is folded');
    found.equal(await shown() + folded, lines.length, 'all lines are shown or folded');
    const [, cost] = /, ([\d,]+) self$/.exec(folds.find((text) => text.endsWith('self')) ?? '') ?? [];
    found.ok(Number(cost?.replaceAll(',', '')) > 0, `folded cost is told: ${folds}`);
    const all = await tab.cells('#source .listing');
    const hottest = Math.max(...lines.map(({self}) => self?.Ir ?? 0));
    found.ok(all.some(([self]) => self === figure(hottest)), 'the hottest line is shown');
    for (const button of await tab.page.$$('#source .unfold'))
        await button.evaluate((node) => node.closest('table') === document.querySelector('#source .listing') && node.click());
    found.equal(await shown(), lines.length, 'all are unfolded');
    found.none(await tab.page.$$eval('main *', (nodes) => nodes.filter((node) => /auto|scroll/.test(getComputedStyle(node).overflowY) && node.scrollHeight > node.clientHeight + 1).map((node) => node.className)), 'boxes that scroll');
    await tab.page.$eval('#source .unfold', (node) => node.click());
    found.ok(await shown() < lines.length, 'one is folded again');
    /* A line within what is folded. */
    const places = lines.map(({line}) => line);
    const cells = await tab.page.$$eval('#source .listing', (tables) => Array.from(tables[0].rows).slice(1).flatMap((row) => Array.from(row.cells, (cell) => cell.textContent.trim())));
    const hidden = places.find((line) => line && !cells.includes(String(line)));
    found.ok(hidden > 0, 'a line that is folded');
    await tab.go(`#view=function&name=main&line=0:${hidden}`);
    found.ok(await tab.has('tr.target'), `a link to line ${hidden} unfolds it`);
    found.none(tab.heard, 'heard');
    await tab.close();
}

/* A line leads to its instructions, and they to the line; with much room they are side by side. */
async function checkAcross(context, found) {
    const fragment = '#view=function&name=main';
    const tab = await Tab.open(context.chrome, context.pages.instructions, {fragment, size: SIZES.wide});
    const tops = () => tab.page.$$eval('#source, #instructions', (parts) => parts.map((part) => part.getBoundingClientRect().top));
    const [one, other] = await tops();
    found.equal(other, one, 'side by side');
    const linked = (id) => tab.page.$$eval(`#${id} tr.linked`, (rows) => rows.map((row) => row.querySelector('a.across').textContent));
    const line = await tab.page.$$eval('#instructions a.across', (links) => links.at(-1).textContent);
    await tab.page.$$eval('#source a.across', (links, text) => links.find((link) => link.textContent === text).click(), line);
    found.equal(await linked('source'), [line], 'the line that was followed');
    found.ok((await linked('instructions')).length > 1 && (await linked('instructions')).every((text) => text === line), 'its instructions');
    found.includes(await tab.fragment(), 'line=i0%3A', 'the link');
    const first = await tab.page.$eval('#instructions a.across', (link) => link.textContent);
    await tab.click('#instructions a.across');
    found.equal(await linked('source'), [first], 'back to the line');
    found.ok(await tab.page.$eval('#source tr.linked', (row) => row.getBoundingClientRect().top < innerHeight), 'which is in sight');
    await tab.page.setViewport(SIZES.laptop);
    const narrow = await tops();
    found.ok(narrow[1] > narrow[0], 'below each other');
    found.none(tab.heard, 'heard');
    await tab.close();
}

export async function checkFunction(runner, context) {
    await runner.check('from lines to instructions', (found) => checkAcross(context, found));
    await runner.check('many events of a function', (found) => checkManyEvents(context, found));
    await runner.check('first screen of a function', (found) => checkFirstScreen(context, found));
    await runner.check('the other callees of a function', (found) => checkAllRows(context, found));
    await runner.check('why no code is shown', (found) => checkWhyNot(context, found));
    await runner.check('folded lines', (found) => checkFolds(context, found));
}
