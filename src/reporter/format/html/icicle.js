/* SPDX-License-Identifier: GPL-3.0-or-later */
import {element, appendTo, button, nameElement, visibleText} from './elements.js';
import {functionLink} from './columns.js';
import {chosenColours} from './colours.js';

/*
 * The call tree as an icicle: what a function cost is its width, what it calls hangs below it, and
 * what is left of it is its own cost. Of a difference it has the widths of one side, and colours
 * for what became more and less.
 */

/* Narrower frames could be neither seen nor hit, and there may be a hundred thousand. */
const NARROWEST = 0.1;
const NARROWEST_NAMED = 30;
const MOST_LEVELS = 60;

export class Icicle {
    /* options: page, tree, node (zoomed to), side ("new" or "old"), label, onZoom(node). */
    constructor(options) {
        Object.assign(this, options);
        this.frames = element('div', {
            class: 'frames',
            role: 'tree',
            'aria-label': this.label,
        });
        this.details = element('p', {class: 'frame-details'});
        this.colours = this.page.profile.isDifference ? null : chosenColours(this.page, this.tree);
        this.way = element('nav', {class: 'way', 'aria-label': 'Way to the zoomed frame'});
        /* What comes and goes stands below the frames, which would move under the pointer otherwise. */
        this.element = element(
            'div',
            {class: 'icicle'},
            element('div', {class: 'frames-box'}, this.frames),
            this.legend(),
            this.details,
            this.way
        );
        this.frames.addEventListener('keydown', (event) => this.onKey(event));
        this.frames.addEventListener('click', (event) =>
            this.onFrame(event, (place) => this.zoomTo(place.node))
        );
        this.frames.addEventListener('focusin', (event) =>
            this.onFrame(event, (place) => this.select(place))
        );
        this.frames.addEventListener('mouseover', (event) =>
            this.onFrame(event, (place) => this.tell(place.node, true))
        );
        this.frames.addEventListener('mouseleave', () => this.tell(this.selected.node));
        this.draw();
    }

    /* What the colours mean, and what is not there. */
    legend() {
        const sample = (className, text) => [element('span', {class: `sample ${className}`}), ` ${text} `];
        return element(
            'p',
            {class: 'legend colours'},
            this.colours?.legend() ?? [
                sample('grown much', '+ more,'),
                sample('shrunk much', '- less than before,'),
                sample('same', 'the same.'),
            ],
            ' ',
            this.tree.cutText()
        );
    }

    onFrame(event, act) {
        const frame = event.target.closest('[role="treeitem"]');
        if (frame !== null) act(this.places[Number(frame.dataset.place)]);
    }

    weight(node) {
        const {page, tree} = this;
        const value =
            page.profile.isDifference && this.side === 'old'
                ? tree.oldCost(node, page.costEvent)
                : tree.newCost(node, page.costEvent);
        return Math.max(0, Number(value ?? 0));
    }

    /* Where the frames are, in percent of the width: that of the zoomed node is all of it. */
    layOut() {
        this.places = this.tree.pathTo(this.node).map((node, level) => ({
            node,
            level,
            left: 0,
            width: 100,
            parent: level - 1,
            isAbove: node !== this.node,
        }));
        this.isCut = false;
        for (let i = this.places.length - 1; i < this.places.length; i++) this.layOutBelow(i);
    }

    layOutBelow(parent) {
        const {node, level, left, width} = this.places[parent];
        if (level - this.node.depth >= MOST_LEVELS) {
            this.isCut ||= node.children.length > 0;
            return;
        }
        const shown = node.children.filter((child) => !this.tree.isRest(child));
        const sum = shown.reduce((total, child) => total + this.weight(child), 0);
        const whole = Math.max(this.weight(node), sum);
        let at = left;
        for (const child of node.children) {
            const share = this.tree.isRest(child) ? this.restOf(node, whole - sum) : this.weight(child);
            const childWidth = whole > 0 ? (width * share) / whole : 0;
            if (childWidth >= NARROWEST)
                this.places.push({
                    node: child,
                    level: level + 1,
                    left: at,
                    width: childWidth,
                    parent,
                    isAbove: false,
                });
            at += childWidth;
        }
    }

    /* What was cut below a node is what neither it nor those shown cost. */
    restOf(node, remainder) {
        const {page, tree} = this;
        const self =
            page.profile.isDifference && this.side === 'old'
                ? tree.oldCost(node, page.costEvent, 'self')
                : tree.newCost(node, page.costEvent, 'self');
        const own = tree.isBottomUp || tree.isProgram(node) ? 0 : Number(self ?? 0);
        return Math.max(0, remainder - own);
    }

    draw() {
        this.layOut();
        const levels = this.places.reduce((most, {level}) => Math.max(most, level), 0) + 1;
        this.frames.style.setProperty('--levels', String(levels));
        this.elements = this.places.map((place, i) => this.buildFrame(place, i));
        this.frames.replaceChildren(...this.elements);
        this.drawWay();
        this.selected = this.places.find(({node}) => node === this.node);
        this.elements[this.places.indexOf(this.selected)].tabIndex = 0;
        this.tell(this.node);
    }

