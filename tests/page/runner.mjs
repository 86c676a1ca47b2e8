/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Checks that run one after another, and what came of them. */

import {isDeepStrictEqual} from 'node:util';

const LONGEST = 300;

function shown(value) {
    const text = typeof value === 'string' ? JSON.stringify(value) : JSON.stringify(value) ?? String(value);
    return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/* What one check has to say: it goes on after something is wrong. */
class Findings {
    constructor() {
        this.wrong = [];
        this.count = 0;
    }

    ok(condition, what) {
        this.count++;
        if (!condition)
            this.wrong.push(what);
        return Boolean(condition);
    }

    equal(value, expected, what) {
        return this.ok(isDeepStrictEqual(value, expected), `${what}: ${shown(value)}, not ${shown(expected)}`);
    }

    includes(text, part, what) {
        return this.ok(text.includes(part), `${what}: no ${shown(part)} in ${shown(text)}`);
    }

    none(list, what) {
        return this.ok(list.length === 0, `${what}: ${list.slice(0, 5).join('; ')}${list.length > 5 ? ` and ${list.length - 5} more` : ''}`);
    }
}

/* One of `step` that are checked alike, and all in a longer run. */
export function some(names, step = 3) {
    return process.env.QUERN_TESTS_THOROUGH ? names : names.filter((_, i) => i % step === 0);
}

export class Runner {
    constructor(pattern = '') {
        this.pattern = new RegExp(pattern);
        this.passed = 0;
        this.failed = 0;
    }

    /* The body gets something to say what is wrong with; one that says nothing has checked nothing, and fails. */
    async check(name, body) {
        if (!this.pattern.test(name))
            return;
        const findings = new Findings();
        const start = performance.now();
        try {
            await body(findings);
            findings.ok(findings.count > 0, 'it checked nothing');
        } catch (error) {
            findings.wrong.push(error.stack ?? String(error));
        }
        const seconds = ((performance.now() - start) / 1000).toFixed(1);
        if (findings.wrong.length === 0) {
            this.passed++;
            process.stdout.write(`ok      ${name} (${findings.count}, ${seconds} s)\n`);
        } else {
            this.failed++;
            process.stdout.write(`FAILED  ${name} (${seconds} s)\n${findings.wrong.map((text) => `            ${text}\n`).join('')}`);
        }
    }

    end() {
        process.stdout.write(`${this.passed} passed, ${this.failed} failed\n`);
        return this.failed === 0 && this.passed > 0 ? 0 : 1;
    }
}
