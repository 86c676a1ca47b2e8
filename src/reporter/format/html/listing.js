/* SPDX-License-Identifier: GPL-3.0-or-later */
import {element, button, lastName, nameElement, visibleLine, visibleText} from './elements.js';
import {changeText, costText, counted, grouped, percentOf, percentText, sumOf} from './figures.js';
import {costColumns, functionLink} from './columns.js';
import {fragment} from './state.js';
import {lanesElement, passingLanes} from './lanes.js';
import {acrossLink, hexadecimal, lineAddress, placeOf} from './across.js';

/* Source lines or instructions with their costs, calls and jumps. */

const CHANGES = {
    new: {sign: '+', words: 'new'},
    gone: {sign: '-', words: 'gone'},
    reformatted: {sign: '~', words: 'same except for blanks'},
    same: {sign: ' ', words: 'the same'},
};

/* Lines below this share of the costliest line are folded, except those next to lines that are not. */
const LEAST_SHOWN = 0.02;
const LINES_AROUND = 3;
const FEWEST_FOLDED = 5;

/* The columns of figures. A line without a figure has an empty cell. */
function listingColumns(page, kinds) {
    const {source} = page;
    const isGiven = (line, event, kind) =>
        (source.cost(line, event, kind) ?? source.oldCost(line, event, kind) ?? source.newCost(line, event, kind)) !== null;
    return page.shownEvents().flatMap((event) =>
        kinds.flatMap((kind) =>
            costColumns(page, source, event, [kind]).map((column) => ({
                ...column,
                content: (line) => (isGiven(line, event, kind) ? column.text(line) : ''),
            }))
        )
    );
}

function numberCell(content, className = '') {
    return element('td', {class: `number ${className}`.trim()}, content);
}

/* Formats a jump as "42 of 64 to 14": taken 42 times of the 64 that it was reached. */
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
        const value = page.source.pick(call.cost, event);
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

/* One piece of code, of one file. */
export class Listing {
    /* Options: page, id (of the function), code, place (which piece it is), isOnly, isInstructions, across (see across.js). */
    constructor(options) {
        Object.assign(this, options);
        const lines = this.code.lines.filter((line) => !line.gap);
        const differs = (line) => line.inclusive && line.inclusive.some((cost, event) => cost !== line.self[event]);
        this.kinds = lines.some(differs) ? ['self', 'inclusive'] : ['self'];
        this.figures = listingColumns(this.page, this.kinds);
        /* Self cost shows what is hot; inclusive cost is used only if there is nothing else. */
        this.measure = 'self';
        if (!lines.some((line) => this.heat(line) > 0)) this.measure = 'inclusive';
        this.hottest = lines.reduce(
            (best, line) => (this.heat(line) > (best === null ? 0 : this.heat(best)) ? line : best),
            null
        );
        this.laneCount = lines.reduce((most, line) => Math.max(most, line.lanes?.length ?? 0), 0);
    }

    heat(line) {
        return Math.abs(Number(this.cost(line, this.measure)));
    }

    cost(line, kind = 'self') {
        return this.page.source.cost(line, this.page.costEvent, kind);
    }

    /* Sums the self cost of lines; null if none has any. */
    sum(lines = this.code.lines) {
        return lines.reduce((total, line) => sumOf(total, this.cost(line)), null);
    }

    /* Returns the new or the old cost, whichever is more: the change alone says nothing about the size. */
    weight() {
        const {source, costEvent} = this.page;
        const old = this.code.lines.reduce((total, line) => total + Number(source.oldCost(line, costEvent)), 0);
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

    /* The line number, a link to the instructions of the line or back; with the file if that is another one. */
    numberContent(line) {
        const isOther = this.isInstructions && this.code.file !== this.page.profile.file(this.id);
        const text = isOther && line.address ? `${lastName(this.code.file)}:${line.line}` : String(line.line);
        const place = placeOf(this.code, line);
        const address = this.across.get(place);
        return address === undefined
            ? visibleText(text)
            : acrossLink(this.page, visibleText(text), {place, address, isFromInstructions: this.isInstructions});
    }

    /* The lanes beside a source line between instructions: those that pass through. */
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
            ...this.figures.map(({label, className = ''}) =>
                element('th', {scope: 'col', class: `number ${className}`.trim()}, label)
            ),
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
            ? [numberCell(line.old?.line ? String(line.old.line) : this.mark(line) ? '-' : '')]
            : [];
        return [...cells, numberCell(line.line ? this.numberContent(line) : this.mark(line) ? '-' : '')];
    }

