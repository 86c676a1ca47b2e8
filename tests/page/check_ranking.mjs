/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What comes first: by size where there is less than nothing, ratios by their weight, and the event that all is of. */

import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {Tab} from './browser.mjs';

/* A page of a profile that is written here. */
function pageOf(context, lines, ...words) {
    const folder = context.quern.newFolder();
    writeFileSync(join(folder, 'profile'), ['version: 1', 'cmd: made', 'positions: line', ...lines, ''].join('\n'));
    return context.quern.page([...words, 'profile'], folder);
}

function functionLines(costs) {
    return Object.entries(costs).flatMap(([name, cost]) => ['fl=made.c', `fn=${name}`, `1 ${cost}`]);
}

function namesIn(tab, selector) {
    return tab.page.$$eval(`${selector} tbody a`, (links) => links.map((link) => link.textContent));
}

async function checkNegative(context, found) {
    const costs = {less: '-900', more: '500', little: '-3', nothing: '0', most: '1000'};
    const tab = await Tab.open(context.chrome, pageOf(context, ['events: Ir', ...functionLines(costs)]));
    found.equal(await namesIn(tab, '#hottest'), ['most', 'less', 'more', 'little'], 'the hottest, by size');
    await tab.go('#view=functions');
    found.equal(await namesIn(tab, '#functions'), ['most', 'less', 'more', 'little', 'nothing'], 'the table, by size');
    await tab.click('#functions thead th button');
    found.equal(await namesIn(tab, '#functions'), ['nothing', 'little', 'more', 'less', 'most'], 'turned round');
    const bare = await Tab.open(context.chrome, tab.path, {hasScripts: false});
    found.equal((await bare.page.$$eval('#static tbody th', (cells) => cells.map((cell) => cell.textContent))).slice(0, 3), ['most', 'less', 'more'], 'without scripts');
    await bare.close();
    await tab.close();
}

async function checkFirstEvent(context, found) {
    const path = pageOf(context, ['events: None Some Other', ...functionLines({a: '0 1 9', b: '0 5 2'})]);
    const tab = await Tab.open(context.chrome, path);
    found.equal(await tab.page.$eval('#event', (select) => select.value), 'Some', 'the first that is not 0');
    found.equal(await namesIn(tab, '#hottest'), ['b', 'a'], 'ranked by it');
    await tab.go('#event=None');
    found.includes(await tab.text('#start'), 'No function has a cost in None', 'that which is 0 where it is asked for');
    await tab.close();
}

async function checkRatio(context, found) {
    const costs = {tiny: '2 2', heavy: '1000 100', half: '600 300', light: '15 14'};
    const path = pageOf(context, ['event: R = 2 Bad / All : bad ones', 'events: All Bad', ...functionLines(costs)], '--show=All,Bad,R');
    const tab = await Tab.open(context.chrome, path, {fragment: '#event=R'});
    found.equal(await namesIn(tab, '#hottest'), ['half', 'heavy'], 'those with 1 % of the first event');
    found.includes(await tab.text('#hottest-section'), 'at least 1 % of All', 'which are ranked');
    found.includes(await tab.text('#lines-section h2'), 'by All', 'by what lines are ranked instead');
    await tab.go('#view=functions&event=R');
    found.equal((await namesIn(tab, '#functions')).slice(0, 2), ['half', 'heavy'], 'the others come last');
    found.none(tab.heard, 'heard');
    await tab.close();
}

async function checkWhatOf(context, found) {
    const tab = await Tab.open(context.chrome, context.pages.events, {fragment: '#event=Bc'});
    found.equal(await tab.text('#tree-section h2'), 'Call tree by Bc', 'the tree of the overview');
    await tab.go('#view=tree&event=Bc&direction=up');
    found.equal(await tab.text('h1'), 'Call tree by Bc, bottom up', 'the view of the tree');
    await tab.close();
}

/* All of a name first, then a word of it, how one begins, and what is anywhere; in each the costliest, by the event that is shown. */
async function checkSearch(context, found) {
    const costs = {'offset_bits': '9000 1', 'bitmap_set_bits': '8000 1', 'g(set_bit*)': '7000 1', 'bitmap_set_bit(bitmap*)': '600 1',
        'xset_bit': '650 1', 'SBitmap::set_bit': '500 5', 'set_bit': '1 1', 'HTTPServer': '3 1', 'oserver': '4 1', 'readServerName': '2 1', '(below main)': '5 1',
        'operator()(int)': '6 1', 'a::(anonymous namespace)::run(int)': '7 1', 'runner': '8 1'};
    const tab = await Tab.open(context.chrome, pageOf(context, ['events: Ir Bc', ...functionLines(costs)]));
    const search = async (text) => {
        await tab.page.$eval('#search', (input) => input.select());
        await tab.type('#search', text);
        return tab.page.$$eval('#search-results [data-kind="function"]', (nodes) => nodes.map((node) => node.title.replace(/ \(made.c\)$/, '')));
    };
    const [all, word, other] = ['set_bit', 'bitmap_set_bit(bitmap*)', 'SBitmap::set_bit'];
    found.equal(await search('set_bit'), [all, word, other, 'bitmap_set_bits', 'offset_bits', 'g(set_bit*)', 'xset_bit'], 'tiers');
    found.equal(await search('SERVER'), ['HTTPServer', 'readServerName', 'oserver'], 'capital letters part words');
    found.equal(await search('main'), ['(below main)'], 'a name in brackets');
    found.equal(await search('operator()'), ['operator()(int)'], 'an operator');
    found.equal(await search('run'), ['a::(anonymous namespace)::run(int)', 'runner'], 'a nameless namespace');
    await search('bit');
    await tab.press('Enter');
    found.equal(await tab.text('h1'), 'xset_bit', 'Enter takes the costliest that has it as a word');
    await tab.go('#event=Bc');
    found.equal((await search('set_bit')).slice(0, 3), [all, other, word], 'by the event that is shown');
    found.none(tab.heard, 'heard');
    await tab.close();
}

/* Of lines that cost nothing in the event that the page is made by, the hottest in another. */
async function checkLine(context, found) {
    const lines = Array.from({length: 120}, (_, i) => `${i + 1} ${1000 - i} 1`);
    const tab = await Tab.open(context.chrome, pageOf(context, ['events: Ir Bc', 'ob=other', 'fl=other.c', 'fn=other', '1 1 1', 'ob=made', 'fl=made.c', 'fn=main', ...lines, '500 1 77']));
    found.includes((await tab.cells('#hottest-lines'))[0].join(' '), 'made.c 1', 'the hottest line');
    await tab.go('#event=Bc');
    found.includes((await tab.cells('#hottest-lines'))[0].join(' '), 'made.c 500', 'the hottest line by another event');
    found.includes(await tab.text('#hottest-lines'), '500', 'the hottest lines by another event');
    await tab.go('#view=groups');
    found.equal(await tab.text('h1'), 'Objects', 'the first table of groups');
    await tab.go('#view=groups&by=line&event=Bc');
    found.equal((await tab.cells('#groups'))[0].includes('500'), true, 'the table of lines by another event');
    await tab.close();
}

export async function checkRanking(runner, context) {
    await runner.check('ranking of less than nothing', (found) => checkNegative(context, found));
    await runner.check('ranking by the first event', (found) => checkFirstEvent(context, found));
    await runner.check('ranking of ratios', (found) => checkRatio(context, found));
    await runner.check('what a tree is of', (found) => checkWhatOf(context, found));
    await runner.check('ranking of what is searched for', (found) => checkSearch(context, found));
    await runner.check('what a line is of', (found) => checkLine(context, found));
}
