/* SPDX-License-Identifier: GPL-3.0-or-later */
import {element, button} from './elements.js';
import {counted, grouped} from './figures.js';

/*
 * Sortable tables. Of a long one, only the visible rows are in the document, between two rows as
 * high as all those before and after: a hundred thousand rows would take the browser seconds.
 */

const LONGEST_WHOLE = 300;
const ROWS_AROUND = 25;
const ROWS_AT_ONCE = 8;
const GUESSED_ROW_HEIGHT = 26;

/* In digits: the width of a file, and the least width of a function. */
const PATH_WIDTH = 17;
const NAME_WIDTH = 18;

function compareNumbers(one, other) {
    if (Number.isNaN(one) || Number.isNaN(other)) return Number.isNaN(one) - Number.isNaN(other);
    return one - other;
}

/*
 * Missing values come last in either direction, and equal rows keep their order. If some values are
 * negative, rows are sorted by magnitude.
 */
function sortRows(rows, column, isDescending) {
    const order = rows.map((_, i) => i);
    if (column.number) {
        const given = Float64Array.from(rows, column.number);
        const values = given.some((value) => value < 0) ? given.map(Math.abs) : given;
        order.sort((one, other) =>
            isDescending && !Number.isNaN(values[one]) && !Number.isNaN(values[other])
                ? values[other] - values[one]
                : compareNumbers(values[one], values[other])
        );
    } else {
        const texts = rows.map(column.sortText);
        const turn = isDescending ? -1 : 1;
        order.sort((one, other) =>
            texts[one] < texts[other] ? -turn : texts[one] > texts[other] ? turn : 0
        );
    }
    return order.map((i) => rows[i]);
}

/* Returns the width of a column in digits, estimated from its extremes if there are many rows. */
function widthOf(column, rows) {
    if (!column.isNumber || rows.length === 0) return PATH_WIDTH;
    const shown = rows.length <= LONGEST_WHOLE ? rows : extremeRows(column, rows);
    const texts = shown.map((row) => column.text(row).length);
    return Math.max(column.label.length + 2, ...texts) + 2;
}

/* Returns the share that fills a bar: in a flat profile, bars relative to the total would all be dots. */
function largestOf(rows, share) {
    return rows.reduce((most, row) => (share(row) > most ? share(row) : most), 0);
}

function extremeRows(column, rows) {
    let [least, most] = [rows[0], rows[0]];
    for (const row of rows) {
        const value = column.number(row);
        if (value < column.number(least) || Number.isNaN(column.number(least))) least = row;
        if (value > column.number(most) || Number.isNaN(column.number(most))) most = row;
    }
    return [least, most];
}

export class Table {
    /*
     * Options: id, caption, columns and rows; optionally a noun to count rows by, sort: {key,
     * isDescending}, onSort(sort), rowClass(row), isUnsorted, and `most`, how many rows are shown
     * before all are asked for.
     */
    constructor(options) {
        this.options = options;
        this.columns = options.columns;
        this.sort = options.sort ?? null;
        this.isSortable = !options.isUnsorted;
        this.rowHeight = GUESSED_ROW_HEIGHT;
        this.isMeasured = false;
        this.most = options.most < options.rows.length ? options.most : Infinity;
        this.head = element('thead');
        this.body = element('tbody');
        this.group = element('colgroup');
        this.caption = element('caption', {});
        this.table = element(
            'table',
            {id: options.id, class: 'figures'},
            this.caption,
            this.group,
            this.head,
            this.body
        );
        this.element = element(
            'div',
            {class: 'scroller', tabindex: '0', role: 'region', 'aria-label': options.caption},
            this.table,
            this.most < Infinity && button(`All ${counted(options.rows.length, options.noun)}`, {class: 'all-rows', onclick: () => this.showAll()})
        );
        /* Padding as high as all rows out of sight. A single cell: more would bring back hidden columns. */
        [this.above, this.below] = [0, 1].map(() => element('tr', {class: 'padding', 'aria-hidden': 'true'}, element('td')));
        this.shown = new Map();
        this.buildHead();
        this.listen();
        this.setRows(options.rows);
    }

