/* SPDX-License-Identifier: GPL-3.0-or-later */
import {element, lastName, nameElement, visibleText} from './elements.js';
import {grouped, counted, percentOf, percentText} from './figures.js';
import {inlinedNote} from './columns.js';
import {codeElement} from './lines.js';
import {exactFilter} from './functions.js';
import {fragment, functionState} from './state.js';
import {readCode} from './across.js';

/*
 * The box that finds functions, files and lines while they are typed: those whose names contain the
 * text, in any case. Functions that have it as a word come first, and of these the costliest.
 */

const MOST_SHOWN = 40;
const MOST_FILES = 5;

/* What is typed as "hpp:14". */
const PLACE = /^(.*):(\d+)$/;

/* Where arguments begin: not with what is in "operator()", "(anonymous namespace)" or "(below main)". */
const ARGUMENTS = /(?<=.)\((?!\)\(|anonymous)|$/su;

const [NO_LETTER, SMALL, CAPITAL] = [0, 1, 2];

/* Of a place in a name; digits and what is beyond ASCII are like small letters. */
function letterAt(name, at) {
    const code = name.charCodeAt(at);
    if (code >= 65 && code <= 90) return CAPITAL;
    return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code >= 128 ? SMALL : NO_LETTER;
}

/* Whether a word begins or ends at a place in a name: "_" and a capital letter part words, as the S of "HTTPServer". */
function isBoundary(name, at) {
    const [before, after] = [letterAt(name, at - 1), letterAt(name, at)];
    if (before === NO_LETTER || after === NO_LETTER) return true;
    return after === CAPITAL && (before === SMALL || letterAt(name, at + 1) === SMALL);
}

/* Indexes all lines of the code in the page by their number, by which they are looked for. */
async function readCodeLines(page) {
    const ids = page.blocks.namesOf('listing');
    const listings = await Promise.all(ids.map((id) => readCode(page, 'listing', id).catch(() => null)));
    const lines = new Map();
    for (const {id, codes} of listings.filter(Boolean))
        for (const [place, {file, lines: own}] of codes.entries())
            for (const {line: number, text} of own.filter(({line}) => line)) {
                if (!lines.has(number)) lines.set(number, []);
                lines.get(number).push({kind: 'line', id, file, number, text, address: `${place}:${number}`});
            }
    return lines;
}

/* Finds what contains a text. Small letters are made once, since there may be a hundred thousand names. */
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
        /* "hpp:14" may be of a file of which no line is known. */
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

    /* All functions, the costliest first. */
    ranked() {
        const {profile, costEvent: event} = this.page;
        const rank = () => {
            const costs = profile.ids.map((id) => Math.abs(Number(profile.self(id, event))));
            return [...profile.ids].sort((one, other) => costs[other] - costs[one]);
        };
        return profile.remember(`ranked ${event}`, rank);
    }

    /* How well the text fits: 0 is all of the name, 1 one of its words, 2 how a word begins, 3 somewhere in it or in the arguments, and -1 not at all. */
    tierOf(id, text) {
        const small = this.names[id];
        let at = small.indexOf(text);
        if (at < 0) return -1;
        const argumentsAt = this.argumentsAt[id];
        if (at === 0 && (small.length === text.length || argumentsAt === text.length)) return 0;
        /* A letter is in nearly all names, and often: that would take too long. */
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

    /* There are none while the lines are being read: the next search has them. */
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
            'aria-label': 'What is found',
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
        /* The box keeps the focus when a result is pressed, else its list would be gone before the click. */
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

    /* What was inlined is looked for in vain: its cost is in those that have it. */
    nothingFound() {
        const {page} = this;
        const href = fragment({...page.keptState(), view: 'groups', by: 'line'});
        const lines = page.blocks.has('group-line') && !page.profile.hasInlined
            ? [' Inlined functions have none of their own: see ', element('a', {href}, 'Lines'), '.']
            : [];
        return ['No function, file or line has that.', ...lines];
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

    /* With what they are ranked by. */
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
