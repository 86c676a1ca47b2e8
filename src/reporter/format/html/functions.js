/* SPDX-License-Identifier: GPL-3.0-or-later */
import {element, section} from './elements.js';
import {changeText, costText, counted, grouped, percentOf, percentText, sumOf} from './figures.js';
import {costColumns, callsColumns, nameColumns, sliceColumns} from './columns.js';
import {Table} from './table.js';

/* The table of all functions. */

/* Returns a filter that matches exactly this name. */
export function exactFilter(name) {
    return `^"${name}"$`;
}

function fits(word, name) {
    const inner = word.length > 1 ? word.replace(/^\^|\$$/g, '') : word;
    const [isStart, isEnd] = [word.length > 1 && word.startsWith('^'), word.length > 1 && word.endsWith('$')];
    if (isStart && isEnd) return name === inner;
    return isStart ? name.startsWith(inner) : isEnd ? name.endsWith(inner) : name.includes(inner);
}

/*
 * A filter consists of words, each of which must occur in one of the names: at its beginning after
 * "^", at its end before "$". Capitals make the filter case-sensitive. Regular expressions are not
 * supported, since a link may come from anywhere and some would run for hours.
 */
export function compileFilter(text) {
    const small = /\p{Lu}/u.test(text) ? String : (name) => name.toLowerCase();
    const [, exact] = /^\^"(.*)"\$$/su.exec(text) ?? [];
    const words = exact === undefined ? small(text).split(/\s+/).filter(Boolean) : [`^${small(exact)}$`];
    return (...names) => words.every((word) => names.some((name) => fits(word, small(name))));
}

function matchingRows(profile, text) {
    const isMatching = compileFilter(text);
    const folder = (file) => file.slice(0, Math.max(0, file.lastIndexOf('/')));
    return profile.ids.filter((id) => {
        const file = profile.file(id);
        return isMatching(profile.name(id), file, profile.object(id), folder(file));
    });
}

/* Checkboxes for the events that have columns. */
function eventChoice(page, onChange) {
    const shown = new Set(page.shownEvents());
    const boxes = page.profile.events.map((event, i) => {
        const box = element('input', {type: 'checkbox', value: i, checked: shown.has(i)});
        box.addEventListener('change', () => {
            if (box.checked) shown.add(i);
            else shown.delete(i);
            onChange([...shown].sort((one, other) => one - other));
        });
        return element('label', {}, box, ` ${event.name}`);
    });
    return element(
        'details',
        {class: 'choice'},
        element('summary', {}, 'Columns'),
        element('fieldset', {}, element('legend', {}, 'Events shown'), boxes)
    );
}

function parseSort(text, fallback) {
    if (!text) return {key: fallback, isDescending: true};
    return {key: text.replace(/^-/, ''), isDescending: text.startsWith('-')};
}

function functionTable(page, rows, slices) {
    const {profile} = page;
    const columns = [
        ...page.shownEvents().flatMap((event) => costColumns(page, profile, event)),
        ...(profile.hasCalls ? callsColumns(page, (id) => profile.calls(id), (id, event) => profile.exactInclusive(id, event)) : []),
        ...slices,
        ...nameColumns(page),
    ];
    return new Table({
        id: 'functions',
        caption: 'Functions',
        noun: 'function',
        columns,
        rows,
        sort: parseSort(page.state.sort, `self.${profile.events[page.event].name}`),
        onSort: (sort) => page.replace({sort: `${sort.isDescending ? '-' : ''}${sort.key}`}),
        rowClass: (id) => profile.status(id) || null,
    });
}

/* Says how many functions match and what they cost together. */
function filterText({profile, event}, rows) {
    const facts = profile.events[event];
    const sum = rows.reduce((total, id) => sumOf(total, profile.self(id, event)), null);
    const share = `${percentText(percentOf(sum, profile.total(event)))} %`;
    const cost = profile.isDifference ? changeText(facts, sum) : `${costText(facts, sum)}, ${share}`;
    return `${grouped(rows.length)} of ${counted(profile.count, 'function')}${facts.is_ratio ? '' : `: ${cost} of ${facts.name} as self cost`}`;
}

/* The table and its filter, which stays when other columns are chosen. */
class FunctionView {
    constructor(page, slices) {
        Object.assign(this, {page, slices});
        this.message = element('p', {id: 'filter-message', role: 'status', 'aria-live': 'polite'});
        this.input = element('input', {
            id: 'filter',
            type: 'text',
            value: page.state.filter ?? '',
            spellcheck: 'false',
            autocomplete: 'off',
            'aria-describedby': 'filter-message',
            placeholder: 'words, ^start, end$',
            oninput: () => {
                page.replace({filter: this.input.value});
                this.update();
            },
        });
        this.holder = element('div');
        this.buildTable();
    }

    buildTable() {
        this.table = functionTable(this.page, [], this.slices);
        this.holder.replaceChildren(this.table.element);
        this.update();
    }

    update() {
        const rows = matchingRows(this.page.profile, this.input.value);
        this.message.textContent = this.input.value === '' ? '' : filterText(this.page, rows);
        this.table.setRows(rows);
    }

    showEvents(events) {
        this.page.replace({show: events.map((i) => this.page.profile.events[i].name).join(' ')});
        this.buildTable();
    }

    tools() {
        const hasChoice = this.page.profile.events.length > 1;
        const label = element('label', {for: 'filter'}, 'Filter by name, file or object');
        const choice = hasChoice && eventChoice(this.page, (events) => this.showEvents(events));
        return element('div', {class: 'tools'}, label, this.input, choice);
    }
}

/* Reads the columns of --per, if it was given. */
async function readSlices(page) {
    if (!page.blocks.has('group-function')) return [];
    const {per, rows} = await page.blocks.read('group-function');
    const values = page.profile.remember('slices', () => new Map(rows.map((row) => [page.profile.find(row), row.per_values])));
    return sliceColumns(page, per, (id) => values.get(id));
}

export async function renderFunctions(page, container) {
    const holder = section(1, 'Functions', {'data-view': 'functions'});
    container.append(holder);
    const view = new FunctionView(page, await readSlices(page));
    const leftOut = page.profile.countLeftOut;
    holder.append(view.tools(), view.message, view.holder);
    if (leftOut > 0)
        holder.append(
            element('p', {class: 'note'}, `${counted(leftOut, 'colder function')} not on this page.`)
        );
    /* Row heights can be measured only once the table is in the document. */
    view.table.showWindow(true);
}
