/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Where one was in each entry of the history. Browsers restore that at once, when most of a view is
 * not there yet, and nothing of what scrolls by itself. An entry has a name, which is in its state.
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
        /* An address without a fragment scrolls up before there is an event: by then the entry is another. */
        addEventListener('scroll', () => this.isCurrent && this.note(), {passive: true});
        /* After a reload nothing is known but what an entry has with it. */
        document.addEventListener('scrollend', () => this.isCurrent && this.tell(), {capture: true});
    }

    get isCurrent() {
        return history.state?.entry === this.entry;
    }

    note() {
        this.top = scrollY;
    }

    /* Keeps the place in what was shown, which is about to go. */
    leave() {
        const boxes = boxesOf(this.content).map((box) => box.scrollTop);
        this.seen.set(this.entry, {top: this.top, boxes});
    }

    tell() {
        this.leave();
        history.replaceState({entry: this.entry, place: this.seen.get(this.entry)}, '');
    }

    /* Notes that what the address says is shown from now on, and returns where the reader was in it, or undefined. */
    enter() {
        const {entry, place} = history.state ?? {};
        this.count++;
        this.entry = entry ?? `${performance.timeOrigin} ${this.count}`;
        if (entry === undefined) history.replaceState({entry: this.entry}, '');
        this.top = scrollY;
        return this.seen.get(this.entry) ?? place;
    }

    /* Scrolls to where the reader was, as far as there is room yet. */
    restore({top, boxes}) {
        boxesOf(this.content).forEach((box, i) => {
            if (boxes[i] > 0) box.scrollTop = boxes[i];
        });
        scrollTo(0, top);
        this.note();
    }
}
