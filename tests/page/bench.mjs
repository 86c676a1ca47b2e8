/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * bench.mjs QUERN GRAPH: how large pages of C++ programs are, and how long one waits for them; the
 * medians of five runs, each with its goal. GRAPH is the program that writes the profiles.
 */

import {spawnSync} from 'node:child_process';
import {statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {launch, Tab} from './browser.mjs';
import {Quern} from './quern.mjs';

const RUNS = 5;
/* Half a minute of a program. */
const TOTAL = 1e11;
const SEARCHED = ['parse', 'Value', 'no such function', 'operator()', 'e', 'hpp:14'];

const PROGRAMS = [
    {functions: 20000, arcs: 60000, megabytes: 1.5, seconds: 0.5},
    {functions: 100000, arcs: 300000, megabytes: 6, seconds: 1.5},
];
const GOALS = {search: 0.05, writing: 3};

function median(values) {
    return [...values].sort((one, two) => one - two)[Math.floor(values.length / 2)];
}

function secondsOf(program, words, folder) {
    const start = performance.now();
    const {status, stderr} = spawnSync(program, words, {cwd: folder, stdio: ['ignore', 'ignore', 'pipe']});
    if (status !== 0)
        throw new Error(`${program} ${words.join(' ')}: ${stderr}`);
    return (performance.now() - start) / 1000;
}

/* In turns: to read the profile and say how much it is, and to write the page. */
function measureWriting(quern, folder) {
    const reading = [];
    const writing = [];
    for (let i = 0; i < RUNS; i++) {
        reading.push(secondsOf(quern.program, ['--top=1', 'profile'], folder));
        writing.push(secondsOf(quern.program, ['--format=html', '-o', 'page.html', 'profile'], folder));
    }
    return {reading: median(reading), writing: median(writing)};
}

/* From the start of the navigation, by the browser's own clock, until what was asked for is painted. */
async function secondsUntilUsable(browser, path) {
    const page = await browser.newPage();
    await page.evaluateOnNewDocument(() => {
        addEventListener('DOMContentLoaded', () => {
            const tell = () => {
                if (document.documentElement.dataset.ready === 'true')
                    requestAnimationFrame(() => setTimeout(() => {
                        window.usableAt = performance.now();
                    }));
            };
            new MutationObserver(tell).observe(document.documentElement, {attributes: true});
            tell();
        });
    });
    await page.goto(`file://${path}`, {waitUntil: 'commit'}).catch(() => page.goto(`file://${path}`));
    await page.waitForFunction(() => window.usableAt !== undefined);
    const seconds = await page.evaluate(() => window.usableAt / 1000);
    await page.close();
    return seconds;
}

/* From a key to the list: the first search, which may make an index, and the median of others. */
async function secondsOfSearch(browser, path) {
    const tab = await Tab.open(browser, path);
    const times = await tab.evaluate(async (texts) => {
        const input = document.getElementById('search');
        const measured = [];
        input.focus();
        for (const text of texts) {
            const start = performance.now();
            input.value = text;
            input.dispatchEvent(new Event('input'));
            await new Promise((resolve) => {
                requestAnimationFrame(() => setTimeout(resolve));
            });
            measured.push((performance.now() - start) / 1000);
        }
        return measured;
    }, SEARCHED);
    await tab.close();
    return Math.max(...times);
}

function row(what, value, unit, goal) {
    const verdict = goal === undefined ? '' : `${`at most ${goal} ${unit}`.padEnd(18)} ${value <= goal ? 'ok' : 'MISSED'}`;
    process.stdout.write(`  ${what.padEnd(34)} ${value.toFixed(3).padStart(9)} ${unit.padEnd(3)} ${verdict}\n`);
}

async function measure(quern, graph, browser, {functions, arcs, megabytes, seconds}) {
    const folder = quern.newFolder();
    const path = join(folder, 'page.html');
    const made = spawnSync(graph, [`--functions=${functions}`, `--arcs=${arcs}`, `--total=${TOTAL}`, '--templates=1', '--cycles=100'], {maxBuffer: 1 << 30});
    writeFileSync(join(folder, 'profile'), made.stdout);
    const {reading, writing} = measureWriting(quern, folder);
    const usable = [];
    const search = [];
    for (let i = 0; i < RUNS; i++) {
        usable.push(await secondsUntilUsable(browser, path));
        search.push(await secondsOfSearch(browser, path));
    }
    process.stdout.write(`${functions.toLocaleString('en-US')} functions, ${arcs.toLocaleString('en-US')} arcs, a profile of ${(made.stdout.length / 1e6).toFixed(1)} MB\n`);
    row('size of the page', statSync(path).size / 1e6, 'MB', megabytes);
    row('until it is usable', median(usable), 's', seconds);
    row('slowest search', median(search), 's', GOALS.search);
    row('reading the profile', reading, 's');
    row('reading it and writing the page', writing, 's');
    row('writing by reading', (writing - reading) / reading, 'x', GOALS.writing);
}

async function main() {
    const [program, graph] = process.argv.slice(2);
    if (graph === undefined) {
        process.stderr.write('usage: bench.mjs QUERN GRAPH\n');
        return 2;
    }
    const quern = new Quern(program);
    const browser = await launch('chrome');
    try {
        for (const size of PROGRAMS)
            await measure(quern, graph, browser, size);
    } finally {
        await browser.close();
        quern.remove();
    }
    return 0;
}

process.exitCode = await main();
