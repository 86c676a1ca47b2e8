/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The data of the page: JSON in elements of its own, packed, and read when it is first needed. */

function decodeBase64(text) {
    if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
    const binary = atob(text);
    const bytes = new Uint8Array(binary.length);
    for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
    return bytes;
}

async function unpack(text) {
    if (typeof DecompressionStream === 'undefined')
        throw new Error('this browser cannot unpack data (it has no DecompressionStream)');
    const stream = new Blob([decodeBase64(text.trim())])
        .stream()
        .pipeThrough(new DecompressionStream('gzip'));
    try {
        return await new Response(stream).text();
    } catch (error) {
        /* What the browser says of it is that it could not fetch something. */
        throw new Error('it is damaged', {cause: error});
    }
}

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
    constructor() {
        this.promises = new Map();
    }

    has(id) {
        return document.getElementById(`data-${id}`) !== null;
    }

    read(id) {
        if (!this.promises.has(id)) this.promises.set(id, readBlock(id));
        return this.promises.get(id);
    }
}
