/* SPDX-License-Identifier: GPL-3.0-or-later */

/* quern, run on the profiles of testdata/ or on some made here; and figures as they are to be written. */

import {spawnSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {fileURLToPath} from 'node:url';
import {gunzipSync} from 'node:zlib';

export const testdata = fileURLToPath(new URL('../../testdata/', import.meta.url));
/* How it ends where limits are undecided, and exceeded. */
const HAS_VERDICT = [1, 3];
const MUCH = 1 << 30;

/* quern warns of a source newer than its profile, and a fresh clone makes both in any order. */
function makeSourcesOld(folder) {
    for (const entry of readdirSync(folder, {withFileTypes: true})) {
        const path = join(folder, entry.name);
        if (entry.isDirectory())
            makeSourcesOld(path);
        else if (entry.isFile())
            utimesSync(path, 0, 0);
    }
}

export class Quern {
    constructor(program) {
        makeSourcesOld(join(testdata, 'src'));
        this.program = resolve(program);
        this.folder = mkdtempSync(join(tmpdir(), 'quern-page-'));
        this.count = 0;
    }

    remove() {
        rmSync(this.folder, {recursive: true});
    }

    /* A new folder, for profiles and sources. */
    newFolder() {
        this.count++;
        const folder = join(this.folder, String(this.count));
        mkdirSync(folder);
        return folder;
    }

    run(words, folder = testdata) {
        const result = spawnSync(this.program, words, {cwd: folder, maxBuffer: MUCH});
        const isFine = result.status === 0 || words.some((word) => /^--(fail-if|limits)=/.test(word)) && HAS_VERDICT.includes(result.status);
        if (!isFine)
            throw new Error(`quern ${words.join(' ')}: ${result.error ?? `exit status ${result.status}`}: ${result.stderr}`);
        return result.stdout;
    }

    /* Writes a page; gives its path. */
    page(words, folder = testdata) {
        this.count++;
        const path = join(this.folder, `${this.count}.html`);
        this.run(['--format=html', '-o', path, ...words], folder);
        return path;
    }

    /* What it says as JSON, with integers that a number would not hold as strings. */
    json(words, folder = testdata) {
        const text = this.run(['--format=json', ...words], folder).toString('utf8');
        return JSON.parse(text.replace(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, (token) => /^-?\d{16,}$/.test(token) ? `"${token}"` : token));
    }
}

/* The names of all functions. */
export function functionNames(quern, words, folder) {
    return quern.json(['--by=function', '--rows=1000000', ...words], folder).rows.map((row) => row.function);
}

const BLOCK = /<script type="application\/json" id="data-([^"]*)"([^>]*)>([^<]*)<\/script>/g;

/* The blocks of data in a page, by their names; each is unpacked when it is asked for. */
function blocksOf(path) {
    const blocks = new Map();
    for (const [, name, encoding, content] of readFileSync(path, 'utf8').matchAll(BLOCK))
        blocks.set(name, () => (encoding.includes('gzip') ? gunzipSync(Buffer.from(content, 'base64')).toString('utf8') : content));
    return blocks;
}

const FIGURES = new Set(['self', 'inclusive', 'cost', 'leaving', 'contribution', 'totals', 'old_totals', 'new_totals']);

/* With figures by the names of the events, as --format=json has them; a page has their list. */
export function readBlock(path, name) {
    const blocks = blocksOf(path);
    if (!blocks.has(name))
        throw new Error(`${path} has no block ${name}`);
    const {events} = JSON.parse(blocks.get('facts')());
    const named = (figures) => Object.fromEntries(figures.map((cost, i) => [events[i].name, cost]));
    return JSON.parse(blocks.get(name)(), (key, value) => FIGURES.has(key) && Array.isArray(value) ? named(value) : value);
}

/* What the names of the blocks of a kind end in: "file" where there is a table by file. */
export function blockNames(path, kind) {
    return [...blocksOf(path).keys()].filter((name) => name.startsWith(`${kind}-`)).map((name) => name.slice(kind.length + 1));
}

/* The records of all functions. */
export function readFunctions(path) {
    return blockNames(path, 'functions').flatMap((name) => readBlock(path, `functions-${name}`)).filter(({cycle}) => cycle === undefined);
}

/* The code of a function, as one list of lines for each file. */
export function readCode(path, id) {
    const codes = [];
    for (const row of readBlock(path, `listing-${id}`).rows)
        if (row.found === undefined)
            codes.at(-1).lines.push(row);
        else
            codes.push({...row, lines: []});
    return codes;
}

/* What an overview says, whether or not the files of the sources are newer than the profile. */
export async function overviewText(tab) {
    return `${(await tab.text('main')).replace(/; \d+ warnings?/, '')}\n`;
}

/* 1234567 as 1,234,567; of a ratio two decimals; what is not given as a point. */
export function figure(value, isRatio = false) {
    if (value === null || value === undefined)
        return '.';
    if (isRatio)
        return value.toLocaleString('en-US', {minimumFractionDigits: 2, maximumFractionDigits: 2});
    return BigInt(value).toLocaleString('en-US');
}

export function change(value, isRatio = false) {
    return Number(value) > 0 ? `+${figure(value, isRatio)}` : figure(value, isRatio);
}

export function percent(value, total) {
    return Number(total) === 0 ? '.' : figure(100 * Number(value) / Number(total) + 0, true);
}
