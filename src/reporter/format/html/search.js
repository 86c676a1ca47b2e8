/* SPDX-License-Identifier: GPL-3.0-or-later */
import {element, lastName, nameElement, visibleText} from './elements.js';
import {grouped, counted, percentOf, percentText} from './figures.js';
import {inlinedNote} from './columns.js';
import {codeElement} from './lines.js';
import {findClose, findFiles, findFunctions, makeIndex} from './find.js';
import {escapePattern} from './groups.js';
import {fragment, functionState} from './state.js';

/* The box that finds functions, files and lines while they are typed. */

const MOST_SHOWN = 40;
const MOST_FILES = 5;

/* What is typed as "hpp:14". */
const PLACE = /^(.*):(\d+)$/;

function nothing() {
    return {items: [], counts: new Map()};
}

/* Indexes all lines of the code in the page by their number, by which they are looked for. */
async function readCodeLines(page) {
    const ids = page.facts.listings ?? [];
    const listings = await Promise.all(ids.map((id) => page.blocks.read(`listing-${id}`).catch(() => null)));
    const lines = new Map();
    for (const {function: id, codes} of listings.filter(Boolean))
        for (const [place, {file, lines: own}] of codes.entries())
            for (const {line: number, text} of own.filter(({line}) => line)) {
                if (!lines.has(number)) lines.set(number, []);
                lines.get(number).push({id, file, number, text, address: `${place}:${number}`});
            }
    return lines;
}

/* Finds what all words of a query are in, in any order. */
class Finder {
    constructor(page) {
        this.page = page;
        this.index = page.profile.remember('search', () => makeIndex(page.profile));
    }

    find(query) {
        const words = query.toLowerCase().split(/\s+/).filter(Boolean);
        if (words.length === 0) return nothing();
        const lines = this.findLines(words);
        let functions = findFunctions(this.index, words);
        let files = findFiles(this.index, words);
        if (lines.length + functions.count + files.length === 0) {
            /* "find hpp:14" may be of a file of which no line is known. */
            const plain = words.map((word) => word.replace(PLACE, (whole, file) => file || whole));
            functions = findFunctions(this.index, plain);
            files = findFiles(this.index, plain);
        }
        const close = lines.length + functions.count + files.length > 0 ? {ids: [], count: 0} : findClose(this.index, words.join(''));
        const item = (kind) => (id) => ({kind, id});
        const items = [
            ...lines.map((line) => ({kind: 'line', ...line})),
            ...functions.ids.map(item('function')),
            ...close.ids.map(item('function')),
        ].slice(0, MOST_SHOWN - Math.min(files.length, MOST_FILES));
        items.push(...files.slice(0, MOST_FILES).map(item('file')));
        const counts = new Map([['line', lines.length], ['function', functions.count + close.count], ['file', files.length]]);
        return {items, counts, isClose: close.count > 0};
    }

    /* There are none while the lines are being read: the next search has them. */
    findLines(words) {
        const [, file, number] = words.map((word) => PLACE.exec(word)).find(Boolean) ?? [];
        if (number === undefined || this.lines === undefined) return [];
        const others = words.filter((word) => !PLACE.test(word));
        const matches = ({id, file: own, text}) =>
            own.toLowerCase().includes(file) &&
            others.every((word) => `${this.index.names[id]}\n${own}\n${text ?? ''}`.toLowerCase().includes(word));
        return (this.lines.get(Number(number)) ?? []).filter(matches);
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

    show({items, counts, isClose}) {
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
        const found = [...counts].filter(([, count]) => count > 0);
        const left = found.reduce((sum, [, count]) => sum + count, -items.length);
        const cut = left > 0 ? `, the first ${items.length} shown` : '';
        this.status.textContent = `${found.map(([kind, count]) => counted(count, kind)).join(', ')} ${isClose ? 'like it' : 'found'}${cut}`;
        const note = (text) => element('li', {role: 'presentation', class: 'note'}, text);
        this.list.replaceChildren(...items.map((item, i) => this.buildOption(item, i)));
        if (left > 0) this.list.append(note(`${grouped(left)} more`));
        if (isClose) this.list.append(note('Nothing has that as it is: these have its letters in order.'));
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

    functionOption({id}) {
        const {profile, event} = this.page;
        const kind = profile.hasInclusive ? 'inclusive' : 'self';
        const percent = percentOf(profile[kind](id, event), profile.total(event));
        const content = [
            element('span', {class: 'number'}, `${profile.signOf(id, event, kind)}${percentText(percent)} %`),
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
        const file = this.page.profile.nameAt(id);
        return {title: file, content: [element('span', {class: 'number'}, 'file'), ' ', nameElement(file)]};
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
            ? {view: 'functions', filter: `^${escapePattern(page.profile.nameAt(id))}$`}
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
