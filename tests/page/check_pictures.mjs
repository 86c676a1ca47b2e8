/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The header in little room, the bars of tables, and what a call of a function costs. */

import {readFileSync} from 'node:fs';

import {SIZES, Tab} from './browser.mjs';
import {figure, overviewText} from './quern.mjs';

/* On a phone the header is one line, in which a list leads to the views. */
async function checkNarrow(context, found) {
    for (const page of ['callers', 'events', 'difference']) {
        const tab = await Tab.open(context.chrome, context.pages[page], {size: SIZES.phone});
        const tops = await tab.page.$$eval('#header :is(select, input, button)', (nodes) => nodes.filter((node) => node.checkVisibility()).map((node) => node.getBoundingClientRect()).map(({top, height, right}) => [top + height / 2, right]));
        found.ok(tops.length >= 3 && tops.every(([middle, right]) => Math.abs(middle - tops[0][0]) < 3 && right <= SIZES.phone.width), `${page}: the header has its parts at ${tops}`);
        found.ok(await tab.page.$eval('#header', (header) => header.offsetHeight) <= 40, `${page}: its height`);
        await tab.page.select('#navigation select', '#view=functions');
        await tab.settle();
        found.equal(await tab.text('h1'), 'Functions', `${page}: the view that was chosen`);
        await tab.go('#view=function&id=0');
        found.equal(await tab.page.$eval('#navigation select', (select) => select.selectedOptions[0].textContent), 'Function', `${page}: of a function`);
        await tab.close();
    }
}

async function checkPerCall(context, found) {
    const {rows} = context.quern.json(['--by=function', '--rows=3', ...context.words.callers]);
    const tab = await Tab.open(context.chrome, context.pages.callers, {fragment: '#view=functions'});
    const cells = await tab.cells('#functions');
    rows.forEach(({function: name, inclusive, calls}, i) => found.ok(cells[i].includes(figure(Math.floor(inclusive.Ir / calls))), `${name}: ${cells[i]} for ${calls} calls of ${inclusive.Ir}`));
    await tab.go('#view=function&name=load');
    found.includes(await tab.text('.facts'), 'Cost per call\n845 Ir', 'rounded down');
    await tab.close();
}

/* With --per each thread has a column, whose figures are those of the table that text has. */
async function checkSlices(context, found) {
    const words = ['--per=thread', ...context.words.threads];
    const tab = await Tab.open(context.chrome, context.quern.page(words), {fragment: '#view=functions'});
    for (const [key, fragment, table] of [['function', '#view=functions', '#functions'], ['file', '#view=groups&by=file', '#groups']]) {
        const {rows, per} = context.quern.json([`--by=${key}`, '--rows=1000', ...words]);
        await tab.go(fragment);
        const first = (await tab.heads(table)).indexOf(per[0]);
        found.ok(first > 0 && per.length > 1, `${key}: the columns are ${per}`);
        const shown = (await tab.cells(table)).map((cells) => cells.slice(first, first + per.length).join(' ')).sort();
        found.equal(shown, rows.map((row) => row.per_values.map((values) => figure(values?.Ir)).join(' ')).sort(), `${key}: what each has`);
    }
    found.none(tab.heard, 'heard');
    await tab.close();
}

/* The longest bar of a column is that of its largest figure, and others are in proportion. */
async function checkBars(context, found) {
    const tab = await Tab.open(context.chrome, context.pages.callers, {fragment: '#view=functions'});
    const bars = await tab.page.$$eval('#functions tbody tr:not(.padding)', (rows) => rows.map((row) => {
        const cell = row.querySelector('.share');
        return {percent: Number(cell.textContent), length: parseFloat(cell.style.backgroundSize) || 0};
    }));
    const most = Math.max(...bars.map(({percent}) => percent));
    found.ok(most > 0 && most < 90, `the largest share is ${most} %`);
    for (const {percent, length} of bars)
        found.ok(Math.abs(length - 100 * percent / most) < 0.1, `a bar of ${length} for ${percent} of at most ${most}`);
    await tab.close();
}

/* `make screenshots` took README's pictures of a page that says what the page says now. */
async function checkReadme(context, found) {
    const tab = await Tab.open(context.chrome, context.pages.callers);
    found.equal(await overviewText(tab), readFileSync(new URL('overview.txt', import.meta.url), 'utf8'), 'the text of the pictures');
    await tab.close();
}

export async function checkPictures(runner, context) {
    await runner.check("README's pictures of the page", (found) => checkReadme(context, found));
    await runner.check('header in little room', (found) => checkNarrow(context, found));
    await runner.check('bars of a column', (found) => checkBars(context, found));
    await runner.check('columns of threads', (found) => checkSlices(context, found));
    await runner.check('cost per call', (found) => checkPerCall(context, found));
}
