/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Every view of every page: nothing goes wrong, nothing is asked for, all of it fits and can be used by everybody. */

import {readFileSync} from 'node:fs';
import {packages, SIZES, Tab} from './browser.mjs';
import {FIGURED} from './profiles.mjs';
import {some} from './runner.mjs';
import {viewsOf} from './views.mjs';

const axe = readFileSync(packages.resolve('axe-core/axe.min.js'), 'utf8');

/* What axe-core has to say of what is shown. */
async function violations(tab) {
    if (!await tab.evaluate(() => typeof window.axe !== 'undefined'))
        await tab.evaluate(axe);
    return tab.evaluate(async () => {
        const result = await window.axe.run(document, {preload: false, resultTypes: ['violations']});
        return result.violations.map(({id, help, nodes}) => `${id} (${help}): ${nodes.length} times, ${nodes[0].html.slice(0, 100)}`);
    });
}

/* Elements that stand out of the window, though nothing around them scrolls. */
function overflowing(tab) {
    return tab.evaluate(() => {
        const width = document.documentElement.clientWidth;
        return document.documentElement.scrollWidth <= width ? [] :
            [`${document.documentElement.scrollWidth} > ${width}`, ...Array.from(document.querySelectorAll('body *'))
                .filter((node) => node.getBoundingClientRect().right > width + 1)
                .slice(0, 3).map((node) => node.outerHTML.slice(0, 150))];
    });
}

/* Figures stand right, and digits above digits. */
function crookedFigures(tab) {
    return tab.evaluate(() => Array.from(document.querySelectorAll('td.number')).slice(0, 200)
        .filter((cell) => {
            const style = getComputedStyle(cell);
            return !['right', 'end'].includes(style.textAlign) || !style.fontVariantNumeric.includes('tabular-nums');
        }).map((cell) => cell.outerHTML.slice(0, 150)));
}

async function checkView(tab, name, found) {
    const title = await tab.evaluate(() => ({heads: document.querySelectorAll('h1').length, title: document.title, text: document.querySelector('h1')?.textContent ?? ''}));
    found.equal(title.heads, 1, `${name}: headings of the first level`);
    found.ok(title.title.startsWith(title.text.slice(0, 100)), `${name}: the title is ${title.title}`);
    found.none(await tab.page.$$eval('.error, [role="alert"]', (nodes) => nodes.map((node) => node.textContent)), `${name}: it says`);
    found.ok(!await tab.has('#static'), `${name}: the static table is still there`);
    found.none(await overflowing(tab), `${name}: too wide`);
    found.none(await crookedFigures(tab), `${name}: figures`);
}

/* Each view in one scheme and size. */
async function checkAll(context, path, found, {scheme, size, hasAxe}) {
    const tab = await Tab.open(context.chrome, path, {scheme, size: SIZES[size]});
    for (const [name, fragment] of Object.entries(viewsOf(path))) {
        const where = `${name} (${scheme}, ${size})`;
        await tab.go(fragment);
        await checkView(tab, where, found);
        if (hasAxe)
            found.none(await violations(tab), where);
    }
    found.none(tab.heard, `${scheme}, ${size}: heard`);
    await tab.close();
}

/* axe takes a second for a view: the pages that have something of their own get it in both schemes. */
const IN_BOTH_SCHEMES = ['plain', 'difference', 'instructions', 'exceeded', 'undecided', 'hostile'];
const WITHOUT_AXE = ['deep', 'held', 'negative', 'renamed', 'parts'];

export async function checkViews(runner, context) {
    for (const name of some(Object.keys(context.pages).filter((page) => FIGURED[page] === undefined), 9)) {
        const path = context.pages[name];
        await runner.check(`views of ${name}`, async (found) => {
            await checkAll(context, path, found, {scheme: 'light', size: 'laptop', hasAxe: !WITHOUT_AXE.includes(name)});
            await checkAll(context, path, found, {scheme: 'dark', size: 'phone', hasAxe: IN_BOTH_SCHEMES.includes(name)});
        });
    }
    await runner.check('views on a wide screen', (found) => checkAll(context, context.pages.plain, found, {scheme: 'light', size: 'wide', hasAxe: false}));
}

export {violations};
