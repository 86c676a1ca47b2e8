/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Finds functions and files by words. A look at each of a hundred thousand names takes some
 * milliseconds; what is made of them is made once.
 */

const MOST_FOUND = 40;
const WORD = /[\p{L}\p{N}_]/u;

/* Shorter ones would be in everything, and longer names are not what anybody means. */
const SHORTEST_CLOSE = 3;
const LONGEST_LOOKED_AT = 2000;

/* Which of 31 kinds of characters a text has: what has not all of another's cannot have it. */
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

/* 0 the whole name, 1 its beginning, 2 the beginning of a word in it, 3 anywhere; -1 nowhere. */
function rankIn(name, word) {
    let at = name.indexOf(word);
    if (at <= 0) return at < 0 ? -1 : name.length === word.length ? 0 : 1;
    for (; at >= 0; at = name.indexOf(word, at + 1)) if (!WORD.test(name[at - 1])) return 2;
    return 3;
}

const OF_FILE = 4;

/* How good a function is: as its worst word; what only its file has is worse than what its name has. */
function rankOf(name, words, file) {
    let worst = 0;
    for (const word of words) {
        let rank = rankIn(name, word);
        if (rank < 0) {
            if (!file.includes(word)) return -1;
            rank = OF_FILE;
        }
        worst = Math.max(worst, rank);
    }
    return worst;
}

/* The functions that have all words in their names and files: the best first, the costliest of those that are as good. */
export function findFunctions({names, places, files}, words) {
    const found = [[], [], [], [], []];
    const inFile = new Map();
    for (const [place, file] of files) if (words.some((word) => file.includes(word))) inFile.set(place, file);
    let count = 0;
    for (let id = 0; id < names.length; id++) {
        const rank = rankOf(names[id], words, inFile.get(places[id]) ?? '');
        if (rank < 0) continue;
        if (found[rank].length < MOST_FOUND) found[rank].push(id);
        count++;
    }
    return {ids: found.flat().slice(0, MOST_FOUND), count};
}

/* The places of the names of files that have all words, shorter ones first. */
export function findFiles({files}, words) {
    return [...files]
        .filter(([, file]) => words.every((word) => file.includes(word)))
        .sort(([, one], [, other]) => one.length - other.length)
        .map(([place]) => place);
}

/* How many characters of a name the letters of a text are spread over; Infinity where it does not have them in order. */
function spanOf(name, text) {
    let end = -1;
    for (const letter of text) {
        end = name.indexOf(letter, end + 1);
        if (end < 0) return Infinity;
    }
    /* From there backwards: the first letters may have been found far too early. */
    let start = end;
    for (let i = text.length - 2; i >= 0; i--) start = name.lastIndexOf(text[i], start - 1);
    return end - start + 1;
}

/* The functions whose names have the letters of a text in order, and not much between: the closest first. */
export function findClose({names, kinds}, text) {
    const wanted = kindsOf(text);
    const most = 2 * text.length + 4;
    const found = [];
    if (text.length < SHORTEST_CLOSE || text.length > LONGEST_LOOKED_AT) return {ids: [], count: 0};
    for (let id = 0; id < names.length; id++) {
        if ((kinds[id] & wanted) !== wanted || names[id].length > LONGEST_LOOKED_AT) continue;
        const span = spanOf(names[id], text);
        if (span <= most) found.push({id, span});
    }
    found.sort((one, other) => one.span - other.span || one.id - other.id);
    return {ids: found.slice(0, MOST_FOUND).map(({id}) => id), count: found.length};
}
