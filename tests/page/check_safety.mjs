/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a page must never do, whatever is in the profile; and what is left of it without scripts, on paper, or of what is too much for it. */

import {createHash, randomBytes} from 'node:crypto';
import {readFileSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {gunzipSync, gzipSync} from 'node:zlib';
import {SIZES, Tab} from './browser.mjs';
import {figure, percent, readBlock, readFunctions} from './quern.mjs';
import {HOSTILE} from './profiles.mjs';
import {violations} from './check_views.mjs';
import {viewsOf} from './views.mjs';

/* Bytes of a page without a function, which are those of its script and style. */
const MOST_OF_NOTHING = 80000;
const MOST_OF_ALL = 10000000;

function between(text, start, end) {
    const from = text.indexOf(start) + start.length;
    return text.slice(from, text.indexOf(end, from));
}

function hashOf(text) {
    return `'sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}'`;
}

const PACKED = {style: /id="packed-style" data-encoding="gzip">([^<]*)<\/script>/, script: /id="packed-script" data-encoding="gzip">([^<]*)<\/script>/};

function unpacked(html, name) {
    return gunzipSync(Buffer.from(PACKED[name].exec(html)[1], 'base64')).toString('utf8');
}

function packed(script) {
    return gzipSync(script).toString('base64');
}

function checkPolicy(context, found) {
    for (const [name, path] of Object.entries(context.pages)) {
        const html = readFileSync(path, 'utf8');
        const policy = between(html, '<meta http-equiv="Content-Security-Policy" content="', '">');
        const loader = between(html, '<script>', '</script>');
        const [script, style] = ['script', 'style'].map((packedName) => unpacked(html, packedName));
        const base = between(html, '<style>', '</style>');
        found.ok([loader, script, base, style].every(({length}) => length > 1000), `${name}: it has scripts and styles`);
        found.equal(policy, `default-src 'none'; script-src ${hashOf(loader)} ${hashOf(script)}; style-src ${hashOf(base)} ${hashOf(style)}; base-uri 'none'; form-action 'none'`, `${name}: the policy`);
        found.equal((html.match(/<script[ >]/gi) ?? []).length, (html.match(/<script(>| type="(application\/json|text\/plain)")/g) ?? []).length, `${name}: scripts`);
        found.equal((html.match(/<style[ >]/gi) ?? []).length, 1, `${name}: styles`);
        const shown = html.slice(html.indexOf('<body'), html.indexOf('<script type="application/json"'));
        const tags = shown.replace(/"[^"]*"/g, '""');
        found.equal(tags.match(/<[^>]*\s(on[a-z]+|style|src|href|srcdoc)\s*=/gi), null, `${name}: attributes`);
    }
}

/* What is put into a page later does not run. */
async function checkPolicyHolds(context, found) {
    const html = readFileSync(context.pages.plain, 'utf8');
    const path = join(context.quern.newFolder(), 'changed.html');
    writeFileSync(path, html.replace('</main>', `</main><script>window.hacked = 1</script><img src="x.png" onerror="window.hacked = 2">
        <a id="trap" href="javascript:window.hacked=3">x</a><style>body { display: none; }</style><iframe src="https://example.com/"></iframe>`));
    const tab = await Tab.open(context.chrome, path);
    await tab.evaluate(() => document.getElementById('trap').click());
    await tab.settle();
    found.equal(await tab.evaluate(() => window.hacked ?? 0), 0, 'what a changed page ran');
    found.equal(await tab.evaluate(() => getComputedStyle(document.body).display), 'block', 'the style of a changed page');
    found.ok(tab.heard.filter((text) => /Content Security Policy/.test(text)).length >= 4, `the browser says what it refused: ${tab.heard}`);
    await tab.close();
    const changed = {
        loader: html.replace('<script>', '<script>\nwindow.hacked = 4;'),
        script: html.replace(PACKED.script, `id="packed-script" data-encoding="gzip">${packed(`window.hacked = 5;\n${unpacked(html, 'script')}`)}</script>`),
    };
    for (const [name, text] of Object.entries(changed)) {
        writeFileSync(path, text);
        const other = await Tab.open(context.chrome, path, {settles: false});
        found.ok(await other.has('#static'), `a ${name} that was changed does not run`);
        found.equal(await other.evaluate(() => window.hacked ?? 0), 0, `what a changed ${name} did`);
        await other.close();
    }
    writeFileSync(path, html.replace(PACKED.script, (whole) => `${whole.slice(0, whole.length / 2)}</script>`));
    const damaged = await Tab.open(context.chrome, path);
    found.includes(await damaged.text('[role="alert"]'), 'The script of this page cannot be read: it is damaged', 'what is said of half a script');
    found.ok(await damaged.has('#static table'), 'the static table stays');
    await damaged.close();
}

/* All that JavaScript could have left, and all that the parser could have made of a name. One script, the loader, has no type. */
function traces(tab) {
    return tab.evaluate(() => ({
        hacked: window.hacked ?? 0,
        polluted: Object.keys(Object.prototype).length + Number({}.Ir !== undefined),
        scripts: Array.from(document.scripts).filter(({type}) => !['application/json', 'module', 'text/plain'].includes(type)).length,
        strange: Array.from(document.querySelectorAll('img, svg, iframe, object, embed, form, base, link, b')).filter((node) => !node.matches('svg[class]')).length,
        handlers: Array.from(document.querySelectorAll('*')).filter((node) => Array.from(node.attributes).some(({name}) => name.startsWith('on'))).length,
    }));
}

const NO_TRACES = {hacked: 0, polluted: 0, scripts: 1, strange: 0, handlers: 0};

/* As the page shows what would be invisible: \u202e. */
function shownName(name) {
    return name.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, (c) => `\\u${c.codePointAt(0).toString(16).padStart(4, '0')}`);
}

