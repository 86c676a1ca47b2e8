/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a call costs, and links to what is shown. */

import {Tab} from './browser.mjs';
import {figure} from './quern.mjs';

async function checkPerCall(context, found) {
    const {rows} = context.quern.json(['--by=function', '--rows=3', ...context.words.callers]);
    const tab = await Tab.open(context.chrome, context.pages.callers, {fragment: '#view=functions'});
    const cells = await tab.cells('#functions');
    rows.forEach(({function: name, inclusive, calls}, i) => found.ok(cells[i].includes(figure(Math.floor(inclusive.Ir / calls))), `${name}: ${cells[i]} for ${calls} calls of ${inclusive.Ir}`));
    await tab.go('#view=function&name=load');
    found.includes(await tab.text('.facts'), 'Cost per call\n845 Ir', 'rounded down');
    await tab.close();
}

async function checkLink(context, found) {
    const tab = await Tab.open(context.chrome, context.pages.callers, {fragment: '#view=function&name=load'});
    const address = await tab.evaluate(() => location.href);
    await tab.evaluate(() => Object.defineProperty(navigator, 'clipboard', {configurable: true, value: {writeText: async (text) => {
        window.copied = text;
    }}}));
    await tab.click('#copy-link');
    found.equal(await tab.evaluate(() => window.copied), address, 'what is copied');
    found.equal(await tab.text('#copy-link'), 'Copied', 'what is said');
    await tab.evaluate(() => Object.defineProperty(navigator, 'clipboard', {value: undefined}));
    await tab.click('#copy-link');
    found.equal(await tab.page.$eval('#link input', ({value, selectionEnd}) => [value, selectionEnd]), [address, address.length], 'the link to be copied by hand');
    found.none(tab.heard, 'heard');
    await tab.close();
}

export async function checkPictures(runner, context) {
    await runner.check('cost per call', (found) => checkPerCall(context, found));
    await runner.check('copied link', (found) => checkLink(context, found));
}
