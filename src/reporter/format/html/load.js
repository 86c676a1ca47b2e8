/* SPDX-License-Identifier: GPL-3.0-or-later */
import {unpack} from './unpack.js';

/*
 * Loads the page's style and script, which are compressed, since they would be most of a small
 * page. These files are not modules in the page, so the script can use what they define.
 */

/* The static table stays if the script or the data cannot be read. */
export function showFailure(error) {
    const message = document.createElement('p');
    message.className = 'error';
    message.setAttribute('role', 'alert');
    message.textContent = `${error.message}. Only the table below can be shown.`;
    document.getElementById('page').prepend(message);
    document.documentElement.dataset.ready = 'true';
}

async function load() {
    const [style, script] = ['style', 'script'].map((name) => document.getElementById(`packed-${name}`));
    if (script === null) return;
    try {
        const texts = await Promise.all([style, script].map((holder) => unpack(holder.textContent)));
        const made = ['style', 'script'].map((name) => document.createElement(name));
        made.forEach((element, i) => element.append(texts[i]));
        made[1].type = 'module';
        document.head.append(made[0]);
        style.remove();
        script.replaceWith(made[1]);
    } catch (error) {
        showFailure(new Error(`The script of this page cannot be read: ${error.message}`, {cause: error}));
    }
}

load();
