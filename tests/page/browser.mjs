/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Browsers, and tabs in which nothing goes unheard: what a page says, fails at, or asks the network for. */

import {existsSync} from 'node:fs';
import {createRequire} from 'node:module';
import {delimiter, join} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';

/* The packages are in the build folder, where no import from here would find them. */
export const buildFolder = fileURLToPath(new URL('../../build/page/', import.meta.url));
export const packages = createRequire(join(buildFolder, 'package.json'));
const puppeteer = packages('puppeteer-core');

const PROGRAMS = {chrome: ['chromium', 'chromium-browser', 'google-chrome'], firefox: ['firefox-esr', 'firefox']};
const IS_ROOT = process.getuid?.() === 0;
const SECOND = 1000;

export const SIZES = {
    phone: {width: 360, height: 740},
    laptop: {width: 1280, height: 800},
    wide: {width: 2560, height: 1440},
};

function findProgram(names) {
    for (const name of names)
        for (const folder of (process.env.PATH ?? '').split(delimiter))
            if (existsSync(join(folder, name)))
                return join(folder, name);
    throw new Error(`none of ${names.join(', ')} is installed: see tests/setup page`);
}

/* "chrome" or "firefox". No name is ever resolved: what wants the network fails, and is heard. */
export function launch(kind) {
    const ofChrome = ['--host-resolver-rules=MAP * ~NOTFOUND', '--disable-dev-shm-usage', '--hide-scrollbars', '--lang=en-US',
        ...IS_ROOT ? ['--no-sandbox'] : []];
    return puppeteer.launch({
        browser: kind,
        executablePath: findProgram(PROGRAMS[kind]),
        headless: true,
        args: kind === 'chrome' ? ofChrome : [],
        protocolTimeout: 120 * SECOND,
        timeout: 60 * SECOND,
        defaultViewport: SIZES.laptop,
        extraPrefsFirefox: {'network.proxy.type': 1, 'network.proxy.socks': '127.0.0.1', 'network.proxy.socks_port': 9},
    });
}

function addressOf(path, fragment) {
    return pathToFileURL(path).href + fragment;
}

/* A tab of a page on disk. What it must not do is gathered in `heard`. */
export class Tab {
    static async open(browser, path, {fragment = '', size = SIZES.laptop, scheme = 'light', hasScripts = true, settles = hasScripts} = {}) {
        const tab = new Tab();
        tab.path = path;
        tab.heard = [];
        tab.page = await browser.newPage();
        tab.isFirefox = (await browser.version()).toLowerCase().includes('firefox');
        tab.listen();
        await tab.page.setViewport(size);
        if (!tab.isFirefox)
            await tab.setScheme(scheme);
        if (!hasScripts)
            await tab.page.setJavaScriptEnabled(false);
        await tab.page.goto(addressOf(path, fragment), {waitUntil: 'load'});
        if (settles)
            await tab.settle();
        return tab;
    }

    listen() {
        const own = addressOf(this.path, '');
        this.page.on('console', (message) => this.heard.push(`console: ${message.type()}: ${message.text()}`));
        this.page.on('pageerror', (error) => this.heard.push(`error: ${error.message ?? error}`));
        this.page.on('error', (error) => this.heard.push(`crash: ${error.message}`));
        this.page.on('dialog', (dialog) => {
            this.heard.push(`dialog: ${dialog.message()}`);
            dialog.dismiss();
        });
        this.page.on('request', (request) => {
            /* Firefox has a font for the marks of lists in a style of its own. */
            const isOfFirefox = this.isFirefox && request.url().startsWith('data:font/woff2;');
            if (request.url().split('#')[0] !== own && !isOfFirefox)
                this.heard.push(`request: ${request.url().slice(0, 200)}`);
        });
    }

    setScheme(scheme) {
        return this.page.emulateMediaFeatures([{name: 'prefers-color-scheme', value: scheme}]);
    }

    /* Until the script has shown what it was asked for: nothing of it waits for anything but blocks to be unpacked. */
    async settle() {
        await this.page.waitForSelector('html[data-ready="true"]', {timeout: 30 * SECOND});
        await this.page.waitForFunction(() => document.querySelector('.waiting') === null, {timeout: 30 * SECOND});
        await this.page.evaluate(() => new Promise((resolve) => {
            requestAnimationFrame(() => setTimeout(resolve, 20));
        }));
    }

    /* To another view, as a link does it. */
    async go(fragment) {
        await this.page.evaluate((hash) => {
            location.hash = hash;
        }, fragment);
        await this.settle();
    }

    fragment() {
        return this.page.evaluate(() => location.hash);
    }

    evaluate(...what) {
        return this.page.evaluate(...what);
    }

    /* What one can read. */
    text(selector = 'main') {
        return this.page.$eval(selector, (node) => node.innerText);
    }

    has(selector) {
        return this.page.$(selector).then((found) => found !== null);
    }

    async press(...keys) {
        for (const key of keys)
            await this.page.keyboard.press(key);
        await this.settle();
    }

    async type(selector, text) {
        await this.page.focus(selector);
        await this.page.keyboard.type(text);
        await this.settle();
    }

    async click(selector) {
        await this.page.click(selector);
        await this.settle();
    }

    /* The text of each cell of a table's body, by rows, without those that only hold room. */
    cells(selector) {
        return this.page.$$eval(`${selector} tbody tr:not(.padding)`, (rows) =>
            rows.map((row) => Array.from(row.cells, (cell) => cell.textContent.trim())));
    }

    heads(selector) {
        return this.page.$$eval(`${selector} thead th`, (cells) => cells.map((cell) => cell.textContent.trim()));
    }

    close() {
        return this.page.close();
    }
}
