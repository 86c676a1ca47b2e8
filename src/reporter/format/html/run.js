/* SPDX-License-Identifier: GPL-3.0-or-later */
import {element, appendTo, section, nameElement, plainTable, lastName} from './elements.js';
import {counted, grouped} from './figures.js';
import {functionLink} from './columns.js';
import {eventsSection} from './events.js';
import {readCode} from './across.js';
import {fragment} from './state.js';

/* The run: the command, the verdicts on limits, and warnings about the input. */

const MOST_PARTS = 1000;

const VERDICT_SIGNS = {ok: '✓', exceeded: '✗', undecided: '?'};

/* The verdicts, failed ones first; a sign and a word mark them, not colour alone. */
export function limitsTable(page) {
    const order = ['exceeded', 'undecided', 'ok'];
    const limits = [...page.facts.limits].sort(
        (one, other) => order.indexOf(one.verdict) - order.indexOf(other.verdict)
    );
    const rows = limits.map((limit) => {
        const sign = VERDICT_SIGNS[limit.verdict] ?? '?';
        const id = page.profile.find(limit);
        return element(
            'tr',
            {class: limit.verdict},
            element('td', {class: 'verdict'}, `${sign} ${limit.verdict}`),
            element('th', {scope: 'row'}, nameElement(limit.text)),
            element('td', {}, id < 0 ? null : functionLink(page, id))
        );
    });
    return plainTable('Limits and their verdicts', {id: 'limits'}, ['Verdict', 'Limit', 'Function'], rows);
}

/* Warnings that put the figures in doubt. */
export function warningSections(page, level) {
    const {warnings, inlining_notes: inlining, left_out: leftOut} = page.facts;
    const lists = [['warnings', 'Warnings', warnings], ['inlining', 'Inlined functions', inlining], ['left-out', 'Left out of this page', leftOut]];
    return lists
        .filter(([, , texts]) => texts.length > 0)
        .map(([id, title, texts]) => {
            const items = texts.map((text) => element('li', {}, nameElement(text)));
            return section(level, title, {id, class: 'warnings'}, element('ul', {}, items));
        });
}

/* Summarizes the run as in "command, in 2 files, 3 parts". */
export function runLine(page) {
    const {facts} = page;
    const {files, parts} = facts;
    const pieces = [
        files.length === 1 ? nameElement(lastName(files[0]), files[0]) : counted(files.length, 'file'),
    ];
    if (page.profile.isDifference)
        pieces.push(
            ' compared with ',
            facts.old?.length === 1
                ? nameElement(lastName(facts.old[0]), facts.old[0])
                : counted(facts.old?.length ?? 0, 'file')
        );
    if (parts.length > 1) pieces.push(`, ${counted(parts.length, 'part')}`);
    if (facts.creator) pieces.push(', ', nameElement(facts.creator));
    pieces.push(`, ${counted(page.profile.count + page.profile.countLeftOut, 'function')}`);
    const warnings = facts.warnings.length;
    const href = fragment({...page.keptState(), view: 'run'});
    if (warnings > 0) pieces.push('; ', element('a', {href}, element('strong', {}, counted(warnings, 'warning'))));
    return element('p', {class: 'run-line'}, pieces);
}

function partsTable(page) {
    const {parts} = page.facts;
    const columns = [
        ['part', 'Part'],
        ['thread', 'Thread'],
        ['pid', 'PID'],
        ['trigger', 'Trigger'],
        ['time_range', 'Time range'],
        ['file', 'File'],
        ['command', 'Command'],
    ].filter(([key]) =>
        parts.some((part) => part[key] !== undefined && part[key] !== null && part[key] !== '')
    );
    if (parts.length === 0 || columns.length === 0) return null;
    const shown = parts.slice(0, MOST_PARTS);
    const rows = shown.map((part) =>
        element(
            'tr',
            {},
            columns.map(([key]) => element('td', {}, nameElement(String(part[key] ?? ''))))
        )
    );
    return section(
        2,
        'Parts',
        {id: 'parts'},
        plainTable(
            'Parts of the profile',
            {},
            columns.map(([, title]) => title),
            rows
        ),
        parts.length > shown.length &&
            element(
                'p',
                {class: 'note'},
                `The first ${grouped(MOST_PARTS)} of ${grouped(parts.length)} parts.`
            )
    );
}

/* Lists missing source files of the functions whose code is in the page. */
async function missingSection(page) {
    const listings = await Promise.all(page.blocks.namesOf('listing').map((id) => readCode(page, 'listing', id)));
    const codes = listings.flatMap((listing) => listing.codes).filter(({found, file}) => !found && file);
    const files = [...new Set(codes.map(({file}) => file))];
    const items = files.map((file) => element('li', {}, nameElement(file)));
    const remedy = element('p', {class: 'quiet'}, '-I DIR and --path-map=FROM=TO tell quern where they are.');
    return files.length > 0 && section(2, 'Sources not found', {id: 'missing', class: 'warnings'}, remedy, element('ul', {}, items));
}

export async function renderRun(page, container) {
    const {facts} = page;
    const {parts} = facts;
    const entries = [
        ['Command', [facts.command ?? '']],
        ['Files', facts.files],
        ['Compared with', facts.old ?? []],
        ['Written by', [facts.creator ?? '']],
        /* Without cache simulation there is an empty "I1 cache:". */
        ['Descriptions', [...new Set(parts.flatMap((part) => part.descriptions))].filter((text) => !/:\s*$/.test(text))],
        ['Page written by', [`quern ${facts.version}`]],
    ];
    const list = element(
        'dl',
        {class: 'facts'},
        entries
            .filter(([, texts]) => texts.some((text) => text !== ''))
            .map(([title, texts]) => [
                element('dt', {}, title),
                texts.map((text) => element('dd', {}, nameElement(text))),
            ])
    );
    container.append(
        section(
            1,
            'Run',
            {'data-view': 'run'},
            list,
            eventsSection(page),
            facts.limits.length > 0 && section(2, 'Limits', {id: 'run-limits'}, limitsTable(page)),
            ...warningSections(page, 2),
            partsTable(page)
        )
    );
    appendTo(container.firstChild, [await missingSection(page)]);
}
