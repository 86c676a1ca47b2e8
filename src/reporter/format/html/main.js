/* SPDX-License-Identifier: GPL-3.0-or-later */
import {element, button, heading, visibleText} from './elements.js';
import {showFailure} from './load.js';
import {Blocks} from './blocks.js';
import {Profile} from './profile.js';
import {CostSource} from './costs.js';
import {fragment, readState, replaceState} from './state.js';
import {Places} from './places.js';
import {Search} from './search.js';
import {overviewBlocks, renderOverview} from './overview.js';
import {renderFunctions} from './functions.js';
import {functionBlocks, renderFunction} from './function.js';
import {treeBlocks, renderTree} from './treeview.js';
import {groupBlocks, renderGroups} from './groups.js';
import {renderRun} from './run.js';

/*
 * The page that quern writes. The address says what to show. All modules are joined into one
 * script; nothing runs before start(), so that everything is defined by then.
 */

/* How long, in milliseconds, to wait for all data of a view while the previous one stays. */
const LONGEST_WAIT = 2000;

/* needs() returns the blocks to read before a view is shown, so that it appears complete and does not shift. */
const VIEWS = {
    overview: {title: 'Overview', render: renderOverview, needs: overviewBlocks},
    functions: {title: 'Functions', render: renderFunctions, needs: () => ['group-function']},
    function: {title: 'Function', render: renderFunction, isInside: true, needs: functionBlocks},
    tree: {title: 'Call tree', render: renderTree, needs: treeBlocks},
    groups: {title: 'Files and objects', render: renderGroups, needs: groupBlocks},
    threads: {title: 'Threads', render: renderGroups, needs: groupBlocks, state: {view: 'groups', by: 'thread'}},
    run: {title: 'Run', render: renderRun},
};

const KEYS = [
    ['/', 'search functions, files, and lines as name.c:14'],
    ['?', 'show these keys'],
    ['g then o, f, t, g, r', 'go to overview, functions, tree, files and objects, run'],
    ['Arrows, Page Up, Page Down, Home, End', 'move in tables and in the tree'],
    ['Enter', 'follow a link; zoom into a frame of the tree'],
    ['Backspace', 'zoom out by one frame'],
    ['Ctrl and the wheel, dragging', 'zoom and pan in the tree'],
    ['Esc', 'close; reset the zoom'],
    ['Arrow right, left', 'open and close a row of the tree table'],
];

/* State that changes how a subject is shown, not which subject. */
const VIEWING = ['event', 'show', 'sort', 'zoom', 'line', 'side', 'as', 'mark', 'colour'];

const LONGEST_TITLE_SHOWN = 200;

const GO_KEYS = {o: 'overview', f: 'functions', t: 'tree', g: 'groups', r: 'run'};

class Page {
    constructor(blocks, functions, facts) {
        Object.assign(this, {blocks, facts, profile: new Profile(facts, functions), source: new CostSource(facts)});
        /* Lines have a block for each event, and functions one for --per. */
        this.groupKeys = blocks.namesOf('group').filter((name) => !/-\d+$|^function$/.test(name));
        /* This replaces the static content, which would seem to jump if it were pushed down. */
        this.content = element('main', {id: 'page'});
        this.search = new Search(this);
        this.details = element('p', {id: 'full-name', 'aria-hidden': 'true', hidden: true});
        this.isGoing = false;
        this.places = new Places(this.content);
    }

    /* Returns the state that every link keeps: the events shown. */
    keptState() {
        const {event, show} = this.state;
        return {event, show};
    }

    shownEvents() {
        const names = (this.state.show ?? '').split(' ').filter(Boolean);
        const events = names
            .map((name) => this.profile.events.findIndex((facts) => facts.name === name))
            .filter((event) => event >= 0);
        return events.length > 0 ? events : [this.event];
    }

    /* The event for trees and lines. A ratio cannot be divided into parts; an event stands in for it. */
    get costEvent() {
        const {events, measured} = this.profile;
        if (!events[this.event].is_ratio) return this.event;
        return [measured, ...events.keys()].find((event) => !events[event].is_ratio) ?? this.event;
    }

    get hasSeveralEvents() {
        return this.shownEvents().length > 1;
    }

