/* SPDX-License-Identifier: GPL-3.0-or-later */
import {element, button, lastName, nameElement, visibleLine, visibleText} from './elements.js';
import {changeText, costText, counted, grouped, percentOf, percentText, signedPercentText, sumOf} from './figures.js';
import {functionLink, changeElement} from './columns.js';
import {fragment} from './state.js';
import {lanesElement, passingLanes} from './lanes.js';
import {acrossLink, placeOf} from './across.js';

/* Source lines, or instructions, with what they cost, the calls that they make and where they jump to. */

const CHANGE_MARKS = {new: '+', gone: '-', reformatted: '~', same: ''};
const CHANGE_WORDS = {new: 'new', gone: 'gone', reformatted: 'the same but for blanks', same: 'the same'};

/* Lines below this share of the costliest line are folded, except those next to lines that are not. */
const LEAST_SHOWN = 0.005;
const LINES_AROUND = 3;
const FEWEST_FOLDED = 5;

function differs(line) {
    return Boolean(line.inclusive) && line.inclusive.some((value, i) => value !== line.self?.[i]);
}

function sizeOf(line, event, kind) {
    return Math.abs(Number(line[kind]?.[event] ?? 0));
}

/* The figures of a line, as [head, class, content(line)]: where there is little room shares stay. */
function shareCells(page, event, kind) {
    const facts = page.profile.events[event];
    const value = (line) => line[kind]?.[event] ?? null;
    const total = page.profile.total(event);
    const isMarked = (line) => kind === 'inclusive' && line.bound && value(line) !== null;
    const sign = (line) => (!isMarked(line) ? '' : Number(value(line)) > Number(total) ? '~' : '≥');
    const given = (line, text) => (Array.isArray(line[kind]) ? text : '');
    const label = kind === 'self' ? 'Self' : 'Inclusive';
    const figure = (line) => given(line, sign(line) + costText(facts, value(line)));
    if (facts.is_ratio) return [[label, 'number', figure]];
    const percent = (line) => percentText(percentOf(value(line), total));
    const share = (line) => given(line, sign(line) + percent(line));
    return [
        [label, 'number roomy', figure],
        [`${kind === 'self' ? 'Self' : 'Incl.'} %\u00A0of\u00A0total`, 'number', share],
    ];
}

function changeCells(page, event, kind) {
    const facts = page.profile.events[event];
    const change = (line) => line[kind]?.[event] ?? null;
    const old = (line) => line.old?.[kind]?.[event] ?? null;
    const ratio = (line) => (kind === 'inclusive' && line.inclusive_ratios) || line.ratios;
    const current = (line) =>
        facts.is_ratio ? (ratio(line)?.[event] ?? null) : sumOf(old(line), change(line));
    const given = (line, content) => (current(line) === null && old(line) === null ? '' : content);
    const own = (line) =>
        line.change === 'new' || line.change === 'gone'
            ? line.change
            : signedPercentText(percentOf(change(line), old(line)));
    const label = kind === 'self' ? 'self' : 'incl.';
    const cells = [
        [`Old ${label}`, 'number roomy', (line) => given(line, costText(facts, old(line)))],
        [`New ${label}`, 'number roomy', (line) => given(line, costText(facts, current(line)))],
        [`Change ${label}`, 'number', (line) => given(line, changeElement(facts, change(line)))],
    ];
    if (!facts.is_ratio) cells.push([`% ${label}`, 'number roomy', (line) => given(line, own(line))]);
    return cells;
}

/* All of them, for the events that are shown. */
function figureCells(page, kinds) {
    const events = page.shownEvents();
    const make = page.profile.isDifference ? changeCells : shareCells;
    return events.flatMap((event) => {
        const prefix = events.length > 1 ? `${page.profile.events[event].name} ` : '';
        return kinds
            .flatMap((kind) => make(page, event, kind))
            .map(([head, className, content]) => [`${prefix}${head}`, className, content]);
    });
}

function numberCell(content, className = '') {
    return element('td', {class: `number ${className}`.trim()}, content);
}

function hexadecimal(address) {
    return String(address).replace(/^0x/, '');
}

/* "42 of 64 to 14": how often it was followed, of how often it was reached. */
function jumpText(jump) {
    const bound = jump.exact === false ? '≥' : '';
    const times =
        jump.executed === undefined || jump.executed === null
            ? `${grouped(jump.times)}x`
            : `${grouped(jump.taken)} of ${bound}${grouped(jump.executed)}`;
    const arrow = {back: '↑', ahead: '↓'}[jump.course] ?? '→';
    return {arrow, times};
}

