/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The views that a page has, by the data in it. */

import {readBlock} from './quern.mjs';

function hottest(functions) {
    const costs = functions.self[functions.measured] ?? [];
    let best = 0;
    for (let id = 0; id < functions.count; id++)
        if (Math.abs(Number(costs[id])) > Math.abs(Number(costs[best])))
            best = id;
    return best;
}

/* Which functions are worth a look: the costliest, the hottest, one with code, one in a cycle, and the last. */
function chosenFunctions(functions, facts) {
    const inCycle = functions.cycle?.findIndex((cycle) => cycle > 0) ?? -1;
    const ids = [0, hottest(functions), facts.listings?.[0], facts.instructions?.[0], inCycle, functions.count - 1];
    return [...new Set(ids.filter((id) => id !== undefined && id >= 0 && id < functions.count))];
}

/* By name: the fragments. */
export function viewsOf(path) {
    const functions = readBlock(path, 'functions');
    const facts = readBlock(path, 'facts');
    const views = {overview: '', functions: '#view=functions', run: '#view=run'};
    for (const direction of facts.trees ?? []) {
        views[`tree ${direction}`] = `#view=tree&direction=${direction}`;
        views[`tree ${direction} as a table`] = `#view=tree&direction=${direction}&as=table`;
    }
    for (const by of facts.groups ?? [])
        views[`by ${by}`] = `#view=groups&by=${by}`;
    for (const id of chosenFunctions(functions, facts))
        views[`function ${id}`] = `#view=function&id=${id}`;
    return views;
}