    listen() {
        let isWaiting = false;
        this.element.addEventListener(
            'scroll',
            () => {
                if (!isWaiting)
                    requestAnimationFrame(() => {
                        isWaiting = false;
                        this.showWindow();
                    });
                isWaiting = true;
            },
            {passive: true}
        );
        this.table.addEventListener('keydown', (event) => this.moveByKey(event));
    }

    buildHead() {
        const cells = this.columns.map((column) => {
            const className = [column.className, column.isNumber && 'number'].filter(Boolean).join(' ');
            const isSortable = this.isSortable && (column.number || column.sortText);
            return element(
                'th',
                {
                    scope: 'col',
                    class: className || null,
                    title: isSortable ? null : column.title,
                    'aria-label': isSortable ? null : column.name,
                },
                isSortable
                    ? button(column.label, {
                          title: column.title,
                          'aria-label': column.name,
                          onclick: () => this.sortBy(column),
                      })
                    : column.label
            );
        });
        this.headCells = cells;
        this.head.replaceChildren(element('tr', {'aria-rowindex': 1}, cells));
        this.markSort();
    }

    markSort() {
        this.columns.forEach((column, i) => {
            const isKey = this.sort !== null && column.key === this.sort.key;
            if (isKey)
                this.headCells[i].setAttribute(
                    'aria-sort',
                    this.sort.isDescending ? 'descending' : 'ascending'
                );
            else this.headCells[i].removeAttribute('aria-sort');
        });
    }

    sortBy(column) {
        const isSame = this.sort?.key === column.key;
        this.sort = {
            key: column.key,
            isDescending: isSame ? !this.sort.isDescending : Boolean(column.isNumber),
        };
        this.markSort();
        this.setRows(this.options.rows);
        this.options.onSort?.(this.sort);
    }

    setRows(rows, keepsPlace = false) {
        this.options.rows = rows;
        const column = this.sort === null ? undefined : this.columns.find(({key}) => key === this.sort.key);
        const sorted = column ? sortRows(rows, column, this.sort.isDescending) : rows;
        this.rows = sorted.slice(0, this.most);
        this.isLong = this.rows.length > LONGEST_WHOLE;
        this.largest = new Map(this.columns.filter(({share}) => share).map((one) => [one, largestOf(rows, one.share)]));
        this.element.classList.toggle('long', this.isLong);
        this.table.setAttribute('aria-rowcount', String(this.rows.length + 1));
        this.buildWidths();
        this.updateCount();
        if (!keepsPlace) this.element.scrollTop = 0;
        this.showWindow(true);
    }

    /* Shows all rows and moves the focus to the first new one. */
    showAll() {
        const first = this.rows.length;
        this.most = Infinity;
        this.element.querySelector('.all-rows').remove();
        this.setRows(this.options.rows);
        this.focusRow(first);
    }

    /* The heading above the table already says what it shows. */
    updateCount() {
        const {caption, noun} = this.options;
        const shown = this.rows.length < this.options.rows.length ? `${grouped(this.rows.length)} of ` : '';
        const count = noun ? shown + counted(this.options.rows.length, noun) : '';
        this.caption.replaceChildren(element('span', {class: 'unseen'}, `${caption} `), count);
    }

    /* Names get the width that figures leave, which depends on the columns shown. */
    buildWidths() {
        const sums = {always: 0, roomy: 0, wide: 0, wider: 0, widest: 0};
        const columns = this.columns.map((column) => {
            const col = element('col', {class: column.className ?? null});
            const width = column.className === 'name' ? NAME_WIDTH : widthOf(column, this.rows);
            const classes = (column.className ?? '').split(' ');
            sums[classes.find((name) => name in sums) ?? 'always'] += width;
            if (column.className !== 'name') col.style.setProperty('width', `${width}ch`);
            return col;
        });
        this.group.replaceChildren(...columns);
        for (const [name, sum] of Object.entries(sums)) this.table.style.setProperty(`--${name}`, `${sum}ch`);
    }