    buildFrame(place, i) {
        const {tree, page} = this;
        const {node} = place;
        const about = visibleText(tree.description(node, page.costEvent));
        const text = place.isAbove ? `${about}, above what is shown` : about;
        const siblings = node.parent?.children ?? [node];
        const frame = element(
            'div',
            {
                role: 'treeitem',
                tabindex: '-1',
                class: this.frameClass(place),
                'data-place': i,
                title: text,
                'aria-label': text,
                'aria-level': place.level + 1,
                'aria-posinset': node.index + 1,
                'aria-setsize': siblings.length,
                'aria-selected': String(node === this.node),
            },
            /* In less than 30 pixels no name has room. */
            (place.width * innerWidth) / 100 < NARROWEST_NAMED ? null : [nameElement(tree.title(node)), tree.share(node, page.costEvent)]
        );
        frame.style.setProperty('left', `${place.left}%`);
        frame.style.setProperty('width', `${place.width}%`);
        frame.style.setProperty('--level', String(place.level));
        return frame;
    }

    frameClass({node, isAbove}) {
        const {tree, page} = this;
        const classes = ['frame'];
        if (isAbove) classes.push('above');
        if (tree.isRest(node) || tree.isProgram(node)) classes.push('plain');
        else if (page.profile.isDifference) classes.push(this.changeClass(node));
        else classes.push(this.colours.className(node.row));
        if (tree.isEstimate(node, page.costEvent)) classes.push('estimated');
        if (this.mark) classes.push(this.isMarked(node) ? 'marked' : 'dimmed');
        return classes.join(' ');
    }

    isMarked(node) {
        const {tree, mark} = this;
        return !tree.isRest(node) && !tree.isProgram(node) && mark.test(node.row.function ?? '');
    }

    /* In a difference: much more, more, the same, less, much less, as shares of the old total. */
    changeClass(node) {
        const change = this.tree.percent(node, this.page.costEvent);
        if (!(Math.abs(change) >= 0.01)) return 'same';
        return `${change > 0 ? 'grown' : 'shrunk'}${Math.abs(change) >= 2 ? ' much' : ''}`;
    }

    drawWay() {
        const path = this.tree.pathTo(this.node);
        const isDeep = path.length > 1;
        this.way.hidden = !isDeep;
        this.way.replaceChildren(
            button('Reset zoom', {class: 'reset', onclick: () => this.zoomTo(this.tree.root)}),
            ' ',
            button('One out', {onclick: () => this.zoomTo(this.node.parent ?? this.tree.root)})
        );
    }

    /*
     * The line that says all of a frame, and links to its function: but not while one only points
     * at it, since on the way to the link one would point at others.
     */
    tell(node, isPointedAt = false) {
        const {tree, page} = this;
        const id = isPointedAt && node !== this.selected.node ? -1 : tree.id(node);
        const link = id < 0 ? null : functionLink(page, id, 'Show this function');
        const about = visibleText(tree.afterTitle(node, page.costEvent));
        const text = element('span', {}, nameElement(tree.title(node)), about);
        this.details.replaceChildren();
        appendTo(this.details, [link, ' ', text, this.isCut && ' Deeper calls are shown when you zoom in.']);
    }

    select(place) {
        const before = this.elements[this.places.indexOf(this.selected)];
        if (before) before.tabIndex = -1;
        this.selected = place;
        this.elements[this.places.indexOf(place)].tabIndex = 0;
        this.tell(place.node);
    }

    zoomTo(node) {
        if (this.tree.isRest(node)) return;
        const hadFocus = this.element.contains(document.activeElement);
        this.node = node;
        this.draw();
        if (hadFocus) this.focusPlace(this.places.indexOf(this.selected));
        this.onZoom?.(node);
    }

    /* Marks the frames whose function matches; gives how many nodes of the whole tree do. */
    setMark(expression) {
        this.mark = expression;
        this.places.forEach((place, i) => {
            this.elements[i].className = this.frameClass(place);
        });
        return expression === null
            ? 0
            : this.tree.nodes.filter(({row}) => row.function !== undefined && expression.test(row.function))
                  .length;
    }

    focusPlace(i) {
        if (i < 0) return;
        this.elements[i].focus({preventScroll: true});
        this.elements[i].scrollIntoView({block: 'nearest', inline: 'nearest'});
    }

    /* To the parent, the first below, and to the neighbours of the level. */
    neighbour(key) {
        const at = this.places.indexOf(this.selected);
        const {level} = this.selected;
        if (key === 'ArrowUp') return this.selected.parent;
        if (key === 'Home') return 0;
        if (key === 'ArrowDown') return this.places.findIndex((place) => place.parent === at);
        const row = Array.from(this.places.keys()).filter((i) => this.places[i].level === level);
        const next = row.indexOf(at) + (key === 'ArrowRight' ? 1 : -1);
        return row[next] ?? -1;
    }

    onKey(event) {
        if (event.altKey || event.ctrlKey || event.metaKey) return;
        if (['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home'].includes(event.key))
            this.focusPlace(this.neighbour(event.key));
        else if (event.key === 'Enter' || event.key === ' ') this.zoomTo(this.selected.node);
        else if (event.key === 'Escape') this.zoomTo(this.tree.root);
        else if (event.key === 'Backspace') this.zoomTo(this.node.parent ?? this.tree.root);
        else return;
        event.preventDefault();
        event.stopPropagation();
    }
}