/* Of all that is shown, or told to those who cannot see it: what holds characters that would be invisible, or turn the text around them. */
function hiddenCharacters(tab) {
    return tab.evaluate(() => {
        const texts = [document.title];
        for (const node of document.querySelectorAll('body :not(script)')) {
            texts.push(node.title ?? '', node.ariaLabel ?? '');
            texts.push(...Array.from(node.childNodes, ({nodeType, nodeValue}) => nodeType === Node.TEXT_NODE ? nodeValue : ''));
        }
        return texts.filter((text) => /(?![\t\n])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(text)).map((text) => JSON.stringify(text.slice(0, 100)));
    });
}

async function checkHidden(context, found) {
    const path = context.pages.hostile;
    const tab = await Tab.open(context.chrome, path);
    const views = viewsOf(path);
    const names = readBlock(path, 'facts').events.map(({name}) => name);
    for (const view of ['functions', 'function', 'groups'])
        views[`${view} by all events`] = `#${new URLSearchParams({view, id: 0, show: names.join(' ')})}`;
    views['an event'] = `#${new URLSearchParams({view: 'tree', event: 'bi\u202Edi', mark: '(\u202E'})}`;
    views['no event'] = `#${new URLSearchParams({view: 'functions', event: 'x\u202E', filter: '(\u202E'})}`;
    for (const [name, fragment] of Object.entries(views)) {
        await tab.go(fragment);
        found.none(await hiddenCharacters(tab), name);
    }
    await tab.close();
}

/* An event may have the name of what every object has: where it is not given there is nothing. */
async function checkLacking(context, found) {
    const path = context.pages.lacking;
    const tab = await Tab.open(context.chrome, path);
    for (const event of ['Ir', 'constructor', 'toString'])
        for (const [name, fragment] of Object.entries(viewsOf(path))) {
            await tab.go(`${fragment || '#view=overview'}&event=${event}`);
            const text = await tab.evaluate(() => document.getElementById('page').innerHTML);
            found.equal(/native code|NaN|undefined/.exec(text), null, `${name} by ${event}`);
            found.none(await tab.page.$$eval('[role="alert"]', (nodes) => nodes.map((node) => node.textContent)), `${name} by ${event}`);
        }
    await tab.go('#view=tree&event=constructor');
    const frames = await tab.page.$$eval('.frame', (nodes) => nodes.map((node) => node.title));
    found.ok(frames.some((title) => title.startsWith('leaf 100.00 %, 7 constructor')), `the frames: ${frames}`);
    found.none(tab.heard, 'heard');
    await tab.close();
}

/* More than a call can have arguments. */
const MANY = 130000;

