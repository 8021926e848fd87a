"""The fairness of a system as fair actions of a diagram.

    WF_v(A)                    the action A
    \\A q \\in S : WF_v(A(q))    the action A for some q, and, for a parameter p \\in S, A(p),
                               and A for some q other than p

That the system is fair to `\\E q \\in S : A(q)` does not follow in general: `observe.py` and the
conditions on diagrams decide it. Fairness of other forms is not used, which is sound.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

from holdfast.check.liveness.reader import FormulaReader
from holdfast.diagram.diagram import Fairness
from holdfast.diagram.written import written
from holdfast.ir import expr as ir
from holdfast.ir.expr import Binder, Bound, Expr
from holdfast.ir.ops import Op
from holdfast.ir.substitute import substitute
from holdfast.ir.system import System
from holdfast.ir.tla_text import unused


@dataclass(frozen=True, slots=True)
class Parameter:
    """A name of the diagram with the set that it is in."""

    name: str
    domain: Expr


@dataclass(frozen=True, slots=True)
class FairAction:
    """An action, `<A>_v` as `step`, that a system is fair to for all values of `names`.

    `given` are the parameters that some of the names stand for, and those of `others` differ from a
    parameter; the action is about some values of the rest. If it is `plain`, its name is enough.
    """

    name: str
    fairness: Fairness
    text: str
    plain: bool
    bounds: tuple[Bound, ...]
    given: tuple[tuple[str, str], ...]
    others: tuple[tuple[str, str], ...]
    step: Expr
    enabled: Expr

    @property
    def names(self) -> tuple[str, ...]:
        """The names that are quantified around the fairness."""
        return tuple(name for bound in self.bounds for name in bound.names)


def fair_actions(
    system: System, reader: FormulaReader, parameters: Sequence[Parameter]
) -> tuple[FairAction, ...]:
    """The fair actions of a system after all passes, each name once, the simplest first."""
    found: dict[str, FairAction] = {}
    conditions = [c for formula in system.fairness for c in _conditions(formula, (), reader)]
    for number, (bounds, fair) in enumerate(conditions, 1):
        for action in _variants(system, bounds, fair, parameters, f"Fair{number}"):
            known = found.setdefault(action.name, action)
            if action.fairness is Fairness.STRONG and known.step == action.step:
                found[action.name] = action
    return tuple(sorted(found.values(), key=lambda action: (len(action.others), len(action.given))))


def _conditions(
    e: Expr, bounds: tuple[Bound, ...], reader: FormulaReader
) -> Iterator[tuple[tuple[Bound, ...], ir.Apply]]:
    """The conditions WF and SF of a fairness formula, with the quantifiers around them."""
    entered = reader.entered(e)
    if entered is not None:
        yield from _conditions(entered, bounds, reader)
        return
    match e:
        case ir.Apply(Op.WEAK_FAIR | Op.STRONG_FAIR):
            yield bounds, e
        case ir.Apply(Op.AND, args):
            for arg in args:
                yield from _conditions(arg, bounds, reader)
        case ir.Bind(Binder.FORALL, inner, body) if not any(b.pattern for b in inner):
            yield from _conditions(body, (*bounds, *inner), reader)
        case _:
            pass


class _Role(NamedTuple):
    """What a quantified name stands for: a parameter, any other value than it, or any value."""

    parameter: str | None = None
    other: bool = False


def _roles(bound: Bound, parameters: Sequence[Parameter]) -> tuple[_Role, ...]:
    fitting = [p.name for p in parameters if p.domain == bound.domain]
    return (_Role(), *(_Role(p, other) for p in fitting for other in (False, True)))


def _variants(
    system: System,
    bounds: tuple[Bound, ...],
    fair: ir.Apply,
    parameters: Sequence[Parameter],
    number: str,
) -> Iterator[FairAction]:
    """The action for some values of its names, and for those parameters that it can be about."""
    step, enabled = fair.args
    assert isinstance(step, ir.Apply)
    kind = Fairness.WEAK if fair.op is Op.WEAK_FAIR else Fairness.STRONG
    single = tuple(Bound((n,), b.domain, span=b.span) for b in bounds for n in b.names)
    action = step.args[0]
    base = action.name if isinstance(action, ir.Call) else number
    defined = base in system.definitions and not single
    plain = base in {a.name for a in system.actions} or defined
    if _changed(step) != frozenset(system.variables):
        # The steps of an action of a diagram change some variable, not one of these.
        action, base, plain = step, number, False
    for roles in product(*(_roles(bound, parameters) for bound in single)):
        pairs = [(b.names[0], role) for b, role in zip(single, roles, strict=True)]
        given = tuple((n, r.parameter) for n, r in pairs if r.parameter and not r.other)
        others = tuple((n, r.parameter) for n, r in pairs if r.parameter and r.other)
        name = "_".join((base, *(p for _, p in given), *(f"not_{p}" for _, p in others)))
        text = written(
            _about(action, single, dict(given), dict(others), parameters), system.notation
        )
        enough = plain and not given and not others
        yield FairAction(name, kind, text, enough, single, given, others, step, enabled)


def _changed(step: ir.Apply) -> frozenset[str]:
    """The variables of the subscript of `<A>_v`."""
    same = step.args[1]
    assert isinstance(same, ir.Apply)
    return frozenset(name.name for name in ir.variables_in(same.args[0]))


def _about(
    action: Expr,
    bounds: tuple[Bound, ...],
    given: Mapping[str, str],
    others: Mapping[str, str],
    parameters: Sequence[Parameter],
) -> Expr:
    """The action for parameters, and for some values of the names that are left."""
    own = {p.name for p in parameters}
    fresh = {b.names[0]: unused(b.names[0], own) for b in bounds if b.names[0] not in given}
    about = substitute(action, {n: ir.Name(new) for n, new in (*given.items(), *fresh.items())})
    left = []
    for bound in bounds:
        name, domain = bound.names[0], bound.domain
        if name in others and domain is not None:
            domain = ir.Apply(Op.MINUS_SET, (domain, ir.Apply(Op.SET, (ir.Name(others[name]),))))
        if name in fresh:
            left.append(Bound((fresh[name],), domain))
    return ir.Bind(Binder.EXISTS, tuple(left), about) if left else about
