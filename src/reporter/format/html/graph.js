/* SPDX-License-Identifier: GPL-3.0-or-later */
import {element, section, shape, scroller, visibleText} from './elements.js';
import {changeText, counted, grouped, percentOf, percentText, signedPercentText} from './figures.js';
import {fragment, functionState} from './state.js';

/*
 * The calls of a function as a picture: its callers stand to the left of it, what it calls to the
 * right. Boxes are functions, filled by their inclusive cost; arrows are as wide as the calls cost,
 * with the widths that --format=dot has.
 */

const MOST_IN_COLUMN = 8;

const BOX = {width: 172, height: 64};
const GAP = {across: 92, down: 10};
const LINE_HEIGHT = 14;
const LINE_LENGTH = 25;
const HEAD_LENGTH = 7;
const MARGIN = 4;

/* A name in at most two lines, broken where a word of it ends if there is such a place. */
function linesOf(name) {
    if (name.length <= LINE_LENGTH) return [name];
    const gap = /^.*[ ,:/.\\_](?=[^ ,:/.\\_])/su.exec(name.slice(0, LINE_LENGTH))?.[0] ?? '';
    const first = gap.length > LINE_LENGTH / 3 ? gap : name.slice(0, LINE_LENGTH);
    const rest = name.slice(first.length);
    return [first, rest.length > LINE_LENGTH ? `${rest.slice(0, LINE_LENGTH - 1)}…` : rest];
}

/* The calls that cost most, by what is at their other end, and how many there are besides. */
function costliest(profile, arcs, event) {
    const weight = (arc) => Math.abs(Number(profile.entering(arc, event) ?? 0));
    const all = [...arcs].sort((one, other) => weight(other) - weight(one));
    return {arcs: all.slice(0, MOST_IN_COLUMN), nMore: Math.max(0, all.length - MOST_IN_COLUMN)};
}

/* The calls of a function and the columns of boxes that they lead from and to; what both calls it and is called stands to the left. */
function surroundingsOf(profile, id, event) {
    const into = costliest(profile, profile.callers(id).filter(({caller}) => caller !== id), event);
    const ids = into.arcs.map(({caller}) => caller);
    const out = profile.callees(id).filter(({callee}) => callee !== id);
    const back = out.filter(({callee}) => ids.includes(callee));
    const ahead = costliest(profile, out.filter((arc) => !back.includes(arc)), event);
    const columns = [
        {side: -1, ids, nMore: into.nMore},
        {side: 0, ids: [id], nMore: 0},
        {side: 1, ids: ahead.arcs.map(({callee}) => callee), nMore: ahead.nMore},
    ].filter((column) => column.ids.length > 0);
    return {columns, arcs: [...into.arcs, ...back, ...ahead.arcs]};
}

class Graph {
    constructor(page, id) {
        Object.assign(this, {page, id, event: page.costEvent, profile: page.profile});
        Object.assign(this, surroundingsOf(this.profile, id, this.event));
        this.place();
    }

    /* Puts each column in the middle of the height. */
    place() {
        const most = Math.max(...this.columns.map(({ids}) => ids.length));
        const heightOf = (count) => count * (BOX.height + GAP.down) - GAP.down;
        const hasMore = this.columns.some(({nMore}) => nMore > 0);
        this.height = heightOf(most) + 2 * MARGIN + (hasMore ? 2 * LINE_HEIGHT : 0);
        this.width = this.columns.length * (BOX.width + GAP.across) - GAP.across + 2 * MARGIN;
        this.boxes = new Map();
        this.columns.forEach((column, i) => {
            column.x = MARGIN + i * (BOX.width + GAP.across);
            const top = MARGIN + (heightOf(most) - heightOf(column.ids.length)) / 2;
            column.ids.forEach((id, row) => {
                const y = top + row * (BOX.height + GAP.down);
                this.boxes.set(id, {x: column.x, y, side: column.side});
            });
            column.end = top + heightOf(column.ids.length);
        });
    }

    /* Of the total, from 0 to 1; it may be more than all of it where costs are negative. */
    share(value) {
        const percent = percentOf(value, this.profile.total(this.event));
        return Number.isFinite(percent) ? Math.min(1, Math.abs(percent) / 100) : 0;
    }

    percentText(value, sign = '') {
        const percent = percentOf(value, this.profile.total(this.event));
        if (!Number.isFinite(percent)) return '.';
        return `${sign}${this.profile.isDifference ? signedPercentText(percent) : percentText(percent)} %`;
    }

    callsText(calls) {
        const {isDifference} = this.profile;
        if (calls === null || calls === undefined || (isDifference && Number(calls) === 0)) return '';
        return isDifference ? `${changeText({}, calls)} calls` : counted(calls, 'call');
    }