/* Functions that are all above the limit of the tree, since their costs cancel each other. */
function wideProfile() {
    const cost = (i) => i % 2 === 0 ? 1000 : -1000;
    const lines = ['version: 1', 'positions: line', 'events: Ir', '', 'fl=wide.c', 'fn=main', '1 11'];
    for (let i = 0; i < MANY; i++) lines.push(`cfn=f${i}`, 'calls=1 1', `2 ${cost(i)}`);
    for (let i = 0; i < MANY; i++) lines.push(`fn=f${i}`, `1 ${cost(i)}`);
    return lines.join('\n');
}

async function checkMany(context, found) {
    const folder = context.quern.newFolder();
    writeFileSync(join(folder, 'wide'), wideProfile());
    const tab = await Tab.open(context.chrome, context.quern.page(['wide'], folder), {fragment: '#view=functions'});
    for (const fragment of ['#view=tree&as=table', '#view=tree&mark=f1']) {
        await tab.go(fragment);
        found.none(await tab.page.$$eval('[role="alert"]', (nodes) => nodes.map((node) => node.textContent)), fragment);
    }
    found.none(tab.heard, 'heard');
    await tab.close();
}

async function checkHostile(context, found) {
    const path = context.pages.hostile;
    const tab = await Tab.open(context.chrome, path);
    for (const [name, fragment] of Object.entries(viewsOf(path))) {
        await tab.go(fragment);
        found.equal(await traces(tab), NO_TRACES, name);
    }
    for (const name of HOSTILE) {
        await tab.go(`#${new URLSearchParams({view: 'function', name})}`);
        found.includes(await tab.text('h1'), shownName(name).replace(/\s+/g, ' ').slice(0, 200), 'the heading');
        found.equal(await traces(tab), NO_TRACES, name);
        await tab.go('#view=functions');
        await tab.page.$eval('#filter', (input) => {
            input.value = '';
        });
        await tab.page.$eval('#search', (input, value) => {
            input.value = value;
            input.dispatchEvent(new Event('input'));
        }, name);
        found.ok(await tab.page.$$eval('#search-results [role="option"]', (nodes) => nodes.length) >= 1, `search for ${JSON.stringify(name)}`);
        found.equal(await traces(tab), NO_TRACES, `search for ${name}`);
    }
    await tab.go('#view=function&name=read_source');
    const lines = await tab.page.$$eval('.listing .code', (nodes) => nodes.map((node) => node.textContent));
    for (const name of HOSTILE.filter((text) => !text.includes('\t')))
        found.ok(lines.includes(shownName(name)), `the line ${JSON.stringify(name)}`);
    found.none(tab.heard, 'heard');
    await tab.close();
}

