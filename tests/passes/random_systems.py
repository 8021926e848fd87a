"""Random small systems as TLA+ text, with the finite set of values that each variable has.

All expressions are total on these values, so that a formula may be evaluated on any two
states, whatever the order in which an action gives the variables their values.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from holdfast.front.files import Files
from holdfast.front.tla.modules import load_spec
from holdfast.front.tlc.config import read_config
from holdfast.front.tlc.model import build_model
from holdfast.ir.system import System
from holdfast.source import Source, errors

DOMAINS = {
    "x": "0 .. 2",
    "b": "BOOLEAN",
    "f": '[{"p", "q"} -> 0 .. 1]',
    "s": "SUBSET {1, 2}",
}
CONFIG = "INIT Init\nNEXT Next\nCHECK_DEADLOCK FALSE\n"

_VALUES = {
    "x": (
        "0",
        "2",
        "{n}",
        "({x} + {n}) % 3",
        "IF {g} THEN {n} ELSE {x}",
        "Cardinality({{{n}, 1}})",
    ),
    "b": ("TRUE", "~{b}", "{g}", "{b} => {g}", "\\E k{i} \\in 0 .. 1 : k{i} = {n}"),
    "f": (
        '[k{i} \\in {{"p", "q"}} |-> {n} % 2]',
        '[{f} EXCEPT !["p"] = 1 - @]',
        '[{f} EXCEPT !["q"] = {n} % 2, !["p"] = @]',
        '("p" :> 1) @@ {f}',
        "IF {g} THEN {f} ELSE [k{i} \\in DOMAIN {f} |-> 0]",
    ),
    "s": (
        "{{}}",
        "{s} \\union {{1}}",
        "{s} \\ {{1 + ({n} % 2)}}",
        "{{k{i} \\in 1 .. 2 : k{i} > {n}}}",
    ),
}
_SETS = {
    "x": ("0 .. {n}", "{{{n}, 1}}", "{{k{i} \\in 0 .. 2 : k{i} # {n}}}"),
    "b": ("BOOLEAN", "{{{g}}}", "{{{b}, TRUE}}"),
    "f": ('[{{"p", "q"}} -> {{{n} % 2}}]', '{{{f}, [{f} EXCEPT !["q"] = 0]}}'),
    "s": ("SUBSET {{1}}", "{{{s}, {{}}}}"),
}
_GUARDS = {
    "x": ("{x} < {n}", "{x} = {n}", "{x} \\in {{0, {n}}}", "Low({x})"),
    "b": ("{b}", "~{b}", "({b} \\/ {n} = 1)"),
    "f": ('{f}["p"] = {n}', "(\\A k{i} \\in DOMAIN {f} : {f}[k{i}] = 0)", '{f}["q"] < {f}["p"]'),
    "s": ("1 \\in {s}", "{s} = {{}}", "(\\E k{i} \\in {s} : k{i} > {n})", "Cardinality({s}) < 2"),
}


@dataclass(slots=True)
class Scope:
    """What an expression may read: variables, those with a next value, and numbers."""

    readable: dict[str, list[str]]
    numbers: list[str] = field(default_factory=lambda: ["0", "1", "2"])

    def more(self, variable: str = "", text: str = "", number: str = "") -> Scope:
        """This scope and one more way to read a variable, or one more number."""
        readable = {v: [*texts] for v, texts in self.readable.items()}
        if variable:
            readable.setdefault(variable, []).append(text)
        return Scope(readable, [*self.numbers, *([number] if number else [])])


class Author:
    """Writes one system."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.number = 0
        self.definitions: list[str] = []
        self.variables = sorted(random.sample(sorted(DOMAINS), random.randint(2, 3)))

    def fresh(self) -> str:
        """A number that makes a name new."""
        self.number += 1
        return str(self.number)

    def fill(self, template: str, scope: Scope) -> str:
        """A template with its places filled."""
        found = {v: self.read(v, scope) for v in DOMAINS if f"{{{v}}}" in template}
        number = self.random.choice(scope.numbers)
        guard = self.guard(scope) if "{g}" in template else ""
        return template.format(n=number, g=guard, i=self.fresh(), **found)

    def read(self, variable: str, scope: Scope) -> str:
        """A way to read a variable, or a constant of its type."""
        constants = {"x": "1", "b": "FALSE", "f": '[k0 \\in {"p", "q"} |-> 0]', "s": "{1}"}
        known = scope.readable.get(variable)
        text = self.random.choice(known) if known else constants[variable]
        return text if text.isidentifier() or text.endswith("'") else f"({text})"

    def guard(self, scope: Scope) -> str:
        """A formula about what can be read."""
        variable = self.random.choice(sorted(scope.readable) or ["x"])
        return f"({self.fill(self.random.choice(_GUARDS[variable]), scope)})"

    def value(self, variable: str, scope: Scope) -> str:
        """A value for a variable."""
        return self.fill(self.random.choice(_VALUES[variable]), scope)

    # ---- actions ----

    def action(self, depth: int, todo: tuple[str, ...], scope: Scope, prime: str) -> str:
        """A formula that gives each variable of `todo` a value, in a random form."""
        r = self.random
        if depth <= 0:
            return self.assignments(todo, scope, prime)

        def inner(within: Scope = scope) -> str:
            return self.action(depth - 1, todo, within, prime)

        match r.choice(("plain", "or", "if", "exists", "let", "define", "case", "guarded")):
            case "or":
                return f"(({inner()}) \\/ ({inner()}))"
            case "if":
                return f"(IF {self.guard(scope)} THEN {inner()} ELSE {inner()})"
            case "exists":
                name = f"e{self.fresh()}"
                return (
                    f"(\\E {name} \\in 0 .. {r.randint(0, 1)} : {inner(scope.more(number=name))})"
                )
            case "let":
                name, variable = f"d{self.fresh()}", r.choice(self.variables)
                value = self.value(variable, scope)
                return f"(LET {name} == {value} IN {inner(scope.more(variable, name))})"
            case "define":
                return self.defined(depth, todo, prime)
            case "case":
                return f"(CASE {self.guard(scope)} -> {inner()} [] OTHER -> {inner()})"
            case "guarded":
                return f"({self.guard(scope)} /\\ {inner()})"
            case _:
                return self.assignments(todo, scope, prime)

    def defined(self, depth: int, todo: tuple[str, ...], prime: str) -> str:
        """A definition with a parameter, called with a number."""
        name, parameter = f"Act{self.fresh()}", f"p{self.fresh()}"
        scope = self.top(prime).more(number=parameter)
        body = self.action(depth - 1, todo, scope, prime)
        self.definitions.append(f"{name}({parameter}) == {body}")
        return f"{name}({self.random.randint(0, 2)})"

    def assignments(self, todo: tuple[str, ...], scope: Scope, prime: str) -> str:
        """One conjunct for each variable, in any order, with tests in between."""
        parts: list[str] = []
        order = self.random.sample(todo, len(todo))
        kept = self.random.randint(0, len(order) - 1) if prime else 0
        if kept:
            parts.append(f"UNCHANGED <<{', '.join(order[:kept])}>>")
        for variable in order[kept:]:
            parts.append(self.assignment(variable, scope, prime))
            scope = scope.more(variable, f"{variable}{prime}")
            if prime:
                scope = scope.more(variable, f"Twin{variable}{prime}")
            if self.random.random() < 0.2:
                parts.append(self.guard(scope))
        return "(" + " /\\ ".join(parts) + ")"

    def assignment(self, variable: str, scope: Scope, prime: str) -> str:
        """One variable gets a value, or one of several."""
        target = f"{variable}{prime}"
        forms = ["=", "=", "in", "or"] + (["unchanged", "put"] if prime else [])
        match self.random.choice(forms):
            case "in":
                return f"{target} \\in {self.fill(self.random.choice(_SETS[variable]), scope)}"
            case "or":
                first, second = self.value(variable, scope), self.value(variable, scope)
                return f"({target} = ({first}) \\/ {target} = ({second}))"
            case "unchanged":
                return f"UNCHANGED {self.random.choice((variable, f'<<{variable}>>'))}"
            case "put":
                return f"Put({variable}, {self.value(variable, scope)})"
            case _:
                return f"{target} = ({self.value(variable, scope)})"

    def top(self, prime: str) -> Scope:
        """What can be read before anything has a value."""
        return Scope({v: [v, v, f"Twin{v}"] for v in self.variables} if prime else {})

    def lines(self) -> Iterator[str]:
        """The module."""
        everything = tuple(self.variables)
        init = self.action(self.random.randint(0, 2), everything, self.top(""), "")
        actions = [
            self.action(self.random.randint(0, 3), everything, self.top("'"), "'")
            for _ in range(self.random.randint(2, 4))
        ]
        yield "---- MODULE Small ----"
        yield "EXTENDS Integers, FiniteSets, TLC"
        yield f"VARIABLES {', '.join(self.variables)}"
        yield f"vars == <<{', '.join(self.variables)}>>"
        yield "Typed == <<" + ", ".join(DOMAINS[v] for v in self.variables) + ">>"
        yield "Low(n) == n < 2"
        yield "Put(v, e) == v' = e"
        yield from (f"Twin{v} == {v}" for v in self.variables)
        yield from self.definitions
        yield f"Init == {init}"
        for i, action in enumerate(actions):
            yield f"Step{i} == {action}"
        yield "Next == " + " \\/ ".join(f"Step{i}" for i in range(len(actions)))
        yield "===="


def small_system(random: Random) -> str:
    """A module with Init, Next and `Typed`, the sets of values of its variables."""
    return "\n".join(Author(random).lines()) + "\n"


def lowered(text: str) -> System:
    """The system of a module before all passes."""
    spec = load_spec(Path("Small.tla"), files=Files.over({Path("Small.tla"): text}))
    assert not errors(spec.diagnostics), [d.message for d in spec.diagnostics]
    config = CONFIG + "ALIAS Typed\n"
    return build_model(spec, read_config(Source("Small.cfg", config))).system
