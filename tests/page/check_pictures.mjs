/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The header in little room, the bars of tables, and what a call of a function costs. */

import {SIZES, Tab} from './browser.mjs';
import {figure} from './quern.mjs';

/* In little room the header has all it has in a row after the views. */
async function checkNarrow(context, found) {
    const tab = await Tab.open(context.chrome, context.pages.callers, {size: SIZES.phone});
    const tops = await tab.page.$$eval('#search, #keys-button', (nodes) => nodes.map((node) => node.getBoundingClientRect().top));
    found.ok(Math.max(...tops) - Math.min(...tops) < 5, `the header's buttons are at ${tops}`);
    await tab.close();
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

/* The longest bar of a column is that of its largest figure, and others are in proportion. */
async function checkBars(context, found) {
    const tab = await Tab.open(context.chrome, context.pages.callers, {fragment: '#view=functions'});
    const bars = await tab.page.$$eval('#functions tbody tr:not(.padding)', (rows) => rows.map((row) => {
        const cell = row.querySelector('.share');
        return {percent: Number(cell.textContent), length: parseFloat(cell.style.getPropertyValue('--share')) || 0};
    }));
    const most = Math.max(...bars.map(({percent}) => percent));
    found.ok(most > 0 && most < 90, `the largest share is ${most} %`);
    for (const {percent, length} of bars)
        found.ok(Math.abs(length - 100 * percent / most) < 0.1, `a bar of ${length} for ${percent} of at most ${most}`);
    await tab.close();
}

export async function checkPictures(runner, context) {
    await runner.check('header in little room', (found) => checkNarrow(context, found));
    await runner.check('bars of a column', (found) => checkBars(context, found));
    await runner.check('cost per call', (found) => checkPerCall(context, found));
}
