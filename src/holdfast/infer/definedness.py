"""Conditions under which the partial operations of a formula are defined, as formulas.

    \\A t \\in Thread :                       \\A t \\in Thread :
      pc[t] = "using"              =>          pc[t] = "using" => local[t] \\in DOMAIN status
      => status[local[t]] # "free"

What precedes an operation from left to right is known where it is evaluated. An action is read in
the same way: its guards are known, the values in the next state are not. Conditions that are not
about one state, and those of CHOOSE and of recursive definitions, are left out: `prove` checks
every expression.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from holdfast.infer.guards import unfolded
from holdfast.ir import expr as ir
from holdfast.ir.levels import Level, Levels
from holdfast.ir.ops import Evaluates, Op
from holdfast.ir.substitute import names_in, substitute
from holdfast.ir.system import System
from holdfast.source import Span

_OF_ITEMS = frozenset({"Sequences!Head", "Sequences!Tail", "SequencesExt!Last"})
"""The operators that are defined for sequences with items."""


@dataclass(frozen=True, slots=True)
class Condition:
    """What must hold for an operation to be defined, and the location of the operation."""

    formula: ir.Expr
    span: Span | None


def definedness(e: ir.Expr, system: System) -> tuple[Condition, ...]:
    """The conditions under which a formula or an action is defined in a state."""
    return tuple(dict.fromkeys(_Conditions(system).of(e)))


class _Conditions:
    def __init__(self, system: System) -> None:
        self.system = system
        self.levels = Levels.of_system(system)

    def of(self, e: ir.Expr) -> list[Condition]:
        match e:
            case ir.Apply(Op.AND | Op.IMPLIES, args):
                return self._in_order(args)
            case ir.Apply(Op.OR, args):
                return self._in_order(args, negated=True)
            case ir.Apply(op, args):
                if op.row.evaluates is Evaluates.NONE:
                    return []
                return [c for a in args for c in self.of(a)] + self._of_operation(e)
            case ir.Call(name, _):
                body = None if name in self.system.constants else unfolded(e, self.system)
                return [] if body is None else self.of(body)
            case ir.Let():
                found = self.of(_without_let(e))
                return [c for c in found if _is_closed(c.formula, e)]
            case ir.If(test, yes, no):
                return self._of_arms(((test, yes),), no)
            case ir.Case(arms, other):
                return self._of_arms(arms, other)
            case ir.Bind(_, bounds, body):
                return self._of_binder(bounds, body)
            case ir.Except(base, updates):
                return self.of(base) + self._of_updates(e, updates)
            case _:
                return []

    def _in_order(self, args: Iterable[ir.Expr], negated: bool = False) -> list[Condition]:
        """The conditions of the arguments, each evaluated if those before it hold, or do not."""
        found: list[Condition] = []
        known: list[ir.Expr] = []
        for a in args:
            found += _given(known, self.of(a))
            known += self._known(ir.Apply(Op.NOT, (a,)) if negated else a)
        return found

    def _known(self, e: ir.Expr) -> Iterator[ir.Expr]:
        """The parts of a conjunction that are about one state."""
        if self.levels.of(e) <= Level.STATE:
            yield e
            return
        match e:
            case ir.Apply(Op.AND, args):
                for a in args:
                    yield from self._known(a)
            case ir.Call() if (body := unfolded(e, self.system)) is not None:
                yield from self._known(body)
            case ir.Let():
                yield from (part for part in self._known(_without_let(e)) if _is_closed(part, e))
            case _:
                pass

    def _of_operation(self, e: ir.Apply) -> list[Condition]:
        """The condition of one operation, if it is partial."""
        match e:
            case ir.Apply(Op.INDEX, (_, ir.Literal(str()))):
                return []  # the field of a record
            case ir.Apply(Op.INDEX, (f, x)):
                condition = ir.Apply(Op.IN, (x, ir.Apply(Op.DOMAIN, (f,))))
            case ir.Apply(Op.BUILTIN, (ir.Literal(name), s)) if name in _OF_ITEMS:
                condition = ir.Apply(Op.NE, (s, ir.Apply(Op.TUPLE)))
            case _:
                return []
        about_one_state = self.levels.of(condition) <= Level.STATE
        return [Condition(condition, e.span)] if about_one_state else []

    def _of_arms(
        self, arms: Iterable[tuple[ir.Expr, ir.Expr]], other: ir.Expr | None
    ) -> list[Condition]:
        """The conditions of tests and values, each test evaluated if those before it fail."""
        found: list[Condition] = []
        failed: list[ir.Expr] = []
        for test, value in arms:
            found += _given(failed, self.of(test))
            found += _given([*failed, *self._known(test)], self.of(value))
            failed += self._known(ir.Apply(Op.NOT, (test,)))
        return found if other is None else found + _given(failed, self.of(other))

    def _of_binder(self, bounds: tuple[ir.Bound, ...], body: ir.Expr) -> list[Condition]:
        domains = [b.domain for b in bounds if b.domain is not None]
        found = [c for d in domains for c in self.of(d)]
        about_one_state = all(self.levels.of(d) <= Level.STATE for d in domains)
        if len(domains) < len(bounds) or not about_one_state:
            return found
        for c in self.of(body):
            found.append(replace(c, formula=ir.Bind(ir.Binder.FORALL, bounds, c.formula)))
        return found

    def _of_updates(self, e: ir.Except, updates: tuple[ir.Update, ...]) -> list[Condition]:
        """The conditions of the keys and values; the old value is that before the clause."""
        found: list[Condition] = []
        for i, u in enumerate(updates):
            old: ir.Expr = replace(e, updates=updates[:i]) if i else e.base
            for key in u.path:
                old = ir.Apply(Op.INDEX, (old, key))
            value = substitute(u.value, {ir.OLD: old})
            found += [c for part in (*u.path, value) for c in self.of(part)]
        return found


def _given(known: list[ir.Expr], conditions: list[Condition]) -> list[Condition]:
    """The conditions where something is known, without those that are known."""
    left = (c for c in conditions if c.formula not in known)
    return [replace(c, formula=_implied(known, c.formula)) for c in left]


def _implied(known: list[ir.Expr], e: ir.Expr) -> ir.Expr:
    match e:
        case _ if not known:
            return e
        case ir.Apply(Op.IMPLIES, (ir.Apply(Op.AND, parts), goal)):
            return _implied([*known, *parts], goal)
        case ir.Apply(Op.IMPLIES, (test, goal)):
            return _implied([*known, test], goal)
        case _:
            test = known[0] if len(known) == 1 else ir.Apply(Op.AND, tuple(known))
            return ir.Apply(Op.IMPLIES, (test, e))


def _without_let(e: ir.Let) -> ir.Expr:
    """The body, with the local definitions put in unless they are recursive."""
    local: dict[str, ir.Expr] = {}
    for d in filter(_is_plain, e.definitions):
        body = substitute(d.body, local)
        local[d.name] = ir.Lambda(d.params, body) if d.params else body
    return substitute(e.body, local)


def _is_plain(d: ir.Definition) -> bool:
    return not (d.recursive or d.operators)


def _is_closed(part: ir.Expr, e: ir.Let) -> bool:
    """Whether a part of the body does not mention the definitions that were not put in."""
    left = (d.name for d in e.definitions if not _is_plain(d))
    return names_in(part).isdisjoint(left)
