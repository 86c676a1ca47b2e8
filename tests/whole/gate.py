# SPDX-License-Identifier: GPL-3.0-or-later
"""
The limit cause(Ir) on pairs of profiles, of which each has one known difference: see pairs/ in
testdata/INDEX.md. What --explain and --top say of a pair decides what exceeds it.

usage: gate.py QUERN FOLDER    in testdata/; FOLDER is for profiles that are unpacked here

Prints how much it has seen, or ends with what is wrong.
"""

import json, lzma, os, subprocess, sys

QUERN, FOLDER = sys.argv[1:3]
# What was edited, or compiled otherwise; () where nothing was. By hand from the edits, not from
# what quern says of them.
PAIRS = {
    'bz09_u_small': ('bunz_O2', ('uncompressStream',)),
    'cj03_offset_all': ('cjson_O2', ('print_value',)),
    'cj08_ws_table': ('cjson_O2', ('buffer_skip_whitespace',)),
    'mix1': ('cjson_O2', ('parse_value', 'cJSON_Compare')),
    'ex01_hash_const': ('expat_O2', ('lookup',)),
    'ex07b_dbl_atts': ('expat_O2', ('storeAtts',)),
    'mix3': ('expat_O2', ('storeAtts',)),
    'o1_expat': ('expat_O2', None),
    'mix2': ('zlib_O2', ('deflate_slow', 'read_buf')),
    'z03_match_twice': ('zlib_O2', ('deflate_slow',)),
    'z08_u_window': ('unz_O2', ('updatewindow',)),
    'lz02_xxh_twice': ('lz4_O2', ('LZ4F_compressUpdateImpl',)),
    'aa_lua': ('lua_O2', ()),
}


def unpack(name):
    path = os.path.join(FOLDER, name)
    if not os.path.exists(path):
        with lzma.open(f'pairs/{name}.xz') as packed, open(path, 'wb') as file:
            file.write(packed.read())
    return path


def run(arguments):
    done = subprocess.run([QUERN, '--format=json'] + arguments, capture_output=True, text=True)
    if done.returncode not in (0, 3):
        sys.exit(f'{arguments}: {done.stderr}')
    return json.loads(done.stdout), done.returncode


def name_of(row):
    return row.get('function', ''), row.get('file', '')


def expect(is_right, *words):
    if not is_right:
        sys.exit(' '.join(map(str, words)))


def check(pair, old, edited):
    """Holds a pair against limits of several sizes, and returns how often one was exceeded."""
    sides = ['--diff=' + unpack(old + '.old'), unpack(pair + '.new')]
    causes = run(sides + ['--explain=100000', '--percent-limit=0'])[0]
    top = run(sides + ['--top=100000', '--inclusive=yes'])[0]
    total = causes['old_totals']['Ir']
    # An inclusive cost that is only a bound counts nothing.
    grown = {name_of(row): row['inclusive']['Ir'] if row['exact'] else 0 for row in top['rows']}
    n_exceeded = 0
    for percent in (0.02, 0.1, 0.5, 1, 2, 5, 20):
        bound = int(total * percent / 100 + 1e-6)
        counted = {}
        for row in causes['rows']:
            is_cycle = 'members' in row
            if row['kind'] != 'cause' or (not is_cycle and not row.get('function')):
                continue
            most = causes['totals']['Ir'] if is_cycle else grown.get(name_of(row), 0)
            counted[name_of(row)] = min(row['contribution']['Ir'], most)
        wanted = {name: count for name, count in counted.items() if count > bound}
        limit = f'cause(Ir) > +{percent}%'
        seen, status = run(sides + ['--explain', '--fail-if=' + limit])
        got = {name_of(verdict): verdict['value'] for verdict in seen['limits']
               if verdict['verdict'] == 'exceeded'}
        expect(got == wanted, pair, limit, 'exceeded by', got, 'and not by', wanted)
        expect(status == (3 if wanted else 0), pair, limit, 'status', status)
        if percent >= 1 and edited is not None and causes['totals']['Ir'] > total / 50:
            expect({name for name, _ in got} & set(edited) or percent > 2,
                   pair, limit, got, 'without', edited)
        expect(edited != () or percent < 0.1 or not got, pair, 'is the same program:', got)
        n_exceeded += len(got)
    return n_exceeded


print({pair: check(pair, *known) for pair, known in PAIRS.items()})
