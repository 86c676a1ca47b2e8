# SPDX-License-Identifier: GPL-3.0-or-later
"""
Whether the changes of lines add up to those of their functions, files and programs, in differences
of profiles in the current folder, which is testdata/. Which lines are matched may be right or
wrong; what they cost together is what the difference without lines says.

usage: changed_lines.py QUERN

Prints how much it has seen, or ends with what is wrong.
"""

import csv, os, subprocess, sys, tempfile

OPTIONS = ['-Isrc/diff/new', '-Isrc']
OF_LINES = ['--old-path-map=src/diff/old']
# Where versions of the sources in src/ are; of the first two there are true old ones.
PAIRS = [('diff_old', 'diff_new'), ('diff_new', 'diff_old'), ('inl', 'o_jumps_instr_inl'),
         ('cycles', 'o_recs0'), ('d_plain', 'd_callers3'), ('o_before.1', 'o_before.2'),
         ('o_cache_branch', 'o_everything'), ('strtpl', 'mix_O2')]
seen = {'functions': 0, 'lines': 0, 'gone': 0, 'new': 0, 'matched': 0, 'by number': 0}

def quern(old, new, *arguments):
    is_of_lines = any(word.startswith(('--annotate=', '--by=line')) for word in arguments)
    options = OPTIONS + OF_LINES if is_of_lines else OPTIONS
    run = subprocess.run([sys.argv[1], '--format=csv', '--diff=' + old, *options, *arguments, new],
                         capture_output=True, text=True, errors='surrogateescape')
    if run.returncode != 0:
        sys.exit(f'{old} {new} {arguments}: {run.stderr}')
    return list(csv.DictReader(run.stdout.splitlines()))

# Versions that nobody wrote: lines are gone, there twice, indented, and halves of files swapped.
def write_old_sources(folder):
    for name in os.listdir('src'):
        if not os.path.isfile('src/' + name):
            continue
        lines = open('src/' + name, 'rb').read().splitlines(keepends=True)
        half = len(lines) // 2
        lines = lines[half:] + lines[:half] if half % 2 else lines
        with open(os.path.join(folder, name), 'wb') as out:
            for number, line in enumerate(lines):
                out.write(b'\t' + line if number % 3 == 0 else line if number % 7 else b'')
                out.write(line if number % 11 == 0 else b'')

def costs(row):
    return {name: int(value) for name, value in row.items()
            if name.startswith(('self:', 'old_self:')) and value}

def add(sums, row):
    for name, cost in costs(row).items():
        sums[name] = sums.get(name, 0) + cost

def without_zeros(sums):
    return {name: cost for name, cost in sums.items() if cost != 0}

def expect(where, sums, row):
    if without_zeros(sums) != without_zeros(costs(row)):
        sys.exit(f'{where}: lines cost {sums}, together {costs(row)}')

# Of each function of a file whose source is there and whose name no other one has.
def check_functions(old, new, view):
    rows = quern(old, new, *view)
    names = [row['function'] for row in rows]
    for row in rows:
        name = row['function']
        if names.count(name) != 1 or not os.path.exists('src/' + os.path.basename(row['file'])):
            continue
        sums = {}
        for line in quern(old, new, '--annotate=' + name, *view):
            if line['kind'] == 'line':
                add(sums, line)
                seen['lines'] += 1
                if line['status'] in seen:
                    seen[line['status']] += 1
                elif line['source'] in ('same', 'reformatted'):
                    seen['matched'] += 1
                else:
                    seen['by number'] += 1
        expect(f'{old} {new} {view} {name}', sums, row)
        seen['functions'] += 1

def check_all_lines(old, new):
    by_line, by_file = {}, {}
    for row in quern(old, new, '--by=line'):
        add(by_line, row)
    for row in quern(old, new, '--by=file'):
        add(by_file, row)
    if without_zeros(by_line) != without_zeros(by_file):
        sys.exit(f'{old} {new}: lines cost {by_line}, files {by_file}')

with tempfile.TemporaryDirectory() as folder:
    write_old_sources(folder)
    for old, new in PAIRS:
        check_functions(old, new, [])
        check_all_lines(old, new)
        OF_LINES.append('--old-path-map=' + folder) # from now on
    check_functions(*PAIRS[0], ['--no-fold'])
print(seen)
