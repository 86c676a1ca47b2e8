/* SPDX-License-Identifier: GPL-3.0-or-later */
import {element, lastName, nameElement, visibleText} from './elements.js';
import {grouped, counted, percentOf, percentText} from './figures.js';
import {inlinedNote} from './columns.js';
import {codeElement} from './lines.js';
import {exactFilter} from './functions.js';
import {fragment, functionState} from './state.js';
import {readCode} from './across.js';

/*
 * The search box for functions, files and lines whose names contain the typed text, ignoring case.
 * Functions that have it as a word come first, the costliest at the top.
 */

const MOST_SHOWN = 40;
const MOST_FILES = 5;

/* A file and line as in "hpp:14". */
const PLACE = /^(.*):(\d+)$/;

/* The start of the arguments, which is not the parenthesis of "operator()", "(anonymous namespace)" or "(below main)". */
const ARGUMENTS = /(?<=.)\((?!\)\(|anonymous)|$/su;

const [NO_LETTER, SMALL, CAPITAL] = [0, 1, 2];

/* Classifies a character of a name; digits and non-ASCII characters count as lower case. */
function letterAt(name, at) {
    const code = name.charCodeAt(at);
    if (code >= 65 && code <= 90) return CAPITAL;
    return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code >= 128 ? SMALL : NO_LETTER;
}

/* Returns whether a word begins or ends at a position in a name: "_" and capitals separate words, as the S of "HTTPServer". */
function isBoundary(name, at) {
    const [before, after] = [letterAt(name, at - 1), letterAt(name, at)];
    if (before === NO_LETTER || after === NO_LETTER) return true;
    return after === CAPITAL && (before === SMALL || letterAt(name, at + 1) === SMALL);
}

/* Indexes all lines of code in the page by number. */
async function readCodeLines(page) {
    const ids = page.blocks.namesOf('listing');
    const listings = await Promise.all(ids.map((id) => readCode(page, 'listing', id).catch(() => null)));
    const lines = new Map();
    for (const {id, codes} of listings.filter(Boolean))
        for (const [place, {file, lines: fileLines}] of codes.entries())
            for (const {line: number, text} of fileLines.filter(({line}) => line)) {
                if (!lines.has(number)) lines.set(number, []);
                lines.get(number).push({kind: 'line', id, file, number, text, address: `${place}:${number}`});
            }
    return lines;
}

/* Finds names that contain a text. They are lowercased once, since there may be a hundred thousand. */
class Finder {
    constructor(page) {
        const {profile} = page;
        this.page = page;
        this.names = profile.ids.map((id) => profile.name(id).toLowerCase());
        this.argumentsAt = this.names.map((name) => name.search(ARGUMENTS));
        const files = [...new Set(profile.ids.map((id) => profile.file(id)))].filter(Boolean);
        this.files = files.map((file) => ({kind: 'file', id: file, name: file.toLowerCase()}));
    }

    find(query) {
        const text = query.toLowerCase();
        const [, file, number] = PLACE.exec(text) ?? [];
        const lines = this.findLines(file, Number(number));
        const found = {...this.findNames(text), lines};
        const isNothing = found.functions.length + found.files.length + lines.length === 0;
        /* "hpp:14" may be in a file without known lines. */
        return isNothing && file ? {...this.findNames(file), lines} : found;
    }

    findNames(text) {
        const tiers = [[], [], [], []];
        for (const id of this.ranked()) {
            const tier = this.tierOf(id, text);
            if (tier >= 0) tiers[tier].push(id);
        }
        const files = this.files.filter(({name}) => name.includes(text));
        return {functions: tiers.flat(), files: files.sort((one, other) => one.name.length - other.name.length)};
    }

    /* Returns all functions, the costliest first. */
    ranked() {
        const {profile, costEvent: event} = this.page;
        const rank = () => {
            const costs = profile.ids.map((id) => Math.abs(Number(profile.self(id, event))));
            return [...profile.ids].sort((one, other) => costs[other] - costs[one]);
        };
        return profile.remember(`ranked ${event}`, rank);
    }

    /* Ranks a match: 0 is the whole name, 1 a word, 2 the start of a word, 3 anywhere else including the arguments, -1 none. */
    tierOf(id, text) {
        const small = this.names[id];
        let at = small.indexOf(text);
        if (at < 0) return -1;
        const argumentsAt = this.argumentsAt[id];
        if (at === 0 && (small.length === text.length || argumentsAt === text.length)) return 0;
        /* A single letter is in nearly all names, often several times: checking each would take too long. */
        if (text.length < 2) return 3;
        const name = this.page.profile.name(id);
        let best = 3;
        for (; at >= 0 && at + text.length <= argumentsAt; at = small.indexOf(text, at + 1)) {
            if (!isBoundary(name, at)) continue;
            if (isBoundary(name, at + text.length)) return 1;
            best = 2;
        }
        return best;
    }

    /* There are none while the lines are being read; the next search has them. */
    findLines(file, number) {
        return (this.lines?.get(number) ?? []).filter((line) => line.file.toLowerCase().includes(file));
    }

    async readLines() {
        this.lines ??= await readCodeLines(this.page);
    }
}

export class Search {
    constructor(page) {
        this.page = page;
        this.active = -1;
        this.items = [];
        this.ready = Promise.resolve();
        this.input = element('input', {
            id: 'search',
            type: 'search',
            role: 'combobox',
            'aria-expanded': 'false',
            'aria-controls': 'search-results',
            'aria-autocomplete': 'list',
            'aria-label': 'Search functions, files and lines',
            placeholder: 'Search functions, files, file:line ( / )',
            autocomplete: 'off',
            spellcheck: 'false',
        });
        this.list = element('ul', {
            id: 'search-results',
            role: 'listbox',
            'aria-label': 'Search results',
            hidden: true,
        });
        this.status = element('p', {
            id: 'search-status',
            class: 'unseen',
            role: 'status',
            'aria-live': 'polite',
        });
        this.element = element('div', {class: 'search', role: 'search'}, this.input, this.list, this.status);
        this.input.addEventListener('input', () => this.search());
        this.input.addEventListener('focus', () => this.prepare());
        this.input.addEventListener('keydown', (event) => this.onKey(event));
        this.element.addEventListener('focusout', (event) => {
            if (!this.element.contains(event.relatedTarget)) this.close();
        });
        /* The box keeps the focus when a result is clicked; otherwise its list would be gone before the click. */
        this.list.addEventListener('mousedown', (event) => event.preventDefault());
    }

    prepare() {
        const {profile} = this.page;
        this.finder = profile.remember('finder', () => new Finder(this.page));
        return this.finder;
    }

    search() {
        this.ready = this.update();
    }

    async update() {
        const query = this.input.value.trim();
        if (query === '') {
            this.close();
            return;
        }
        this.show(this.prepare().find(query));
        if (this.finder.lines !== undefined || !/:\d/.test(query)) return;
        await this.finder.readLines();
        if (this.input.value.trim() === query && document.activeElement === this.input) this.show(this.finder.find(query));
    }

    show({lines, functions, files}) {
        const shownFiles = files.slice(0, MOST_FILES);
        const most = MOST_SHOWN - shownFiles.length;
        const shownFunctions = functions.slice(0, most).map((id) => ({kind: 'function', id}));
        const items = [...lines, ...shownFunctions].slice(0, most).concat(shownFiles);
        this.items = items;
        const isEmpty = items.length === 0;
        this.status.className = isEmpty ? 'nothing-found' : 'unseen';
        this.list.hidden = isEmpty;
        this.input.setAttribute('aria-expanded', String(!isEmpty));
        if (isEmpty) {
            this.activate(-1);
            this.status.replaceChildren(...this.nothingFound());
            return;
        }
        const found = Object.entries({line: lines, function: functions, file: files}).filter(([, {length}]) => length > 0);
        const left = found.reduce((sum, [, {length}]) => sum + length, -items.length);
        const cut = left > 0 ? `, the first ${items.length} shown` : '';
        this.status.textContent = `${found.map(([kind, {length}]) => counted(length, kind)).join(', ')} found${cut}`;
        this.list.replaceChildren(...items.map((item, i) => this.buildOption(item, i)));
        if (left > 0) this.list.append(element('li', {role: 'presentation', class: 'note'}, `${grouped(left)} more`));
        this.activate(-1);
    }

    /* Inlined functions cannot be found: their cost is in the functions they were inlined into. */
    nothingFound() {
        const {page} = this;
        const href = fragment({...page.keptState(), view: 'groups', by: 'line'});
        const lines = page.blocks.has('group-line') && !page.profile.hasInlined
            ? [' Inlined functions are not listed: see ', element('a', {href}, 'Lines'), '.']
            : [];
        return ['No function, file or line matches.', ...lines];
    }

    buildOption(item, i) {
        const {title, content} = {
            function: () => this.functionOption(item),
            line: () => this.lineOption(item),
            file: () => this.fileOption(item),
        }[item.kind]();
        return element(
            'li',
            {
                id: `search-result-${i}`,
                role: 'option',
                'aria-selected': 'false',
                'data-kind': item.kind,
                title: visibleText(title),
                onclick: () => this.choose(i),
            },
            content
        );
    }

    /* An entry for a function, with the figure that ranks it. */
    functionOption({id}) {
        const {profile, costEvent: event} = this.page;
        const percent = percentOf(profile.self(id, event), profile.total(event));
        const content = [
            element('span', {class: 'number'}, `${percentText(percent)} %`),
            ' ',
            nameElement(profile.shortName(id)),
            inlinedNote(profile, id),
            ' ',
            element('span', {class: 'quiet'}, nameElement(profile.file(id))),
        ];
        return {title: profile.fullName(id), content};
    }

    lineOption({id, file, number, text}) {
        const {profile} = this.page;
        const content = [
            element('span', {class: 'number'}, 'line'),
            ' ',
            nameElement(`${lastName(file)}:${number}`),
            ' ',
            codeElement(text),
            ' ',
            element('span', {class: 'quiet'}, 'in ', nameElement(profile.shortName(id))),
        ];
        return {title: `${file}:${number}, in ${profile.name(id)}`, content};
    }

    fileOption({id}) {
        return {title: id, content: [element('span', {class: 'number'}, 'file'), ' ', nameElement(id)]};
    }

    activate(i) {
        this.list.querySelector('[aria-selected="true"]')?.setAttribute('aria-selected', 'false');
        this.active = i;
        if (i < 0) {
            this.input.removeAttribute('aria-activedescendant');
            return;
        }
        const option = this.list.children[i];
        option.setAttribute('aria-selected', 'true');
        option.scrollIntoView({block: 'nearest'});
        this.input.setAttribute('aria-activedescendant', option.id);
    }

    onKey(event) {
        const count = this.items.length;
        const isOpen = !this.list.hidden;
        if (event.key === 'Escape') {
            if (!isOpen) this.input.value = '';
            this.close();
        } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && isOpen && count > 0) {
            const next = this.active + (event.key === 'ArrowDown' ? 1 : -1);
            this.activate(next < 0 ? count - 1 : next % count);
        } else if (event.key === 'ArrowDown' && !isOpen) {
            this.search();
        } else if (event.key === 'Enter') {
            this.ready.then(() => this.choose(Math.max(0, this.active)));
        } else {
            return;
        }
        event.preventDefault();
        event.stopPropagation();
    }

    choose(i) {
        if (i >= this.items.length) return;
        const {kind, id, address} = this.items[i];
        const {page} = this;
        this.input.value = '';
        this.close();
        const state = kind === 'file'
            ? {view: 'functions', filter: exactFilter(id)}
            : {...functionState(page.profile, id), line: address};
        page.go({...page.keptState(), ...state});
    }

    close() {
        this.list.hidden = true;
        this.status.className = 'unseen';
        this.status.textContent = '';
        this.items = [];
        this.input.setAttribute('aria-expanded', 'false');
        this.activate(-1);
    }
}
