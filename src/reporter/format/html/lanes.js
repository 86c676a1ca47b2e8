/* SPDX-License-Identifier: GPL-3.0-or-later */
import {shape} from './elements.js';

/* Jump arrows beside instructions. The pieces in each lane are bits as in table.h. */

const LANE_ABOVE = 1;
const LANE_BELOW = 2;
const LANE_BEGIN = 4;
const LANE_HEAD = 8;
const LANE_BACK = 16;

const LANE_WIDTH = 9;
const ROW_HEIGHT = 20;

/* A lane is a line from the row above or to the row below; a branch leads right to the code. */
function laneShapes(bits, x, width) {
    const middle = ROW_HEIGHT / 2;
    const className = bits & LANE_BACK ? 'lane back' : 'lane';
    const shapes = [];
    if (bits & LANE_ABOVE) shapes.push(shape('path', {d: `M${x} 0V${middle}`, class: className}));
    if (bits & LANE_BELOW) shapes.push(shape('path', {d: `M${x} ${middle}V${ROW_HEIGHT}`, class: className}));
    if (bits & (LANE_BEGIN | LANE_HEAD))
        shapes.push(shape('path', {d: `M${x} ${middle}H${width}`, class: className}));
    if (bits & LANE_HEAD)
        shapes.push(
            shape('path', {
                d: `M${width - 5} ${middle - 4}L${width} ${middle}L${width - 5} ${middle + 4}Z`,
                class: `${className} head`,
            })
        );
    return shapes;
}

/* Returns the lanes that continue above a row, where nothing begins or ends. */
export function passingLanes(lanes) {
    return lanes.map((bits) => (bits & LANE_ABOVE ? LANE_ABOVE | LANE_BELOW | (bits & LANE_BACK) : 0));
}

/* Draws the lanes of a row, the innermost beside the code. The column of jumps says the same in words. */
export function lanesElement(lanes, count) {
    const width = (count + 1) * LANE_WIDTH;
    const picture = shape('svg', {
        width,
        height: ROW_HEIGHT,
        viewBox: `0 0 ${width} ${ROW_HEIGHT}`,
        class: 'lanes',
        'aria-hidden': 'true',
    });
    lanes.forEach((bits, i) => picture.append(...laneShapes(bits, width - (i + 1) * LANE_WIDTH - 1, width)));
    return picture;
}