/* A megabyte in a name neither stops anything nor stands in the document as a whole. */
async function checkHugeName(context, found) {
    const tab = await Tab.open(context.chrome, context.pages.hostile, {size: SIZES.phone, fragment: '#view=functions'});
    const link = await tab.page.$$eval('#functions a', (links) => links.find(({title}) => title.startsWith('huge<b>x::'))?.hash ?? '');
    const id = new URLSearchParams(link.slice(1)).get('id');
    found.ok(id !== null, 'a name that no link could hold is told by its place');
    for (const fragment of ['#view=functions', `#view=function&id=${id}`, '#view=groups&by=file', '#view=tree']) {
        await tab.go(fragment);
        /* As a whole it may stand in its own heading alone. */
        const size = await tab.evaluate(() => document.getElementById('page').textContent.length);
        found.ok(size < (fragment.includes('id=') ? 1100000 : 100000), `${fragment} has ${size} characters`);
        found.ok(await tab.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${fragment} is not wider than the window`);
    }
    await tab.go('#view=functions');
    await tab.page.$eval(`#functions a[href*="id=${id}"]`, (node) => node.click());
    await tab.settle();
    found.includes(await tab.text('h1'), 'huge<b>x::', 'a link leads to it');
    found.none(tab.heard, 'heard');
    await tab.close();
}

/* Without scripts: the functions that cost most, by the figures that quern says. */
async function checkStatic(context, name, found) {
    const path = context.pages[name];
    const tab = await Tab.open(context.chrome, path, {hasScripts: false, size: SIZES.phone});
    const facts = readBlock(path, 'facts');
    const shown = await tab.cells('#static table:last-of-type');
    found.equal(shown.length, Math.min(25, readFunctions(path).length), 'rows');
    const {name: event} = facts.events[facts.measured];
    const {rows, totals} = context.quern.json(['--by=function', '--rows=25', `--sort=${event}`, ...context.words[name]], context.folders[name]);
    shown.forEach((cells, i) => {
        const value = rows[i].self[event];
        found.equal(cells.slice(0, 2), [figure(value), percent(value, totals[event])], `row ${i}`);
    });
    found.ok((await tab.text('#static table:last-of-type caption')).length > 10, 'the table has a caption');
    found.ok((await tab.text('h1')).length > 0, 'it has a heading');
    found.includes(await tab.text('noscript'), 'script', 'it says that there is more');
    found.ok(await tab.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'it is not wider than the window');
    found.none(tab.heard, 'heard');
    await tab.close();

    /* axe wants scripts: those of the page are taken away. */
    const scriptless = join(context.quern.newFolder(), 'scriptless.html');
    writeFileSync(scriptless, readFileSync(path, 'utf8').replace(/<script>[^]*?<\/script>/, ''));
    for (const scheme of ['light', 'dark']) {
        const other = await Tab.open(context.chrome, scriptless, {scheme, settles: false});
        await other.page.waitForFunction(() => getComputedStyle(document.getElementById('static')).visibility === 'visible');
        found.none(await violations(other), `axe, ${scheme}`);
        found.equal(await traces(other), {...NO_TRACES, scripts: 0}, 'traces');
        found.none(other.heard, 'heard');
        await other.close();
    }
}

/* In a frame that forbids scripts, as some who show artifacts of CI have it. */
async function checkSandbox(context, found) {
    const path = join(context.quern.newFolder(), 'frame.html');
    writeFileSync(path, `<!DOCTYPE html><title>frame</title><iframe sandbox src="file://${context.pages.plain}" width="1000" height="600"></iframe>`);
    const tab = await Tab.open(context.chrome, path, {hasScripts: false});
    const frame = tab.page.frames().find((other) => other.url().endsWith('.html') && other !== tab.page.mainFrame());
    found.ok(frame !== undefined, 'there is a frame');
    found.equal(await frame.$$eval('#static table:last-of-type tbody tr', (rows) => rows.length), 25, 'rows');
    await tab.close();
}

/* A4 without its margins. */
const PAPER = {width: 718, height: 1047};

async function checkPrint(context, found) {
    const tab = await Tab.open(context.chrome, context.pages.plain, {fragment: '#view=functions'});
    const pdf = await tab.page.pdf({format: 'A4'});
    const text = Buffer.from(pdf).toString('latin1');
    found.equal(text.slice(0, 4), '%PDF', 'what is printed');
    const pages = (text.match(/\/Type\s*\/Page\b/g) ?? []).length;
    found.ok(pages >= 2 && pages <= 60, `the functions take ${pages} pages`);
    await tab.page.emulateMediaType('print');
    await tab.page.setViewport(PAPER);
    for (const [name, fragment] of Object.entries(viewsOf(context.pages.plain))) {
        await tab.go(fragment);
        const shown = await tab.evaluate(() => Array.from(document.querySelectorAll('nav, input, select, header button')).filter((node) => node.checkVisibility()).map((node) => node.outerHTML.slice(0, 100)));
        found.none(shown, `${name} has on paper`);
        found.ok(await tab.evaluate(() => document.querySelector('h1').checkVisibility()), `${name} has its heading on paper`);
        found.ok(await tab.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${name} is wider than the paper`);
    }
    found.none(tab.heard, 'heard');
    await tab.close();
}

/* More than fits: names of 600 characters that do not compress. */
function writeTooMuch(context) {
    const folder = context.quern.newFolder();
    const functions = Array.from({length: 20000}, (_, i) => `fn=f${randomBytes(450).toString('base64')}\n1 ${20000 - i}\n`);
    writeFileSync(join(folder, 'profile'), `events: Ir\nfl=a.c\n${functions.join('')}`);
    return context.quern.page(['profile'], folder);
}

/* What there is no room for is left out; the page says so, and shows the rest. */
async function checkLimit(context, found) {
    const empty = statSync(context.pages.nothing).size;
    found.ok(empty <= MOST_OF_NOTHING, `a page of nothing has ${empty} bytes`);
    const path = writeTooMuch(context);
    const {size} = statSync(path);
    found.ok(size <= MOST_OF_ALL && size > MOST_OF_ALL / 2, `it has ${size} bytes`);
    const leftOut = readBlock(path, 'facts').left_out;
    found.ok(leftOut.length > 0, 'nothing is said to be left out');
    const tab = await Tab.open(context.chrome, path);
    const text = await tab.text();
    for (const sentence of leftOut)
        found.includes(text, sentence, 'what is left out');
    for (const [name, fragment] of Object.entries(viewsOf(path))) {
        await tab.go(fragment);
        found.none(await tab.page.$$eval('.error, [role="alert"]', (nodes) => nodes.map((node) => node.textContent)), name);
    }
    found.none(tab.heard, 'heard');
    await tab.close();
}

/* A page that was cut off, or changed on its way, says so. */
async function checkDamage(context, found) {
    const html = readFileSync(context.pages.plain, 'utf8');
    const path = join(context.quern.newFolder(), 'damaged.html');
    const at = html.indexOf('>', html.indexOf('id="data-functions-0"')) + 1000;
    writeFileSync(path, `${html.slice(0, at)}AAAA${html.slice(at + 4)}`);
    const tab = await Tab.open(context.chrome, path);
    found.includes(await tab.text('[role="alert"]'), 'cannot be read', 'what is said of a damaged block');
    found.equal(await tab.page.$$eval('#static table:last-of-type tbody tr', (rows) => rows.length), 25, 'rows of the static table, which stays');
    await tab.close();
}

/* The first screen answers at a glance. */
async function checkOverview(context, found) {
    const tab = await Tab.open(context.chrome, context.pages.exceeded);
    const text = await tab.text();
    const sight = await tab.evaluate(() => Array.from(document.querySelectorAll('h1, #limits, #totals, #hottest')).map((node) => [node.id || node.localName, node.getBoundingClientRect().top < innerHeight]));
    found.equal(sight.filter(([, isInSight]) => !isInSight), [], 'what one has to scroll for');
    for (const part of ['bin/callers', '897,561', 'exceeded', 'slow', '53.48', '480,020', 'callers.c:11'])
        found.includes(text, part, 'the first screen');
    found.equal((await tab.cells('#hottest')).length, 10, 'the ten hottest');
    found.ok(await tab.has('[role="treeitem"]'), 'the tree');
    await tab.go('#view=run');
    found.equal((await tab.cells('#limits')).map(([verdict]) => verdict.replace(/\W/g, '')), ['exceeded', 'exceeded', 'ok'], 'the verdicts');
    await tab.close();
    for (const [name, part] of [['held', 'holds'], ['undecided', 'undecided'], ['growth', 'exceeded'], ['difference', '+10,600'], ['renamed', 'constprop']]) {
        const other = await Tab.open(context.chrome, context.pages[name]);
        found.includes(await other.text(), part, `the first screen of ${name}`);
        await other.close();
    }
}

export async function checkSafety(runner, context) {
    await runner.check('policy', (found) => checkPolicy(context, found));
    await runner.check('policy holds', (found) => checkPolicyHolds(context, found));
    await runner.check('hostile names', (found) => checkHostile(context, found));
    await runner.check('hidden characters', (found) => checkHidden(context, found));
    await runner.check('events that are not given', (found) => checkLacking(context, found));
    await runner.check('many calls', (found) => checkMany(context, found));
    await runner.check('huge name', (found) => checkHugeName(context, found));
    for (const name of ['plain', 'events', 'hostile', 'exceeded'])
        await runner.check(`without scripts, ${name}`, (found) => checkStatic(context, name, found));
    await runner.check('without scripts, in a frame', (found) => checkSandbox(context, found));
    await runner.check('on paper', (found) => checkPrint(context, found));
    await runner.check('more than fits', (found) => checkLimit(context, found));
    await runner.check('damaged', (found) => checkDamage(context, found));
    await runner.check('first screen', (found) => checkOverview(context, found));
}
