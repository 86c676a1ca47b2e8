/* SPDX-License-Identifier: GPL-3.0-or-later */
import {element, nameElement, visibleText} from './elements.js';
import {grouped, counted, percentOf, percentText} from './figures.js';
import {inlinedNote} from './columns.js';
import {fragment, functionState} from './state.js';

/*
 * The box that finds functions as one types. All names stand in one text, in lower case and a line
 * each, so that finding one is a search in a text: a hundred thousand take some milliseconds.
 */

const MOST_SHOWN = 40;
const WORD = /[\p{L}\p{N}_]/u;

function makeIndex(profile) {
    const lines = [];
    const starts = new Uint32Array(profile.count + 1);
    let length = 0;
    for (let id = 0; id < profile.count; id++) {
        const line = profile.name(id).toLowerCase().replaceAll('\n', ' ');
        lines.push(line);
        starts[id] = length;
        length += line.length + 1;
    }
    starts[profile.count] = length;
    return {text: `${lines.join('\n')}\n`, starts};
}

/* 0 the whole name, 1 its beginning, 2 the beginning of a word in it, 3 anywhere. */
function rankOf(text, at, start, end, length) {
    if (at === start) return at + length === end ? 0 : 1;
    return WORD.test(text[at - 1]) ? 3 : 2;
}

/* The functions whose name has the text: the best first, and the costliest of those that are as good. */
function findFunctions(index, query) {
    const {text, starts} = index;
    const found = [[], [], [], []];
    let count = 0;
    let id = 0;
    for (let at = text.indexOf(query); at >= 0; at = text.indexOf(query, starts[id])) {
        while (starts[id + 1] <= at) id++;
        const end = starts[id + 1] - 1;
        let rank = rankOf(text, at, starts[id], end, query.length);
        for (
            let next = text.indexOf(query, at + 1);
            rank === 3 && next >= 0 && next < end;
            next = text.indexOf(query, next + 1)
        )
            rank = rankOf(text, next, starts[id], end, query.length);
        if (found[rank].length < MOST_SHOWN) found[rank].push(id);
        count++;
        id++;
        if (id >= starts.length - 1) break;
    }
    return {ids: found.flat().slice(0, MOST_SHOWN), count};
}

export class Search {
    constructor(page) {
        this.page = page;
        this.active = -1;
        this.ids = [];
        this.input = element('input', {
            id: 'search',
            type: 'search',
            role: 'combobox',
            'aria-expanded': 'false',
            'aria-controls': 'search-results',
            'aria-autocomplete': 'list',
            'aria-label': 'Search functions',
            placeholder: 'Search functions ( / )',
            autocomplete: 'off',
            spellcheck: 'false',
        });
        this.list = element('ul', {
            id: 'search-results',
            role: 'listbox',
            'aria-label': 'Functions found',
            hidden: true,
        });
        this.status = element('p', {
            id: 'search-status',
            class: 'unseen',
            role: 'status',
            'aria-live': 'polite',
        });
        this.element = element('div', {class: 'search', role: 'search'}, this.input, this.list, this.status);
        this.input.addEventListener('input', () => this.update());
        this.input.addEventListener('focus', () => this.prepare());
        this.input.addEventListener('keydown', (event) => this.onKey(event));
        this.element.addEventListener('focusout', (event) => {
            if (!this.element.contains(event.relatedTarget)) this.close();
        });
        /* The box keeps the focus when a result is pressed, else its list would be gone before the click. */
        this.list.addEventListener('mousedown', (event) => event.preventDefault());
    }

    prepare() {
        return this.page.profile.remember('search', () => makeIndex(this.page.profile));
    }

    update() {
        const query = this.input.value.trim().toLowerCase();
        if (query === '') {
            this.close();
            return;
        }
        const {ids, count} = findFunctions(this.prepare(), query);
        this.ids = ids;
        this.status.className = count === 0 ? 'nothing-found' : 'unseen';
        if (count === 0) {
            this.list.hidden = true;
            this.input.setAttribute('aria-expanded', 'false');
            this.activate(-1);
            this.status.replaceChildren(...this.nothingFound());
            return;
        }
        this.list.replaceChildren(...ids.map((id, i) => this.buildOption(id, i)));
        const cut = count > ids.length ? `, the first ${ids.length} shown` : '';
        this.status.textContent = `${counted(count, 'function')} found${cut}`;
        if (count !== ids.length)
            this.list.append(
                element('li', {role: 'presentation', class: 'note'}, `${grouped(count - ids.length)} more`)
            );
        this.list.hidden = false;
        this.input.setAttribute('aria-expanded', 'true');
        this.activate(-1);
    }

    /* What was inlined is looked for in vain: its cost is in those that have it. */
    nothingFound() {
        const {page} = this;
        const href = fragment({...page.keptState(), view: 'groups', by: 'line'});
        const lines = page.blocks.has('group-line') && !page.profile.hasInlined
            ? [' Inlined functions have none of their own: see ', element('a', {href}, 'Lines'), '.']
            : [];
        return ['No function has that in its name.', ...lines];
    }

    buildOption(id, i) {
        const {profile, event} = this.page;
        const kind = profile.hasInclusive ? 'inclusive' : 'self';
        const percent = percentOf(profile[kind](id, event), profile.total(event));
        return element(
            'li',
            {
                id: `search-result-${i}`,
                role: 'option',
                'aria-selected': 'false',
                title: visibleText(profile.fullName(id)),
                onclick: () => this.choose(i),
            },
            element('span', {class: 'number'}, `${profile.signOf(id, event, kind)}${percentText(percent)} %`),
            ' ',
            nameElement(profile.shortName(id)),
            inlinedNote(profile, id),
            ' ',
            element('span', {class: 'quiet'}, nameElement(profile.file(id)))
        );
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
        const count = this.ids.length;
        const isOpen = !this.list.hidden;
        if (event.key === 'Escape') {
            if (!isOpen) this.input.value = '';
            this.close();
        } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && isOpen && count > 0) {
            const next = this.active + (event.key === 'ArrowDown' ? 1 : -1);
            this.activate(next < 0 ? count - 1 : next % count);
        } else if (event.key === 'ArrowDown' && !isOpen) {
            this.update();
        } else if (event.key === 'Enter' && isOpen) {
            this.choose(Math.max(0, this.active));
        } else {
            return;
        }
        event.preventDefault();
        event.stopPropagation();
    }

    choose(i) {
        const id = this.ids[i];
        this.input.value = '';
        this.close();
        this.page.go({...this.page.keptState(), ...functionState(this.page.profile, id)});
    }

    close() {
        this.list.hidden = true;
        this.status.className = 'unseen';
        this.status.textContent = '';
        this.ids = [];
        this.input.setAttribute('aria-expanded', 'false');
        this.activate(-1);
    }
}
