/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * check.mjs QUERN [PATTERN]: try the page that quern writes in browsers. With a pattern, only the
 * checks whose names match. The last line is how many passed and failed.
 */

import {launch} from './browser.mjs';
import {Quern, testdata} from './quern.mjs';
import {FIGURED, RECORDED, writeDeep, writeHostile, writeHuge, writeInlined, writeLacking} from './profiles.mjs';
import {Runner} from './runner.mjs';
import {checkFigures} from './check_figures.mjs';
import {checkFirefox} from './check_firefox.mjs';
import {checkFunction} from './check_function.mjs';
import {checkLayout} from './check_layout.mjs';
import {checkPictures} from './check_pictures.mjs';
import {checkPlaces} from './check_places.mjs';
import {checkRanking} from './check_ranking.mjs';
import {checkSafety} from './check_safety.mjs';
import {checkTree} from './check_tree.mjs';
import {checkUse} from './check_use.mjs';
import {checkViews} from './check_views.mjs';

/* Of each page: its file, the words that quern got, and where. */
function makePages(quern) {
    const context = {pages: {}, words: {}, folders: {}};
    const add = (name, words, folder) => {
        context.pages[name] = quern.page(words, folder);
        context.words[name] = words;
        context.folders[name] = folder;
    };
    for (const [name, words] of Object.entries({...RECORDED, ...FIGURED}))
        add(name, words, testdata);
    for (const [name, write] of Object.entries({hostile: writeHostile, huge: writeHuge, deep: writeDeep, inlined: writeInlined, lacking: writeLacking})) {
        const folder = quern.newFolder();
        add(name, write(folder), folder);
    }
    return context;
}

async function checkInChrome(runner, context) {
    await checkFigures(runner, context);
    await checkSafety(runner, context);
    await checkUse(runner, context);
    await checkFunction(runner, context);
    await checkTree(runner, context);
    await checkViews(runner, context);
    await checkRanking(runner, context);
    await checkLayout(runner, context);
    await checkPictures(runner, context);
}

async function checkInBoth(runner, context) {
    await checkFirefox(runner, context);
    await checkPlaces(runner, context);
}

async function main() {
    const [program, pattern] = process.argv.slice(2);
    if (program === undefined) {
        process.stderr.write('usage: check.mjs QUERN [PATTERN]\n');
        return 2;
    }
    const quern = new Quern(program);
    const runner = new Runner(pattern);
    const context = {quern, chrome: null};
    const beside = {quern, chrome: null, firefox: null};
    try {
        Object.assign(context, makePages(quern));
        Object.assign(beside, context);
        context.chrome = await launch('chrome');
        beside.chrome = await launch('chrome');
        beside.firefox = await launch('firefox');
        await Promise.all([checkInChrome(runner, context), checkInBoth(runner, beside)]);
    } finally {
        await context.chrome?.close();
        await beside.chrome?.close();
        await beside.firefox?.close();
        quern.remove();
    }
    return runner.end();
}

process.exitCode = await main();
