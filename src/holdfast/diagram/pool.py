"""Predicates and ranking terms mined from a system: from its guards, its tests and its variables.

Names that an action binds become parameters of the diagram, if they range over the same set;
otherwise a guard is quantified, and the set of values that satisfy it is a ranking term.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations, product

from holdfast.diagram.explicit import Instance
from holdfast.diagram.fair_actions import Parameter
from holdfast.diagram.written import written
from holdfast.ir import expr as ir
from holdfast.ir import system as bodies
from holdfast.ir import types
from holdfast.ir.body import inner_bodies
from holdfast.ir.expr import Binder, Bound, Expr
from holdfast.ir.levels import Level, Levels
from holdfast.ir.ops import Op
from holdfast.ir.substitute import substitute
from holdfast.ir.system import Body, System
from holdfast.ir.tla_text import unused

_ZERO = ir.Literal(0)
Scope = Mapping[str, Expr]
"""The sets of the names that are bound around a formula."""


@dataclass(frozen=True, slots=True)
class _Guard:
    formula: Expr
    scope: Scope


class Pool:
    """Candidates for predicates and terms, as texts, the most useful first."""

    def __init__(self, system: System, parameters: Sequence[Parameter]) -> None:
        self.system, self.parameters = system, tuple(parameters)
        self.levels = Levels.of_system(system)
        self._guards = tuple(self._all_guards())

    # ---- predicates ----

    def predicates(self) -> tuple[str, ...]:
        """Formulas over states."""
        found: dict[str, None] = {}
        for guard in self._guards:
            for part in _parts(guard.formula):
                for formula in self._closed(part, guard.scope):
                    found[self._text(formula)] = None
        for guard in self._whole_guards():
            for formula in self._closed(guard.formula, guard.scope):
                found[self._text(formula)] = None
        return tuple(sorted(found, key=lambda text: ("\\E" in text, len(text))))

    def parts(self, formula: Expr) -> tuple[str, ...]:
        """The formulas that a state predicate is made of, without quantifiers."""
        whole = [f for f in _parts(formula) if self.levels.of(f) == Level.STATE]
        return tuple(dict.fromkeys(map(self._text, whole)))

    def _closed(self, formula: Expr, scope: Scope) -> Iterator[Expr]:
        """A formula without free names: about parameters, or for some values of the others."""
        if self.levels.of(formula) != Level.STATE:
            return
        free = [n for n in scope if n in _free_names(formula)]
        choices = [(None, *self._same_set(scope[n])) for n in free]
        for chosen in product(*choices):
            given = {n: ir.Name(p) for n, p in zip(free, chosen, strict=True) if p}
            left = {n: self._fresh(n) for n in free if n not in given}
            if not self._constant(scope[n] for n in left):
                continue
            about = substitute(formula, given | {n: ir.Name(new) for n, new in left.items()})
            if left:
                bounds = tuple(Bound((new,), scope[n]) for n, new in left.items())
                about = ir.Bind(Binder.EXISTS, bounds, about)
            yield about

    def _same_set(self, domain: Expr) -> Iterator[str]:
        return (p.name for p in self.parameters if p.domain == domain)

    def _fresh(self, name: str) -> str:
        """The name, or another if it is that of a parameter."""
        return unused(name, {p.name for p in self.parameters})

    def _constant(self, domains: Iterable[Expr]) -> bool:
        return all(self.levels.of(d) == Level.CONSTANT for d in domains)

    # ---- guards ----

    def _all_guards(self) -> Iterator[_Guard]:
        for action in self.system.actions:
            scope: dict[str, Expr] = {}
            for group in action.bounds:
                scope |= _bound_names(group)
            yield from self._guards_in(action.body, scope)
        if self.system.init is not None:
            yield from self._guards_in(self.system.init, {})

    def _guards_in(self, body: Body, scope: Scope) -> Iterator[_Guard]:
        match body:
            case bodies.Test(expr):
                yield _Guard(expr, scope)
            case bodies.IfElse(test, _, _, _):
                yield _Guard(test, scope)
            case bodies.Choice(arms, _, _):
                yield from (_Guard(test, scope) for test, _ in arms)
            case bodies.Assign(_, value, _):
                yield from (_Guard(test, scope) for test in _tests(value))
            case bodies.ForSome(bounds, _, _) | bodies.ForEach(bounds, _, _):
                scope = {**scope, **_bound_names(bounds)}
            case bodies.Within():
                return  # its local names have no meaning outside
            case _:
                pass
        for inner in inner_bodies(body):
            yield from self._guards_in(inner, scope)

    def _whole_guards(self) -> Iterator[_Guard]:
        """All that an action tests, if it tests the same on every way through its body."""
        for action in self.system.actions:
            scope: dict[str, Expr] = {}
            for group in action.bounds:
                scope |= _bound_names(group)
            if isinstance(action.body, bodies.Sequence):
                tests = [b.expr for b in action.body.items if isinstance(b, bodies.Test)]
                if len(tests) > 1:
                    yield _Guard(ir.Apply(Op.AND, tuple(tests)), scope)

    # ---- terms ----

    def terms(self, filters: bool = True) -> tuple[str, ...]:
        """Terms that may decrease: numbers, their differences, lengths, and sets.

        With `filters`, the values that satisfy a guard are among the sets.
        """
        numbers = [self._text(e) for e in self._numbers()]
        numbers += [p.name for p in self.parameters] + list(self.system.constants)
        sizes = [self._text(e) for e in self._sets(filters)]
        differences = [f"{a} - {b}" for a, b in permutations(numbers, 2)]
        differences += map(self._text, self._gaps())
        return tuple(dict.fromkeys((*numbers, *self._lengths(), *sizes, *differences)))

    def _numbers(self) -> Iterator[Expr]:
        for e, kind in self._components():
            if isinstance(kind, types.Int):
                yield e

    def _gaps(self) -> Iterator[Expr]:
        """How far the two sides of a guard are apart: `N - n`, if it is `n < N`."""
        for guard in self._guards:
            for part in _parts(guard.formula):
                match part:
                    case ir.Apply(Op.LT | Op.LE, (less, more)) | ir.Apply(
                        Op.GT | Op.GE, (more, less)
                    ) if less != _ZERO and self.levels.of(part) == Level.STATE:
                        yield from self._for_parameters(more, less, guard.scope)
                    case _:
                        pass

    def _for_parameters(self, more: Expr, less: Expr, scope: Scope) -> Iterator[Expr]:
        """A difference, with parameters in place of all names that are bound around it."""
        gap = ir.Apply(Op.SUB, (more, less))
        free = [n for n in scope if n in _free_names(gap)]
        for chosen in product(*(tuple(self._same_set(scope[n])) for n in free)):
            given = {n: ir.Name(p) for n, p in zip(free, chosen, strict=True)}
            yield substitute(gap, given)

    def _lengths(self) -> Iterator[str]:
        for e, kind in self._components():
            if isinstance(kind, types.Seq):
                yield f"Len({self._text(e)})"

    def _components(self) -> Iterator[tuple[Expr, object]]:
        """The variables, and what functions among them have for a parameter."""
        for variable in self.system.variables:
            kind = self.system.types.get(variable)
            yield ir.Name(variable), kind
            if isinstance(kind, types.Function):
                for parameter in self.parameters:
                    place = ir.Apply(Op.INDEX, (ir.Name(variable), ir.Name(parameter.name)))
                    yield place, kind.range

    def _sets(self, filters: bool) -> Iterator[Expr]:
        """The variables that are sets, and the values that satisfy a guard."""
        for e, kind in self._components():
            if isinstance(kind, types.Set):
                yield e
        for guard in self._guards if filters else ():
            for part in _parts(guard.formula):
                free = [n for n in guard.scope if n in _free_names(part)]
                if len(free) == 1 and self.levels.of(part) == Level.STATE:
                    domain = guard.scope[free[0]]
                    if self._constant((domain,)):
                        name = self._fresh(free[0])
                        about = substitute(part, {free[0]: ir.Name(name)})
                        bound = Bound((name,), domain)
                        yield ir.Bind(Binder.FILTER, (bound,), about)
                        yield ir.Bind(Binder.FILTER, (bound,), _negated(about))

    def _text(self, e: Expr) -> str:
        return written(e, self.system.notation)


def _bound_names(bounds: Iterable[Bound]) -> dict[str, Expr]:
    return {n: b.domain for b in bounds if b.domain is not None and not b.pattern for n in b.names}


def _parts(formula: Expr) -> Iterator[Expr]:
    """A formula and what its connectives join, without negations."""
    match formula:
        case ir.Apply(Op.AND | Op.OR | Op.IMPLIES | Op.IFF, args):
            for arg in args:
                yield from _parts(arg)
        case ir.Apply(Op.NOT, (arg,)):
            yield from _parts(arg)
            return
        case _:
            pass
    yield formula


def _tests(value: Expr) -> Iterator[Expr]:
    """The tests of IF and CASE in a value, apart from those below binders."""
    match value:
        case ir.Bind() | ir.Let() | ir.Lambda() | ir.Prime() | ir.Enabled():
            return
        case ir.If(test, _, _):
            yield test
        case ir.Case(arms, _):
            yield from (test for test, _ in arms)
        case _:
            pass
    for child in ir.children(value):
        yield from _tests(child)


def _negated(formula: Expr) -> Expr:
    return ir.Apply(Op.NOT, (formula,))


def _free_names(formula: Expr) -> frozenset[str]:
    """The names in a formula; no bound name is also that of something around it."""
    return frozenset(e.name for e in ir.walk(formula) if isinstance(e, ir.Name))


def distinct(instance: Instance, known: Sequence[str]) -> tuple[str, ...]:
    """Of predicates that are true in the same states, or in all others, the first; no constants."""
    everything = instance.everything
    seen = {0, everything}
    for name in known:
        seen |= {instance.truth[name], everything & ~instance.truth[name]}
    found = []
    for name, bits in instance.truth.items():
        if bits not in seen:
            found.append(name)
            seen |= {bits, everything & ~bits}
    return tuple(found)


def useful_orderings(instance: Instance) -> Instance:
    """The instance with those orderings that some step decreases; of equal ones the first."""
    rows: dict[tuple[int, int, int], int] = {}
    for place in range(len(instance.orderings)):
        less = sum(1 << i for i, move in enumerate(instance.moves) if move.less >> place & 1)
        bounded = sum(1 << i for i, move in enumerate(instance.moves) if move.bounded >> place & 1)
        if less:
            rows.setdefault((less, bounded, instance.outside[place]), place)
    kept = sorted(rows.values())

    def chosen(bits: int) -> int:
        return sum((bits >> place & 1) << i for i, place in enumerate(kept))

    return replace(
        instance,
        orderings=tuple(instance.orderings[place] for place in kept),
        outside=tuple(instance.outside[place] for place in kept),
        moves=tuple(
            m._replace(less=chosen(m.less), bounded=chosen(m.bounded)) for m in instance.moves
        ),
    )
