/* SPDX-License-Identifier: GPL-3.0-or-later */
import {element, button} from './elements.js';

/* How long it says that the link was copied, in milliseconds. */
const TOLD_FOR = 2000;

/* Where the browser does not let the page copy: the link is selected, to be copied by hand. */
function showLink() {
    const input = element('input', {type: 'text', readonly: true, size: 60, value: location.href, 'aria-label': 'Link'});
    const dialog = element('dialog', {id: 'link', 'aria-label': 'Link to what is shown', onclose: () => dialog.remove()});
    dialog.append(input, ' ', button('Close', {onclick: () => dialog.close()}));
    document.body.append(dialog);
    dialog.showModal();
    input.select();
}

/* Copies the address, which shows the same elsewhere. */
export function copyingButton() {
    const label = 'Copy link';
    const copy = button(label, {id: 'copy-link', 'aria-live': 'polite'});
    copy.addEventListener('click', async () => {
        try {
            await navigator.clipboard.writeText(location.href);
            copy.textContent = 'Copied';
            setTimeout(() => {
                copy.textContent = label;
            }, TOLD_FOR);
        } catch {
            showLink();
        }
    });
    return copy;
}