    /* Returns the range of rows that should be in the document: [first, end). */
    wantedWindow() {
        if (!this.isLong) return [0, this.rows.length];
        const height = this.element.clientHeight || 800;
        const first = Math.max(0, Math.floor(this.element.scrollTop / this.rowHeight) - ROWS_AROUND);
        return [
            first,
            Math.min(this.rows.length, first + Math.ceil(height / this.rowHeight) + 2 * ROWS_AROUND),
        ];
    }

    showWindow(isForced = false) {
        const [first, end] = this.wantedWindow();
        const isNear = Math.abs(first - this.first) < ROWS_AT_ONCE && (end === this.end || end < this.rows.length);
        if (isNear && !isForced) return;
        const focused = this.focusedRow();
        Object.assign(this, {first, end});
        if (isForced) this.clear();
        this.showRows();
        this.above.style.height = `${first * this.rowHeight}px`;
        this.below.style.height = `${(this.rows.length - end) * this.rowHeight}px`;
        if (isForced || !this.isMeasured) this.measure(this.shown.get(first));
        if (focused >= 0 && this.focusedRow() !== focused)
            (this.rowElement(focused)?.querySelector('a, button') ?? this.element).focus({preventScroll: true});
    }

    clear() {
        this.shown.clear();
        this.body.replaceChildren(...(this.isLong ? [this.above, this.below] : []));
    }

    /* Updates the rows in the document, keeping those that are still needed. */
    showRows() {
        for (const [i, row] of this.shown)
            if (i < this.first || i >= this.end) {
                row.remove();
                this.shown.delete(i);
            }
        const least = Math.min(...this.shown.keys());
        const [before, after] = [[], []];
        for (let i = this.first; i < this.end; i++)
            if (!this.shown.has(i)) {
                const row = this.buildRow(this.rows[i], i);
                this.shown.set(i, row);
                (i < least && least < Infinity ? before : after).push(row);
            }
        this.above.after(...before);
        if (this.isLong) this.below.before(...after);
        else this.body.append(...after);
    }

    measure(row) {
        if (!this.isLong || !row?.isConnected) return;
        const height = row.getBoundingClientRect().height;
        this.isMeasured = height > 0;
        if (height > 0 && Math.abs(height - this.rowHeight) > 0.01) {
            this.rowHeight = height;
            this.showWindow(true);
        }
    }

    buildRow(row, index) {
        const cells = this.columns.map((column) => {
            const className = [
                column.className,
                column.isNumber && 'number',
                column.cellClass?.(row),
                column.share && 'share',
            ]
                .filter(Boolean)
                .join(' ');
            const cell = element(
                column.isHeader ? 'th' : 'td',
                {scope: column.isHeader ? 'row' : null, class: className || null},
                column.cell ? column.cell(row) : column.text(row)
            );
            const share = column.share?.(row);
            if (share > 0) cell.style.backgroundSize = `${((100 * share) / this.largest.get(column)).toFixed(1)}% 3px`;
            return cell;
        });
        return element(
            'tr',
            {'aria-rowindex': index + 2, 'data-row': index, class: this.options.rowClass?.(row) ?? null},
            cells
        );
    }

    rowElement(index) {
        return this.body.querySelector(`tr[data-row="${index}"]`);
    }

    focusedRow() {
        const row = document.activeElement?.closest('tr[data-row]');
        return row && this.body.contains(row) ? Number(row.dataset.row) : -1;
    }

    /* Moves the focus from name to name with the keyboard. */
    moveByKey(event) {
        const index = this.focusedRow();
        const page = Math.max(1, Math.floor(this.element.clientHeight / this.rowHeight) - 2);
        const steps = {
            ArrowDown: 1,
            ArrowUp: -1,
            PageDown: page,
            PageUp: -page,
            Home: -this.rows.length,
            End: this.rows.length,
        };
        const step = steps[event.key];
        if (index < 0 || step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        this.focusRow(Math.min(this.rows.length - 1, Math.max(0, index + step)));
    }

    focusRow(index) {
        if (this.isLong && (index < this.first || index >= this.end)) {
            this.element.scrollTop = Math.max(0, index * this.rowHeight - this.element.clientHeight / 2);
            this.showWindow(true);
        }
        const row = this.rowElement(index);
        row?.querySelector('a, button')?.focus({preventScroll: true});
        row?.scrollIntoView({block: 'nearest'});
    }
}
