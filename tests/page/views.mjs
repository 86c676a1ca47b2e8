/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The views that a page has, by the data in it. */

import {blockNames, readBlock, readFunctions} from './quern.mjs';

function hottest(functions, {name}) {
    const cost = (id) => Math.abs(Number(functions[id]?.self[name] ?? 0));
    return functions.reduce((best, _, id) => cost(id) > cost(best) ? id : best, 0);
}

/* Which functions are worth a look: the costliest, the hottest, one with code, one in a cycle, and the last. */
function chosenFunctions(path) {
    const functions = readFunctions(path);
    const facts = readBlock(path, 'facts');
    const [listed, disassembled] = ['listing', 'instructions'].map((kind) => blockNames(path, kind)[0]);
    const inCycle = functions.findIndex(({in_cycle: cycle}) => cycle > 0);
    const ids = [0, hottest(functions, facts.events[facts.measured]), Number(listed ?? -1), Number(disassembled ?? -1), inCycle, functions.length - 1];
    return [...new Set(ids.filter((id) => id >= 0 && id < functions.length))];
}

/* By name: the fragments. */
export function viewsOf(path) {
    const views = {overview: '', functions: '#view=functions', run: '#view=run'};
    for (const direction of blockNames(path, 'tree')) {
        views[`tree ${direction}`] = `#view=tree&direction=${direction}`;
        views[`tree ${direction} as a table`] = `#view=tree&direction=${direction}&as=table`;
    }
    for (const by of blockNames(path, 'group').filter((name) => !/-/.test(name)))
        views[`by ${by}`] = `#view=groups&by=${by}`;
    for (const id of chosenFunctions(path))
        views[`function ${id}`] = `#view=function&id=${id}`;
    return views;
}
