# SPDX-License-Identifier: GPL-3.0-or-later
"""
Overviews of profiles in the current folder, which is testdata/, and of their differences: all are
at most 22 lines long, and each command that they advise does what it says.

usage: overview.py QUERN STRIDE FOLDER    of STRIDE profiles one; FOLDER is for a profile made here

Prints how much it has seen, or ends with what is wrong.
"""

import json, os, subprocess, sys

QUERN, STRIDE, FOLDER = sys.argv[1], int(sys.argv[2]), sys.argv[3]
MOST_LINES = 22
# The longest messages, and functions that no short expression tells apart.
HARD = [['--diff=o_everything', 'o_creq_newline'], ['--diff=o_threads', 'o_nopos'],
        ['--diff=cachegrind_branch_only', 'cachegrind_nocache'], ['--diff=lines_old', 'diff_new']]


def run(arguments):
    """What a command prints and says; it must succeed."""
    done = subprocess.run([QUERN] + arguments, capture_output=True, text=True, errors='replace',
                          stdin=subprocess.DEVNULL)
    if done.returncode != 0:
        sys.exit(f'{arguments}: {done.stderr}')
    return done.stdout, done.stderr


def is_profile(name):
    done = subprocess.run([QUERN, '--list-events', name], capture_output=True)
    return os.path.isfile(name) and done.returncode == 0


def make_profile():
    """Functions of a template, whose names begin alike and are too long to be typed."""
    path = os.path.join(FOLDER, 'templates')
    with open(path, 'w') as file:
        file.write('events: Ir\n')
        for cost, name in enumerate(['container<element, allocator<element> >::insert(element)',
                                     'container<element, allocator<element> >::insert(int)',
                                     'container<element, allocator<element> >::remove(element)',
                                     'container<other, allocator<other> >::insert(element)',
                                     'container<element, allocator<element> >::swap_all(element)',
                                     'main'], 1):
            file.write(f'fl=a.cc\nfn={name}\n{cost} {[90, 80, 70, 60, 50000, 10][cost - 1]}\n'
                       f'cfn=leaf\ncalls=1 9\n{cost} 1\n')
        file.write('fn=leaf\n9 6\n')
    return [path]


def words_of(command):
    """The words that a shell makes of a command."""
    done = subprocess.run(['sh', '-c', f'printf "%s\\n" {command}'], capture_output=True, text=True)
    return done.stdout.split('\n')[:-1]


def functions_of(arguments):
    """Which functions a view shows."""
    rows = json.loads(run(arguments + ['--format=json'])[0])['rows']
    return {row['function'] for row in rows if row.get('function')}


def check(arguments, seen, wanted=None):
    out, _ = run(['--overview', '--width=80'] + arguments)
    if out.count('\n') > MOST_LINES:
        sys.exit(f'{arguments}: {out.count(chr(10))} lines\n{out}')
    seen['overviews'] += 1
    overview = json.loads(run(['--overview', '--format=json'] + arguments)[0])['overview']
    kinds = set()
    for command in overview['commands']:
        words = words_of(command['command'])[1:]
        out, said = run(words)
        if not out or 'functions match' in said:
            sys.exit(f'{words}: {said}')
        seen['commands'] += 1
        kinds.add(words[-1].split('=')[0])
        if not words[-1].startswith(('--annotate=', '--peek=')):
            continue
        shown = functions_of(words)
        if not shown or (words[-1].startswith('--annotate=') and len(shown) > 1):
            sys.exit(f'{words}: {shown}')
        if wanted and shown != {wanted}:
            sys.exit(f'{words}: {shown} in place of {wanted}')
        seen['named'] += 1
    return kinds


seen = {'overviews': 0, 'commands': 0, 'named': 0}
kinds = check(make_profile(), seen, 'container<element, allocator<element> >::swap_all(element)')
if not {'--annotate', '--peek'} <= kinds:
    sys.exit(f'no command for the function of a template: {kinds}')
for arguments in HARD:
    check(arguments, seen)
profiles = [name for name in sorted(os.listdir('.')) if is_profile(name)]
if len(profiles) < 50:
    sys.exit(f'only {len(profiles)} profiles')
for name, other in list(zip(profiles, profiles[1:]))[::STRIDE]:
    check([name], seen)
    check(['--diff=' + name, other], seen)
print(seen)
