/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Where one is: going back restores it, and what is seen otherwise stays in place. */

import {Tab} from './browser.mjs';

/* Where the page and the first box that scrolls in it are. */
function where(tab) {
    return tab.evaluate(() => ({top: Math.round(scrollY), rows: Math.round(document.querySelector('.scroller.long')?.scrollTop ?? 0)}));
}

/* A scroll is heard of with the next frame. */
async function scrollTo(tab, top, rows = 0) {
    await tab.evaluate(async (y, inner) => {
        scrollTo(0, y);
        const box = document.querySelector('.scroller.long');
        if (box !== null) box.scrollTop = inner;
        for (let i = 0; i < 2; i++)
            await new Promise((resolve) => {
                requestAnimationFrame(() => setTimeout(resolve));
            });
    }, top, rows);
    return where(tab);
}

async function goBack(tab) {
    await tab.evaluate(() => history.back());
    await new Promise((resolve) => {
        setTimeout(resolve, 300);
    });
    await tab.settle();
}

async function clickLink(tab, selector) {
    await tab.evaluate((what) => document.querySelector(what).click(), selector);
    await tab.settle();
}

async function checkBack(context, browser, found) {
    const tab = await Tab.open(browser, context.pages.plain);
    const overview = await scrollTo(tab, 700);
    found.equal(overview.top, 700, 'the overview is long enough');
    await clickLink(tab, '#hottest tbody a');
    found.equal((await where(tab)).top, 0, 'a function is shown from its beginning');
    const inFunction = await scrollTo(tab, 500);
    await clickLink(tab, '#navigation a[href="#"]');
    found.equal((await where(tab)).top, 0, 'the overview anew is shown from its beginning');
    await scrollTo(tab, 150);
    await clickLink(tab, '#navigation a[href*="functions"]');
    const long = await scrollTo(tab, 40, 900);
    found.equal(long.rows, 900, 'the table of functions is long enough');
    await clickLink(tab, '#functions tbody tr:nth-child(30) a');
    await goBack(tab);
    found.equal(await where(tab), long, 'rows of a long table');
    await goBack(tab);
    found.equal((await where(tab)).top, 150, 'one back: the second entry of the same address');
    await goBack(tab);
    found.equal((await where(tab)).top, inFunction.top, 'two back: a function');
    await goBack(tab);
    found.equal((await where(tab)).top, 700, 'three back: the first entry');
    await tab.page.reload({waitUntil: 'load'});
    await tab.settle();
    found.equal((await where(tab)).top, 700, 'a reload');
    found.none(tab.heard, 'heard');
    await tab.close();
}

async function checkEvent(context, browser, found) {
    const tab = await Tab.open(browser, context.pages.events);
    const before = await scrollTo(tab, 600);
    await tab.page.select('#event', 'Bc');
    await tab.settle();
    found.equal(await where(tab), before, 'another event in the bar');
    found.includes(await tab.fragment(), 'event=Bc', 'which is in the address');
    await clickLink(tab, '#totals a');
    found.equal(await where(tab), before, 'another event in the totals');
    await goBack(tab);
    found.equal(await where(tab), before, 'the one before');
    found.equal(await tab.page.$eval('#event', (select) => select.value), 'Bc', 'which is chosen again');
    found.none(tab.heard, 'heard');
    await tab.close();
}

export async function checkPlaces(runner, context) {
    const {chrome, firefox} = context;
    for (const [name, browser] of Object.entries({Chromium: chrome, Firefox: firefox})) {
        await runner.check(`going back, ${name}`, (found) => checkBack(context, browser, found));
        await runner.check(`place of an event, ${name}`, (found) => checkEvent(context, browser, found));
    }
}
