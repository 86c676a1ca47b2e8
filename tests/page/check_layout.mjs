/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Where things are: nothing jumps while the page loads, and what one is to hit is large enough. */

import {SIZES} from './browser.mjs';

const MOST_SHIFT = 0.05;
const FRAGMENTS = ['', '#view=functions', '#view=tree', '#view=function&id=0', '#view=groups'];

/* How much of what is in sight moved, how far, before the page was as it stays. */
async function shiftOf(context, path, fragment, size) {
    const page = await context.chrome.newPage();
    await page.setViewport(size);
    await page.evaluateOnNewDocument(() => {
        window.shift = 0;
        new window.PerformanceObserver((list) => {
            for (const entry of list.getEntries()) window.shift += entry.value;
        }).observe({type: 'layout-shift', buffered: true});
    });
    await page.goto(`file://${path}${fragment}`);
    await page.waitForSelector('html[data-ready="true"]');
    const shift = await page.evaluate(() => new Promise((resolve) => {
        setTimeout(() => resolve(window.shift), 200);
    }));
    await page.close();
    return shift;
}

async function checkShift(context, name, found) {
    for (const fragment of FRAGMENTS)
        for (const size of ['phone', 'laptop']) {
            const shift = await shiftOf(context, context.pages[name], fragment, SIZES[size]);
            found.ok(shift <= MOST_SHIFT, `${fragment || 'overview'}, ${size}: ${shift.toFixed(3)}`);
        }
}

export async function checkLayout(runner, context) {
    for (const name of ['plain', 'difference'])
        await runner.check(`nothing of ${name} jumps`, (found) => checkShift(context, name, found));
}
