# SPDX-License-Identifier: GPL-3.0-or-later
"""
Limits on rows of every key of --by, of all profiles in the current folder, which is testdata/: what
they say is derived here from the rows that JSON has by that key, of a profile and of a difference.

usage: limit_keys.py QUERN STRIDE    of STRIDE profiles one

Prints how much it has seen, or ends with what is wrong.
"""

import collections, json, os, subprocess, sys

KEYS = ['function', 'file', 'directory', 'extension', 'namespace', 'object', 'line', 'instruction',
        'part', 'thread', 'input']
CALLED = KEYS[:6]
# These have renamed, new and gone rows, and lines that moved.
PAIRS = [('diff_old', 'diff_new'), ('zlib_once', 'zlib_twice'), ('spec/ratios-old', 'spec/ratios'),
         ('lines_old', 'lines_new', '-Isrc/lines', '--old-path-map=src/lines/old')]
PERCENT = 10
seen = collections.Counter()

def quern(*arguments):
    run = subprocess.run([sys.argv[1], '--format=json', *arguments],
                         capture_output=True)
    output = json.loads(run.stdout) if run.returncode in (0, 3) or run.stdout else None
    return output, run.stderr.decode(errors='replace')

# What tells a row, or the row that a verdict is about, from others of its key.
def name_of(key, row):
    if key in ('line', 'instruction'):
        return row.get('file'), row.get('line') or 0, row.get('function'), row.get('address')
    if key == 'function':
        return row['function'], row['file']
    return (row.get(key) or row.get('object'),)

def number(costs, event):
    return costs.get(event) or 0

# The rows that "." matches: where a profile names no object, neither has the row a name.
def rows_of(key, tables):
    return [row for row in tables[key]['rows'] if any(name_of(key, row))]

# What a limit measures of a row, what that was, and whether both are known.
def figure_of(row, metric, event):
    old = row.get('old', {})
    if metric == 'calls':
        return row.get('calls') or 0, old.get('calls') or 0, True
    kind = 'self' if metric == event else 'inclusive'
    exact = kind == 'self' or row.get('exact', True)
    return number(row[kind], event), number(old.get(kind, {}), event), exact

def metrics_of(key, event):
    return [event, f'incl({event})', 'calls'] if key in CALLED else [event]

def check(place, expected, verdicts, key):
    found = collections.Counter((name_of(key, verdict), verdict['value'], verdict.get('was'))
                                for verdict in verdicts if verdict['verdict'] == 'exceeded')
    if found != expected:
        sys.exit(f'{place}: {found - expected} is too much, {expected - found} is missing')
    seen['verdicts'] += sum(expected.values())

# The tables by each key; without those that quern refuses, and without the runs of a difference,
# which are judged one by one.
def tables_of(operands, of_lines=()):
    is_difference = any(operand.startswith('--diff=') for operand in operands)
    tables = {key: quern(f'--by={key}', *(of_lines if key == 'line' else ()), *operands)[0]
              for key in KEYS if key != 'input' or not is_difference}
    return {key: table for key, table in tables.items() if table is not None}

def decide(place, limits, *operands):
    options = [f'--fail-if={limit}' for limit in limits]
    output, message = quern('--overview', *options, *operands)
    if output is None:
        if '64 bits' not in message:
            sys.exit(f'{place}: {message}')
        return None
    verdicts = collections.defaultdict(list)
    for verdict in output['limits']:
        verdicts[verdict['limit']].append(verdict)
    if [*verdicts] != [*dict.fromkeys(limit for limit in limits if limit in verdicts)]:
        sys.exit(f'{place}: verdicts are not in the order of the limits')
    return verdicts

def check_profile(path):
    tables = tables_of([path])
    if not tables:
        return
    first = next(iter(tables.values()))
    event = first['events'][0]['name']
    total = number(first['totals'], event)
    limits = {f'{metric} of each {key}:. > 0': (key, metric)
              for key in tables for metric in metrics_of(key, event)}
    sums = {f'{event} of {key}:. > 0': key for key in tables}
    verdicts = decide(path, [*limits, *sums], path)
    if verdicts is None:
        return
    seen['profiles'] += 1
    for limit, (key, metric) in limits.items():
        figures = [(name_of(key, row), *figure_of(row, metric, event)) for row in rows_of(key, tables)]
        # What is above the limit for sure is, though it may be more; not what is above the total,
        # unless code that cost less than nothing makes that no bound.
        is_signed = any(number(row['self'], event) < 0 for row in rows_of(key, tables))
        expected = collections.Counter((name, value, None) for name, value, _, exact in figures
                                       if value > 0 and (exact or is_signed or value <= total))
        check(f'{path}: {limit}', expected, verdicts[limit], key)
    for limit, key in sums.items():
        total = sum(number(row['self'], event) for row in rows_of(key, tables))
        figures = [verdict.get('value') for verdict in verdicts[limit]]
        if rows_of(key, tables) and figures != [total]:
            sys.exit(f'{path}: {limit}: {figures}, not {total}')
        seen['sums'] += 1

# A row with no cost before is held against the old program.
def has_exceeded(value, old, exact, total):
    whole = abs(total if old == 0 else old)
    return exact and value > whole * PERCENT // 100

def check_difference(old, new, *options):
    operands = [f'--diff={old}', new]
    first = quern('--top=1', *operands)[0]
    if first is None:
        return
    event = first['events'][0]['name']
    # With one event a row is exact where that one is.
    tables = tables_of([f'--show={event}', *operands], options)
    tables.pop('instruction', None)
    # What was inlined on one side alone is judged with its host: test_golden.c has that.
    if any('partner' in row for row in tables.get('function', {'rows': []})['rows']):
        del tables['function']
    if not tables:
        return
    all_calls = sum(row['old'].get('calls') or 0 for row in tables.get('object', {'rows': []})['rows'])
    totals = {'calls': all_calls}
    limits = {f'{metric} of each {key}:. > +{PERCENT}%': (key, metric)
              for key in tables for metric in metrics_of(key, event)}
    verdicts = decide(f'{old} {new}', limits, *options, *operands)
    if verdicts is None:
        return
    seen['differences'] += 1
    for limit, (key, metric) in limits.items():
        expected = collections.Counter()
        for row in rows_of(key, tables):
            value, was, exact = figure_of(row, metric, event)
            total = totals.get(metric, number(first['old_totals'], event))
            if was < 0: # of costs below 0 test_decide.c has a case: they are gone without growth
                return
            if has_exceeded(value, was, exact, total):
                expected[name_of(key, row), value, was] += 1
                seen['new'] += was == 0
        check(f'{old} {new}: {limit}', expected, verdicts[limit], key)

stride = int(sys.argv[2])
paths = sorted(os.path.relpath(os.path.join(folder, name), '.')
               for folder, _, names in os.walk('.') for name in names
               if not folder.startswith(('./golden', './src', './damaged', './limits')))
profiles = [path for path in paths if quern('--list-events', path)[0] is not None]
for path in profiles[::stride]:
    check_profile(path)
for old, new in zip(profiles[::stride], profiles[1::stride]):
    check_difference(old, new)
for pair in PAIRS:
    check_difference(*pair)
print(dict(seen))