    /* Goes to another view, as a step in the history. */
    go(state) {
        location.hash = fragment(state);
    }

    /* Updates the address of the current view without rendering it again. */
    replace(changes) {
        this.state = {...this.state, ...changes};
        replaceState(this.state);
    }

    push(changes) {
        this.state = {...this.state, ...changes};
        this.places.leave();
        history.pushState(null, '', fragment(this.state));
        this.places.enter();
    }

    build() {
        this.navigation = element('nav', {id: 'navigation', 'aria-label': 'Views'});
        this.eventHolder = element('div', {class: 'event-choice'});
        const header = element(
            'header',
            {id: 'header'},
            element(
                'a',
                {
                    href: '#page',
                    class: 'skip',
                    onclick: (event) => {
                        event.preventDefault();
                        this.focusHeading();
                    },
                },
                'Skip to the content'
            ),
            this.navigation,
            this.eventHolder,
            this.search.element,
            button('?', {id: 'keys-button', 'aria-label': 'Keys', onclick: () => this.keys.showModal()})
        );
        this.keys = element(
            'dialog',
            {id: 'keys', 'aria-label': 'Keys'},
            heading(2, 'Keys'),
            element(
                'dl',
                {class: 'facts'},
                KEYS.map(([key, what]) => [element('dt', {}, key), element('dd', {}, what)])
            ),
            button('Close', {onclick: () => this.keys.close()})
        );
        this.header = header;
        addEventListener('hashchange', () => this.render());
        addEventListener('keydown', (event) => this.onKey(event));
        document.addEventListener('focusin', (event) => this.showFullName(event.target));
        document.addEventListener('focusout', () => this.showFullName(null));
    }

    /* Shows the full name of a focused short one, for keyboard users. */
    showFullName(target) {
        const title = target?.closest?.('a[title], [role="treeitem"]')?.getAttribute('title') ?? '';
        this.details.textContent = title;
        this.details.hidden = title === '';
    }

    buildNavigation() {
        const {view} = this.state;
        const isOfThreads = view === 'groups' && this.state.by === 'thread';
        const now = isOfThreads ? 'threads' : view === 'function' ? 'functions' : view;
        const links = Object.entries(VIEWS)
            .filter(([name, {isInside}]) => !isInside && this.isThere(name))
            .map(([name, {title, state}]) =>
                element(
                    'a',
                    {
                        class: 'tab',
                        href: fragment({...this.keptState(), view: name, ...state}),
                        'aria-current': name === now ? 'page' : null,
                    },
                    title
                )
            );
        const isNow = (link) => view !== 'function' && link.hasAttribute('aria-current');
        const options = links.map((link) => element('option', {value: link.hash, selected: isNow(link)}, link.textContent));
        const here = view === 'function' && element('option', {selected: true}, 'Function');
        const select = element('select', {class: 'narrow', 'aria-label': 'View'}, here, options);
        select.addEventListener('change', () => {
            location.hash = select.value;
        });
        this.navigation.replaceChildren(...links, select);
        this.buildEventChoice();
    }

    buildEventChoice() {
        const {profile, state} = this;
        if (profile.events.length < 2) return;
        const options = profile.events.map(({name}, i) =>
            element('option', {value: name, selected: i === this.event}, visibleText(name))
        );
        const select = element('select', {id: 'event', title: 'The event that ranks functions'}, options);
        select.addEventListener('change', () => this.go({...state, event: select.value, show: null, sort: null}));
        this.eventHolder.replaceChildren(element('label', {for: 'event'}, 'Event '), select);
    }

    isThere(view) {
        const groups = this.groupKeys;
        const needed = {groups: groups.length > 0, threads: groups.includes('thread'), tree: this.blocks.namesOf('tree').length > 0};
        return needed[view] ?? true;
    }

    readState() {
        this.state = readState();
        const wanted = this.profile.events.findIndex(({name}) => name === this.state.event);
        this.event = wanted >= 0 ? wanted : this.profile.measured;
        const quoted = (text) => `"${visibleText(text, LONGEST_TITLE_SHOWN)}"`;
        const {event, view} = this.state;
        if (event !== undefined && wanted < 0)
            return `This page has no event ${quoted(event)}: showing ${this.profile.events[this.event].name}.`;
        return Object.hasOwn(VIEWS, view) ? '' : `This page has no view ${quoted(view)}: showing the overview.`;
    }

