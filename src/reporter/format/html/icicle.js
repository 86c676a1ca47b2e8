/* SPDX-License-Identifier: GPL-3.0-or-later */
import {element, appendTo, button, nameElement, visibleText} from './elements.js';
import {functionLink} from './columns.js';
import {chosenColours} from './colours.js';

/*
 * The call tree as an icicle. The width of a frame is its cost, its callees hang below it, and the
 * part with nothing below is its self cost. In a difference, widths are those of one side, and
 * colours show increases and decreases.
 */

/* Narrower frames could be neither seen nor clicked, and there may be a hundred thousand. */
const NARROWEST = 0.1;
const NARROWEST_NAMED = 30;

/* In pixels, as in the style sheet. */
const FRAME_HEIGHT = 22;

const MOST_LEVELS = 60;

/* In percent of the program. Zooming further would exceed the precision of positions. */
const LEAST_EXTENT = 1e-9;

/* In pixels. */
const LEAST_DRAG = 4;

/* In milliseconds without movement, after which the address is updated. */
const SETTLING = 250;

export class Icicle {
    /* options: page, tree, node (zoomed to), side ("new" or "old"), label, onZoom(node, isStep). */
    constructor(options) {
        Object.assign(this, options);
        this.frames = element('div', {
            class: 'frames',
            role: 'tree',
            'aria-label': this.label,
        });
        this.box = element('div', {class: 'frames-box'}, this.frames);
        this.details = element('p', {class: 'frame-details'});
        this.colours = this.page.profile.isDifference ? null : chosenColours(this.page, this.tree);
        this.zoomTools = element('nav', {class: 'zoom-tools', 'aria-label': 'Zoom'});
        /* Elements that come and go are below the frames, which would otherwise move under the pointer. */
        this.element = element(
            'div',
            {class: 'icicle'},
            this.box,
            this.legend(),
            this.details,
            this.zoomTools
        );
        this.frames.addEventListener('keydown', (event) => this.onKey(event));
        this.frames.addEventListener('click', (event) => this.onClick(event));
        this.frames.addEventListener('wheel', (event) => this.onWheel(event), {passive: false});
        for (const type of ['pointerdown', 'pointermove']) this.frames.addEventListener(type, (event) => this.onDrag(event));
        this.frames.addEventListener('focusin', (event) =>
            this.onFrame(event, (place) => this.select(place))
        );
        this.frames.addEventListener('mouseover', (event) =>
            this.onFrame(event, (place) => this.showDetails(place.node, true))
        );
        this.frames.addEventListener('mouseleave', () => this.showDetails(this.selected.node));
        this.below = new Map();
        this.frameOf = new Map();
        this.top = {node: this.tree.root, level: 0, left: 0, width: 100, parent: -1};
        this.show(this.node);
        this.draw();
    }

    /* Explains the colours, and what is not shown. */
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

    /* Returns the places of a node's children, in percent of the whole program. */
    placesBelow({node, left, width, level}) {
        if (this.below.has(node)) return this.below.get(node);
        const sum = node.children.reduce((total, child) => total + (this.tree.isRest(child) ? 0 : this.weight(child)), 0);
        const whole = Math.max(this.weight(node), sum);
        let at = left;
        const places = node.children.map((child) => {
            const share = this.tree.isRest(child) ? this.restOf(node, whole - sum) : this.weight(child);
            const place = {node: child, level: level + 1, left: at, width: whole > 0 ? (width * share) / whole : 0};
            at += place.width;
            return place;
        });
        this.below.set(node, places);
        return places;
    }

    placeOf(node) {
        return this.tree.pathTo(node).slice(1).reduce((place, step) => this.placesBelow(place)[step.index], this.top);
    }

    /* Returns the visible frames, parents before children. */
    layOut() {
        const [from, end] = [this.from, this.from + this.extent];
        this.path = new Set(this.tree.pathTo(this.node));
        this.isCut = false;
        this.places = [this.top];
        for (const [parent, place] of this.places.entries()) {
            const isDeep = place.level - this.node.depth >= MOST_LEVELS;
            this.isCut ||= isDeep && place.node.children.length > 0;
            for (const below of isDeep ? [] : this.placesBelow(place)) {
                const isInSight = below.left < end && below.left + below.width > from && 100 * below.width >= NARROWEST * this.extent;
                if (isInSight || this.path.has(below.node)) this.places.push(Object.assign(below, {parent}));
            }
        }
    }

