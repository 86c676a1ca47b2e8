/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * What is shown is in the #fragment, so that a link shows the same: the view, and of a function its
 * name, which holds for the page of another run, too.
 */

/* A name that is longer would make a link that nothing takes: its place is used instead. */
const LONGEST_NAME = 1000;

export function readState() {
    const state = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
    return {...state, view: state.view ?? 'overview'};
}

function isOmitted(name, value) {
    return value === undefined || value === null || value === '' || (name === 'view' && value === 'overview');
}

export function fragment(state) {
    const parameters = new URLSearchParams();
    for (const [name, value] of Object.entries(state))
        if (!isOmitted(name, value)) parameters.set(name, value);
    return `#${parameters}`;
}

/* Makes it the address without a step in the history: for what is typed, and sorted. */
export function replaceState(state) {
    history.replaceState(history.state, '', fragment(state));
}

/* How a link names a function: with its file and object only where others have the name. */
export function functionState(profile, id) {
    const name = profile.name(id);
    if (name.length > LONGEST_NAME) return {view: 'function', id};
    const namesakes = profile.named(name);
    if (namesakes.length < 2) return {view: 'function', name};
    const file = profile.file(id);
    const object = profile.object(id);
    const isFileEnough = namesakes.filter((other) => profile.file(other) === file).length === 1;
    /* What no file or object tells from its namesakes its place does. */
    const needsPlace = file === '' || (!isFileEnough && object === '');
    return {view: 'function', name, file, object: isFileEnough ? null : object, id: needsPlace ? id : null};
}

/* The functions that a link may mean: none where the page does not have it. */
export function stateFunctions(profile, state) {
    const id = Number(state.id ?? -1);
    if (
        Number.isInteger(id) &&
        id >= 0 &&
        id < profile.count &&
        profile.name(id) === (state.name ?? profile.name(id))
    )
        return [id];
    return profile
        .named(state.name ?? '')
        .filter(
            (other) =>
                (state.file === undefined || profile.file(other) === state.file) &&
                (state.object === undefined || profile.object(other) === state.object)
        );
}
