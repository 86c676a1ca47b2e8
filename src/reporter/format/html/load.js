/* SPDX-License-Identifier: GPL-3.0-or-later */
import {unpack} from './unpack.js';

/*
 * Loads the page's script, which is packed, since it would be most of a small page. These modules
 * are no module in the page: so the script has at hand what they export.
 */

/* The static table stays where the script or the data cannot be read. */
export function showFailure(error) {
    const message = document.createElement('p');
    message.className = 'error';
    message.setAttribute('role', 'alert');
    message.textContent = `${error.message}. What stands below is all that can be shown.`;
    document.getElementById('page').prepend(message);
    document.documentElement.dataset.ready = 'true';
}

async function load() {
    const holder = document.getElementById('packed-script');
    if (holder === null) return;
    try {
        const script = document.createElement('script');
        script.type = 'module';
        script.textContent = await unpack(holder.textContent);
        holder.replaceWith(script);
    } catch (error) {
        showFailure(new Error(`The script of this page cannot be read: ${error.message}`, {cause: error}));
    }
}

load();
