# SPDX-License-Identifier: GPL-3.0-or-later
"""
Derived events and ratios of all profiles in the current folder, which is testdata/, computed here
from the recorded events that JSON has beside them, by definitions of their own.

usage: derived.py QUERN STRIDE    of STRIDE profiles one

Prints how much it has seen, or ends with what is wrong.
"""

import json, os, re, subprocess, sys

# By recorded event: how often it counts; of a ratio also in what it is divided by.
SUMS = {
    'L1m': {'I1mr': 1, 'D1mr': 1, 'D1mw': 1},
    'L2m': {'I2mr': 1, 'D2mr': 1, 'D2mw': 1},
    'LLm': {'ILmr': 1, 'DLmr': 1, 'DLmw': 1},
    'Bm': {'Bim': 1, 'Bcm': 1},
    'CEst': {'Ir': 1, 'Bim': 10, 'Bcm': 10, 'I1mr': 10, 'D1mr': 10, 'D1mw': 10, 'Ge': 20,
             'I2mr': 100, 'D2mr': 100, 'D2mw': 100, 'ILmr': 100, 'DLmr': 100, 'DLmw': 100},
    'EstCycles': {'Ir': 1, 'Dr': 1, 'Dw': 1, 'I1mr': 4, 'D1mr': 4, 'D1mw': 4,
                  'ILmr': 30, 'DLmr': 30, 'DLmw': 30},
}
DATA = ['Dr', 'Dw']
RATIOS = {
    'I1%': (['I1mr'], ['Ir']),
    'D1%': (['D1mr', 'D1mw'], DATA),
    'LLi%': (['ILmr'], ['Ir']),
    'LLd%': (['DLmr', 'DLmw'], DATA),
    'LL%': (['ILmr', 'DLmr', 'DLmw'], ['Ir'] + DATA),
    'Bc%': (['Bcm'], ['Bc']),
    'Bi%': (['Bim'], ['Bi']),
    'B%': (['Bcm', 'Bim'], ['Bc', 'Bi']),
}
BUILT_IN = ['I1mr + D1mr + D1mw', 'I2mr + D2mr + D2mw', 'ILmr + DLmr + DLmw', 'Bim + Bcm',
            'Ir + 10 Bm + 10 L1m + 20 Ge + 100 L2m + 100 LLm', 'Ir + Dr + Dw + 4 L1m + 30 LLm',
            'I1mr / Ir', '(D1mr + D1mw) / (Dr + Dw)', 'ILmr / Ir', '(DLmr + DLmw) / (Dr + Dw)',
            'LLm / (Ir + Dr + Dw)', 'Bcm / Bc', 'Bim / Bi', 'Bm / (Bc + Bi)']
VIEWS = ['--top', '--by=file', '--by=line', '--peek=.']
seen = {'profiles': 0, 'sums': 0, 'ratios': 0, 'bounds': 0, 'nothing': 0, 'changes': 0}

def quern(*arguments):
    run = subprocess.run([sys.argv[1], '--format=json', *arguments], capture_output=True)
    # What is not UTF-8 would become another name.
    return json.loads(run.stdout) if run.returncode == 0 else None

# Of a formula "A + 3 B - 2*C" of the profile's own; a name that is nowhere counts nothing.
def parsed(formula, formulas, names):
    name = '|'.join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    term = re.compile(r'\s*([+-]?)\s*(?:(?!(?:%s)(?:[ +]|$))(0x[0-9a-f]+|\d+)\s*\*?\s*)?'
                      r'((?:%s)(?=[ +]|$)|[A-Za-z_]\w*)' % (name, name))
    factors, at = {}, 0
    while formula[at:].strip():
        match = term.match(formula, at)
        if match is None:
            sys.exit(f'what is {formula[at:]!r} in {formula!r}?')
        sign, times, event = match.groups()
        if event in formulas:
            part = parsed(formulas[event], formulas, names)
        elif event in SUMS:
            part = SUMS[event]
        else:
            part = {event: 1}
        for column, count in part.items():
            count *= (-1 if sign == '-' else 1) * (int(times, 0) if times else 1)
            factors[column] = factors.get(column, 0) + count
        at = match.end()
    return factors

def total(costs, factors):
    given = [name for name in factors if costs.get(name) is not None]
    return sum(factors[name] * costs[name] for name in given), bool(given)

def expected(name, costs, is_exact, own):
    if name == 'Unit' and name in own:
        value, is_given = total(costs, own[name][0])
        return value / own[name][1] if is_given else None
    if name in own and isinstance(own[name], dict):
        value, is_given = total(costs, own[name])
        return value if is_given else None
    if name in SUMS:
        value, is_given = total(costs, SUMS[name])
        return value if is_given else None
    if name not in RATIOS and name not in own:
        return costs[name]
    over, under, scale = own[name] if name in own else (*RATIOS[name], 100)
    divisor = total(costs, dict.fromkeys(under, 1))[0]
    if not is_exact or divisor == 0:
        return None
    return scale * total(costs, dict.fromkeys(over, 1))[0] / divisor

