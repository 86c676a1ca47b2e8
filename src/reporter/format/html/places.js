/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Scroll positions of history entries. Browsers restore them too early, when most of a view is not
 * there yet, and not those of scrolling elements. Each entry has a name in its state.
 */

function boxesOf(content) {
    return Array.from(content.querySelectorAll('.scroller, .frames-box'));
}

export class Places {
    constructor(content) {
        this.content = content;
        this.count = 0;
        this.seen = new Map();
        history.scrollRestoration = 'manual';
        this.enter();
        /* Going to an address without a fragment scrolls to the top before hashchange: by then the entry is another one. */
        addEventListener('scroll', () => this.isCurrent && this.note(), {passive: true});
        /* After a reload only the state of the entry is left, so the position is stored there. */
        document.addEventListener('scrollend', () => this.isCurrent && this.store(), {capture: true});
    }

    get isCurrent() {
        return history.state?.entry === this.entry;
    }

    note() {
        this.top = scrollY;
    }

    /* Stores the position in the current view, which is about to be replaced. */
    leave() {
        const boxes = boxesOf(this.content).map((box) => box.scrollTop);
        this.seen.set(this.entry, {top: this.top, boxes});
    }

    store() {
        this.leave();
        history.replaceState({entry: this.entry, place: this.seen.get(this.entry)}, '');
    }

    /* Makes the entry of the address current. Returns the position that it had, or undefined. */
    enter() {
        const {entry, place} = history.state ?? {};
        this.count++;
        this.entry = entry ?? `${performance.timeOrigin} ${this.count}`;
        if (entry === undefined) history.replaceState({entry: this.entry}, '');
        this.top = scrollY;
        return this.seen.get(this.entry) ?? place;
    }

    /* Restores a position, as far as the content is long enough yet. */
    restore({top, boxes}) {
        boxesOf(this.content).forEach((box, i) => {
            if (boxes[i] > 0) box.scrollTop = boxes[i];
        });
        scrollTo(0, top);
        this.note();
    }
}
