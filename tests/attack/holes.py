"""What a spec is made of, by the kinds of mistakes that evaluators make with it.

A  ENABLED inside an instantiated module       F  recursive operators and primes
B  a constant replaced by an instance          G  a parameter read in both states
C  a LET operator whose parameter is primed    H  an operator argument applied below a prime
D  primes in an operator that is passed        R  a recursive operator that gives next values
E  ENABLED of a formula parameter              P  an action as an argument, or a parameter
J  ENABLED of a primed ENABLED                    that gets a next value
K  \\cdot
"""

from __future__ import annotations

from collections.abc import Iterator

from tests.attack.tree import (
    Apply,
    Arg,
    Call,
    Definition,
    Instance,
    Lambda,
    Let,
    Module,
    OpName,
    Spec,
    children,
    unit_expressions,
    walk,
)

PRIMES = ("'", "UNCHANGED")


def made_of(spec: Spec) -> str:
    """The letters of all kinds that a spec shows, in order."""
    return "".join(sorted(set(_letters(spec))))


def asks_enabled_of_a_parameter(module: Module) -> bool:
    """Whether a module has an operator with ENABLED around its parameter."""
    units = [u for u in module.units if isinstance(u, Definition)]
    units += [
        u
        for unit in module.units
        for e in unit_expressions(unit)
        for each in walk(e)
        if isinstance(each, Let)
        for u in each.units
        if isinstance(u, Definition)
    ]
    return any("E" in _of_definition(u, local=False) for u in units)


def _letters(spec: Spec) -> Iterator[str]:
    for module in spec.modules:
        bodies = [e for u in module.units for e in unit_expressions(u)]
        everything = [each for e in bodies for each in walk(e)]
        if module is not spec.root and any(_is(e, "ENABLED") for e in everything):
            yield "A"
        for unit in module.units:
            if isinstance(unit, Instance) and spec.module(unit.module).extends:
                yield "B"
            if isinstance(unit, Definition):
                yield from _of_definition(unit, local=False)
        for e in everything:
            yield from _of_expression(e)


def _of_expression(e: Arg) -> Iterator[str]:
    match e:
        case Let(units, _):
            for unit in units:
                if isinstance(unit, Definition):
                    yield from _of_definition(unit, local=True)
        case Call(_, args):
            for arg in args:
                if isinstance(arg, OpName) or any(_is(x, *PRIMES) for x in walk(arg)):
                    yield "D" if isinstance(arg, OpName | Lambda) else "P"
        case Apply("\\cdot", _):
            yield "K"
        case Apply("'", (body,)) if any(_is(x, "ENABLED") for x in walk(body)):
            yield "J"


def _of_definition(unit: Definition, local: bool) -> Iterator[str]:
    everything = list(walk(unit.body))
    primed = {n for e in everything if _is(e, *PRIMES) for n in _names(e)}
    for name, arity in unit.params:
        if name in primed:
            yield "C" if local else "P"
            if any(_reads(unit.body, name)):
                yield "G"
            if arity:
                yield "H"
        if any(_is(e, "ENABLED") and name in _names(e) for e in everything):
            yield "E"
    if unit.group:
        yield "R" if any(_is(e, *PRIMES) for e in everything) else "F"


def _is(e: Arg, *operators: str) -> bool:
    return isinstance(e, Apply) and e.op in operators


def _names(e: Arg) -> set[str]:
    return {each.name for each in walk(e) if isinstance(each, Call | OpName)}


def _reads(e: Arg, name: str) -> Iterator[bool]:
    """Whether a name occurs outside of primes."""
    if _is(e, "'"):
        return
    if isinstance(e, Call) and e.name == name:
        yield True
    for child in children(e):
        yield from _reads(child, name)