function jumpElement(jump, isInstruction) {
    const {arrow, times} = jumpText(jump);
    const target =
        isInstruction && jump.address
            ? hexadecimal(jump.address)
            : jump.line
              ? `line ${jump.line}`
              : 'an unknown place';
    return element(
        'div',
        {class: 'jump'},
        `${arrow} jumps ${times} to ${target}`,
        jump.function ? [' in ', nameElement(jump.function)] : null,
        jump.file ? [' (', nameElement(jump.file), ')'] : null
    );
}

function callElement(page, call) {
    const id = page.profile.find(call);
    const events = page.shownEvents();
    const cost = events.map((event) => {
        const facts = page.profile.events[event];
        const value = call.cost?.[event] ?? null;
        const text = page.profile.isDifference ? changeText(facts, value) : costText(facts, value);
        return events.length > 1 ? `${text} ${facts.name}` : text;
    });
    return element(
        'div',
        {class: 'call'},
        '→ ',
        call.calls === null || call.calls === undefined ? null : `${grouped(call.calls)}x `,
        id < 0 ? nameElement(call.function) : functionLink(page, id),
        `, ${cost.join(', ')}`,
        call.address ? element('span', {class: 'quiet'}, ` at ${hexadecimal(call.address)}`) : null
    );
}

/* How a link names a line: one that is gone by its old number. */
function lineNumber(line) {
    return line.line ?? `old${line.old_line}`;
}

/* How a link names a row: "0:42" of the first piece of source, "i0:11a6" of instructions. */
export function lineAddress(isInstructions, place, line) {
    const at = line.address ? hexadecimal(line.address) : lineNumber(line);
    return `${isInstructions ? 'i' : ''}${place}:${at}`;
}

/* One piece of code, of one file. */
export class Listing {
    /* Options: page, id (of the function), code, place (which piece it is), isOnly, isInstructions, across (see across.js). */
    constructor(options) {
        Object.assign(this, options);
        const lines = this.code.lines.filter((line) => !line.gap);
        this.kinds = lines.some(differs) ? ['self', 'inclusive'] : ['self'];
        this.figures = figureCells(this.page, this.kinds);
        /* Self cost says what is hot, and what was called does so only where nothing else is known. */
        this.measure = lines.some((line) => sizeOf(line, this.page.costEvent, 'self') > 0) ? 'self' : 'inclusive';
        this.hottest = lines.reduce(
            (best, line) => (this.heat(line) > (best === null ? 0 : this.heat(best)) ? line : best),
            null
        );
        this.laneCount = lines.reduce((most, line) => Math.max(most, line.lanes?.length ?? 0), 0);
    }

    heat(line) {
        return sizeOf(line, this.page.costEvent, this.measure);
    }

    /* What it costs by itself; null where nothing is given. */
    sum() {
        const event = this.page.costEvent;
        return this.code.lines.reduce((total, line) => sumOf(total, line.self?.[event] ?? null), null);
    }

    /* How much it is, or was, whichever is more: of a change alone one could not tell. */
    weight() {
        const event = this.page.costEvent;
        const old = this.code.lines.reduce((total, line) => total + Number(line.old?.self?.[event] ?? 0), 0);
        const change = Number(this.sum() ?? 0);
        return this.page.profile.isDifference ? Math.max(Math.abs(old), Math.abs(old + change)) : Math.abs(change);
    }

    hasTarget() {
        const {line: wanted} = this.page.state;
        return this.code.lines.some((line) => !line.gap && this.address(line) === wanted);
    }

    address(line) {
        return lineAddress(this.isInstructions, this.place, line);
    }

    /* Its number, which leads to the instructions of a line or back; with the file where that is another. */
    numberContent(line) {
        const isOther = this.isInstructions && this.code.file !== this.page.profile.file(this.id);
        const text = isOther && line.address ? `${lastName(this.code.file)}:${line.line}` : String(line.line);
        const place = placeOf(this.code, line);
        const address = this.across.get(place);
        return address === undefined
            ? visibleText(text)
            : acrossLink(this.page, visibleText(text), {place, address, isFromInstructions: this.isInstructions});
    }

    /* Of a source line between instructions: the lines that go through. */
    lanesOf(line) {
        if (line.lanes || line.address) return line.lanes ?? [];
        const {lines} = this.code;
        const next = lines.slice(lines.indexOf(line) + 1).find((other) => other.lanes);
        return passingLanes(next?.lanes ?? []);
    }

