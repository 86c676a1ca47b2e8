/* SPDX-License-Identifier: GPL-3.0-or-later */
import {element, section, visibleText} from './elements.js';
import {counted, grouped} from './figures.js';
import {costColumns, callsColumns, nameColumns} from './columns.js';
import {Table} from './table.js';

/* The table of all functions. */

/* A filter heeds case where it has capitals itself. Gives {expression} or {error}. */
export function compileFilter(text) {
    try {
        return {expression: new RegExp(text, /\p{Lu}/u.test(text.replace(/\\./g, '')) ? 'm' : 'im')};
    } catch (error) {
        return {error: visibleText(error.message)};
    }
}

function matchingRows(profile, text) {
    const rows = profile.ids;
    if (text === '') return {rows};
    const {expression, error} = compileFilter(text);
    if (error) return {rows, error};
    return {
        rows: rows.filter(
            (id) =>
                expression.test(profile.name(id)) ||
                expression.test(`${profile.file(id)}\n${profile.object(id)}`)
        ),
    };
}

/* Which events have columns: a group of boxes to tick. */
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

function functionTable(page, rows) {
    const {profile} = page;
    const columns = [
        ...page.shownEvents().flatMap((event) => costColumns(page, profile, event)),
        ...(profile.hasCalls ? callsColumns(page, (id) => profile.calls(id), (id, event) => profile.exactInclusive(id, event)) : []),
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

function filterText(profile, count, error, text) {
    if (error) return `Not a regular expression: ${error}`;
    return text === '' ? '' : `${grouped(count)} of ${counted(profile.count, 'function')}`;
}

/* The table with what it is filtered by: the columns may be chosen anew, the filter stays. */
class FunctionView {
    constructor(page) {
        this.page = page;
        this.message = element('p', {id: 'filter-message', role: 'status', 'aria-live': 'polite'});
        this.input = element('input', {
            id: 'filter',
            type: 'text',
            value: page.state.filter ?? '',
            spellcheck: 'false',
            autocomplete: 'off',
            'aria-describedby': 'filter-message',
            placeholder: 'regular expression',
            oninput: () => {
                page.replace({filter: this.input.value});
                this.update();
            },
        });
        this.holder = element('div');
        this.buildTable();
    }

    buildTable() {
        this.table = functionTable(this.page, []);
        this.holder.replaceChildren(this.table.element);
        this.update();
    }

    update() {
        const {profile} = this.page;
        const text = this.input.value;
        const {rows, error} = matchingRows(profile, text);
        this.input.setAttribute('aria-invalid', String(Boolean(error)));
        this.message.classList.toggle('error', Boolean(error));
        this.message.textContent = filterText(profile, rows.length, error, text);
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

export function renderFunctions(page, container) {
    const view = new FunctionView(page);
    const leftOut = page.profile.countLeftOut;
    container.append(
        section(1, 'Functions', {'data-view': 'functions'}, view.tools(), view.message, view.holder)
    );
    if (leftOut > 0)
        container.append(
            element('p', {class: 'note'}, `${counted(leftOut, 'colder function')} are not in this page.`)
        );
    /* Only now that it is in the document the heights of rows can be measured. */
    view.table.showWindow(true);
}
