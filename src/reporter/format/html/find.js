/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Finds functions and files by words. A look at each of a hundred thousand names takes some
 * milliseconds; what is made of them is made once.
 */

const MOST_FOUND = 40;
const WORD = /[\p{L}\p{N}_]/u;
const FIRST_BEYOND_ASCII = 128;

/* Shorter words would be in every name, and nobody means a longer name. */
const SHORTEST_CLOSE = 3;
const LONGEST_LOOKED_AT = 2000;

/* Returns which of 31 kinds of characters a text has: a text without one of them cannot contain it. */
function kindsOf(text) {
    let kinds = 0;
    for (let i = 0; i < text.length && i < LONGEST_LOOKED_AT; i++) kinds |= 1 << text.charCodeAt(i) % 31;
    return kinds;
}

export function makeIndex(profile) {
    const names = Array.from({length: profile.count}, (_, id) => profile.name(id).toLowerCase());
    const places = profile.block.file;
    const files = new Map();
    for (const place of places) if (place >= 0 && !files.has(place)) files.set(place, profile.nameAt(place).toLowerCase());
    return {names, places, files, kinds: Int32Array.from(names, kindsOf)};
}

/* This compares codes, since most are ASCII and an expression would take most of the time. */
const isOfWord = Array.from({length: FIRST_BEYOND_ASCII}, (_, code) => WORD.test(String.fromCharCode(code)));

function beginsWord(name, at) {
    const code = name.charCodeAt(at - 1);
    return code < FIRST_BEYOND_ASCII ? !isOfWord[code] : !WORD.test(name[at - 1]);
}

/* 0 the whole name, 1 its beginning, 2 the beginning of a word in it, 3 anywhere, also if nobody asks which; -1 nowhere. */
function rankIn(name, word, isAsked) {
    let at = name.indexOf(word);
    if (at <= 0) return at < 0 ? -1 : name.length === word.length ? 0 : 1;
    if (!isAsked) return 3;
    for (; at >= 0; at = name.indexOf(word, at + 1)) if (beginsWord(name, at)) return 2;
    return 3;
}

const OF_FILE = 4;

/* Returns how good a function is: as good as its worst word. A word of its file alone is worse than one of its name. */
function rankOf(name, words, file, isAsked) {
    let worst = 0;
    for (const word of words) {
        let rank = rankIn(name, word, isAsked);
        if (rank < 0) {
            if (!file.includes(word)) return -1;
            rank = OF_FILE;
        }
        worst = Math.max(worst, rank);
    }
    return worst;
}

/* Returns the functions that have all words in their names and files, the best first, and the costliest first of those that are as good. */
export function findFunctions({names, places, files}, given) {
    /* The longest word comes first, since fewest names have it. */
    const words = [...given].sort((one, other) => other.length - one.length);
    const found = [[], [], [], [], []];
    const inFile = new Map();
    for (const [place, file] of files) if (words.some((word) => file.includes(word))) inFile.set(place, file);
    let count = 0;
    for (let id = 0; id < names.length; id++) {
        const file = inFile.size > 0 ? (inFile.get(places[id]) ?? '') : '';
        const rank = rankOf(names[id], words, file, found[2].length < MOST_FOUND);
        if (rank < 0) continue;
        if (found[rank].length < MOST_FOUND) found[rank].push(id);
        count++;
    }
    return {ids: found.flat().slice(0, MOST_FOUND), count};
}

/* Returns the places of the names of files that have all words, shorter ones first. */
export function findFiles({files}, words) {
    return [...files]
        .filter(([, file]) => words.every((word) => file.includes(word)))
        .sort(([, one], [, other]) => one.length - other.length)
        .map(([place]) => place);
}

/* Returns how many characters of a name the codes are spread over in their order; Infinity where it does not have them in that order. */
function spanOf(name, codes) {
    let found = 0;
    let end = 0;
    for (; end < name.length && found < codes.length; end++) if (name.charCodeAt(end) === codes[found]) found++;
    if (found < codes.length) return Infinity;
    /* This goes backwards from there, since the first ones may have been found far too early. */
    let start = end;
    while (found > 0) if (name.charCodeAt(--start) === codes[found - 1]) found--;
    return end - start;
}

/* Returns the functions whose names have the letters of a text in order with little between them, the closest first. */
export function findClose({names, kinds}, text) {
    const wanted = kindsOf(text);
    const most = 2 * text.length + 4;
    const codes = Array.from(text, (_, i) => text.charCodeAt(i));
    const found = [];
    if (text.length < SHORTEST_CLOSE || text.length > LONGEST_LOOKED_AT) return {ids: [], count: 0};
    for (let id = 0; id < names.length; id++) {
        if ((kinds[id] & wanted) !== wanted || names[id].length > LONGEST_LOOKED_AT) continue;
        const span = spanOf(names[id], codes);
        if (span <= most) found.push({id, span});
    }
    found.sort((one, other) => one.span - other.span || one.id - other.id);
    return {ids: found.slice(0, MOST_FOUND).map(({id}) => id), count: found.length};
}
