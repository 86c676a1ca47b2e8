/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Derived events and ratios of all profiles in testdata/, computed here from the recorded events
 * that JSON has beside them, by definitions of their own.
 */

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/run.h"

TestSuite(derived, .timeout = 600);

/* Takes quern's path; in testdata/. Prints how much it has seen, or ends with what is wrong. */
static char check[] =
    "import json, os, re, subprocess, sys\n"
    "\n"
    "# By recorded event: how often it counts; of a ratio also in what it is divided by.\n"
    "SUMS = {\n"
    "    'L1m': {'I1mr': 1, 'D1mr': 1, 'D1mw': 1},\n"
    "    'L2m': {'I2mr': 1, 'D2mr': 1, 'D2mw': 1},\n"
    "    'LLm': {'ILmr': 1, 'DLmr': 1, 'DLmw': 1},\n"
    "    'Bm': {'Bim': 1, 'Bcm': 1},\n"
    "    'CEst': {'Ir': 1, 'Bim': 10, 'Bcm': 10, 'I1mr': 10, 'D1mr': 10, 'D1mw': 10, 'Ge': 20,\n"
    "             'I2mr': 100, 'D2mr': 100, 'D2mw': 100, 'ILmr': 100, 'DLmr': 100, 'DLmw': 100},\n"
    "    'EstCycles': {'Ir': 1, 'Dr': 1, 'Dw': 1, 'I1mr': 4, 'D1mr': 4, 'D1mw': 4,\n"
    "                  'ILmr': 30, 'DLmr': 30, 'DLmw': 30},\n"
    "}\n"
    "DATA = ['Dr', 'Dw']\n"
    "RATIOS = {\n"
    "    'I1%': (['I1mr'], ['Ir']),\n"
    "    'D1%': (['D1mr', 'D1mw'], DATA),\n"
    "    'LLi%': (['ILmr'], ['Ir']),\n"
    "    'LLd%': (['DLmr', 'DLmw'], DATA),\n"
    "    'LL%': (['ILmr', 'DLmr', 'DLmw'], ['Ir'] + DATA),\n"
    "    'Bc%': (['Bcm'], ['Bc']),\n"
    "    'Bi%': (['Bim'], ['Bi']),\n"
    "    'B%': (['Bcm', 'Bim'], ['Bc', 'Bi']),\n"
    "}\n"
    "BUILT_IN = ['I1mr + D1mr + D1mw', 'I2mr + D2mr + D2mw', 'ILmr + DLmr + DLmw', 'Bim + Bcm',\n"
    "            'Ir + 10 Bm + 10 L1m + 20 Ge + 100 L2m + 100 LLm', 'Ir + Dr + Dw + 4 L1m + 30 "
    "LLm',\n"
    "            'I1mr / Ir', '(D1mr + D1mw) / (Dr + Dw)', 'ILmr / Ir', '(DLmr + DLmw) / (Dr + "
    "Dw)',\n"
    "            'LLm / (Ir + Dr + Dw)', 'Bcm / Bc', 'Bim / Bi', 'Bm / (Bc + Bi)']\n"
    "VIEWS = ['--top', '--by=file', '--by=line', '--peek=.']\n"
    "seen = {'profiles': 0, 'sums': 0, 'ratios': 0, 'bounds': 0, 'nothing': 0}\n"
    "\n"
    "def quern(*arguments):\n"
    "    run = subprocess.run([sys.argv[1], '--format=json', *arguments], capture_output=True)\n"
    "    # What is not UTF-8 would become another name.\n"
    "    return json.loads(run.stdout) if run.returncode == 0 else None\n"
    "\n"
    "# Of a formula \"A + 3 B - 2*C\" of the profile's own; a name that is nowhere counts "
    "nothing.\n"
    "def parsed(formula, formulas, names):\n"
    "    name = '|'.join(re.escape(name) for name in sorted(names, key=len, reverse=True))\n"
    "    term = re.compile(r'\\s*([+-]?)\\s*(?:(?!(?:%s)(?:[ "
    "+]|$))(0x[0-9a-f]+|\\d+)\\s*\\*?\\s*)?'\n"
    "                      r'((?:%s)(?=[ +]|$)|[A-Za-z_]\\w*)' % (name, name))\n"
    "    factors, at = {}, 0\n"
    "    while formula[at:].strip():\n"
    "        match = term.match(formula, at)\n"
    "        if match is None:\n"
    "            sys.exit(f'what is {formula[at:]!r} in {formula!r}?')\n"
    "        sign, times, event = match.groups()\n"
    "        if event in formulas:\n"
    "            part = parsed(formulas[event], formulas, names)\n"
    "        elif event in SUMS:\n"
    "            part = SUMS[event]\n"
    "        else:\n"
    "            part = {event: 1}\n"
    "        for column, count in part.items():\n"
    "            count *= (-1 if sign == '-' else 1) * (int(times, 0) if times else 1)\n"
    "            factors[column] = factors.get(column, 0) + count\n"
    "        at = match.end()\n"
    "    return factors\n"
    "\n"
    "def total(costs, factors):\n"
    "    given = [name for name in factors if costs.get(name) is not None]\n"
    "    return sum(factors[name] * costs[name] for name in given), bool(given)\n"
    "\n"
    "def expected(name, costs, is_exact, own):\n"
    "    if name in own and isinstance(own[name], dict):\n"
    "        value, is_given = total(costs, own[name])\n"
    "        return value if is_given else None\n"
    "    if name in SUMS:\n"
    "        value, is_given = total(costs, SUMS[name])\n"
    "        return value if is_given else None\n"
    "    if name not in RATIOS and name not in own:\n"
    "        return costs[name]\n"
    "    over, under, scale = own[name] if name in own else (*RATIOS[name], 100)\n"
    "    divisor = total(costs, dict.fromkeys(under, 1))[0]\n"
    "    if not is_exact or divisor == 0:\n"
    "        return None\n"
    "    return scale * total(costs, dict.fromkeys(over, 1))[0] / divisor\n"
    "\n"
    "def check(where, costs, is_exact, own):\n"
    "    for name, value in costs.items():\n"
    "        wanted = expected(name, costs, is_exact, own)\n"
    "        is_ratio = name in RATIOS or name == 'Own'\n"
    "        seen['nothing' if value is None else 'ratios' if is_ratio else 'sums'] += 1\n"
    "        seen['bounds'] += is_ratio and not is_exact\n"
    "        is_same = value == wanted\n"
    "        if is_ratio and value is not None and wanted is not None:\n"
    "            is_same = abs(value - wanted) <= 4e-16 * abs(wanted)\n"
    "        if not is_same:\n"
    "            sys.exit(f'{where}: {name} is {value}, not {wanted}, of {costs}')\n"
    "\n"
    "def check_row(where, row, own):\n"
    "    check(where + ' self', row.get('self', {}), True, own)\n"
    "    check(where + ' inclusive', row.get('inclusive', {}), row.get('exact', True), own)\n"
    "    for key in ('callers', 'callees', 'recursion', 'files'):\n"
    "        for related in row.get(key, []):\n"
    "            check(f'{where} {key}', related.get('cost', {}), True, own)\n"
    "            check(f'{where} {key}', related.get('self', {}), True, own)\n"
    "    for step in row.get('path', []):\n"
    "        if step['exact']:\n"
    "            check(f'{where} path', step['cost'], True, own)\n"
    "\n"
    "def check_profile(path):\n"
    "    listed = quern('--list-events', path)\n"
    "    if listed is None:\n"
    "        return\n"
    "    events = listed['rows']\n"
    "    recorded = [event['name'] for event in events if 'formula' not in event]\n"
    "    formulas = {event['name']: event['formula'] for event in events\n"
    "                if 'formula' in event and event['formula'] not in BUILT_IN}\n"
    "    shown = [event['name'] for event in events if ',' not in event['name']]\n"
    "    plain = [name for name in recorded if re.fullmatch('[A-Za-z_]+', name)]\n"
    "    names = [event['name'] for event in events]\n"
    "    own = {name: parsed(formula, formulas, names) for name, formula in formulas.items()}\n"
    "    options = []\n"
    "    if plain:\n"
    "        own['Own'] = (plain[-1:], plain[:1], 1000)\n"
    "        options = [f'--event=Own = 1000 {plain[-1]} / {plain[0]}']\n"
    "        shown += ['Own']\n"
    "    if {name for name in SUMS if name in recorded} or not shown:\n"
    "        return\n"
    "    seen['profiles'] += 1\n"
    "    for view in VIEWS:\n"
    "        document = quern(view, '--show=' + ','.join(shown), *options, path)\n"
    "        if document is None:\n"
    "            continue\n"
    "        check(path + ' totals', document['totals'], True, own)\n"
    "        for row in document['rows']:\n"
    "            check_row(f\"{path} {view} {row.get('function')}\", row, own)\n"
    "\n"
    "for folder, _, names in sorted(os.walk('.')):\n"
    "    if folder.split('/')[1:2] not in (['golden'], ['src']):\n"
    "        for name in sorted(names):\n"
    "            check_profile(os.path.join(folder, name))\n"
    "print(seen)\n";

static unsigned long number_after(const char *text, const char *key)
{
    const char *at = strstr(text, key);

    cr_assert(at, "no %s in %s", key, text);
    return strtoul(at + strlen(key), NULL, 10);
}

Test(derived, events_are_what_recorded_ones_make)
{
    char *quern = run_quern_path();
    char *arguments[] = {"python3", "-c", check, quern, NULL};

    run_need("derived", "python3");
    cr_assert(chdir(TESTDATA_DIR) == 0, "there is no %s", TESTDATA_DIR);
    struct run run = run_program("python3", arguments, NULL);
    cr_assert_eq(run.status, 0, "%s", run.err);
    cr_expect_gt(number_after(run.out, "'profiles': "), 200, "%s", run.out);
    cr_expect_gt(number_after(run.out, "'ratios': "), 100000, "%s", run.out);
    cr_expect_gt(number_after(run.out, "'bounds': "), 1000, "%s", run.out);
    run_free(&run);
    free(quern);
}
