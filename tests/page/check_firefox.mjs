/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The same pages in Firefox: nothing goes wrong there, and it shows the same. */

import {Tab} from './browser.mjs';
import {some} from './runner.mjs';
import {viewsOf} from './views.mjs';

const PAGES = ['plain', 'events', 'instructions', 'difference', 'xdebug', 'threads', 'nothing', 'exceeded', 'hostile', 'huge'];

/* What is said, whatever the blanks between: those of tables and lists are the browser's. */
async function saidBy(tab) {
    return (await tab.evaluate(() => document.querySelector('main').textContent)).replace(/\s+/g, ' ');
}

async function checkPage(context, path, found) {
    const tab = await Tab.open(context.firefox, path);
    const other = await Tab.open(context.chrome, path);
    for (const [name, fragment] of Object.entries(viewsOf(path))) {
        await tab.go(fragment);
        await other.go(fragment);
        found.ok(!await tab.has('.error, [role="alert"]'), `${name}: it says that something is wrong`);
        found.ok(await tab.has('#page h1'), `${name}: a heading`);
        /* Of a long table as many rows are in the document as the window has room for. */
        if (!await other.has('.scroller.long'))
            found.equal(await saidBy(tab), await saidBy(other), `${name}, as in Chromium`);
    }
    found.none(tab.heard, 'heard');
    await tab.close();
    await other.close();
}

async function checkKeys(context, found) {
    const tab = await Tab.open(context.firefox, context.pages.callers);
    await tab.press('/');
    await tab.page.keyboard.type('load');
    await tab.settle();
    await tab.press('Enter');
    found.includes(await tab.text('h1'), 'load', 'the function that was searched for');
    const fresh = await Tab.open(context.firefox, context.pages.callers, {fragment: await tab.fragment()});
    found.equal(await fresh.text(), await tab.text(), 'a link in a fresh tab');
    found.none([...tab.heard, ...fresh.heard], 'heard');
    await fresh.close();
    await tab.close();
}

export async function checkFirefox(runner, context) {
    for (const name of some(PAGES))
        await runner.check(`Firefox, ${name}`, (found) => checkPage(context, context.pages[name], found));
    await runner.check('Firefox, keys', (found) => checkKeys(context, found));
}
