/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the picture of a tree says: widths, colours, and what a search is told. */

import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {Tab} from './browser.mjs';
import {readBlock} from './quern.mjs';

function writePage(context, text) {
    const folder = context.quern.newFolder();
    writeFileSync(join(folder, 'profile'), text);
    return context.quern.page(['profile'], folder);
}

/* Colour is of one thing, which a legend says: objects where none has most of the cost, or namespaces. */
async function checkColours(context, found) {
    const tab = await Tab.open(context.chrome, context.pages.plain, {fragment: '#view=tree&colour=object'});
    const names = () => tab.page.$$eval('.colours bdi', (nodes) => nodes.map((node) => node.textContent));
    const hueOf = (selector, text) => tab.page.$$eval(selector, (nodes, wanted) =>
        [...nodes.find((node) => node.textContent === wanted).closest('.frame, .colours > *').classList].find((name) => name.startsWith('hue-')), text);
    const sampleOf = (text) => tab.page.$$eval('.colours bdi', (nodes, wanted) =>
        [...nodes.find((node) => node.textContent === wanted).previousElementSibling.classList].find((name) => name.startsWith('hue-')), text);
    const objects = context.quern.json(['--by=object', ...context.words.plain]).rows.map(({object}) => object.split('/').pop());
    found.equal((await names()).filter((name) => !objects.includes(name)), [], 'what is no object');
    found.ok((await names()).length > 2, 'several objects');
    found.equal(await hueOf('.frame bdi', 'main'), await sampleOf('mix_O2'), 'the colour of main');
    found.equal(await hueOf('.frame bdi', '_dl_start'), await sampleOf('ld-linux-x86-64.so.2'), 'the colour of the loader');
    found.ok(await sampleOf('mix_O2') !== await sampleOf('ld-linux-x86-64.so.2'), 'two colours');
    await tab.click('.choices a[href*="colour=namespace"]');
    found.ok((await names()).includes('std'), `namespaces: ${await names()}`);
    found.equal(await hueOf('.frame bdi', 'main'), await sampleOf('[mix_O2]'), 'the colour of what has no namespace');
    found.none(tab.heard, 'heard');
    await tab.close();
}

/* Where one object has most of the cost, and one file too, a name has a colour, which is that of the name on another page; narrow frames have no label. */
async function checkFlat(context, found) {
    const text = (first, second) => `events: Ir\nob=prog\nfl=a.c\nfn=main\n1 10\ncfn=a;x\ncalls=1 1\n1 5\ncfn=one\ncalls=1 1\n1 ${first}\ncfn=two\ncalls=1 1\n1 ${second}\n`
        + `\nfn=one\n1 ${first}\n\nfn=two\n1 ${second}\n\nfn=a;x\n1 5\n\nob=lib\nfl=b.c\nfn=other\n1 2\n`;
    const hues = async (tab) => new Map(await tab.page.$$eval('.frame', (frames) => frames.map((node) => [node.title.split(' ')[0], [...node.classList].find((name) => name.startsWith('hue-'))])));
    const tab = await Tab.open(context.chrome, writePage(context, text(500, 300)), {fragment: '#view=tree'});
    found.equal(await tab.text('.choices [aria-current][href*="colour"]'), 'name', 'what the colours are of');
    const before = await hues(tab);
    found.ok(before.get('one') !== before.get('two'), 'two names have two colours');
    const isNamed = await tab.page.$$eval('.frame', (frames) => frames.map((node) => [node.getBoundingClientRect().width >= 31, node.textContent !== '']));
    found.none(isNamed.filter(([isWide, hasText]) => isWide !== hasText), 'frames with a label that are narrow, or without');
    await tab.evaluate(() => [...document.querySelectorAll('.frame')].find((node) => node.title.startsWith('one ')).click());
    await tab.settle();
    const link = await tab.fragment();
    found.ok(decodeURIComponent(link).includes('zoom=main;one'), `the link names functions: ${link}`);
    const next = await Tab.open(context.chrome, writePage(context, text(200, 900)), {fragment: link});
    found.includes(await next.text('.frame-details'), 'one', 'on the page of the next run');
    found.equal(await next.page.$$eval('.frame.above', (frames) => frames.length), 2, 'the frames above');
    found.equal((await hues(next)).get('one'), before.get('one'), 'the colour there');
    await next.go('#view=tree&zoom=main;@2');
    found.includes(await next.text('.frame-details'), 'a;x', 'what has the sign between names goes by its place');
    await next.go('#view=tree&zoom=main;none');
    found.includes(await next.text(), 'not in this tree', 'a function that is not there');
    found.none([...tab.heard, ...next.heard], 'heard');
    await next.close();
    await tab.close();
}