def check(where, costs, is_exact, own):
    for name, value in costs.items():
        wanted = expected(name, costs, is_exact, own)
        is_ratio = name in RATIOS or name == 'Own'
        is_decimal = is_ratio or name == 'Unit'
        seen['nothing' if value is None else 'ratios' if is_ratio else 'sums'] += 1
        seen['bounds'] += is_ratio and not is_exact
        is_same = value == wanted
        if is_decimal and value is not None and wanted is not None:
            is_same = abs(value - wanted) <= 1e-14 * abs(wanted)
        if not is_same:
            sys.exit(f'{where}: {name} is {value}, not {wanted}, of {costs}')

# A formula that subtracts may be above its total where what it is made of is not. Of a program that
# cost less than nothing the total is no ceiling.
def is_above(costs, totals, own):
    return any((value or 0) > (totals.get(name) or 0) >= 0 for name, value in costs.items()
               if name not in RATIOS and name not in own)

def check_row(where, row, own, totals):
    check(where + ' self', row.get('self', {}), True, own)
    check(where + ' inclusive', row.get('inclusive', {}), row.get('exact', True), own)
    for key in ('callers', 'callees', 'recursion', 'files'):
        for related in row.get(key, []):
            cost = related.get('cost', {})
            check(f'{where} {key}', cost, not is_above(cost, totals, own), own)
            check(f'{where} {key}', related.get('self', {}), True, own)
    for step in row.get('path', []):
        if step['exact']:
            ratios = {name for name in step['cost'] if name in RATIOS or name == 'Own'}
            if any(step['cost'][name] is not None for name in ratios):
                sys.exit(f'{where} path: a ratio of a path')
            sums = {name: value for name, value in step['cost'].items() if name not in ratios}
            check(f'{where} path', sums, True, own)

def check_profile(path):
    listed = quern('--list-events', path)
    if listed is None:
        return
    events = listed['rows']
    recorded = [event['name'] for event in events if 'formula' not in event]
    formulas = {event['name']: event['formula'] for event in events
                if 'formula' in event and event['formula'] not in BUILT_IN}
    shown = [event['name'] for event in events if ',' not in event['name']]
    plain = [name for name in recorded if re.fullmatch('[A-Za-z_]+', name)]
    names = [event['name'] for event in events]
    own = {name: parsed(formula, formulas, names) for name, formula in formulas.items()}
    options = []
    if plain:
        own['Own'] = (plain[-1:], plain[:1], 1000)
        own['Unit'] = (parsed(f'{plain[0]} + 2 {plain[-1]}', {}, names), 7)
        options = [f'--event=Own = 1000 {plain[-1]} / {plain[0]}',
                   f'--event=Unit = ({plain[0]} + 2 {plain[-1]}) / 7']
        shown += ['Own', 'Unit']
    if {name for name in SUMS if name in recorded} or not shown:
        return
    seen['profiles'] += 1
    for view in VIEWS:
        document = quern(view, '--show=' + ','.join(shown), *options, path)
        if document is None:
            continue
        check(path + ' totals', document['totals'], True, own)
        for row in document['rows']:
            check_row(f"{path} {view} {row.get('function')}", row, own, document['totals'])

def added(a, b):
    return None if a is None and b is None else (a or 0) + (b or 0)

# Of a difference: what the old costs, and the new ones, which are these and the change, make.
def check_sides(where, change, old, new, is_exact):
    after = {name: added(value, old[name]) for name, value in change.items()}
    for name in new:
        was = expected(name, old, is_exact, {})
        now = expected(name, after, is_exact, {})
        points = now - was if None not in (now, was) else None
        for what, value, wanted in (('old', old[name], was), ('new', new[name], now),
                                    ('change', change[name], points)):
            seen['changes'] += value is not None
            is_same = value == wanted if None in (value, wanted) else abs(value - wanted) <= 1e-11
            if not is_same:
                sys.exit(f'{where}: {what} {name} is {value}, not {wanted}')

def check_difference(old_path, path, view):
    names = [event['name'] for side in (old_path, path)
             for event in quern('--list-events', side)['rows'] if event['name'] not in SUMS]
    both = [name for name in dict.fromkeys(names)
            if name not in RATIOS or names.count(name) == 2]
    document = quern(view, '--show=' + ','.join(both), '--diff=' + old_path, path)
    check_sides(path, document['totals'], document['old_totals'], document['new_totals'], True)
    for row in document['rows']:
        for cost, is_exact in (('self', True), ('inclusive', row['exact'])):
            check_sides(f"{path} {row.get('function')} {cost}", row[cost], row['old'][cost],
                        row['new'][cost], is_exact)

for old_path, path in (('cachegrind_branch_only', 'o_cache_branch'),
                       ('o_cache_branch', 'cachegrind_branch_only'),
                       ('o_everything', 'o_cache_branch')):
    for view in ('--top', '--by=file', '--by=namespace', '--by=object'):
        check_difference(old_path, path, view)
profiles = [os.path.join(folder, name) for folder, _, names in sorted(os.walk('.'))
            if folder.split('/')[1:2] not in (['golden'], ['src']) for name in sorted(names)]
for path in profiles[::int(sys.argv[2])]:
    check_profile(path)
print(seen)
