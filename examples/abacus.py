#!/usr/bin/env python3
"""A compiler that is not written in Rust. It reads Abacus, and gives `kont` ANF:

    abacus.py run FILE, abacus.py build FILE -o OUT, abacus.py emit FILE

    program ::= (def | "(" "print" exp ")")*
    def     ::= "(" "def" "(" name (name type)* ")" type exp ")"
    exp     ::= number | string | name | "(" "if" exp exp exp ")" | "(" (operator | name) exp* ")"
    type    ::= "int" | "str" | "bool"

A number has at most 18 digits, a string no escapes. `;` begins a comment."""

import json
import re
import subprocess
import sys

TOKEN = re.compile(r'[()]|"[^"\n]*"|;.*|[^\s()";]+|"')
# A string as ANF writes it.
quoted = json.JSONEncoder(ensure_ascii=False).encode
TYPES = {"int": "i64", "str": "str", "bool": "i1"}
# The operators: the code, the types of the operands and that of the result, as for functions.
OPERATORS = {
    "+": ("sadd.i64", ["int", "int"], "int"),
    "-": ("ssub.i64", ["int", "int"], "int"),
    "*": ("smul.i64", ["int", "int"], "int"),
    "/": ("sdiv.i64", ["int", "int"], "int"),
    "<": ("slt.i64", ["int", "int"], "bool"),
    "=": ("eq.i64", ["int", "int"], "bool"),
    "++": ("str.concat", ["str", "str"], "str"),
}


class Wrong(Exception):
    """A mistake in the program: place, message."""


def read(text):
    """The expressions of a text. Each is a place and a word or a list."""
    lists = [(None, [])]
    for match in TOKEN.finditer(text):
        token, at = match[0], match.start()
        place = (text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at))
        if token == '"':
            raise Wrong(place, "this string does not end on its line")
        if len(lists) > 200 or token == ")" and len(lists) == 1:
            raise Wrong(place, "no parenthesis is open here, or too many are")
        if token == "(":
            lists.append((place, []))
        elif token == ")":
            closed = lists.pop()
            lists[-1][1].append(closed)
        elif not token.startswith(";"):
            lists[-1][1].append((place, token))
    if len(lists) > 1:
        raise Wrong(lists[-1][0], "this parenthesis is not closed")
    return lists[0][1]


def words(exp):
    """The words of a list, with empty ones for the lists in it."""
    parts = [] if isinstance(exp[1], str) else exp[1]
    return [part if isinstance(part, str) else "" for _, part in parts]


