/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Profiles that the checks are made on: of testdata/, and some that are made for them. */

import {spawnSync} from 'node:child_process';
import {utimesSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';

import {testdata} from './quern.mjs';

/* By name: the words for quern, in testdata/. */
export const RECORDED = {
    plain: ['mix_O2'],
    callers: ['callers_default'],
    cycles: ['cycles'],
    events: ['o_cache_branch'],
    instructions: ['--instructions', 'instructions'],
    difference: ['--diff=lines_old', 'lines_new'],
    ratios: ['--event=R% = Bcm / Bc : missed', '--show=Ir,Bc,Bcm,R%', '--diff=lines_old', 'lines_new', '-Isrc/lines', '--old-path-map=src/lines'],
    renamed: ['--diff=diff_old', 'diff_new'],
    cachegrind: ['cachegrind_branch_only'],
    xdebug: ['xdebug_callbacks'],
    threads: ['o_threads-01', 'o_threads-02'],
    parts: ['o_after'],
    leaks: ['memcheck_leak.kcg'],
    negative: ['cg_diff_rev'],
    nothing: ['o_toggle_never'],
    exceeded: ['--fail-if=incl(Ir) of ^_dl > 10', '--fail-if=Ir of ^main$ > 100', '--fail-if=calls of ^load$ > 5', 'callers_default'],
    held: ['--fail-if=Ir of ^main$ > 100', 'callers_default'],
    undecided: ['--fail-if=incl(Ir) of ^even$ > 28', '--fail-if=Ir > 1G', 'spec/cycle-merged'],
    growth: ['--limits=limits/growth', '--diff=diff_old', 'diff_new'],
};

const SCRIPT = 'window.hacked=1';

/* With calls that cost a caller less than the callee has of them, bounds, and ratios: for their figures alone. */
export const FIGURED = {
    levels: ['spec/levels-exceed'],
    languages: ['d_plain'],
    'ratios of rows': ['spec/ratios'],
    leading: ['nytprof'],
    nameless: ['rubyprof'],
    unknown: ['--diff=fib_static', 'fib'],
};

/* Whatever a name may try. A line of a profile ends at a newline, and that alone it cannot have. */
export const HOSTILE = [
    `</script><script>${SCRIPT}</script>`,
    `</SCRIPT ><img src=x onerror="${SCRIPT}">`,
    `<img src=x onerror='${SCRIPT}'>`,
    `"><svg onload=${SCRIPT}>`,
    `' onmouseover='${SCRIPT}' '`,
    `</title></style></main></noscript><iframe srcdoc="<script>parent.${SCRIPT}</script>">`,
    `javascript:${SCRIPT}`,
    `\${${SCRIPT}}`,
    '<!--<script>',
    ']]>--><b>&lt;&amp;&#60;&quot;',
    '__proto__',
    'constructor',
    'hasOwnProperty',
    'toString',
    'line\u2028separator\u2029end',
    'left\u202Etfel\u2066\u200B',
    'b\u0001l\u001B[31m\u007F',
    'tab\tand  blanks',
    '\u{1F600}\u{10FFFF}\uFFFD\uFEFF',
    '%3Cscript%3E+%26#view=tree&name=x',
    '\\u003cscript\\u003e\\',
    'null',
    '..\\/%2e%2e',
];

function cost(i) {
    return 1000 * (HOSTILE.length + 5 - i);
}

/* Each of them as function, file, object, command and line of source. */
function hostileProfile() {
    const lines = ['# callgrind format', 'version: 1', `creator: ${HOSTILE[0]}`, `cmd: ${HOSTILE[0]} ${HOSTILE[5]}`, `desc: Trigger: ${HOSTILE[1]}`,
        `desc: ${HOSTILE[2]}: ${HOSTILE[3]}`, 'positions: line', `event: Ir : ${HOSTILE[0]}`, `event: __proto__ : ${HOSTILE[2]}`,
        'event: bi\u202Edi : long\u202E name', 'events: Ir __proto__ constructor bi\u202Edi', ''];
    HOSTILE.forEach((name, i) => {
        lines.push(`ob=${name}`, `fl=${name}`, `fn=${name}`, `${i + 1} ${cost(i)} ${i} 1`);
        if (i + 1 < HOSTILE.length) {
            const next = HOSTILE[i + 1];
            lines.push(`cob=${next}`, `cfi=${next}`, `cfn=${next}`, 'calls=2 1', `${i + 1} ${1000 * (HOSTILE.length - i)} 1 1`);
        }
        lines.push('');
    });
    return lines.join('\n');
}

/* A function with its source; bytes that are no UTF-8; a NUL byte; and a megabyte of a name. */
function strangeEnd() {
    const megabyte = `huge${'<b>x::'.repeat(1 << 18)}`.slice(0, 1 << 20);
    const source = `ob=prog\nfl=hostile.c\nfn=read_source\n${HOSTILE.map((_, i) => `${i + 1} ${100000 + i} 0 0\n`).join('')}\n`;
    return Buffer.concat([
        Buffer.from(`${source}fn=`),
        Buffer.from([0xff, 0xfe, 0x3c, 0x62, 0x3e, 0xed, 0xa0, 0x80, 0x00, 0x41]),
        Buffer.from(`\n1 777 0 0\n\nfn=${megabyte}\n1 888 0 0\n\nfl=${megabyte}\nfn=in_huge_file\n1 999 0 0\n`),
    ]);
}

/* Gives the words for quern, in the folder. */
export function writeHostile(folder) {
    writeFileSync(join(folder, 'hostile'), Buffer.concat([Buffer.from(hostileProfile()), Buffer.from('\n'), strangeEnd()]));
    writeFileSync(join(folder, 'hostile.c'), `${HOSTILE.join('\n')}\n`);
    utimesSync(join(folder, 'hostile.c'), 0, 0);
    return ['hostile'];
}

/* Events with the names of what every object has, in which most functions have no cost. */
export function writeLacking(folder) {
    writeFileSync(join(folder, 'lacking'), ['version: 1', 'positions: line', 'events: Ir constructor toString', '',
        'fl=a.c', 'fn=main', '1 10', 'cfn=middle', 'calls=1 1', '2 50 7 2', '', 'fn=middle', '3 20', 'cfn=leaf', 'calls=2 1', '4 30 7 2', '',
        'fn=leaf', '5 30 7 2', ''].join('\n'));
    return ['lacking'];
}

/* Figures that a number of JavaScript does not hold, and small ones beside them. */
export function writeHuge(folder) {
    writeFileSync(join(folder, 'huge'), ['version: 1', 'cmd: huge', 'positions: line', 'events: Ir Small', '',
        'fl=huge.c', 'fn=main', '1 4000000000000000001 1', 'cfn=odd', 'calls=9007199254740993 1', '2 5000000000000000003 3', '',
        'fn=odd', '1 4500000000000000001 2', 'cfn=leaf', 'calls=3 1', '2 500000000000000002 1', '', 'fn=leaf', '1 500000000000000002 1', ''].join('\n'));
    return ['huge'];
}

/* Lines of functions that the compiler inlined, and the program, which says so. */
export function writeInlined(folder) {
    const source = join(testdata, 'src/inlined.c');
    const {status, stderr} = spawnSync('gcc', ['-g', '-O2', '-o', 'program', source], {cwd: folder});
    if (status !== 0)
        throw new Error(`gcc: ${stderr}`);
    writeFileSync(join(folder, 'inlined'), ['version: 1', 'cmd: inlined', 'positions: line', 'events: Ir', '', 'ob=program', `fl=${source}`,
        'fn=main', '39 500', '26 300', '29 400', '28 200', ''].join('\n'));
    return ['--inline', 'inlined'];
}

/* A tree that is deep: 300 functions, each called by the one before. */
export function writeDeep(folder) {
    const lines = ['version: 1', 'cmd: deep', 'positions: line', 'events: Ir', ''];
    for (let i = 0; i < 300; i++)
        lines.push('fl=deep.c', `fn=level_${i}`, `${i} 100`, ...i < 299 ? [`cfn=level_${i + 1}`, 'calls=1 1', `1 ${(299 - i) * 100}`] : [], '');
    writeFileSync(join(folder, 'deep'), lines.join('\n'));
    return ['deep'];
}
