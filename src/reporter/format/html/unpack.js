/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Compressed text in the page: UTF-8 in gzip in base64. */

function decodeBase64(text) {
    if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
    const binary = atob(text);
    const bytes = new Uint8Array(binary.length);
    for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
    return bytes;
}

export async function unpack(text) {
    if (typeof DecompressionStream === 'undefined')
        throw new Error('this browser cannot unpack data (it has no DecompressionStream)');
    const stream = new Blob([decodeBase64(text.trim())])
        .stream()
        .pipeThrough(new DecompressionStream('gzip'));
    try {
        return await new Response(stream).text();
    } catch (error) {
        /* The browser's own message would only say that it could not fetch something. */
        throw new Error('it is damaged', {cause: error});
    }
}
