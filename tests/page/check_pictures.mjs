/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The pictures around a function, and what a call of it costs. */

import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {SIZES, Tab} from './browser.mjs';
import {figure} from './quern.mjs';

/* A function by its name, as --format=dot draws it: [width of its border, the share in it]. */
function drawnNodes(context, name, words) {
    const dot = context.quern.run(['--format=dot', `--peek=^${name}$`, '--percent-limit=0', ...words]).toString('utf8');
    const nodes = dot.matchAll(/^ *n\d+ \[label="(?<label>.*?)", tooltip="(?<name>\S+) .*penwidth=(?<width>[\d.]+)/gm);
    return new Map(Array.from(nodes, ({groups}) => [groups.name, [Number(groups.width), /[\d.]+ %/.exec(groups.label)[0]]]));
}

async function checkGraph(context, found) {
    const tab = await Tab.open(context.chrome, context.pages.callers, {fragment: '#view=function&name=load'});
    const nodes = await tab.page.$$eval('.graph .node', (groups) => groups.map((group) => ({
        column: Number(/\d+/.exec(group.getAttribute('transform'))[0]),
        name: group.querySelector('.name').textContent,
        share: /[\d.]+ %/.exec(group.querySelector('.figure').textContent)[0],
        width: parseFloat(group.querySelector('.box').style.strokeWidth),
        href: group.getAttribute('href'),
    })));
    const columns = [...new Set(nodes.map(({column}) => column))].sort((one, other) => one - other);
    const named = columns.map((column) => nodes.filter((node) => node.column === column).map(({name}) => name));
    found.equal(named, [['batch', 'ui'], ['load'], ['slow', 'fast']], 'the columns');
    const drawn = drawnNodes(context, 'load', context.words.callers);
    for (const {name, share, width} of nodes)
        found.equal([width, share], drawn.get(name), `${name} as --format=dot has it`);
    const labels = await tab.page.$$eval('.graph .arc-label', (texts) => texts.map(({textContent}) => textContent).sort());
    found.equal(labels, ['40.33 %', '41.67 %', '53.48 %', '53.49 %'], 'shares of calls');
    await tab.page.$eval('.graph a[href*="name=slow"]', (link) => link.dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true})));
    await tab.settle();
    found.equal(await tab.text('h1'), 'slow', 'a box leads to its function');
    found.none(tab.heard, 'heard');
    await tab.close();
}

/* In little room the function itself is in sight, and the header has all it has in a row after the views. */
async function checkNarrow(context, found) {
    const tab = await Tab.open(context.chrome, context.pages.callers, {fragment: '#view=function&name=load', size: SIZES.phone});
    const {left, right} = await tab.page.$eval('.graph .middle', (node) => node.getBoundingClientRect().toJSON());
    found.ok(left >= 0 && right <= SIZES.phone.width, `it is from ${left} to ${right}`);
    const tops = await tab.page.$$eval('#search, #keys-button', (nodes) => nodes.map((node) => node.getBoundingClientRect().top));
    found.ok(Math.max(...tops) - Math.min(...tops) < 5, `the header's buttons are at ${tops}`);
    await tab.close();
}

/* main calls 25 functions and itself, and the last of them calls it back. */
function writeMany(context) {
    const path = join(context.quern.newFolder(), 'profile');
    const calls = Array.from({length: 25}, (_, i) => `cfn=f${i}\ncalls=1 1\n1 ${i + 1}\n`).join('');
    const functions = Array.from({length: 25}, (_, i) => `fn=f${i}\n1 ${i + 1}\n${i === 24 ? 'cfn=main\ncalls=1 1\n1 0\n' : ''}`).join('\n');
    writeFileSync(path, `events: Ir\nfn=main\n1 10\n${calls}cfn=main\ncalls=1 1\n1 0\n\n${functions}`);
    return context.quern.page([path]);
}

async function checkMany(context, found) {
    const tab = await Tab.open(context.chrome, writeMany(context), {fragment: '#view=function&name=main'});
    const names = await tab.page.$$eval('.graph .node .name', (texts) => texts.map(({textContent}) => textContent));
    found.equal(names, ['f24', 'main', 'f23', 'f22', 'f21', 'f20', 'f19', 'f18', 'f17', 'f16'], 'what calls it, itself, and the eight that cost most');
    found.includes(await tab.page.$eval('.graph', ({textContent}) => textContent), '16 more', 'how many are left out');
    found.none(tab.heard, 'heard');
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

export async function checkPictures(runner, context) {
    await runner.check('graph', (found) => checkGraph(context, found));
    await runner.check('graph in little room', (found) => checkNarrow(context, found));
    await runner.check('graph of many', (found) => checkMany(context, found));
    await runner.check('cost per call', (found) => checkPerCall(context, found));
}
