/* SPDX-License-Identifier: GPL-3.0-or-later */
import {button, shape} from './elements.js';

/* Pictures of the page, saved as SVG that looks the same without it. */

/* What the style of the page sets, and nothing but an attribute would say elsewhere. */
const COPIED = ['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'font-family', 'font-size', 'font-weight', 'text-anchor', 'paint-order'];

const LONGEST_FILE_NAME = 80;

/* Colours that the browser mixed are written in a way that few other programs read. */
function plainColour(text) {
    return text.replace(/color\(srgb ([\d.e-]+) ([\d.e-]+) ([\d.e-]+)(?: \/ [\d.e-]+)?\)/g, (_, ...parts) => {
        const [red, green, blue] = parts.slice(0, 3).map((part) => Math.round(255 * Number(part)));
        return `rgb(${red}, ${green}, ${blue})`;
    });
}

function copyStyle(from, to) {
    const style = getComputedStyle(from);
    for (const name of COPIED) to.setAttribute(name, plainColour(style.getPropertyValue(name)));
    for (const name of ['class', 'style', 'href']) to.removeAttribute(name);
}

/* A copy of a picture in the page, with attributes in place of the style. */
export function copyOfPicture(picture) {
    const copy = picture.cloneNode(true);
    const copies = [copy, ...copy.querySelectorAll('*')];
    [picture, ...picture.querySelectorAll('*')].forEach((node, i) => copyStyle(node, copies[i]));
    return copy;
}

/* A frame of an icicle as a box with its text, which ends where the box does. */
function frameShapes(frame, origin) {
    const {left, top, width, height} = frame.getBoundingClientRect();
    const style = getComputedStyle(frame);
    const text = {x: 4, y: 15, fill: plainColour(style.color), 'font-style': style.fontStyle};
    const sign = frame.matches('.grown') ? '+ ' : frame.matches('.shrunk') ? '− ' : '';
    const box = {width: Math.max(width - 1, 0.5), height: height - 1};
    return shape(
        'svg',
        {x: left - origin.left, y: top - origin.top, width: Math.max(width, 0.5), height},
        shape('title', {}, frame.getAttribute('aria-label')),
        shape('rect', {...box, fill: plainColour(style.backgroundColor)}),
        ...(frame.matches('.estimated') ? [shape('rect', {...box, fill: 'url(#estimated)'})] : []),
        ...(frame.textContent === '' ? [] : [shape('text', text, sign + frame.textContent)])
    );
}

/* The frames of an icicle, which are no picture in the page: as such they would not wrap with it. */
export function pictureOfFrames(holder) {
    const origin = holder.getBoundingClientRect();
    const {fontFamily, color} = getComputedStyle(holder);
    const size = {width: origin.width, height: origin.height, viewBox: `0 0 ${origin.width} ${origin.height}`};
    const line = {d: 'M0 8L8 0', stroke: plainColour(color), 'stroke-opacity': 0.2, 'stroke-width': 2};
    const hatching = {id: 'estimated', width: 8, height: 8, patternUnits: 'userSpaceOnUse'};
    return shape(
        'svg',
        {...size, 'font-family': fontFamily, 'font-size': 14},
        shape('defs', {}, shape('pattern', hatching, shape('path', line))),
        ...[...holder.children].flatMap((frame) => frameShapes(frame, origin))
    );
}

function save(picture, name) {
    const paper = plainColour(getComputedStyle(document.documentElement).backgroundColor);
    picture.prepend(shape('rect', {width: '100%', height: '100%', fill: paper}));
    /* XML has no such characters, whatever a name has. */
    const text = new XMLSerializer().serializeToString(picture).replace(/[\uFFFE\uFFFF]/g, '\uFFFD');
    const address = URL.createObjectURL(new Blob([text], {type: 'image/svg+xml'}));
    const link = document.createElement('a');
    link.href = address;
    link.download = `${name.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, LONGEST_FILE_NAME)}.svg`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(address));
}

/* makePicture() gives a picture that needs no style; it is asked when the button is pressed. */
export function savingButton(makePicture, name) {
    return button('Save as SVG', {class: 'saving', onclick: () => save(makePicture(), name)});
}
