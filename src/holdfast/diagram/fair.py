"""O4a: does the spec imply that an action of a diagram is fair?

A conjunct `\\A x \\in S : WF_v(B(x))` of the spec is about an action A of the diagram if

    A is B(p) for a parameter p of the diagram in S        an instance
    A is \\E x \\in S : B(x), and B(x) stays enabled         persistence
      until A is taken

Persistence also turns weak fairness into strong fairness. Formulas are compared with their
definitions expanded; what is not matched is not fair.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product

from holdfast.diagram.diagram import Fairness
from holdfast.diagram.meaning import Meaning
from holdfast.ir import expr as ir
from holdfast.ir.ops import Op
from holdfast.ir.substitute import substitute
from holdfast.ir.system import System
from holdfast.passes.inline_locals import inline_locals


@dataclass(frozen=True, slots=True)
class FairConjunct:
    """A fairness condition of a spec, for all values of bound names."""

    bounds: tuple[ir.Bound, ...]
    strong: bool
    action: ir.Expr
    enabled: ir.Expr
    variables: frozenset[str]


@dataclass(frozen=True, slots=True)
class Match:
    """How a conjunct implies that an action is fair: directly, or if it stays enabled.

    `kept` is the conjunct whose action has to stay enabled.
    """

    how: str
    kept: FairConjunct | None = None


def matches(meaning: Meaning, name: str) -> Iterator[Match]:
    """The ways in which the spec may imply that an action is fair, the direct ones first."""
    fairness = meaning.diagram.action(name).fairness
    normal = _Normal(meaning.system)
    wanted = normal.form(meaning.actions[name].formula)
    every = frozenset(_own_variables(meaning))
    later: list[Match] = []
    for each in fair_conjuncts(meaning.system):
        if each.variables != every:
            continue
        enough = each.strong or fairness is Fairness.WEAK
        for chosen in _instances(each, meaning, normal):
            if normal.form(substitute(each.action, chosen)) == wanted:
                if enough:
                    yield Match("the spec states it" if not chosen else "an instance")
                else:
                    later.append(Match("persistence", each))
        for part in _partly(each, meaning, normal):
            if normal.form(_some(part)) == wanted:
                later.append(Match("persistence", part))
    yield from later


def _some(each: FairConjunct) -> ir.Expr:
    return ir.Bind(ir.Binder.EXISTS, each.bounds, each.action) if each.bounds else each.action


def _own_variables(meaning: Meaning) -> Iterator[str]:
    """The variables of the spec, without those of parameters."""
    extra = {p.variable for p in meaning.parameters}
    return (v for v in meaning.system.variables if v not in extra)


def _partly(each: FairConjunct, meaning: Meaning, normal: _Normal) -> Iterator[FairConjunct]:
    """A conjunct with parameters in place of some names; at least one name stays quantified."""
    if any(bound.domain is None or bound.pattern for bound in each.bounds):
        return
    single = [ir.Bound((name,), b.domain) for b in each.bounds for name in b.names]
    choices: list[list[str | None]] = []
    for bound in single:
        assert bound.domain is not None
        domain = normal.form(bound.domain)
        fitting = [p.variable for p in meaning.parameters if normal.form(p.domain) == domain]
        choices.append([None, *fitting])
    for chosen in product(*choices):
        left = tuple(b for b, p in zip(single, chosen, strict=True) if p is None)
        given = {b.names[0]: ir.Name(p) for b, p in zip(single, chosen, strict=True) if p}
        if left:
            action, enabled = substitute(each.action, given), substitute(each.enabled, given)
            yield replace(each, bounds=left, action=action, enabled=enabled)


def _instances(
    each: FairConjunct, meaning: Meaning, normal: _Normal
) -> Iterator[Mapping[str, ir.Expr]]:
    """Parameters of the diagram in place of the names that a conjunct quantifies."""
    choices = []
    for bound in each.bounds:
        if bound.domain is None or bound.pattern:
            return
        domain = normal.form(bound.domain)
        fitting = [p for p in meaning.parameters if normal.form(p.domain) == domain]
        for name in bound.names:
            choices.append([(name, ir.Name(p.variable)) for p in fitting])
    for chosen in product(*choices):
        yield dict(chosen)


# ---- the fairness of a spec ----


def fair_conjuncts(system: System) -> tuple[FairConjunct, ...]:
    """The fairness conditions of a spec; others than these forms are not read."""
    return tuple(each for e in system.fairness for each in _conjuncts(e, (), system))


def _conjuncts(e: ir.Expr, bounds: tuple[ir.Bound, ...], system: System) -> Iterator[FairConjunct]:
    match e:
        case ir.Apply(Op.AND, args):
            for a in args:
                yield from _conjuncts(a, bounds, system)
        case ir.Bind(ir.Binder.FORALL, inner, body):
            yield from _conjuncts(body, (*bounds, *inner), system)
        case ir.Call(name, args) if name in system.definitions:
            d = system.definitions[name]
            if not d.recursive:
                body = substitute(d.body, dict(zip(d.params, args, strict=True)))
                yield from _conjuncts(body, bounds, system)
        case ir.Let():
            inlined = inline_locals(e)
            if inlined is not None:
                yield from _conjuncts(inlined, bounds, system)
        case ir.Apply(
            Op.WEAK_FAIR | Op.STRONG_FAIR as op,
            (ir.Apply(Op.ANGLE_ACTION, (action, ir.Apply(Op.UNCHANGED, (v,)))), enabled),
        ):
            variables = frozenset(name.name for name in ir.variables_in(v))
            yield FairConjunct(bounds, op is Op.STRONG_FAIR, action, enabled, variables)
        case _:
            return


# ---- formulas with definitions expanded ----


class _Normal:
    """Formulas in a form in which equal ones are mostly the same."""

    def __init__(self, system: System) -> None:
        self.definitions = {
            n: d for n, d in system.definitions.items() if n not in system.constants
        }

    def form(self, e: ir.Expr, depth: int = 0) -> ir.Expr:
        """The formula with definitions expanded and bound names numbered."""
        match e:
            case ir.Call(name, args) if self._is_plain(name):
                d = self.definitions[name]
                return self.form(substitute(d.body, dict(zip(d.params, args, strict=True))), depth)
            case ir.Let():
                inlined = inline_locals(e)
                return e if inlined is None else self.form(inlined, depth)
            case ir.Apply(Op.AND | Op.OR as op, args):
                return self._joined(op, args, depth)
            case ir.Bind():
                return self._bound(e, depth)
            case _:
                return ir.map_children(lambda child: self.form(child, depth), e)

    def _is_plain(self, name: str) -> bool:
        return name in self.definitions and not self.definitions[name].recursive

    def _joined(self, op: Op, args: tuple[ir.Expr, ...], depth: int) -> ir.Expr:
        """A conjunction or disjunction without others of its kind in it."""
        found: list[ir.Expr] = []
        for a in (self.form(a, depth) for a in args):
            inner = isinstance(a, ir.Apply) and a.op is op
            found += a.args if inner and isinstance(a, ir.Apply) else (a,)
        return found[0] if len(found) == 1 else ir.Apply(op, tuple(found))

    def _bound(self, e: ir.Bind, depth: int) -> ir.Expr:
        """Names numbered by their depth; a quantifier of several names is several quantifiers."""
        names: dict[str, ir.Expr] = {}
        bounds: list[ir.Bound] = []
        for b in e.bounds:
            domain = None if b.domain is None else self.form(b.domain, depth)
            new = tuple(f"${depth + len(names) + i}" for i in range(len(b.names)))
            names |= dict(zip(b.names, map(ir.Name, new), strict=True))
            if b.pattern:
                bounds.append(replace(b, names=new, domain=domain))
            else:
                bounds += [replace(b, names=(n,), domain=domain) for n in new]
        body = self.form(substitute(e.body, names), depth + len(names))
        if e.binder not in (ir.Binder.EXISTS, ir.Binder.FORALL):
            return replace(e, bounds=tuple(bounds), body=body)
        for b in reversed(bounds):
            body = ir.Bind(e.binder, (b,), body)
        return body
