/* SPDX-License-Identifier: GPL-3.0-or-later */
import {element, section, nameElement, lastName} from './elements.js';
import {costColumns, callsColumn, sliceColumns} from './columns.js';
import {Table} from './table.js';
import {exactFilter} from './functions.js';
import {fragment} from './state.js';
import {choiceOf} from './treeview.js';
import {lineBlocks, lineTable, placeLines, readLines} from './lines.js';

/* The cost of lines, files, objects, namespaces, threads and so on. */

const TITLES = {
    line: 'Lines',
    file: 'Files',
    directory: 'Directories',
    object: 'Objects',
    namespace: 'Namespaces',
    part: 'Parts',
    thread: 'Threads',
    label: 'Labels',
    input: 'Inputs',
};

function nameOf(row, by) {
    return String(row[by] ?? row.function ?? row.file ?? row.object ?? '(none)');
}

/* Notes on figures that readers might misunderstand. */
const NOTES = {
    line: 'The lines with the most self cost, across all functions. Inlined code counts on the lines where it was written.',
    file: 'Inlined code counts in the file where it was written. A link shows the functions defined in a file; a header may have none.',
    directory: 'Inlined code counts in the directory where it was written.',
    namespace: 'Functions without a namespace are grouped by object, in brackets.',
};

/* A file or an object links to its functions, through a filter. */
function groupCell(page, row, by) {
    const name = nameOf(row, by);
    const isPath = by === 'file' || by === 'object' || by === 'directory';
    if (name === '') return '(no name)';
    const label = nameElement(isPath && by !== 'directory' ? lastName(name) : name, name);
    if (!isPath || row[by] === undefined || name.length > 500) return label;
    return element(
        'a',
        {href: fragment({...page.keptState(), view: 'functions', filter: exactFilter(name)}), title: name},
        label
    );
}

function groupTable(page, by, {rows, per = []}) {
    const {source} = page;
    const hasInclusive = page.profile.hasInclusive && rows.some((row) => row.inclusive);
    const columns = page
        .shownEvents()
        .flatMap((event) =>
            costColumns(page, source, event, hasInclusive ? ['self', 'inclusive'] : ['self'])
        );
    if (rows.some((row) => typeof row.calls === 'number'))
        columns.push(callsColumn(page, (row) => row.calls ?? null));
    columns.push(...sliceColumns(page, per, (row) => row.per_values));
    columns.push({
        key: 'name',
        label: (TITLES[by] ?? by).replace(/ies$/, 'y').replace(/s$/, ''),
        isHeader: true,
        className: 'name',
        sortText: (row) => nameOf(row, by),
        cell: (row) => groupCell(page, row, by),
    });
    for (const [key, label] of [
        ['time_range', 'Time range'],
        ['trigger', 'Trigger'],
    ])
        if (rows.some((row) => row[key]))
            columns.push({
                key,
                label,
                className: 'path wide',
                sortText: (row) => row[key] ?? '',
                cell: (row) => nameElement(row[key] ?? ''),
            });
    const isInOrder = by === 'part' || by === 'input';
    return new Table({
        id: 'groups',
        caption: TITLES[by] ?? by,
        columns,
        rows,
        sort: isInOrder ? null : {key: `self.${page.profile.events[page.event].name}`, isDescending: true},
    });
}

function chosenKey(page) {
    const keys = page.groupKeys;
    return [page.state.by, 'object'].find((key) => keys.includes(key)) ?? keys[0];
}

export function groupBlocks(page) {
    const by = chosenKey(page);
    return by === 'line' ? lineBlocks(page) : [`group-${by}`];
}

export async function renderGroups(page, container) {
    const keys = page.groupKeys;
    const by = chosenKey(page);
    const holder = section(1, TITLES[by] ?? 'Groups', {'data-view': 'groups'});
    container.append(holder);
    if (by === undefined) {
        holder.append(
            element('p', {}, 'All cost is in one file and one object: there is nothing to compare.')
        );
        return;
    }
    holder.append(
        choiceOf(
            'By',
            keys.map((key) => [
                {...page.keptState(), view: 'groups', by: key},
                (TITLES[key] ?? key).toLowerCase(),
                key === by,
            ])
        )
    );
    if (NOTES[by]) holder.append(element('p', {class: 'quiet'}, NOTES[by]));
    if (by === 'line') {
        const lines = await readLines(page, page.costEvent);
        holder.append(lineTable(page, 'groups', lines, await placeLines(page, lines, page.costEvent)).element);
        return;
    }
    holder.append(groupTable(page, by, await page.blocks.read(`group-${by}`)).element);
}
