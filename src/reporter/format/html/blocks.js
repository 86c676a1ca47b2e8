/* SPDX-License-Identifier: GPL-3.0-or-later */
import {unpack} from './unpack.js';

/* The data of the page: JSON in elements of its own, packed, and read when it is first needed. */

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

/* Reads each block once: two that ask for it at the same time get the same promise. */
export class Blocks {
    /* The prefix tells those of a part of the run from those of all of it. */
    constructor(prefix) {
        this.prefix = prefix;
        this.promises = new Map();
    }

    has(id) {
        return document.getElementById(`data-${this.prefix}${id}`) !== null;
    }

    read(id) {
        if (!this.promises.has(id)) this.promises.set(id, readBlock(this.prefix + id));
        return this.promises.get(id);
    }
}
