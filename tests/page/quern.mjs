/* SPDX-License-Identifier: GPL-3.0-or-later */

/* quern, run on the profiles of testdata/ or on some made here; and figures as they are to be written. */

import {spawnSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {fileURLToPath} from 'node:url';
import {gunzipSync} from 'node:zlib';

export const testdata = fileURLToPath(new URL('../../testdata/', import.meta.url));
/* How it ends where limits are undecided, and exceeded. */
const HAS_VERDICT = [1, 3];
const MUCH = 1 << 30;

export class Quern {
    constructor(program) {
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
    return quern.json(['--by=function', '--threshold=100', '--rows=1000000', ...words], folder).rows.map((row) => row.function);
}

/* One of the blocks of data in a page, as it is written. */
/* Ends of calls are told by steps, and figures of functions as what their calls do not tell. */
function makeWhole(block) {
    const {arcs} = block;
    for (const steps of [arcs.caller, arcs.callee])
        for (let i = 1; i < steps.length; i++) steps[i] += steps[i - 1];
    block.rests.forEach((isRest, event) => {
        if (!isRest) return;
        const leaving = new Map(arcs.leaving[event]);
        const [inclusive, self] = [block.inclusive[event], block.self[event]];
        arcs.callee.forEach((callee, arc) => {
            if (inclusive[callee] !== null) inclusive[callee] += arcs.entering[event][arc] ?? 0;
        });
        inclusive.forEach((cost, id) => {
            if (self[id] !== null) self[id] += cost ?? 0;
        });
        arcs.caller.forEach((caller, arc) => {
            if (self[caller] !== null) self[caller] -= (leaving.has(arc) ? leaving.get(arc) : arcs.entering[event][arc]) ?? 0;
        });
    });
    if (block.rests_of_calls)
        arcs.callee.forEach((callee, arc) => {
            if (block.calls[callee] !== null) block.calls[callee] += arcs.calls[arc] ?? 0;
        });
    return block;
}

export function readBlock(path, id) {
    const html = readFileSync(path, 'utf8');
    const start = html.indexOf(`id="data-${id}"`);
    if (start < 0)
        throw new Error(`${path} has no block ${id}`);
    const open = html.indexOf('>', start);
    const content = html.slice(open + 1, html.indexOf('</script>', open));
    const isPacked = html.slice(start, open).includes('data-encoding="gzip"');
    const block = JSON.parse(isPacked ? gunzipSync(Buffer.from(content, 'base64')).toString('utf8') : content);
    return id === 'functions' ? makeWhole(block) : block;
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