    /* The subject of a view, which stays the same while zooming, choosing a side or following a link to a line. */
    subject() {
        return fragment(
            Object.fromEntries(Object.entries(this.state).filter(([name]) => !VIEWING.includes(name)))
        );
    }

    /* Renders the view of the address and restores the scroll position that it had, or keeps it if the subject is the same. */
    async render() {
        const isFirst = this.state === undefined;
        const oldSubject = isFirst ? '' : this.subject();
        const {top} = this.places;
        if (!isFirst) this.places.leave();
        const seen = this.places.enter();
        const {entry} = this.places;
        const message = this.readState();
        const view = Object.hasOwn(VIEWS, this.state.view) ? VIEWS[this.state.view] : VIEWS.overview;
        document.documentElement.dataset.ready = 'false';
        await this.wait(view.needs?.(this) ?? []);
        /* Another view was requested in the meantime; it will be shown instead. */
        if (this.places.entry !== entry) return;
        const focused = document.activeElement?.id;
        this.buildNavigation();
        const container = element('div', {class: 'view'});
        if (message !== '') container.append(element('p', {class: 'error', role: 'alert'}, message));
        this.content.replaceChildren(container);
        if (isFirst)
            document.getElementById('page').replaceWith(this.header, this.content, this.details, this.keys);
        try {
            const rest = view.render(this, container);
            this.updateTitle();
            const isSame = oldSubject === this.subject();
            if (!isFirst) this.restoreFocus(focused, isSame);
            const place = seen ?? (isSame && this.state.line === undefined ? {top, boxes: []} : undefined);
            if (place !== undefined) this.places.restore(place);
            await rest;
            if (place !== undefined) this.places.restore(place);
        } catch (error) {
            container.append(element('p', {class: 'error', role: 'alert'}, error.message));
        }
        document.documentElement.dataset.ready = 'true';
    }

    /* Keeps the focus on the choice of the event, which was created anew; for a new subject, focuses its heading. */
    restoreFocus(id, isSame) {
        if (id === 'event') document.getElementById(id)?.focus({preventScroll: true});
        else if (!isSame) this.focusHeading();
    }

    /* Waits for blocks. Errors are ignored here: the view that uses a block reports them. */
    async wait(ids) {
        const known = ids.filter((id) => this.blocks.has(id));
        const end = new Promise((resolve) => {
            setTimeout(resolve, LONGEST_WAIT);
        });
        await Promise.race([Promise.allSettled(known.map((id) => this.blocks.read(id))), end]);
    }

    updateTitle() {
        const title = this.content.querySelector('h1')?.textContent.slice(0, LONGEST_TITLE_SHOWN) ?? '';
        document.title = `${title} – ${visibleText(this.facts.title ?? 'quern', LONGEST_TITLE_SHOWN)}`;
    }

    focusHeading() {
        const title = this.content.querySelector('h1');
        if (title === null || this.state.line !== undefined) return;
        if (!title.hasAttribute('tabindex')) title.tabIndex = -1;
        title.focus({preventScroll: true});
        scrollTo(0, 0);
    }

    onKey(event) {
        const isTyping = event.target.closest?.('input, select, textarea, dialog') !== null;
        if (isTyping || event.altKey || event.ctrlKey || event.metaKey) return;
        const target = this.isGoing ? GO_KEYS[event.key] : undefined;
        this.isGoing = event.key === 'g' && target === undefined;
        if (event.key === '/') this.search.input.focus();
        else if (event.key === '?') this.keys.showModal();
        else if (target !== undefined) this.go({...this.keptState(), view: target});
        else return;
        event.preventDefault();
    }
}

async function start() {
    try {
        const blocks = new Blocks();
        const page = new Page(blocks, ...(await Promise.all([blocks.readFunctions(), blocks.read('facts')])));
        page.build();
        await page.render();
    } catch (error) {
        showFailure(error);
    }
}

queueMicrotask(start);
