/* SPDX-License-Identifier: GPL-3.0-or-later */
import {Blocks} from './blocks.js';
import {Profile} from './profile.js';

/* What there is to show of the whole run or of a part of it: its blocks, its facts, and its functions. */
async function readPart(prefix) {
    const blocks = new Blocks(prefix);
    const [functions, facts] = await Promise.all([blocks.read('functions'), blocks.read('facts')]);
    return {blocks, facts, profile: new Profile(functions)};
}

/* The parts, threads or inputs that the page has each by itself, and the whole run, which has no name. */
export class Parts {
    constructor(names) {
        this.names = names;
        this.promises = new Map();
    }

    static async open() {
        const blocks = new Blocks('');
        return new Parts(blocks.has('parts') ? await blocks.read('parts') : []);
    }

    /* Of one that is not there the whole run. */
    read(name) {
        const place = this.names.indexOf(name);
        if (!this.promises.has(place))
            this.promises.set(place, readPart(place < 0 ? '' : `${place + 1}-`));
        return this.promises.get(place);
    }
}
