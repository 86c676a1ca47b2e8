#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compare each column of --per with a run of quern on that part, thread or input alone.

Its argument is quern; it is run in testdata/. In JSON each value has to be the self cost of the
same row of the other run, null only where that has none, and all that JSON has without --per has to
be the same. What CSV, TSV, text and Markdown have of it is held against the JSON.
"""

import csv
import io
import json
import subprocess
import sys

QUERN = sys.argv[1]
KEYS = ("function", "file:function", "file", "directory", "extension", "namespace", "object", "line")
NAMES = ("object", "file", "function", "directory", "extension", "namespace", "line")
compared = nulls = 0


def run(*arguments):
    done = subprocess.run([QUERN, *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, (arguments, done.stderr)
    return done.stdout


def key(row):
    """What a row is found by: the line of an address may be another one in another build."""
    if "instruction" in row:
        return row["object"], row.get("address", row["function"])
    return tuple((name, row.get(name)) for name in NAMES)


def has_cost(costs):
    return any(cost is not None for cost in costs.values())


def check_column(whole, number, alone):
    """Compare a column with the rows of a run on it alone."""
    global compared, nulls
    own = {key(row): row["self"] for row in alone["rows"]}
    assert len(own) == len(alone["rows"])
    seen = set()
    for row in whole["rows"]:
        value, expected = row["per_values"][number], own.get(key(row))
        if value is None:
            assert expected is None or not has_cost(expected), (key(row), number, expected)
            nulls += 1
            continue
        seen.add(key(row))
        for event, cost in value.items():
            assert cost == expected.get(event), (key(row), number, event, cost, expected)
            compared += 1
    assert seen >= {name for name, costs in own.items() if has_cost(costs)}


def shown(cost):
    return "." if cost is None else f"{cost:,}"


def check_formats(whole, arguments):
    """Compare the other formats with the JSON, in the first event; of text the figures alone."""
    events = [event["name"] for event in whole["events"]]
    for name, separator in (("csv", ","), ("tsv", "\t")):
        table = list(csv.DictReader(io.StringIO(run(f"--format={name}", *arguments)),
                                    delimiter=separator))
        assert len(table) == len(whole["rows"])
        for fields, row in zip(table, whole["rows"]):
            for number, value in enumerate(row["per_values"], 1):
                for event in events:
                    cost = None if value is None else value[event]
                    field = fields[f"self:{event}@{number}"]
                    assert field == ("" if cost is None else str(cost)), (fields, number, event)
    costs = [[None if value is None else value[events[0]] for value in row["per_values"]]
             for row in whole["rows"]]
    limit = "--rows=100000"
    has_sum = arguments[0] != "--per=input"
    has_address = "--by=instruction" in arguments  # in the first column
    first, width = has_address + (2 if has_sum else 0), len(whole["per"])
    options = [limit, f"--show={events[0]}", f"--sort={events[0]}"]
    text = run(*options, *arguments).split("\n\n", 2)[2].splitlines()[1:]
    assert len(text) == len(costs)
    for line, row in zip(text, costs):
        fields = line.split()
        assert fields[first:first + width] == [shown(cost) for cost in row], (line, row)
        if not has_sum and row[0] is not None and row[-1] is not None:
            change = row[-1] - row[0]
            assert fields[first + width] == (f"{change:+,}" if change else "0"), (line, row)
    table = run("--format=markdown", *options, *arguments).split("\n\n", 1)[1].splitlines()[2:]
    assert len(table) == len(costs)
    for line, row in zip(table, costs):
        fields = [field.strip() for field in line.split("|")[1:]]
        assert fields[first:first + width] == [shown(cost) for cost in row], (line, row)


def check(per, by, columns, files):
    """`columns` are the arguments that each column is a run with."""
    arguments = [f"--per={per}", f"--by={by}", *files]
    whole = json.loads(run("--format=json", *arguments))
    assert len(whole["per"]) == len(columns), whole["per"]
    for number, column in enumerate(columns):
        check_column(whole, number, json.loads(run("--format=json", f"--by={by}", *column)))
    check_formats(whole, arguments)
    del whole["per"]
    for row in whole["rows"]:
        del row["per_values"]
    assert whole == json.loads(run("--format=json", *arguments[1:])), "other keys are changed"


def check_inputs(by, *files):
    check("input", by, [[name] for name in files], files)


for by in KEYS:
    check_inputs(by, "o_after", "fib", "mix_O2")
    check_inputs(by, "o_cache_branch", "fib", "o_everything")
    check("part", by, [[f"--part={part}", "o_after"] for part in range(1, 6)], ["o_after"])
    for files in (["o_threads_combined"], ["o_threads-01", "o_threads-02"]):
        check("thread", by, [[f"--thread={thread}", *files] for thread in (1, 2)], files)
check_inputs("instruction", "o_instr_only", "o_everything")
print(f"compared {compared}, null {nulls}")
