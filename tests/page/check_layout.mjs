/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Where things are: nothing jumps while the page loads, and what one is to hit is large enough. */

import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {packages, SIZES, Tab} from './browser.mjs';

const MOST_SHIFT = 0.05;

/* LONGEST_WAIT of main.js, after which a slow machine shows what is there so far, and the rest below it. */
const LONGEST_WAIT = 2000;

const FRAGMENTS = ['', '#view=functions', '#view=tree', '#view=function&id=0', '#view=groups'];

/* How much of what is in sight moved, how far, before the page was as it stays. */
async function shiftOf(context, path, fragment, size) {
    const page = await context.chrome.newPage();
    await page.setViewport(size);
    await page.evaluateOnNewDocument((longest) => {
        const later = window.setTimeout;
        window.setTimeout = (act, wait, ...rest) => (wait === longest ? 0 : later(act, wait, ...rest));
        window.shift = 0;
        new window.PerformanceObserver((list) => {
            for (const entry of list.getEntries()) window.shift += entry.value;
        }).observe({type: 'layout-shift', buffered: true});
    }, LONGEST_WAIT);
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

/* What one is to hit has 24 pixels, or that room around it. */
async function checkTargets(context, found) {
    const axe = readFileSync(packages.resolve('axe-core/axe.min.js'), 'utf8');
    for (const name of ['events', 'threads', 'difference'])
        for (const fragment of ['', '#view=functions', '#view=tree&as=table', '#view=groups&by=line']) {
            const tab = await Tab.open(context.chrome, context.pages[name], {fragment, size: SIZES.phone});
            await tab.evaluate(axe);
            const small = await tab.evaluate(async () => {
                const rules = {'target-size': {enabled: true}};
                const scope = {include: [['#header'], ['main']], exclude: [['.frames']]};
                const {violations} = await window.axe.run(scope, {runOnly: ['target-size'], rules, preload: false});
                return violations.flatMap(({nodes}) => nodes.map(({html}) => html.slice(0, 120)));
            });
            found.none(small, `${name} ${fragment}`);
            await tab.close();
        }
}

/* A tab does not move when it is chosen, nor do those beside it; threads have one. */
async function checkTabs(context, found) {
    const tab = await Tab.open(context.chrome, context.pages.threads);
    const lefts = () => tab.page.$$eval('#navigation .tab', (tabs) => tabs.map((one) => one.getBoundingClientRect().left));
    const before = await lefts();
    const names = await tab.page.$$eval('#navigation .tab', (tabs) => tabs.map((one) => one.textContent));
    found.ok(names.includes('Threads'), 'threads are in the navigation');
    for (const [i, name] of names.entries()) {
        await tab.evaluate((place) => document.querySelectorAll('#navigation .tab')[place].click(), i);
        await tab.settle();
        found.equal(await lefts(), before, `tabs of ${name}`);
        found.equal(await tab.text('#navigation [aria-current]'), name, `which is the one of ${name}`);
    }
    await tab.press('?');
    found.includes(await tab.text('#keys'), 'g then o, f, t, g, r', 'g g in the help');
    await tab.press('Escape', 'g', 'g');
    found.ok(await tab.has('[data-view="groups"]'), 'g g goes to files and objects');
    found.none(tab.heard, 'heard');
    await tab.close();
}

/* What is hatched and hot is so in colours of the system's choice. */
async function checkForcedColors(context, found) {
    const tab = await Tab.open(context.chrome, context.pages.plain);
    const images = () => tab.evaluate(() => ['.estimated', 'td.share'].map((what) => getComputedStyle(document.querySelector(what)).backgroundImage));
    const before = await images();
    const client = await tab.page.createCDPSession();
    await client.send('Emulation.setEmulatedMedia', {features: [{name: 'forced-colors', value: 'active'}]});
    const after = await images();
    after.forEach((image, i) => {
        found.includes(image, 'gradient', 'it is drawn');
        found.ok(image !== before[i], `in a colour of the system: ${image.slice(0, 80)}`);
    });
    await tab.close();
}

/* A name from right to left turns nothing around it, and a path can be read where there is little room. */
async function checkNames(context, found) {
    const name = '\u05d0\u05d1\u05d2\u05d3\u05d4';
    const folder = context.quern.newFolder();
    writeFileSync(join(folder, 'profile'), ['version: 1', 'events: Ir', 'fl=a.c', 'fn=main', '1 10', `cfn=${name}`, 'calls=1 1', '2 90', '', `fn=${name}`, '3 90', ''].join('\n'));
    const tab = await Tab.open(context.chrome, context.quern.page(['profile'], folder));
    const orders = await tab.page.$$eval('.frame', (frames) => frames.map((frame) => Array.from(frame.childNodes, (node) => `${node.nodeName} ${node.textContent}`)));
    found.ok(orders.some((nodes) => nodes[0] === `BDI ${name}` && nodes[1] === '#text  90.00 %'), `the name of a frame is apart: ${JSON.stringify(orders)}`);
    const isAfter = await tab.evaluate((text) => {
        const frame = Array.from(document.querySelectorAll('.frame')).find((one) => one.textContent.startsWith(text));
        const range = document.createRange();
        range.selectNodeContents(frame.childNodes[1]);
        return range.getBoundingClientRect().left >= frame.childNodes[0].getBoundingClientRect().right - 1;
    }, name);
    found.ok(isAfter, 'the figure stands right of it');
    const phone = await Tab.open(context.chrome, context.pages.plain, {fragment: '#view=function&id=20', size: {width: 390, height: 844}});
    const room = await phone.page.$eval('.path-table', (table) => {
        const box = table.closest('.scroller').getBoundingClientRect();
        return {name: box.right - table.querySelector('tbody .name').getBoundingClientRect().left, page: document.documentElement.scrollWidth};
    });
    found.ok(room.name >= 150, `names of the path have ${room.name} pixels`);
    found.ok(room.page <= 390, `the page is as wide as the window: ${room.page}`);
    await tab.close();
    await phone.close();
}

export async function checkLayout(runner, context) {
    for (const name of ['plain', 'difference'])
        await runner.check(`nothing of ${name} jumps`, (found) => checkShift(context, name, found));
    await runner.check('size of targets', (found) => checkTargets(context, found));
    await runner.check('tabs stay', (found) => checkTabs(context, found));
    await runner.check('forced colours', (found) => checkForcedColors(context, found));
    await runner.check('names from right to left', (found) => checkNames(context, found));
}
