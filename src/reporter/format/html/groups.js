/* SPDX-License-Identifier: GPL-3.0-or-later */
import {element, section, nameElement, lastName} from './elements.js';
import {sumOf} from './figures.js';
import {costColumns, callsColumn} from './columns.js';
import {Table} from './table.js';
import {fragment} from './state.js';
import {choiceOf} from './treeview.js';

/* What files, objects, namespaces, threads and the like cost. */

const TITLES = {
    file: 'Files',
    directory: 'Directories',
    object: 'Objects',
    namespace: 'Namespaces',
    part: 'Parts',
    thread: 'Threads',
    input: 'Inputs',
};

/* The rows of such a block as a source of figures for columns. */
function rowSource(page) {
    const name = (event) => page.profile.events[event].name;
    const source = {
        self: (row, event) => row.self?.[name(event)] ?? null,
        inclusive: (row, event) => row.inclusive?.[name(event)] ?? null,
        oldSelf: (row, event) => row.old?.self?.[name(event)] ?? null,
        oldInclusive: (row, event) => row.old?.inclusive?.[name(event)] ?? null,
        newSelf: (row, event) =>
            row.new?.self?.[name(event)] ?? sumOf(source.oldSelf(row, event), source.self(row, event)),
        newInclusive: (row, event) =>
            row.new?.inclusive?.[name(event)] ??
            sumOf(source.oldInclusive(row, event), source.inclusive(row, event)),
        signOf: (row, _, kind) =>
            kind === 'inclusive' && row.exact === false ? (page.profile.isDifference ? '?' : '≥') : '',
        status: (row) => row.status ?? '',
    };
    return source;
}

function nameOf(row, by) {
    return String(row[by] ?? row.function ?? row.file ?? row.object ?? '(none)');
}

function escapePattern(text) {
    return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/* Of a file or an object its functions are shown by a filter. */
function groupCell(page, row, by) {
    const name = nameOf(row, by);
    const isPath = by === 'file' || by === 'object' || by === 'directory';
    const label = nameElement(isPath && by !== 'directory' ? lastName(name) : name, name);
    if (!isPath || row[by] === undefined || name.length > 500) return label;
    const pattern = by === 'directory' ? `^${escapePattern(name)}` : `^${escapePattern(name)}$`;
    return element(
        'a',
        {href: fragment({...page.keptState(), view: 'functions', filter: pattern}), title: name},
        label
    );
}

function groupTable(page, block) {
    const {by, rows} = block;
    const source = rowSource(page);
    const hasInclusive = page.profile.hasInclusive && rows.some((row) => row.inclusive);
    const columns = page
        .shownEvents()
        .flatMap((event) =>
            costColumns(page, source, event, hasInclusive ? ['self', 'inclusive'] : ['self'])
        );
    if (rows.some((row) => typeof row.calls === 'number'))
        columns.push(callsColumn(page, (row) => row.calls ?? null));
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

export async function renderGroups(page, container) {
    const keys = page.facts.groups ?? [];
    const by = keys.includes(page.state.by) ? page.state.by : keys[0];
    const holder = section(1, TITLES[by] ?? 'Groups', {'data-view': 'groups'});
    container.append(holder);
    if (by === undefined) {
        holder.append(
            element('p', {}, 'All cost is of one file and one object: there is nothing to compare.')
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
    holder.append(groupTable(page, await page.blocks.read(`group-${by}`)).element);
}