/* What does not match is dimmed. */
async function checkSearchInTree(context, found) {
    const tab = await Tab.open(context.chrome, context.pages.callers, {fragment: `#${new URLSearchParams({view: 'tree', mark: '^load$'})}`});
    found.includes(await tab.text('#mark-message'), 'of the tree', 'how many rows match');
    const counts = await tab.evaluate(() => ['', '.dimmed', '.marked'].map((which) => document.querySelectorAll(`.frame${which}`).length));
    found.ok(counts[1] > 0 && counts[2] > 0 && counts[1] + counts[2] === counts[0], `all, dimmed, marked: ${counts}`);
    await tab.page.$eval('#mark', (input) => {
        input.value = '';
        input.dispatchEvent(new Event('input'));
    });
    found.equal(await tab.has('.frame.dimmed'), false, 'dimmed without a search');
    await tab.close();
}

/* Half of what it costs is in rows at the top that are below the limit, and another one is below a row. */
async function checkCut(context, found) {
    const small = Array.from({length: 1000}, (_, i) => `fn=small${i}\n1 50\n`).join('\n');
    const path = writePage(context, `events: Ir\nfn=big\n1 49990\ncfn=called\ncalls=1 1\n1 10\n\nfn=called\n1 10\n\n${small}`);
    const tab = await Tab.open(context.chrome, path, {fragment: '#view=tree'});
    found.includes(await tab.text('.colours'), 'Rows below 0.1 % of the total are cut: 1,001 rows.', 'where it is cut');
    const widths = await tab.page.$$eval('.frame', (frames) => frames.map(({textContent, style}) => [textContent, parseFloat(style.width)]));
    const rest = widths.find(([text]) => text.includes('1,000 more'));
    found.equal(rest?.[1], 50, `the width of what is left out: ${JSON.stringify(widths)}`);
    await tab.close();
}

/* Frames stay where the pointer has them: a frame under it keeps its part on either side when the wheel zooms, and goes along when it is dragged. */
async function checkGestures(context, found) {
    const text = 'events: Ir\nob=prog\nfl=a.c\nfn=main\n1 10\ncfn=one\ncalls=1 1\n1 500\ncfn=two\ncalls=1 1\n1 300\n\nfn=one\n1 500\n\nfn=two\n1 300\n';
    const tab = await Tab.open(context.chrome, writePage(context, text), {fragment: '#view=tree'});
    const boxOf = (name) => tab.page.$$eval('.frame', (frames, wanted) => {
        const {left, right, top} = frames.find((node) => node.title.startsWith(`${wanted} `)).getBoundingClientRect();
        return {left, right, top};
    }, name);
    const all = await boxOf('main');
    const two = await boxOf('two');
    const x = Math.round(two.left + (two.right - two.left) / 4);
    const wheel = async (turn, keys) => {
        await tab.page.mouse.move(x, two.top + 8);
        if (keys) await tab.page.keyboard.down(keys);
        await tab.page.mouse.wheel(turn);
        if (keys) await tab.page.keyboard.up(keys);
        await tab.evaluate(() => new Promise((resolve) => {
            setTimeout(resolve, 400);
        }));
    };
    await wheel({deltaX: 40});
    found.equal(await boxOf('two'), two, 'moved where all is in sight');
    await wheel({deltaY: -60}, 'Control');
    const zoomed = await boxOf('two');
    const scale = Math.exp(60 / 200);
    found.ok(Math.abs(zoomed.left - Math.max(all.left, x - (x - two.left) * scale)) < 1.5, `zoomed: the left side at ${zoomed.left}`);
    found.ok(Math.abs(zoomed.right - Math.min(all.right, x + (two.right - x) * scale)) < 1.5, `zoomed: the right side at ${zoomed.right}`);
    found.equal(await tab.evaluate(() => document.querySelector('.frame[title^="two "]').textContent.startsWith('two')), true, 'a label');
    const length = await tab.evaluate(() => history.length);
    await wheel({deltaX: 30});
    const moved = await boxOf('two');
    found.ok(Math.abs(zoomed.right - moved.right - 30) < 1.5 || moved.right >= all.right - 1, `moved: the right side at ${moved.right}, before ${zoomed.right}`);
    await tab.page.mouse.down();
    await tab.page.mouse.move(x + 30, two.top + 8, {steps: 4});
    await tab.page.mouse.up();
    await wheel({deltaX: 0});
    const dragged = await boxOf('two');
    found.ok(Math.abs(dragged.right - zoomed.right) < 1.5, `dragged: the right side at ${dragged.right}, first ${zoomed.right}`);
    found.equal(await tab.evaluate(() => history.length), length, 'steps in the history');
    for (let i = 0; i < 5; i++) await wheel({deltaY: -200}, 'Control');
    found.includes(await tab.fragment(), 'two', 'the frame that fills the width');
    for (let i = 0; i < 7; i++) await wheel({deltaY: 200}, 'Control');
    found.equal(await boxOf('two'), two, 'all in sight again');
    found.none(tab.heard, 'heard');
    await tab.close();
}

