/* SPDX-License-Identifier: GPL-3.0-or-later */
import {element, button, nameElement} from './elements.js';

/*
 * The bar of a function's page, which stays in sight below that of all pages: it says whose page
 * that is, leads to the parts of it, and marks those that are in sight.
 */

const PARTS = [
    ['callers', 'Callers'],
    ['callees', 'Callees'],
    ['graph', 'Graph'],
    ['path', 'Path'],
    ['source', 'Source'],
    ['instructions', 'Instructions'],
];

/* The header wraps where it has little room: what stays below it has to know how high it is. */
function tellHeights(bar) {
    const root = document.documentElement;
    const tell = () => {
        root.style.setProperty('--header', `${document.getElementById('header').offsetHeight}px`);
        root.style.setProperty('--jump', `${bar.offsetHeight}px`);
    };
    const observer = new ResizeObserver(() => (bar.isConnected ? tell() : observer.disconnect()));
    observer.observe(document.getElementById('header'));
    observer.observe(bar);
}

function goTo(part) {
    const title = part.querySelector('h2');
    title.tabIndex = -1;
    title.focus({preventScroll: true});
    part.scrollIntoView();
}

export class JumpBar {
    /* Makes links to the sections that the holder has by now. */
    constructor(name, holder) {
        this.parts = PARTS.map(([id, label]) => ({label, section: holder.querySelector(`#${id}`)})).filter(
            ({section}) => section !== null
        );
        for (const part of this.parts)
            part.button = button(part.label, {class: 'tab', onclick: () => goTo(part.section)});
        this.element = element(
            'nav',
            {class: 'jump-bar', 'aria-label': 'Parts of this page'},
            element('strong', {}, nameElement(name)),
            this.parts.map((part) => part.button)
        );
    }

    /* Call this once it is in the document. */
    start() {
        tellHeights(this.element);
        const observer = new IntersectionObserver(
            (entries) => {
                for (const {target, isIntersecting} of entries)
                    this.parts
                        .find(({section}) => section === target)
                        .button.setAttribute('aria-current', String(isIntersecting));
            },
            {rootMargin: '-90px 0px 0px 0px'}
        );
        for (const {section} of this.parts) observer.observe(section);
    }

    /* Removes links to sections that turned out to be empty. */
    tidy() {
        for (const part of this.parts) if (!part.section.isConnected) part.button.remove();
    }
}