class Compiler:
    def __init__(self, file):
        self.file, self.lines, self.positions, self.count = file, [], [], 0
        self.functions = {}

    def new(self, name="x"):
        """A variable. With a number of its own, it may be called like a word of ANF."""
        self.count += 1
        return f"{name}.{self.count}"

    def at(self, place):
        """A position, as bindings and functions refer to it."""
        number = len(self.positions) + 1
        self.positions.append(f"pos !{number} = {quoted(self.file)} {place[0]}:{place[1]}")
        return f"!{number}"

    def bind(self, ty, code):
        """Names the result of an operation; gives the name and the type."""
        var = self.new()
        self.lines.append(f"{var}: {TYPES[ty]} = {code}")
        return var, ty

    def want(self, wanted, ty, exp):
        if ty != wanted:
            raise Wrong(exp[0], f"this is of type {ty}, and should be of type {wanted}")

    def typed(self, exp, scope, wanted):
        """The value of an expression that must have this type."""
        value, ty = self.value(exp, scope)
        self.want(wanted, ty, exp)
        return value

    def value(self, exp, scope):
        """The value of an expression, which is an atom of ANF, and its type."""
        place, parts = exp
        if isinstance(parts, str):
            if parts.startswith('"'):
                return quoted(parts[1:-1]), "str"
            if re.fullmatch("-?[0-9]{1,18}", parts):
                return parts, "int"
            if parts not in scope:
                raise Wrong(place, f"unknown name `{parts}`")
            return scope[parts]
        if words(exp)[:1] == ["if"]:
            # Inside another expression, it is the body of a function that is called at once.
            head, name = len(self.lines), self.new()
            self.lines.append("")
            ty = self.tail(exp, scope)
            self.lines[head] = f"fun {name}() -> ({TYPES[ty]}) {{"
            self.lines.append("}")
            return self.bind(ty, f"call {name}")
        code, ty = self.operation(exp, scope)
        return self.bind(ty, code)

    def operation(self, exp, scope):
        """An operation or a call, without what it binds, and the type of its result."""
        place, parts = exp
        name, args = "".join(words(exp)[:1]), parts[1:]
        code, params, result = OPERATORS.get(name) or self.functions.get(name) or ("", [], "")
        if not code or len(params) != len(args):
            raise Wrong(place, "this is no call of a function with as many parameters")
        values = [self.typed(arg, scope, ty) for arg, ty in zip(args, params)]
        return " ".join([code, *values, self.at(place)]), result

    def tail(self, exp, scope):
        """Ends a body with the value of an expression; gives its type."""
        head = words(exp)[:1]
        if head == ["if"] and len(exp[1]) != 4:
            raise Wrong(exp[0], "`if` wants a condition and two expressions")
        if head == ["if"]:
            _, cond, then, other = exp[1]
            self.lines.append(f"if {self.typed(cond, scope, 'bool')} {{")
            ty = self.tail(then, scope)
            self.lines.append("} else {")
            self.want(ty, self.tail(other, scope), other)
            self.lines.append("}")
        elif head and head[0] in self.functions:
            code, ty = self.operation(exp, scope)
            self.lines.append(f"tail{code}")
        else:
            value, ty = self.value(exp, scope)
            self.lines.append(f"ret {value}")
        return ty

    def define(self, place, name, params, result, body):
        scope = {param: (self.new(), ty) for param, ty in params}
        types = ", ".join(f"{var}: {TYPES[ty]}" for var, ty in scope.values())
        self.lines.append(f"fun {name}({types}) -> ({TYPES[result]}) {self.at(place)} {{")
        self.want(result, self.tail(body, scope), body)
        self.lines.append("}")

    def program(self, items):
        defs, prints = [], []
        for place, item in items:
            heads = words((place, item))
            if heads[:1] == ["print"] and len(item) == 2:
                prints.append(item[1])
                continue
            head = words(item[1]) if heads[:1] == ["def"] and len(item) == 4 else []
            if len(head) % 2 == 0 or {*head[2::2], heads[2]} - TYPES.keys() or "" in head:
                raise Wrong(place, "wanted: (def (NAME PARAMETER TYPE ...) TYPE EXP) or (print EXP)")
            if head[0] in self.functions or len({*head[1::2]}) < len(head) // 2:
                raise Wrong(place, "a function or a parameter has the name of another")
            var = self.new(re.sub("[^a-z]", "_", head[0]))
            self.functions[head[0]] = (f"call {var}", head[2::2], heads[2])
            defs.append((place, var, list(zip(head[1::2], head[2::2])), heads[2], item[3]))
        for definition in defs:
            self.define(*definition)
        self.lines.append(f"fun main() -> () {self.at((1, 1))} {{")
        for exp in prints:
            value, ty = self.value(exp, {})
            if ty == "int":
                value, ty = self.bind("str", f"i64.to.str {value} 10")
            self.want("str", ty, exp)
            self.lines += [f"() = print {value}", '() = print "\\n"']
        return "\n".join(["anf 1", *self.positions, *self.lines, "ret", "}", "entry main", ""])


def main(command, file, *options):
    try:
        with open(file, encoding="utf-8") as text:
            anf = Compiler(file).program(read(text.read()))
        if command == "emit":
            return print(anf, end="")
        kont = ["kont", command, "--lang", "anf", "-", *options]
        return subprocess.run(kont, input=anf, encoding="utf-8").returncode
    except Wrong as wrong:
        (line, column), message = wrong.args
        return f"{file}:{line}:{column}: {message}"
    except (OSError, UnicodeDecodeError) as error:
        return f"{file}:1: {error}"


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]) if len(sys.argv) > 2 else __doc__)