/* What did not change is there, too, so that below each frame all of its cost is; more is red, less is green, and both have a sign. */
async function checkDifference(context, found) {
    const path = context.pages.renamed;
    const tab = await Tab.open(context.chrome, path, {fragment: '#view=tree'});
    let [first] = readBlock(path, 'tree-down').rows;
    let depth = 2;
    for (; first.rows.length === 1; depth++)
        [first] = first.rows;
    const now = (row, kind) => (row.old?.[kind]?.Ir ?? 0) + (row[kind]?.Ir ?? 0);
    const below = 100 * (1 - now(first, 'self') / now(first, 'inclusive'));
    const frames = await tab.page.$$eval('.frame', (nodes) => nodes.map((node) => {
        const [red, green] = getComputedStyle(node).backgroundColor.match(/\d+/g).map(Number);
        return {text: node.textContent, level: Number(node.getAttribute('aria-level')), width: parseFloat(node.style.width),
            sign: getComputedStyle(node, '::before').content, red, green, kind: node.classList.contains('grown') ? 'grown' : node.classList.contains('shrunk') ? 'shrunk' : 'same'};
    }));
    const sum = frames.filter(({level}) => level === depth + 1).reduce((total, {width}) => total + width, 0);
    found.ok(Math.abs(sum - below) < 1, `${sum} % of the width is below the first frame, not ${below} %`);
    const rest = frames.find(({text}) => text.includes(' more'));
    found.ok(rest === undefined || rest.width < 5, `what is left out is ${rest?.width} % wide`);
    const total = readBlock(path, 'facts').old_totals.Ir;
    const same = first.rows.filter((row) => row.inclusive?.Ir === 0 && row.old.inclusive.Ir >= total / 100);
    found.ok(same.length > 0, `${same.length} rows that cost 1 % and did not change`);
    for (const {text, kind, red, green, sign} of frames.filter((frame) => frame.text !== '' && frame.level > 1)) {
        const expected = {grown: '"+ "', shrunk: '"− "', same: 'none'}[kind];
        found.equal(sign, expected, `the sign of ${text}`);
        if (kind !== 'same')
            found.ok(kind === 'grown' ? red > green : green > red, `the colour of ${text}`);
    }
    found.ok(frames.some(({kind}) => kind === 'grown') && frames.some(({kind}) => kind === 'shrunk'), 'both ways');
    await tab.close();
}

export async function checkTree(runner, context) {
    await runner.check('colours of the tree', (found) => checkColours(context, found));
    await runner.check('colours of a flat tree', (found) => checkFlat(context, found));
    await runner.check('search in the tree', (found) => checkSearchInTree(context, found));
    await runner.check('wheel and drag in the tree', (found) => checkGestures(context, found));
    await runner.check('what is cut from the tree', (found) => checkCut(context, found));
    await runner.check('tree of a difference', (found) => checkDifference(context, found));
}