    heads() {
        const place = this.isInstructions
            ? ['Address', 'Line']
            : this.page.profile.isDifference
              ? ['Old line', 'Line']
              : ['Line'];
        return [
            ...this.figures.map(([head, className]) => element('th', {scope: 'col', class: className}, head)),
            ...place.map((head) => element('th', {scope: 'col', class: 'number'}, head)),
        ];
    }

    placeCells(line) {
        if (this.isInstructions)
            return [
                numberCell(line.address ? hexadecimal(line.address) : '', 'code'),
                numberCell(line.line ? this.numberContent(line) : ''),
            ];
        const cells = this.page.profile.isDifference
            ? [numberCell(line.old_line ? String(line.old_line) : line.change ? '-' : '')]
            : [];
        return [...cells, numberCell(line.line ? this.numberContent(line) : line.change ? '-' : '')];
    }

    codeCell(line) {
        const mark = CHANGE_MARKS[line.change];
        const text = line.text === null || line.text === undefined ? '' : visibleLine(line.text);
        const isSource = this.isInstructions && !line.address;
        return element(
            'td',
            {class: isSource ? 'source quiet' : 'source'},
            this.isInstructions ? lanesElement(this.lanesOf(line), this.laneCount) : null,
            mark === undefined
                ? null
                : element(
                      'span',
                      {class: `mark ${line.change}`, title: CHANGE_WORDS[line.change]},
                      mark === '' ? ' ' : mark,
                      ' '
                  ),
            element('bdi', {dir: 'ltr', class: 'code'}, text),
            ...(line.calls ?? []).map((call) => callElement(this.page, call)),
            ...(line.jumps ?? []).map((jump) => jumpElement(jump, this.isInstructions))
        );
    }

    row(line) {
        if (line.gap)
            return element(
                'tr',
                {class: 'gap'},
                element('td', {colspan: this.columnCount}, '… lines are left out …')
            );
        const heat = this.hottest === null ? 0 : this.heat(line) / this.heat(this.hottest);
        const isTarget = this.page.state.line === this.address(line);
        const row = element(
            'tr',
            {
                class:
                    [heat > 0 && 'hot', line === this.hottest && 'hottest', line.change, isTarget && 'target']
                        .filter(Boolean)
                        .join(' ') || null,
                tabindex: isTarget ? '-1' : null,
                'data-place': line.line && (!this.isInstructions || line.address) ? placeOf(this.code, line) : null,
            },
            this.figures.map(([, className, content]) => element('td', {class: className}, content(line))),
            this.placeCells(line),
            this.codeCell(line)
        );
        if (heat > 0) row.style.setProperty('--heat', `${(100 * heat).toFixed(1)}%`);
        return row;
    }

    /* Returns the most that a line costs, or cost, or changed by. */
    largest(line, event, kind) {
        const change = Number(line[kind]?.[event] ?? 0);
        const old = Number(line.old?.[kind]?.[event] ?? 0);
        return Math.max(Math.abs(change), Math.abs(old), Math.abs(old + change));
    }

    /* Tells for each line whether it stays in sight: it costs something, differs, or a link leads to it. */
    findShown() {
        const {lines} = this.code;
        const {profile} = this.page;
        const events = [...this.page.shownEvents(), this.page.costEvent].filter(
            (event) => !profile.events[event].is_ratio
        );
        const isCostly = lines.map(() => false);
        for (const event of events)
            for (const kind of this.kinds) {
                const sizes = lines.map((line) => this.largest(line, event, kind));
                const least = LEAST_SHOWN * sizes.reduce((most, size) => Math.max(most, size), 0);
                sizes.forEach((size, i) => {
                    isCostly[i] ||= size > 0 && size >= least;
                });
            }
        const isWanted = lines.map(
            (line, i) =>
                isCostly[i] ||
                (line.change ?? 'same') !== 'same' ||
                (!line.gap && this.page.state.line === this.address(line))
        );
        return lines.map(
            (line, i) =>
                line.gap || isWanted.slice(Math.max(0, i - LINES_AROUND), i + LINES_AROUND + 1).includes(true)
        );
    }