    boxElement(id) {
        const {profile, event} = this;
        const {x, y, side} = this.boxes.get(id);
        const inclusive = profile.inclusive(id, event);
        const names = linesOf(profile.shortName(id)).map((line) => [visibleText(line), 'name']);
        const self = this.percentText(profile.self(id, event));
        const lines = [
            ...names,
            [`${this.percentText(inclusive, profile.signOf(id, event, 'inclusive'))} (self ${self})`, 'figure'],
            [this.callsText(profile.calls(id)), 'figure'],
        ].filter(([text]) => text !== '');
        const share = this.share(inclusive);
        /* In a difference what became less is green, and has a sign. */
        const isLess = profile.isDifference && Number(inclusive) < 0;
        const box = shape('rect', {width: BOX.width, height: BOX.height, rx: 3, class: isLess ? 'box less' : 'box'});
        /* A linear scale would leave all small shares white. */
        box.style.setProperty('--fill', `${Math.round((120 * share) / (share + 0.2))}%`);
        box.style.setProperty('stroke-width', `${(0.8 + 3 * share).toFixed(2)}px`);
        const texts = lines.map(([text, className], i) =>
            shape('text', {x: 6, y: LINE_HEIGHT * (i + 1), class: className}, text)
        );
        const inner = shape('svg', {width: BOX.width - 4, height: BOX.height, class: 'box-text'}, ...texts);
        const about = visibleText(`${profile.fullName(id)}: ${lines.slice(names.length).map(([text]) => text).join(', ')}`);
        const content = [shape('title', {}, about), box, inner];
        const attributes = {transform: `translate(${x} ${y})`, class: side === 0 ? 'node middle' : 'node'};
        if (side === 0) return shape('g', attributes, ...content);
        const href = fragment({...this.page.keptState(), ...functionState(profile, id)});
        return shape('a', {...attributes, href}, ...content);
    }

    /* To the right, or to the left where it leads back. */
    arcElements(arc) {
        const from = this.boxes.get(arc.caller);
        const to = this.boxes.get(arc.callee);
        const cost = this.profile.entering(arc, this.event);
        const isBack = to.side < from.side;
        const ahead = isBack ? -1 : 1;
        const start = from.x + (isBack ? 0 : BOX.width);
        const end = to.x + (isBack ? BOX.width : 0);
        const head = end - ahead * HEAD_LENGTH;
        const [startY, endY] = [from, to].map(({y}) => y + BOX.height / 2);
        const middle = (start + head) / 2;
        const path = `M${start} ${startY}C${middle} ${startY} ${middle} ${endY} ${head} ${endY}`;
        const line = shape('path', {d: path, class: cost === null ? 'arc uncosted' : 'arc'}, shape('title', {}, this.arcTitle(arc)));
        line.style.setProperty('stroke-width', `${(0.6 + 5 * this.share(cost)).toFixed(2)}px`);
        const tip = `M${head} ${endY - 4}L${end} ${endY}L${head} ${endY + 4}Z`;
        return [line, shape('path', {d: tip, class: 'arc-head'}), this.arcLabel(arc, from, to)];
    }

    arcTitle(arc) {
        const {profile} = this;
        const [caller, callee] = [arc.caller, arc.callee].map((id) => profile.shortName(id));
        const figures = [this.percentText(profile.entering(arc, this.event)), this.callsText(arc.calls)];
        return visibleText(`${caller} → ${callee}: ${figures.filter(Boolean).join(', ')}`);
    }

    /* Beside the box of who calls the function in the middle, or is called by it. */
    arcLabel(arc, from, to) {
        const isFromMiddle = from.side === 0;
        const other = isFromMiddle ? to : from;
        const isBefore = other.side < 0;
        const y = other.y + BOX.height / 2 - 5;
        return shape(
            'text',
            {
                x: other.x + (isBefore ? BOX.width + 5 : -HEAD_LENGTH - 3),
                y: isFromMiddle === isBefore ? y + LINE_HEIGHT + 8 : y,
                class: isBefore ? 'arc-label' : 'arc-label ends',
            },
            this.percentText(this.profile.entering(arc, this.event))
        );
    }

    moreElements() {
        return this.columns
            .filter(({nMore}) => nMore > 0)
            .map(({x, end, nMore}) =>
                shape('text', {x: x + 6, y: end + LINE_HEIGHT + 4, class: 'figure'}, `${grouped(nMore)} more`)
            );
    }

    element() {
        const {page, width, height} = this;
        const name = visibleText(page.profile.shortName(this.id), 200);
        const label = `Call graph around ${name}: its callers to the left, what it calls to the right`;
        return shape(
            'svg',
            {width, height, viewBox: `0 0 ${width} ${height}`, class: 'graph', role: 'group', 'aria-label': label},
            ...this.arcs.flatMap((arc) => this.arcElements(arc)),
            ...[...this.boxes.keys()].map((id) => this.boxElement(id)),
            ...this.moreElements()
        );
    }
}

/* Where there is less room than the picture takes, it begins with the function in the middle. */
export function centreGraph(holder) {
    const box = holder.querySelector('#graph .scroller');
    if (box === null) return;
    const [middle, whole] = [holder.querySelector('#graph .middle'), box].map((node) => node.getBoundingClientRect());
    box.scrollLeft += middle.left + middle.width / 2 - whole.left - whole.width / 2;
}

export function graphSection(page, id) {
    const {profile} = page;
    const isAlone = [...profile.callers(id), ...profile.callees(id)].every(({caller, callee}) => caller === callee);
    if (isAlone) return null;
    return section(
        2,
        'Call graph',
        {id: 'graph'},
        scroller('Call graph', new Graph(page, id).element()),
        element(
            'p',
            {class: 'quiet'},
            'Callers are to the left, what is called is to the right: those that cost most. Arrows are as wide as the calls cost.'
        )
    );
}
