#!/usr/bin/env python3
"""Prints who calls whom in a program: kont build prog.sml --emit anf-json -o - | call-graph.py

Shows how to walk ANF as JSON (docs/anf-json.md): functions hold bodies, bodies hold bindings and a
tail, and both of these may hold bodies again.
"""

import collections
import json
import sys


def bodies(node):
    """The bodies directly inside a binding or tail."""
    yield from (node[field] for field in ("body", "handler", "then", "else", "default") if field in node)
    yield from (case["body"] for case in node.get("cases", []))


def walk(fun):
    """The bindings and tails of a function, and the functions nested in it. A list of what is left
    to do in place of recursion: bodies may be nested deeper than Python's stack."""
    todo = [fun["body"]]
    while todo:
        body = todo.pop()
        for node in [*body["lets"], body["tail"]]:
            yield node
            todo.extend(bodies(node))


def calls(fun):
    """Counts the calls of a function by the names of what it calls."""
    counts = collections.Counter()
    for node in walk(fun):
        if node["kind"] in ("call", "tailcall"):
            # A variable is a string; no constant is a function.
            counts[node["fun"]] += 1
        elif node.get("op") == "ccall":
            counts["C " + node["foreign"]] += 1
    return counts


def functions(module):
    """All functions, each before those nested in it."""
    todo = list(reversed(module["funs"]))
    while todo:
        fun = todo.pop()
        yield fun
        for node in walk(fun):
            todo.extend(node.get("funs", []))


def main():
    # Python's reader of JSON is recursive.
    sys.setrecursionlimit(100_000)
    module = json.load(sys.stdin)
    assert module["anf"] == 1, "another version of ANF"
    for fun in functions(module):
        for callee, count in sorted(calls(fun).items()):
            print(f"{fun['name']} -> {callee}" + (f" ({count} times)" if count > 1 else ""))


main()