    /* The cost cut below a node is what is neither its self cost nor that of the children shown. */
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
        const hasFocus = this.element.contains(document.activeElement);
        this.frames.style.setProperty('--levels', String(levels));
        const old = this.frameOf;
        this.frameOf = new Map(this.places.map((place) => [place.node, old.get(place.node) ?? this.buildFrame(place)]));
        this.elements = this.places.map((place, i) => this.showFrame(place, i));
        for (const [node, frame] of old) if (!this.frameOf.has(node)) frame.remove();
        this.elements.forEach((frame, i) => frame.isConnected || (i > 0 ? this.elements[i - 1].after(frame) : this.frames.append(frame)));
        this.drawZoomTools();
        const kept = this.places.find((place) => place.node === this.selected?.node && !this.isAbove(place));
        this.select(kept ?? this.places.find(({node}) => node === this.node));
        if (hasFocus) this.elements[this.places.indexOf(this.selected)].focus({preventScroll: true});
    }

    buildFrame(place) {
        const {node, level} = place;
        const siblings = node.parent?.children ?? [node];
        const frame = element('div', {
            role: 'treeitem',
            tabindex: '-1',
            'aria-level': level + 1,
            'aria-posinset': node.index + 1,
            'aria-setsize': siblings.length,
        });
        frame.style.setProperty('top', `${level * FRAME_HEIGHT}px`);
        this.describeFrame(frame, place);
        return frame;
    }

    /* Updates what depends on whether a frame is above the zoomed one. */
    describeFrame(frame, place) {
        const {tree, page} = this;
        const about = visibleText(tree.description(place.node, page.costEvent));
        const text = this.isAbove(place) ? `${about}, above the zoomed frame` : about;
        frame.className = this.frameClass(place);
        frame.title = text;
        frame.setAttribute('aria-label', text);
        frame.setAttribute('aria-selected', String(place.node === this.node));
    }

    /* Clips a frame to its visible part, so that its name can be seen. */
    showFrame(place, i) {
        const {tree, page} = this;
        const {node} = place;
        const frame = this.frameOf.get(node);
        const [start, end] = [place.left, place.left + place.width].map((at) => (100 * (at - this.from)) / this.extent);
        const [left, right] = this.path.has(node) ? [0, 100] : [Math.max(0, start), Math.min(100, end)];
        const width = right - left;
        const isOther = this.isAbove(place) !== frame.classList.contains('above') || (node === this.node) !== (frame.getAttribute('aria-selected') === 'true');
        if (isOther) this.describeFrame(frame, place);
        frame.dataset.place = i;
        /* A name needs at least 30 pixels. */
        const hasName = (width * innerWidth) / 100 >= NARROWEST_NAMED;
        if (!hasName) frame.replaceChildren();
        else if (frame.firstChild === null) appendTo(frame, [nameElement(tree.title(node)), tree.share(node, page.costEvent)]);
        frame.style.setProperty('left', `${left}%`);
        frame.style.setProperty('width', `${width}%`);
        return frame;
    }

    isAbove({level}) {
        return level < this.node.depth;
    }

    frameClass(place) {
        const {tree, page} = this;
        const {node} = place;
        const classes = ['frame'];
        if (this.isAbove(place)) classes.push('above');
        if (tree.isRest(node) || tree.isProgram(node)) classes.push('plain');
        else if (page.profile.isDifference) classes.push(this.changeClass(node));
        else classes.push(this.colours.className(node.row));
        if (tree.isEstimate(node, page.costEvent)) classes.push('estimated');
        if (this.mark) classes.push(this.isMarked(node) ? 'marked' : 'dimmed');
        return classes.join(' ');
    }

    isMarked(node) {
        const {tree, mark} = this;
        return !tree.isRest(node) && !tree.isProgram(node) && mark(node.row.function ?? '');
    }

    /* In a difference, the class says much more, more, the same, less or much less, by share of the old total. */
    changeClass(node) {
        const change = this.tree.percent(node, this.page.costEvent);
        if (!(Math.abs(change) >= 0.01)) return 'same';
        return `${change > 0 ? 'grown' : 'shrunk'}${Math.abs(change) >= 2 ? ' much' : ''}`;
    }

    drawZoomTools() {
        const path = this.tree.pathTo(this.node);
        const isDeep = path.length > 1;
        this.zoomTools.hidden = !isDeep;
        this.zoomTools.replaceChildren(
            button('Reset zoom', {class: 'reset', onclick: () => this.zoomTo(this.tree.root)}),
            ' ',
            button('Zoom out', {onclick: () => this.zoomTo(this.node.parent ?? this.tree.root)})
        );
    }

    /*
     * Shows the description of a frame, with a link to its function. While the pointer is over the
     * frame there is no link, since moving to it would select other frames.
     */
    showDetails(node, isPointedAt = false) {
        const {tree, page} = this;
        const id = isPointedAt && node !== this.selected.node ? -1 : tree.id(node);
        const link = id < 0 ? null : functionLink(page, id, 'Show this function');
        const about = visibleText(tree.afterTitle(node, page.costEvent));
        const text = element('span', {}, nameElement(tree.title(node)), about);
        this.details.replaceChildren();
        appendTo(this.details, [link, ' ', text, this.isCut && ' Zoom in to see deeper calls.']);
    }

    select(place) {
        const before = this.elements[this.places.indexOf(this.selected)];
        if (before) before.tabIndex = -1;
        this.selected = place;
        this.elements[this.places.indexOf(place)].tabIndex = 0;
        this.showDetails(place.node);
    }

    zoomTo(node) {
        if (this.tree.isRest(node)) return;
        this.show(node);
        this.selected = null;
        this.draw();
        this.onZoom?.(node, true);
    }

    /* Zooms to a frame. */
    show(node) {
        const {left, width} = this.placeOf(node);
        Object.assign(this, {node, from: left, extent: Math.max(width, LEAST_EXTENT)});
    }

    /*
     * Shows another part of the program; `from` and `extent` are in percent of it. The lowest frame
     * that fills the width becomes the zoomed one.
     */
    look(from, extent) {
        this.extent = Math.min(100, Math.max(LEAST_EXTENT, extent));
        this.from = Math.min(100 - this.extent, Math.max(0, from));
        const fills = ({left, width}) => left <= this.from && left + width >= this.from + this.extent;
        let place = this.top;
        for (let next = place; next && this.extent < 100; next = this.placesBelow(place).find(fills)) place = next;
        this.node = place.node;
        cancelAnimationFrame(this.drawing);
        this.drawing = requestAnimationFrame(() => this.draw());
        clearTimeout(this.settling);
        this.settling = setTimeout(() => this.element.isConnected && this.onZoom?.(this.node, false), SETTLING);
    }

    /*
     * Works as in speedscope: with Ctrl, or by pinching, the wheel zooms around the pointer;
     * sideways it pans; otherwise the page scrolls.
     */
    onWheel(event) {
        const {left, width} = this.frames.getBoundingClientRect();
        const isZoom = event.ctrlKey || event.metaKey;
        if (!isZoom && (this.extent === 100 || Math.abs(event.deltaX) <= Math.abs(event.deltaY))) return;
        event.preventDefault();
        const extent = isZoom ? Math.min(100, this.extent * Math.exp(Math.max(-1, Math.min(1, event.deltaY / 200)))) : this.extent;
        const shift = isZoom ? ((this.extent - extent) * (event.clientX - left)) / width : (extent * event.deltaX) / width;
        this.look(this.from + shift, extent);
    }

    /* Pans with the pointer. A drag too short to count is still a click. */
    onDrag(event) {
        if (event.type === 'pointerdown') {
            this.grip = {x: event.clientX, y: event.clientY, from: this.from, top: this.box.scrollTop};
            this.isDragged = false;
        } else if (event.type === 'pointermove' && this.grip && event.buttons === 1) {
            const {x, y, from, top} = this.grip;
            this.isDragged ||= Math.hypot(event.clientX - x, event.clientY - y) > LEAST_DRAG;
            if (!this.isDragged) return;
            this.frames.setPointerCapture(event.pointerId);
            if (event.pointerType !== 'touch') this.box.scrollTop = top + y - event.clientY;
            this.look(from + (this.extent * (x - event.clientX)) / this.frames.clientWidth, this.extent);
        }
    }

    onClick(event) {
        if (!this.isDragged) this.onFrame(event, (place) => this.zoomTo(place.node));
        this.isDragged = false;
    }

    /* Marks the frames whose function matches. Returns how many nodes of the whole tree match. */
    setMark(isMarked) {
        this.mark = isMarked;
        this.places.forEach((place, i) => {
            this.elements[i].className = this.frameClass(place);
        });
        return isMarked === null ? 0 : this.tree.nodes.filter((node) => this.isMarked(node)).length;
    }

    focusPlace(i) {
        if (i < 0) return;
        this.elements[i].focus({preventScroll: true});
        this.elements[i].scrollIntoView({block: 'nearest', inline: 'nearest'});
    }

    /* Returns the parent, the first child, or a neighbour on the same level. */
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
