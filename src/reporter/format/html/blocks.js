/* SPDX-License-Identifier: GPL-3.0-or-later */
import {unpack} from './unpack.js';

/* The data of the page: compressed JSON in separate elements, read when first needed. */

async function readBlock(id) {
    const holder = document.getElementById(`data-${id}`);
    if (holder === null) throw new Error(`there is no block "${id}"`);
    try {
        const isPacked = holder.getAttribute('data-encoding') === 'gzip';
        return JSON.parse(isPacked ? await unpack(holder.textContent) : holder.textContent);
    } catch (error) {
        throw new Error(`The block "${id}" of this page cannot be read: ${error.message}`, {cause: error});
    }
}

/* Reads each block once: concurrent readers get the same promise. */
export class Blocks {
    constructor() {
        this.promises = new Map();
        this.ids = Array.from(document.querySelectorAll('script[id^="data-"]'), ({id}) => id.slice('data-'.length));
    }

    has(id) {
        return this.ids.includes(id);
    }

    /* Returns the names of all blocks of a kind, such as "file" and "object" for groups. */
    namesOf(kind) {
        return this.ids.filter((id) => id.startsWith(`${kind}-`)).map((id) => id.slice(kind.length + 1));
    }

    read(id) {
        if (!this.promises.has(id)) this.promises.set(id, readBlock(id));
        return this.promises.get(id);
    }

    async readFunctions() {
        const blocks = await Promise.all(this.namesOf('functions').map((name) => this.read(`functions-${name}`)));
        return blocks.flat();
    }
}