    /* Returns how the text of a line changed, if source texts were compared. */
    mark({source}) {
        return Object.hasOwn(CHANGES, source) ? CHANGES[source] : null;
    }

    codeCell(line) {
        const mark = this.mark(line);
        const text = visibleLine(line.text ?? line.instruction ?? '');
        const isSource = this.isInstructions && !line.address;
        return element(
            'td',
            {class: isSource ? 'source quiet' : 'source'},
            this.isInstructions ? lanesElement(this.lanesOf(line), this.laneCount) : null,
            mark && element('span', {class: `mark ${line.source}`, title: mark.words}, mark.sign, ' '),
            element('bdi', {dir: 'ltr', class: 'code'}, text),
            ...(line.callees ?? []).map((call) => callElement(this.page, call)),
            ...(line.jumps ?? []).map((jump) => jumpElement(jump, this.isInstructions))
        );
    }

    row(line) {
        if (line.gap)
            return element(
                'tr',
                {class: 'gap'},
                element('td', {colspan: this.columnCount}, '… lines omitted …')
            );
        const heat = this.hottest === null ? 0 : this.heat(line) / this.heat(this.hottest);
        const isTarget = this.page.state.line === this.address(line);
        const row = element(
            'tr',
            {
                class:
                    [heat > 0 && 'hot', line === this.hottest && 'hottest', this.mark(line) && line.source, isTarget && 'target']
                        .filter(Boolean)
                        .join(' ') || null,
                tabindex: isTarget ? '-1' : null,
                'data-place': line.line && (!this.isInstructions || line.address) ? placeOf(this.code, line) : null,
            },
            this.figures.map(({className, content, cellClass}) =>
                numberCell(content(line), [className, cellClass?.(line)].filter(Boolean).join(' '))
            ),
            this.placeCells(line),
            this.codeCell(line)
        );
        if (heat > 0) row.style.setProperty('--heat', `${(100 * heat).toFixed(1)}%`);
        return row;
    }

    /* Returns the largest of the new cost, the old cost and the change of a line. */
    largest(line, event, kind) {
        const {source} = this.page;
        const [change, old] = [source.cost(line, event, kind), source.oldCost(line, event, kind)].map(Number);
        return Math.max(Math.abs(change), Math.abs(old), Math.abs(old + change));
    }

    /* Marks the lines that are not folded: those that cost enough, differ, or are the target of a link. */
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
                (this.mark(line) && line.source !== 'same') ||
                (!line.gap && this.page.state.line === this.address(line))
        );
        /* Without source text, line numbers around a line are of no use. */
        const around = this.isInstructions || this.code.found ? LINES_AROUND : 0;
        return lines.map(
            (line, i) =>
                line.gap || isWanted.slice(Math.max(0, i - around), i + around + 1).includes(true)
        );
    }

    /* Creates a row for each line, and one for each run of folded lines, which unfolds them. */
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
        const sum = this.sum(lines);
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
            this.heads().map((head) => element('td', {class: head.className})),
            element(
                'td',
                {class: 'source'},
                this.isInstructions ? lanesElement(lanes, this.laneCount) : null,
                toggle
            )
        );
        return fold;
    }

    /* Says how much of the cost is in this file, if the code is of several. */
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
            : hottest.line
              ? `line ${hottest.line}`
              : `old line ${hottest.old?.line}`;
        const facts = page.profile.events[page.costEvent];
        const value = this.cost(hottest, this.measure);
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
                  : element('p', {class: 'note'}, 'The source was not found: lines are shown by number.'),
            this.hottestLink(),
            element(
                'div',
                {class: 'listing-box'},
                table
            ),
        ];
    }
}