    /* Makes a row for each line, and one for lines that are folded, which unfolds them. */
    rows() {
        const {lines} = this.code;
        const isShown = this.findShown();
        const rows = [];
        for (let from = 0, to; from < lines.length; from = to) {
            for (to = from + 1; to < lines.length && isShown[to] === isShown[from]; ) to++;
            const isFolded = !isShown[from] && to - from >= FEWEST_FOLDED && isShown.includes(true);
            if (isFolded) rows.push(this.foldRow(lines.slice(from, to), lines[to]));
            else for (const line of lines.slice(from, to)) rows.push(this.row(line));
        }
        return rows;
    }

    foldRow(lines, next) {
        const {page} = this;
        const facts = page.profile.events[page.costEvent];
        const sum = lines.reduce((total, line) => sumOf(total, line.self?.[page.costEvent] ?? null), null);
        const figure = page.profile.isDifference ? changeText(facts, sum) : costText(facts, sum);
        const cost = Number(sum ?? 0) === 0 ? '' : `, ${figure} self`;
        const noun = this.isInstructions ? 'row' : 'line';
        let rows = null;
        const toggle = button(`${counted(lines.length, noun)}${cost}`, {
            class: 'unfold',
            'aria-expanded': 'false',
            onclick: () => {
                const isOpen = toggle.getAttribute('aria-expanded') === 'true';
                rows ??= lines.map((line) => this.row(line));
                toggle.setAttribute('aria-expanded', String(!isOpen));
                if (isOpen) for (const row of rows) row.remove();
                else for (const row of [...rows].reverse()) fold.after(row);
            },
        });
        const lanes = next ? passingLanes(this.lanesOf(next)) : [];
        const fold = element(
            'tr',
            {class: 'fold'},
            element('td', {colspan: this.columnCount - 1}),
            element(
                'td',
                {class: 'source'},
                this.isInstructions ? lanesElement(lanes, this.laneCount) : null,
                toggle
            )
        );
        return fold;
    }

    /* Where the code is of several files, how much of the cost each has. */
    sumText() {
        const {page} = this;
        const event = page.costEvent;
        const facts = page.profile.events[event];
        const sum = this.sum();
        if (this.isOnly || facts.is_ratio || sum === null) return '';
        if (page.profile.isDifference) return `: ${changeText(facts, sum)} self`;
        return `: ${costText(facts, sum)} self, ${percentText(percentOf(sum, page.profile.total(event)))} % of total`;
    }

    hottestLink() {
        if (this.hottest === null) return null;
        const {page, hottest} = this;
        const place = hottest.address
            ? hexadecimal(hottest.address)
            : hottest.line === null || hottest.line === undefined
              ? `old line ${hottest.old_line}`
              : `line ${hottest.line}`;
        const facts = page.profile.events[page.costEvent];
        const value = hottest[this.measure][page.costEvent];
        const figure = page.profile.isDifference ? changeText(facts, value) : costText(facts, value);
        const percent = facts.is_ratio
            ? ''
            : `, ${percentText(percentOf(Math.abs(Number(value)), page.profile.total(page.costEvent)))} % of total`;
        return element(
            'p',
            {},
            page.profile.isDifference ? 'Largest change: ' : 'Hottest: ',
            element(
                'a',
                {href: fragment({...page.state, line: this.address(hottest)}), class: 'hottest-link'},
                place
            ),
            ` (${figure} ${this.measure}${percent})`
        );
    }

    build() {
        const title = this.isInstructions ? 'Instructions of' : 'Source of';
        const heads = this.heads();
        this.columnCount = heads.length + 1;
        const {code} = this;
        const table = element(
            'table',
            {class: this.isInstructions ? 'listing instructions' : 'listing'},
            element('caption', {class: 'unseen'}, visibleText(`${title} ${code.file}`)),
            element(
                'thead',
                {},
                element(
                    'tr',
                    {},
                    heads,
                    element('th', {scope: 'col'}, this.isInstructions ? 'Instruction' : 'Source')
                )
            ),
            element(
                'tbody',
                {},
                this.rows()
            )
        );
        return [
            code.found
                ? code.found === code.file
                    ? null
                    : element('p', {class: 'quiet'}, 'read from ', nameElement(code.found))
                : this.isInstructions
                  ? null
                  : element('p', {class: 'note'}, 'The source was not found: lines by number.'),
            this.hottestLink(),
            element(
                'div',
                {
                    class: 'scroller listing-box',
                    tabindex: '0',
                    role: 'region',
                    'aria-label': visibleText(`${title} ${code.file}`),
                },
                table
            ),
        ];
    }
}
