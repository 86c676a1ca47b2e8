/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Parts of a run that the page has each by itself: what is chosen holds in all of it. */

import {Tab} from './browser.mjs';
import {figure} from './quern.mjs';

const THREAD = 'thread 2, PID 19168';

async function checkChoice(context, found) {
    const path = context.quern.page(['--per=thread', 'o_threads']);
    const {rows} = context.quern.json(['--by=function', '--rows=5', '--thread=2', 'o_threads']);
    const hottest = rows.map(({self}) => figure(self.Ir));
    const shown = (cells) => cells.slice(0, 5).map(([self]) => self);
    const tab = await Tab.open(context.chrome, path, {fragment: '#view=functions'});
    found.ok(shown(await tab.cells('#functions')).join() !== hottest.join(), 'at first it is of the whole run');
    await tab.page.focus('#of');
    await tab.page.select('#of', THREAD);
    await tab.settle();
    found.equal(shown(await tab.cells('#functions')), hottest, 'functions of the thread');
    found.equal(await tab.evaluate(() => document.activeElement.id), 'of', 'the list keeps the focus');
    await tab.click('#navigation a[href*="view=tree"]');
    await tab.settle();
    const {rows: [top]} = context.quern.json(['--call-tree', '--thread=2', 'o_threads']);
    found.includes(await tab.page.$eval('.frame[aria-level="2"]', ({title}) => title), figure(top.inclusive.Ir), 'its tree');
    await tab.page.$eval('#search', (input) => {
        input.value = 'main';
        input.dispatchEvent(new Event('input'));
    });
    const names = await tab.page.$$eval('#search-results [data-kind="function"]', (options) => options.map(({title}) => title.split(' ')[0]));
    found.ok(!names.includes('main'), `a search finds what is in it alone: ${names}`);
    await tab.evaluate(() => history.back());
    await tab.settle();
    found.equal(await tab.page.$eval('#of', ({value}) => value), THREAD, 'going back keeps it');
    found.none(tab.heard, 'heard');
    await tab.close();
}

async function checkLinks(context, found) {
    const path = context.quern.page(['--per=thread', 'o_threads']);
    const tab = await Tab.open(context.chrome, path, {fragment: '#view=groups&by=thread'});
    await tab.page.$eval('#groups a[href*="thread+2"]', (link) => link.click());
    await tab.settle();
    found.equal([await tab.text('h1'), await tab.page.$eval('#of', ({value}) => value)], ['Functions', THREAD], 'a thread leads to its functions');
    await tab.go('#view=functions&of=thread+7');
    found.includes(await tab.text('[role="alert"]'), 'There is no "thread 7" by itself in this page', 'of another page');
    found.equal(await tab.page.$eval('#of', ({value}) => value), '', 'the whole run is shown then');
    await tab.close();
}

export async function checkParts(runner, context) {
    await runner.check('parts', (found) => checkChoice(context, found));
    await runner.check('links to parts', (found) => checkLinks(context, found));
}
