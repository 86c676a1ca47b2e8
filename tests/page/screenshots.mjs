/* SPDX-License-Identifier: GPL-3.0-or-later */

/* screenshots.mjs QUERN FOLDER: pictures of the page at three sizes, light and dark, to be looked at; and those of README.md in testdata/. */

import {mkdirSync, writeFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {launch, SIZES, Tab} from './browser.mjs';
import {blockNames, overviewText, Quern, testdata} from './quern.mjs';
import {RECORDED, writeHostile} from './profiles.mjs';

function withListing(path, kind) {
    const id = blockNames(path, kind)[0] ?? 0;
    return `#view=function&id=${id}`;
}

/* By name: which page, and the view in it. */
const PICTURES = {
    overview: ['plain', () => ''],
    functions: ['plain', () => '#view=functions'],
    function: ['callers', () => '#view=function&name=load'],
    source: ['difference', (path) => withListing(path, 'listing')],
    tree: ['callers', () => '#view=tree'],
    'tree-table': ['callers', () => '#view=tree&as=table'],
    'tree-up': ['callers', () => '#view=tree&direction=up'],
    instructions: ['instructions', (path) => withListing(path, 'instructions')],
    difference: ['renamed', () => ''],
    'difference-tree': ['difference', () => '#view=tree'],
    groups: ['threads', () => '#view=groups'],
    limits: ['exceeded', () => ''],
    run: ['parts', () => '#view=run'],
    hostile: ['hostile', () => '#view=functions'],
};

async function take(browser, path, name, fragment, folder) {
    for (const [size, viewport] of Object.entries(SIZES))
        for (const scheme of ['light', 'dark']) {
            const tab = await Tab.open(browser, path, {fragment, size: viewport, scheme});
            await tab.page.screenshot({path: join(folder, `${name}-${size}-${scheme}.png`), fullPage: size === 'phone'});
            await tab.close();
        }
}

/* Without scripts, and on paper. */
async function takeStatic(browser, path, folder) {
    const tab = await Tab.open(browser, path, {size: SIZES.phone, hasScripts: false});
    await tab.page.screenshot({path: join(folder, 'static-phone-light.png')});
    await tab.close();
    const printed = await Tab.open(browser, path, {scheme: 'dark'});
    await printed.page.pdf({path: join(folder, 'overview.pdf'), format: 'A4'});
    await printed.close();
}

/* For README.md, with the text that is seen, which a check holds against what the page says then. */
async function takeForReadme(browser, path) {
    for (const scheme of ['light', 'dark']) {
        const tab = await Tab.open(browser, path, {scheme});
        await tab.page.screenshot({path: join(testdata, `page-${scheme}.png`)});
        writeFileSync(new URL('overview.txt', import.meta.url), await overviewText(tab));
        await tab.close();
    }
}

async function main() {
    const [program, folder] = process.argv.slice(2);
    if (folder === undefined) {
        process.stderr.write('usage: screenshots.mjs QUERN FOLDER\n');
        return 2;
    }
    mkdirSync(folder, {recursive: true});
    const quern = new Quern(program);
    let browser = null;
    try {
        const hostile = quern.newFolder();
        const words = {...RECORDED, hostile: writeHostile(hostile)};
        const paths = {};
        for (const name of new Set(Object.values(PICTURES).map(([page]) => page)))
            paths[name] = quern.page(words[name], name === 'hostile' ? hostile : testdata);
        browser = await launch('chrome');
        for (const [name, [page, fragmentOf]] of Object.entries(PICTURES))
            await take(browser, paths[page], name, fragmentOf(paths[page]), folder);
        await takeStatic(browser, paths.plain, folder);
        await takeForReadme(browser, paths.callers);
    } finally {
        await browser?.close();
        quern.remove();
    }
    process.stdout.write(`${Object.keys(PICTURES).length * 6 + 2} files in ${resolve(folder)}\n`);
    return 0;
}

process.exitCode = await main();
