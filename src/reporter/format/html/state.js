/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The state is in the #fragment, so that a link shows the same view. A function is given by name,
 * which also works on the page of another run.
 */

/* A longer name would make a link that programs refuse: its index is used instead. */
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

/* Changes the address without a step in the history, as for typing and sorting. */
export function replaceState(state) {
    history.replaceState(history.state, '', fragment(state));
}

/* Names a function in a link, with its file and object only if others share the name. */
export function functionState(profile, id) {
    const name = profile.name(id);
    if (name.length > LONGEST_NAME) return {view: 'function', id};
    const namesakes = profile.named(name);
    if (namesakes.length < 2) return {view: 'function', name};
    const file = profile.file(id);
    const object = profile.object(id);
    const isFileEnough = namesakes.filter((other) => profile.file(other) === file).length === 1;
    /* An index tells functions apart that share name, file and object. */
    const needsPlace = file === '' || (!isFileEnough && object === '');
    return {view: 'function', name, file, object: isFileEnough ? null : object, id: needsPlace ? id : null};
}

/* Returns the functions that a link may mean; none if the page does not have it. */
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
