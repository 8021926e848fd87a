"""Prefix agreement: the elements that are still active agree on what a position has passed.

A step compares `e(i, pos)`, for elements `i`, with something, and moves `pos`. Then for every
position that was passed, an active element and a given one may have the same `e`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from holdfast.infer.guards import scenes, unfolded
from holdfast.infer.templates.forms import changes, equals, for_all, implies, initial_values
from holdfast.ir import expr as ir
from holdfast.ir.ops import Op
from holdfast.ir.substitute import substitute
from holdfast.ir.system import Property, System

_POSITION = "k"
_MOST_NESTED = 20


@dataclass(frozen=True, slots=True)
class _Seen:
    """An expression or a condition about an element, and the set of the element."""

    element: str
    domain: ir.Expr
    e: ir.Expr


def prefix_agreements(system: System, asked: Sequence[Property]) -> Iterator[ir.Expr]:
    """The candidates for each position, each expression at it, and each condition."""
    start = initial_values(system)
    for position, step in changes(system):
        if position not in start:
            continue
        passed = _passed(ir.Name(position), start[position], step)
        terms, tests = _seen(position, system)
        for term in terms:
            others = [t for t in tests if (t.element, t.domain) == (term.element, term.domain)]
            for given in _elements(asked, system):
                same = _agree(term, given, position)
                bounds = ((term.element, term.domain), (_POSITION, passed))
                yield from (for_all(bounds, implies(t.e, same)) for t in others)
                yield for_all(bounds, same)


def _passed(position: ir.Expr, start: ir.Expr, step: int) -> ir.Expr:
    one = ir.Literal(1)
    if step < 0:
        return ir.Apply(Op.RANGE, (ir.Apply(Op.ADD, (position, one)), start))
    return ir.Apply(Op.RANGE, (start, ir.Apply(Op.SUB, (position, one))))


def _agree(term: _Seen, given: ir.Expr, position: str) -> ir.Expr:
    here = substitute(term.e, {position: ir.Name(_POSITION)})
    return equals(here, substitute(here, {term.element: given}))


def _elements(asked: Sequence[Property], system: System) -> Iterator[ir.Expr]:
    """The constants at which the property applies a function."""
    found: dict[ir.Expr, None] = {}
    pending = [p.expr for p in asked]
    seen: set[str] = set()
    while pending:
        for part in ir.walk(pending.pop()):
            match part:
                case ir.Apply(Op.INDEX, (_, ir.Call(name, ()) as e)) if name in system.constants:
                    found[e] = None
                case ir.Call(name, _) if name in system.definitions and name not in seen:
                    seen.add(name)
                    pending.append(system.definitions[name].body)
                case _:
                    pass
    return iter(found)


# ---- expressions about an element and a position ----


def _seen(position: str, system: System) -> tuple[tuple[_Seen, ...], tuple[_Seen, ...]]:
    """The expressions at the position, and the conditions that do not depend on it."""
    visitor = _Visitor(position, system)
    for scene in scenes(system):
        outer = {n: b.domain for b in scene.bounds if b.domain is not None for n in b.names}
        for e in (*scene.guards, *scene.tests, *scene.values):
            visitor.visit(e, outer, 0)
    return tuple(visitor.terms), tuple(visitor.tests)


class _Visitor:
    """Collects expressions, with the sets of the bound names around them."""

    def __init__(self, position: str, system: System) -> None:
        self.position = position
        self.system = system
        self.terms: dict[_Seen, None] = {}
        self.tests: dict[_Seen, None] = {}

    def visit(self, e: ir.Expr, bound: Mapping[str, ir.Expr], depth: int) -> None:
        if depth > _MOST_NESTED:
            return
        inner = bound
        match e:
            case ir.Call():
                body = None if e.name in self.system.constants else unfolded(e, self.system)
                if body is not None:
                    self.visit(body, bound, depth + 1)
                return
            case ir.Bind(_, bounds, _):
                inner = {
                    **bound,
                    **{n: b.domain for b in bounds if b.domain is not None for n in b.names},
                }
            case ir.Apply(Op.EQ | Op.NE, args):
                for a in args:
                    self._term(a, bound)
            case ir.If(test, yes, no):
                self._test(test, bound)
                self._term(yes, bound)
                self._term(no, bound)
            case ir.Apply(Op.AND | Op.OR | Op.IMPLIES, args):
                for a in args:
                    self._test(a, bound)
            case _:
                pass
        for part in ir.children(e):
            self.visit(part, inner, depth + 1)

    def _term(self, e: ir.Expr, bound: Mapping[str, ir.Expr]) -> None:
        names = _names(e)
        if self.position in names and not isinstance(e, ir.If):
            for element in (n for n in bound if n in names):
                self.terms[_Seen(element, bound[element], e)] = None

    def _test(self, e: ir.Expr, bound: Mapping[str, ir.Expr]) -> None:
        names = _names(e)
        if self.position in names or ir.OLD in names:
            return
        match e:
            case ir.Apply(Op.INDEX | Op.EQ | Op.NE | Op.NOT | Op.IN | Op.NOTIN):
                for element in (n for n in bound if n in names):
                    self.tests[_Seen(element, bound[element], e)] = None
            case _:
                pass


def _names(e: ir.Expr) -> frozenset[str]:
    return frozenset(p.name for p in ir.walk(e) if isinstance(p, ir.Name))
