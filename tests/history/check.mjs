/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Asks DuckDB what the statements in quern-ci(7) and quern-formats(5) ask, of many profiles whose history is known, as
 * quern writes them in CSV; and whether that has the figures of JSON of real profiles.
 */

import {deepStrictEqual, strictEqual} from 'node:assert';
import {execFile} from 'node:child_process';
import {mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';

const root = fileURLToPath(new URL('../../', import.meta.url));
/* The package is in the build folder, where no import from here would find it. */
const {DuckDBInstance} = createRequire(join(root, 'build/history/'))('@duckdb/node-api');

const quern = resolve(process.argv[2]);
const run = promisify(execFile);
/* How many profiles; they are all one size to DuckDB, but quern is started for each. */
const N_RUNS = 1000;
const AT_ONCE = 8;
/* The parts of a history after which there is `cache`, and `parse` costs more. */
const ADDED = 0.4;
const GREW = 0.62;
const REAL = ['fib', 'mix_O2', 'rust_O0', 'cycles', 'o_cache_branch', 'lines_new'];

function runName(i) {
    return `run-${String(i).padStart(4, '0')}`;
}

/* What each function costs in a run of so many. `drifts` grows most in the end, in the smallest steps. */
function costsOf(i, count) {
    const costs = {'f(char, "a")': 7, parse: i < GREW * count ? 100 : 1100, drifts: 1000 + 10000 / count * i};
    return i < ADDED * count ? costs : {...costs, cache: 5000};
}

/* The statements of a page's displays of SQL, in their order. */
function statements(name) {
    const page = readFileSync(join(root, 'man', name), 'utf8');
    const displays = [...page.matchAll(/^\.Bd -literal.*\n([^]*?)^\.Ed$/gm)].map((found) => found[1]);
    return displays.filter((text) => /^(CREATE|SELECT|WITH) /.test(text)).join('')
        .replaceAll('\\(aq', '\'').replaceAll('\\(dq', '"').replaceAll('\\-', '-').replaceAll('\\e', '\\')
        .split(/;\n/).filter((text) => text.trim());
}

async function write(profile, name, format) {
    await run(quern, ['--by=function', `--format=${format}`, '-o', `history/${name}.${format}`, profile]);
}

async function makeRun(i) {
    const body = Object.entries(costsOf(i, N_RUNS)).map(([name, cost]) => `fn=${name}\n1 ${cost}\n`).join('');
    const name = runName(i);
    writeFileSync(name, `events: Ir\nob=program\nfl=a.c\n${body}`);
    await write(name, name, 'csv');
}

/* The rows that a statement gives, of numbers and texts. */
async function ask(connection, statement) {
    const result = await connection.runAndReadAll(statement);
    const plain = (value) => typeof value === 'bigint' ? Number(value) : value;
    return result.getRowObjectsJS().map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)])));
}

async function checkHistory(connection) {
    const count = N_RUNS;
    for (let i = 1; i <= count; i += AT_ONCE)
        await Promise.all(Array.from({length: Math.min(AT_ONCE, count - i + 1)}, (_, more) => makeRun(i + more)));
    const [fromCsv, steps, largest, overall, grew, ...more] = statements('quern-ci.7');
    strictEqual(more.length, 0, 'the page has more statements than are run here');
    await connection.run(fromCsv);
    strictEqual((await ask(connection, 'SELECT count(DISTINCT run) AS n FROM costs'))[0].n, count);
    await connection.run(steps);
    const top = await ask(connection, largest);
    strictEqual(top.length, 10);
    deepStrictEqual(top.slice(0, 2), [
        {run: runName(ADDED * count), function: 'cache', cost: 5000, change: 5000},
        {run: runName(GREW * count), function: 'parse', cost: 1100, change: 1000}]);
    strictEqual(top[2].change, 10000 / count);
    deepStrictEqual(await ask(connection, overall), [
        {function: 'drifts', change: 10000 / count * (count - 1)}, {function: 'cache', change: 5000},
        {function: 'parse', change: 1000}, {function: 'f(char, "a")', change: 0}]);
    deepStrictEqual(await ask(connection, grew), [{run: runName(GREW * count), cost: 1100, change: 1000}]);
    await connection.run('DROP VIEW steps; DROP TABLE costs');
}

/* The figures of real profiles are those of quern's JSON. */
async function checkReal(connection) {
    const [fromCsv] = statements('quern-ci.7');
    const sums = 'SELECT run, count(*) AS n, sum(self)::DOUBLE AS self FROM costs GROUP BY run ORDER BY run';
    const expected = [...REAL].sort().map((name) => {
        const {rows} = JSON.parse(readFileSync(`history/${name}.json`, 'utf8'));
        return {run: name, n: rows.length, self: rows.reduce((sum, row) => sum + (row.self.Ir ?? 0), 0)};
    });
    await connection.run(fromCsv);
    deepStrictEqual(await ask(connection, sums), expected);
}

/* The recipe of quern-formats(5) has the sum of those rows of JSON whose function is of the group. */
async function checkGroup(connection) {
    const profile = join(root, 'testdata/fib');
    const [ofGroup, ...more] = statements('quern-formats.5');
    strictEqual(more.length, 0, 'the page has more statements than are run here');
    const {rows} = JSON.parse((await run(quern, ['--format=json', profile])).stdout);
    const costs = rows.filter((row) => row.function.startsWith('_dl_')).map((row) => row.self.Ir);
    await run(quern, ['--format=csv', '--by=function', '-o', 'functions.csv', profile]);
    deepStrictEqual(await ask(connection, ofGroup), [{cost: costs.reduce((sum, cost) => sum + cost, 0)}]);
    strictEqual(costs.length > 1, true);
}

const folder = mkdtempSync(join(tmpdir(), 'quern-history-'));
try {
    process.chdir(folder);
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    mkdirSync('history');
    await checkHistory(connection);
    rmSync('history', {recursive: true});
    mkdirSync('history');
    for (const name of REAL)
        for (const format of ['csv', 'json'])
            await write(join(root, 'testdata', name), name, format);
    await checkReal(connection);
    await checkGroup(connection);
    console.log(`check-history: ${N_RUNS} made profiles, and ${REAL.length} real ones`);
} finally {
    rmSync(folder, {recursive: true});
}
