/* SPDX-License-Identifier: GPL-3.0-or-later */
import {element, appendTo, nameElement, section} from './elements.js';
import {counted} from './figures.js';
import {fragment} from './state.js';
import {readTree} from './tree.js';
import {Icicle} from './icicle.js';
import {buildOutline} from './outline.js';
import {compileFilter} from './functions.js';
import {chosenColours, colourings} from './colours.js';

/* The view of the call tree: down or up, as an icicle or as a table. */

/* A choice of links, one of which is current: [state, label, isCurrent]. */
export function choiceOf(label, choices) {
    return element(
        'nav',
        {class: 'choices', 'aria-label': label},
        element('span', {}, `${label}: `),
        choices.map(([state, name, isNow]) =>
            element('a', {class: 'tab', href: fragment(state), 'aria-current': isNow ? 'true' : null}, name)
        )
    );
}

/* Adds the event of the tree to the title if there are several. */
export function treeTitle(page, title) {
    const {events} = page.profile;
    return events.length > 1 ? [title, ' by ', nameElement(events[page.costEvent].name)] : [title];
}

function treeChoices(page, tree) {
    const {state, profile, blocks} = page;
    const {zoom, ...rest} = state;
    const direction = state.direction === 'up' ? 'up' : 'down';
    const side = state.side === 'old' ? 'old' : 'new';
    const lists = [
        blocks.namesOf('tree').length < 2
            ? null
            : choiceOf('Direction', [
                  [{...rest, direction: 'down'}, 'top down', direction === 'down'],
                  [{...rest, direction: 'up'}, 'bottom up', direction === 'up'],
              ]),
        choiceOf('Shown as', [
            [{...state, as: null}, 'icicle', state.as !== 'table'],
            [{...state, as: 'table'}, 'table', state.as === 'table'],
        ]),
    ];
    if (profile.isDifference && state.as !== 'table')
        lists.push(
            choiceOf('Widths', [
                [{...state, side: 'new', zoom}, 'new', side === 'new'],
                [{...state, side: 'old', zoom}, 'old', side === 'old'],
            ])
        );
    const colours = profile.isDifference || state.as === 'table' ? [] : colourings(page, tree);
    const chosen = colours.length > 1 ? chosenColours(page, tree).by : '';
    if (chosen !== '')
        lists.push(
            choiceOf(
                'Colours',
                colours.map(({by}) => [{...state, colour: by}, by, by === chosen])
            )
        );
    return lists;
}

/* Explains the hatching and the colours, and how to record exact call trees. */
function legend(page, tree, keys) {
    const hasEstimates = tree.nodes.some((node) => tree.isEstimate(node, page.costEvent));
    const notes = [];
    if (hasEstimates)
        notes.push(
            element(
                'span',
                {},
                element('span', {class: 'sample estimated'}),
                ' Hatched and ~: estimates, range in [ ]; callgrind --separate-callers=3 makes more of them exact.'
            )
        );
    if (page.costEvent !== page.event)
        notes.push(
            element(
                'span',
                {},
                `A ratio cannot be split among calls: the tree shows ${page.profile.events[page.costEvent].name}.`
            )
        );
    notes.push(element('span', {class: 'keys-note'}, keys));
    return element(
        'p',
        {class: 'legend'},
        notes.map((note) => [note, ' '])
    );
}

function markTools(page, icicle) {
    const message = element('span', {role: 'status', 'aria-live': 'polite', id: 'mark-message'});
    const input = element('input', {
        id: 'mark',
        type: 'text',
        value: page.state.mark ?? '',
        spellcheck: 'false',
        autocomplete: 'off',
        placeholder: 'words, ^start, end$',
    });
    const update = () => {
        const count = icicle.setMark(input.value === '' ? null : compileFilter(input.value));
        message.textContent = input.value === '' ? '' : `${counted(count, 'row')} of the tree`;
    };
    input.addEventListener('input', () => {
        page.replace({mark: input.value});
        update();
    });
    update();
    return element('div', {class: 'tools'}, element('label', {for: 'mark'}, 'Highlight'), input, message);
}

/* Creates an icicle in which a zoom is a step in the history. */
export function zoomingIcicle(page, tree, node) {
    return new Icicle({
        page,
        tree,
        node,
        side: page.state.side ?? 'new',
        label: tree.isBottomUp ? 'Callers, from each function up' : 'Call tree',
        onZoom: (zoomed, isStep) => page[isStep ? 'push' : 'replace']({zoom: tree.address(zoomed) || 'all'}),
    });
}

export function zoomedNode(page, tree) {
    const address = page.state.zoom === 'all' ? '' : (page.state.zoom ?? '');
    const node = tree.nodeAt(address);
    return {node: node ?? tree.root, isUnknown: node === null};
}

export function treeBlocks(page) {
    return [`tree-${page.state.direction === 'up' ? 'up' : 'down'}`];
}

export async function renderTree(page, container) {
    const direction = page.state.direction === 'up' ? 'up' : 'down';
    const holder = section(1, [treeTitle(page, 'Call tree'), direction === 'up' && ', bottom up'], {
        'data-view': 'tree',
    });
    container.append(holder);
    if (!page.blocks.has(`tree-${direction}`)) {
        holder.append(
            element(
                'p',
                {},
                'This page has no call tree: the profile has no calls, or the tree exceeded the size limit of the page.'
            )
        );
        return;
    }
    const tree = await readTree(page, direction);
    holder.append(...treeChoices(page, tree).filter(Boolean));
    if (page.state.as === 'table') {
        appendTo(holder, [
            buildOutline(page, tree),
            legend(page, tree, 'Arrow right opens a row, arrow left closes it.'),
            element('p', {class: 'quiet'}, tree.cutText()),
        ]);
        return;
    }
    const {node, isUnknown} = zoomedNode(page, tree);
    const icicle = zoomingIcicle(page, tree, node);
    appendTo(holder, [
        isUnknown &&
            element(
                'p',
                {class: 'error'},
                'The link points to a call that is not in this tree: showing the whole tree.'
            ),
        markTools(page, icicle),
        icicle.element,
        legend(page, tree, 'Arrow keys move, Enter zooms in, Backspace zooms out, Esc resets; Ctrl and the wheel zoom, dragging pans.'),
    ]);
}
